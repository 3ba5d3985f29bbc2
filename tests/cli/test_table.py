"""`perlaggen known`, `joint` and `replay`: numbers that fit together, texts, bad input, Ctrl-C."""

import json
from math import isclose

import pytest
from asking import asked, shown
from hands import HAND
from processes import interrupted

LINE = "L8 | HA LA SU E10 W | HA HK=HA H9 ? /1 L10"
FIGURES = ("gleich", "hanger", "spiel")
PARTS = ("win", "stand", "lose")

COMMANDS = {
    "joint": ("joint", *HAND),
    "joint of two": ("joint", *HAND, "--players", "2", "--worlds", "300", "--leader", "1"),
    "joint in the second trick": ("joint", *HAND, "--played", "HA H8 S7=H9 H10 / SU", "--worlds", "100"),
    "joint with knowledge": ("joint", *HAND, "--known", "left: gleich>=2A hanger>=2K", "--stderr", "0.05"),
    "replay": ("replay", LINE, "--worlds", "100"),
    "replay of two": ("replay", "L8 | HA LA SU E10 W | HA HK=E10 | players=2", "--worlds", "100"),
    "replay without a hand": ("replay", "L | - | HA H8", "--worlds", "100"),
    "known": ("known", "links: >=2 Perlaggen Weli, !S7; left: L9; cut: none; dealer: kept 80%"),
    "help joint": ("joint", "--help"),
    "help replay": ("replay", "--help"),
}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", COMMANDS)
def test_fits_80_columns(perlaggen, name, lang):
    out = shown(perlaggen, *COMMANDS[name], "--lang", lang)
    assert max(map(len, out.splitlines())) <= 80
    assert all(line == line.rstrip() for line in out.splitlines())
    assert ("Verteilungen" in out) == (lang == "de" and name != "known")


# Joint --------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_joint_adds_up(perlaggen):
    answer = asked(perlaggen, "joint", *HAND, "--worlds", "500")
    assert (answer["worlds"], answer["seed"], answer["stopped"], answer["acceptance"]) == (
        500,
        1,
        "worlds",
        1,
    )
    assert sum(row["n"] for row in answer["together"]) == 500
    for figure in FIGURES:
        for part in PARTS:
            rows = [row["p"] for row in answer["together"] if row[figure] == part]
            alone = answer["figures"][figure]
            if alone["method"] == "exact":
                assert abs(alone[part] - sum(rows)) < 4.5 * 0.5 / 500**0.5
            else:
                assert isclose(alone[part], sum(rows), abs_tol=1e-12)
    methods = {figure: answer["figures"][figure]["method"] for figure in FIGURES}
    assert methods == {"gleich": "exact", "hanger": "exact", "spiel": "sampled"}
    law = answer["points"]["law"]
    for row in law:
        cells = [
            cell["n"]
            for cell in answer["together"]
            if [cell[f] for f in FIGURES].count("win") == row["ours"]
            and [cell[f] for f in FIGURES].count("lose") == row["theirs"]
        ]
        assert sum(cells) == row["n"]
    mean = sum((row["ours"] - row["theirs"]) * row["p"] for row in law)
    assert isclose(answer["points"]["mean"], mean, abs_tol=1e-12)
    assert answer["stderr"] >= max(row["stderr"] for row in answer["together"])
    for kind in ("gleich", "hanger"):
        seats = answer["best"][kind]["seats"]
        assert [row["seat"] for row in seats] == [0, 1, 2, 3]
        alone, nobody = sum(row["alone"] for row in seats), answer["best"][kind]["nobody"]
        sharing = sum(row["n"] for row in answer["best"][kind]["sharing"]) / 500
        assert isclose(alone + nobody + sharing, 1)


def test_joint_stops_at_the_error_asked_for_and_a_number_of_deals_repeats_it(perlaggen):
    first = asked(perlaggen, "joint", *HAND, "--stderr", "0.02", "--seed", "5")
    assert (first["stopped"], first["stderr"] <= 0.02) == ("stderr", True)
    again = asked(perlaggen, "joint", *HAND, "--worlds", str(first["worlds"]), "--seed", "5")
    assert {**again, "stopped": "stderr"} == first


def test_joint_stops_when_the_time_is_up(perlaggen):
    out = shown(perlaggen, "joint", *HAND, "--seconds", "0.05")
    assert "--worlds" in out.splitlines()[-1]


