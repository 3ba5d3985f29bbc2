"""What is known in numbers, figures and bids, as cases that exclude each other.

Within a case every set of cards is counted and every seat's figure bounded by itself, and all its
deals weigh the same: "the opponents' best is at least 2K" is left's, or not left's but right's.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

from analyse.deals.constraints import Bound, Case, Number
from analyse.game.figures import figure
from analyse.game.rules import Rules
from analyse.game.seats import ME, PACK
from analyse.i18n import InputError
from analyse.knowledge.statements import DEALER, MOST_FIGURE, Bid, Count, Figure, Kept, cards_meant

Condition: TypeAlias = Count | Figure | Kept | Bid
CONDITIONS = (Count, Figure, Kept, Bid)
MOST_CASES = 400


class Table(NamedTuple):
    """What the conditions are told about: my hand, the cards unseen (masks), who deals."""

    hand: int
    unseen: int
    rules: Rules
    trump: int
    players: int
    leader: int

    @property
    def dealers(self) -> tuple[int, ...]:
        """The dealer, then his partner."""
        dealer = (self.leader - 1) % self.players
        return (dealer, (dealer + 2) % 4) if self.players == 4 else (dealer,)


def cases(conditions: Sequence[Condition], table: Table) -> tuple[Case, ...]:
    """Return the cases of all conditions together; none where they exclude each other.

    Raises `InputError` where there are too many of them.
    """
    parts = [
        *(_counted(c, table) for c in conditions if isinstance(c, Count)),
        *(_kept(c, table) for c in conditions if isinstance(c, Kept)),
        *_figures([c for c in conditions if isinstance(c, Figure | Bid)], table),
    ]
    made = [Case(Fraction(1), (), ())]
    for part in parts:
        both = (_together(one, other) for one, other in product(made, part))
        made = [case for case in both if case is not None]
        if len(made) > MOST_CASES:
            raise InputError("known_cases", bad=len(conditions), most=MOST_CASES)
    return tuple(made)


def _together(one: Case, other: Case) -> Case | None:
    """Return what two cases say together, None where their bounds leave nothing."""
    bounds: dict[tuple[int, str], tuple[int, int]] = {}
    for b in (*one.bounds, *other.bounds):
        low, high = bounds.get((b.seat, b.kind), (0, MOST_FIGURE))
        bounds[b.seat, b.kind] = max(low, b.low), min(high, b.high)
        if max(low, b.low) > min(high, b.high):
            return None
    return Case(
        one.weight * other.weight,
        tuple(sorted({*one.numbers, *other.numbers}, key=lambda n: (n.seats, n.cards, n.low, n.high))),
        tuple(Bound(*key, *bounds[key]) for key in sorted(bounds)),
    )


def _number(seats: Iterable[int], cards: int, low: int, high: int, table: Table) -> Number:
    """Return a count as one of the other players' cards: mine are known, and all others sleep."""
    seats = set(seats)
    mine = (table.hand & cards).bit_count() if ME in seats else 0
    cards &= table.unseen
    low, high = low - mine, min(high - mine, cards.bit_count())
    if PACK in seats:
        seats = set(range(1, table.players)) - seats
        low, high = cards.bit_count() - high, cards.bit_count() - low
    return Number(sum(1 << seat for seat in seats if seat != ME), cards, low, high)


def _counted(said: Count, table: Table) -> list[Case]:
    cards = cards_meant(said.what, table.rules, table.trump)
    return [Case(Fraction(1), (_number(said.seats, cards, said.low, said.high, table),), ())]


def _kept(said: Kept, table: Table) -> list[Case]:
    """Return the two cases: a side that holds a plain trump, and one that holds none."""
    seats = table.dealers if said.seats == DEALER else said.seats
    trumps = table.rules.plain_trumps(table.trump)
    rows = [
        Case(1 - said.chance, (_number(seats, trumps, 1, 99, table),), ()),
        Case(Fraction(1), (_number(seats, trumps, 0, 0, table),), ()),
    ]
    return [case for case in rows if case.weight]


def _figures(said: Sequence[Figure | Bid], table: Table) -> Iterable[list[Case]]:
    """Yield, for each group of seats and each figure, the cases its statements leave together."""
    for seats, kind in sorted({(c.seats, c.kind) for c in said}):
        ranges = [(Fraction(1), 0, MOST_FIGURE)]
        for c in said:
            if (c.seats, c.kind) == (seats, kind):
                ranges = [part for whole in ranges for part in _narrowed(whole, c)]
        yield [
            Case(weight, (), bounds)
            for weight, low, high in ranges
            for bounds in _best_within(seats, kind, low, high, table)
        ]


Range: TypeAlias = tuple[Fraction, int, int]  # figures from .. to, and what their deals weigh


def _narrowed(whole: Range, said: Figure | Bid) -> list[Range]:
    weight, low, high = whole
    if isinstance(said, Figure):
        rows = [(weight, max(low, said.low), min(high, said.high))]
    else:
        rows = [
            (weight, max(low, said.value), high),
            (weight * (1 - said.belief), low, min(high, said.value - 1)),
        ]
    return [row for row in rows if row[0] and row[1] <= row[2]]


def _best_within(
    seats: tuple[int, ...], kind: str, low: int, high: int, table: Table
) -> Iterable[tuple[Bound, ...]]:
    """Yield the ways in which the best of some hands lies from `low` to `high`: who is the first with it."""
    others = [seat for seat in seats if seat != ME]
    if ME in seats:
        mine = figure(kind, table.hand, table.rules.perlagg_mask(table.trump))
        if mine > high:
            return
        low = 0 if mine >= low else low
    if not low:
        yield _bounds(kind, [(seat, 0, high) for seat in others])
        return
    for i, first in enumerate(others):
        before = [(seat, 0, low - 1) for seat in others[:i]]
        yield _bounds(kind, [*before, (first, low, high), *((seat, 0, high) for seat in others[i + 1 :])])


def _bounds(kind: str, rows: Iterable[tuple[int, int, int]]) -> tuple[Bound, ...]:
    return tuple(Bound(seat, kind, low, high) for seat, low, high in rows if low > 0 or high < MOST_FIGURE)
