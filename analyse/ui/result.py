"""The answer against any hand: what is exact at once, then the Spiel in the places kept for it."""

import time
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from analyse.advice.halten import Halten, judged
from analyse.game.taufen import Plan, taufen
from analyse.i18n import text
from analyse.knowledge.situation import Situation
from analyse.opencards.solver import is_kept
from analyse.ui import answer as show
from analyse.ui import bet_answer, bets, chances, inputs
from analyse.ui.bets import Terms
from analyse.ui.spiel import Kept, Share, kept, wait_for_solver
from analyse.ui.state import WORLDS, Query

_PATIENCE = 1.0  # seconds of work before a bar shows how far it is
_PLAN_WORK = 1.5  # a plan's share of the work, that of the Spiel being 1


@dataclass(frozen=True)
class Asked:
    """What is known, what is asked of the bet, and the answer against any hand if I have the figure."""

    known: Situation
    terms: Terms
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
    """One question and the places of its answer, against any hand; others of its kind go on from here."""

    def __init__(self, query: Query, asked: Asked, places: Places) -> None:
        self.query, self.lang, self.asked, self.places = query, query.lang, asked, places
        known = asked.known
        self.all_plans: tuple[Plan, ...] = (
            asked.answer.plans if asked.answer else taufen(known.hand, known.rules, known.trump).plans
        )
        self.shown = chances.shown_plans(self.all_plans)
        self.kept: Kept = kept(query)
        self.beside: DeltaGenerator | None = None

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
        if self.asked.answer:
            self._judge(self.asked.answer)
        elif self.query.figure != "spiel":
            missing(self.query, errors, self.places.verdict, self.places.dock)
        elif self.kept.odds is None:
            self.pending(show.bid("spiel", self.query.level, self.lang))

    def show_soon(self) -> None:
        """Show what needs no solver but takes a moment."""
        self._beside()

    def is_solved(self) -> bool:
        """Whether all that needs the solver is there."""
        return bool(self.kept.odds and (self.shown in self.kept.plans or not self._names()))

    def with_solver(self) -> None:
        """Show what needs the solver and goes before the chances of the Spiel."""

    def show_last(self) -> None:
        """Show what needs the chances of the Spiel."""
        if self.query.figure == "spiel" and self.kept.odds:
            self._judge(judged(self.asked.known, self.query.level, self.kept.odds))
            self._beside()

    def _solve(self) -> None:
        places, query, known = self.places, self.query, self.asked.known
        if query.worlds > WORLDS[0]:
            least = ("worlds", WORLDS[0])
            places.stop.button(text("page.stop", self.lang), key="stop", on_click=inputs.put, args=least)
        wait_for_solver(lambda seconds: _say(places.status, _compiling(seconds, self.lang)))
        self.with_solver()
        work = _PLAN_WORK * len(self.shown) * self._names()
        share = _bar(places.status)
        whole = 1 + work
        self.kept.solve(known, query.worlds, lambda done: share(done / whole))
        self._table()
        if self._names():
            self.kept.solve_plans(
                known, self.shown, query.worlds, lambda done: share((1 + work * done) / whole)
            )
            self._plans()

    def _names(self) -> bool:
        return chances.has_perlaggen(self.shown)

    def pending(self, said: str) -> None:
        """Show that the verdict is being found."""
        word = text("page.verdict_pending", self.lang)
        self.places.verdict.html(show.waiting(word, text("page.verdict_to", self.lang, bid=said)))
        dock(self.places.dock, "wait", word, "", said)

    def _judge(self, answer: show.Verdict) -> None:
        """Show verdict, chances, need, values, reason and notes."""
        lang = self.lang
        with self.places.verdict.container():
            st.html(show.verdict(answer, lang))
            self.beside = st.empty()
            self.beside.html(bet_answer.beside(bets.beside_kept(self.kept, self.asked.terms), lang))
            for piece in (show.bar, show.need, show.actions, show.why):
                st.html(piece(answer, lang))
        figures = chances.best_figures(self.figures())
        self.places.foot.html(show.foot(answer, figures, lang))
        said = show.shares(answer.odds, lang)
        rest = text("page.dock", lang, win=said["win"], lose=said["lose"])
        word = text(f"page.verdict_{answer.advice}", lang)
        dock(self.places.dock, answer.advice, word, rest, text("page.dock_alt", lang))

    def _beside(self) -> None:
        """Show below the verdict what the answer is against bidders in equilibrium."""
        if self.beside is None:
            return
        found = bets.beside(self.kept, self.asked.known, self.asked.terms)
        if found is None:
            self.beside.empty()
        else:
            self.beside.html(bet_answer.beside(found, self.lang))

    def figures(self) -> chances.Figures:
        """Return the odds of every figure that one of the plans makes."""
        return self.kept.figures_of(self.asked.known, self.all_plans)

    def _table(self) -> None:
        self.places.chances.html(
            chances.table(
                self.figures(),
                self.kept.odds,
                self.query.figure,
                self.lang,
                believed=not self.asked.terms.plain,
            )
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
    field = "known" if "known" in errors else "mode_up" if "up" in errors else "mode_hand"
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
