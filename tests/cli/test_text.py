"""What people read: the verdict first, aligned, within 80 columns, in both languages."""

import pytest
from asking import shown
from hands import HAND

PLAYED = ("--played", "HA H8 H9 HO / SU SO S8 LK / EO")
OPEN = ("--upcard", "L8", "HA LA SU E10 W", "HK S7 L9 H8 E9", "LO LK H9 S8 SA", "LU L7 EO EA S9")
TWO = ("--leader", "1", "--taken", "1:2", "--bound", "W=LA,LK; HK=HA", "--objective", "last")
DEALS = {"en": "13,155,340,358,160 deals", "de": "13.155.340.358.160 Verteilungen"}
COMMANDS = {
    "halten": ("halten", *HAND, "--figure", "gleich"),
    "halten with knowledge": (
        *("halten", *HAND, "--figure", "hanger", "--level", "7"),
        *("--known", "partner: L9 L10; opponents: HK; left: !S7 !E7; right: EO; out: E8 E9; cut: none"),
    ),
    "odds": ("odds", *HAND),
    "odds with the law": ("odds", *HAND, "--law", "--figures", "gleich,hanger"),
    "odds of two": ("odds", *HAND, "--players", "2", "--leader", "1"),
    "taufen": ("taufen", "HA HK S7 E7 W", "--upcard", "L8"),
    "taufen without Perlaggen": ("taufen", "HA LA SU E10 E9", "--upcard", "L8"),
    "taufen with Spiel": ("taufen", "HA LA SU HK W", "--upcard", "L8", "--spiel", "--worlds", "50"),
    "halten, Spiel, in the third trick": ("halten", *HAND, "--figure", "spiel", *PLAYED),
    "play": ("play", "HK W S7 E10 H9", "--upcard", "L8", "--worlds", "50"),
    "play in the third trick": ("play", *HAND, *PLAYED),
    "tricks": ("tricks", *OPEN, "--plays", "--line"),
    "tricks of two": ("tricks", "--trump", "L", "HA W", "HK", "--table", "L9", *TWO),
    "rules": ("rules",),
    **{f"rules {name}": ("rules", name) for name in ("innsbruck-1924", "kongress-1890", "suedtirol-1927")},
    **{f"rules {name}": ("rules", name) for name in ("oberland", "schlanders-2023")},
    "help": ("--help",),
    **{f"help {verb}": (verb, "--help") for verb in ("halten", "odds", "play", "tricks")},
    **{f"help {verb}": (verb, "--help") for verb in ("taufen", "rules", "app")},
}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", COMMANDS)
def test_fits_80_columns_and_carries_no_colour_when_piped(perlaggen, name, lang):
    out = shown(perlaggen, *COMMANDS[name], "--lang", lang)
    assert out.strip()
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out
    assert all(line == line.rstrip() for line in out.splitlines())


@pytest.mark.parametrize("lang", ["en", "de"])
def test_halten_says_the_verdict_first(perlaggen, lang):
    lines = shown(perlaggen, *COMMANDS["halten"], "--lang", lang).splitlines()
    assert lines[0].startswith({"en": "Hold", "de": "Halten"}[lang])
    assert "+" in lines[0]
    assert {"en": "−1.00", "de": "−1,00"}[lang] in lines[0]
    assert DEALS[lang] in lines[-1]


def test_halten_shows_bars_that_line_up(perlaggen):
    lines = shown(perlaggen, *COMMANDS["halten"]).splitlines()
    bars = [line for line in lines if "░" in line or "█" in line]
    assert len(bars) == 3
    assert len({line.rindex("%") for line in bars}) == 1
    assert all(line.count("█") + line.count("░") == 40 for line in bars)


def test_percent_is_100_only_when_certain(perlaggen):
    five = ("odds", "HK W S7 E7 L7", "--upcard", "L8", "--figures", "gleich")
    nearly = shown(perlaggen, *five)  # four aces and the Perlagg LU still make the same figure
    assert ">99.9 %" in nearly
    assert "<0.1 %" in nearly
    assert " 100 %" not in nearly
    sure = shown(perlaggen, *five, "--known", "partner: LU LO")
    assert " 100 %" in sure
    assert " 0 %" in sure


def test_law_names_what_each_side_holds(perlaggen):
    out = shown(perlaggen, *COMMANDS["odds with the law"])
    assert "A-A-A-A-A" in out
    assert "10-U-O-K-A" in out
    assert DEALS["en"] in out


def test_taufen_counts_and_lists_the_front(perlaggen):
    out = shown(perlaggen, "taufen", "HA LA SU HK W", "--upcard", "L8")
    assert "1,024 namings" in out
    assert "A-A-A-A" in out
    assert "HK W" in out.splitlines()[-1] or any(line.endswith("HK W") for line in out.splitlines())


def test_rules_show_every_field_with_its_paragraph(perlaggen):
    out = shown(perlaggen, "rules", "suedtirol-1927", "--lang", "de")
    assert "muss getauscht werden" in out
    assert "[S p. 56]" in out
    assert out.count("[") == 19


@pytest.mark.parametrize(
    ("environ", "german"),
    [
        ({"LC_ALL": "de_AT.UTF-8"}, True),
        ({"LC_MESSAGES": "de_DE"}, True),
        ({"LANG": "de"}, True),
        ({"LC_ALL": "", "LANG": "de_IT.UTF-8"}, True),
        ({"LC_ALL": "en_US.UTF-8", "LANG": "de_AT.UTF-8"}, False),
        ({"LC_MESSAGES": "it_IT.UTF-8", "LANG": "de_AT.UTF-8"}, False),
        ({"LANG": "C"}, False),
        ({}, False),
    ],
)
def test_language_follows_the_locale(perlaggen, environ, german):
    assert ("Aufruf:" in shown(perlaggen, "--help", **environ)) == german


def test_lang_outranks_the_locale(perlaggen):
    assert "Usage:" in shown(perlaggen, "--lang", "en", "--help", LC_ALL="de_AT.UTF-8")
    assert "Aufruf:" in shown(perlaggen, "rules", "--help", "--lang", "de")


@pytest.mark.smoke
def test_version_and_no_verb(perlaggen):
    assert shown(perlaggen, "--version").startswith("perlaggen 0.")
    assert shown(perlaggen) == shown(perlaggen, "--help")


def test_a_terminal_without_block_signs_still_gets_the_answer(perlaggen):
    out = shown(perlaggen, *COMMANDS["halten"], PYTHONIOENCODING="ascii")
    assert out.isascii()
    assert "#" in out
    assert "-1.00" in out
