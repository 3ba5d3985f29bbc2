"""Naming (Taufen): every name for every Perlagg of a hand, counted and put in order (RULES 2, 4).

A plan names some Perlaggen and leaves the others free. Figures depend only on which cards the
names are, not on which Perlagg bears which, so the search runs over multisets of names; and among
plans that leave equally many Perlaggen free, those that keep the highest are at least as good as
all others. Hence only the lowest m Perlaggen need be named, m = 0..k.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import factorial

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import card_of
from analyse.game.figures import RANK_MASKS, hanger_of_suit
from analyse.game.rules import Rules

N_NAMES = 32  # any card but the Weli: a Perlagg is never named a six (RULES 9)


@dataclass(frozen=True)
class Plan:
    """What some Perlaggen are named and what that makes.

    Parameters
    ----------
    named : (Perlagg, name) pairs of cards, the Perlaggen high to low
    gleich, hanger : figures of the plain and the named cards; free Perlaggen count in neither
    free : the Perlaggen left without a name, high to low
    """

    named: tuple[tuple[int, int], ...]
    gleich: int
    hanger: int
    free: tuple[int, ...]


@dataclass(frozen=True)
class Taufen:
    """All namings of a hand, counted.

    Parameters
    ----------
    plans : the Pareto front over Gleich, Hanger and the Perlaggen left free, best Gleich first
    namings : 32**k for k Perlaggen, each named, which bears which name told apart
    reach : how many of them make each (gleich, hanger); adds up to `namings`
    best_gleich, best_hanger : the best of each figure alone
    together : whether one naming makes both
    """

    plans: tuple[Plan, ...]
    namings: int
    reach: Mapping[tuple[int, int], int]
    best_gleich: int
    best_hanger: int
    together: bool


def taufen(hand: int, rules: Rules, trump: int) -> Taufen:
    """Return what the Perlaggen of `hand` (mask of 1..8 cards) can be named when `trump` is trump.

    Names that make the same figures are compared from the strongest down, a trump before a side
    suit, then the higher rank, then the suits H L S E; the strongest is shown, on the highest of
    the named Perlaggen.

    >>> from analyse.game.cards import card_name, mask_of, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> answer = taufen(mask_of(parse_cards("HA HO E10 S9 W")), load_rules(), 1)
    >>> [[card_name(c) for c in pair] for pair in answer.plans[0].named]
    [['W', 'LA']]
    >>> answer.namings, sum(answer.reach.values())
    (32, 32)
    """
    perlaggen = tuple(p for p in rules.perlaggen(trump) if hand >> p & 1)
    plain = hand & ~rules.perlagg_mask(trump)
    order = _names_by_strength(trump)
    made = [_Figures(plain, m, order) for m in range(len(perlaggen) + 1)]
    front: list[tuple[int, int, int]] = []  # gleich, hanger, m
    for m, figures in enumerate(made):
        front += [(g, h, m) for g, h in figures.best_pairs() if not _beaten(g, h, front)]
    plans = []
    for g, h, m in sorted(front, key=lambda row: (-row[0], -row[1], row[2])):
        split = len(perlaggen) - m
        names = made[m].strongest(g, h)
        plans.append(Plan(tuple(zip(perlaggen[split:], names, strict=True)), g, h, perlaggen[:split]))
    reach = made[-1].reach()
    best_gleich, best_hanger = max(g for g, _ in reach), max(h for _, h in reach)
    return Taufen(
        plans=tuple(plans),
        namings=N_NAMES ** len(perlaggen),
        reach=reach,
        best_gleich=best_gleich,
        best_hanger=best_hanger,
        together=(best_gleich, best_hanger) in reach,
    )


def _beaten(gleich: int, hanger: int, plans: list[tuple[int, int, int]]) -> bool:
    """Whether one of `plans`, all of which leave more Perlaggen free, is at least as good."""
    return any(g >= gleich and h >= hanger for g, h, _ in plans)


def _names_by_strength(trump: int) -> tuple[int, ...]:
    """Return the 32 names, the weakest in tricks first."""
    names = [card_of(suit, rank) for suit in range(4) for rank in range(8)]
    return tuple(sorted(names, key=lambda c: (c >> 3 == trump, c & 7, -(c >> 3))))


@cache
def _multisets(size: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return all multisets of `size` of the 32 strengths and how many orders each has.

    The first array has shape (n, size), each row descending, rows in lexicographic order.
    """
    rows = np.zeros((1, 0), np.uint8)
    last = np.full(1, N_NAMES - 1, np.intp)
    run = np.zeros(1, np.int64)
    repeats = np.ones(1, np.int64)  # product of the factorials of the multiplicities
    for _ in range(size):
        parent = np.repeat(np.arange(len(rows)), last + 1)
        value = np.arange(len(parent)) - np.repeat(np.cumsum(last + 1) - last - 1, last + 1)
        again = (value == last[parent]) & (run[parent] > 0)
        run = np.where(again, run[parent] + 1, 1)
        repeats = repeats[parent] * run
        rows = np.column_stack([rows[parent], value.astype(np.uint8)])
        last = value
    return rows, factorial(size) // repeats


