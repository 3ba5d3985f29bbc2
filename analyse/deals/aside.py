"""Exact counts where one seat is told more than factors: its hands are enumerated, the other two counted.

What the other two can get depends on a hand only by the cards it takes from each rank (for the Gleich)
or suit (for the Hanger) and by its Perlaggen. So hands that take alike are one row, and for each row the
ways of the other two within their bounds are a coefficient of a product of small polynomials, as in
`analyse.deals.polynomials`. The products over half of the ranks (suits) are shared by all rows alike in them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product

import numpy as np
from numpy.typing import NDArray

from analyse.deals.constraints import Bound, Frame, Number, tidy
from analyse.deals.hands import Masks, hands_within
from analyse.deals.polynomials import SUIT_MASKS, least_figure
from analyse.game.cards import mask_of
from analyse.game.figures import RANK_MASKS, figure_values, hanger_of_suit
from analyse.game.seats import PACK

MOST_WORK = 60_000_000  # rows times counts, each of them a few sums of products
AT_ONCE = 64  # counts
Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Ask = tuple[int, int, int]  # the seat's own figure at most, those of the other two


def counts_aside(  # noqa: PLR0913  what is counted, and in what time
    frame: Frame,
    kind: str,
    seat: int,
    told: tuple[Sequence[Number], Sequence[Bound]],
    asked: Sequence[Ask],
    *,
    share: int = 1,
) -> list[int] | None:
    """Return, for each (x, y, z), the deals with the figure of `seat` at most x, the others' at most y and z.

    Parameters
    ----------
    frame : the cards to hand out to three seats; none of their Perlaggen played
    kind : "gleich" or "hanger"
    seat : the seat whose hands are enumerated; the others follow in the frame's order
    told : numbers, about this seat or such that they factor, and bounds of this seat
    asked : figures, `ANY` for no bound
    share : how many such counts have the time of one

    Returns
    -------
    exact integers, one for each of `asked`; None: they take too long
    """
    numbers = tidy(frame, told[0])
    if numbers is None:
        return [0] * len(asked)
    made = _Aside(frame, kind, seat, numbers, hands_within(frame, numbers, seat, told[1]))
    return made.counts(asked, MOST_WORK // share)


@dataclass(frozen=True)
class _Rows:
    """Hands that take alike: how many there are, the figure they make, and what they take of each part."""

    ways: Floats  # (rows,)
    figure: Ints  # (rows,)
    taken: Ints  # (rows, parts): which of the sets taken of that part
    sets: tuple[tuple[int, ...], ...]  # by part: those sets, one of each kind


class _Aside:
    """One seat's hands, and polynomials of what is left for the other two, q and r."""

    def __init__(self, frame: Frame, kind: str, seat: int, numbers: tuple[Number, ...], hands: Masks) -> None:
        self.frame, self.kind, self.seat = frame, kind, seat
        self.others = tuple(other for other in frame.seats if other != seat)
        self.numbers = tuple(number for number in numbers if number.seats != 1 << seat)
        masks = RANK_MASKS if kind == "gleich" else SUIT_MASKS
        self.parts = (frame.perlaggen, *(mask & ~frame.perlaggen for mask in masks))
        self.rows = self._rows(hands)
        self.tree = self._tree()

    def _rows(self, hands: Masks) -> _Rows:
        keys, sets = [], []
        for part in self.parts:
            key = self._alike(hands & np.uint64(part & self.frame.cards), part)
            _, first, which = np.unique(key, return_index=True, return_inverse=True)
            keys.append(which.reshape(-1))
            sets.append(tuple((hands[first] & np.uint64(part)).tolist()))
        table = np.stack(keys, axis=1)
        codes = table @ np.cumprod([1, *(len(some) for some in sets[:-1])])
        _, first, ways = np.unique(codes, return_index=True, return_counts=True)
        figures = figure_values(self.kind, hands[first], self.frame.perlaggen).astype(np.intp)
        return _Rows(ways.astype(np.float64), figures, table[first], tuple(sets))

    def _tree(self) -> list[list[tuple[Ints, Ints]]]:
        """Return, level by level, which sets taken of two parts occur together: of the one, of the other.

        Below the last level stand the rows, in blocks that take as many cards of each half: the rows, then
        for both halves which of its sets taken each has, and those sets.
        """
        columns = list(self.rows.taken.T[1:])
        cards = [
            np.bitwise_count(np.array(sets, np.uint64))[column].astype(np.intp)
            for sets, column in zip(self.rows.sets[1:], columns, strict=True)
        ]
        half = len(columns) // 2
        sizes = sum(cards[:half]) * (self.frame.size + 1) + sum(cards[half:])
        levels: list[list[tuple[Ints, Ints]]] = []
        while len(columns) > 2:
            level: list[tuple[Ints, Ints]] = []
            joined = []
            for one, other in zip(columns[::2], columns[1::2], strict=True):
                n = int(other.max(initial=0)) + 1
                keys, ids = np.unique(one * n + other, return_inverse=True)
                level.append((keys // n, keys % n))
                joined.append(ids.reshape(-1))
            levels.append(level)
            columns = joined
        self.blocks = []
        for size in np.unique(sizes):
            rows = np.flatnonzero(sizes == size)
            (one, of_one), (other, of_other) = (
                np.unique(column[rows], return_inverse=True) for column in columns
            )
            self.blocks.append((rows, of_one.reshape(-1), one, of_other.reshape(-1), other))
        return levels

    def _alike(self, held: Masks, part: int) -> Masks:
        """Return a key of what hands take of a part, the same where it makes no difference to the others."""
        if self.kind == "hanger" and part != self.frame.perlaggen:
            return held
        classes: dict[tuple[int, int], int] = {}
        for card, bits in self.frame.places:
            if part >> card & 1:
                permanent = self.frame.permanent >> card & 1
                classes[bits, permanent] = classes.get((bits, permanent), 0) | 1 << card
        key = np.zeros(len(held), np.uint64)
        for mask in classes.values():
            key = key * np.uint64(9) + np.bitwise_count(held & np.uint64(mask))
        return key

    def counts(self, asked: Sequence[Ask], work: int) -> list[int] | None:
        """Return the counts; None: more than so many rows times counts."""
        wild = self._wild_ways()
        items = [
            (split, some)
            for split in sorted({split for ways in wild for split in ways})
            if (some := [ask for ask in asked if self._can(split, ask[1:])])
        ]
        if len(self.rows.ways) * sum(len(some) for _, some in items) > work:
            return None
        totals: Counter[Ask] = Counter()
        for split, some in items:
            weights = np.array([ways.get(split, 0) for ways in wild], np.float64)[self.rows.taken[:, 0]]
            for begin in range(0, len(some), AT_ONCE):
                here = sorted(some[begin : begin + AT_ONCE])
                for ask, n in zip(here, self._of_split(split, here, weights * self.rows.ways), strict=True):
                    totals[ask] += n
        return [totals[ask] for ask in asked]

    def _of_split(self, split: tuple[int, int], asked: Sequence[Ask], weights: Floats) -> list[int]:
        """Return the counts with so many Perlaggen at q and r, each row weighing as much as told."""
        factors = [self._polynomials(part, asked, split) for part in range(1, len(self.parts))]
        for level in self.tree:
            factors = [
                _product(one, other, *both)
                for one, other, both in zip(factors[::2], factors[1::2], level, strict=True)
            ]
        # (sets, i, j, asked); what one half leaves the other half gives
        one, other = (np.ascontiguousarray(factor.transpose(2, 0, 1, 3)) for factor in factors)
        other = other[:, ::-1, ::-1]
        counts = []
        for x, group in groupby(range(len(asked)), key=lambda i: asked[i][0]):
            these = slice((some := list(group))[0], some[-1] + 1)
            fits = np.where(self.rows.figure <= x, weights, 0.0)
            total = np.zeros(len(some))
            for rows, of_one, ids_one, of_other, ids_other in self.blocks:
                if not fits[rows].any():
                    continue
                matrix = np.zeros((len(ids_one), len(ids_other)))
                np.add.at(matrix, (of_one, of_other), fits[rows])
                right = other[ids_other][..., these]
                both = (matrix @ right.reshape(len(ids_other), -1)).reshape(len(ids_one), *right.shape[1:])
                total += np.einsum("lijp,lijp->p", one[ids_one][..., these], both)
            counts += [int(n) for n in total]
        return counts

    def _can(self, split: tuple[int, int], pair: tuple[int, int]) -> bool:
        """Return whether hands with so many Perlaggen can keep their bounds."""
        return all(
            bound >= least_figure(self.kind, w, self.frame.size) for w, bound in zip(split, pair, strict=True)
        )

    def _wild_ways(self) -> list[dict[tuple[int, int], int]]:
        """Return, for each set of Perlaggen taken, the ways to give q and r so many of the others.

        With the cut given, each counts for every card that can then be the one at the bottom.
        """
        frame = self.frame
        asleep = len(frame.places) - len(frame.seats) * frame.size
        found = []
        for taken in self.rows.sets[0]:
            ways: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
            for card, bits in frame.places:
                if frame.perlaggen >> card & 1 and not taken >> card & 1:
                    permanent = frame.permanent >> card & 1
                    grown: Counter[tuple[int, int, int]] = Counter()
                    for (a, b, d), n in ways.items():
                        for place, step in (
                            *zip(self.others, ((1, 0, 0), (0, 1, 0)), strict=True),
                            (PACK, (0, 0, permanent)),
                        ):
                            if bits >> place & 1:
                                grown[a + step[0], b + step[1], d + step[2]] += n
                    ways = grown
            total: Counter[tuple[int, int]] = Counter()
            for (a, b, d), n in ways.items():
                if max(a, b) <= frame.size and self._fits(0, taken, a, b):
                    total[a, b] += n * (asleep - d if frame.bottom else 1)
            found.append({split: n for split, n in total.items() if n})
        return found

    def _fits(self, part: int, taken: int, a: int, b: int) -> bool:
        """Return whether the numbers about a part hold if `taken` of it is here, a cards at q and b at r."""
        for number in self.numbers:
            if number.cards & self.parts[part]:
                held = [(taken & number.cards).bit_count(), a, b]
                seats = (self.seat, *self.others)
                n = sum(k for k, seat in zip(held, seats, strict=True) if number.seats >> seat & 1)
                if not number.low <= n <= number.high:
                    return False
        return True

    def _polynomials(self, part: int, asked: Sequence[Ask], split: tuple[int, int]) -> Floats:
        """Return the ways for q and r to get i and j cards of a part, (i, j, sets taken, asked)."""
        taken = self.rows.sets[part]
        pairs = [(y, z) for _, y, z in asked]
        shape = self.frame.size - split[0] + 1, self.frame.size - split[1] + 1
        make = self._of_rank if self.kind == "gleich" else self._of_suit
        table = make(part, taken, pairs, split, shape)
        for number in self.numbers:
            if number.cards & self.parts[part]:
                for (i, j), (s, mask) in product(np.ndindex(*shape), enumerate(taken)):
                    if not self._fits(part, mask, i, j):
                        table[i, j, s] = 0
        return table

    def _places(self, part: int, taken: int) -> list[tuple[int, int]]:
        mask = self.parts[part] & ~taken
        return [(card, bits) for card, bits in self.frame.places if mask >> card & 1]

    def _of_rank(
        self,
        part: int,
        taken: Sequence[int],
        pairs: Sequence[tuple[int, int]],
        split: tuple[int, int],
        shape: tuple[int, int],
    ) -> Floats:
        table = np.zeros((*shape, len(taken), len(pairs)))
        for s, mask in enumerate(taken):
            for (i, j), n in _handed_out([bits for _, bits in self._places(part, mask)], self.others):
                if i < shape[0] and j < shape[1]:
                    table[i, j, s] = n
        bounds = np.array(pairs)  # (pairs, 2)
        cap = bounds // 8 + 1 - np.array(split) - (part - 1 > np.where(bounds > 0, bounds % 8, 7))
        table *= (np.arange(shape[0])[:, None] <= cap[:, 0])[:, None, None, :]
        table *= (np.arange(shape[1])[:, None] <= cap[:, 1])[None, :, None, :]
        return table

    def _of_suit(
        self,
        part: int,
        taken: Sequence[int],
        pairs: Sequence[tuple[int, int]],
        split: tuple[int, int],
        shape: tuple[int, int],
    ) -> Floats:
        cards = self._places(part, 0)
        sets = np.arange(1 << len(cards))
        size = np.bitwise_count(sets)
        may = {
            place: (sets & mask_of(k for k, (_, bits) in enumerate(cards) if not bits >> place & 1)) == 0
            for place in (*self.others, PACK)
        }
        ranks = np.array(
            [sum(1 << (card & 7) for k, (card, _) in enumerate(cards) if s >> k & 1) for s in sets]
        )
        families = [
            np.array([hanger_of_suit(int(s), w) for s in ranks]) <= np.array([[pair[axis]] for pair in pairs])
            for axis, w in enumerate(split)
        ]  # (pairs, sets) each
        q, r = (family & may[seat] for family, seat in zip(families, self.others, strict=True))
        away = np.array(
            [sum(1 << k for k, (card, _) in enumerate(cards) if mask >> card & 1) for mask in taken]
        )
        # the sets that q and r may have together beside what is taken, the rest being asleep
        rest = sets[-1] & ~away[:, None] & ~sets
        free = ((sets & away[:, None]) == 0) & may[PACK][rest]  # (taken, sets)
        table = np.zeros((*shape, len(taken), len(pairs)))
        whole, some = np.nonzero((sets[:, None] & sets) == sets)
        for i, j in np.ndindex(*shape):
            here = (size[some] == i) & (size[whole] == i + j)
            if here.any():
                both = (q[:, some[here]] & r[:, (whole ^ some)[here]]).astype(np.float64)
                table[i, j] = free[:, whole[here]].astype(np.float64) @ both.T
        return table


def _handed_out(places: Sequence[int], others: Sequence[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield what q and r can get of cards with these places, and in how many ways."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    steps: Mapping[int, tuple[int, int]] = {others[0]: (1, 0), others[1]: (0, 1), PACK: (0, 0)}
    for bits in places:
        grown: Counter[tuple[int, int]] = Counter()
        for (a, b), n in ways.items():
            for place, (x, y) in steps.items():
                if bits >> place & 1:
                    grown[a + x, b + y] += n
        ways = grown
    yield from ways.items()


def _product(a: Floats, b: Floats, first: Ints, second: Ints) -> Floats:
    """Return the products of two parts' polynomials, for the pairs of sets taken that occur."""
    made = np.zeros((*a.shape[:2], len(first), a.shape[3]))
    rights = {(k, m): b[k, m][second] for k, m in np.ndindex(*b.shape[:2]) if b[k, m].any()}
    for i, j in np.ndindex(*a.shape[:2]):
        if not a[i, j].any():
            continue
        left = a[i, j][first]
        for (k, m), right in rights.items():
            if i + k < a.shape[0] and j + m < a.shape[1]:
                made[i + k, j + m] += left * right
    return made
