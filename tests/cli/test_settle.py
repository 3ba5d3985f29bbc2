"""`perlaggen settle`: one line in, who writes what out, in words and as JSON, and what is refused."""

import pytest
from asking import asked, shown

OUTCOMES = "gleich us 3A, hanger them, spiel us | bids: left gleich, me hold | score 12:13"
HANDS = (
    "L8 | me HA LA SU E10 W=LO | left HK S7 L9 H8 E9 | partner LO LK H9 S8 SA | right LU L7 EO EA S9"
    " | bids: left gleich, me 3, left gut | spiel us"
)
TWO = "gleich us 2A !other, hanger nobody, spiel them | bids: other gleich, me hold | players=2 rules=kongress-1890"
NEAR = "gleich stands 3A, hanger us | score 14:12 | bids: left gleich, me hold, left hanger, me hold, left spiel, me good"
LINES = {"outcomes": OUTCOMES, "hands": HANDS, "two": TWO, "near the end": NEAR}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("line", [*LINES.values(), "--help"], ids=[*LINES, "help"])
def test_fits_80_columns(perlaggen, line, lang):
    out = shown(perlaggen, "settle", line, "--lang", lang)
    assert max(map(len, out.splitlines())) <= 80
    assert all(line == line.rstrip() for line in out.splitlines())
    assert "\x1b" not in out


ENGLISH = """
Innsbruck 1924, to 15; before the deal 12:13 (we : they); Vorhand: you

  we    +2  Gleich  14:13  bid and held (I §9; S p. 68)
  they  +1  Hanger  14:14  nobody bid it (I §6; S p. 66)
  we    +1  Spiel   15:14  nobody bid it (I §6; S p. 66)

We are out, 15:14 (we : they).
"""
GERMAN = """
Kongress 1890, auf 15; vor dem Spiel 0:0 (wir : sie); Vorhand: du

  sie   −3  Gleich   0:−3  geboten oder gesteigert, ohne die Figur zu haben
                           (K §31)
  wir   +2  Gleich   2:−3  geboten und gehalten (K §12; S p. 68)
  –      0  Hanger   2:−3  niemand hat eine (S p. 66)
  sie   +1  Spiel    2:−2  von niemandem geboten (K §6; S p. 66)

Niemand ist aus; weiter geht es bei 2:−2 (wir : sie).

- Punkte unter 0 sind eine Schuld und werden später abgezogen (§31).
"""


@pytest.mark.smoke
def test_a_referee_tells_each_line_with_its_paragraph_then_who_goes_out(perlaggen):
    assert shown(perlaggen, "settle", OUTCOMES).strip() == ENGLISH.strip()
    assert shown(perlaggen, "settle", TWO, "--lang", "de").strip() == GERMAN.strip()


def test_hands_are_shown_with_their_names_and_figures(perlaggen):
    lines = shown(perlaggen, "settle", HANDS).splitlines()
    assert lines[2].split() == "you HA LA SU E10 W=LO Gleich A-A Hanger –".split()
    assert lines[3].split() == "left H8 L9 E9 HK=L9 S7=H9 Gleich 9-9-9-9 Hanger 8-9".split()
    note = " ".join(" ".join(lines).split()).partition("Names that nobody told: ")[2]
    assert note.startswith("left HK=L9, left S7=H9, partner LO=LA, right L7=LA, right LU=LA.")


@pytest.mark.smoke
def test_json_is_one_object(perlaggen):
    answer = asked(perlaggen, "settle", OUTCOMES)
    assert answer["deal"] == (
        "gleich us 3A, hanger them, spiel us | bids: left bids gleich, me hold gleich | score 12:13"
    )
    assert (answer["rules"], answer["target"], answer["leader"]) == ("innsbruck-1924", 15, 0)
    assert answer["score"] == {"before": [12, 13], "after": [15, 14]}
    assert (answer["out"], answer["new_deal"], answer["penalties"], answer["hands"]) == (0, None, [], [])
    assert answer["entries"][0] == {
        "side": 0,
        "figure": "gleich",
        "points": 2,
        "source": "I §9; S p. 68",
        "key": "held",
        "why": "bid and held",
        "score": [14, 13],
    }
    assert asked(perlaggen, "settle", answer["deal"]) == answer
    assert asked(perlaggen, "settle", *OUTCOMES.split()) == answer


def test_json_tells_penalties_new_deals_and_hands(perlaggen):
    two, near, hands = (
        asked(perlaggen, "settle", TWO),
        asked(perlaggen, "settle", NEAR),
        asked(perlaggen, "settle", HANDS),
    )
    assert [(row["side"], row["points"], row["source"]) for row in two["penalties"]] == [(1, -3, "K §31")]
    assert (near["out"], near["new_deal"], near["score"]["after"]) == (None, "void", [14, 13])
    assert near["entries"][-1]["side"] is None
    assert [row["seat"] for row in hands["hands"]] == [0, 1, 2, 3]
    assert hands["hands"][0] == {
        "seat": 0,
        "named": {"W": "LO"},
        "assumed": [],
        "gleich": {"count": 2, "rank": "A"},
        "hanger": {"count": 1, "rank": None},
    }
    assert hands["hands"][1]["assumed"] == ["HK", "S7"]


