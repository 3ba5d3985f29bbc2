"""What is asked: the cards, the bid, the table, what is known; every click becomes a new query."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from analyse.game.cards import RANKS, SUITS, WELI, card_of
from analyse.game.figures import figure_short
from analyse.game.rules import PRESETS, load_rules
from analyse.i18n import LANGS, InputError, UnansweredError, text
from analyse.report.cards_svg import card_alt, card_uri
from analyse.ui import answer as show
from analyse.ui.answer import typeset
from analyse.ui.state import (
    ANY,
    EXAMPLE,
    FIGURES,
    HAND_SIZE,
    HONEST,
    LEADERS,
    LEVELS,
    PLAYERS,
    POINTS,
    SORTS,
    TARGETS,
    Query,
    least_values,
    with_figure,
    with_hand,
    with_least,
    with_players,
    with_sort,
    with_up,
)

_UNSET = object()

Errors = dict[str, InputError | UnansweredError]  # by the field they belong beside


def current() -> Query:
    """Return what is asked now."""
    query: Query = st.session_state["query"]
    return query


def current_errors() -> Errors:
    """Return what could not be done with the last click or link."""
    errors: Errors = st.session_state["errors"]
    return errors


def picking() -> str:
    """Return what a tap on a card picks, "hand" or "up"."""
    return str(st.session_state["mode_now"])


def _change(step: Callable[[Query], Query], field: str) -> None:
    """Put the changed query in place; a refused change keeps the old one and leaves a message."""
    st.session_state.update({"errors": {}, "clicked": True})
    try:
        st.session_state["query"] = step(current())
    except InputError as error:
        st.session_state["errors"] = {field: error}


def _set(field: str, key: str) -> None:
    """Take one plain field from its widget; a widget without a value keeps the old one."""
    value = st.session_state[key]
    if value is not None:
        _change(lambda query: replace(query, **{field: value.strip() if field == "known" else value}), field)


def _set_with(step: Callable[[Query, Any], Query], key: str) -> None:
    """Take a value from its widget by a step that may change other fields, too."""
    value = st.session_state[key]
    if value is not None:
        _change(lambda query: step(query, value), key)


def _set_number(field: str) -> None:
    """Take a number from its widget, None where the field was emptied."""
    put(field, st.session_state[field])


def put(field: str, value: Any) -> None:
    """Put a value into one plain field."""
    _change(lambda query: replace(query, **{field: value}), field)


def _set_mode() -> None:
    st.session_state.update({"mode_now": st.session_state["mode"] or picking(), "clicked": True})


def _set_hand(suit: int) -> None:
    picked = st.session_state[f"hand_{SUITS[suit]}"]
    row = _row(suit)
    _change(lambda query: with_hand(query, (*(c for c in query.hand if c not in row), *picked)), "hand")
    if not current().missing and current().up is None:
        st.session_state["mode_now"] = "up"


def _set_up(suit: int) -> None:
    picked = st.session_state[f"up_{SUITS[suit]}"]
    _change(lambda query: with_up(query, picked), "upcard")


def _set_cards(hand: tuple[int, ...], up: int | None) -> None:
    _change(lambda query: replace(query, hand=hand, up=up), "hand")
    st.session_state["mode_now"] = "hand"


def _shown(key: str, value: Any) -> str:
    """Let the widget `key` show `value`; return the key."""
    if st.session_state.get(key, _UNSET) != value:
        st.session_state[key] = value
    return key


def error(errors: Errors, lang: str, *fields: str) -> None:
    """Show the messages that belong to these fields."""
    for field in fields:
        if field in errors:
            st.html(show.alert(sentence(errors[field], lang)))


def sentence(error: InputError | UnansweredError, lang: str) -> str:
    """Return the message of an error as a sentence (on a command line it follows a name)."""
    said = error.text(lang)
    return f"{said[:1].upper()}{said[1:]}."


def choice(label: str, field: str, options: tuple[Any, ...], lang: str, **more: Any) -> None:
    """Show one field of the query as a row of buttons."""
    callback: dict[str, Any] = {"on_change": _set, "args": (field, field)} | more
    st.segmented_control(
        text(label, lang),
        options,
        required=True,
        key=_shown(field, getattr(current(), field)),
        format_func=lambda value: text(f"page.{field}_{value}", lang),
        **callback,
    )


def head(query: Query, errors: Errors) -> None:
    """Show the question the page answers, and the languages."""
    bid = "" if query.level else "_bid"
    with st.container(
        key="head", horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    ):
        st.html(
            f'<div class="pl"><h1>{text(f"page.question{bid}", query.lang)}</h1>'
            f'<p class="soft">{text(f"page.subtitle{bid}", query.lang)}</p></div>',
            width="content",
        )
        choice("page.lang", "lang", LANGS, query.lang, label_visibility="collapsed")
    error(errors, query.lang, "lang")


def _row(suit: int) -> tuple[int, ...]:
    plain = tuple(card_of(suit, rank) for rank in range(len(RANKS)))
    return (*plain, WELI) if SUITS[suit] == "S" else plain


def cards(query: Query, errors: Errors) -> None:
    """Show the cards picked and the four rows to pick from."""
    lang = query.lang
    st.html(show.tray(query.hand, query.up, HAND_SIZE, lang))
    error(errors, lang, "hand", "upcard")
    mode = picking()
    with st.container(key="mode_row", horizontal=True, horizontal_alignment="distribute", gap="small"):
        st.segmented_control(
            text("page.mode", lang),
            ("hand", "up"),
            required=True,
            key=_shown("mode", mode),
            format_func=lambda value: text(f"page.mode_{value}", lang),
            on_change=_set_mode,
            label_visibility="collapsed",
        )
        if query.hand or query.up is not None:
            st.button(text("page.clear", lang), key="clear", on_click=_set_cards, args=((), None))
        else:
            st.button(
                text("page.example", lang),
                key="example",
                on_click=_set_cards,
                args=(EXAMPLE.hand, EXAMPLE.up),
            )
    with st.container(key="cards"):
        for suit, letter in enumerate(SUITS):
            row = _row(suit)
            key = f"{mode}_{letter}"
            if mode == "hand":
                value: Any = [card for card in row if card in query.hand]
            else:
                value = query.up if query.up in row else None
            st.pills(
                text(f"page.suit_{letter}", lang),
                row,
                selection_mode="multi" if mode == "hand" else "single",
                format_func=lambda card: f"![{card_alt(card, lang)}]({card_uri(card, lang)})",
                key=_shown(key, value),
                on_change=_set_hand if mode == "hand" else _set_up,
                args=(suit,),
                label_visibility="collapsed",
            )


def table(query: Query, errors: Errors) -> None:
    """Show what is bid, who plays, by which rules, and what is known."""
    lang = query.lang
    with st.container(key="bid", horizontal=True, gap="small"):
        choice("page.figure", "figure", FIGURES, lang, on_change=_set_with, args=(with_figure, "figure"))
        choice("page.level", "level", LEVELS, lang, help=text("page.level_help", lang))
    error(errors, lang, "figure", "level")
    with st.container(key="seats", horizontal=True, gap="medium"):
        choice("page.players", "players", PLAYERS, lang, on_change=_set_with, args=(with_players, "players"))
        choice("page.leader", "leader", LEADERS[query.players], lang, help=text("page.leader_help", lang))
    error(errors, lang, "players", "leader")
    _bets(query, errors)
    with st.expander(text("page.more", lang), expanded=bool(query.known), key="more"):
        st.text_input(
            text("page.known", lang),
            key=_shown("known", query.known),
            on_change=_set,
            args=("known", "known"),
            placeholder=text("page.known_example", lang),
            help=text("page.known_help", lang),
        )
        error(errors, lang, "known")
        st.caption(text("page.known_line", lang))
        st.selectbox(
            text("page.rules", lang),
            PRESETS,
            key=_shown("rules", query.rules),
            format_func=lambda name: load_rules(name).title,
            on_change=_set,
            args=("rules", "rules"),
        )
    error(errors, lang, "rules")


def _bets(query: Query, errors: Errors) -> None:
    """Show what is believed of the other side, and the score."""
    lang = query.lang
    is_set = query.sort != ANY or bool(query.score) or query.target is not None
    with st.expander(text("page.bets", lang), expanded=is_set, key="bets"):
        choice("page.sort", "sort", SORTS, lang, on_change=_set_with, args=(with_sort, "sort"))
        if query.sort == HONEST:
            _least(query)
        st.caption(text(f"page.sort_{query.sort}_means", lang))
        error(errors, lang, "opponents")
        with st.container(key="score", horizontal=True, gap="small"):
            rules = load_rules(query.rules)
            for field, least, most in (
                ("ours", 0, POINTS[-1]),
                ("theirs", 0, POINTS[-1]),
                ("target", 2, TARGETS[-1]),
            ):
                st.number_input(
                    text(f"page.{field}", lang),
                    least,
                    most,
                    value=None,
                    step=1,
                    key=_shown(field, getattr(query, field)),
                    on_change=_set_number,
                    args=(field,),
                    placeholder=str(rules.target) if field == "target" else "–",
                    width=110,
                )
        st.caption(text("page.score_means", lang))
        error(errors, lang, "score", "target")


def _least(query: Query) -> None:
    """Show from which figure on honest bidders bid."""
    values, kind = least_values(query.figure), query.figure

    def shown(code: str) -> str:
        return typeset(f"{values[code]} %") if kind == "spiel" else figure_short(kind, values[code])

    st.selectbox(
        text("page.least_spiel" if kind == "spiel" else "page.least", query.lang),
        tuple(values),
        key=_shown("least", query.least),
        format_func=shown,
        on_change=_set_with,
        args=(with_least, "least"),
    )
