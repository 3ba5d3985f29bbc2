"""Exact counts of deals by generating functions: how often figures stay at or below bounds.

For given numbers of Perlaggen in the hands the bound "this hand's Gleich is at most x" splits into
one bound per rank, "its Hanger is at most x" into one per suit. The ways to hand out the cards of
one rank (suit) within its bounds are a small polynomial in the sizes of the hands; the count of
deals is a coefficient of the product of these polynomials, summed over the ways to hand out the
Perlaggen. The numbers stay below 2**53, so float64 holds them exactly; `bounded_counts` checks it.
A Perlagg that was played is a plain card more of its seat: less of its rank, and always in its suit's set.
A polynomial keeps only the monomials that occur: with n cards no more than n are handed out. How many
Perlaggen, or cards of one rank (suit), some seats hold together is told by the monomials themselves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyse.deals.constraints import Frame, Number, names_of
from analyse.deals.dealing import count
from analyse.game.cards import mask_of
from analyse.game.figures import MAX_COUNT, RANK_MASKS, hanger_of_suit
from analyse.game.seats import LEFT, PACK, PARTNER, RIGHT

ANY = 8 * (MAX_COUNT - 1) + 7  # a bound that every figure keeps
SUIT_MASKS = tuple(0xFF << 8 * suit for suit in range(4))
BLOCK = 384  # polynomials multiplied at a time, few enough for the processor's cache
BASE = 32  # monomials as one number: degrees stay below it
SEATS = (LEFT, RIGHT, PARTNER)  # the variables of every polynomial
Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Sizes = tuple[int, int, int]


@dataclass(frozen=True)
class _Items:
    """The counts asked for: Perlaggen per seat and the bounds on both sides, one row each."""

    wild: Ints  # (n, 3)
    bounds: Ints  # (n, 3): left, right, partner
    asked: Ints  # (n,): which of the bounds asked for the row belongs to
    weight: list[int]  # ways to hand out the Perlaggen


def bounded_counts(
    frame: Frame, kind: str, bounds: Sequence[Sizes], numbers: Sequence[Number] = ()
) -> list[int]:
    """Return, for each (x, y, z), the deals with left's figure at most x, right's y and partner's z.

    Parameters
    ----------
    frame : the cards to hand out
    kind : "gleich" or "hanger"
    bounds : figures, `ANY` for no bound
    numbers : further conditions, each for which `factors` is true

    Returns
    -------
    exact integers, one for each row of bounds
    """
    sizes = frame.room(LEFT), frame.room(RIGHT), frame.room(PARTNER)
    if not bounds:
        return []
    _check_exact(frame)
    items = _items(frame, kind, bounds, sizes, numbers)
    counts = [0] * len(bounds)
    if not len(items.asked):
        return counts
    groups = (
        _gleich_groups(frame, items, numbers)
        if kind == "gleich"
        else _hanger_groups(frame, items, sizes, numbers)
    )
    need = np.array(sizes) - items.wild
    while len(groups) > 2:
        groups = [_multiply(a, b, need) for a, b in zip(groups[::2], groups[1::2], strict=True)]
    for asked, weight, ways in zip(
        items.asked, items.weight, _coefficients(groups, items, sizes), strict=True
    ):
        counts[asked] += weight * int(ways)
    return counts


def _check_exact(frame: Frame) -> None:
    """Raise `OverflowError` where a count of deals could leave the whole numbers of float64."""
    deals = count(frame)
    if deals >= 1 << 53:
        raise OverflowError(f"{deals} deals are too many to be counted exactly in float64")


def factors(frame: Frame, kind: str, number: Number) -> bool:
    """Return whether a condition (tidy) is about the Perlaggen, or about one rank (suit), as a whole."""
    masks = RANK_MASKS if kind == "gleich" else SUIT_MASKS
    wholes = (frame.wild, *(mask & ~frame.perlaggen for mask in masks))
    return any(number.cards == _there(frame, whole, number.seats) for whole in wholes)


def _there(frame: Frame, mask: int, seats: int) -> int:
    """Return the cards of `mask` that may lie at one of `seats` (mask)."""
    return mask_of(card for card, bits in frame.places if mask >> card & 1 and bits & seats)


def _within(frame: Frame, mask: int, sizes: Ints, numbers: Sequence[Number]) -> NDArray[np.bool_]:
    """Return which `sizes` (n, 3) of the seats' shares of `mask` agree with the numbers about it."""
    fits = np.ones(len(sizes), np.bool_)
    for number in numbers:
        if number.cards & mask and number.cards == _there(frame, mask, number.seats):
            held = sizes @ np.array([number.seats >> seat & 1 for seat in SEATS])
            fits &= (number.low <= held) & (held <= number.high)
    return fits


