"""The answer's side of the page: what is exact at once, then the Spiel in the places kept for it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from analyse.advice import Halten, judged
from analyse.game.taufen import Plan, taufen
from analyse.game.tricks import is_kept
from analyse.i18n import text
from analyse.odds.situation import Situation
from analyse.ui import answer as show
from analyse.ui import chances, inputs
from analyse.ui.spiel import Kept, Share, kept, wait_for_solver
from analyse.ui.state import WORLDS, Query

_PATIENCE = 1.0  # seconds of work before a bar shows how far it is
_PLAN_WORK = 1.5  # a plan's share of the work, that of the Spiel being 1


@dataclass(frozen=True)
class Asked:
    """What is known, and the answer if a figure was bid that I have."""

    known: Situation
    answer: Halten | None


@dataclass(frozen=True)
class _Places:
    """Where the pieces stand, top to bottom; those of the Spiel are filled last."""

    verdict: DeltaGenerator
    chances: DeltaGenerator
    status: DeltaGenerator
    stop: DeltaGenerator
    plans: DeltaGenerator
    foot: DeltaGenerator
    dock: DeltaGenerator


def show_answer(
    query: Query,
    asked: Asked | None,
    errors: inputs.Errors,
    columns: Sequence[DeltaGenerator],
) -> Callable[[], None]:
    """Show what needs no solver or is missing; return what fills in the Spiel, to be called after all else.

    `columns`: where the answer, the plans and the notes stand.
    """
    beside, plans, foot = columns
    if asked is None:
        with beside:
            verdict, dock = st.empty(), _dock_place()
            inputs.error(errors, query.lang, "worlds")
        _missing(query, errors, verdict, dock)
        return lambda: None
    with beside:
        answer, dock = _answer_places(query.lang), _dock_place()
        inputs.error(errors, query.lang, "worlds")
    view = _View(query, asked, _Places(*answer, plans.empty(), foot.empty(), dock))
    view.show_exact(errors)
    return view.show_spiel


def _dock_place() -> DeltaGenerator:
    with st.container(key="dock"):
        return st.empty()


def _answer_places(lang: str) -> tuple[DeltaGenerator, DeltaGenerator, DeltaGenerator, DeltaGenerator]:
    """Lay out the answer and how the Spiel is drawn: return the first four of `_Places`."""
    verdict = st.empty()
    with st.container(key="drawing", gap=None):
        table, status, stop = st.empty(), st.empty(), st.empty()
    with st.expander(text("page.open_cards", lang)):
        st.markdown(text("page.open_cards_text", lang))
        inputs.choice("page.worlds", "worlds", WORLDS, lang, help=text("page.worlds_help", lang))
    return verdict, table, status, stop


class _View:
    """One question and the places of its answer."""

    def __init__(self, query: Query, asked: Asked, places: _Places) -> None:
        self.query, self.lang, self.asked, self.places = query, query.lang, asked, places
        known = asked.known
        self.all_plans: tuple[Plan, ...] = (
            asked.answer.plans if asked.answer else taufen(known.hand, known.rules, known.trump).plans
        )
        self.shown = chances.shown_plans(self.all_plans)
        self.kept: Kept = kept(query)

    def show_exact(self, errors: inputs.Errors) -> None:
        """Show what needs no solver, and what is solved already."""
        if self.asked.answer:
            self._judge(self.asked.answer)
        elif self.query.figure != "spiel":
            _missing(self.query, errors, self.places.verdict, self.places.dock)
        elif self.kept.odds is None:
            self._pending()
        self._table()
        self._plans()

    def show_spiel(self) -> None:
        """Solve what is not solved and show it, piece by piece; a click or the button ends it."""
        solved = self.kept.odds and (self.shown in self.kept.plans or not self._names())
        if not solved:
            self._solve()
            for place in (self.places.status, self.places.stop):
                place.empty()
        if self.query.figure == "spiel" and self.kept.odds:
            self._judge_spiel()

    def _solve(self) -> None:
        places, query, known = self.places, self.query, self.asked.known
        if query.worlds > WORLDS[0]:
            least = ("worlds", WORLDS[0])
            places.stop.button(text("page.stop", self.lang), key="stop", on_click=inputs.put, args=least)
        wait_for_solver(lambda seconds: _say(places.status, _compiling(seconds, self.lang)))
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

    def _pending(self) -> None:
        word = text("page.verdict_pending", self.lang)
        said = show.bid("spiel", self.query.level, self.lang)
        self.places.verdict.html(show.waiting(word, text("page.verdict_to", self.lang, bid=said)))
        _dock(self.places.dock, "wait", word, "", said)

    def _judge_spiel(self) -> None:
        if self.kept.odds:
            self._judge(judged(self.asked.known, self.query.level, self.kept.odds))

    def _judge(self, answer: show.Verdict) -> None:
        """Show verdict, chances, need, values, reason and notes."""
        lang = self.lang
        with self.places.verdict.container():
            for piece in (show.verdict, show.bar, show.need, show.actions, show.why):
                st.html(piece(answer, lang))
        figures = chances.best_figures(self.kept.figures_of(self.asked.known, self.all_plans))
        self.places.foot.html(show.foot(answer, figures, lang))
        said = show.shares(answer.odds, lang)
        rest = text("page.dock", lang, win=said["win"], lose=said["lose"])
        word = text(f"page.verdict_{answer.advice}", lang)
        _dock(self.places.dock, answer.advice, word, rest, text("page.dock_alt", lang))

    def _table(self) -> None:
        figures = self.kept.figures_of(self.asked.known, self.all_plans)
        self.places.chances.html(chances.table(figures, self.kept.odds, self.query.figure, self.lang))

    def _plans(self) -> None:
        if not self._names():
            return
        figures = self.kept.figures_of(self.asked.known, self.all_plans)
        spiel = self.kept.plans.get(self.shown)
        more = len(self.all_plans) - len(self.shown)
        self.places.plans.html(chances.plans(self.shown, figures, spiel, more=more, lang=self.lang))


def _missing(query: Query, errors: inputs.Errors, place: DeltaGenerator, dock: DeltaGenerator) -> None:
    word, sentence = _what_is_missing(query, errors)
    place.html(show.waiting(word, sentence))
    _dock(dock, "wait", word, "", sentence)


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


def _dock(place: DeltaGenerator, tone: str, word: str, rest: str, hint: str) -> None:
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
