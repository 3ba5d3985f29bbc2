"""Exact counts of deals by generating functions: how often figures stay at or below bounds.

For given numbers of Perlaggen in the hands the bound "this hand's Gleich is at most x" splits into
one bound per rank, "its Hanger is at most x" into one per suit. The ways to hand out the cards of
one rank (suit) within its bounds are a small polynomial in the sizes of the hands; the count of
deals is a coefficient of the product of these polynomials, summed over the ways to hand out the
Perlaggen. The numbers stay below 2**53, so float64 holds them exactly; `joint_counts` checks it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb

import numpy as np
from numpy.typing import NDArray

from analyse.game.figures import MAX_COUNT, RANK_MASKS, hanger_of_suit
from analyse.odds.situation import LEFT, PACK, PARTNER, RIGHT, Situation

ANY = 8 * (MAX_COUNT - 1) + 7  # a bound that every figure keeps
BLOCK = 192  # polynomials multiplied at a time
SEATS = (LEFT, RIGHT, PARTNER)  # the axes of every polynomial
Table = NDArray[np.float64]  # polynomials: [size left, size right, size partner, polynomial]
Sizes = tuple[int, int, int]


@dataclass(frozen=True)
class _Items:
    """The counts asked for: Perlaggen per seat and the bounds on both sides, one row each."""

    wild: NDArray[np.intp]  # (n, 3)
    bounds: NDArray[np.intp]  # (n, 3): left, right, partner
    pair: NDArray[np.intp]  # (n,): which of the asked pairs the row belongs to
    weight: list[int]  # ways to hand out the Perlaggen


def joint_counts(known: Situation, kind: str, pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Return, for each (x, y), the number of deals with their best at most x, my partner's at most y.

    Parameters
    ----------
    known : the situation; its `deals` is the total
    kind : "gleich" or "hanger"
    pairs : figures, `ANY` for no bound

    Returns
    -------
    exact integers, one for each pair
    """
    size = known.rules.hand_size
    sizes = (size, size, size) if known.players == 4 else (size, 0, 0)
    _check_exact(known)
    items = _items(known, kind, pairs, sizes)
    groups = _gleich_groups(known, items) if kind == "gleich" else _hanger_groups(known, items, sizes)
    need = np.array(sizes) - items.wild
    while len(groups) > 2:
        groups = [_multiply(a, b, need) for a, b in zip(groups[::2], groups[1::2], strict=True)]
    counts = [0] * len(pairs)
    for pair, weight, ways in zip(items.pair, items.weight, _coefficients(groups, items, sizes), strict=True):
        counts[pair] += weight * int(ways)
    return counts


def _check_exact(known: Situation) -> None:
    """Raise `OverflowError` where a count of deals could leave the whole numbers of float64."""
    if known.deals >= 1 << 53:
        raise OverflowError(f"{known.deals} deals are too many to be counted exactly in float64")


def wild_ways(known: Situation) -> dict[Sizes, int]:
    """Return the ways to hand out the unseen Perlaggen, by how many left, right and partner get.

    With the cut given, each way counts once for every card that can then be the one at the bottom:
    those asleep that are no permanent Perlagg.
    """
    asleep = len(known.places) - len(known.others) * known.rules.hand_size
    ways: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 1}  # the last: permanent ones asleep
    for card, bits in known.places:
        if not known.perlaggen >> card & 1:
            continue
        permanent = known.rules.permanent >> card & 1
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
        total[a, b, c] = total.get((a, b, c), 0) + w * (asleep - d if known.bottom else 1)
    return total


def least_figure(kind: str, wild: int, size: int) -> int:
    """Return the weakest figure of a hand of `size` cards with `wild` Perlaggen."""
    if wild == size:
        return 8 * (wild - 1) + 7 if wild > 1 else 0
    return 8 * wild + (wild if kind == "hanger" else 0) if wild else 0


