"""Worlds where a hand is not told or nobody noted some of the cards played.

A card nobody noted is no Perlagg. In a deal drawn it is any of the hand's other cards that RULES 5 allow
there, each as likely as the other, but none that is noted by now. The deal is thrown away where no card
is left for it, where another seat then took the trick, or where a card noted was not allowed.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from analyse.deals.constraints import Figures, Fixed, Frame, Masks, shown_of_all
from analyse.deals.dealing import count
from analyse.deals.hands import draw, filled
from analyse.game.cards import WELI, cards_of, mask_of
from analyse.game.plays import Play, TrickRules, play_name, suit_played, taker, trick_rules
from analyse.game.seats import PACK
from analyse.i18n import InputError
from analyse.knowledge.notation import UNNOTED, Notation, print_notation
from analyse.knowledge.situation import Situation, situation
from analyse.knowledge.statements import Bid, Figure
from analyse.odds.gaps import Gaps, can_be_filled
from analyse.odds.point import Chances, Enough, Tricks
from analyse.odds.worlds import drawn_worlds
from analyse.opencards.solver import solve_deals

MOST_IN_VAIN = 1 << 17  # deals drawn without one that agrees
AT_ONCE = 1 << 14  # of them
_POWER = 16  # of one rank over what Perlaggen of one name differ by
_TRUMP = 1 << 10  # of a trump over all of the suit led
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Unnoted:
    """The point of a deal at the end of its plays; see `analyse.odds.point`."""

    deal: Notation

    @property
    def players(self) -> int:
        """Players at the table."""
        return self.deal.players

    @property
    def total(self) -> int:
        """Tricks of the whole deal."""
        return self.deal.preset.hand_size

    @cached_property
    def taken(self) -> tuple[int, int]:
        """Tricks taken by seats 0 and 2 and by the others."""
        theirs = sum(leader & 1 for leader, _ in self.deal.tricks[1:])
        return len(self.deal.takers) - theirs, theirs

    @property
    def spiel(self) -> tuple[str, ...]:
        """The outcomes that the Spiel can have."""
        if 2 * max(self.taken) > self.total:
            return ("win",) if self.taken[0] > self.taken[1] else ("lose",)
        return ("win", "lose") if self.total % 2 else ("win", "stand", "lose")

    @property
    def settled(self) -> bool:
        """Whether every card of every hand is known."""
        return False

    @property
    def exact(self) -> Mapping[str, Chances]:
        """No figure can be counted exactly."""
        return {}

    @property
    def soon(self) -> bool:
        """Nothing is to be counted."""
        return True

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Keys of the remarks that belong to the worlds."""
        known = self.situation
        said = [
            *(("note.no_cut", "note.no_hand") if known is None else known.notes),
            *(["note.played"] if self.deal.plays else []),
            *(["note.unnoted"] if None in self.deal.plays else []),
            *(["note.named_stays"] if self.fixed else []),
            "note.open_cards",
            "note.each_alone",
        ]
        return tuple(said)

    @cached_property
    def law(self) -> TrickRules:
        """What decides a trick."""
        return trick_rules(self.deal.preset, self.deal.trump)

    @property
    def perlaggen(self) -> int:
        """Mask of the Perlaggen."""
        return self.deal.preset.perlagg_mask(self.deal.trump)

    @cached_property
    def noted(self) -> tuple[tuple[int, Play], ...]:
        """The plays that were noted, each with its seat."""
        return tuple((placed.seat, placed.play) for placed in self.deal.placed if placed.play is not None)

    @property
    def plain(self) -> int:
        """Mask of the cards that are no Perlagg."""
        return self.deal.preset.pack & ~self.perlaggen

    @property
    def played(self) -> int:
        """Mask of the cards that were noted."""
        return mask_of(play.card for _, play in self.noted)

    @cached_property
    def fixed(self) -> tuple[Fixed, ...]:
        """What the Perlaggen played are from then on."""
        return tuple(
            Fixed(seat, play.card, play.card if play.name is None else play.name)
            for seat, play in self.noted
            if self.perlaggen >> play.card & 1
        )

    # Deals -----------------------------------------------------------------------------------------

    @cached_property
    def situation(self) -> Situation | None:
        """What is known when my hand is told, narrowed by the cards noted; None where it is not."""
        if self.deal.hand is None:
            return None
        made = replace(self._known, places=tuple(sorted(self._places.items())))
        if not made.possible:
            raise impossible(self.deal)
        return made

    @cached_property
    def _known(self) -> Situation:
        return deal_situation(self.deal)

    @cached_property
    def _places(self) -> dict[int, int]:
        """Where each card unseen may be after the plays."""
        return self._narrowed(self._everywhere if self.deal.hand is None else dict(self._known.places))

    @cached_property
    def _everywhere(self) -> dict[int, int]:
        """Where all cards of the pack may be before the first play where no hand is told."""
        deal = self.deal
        rules, up = deal.preset, deal.upcard
        pack = rules.pack & ~(0 if up is None else 1 << up)
        places = dict.fromkeys(cards_of(pack), (1 << self.players) - 1 | 1 << PACK)
        must = up is not None and rules.exchange == "must" and not rules.permanent >> up & 1
        if up is not None and must and self.perlaggen >> up & 1:  # left lying there: RULES 3
            dealer = (deal.leader - 1) % self.players
            for card in cards_of(rules.plain_trumps(deal.trump)):
                places[card] &= ~(1 << dealer | 1 << (dealer + 2) % self.players)
        return places

    @cached_property
    def frame(self) -> Frame:
        """All cards of the pack where no hand is told, narrowed by the cards noted."""
        rules = self.deal.preset
        return Frame(
            tuple(range(self.players)),
            rules.hand_size,
            tuple(sorted(self._places.items())),
            self.perlaggen,
            rules.permanent,
            bottom=False,
        )

    def can_be(self) -> bool | None:
        """Return whether any deal agrees with all of it; None: that takes too long to find out."""
        deal, places = self.deal, self._places
        if not all(places.values()):
            return False
        mine, conditions = deal.hand or 0, () if deal.hand is None else self._known.conditions
        kinds = {n.cards for case in (self._known.cases if conditions else ()) for n in case.numbers}
        if any(isinstance(condition, Figure | Bid) for condition in conditions):
            kinds = {1 << card for card in places}

        def agree(narrowed: Mapping[int, int]) -> bool:
            row = tuple(sorted((card, bits) for card, bits in narrowed.items() if card in places))
            if deal.hand is None:
                return count(replace(self.frame, places=row)) > 0
            return replace(self._known, places=row).possible

        everywhere = places | dict.fromkeys(cards_of(mine), 1)
        gaps = Gaps(self.law, self.players, self.total, deal.tricks, everywhere, tuple(sorted(kinds)), agree)
        return can_be_filled(gaps)

    def _narrowed(self, places: dict[int, int]) -> dict[int, int]:
        """Return the places after the plays: where each card noted was, and suits proved missing.

        A suit is proved missing where all cards of the trick before were noted, and all of that seat.
        """
        for seat, play in self.noted:
            if play.card in places:
                places[play.card] &= 1 << seat
        for seat, suit in self._voids():
            for card in cards_of((0xFF << 8 * suit) & ~(self.perlaggen | self.played)):
                if card in places:
                    places[card] &= ~(1 << seat)
        return places

    def _voids(self) -> Iterator[tuple[int, int]]:
        unnoted: set[int] = set()
        for leader, plays in self.deal.tricks:
            table: list[Play] = []
            for i, play in enumerate(plays):
                seat = (leader + i) % self.players
                if play is None:
                    unnoted.add(seat)
                    continue
                table.append(play)
                if i and len(table) == i + 1 and seat not in unnoted:
                    led = suit_played(table[0])
                    if suit_played(play) != led and taker(self.law, tuple(table)) != i:
                        yield seat, led

    def _dealt(self, n: int, rng: np.random.Generator) -> Masks:
        if self.situation is not None:
            return drawn_worlds(self.situation, n, rng=rng).hands
        deals = filled(self.frame, (), ())
        if not deals.deals:
            raise impossible(self.deal)
        return np.ascontiguousarray(draw(deals, n, rng)[: self.players].T)

    def draw(self, n: int, rng: np.random.Generator, enough: Enough | None = None) -> "_Sample":
        """Return `n` worlds and what was played in each; the first ones, at least one, at `enough`."""
        parts: list[tuple[Masks, Masks, Ints]] = []
        drawn = found = 0
        while found < n and not (found and enough is not None and enough()):
            some = n if found or not drawn else AT_ONCE
            dealt = self._dealt(some, rng)
            walk = _Walk(self, dealt, rng)
            fits = walk.fits
            parts.append((dealt[fits], walk.held[fits], walk.table[fits]))
            drawn, found = drawn + some, found + int(np.count_nonzero(fits))
            if not found and drawn == n and self.can_be() is False:
                raise impossible(self.deal)
            if not found and drawn >= MOST_IN_VAIN:
                raise InputError("notation_no_deal", bad=print_notation(self.deal), n=drawn)
        dealt, held, table = (np.concatenate(rows)[:n] for rows in zip(*parts, strict=True))
        return _Sample(self, dealt, held, table, found / drawn)


