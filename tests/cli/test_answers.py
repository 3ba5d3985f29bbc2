"""`--json` has the keys that DESIGN promises, and the numbers in it agree with each other."""

from itertools import pairwise
from math import isclose

import pytest
from asking import asked, shown
from hands import HAND

README_DEALS = 13_155_340_358_160
FIGURES = ("--figures", "gleich,hanger")  # those that need no solver
RANKS = [None, "7", "8", "9", "10", "U", "O", "K", "A"]
ODDS_KEYS = {"best", "win", "stand", "lose", "method", "worlds", "counts"}


def check_odds(odds):
    assert odds.keys() >= ODDS_KEYS
    assert odds.get("stderr") is None
    assert odds["method"] == "exact"
    assert sum(odds["counts"].values()) == odds["worlds"]
    for part in ("win", "stand", "lose"):
        assert isclose(odds[part], odds["counts"][part] / odds["worlds"], rel_tol=1e-12)


@pytest.mark.smoke
def test_odds_of_the_readme_hand(perlaggen):
    answer = asked(perlaggen, "odds", *HAND)
    assert answer.keys() >= {"figures", "notes"}
    assert answer["figures"].keys() == {"gleich", "hanger", "spiel"}
    for kind in ("gleich", "hanger"):
        odds = answer["figures"][kind]
        assert odds.keys() == ODDS_KEYS
        check_odds(odds)
        assert odds["worlds"] == README_DEALS
    assert answer["figures"]["gleich"]["best"] == {"count": 3, "rank": "A"}
    assert answer["figures"]["hanger"]["best"] == {"count": 2, "rank": "A"}
    assert any("without the cut" in note for note in answer["notes"])


def test_odds_of_one_figure_between_two_players(perlaggen):
    answer = asked(perlaggen, "odds", *HAND, "--players", "2", "--figures", "hanger")
    assert answer["figures"].keys() == {"hanger"}
    assert answer["figures"]["hanger"]["worlds"] == 80730  # C(27,5)


def test_odds_without_the_figure(perlaggen):
    best = asked(perlaggen, "odds", "HA LK S9 E10 H8", "--upcard", "L9", *FIGURES)["figures"]["gleich"][
        "best"
    ]
    assert best == {"count": 1, "rank": None}


def test_law_adds_up_to_all_deals_and_to_the_chances(perlaggen):
    answer = asked(perlaggen, "odds", *HAND, *FIGURES, "--law")
    for odds in answer["figures"].values():
        assert odds["law"].keys() == {"ours", "theirs"}
        for rows in odds["law"].values():
            assert all(row.keys() == {"count", "rank", "p", "n"} for row in rows)
            assert sum(row["n"] for row in rows) == odds["worlds"]
            assert isclose(sum(row["p"] for row in rows), 1)
            strengths = [(row["count"], RANKS.index(row["rank"])) for row in rows]
            assert strengths == sorted(strengths, reverse=True)


@pytest.mark.smoke
def test_taufen_of_two_perlaggen(perlaggen):
    answer = asked(perlaggen, "taufen", "HA LA SU HK W", "--upcard", "L8")
    assert {"plans", "namings", "reach", "best_gleich", "best_hanger", "together", "notes"} <= answer.keys()
    assert answer["namings"] == 32**2
    assert sum(row["namings"] for row in answer["reach"]) == 32**2
    assert all(row.keys() == {"gleich", "hanger", "namings"} for row in answer["reach"])
    assert all(plan.keys() == {"named", "gleich", "hanger", "free"} for plan in answer["plans"])
    assert all({*plan["named"], *plan["free"]} == {"HK", "W"} for plan in answer["plans"])
    assert any(plan["free"] == ["HK", "W"] for plan in answer["plans"])
    assert answer["best_gleich"] == {"count": 4, "rank": "A"}


def test_taufen_under_a_trump_without_an_upcard(perlaggen):
    assert asked(perlaggen, "taufen", "HA LA L7 E10 W", "--trump", "Laub")["namings"] == 32**2
    assert asked(perlaggen, "taufen", "HA LA L7 E10 W", "--trump", "H")["namings"] == 32


@pytest.mark.smoke
def test_halten_of_the_readme_hand(perlaggen):
    answer = asked(perlaggen, "halten", *HAND, "--figure", "gleich")
    assert {"win", "stand", "lose", "needed", "advice", "actions", "notes"} <= answer.keys()
    check_odds(answer)
    assert answer["needed"] == -0.5
    assert answer["actions"].keys() == {"gut", "halten", "raise"}
    assert all(action.keys() == {"points", "reason"} for action in answer["actions"].values())
    assert answer["actions"]["gut"]["points"] == -1
    assert isclose(answer["actions"]["halten"]["points"], 2 * (answer["win"] - answer["lose"]))
    assert answer["actions"]["raise"]["points"] is None
    assert answer["actions"]["raise"]["reason"]
    assert answer["advice"] == "halten"
    assert len(answer["why"]) == 2
    assert [note[:16] for note in answer["notes"]] == ["Counted without ", "Against any hand"]


