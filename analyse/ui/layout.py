"""The answer's side of the page: its places, and which answer stands there."""

from collections.abc import Callable, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from analyse.i18n import text
from analyse.ui import inputs
from analyse.ui.bet_view import BiddingView, HaltenView
from analyse.ui.result import Asked, Places, View, missing
from analyse.ui.state import WORLDS, Query


def show_answer(
    query: Query,
    asked: Asked | None,
    errors: inputs.Errors,
    columns: Sequence[DeltaGenerator],
) -> Callable[[], None]:
    """Show what needs no solver or is missing; return what fills in the rest, to be called after all else.

    `columns`: where the answer and the plans stand.
    """
    beside, plans = columns
    if asked is None:
        with beside:
            verdict, dock = st.empty(), _dock_place()
            inputs.error(errors, query.lang, "worlds")
        missing(query, errors, verdict, dock)
        return lambda: None
    with beside:
        answer, dock = _answer_places(query.lang), _dock_place()
        inputs.error(errors, query.lang, "worlds")
        foot = st.container(key="foot").empty()
    view = _view(asked)(query, asked, Places(*answer, plans.empty(), foot, dock))
    view.show_exact(errors)
    return view.show_rest


def _view(asked: Asked) -> type[View]:
    """Return which answer is to be shown."""
    return HaltenView if asked.question.level else BiddingView


def _dock_place() -> DeltaGenerator:
    with st.container(key="dock"):
        return st.empty()


def _answer_places(lang: str) -> tuple[DeltaGenerator, DeltaGenerator, DeltaGenerator, DeltaGenerator]:
    """Lay out the answer and how the Spiel is drawn: return the first four of `Places`."""
    verdict = st.empty()
    with st.container(key="drawing", gap=None):
        table, status, stop = st.empty(), st.empty(), st.empty()
    with st.expander(text("page.open_cards", lang)):
        st.markdown(text("page.open_cards_text", lang))
        inputs.choice("page.worlds", "worlds", WORLDS, lang, help=text("page.worlds_help", lang))
    return verdict, table, status, stop
