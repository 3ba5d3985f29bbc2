"""What is misspelt is told what was meant; choices are read in any case."""

import click
import pytest
from asking import asked
from hands import HAND, README

from analyse.cli.commands import commands
from analyse.cli.words import OneOf
from analyse.game.rules import PRESETS

VERBS = commands("en").commands
TWO = {  # verb, option, its choices
    (name, param.opts[0], param.type)
    for name, verb in VERBS.items()
    for param in verb.params
    if isinstance(param.type, OneOf)
}


def without_one_letter(word):
    """Return a word with each of its letters left out, none of them the first."""
    return {word[:i] + word[i + 1 :] for i in range(1, len(word))}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_misspelt_verb_is_told_which_one_was_meant(perlaggen, lang):
    for verb in VERBS:
        for said in without_one_letter(verb) - set(VERBS):
            ran = perlaggen(said, README, "--lang", lang)
            assert (ran.returncode, ran.stdout) == (2, "")
            if len(verb) > 4:
                meant = {"en": f"did you mean {verb}?", "de": f"war {verb} gemeint?"}[lang]
                assert ran.stderr.endswith(f"; {meant}\n"), said


@pytest.mark.parametrize("verb", VERBS)
def test_a_misspelt_option_is_told_which_one_was_meant(perlaggen, verb):
    options = {name for param in VERBS[verb].params if isinstance(param, click.Option) for name in param.opts}
    for option in options:
        if len(option) > 6:
            for said in {option + option[-1], option[:-2] + option[-1]} - options:
                ran = perlaggen(verb, said, "x")
                assert (ran.returncode, ran.stdout) == (2, "")
                assert f"did you mean {option}?" in ran.stderr, said


@pytest.mark.parametrize(("verb", "option", "kind"), sorted(TWO, key=lambda row: row[:2]))
def test_a_choice_is_read_in_any_case_and_a_misspelt_one_told_what_was_meant(perlaggen, verb, option, kind):
    for word in kind.words:
        for said in (word.upper(), word.title()):
            assert kind.convert(said, None, None) == ((word,) if kind.several else word)
        if len(word) > 4:
            for said in without_one_letter(word):
                ran = perlaggen(verb, option, said)
                assert (ran.returncode, ran.stdout) == (2, "")
                assert ran.stderr.endswith(
                    f"{option} {said!r}: expected one of {', '.join(kind.words)}; did you mean {word}?\n"
                )


def test_several_choices_in_any_case(perlaggen):
    words = ("odds", *HAND, "--figures")
    assert asked(perlaggen, *words, "Hanger, GLEICH") == asked(perlaggen, *words, "hanger,gleich")


def test_a_language_in_any_case(perlaggen):
    assert "erwartet" in perlaggen("odds", "--lang", "DE").stderr


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_named_by_its_title_or_how_it_begins(perlaggen, name):
    begins = name.partition("-")[0].title()
    assert asked(perlaggen, "rules", begins) == asked(perlaggen, "rules", name)
    ran = perlaggen("rules", name[:-2] + name[-1])
    assert f"; did you mean {name}?" in ran.stderr


def test_a_preset_stands_under_its_own_name_in_every_answer(perlaggen):
    hand = ("HO HK LA SU E10", "--upcard", "L8")
    told = asked(perlaggen, "odds", *hand, "--figures", "gleich", "--rules", "Innsbruck")
    assert told == asked(perlaggen, "odds", *hand, "--figures", "gleich")
    line = "gleich us 3A, hanger them, spiel us"
    settled = asked(perlaggen, "settle", f"{line} | rules=INNSBRUCK")
    assert settled == asked(perlaggen, "settle", line)
    kongress = asked(perlaggen, "settle", f"{line} | rules=Kongress")
    assert kongress == asked(perlaggen, "settle", f"{line} | rules=kongress-1890")
    assert kongress != settled


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("odds", "HA LA SU E10 Laub Neuer", "--upcard", "L8"), "L9"),
        (("odds", README, "--upcard", "Laub Achtr"), "L8"),
        (("odds", README, "--trump", "Schel"), "S"),
        (("odds", *HAND, "--known", "partnr: HK"), "partner"),
        (("halten", *HAND, "--figure", "gleich", "--opponents", "equilibrum"), "equilibrium"),
    ],
)
def test_other_words_misspelt(perlaggen, words, meant):
    ran = perlaggen(*words)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"; did you mean {meant}?" in ran.stderr
