"""With a preset of another hand size no sentence speaks of five cards or of a fifth trick."""

import re

import pytest
from asking import shown

from analyse.game.rules import load_rules
from analyse.i18n import LANGS
from analyse.report.text import preset_text

HAND = ("HA LA SU E10 W H7 S9", "--upcard", "L8", "--players", "2")
SEVEN = """base = "innsbruck-1924"
name = "seven"
hand_size = { value = 7, source = "our table" }
packets = { value = [4, 3], source = "our table" }
"""
FIVE = {
    "en": r"\bfive\b|\bfifth\b|\bof 5\b",
    "de": r"\bfünf\b|\bfünften\b|\bvon 5\b",
}
ASKED = {
    "odds": ("odds", *HAND, "--law", "--worlds", "20"),
    "odds of four": ("odds", *HAND[:3], "--figures", "gleich,hanger"),
    "taufen": ("taufen", *HAND, "--spiel", "--worlds", "20"),
    "play": ("play", *HAND, "--worlds", "10"),
    "joint": ("joint", *HAND, "--worlds", "20"),
    "halten": ("halten", *HAND, "--figure", "gleich"),
    "halten spiel": ("halten", *HAND, "--figure", "spiel", "--worlds", "20"),
    "bieten": ("bieten", *HAND, "--figures", "gleich,hanger", "--opponents", "honest:2K"),
    "rules": ("rules",),
}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("words", ASKED.values(), ids=ASKED)
def test_no_answer_speaks_of_five(perlaggen, tmp_path, words, lang):
    (tmp_path / "seven.toml").write_text(SEVEN, encoding="utf-8")
    rules = ("seven.toml",) if words == ("rules",) else ("--rules", "seven.toml")
    ran = perlaggen(*words, *rules, "--lang", lang)
    assert (ran.returncode, bool(ran.stdout)) == (0, True)
    assert not re.findall(FIVE[lang], " ".join(ran.stdout.split()))


@pytest.mark.parametrize("lang", LANGS)
def test_five_cards_are_called_five(perlaggen, lang):
    told = shown(perlaggen, "odds", "HA LA SU E10 W", "--figures", "gleich", "--lang", lang, "--upcard", "L8")
    assert {"en": "of my own five cards", "de": "meinen eigenen fünf Karten"}[lang] in " ".join(told.split())
    said = " ".join(preset_text(load_rules(), lang).split())
    assert {"en": "in the fifth trick", "de": "im fünften Stich"}[lang] in said
