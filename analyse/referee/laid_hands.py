"""Hands laid open after a deal: what they make under one name for each Perlagg (RULES 2, 4).

The named card counts in the trick, in the Gleich and in the Hanger alike (S p. 66): a Perlagg that was
played is the card it was named, or the plain card it shows; one that was not takes a name when the Spiel is
settled. Where nobody tells that name, the hand makes all that it bid and held if one naming can, and of such
namings takes the best for what was bid first, then for the Gleich, then for the Hanger.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import WELI, cards_of
from analyse.game.figures import KINDS, NONE, hanger_of_suit
from analyse.referee.slate import Outcome

Names = tuple[tuple[int, int | None], ...]
N_NAMES = 32


@dataclass(frozen=True)
class Laid:
    """A hand as it was dealt.

    Parameters
    ----------
    cards : mask
    names : (Perlagg, its name) of those whose name is known, None for one played as the plain card it shows
    """

    cards: int
    names: Names = ()


@dataclass(frozen=True)
class Shown:
    """What a hand makes.

    Parameters
    ----------
    names : every Perlagg of the hand with its name, ascending
    assumed : those of them whose name nobody told
    gleich, hanger : the figures of that naming
    """

    names: Names
    assumed: tuple[int, ...]
    gleich: int
    hanger: int

    def figure(self, kind: str) -> int:
        """Return one of the two figures."""
        return self.gleich if kind == "gleich" else self.hanger


def show(
    laid: Laid,
    perlaggen: int,
    trump: int,
    wanted: Mapping[str, int] | None = None,
    needed: Sequence[str] = (),
) -> Shown | None:
    """Return what a hand makes, None where no naming makes what is `wanted`.

    Parameters
    ----------
    laid : the hand and the names known
    perlaggen : mask of all Perlaggen
    trump : suit 0..3; among names that make the same figures a trump is taken, then the higher card
    wanted : figures claimed, which must be made exactly
    needed : "gleich" and "hanger" if this hand bid or held them, the first one first

    >>> from analyse.game.cards import mask_of, parse_cards
    >>> from analyse.game.figures import figure_short, figure_value
    >>> hand = Laid(mask_of(parse_cards("HA HO L9 S8 W")))
    >>> figure_short("gleich", show(hand, 1 << WELI, 1).gleich)
    'A-A'
    >>> figure_short("hanger", show(hand, 1 << WELI, 1, needed=("hanger",)).hanger)
    'O-K-A'
    >>> show(hand, 1 << WELI, 1, {"gleich": figure_value(3, 7)}) is None
    True
    """
    told = dict(laid.names)
    free = [card for card in cards_of(laid.cards & perlaggen) if card not in told]
    # One played without a name stays the card it shows; the Weli, a six, is of no figure.
    shown = [_card_shown(card, told) for card in cards_of(laid.cards) if card not in free]
    names = _namings(len(free), trump)
    gleich, hanger = _figures([card for card in shown if card != WELI], names)
    fits = np.ones(len(names), bool)
    for kind, value in (wanted or {}).items():
        fits &= (gleich if kind == "gleich" else hanger) == value
    if not fits.any():
        return None
    made = {"gleich": gleich, "hanger": hanger}
    key = sum((made[kind] > 0 for kind in needed), np.zeros(len(names), np.intp))
    for kind in (*needed, *(kind for kind in KINDS if kind not in needed)):
        key = 64 * key + made[kind]
    best = int(np.argmax(np.where(fits, key, -1)))
    chosen = [(card, int(name)) for card, name in zip(free, names[best], strict=True)]
    return Shown(tuple(sorted([*laid.names, *chosen])), tuple(free), int(gleich[best]), int(hanger[best]))


def _card_shown(card: int, told: Mapping[int, int | None]) -> int:
    """Return the card that a card counts as: a Perlagg by its name, if it was given one."""
    name = told.get(card)
    return card if name is None else name


@cache
def _namings(free: int, trump: int) -> NDArray[np.intp]:
    """Return all sets of names for `free` Perlaggen, shape (n, free), the strongest first."""
    order = sorted(range(N_NAMES), key=lambda name: (name >> 3 != trump, -(name & 7), name >> 3))
    rows = list(combinations_with_replacement(order, free))
    return np.array(rows, np.intp).reshape(len(rows), free)


@cache
def _hanger_table() -> NDArray[np.intp]:
    """Return the Hanger of a set of ranks of one suit, indexed by the set."""
    return np.array([hanger_of_suit(ranks, 0) for ranks in range(256)], np.intp)


def _figures(shown: Sequence[int], names: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return Gleich and Hanger of the cards `shown` with each row of `names`, both of shape (n,)."""
    gleich, hanger = np.zeros((2, len(names)), np.intp)
    for rank in range(8):
        count = sum(card & 7 == rank for card in shown) + (names & 7 == rank).sum(axis=1)
        np.maximum(gleich, np.where(count >= 2, 8 * (count - 1) + rank, NONE), out=gleich)
    for suit in range(4):
        ranks = np.full(len(names), sum({1 << (card & 7) for card in shown if card >> 3 == suit}), np.intp)
        for column in names.T:
            ranks |= np.where(column >> 3 == suit, 1 << (column & 7), 0)
        np.maximum(hanger, _hanger_table()[ranks], out=hanger)
    return gleich, hanger


def outcome(kind: str, hands: Sequence[Shown]) -> Outcome:
    """Return how Gleich or Hanger ends between the hands of all seats, each side by its best single hand.

    >>> outcome("gleich", [Shown((), (), 23, 0), Shown((), (), 22, 0)])
    Outcome(better=0, best=23, lacks=frozenset())
    """
    values = [hand.figure(kind) for hand in hands]
    ours, theirs = (max(values[first::2]) for first in (0, 1))
    lacks = frozenset(seat for seat, value in enumerate(values) if not value)
    return Outcome(None if ours == theirs else int(theirs > ours), max(ours, theirs), lacks)