def deal_situation(deal: Notation) -> Situation:
    """Return the situation before the first play; my hand must be told."""
    if deal.hand is None:
        raise InputError("notation_hand", bad=print_notation(deal), size=deal.preset.hand_size)
    return situation(
        deal.hand,
        deal.preset,
        upcard=deal.upcard,
        trump=deal.trump,
        players=deal.players,
        leader=deal.leader,
        known=deal.known_text,
    )


def impossible(deal: Notation) -> InputError:
    """Return the error that names the first play up to which no deal agrees."""
    place = bisect_left(
        range(1, len(deal.plays)), x=True, key=lambda n: Unnoted(deal.upto(n)).can_be() is False
    )
    trick, seat, play = deal.placed[place]
    return InputError(
        "notation_impossible",
        bad=deal.upto(place + 1).record,
        number=trick + 1,
        card=place % deal.players + 1,
        play=UNNOTED if play is None else play_name(play),
        seat=InputError(f"seat_{seat}_of_{deal.players}"),
    )


class _Walk:
    """The plays of a deal, one after the other, in many worlds at once.

    `held` (n, players) are the hands, `table` (n, plays) the cards of the trick that lies, `fits`
    tells where everything played was allowed.
    """

    def __init__(self, point: Unnoted, dealt: Masks, rng: np.random.Generator) -> None:
        self.law, self.rng = point.law, rng
        self.plain, self.noted = point.plain, point.played
        self.held = dealt.copy()
        self.fits = np.ones(len(dealt), np.bool_)
        tricks = point.deal.tricks
        for number, (leader, plays) in enumerate(tricks):
            self._begin()
            for i, play in enumerate(plays):
                self._play((leader + i) % point.players, play)
            if number + 1 < len(tricks):
                self.fits &= self.winner == tricks[number + 1][0]

    def _begin(self) -> None:
        n = len(self.held)
        self.table = np.zeros((n, 0), np.int64)
        self.led, self.power, self.winner = (np.full(n, -1) for _ in range(3))

    def _play(self, seat: int, play: Play | None) -> None:
        """Take one play off its hand, in every world, and see whether it was allowed."""
        hand = self.held[:, seat]
        if play is None:
            every = np.arange(WELI)[:, None]
            may = (hand & np.uint64(self.plain & ~self.noted)) >> every.astype(np.uint64) & np.uint64(1) > 0
            may &= self._allowed(every >> 3, self._height(every), hand)
            self.fits &= may.any(axis=0)
            cards = _any_of(may, self.rng)
            suits, heights = cards >> 3, self._height(cards)
        else:
            shown = play.card if play.name is None else play.name
            perlagg = 0 if play.name is None else len(self.law.wild) - self.law.wild.index(play.card)
            suits, heights, cards = (
                np.full(len(hand), value)
                for value in (suit_played(play), self._height(np.array(shown)) + perlagg, play.card)
            )
            self.fits &= self._allowed(suits, heights, hand)
        if not self.table.shape[1]:
            self.led = suits
        power = self._power(suits, heights)
        takes = power > self.power
        self.power = np.where(takes, power, self.power)
        self.winner = np.where(takes, seat, self.winner)
        self.table = np.concatenate([self.table, cards[:, None]], axis=1)
        self.held[:, seat] &= ~(np.uint64(1) << cards.astype(np.uint64))

    def _height(self, cards: Ints) -> Ints:
        """Return how high the rank of a card is, 0 for the six."""
        places = np.array([1 + self.law.ranks.index(card & 7) for card in range(WELI)] + [0])
        return _POWER * places[cards]

    def _power(self, suits: Ints, heights: Ints) -> Ints:
        """Return what takes the trick as the greatest number, -1 for what cannot."""
        trump = np.where(suits == self.law.trump, _TRUMP, 0)
        return np.where((suits == self.led) | (trump > 0), heights + trump, -1)

    def _allowed(self, suits: Ints, heights: Ints, hand: Masks) -> Bools:
        """Return where RULES 5 allow a card: it follows suit, takes the trick as it lies, or need not."""
        if not self.table.shape[1]:
            return np.ones(np.broadcast_shapes(suits.shape, hand.shape), np.bool_)
        of_suit = np.array([0xFF << 8 * suit & self.plain for suit in range(4)], np.uint64)
        must = hand & of_suit[self.led] > 0
        allowed: Bools = ~must | (suits == self.led) | (self._power(suits, heights) > self.power)
        return allowed


