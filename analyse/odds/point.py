"""Worlds at one point of a deal: what every hand can show there and what the tricks come to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from analyse.deals.constraints import Figures, Masks, shown_of_all
from analyse.game.figures import KINDS
from analyse.game.plays import trick_rules
from analyse.game.seats import ME
from analyse.knowledge.record import Record, with_record
from analyse.knowledge.situation import Situation
from analyse.knowledge.statements import Count, Kept
from analyse.odds.estimate import Estimate
from analyse.odds.figures import figure_odds
from analyse.odds.open_worlds import Drawn
from analyse.odds.worlds import drawn_worlds

Tricks = NDArray[np.int8]  # (worlds,)
Chances = Mapping[str, Estimate]  # by "win", "stand" and "lose"
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
    every card is known; `exact` are the chances of those figures that can be counted exactly, `soon` tells
    whether that takes no more than a moment; `notes` are keys of the remarks that belong to the worlds.
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
    def exact(self) -> Mapping[str, Chances]: ...  # noqa: D102
    @property
    def soon(self) -> bool: ...  # noqa: D102
    @property
    def notes(self) -> tuple[str, ...]: ...  # noqa: D102

    def draw(self, n: int, rng: np.random.Generator, enough: Enough | None = None) -> Sample:
        """Return `n` worlds, each drawn by itself; the first of them, one at least, once `enough` says so."""


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

    @cached_property
    def exact(self) -> Mapping[str, Chances]:
        """The chances of the figures that can be counted exactly."""
        every = {kind: figure_odds(self.narrowed, kind) for kind in KINDS}
        return {
            kind: {"win": odds.win, "stand": odds.stand, "lose": odds.lose}
            for kind, odds in every.items()
            if odds.method == "exact"
        }

    @property
    def soon(self) -> bool:
        """Whether `exact` takes a moment only: nothing is told but places and at most one number.

        Nor is that the number of cards of a set that was named one by one.
        """
        told = self.narrowed.conditions
        numbers = [
            c for c in told if isinstance(c, Kept) or (isinstance(c, Count) and isinstance(c.what, str))
        ]
        return len(numbers) == len(told) <= 1

    @property
    def notes(self) -> tuple[str, ...]:
        """Keys of the remarks that belong to the worlds."""
        return (*self.at(np.zeros((0, self.players), np.uint64)).notes, "note.each_alone")

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
        known = self.point.narrowed
        return shown_of_all(kind, self.dealt, known.perlaggen, known.fixed)

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