@pytest.mark.process
def test_ctrl_c_gives_what_has_been_drawn(tmp_path):
    words = ("joint", *HAND, "--seconds", "600", "--json")
    code, out, _ = interrupted(*words, when="deals solved", cwd=tmp_path)
    assert code == 130
    answer = json.loads(out)
    assert answer["stopped"] == "asked"
    assert sum(row["n"] for row in answer["together"]) == answer["worlds"] > 0


@pytest.mark.process
def test_ctrl_c_within_the_first_step_of_a_replay_gives_what_has_been_drawn(tmp_path):
    words = ("replay", LINE, "--worlds", "1000000", "--json")
    code, out, _ = interrupted(*words, when="deals solved", cwd=tmp_path)
    assert code == 130
    answer = json.loads(out)
    assert len(answer["steps"]) == 1
    assert 0 < answer["worlds"] < 1_000_000


# Replay -------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_replay_has_a_step_for_every_card(perlaggen):
    answer = asked(perlaggen, "replay", LINE, "--worlds", "200")
    assert answer["deal"] == LINE
    assert [row["play"] for row in answer["steps"]] == [None, "HA", "HK=HA", "H9", "?", "L10"]
    assert [row["seat"] for row in answer["steps"]] == [None, 0, 1, 2, 3, 1]
    assert [row["taken"] for row in answer["steps"]][-2:] == [[0, 1], [0, 1]]
    methods = [row["figures"]["gleich"]["method"] for row in answer["steps"]]
    assert methods == ["exact"] * 4 + ["sampled"] * 2
    for row in answer["steps"]:
        for chances in row["figures"].values():
            assert isclose(sum(chances[part] for part in PARTS), 1)
            assert (chances["stderr"] is None) == (chances["method"] == "exact")
    assert answer == asked(perlaggen, "replay", LINE, "--worlds", "200", "--seed", "1")


def test_the_first_line_of_a_replay_is_what_odds_says(perlaggen):
    step = asked(perlaggen, "replay", "L8 | HA LA SU E10 W | left: !S7", "--worlds", "100")["steps"][0]
    odds = asked(perlaggen, "odds", *HAND, "--known", "left: !S7", "--figures", "gleich,hanger")["figures"]
    for kind, chances in odds.items():
        assert {part: step["figures"][kind][part] for part in PARTS} == {
            part: chances[part] for part in PARTS
        }


def test_a_line_may_be_several_words(perlaggen):
    words = "L8 | HA LA SU E10 W | HA H8 | players=2".split()
    assert asked(perlaggen, "replay", *words, "--worlds", "50")["deal"] == " ".join(words)


# Known --------------------------------------------------------------------------------------------------


@pytest.mark.smoke
def test_known_prints_the_canonical_text_and_what_it_means(perlaggen):
    said = "links: >=2 Perlaggen Weli, !S7; left: L9; abgehoben: keiner; gegner: hielt hanger 3A 100%"
    canonical = "left: L9 W !S7 >=2 perlaggen; opponents: held hanger 3A 100%; cut: none"
    answer = asked(perlaggen, "known", said)
    assert answer["known"] == canonical
    assert [row["form"] for row in answer["statements"]] == ["holds", "not", "perlaggen", "held", "cut"]
    assert asked(perlaggen, "known", canonical) == answer
    assert shown(perlaggen, "known", said).splitlines()[0] == canonical
    assert shown(perlaggen, "known", *said.split()) == shown(perlaggen, "known", said)


# one statement | its form | what it means
FORMS = """
left: W = holds = holds all of these cards
opponents: W HK = holds = each of these cards is with one of the two
left: !W = not = holds none of these cards
out: E8 = out = asleep: in nobody's hand
left: =1 perlaggen = perlaggen = Perlaggen: exactly 1
opponents: <=2 trumps = trumps = plain trumps: at most 2, both together
left: =0 H = suit = plain Herz cards: exactly 0
left: >=1 rank K = rank = plain cards of rank K: at least 1
left: =1..2 {HK W S7} = set = of HK S7 W: 1 to 2
left: gleich>=2A = figure = the best Gleich is A-A or better
left: gleich<=2A = figure = the best Gleich is A-A or lower, or there is none
left: hanger=none = figure = no Hanger
left: hanger=3O..3A = range = the best Hanger is from 10-U-O to O-K-A
cut: HK = cut = the cutter kept just HK
cut: none = cut = the cutter kept no card
right: swapped LU for L8 = swapped = took the LU turned up and gave L8, the lowest plain trump, which lies there now
dealer: kept 80% = kept = nobody of that side swapped the Perlagg turned up; a side with a plain trump would have in 80 % of all cases
left: bid gleich 2K 90% = bid = bid Gleich: deals where the best is below K-K weigh 10 % of the others
left: held hanger 3A 1/3 = held = held Hanger: deals where the best is below O-K-A weigh 66.67 % of the others
"""