def _items(known: Situation, kind: str, pairs: Sequence[tuple[int, int]], sizes: Sizes) -> _Items:
    """Return the rows that can be other than zero.

    Where nothing tells the opponents apart, (p, q) and (q, p) Perlaggen count alike: one row.
    """
    alike = (
        all((bits >> LEFT & 1) == (bits >> RIGHT & 1) for _, bits in known.places) and sizes[0] == sizes[1]
    )
    ways = {
        wild: weight * (2 if alike and wild[0] < wild[1] else 1)
        for wild, weight in wild_ways(known).items()
        if all(w <= s for w, s in zip(wild, sizes, strict=True)) and not (alike and wild[0] > wild[1])
    }
    wilds = np.array(list(ways), np.intp).reshape(-1, 3)
    least = np.array(
        [[least_figure(kind, w, s) for w, s in zip(wild, sizes, strict=True)] for wild in ways], np.intp
    ).reshape(-1, 3)
    bounds = np.array([(x, x, y) for x, y in pairs], np.intp)
    row, pair = np.nonzero((bounds >= least[:, None]).all(axis=-1))
    weights = list(ways.values())
    return _Items(wilds[row], bounds[pair], pair, [weights[r] for r in row])


Group = tuple[NDArray[np.intp], Table]  # polynomial of each row, and the distinct polynomials


def _assignments(places: Iterable[tuple[int, int]]) -> list[Sizes]:
    """Return every way to hand out some cards, as the numbers left, right and partner get."""
    ways = [(0, 0, 0)]
    for _, bits in places:
        ways = [
            (a + (p == LEFT), b + (p == RIGHT), c + (p == PARTNER))
            for a, b, c in ways
            for p in (LEFT, RIGHT, PARTNER, PACK)
            if bits >> p & 1
        ]
    return ways


def _plain(known: Situation, mask: int) -> list[tuple[int, int]]:
    return [(card, bits) for card, bits in known.places if (mask & ~known.perlaggen) >> card & 1]


def _gleich_groups(known: Situation, items: _Items) -> list[Group]:
    """Return one group a rank: at most cap cards of it, the cap depending on bound and Perlaggen."""
    count, rank = items.bounds // 8 + 1, np.where(items.bounds > 0, items.bounds % 8, 7)
    room = count - items.wild  # cards of a rank up to the bound's own; above it one fewer
    fits = np.arange(5)[:, None] <= np.arange(-1, 5)  # [cards, cap]
    allowed = np.einsum("ai,bj,ck->abcijk", fits, fits, fits).reshape(5, 5, 5, 216)
    groups = []
    for r, mask in enumerate(RANK_MASKS):
        cards = _plain(known, mask)
        ways = np.zeros((5, 5, 5), np.float64)
        for a, b, c in _assignments(cards):
            ways[a, b, c] += 1
        cap = np.clip(room - (r > rank), -1, len(cards)) + 1
        used, ids = np.unique(cap @ np.array([36, 6, 1]), return_inverse=True)
        groups.append((ids, ways[..., None] * allowed[..., used]))
    return groups


def _hanger_groups(known: Situation, items: _Items, sizes: Sizes) -> list[Group]:
    """Return one group a suit: each hand's plain ranks within a set that keeps its bound."""
    keys = items.wild * (ANY + 1) + items.bounds  # what a hand may hold depends on this alone
    groups = []
    for suit in range(4):
        sets = _SuitSets(_plain(known, 0xFF << 8 * suit))
        (left, left_ids), (right, right_ids), (partner, partner_ids) = (
            sets.families(keys[:, axis], seat) for axis, seat in enumerate(SEATS)
        )
        pairs, pair_ids = np.unique(left_ids * len(right) + right_ids, return_inverse=True)
        triples, ids = np.unique(pair_ids * len(partner) + partner_ids, return_inverse=True)
        of_left, of_right = np.divmod(pairs, len(right))
        of_pair, of_partner = np.divmod(triples, len(partner))
        table = sets.polynomials(
            sets.splits(left[of_left], right[of_right]),
            sets.splits(partner, sets.allowed(PACK)[None, :]),
            of_pair,
            of_partner,
            sizes,
        )
        groups.append((ids, table))
    return groups


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

    def families(self, keys: NDArray[np.intp], seat: int) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
        """Return the distinct families of sets that `seat` may hold, (families, sets), and each key's."""
        used, ids = np.unique(keys, return_inverse=True)
        wild, bound = np.divmod(used, ANY + 1)
        rows = (_hanger_by_set()[wild][:, self.ranks] <= bound[:, None]) & self.allowed(seat)
        _, first, which = np.unique(np.packbits(rows, axis=1), axis=0, return_index=True, return_inverse=True)
        return rows[first], which.reshape(-1)[ids]

    def splits(self, these: NDArray[np.bool_], rest: NDArray[np.bool_]) -> list[Table]:
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
        self,
        opponents: list[Table],
        others: list[Table],
        of_pair: NDArray[np.intp],
        of_partner: NDArray[np.intp],
        sizes: Sizes,
    ) -> Table:
        """Return the polynomial of each row: the opponents split a set, partner and pack the rest."""
        shape = tuple(min(size, self.n) + 1 for size in sizes)
        table = np.zeros((*shape, len(of_pair)))
        for size in range(self.n + 1):
            here = opponents[size]
            there = others[self.n - size][::-1]  # the complements of ascending sets descend
            low, high = max(0, size - shape[1] + 1), min(size, shape[0] - 1)
            for a in range(low, high + 1):
                for c in range(min(self.n - size, shape[2] - 1) + 1):
                    table[a, size - a, c] = np.einsum(
                        "st,st->t", here[:, a, of_pair], there[:, c, of_partner]
                    )
        return table


