"""The page "Soll ich halten?": read the state, ask once, show."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from analyse.advice import Halten, halten
from analyse.game.cards import RANKS, SUITS, WELI, card_of, mask_of
from analyse.game.figures import KINDS
from analyse.game.rules import PRESETS, load_rules
from analyse.i18n import LANGS, InputError, text
from analyse.odds.situation import situation
from analyse.ui import answer as show
from analyse.ui.cards_svg import card_alt, card_svg, card_uri
from analyse.ui.state import (
    EXAMPLE,
    HAND_SIZE,
    LEADERS,
    LEVELS,
    PLAYERS,
    Query,
    from_link,
    to_link,
    with_hand,
    with_players,
    with_up,
)
from analyse.ui.style import sheet

_ICON = card_of(SUITS.index("L"), RANKS.index("A"))
_UNSET = object()


def main() -> None:
    """Draw the page; Streamlit calls this at every change."""
    st.set_page_config(page_title="Perlaggen", page_icon=card_svg(_ICON), layout="wide")
    _follow_link()
    query, errors = _query(), dict(_errors())
    answer: Halten | None = None
    if not query.missing and query.up is not None:
        try:
            answer = _ask(query)
        except _RefusedError as refused:
            errors.setdefault(refused.field, refused.error)
    st.html(sheet(_mode(), [c for c in (query.up,) if c is not None] if _mode() == "hand" else query.hand))
    _head(query, errors)
    left, right = st.columns([6, 5], gap="large")
    with left:
        _cards(query, errors)
        _table(query, errors)
    with right, st.container(key="answer"):
        _answer(query, answer, errors)
    _write_link()


class _RefusedError(Exception):
    """An error and the field it belongs beside."""

    def __init__(self, field: str, error: InputError) -> None:
        self.field, self.error = field, error


def _ask(query: Query) -> Halten:
    """Answer the query, or raise `_RefusedError` with the field that is to blame."""
    rules, hand = load_rules(query.rules), mask_of(query.hand)
    seats: dict[str, Any] = {"upcard": query.up, "players": query.players, "leader": query.seat_of_leader}
    steps: tuple[tuple[str, Callable[[], Any]], ...] = (
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
    try:
        return halten(situation(hand, rules, known=query.known, **seats), query.figure, query.level)
    except InputError as error:
        raise _RefusedError("answer", error) from error


def _query() -> Query:
    query: Query = st.session_state["query"]
    return query


def _errors() -> dict[str, InputError]:
    errors: dict[str, InputError] = st.session_state["errors"]
    return errors


def _mode() -> str:
    return str(st.session_state["mode_now"])


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
    query, link = _query(), st.query_params.to_dict()
    if from_link(link, query.lang)[0] != query:
        link = to_link(query)
        st.query_params.from_dict(link)
    st.session_state["link"] = link


def _browser_language() -> str:
    return "de" if (st.context.locale or "").lower().startswith("de") else "en"


def _change(step: Callable[[Query], Query], field: str) -> None:
    """Put the changed query in place; a refused change keeps the old one and leaves a message."""
    st.session_state.update({"errors": {}, "clicked": True})
    try:
        st.session_state["query"] = step(_query())
    except InputError as error:
        st.session_state["errors"] = {field: error}


def _set(field: str, key: str) -> None:
    """Take one plain field from its widget; a widget without a value keeps the old one."""
    value = st.session_state[key]
    if value is not None:
        _change(lambda query: replace(query, **{field: value.strip() if field == "known" else value}), field)


def _set_players() -> None:
    value = st.session_state["players"]
    if value is not None:
        _change(lambda query: with_players(query, value), "players")


def _set_mode() -> None:
    st.session_state.update({"mode_now": st.session_state["mode"] or _mode(), "clicked": True})


def _set_hand(suit: int) -> None:
    picked = st.session_state[f"hand_{SUITS[suit]}"]
    row = _row(suit)
    _change(lambda query: with_hand(query, (*(c for c in query.hand if c not in row), *picked)), "hand")
    if not _query().missing and _query().up is None:
        st.session_state["mode_now"] = "up"


def _set_up(suit: int) -> None:
    picked = st.session_state[f"up_{SUITS[suit]}"]
    _change(lambda query: with_up(query, picked), "up")


def _set_cards(hand: tuple[int, ...], up: int | None) -> None:
    _change(lambda query: replace(query, hand=hand, up=up), "hand")
    st.session_state["mode_now"] = "hand"


def _shown(key: str, value: Any) -> str:
    """Let the widget `key` show `value`; return the key."""
    if st.session_state.get(key, _UNSET) != value:
        st.session_state[key] = value
    return key


def _error(errors: dict[str, InputError], lang: str, *fields: str) -> None:
    for field in fields:
        if field in errors:
            st.error(_sentence(errors[field], lang))


def _sentence(error: InputError, lang: str) -> str:
    """Return the message of an error as a sentence (on a command line it follows a name)."""
    said = error.text(lang)
    return f"{said[:1].upper()}{said[1:]}."


def _choice(label: str, field: str, options: tuple[Any, ...], lang: str, **more: Any) -> None:
    """Show one field of the query as a row of buttons."""
    callback: dict[str, Any] = {"on_change": _set, "args": (field, field)} | more
    st.segmented_control(
        text(label, lang),
        options,
        required=True,
        key=_shown(field, getattr(_query(), field)),
        format_func=lambda value: text(f"page.{field}_{value}", lang),
        **callback,
    )


def _head(query: Query, errors: dict[str, InputError]) -> None:
    with st.container(
        key="head", horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"
    ):
        st.html(
            f'<div class="pl"><h1>{text("page.question", query.lang)}</h1>'
            f'<p class="soft">{text("page.subtitle", query.lang)}</p></div>',
            width="content",
        )
        _choice("page.lang", "lang", LANGS, query.lang, label_visibility="collapsed")
    _error(errors, query.lang, "lang")


def _row(suit: int) -> tuple[int, ...]:
    plain = tuple(card_of(suit, rank) for rank in range(len(RANKS)))
    return (*plain, WELI) if SUITS[suit] == "S" else plain


def _cards(query: Query, errors: dict[str, InputError]) -> None:
    """Show the cards picked and the four rows to pick from."""
    lang = query.lang
    st.html(show.tray(query.hand, query.up, HAND_SIZE, lang))
    _error(errors, lang, "hand", "up")
    mode = _mode()
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


def _table(query: Query, errors: dict[str, InputError]) -> None:
    """Show what is bid, who plays, by which rules, and what is known."""
    lang = query.lang
    with st.container(key="bid", horizontal=True, gap="medium"):
        _choice("page.figure", "figure", KINDS, lang)
        _choice("page.level", "level", LEVELS, lang, help=text("page.level_help", lang))
    _error(errors, lang, "figure", "level")
    with st.container(key="seats", horizontal=True, gap="medium"):
        _choice("page.players", "players", PLAYERS, lang, on_change=_set_players, args=())
        _choice("page.leader", "leader", LEADERS[query.players], lang, help=text("page.leader_help", lang))
    _error(errors, lang, "players", "leader")
    with st.expander(text("page.more", lang), expanded=bool(query.known), key="more"):
        st.text_input(
            text("page.known", lang),
            key=_shown("known", query.known),
            on_change=_set,
            args=("known", "known"),
            placeholder=text("page.known_example", lang),
            help=text("page.known_help", lang),
        )
        _error(errors, lang, "known")
        st.caption(text("page.known_line", lang))
        st.selectbox(
            text("page.rules", lang),
            PRESETS,
            key=_shown("rules", query.rules),
            format_func=lambda name: load_rules(name).title,
            on_change=_set,
            args=("rules", "rules"),
        )
    _error(errors, lang, "rules")


def _answer(query: Query, answer: Halten | None, errors: dict[str, InputError]) -> None:
    lang = query.lang
    if answer is None:
        word, sentence = _what_is_missing(query, errors)
        st.html(show.waiting(word, sentence))
        _dock("wait", word, "", sentence)
        return
    for piece in (show.verdict(answer, lang), show.bar(answer.odds, lang), show.need(answer, lang)):
        st.html(piece)
    for piece in (show.actions(answer, lang), show.why(answer, lang), show.plans(answer, lang)):
        if piece:
            st.html(piece)
    st.html(show.foot(answer, lang))
    chances = show.shares(answer.odds, lang)
    rest = text("page.dock", lang, win=chances["win"], lose=chances["lose"])
    _dock(answer.advice, text(f"page.verdict_{answer.advice}", lang), rest, text("page.dock_alt", lang))


def _what_is_missing(query: Query, errors: dict[str, InputError]) -> tuple[str, str]:
    """Return the words in place of an answer."""
    lang = query.lang
    if query.missing:
        key = "page.missing_one" if query.missing == 1 else "page.missing"
        return text(key, lang, count=query.missing), text("page.missing_hint", lang)
    if query.up is None:
        return text("page.missing_up", lang), text("page.missing_up_hint", lang)
    if "answer" in errors:
        return text("page.no_answer", lang), _sentence(errors["answer"], lang)
    field = "known" if "known" in errors else "mode_up" if "up" in errors else "mode_hand"
    return text("page.no_answer", lang), text("page.no_answer_hint", lang, field=text(f"page.{field}", lang))


def _dock(tone: str, word: str, rest: str, hint: str) -> None:
    with st.container(key="dock"):
        st.html(show.dock(tone, word, rest, hint))


if __name__ == "__main__":
    main()