def test_halten_has_one_shape_of_keys(perlaggen):
    kinds = [("gleich", ("any", "honest:2K", "equilibrium")), ("spiel", ("any", "honest:60%"))]
    asks = [
        (*HAND, "--figure", figure, "--opponents", said, "--worlds", "40", *more)
        for figure, beliefs in kinds
        for said in beliefs
        for more in ((), ("--score", "3:4"))
    ]
    shapes = {tuple(asked(perlaggen, "halten", *words)) for words in asks}
    assert len(shapes) == 1
    assert {"question", "opponents", "any", "equilibrium", "posterior", "scores"} <= set(*shapes)


@pytest.mark.parametrize("level", [3, 4, 5, 6, 7])
def test_halten_up_the_ladder(perlaggen, level):
    answer = asked(perlaggen, "halten", *HAND, "--figure", "hanger", "--level", str(level))
    assert isclose(answer["needed"], -(level - 1) / level)
    assert answer["actions"]["gut"]["points"] == -(level - 1)
    assert isclose(answer["actions"]["halten"]["points"], level * (answer["win"] - answer["lose"]))


@pytest.mark.smoke
def test_rules_as_json(perlaggen):
    names = [preset["name"] for preset in asked(perlaggen, "rules")["presets"]]
    assert names[0] == "innsbruck-1924"
    assert len(names) == 5
    fields = asked(perlaggen, "rules", "suedtirol-1927")["fields"]
    assert fields["exchange"] == {"value": "must", "source": "S p. 56"}
    assert all(field.keys() == {"value", "source"} for field in fields.values())


def test_a_rules_file_of_ones_own(perlaggen, tmp_path):
    (tmp_path / "house.toml").write_text(
        'base = "innsbruck-1924"\nname = "house"\ntarget = { value = 21, source = "our table" }\n',
        encoding="utf-8",
    )
    fields = asked(perlaggen, "rules", "house.toml")["fields"]
    assert fields["target"] == {"value": 21, "source": "our table"}
    at_home = asked(perlaggen, "odds", *HAND, *FIGURES, "--rules", "house.toml")
    plain = asked(perlaggen, "odds", *HAND, *FIGURES)
    assert at_home.pop("question") == plain.pop("question") | {"rules": "house"}
    assert at_home == plain


HEADED = {
    "rules": ("rules", "{}"),
    "odds": ("odds", *HAND, *FIGURES, "--rules", "{}"),
    "taufen": ("taufen", *HAND, "--rules", "{}"),
    "halten": ("halten", *HAND, "--figure", "gleich", "--rules", "{}"),
    "bieten": ("bieten", *HAND, *FIGURES, "--rules", "{}"),
    "settle": ("settle", "gleich us 3A, hanger them, spiel us | bids: left gleich, me hold | rules={}"),
}


@pytest.mark.parametrize("words", HEADED.values(), ids=HEADED)
def test_an_answer_is_headed_with_the_name_of_ones_own_preset(perlaggen, tmp_path, words):
    own = 'base = "innsbruck-1924"\nname = "house"\ntarget = { value = 21, source = "our table" }\n'
    (tmp_path / "house.toml").write_text(own, encoding="utf-8")
    told = shown(perlaggen, *(word.replace("{}", "house.toml") for word in words))
    head = " ".join(told.split("\n\n")[words[0] in {"halten", "bieten"}].split())
    assert head.count("house") == 1
    assert "Innsbruck 1924" not in head


def test_a_hand_as_words_is_the_same_as_one_quoted(perlaggen):
    words = ("HA", "Laub", "Ass", "su", "EZ", "w")
    assert asked(perlaggen, "odds", *words, "--upcard", "L8", *FIGURES) == asked(
        perlaggen, "odds", *HAND, *FIGURES
    )


def test_what_is_known_changes_the_odds(perlaggen):
    wins = []
    for known in ("opponents: HK", "partner: HK"):
        figures = asked(perlaggen, "odds", *HAND, *FIGURES, "--known", known)["figures"]
        wins.append(figures["gleich"]["win"])
    assert all(a < b for a, b in pairwise(wins))


def test_several_known_are_one(perlaggen):
    apart = asked(perlaggen, "odds", *HAND, *FIGURES, "--known", "partner: HK", "--known", "cut: none")
    assert apart == asked(perlaggen, "odds", *HAND, *FIGURES, "--known", "partner: HK; cut: none")
    assert not any("without the cut" in note for note in apart["notes"])


def test_notes_are_in_the_language_asked_for(perlaggen):
    english, german = (asked(perlaggen, "odds", *HAND, *FIGURES, "--lang", lang) for lang in ("en", "de"))
    assert english["notes"] != german["notes"]
    assert english["figures"] == german["figures"]
