"""Bad input: exit code 2, one line on stderr that quotes the bad part, nothing on stdout (DESIGN)."""

from pathlib import Path

import pytest
from hands import HAND, README

ODDS = ("odds", *HAND)
HALTEN = ("halten", *HAND, "--figure", "gleich")

SPIEL = ("halten", *HAND, "--figure", "spiel")
PLAY = ("play", *HAND)
TRICKS = ("tricks", "--upcard", "L8", "HA W", "HK L9")
TAUFEN = ("taufen", *HAND)
TWO = ("--players", "2")
WON = "HA H8 H9 HO / SU S8 S9 S10 / LA LK L9 EA"
PLAYED_OUT = "HA H8 / LA L9 / SU S8 / E10 E8 / W=LA LK"
LAST = "HA H8 / LA LO=LA / S8 SU / W=H7 H9 / S9"

# name: words of the command, what the line must quote, what it must say was expected (in English)
BAD = {
    # the hand
    "a card twice": (("odds", "HA HA SU E10 W", "--upcard", "L8"), "'HA'", "once"),
    "a card twice, in other words": (("odds", "Martl HK SU E10 W", "--upcard", "L8"), "'HK'", "once"),
    "a card in hand and up": (("odds", README, "--upcard", "LA"), "'LA'", "once"),
    "four cards": (("odds", "HA LA SU E10", "--upcard", "L8"), "'HA LA SU E10'", "5"),
    "six cards": (("odds", "HA HK LA SU E10 W", "--upcard", "L8"), "'HA HK LA SU E10 W'", "5"),
    "six cards, taufen": (("taufen", "HA HK LA SU E10 W", "--upcard", "L8"), "'HA HK LA SU E10 W'", "5"),
    "an unknown card": (("odds", "HA LA SU E10 X9", "--upcard", "L8"), "'X9'", "H L S E"),
    "an unknown rank": (
        ("odds", "HA", "LA", "SU", "E10", "H6", "--upcard", "L8"),
        "'H6'",
        "7 8 9 10 U O K A",
    ),
    "a nickname of two meanings": (("odds", "HA LA SU E10 Spitz", "--upcard", "L8"), "'Spitz'", "S7"),
    "no hand": (("odds", "--upcard", "L8"), "hand", "its cards (5)"),
    "an empty hand": (("odds", "", "--upcard", "L8"), "hand", "its cards (5)"),
    # the up-card
    "no up-card and no trump": (("odds", README), "up-card", "L8"),
    "an unknown up-card": (("odds", README, "--upcard", "L6"), "'L6'", "H L S E"),
    "two up-cards": (("odds", README, "--upcard", "L8 L9"), "'L8 L9'", "H L S E"),
    "an unknown trump": (("odds", README, "--trump", "X"), "'X'", "H, L, S"),
    "up-card against trump": ((*ODDS, "--trump", "H"), "'L8'", "trump"),
    "no up-card, its option named": (("odds", README), "up-card", "--upcard L8"),
    "no up-card, the other option named": (("odds", README), "up-card", "--trump L"),
    # the table
    "five players": ((*ODDS, "--players", "5"), "5 ", "2 or 4"),
    "players in words": ((*ODDS, "--players", "four"), "'four'", "whole number"),
    "leader without a seat": ((*ODDS, "--leader", "4"), "4", "0"),
    "leader of four at a table of two": ((*ODDS, "--players", "2", "--leader", "2"), "2", "1"),
    "leader below the seats": ((*ODDS, "--leader", "-1"), "-1", "0"),
    # the rules
    "an unknown preset": ((*ODDS, "--rules", "meran"), "'meran'", "innsbruck-1924"),
    "an unknown preset to show": (("rules", "meran"), "'meran'", "innsbruck-1924"),
    "a rules file that is not there": ((*ODDS, "--rules", "none.toml"), "'none.toml'", "read"),
    "Eichel up under oberland": (
        ("odds", README, "--upcard", "E8", "--rules", "oberland"),
        "'E'",
        "oberland",
    ),
    "the Weli of 32 cards": ((*ODDS, "--rules", "schlanders-2023"), "'W'", "32"),
    # the bid
    "level 9": ((*HALTEN, "--level", "9"), "level 9", "1 "),
    "level 2": ((*HALTEN, "--level", "2"), "level 2", "3"),
    "level in words": ((*HALTEN, "--level", "dri"), "'dri'", "did you mean drei?"),
    "Spiel aus": ((*HALTEN, "--level", "Spiel aus"), "'Spiel aus'", "not valued yet"),
    "no figure said": (("halten", *HAND), "--figure", "gleich"),
    "an unknown figure": ((*HALTEN[:-1], "flush"), "'flush'", "gleich, hanger"),
    "an unknown figure of several": (
        (*ODDS, "--figures", "gleich,flush"),
        "'flush'",
        "gleich, hanger, spiel",
    ),
    "a level of the Spiel that is none": ((*SPIEL, "--level", "2"), "level 2", "3"),
    "a Perlagg under two names": (
        (*HALTEN, "--known", "left: played HK=LA", "--played", "HA HK=HA"),
        "'left: played HK=LA'",
        "every card played",
    ),
    "a suit not followed, said to be held": (
        (*ODDS, "--known", "left: >=3 S; right: HK", "--played", "HA H8 H9 HO / SU E9"),
        "'left: >=3 S'",
        "'E9' by the player on the left (trick 2)",
    ),
    "a Perlagg of another's, said to be played by me": (
        (*ODDS, "--known", "me: played HK"),
        "'me: played HK'",
        "hand",
    ),
    "what was played, for plans without the Spiel": ((*TAUFEN, "--played", "HA"), "'HA'", "--spiel"),
    "the Spiel is decided": ((*SPIEL, "--played", WON), "'HA H8 H9 HO / SU S8", "decided, 3 : 0"),
    "all is played": ((*SPIEL, *TWO, "--played", PLAYED_OUT), "'HA H8 / LA L9 /", "decided, 5 : 0"),
    "the last lead asks for another suit of two": ((*SPIEL, *TWO, "--played", LAST), "'E10'", "its suit"),
    "no figures": ((*ODDS, "--figures", ""), "''", "gleich, hanger"),
    "a Gleich I do not hold": (
        ("halten", "HA LK S9 E10 H8", "--upcard", "L8", "--figure", "gleich"),
        "'HA H8 LK S9 E10'",
        "Gleich",
    ),
    "a Hanger I do not hold": (
        ("halten", "HA LA SA EA H8", "--upcard", "L9", "--figure", "hanger"),
        "'HA H8 LA SA EA'",
        "Hanger",
    ),
    # what is known
    "a card known at two places": (
        (*ODDS, "--known", "partner: HK; left: HK"),
        "'left: HK; partner: HK'",
        "left",
    ),
    "a card known there and not there": (
        (*ODDS, "--known", "partner: HK; partner: !HK"),
        "'partner: HK !HK'",
        "partner",
    ),
    "a known card of mine": ((*ODDS, "--known", "partner: HA"), "'HA'", "your hand"),
    "a known card that lies up": ((*ODDS, "--known", "partner: L8"), "'L8'", "turned up"),
    "six known cards in one hand": (
        (*ODDS, "--known", "left: H7 H8 H9 H10 HU HO"),
        "'HO HU H10 H9 H8 H7'",
        "5",
    ),
    "two repeated --known that contradict": (
        (*ODDS, "--known", "out: E8", "--known", "right: E8"),
        "'right: E8; out: E8'",
        "right",
    ),
    "known without a colon": ((*ODDS, "--known", "partner W"), "'partner W'", "colon"),
    "known at an unknown place": ((*ODDS, "--known", "uncle: E9"), "'uncle'", "partner"),
    "known with an unknown card": ((*ODDS, "--known", "partner: L6"), "'L6'", "H L S E"),
    "partner at a table of two": ((*ODDS, "--players", "2", "--known", "partner: E9"), "'partner'", "other"),
    "a plain card cut": ((*ODDS, "--known", "cut: H8"), "'H8'", "HK"),
    # drawn deals
    "no deals": ((*ODDS, "--worlds", "0"), "0 deals", "1000000"),
    "too many deals": ((*SPIEL, "--worlds", "10000000"), "10000000", "1000000"),
    "deals in words": ((*PLAY, "--worlds", "many"), "'many'", "whole number"),
    "a negative seed": (("taufen", *HAND, "--spiel", "--seed", "-3"), "-3", "from 0"),
    # what was played
    "not my turn": ((*PLAY, "--played", "HA H8"), "'HA H8'", "partner"),
    "nothing played, left leads": (
        (*PLAY, "--leader", "1"),
        "nothing is played yet",
        "left leads: expected plays",
    ),
    "nothing played, partner leads": (
        (*PLAY, "--leader", "2"),
        "nothing is played yet",
        "your partner leads",
    ),
    "a trick without cards": ((*PLAY, "--played", "HA H8 H9 HO // SU"), "'HA H8 H9 HO // SU'", "trick 2"),
    "a card played twice": ((*PLAY, "--played", "HA H8 H8"), "'H8'", "once"),
    "a card of mine played by another": ((*PLAY, "--played", "HA SU"), "'SU'", "left"),
    "another's card where I was to play": ((*PLAY, "--played", "H9"), "'H9'", "you held"),
    "a suit missed and then held": ((*PLAY, "--played", "HA E9 H9 HO / SU H8"), "'H8'", "follow"),
    "a trick cut short": ((*PLAY, "--played", "HA H8 H9 / SU"), "'HA H8 H9'", "expected 4"),
    "a plain card named": ((*PLAY, "--played", "HA H8=H9"), "'H8=H9'", "HK W S7"),
    "a card played that is known elsewhere": (
        (*PLAY, "--played", "HA H8 H9", "--known", "right: H8"),
        "'H8'",
        "(trick 1)",
    ),
    "no such choice of names": ((*PLAY, "--names", "some"), "'some'", "few, all"),
    # open deals
    "one hand": (TRICKS[:4], "1 hands", "two or four"),
    "three hands": ((*TRICKS, "SU S8"), "3 hands", "two or four"),
    "uneven hands": ((*TRICKS[:4], "HK"), "'HA W / HK'", "equally many"),
    "a card in two hands": ((*TRICKS[:4], "HA L9"), "'HA'", "once"),
    "the up-card in a hand": ((*TRICKS[:4], "HK L8"), "'L8'", "turned up"),
    "no cards": (("tricks", "--upcard", "L8", "", ""), "' / '", "at least one"),
    "tricks taken that leave no room": ((*TRICKS, "--taken", "0:1"), "'0:1'", "expected 5"),
    "tricks taken, not as n:n": ((*TRICKS, "--taken", "1-0"), "'1-0'", "1:0"),
    "tricks without end": (
        (*TRICKS, "--taken", "9:9"),
        "'9:9'",
        "too large: with the cards still held that is 20 tricks",
    ),
    "tricks of two digits": ((*TRICKS, "--taken", "99:0"), "'99:0'", "too large"),
    "bound without a name": ((*TRICKS, "--bound", "W"), "'W'", "W=LA"),
    "bound and barred at once": ((*TRICKS, "--bound", "W=LA,!LK"), "'W=LA,!LK'", "!"),
    "bound to a six": ((*TRICKS, "--bound", "W=W"), "'W=W'", "six"),
    "a plain card bound": ((*TRICKS, "--bound", "HA=LA"), "'HA=LA'", "Perlagg"),
    "bound to nothing": ((*TRICKS, "--bound", "W="), "'W='", "W=LA"),
    "barred from nothing": ((*TRICKS, "--bound", "W=LA; HK=!"), "'HK=!'", "W=LA"),
    "no part of bound says anything": ((*TRICKS, "--bound", " ; "), "';'", "W=LA"),
    "a Perlagg bound that nobody holds": ((*TRICKS, "--bound", "W=LA; S7=LK"), "'S7=LK'", "in no hand"),
    "a Perlagg bound that lies on the table": (
        (*TRICKS[:4], "L9", "--table", "HK=LA", "--leader", "1", "--bound", "HK=L9"),
        "'HK=L9'",
        "on the table already",
    ),
    "a Perlagg bound twice": ((*TRICKS, "--bound", "W=LA; W=!LA"), "'W=!LA'", "bound already"),
    "a name missing on the table": (
        (*TRICKS[:4], "HK", "--table", "S7=", "--leader", "1"),
        "'S7='",
        "its name",
    ),
    "a plain card named on the table": (
        (*TRICKS[:4], "HK", "--table", "L9=LA", "--leader", "1"),
        "'L9=LA'",
        "Perlagg",
    ),
    "a full trick on the table": ((*TRICKS[:4], "HK", "--table", "L9 LK"), "'L9 LK'", "fewer than 2"),
    "an unknown objective": ((*TRICKS, "--objective", "points"), "'points'", "majority"),
    # the command line itself
    "an unknown verb": (("oods", README), "'oods'", "odds"),
    "an unknown option": ((*ODDS, "--up"), "'--up'", "--upcard"),
    "an unknown option before the verb": (("--jsn", "odds"), "'--jsn'", "--lang"),
    "a short option": ((*ODDS, "-x"), "'-x'", "--upcard"),
    "an option without its value": (("odds", README, "--upcard"), "'--upcard'", "value"),
    "a flag with a value": ((*ODDS, "--json=yes"), "'--json'", "no value"),
    "surplus words": (("rules", "oberland", "oberland"), "'oberland'", "nothing more"),
    "surplus words to app": (("app", "page"), "'page'", "nothing more"),
    "a port in words": (("app", "--port", "web"), "'web'", "whole number"),
    "a port too high": (("app", "--port", "70000"), "70000", "65535"),
    "an unknown language": ((*ODDS, "--lang", "fr"), "'fr'", "de, en"),
}
CONTRADICTION = "left: H7 H8 H9 L7 L9; right: LO LK E7 E8 E9; opponents: HK"

