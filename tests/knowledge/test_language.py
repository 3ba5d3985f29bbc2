"""The known language: what is read, what is printed, and what is refused where.

Statements and their forms are those of `perlaggen known --help`; expected values are written by hand.
"""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from searching import examples

from analyse.game.cards import SUITS, WELI, card_name, cards_of, mask_of, parse_cards
from analyse.game.figure_text import NO_FIGURE_WORDS, figure_code
from analyse.game.figures import KINDS, figure_value
from analyse.game.rules import load_rules
from analyse.i18n import LANGS, InputError, text
from analyse.knowledge import words as reader
from analyse.knowledge.language import EXPLAINED, canonical, known_help, parse_known, print_known
from analyse.knowledge.statements import (
    DEALER,
    MOST_CARDS,
    MOST_FIGURE,
    Bid,
    Count,
    Cut,
    Figure,
    Holds,
    Kept,
    Played,
    Statement,
    Swapped,
    Void,
    cards_meant,
)

LEFT, PARTNER, RIGHT, OPPONENTS, OUT = (1,), (2,), (3,), (1, 3), (4,)
HK, S7, W, LU, L8, L9, E8, HA, H8 = parse_cards("HK S7 W LU L8 L9 E8 HA H8")
AA, AAA, KK, OKA = figure_value(2, 7), figure_value(3, 7), figure_value(2, 6), figure_value(3, 7)

# What each form means: text, statements in canonical order ------------------------------------------------

READ: dict[str, tuple[Statement, ...]] = {
    "": (),
    " ;; ": (),
    "left: W": (Holds(LEFT, W),),
    "left: W !S7": (Holds(LEFT, W), Holds(LEFT, S7, held=False)),
    "left: !S7 W": (Holds(LEFT, W), Holds(LEFT, S7, held=False)),  # the ! is for one card
    "left: ! Schell Siebener": (Holds(LEFT, S7, held=False),),
    "opponents: HK": (Holds(OPPONENTS, HK),),
    "out: E8": (Holds(OUT, E8),),
    "out: >=2 trumps": (Count(OUT, "trumps", 2, MOST_CARDS),),
    "cut: HK W": (Cut((HK, W)),),
    "cut: none": (Cut(()),),
    "left: >=2 perlaggen": (Count(LEFT, "perlaggen", 2, MOST_CARDS),),
    "partner: <=1 trumps": (Count(PARTNER, "trumps", 0, 1),),
    "right: =0 H": (Count(RIGHT, "H", 0, 0),),
    "right: =1..2 hearts": (Count(RIGHT, "H", 1, 2),),
    "left: >=1 {W S7 HK}": (Count(LEFT, (HK, S7, W), 1, MOST_CARDS),),
    "opponents: >=1 rank K": (Count(OPPONENTS, "rank K", 1, MOST_CARDS),),
    "opponents: =2 rank Zehner": (Count(OPPONENTS, "rank 10", 2, 2),),
    "left: gleich>=2A": (Figure(LEFT, "gleich", AA, MOST_FIGURE),),
    "partner: hanger=none": (Figure(PARTNER, "hanger", 0, 0),),
    "opponents: hanger<=3A": (Figure(OPPONENTS, "hanger", 0, OKA),),
    "opponents: gleich = 2K..3A": (Figure(OPPONENTS, "gleich", KK, AAA),),
    "left: gleich=310": (Figure(LEFT, "gleich", figure_value(3, 3), figure_value(3, 3)),),
    "right: swapped LU for L8": (Swapped(3, LU, L8),),
    "me: swapped LU for L8": (Swapped(0, LU, L8),),
    "dealer: kept 80%": (Kept(DEALER, Fraction(4, 5)),),
    "dealer: kept 1/3": (Kept(DEALER, Fraction(1, 3)),),
    "left: bid gleich 2K 90%": (Bid(LEFT, "gleich", "bid", KK, Fraction(9, 10)),),
    "left: bid gleich 2K 12,5 %": (Bid(LEFT, "gleich", "bid", KK, Fraction(1, 8)),),
    "opponents: held hanger 3A 100%": (Bid(OPPONENTS, "hanger", "held", OKA, Fraction(1)),),
    "left: void H": (Void(LEFT, "H"),),
    "opponents: void Laub void H": (Void(OPPONENTS, "H"), Void(OPPONENTS, "L")),
    "left: played W=HA H8": (Played(1, H8), Played(1, W, HA)),
    "left: played W": (Played(1, W),),
    "me: played W = Herz As, Herz Achter swapped LU for L8": (
        Swapped(0, LU, L8),
        Played(0, H8),
        Played(0, W, HA),
    ),
    "left: played W =1 H": (Count(LEFT, "H", 1, 1), Played(1, W)),
    "left: played W=1..2 H": (Count(LEFT, "H", 1, 2), Played(1, W)),
    "left: played W=HA !S7": (Holds(LEFT, S7, held=False), Played(1, W, HA)),
    "left: played W=HA played H8": (Played(1, H8), Played(1, W, HA)),
    "left: played W=HA gleich>=2A": (Figure(LEFT, "gleich", AA, MOST_FIGURE), Played(1, W, HA)),
    "left: gleich>=2A >=1 rank K W": (
        Holds(LEFT, W),
        Count(LEFT, "rank K", 1, MOST_CARDS),
        Figure(LEFT, "gleich", AA, MOST_FIGURE),
    ),
}


