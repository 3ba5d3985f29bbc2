"""Whether the cards nobody noted can be filled in at all: a search, card by card, that proves it either way.

A card nobody noted is any plain card that its hand may hold and play there (RULES 5). Cards of one suit that
nothing noted lies between do the same, so of such cards only those are tried that leave different numbers
below and above them; and what was played by the start of a trick counts by such kinds only.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from analyse.game.cards import cards_of, mask_of
from analyse.game.plays import Play, TrickRules, suit_played, taker

MOST_STEPS = 20_000  # plays tried before the search gives up
MOST_OF_SOME = 2_000  # the same where only some tricks are looked at
_LOOK = 60  # steps that a look at the whole deal counts for
_APART = 3  # players yet to play to a trick: as many cards above or below one may matter

Trick = tuple[int, tuple[Play | None, ...]]  # leader, plays
Masks = tuple[int, ...]  # of cards, by seat


class _GaveUpError(Exception):
    """Too many steps."""


@dataclass(frozen=True)
class Gaps:
    """Plays of which some were not noted, and where all cards may be.

    Parameters
    ----------
    law : what decides a trick
    players, size : players at the table, cards of a hand
    tricks : every trick, each after the first led by the taker of the one before; the last is not full
    places : card -> bits, for every card not turned up, mine included; bit s: may have been dealt to seat s
    kinds : masks of cards that what is known tells apart from others
    agree : whether any deal agrees with places narrowed further
    """

    law: TrickRules
    players: int
    size: int
    tricks: Sequence[Trick]
    places: Mapping[int, int]
    kinds: Sequence[int] = ()
    agree: Callable[[Mapping[int, int]], bool] = field(default=lambda _: True)

    @cached_property
    def plays(self) -> list[tuple[int, int, Play | None]]:
        """Every play with its trick and its seat."""
        return [
            (trick, (leader + i) % self.players, play)
            for trick, (leader, plays) in enumerate(self.tricks)
            for i, play in enumerate(plays)
        ]

    @cached_property
    def plain(self) -> int:
        """Mask of the cards that are no Perlagg."""
        return mask_of(self.places) & ~mask_of(self.law.wild)

    @cached_property
    def noted(self) -> int:
        """Mask of the cards noted."""
        return mask_of(play.card for _, _, play in self.plays if play is not None)

    def sure(self, seat: int) -> int:
        """Mask of the cards that were surely dealt to a seat."""
        return mask_of(card for card, bits in self.places.items() if bits == 1 << seat)

    @cached_property
    def before(self) -> list[int]:
        """For each play, the mask of the cards noted that its seat had played before."""
        return [
            mask_of(play.card for _, s, play in self.plays[:i] if s == seat and play is not None)
            for i, (_, seat, _) in enumerate(self.plays)
        ]


def can_be_filled(gaps: Gaps) -> bool | None:
    """Return whether the gaps can be filled so that all of it agrees; None: not found out.

    >>> law, gap = TrickRules(1, (32,)), (0, (Play(7), None))  # HA led, and the other threw something
    >>> places = {7: 1, 10: 1, 8: 2, 9: 2, 0: 2}
    >>> can_be_filled(Gaps(law, 2, 3, [gap, (0, ())], places))
    True
    >>> can_be_filled(Gaps(law, 2, 3, [gap, (0, (Play(10), Play(0))), (0, ())], places))  # and H7 only now
    False
    """
    open_ones = sorted({trick for trick, _, play in gaps.plays if play is None})
    for size in (1, 2, 3):  # mostly one or two tricks show it
        for some in combinations(open_ones, size):
            if len(open_ones) > size and _Search(gaps, {*open_ones} - {*some}, MOST_OF_SOME).found() is False:
                return False
    return _Search(gaps, set(), MOST_STEPS).found()


class _Search:
    """Fill the gaps from the first play on; what cannot be gone on from is kept in mind.

    `left_out` are tricks that nothing is asked of: their gaps are any cards.
    """

    def __init__(self, gaps: Gaps, left_out: Collection[int], most: int) -> None:
        self.gaps, self.left_out, self.most = gaps, left_out, most
        self.steps = 0
        self.dead: set[object] = set()
        self.sure = [gaps.sure(seat) for seat in range(gaps.players)]
        self.kinds: dict[tuple[int, int], object] = {}

    def found(self) -> bool | None:
        """Return whether there is a filling; None: not found out."""
        nothing = (0,) * self.gaps.players
        try:
            return self.go(0, nothing, nothing, ())
        except _GaveUpError:
            return None

    def go(self, i: int, used: Masks, barred: Masks, table: tuple[Play, ...]) -> bool:
        """Return whether the plays from the i-th on can be filled in.

        `used` are the cards filled in and `barred` those that were not dealt to a seat, by seat; `table` is
        the trick so far.
        """
        gaps = self.gaps
        if len(table) == gaps.players:
            table = ()
        while i < len(gaps.plays) and gaps.plays[i][0] in self.left_out:
            i += 1
        if i == len(gaps.plays):
            return self._agrees(used, barred)
        key = None if table else self._key(i, used, barred)
        if key in self.dead:
            return False
        for filled, now, one in self._ways(i, used, barred, table):
            if self.go(i + 1, filled, now, (*table, one)):
                return True
        if key is not None:
            self.dead.add(key)
        return False

    def _ways(
        self, i: int, used: Masks, barred: Masks, table: tuple[Play, ...]
    ) -> Iterator[tuple[Masks, Masks, Play]]:
        """Yield each card that the i-th play may have been, after what is filled in and barred with it."""
        seat, play = self.gaps.plays[i][1:]
        for one in [play] if play is not None else self._fillings(i, used, barred, table):
            self._step(1)
            now = self._barred(i, one, used, barred, table) if self._may_end(i, (*table, one)) else None
            filled = used if play is not None else _with(used, seat, 1 << one.card)
            if now is not None and (filled[seat] | self.sure[seat]).bit_count() <= self.gaps.size:
                yield filled, now, one

    def _may_end(self, i: int, table: tuple[Play, ...]) -> bool:
        """Return whether who took the trick of the i-th play is yet to play or holds it by now."""
        gaps, trick = self.gaps, self.gaps.plays[i][0]
        if trick + 1 == len(gaps.tricks):
            return True
        took = (gaps.tricks[trick + 1][0] - gaps.tricks[trick][0]) % gaps.players
        return took >= len(table) or taker(gaps.law, table) == took

    def _step(self, n: int) -> None:
        self.steps += n
        if self.steps > self.most:
            raise _GaveUpError

    def _barred(
        self, i: int, play: Play, used: Masks, barred: Masks, table: tuple[Play, ...]
    ) -> Masks | None:
        """Return what is barred after the i-th play; None where RULES 5 do not allow it."""
        gaps, seat = self.gaps, self.gaps.plays[i][1]
        if not table or suit_played(play) == suit_played(table[0]):
            return barred
        if taker(gaps.law, (*table, play)) == len(table):
            return barred
        gone = used[seat] | gaps.before[i]
        missed = 0xFF << 8 * suit_played(table[0]) & gaps.plain & ~gone
        still = gaps.noted if self._left_out_before(i) else ~0  # else any of the others may have been played
        return None if missed & self.sure[seat] & still else _with(barred, seat, missed)

    def _left_out_before(self, i: int) -> bool:
        """Return whether the seat of the i-th play has played cards before that nothing is asked of."""
        seat = self.gaps.plays[i][1]
        return any(t in self.left_out and s == seat and p is None for t, s, p in self.gaps.plays[:i])

    def _fillings(self, i: int, used: Masks, barred: Masks, table: tuple[Play, ...]) -> Iterator[Play]:
        """Yield the plain cards to be tried at the i-th play, of those that do the same only some."""
        gaps, seat = self.gaps, self.gaps.plays[i][1]
        taken = gaps.noted | barred[seat] | _all(used)
        kinds: dict[object, list[int]] = {}
        for card in cards_of(gaps.plain & ~taken):
            if gaps.places[card] >> seat & 1:
                lower = sum(self._lower(play, card) for play in table)
                kinds.setdefault((self._kind(i, card), lower), []).append(card)
        trick = gaps.plays[i][0]
        open_after = any(t == trick and play is None for t, _, play in gaps.plays[i + 1 :])
        for cards in kinds.values():
            cards.sort(key=lambda card: gaps.law.ranks.index(card & 7))
            some = cards[:1]
            if open_after:
                some = cards[: _APART + 1] + cards[max(_APART + 1, len(cards) - _APART) :]
            yield from map(Play, some)

    def _kind(self, i: int, card: int) -> object:
        """Return what tells a card from others of its suit from the trick of the i-th play on."""
        gaps, trick = self.gaps, self.gaps.plays[i][0]
        if (trick, card) not in self.kinds:
            lower = sum(
                self._lower(play, card) for t, _, play in gaps.plays if t >= trick and play is not None
            )
            told = (kind >> card & 1 for kind in gaps.kinds)
            self.kinds[trick, card] = (card >> 3, gaps.places[card], lower, *told)
        return self.kinds[trick, card]

    def _lower(self, play: Play, card: int) -> bool:
        """Return whether a play shows a lower card of the same suit; of equal ones a Perlagg is higher."""
        shown = play.card if play.name is None else play.name
        rank = self.gaps.law.ranks.index
        return shown >> 3 == card >> 3 and rank(shown & 7) < rank(card & 7)

    def _key(self, i: int, used: Masks, barred: Masks) -> object:
        """Return what matters of the past at the start of a trick."""
        kinds = Counter(
            (seat, self._kind(i, card)) for seat, mask in enumerate(used) for card in cards_of(mask)
        )
        suits = tuple(mask_of({card >> 3 for card in cards_of(mask)}) for mask in barred)
        return i, suits, frozenset(kinds.items())

    def _agrees(self, used: Masks, barred: Masks) -> bool:
        """Return whether any deal agrees with the gaps filled."""
        self._step(_LOOK)
        places = dict(self.gaps.places)
        for seat, mask in enumerate(barred):
            for card in cards_of(0 if self.left_out else mask):
                places[card] &= ~(1 << seat)
        for seat, mask in enumerate(used):
            for card in cards_of(mask):
                places[card] = self.gaps.places[card] & 1 << seat
        return all(places.values()) and self.gaps.agree(places)


def _with(masks: Masks, seat: int, cards: int) -> Masks:
    """Return the masks with `cards` added at a seat."""
    return (*masks[:seat], masks[seat] | cards, *masks[seat + 1 :])


def _all(masks: Masks) -> int:
    """Return all cards of some masks."""
    cards = 0
    for mask in masks:
        cards |= mask
    return cards
