"""Spiel on the command line: `tricks`, `play`, and Spiel in `odds`, `halten` and `taufen`."""

import json
import subprocess
from itertools import pairwise
from math import isclose

import pytest
from asking import asked_once as asked
from asking import shown_once as shown
from hands import HAND
from processes import PATIENCE, clean_environment, interrupted

PLAYED = ("--played", "HA H8 H9 HO / SU SO S8 LK / EO")
COMPILING = "being compiled, once"
# DESIGN, "Spiel": the leader's side gets two tricks only with EU named low
EICHEL = ("tricks", "--trump", "E", "--rules", "suedtirol-1927", "EU L7", "L10 SU", "SK H8", "LO LA")


def check_chance(odds):
    assert odds["method"] == "sampled"
    assert isclose(odds["win"] + odds["stand"] + odds["lose"], 1)
    assert sum(row["n"] for row in odds["tricks"]) == odds["worlds"]
    assert [row["tricks"] for row in odds["tricks"]] == list(range(6))
    assert isclose(odds["mean"], sum(row["tricks"] * row["p"] for row in odds["tricks"]))
    assert isclose(odds["win"], sum(row["p"] for row in odds["tricks"][3:]))
    assert isclose(odds["stderr"], (odds["win"] * odds["lose"] / odds["worlds"]) ** 0.5)
    assert odds["tricks"][odds["minimum"]]["n"]
    assert odds["tricks"][odds["maximum"]]["n"]


# odds, halten, taufen -----------------------------------------------------------------------------------


@pytest.mark.smoke
@pytest.mark.parametrize(("players", "seats"), [("4", [0, 1, 2, 3]), ("2", [0, 1])])
def test_odds_with_the_spiel(perlaggen, players, seats):
    answer = asked(perlaggen, "odds", *HAND, "--players", players)
    spiel = answer["figures"]["spiel"]
    assert spiel.keys() >= {"win", "lose", "stderr", "method", "worlds", "tricks", "leaders", "sure", "seed"}
    assert spiel["worlds"] == 1000
    check_chance(spiel)
    assert [row["seat"] for row in spiel["leaders"]] == seats
    assert spiel["leaders"][0]["win"] == spiel["win"]
    assert any("Open cards" in note for note in answer["notes"])
    assert len(answer["notes"]) == len(set(answer["notes"]))


def test_the_same_seed_gives_the_same_odds(perlaggen):
    first, again, other = (
        asked(perlaggen, "odds", *HAND, "--players", "4", *seed)
        for seed in ((), ("--seed", "1"), ("--seed", "2"))
    )
    assert first == again
    assert first["figures"]["spiel"] != other["figures"]["spiel"]
    assert first["figures"]["gleich"] == other["figures"]["gleich"]


@pytest.mark.parametrize("figures", ["spiel", "hanger"])
def test_only_the_figures_asked_for(perlaggen, figures):
    out = shown(perlaggen, "odds", *HAND, "--figures", figures, "--worlds", "50")
    assert ("50 deals drawn" in out) == (figures == "spiel")
    assert ("Exact over" in out) == (figures == "hanger")


@pytest.mark.smoke
def test_halten_spiel(perlaggen):
    answer = asked(perlaggen, "halten", *HAND, "--figure", "spiel", "--level", "3")
    assert {"win", "stand", "lose", "stderr", "needed", "advice", "actions", "notes"} <= answer.keys()
    check_chance(answer)
    assert answer["figure"] == "spiel"
    assert isclose(answer["needed"], -2 / 3)
    assert answer["actions"]["gut"]["points"] == -2
    assert isclose(answer["actions"]["halten"]["points"], 3 * (answer["win"] - answer["lose"]))
    assert answer["actions"]["raise"]["points"] is None
    assert answer["advice"] == "halten"
    assert "± 1.5 %" in answer["why"][0]


# worlds -> advice of a hand that is just worth holding: needed is a chance of 25 %
@pytest.mark.parametrize(("worlds", "advice"), [("20", "close"), ("4000", "halten")])
def test_halten_spiel_is_close_within_two_standard_errors(perlaggen, worlds, advice):
    words = ("halten", "HA LA SU E10 E9", "--upcard", "L8", "--figure", "spiel", "--worlds", worlds)
    answer = asked(perlaggen, *words)
    error_of_edge = 2 * answer["stderr"]
    assert 0.25 < answer["win"] < 0.45
    assert (abs(answer["edge"] - answer["needed"]) < 2 * error_of_edge) == (advice == "close")
    assert answer["advice"] == advice


