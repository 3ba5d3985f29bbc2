"""Perlaggen that were played: each is just a plain card from then on (RULES 2, "One identity per deal").

A named one is the card it was named, one without a name the plain card it shows; the Weli without a name
is a six, which is of no figure. The card counts beside those of the hand, so a hand may show two of a kind:
two aces of one suit are two for the Gleich, one for the Hanger.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import WELI, mask_of
from analyse.game.figures import figure_values
from analyse.game.seats import PACK

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


BOTTOM = PACK + 1  # the card at the bottom is asleep as well, but it is one and no permanent Perlagg


@dataclass(frozen=True)
class Number:
    """How many cards of a set lie at some seats together: from `low` to `high` of them.

    `seats` (of the other players, not the sleeping cards) and `cards` are masks.
    """

    seats: int
    cards: int
    low: int
    high: int


@dataclass(frozen=True)
class Frame:
    """The unseen cards and where each may lie.

    Parameters
    ----------
    seats : the other players, each with `size` cards to be filled up to
    size : cards of a hand
    places : (card, bits) for every unseen card, ascending; bit s: may lie at seat s, bit 4: asleep
    perlaggen : mask of the Perlaggen
    permanent : mask of the permanent ones, which cannot be the card at the bottom
    bottom : whether one of the sleeping cards is known to be at the bottom
    fixed : the Perlaggen already played by these seats; they are among `places`, each with its seat only
    """

    seats: tuple[int, ...]
    size: int
    places: tuple[tuple[int, int], ...]
    perlaggen: int
    permanent: int
    bottom: bool
    fixed: tuple[Fixed, ...] = ()

    @cached_property
    def cards(self) -> int:
        """Mask of the unseen cards."""
        return mask_of(card for card, _ in self.places)

    @cached_property
    def wild(self) -> int:
        """Mask of the Perlaggen that may still be any card."""
        return self.perlaggen & ~mask_of(fixed.card for fixed in self.fixed)

    def room(self, seat: int) -> int:
        """Return how many cards a seat gets beside its Perlaggen already played, 0 where nobody sits."""
        if seat not in self.seats:
            return 0
        return self.size - sum(fixed.seat == seat for fixed in self.fixed)

    def spots(self, card: int, bits: int) -> tuple[int, ...]:
        """Return where an unseen card may go, asleep and at the bottom being two places."""
        asleep = bits >> PACK & 1
        bottom = asleep and self.bottom and not self.permanent >> card & 1
        seats = tuple(seat for seat in self.seats if bits >> seat & 1)
        return (*seats, *(PACK,) * asleep, *(BOTTOM,) * bottom)

    def at(self, seat: int) -> int:
        """Mask of the cards that may lie at `seat`."""
        return mask_of(card for card, bits in self.places if bits >> seat & 1)


def tidy(frame: Frame, numbers: Sequence[Number]) -> tuple[Number, ...] | None:
    """Return the numbers that say something, one for each set of seats and cards; None: impossible."""
    bounds: dict[tuple[int, int], tuple[int, int]] = {}
    for number in numbers:
        cards = mask_of(
            card for card, bits in frame.places if number.cards >> card & 1 and bits & number.seats
        )
        low, high = bounds.get((number.seats, cards), (0, cards.bit_count()))
        bounds[number.seats, cards] = max(low, number.low), min(high, number.high)
    if any(low > high for low, high in bounds.values()):
        return None
    return tuple(
        Number(seats, cards, low, high)
        for (seats, cards), (low, high) in sorted(bounds.items())
        if low or high < cards.bit_count()
    )


def without_fixed(frame: Frame, numbers: Sequence[Number]) -> tuple[Number, ...]:
    """Return the same numbers about the cards that are no Perlaggen already played."""
    rest = []
    for number in numbers:
        played = [fixed for fixed in frame.fixed if number.cards >> fixed.card & 1]
        held = sum(number.seats >> fixed.seat & 1 for fixed in played)
        cards = number.cards & ~mask_of(fixed.card for fixed in played)
        rest.append(Number(number.seats, cards, number.low - held, number.high - held))
    return tuple(rest)


def without(
    frame: Frame, numbers: Sequence[Number], hands: dict[int, int]
) -> tuple[Frame, tuple[Number, ...]]:
    """Return what is left to hand out when some seats have these hands (masks)."""
    gone = 0
    for hand in hands.values():
        gone |= hand
    filled = sum(1 << seat for seat in hands)
    places = tuple((card, bits & ~filled) for card, bits in frame.places if not gone >> card & 1)
    rest = []
    for number in numbers:
        held = sum(
            (hand & number.cards).bit_count() for seat, hand in hands.items() if number.seats >> seat & 1
        )
        rest.append(
            Number(
                number.seats & ~filled, number.cards & ~gone, max(0, number.low - held), number.high - held
            )
        )
    return replace(frame, seats=tuple(s for s in frame.seats if s not in hands), places=places), tuple(rest)


@dataclass(frozen=True)
class Bound:
    """The figure `kind` of one seat's hand is from `low` to `high`."""

    seat: int
    kind: str
    low: int
    high: int


@dataclass(frozen=True)
class Case:
    """Numbers and bounds that hold together; each of its deals weighs `weight`, in (0, 1]."""

    weight: Fraction
    numbers: tuple[Number, ...]
    bounds: tuple[Bound, ...]
