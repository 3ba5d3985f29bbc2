"""Deals at one point of a deal, drawn or all of them, solved with all cards open ("offene Karten")."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import mask_of
from analyse.game.plays import Play, TrickRules, suit_played, trick_rules
from analyse.game.seats import ME, PACK
from analyse.i18n import InputError
from analyse.knowledge.record import Record, with_record
from analyse.knowledge.situation import Situation
from analyse.odds.worlds import drawn_worlds, every_deal
from analyse.opencards.solver import solve_deals, sure_tricks

MOST_WORLDS = 1_000_000
FEW = 5000  # deals with one trick left to play, solved all even where fewer are asked for

Bound = tuple[tuple[int, int], ...]  # (Perlagg, mask of the names it may bear when it is played)
Progress = Callable[[int, int], object]  # (worlds done, of all); returning False stops
Results = NDArray[np.int8]  # (..., worlds)

_FIRST_CHUNK = 50  # worlds
_CHUNK = 0.2  # seconds between two calls of progress


@dataclass(frozen=True)
class Drawn:
    """Worlds at one point of a deal; `hands` (n, players) masks of the cards still held.

    `weights` (n,): what each counts where they are all the deals there are; None where they are drawn.
    `acceptance`: share of the deals drawn that agreed with what is known.
    """

    known: Situation
    record: Record
    rules: TrickRules
    hands: NDArray[np.uint64]
    weights: NDArray[np.int64] | None = None
    acceptance: float = 1.0

    @property
    def method(self) -> str:
        """How chances are found: "exact" or "sampled"."""
        return "sampled" if self.weights is None else "exact"

    @property
    def total(self) -> int:
        """Tricks of the whole deal."""
        return self.known.rules.hand_size

    @property
    def notes(self) -> tuple[str, ...]:
        """Keys of the remarks that belong to every answer from these worlds."""
        untold = self.known.fixed and not self.record.plays
        return (
            *self.known.notes,
            *(("note.played",) if self.record.plays else ()),
            *(("note.from_the_lead",) if untold else ()),
            "note.open_cards",
        )

    def solve(self, part: slice, objective: str, **settings: Any) -> Results:
        """Return what my side reaches in some of the worlds."""
        record = self.record
        settings = {"leader": record.leader, "table": record.table, "taken": record.taken, **settings}
        return solve_deals(self.rules, self.hands[part], objective=objective, **settings)

    def sure(self, bound: Bound = (), *, thrown: int = 0) -> int:
        """Return how many tricks my cards still to play take at least.

        A bound Perlagg counts as the strongest trump it may be named; those of the mask `thrown` do not.
        """
        record = self.record
        mine = self.known.hand & ~(record.played | thrown)
        unseen = mask_of(card for card, bits in self.known.places if bits != 1 << PACK) & ~record.played
        if ME not in [(record.leader + i) % record.players for i in range(len(record.table))]:
            unseen |= mask_of(play.card for play in record.table)  # they may beat what I play to this trick
        return sure_tricks(self.rules, mine, unseen, bound)

    def sure_after(self, play: Play) -> int:
        """Return how many tricks my cards take at least if I play `play` now.

        Like any trump it may itself be one of the sure ones, a Perlagg as what it is named.
        """
        unnamed = play.name is None and play.card in self.rules.wild
        if unnamed or suit_played(play) != self.rules.trump:
            return self.sure(thrown=1 << play.card)
        return self.sure(() if play.name is None else ((play.card, 1 << play.name),))


def decided(known: Situation, record: Record) -> bool:
    """Return whether a side has more than half of all tricks: the play stops there (RULES 5)."""
    return 2 * max(record.taken) > known.rules.hand_size


def check_drawing(worlds: int, seed: int) -> None:
    """Raise `InputError` unless that many deals can be drawn from that seed."""
    if not 1 <= worlds <= MOST_WORLDS:
        raise InputError("worlds", bad=worlds, most=MOST_WORLDS)
    if seed < 0:
        raise InputError("seed", bad=seed)


def draw_at(known: Situation, record: Record | None, worlds: int, seed: int) -> Drawn:
    """Draw the worlds, or take all deals where they are few, and take out of them what has been played."""
    check_drawing(worlds, seed)
    record = record or Record(known.players, (), known.leader)
    narrowed = with_record(known, record)
    left = max(1, known.rules.hand_size - len(record.tricks))
    every = every_deal(narrowed, max(worlds, FEW // left))
    if every is None:
        drawn = drawn_worlds(narrowed, worlds, rng=np.random.default_rng(seed))
        dealt, weights, acceptance = drawn.hands, None, drawn.acceptance
    else:
        dealt, weights = every
        acceptance = 1.0
    rules = trick_rules(known.rules, known.trump)
    return Drawn(narrowed, record, rules, dealt & ~np.uint64(record.played), weights, acceptance)


def in_chunks(solve: Callable[[slice], Results], drawn: Drawn, progress: Progress | None) -> Results:
    """Return `solve` of all worlds, or of the first ones if `progress` returns False before the end.

    Where the worlds are all there are, only an exception ends it: some of them are no sample.
    """
    parts: list[Results] = []
    worlds = len(drawn.hands)
    done, size = 0, _FIRST_CHUNK
    while done < worlds:
        begin, end = time.perf_counter(), min(worlds, done + size)
        parts.append(solve(slice(done, end)))
        done = end
        size = max(1, int(size * min(8.0, _CHUNK / max(time.perf_counter() - begin, 1e-9))))
        if progress is not None and progress(done, worlds) is False and drawn.weights is None:
            break
    return np.concatenate(parts, axis=-1)