class _Figures:
    """The figures of a plain hand with every multiset of `size` names added."""

    def __init__(self, plain: int, size: int, order: tuple[int, ...]) -> None:
        self.order = order
        self.rows, self.orders = _multisets(size)
        self.codes = _figure_codes(plain, self.rows, order)
        self.pairs = [divmod(int(code), 256) for code in np.unique(self.codes)]

    def best_pairs(self) -> list[tuple[int, int]]:
        """Return the (gleich, hanger) that no other pair of this size beats."""
        best: list[tuple[int, int]] = []
        for g, h in sorted(self.pairs, reverse=True):
            if not best or h > best[-1][1]:
                best.append((g, h))
        return best

    def strongest(self, gleich: int, hanger: int) -> list[int]:
        """Return the strongest names that make the pair, strongest first."""
        last = np.flatnonzero(self.codes == 256 * gleich + hanger)[-1]  # rows are in order
        return [self.order[s] for s in self.rows[last]]

    def reach(self) -> dict[tuple[int, int], int]:
        """Return how many namings, order kept, make each pair."""
        counts = np.bincount(self.codes, weights=self.orders)  # below 2**53, so exact
        return {(g, h): int(counts[256 * g + h]) for g, h in self.pairs}


def _figure_codes(plain: int, rows: NDArray[np.uint8], order: tuple[int, ...]) -> NDArray[np.intp]:
    """Return 256 * gleich + hanger for the plain hand with each row of names added."""
    names = np.array(order)
    tables = _hanger_lookup()
    best_gleich = np.zeros(len(rows), np.intp)
    best_hanger = np.zeros(len(rows), np.intp)
    nibble = np.uint32(1) << (4 * (names & 7)).astype(np.uint32)
    counts = sum((nibble[column] for column in rows.T), np.zeros(len(rows), np.uint32))
    for rank, mask in enumerate(RANK_MASKS):
        count = (counts >> np.uint32(4 * rank) & np.uint32(15)).astype(np.intp) + (plain & mask).bit_count()
        np.maximum(best_gleich, np.where(count >= 2, 8 * (count - 1) + rank, 0), out=best_gleich)
    for suit in range(4):
        bit = np.where(names >> 3 == suit, 1 << (names & 7), 0)
        ranks = np.full(len(rows), plain >> 8 * suit & 0xFF)
        for column in rows.T:
            ranks |= bit[column]
        np.maximum(best_hanger, tables[ranks], out=best_hanger)
    return 256 * best_gleich + best_hanger


@cache
def _hanger_lookup() -> NDArray[np.intp]:
    """Return the Hanger of a set of ranks without Perlaggen, indexed by the set."""
    return np.array([hanger_of_suit(ranks, 0) for ranks in range(256)], np.intp)
