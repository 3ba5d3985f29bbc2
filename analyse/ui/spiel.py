"""The Spiel for the page: the solver got ready once, every question solved once and kept."""

import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

import streamlit as st

from analyse.advice.halten import THREADS
from analyse.advice.question import Question
from analyse.game.figures import KINDS
from analyse.game.taufen import Plan
from analyse.odds.figures import odds_by_figure
from analyse.odds.spiel import PlanOdds, Solved, SpielOdds, plan_odds, solved_worlds
from analyse.opencards.solver import warm_up
from analyse.ui.chances import Figures

PLAN_SHARE = 4  # bound Perlaggen are slow to solve: plans get one deal in so many

_PATIENCE = 1.0  # seconds before anything is said of waiting
_TICK = 0.25

_T = TypeVar("_T")
Share = Callable[[float], None]  # told which share of the work is done; a click ends the work from within


class Kept:
    """What has been found out about one deal, whatever the language and the bid."""

    def __init__(self, deal: Question) -> None:
        self.deal = deal
        self.solved: Solved | None = None
        self.plans: dict[tuple[Plan, ...], PlanOdds] = {}
        self.figures: Figures = {}
        self.answers: dict[Hashable, Any] = {}

    @property
    def odds(self) -> SpielOdds | None:
        """P(Spiel), None before it is solved."""
        return None if self.solved is None else self.solved.odds

    def figures_of(self, plans: Sequence[Plan]) -> Figures:
        """Return the odds of every figure that one of all plans makes, the best ones among them."""
        if not self.figures:
            known = self.deal.table.after
            self.figures = {
                kind: odds_by_figure(
                    known, kind, tuple({getattr(plan, kind) for plan in plans}), self.deal.seed
                )
                for kind in KINDS
            }
        return self.figures

    def keep(self, name: Hashable, ask: Callable[[], _T]) -> _T:
        """Return what is kept under a name, asked now if it has not been."""
        if name not in self.answers:
            self.answers[name] = ask()
        found: _T = self.answers[name]
        return found

    def solve(self, share: Share) -> Solved:
        """Return the deals of the Spiel, solved now if they have not been."""
        if self.solved is None:
            table, asked = self.deal.table, self._asked(self.deal.worlds, share)
            self.solved = solved_worlds(table.known, record=table.record, **asked)
        return self.solved

    def solve_plans(self, plans: tuple[Plan, ...], share: Share) -> PlanOdds:
        """Return P(Spiel | plan) of each plan, solved now if they have not been."""
        if plans not in self.plans:
            asked = self._asked(max(1, self.deal.worlds // PLAN_SHARE), share)
            self.plans[plans] = plan_odds(self.deal.table.known, plans, **asked)
        return self.plans[plans]

    def _asked(self, worlds: int, share: Share) -> dict[str, Any]:
        def tell(done: int, total: int) -> None:
            share(done / total)

        return {"worlds": worlds, "seed": self.deal.seed, "threads": THREADS, "progress": tell}


@st.cache_resource(max_entries=300, show_spinner=False, hash_funcs={Question: hash})
def kept(deal: Question) -> Kept:
    """Return what is known of a deal (a question without its asking) from earlier runs, of any visitor."""
    return Kept(deal)


def wait_for_solver(tell: Callable[[int], None]) -> None:
    """Wait until the solver is loaded, or compiled on the very first use.

    After a second `tell` is called with the seconds it has taken, again and again; it may end the waiting
    by an exception, the compiler goes on.
    """
    ready, begin, patience = _solver(), time.perf_counter(), _PATIENCE
    while True:
        try:
            ready.result(timeout=patience)
        except TimeoutError:
            if ready.done():
                raise
            tell(int(time.perf_counter() - begin))
            patience = _TICK
        else:
            return


@st.cache_resource(show_spinner=False)
def _solver() -> "Future[float]":
    """Load the solver in the background, once for all visitors."""
    ready: Future[float] = Future()

    def load() -> None:
        try:
            ready.set_result(warm_up())
        except BaseException as error:  # noqa: BLE001  whatever it is belongs to those who wait
            ready.set_exception(error)

    Thread(target=load, daemon=True).start()
    return ready
