"""The page "Soll ich halten?": read the state, ask once, show."""

from typing import Any

import streamlit as st

from analyse.advice.halten import Halten, halten
from analyse.game.cards import RANKS, SUITS, card_of, mask_of
from analyse.game.rules import load_rules
from analyse.i18n import InputError
from analyse.knowledge.situation import Situation, situation
from analyse.report.cards_svg import card_svg
from analyse.ui import bets, inputs, layout
from analyse.ui.result import Asked
from analyse.ui.state import Query, from_link, to_link, without_score
from analyse.ui.style import sheet

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


class _RefusedError(Exception):
    """An error and the field it belongs beside."""

    def __init__(self, field: str, error: InputError) -> None:
        self.field, self.error = field, error


def _ask(query: Query, errors: inputs.Errors) -> Asked | None:
    """Return what is known and the answer where it is exact; errors go beside the field to blame."""
    if query.missing or query.up is None:
        return None
    try:
        known = _situation(query)
    except _RefusedError as refused:
        errors.setdefault(refused.field, refused.error)
        return None
    try:
        terms = bets.read_terms(query, known)
    except InputError as error:
        errors.setdefault("score", error)
        terms = bets.read_terms(without_score(query), known)
    answer: Halten | None = None
    if query.figure != "spiel" and query.level:
        try:
            answer = halten(known, query.figure, query.level)
        except InputError as error:
            errors.setdefault("answer", error)
    return Asked(known, terms, answer)


def _situation(query: Query) -> Situation:
    """Return what the query says is known, or raise `_RefusedError` with the field that is to blame."""
    rules, hand = load_rules(query.rules), mask_of(query.hand)
    seats: dict[str, Any] = {"upcard": query.up, "players": query.players, "leader": query.seat_of_leader}
    steps: tuple[tuple[str, Any], ...] = (
        ("hand", lambda: [rules.check_card(card) for card in query.hand]),
        ("up", lambda: rules.trump_of(query.up if query.up is not None else -1)),
        ("up", lambda: situation(hand, rules, **seats)),
        ("known", lambda: situation(hand, rules, known=query.known, **seats)),
    )
    for field, step in steps:
        try:
            step()
        except InputError as error:
            raise _RefusedError(field, error) from error
    return situation(hand, rules, known=query.known, **seats)


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
