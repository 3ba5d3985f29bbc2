"""Slow, obvious twins of the fast code, written from the rules and from nothing else.

A card is a pair (suit, rank) with suits "H", "L", "S", "E" and ranks 0..7 for 7 8 9 10 U O K A; the
Weli is ("S", -1). A figure is a pair (count, rank), so that comparing figures is comparing pairs
(RULES 4); `NO_FIGURE` is (1, -1). `coded` turns a pair into the int the package works with.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

Card = tuple[str, int]
Figure = tuple[int, int]

SUITS = "HLSE"
RANKS = ("7", "8", "9", "10", "U", "O", "K", "A")
WELI: Card = ("S", -1)
NAMES: tuple[Card, ...] = tuple((suit, rank) for suit in SUITS for rank in range(8))
PACK_33: tuple[Card, ...] = (*NAMES, WELI)
NO_FIGURE: Figure = (1, -1)


# Reading and writing -------------------------------------------------------------------------


def card(code: str) -> Card:
    """Return the card of a code: "HK", "L10", "W"."""
    return WELI if code == "W" else (code[0], RANKS.index(code[1:]))


def cards(codes: str) -> tuple[Card, ...]:
    """Return the cards of codes parted by spaces."""
    return tuple(card(code) for code in codes.split())


def code(a_card: Card) -> str:
    """Return the code of a card."""
    return "W" if a_card == WELI else a_card[0] + RANKS[a_card[1]]


def number(a_card: Card) -> int:
    """Return the package's number of a card: 8 * suit + rank, 32 for the Weli."""
    return 32 if a_card == WELI else 8 * SUITS.index(a_card[0]) + a_card[1]


def mask(some_cards: Iterable[Card]) -> int:
    """Return the package's mask of cards, a bit a card."""
    return sum(1 << number(a_card) for a_card in set(some_cards))


def from_mask(a_mask: int) -> tuple[Card, ...]:
    """Return the cards of a package's mask."""
    return tuple(a_card for a_card in PACK_33 if a_mask >> number(a_card) & 1)


def coded(figure: Figure) -> int:
    """Return the package's int of a figure: 0 for none, else 8 * (count - 1) + rank."""
    return 0 if figure == NO_FIGURE else 8 * (figure[0] - 1) + figure[1]


# Figures -------------------------------------------------------------------------------------


def named_gleich(named: Sequence[Card]) -> Figure:
    """Return the best Gleich of cards that all have their name: two or more of one rank."""
    best = NO_FIGURE
    for rank in range(8):
        count = sum(1 for _, other in named if other == rank)
        if count >= 2:
            best = max(best, (count, rank))
    return best


def named_hanger(named: Sequence[Card]) -> Figure:
    """Return the best Hanger of cards that all have their name: two or more of a suit in a row."""
    held = set(named)
    best = NO_FIGURE
    for suit in SUITS:
        for top in range(8):
            count = 0
            while top - count >= 0 and (suit, top - count) in held:
                count += 1
            if count >= 2:
                best = max(best, (count, top))
    return best


NAMED = {"gleich": named_gleich, "hanger": named_hanger}


def best_figure(kind: str, hand: Iterable[Card], perlaggen: Iterable[Card]) -> Figure:
    """Return the best figure of a hand, by trying all names for its Perlaggen.

    Swapping the names of two Perlaggen changes no figure, so each set of names is tried once.
    """
    wild = set(perlaggen)
    plain = [a_card for a_card in hand if a_card not in wild]
    count = sum(1 for a_card in hand if a_card in wild)
    namings = combinations_with_replacement(NAMES, count)
    return max(NAMED[kind]([*plain, *names]) for names in namings)


# The same on many hands at once: an array [suit, rank, hand] of how many cards of that name --------


def grid(hands: Sequence[Iterable[Card]]) -> NDArray[np.int8]:
    """Return the array [suit, rank, hand] of hands of named cards."""
    held = np.zeros((4, 8, len(hands)), dtype=np.int8)
    for i, hand in enumerate(hands):
        for suit, rank in hand:
            held[SUITS.index(suit), rank, i] += 1
    return held


