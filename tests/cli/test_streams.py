"""`analyse.cli.commands.main` called from Python: the answer goes to whatever stdout is there."""

import json
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from hands import HAND

from analyse import __version__
from analyse.cli.commands import main

ASKED = {
    "an answer": ("halten", *HAND, "--figure", "gleich", "--lang", "en"),
    "an answer in parts": ("odds", *HAND, "--figures", "gleich,hanger", "--lang", "de"),
    "an object": ("odds", *HAND, "--figures", "gleich", "--json"),
    "help": ("halten", "--help", "--lang", "de"),
    "no verb": ("--lang", "en"),
    "the version": ("--version",),
    "an answer with a word of the user's": ("known", "links: >=2 Perlaggen", "--lang", "de"),
}
SIGNS = "█░·–−±"


def printed(words, encoding):
    """Return what `main` writes into a stream of this encoding, as bytes that are read again."""
    out = BytesIO()
    stream = TextIOWrapper(out, encoding, newline="\n")
    with redirect_stdout(stream):
        assert main(words) == 0
    stream.flush()
    return out.getvalue().decode(encoding)


def text_of(words):
    with redirect_stdout(StringIO()) as out:
        assert main(words) == 0
    return out.getvalue()


@pytest.mark.parametrize("name", ASKED)
def test_a_stream_of_text_gets_what_a_stream_of_bytes_gets(name):
    said = text_of(ASKED[name])
    assert said.endswith("\n")
    assert said == printed(ASKED[name], "utf-8")
    assert "\x1b" not in said


@pytest.mark.parametrize("encoding", ["latin-1", "cp437", "cp1252", "iso8859-15"])
@pytest.mark.parametrize("name", ASKED)
def test_an_encoding_without_our_signs_gets_the_same_lines(name, encoding):
    """A line whose signs all have their code is unchanged, and nothing else is lost."""
    said, plain = text_of(ASKED[name]).splitlines(), printed(ASKED[name], encoding).splitlines()
    assert len(plain) == len(said)
    for line, shown in zip(said, plain, strict=True):
        if set(SIGNS).isdisjoint(line):
            assert shown == line.encode(encoding, "replace").decode(encoding)
        assert len(shown) - len(line) in {0, line.count("±")}  # "+-" is one longer


def test_signs_that_cannot_be_shown_have_plain_ones():
    plain = printed(ASKED["an answer"], "latin-1")
    assert "#" in plain
    assert "−" in text_of(ASKED["an answer"])
    assert "-1.00" in plain


def test_an_object_is_one_in_every_encoding():
    for encoding in ("ascii", "latin-1", "utf-16", "utf-8"):
        assert json.loads(printed(ASKED["an object"], encoding)) == json.loads(text_of(ASKED["an object"]))


def test_version_is_one_line():
    assert text_of(("--version",)) == f"perlaggen {__version__}\n"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_bad_input_is_one_line_on_a_stream_of_text(lang):
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        assert main(("odds", "HA HA", "--upcard", "L8", "--lang", lang)) == 2
    assert out.getvalue() == ""
    assert err.getvalue().startswith("perlaggen: ")
    assert err.getvalue().count("\n") == 1
