"""`perlaggen halten` against a belief and at a score, `perlaggen bieten`: numbers that fit together, texts, bad input."""

from math import isclose

import pytest
from asking import asked, shown
from hands import HAND

GLEICH = (*HAND, "--figure", "gleich")
TWO = (*HAND, "--players", "2")
PARTS = ("win", "stand", "lose")
ACTIONS = ("gut", "halten", "raise")
LACKING = ("bieten", "H8 E8 S8 LK L10", "--upcard", "L8", "--opponents", "honest:2A")
FILE = "[[gleich]]\nfrom = '2K'\nbid = 0.5\nhalten = 0.5\nraise = 0.25\n"

COMMANDS = {
    "honest": ("halten", *GLEICH, "--opponents", "honest:2K"),
    "equilibrium": ("halten", *GLEICH, "--opponents", "equilibrium", "--leader", "1"),
    "equilibrium of two, a raise": (
        "halten",
        *TWO,
        "--figure",
        "hanger",
        "--opponents",
        "equilibrium",
        "--level",
        "3",
    ),
    "top of the ladder": ("halten", *GLEICH, "--opponents", "equilibrium", "--level", "7"),
    "top of the ladder at a score": (
        "halten",
        *GLEICH,
        "--opponents",
        "equilibrium",
        "--level",
        "7",
        "--score",
        "9:11",
    ),
    "any at a score": ("halten", *GLEICH, "--score", "13:12"),
    "a score of 21": ("halten", *GLEICH, "--opponents", "honest:2A", "--score", "17:20", "--target", "21"),
    "every score": ("halten", *GLEICH, "--score", "1:2", "--target", "4", "--scores"),
    "they never say so": ("halten", *GLEICH, "--opponents", "honest:2A", "--level", "3"),
    "spiel": ("halten", *TWO, "--figure", "spiel", "--opponents", "honest:60%"),
    "bieten": ("bieten", *HAND),
    "bieten at a score": ("bieten", *HAND, "--score", "12:13", "--figures", "gleich,hanger"),
    "bieten of one figure": ("bieten", *TWO, "--opponents", "honest:2A", "--figures", "gleich"),
    "overbid": ("bieten", *HAND, "--score", "14:3", "--figures", "gleich"),
    "help halten": ("halten", "--help"),
    "help bieten": ("bieten", "--help"),
}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", COMMANDS)
def test_fits_80_columns(perlaggen, name, lang):
    ran = perlaggen(*COMMANDS[name], "--lang", lang)
    assert ran.returncode == 0
    assert max(map(len, ran.stdout.splitlines())) <= 80
    assert all(line == line.rstrip() for line in ran.stdout.splitlines())
    assert "None" not in ran.stdout


# Halten -------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_halten_against_a_belief_fits_together(perlaggen):
    answer = asked(perlaggen, *COMMANDS["honest"])
    assert (answer["figure"], answer["level"], answer["opponents"]) == ("gleich", 1, "honest:2K")
    assert (answer["method"], answer["worlds"]) == ("exact", answer["any"]["worlds"])
    assert [answer[key] for key in ("edge_stderr", "stderr", "score", "counts")] == [None] * 4
    assert isclose(sum(answer[part] for part in PARTS), 1)
    assert isclose(sum(answer["any"][part] for part in PARTS), 1)
    assert isclose(answer["edge"], answer["win"] - answer["lose"])
    assert answer["needed"] == -0.5
    actions = answer["actions"]
    assert actions["gut"] == {"points": -1, "reason": None}
    assert isclose(actions["halten"]["points"], 2 * answer["edge"], abs_tol=1e-9)
    assert set(actions) == set(ACTIONS)
    best = max(ACTIONS, key=lambda word: actions[word]["points"])
    assert answer["advice"] == best
    assert isclose(sum(row["p"] for row in answer["posterior"]), 1)
    assert isclose(sum(row["before"] for row in answer["posterior"]), 1)
    told = [row for row in answer["posterior"] if row["p"]]
    assert {(row["count"], row["rank"]) for row in told} >= {(2, "K"), (2, "A")}
    assert not any((row["count"], row["rank"]) in {(1, None), (2, "O"), (2, "7")} for row in told)
    assert len(answer["why"]) == 2
    assert answer["plans"]