def test_halten_spiel_in_the_third_trick(perlaggen):
    before = asked(perlaggen, "odds", *HAND, "--players", "4")["figures"]["spiel"]
    later = asked(perlaggen, "halten", *HAND, "--figure", "spiel", *PLAYED)
    assert later["win"] > before["win"]
    assert later["tricks"][0]["n"] == later["tricks"][5]["n"] == 0  # one trick each is taken


def test_what_is_decided_is_certain(perlaggen):
    out = shown(perlaggen, "halten", "HK W S7 E10 H9", "--upcard", "L8", "--figure", "spiel")
    assert " 100 %" in out
    assert "±" not in out
    assert "whatever the others hold" in out


def test_what_only_the_drawn_deals_agree_on_is_not_certain(perlaggen):
    words = ("--upcard", "L8", "--figures", "spiel", "--worlds", "20")
    out = shown(perlaggen, "odds", "HK E7 L7 LU HA", *words)
    assert ">95.0 %" in out
    assert "<5.0 %" in out
    assert " 100 %" not in out


@pytest.mark.smoke
def test_taufen_with_spiel(perlaggen):
    words = ("taufen", "HA LA SU HK W", "--upcard", "L8")
    plain = asked(perlaggen, *words)
    answer = asked(perlaggen, *words, "--spiel", "--players", "2", "--worlds", "200")
    spiel = [plan.pop("spiel") for plan in answer["plans"]]
    assert answer["plans"] == plain["plans"]
    assert answer["namings"] == plain["namings"]
    assert max(row["difference"] for row in spiel) == 0
    assert all(row["worlds"] == 200 and 0 <= row["win"] <= 1 for row in spiel)
    best = max(row["win"] for row in spiel)
    assert all(isclose(row["difference"], row["win"] - best, abs_tol=1e-12) for row in spiel)
    assert spiel[-1]["win"] == best  # all free
    assert any("lower bound" in note for note in answer["notes"])


# play ---------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_play_in_the_third_trick(perlaggen):
    answer = asked(perlaggen, "play", *HAND, *PLAYED)
    assert answer["hand"] == ["LA", "E10", "W"]
    assert answer["taken"] == [1, 1]
    assert (answer["leader"], answer["table"]) == (3, ["EO"])
    assert answer["played"] == [
        {"leader": 0, "plays": ["HA", "H8", "H9", "HO"], "taker": 0},
        {"leader": 0, "plays": ["SU", "SO", "S8", "LK"], "taker": 3},
    ]
    rows = answer["plays"]
    assert [row["play"] for row in rows] == ["E10", "LA", "W=LA", "W=E7"]
    assert [(row["card"], row["name"]) for row in rows[1:3]] == [("LA", None), ("W", "LA")]
    assert all(a["win"] >= b["win"] for a, b in pairwise(rows))
    assert (rows[0]["difference"], rows[0]["close"]) == (0, None)  # the best is not compared with itself
    assert all(row["close"] == (-row["difference"] <= 2 * row["difference_stderr"]) for row in rows[1:])
    assert answer["each_deal"]["win"] >= rows[0]["win"]
    assert all(isclose(row["difference"], row["win"] - rows[0]["win"], abs_tol=1e-12) for row in rows)
    assert all(row["minimum"] <= row["tricks"] <= row["maximum"] for row in rows)
    assert answer["worlds"] == 200


def test_play_shows_what_was_played_and_what_is_close(perlaggen):
    out = shown(perlaggen, "play", *HAND, *PLAYED)
    assert "HA H8 H9 HO  you" in out
    assert "Your turn with LA E10 W; tricks so far 1 : 1." in out
    assert "E10 is ahead by more than two standard errors; the closest is LA." in out
    start = shown(perlaggen, "play", *HAND, "--worlds", "50")
    assert "Not told apart from" in start


def test_all_names_are_more_than_few_and_played_may_be_said_in_parts(perlaggen):
    parts = ("--played", "HA H8 H9 HO /", "--played", "SU SO S8 LK / EO")
    few = asked(perlaggen, "play", *HAND, *PLAYED)["plays"]
    every = asked(perlaggen, "play", *HAND, *parts, "--names", "all")["plays"]
    assert {row["play"] for row in few} < {row["play"] for row in every}
    assert few[0] == every[0]


# tricks -------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_tricks_of_an_open_deal(perlaggen):
    answer = asked(perlaggen, *EICHEL, "--plays", "--line")
    assert (answer["tricks"], answer["of"], answer["spiel"]) == (2, 2, True)
    plays = answer["plays"]
    assert max(plays.values()) == answer["tricks"]
    assert [plays[play] for play in ("EU=S7", "EU=H7", "EU=EA", "EU", "L7")] == [2, 2, 1, 1, 1]
    assert answer["line"][0]["leader"] == 0
    assert sum(trick["taker"] % 2 == 0 for trick in answer["line"]) == answer["tricks"]
    assert all(len(trick["plays"]) == 4 for trick in answer["line"])


