"""Deals to all players at once: what is told apart in them, and polynomials in the sizes of four hands.

A polynomial is an array (cards of each of the four seats, row), one polynomial a row, cut off at the sizes
of the hands. Two players are four of whom two get no cards.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyse.deals.constraints import Frame, names_of
from analyse.deals.polynomials import least_figure
from analyse.game.seats import PACK

ORDER = (0, 2, 1, 3)  # the seats side by side: two of side 0, two of side 1
Four = tuple[int, int, int, int]  # a number for each seat of ORDER
Poly = NDArray[Any]  # int64, or float64 where all numbers stay below 2**53
Whole = NDArray[np.int64] | NDArray[np.object_]  # Python's numbers where int64 might not hold them


@dataclass(frozen=True)
class Deal:
    """The cards to hand out, with the figures that bound the hands.

    Parameters
    ----------
    frame : seats (0, 1) or (0, 1, 2, 3), every card that lies in a hand or asleep, and where it may lie
    values : the figures a hand can have, ascending
    """

    frame: Frame
    values: tuple[int, ...]

    @cached_property
    def sizes(self) -> Four:
        """Cards each seat gets beside its Perlaggen already played, none where nobody sits."""
        a, b, c, d = map(self.frame.room, ORDER)
        return a, b, c, d

    @cached_property
    def asleep(self) -> int:
        """Number of cards in nobody's hand."""
        return len(self.frame.places) - len(self.frame.fixed) - sum(self.sizes)

    @cached_property
    def wide(self) -> bool:
        """Whether the deals may be too many for int64."""
        deals, left = 1, len(self.frame.places) - len(self.frame.fixed)
        for size in self.sizes:
            deals *= comb(max(left, 0), size)
            left -= size
        return deals * (max(left, 1) if self.frame.bottom else 1) >= 1 << 63

    def _alike(self, *pairs: tuple[int, int]) -> bool:
        return all((b >> one & 1) == (b >> other & 1) for _, b in self.frame.places for one, other in pairs)

    @cached_property
    def partners_alike(self) -> tuple[bool, bool]:
        """Whether the two seats of each side may change places in every deal."""
        return self._alike((0, 2)), self._alike((1, 3))

    @cached_property
    def sides_alike(self) -> bool:
        """Whether the two sides may change places in every deal."""
        return self._alike((0, 1), (2, 3))

    def wild_ways(self) -> dict[Four, int]:
        """Return the ways to hand out the Perlaggen not played yet by how many each seat gets.

        Of partners dealt alike the first never gets fewer: such ways count for both. With the cut given
        each way counts once for every card that can then be the one at the bottom.
        """
        frame = self.frame
        perlaggen = [(card, bits) for card, bits in frame.places if frame.wild >> card & 1]
        permanent = tuple(frame.permanent >> card & 1 for card, _ in perlaggen)
        one, two = self.partners_alike
        ways: Counter[Four] = Counter()
        for (a, b, c, d, cut), n in handed_out(tuple(bits for _, bits in perlaggen), permanent).items():
            wild = (*((b, a) if one and a < b else (a, b)), *((d, c) if two and c < d else (c, d)))
            if all(w <= size for w, size in zip(wild, self.sizes, strict=True)):
                ways[wild] += n * (self.asleep - cut if frame.bottom else 1)
        return {wild: n for wild, n in ways.items() if n}

    def plain(self, mask: int) -> list[tuple[int, int]]:
        """Return the plain cards of a mask and where each may lie."""
        plain = mask & ~self.frame.perlaggen
        return [(card, bits) for card, bits in self.frame.places if plain >> card & 1]

    def names(self, place: int) -> tuple[int, ...]:
        """Return the cards that the seat at a place of ORDER shows besides: its Perlaggen already played."""
        return names_of(self.frame.fixed, ORDER[place])

    def least(self, kind: str, side: int, wild: tuple[int, int]) -> int:
        """Return the weakest bound that the hands of a side may keep with these Perlaggen."""
        return max(
            least_figure(kind, w, self.sizes[place] + len(self.names(place)))
            for place, w in zip((2 * side, 2 * side + 1), wild, strict=True)
        )

    def zeros(self) -> Whole:
        """Return a count for each pair of figures, all zero."""
        n = len(self.values)
        return np.full((n, n), 0, np.object_) if self.wide else np.zeros((n, n), np.int64)


def handed_out(bits: Sequence[int], counted: Sequence[int]) -> Counter[tuple[int, int, int, int, int]]:
    """Return the ways to hand out cards by how many each seat gets and how many counted ones sleep.

    `bits`: where each card may lie; `counted`: 1 for a card that counts, else 0.
    """
    ways = Counter([(0, 0, 0, 0, 0)])
    for places, count in zip(bits, counted, strict=True):
        steps = [
            (int(seat == 0), int(seat == 2), int(seat == 1), int(seat == 3), count * (seat == PACK))
            for seat in (*ORDER, PACK)
            if places >> seat & 1
        ]
        grown: Counter[tuple[int, int, int, int, int]] = Counter()
        for (a, b, c, d, e), n in ways.items():
            for u, v, x, y, z in steps:
                grown[a + u, b + v, c + x, d + y, e + z] += n
        ways = grown
    return ways


def times(poly: Poly, powers: Sequence[Four], ways: Poly) -> Poly:
    """Return polynomials times others that are given by monomials, (monomial, row), row by row."""
    out = np.zeros_like(poly)
    for power, factor in zip(powers, ways, strict=True):
        if factor.any() and all(k < n for k, n in zip(power, poly.shape, strict=False)):
            into = tuple(slice(k, None) for k in power)
            out[into] += poly[tuple(slice(n - k) for n, k in zip(poly.shape, power, strict=False))] * factor
    return out


def last(one: Poly, other: Poly, *, wide: bool) -> Whole:
    """Return the last coefficient of the product of polynomials, row by row.

    `wide`: it may leave int64. Then it is put together from what is left of it after division by 2**64,
    which integers that run over keep exactly, and from its nearest float64.
    """
    rows = one.shape[-1]
    these, those = one.reshape(-1, rows), other[::-1, ::-1, ::-1, ::-1].reshape(-1, rows)
    if not wide:
        return np.asarray(np.einsum("mt,mt->t", these.astype(np.int64), those.astype(np.int64)))
    rest = np.einsum("mt,mt->t", these.astype(np.uint64), those.astype(np.uint64))
    near = np.einsum("mt,mt->t", these.astype(np.float64), those.astype(np.float64))
    numbers = [
        low + ((int(about) - low + (1 << 63)) >> 64 << 64)
        for low, about in zip(rest.tolist(), near.tolist(), strict=True)
    ]
    return np.array(numbers, np.object_)