@pytest.mark.smoke
def test_against_any_hand_it_says_what_halten_alone_says(perlaggen):
    alone, at_score = asked(perlaggen, "halten", *GLEICH), asked(perlaggen, *COMMANDS["any at a score"])
    for part in PARTS:
        assert isclose(alone[part], at_score[part], abs_tol=1e-12)
    for word in ("gut", "halten"):
        assert isclose(alone["actions"][word]["points"], at_score["actions"][word]["points"], abs_tol=1e-9)
    assert at_score["score"] == {"ours": 13, "theirs": 12, "target": 15}


def test_at_a_score_the_game_decides_and_the_edge_is_told_for_it(perlaggen):
    answer = asked(perlaggen, *COMMANDS["equilibrium"], "--score", "13:12")
    games = {word: answer["actions"][word]["game"] for word in ACTIONS}
    assert all(0 <= chance <= 1 for chance in games.values())
    assert answer["advice"] in {"close", max(games, key=games.get)}
    assert (answer["edge"] >= answer["needed"]) == (games["halten"] >= games["gut"])


def test_the_same_points_to_go_say_the_same_whatever_the_target(perlaggen):
    one = asked(perlaggen, "halten", *GLEICH, "--opponents", "honest:2A", "--score", "11:14")
    other = asked(perlaggen, *COMMANDS["a score of 21"])
    assert one["actions"] == other["actions"]


def test_above_sieben_stands_spiel_aus_and_only_with_a_score(perlaggen):
    points, game = (
        asked(perlaggen, *COMMANDS[name]) for name in ("top of the ladder", "top of the ladder at a score")
    )
    assert points["actions"]["raise"] == {"points": None, "reason": "nothing is above it"}
    assert game["actions"]["raise"]["points"] is None
    assert "Spiel aus" in game["actions"]["raise"]["reason"]
    assert 0 < game["actions"]["raise"]["game"] < 1
    out = shown(perlaggen, *COMMANDS["top of the ladder at a score"])
    assert "+0.00" not in " ".join(out.split("\n\n")[0].split())


def test_reasons_are_not_cut_short(perlaggen):
    for lang in ("en", "de"):
        words = shown(perlaggen, *COMMANDS["any at a score"], "--lang", lang)
        assert any(line.endswith("--opponents") for line in words.splitlines())


def test_what_they_never_say_is_noted(perlaggen):
    answer = asked(perlaggen, *COMMANDS["they never say so"])
    told = [row for row in answer["posterior"] if row["p"]]
    assert {part: answer[part] for part in PARTS} != pytest.approx({p: answer["any"][p] for p in PARTS})
    assert 0 < len(told) < len(answer["posterior"])
    assert any("never say this" in note for note in answer["notes"])
    assert not any("never say this" in note for note in asked(perlaggen, *COMMANDS["honest"])["notes"])


def test_every_score_has_its_best_answer(perlaggen):
    answer = asked(perlaggen, *COMMANDS["every score"])
    assert [len(row) for row in answer["scores"]] == [4] * 4
    assert {word for row in answer["scores"] for word in row} <= {*ACTIONS, "close"}
    assert answer["scores"][1][2] == answer["advice"]
    shorter = shown(perlaggen, *COMMANDS["every score"])
    assert "  0  1  2  3" in shorter


def test_a_file_of_ones_own(perlaggen, tmp_path):
    (tmp_path / "they.toml").write_text(FILE)
    answer = asked(perlaggen, "halten", *GLEICH, "--opponents", "they.toml")
    honest = asked(perlaggen, *COMMANDS["honest"])
    assert answer["opponents"] == "they.toml"
    for part in PARTS:  # who always bids with the same figures, as often
        assert isclose(answer[part], honest[part], abs_tol=1e-12)
    assert answer["actions"]["raise"]["points"] != honest["actions"]["raise"]["points"]


