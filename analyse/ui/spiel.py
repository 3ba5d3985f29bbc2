"""The Spiel for the page: the solver got ready once, every question solved once and kept."""

import os
import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from threading import Thread
from typing import Any, TypeVar

import streamlit as st

from analyse.game.figures import KINDS
from analyse.game.taufen import Plan
from analyse.knowledge.situation import Situation
from analyse.odds.figures import odds_by_figure
from analyse.odds.spiel import PlanOdds, SpielOdds, plan_odds, spiel_odds
from analyse.opencards.solver import warm_up
from analyse.ui.chances import Figures
from analyse.ui.state import Query, without_score

SEED = 1
THREADS = min(4, os.cpu_count() or 1)
PLAN_SHARE = 4  # bound Perlaggen are slow to solve: plans get one deal in so many

_PATIENCE = 1.0  # seconds before anything is said of waiting
_TICK = 0.25

_T = TypeVar("_T")
Share = Callable[[float], None]  # told which share of the work is done; a click ends the work from within


class Kept:
    """What has been found out about one situation, whatever the language and the bid."""

    def __init__(self) -> None:
        self.odds: SpielOdds | None = None
        self.plans: dict[tuple[Plan, ...], PlanOdds] = {}
        self.figures: Figures = {}
        self.bets: dict[Hashable, Any] = {}

    def figures_of(self, known: Situation, plans: Sequence[Plan]) -> Figures:
        """Return the odds of every figure that one of all plans makes, the best ones among them."""
        if not self.figures:
            self.figures = {
                kind: odds_by_figure(known, kind, tuple({getattr(plan, kind) for plan in plans}))
                for kind in KINDS
            }
        return self.figures

    def bet(self, name: Hashable, ask: Callable[[], _T]) -> _T:
        """Return what is kept under a name, asked now if it has not been."""
        if name not in self.bets:
            self.bets[name] = ask()
        found: _T = self.bets[name]
        return found

    def solve(self, known: Situation, worlds: int, share: Share) -> SpielOdds:
        """Return P(Spiel), solved now if it has not been."""
        if self.odds is None:
            self.odds = spiel_odds(known, worlds=worlds, progress=_telling(share), **_settings())
        return self.odds

    def solve_plans(self, known: Situation, plans: tuple[Plan, ...], worlds: int, share: Share) -> PlanOdds:
        """Return P(Spiel | plan) of each plan, solved now if they have not been."""
        if plans not in self.plans:
            n = max(1, worlds // PLAN_SHARE)
            self.plans[plans] = plan_odds(known, plans, worlds=n, progress=_telling(share), **_settings())
        return self.plans[plans]


def _settings() -> dict[str, Any]:
    return {"seed": SEED, "threads": THREADS}


def _telling(share: Share) -> Callable[[int, int], None]:
    return lambda done, total: share(done / total)


def kept(query: Query) -> Kept:
    """Return what is known of the situation of a query from earlier runs, of any visitor."""
    return _kept(repr(replace(without_score(query), lang="", figure="", level=0, opp="")))


@st.cache_resource(max_entries=300, show_spinner=False)
def _kept(situation: str) -> Kept:  # noqa: ARG001  what Streamlit tells them apart by
    return Kept()


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
