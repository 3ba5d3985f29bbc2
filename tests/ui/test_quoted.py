"""What a user typed is shown as typed: never Markdown, never HTML, and nothing of it is fetched."""

from html import escape

import pytest
from pages import EXAMPLE, ROOT, alerts, opened
from streamlit.testing.v1 import AppTest

HOST = "http://host.example/p.png"
NASTY = (
    f"![a]({HOST})",
    f"[a]({HOST})",
    HOST,
    f"<img/src={HOST}>",
    f"<img src='{HOST}' onerror=alert(1)>",
    "</p></div><script>alert(1)</script>",
    ":red[x] $x^2$ :smile: :material/home:",
    "**b** _i_ `c` ~~d~~ -> (c) # h",
    '" onmouseover="alert(1)',
    "{bad} {0} %s",
    "&lt;b&gt; &amp;",
    "a\nb\n\n# c",
    "\x00\x1b[31m",
)
FIELDS = (
    "upcard",
    "players",
    "leader",
    "figure",
    "level",
    "rules",
    "worlds",
    "opponents",
    "score",
    "target",
    "lang",
    "known",
)
TYPESET = (
    "markdown",
    "caption",
    "error",
    "warning",
    "info",
    "success",
    "title",
    "header",
    "subheader",
    "code",
    "text",
)


def said(page):
    """Return what each element that typesets its text says."""
    return [str(element.value) for kind in TYPESET for element in getattr(page, kind)]


def check(page, nasty):
    """See to it that a nasty string stands in messages only, escaped."""
    assert not page.exception
    assert not [text for text in said(page) if nasty in text]
    bodies = [element.proto.body for element in page.get("html")]
    if escape(nasty) != nasty:
        assert not [body for body in bodies if nasty in body]
    assert not [
        label
        for kind in ("button_group", "selectbox", "text_input", "number_input", "button")
        for e in page.get(kind)
        if nasty in (label := f"{e.label} {getattr(e, 'help', '')}")
    ]


@pytest.mark.parametrize("nasty", NASTY)
def test_every_field_of_the_link_is_quoted_as_typed(nasty):
    page = opened(hand=EXAMPLE, **dict.fromkeys(FIELDS, nasty))
    check(page, nasty)
    quoting = [alert for alert in alerts(page) if repr(nasty)[1:-1] in alert]
    assert len(quoting) == len(FIELDS) - 1  # what is known is read once there is an up-card


@pytest.mark.parametrize("nasty", NASTY)
def test_nasty_cards_are_quoted_as_typed(nasty):
    page = opened(hand=nasty, up="L8")
    check(page, nasty)
    assert alerts(page)


@pytest.mark.parametrize("nasty", NASTY)
def test_what_is_known_is_typed_on_the_page(nasty):
    page = opened(hand=EXAMPLE, up="L8")
    page.text_input(key="known").set_value(nasty).run()
    check(page, nasty)
    assert alerts(page)


def test_nothing_of_ours_typesets_messages():
    """Streamlit's own messages are Markdown: no module of the page has any."""
    for file in (ROOT / "analyse" / "ui").glob("*.py"):
        source = file.read_text(encoding="utf-8")
        for kind in ("error", "warning", "info", "success", "write", "exception"):
            assert f"st.{kind}(" not in source, file


def test_the_test_would_see_it():
    """A message as Streamlit shows it is found."""
    page = AppTest.from_string(f"import streamlit as st\nst.error('![a]({HOST})')").run()
    with pytest.raises(AssertionError):
        check(page, NASTY[0])