def test_the_spiel_is_drawn_and_says_so(perlaggen):
    answer = asked(perlaggen, *COMMANDS["spiel"])
    assert (answer["method"], answer["stand"]) == ("sampled", 0)
    assert answer["worlds"] > 0 < answer["edge_stderr"]
    assert all(row["from"] >= 0.6 for row in answer["posterior"] if row["p"])
    assert answer["plans"] == []
    assert answer == asked(perlaggen, *COMMANDS["spiel"])


# Bieten -------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_bieten_fits_together(perlaggen):
    answer = asked(perlaggen, *COMMANDS["bieten at a score"])
    assert set(answer["figures"]) == {"gleich", "hanger"}
    for figure in answer["figures"].values():
        assert isclose(sum(figure[part] for part in PARTS), 1)
        wait, bid = (figure["actions"][word]["game"] for word in ("wait", "bid"))
        assert isclose(figure["gain"], bid - wait, abs_tol=1e-12)
    gains = [answer["figures"][kind]["gain"] for kind in answer["order"]]
    assert gains == sorted(gains, reverse=True)
    assert min(gains, default=1) > 0
    assert not answer["overbid"]
    assert answer["score"] == {"ours": 12, "theirs": 13, "target": 15}


def test_bieten_warns_of_overbidding_and_of_what_is_not_in_the_hand(perlaggen):
    answer = asked(perlaggen, *COMMANDS["overbid"])
    assert (answer["overbid"], answer["order"]) == (True, [])
    assert answer["figures"]["gleich"]["actions"]["bid"]["game"] is None
    assert "overbidding" in shown(perlaggen, *COMMANDS["overbid"])
    lacking = asked(perlaggen, *LACKING, "--figures", "gleich,hanger")
    assert (lacking["missing"], set(lacking["figures"])) == (["hanger"], {"gleich"})
    assert (
        "Hanger" in shown(perlaggen, *LACKING, "--figures", "gleich,hanger").split("Not in your own hand")[1]
    )


# Bad input ----------------------------------------------------------------------------------------------

BAD = {
    "belief": (("halten", *GLEICH, "--opponents", "cheats"), "'cheats'"),
    "value": (("halten", *GLEICH, "--opponents", "honest:60%"), "'honest:60%'"),
    "chance": (("halten", *HAND, "--figure", "spiel", "--opponents", "honest:0.6"), "'honest:0.6'"),
    "file": (("halten", *GLEICH, "--opponents", "none.toml"), "'none.toml'"),
    "score": (("halten", *GLEICH, "--score", "13"), "'13'"),
    "score over": (("halten", *GLEICH, "--score", "15:3"), "'15:3'"),
    "score far": (("halten", *GLEICH, "--score", "0:0", "--target", "40"), "40"),
    "target alone": (("halten", *GLEICH, "--target", "11"), "11"),
    "target": (("halten", *GLEICH, "--score", "0:0", "--target", "1"), "1"),
    "level": (("halten", *GLEICH, "--opponents", "honest:2K", "--level", "2"), "2"),
    "no figure": (
        ("halten", "HA L9 SU E10 E8", "--upcard", "L8", "--figure", "gleich", "--opponents", "honest:2K"),
        "E10",
    ),
    "bieten nothing": ((*LACKING, "--figures", "hanger"), "H8 LK L10 S8 E8"),
    "bieten any": (("bieten", *HAND, "--opponents", "any"), "'any'"),
    "bieten score": (("bieten", *HAND, "--score", "a:b"), "'a:b'"),
}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_told_in_one_line(perlaggen, name, lang):
    words, quoted = BAD[name]
    ran = perlaggen(*words, "--lang", lang)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert quoted in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "Traceback" not in ran.stderr
