"""The Spiel of a hand, its plays and its plans: asked."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from analyse.game.taufen import Plan
from analyse.knowledge.record import Record
from analyse.knowledge.situation import Situation
from analyse.odds.estimate import Estimate
from analyse.odds.spiel import PlanOdds, PlayOdds, SpielOdds, by_leader, plan_odds, play_odds, spiel_odds

THREADS = min(4, os.cpu_count() or 1)


class Watch(Protocol):
    """Told how far the work is; says whether to go on, and whether it has ended it."""

    @property
    def stopped(self) -> bool:
        """Whether it has ended the work."""

    def __call__(self, done: int, total: int) -> bool:
        """Take in that `done` of `total` deals are solved; return whether to go on."""


@dataclass(frozen=True)
class Spiel:
    """The chance of the Spiel after what was played, and before the first play that with each leader.

    The leaders are on the same deals; there are none where it was stopped before.
    """

    record: Record

    odds: SpielOdds
    leaders: Mapping[int, Estimate]
    notes: tuple[str, ...]


def ask_spiel(known: Situation, record: Record, worlds: int, seed: int, watch: Watch) -> Spiel:
    """Return the chance of the Spiel from `record` on."""
    asked: dict[str, Any] = {"worlds": worlds, "seed": seed, "threads": THREADS, "progress": watch}
    odds = spiel_odds(known, record=record, **asked)
    leaders = {} if record.plays or watch.stopped else by_leader(known, **asked)
    return Spiel(record, odds, {} if watch.stopped else leaders, odds.notes)


def ask_play(known: Situation, record: Record, names: str, **asked: Any) -> PlayOdds:
    """Return what each play of mine leads to; `asked`: worlds, seed, progress."""
    return play_odds(known, record, names=names, threads=THREADS, **asked)


def ask_plans(known: Situation, plans: Sequence[Plan], record: Record, **asked: Any) -> PlanOdds:
    """Return the chance of the Spiel with each plan; `asked`: worlds, seed, progress."""
    return plan_odds(known, plans, record=record, threads=THREADS, **asked)
