"""The page "Soll ich halten?": read the state, ask once, show."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st

from analyse.advice.halten import SPIEL, Halten
from analyse.game.cards import RANKS, SUITS, card_of
from analyse.i18n import InputError, UnansweredError
from analyse.report.cards_svg import card_svg
from analyse.ui import bets, inputs, layout, spiel
from analyse.ui.result import Asked
from analyse.ui.state import Field, Query, from_link, to_link
from analyse.ui.style import sheet

# beside which field of the page the fault of a question stands
_BESIDE: Mapping[str, Field] = {
    "hand": "hand",
    "upcard": "upcard",
    "trump": "upcard",
    "opponents": "opponents",
    "rules": "rules",
}
_ICON = card_of(SUITS.index("L"), RANKS.index("A"))


def main() -> None:
    """Draw the page; Streamlit calls this at every change.

    All that is exact comes first, then the link; only then is the solver asked for the Spiel.
    """
    st.set_page_config(page_title="Perlaggen", page_icon=card_svg(_ICON), layout="wide")
    _follow_link()
    query, errors = inputs.current(), dict(inputs.current_errors())
    asked = _ask(query, errors)
    up_alone = [card for card in (query.up,) if card is not None]
    st.html(sheet(inputs.picking(), up_alone if inputs.picking() == "hand" else query.hand))
    inputs.head(query, errors)
    left, *places = st.columns([6, 5, 6], gap="large")  # the third below the first, by the style sheet
    with left:
        inputs.cards(query, errors)
        inputs.table(query, errors)
    later = layout.show_answer(query, asked, errors, places)
    _write_link()
    later()


def _ask(query: Query, errors: inputs.Errors) -> Asked | None:
    """Return the question and the answer where it is exact; errors go beside the field to blame."""
    if query.missing or query.up is None:
        return None
    try:
        question = bets.ask(query)
    except InputError as error:
        errors.setdefault(_BESIDE.get(error.field, "known"), error)
        return None
    try:
        question = bets.at_score(question, query)
    except InputError as error:
        errors.setdefault("score", error)
    kept = spiel.kept(replace(question.deal, worlds=question.worlds))
    answer: Halten | None = None
    if query.figure != SPIEL and query.level:
        try:
            answer = bets.answer(kept, question)
        except (InputError, UnansweredError) as error:
            errors.setdefault("answer", error)
    return Asked(question, kept, answer)


def _follow_link() -> None:
    """Take the state from the link on the first run and whenever the visitor moves in the history.

    A click sends along the link that the browser shows at that moment. After quick clicks it is still an
    older one than we wrote: it must not undo what was clicked.
    """
    clicked = st.session_state.pop("clicked", False)
    link = st.query_params.to_dict()
    if "query" in st.session_state and (clicked or link == st.session_state["link"]):
        return
    query, errors = from_link(link, _browser_language())
    st.session_state.update({"query": query, "errors": errors, "link": link, "mode_now": "hand"})


def _write_link() -> None:
    """Write the state into the link, unless the link says the same already (so that Back works)."""
    query, link = inputs.current(), st.query_params.to_dict()
    if from_link(link, query.lang)[0] != query:
        link = to_link(query)
        st.query_params.from_dict(link)
    st.session_state["link"] = link


def _browser_language() -> str:
    return "de" if (st.context.locale or "").lower().startswith("de") else "en"


if __name__ == "__main__":
    main()
