"""What is asked is read once, says which field is to blame, and is worked out once."""

from collections import Counter
from dataclasses import replace

import pytest
from hands import HAND
from hypothesis import given
from hypothesis import strategies as st
from pages import EXAMPLE, choose, opened

from analyse.advice.question import Score, _table, read_question
from analyse.bidding import beliefs, my_game, my_seat
from analyse.game.cards import mask_of, parse_cards
from analyse.game.rules import PRESETS
from analyse.i18n import InputError
from analyse.knowledge import record, situation
from analyse.odds import figures, open_worlds
from analyse.odds import spiel as odds_spiel

README = "HA LA SU E10 W"


def test_words_of_one_question_make_equal_questions_with_one_hash():
    told = read_question(README, upcard="L8", known="left: !S7; cut: none", rules="innsbruck-1924")
    for hand, known in [
        (["HA", "LA SU", "E10 W"], ["left: !S7", "cut: none"]),
        (README, "left: !S7; cut: none"),
    ]:
        again = read_question(hand, upcard="l8", known=known)
        assert (again, hash(again)) == (told, hash(told))
        assert again.table is told.table  # worked out once
    assert told != read_question(README, upcard="L8", known="left: !S7")
    assert told.of("hanger").deal == told.deal == told.at(Score(1, 2, 15)).deal


def test_a_question_holds_what_was_said():
    asked = read_question(README, upcard="L8", figure="gleich", level=3, score="12:13", worlds=7, seed=2)
    assert asked.hand == mask_of(parse_cards(README))
    assert (asked.level, asked.score, asked.worlds, asked.seed) == (3, Score(12, 13, 15), 7, 2)
    assert replace(asked.deal, figure="gleich").figure == "gleich"


# field | what is wrong with it
BLAMED = [
    ("hand", {"hand": "HA LA SU E10"}),
    ("hand", {"hand": "HA LA SU E10 HA"}),
    ("hand", {"hand": "HA LA SU E10 Q7"}),
    ("hand", {"hand": ""}),
    ("upcard", {"upcard": "X9"}),
    ("upcard", {"upcard": "HA"}),
    ("upcard", {"upcard": None}),
    ("trump", {"trump": "Z"}),
    ("upcard", {"trump": "H"}),
    ("players", {"players": 3}),
    ("known", {"known": "left: Q"}),
    ("known", {"known": "left: HA"}),
    ("known", {"known": "left: !S7; left: S7"}),
    ("leader", {"leader": 4}),
    ("played", {"played": "H9 H8"}),
    ("rules", {"rules": "nowhere-1800"}),
    ("score", {"score": "15:3"}),
    ("score", {"score": "many"}),
    ("upcard", {"upcard": "E8", "rules": "oberland"}),
]


@pytest.mark.parametrize(("field", "wrong"), BLAMED)
def test_the_field_to_blame_is_named(field, wrong):
    with pytest.raises(InputError) as refused:
        read_question(**{"hand": README, "upcard": "L8"} | wrong)
    assert refused.value.field == field


@given(st.sampled_from(PRESETS), st.sampled_from([2, 4]), st.integers(0, 1))
def test_a_question_of_the_deal_alone_asks_nothing(rules, players, leader):
    asked = read_question("HA LA SU E10 E9", upcard="L8", rules=rules, players=players, leader=leader)
    assert asked.deal == asked
    assert asked.table.known.leader == leader


# Each expensive step once -------------------------------------------------------------------------------


@pytest.fixture
def steps(monkeypatch):
    """Count how often the expensive steps run; nothing is known from before."""
    counted = Counter()

    def count(module, name, key=lambda *_, **__: ""):
        run = getattr(module, name)

        def counting(*args, **more):
            counted[f"{name}{key(*args, **more)}"] += 1
            return run(*args, **more)

        monkeypatch.setattr(module, name, counting)

    for cached in (_table, record.with_record, figures.both_sides, figures.figure_odds, my_game.own_game):
        cached.cache_clear()
    for module in (beliefs, my_game):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    count(situation, "parse_known")
    count(situation, "possible")
    count(figures, "joint_counts", lambda _, kind, *__: f" {kind}")
    count(figures, "drawn_worlds")
    count(open_worlds, "drawn_worlds", lambda *_, **__: " of the Spiel")
    count(odds_spiel, "in_chunks")
    count(my_seat, "own_wins")
    count(beliefs, "solve")
    return counted


# words of halten | what runs, each once
ONCE = [
    ("gleich", "any", None, {"joint_counts gleich", "solve"}),  # the equilibrium is the answer beside
    ("gleich", "honest:2K", None, {"joint_counts gleich"}),
    ("hanger", "equilibrium", None, {"joint_counts hanger", "solve"}),
    ("hanger", "honest:2K", "12:13", {"joint_counts hanger"}),
    ("spiel", "honest:60%", None, {"drawn_worlds of the Spiel", "in_chunks", "own_wins"}),
    ("spiel", "any", None, {"drawn_worlds of the Spiel", "in_chunks", "own_wins", "solve"}),
]


@pytest.mark.parametrize("asked", ONCE)
def test_each_expensive_step_runs_once_for_a_question(perlaggen, steps, asked):
    figure, opponents, score, run = asked
    words = ["halten", *HAND, "--figure", figure, "--opponents", opponents, "--known", "left: !S7"]
    words += ["--worlds", "60"] + (["--score", score] if score else [])
    assert perlaggen(*words).returncode == 0
    assert steps == Counter(dict.fromkeys({"parse_known", "possible", *run}, 1))


def test_with_plays_each_expensive_step_runs_once(perlaggen, steps):
    played = ("--played", "HA H8 H9 HO / SU SO S8 LK / EO")
    assert perlaggen("halten", *HAND, "--figure", "gleich", "--known", "left: !S7", *played).returncode == 0
    assert steps == Counter(dict.fromkeys({"parse_known", "possible", "joint_counts gleich"}, 1))


def test_a_click_on_the_page_works_out_what_is_new_and_nothing_twice(steps):
    page = opened(hand=EXAMPLE, up="L8", figure="gleich", known="left: !S7", worlds="1000")
    once = {"parse_known", "possible", "solve", "joint_counts hanger"}
    twice = {
        "joint_counts gleich",  # the law of the answer, and the table of all figures that a plan can show
        "in_chunks",  # the Spiel, and the Spiel with each plan: bound Perlaggen are solved by themselves
        "drawn_worlds of the Spiel",
    }
    assert steps == Counter(dict.fromkeys(once, 1) | dict.fromkeys(twice, 2))
    steps.clear()
    choose(page, "lang", "en")
    assert not steps
    choose(page, "level", 3)  # another word of the same bet: nothing but its equilibrium is asked for
    assert steps == Counter({"solve": 1})
