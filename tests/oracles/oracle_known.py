"""What each statement of the known language means, on one deal after another (RULES 3, 4 and 9).

Cards are the pairs of `oracle`. A deal is a hand for each seat; its weight says how often it counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement

from oracle import NAMED, NAMES, RANKS, WELI, Card, coded, from_mask, side_figure

from analyse.knowledge.statements import (
    Bid,
    Count,
    Cut,
    Figure,
    Holds,
    Kept,
    Played,
    Statement,
    Swapped,
    Void,
)

Deal = Mapping[int, frozenset[Card]]  # seat 4: the cards asleep
ASLEEP = 4


@dataclass(frozen=True)
class Known:
    """What one player sees, and what he says he knows."""

    pack: tuple[Card, ...]
    perlaggen: frozenset[Card]
    permanent: frozenset[Card]
    trump: str
    hand: frozenset[Card]
    upcard: Card | None
    players: int
    leader: int
    must: bool  # a trump Perlagg turned up must be swapped
    said: tuple[Statement, ...]

    @property
    def dealers(self) -> tuple[int, ...]:
        """The dealer and his partner; the dealer sits before Vorhand."""
        dealer = (self.leader - 1) % self.players
        return (dealer, (dealer + 2) % 4) if self.players == 4 else (dealer,)

    @property
    def trumps(self) -> frozenset[Card]:
        """The plain trumps."""
        return frozenset(c for c in self.pack if c[0] == self.trump and c not in self.perlaggen)


@cache
def deals(known: Known) -> tuple[tuple[Deal, Fraction], ...]:
    """Return every deal of positive weight; cards said to be out are not tried elsewhere."""
    unseen = [c for c in known.pack if c not in known.hand and c != known.upcard]
    asleep = [s for s in known.said if isinstance(s, Holds) and s.seats == (ASLEEP,) and s.held]
    free = [c for c in unseen if c not in [from_mask(1 << s.card)[0] for s in asleep]]
    found = []
    for hands in _hands(free, known.players - 1, len(known.hand)):
        left = frozenset(unseen).difference(*hands)
        deal = {0: known.hand, **dict(enumerate(hands, 1)), ASLEEP: left}
        weight = _exchange_left(known, deal)
        for statement in known.said:
            if weight and statement not in asleep:
                weight *= weigh(known, statement, deal)
        if weight:
            found.append((deal, weight))
    return tuple(found)


def _hands(free: Sequence[Card], seats: int, size: int) -> Iterator[list[frozenset[Card]]]:
    if not seats:
        yield []
        return
    for hand in combinations(free, size):
        for others in _hands([c for c in free if c not in hand], seats - 1, size):
            yield [frozenset(hand), *others]


def _exchange_left(known: Known, deal: Deal) -> Fraction:
    """A trump Perlagg that must be swapped lies there: nobody of the dealer's side has a plain trump."""
    if not known.must or known.upcard not in known.perlaggen - known.permanent:
        return Fraction(1)
    return Fraction(not any(deal[seat] & known.trumps for seat in known.dealers))


def weigh(known: Known, statement: Statement, deal: Deal) -> Fraction:  # noqa: PLR0911  one statement, one case
    """Return the weight that one statement gives a deal, 1 or 0 but for beliefs and the cut."""
    match statement:
        case Holds(seats, card, held):
            there = from_mask(1 << card)[0]
            return Fraction(any(there in deal[seat] for seat in seats) == held)
        case Cut(cards):
            return _cut(known, {from_mask(1 << card)[0] for card in cards}, deal)
        case Count(seats, what, low, high):
            held = sum(_meant(known, what, c) for seat in seats for c in deal[seat])
            return Fraction(low <= held <= high)
        case Figure(seats, kind, low, high):
            return Fraction(low <= _best(known, kind, seats, deal) <= high)
        case Swapped(seat, perlagg, given):
            return _swapped(known, seat, from_mask(1 << perlagg)[0], from_mask(1 << given)[0], deal)
        case Kept(_, chance):
            could = any(deal[seat] & known.trumps for seat in known.dealers)
            return 1 - chance if could else Fraction(1)
        case Played(seat, card, _):
            return Fraction(from_mask(1 << card)[0] in deal[seat])
        case Void(seats, suit):
            return Fraction(not any(_left_of_suit(known, seat, suit, deal) for seat in seats))
        case Bid(seats, kind, _, value, belief):
            return Fraction(1) if _best(known, kind, seats, deal) >= value else 1 - belief


