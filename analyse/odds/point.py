"""Worlds at one point of a deal: what every hand can show there and what the tricks come to."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import WELI
from analyse.game.figures import figure_values
from analyse.game.plays import trick_rules
from analyse.odds.open_cards import Drawn
from analyse.odds.record import Record, with_record
from analyse.odds.situation import ME, Situation
from analyse.odds.worlds import drawn_worlds

Masks = NDArray[np.uint64]
Figures = NDArray[np.uint8]  # (worlds, players)
Tricks = NDArray[np.int8]  # (worlds,)
Enough = Callable[[], bool]  # asked between some draws and the next: whether to leave it at those


class Sample(Protocol):
    """Some worlds at one point of a deal."""

    @property
    def acceptance(self) -> float:
        """Share of the deals drawn that agreed with what is known."""

    def figures(self, kind: str) -> Figures:
        """Return the best "gleich" or "hanger" of every hand."""

    def solve(self, part: slice, *, threads: int) -> Tricks:
        """Return the tricks of my side in some of the worlds; where an odd number is dealt all or none."""


class Point(Protocol):
    """A point of a deal at which worlds can be drawn.

    `total` tricks are in the deal; `spiel` are the outcomes the Spiel can have; `settled` tells whether
    every card is known; `notes` are keys of the remarks that belong to the worlds.
    """

    @property
    def players(self) -> int: ...  # noqa: D102  as the class says
    @property
    def total(self) -> int: ...  # noqa: D102
    @property
    def spiel(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def settled(self) -> bool: ...  # noqa: D102
    @property
    def notes(self) -> tuple[str, ...]: ...  # noqa: D102

    def draw(self, n: int, rng: np.random.Generator, enough: Enough | None = None) -> Sample:
        """Return `n` worlds, each drawn by itself; the first of them, one at least, once `enough` says so."""


Bearings = tuple[tuple[int, ...], ...]  # by seat: the cards that its Perlaggen played are from then on


def bearings(record: Record, perlaggen: int) -> Bearings:
    """Return, for each seat, the cards that its Perlaggen (mask) already played are from now on (RULES 2).

    A named one is the card it was named, one without a name the plain card it shows; the Weli without
    a name is a six, which is of no figure, and left out.

    >>> from analyse.game.cards import card_name, mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.odds.record import parse_record
    >>> from analyse.odds.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> known = situation(hand, load_rules(), upcard=parse_card("L8"), players=2)
    >>> borne = bearings(parse_record("W=LK E7", known), known.perlaggen)
    >>> [[card_name(card) for card in cards] for cards in borne]
    [['LK'], ['E7']]
    """
    cards: list[list[int]] = [[] for _ in range(record.players)]
    for seat, play in record.plays:
        if perlaggen >> play.card & 1 and (play.name is not None or play.card != WELI):
            cards[seat].append(play.card if play.name is None else play.name)
    return tuple(map(tuple, cards))


def figures_of(kind: str, dealt: Masks, perlaggen: int, played: int, borne: Bearings) -> Figures:
    """Return the best figure of every hand dealt (n, players), shape (n, players).

    Of the cards `played` (mask) the Perlaggen are wild no more: they are what is `borne`.
    """
    hands = dealt & ~np.uint64(perlaggen & played)
    columns = [
        figure_values(kind, np.ascontiguousarray(hands[:, seat]), perlaggen, cards)
        for seat, cards in enumerate(borne)
    ]
    return np.stack(columns, axis=1)


@dataclass(frozen=True)
class Recorded:
    """A point of a deal of which every card played is known."""

    known: Situation
    record: Record

    @property
    def players(self) -> int:
        """Players at the table."""
        return self.known.players

    @property
    def total(self) -> int:
        """Tricks of the whole deal."""
        return self.known.rules.hand_size

    @cached_property
    def narrowed(self) -> Situation:
        """The situation with what the play has proved."""
        return with_record(self.known, self.record)

    def at(self, dealt: Masks) -> Drawn:
        """Return worlds, dealt (n, players), with what was played taken out of them."""
        rules = trick_rules(self.known.rules, self.known.trump)
        return Drawn(self.narrowed, self.record, rules, dealt & ~np.uint64(self.record.played))

    @cached_property
    def spiel(self) -> tuple[str, ...]:
        """The outcomes that the Spiel can have."""
        ours, theirs = self.record.taken
        if 2 * (ours + self.at(np.zeros((0, self.players), np.uint64)).sure()) > self.total:
            return ("win",)
        if 2 * theirs > self.total:
            return ("lose",)
        return ("win", "stand", "lose") if self.total % 2 == 0 else ("win", "lose")

    @property
    def settled(self) -> bool:
        """Whether every card of every hand is known."""
        sure = [bits for _, bits in self.narrowed.places if bits.bit_count() == 1]
        return all(sure.count(1 << seat) == self.total for seat in range(self.players) if seat != ME)

    @property
    def notes(self) -> tuple[str, ...]:
        """Keys of the remarks that belong to the worlds."""
        notes = self.at(np.zeros((0, self.players), np.uint64)).notes
        fixed = self.record.played & self.known.perlaggen
        return (*notes, *(("note.named_stays",) if fixed else ()), "note.each_alone")

    def draw(self, n: int, rng: np.random.Generator, enough: Enough | None = None) -> "_Sample":
        """Return `n` worlds, each drawn by itself; the first of them, one at least, once `enough` says so."""
        drawn = drawn_worlds(self.narrowed, n, enough=enough, rng=rng)
        return _Sample(self, drawn.hands, self.at(drawn.hands), drawn.acceptance)


@dataclass(frozen=True)
class _Sample:
    point: Recorded
    dealt: Masks
    drawn: Drawn
    acceptance: float

    def figures(self, kind: str) -> Figures:
        record, perlaggen = self.point.record, self.point.known.perlaggen
        return figures_of(kind, self.dealt, perlaggen, record.played, bearings(record, perlaggen))

    def solve(self, part: slice, *, threads: int) -> Tricks:
        return all_or_none(self.drawn, part, threads=threads)


def all_or_none(drawn: Drawn, part: slice, **settings: Any) -> Tricks:
    """Return the tricks of my side; where no half is possible all for the majority and none without."""
    if drawn.total % 2 == 0:
        return drawn.solve(part, "number", **settings)
    return drawn.solve(part, "majority", **settings) * np.int8(drawn.total)


def recorded(known: Situation, record: Record | None) -> Recorded:
    """Return the point after `record`, or before the first lead; raises `InputError` if it cannot be."""
    point = Recorded(known, record or Record(known.players, (), known.leader))
    point.narrowed  # noqa: B018  whether it can have been so
    return point