def grid_of_masks(masks: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Return the array [suit, rank, hand] of hands of plain cards given as masks."""
    held = np.zeros((4, 8, len(masks)), dtype=np.int8)
    for suit, rank in NAMES:
        held[SUITS.index(suit), rank] = (masks >> np.uint64(number((suit, rank)))) & np.uint64(1)
    return held


def grid_gleich(held: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the best Gleich, coded, of each hand of named cards in an array [suit, rank, hand]."""
    counts = held.sum(axis=0, dtype=np.int8)
    best = np.zeros(counts.shape[1:], dtype=np.int8)
    for rank in range(8):
        figures = 8 * (counts[rank] - 1) + rank
        np.maximum(best, np.where(counts[rank] >= 2, figures, 0), out=best, casting="unsafe")
    return best


def grid_hanger(held: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the best Hanger, coded, of each hand of named cards in an array [suit, rank, hand]."""
    run = np.zeros((4, *held.shape[2:]), dtype=np.int8)
    best = np.zeros(held.shape[2:], dtype=np.int8)
    for rank in range(8):
        run = (run + np.int8(1)) * (held[:, rank] > 0)  # length of the row that ends at this rank
        longest = run.max(axis=0)
        np.maximum(best, np.where(longest >= 2, 8 * (longest - 1) + rank, 0), out=best, casting="unsafe")
    return best


GRID = {"gleich": grid_gleich, "hanger": grid_hanger}


@cache
def all_names(count: int) -> NDArray[np.int8]:
    """Return the array [suit, rank, naming] of all sets of names for `count` Perlaggen."""
    return grid(list(combinations_with_replacement(NAMES, count)))


def best_figures(kind: str, masks: NDArray[np.uint64], perlaggen: Sequence[Card]) -> NDArray[np.int8]:
    """Return the best figure, coded, of each of many hands (masks), by trying all names.

    Any Perlagg may become any card, so hands with the same plain cards and equally many
    Perlaggen are tried once.
    """
    wild = np.uint64(mask(perlaggen))
    key = np.stack([masks & ~wild, np.bitwise_count(masks & wild).astype(np.uint64)])
    (plain_masks, counts), which = np.unique(key, axis=1, return_inverse=True)
    best = np.zeros(len(plain_masks), dtype=np.int8)
    for count in np.unique(counts).tolist():
        some = np.flatnonzero(counts == count)
        plain = grid_of_masks(plain_masks[some])
        if count <= 2:  # many hands, few names
            for names in combinations_with_replacement(NAMES, count):
                named = plain + grid([names])
                best[some] = np.maximum(best[some], GRID[kind](named))
        else:
            for place, i in enumerate(some.tolist()):
                best[i] = GRID[kind](plain[:, :, [place]] + all_names(count)).max()
    return best[which.reshape(-1)]


# Taufen --------------------------------------------------------------------------------------

Plan = tuple[int, int, tuple[Card, ...], tuple[tuple[Card, Card], ...]]


def strongest_first(trump: str) -> list[Card]:
    """Return the 32 names from the strongest in tricks: trump, then the higher rank, then H L S E."""
    return sorted(NAMES, key=lambda name: (name[0] != trump, -name[1], SUITS.index(name[0])))


def all_choices(
    hand: Iterable[Card], perlaggen: Sequence[Card], trump: str, *, may_stay_free: bool
) -> tuple[list[Card], list[Card | None], NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
    """Return my Perlaggen high to low, what each may become, all choices, and their two figures.

    A choice is a row of places in the list of what a Perlagg may become: free (None) or a name,
    the strongest first. A free Perlagg counts in no figure.
    """
    mine = [p for p in perlaggen if p in set(hand)]
    plain = grid([[a_card for a_card in hand if a_card not in mine]])
    become: list[Card | None] = [None] if may_stay_free else []
    become += strongest_first(trump)
    choices = np.array(list(product(range(len(become)), repeat=len(mine))), dtype=np.int8).reshape(
        len(become) ** len(mine), len(mine)
    )
    held = np.repeat(plain, len(choices), axis=2)
    for place, name in enumerate(become):
        if name is not None:
            held[SUITS.index(name[0]), name[1]] += (choices == place).sum(axis=1, dtype=np.int8)
    return mine, become, choices, grid_gleich(held).astype(np.int64), grid_hanger(held).astype(np.int64)


def at_least_as_free(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether `one` leaves at least as many and, from the top, as high Perlaggen free.

    Both list the free Perlaggen, high to low, by their place in the order (0 is the highest).
    """
    return len(one) >= len(other) and all(a <= b for a, b in zip(one, other, strict=False))


def front(hand: Iterable[Card], perlaggen: Sequence[Card], trump: str) -> set[Plan]:
    """Return the plans on the front: (gleich, hanger, free, ((Perlagg, name), ...)), figures coded.

    All 33^k choices are tried. A choice is on the front if no other is at least as good in
    Gleich, in Hanger and in what it leaves free, and better in one. Of choices that differ in
    names only the strongest in tricks is shown: they are listed strongest name first, the
    highest Perlagg first, so it is the first one met.
    """
    mine, become, choices, gleich, hanger = all_choices(hand, perlaggen, trump, may_stay_free=True)
    free = ((choices == 0) * 2 ** np.arange(len(mine))).sum(axis=1)
    key = (gleich * 64 + hanger) * 64 + free
    _, first_met = np.unique(key, return_index=True)
    plans = []
    for i in first_met.tolist():
        places = tuple(j for j in range(len(mine)) if choices[i, j] == 0)
        names = tuple((mine[j], become[choices[i, j]]) for j in range(len(mine)) if choices[i, j] != 0)
        plans.append((int(gleich[i]), int(hanger[i]), places, names))

    def beaten(plan: tuple) -> bool:
        return any(
            other[:3] != plan[:3]
            and other[0] >= plan[0]
            and other[1] >= plan[1]
            and at_least_as_free(other[2], plan[2])
            for other in plans
        )

    return {
        (g, h, tuple(mine[j] for j in places), names)
        for g, h, places, names in plans
        if not beaten((g, h, places, names))
    }


def reach(hand: Iterable[Card], perlaggen: Sequence[Card], trump: str) -> dict[tuple[int, int], int]:
    """Return how many of the 32^k namings, each Perlagg named, give each pair of figures (coded)."""
    _, _, _, gleich, hanger = all_choices(hand, perlaggen, trump, may_stay_free=False)
    pairs, counts = np.unique(gleich * 64 + hanger, return_counts=True)
    return {divmod(int(pair), 64): int(count) for pair, count in zip(pairs, counts, strict=True)}


# Parties -------------------------------------------------------------------------------------------


@cache
def _figure(kind: str, plain: frozenset[Card], count: int) -> int:
    """Return the best figure, coded, of plain cards and `count` Perlaggen, by trying all names."""
    return int(GRID[kind](grid([plain]) + all_names(count)).max())


def side_figure(kind: str, hands: Iterable[frozenset[Card]], perlaggen: Iterable[Card]) -> int:
    """Return the best single hand's figure of a party, coded; hands are never pooled (RULES 4)."""
    wild = frozenset(perlaggen)
    return max(_figure(kind, hand - wild, len(hand & wild)) for hand in hands)
