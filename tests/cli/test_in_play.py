"""Chances on the command line: what is decided, close, exact, seen, held fixed, and cut short by Ctrl-C."""

from math import isclose

import pytest
from asking import asked_once as asked
from asking import shown_once as shown
from hands import HAND
from processes import interrupted

TWO = ("--players", "2")
PLAYED = "HA H8 H9 HO / SU SO S8 LK / EO"
WON = "HA H8 H9 HO / SU S8 S9 S10 / LA LK L9 EA"
ONE_DEAL = ("--players", "2", "--known", "other: HK S7 E9 H8 S9")
SURE = ("HK W S7 HA H9", "--upcard", "L8")


# words | sentences that must be there | sentences that must not; spaces and line ends are the same
SAID = {
    "what odds chooses anew": (("odds", *HAND, "--worlds", "50"), ["played best anew in each deal"], []),
    "what halten chooses anew": (
        ("halten", *HAND, "--figure", "spiel", "--worlds", "50"),
        ["played best anew in each deal"],
        [],
    ),
    "what play holds fixed": (
        ("play", *HAND, "--worlds", "50"),
        ["Each play is held fixed", "The best card in each deal: ", " seen "],
        [" range "],
    ),
    "the Spiel is decided, play": (
        ("play", *HAND, "--played", WON),
        ["The Spiel is decided, 3 : 0 tricks: the play stops there.", "LA LK L9 EA you"],
        ["drawn", "± "],
    ),
    "decided, and another's turn": (
        ("play", *HAND, "--leader", "1", "--played", "H8 H9 HK=HA HA / E9 E10 EK E8 / S9 S8 SK SU /"),
        ["The Spiel is decided"],
        ["turn"],
    ),
    "the Spiel is decided, odds": (
        ("odds", *HAND, "--played", WON),
        ["The Spiel is decided, 3 : 0", "Gleich A-A-A"],
        ["drawn"],
    ),
    "plans that are close": (
        ("taufen", "HA LA SU HK W", "--upcard", "L8", "--spiel", "--worlds", "200"),
        ["Not told apart from ", "nothing named"],
        [],
    ),
    "plans that are equal": (
        ("taufen", *SURE, "--spiel", "--worlds", "50"),
        ["Equal to HK=LA W=LA S7=LA: W=LA S7=LA, S7=LA, nothing named."],
        [],
    ),
    "one deal": (
        ("odds", *HAND, *ONE_DEAL),
        ["Exact: there is one deal.", "Spiel 100 % 0 % –", "my best figure against"],
        ["±", ">99", "drawn", "our side"],
    ),
    "one deal, halten": (
        ("halten", *HAND, *ONE_DEAL, "--figure", "spiel"),
        ["Exact: there is one deal.", "100 %", "you take it in 100 % of all deals"],
        ["±", "our side", "drawn"],
    ),
    "few deals, play": (
        ("play", *HAND, "--players", "2", "--known", "other: HK S7 E9 H8"),
        ["Exact over 23 deals.", " range ", "The best card in each deal: "],
        ["±", " seen ", "standard errors"],
    ),
    "one deal drawn": (
        ("play", *HAND, "--worlds", "1"),
        ["One deal drawn, seed 1.", "<50.0 % ± 50.0 %", "+0.0 % ± 50.0 %"],
        ["± 0.0 %", ">0.0", "<100"],
    ),
    "figures in mid-play": (
        ("odds", *HAND, "--played", PLAYED, "--worlds", "50"),
        ["Gleich A-A-A", "What was played tells", "3 right EO", "50 deals drawn"],
        ["leads you left"],
    ),
    "figures after a Perlagg": (
        ("odds", *HAND, "--played", "HA HK=HA", "--worlds", "50"),
        ["Gleich A-A-A", "Exact over 2,436,174,140,400 deals.", "is the card it was named", "50 deals drawn"],
        ["not counted", "first lead"],
    ),
    "figures after a Perlagg of mine": (
        ("odds", *HAND, "--played", "W=E10 E8", "--figures", "gleich,hanger"),
        ["Gleich A-A ", "Hanger – ", "Exact over", "is the card it was named"],
        ["drawn"],
    ),
    "a Perlagg played, said otherwise": (
        ("odds", *HAND, "--known", "left: played HK=HA; me: played HA", "--worlds", "50"),
        ["Gleich A-A-A", "Exact over 2,436,174,140,400 deals.", "solved from the first lead"],
        ["What was played"],
    ),
    "a Gleich held after a Perlagg": (
        ("halten", *HAND, "--figure", "gleich", "--played", "W=HA HK=HA"),
        ["Gleich of three aces A-A-A", "Exact over", "W=HA HK=HA"],
        ["W=LA", "drawn"],
    ),
    "all figures together after a Perlagg": (
        ("joint", *HAND, "--played", "HA HK=HA", "--worlds", "50"),
        ["Gleich and Hanger, each by itself (the first table): exact", "50 deals drawn"],
        [],
    ),
    "plans after a Perlagg of mine": (
        ("taufen", "HA LA SU HK W", "--upcard", "L8", "--spiel", "--played", "W=HA H8", "--players", "2"),
        ["HK=LA A-A-A-A –", "32 namings"],
        ["W=LA"],
    ),
    "namings after a Perlagg of mine": (
        ("taufen", "HA LA SU HK W", "--upcard", "L8", "--played", "W=E10"),
        ["HK=LK A-A K-A", "32 namings", "you W=E10"],
        [],
    ),
    "nothing left to name": (
        ("taufen", *HAND, "--played", "W=E10"),
        ["All Perlaggen of this hand have been played"],
        ["namings of"],
    ),
    "a card played before its suit was missed": (
        ("odds", *HAND, "--figures", "gleich", "--known", "left: H8 void H", "--played", "HA H8 H9 HO"),
        ["Exact over"],
        [],
    ),
    "a figure held in mid-play": (
        ("halten", *HAND, "--figure", "gleich", "--played", PLAYED),
        ["Hold", "What was played tells", "3 right EO"],
        [],
    ),
    "plans in mid-play": (
        ("taufen", *HAND, "--spiel", "--played", PLAYED, "--worlds", "50"),
        ["3 right EO", "W=LA", "50 deals drawn"],
        [],
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_what_is_said(perlaggen, name):
    words, there, missing = SAID[name]
    out = " ".join(shown(perlaggen, *words).split())
    assert [said for said in there if said.strip() not in out] == []
    assert [said for said in missing if said in out] == []


# RULES 5, 27: hand | preset | players | played up to the last lead | what is said of holding
LAST_LEAD = """
HA LA SU E10 W | innsbruck-1924 | HA H8 H9 HO / SU SO S8 LK / S10 E10 S9 SA / H10 HU LA HK=LA / E8  | Spiel may now be held only, not pledged
HA LA SU E10 W | suedtirol-1927 | HA H8 H9 HO / SU SO S8 LK / S10 E10 S9 SA / H10 HU LA HK=LA / E8  | Spiel may now be held only
HA LA SU E10 W | innsbruck-1924 | HA H8 H9 HO / SU SO S8 LK / S10 W=H7 S9 SA / H10 HU E10 HK=LA / E8 | Spiel may now be held only, not pledged
HA LA SU E10 W | innsbruck-1924 | HA H8 H9 HO / SU SO S8 LK / S10 W=H7 S9 SA / H10 HU LA HK=LA / L10 | Spiel may now be held only, not pledged, only your partner
HA LA SU E10 W | innsbruck-1924 | HA H8 H9 HO / SU SO S8 LK / S10 W=H7 S9 SA / H10 HU LA HK=LA / E8 | Spiel may now be held only, not pledged
HA LA SU E10 W | innsbruck-1924 | HA H8 H9 HO / SU SO S8 LK / S10 W=H7 S9 SA / H10 HU LA HK=LA / | -
HA LA SU E10 W | innsbruck-1924 | HA H8 H9 HO / SU SO S8 LK / S10 | -
"""
PARTS = ("Spiel may now be held only", "not pledged", "only your partner")


@pytest.mark.parametrize("row", LAST_LEAD.strip().splitlines())
def test_once_the_last_lead_lies_not_every_card_may_hold(perlaggen, row):
    hand, preset, played, said = (cell.strip() for cell in row.split("|"))
    words = ("halten", hand, "--upcard", "L8", "--rules", preset, "--figure", "spiel", "--played", played)
    answer = asked(perlaggen, *words)
    notes = " ".join(answer["notes"])
    assert ", ".join(part for part in PARTS if part in notes) == said.strip("-")


def test_plans_say_in_json_which_are_close(perlaggen):
    words = ("taufen", "HA LA SU HK W", "--upcard", "L8", "--spiel", "--worlds", "200")
    plans = [plan["spiel"] for plan in asked(perlaggen, *words)["plans"]]
    best = [plan for plan in plans if plan["close"] is None]
    assert len(best) == 1
    assert best[0]["win"] == max(plan["win"] for plan in plans)
    for plan in plans:
        if plan["close"] is not None:
            assert plan["close"] == (-plan["difference"] <= 2 * plan["difference_stderr"])
            assert plan["difference_stderr"] > 0
    assert {plan["close"] for plan in plans} == {None, True, False}


def test_few_deals_are_exact_in_json(perlaggen):
    spiel = asked(perlaggen, "odds", *HAND, *ONE_DEAL)["figures"]["spiel"]
    assert (spiel["method"], spiel["worlds"], spiel["win"], spiel["stderr"]) == ("exact", 1, 1, None)
    play = asked(perlaggen, "play", *HAND, "--players", "2", "--known", "other: HK S7 E9 H8")
    assert (play["method"], play["worlds"]) == ("exact", 23)
    assert all(
        row["stderr"] is None and isclose(row["win"] * 23 % 1, 0, abs_tol=1e-9) for row in play["plays"][:1]
    )
    assert play["each_deal"]["win"] >= play["plays"][0]["win"]


def test_decided_in_json(perlaggen):
    answer = asked(perlaggen, "play", *HAND, "--played", WON)
    assert (answer["decided"], answer["plays"], answer["taken"]) == (True, [], [3, 0])
    assert not asked(perlaggen, "play", *HAND, "--played", PLAYED)["decided"]


@pytest.mark.parametrize("verb", [("odds",), ("halten", "--figure", "spiel"), ("taufen", "--spiel")])
def test_what_was_played_is_in_json(perlaggen, verb):
    answer = asked(perlaggen, *verb, *HAND, "--played", PLAYED, "--worlds", "30")
    assert (answer["leader"], answer["table"], answer["taken"]) == (3, ["EO"], [1, 1])
    assert [trick["taker"] for trick in answer["played"]] == [0, 3]


@pytest.mark.process
def test_a_long_question_shows_that_it_lives_and_ctrl_c_answers(tmp_path):
    """On a terminal one line counts the deals; it is gone before the answer."""
    words = ("play", *HAND, "--worlds", "1000000")
    code, out, err = interrupted(*words, when="of 1,000,000 deals solved", cwd=tmp_path)
    assert code == 130
    assert "deals drawn, seed 1." in out
    assert " \r" in err  # the line is taken off again
    assert err.splitlines()[-1].endswith("the answer is that of the deals solved by then")