def wild_ways(frame: Frame, numbers: Sequence[Number] = ()) -> dict[Sizes, int]:
    """Return the ways to hand out the unseen Perlaggen, by how many left, right and partner get.

    With the cut given, each way counts once for every card that can then be the one at the bottom:
    those asleep that are no permanent Perlagg.
    """
    asleep = len(frame.places) - len(frame.seats) * frame.size
    ways: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 1}  # the last: permanent ones asleep
    for card, bits in frame.places:
        if not frame.wild >> card & 1:
            continue
        permanent = frame.permanent >> card & 1
        steps = [
            step
            for place, step in (
                (LEFT, (1, 0, 0, 0)),
                (RIGHT, (0, 1, 0, 0)),
                (PARTNER, (0, 0, 1, 0)),
                (PACK, (0, 0, 0, permanent)),
            )
            if bits >> place & 1
        ]
        grown: dict[tuple[int, int, int, int], int] = {}
        for state, w in ways.items():
            for step in steps:
                a, b, c, d = (s + t for s, t in zip(state, step, strict=True))
                grown[a, b, c, d] = grown.get((a, b, c, d), 0) + w
        ways = grown
    total: dict[Sizes, int] = {}
    for (a, b, c, d), w in ways.items():
        total[a, b, c] = total.get((a, b, c), 0) + w * (asleep - d if frame.bottom else 1)
    if not numbers:
        return total
    fits = _within(frame, frame.wild, np.array(list(total)).reshape(-1, 3), numbers)
    return {sizes: w for (sizes, w), fit in zip(total.items(), fits, strict=True) if fit}


def least_figure(kind: str, wild: int, size: int) -> int:
    """Return the weakest figure of a hand of `size` cards with `wild` Perlaggen."""
    if wild == size:
        return 8 * (wild - 1) + 7 if wild > 1 else 0
    return 8 * wild + (wild if kind == "hanger" else 0) if wild else 0


def _items(
    frame: Frame, kind: str, asked: Sequence[Sizes], sizes: Sizes, numbers: Sequence[Number]
) -> _Items:
    """Return the rows that can be other than zero.

    Where nothing tells the opponents apart, (p, q) and (q, p) Perlaggen count alike: one row.
    """
    alike = (
        all((bits >> LEFT & 1) == (bits >> RIGHT & 1) for _, bits in frame.places)
        and all((number.seats >> LEFT & 1) == (number.seats >> RIGHT & 1) for number in numbers)
        and all(left == right for left, right, _ in asked)
        and sizes[0] == sizes[1]
    )
    ways = {
        wild: weight * (2 if alike and wild[0] < wild[1] else 1)
        for wild, weight in wild_ways(frame, numbers).items()
        if all(w <= s for w, s in zip(wild, sizes, strict=True)) and not (alike and wild[0] > wild[1])
    }
    wilds = np.array(list(ways), np.intp).reshape(-1, 3)
    cards = [size + len(names_of(frame.fixed, seat)) for seat, size in zip(SEATS, sizes, strict=True)]
    least = np.array(
        [[least_figure(kind, w, n) for w, n in zip(wild, cards, strict=True)] for wild in ways], np.intp
    ).reshape(-1, 3)
    bounds = np.array(asked, np.intp)
    row, place = np.nonzero((bounds >= least[:, None]).all(axis=-1))
    weights = list(ways.values())
    return _Items(wilds[row], bounds[place], place, [weights[r] for r in row])


@dataclass(frozen=True)
class _Group:
    """Polynomials over some of the cards."""

    ids: Ints  # (n,): the polynomial of each row
    powers: Ints  # (monomials, 3): cards left, right and partner get
    table: Floats  # (monomials, polynomials): ways


@cache
def _handed_out(places: tuple[int, ...]) -> tuple[Ints, Floats]:
    """Return what left, right and partner can get of cards with these places, and in how many ways."""
    steps = {LEFT: (1, 0, 0), RIGHT: (0, 1, 0), PARTNER: (0, 0, 1), PACK: (0, 0, 0)}
    ways = Counter([(0, 0, 0)])
    for bits in places:
        grown: Counter[Sizes] = Counter()
        for (a, b, c), n in ways.items():
            for place, (x, y, z) in steps.items():
                if bits >> place & 1:
                    grown[a + x, b + y, c + z] += n
        ways = grown
    return np.array(list(ways)), np.array(list(ways.values()), np.float64)


def _plain(frame: Frame, mask: int) -> list[tuple[int, int]]:
    return [(card, bits) for card, bits in frame.places if (mask & ~frame.perlaggen) >> card & 1]