@pytest.mark.parametrize("known", READ)
def test_statements_read(known: str) -> None:
    assert parse_known(known) == READ[known]


TWO = {
    "other: W": (Holds(LEFT, W),),
    "gegner: gleich>=2A": (Figure(LEFT, "gleich", AA, MOST_FIGURE),),
    "opponents: swapped LU for L8": (Swapped(1, LU, L8),),
    "gegner: spielte HK=LU fehlt S": (Void(LEFT, "S"), Played(1, HK, LU)),
}


@pytest.mark.parametrize("known", TWO)
def test_two_players(known: str) -> None:
    assert parse_known(known, 2) == TWO[known]
    assert print_known(TWO[known], 2).startswith("other: ")


# The text given back: as written, canonical ----------------------------------------------------------------

PRINTED = [
    ("", ""),
    ("left: !S7; left: L9 W", "left: L9 W !S7"),
    ("cut: W HK; right: E9; left: E8", "left: E8; right: E9; cut: HK W"),
    ("partner: HK; partner: HK", "partner: HK"),
    ("out:E8,EO+EA", "out: EA EO E8"),
    ("left: >= 2 Perlaggen, W", "left: W >=2 perlaggen"),
    ("left: =2..2 H", "left: =2 H"),
    ("left: =0..2 H", "left: <=2 H"),
    ("left: <=33 H", "left: >=0 H"),
    ("left: ≥1 {S7 W HK} ≤3 trumps", "left: <=3 trumps >=1 {HK S7 W}"),
    ("left: gleich=none..3Z", "left: gleich<=310"),
    ("left: hanger=3O..8A", "left: hanger>=3O"),
    ("opponents: hanger = keiner", "opponents: hanger=none"),
    ("dealer: kept 4/5", "dealer: kept 80%"),
    ("dealer: kept 2/3", "dealer: kept 2/3"),
    ("dealer: kept 33.333333333333%", "dealer: kept 33333333333333/100000000000000"),
    ("dealer: kept 0.50 %", "dealer: kept 0.5%"),
    ("left: held hanger 3A 1/1", "left: held hanger 3A 100%"),
    ("left: played W=HA void L; left: H8 played S7", "left: H8 void L played S7 W=HA"),
    ("me: played W; opponents: void E; left: void E", "left: void E; opponents: void E; me: played W"),
    ("right: bid gleich 2K 90% swapped LU for L8 L9", "right: L9 swapped LU for L8 bid gleich 2K 90%"),
]


@pytest.mark.parametrize(("known", "printed"), PRINTED)
def test_canonical_text(known: str, printed: str) -> None:
    assert print_known(parse_known(known)) == printed


SPELLINGS = [
    ("left: W !S7", "links: Weli !Schellsiebener"),
    ("left: W !S7", "LINKS:w,!s7"),
    ("right: L9", "rechts: Laub Neuner"),
    ("right: HK", "right: king of the hearts"),
    ("opponents: HK E9", "gegner: Eichel-Neuner + Martl"),
    ("out: E9", "aus: E9"),
    ("cut: HK W", "abgehoben: W Herzkönig"),
    ("cut: none", "abgehoben: keiner"),
    ("cut: none", "cut: -"),
    ("left: >=2 perlaggen", "links: ≥2 Perlagg"),
    ("left: <=1 trumps", "links: <=1 Trümpfe"),
    ("left: =1 trumps", "links: = 1 TRUMPF"),
    ("left: =0 L", "links: =0 Laub"),
    ("left: =1..2 S", "left: =1..2 bells"),
    ("left: >=1 rank K", "links: >=1 Rang König"),
    ("left: >=1 rank 10", "links: >=1 rang x"),
    ("left: >=1 {S7 W}", "links: >=1 { Weli, Schell Siebener }"),
    ("left: gleich>=2A", "links: Gleich >= 2Sau"),
    ("left: hanger=none", "links: Hanger = keiner"),
    ("right: swapped LU for L8", "rechts: tauschte Laub Unter für Laub Achter"),
    ("right: swapped LU for L8", "rechts: getauscht LU gegen L8"),
    ("me: swapped LU for L8", "ich: tauschte LU für L8"),
    ("left: void H", "links: fehlt Herz"),
    ("left: played S7=LA W", "links: spielte Weli, Schell Siebener = Laub Ass"),
    ("left: played S7=LA W", "links: gespielt Schellsiebener=leaf ace + Weli"),
    ("dealer: kept 80%", "Geber: liegengelassen 80 %"),
    ("left: bid gleich 2K 12.5%", "links: bot Gleich 2K 12,5%"),
    ("opponents: held hanger 3A 100%", "gegner: hielt Hanger 3Ass 100%"),
]


