"""An answer and its places on the page: what is exact at once, then the Spiel in the places kept for it."""

import time
from dataclasses import dataclass

from streamlit.delta_generator import DeltaGenerator

from analyse.advice.halten import Halten
from analyse.advice.question import ANY, Question
from analyse.game.taufen import Plan, taufen
from analyse.i18n import text
from analyse.opencards.solver import is_kept
from analyse.ui import answer as show
from analyse.ui import chances, inputs
from analyse.ui.spiel import Kept, Share, wait_for_solver
from analyse.ui.state import WORLDS, Query

_PATIENCE = 1.0  # seconds of work before a bar shows how far it is
_PLAN_WORK = 1.5  # a plan's share of the work, that of the Spiel being 1


@dataclass(frozen=True)
class Asked:
    """What is asked, what is kept of its deal, and the answer on Gleich or Hanger if I have the figure."""

    question: Question
    kept: Kept
    answer: Halten | None


@dataclass(frozen=True)
class Places:
    """Where the pieces stand, top to bottom; those of the Spiel are filled last."""

    verdict: DeltaGenerator
    chances: DeltaGenerator
    status: DeltaGenerator
    stop: DeltaGenerator
    plans: DeltaGenerator
    foot: DeltaGenerator
    dock: DeltaGenerator


class View:
    """One question and the places of its answer: what is exact at once, then what needs the solver."""

    def __init__(self, query: Query, asked: Asked, places: Places) -> None:
        self.query, self.lang, self.asked, self.places = query, query.lang, asked, places
        self.kept = asked.kept
        known = asked.question.table.after
        self.all_plans: tuple[Plan, ...] = (
            asked.answer.plans if asked.answer else taufen(known.hand, known.rules, known.trump).plans
        )
        self.shown = chances.shown_plans(self.all_plans)

    def show_exact(self, errors: inputs.Errors) -> None:
        """Show what needs no solver, and what is solved already."""
        self.show_verdict(errors)
        self._table()
        self._plans()

    def show_rest(self) -> None:
        """Show what takes longer: a click ends it.

        What needs no solver comes first, then the Spiel is solved if it has not been, piece by piece.
        """
        self.show_soon()
        if not self.is_solved():
            self._solve()
            for place in (self.places.status, self.places.stop):
                place.empty()
        self.show_last()

    def show_verdict(self, errors: inputs.Errors) -> None:
        """Show the verdict where it needs no solver, or what is missing."""

    def show_soon(self) -> None:
        """Show what needs no solver but takes a moment."""

    def with_solver(self) -> None:
        """Show what needs the deals of the Spiel."""

    def show_last(self) -> None:
        """Show what comes after all else."""

    def is_solved(self) -> bool:
        """Whether all that needs the solver is there."""
        return bool(self.kept.odds and (self.shown in self.kept.plans or not self._names()))

    def _solve(self) -> None:
        places, query = self.places, self.query
        if query.worlds > WORLDS[0]:
            least = ("worlds", WORLDS[0])
            places.stop.button(text("page.stop", self.lang), key="stop", on_click=inputs.put, args=least)
        wait_for_solver(lambda seconds: _say(places.status, _compiling(seconds, self.lang)))
        work = _PLAN_WORK * len(self.shown) * self._names()
        share = _bar(places.status)
        whole = 1 + work
        self.kept.solve(lambda done: share(done / whole))
        self.with_solver()
        self._table()
        if self._names():
            self.kept.solve_plans(self.shown, lambda done: share((1 + work * done) / whole))
            self._plans()

    def _names(self) -> bool:
        return chances.has_perlaggen(self.shown)

    def pending(self, said: str) -> None:
        """Show that the verdict is being found."""
        word = text("page.verdict_pending", self.lang)
        self.places.verdict.html(show.waiting(word, text("page.verdict_to", self.lang, bid=said)))
        dock(self.places.dock, "wait", word, "", said)

    def figures(self) -> chances.Figures:
        """Return the odds of every figure that one of the plans makes."""
        return self.kept.figures_of(self.all_plans)

    def _table(self) -> None:
        question = self.asked.question
        believed = question.level == 0 or question.opponents != ANY or question.score is not None
        self.places.chances.html(
            chances.table(self.figures(), self.kept.odds, self.query.figure, self.lang, believed=believed)
        )

    def _plans(self) -> None:
        if not self._names():
            return
        spiel = self.kept.plans.get(self.shown)
        more = len(self.all_plans) - len(self.shown)
        self.places.plans.html(chances.plans(self.shown, self.figures(), spiel, more=more, lang=self.lang))


def missing(query: Query, errors: inputs.Errors, place: DeltaGenerator, below: DeltaGenerator) -> None:
    """Show in place of an answer what is missing, at `below` in short."""
    word, sentence = _what_is_missing(query, errors)
    place.html(show.waiting(word, sentence))
    dock(below, "wait", word, "", sentence)


def _what_is_missing(query: Query, errors: inputs.Errors) -> tuple[str, str]:
    """Return the words in place of an answer."""
    lang = query.lang
    if query.missing:
        key = "page.missing_one" if query.missing == 1 else "page.missing"
        return text(key, lang, count=query.missing), text("page.missing_hint", lang)
    if query.up is None:
        return text("page.missing_up", lang), text("page.missing_up_hint", lang)
    if "answer" in errors:
        return text("page.no_answer", lang), inputs.sentence(errors["answer"], lang)
    field = "known" if "known" in errors else "mode_up" if "upcard" in errors else "mode_hand"
    return text("page.no_answer", lang), text("page.no_answer_hint", lang, field=text(f"page.{field}", lang))


def dock(place: DeltaGenerator, tone: str, word: str, rest: str, hint: str) -> None:
    """Show the short verdict at the lower edge of a phone."""
    place.html(show.dock(tone, word, rest, hint))


def _compiling(seconds: int, lang: str) -> str:
    """Return that the solver is being compiled, and whether that is for good."""
    return text("page.compiling" if is_kept() else "page.compiling_each", lang, seconds=seconds)


def _say(place: DeltaGenerator, sentence: str) -> None:
    place.html(show.notice(sentence))


def _bar(place: DeltaGenerator) -> Share:
    """Return what shows how far the work is, once it has taken more than a second."""
    begin = time.perf_counter()

    def share(done: float) -> None:
        if time.perf_counter() - begin > _PATIENCE:
            place.progress(min(1.0, done), text=f"{100 * done:.0f}\u00a0%")

    return share
