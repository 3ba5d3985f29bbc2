"""Gleich and Hanger of a hand, each as one int that can be compared.

A figure is 0 (none) or `8 * (count - 1) + rank` with its length `count` >= 2 and the rank 0..7 of
the Gleich or of the Hanger's top card: a longer figure beats a shorter one, then the higher rank
wins, equal ints stand (RULES 4). Gleich depends only on the number of Perlaggen and the counts per
rank, Hanger only on the number of Perlaggen and, suit by suit, the set of plain ranks.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import RANKS, WELI, cards_of
from analyse.i18n import InputError, text

KINDS = ("gleich", "hanger")
NONE = 0
MAX_COUNT = 8
N_VALUES = 8 * MAX_COUNT  # every figure is below this
RANK_MASKS = tuple(0x01010101 << rank for rank in range(8))


def figure_value(count: int, rank: int) -> int:
    """Return the figure of `count` (1..8) cards at `rank` (0..7); one card is no figure.

    >>> figure_value(3, 7) > figure_value(2, 7) > figure_value(2, 0) > figure_value(1, 7) == NONE
    True
    """
    return 8 * (count - 1) + rank if count >= 2 else NONE


def figure_count(value: int) -> int:
    """Return the length of a figure, 1 for none."""
    return value // 8 + 1 if value else 1


def figure_rank(value: int) -> int | None:
    """Return the rank 0..7 of a figure, None for none."""
    return value % 8 if value else None


def gleich_of_counts(counts: tuple[int, ...], wild: int) -> int:
    """Return the best Gleich of plain cards `counts[rank]` and `wild` Perlaggen."""
    return max(figure_value(n + wild, rank) for rank, n in enumerate(counts))


@cache
def hanger_of_suit(ranks: int, wild: int) -> int:
    """Return the best Hanger within one suit: a set of ranks (8-bit mask) and `wild` Perlaggen.

    >>> hanger_of_suit(0b10100000, 1) == figure_value(3, 7)  # O and A, the Perlagg is the K
    True
    """
    for count in range(MAX_COUNT, 1, -1):
        for top in range(7, count - 2, -1):
            window = ((1 << count) - 1) << (top - count + 1)
            if count - (ranks & window).bit_count() <= wild:
                return figure_value(count, top)
    return NONE


def gleich(hand: int, perlaggen: int) -> int:
    """Return the best Gleich of a hand of 1..8 cards (mask); `perlaggen` is the mask of all Perlaggen.

    >>> from analyse.game.cards import mask_of, parse_cards
    >>> figure_short("gleich", gleich(mask_of(parse_cards("HA LA W")), mask_of(parse_cards("W"))))
    'A-A-A'
    """
    plain = hand & ~perlaggen
    counts = tuple((plain & mask).bit_count() for mask in RANK_MASKS)
    return gleich_of_counts(counts, (hand & perlaggen).bit_count())


def hanger(hand: int, perlaggen: int) -> int:
    """Return the best Hanger of a hand of 1..8 cards (mask); `perlaggen` is the mask of all Perlaggen.

    >>> from analyse.game.cards import mask_of, parse_cards
    >>> figure_short("hanger", hanger(mask_of(parse_cards("HA HO W")), mask_of(parse_cards("W"))))
    'O-K-A'
    """
    plain, wild = hand & ~perlaggen, (hand & perlaggen).bit_count()
    return max(hanger_of_suit(plain >> 8 * suit & 0xFF, wild) for suit in range(4))


def figure(kind: str, hand: int, perlaggen: int) -> int:
    """Return the best figure of `kind` ("gleich" or "hanger") of a hand."""
    return gleich(hand, perlaggen) if kind == "gleich" else hanger(hand, perlaggen)


def all_hands(pack: int, size: int) -> NDArray[np.uint64]:
    """Return the masks of all C(n, size) hands out of the n cards of `pack`, shape `(hands,)`.

    >>> len(all_hands((1 << 33) - 1, 5))
    237336
    """
    bits = [np.uint64(1) << np.uint64(card) for card in cards_of(pack)]
    # hands[k] holds the hands of k cards among the cards seen so far
    hands = [[np.zeros(1, np.uint64)]] + [[] for _ in range(size)]
    for bit in bits:
        for k in range(size, 0, -1):
            hands[k] += [smaller | bit for smaller in hands[k - 1]]
        hands = [[np.concatenate(parts)] if parts else [] for parts in hands]
    return hands[size][0] if hands[size] else np.zeros(0, np.uint64)


@cache
def _hanger_table() -> NDArray[np.uint8]:
    """Return `hanger_of_suit` as a table indexed [wild, ranks], shape (9, 256)."""
    return np.array([[hanger_of_suit(s, w) for s in range(256)] for w in range(9)], np.uint8)


@cache
def _rank_nibbles() -> NDArray[np.uint32]:
    """Return, for each set of ranks, a number with one nibble per rank: 1 where it is held."""
    return np.array([sum(1 << 4 * r for r in range(8) if s >> r & 1) for s in range(256)], np.uint32)


def _suit_sets(hands: NDArray[np.uint64], perlaggen: int) -> list[NDArray[np.intp]]:
    """Return the four sets of plain ranks of each hand."""
    plain = hands & np.uint64(((1 << WELI) - 1) & ~perlaggen)
    return [(plain >> np.uint64(8 * suit) & np.uint64(0xFF)).astype(np.intp) for suit in range(4)]


def _wild(hands: NDArray[np.uint64], perlaggen: int) -> NDArray[np.uint8]:
    counts: NDArray[np.uint8] = np.bitwise_count(hands & np.uint64(perlaggen))
    return counts


def gleich_values(hands: NDArray[np.uint64], perlaggen: int, named: Sequence[int] = ()) -> NDArray[np.uint8]:
    """Return the best Gleich of each hand: `(n,)` uint64 masks -> `(n,)` uint8 figures.

    `named`: cards that every hand shows besides, as the names of Perlaggen that have left it; such a
    card may be one that a hand holds as well (RULES 2).

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> hand = np.array([mask_of(parse_cards("HA LA"))], np.uint64)
    >>> figure_short("gleich", int(gleich_values(hand, 0, [parse_card("HA")])[0]))
    'A-A-A'
    """
    nibbles = _rank_nibbles()
    already = np.full(len(hands), sum(1 << 4 * (name & 7) for name in named), np.uint32)
    packed = sum((nibbles[s] for s in _suit_sets(hands, perlaggen)), already)
    wild = _wild(hands, perlaggen)
    best = np.zeros(len(hands), np.uint8)
    for rank in range(8):
        count = (packed >> np.uint32(4 * rank) & np.uint32(15)).astype(np.uint8) + wild
        np.maximum(best, np.where(count >= 2, 8 * (count - 1) + rank, 0).astype(np.uint8), out=best)
    return best


def hanger_values(hands: NDArray[np.uint64], perlaggen: int, named: Sequence[int] = ()) -> NDArray[np.uint8]:
    """Return the best Hanger of each hand: `(n,)` uint64 masks -> `(n,)` uint8 figures.

    `named` as in `gleich_values`.
    """
    table = _hanger_table()
    wild = _wild(hands, perlaggen)
    best = np.zeros(len(hands), np.uint8)
    for suit, ranks in enumerate(_suit_sets(hands, perlaggen)):
        already = sum({1 << (name & 7) for name in named if name >> 3 == suit})
        np.maximum(best, table[wild, ranks | already], out=best)
    return best


def figure_values(
    kind: str, hands: NDArray[np.uint64], perlaggen: int, named: Sequence[int] = ()
) -> NDArray[np.uint8]:
    """Return the best figure of `kind` of each hand: `(n,)` uint64 masks -> `(n,)` uint8.

    `named` as in `gleich_values`.
    """
    return (gleich_values if kind == "gleich" else hanger_values)(hands, perlaggen, named)


def figure_short(kind: str, value: int) -> str:
    """Return a figure card by card, "–" for none.

    >>> figure_short("gleich", figure_value(3, 7)), figure_short("hanger", figure_value(3, 7))
    ('A-A-A', 'O-K-A')
    """
    if not value:
        return "–"
    count, rank = figure_count(value), value % 8
    ranks = [rank] * count if kind == "gleich" else range(rank - count + 1, rank + 1)
    return "-".join(RANKS[r] for r in ranks)


def figure_label(kind: str, value: int, lang: str) -> str:
    """Return a figure in words.

    >>> figure_label("gleich", figure_value(3, 7), "de"), figure_label("gleich", figure_value(3, 7), "en")
    ('höchst dritziges Gleich', 'Gleich of three aces')
    """
    if not value:
        return text(f"figure.no_{kind}", lang)
    word = text(f"figure.{kind}_{figure_count(value)}", lang)
    return text(f"figure.highest_{kind}", lang, figure=word) if value % 8 == 7 else word


def check_kind(kind: str) -> str:
    """Return `kind`, or raise `InputError` if it is no figure that is counted here."""
    if kind not in KINDS:
        raise InputError("figure_unknown", bad=kind)
    return kind


def all_values(kind: str, most: int = MAX_COUNT) -> tuple[int, ...]:
    """Return every value a figure of at most `most` cards can have, ascending, none first.

    >>> len(all_values("gleich", 5)), len(all_values("hanger", 5))
    (33, 23)
    """
    lowest_top = 0 if kind == "gleich" else 1
    return (0, *(8 * n + rank for n in range(1, most) for rank in range(n * lowest_top, 8)))
