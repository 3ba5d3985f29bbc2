"""Perlaggen that were played: each is just a plain card from then on (RULES 2, "One identity per deal").

A named one is the card it was named, one without a name the plain card it shows; the Weli without a name
is a six, which is of no figure. The card counts beside those of the hand, so a hand may show two of a kind:
two aces of one suit are two for the Gleich, one for the Hanger.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import WELI, mask_of
from analyse.game.figures import figure_values

N_SEATS = 4
Masks = NDArray[np.uint64]
Figures = NDArray[np.uint8]  # (deals, players)


class Fixed(NamedTuple):
    """The Perlagg `card`, played by `seat`, is the plain card `name` from then on; `WELI` is a six."""

    seat: int
    card: int
    name: int


def names_of(fixed: Sequence[Fixed], seat: int) -> tuple[int, ...]:
    """Return the cards (0..31) that a seat shows besides those of its hand, the six left out.

    >>> names_of([Fixed(1, 6, 7), Fixed(1, 32, 32)], 1)
    (7,)
    """
    return tuple(each.name for each in fixed if each.seat == seat and each.name != WELI)


def shown_figures(kind: str, hands: Masks, perlaggen: int, fixed: Sequence[Fixed], seat: int) -> Figures:
    """Return the best "gleich" or "hanger" of hands dealt to one seat, `(n,)` masks -> `(n,)` figures.

    Of the `perlaggen` (mask) those `fixed` are wild no more.

    >>> from analyse.game.cards import parse_card, parse_cards
    >>> hands = np.array([mask_of(parse_cards("LA HK W"))], np.uint64)
    >>> wild, named = mask_of(parse_cards("HK W")), Fixed(1, parse_card("W"), parse_card("LA"))
    >>> [int(shown_figures("gleich", hands, wild, some, 1)[0]) for some in ([], [named])]
    [23, 23]
    """
    still = hands & ~np.uint64(mask_of(each.card for each in fixed if each.seat == seat))
    return figure_values(kind, still, perlaggen, names_of(fixed, seat))


def shown_of_all(kind: str, dealt: Masks, perlaggen: int, fixed: Sequence[Fixed]) -> Figures:
    """Return the best figure of every hand dealt, `(n, players)` masks -> `(n, players)` figures."""
    columns = [
        shown_figures(kind, np.ascontiguousarray(hands), perlaggen, fixed, seat)
        for seat, hands in enumerate(dealt.T)
    ]
    return np.stack(columns, axis=1)