def _any_of(may: Bools, rng: np.random.Generator) -> Ints:
    """Return, for each column, one of the rows that are true in it; the first row where none is."""
    ticket = rng.integers(np.maximum(may.sum(axis=0), 1))
    rows: Ints = (may.cumsum(axis=0) > ticket).argmax(axis=0)
    return rows


@dataclass(frozen=True)
class _Sample:
    """Worlds: what was dealt, what is still held, the cards of the trick that lies."""

    point: Unnoted
    dealt: Masks
    held: Masks
    table: Ints
    acceptance: float

    def figures(self, kind: str) -> Figures:
        return shown_of_all(kind, self.dealt, self.point.perlaggen, self.point.fixed)

    def solve(self, part: slice, *, threads: int) -> Tricks:
        point = self.point
        leader, plays = point.deal.tricks[-1]
        held, table = self.held[part], self.table[part]
        objective, times = ("number", 1) if point.total % 2 == 0 else ("majority", point.total)
        tricks = np.zeros(len(held), np.int8)
        lying, which = np.unique(table, axis=0, return_inverse=True)
        for place, cards in enumerate(lying.tolist()):
            here = np.flatnonzero(which.reshape(-1) == place)
            laid = tuple(play or Play(card) for play, card in zip(plays, cards, strict=True))
            solved = solve_deals(
                point.law, held[here], leader, objective, table=laid, taken=point.taken, threads=threads
            )
            tricks[here] = solved * np.int8(times)
        return tricks