@pytest.mark.parametrize(("english", "other"), SPELLINGS)
def test_spellings_of_both_languages_say_the_same(english: str, other: str) -> None:
    assert parse_known(english) == parse_known(other) != ()
    assert print_known(parse_known(other)) == english


# Round trips -----------------------------------------------------------------------------------------------

SHARES = st.fractions(0, 1, max_denominator=10**12)
CARDS = st.integers(0, WELI)
NAMES = st.integers(0, WELI - 1)  # no six (RULES 2)
SETS = st.sets(CARDS, min_size=1, max_size=6).map(lambda cards: tuple(sorted(cards)))
WHATS = st.sampled_from(["perlaggen", "trumps", *SUITS, "rank 7", "rank 10", "rank A"]) | SETS
MADE = [figure_value(count, rank) for count in range(2, 9) for rank in range(8)]
HANGERS = [figure_value(count, rank) for count in range(2, 9) for rank in range(count - 1, 8)]


def pairs(low: st.SearchStrategy[int], most: int) -> st.SearchStrategy[tuple[int, int]]:
    """Bounds low..high, also without an upper bound."""
    return st.tuples(low, low | st.just(most)).map(lambda pair: (min(pair), max(pair)))


def about(seats: list[tuple[int, ...]]) -> st.SearchStrategy[Statement]:
    """What can be said of hands at `seats`."""
    some, kinds = st.sampled_from(seats), st.sampled_from(list(zip(KINDS, (MADE, HANGERS), strict=True)))
    figures = kinds.flatmap(
        lambda kind: st.builds(
            lambda where, bounds: Figure(where, kind[0], *bounds),
            some,
            pairs(st.sampled_from([0, *kind[1]]), MOST_FIGURE).filter(lambda pair: pair != (0, MOST_FIGURE)),
        )
    )
    bids = kinds.flatmap(
        lambda kind: st.builds(
            Bid, some, st.just(kind[0]), st.sampled_from(["bid", "held"]), st.sampled_from(kind[1]), SHARES
        )
    )
    hands = some | st.just(OUT)
    counts = st.builds(
        lambda where, what, bounds: Count(where, what, *bounds),
        hands,
        WHATS,
        pairs(st.integers(0, MOST_CARDS), MOST_CARDS),
    )
    voids = st.builds(Void, some, st.sampled_from(SUITS))
    return st.builds(Holds, hands, CARDS, st.booleans()) | counts | figures | bids | voids


def once(players: int) -> st.SearchStrategy[list[Statement]]:
    """What happens at most once in a deal."""
    swapped = st.builds(Swapped, st.integers(0, players - 1), CARDS, CARDS)
    return st.tuples(
        st.none() | st.builds(Cut, st.just(()) | SETS),
        st.none() | swapped,
        st.none() | st.builds(Kept, st.just(DEALER), SHARES),
        st.dictionaries(CARDS, st.tuples(st.integers(0, players - 1), st.none() | NAMES), max_size=4),
    ).map(
        lambda found: [
            *(statement for statement in found[:3] if statement is not None),
            *(Played(seat, card, name) for card, (seat, name) in found[3].items()),
        ]
    )


def statements(players: int) -> st.SearchStrategy[list[Statement]]:
    """Any statements of the language, in any order, also repeated."""
    seats = [LEFT, PARTNER, RIGHT, OPPONENTS] if players == 4 else [LEFT]
    lists = st.tuples(st.lists(about(seats), max_size=8), once(players)).map(lambda two: two[0] + two[1])
    return lists.flatmap(st.permutations)


@pytest.mark.parametrize("players", [2, 4])
@given(data=st.data())
@examples(150)
def test_reading_what_was_printed_gives_it_back(players: int, data: st.DataObject) -> None:
    said = data.draw(statements(players))
    printed = print_known(said, players)
    read = parse_known(printed, players)
    assert read == canonical(said, players)
    assert set(read) == set(said)
    assert print_known(read, players) == printed