def test_each_form_has_its_meaning():
    from analyse.knowledge.language import parse_known
    from analyse.report.joint import known_json

    for row in FORMS.strip().splitlines():
        said, form, means = row.rsplit(" = ", 2)
        (answer,) = known_json(parse_known(said), 4, "en")["statements"]
        assert (answer["form"], answer["means"]) == (form, means)
        (german,) = known_json(parse_known(said), 4, "de")["statements"]
        assert german["means"] != means


@pytest.mark.parametrize("lang", ["en", "de"])
def test_known_help_shows_the_grammar(perlaggen, lang):
    out = shown(perlaggen, "known", "--help", "--lang", lang)
    assert {"en": "Grammar", "de": "Grammatik"}[lang] in out
    assert '">="' in out
    assert "perlaggen known" in out


# Bad input ----------------------------------------------------------------------------------------------

# name: words of the command, what the line must quote, what it must say was expected (in English)
BAD = {
    "nothing known": (("known", ""), "partner", "expected a text"),
    "no words at all": (("known",), "partner", "expected a text"),
    "known at no place": (("known", "uncle: HK"), "'uncle'", "column 1"),
    "known without a colon": (("known", "left HK"), "'left HK'", "column 1"),
    "an unknown card known": (("known", "left: H8 E11"), "'E11'", "column 10"),
    "known of three": (("known", "left: H8", "--players", "3"), "3 players", "2 or 4"),
    "partner of two": (("known", "partner: H8", "--players", "2"), "'partner'", "other"),
    "the Weli of 32 cards": (("known", "left: W", "--rules", "schlanders-2023"), "'W'", "32"),
    "joint without a hand": (("joint", "--upcard", "L8"), "hand", "its cards (5)"),
    "an error in words": (("joint", *HAND, "--stderr", "small"), "'small'", "a number"),
    "an error of nothing": (("joint", *HAND, "--stderr", "0"), "0", "0.01"),
    "no time": (("joint", *HAND, "--seconds", "0"), "0", "more than 0"),
    "time that is no number": (("joint", *HAND, "--seconds", "nan"), "nan", "more than 0"),
    "no deals": (("joint", *HAND, "--worlds", "0"), "0 deals", "1000000"),
    "a negative seed": (("joint", *HAND, "--seed", "-1"), "-1", "from 0"),
    "a play that cannot be": (("joint", *HAND, "--played", "HA SU"), "'SU'", "left"),
    "what cannot be known together": (("joint", *HAND, "--known", "left: H8; right: H8"), "H8", "left"),
    "no line": (("replay", ""), "''", "up-card"),
    "a line of one field": (("replay", "L8"), "'L8'", "my hand"),
    "an unknown card in a line": (("replay", "L8 | HA LA SU E10 W | HA H6"), "'H6'", "column 26"),
    "my card not noted": (("replay", "L8 | HA LA SU E10 W | ?"), "'?'", "column 23"),
    "who took it is not said": (("replay", "L8 | HA LA SU E10 W | HA ? H8 H9 / SU"), "'/'", "/0 to /3"),
    "a trick nobody can have taken": (
        ("replay", "L8 | HA LA SU E10 W | HA ? H8 H9 /2"),
        "HA ? H8 H9 /2",
        "(trick 1, card 4",
    ),
    "known without a hand": (("replay", "L8 | - | left: H8"), "'L8 | - | left: H8'", "its cards (5)"),
    "no deals for a replay": (("replay", LINE, "--worlds", "0"), "0 deals", "1000000"),
    "an option of another verb": (("replay", LINE, "--upcard", "L8"), "'--upcard'", "--worlds"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_that_quotes_it(perlaggen, name):
    words, quoted, expected = BAD[name]
    ran = perlaggen(*words)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("perlaggen: ")
    assert len(ran.stderr.splitlines()) == 1
    assert quoted in ran.stderr
    assert expected in ran.stderr