# words | tricks | value | turn
POSITIONS = {
    "a trick that lies, tricks taken": (
        ("HA W", "HK", "--table", "L9", "--leader", "1", "--taken", "1:2"),
        *(2, 2, 0),
    ),
    "the last trick": (("HA W", "HK L9", "--objective", "last"), 0, 0, 0),
    "the last trick, the other one bound": (
        ("HA W", "HK L9", "--objective", "last", "--bound", "HK=H7"),
        *(2, 1, 0),
    ),
    "bound to a card that loses": (("W", "L9", "--bound", "W=L8"), 0, 0, 0),
    "bound to a card that wins": (("W", "L9", "--bound", "W=L8,L10"), 1, 1, 0),
    "barred from one name": (("W", "LA", "--bound", "W=!LA"), 0, 0, 0),
    "barred from another name": (("W", "LA", "--bound", "W=!LK,!HA"), 1, 1, 0),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_tricks_at_any_point(perlaggen, name):
    words, tricks, value, turn = POSITIONS[name]
    answer = asked(perlaggen, "tricks", "--trump", "L", *words)
    assert (answer["tricks"], answer["value"], answer["turn"]) == (tricks, value, turn)


# words | what is said: one trick is no "tricks", two players have no sides, names barred are told as such
SAID = """
en | tricks --trump L W L9 --bound W=!L9 --plays | You have the Spiel: 1 of 1 trick when both play best.
en | tricks --trump L W L9 --bound W=!L9 --plays | W is named anything but L9 when it is played.
en | tricks --trump L W L9 --bound W=!L9 --plays | Your tricks after each play:
en | tricks --trump L W L9 --bound W=L9,LA       | W is named LA L9 when it is played.
en | tricks --trump L W L9 S8 S9 --plays         | Tricks of your side after each play:
de | tricks --trump L W L9 --bound W=!L9 --plays | Du hast das Spiel: 1 von 1 Stich, wenn beide am besten spielen.
de | tricks --trump L W L9 --bound W=!L9 --plays | W heißt beim Ausspielen alles außer L9.
de | tricks --trump L W L9 --bound W=!L9 --plays | Deine Stiche nach jeder Karte:
"""


@pytest.mark.parametrize("row", SAID.strip().splitlines())
def test_tricks_in_words(perlaggen, row):
    lang, words, said = (cell.strip() for cell in row.split("|"))
    assert said in shown(perlaggen, *words.split(), "--lang", lang).splitlines()


# three tricks, two are enough: the natural cards first, and no card after the trick that decides
ENOUGH = ("tricks", "--trump", "L", "HA LA L10", "H8 S8 S9", "--line")


@pytest.mark.parametrize(("objective", "tricks"), [("number", 3), ("majority", 2)])
def test_a_line_of_play_stops_where_the_spiel_is_decided(perlaggen, objective, tricks):
    line = asked(perlaggen, *ENOUGH, "--objective", objective)["line"]
    assert len(line) == tricks
    out = shown(perlaggen, *ENOUGH, "--objective", objective)
    assert ("the Spiel is decided, and the play stops" in out) == (objective == "majority")


def test_a_line_of_play_that_is_over_says_so(perlaggen):
    out = shown(
        perlaggen, "tricks", "--trump", "L", "HA", "H8", "--line", "--taken", "4:0", "--objective", "majority"
    )
    assert "decided already" in out


# The compiler -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_without_a_cache_the_figures_come_first_and_one_line_says_why_the_rest_waits(command, tmp_path):
    words = ["odds", *HAND, "--worlds", "50"]
    environment = clean_environment(NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    both = subprocess.run(
        [*command, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        cwd=tmp_path,
        env=environment,
        timeout=PATIENCE,
        check=True,
    ).stdout
    figures, line, spiel = (both.index(said) for said in ("Exact over", COMPILING, "50 deals drawn"))
    assert figures < line < spiel
    again = subprocess.run(
        [*command, *words, "--json"],
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=environment,
        timeout=PATIENCE,
        check=True,
    )
    assert again.stderr == ""
    assert json.loads(again.stdout)["figures"].keys() == {"gleich", "hanger", "spiel"}


@pytest.mark.process
def test_ctrl_c_ends_a_long_question_with_what_was_solved(tmp_path):
    words = ("play", *HAND, "--worlds", "1000000", "--json")
    code, out, err = interrupted(*words, when="deals solved", cwd=tmp_path)
    assert code == 130
    assert err.endswith("perlaggen: stopped; the answer is that of the deals solved by then\n")
    answer = json.loads(out)
    assert 0 < answer["worlds"] < 1_000_000