FILES = {
    "no TOML": ("target = [", "TOML"),
    "an unknown field": ('base = "innsbruck-1924"\ncards = 33\n', "'cards'"),
    "a value that is none": ('base = "oberland"\nexchange = { value = "never", source = "us" }\n', "'never'"),
    "a field without its paragraph": ('base = "oberland"\ntarget = 21\n', "21"),
    "only a name": ('name = "mine"\ntitle = "Mine"\n', "'deck'"),
    "an unknown base": ('base = "meran"\n', "'meran'"),
}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_that_quotes_it(perlaggen, name, lang):
    words, quoted, expected = BAD[name]
    ran = perlaggen(*words, LC_ALL="de_AT.UTF-8" if lang == "de" else "C.UTF-8")
    check_refused(ran)
    if lang == "en":
        assert quoted in ran.stderr
        assert expected in ran.stderr
    elif "'" in quoted:
        assert quoted in ran.stderr


def check_refused(ran):
    """Check exit code, one line on stderr, nothing on stdout."""
    assert ran.returncode == 2, ran.stderr
    assert ran.stdout == ""
    assert ran.stderr.startswith("perlaggen: ")
    assert ran.stderr.endswith("\n")
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", FILES)
def test_broken_rules_file(perlaggen, tmp_path: Path, name):
    content, quoted = FILES[name]
    (tmp_path / "house.toml").write_text(content, encoding="utf-8")
    ran = perlaggen("rules", "house.toml")
    check_refused(ran)
    assert "'house.toml'" in ran.stderr
    assert quoted in ran.stderr


@pytest.mark.smoke
def test_known_cards_that_fit_no_deal(perlaggen):
    ran = perlaggen(*ODDS, "--known", CONTRADICTION)
    check_refused(ran)
    assert "HK" in ran.stderr


def test_the_sentence_is_german_under_a_german_locale(perlaggen):
    english, german = (
        perlaggen(*ODDS, "--players", "5", LANG=lang) for lang in ("en_US.UTF-8", "de_DE.UTF-8")
    )
    check_refused(german)
    assert "expected" in english.stderr
    assert "erwartet" in german.stderr


def test_lang_is_heard_wherever_it_stands(perlaggen):
    for words in ((*ODDS, "--players", "5", "--lang", "de"), ("--lang=de", *ODDS, "--players", "5")):
        ran = perlaggen(*words)
        check_refused(ran)
        assert "erwartet" in ran.stderr
