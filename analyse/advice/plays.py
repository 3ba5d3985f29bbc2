"""The Spiel of a hand, its plays and its plans: asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from analyse.advice.halten import THREADS
from analyse.advice.question import Question
from analyse.game.taufen import Plan
from analyse.knowledge.record import Record
from analyse.odds.estimate import Estimate
from analyse.odds.open_worlds import Progress
from analyse.odds.spiel import PlanOdds, PlayOdds, SpielOdds, by_leader, plan_odds, play_odds, spiel_odds


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


def ask_spiel(question: Question, watch: Watch | None = None) -> Spiel:
    """Return the chance of the Spiel from what was played on; without a `watch` nothing stops it."""
    known, record = question.table.known, question.table.record
    odds = spiel_odds(known, record=record, **_drawn(question, watch))
    stopped = watch is not None and watch.stopped
    leaders = {} if record.plays or stopped else by_leader(known, **_drawn(question, watch))
    stopped = watch is not None and watch.stopped
    return Spiel(record, odds, {} if stopped else leaders, odds.notes)


def ask_play(question: Question, names: str, progress: Progress | None = None) -> PlayOdds:
    """Return what each play of mine leads to; `names` as in `play_odds`."""
    table = question.table
    return play_odds(table.known, table.record, names=names, **_drawn(question, progress))


def ask_plans(question: Question, plans: Sequence[Plan], progress: Progress | None = None) -> PlanOdds:
    """Return the chance of the Spiel with each plan."""
    table = question.table
    return plan_odds(table.known, plans, record=table.record, **_drawn(question, progress))


def _drawn(question: Question, progress: Progress | None) -> dict[str, Any]:
    return {"worlds": question.worlds, "seed": question.seed, "threads": THREADS, "progress": progress}