@cache
def _hanger_by_set() -> NDArray[np.intp]:
    """Return the Hanger of Perlaggen and a set of ranks, indexed [wild, set], shape (9, 256)."""
    return np.array([[hanger_of_suit(s, w) for s in range(256)] for w in range(9)], np.intp)


def _multiply(one: Group, other: Group, need: NDArray[np.intp]) -> Group:
    """Return the products of the rows' polynomials, each cut off at the degree that is still needed.

    `need` (n, 3) is the degree of each row's last coefficient. Equal pairs are multiplied once, in
    blocks of like degree that are small enough for the processor's cache.
    """
    n = other[1].shape[-1]
    keys, ids, degree = _distinct(one[0] * n + other[0], need)
    order = np.lexsort(degree.T)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    of_one, of_other = np.divmod(keys[order], n)
    degree = degree[order]
    ends = [d + e - 1 for d, e in zip(one[1].shape[:3], other[1].shape[:3], strict=True)]
    full = np.minimum(degree.max(axis=0) + 1, ends)
    table = np.zeros((*full, len(keys)))
    for start in range(0, len(keys), BLOCK):
        rows = slice(start, start + BLOCK)
        a, b, c = np.minimum(degree[rows].max(axis=0) + 1, ends)
        _convolve(
            one[1][:a, :b, :c, of_one[rows]], other[1][:a, :b, :c, of_other[rows]], table[:a, :b, :c, rows]
        )
    return place[ids], table


def _convolve(one: Table, other: Table, out: Table) -> None:
    """Write the products of the polynomials of two tables to `out`, within its degrees."""
    spans = [
        [_span(n, d, e) for n in range(m)]
        for m, d, e in zip(out.shape[:3], one.shape[:3], other.shape[:3], strict=True)
    ]
    for (i, (a, x)), (j, (b, y)), (k, (c, z)) in product(*map(enumerate, spans)):
        np.einsum("abct,abct->t", one[a, b, c], other[x, y, z], out=out[i, j, k])


def _span(n: int, one: int, other: int) -> tuple[slice, slice]:
    """Return the exponents that add up to `n` in polynomials of `one` and `other` coefficients."""
    low, high = max(0, n - other + 1), min(n, one - 1)
    stop = n - high - 1
    return slice(low, high + 1), slice(n - low, stop if stop >= 0 else None, -1)


def _distinct(
    keys: NDArray[np.intp], need: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return the distinct keys, each key's place among them, and the largest `need` of each."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    first = np.concatenate(([True], ordered[1:] != ordered[:-1]))
    ids = np.empty_like(order)
    ids[order] = np.cumsum(first) - 1
    starts = np.flatnonzero(first)
    return ordered[starts], ids, np.maximum.reduceat(need[order], starts, axis=0)


def _coefficients(groups: list[Group], items: _Items, sizes: Sizes) -> NDArray[np.float64]:
    """Return, for each row, the coefficient of the sizes that its Perlaggen leave to plain cards."""
    (one_ids, one), (other_ids, other) = groups
    ways = np.zeros(len(one_ids))
    starts = np.flatnonzero(np.diff(items.wild, axis=0, prepend=-1).any(axis=1))
    for start, stop in zip(starts, [*starts[1:], len(ways)], strict=True):
        rows = slice(start, stop)
        spans = [
            _span(int(size - wild), d, e)
            for size, wild, d, e in zip(sizes, items.wild[start], one.shape[:3], other.shape[:3], strict=True)
        ]
        (a, x), (b, y), (c, z) = spans
        np.einsum(
            "abct,abct->t",
            one[a, b, c, one_ids[rows]],
            other[x, y, z, other_ids[rows]],
            out=ways[rows],
        )
    return ways