def _gleich_groups(frame: Frame, items: _Items, numbers: Sequence[Number]) -> list[_Group]:
    """Return one group a rank: at most cap cards of it, the cap depending on bound and Perlaggen."""
    count, rank = items.bounds // 8 + 1, np.where(items.bounds > 0, items.bounds % 8, 7)
    room = count - items.wild  # cards of a rank up to the bound's own; above it one fewer
    names = [names_of(frame.fixed, seat) for seat in SEATS]
    groups = []
    for r, mask in enumerate(RANK_MASKS):
        powers, ways = _handed_out(tuple(bits for _, bits in _plain(frame, mask)))
        ways = ways * _within(frame, mask & ~frame.perlaggen, powers, numbers)
        cap = np.clip(room - (r > rank) - [sum(name & 7 == r for name in held) for held in names], -1, 4) + 1
        used, ids = np.unique(cap @ np.array([36, 6, 1]), return_inverse=True)
        caps = np.array(np.unravel_index(used, (6, 6, 6))) - 1
        fits = (powers[:, :, None] <= caps).all(axis=1)
        groups.append(_Group(ids, powers, ways[:, None] * fits))
    return groups


def _hanger_groups(frame: Frame, items: _Items, sizes: Sizes, numbers: Sequence[Number]) -> list[_Group]:
    """Return one group a suit: each hand's plain ranks within a set that keeps its bound."""
    keys = items.wild * (ANY + 1) + items.bounds  # what a hand may hold depends on this alone
    groups = []
    for mask in SUIT_MASKS:
        sets = _SuitSets(_plain(frame, mask))
        (left, left_ids), (right, right_ids), (partner, partner_ids) = (
            sets.families(keys[:, axis], seat, _shown_ranks(frame, seat, mask))
            for axis, seat in enumerate(SEATS)
        )
        pairs, pair_ids = np.unique(left_ids * len(right) + right_ids, return_inverse=True)
        triples, ids = np.unique(pair_ids * len(partner) + partner_ids, return_inverse=True)
        of_left, of_right = np.divmod(pairs, len(right))
        opponents = sets.splits(left[of_left], right[of_right])
        others = sets.splits(partner, sets.allowed(PACK)[None, :])
        powers, table = sets.polynomials(opponents, others, triples, sizes)
        if numbers:
            table *= _within(frame, mask & ~frame.perlaggen, powers, numbers)[:, None]
        groups.append(_Group(ids, powers, table))
    return groups


def _shown_ranks(frame: Frame, seat: int, suit: int) -> int:
    """Return the set of ranks of a suit (mask of its cards) that a seat shows besides its plain cards."""
    return sum({1 << (name & 7) for name in names_of(frame.fixed, seat) if suit >> name & 1})


class _SuitSets:
    """The subsets of the unseen plain cards of one suit, and who may hold them."""

    def __init__(self, cards: list[tuple[int, int]]) -> None:
        self.n = len(cards)
        self.bits = [bits for _, bits in cards]
        sets = np.arange(1 << self.n)
        self.held = sets[:, None] >> np.arange(self.n) & 1  # [set, card]
        self.ranks = self.held @ np.array([1 << (card & 7) for card, _ in cards], np.intp)
        # every (whole, part of it), by size of the whole, whole, size of the part
        whole, part = np.nonzero((sets[:, None] & sets) == sets)
        size = self.held.sum(axis=1)
        order = np.lexsort((size[part], whole, size[whole]))
        self.whole, self.part = whole[order], part[order]
        block = self.whole * (self.n + 1) + size[self.part]
        self.starts = np.flatnonzero(np.diff(block, prepend=-1))

    def allowed(self, place: int) -> NDArray[np.bool_]:
        """Return which sets may lie at `place`, shape (sets,)."""
        barred = np.array([not bits >> place & 1 for bits in self.bits], np.intp)
        return np.asarray(self.held @ barred == 0)

    def families(self, keys: Ints, seat: int, shown: int) -> tuple[NDArray[np.bool_], Ints]:
        """Return the distinct families of sets that `seat` may hold, (families, sets), and each key's.

        `shown` is the set of ranks that it shows besides.
        """
        used, ids = np.unique(keys, return_inverse=True)
        wild, bound = np.divmod(used, ANY + 1)
        rows = (_hanger_by_set()[wild][:, self.ranks | shown] <= bound[:, None]) & self.allowed(seat)
        _, first, which = np.unique(np.packbits(rows, axis=1), axis=0, return_index=True, return_inverse=True)
        return rows[first], which.reshape(-1)[ids]

    def splits(self, these: NDArray[np.bool_], rest: NDArray[np.bool_]) -> list[Floats]:
        """Return the ways to split a set: a part in a family of `these`, the remainder in `rest`'s.

        One table for each size of the set, shape (sets ascending, size of the part, families).
        """
        both = these[:, self.part] & rest[:, self.whole ^ self.part]
        ways = np.add.reduceat(both, self.starts, axis=1, dtype=np.float64)
        tables, start = [], 0
        for size in range(self.n + 1):
            sets = comb(self.n, size)
            stop = start + sets * (size + 1)
            tables.append(ways[:, start:stop].T.reshape(sets, size + 1, -1))
            start = stop
        return tables

    def polynomials(
        self, opponents: list[Floats], others: list[Floats], wanted: Ints, sizes: Sizes
    ) -> tuple[Ints, Floats]:
        """Return the polynomials in which the opponents split a set, partner and pack the rest.

        wanted : those wanted, (opponents' family, partner's family) as one number
        """
        powers, tables = [], []
        for size in range(min(self.n, sizes[0] + sizes[1]) + 1):
            low, high = max(0, size - sizes[1]), min(size, sizes[0])
            most = min(self.n - size, sizes[2])
            here = opponents[size][:, low : high + 1]
            there = others[self.n - size][::-1, : most + 1]  # the complements of ascending sets descend
            # every pair of opponents with every partner, [left, partner, pair, partner's family]
            both = here.transpose(1, 2, 0)[:, None] @ there.transpose(1, 0, 2)
            tables.append(both.reshape(len(here[0]) * (most + 1), -1).take(wanted, axis=1))
            powers += [(x, size - x, z) for x in range(low, high + 1) for z in range(most + 1)]
        return np.array(powers), np.concatenate(tables)