@pytest.mark.parametrize("value", [0, *MADE])
def test_every_figure_is_read_as_printed(value: int) -> None:
    (gleich,) = parse_known(f"left: gleich={figure_code(value)} gleich={figure_code(value)}")
    assert (gleich.low, gleich.high) == (value, value)
    if value in {0, *HANGERS}:
        (hanger,) = parse_known(f"left: hanger={figure_code(value)}")
        assert (hanger.low, hanger.high) == (value, value)


@pytest.mark.parametrize(
    ("known", "quoted"),
    [
        ("left: gleich>=none", ">=none"),
        ("right: H8 hanger >= none", ">=none"),
        ("left: gleich<=8A", "<=8A"),
        ("left: gleich=none..8A", "=none..8A"),
    ],
)
def test_a_figure_that_every_hand_makes_is_refused(known: str, quoted: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_known(known)
    (reason,) = [caught.value.params["reason"]]
    assert (reason.key, reason.params["bad"]) == ("error.known_says_nothing", quoted)


@pytest.mark.parametrize("said", ["gleich>=6K", "gleich<=8A", "hanger=2A..6A", "bid gleich 8A 90%"])
def test_a_figure_longer_than_the_hand_is_refused(said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_known(f"left: {said}", rules=load_rules())
    assert "2 to 5" in str(caught.value)


def test_a_figure_in_two_words_is_told_to_be_one() -> None:
    with pytest.raises(InputError) as caught:
        parse_known("left: gleich>=3 A")
    assert "cannot read '3'" in str(caught.value)
    assert "in one word" in str(caught.value)


@pytest.mark.parametrize("card", range(33))
def test_every_card_is_read_as_printed(card: int) -> None:
    for held in (True, False):
        assert parse_known(print_known([Holds(OPPONENTS, card, held)])) == (Holds(OPPONENTS, card, held),)


# The sets that are counted, Laub trump in Innsbruck (RULES 2) ------------------------------------------------

MEANT = {
    "perlaggen": "HK W S7 E7 L7 LU LO",
    "trumps": "LA LK L10 L9 L8",
    "H": "HA HO HU H10 H9 H8 H7",
    "S": "SA SK SO SU S10 S9 S8",
    "rank K": "LK SK EK",
    "rank 7": "H7",
    "rank A": "HA LA SA EA",
}


@pytest.mark.parametrize("what", MEANT)
def test_cards_meant(what: str) -> None:
    meant = {card_name(card) for card in cards_of(cards_meant(what, load_rules(), 1))}
    assert meant == set(MEANT[what].split())
    assert cards_meant((HK, W), load_rules(), 1) == mask_of((HK, W))


# Refused: text, players, column, the part quoted, what was expected (the key without "known_") ---------------

REFUSED = [
    ("left E9", 4, 1, "left E9", "form"),
    ("left", 4, 1, "left", "form"),
    ("E9", 4, 1, "E9", "form"),
    (": E9", 4, 1, "", "where"),
    ("left:", 4, 1, "left:", "form"),
    ("left: ;", 4, 1, "left:", "form"),
    ("left:,", 4, 7, "left:,", "want_item"),
    ("left: !", 4, 8, "left: !", "want_card"),
    ("left: ! !S7", 4, 9, "!", "want_card"),
    ("left: W !", 4, 10, "left: W !", "want_card"),
    ("left: !; right: W", 4, 8, "left: !", "want_card"),
    (" middle: E9", 4, 2, "middle", "where"),
    ("E9 : left", 4, 1, "E9", "where"),
    ("other: E9", 4, 1, "other", "where"),
    ("l: W", 4, 1, "l", "where"),
    ("left: played", 4, 13, "left: played", "want_play"),
    ("left: played !W", 4, 14, "!", "want_play"),
    ("left: played void H", 4, 14, "void", "want_play"),
    ("left: played W=", 4, 16, "left: played W=", "want_name"),
    ("left: played W=none", 4, 16, "none", "want_name"),
    ("left: played W==HA", 4, 16, "=", "want_name"),
    ("left: played W=2", 4, 17, "left: played W=2", "want_what"),
    ("left: played W=HA=LA", 4, 19, "LA", "want_number"),
    ("left: played W=HA W", 4, 19, "W", "card_twice"),
    ("left: played W=S6", 4, 14, "W=S6", "name_six"),
    ("left: played S7=Schell Sechser", 4, 14, "S7=Schell Sechser", "name_six"),
    ("me: played HK W=W", 4, 15, "W=W", "name_six"),
    ("left: played W=HA; left: played W", 4, 33, "left: played W", "twice"),
    ("left: played W; right: played W=HA", 4, 31, "right: played W=HA", "twice"),
    ("left: played W Spitz", 4, 16, "Spitz", "card_ambiguous"),
    ("left: played W nobody", 4, 16, "nobody", "want_item"),
    ("opponents: played W", 4, 12, "played", "only_seats"),
    ("out: played W", 4, 6, "played", "only_cards"),
    ("dealer: played W", 4, 9, "played", "only_kept"),
    ("left: void", 4, 11, "left: void", "want_suit"),
    ("left: void W", 4, 12, "W", "want_suit"),
    ("left: void H L", 4, 14, "L", "want_item"),
    ("out: void H", 4, 6, "void", "only_cards"),
    ("me: void H", 4, 5, "void", "only_swap"),
    ("left right: W", 4, 1, "left right", "where"),
    ("left: right: W", 4, 7, "right", "want_item"),
    ("left: E11", 4, 7, "E11", "want_item"),
    ("left: Spitz", 4, 7, "Spitz", "card_ambiguous"),
    ("left: W Kleiner Weli", 4, 9, "Kleiner Weli", "card_ambiguous"),
    ("left: Herz", 4, 7, "Herz", "want_item"),
    ("left: Herz Herz", 4, 7, "Herz", "want_item"),
    ("left: L9 E9 L9", 4, 13, "L9", "card_twice"),
    ("left: !S7 E9 !S7", 4, 14, "S7", "card_twice"),
    ("left: W W", 4, 9, "W", "card_twice"),
    ("left: König", 4, 7, "König", "want_item"),
    ("left: W/S7", 4, 7, "W/S7", "want_item"),
    ('left: "W"', 4, 7, '"W"', "want_item"),
    ("left: W=LA", 4, 9, "LA", "want_number"),
    ("left: (W)", 4, 7, "(W)", "want_item"),
    ("left: W.S7", 4, 7, "W.S7", "want_item"),
    ("left: nobody", 4, 7, "nobody", "want_item"),
    ("left: H1", 4, 7, "H1", "want_item"),
    ("left: 9", 4, 7, "9", "want_item"),
    ("left: }", 4, 7, "}", "want_item"),
    ("left: {W}", 4, 7, "{", "want_item"),
    ("left: 80%", 4, 7, "80%", "want_item"),
    ("left: %", 4, 7, "%", "want_item"),
    ("left: ?", 4, 7, "?", "want_item"),
    ("left: >2 perlaggen", 4, 7, ">", "want_item"),
    ("left: <2 perlaggen", 4, 7, "<", "want_item"),
    ("left: > = 2 perlaggen", 4, 7, ">", "want_item"),
    ("left: == 2 perlaggen", 4, 8, "=", "want_number"),
    ("left: >=", 4, 9, "left: >=", "want_number"),
    ("left: >= perlaggen", 4, 10, "perlaggen", "want_number"),
    ("left: >=2", 4, 10, "left: >=2", "want_what"),
    ("left: >=-1 perlaggen", 4, 9, "-1", "want_number"),
    ("left: >=34 perlaggen", 4, 9, "34", "want_number"),
    ("left: >=2.5 perlaggen", 4, 9, "2.5", "want_number"),
    ("left: >=1..2 perlaggen", 4, 9, "1..2", "want_number"),
    ("left: =3..1 perlaggen", 4, 8, "3..1", "want_order"),
    ("left: =1..2..3 perlaggen", 4, 8, "1..2..3", "want_number"),
    ("left: =..2 perlaggen", 4, 8, "..2", "want_number"),
    ("left: =two perlaggen", 4, 8, "two", "want_number"),
    ("left: 2 perlaggen", 4, 7, "2", "want_item"),
    ("left: >=2 perlagger", 4, 11, "perlagger", "want_what"),
    ("left: >=2 W", 4, 11, "W", "want_what"),
    ("left: >=2 HK", 4, 11, "HK", "want_what"),
    ("left: >=2 !H", 4, 11, "!", "want_what"),
    ("left: >=1 rank", 4, 15, "left: >=1 rank", "want_rank"),
    ("left: >=1 rank 6", 4, 16, "6", "want_rank"),
    ("left: >=1 rank Herz", 4, 16, "Herz", "want_rank"),
    ("left: >=1 rank K A", 4, 18, "A", "want_item"),
    ("left: >=1 {}", 4, 12, "}", "want_card"),
    ("left: >=1 {", 4, 12, "left: >=1 {", "want_card"),
    ("left: >=1 {W", 4, 13, "left: >=1 {W", "want_brace"),
    ("left: >=1 {W HK W}", 4, 17, "W", "card_twice"),
    ("left: >=1 {W; HK}", 4, 13, "left: >=1 {W", "want_brace"),
    ("left: >=1 {!W}", 4, 12, "!", "want_card"),
    ("left: >=1 {H}", 4, 12, "H", "card_unknown"),
    ("left: >=1 W}", 4, 11, "W", "want_what"),
    ("left: >=1 {perlaggen}", 4, 12, "perlaggen", "card_unknown"),
    ("left: ≥x trumps", 4, 8, "x", "want_number"),
    ("left: gleich", 4, 13, "left: gleich", "want_relation"),
    ("left: gleich 2A", 4, 14, "2A", "want_relation"),
    ("left: gleich>2A", 4, 13, ">", "want_relation"),
    ("left: gleich>=A", 4, 15, "A", "want_gleich"),
    ("left: gleich>=1A", 4, 15, "1A", "want_gleich"),
    ("left: gleich>=9A", 4, 15, "9A", "want_gleich"),
    ("left: gleich>=2", 4, 15, "2", "want_gleich"),
    ("left: gleich>=26", 4, 15, "26", "want_gleich"),
    ("left: gleich>=2A..3A", 4, 15, "2A..3A", "want_gleich"),
    ("left: gleich=3A..2A", 4, 14, "3A..2A", "want_order"),
    ("left: gleich=2A..", 4, 14, "2A..", "want_gleich"),
    ("left: gleich>=none..", 4, 15, "none..", "want_gleich"),
    ("left: gleich>=2 A", 4, 15, "2", "want_gleich"),
    ("left: hanger>=38", 4, 15, "38", "want_hanger"),
    ("left: hanger<=48", 4, 15, "48", "want_hanger"),
    ("left: hanger=8K", 4, 14, "8K", "want_hanger"),
    ("left: hanger>=-", 4, 15, "-", "want_hanger"),
    ("left: spiel>=3", 4, 7, "spiel", "want_item"),
    ("left: >=2A gleich", 4, 9, "2A", "want_number"),
    ("out: gleich>=2A", 4, 6, "gleich", "only_cards"),
    ("out: W hanger=none", 4, 8, "hanger", "only_cards"),
    ("left: gleich>={W}", 4, 15, "{", "want_gleich"),
    ("left: bid", 4, 10, "left: bid", "want_kind"),
    ("left: bid spiel 90%", 4, 11, "spiel", "want_kind"),
    ("left: bid gleich", 4, 17, "left: bid gleich", "want_gleich"),
    ("left: bid gleich 90%", 4, 18, "90%", "want_gleich"),
    ("left: bid gleich 2K", 4, 20, "left: bid gleich 2K", "want_share"),
    ("left: bid gleich 2K 90", 4, 21, "90", "want_share"),
    ("left: bid gleich 2K 101%", 4, 21, "101%", "want_share"),
    ("left: bid gleich 2K -5%", 4, 21, "-5", "want_share"),
    ("left: bid gleich 2K 3/2", 4, 21, "3/2", "want_share"),
    ("left: bid gleich 2K 1/0", 4, 21, "1/0", "want_share"),
    ("dealer: kept 80.1234567890123%", 4, 14, "80.1234567890123%", "want_share"),
    ("dealer: kept 1/1000000000000000", 4, 14, "1/1000000000000000", "want_share"),
    ("left: bid gleich none 90%", 4, 18, "none", "want_gleich"),
    ("left: bid gleich>=2K 90%", 4, 17, ">=", "want_gleich"),
    ("left: held hanger 38 90%", 4, 19, "38", "want_hanger"),
    ("left: held 3A 100%", 4, 12, "3A", "want_kind"),
    ("out: bid gleich 2K 90%", 4, 6, "bid", "only_cards"),
    ("left: bid gleich 2K 90% 80%", 4, 25, "80%", "want_item"),
    ("left: bid gleich 2K 99999999999999999999%", 4, 21, "99999999999999999999%", "want_share"),
    ("right: swapped", 4, 15, "right: swapped", "want_card"),
    ("right: swapped LU", 4, 18, "right: swapped LU", "want_for"),
    ("right: swapped LU L8", 4, 19, "L8", "want_for"),
    ("right: swapped LU for", 4, 22, "right: swapped LU for", "want_card"),
    ("right: swapped for L8", 4, 16, "for", "card_unknown"),
    ("right: swapped !LU for L8", 4, 16, "!", "want_card"),
    ("right: swapped LU for L8 L9 L9", 4, 29, "L9", "card_twice"),
    ("opponents: swapped LU for L8", 4, 12, "swapped", "only_seats"),
    ("out: swapped LU for L8", 4, 6, "swapped", "only_cards"),
    ("right: swapped LU for L8; partner: swapped LU for L8", 4, 36, "partner: swapped LU for L8", "twice"),
    ("me: W", 4, 5, "W", "only_swap"),
    ("me: !W", 4, 5, "!", "only_swap"),
    ("me: gleich>=2A", 4, 5, "gleich", "only_swap"),
    ("me: swapped LU", 4, 15, "me: swapped LU", "want_for"),
    ("dealer: 80%", 4, 9, "80%", "only_kept"),
    ("dealer: kept", 4, 13, "dealer: kept", "want_share"),
    ("dealer: kept L8", 4, 14, "L8", "want_share"),
    ("dealer: kept 120%", 4, 14, "120%", "want_share"),
    ("dealer: W", 4, 9, "W", "only_kept"),
    ("dealer: swapped LU for L8", 4, 9, "swapped", "only_kept"),
    ("left: kept 80%", 4, 7, "kept", "only_seats"),
    ("dealer: kept 80%; dealer: kept 70%", 4, 27, "dealer: kept 70%", "twice"),
    ("dealer: kept 80% kept 70%", 4, 18, "dealer: kept 70%", "twice"),
    ("cut: HK none", 4, 9, "none", "card_unknown"),
    ("cut: nobody", 4, 6, "nobody", "card_unknown"),
    ("cut: HK HK", 4, 9, "HK", "card_twice"),
    ("cut: !HK", 4, 6, "!", "want_card"),
    ("cut: >=1 perlaggen", 4, 6, ">=", "want_card"),
    ("cut: HK; cut: W", 4, 10, "cut: W", "twice"),
    ("cut: none; left: W; cut: HK", 4, 21, "cut: HK", "twice"),
    ("cut:", 4, 1, "cut:", "form"),
    ("left: W", 2, 1, "left", "where"),
    ("partner: W", 2, 1, "partner", "where"),
    ("right: W", 2, 1, "right", "where"),
    ("gegner: !", 2, 10, "gegner: !", "want_card"),
    ("other: swapped LU for", 2, 22, "other: swapped LU for", "want_card"),
    ("opponents: kept 80%", 2, 12, "kept", "only_seats"),
]


def what_was_expected(reason: InputError) -> str:
    """Return the key, without its beginning, of what an error says instead of the bad part."""
    found = reason.params.get("expected") or reason.params.get("only") or reason
    found = found.params.get("figure", found)
    return found.key.removeprefix("error.").removeprefix("known_")


@pytest.mark.parametrize(("known", "players", "column", "quoted", "expected"), REFUSED)
def test_malformed(known: str, players: int, column: int, quoted: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_known(known, players)
    english, german = (caught.value.text(lang) for lang in ("en", "de"))
    assert english.startswith(f"column {column}: ")
    assert german.startswith(f"Spalte {column}: ")
    for sentence in (english, german):
        assert repr(quoted) in sentence
        assert "\n" not in sentence
    assert what_was_expected(caught.value.params["reason"]) == expected


def test_players() -> None:
    with pytest.raises(InputError, match="3 players: expected 2 or 4"):
        parse_known("left: W", 3)


SENTENCES = {
    "left: E11": (
        "column 7: cannot read 'E11': expected a card (suit H L S E with rank 7 8 9 10 U O K A, or W), "
        'a number such as ">=2 perlaggen", a figure such as gleich>=2A, a bid, a swap, "void" or "played"'
    ),
    "left: >=x H": (
        "column 9: cannot read 'x': expected a whole number from 0 to 33, after = also a range such as 1..2"
    ),
    "left: hanger<=38": (
        "column 15: cannot read '38': expected a Hanger as its length 2 to 8 and its top rank "
        "in one word, such as 3A (not below 39), or none"
    ),
    "left: >=1 {W": (
        "column 13: 'left: >=1 {W' ends too early: expected another card or a closing brace"
    ),
    "out: gleich>=2A": "column 6: 'gleich' cannot be said of \"out\": expected cards or a number of cards",
    "cut: HK; cut: W": "column 10: 'cut: W' says something else than 'cut: HK': it happens once in a deal",
}  # fmt: skip


@pytest.mark.parametrize("known", SENTENCES)
def test_sentences(known: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_known(known)
    assert str(caught.value) == SENTENCES[known]


def test_a_long_text_is_quoted_in_part() -> None:
    for known in (
        "left: " + "x" * 10_000,
        "x" * 10_000,
        "x" * 10_000 + ": W",
        "left: " + "=" * 10_000,
        "left: W " * 5_000,
    ):
        with pytest.raises(InputError) as caught:
            parse_known(known)
        assert len(str(caught.value)) < 400


def test_a_card_must_be_of_the_pack() -> None:
    schlanders = load_rules("schlanders-2023")
    assert parse_known("left: S9 W") == parse_known("left: S9 W", 4, load_rules())
    for known, column in (("left: S9 W", 10), ("cut: W", 6), ("left: >=1 {E9 W}", 15)):
        with pytest.raises(InputError, match=f"^column {column}: card 'W' is not in the pack"):
            parse_known(known, 4, schlanders)


# Any text: read or refused with one line, and what is read is printed and read again -------------------------

PIECES = (
    "left links partner right opponents gegner other out cut abgehoben dealer me : : ; ; ! , + { } = >= <= < > ≥ .. % "
    "W HK S7 L10 E9 Herz König Weli Spitz perlaggen trumps rank K H gleich hanger 2A 3K 310 none keiner - 0 1 2 33 34 "
    "swapped for tauschte für kept liegengelassen played spielte void fehlt bid held bot hielt 80% 1/3 0/0 12,5% 1..2 2A..3A \n \t ß İ \x00"
).split(" ")  # fmt: skip


def check_text(known: str, players: int) -> None:
    """Check that a text is read, printed and read again, or refused with one line that gives a column."""
    try:
        read = parse_known(known, players)
    except InputError as error:
        column = error.params["column"]
        assert 1 <= column <= len(known) + 1
        for lang, word in (("de", "Spalte"), ("en", "column")):
            sentence = error.text(lang)
            assert len(sentence.splitlines()) == 1
            assert sentence.startswith(f"{word} {column}: ")
            assert len(sentence) < 600
    else:
        printed = print_known(read, players)
        assert parse_known(printed, players) == read
        assert print_known(read, players) == printed


@given(
    known=st.text(max_size=60)
    | st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join)
    | st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
    | st.from_regex(r"(left|cut|out|dealer|me): ?[^;]{0,20}", fullmatch=True),
    players=st.sampled_from([2, 4]),
)
@examples(600, deadline=2_000)
def test_any_text_is_read_or_refused_in_one_line(known: str, players: int) -> None:
    check_text(known, players)


# The help ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", EXPLAINED)
def test_examples_of_the_help_can_be_read_and_say_the_same_in_both_languages(form: str) -> None:
    german, english = (parse_known(text(f"known.example_{form}", lang)) for lang in ("de", "en"))
    assert german == english != ()


@pytest.mark.parametrize("lang", LANGS)
def test_the_help_points_to_the_plays(lang: str) -> None:
    assert "--played" in known_help(lang)


def test_the_help_shows_every_kind_of_statement() -> None:
    said = [s for form in EXPLAINED for s in parse_known(text(f"known.example_{form}", "en"))]
    assert {type(s) for s in said} == {Holds, Cut, Count, Figure, Swapped, Kept, Bid, Played, Void}


NO_FIGURES = [  # of a hand of one card: what is said, what was expected
    ("left: gleich>=2A", "want_none"),
    ("left: hanger>=2A", "want_none"),
    ("left: gleich>=none", "want_none"),
    ("left: bid gleich 2A 90%", "want_no_bid"),
    ("left: held hanger none 90%", "want_no_bid"),
]


@pytest.mark.parametrize(("said", "expected"), NO_FIGURES)
def test_a_hand_of_one_card_has_no_figure_to_tell_of(said: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_known(said, 4, replace(load_rules(), hand_size=1))
    for lang in LANGS:
        assert text(f"error.known_{expected}", lang) in caught.value.text(lang)
        assert "2 to 1" not in caught.value.text(lang)
    assert parse_known("left: gleich=none", 4, replace(load_rules(), hand_size=1))


@pytest.mark.parametrize("lang", LANGS)
def test_the_grammar_names_every_word(lang: str) -> None:
    words = {word for players in reader.SEAT_WORDS.values() for words in players.values() for word in words}
    for name, value in vars(reader).items():
        if name.endswith("_WORDS") and isinstance(value, tuple):
            words |= set(value)
    words |= set(NO_FIGURE_WORDS) - {"–"}  # as printed, not as said
    assert len(words) > 40
    named = set(re.findall(r'"([^" ]+)"', text("known.grammar", lang)))
    assert words <= named
    assert named - words == {
        ";",
        ":",
        "!",
        "+",
        ">=",
        "<=",
        "=",
        "..",
        "{",
        "}",
        "%",
        "/",
        "2",
        "8",
        *KINDS,
    } - {"+"}
    assert known_help(lang).count("\n") > len(EXPLAINED) + 20


# Lines -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    ["left: W\nright: L9", "left: W\r\n\n  right : L9\n", "left:\nW\nright:\n L9", "\nleft: W;\nright: L9"],
)
def test_a_line_that_begins_a_part_needs_no_semicolon(lines: str) -> None:
    assert print_known(parse_known(lines)) == "left: W; right: L9"


def test_a_column_counts_line_breaks_too() -> None:
    with pytest.raises(InputError, match="column 16: "):
        parse_known("left: W\nright: L11")
