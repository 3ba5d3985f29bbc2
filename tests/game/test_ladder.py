"""The ladder told once: every word of it is read, every step has its points (RULES 6; S p. 68, 69)."""

import pytest

from analyse.bidding.ladder_game import rungs
from analyse.game.ladder import (
    AUS,
    AUS_WORDS,
    RAISE_WORDS,
    good_points,
    held_points,
    last_step,
    parse_level,
    read_level,
)
from analyse.game.rules import PRESETS, load_rules
from analyse.i18n import LANGS, InputError, text


@pytest.mark.parametrize("lang", LANGS)
def test_what_the_page_calls_a_level_is_read(lang):
    for level in (1, 3, 4, 5, 6, 7):
        word = text(f"page.level_{level}", lang)
        for said in (word, word.upper(), word.lower(), f" {word} ", str(level)):
            assert parse_level(said) == read_level(said) == level


def test_every_word_of_the_ladder_in_any_case():
    for word, level in RAISE_WORDS.items():
        assert parse_level(word) == parse_level(word.upper()) == level
    for word in AUS_WORDS:
        assert parse_level(word) == parse_level(word.title()) == AUS
        with pytest.raises(InputError, match="not valued yet"):
            read_level(word)


def test_numbers_that_are_a_level():
    assert [n for n in range(100) if parse_level(str(n)) == n] == [1, *range(3, 100)]


@pytest.mark.parametrize("said", ["", "dri", "zwei", "3.5", "²", "1234", "gut"])
def test_what_is_no_level_is_refused(said):
    assert parse_level(said) is None
    with pytest.raises(InputError):
        read_level(said)


@pytest.mark.parametrize("name", PRESETS)
def test_the_ladder_in_equilibrium_has_the_points_of_the_referee(name):
    rules = load_rules(name)
    steps = rungs(rules, out=True)
    assert [rung.label for rung in steps] == ["1", *map(str, rules.raises), "out"]
    assert [rung.conceded for rung in steps] == [
        good_points(step, rules) for step in range(1, last_step(rules) + 1)
    ]
    assert [rung.held for rung in steps[:-1]] == [
        held_points(step, rules) for step in range(1, last_step(rules))
    ]
    assert [(rung.conceded, rung.held) for rung in steps] == [
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (5, 6),
        (6, 7),
        (7, 0),
    ]