@cache
def _hanger_by_set() -> Ints:
    """Return the Hanger of Perlaggen and a set of ranks, indexed [wild, set], shape (9, 256)."""
    return np.array([[hanger_of_suit(s, w) for s in range(256)] for w in range(9)], np.intp)


def _multiply(one: _Group, other: _Group, need: Ints) -> _Group:
    """Return the products of the rows' polynomials, each cut off at the degree that is still needed.

    `need` (n, 3) is the degree of each row's last coefficient. Equal pairs are multiplied once, in
    blocks of like degree.
    """
    n = other.table.shape[1]
    keys, ids, degree = _distinct(one.ids * n + other.ids, need)
    order = np.lexsort(degree.T)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    of_one, of_other = np.divmod(keys[order], n)
    degree = degree[order]
    sums = (one.powers[:, None] + other.powers).reshape(-1, 3)
    kept = np.flatnonzero((sums <= degree.max(axis=0)).all(axis=1))
    kept = kept[np.argsort(_codes(sums[kept]), kind="stable")]
    first, second = np.divmod(kept, len(other.powers))  # factors of the monomials, product by product
    starts = np.flatnonzero(np.diff(_codes(sums[kept]), prepend=-1))
    powers = sums[kept[starts]]
    stops = [*starts[1:], len(kept)]
    table = np.zeros((len(powers), len(keys)))
    for start in range(0, len(keys), BLOCK):
        rows = slice(start, start + BLOCK)
        these, those = one.table.take(of_one[rows], axis=1), other.table.take(of_other[rows], axis=1)
        for i in np.flatnonzero((powers <= degree[rows].max(axis=0)).all(axis=1)):
            terms = slice(starts[i], stops[i])
            factors = these.take(first[terms], axis=0), those.take(second[terms], axis=0)
            np.einsum("mt,mt->t", *factors, out=table[i, rows])
    return _Group(place[ids], powers, table)


def _codes(powers: Ints) -> Ints:
    """Return each monomial as one number."""
    codes: Ints = powers @ np.array([BASE * BASE, BASE, 1])
    return codes


def _distinct(keys: Ints, need: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the distinct keys, each key's place among them, and the largest `need` of each."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    first = np.concatenate(([True], ordered[1:] != ordered[:-1]))
    ids = np.empty_like(order)
    ids[order] = np.cumsum(first) - 1
    starts = np.flatnonzero(first)
    return ordered[starts], ids, np.maximum.reduceat(need[order], starts, axis=0)


def _coefficients(groups: list[_Group], items: _Items, sizes: Sizes) -> Floats:
    """Return, for each row, the coefficient of the sizes that its Perlaggen leave to plain cards."""
    one, other = groups
    place = np.full(BASE**3, -1)
    place[_codes(other.powers)] = np.arange(len(other.powers))
    ways = np.zeros(len(one.ids))
    starts = np.flatnonzero(np.diff(items.wild, axis=0, prepend=-1).any(axis=1))
    for start, stop in zip(starts, [*starts[1:], len(ways)], strict=True):
        rows = slice(start, stop)
        rest = np.array(sizes) - items.wild[start] - one.powers
        first = np.flatnonzero((rest >= 0).all(axis=1))
        second = place[_codes(rest[first])]
        first, second = first[second >= 0], second[second >= 0]
        these = one.table[first[:, None], one.ids[rows]]
        those = other.table[second[:, None], other.ids[rows]]
        np.einsum("mt,mt->t", these, those, out=ways[rows])
    return ways
