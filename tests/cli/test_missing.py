"""What is missing is asked for one by one, the hand first; what may stand once does."""

import click
import pytest
from asking import asked
from hands import HAND, README

from analyse.cli.commands import commands

VERBS = commands("en").commands
OF_A_HAND = ("halten", "bieten", "odds", "play", "taufen", "joint")
SINGLE = [
    (verb, option)
    for verb, made in VERBS.items()
    for param in made.params
    if isinstance(param, click.Option) and not param.multiple and not param.is_flag
    for option in param.opts
]


@pytest.mark.parametrize("verb", OF_A_HAND)
def test_the_hand_is_asked_for_first_then_the_up_card(perlaggen, verb):
    ran = perlaggen(verb)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("perlaggen: the hand is missing: ")
    ran = perlaggen(verb, README)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("perlaggen: the up-card is missing: ")
    assert "--upcard L8" in ran.stderr
    assert "--trump L" in ran.stderr


def test_then_the_figure(perlaggen):
    ran = perlaggen("halten", *HAND)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("perlaggen: --figure is missing: ")


@pytest.mark.parametrize(("verb", "option"), SINGLE)
def test_an_option_of_one_value_stands_once(perlaggen, verb, option):
    kind = next(param.type for param in VERBS[verb].params if option in param.opts)
    value = getattr(kind, "words", ["1"])[-1]
    for words in ((option, value, option, value), (f"{option}={value}", option, value)):
        ran = perlaggen(verb, *words)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr == f"perlaggen: {' '.join(words)!r}: expected {option} once\n"


def test_what_may_be_repeated_is_and_help_is_still_shown(perlaggen):
    words = ("odds", *HAND, "--figures", "gleich")
    twice = asked(perlaggen, *words, "--known", "left: !S7", "--known", "out: E8", "--json")
    assert twice == asked(perlaggen, *words, "--known", "left: !S7; out: E8")
    assert asked(perlaggen, *words, "--played", "HA H8", "--played", "H9 HO / SU") == asked(
        perlaggen, *words, "--played", "HA H8 H9 HO / SU"
    )
    assert perlaggen("odds", "--upcard", "L8", "--upcard", "L9", "--help").stdout.startswith("Usage")
