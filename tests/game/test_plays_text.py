"""Cards with long names are read in every list of plays, and German decimals wherever a number is taken."""

from itertools import product

import pytest
from asking import asked
from hands import HAND

from analyse.advice.tricks import read_deal
from analyse.game.cards import RANKS, SUITS, WELI, card_name, parse_card
from analyse.game.plays import Play, parse_play, play_words
from analyse.game.reading import parse_number
from analyse.i18n import InputError
from analyse.knowledge.notation import parse_notation
from analyse.referee.dispute_reader import parse_dispute

CODES = [card_name(card) for card in range(33)]
SUIT_NAMES = dict(zip(SUITS, ("Herz", "Laub", "Schell", "Eichel"), strict=True))
RANK_NAMES = dict(
    zip(RANKS, ("Siebner", "Achter", "Neuner", "Zehner", "Unter", "Ober", "König", "Ass"), strict=True)
)
NAMES = {
    code: "Schell 6" if code == "W" else f"{SUIT_NAMES[code[0]]} {RANK_NAMES[code[1:]]}" for code in CODES
}
ENGLISH = {"HK": "king of the hearts", "LA": "ace of leaves"}


def test_two_plays_side_by_side_stay_two_however_they_are_written():
    for one, two in product(CODES, CODES):
        expected = [parse_play(one), parse_play(two)]
        for said in (
            f"{one} {two}",
            f"{NAMES[one]} {NAMES[two]}",
            f"{one} {NAMES[two]}",
            f"{NAMES[one]} {two}",
        ):
            assert list(map(parse_play, play_words(said))) == expected, said


def test_a_card_and_its_name_however_they_are_written():
    for one, two in product(CODES, [code for code in CODES if code != "W"]):
        play = Play(parse_card(one), parse_card(two))
        for said in (
            f"{one}={two}",
            f"{NAMES[one]}={NAMES[two]}",
            f"{NAMES[one]} = {NAMES[two]}",
            f"{one}= {NAMES[two]}",
        ):
            assert list(map(parse_play, play_words(f"H8 {said} L9"))) == [Play(1), play, Play(10)], said
    said = f"H8 {ENGLISH['HK']}={ENGLISH['LA']}"
    assert list(map(parse_play, play_words(said))) == [Play(1), Play(parse_card("HK"), parse_card("LA"))]


@pytest.mark.parametrize("said", ["Herz", "Herz 3", "HA = ", "Spitz", "H8 -", "- H8"])
def test_what_is_no_play_is_still_refused(said):
    with pytest.raises(InputError):
        list(map(parse_play, play_words(said)))


def test_every_list_of_plays_reads_long_names(perlaggen):
    words = ("odds", *HAND, "--figures", "gleich", "--played")
    told = [asked(perlaggen, *words, said) for said in ("Herz Ass Herz 8", "HA H8")]
    assert [one.pop("question")["hand"] for one in told] == ["HA LA SU E10 W"] * 2  # it quotes what was said
    assert told[0] == told[1]
    long, short = (
        read_deal(
            ("HA SA", "HK", "H8", "L7 LO"),
            upcard="L8",
            trump=None,
            rules="",
            leader=1,
            table=table,
            taken="0:0",
            bound="",
            objective="number",
        ).position.table
        for table in ("Herz 9 Schell 7=Laub Ass", "H9 S7=LA")
    )
    assert long == short
    line = "L8 | HA LA SU E10 W | {} / {} ?"
    assert parse_notation(
        line.format("Herz Ass Herz König = Herz Sau H8 Herz Neuner", "Laub 9")
    ) == parse_notation(line.format("HA HK=HA H8 H9", "L9"))
    deal = (
        "L8 | me HA HO {} S9 E10 | left S8 SU L9 H8 E9 | partner SK EO H10 E8 LK | right SA {} HU EK LA | {}"
    )
    told = parse_dispute(deal.format("Schell 6=Laub Ass", "Herz Neuner", "Herz Ober H8"))
    assert told == parse_dispute(deal.format("W=LA", "H9", "HO H8"))
    assert dict(told.hands[0].names)[WELI] == parse_card("LA")


@pytest.mark.parametrize(("said", "number"), [("0,01", 0.01), ("0.01", 0.01), ("3", 3.0), (" 1,5 ", 1.5)])
def test_numbers_with_a_comma(said, number):
    assert parse_number(said) == number


@pytest.mark.parametrize("said", ["", "x", "1.000,5", "1,2,3", "1_0", "٣"])
def test_what_is_no_number(said):
    assert parse_number(said) is None


def test_a_limit_with_a_comma(perlaggen):
    words = ("joint", *HAND, "--worlds", "50", "--stderr")
    assert asked(perlaggen, *words, "0,2") == asked(perlaggen, *words, "0.2")