def test_german_words_say_the_same(perlaggen):
    german = "gleich wir 3A, hanger sie, spiel wir | gebote: links bietet das gleich, ich halte | stand 12:13"
    assert asked(perlaggen, "settle", german) == asked(perlaggen, "settle", OUTCOMES)


# name: line, what the refusal must quote, what it must say
BAD = {
    "nothing": ("", "''", "expected outcomes or hands"),
    "no figure": ("L8", "'L8'", "expected outcomes"),
    "an unknown field": ("gleich us | whatever", "'whatever'", "expected outcomes"),
    "nobody has it": ("gleich", "'gleich'", "expected who has it"),
    "an unknown side": ("gleich uncle", "'gleich uncle'", "expected who has it"),
    "a standing Spiel": ("spiel stands", "'spiel stands'", "expected who has it"),
    "an unknown figure value": ("gleich us 9A", "'9A'", "expected a figure like 3A"),
    "a Hanger that wraps": ("hanger us 38", "'38'", "expected a figure like 3A"),
    "a figure twice": ("gleich us, gleich them", "'gleich them'", "second time"),
    "no figure at all": ("gleich us, herz them", "'herz them'", "begins with gleich"),
    "an unknown speaker": ("gleich us | bids: uncle gleich", "'uncle gleich'", "expected one of me, left"),
    "left of two": ("gleich us | bids: left gleich | players=2", "'left gleich'", "me, other"),
    "nothing said": ("gleich us | bids: left", "'left'", "does not say what"),
    "an unknown word": ("gleich us | bids: left jumps gleich", "'jumps'", "not understood"),
    "an answer to nothing": ("gleich us | bids: me hold", "'me hold'", "expected gleich, hanger or spiel"),
    "two raised at once": ("gleich us | bids: left gleich+hanger, me 3", "'me 3'", "more than one"),
    "a jump": ("gleich us | bids: left gleich, me 5", "'me 5'", "expected 3"),
    "an unanswered bid": ("gleich us | bids: left gleich", "Gleich", "§8"),
    "a Spiel nobody told": ("gleich us, hanger us", "'spiel us'", "nobody says"),
    "a score above the target": ("gleich us | score 15:3", "'15:3'", "less than 15"),
    "a score of words": ("gleich us | score twelve", "'score twelve'", "12:13"),
    "an unknown setting": ("gleich us | rules=", "'rules='", "expected players="),
    "an unknown preset": ("gleich us | rules=vienna", "'vienna'", "innsbruck-1924"),
    "an unknown target": ("gleich us | target=1", "'1'", "2 to 99"),
    "three players": ("gleich us | players=3", "'3'", "2 or 4"),
    "an unknown leader": ("gleich us | leader=4", "'4'", "0 (me)"),
    "hands without an up-card": ("me HA LA SU E10 W", "'me HA LA SU E10 W'", "turned up"),
    "a hand missing": ("L8 | me HA LA SU E10 W", "'left'", "expected all 4"),
    "a card in two hands": ("L8 | me HA LA SU E10 W | left HA H9 S8 E9 EO", "'HA'", "once"),
    "four cards": ("L8 | me HA LA SU E10", "'HA LA SU E10'", "4 cards"),
    "a plain card named": ("L8 | me HA=LO LA SU E10 W", "'HA=LO'", "Perlagg"),
    "a figure out of reach": ("{two} | spiel us | gleich me 5A", "'gleich me 5A'", "no naming"),
    "a figure against the cards": ("{two} | spiel us | hanger us", "'hanger us'", "O-K"),
    "a Spiel against the tricks": ("{two} | {plays} | spiel us", "'spiel us'", "0:3"),
    "an illegal play": ("{two} | HA E8", "'E8'", "HO"),
    "a slash within a trick": ("{two} | HA / HO", '"/"', "2 cards"),
    "a card played under another name": ("{two} | EU W=LA", "'W=LA'", "another name"),
    "an option of another verb": ("--worlds", "'--worlds'", "--json"),
}
TWO_HANDS = "L8 | me HA H8 S8 EU E9 | other HO HK=HA W=SO SK E8 | players=2"
PLAYS = "HA HK=HA / HO H8 / W=SO S8"


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_that_quotes_it(perlaggen, name):
    line, quoted, expected = BAD[name]
    ran = perlaggen("settle", line.format(two=TWO_HANDS, plays=PLAYS))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("perlaggen: ")
    assert len(ran.stderr.splitlines()) == 1
    assert quoted in ran.stderr
    assert expected in ran.stderr
