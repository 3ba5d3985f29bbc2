"""Naming (Taufen): every name for every Perlagg of a hand, counted and put in order (RULES 2, 4).

A plan names some Perlaggen and leaves the others free. Figures depend only on which cards the
names are, not on which Perlagg bears which, and among plans that leave equally many Perlaggen free
those that keep the highest are at least as good as all others. Hence only the lowest m Perlaggen
need be named, m = 0..k, and a plan on the front names just what its two figures lack.

All namings are counted by generating functions: a Hanger bound splits into one bound per suit, and
the Gleich asks only how many names each rank has got. So the namings of each suit are a polynomial
over the counts per rank, and those of all suits its product, one for every Hanger bound.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import card_of, cards_of, mask_of
from analyse.game.figures import figure_count, hanger_of_suit
from analyse.game.rules import Rules

N_NAMES = 32  # any card but the Weli: a Perlagg is never named a six (RULES 9)
Pair = tuple[int, int]  # gleich, hanger
Table = NDArray[np.float64]  # ways, [Hanger bound, counts per rank]; below 32**8, so exact


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


def taufen(hand: int, rules: Rules, trump: int, named: Sequence[int] = ()) -> Taufen:
    """Return what the Perlaggen of `hand` (mask of 1..8 cards) can be named when `trump` is trump.

    `named`: cards (0..31) that count besides, as the names of Perlaggen that were played and are no more in
    `hand`; one may be a card that the hand holds as well (RULES 2).

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
    plain = (*cards_of(hand & ~rules.perlagg_mask(trump)), *named)
    reaches = _reaches(plain, len(perlaggen))
    front: list[tuple[int, int, int]] = []  # gleich, hanger, m
    for m, made in enumerate(reaches):
        front += [(g, h, m) for g, h in _best_pairs(made) if not _beaten(g, h, front)]
    plans = []
    for g, h, m in sorted(front, key=lambda row: (-row[0], -row[1], row[2])):
        split = len(perlaggen) - m
        names = _names(plain, (g, h), trump)
        plans.append(Plan(tuple(zip(perlaggen[split:], names, strict=True)), g, h, perlaggen[:split]))
    reach = reaches[-1]
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


def _best_pairs(made: Mapping[Pair, int]) -> list[Pair]:
    """Return the pairs that no other of them beats."""
    best: list[Pair] = []
    for g, h in sorted(made, reverse=True):
        if not best or h > best[-1][1]:
            best.append((g, h))
    return best


def _names(plain: Sequence[int], pair: Pair, trump: int) -> list[int]:
    """Return the fewest names that make `pair`, of these the strongest in tricks, strongest first."""

    def strength(name: int) -> tuple[bool, int, int]:
        return name >> 3 == trump, name & 7, -(name >> 3)

    choices = [sorted(_lacking(plain, pair, suit, trump), key=strength, reverse=True) for suit in range(4)]
    fewest = min(map(len, choices))
    return max((names for names in choices if len(names) == fewest), key=lambda n: [*map(strength, n)])


def _lacking(plain: Sequence[int], pair: Pair, suit: int, trump: int) -> list[int]:
    """Return the names that plain cards lack for `pair` if the Hanger is to be of `suit`."""
    gleich, hanger = pair
    names: list[int] = []
    if hanger:
        low = hanger % 8 - figure_count(hanger) + 1
        row = [card_of(suit, rank) for rank in range(low, hanger % 8 + 1)]
        names = [card for card in row if card not in plain]
    if gleich:
        rank = gleich % 8
        there = sum(card & 7 == rank for card in (*plain, *names))
        names += [card_of(trump, rank)] * (figure_count(gleich) - there)
    return names


class _Counts(NamedTuple):
    """Every way to spread at most `most` names over the eight ranks."""

    ranks: NDArray[np.intp]  # (n, 8): names of each rank
    packed: NDArray[np.intp]  # (n,), ascending: the same with a nibble a rank
    size: NDArray[np.intp]  # (n,): names in all
    orders: NDArray[np.intp]  # (n,): sequences of names of one suit that are spread so


@cache
def _counts(most: int) -> _Counts:
    """Return the spreads of at most `most` (0..8) names."""
    spreads = [
        [names.count(rank) for rank in range(8)]
        for size in range(most + 1)
        for names in combinations_with_replacement(range(8), size)
    ]
    spreads.sort(key=lambda row: row[::-1])
    ranks = np.array(spreads, np.intp)
    orders = [factorial(sum(row)) // prod(map(factorial, row)) for row in spreads]
    return _Counts(ranks, ranks @ (1 << 4 * np.arange(8)), ranks.sum(axis=1), np.array(orders))


@cache
def _sums(most: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return all pairs of spreads of at most `most` names together.

    One and other of each pair, their sum, and in how many ways two sequences of their sizes merge.
    """
    counts = _counts(most)
    of_size = [np.flatnonzero(counts.size == size) for size in range(most + 1)]
    shapes = [(a, b) for a in range(most + 1) for b in range(most + 1 - a)]
    one = np.concatenate([np.repeat(of_size[a], len(of_size[b])) for a, b in shapes])
    other = np.concatenate([np.tile(of_size[b], len(of_size[a])) for a, b in shapes])
    merges = np.array([[comb(a + b, a) for b in range(most + 1)] for a in range(most + 1)])
    total = np.searchsorted(counts.packed, counts.packed[one] + counts.packed[other])
    return one, other, total, merges[counts.size[one], counts.size[other]]


def _product(these: Table, those: Table, most: int) -> Table:
    """Return the ways to name at most `most` Perlaggen, some as in `these`, the others as in `those`."""
    one, other, total, merges = _sums(most)
    rows = [np.bincount(total, a[one] * b[other] * merges, len(a)) for a, b in zip(these, those, strict=True)]
    return np.array(rows)


def _reaches(plain: Sequence[int], most: int) -> list[dict[Pair, int]]:
    """Return, for m = 0..most, how many namings of m Perlaggen, order kept, make each pair."""
    counts = _counts(most)
    new = (counts.ranks > 0) @ (1 << np.arange(8))  # the set of ranks that got names
    shown = mask_of(set(plain))
    hanger = _hanger_lookup()[[new | shown >> 8 * suit & 0xFF for suit in range(4)]]
    bounds = np.unique(hanger)
    a, b, c, d = np.where(hanger[:, None] <= bounds[:, None], counts.orders, 0.0)
    at_most = _product(_product(a, b, most), _product(c, d, most), most)
    ways = np.diff(at_most, axis=0, prepend=0)
    held = counts.ranks + np.bincount(np.array([card & 7 for card in plain], np.intp), minlength=8)
    gleich = np.where(held >= 2, 8 * (held - 1) + np.arange(8), 0).max(axis=1)
    reaches: list[dict[Pair, int]] = [{} for _ in range(most + 1)]
    for bound, spread in zip(*np.nonzero(ways), strict=True):
        made, pair = reaches[counts.size[spread]], (int(gleich[spread]), int(bounds[bound]))
        made[pair] = made.get(pair, 0) + int(ways[bound, spread])
    return reaches


@cache
def _hanger_lookup() -> NDArray[np.intp]:
    """Return the Hanger of a set of ranks without Perlaggen, indexed by the set."""
    return np.array([hanger_of_suit(ranks, 0) for ranks in range(256)], np.intp)