def _played(known: Known, seat: int) -> dict[Card, Card]:
    """Return what a seat has played, each card with what it is from then on (RULES 2)."""
    return {
        from_mask(1 << said.card)[0]: from_mask(1 << (said.card if said.name is None else said.name))[0]
        for said in known.said
        if isinstance(said, Played) and said.seat == seat
    }


def _left_of_suit(known: Known, seat: int, suit: str, deal: Deal) -> set[Card]:
    """Return the plain cards of a suit that a seat has not yet played."""
    plain = {card for card in deal[seat] if card[0] == suit and card not in known.perlaggen}
    return plain - set(_played(known, seat))


def shown(known: Known, kind: str, seat: int, deal: Deal) -> int:
    """Return the best figure that a hand can still show: a Perlagg played is one plain card from then on."""
    played = _played(known, seat)
    cards = [played.get(card, card) for card in deal[seat] if card in played or card not in known.perlaggen]
    free = len(deal[seat]) - len(cards)
    return best_named(kind, tuple(sorted(card for card in cards if card != WELI)), free)


@cache
def best_named(kind: str, cards: tuple[Card, ...], free: int) -> int:
    """Return the best figure, coded, of cards that have their names and of free Perlaggen, all names tried."""
    return max(coded(NAMED[kind]([*cards, *names])) for names in combinations_with_replacement(NAMES, free))


def _cut(known: Known, kept: set[Card], deal: Deal) -> Fraction:
    """The cutter holds what he kept; after fewer than four the card at the bottom is no permanent one."""
    cutter = (known.leader - 2) % 4 if known.players == 4 else known.leader
    if not deal[cutter].issuperset(kept):
        return Fraction(0)
    return Fraction(1 if len(kept) == 4 else len(deal[ASLEEP] - known.permanent))


def _meant(known: Known, what: str | tuple[int, ...], card: Card) -> bool:
    """Return whether a card is one of a set; Perlaggen belong to no suit and no rank."""
    if isinstance(what, tuple):
        return card in {from_mask(1 << c)[0] for c in what}
    if what == "perlaggen":
        return card in known.perlaggen
    if card in known.perlaggen:
        return False
    if what == "trumps":
        return card[0] == known.trump
    if what.startswith("rank "):
        return card[1] == RANKS.index(what.removeprefix("rank "))
    return card[0] == what


def _best(known: Known, kind: str, seats: Sequence[int], deal: Deal) -> int:
    """The best single hand's figure, coded: hands are never pooled."""
    return side_figure(kind, [deal[seat] for seat in seats], known.perlaggen)


def _swapped(known: Known, seat: int, perlagg: Card, given: Card, deal: Deal) -> Fraction:
    """The swapper took the Perlagg and gave his lowest plain trump; under "must" the dealer comes first."""
    lower = {c for c in known.trumps if c[1] < given[1]}
    if perlagg not in deal[seat] or deal[seat] & lower:
        return Fraction(0)
    dealer = known.dealers[0]
    forced = known.must and perlagg not in known.permanent and seat != dealer
    return Fraction(not (forced and deal[dealer] & known.trumps))


@dataclass(frozen=True)
class Counted:
    """Weights of all deals: together, by outcome, by the best figure of each side."""

    whole: Fraction
    outcomes: Mapping[str, Fraction]
    ours: Mapping[int, Fraction]
    theirs: Mapping[int, Fraction]


def counted(known: Known, kind: str) -> Counted:
    """Return the weights over all deals, side against side."""
    outcomes: dict[str, Fraction] = dict.fromkeys(("win", "stand", "lose"), Fraction(0))
    ours: dict[int, Fraction] = {}
    theirs: dict[int, Fraction] = {}
    for deal, weight in deals(known):
        we, they = (
            max(shown(known, kind, seat, deal) for seat in range(side, known.players, 2)) for side in (0, 1)
        )
        outcomes["win" if we > they else "lose" if we < they else "stand"] += weight
        ours[we] = ours.get(we, Fraction(0)) + weight
        theirs[they] = theirs.get(they, Fraction(0)) + weight
    return Counted(sum(outcomes.values(), Fraction(0)), outcomes, ours, theirs)
