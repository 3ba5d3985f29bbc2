"""Reading and printing cards: RULES 1."""

from itertools import permutations

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyse.game.cards import (
    ALL_CARDS,
    RANKS,
    SUITS,
    WELI,
    card_name,
    card_of,
    cards_of,
    hand_name,
    mask_of,
    parse_card,
    parse_cards,
    parse_suit,
    rank_of,
    suit_of,
)
from analyse.i18n import InputError

SUIT_WORDS = {
    "H": ("Herz", "heart", "hearts"),
    "L": ("Laub", "leaf", "leaves"),
    "S": ("Schell", "Schellen", "bell", "bells"),
    "E": ("Eichel", "acorn", "acorns"),
}
RANK_WORDS = {
    "7": ("7", "Siebener", "seven"),
    "8": ("8", "Achter", "eight"),
    "9": ("9", "Neuner", "nine"),
    "10": ("10", "Zehner", "Z", "X", "ten"),
    "U": ("U", "Unter"),
    "O": ("O", "Ober"),
    "K": ("K", "König", "Koenig", "king"),
    "A": ("A", "As", "Ass", "Sau", "ace"),
}


def cased(spelling: str) -> set[str]:
    """Return a spelling as it is, in lower and in upper case."""
    return {spelling, spelling.lower(), spelling.upper()}


# Numbers and codes ---------------------------------------------------------------------------------


def test_all_33_cards_round_trip() -> None:
    names = [card_name(card) for card in range(33)]
    assert len(set(names)) == 33
    assert [parse_card(name) for name in names] == list(range(33))
    assert set(names) == {suit + rank for suit in "HLSE" for rank in RANKS} | {"W"}


def test_suit_and_rank_of_every_card() -> None:
    for suit, letter in enumerate(SUITS):
        for rank, word in enumerate(RANKS):
            card = card_of(suit, rank)
            assert (suit_of(card), rank_of(card), card_name(card)) == (suit, rank, letter + word)


def test_rules1_weli_is_a_schell_card_without_a_rank() -> None:
    assert card_name(WELI) == "W"
    assert SUITS[suit_of(WELI)] == "S"
    with pytest.raises(ValueError, match="Weli"):
        rank_of(WELI)


def test_the_oracle_numbers_cards_the_same_way() -> None:
    assert [card_name(oracle.number(card)) for card in oracle.PACK_33] == [
        oracle.code(c) for c in oracle.PACK_33
    ]


@given(st.sets(st.integers(0, 32)))
def test_masks_round_trip(cards: set[int]) -> None:
    mask = mask_of(cards)
    assert cards_of(mask) == tuple(sorted(cards))
    assert mask_of(cards_of(mask)) == mask
    assert mask.bit_count() == len(cards)
    assert mask_of(parse_cards(hand_name(mask))) == mask


def test_hand_name_goes_suit_by_suit_from_the_top() -> None:
    assert hand_name(mask_of(parse_cards("w e10 su ha la h7 h10"))) == "HA H10 H7 LA SU E10 W"
    assert hand_name(ALL_CARDS).split()[:8] == ["HA", "HK", "HO", "HU", "H10", "H9", "H8", "H7"]
    assert hand_name(0) == ""


# Spellings of RULES 1 ------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("rank", RANKS)
def test_rules1_codes_in_either_case(suit: str, rank: str) -> None:
    letters = {"10": ("10", "Z", "X"), "A": ("A", "As", "Ass", "Sau")}.get(rank, (rank,))
    for letter in letters:
        for spelling in cased(suit + letter):
            assert card_name(parse_card(spelling)) == suit + rank


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("rank", RANKS)
def test_rules1_names_in_german_and_english(suit: str, rank: str) -> None:
    for suit_word in SUIT_WORDS[suit]:
        for rank_word in RANK_WORDS[rank]:
            for form in (f"{suit_word}{rank_word}", f"{suit_word} {rank_word}", f"{suit_word}-{rank_word}"):
                for spelling in cased(form):
                    assert card_name(parse_card(spelling)) == suit + rank
                    assert [card_name(c) for c in parse_cards(spelling)] == [suit + rank]


@pytest.mark.parametrize(
    ("spelling", "code"),
    [
        ("king of hearts", "HK"),
        ("Ace of the leaves", "LA"),
        ("ten of bells", "S10"),
        ("seven of acorns", "E7"),
        ("Herzass", "HA"),
        ("Herzsau", "HA"),
        ("Eichelunter", "EU"),
        ("  hk ", "HK"),
        ("Schell 10", "S10"),
        ("LZ", "L10"),
        ("ex", "E10"),
        ("Martl", "HK"),
        ("Weli", "W"),
        ("Schellsechser", "W"),
        ("Schell 6", "W"),
        ("S6", "W"),
        ("six of bells", "W"),
    ],
)
def test_rules1_other_names(spelling: str, code: str) -> None:
    for form in cased(spelling):
        assert card_name(parse_card(form)) == code


@pytest.mark.parametrize(
    "nickname", ["kleiner Weli", "Kleiner Weli", "KLEINER WELI", "kleinerweli", "Spitz", "spitz"]
)
def test_rules1_regional_nicknames_are_refused_with_both_meanings(nickname: str) -> None:
    for parse in (parse_card, parse_cards):
        with pytest.raises(InputError) as caught:
            parse(nickname)
        assert "S7 (Innsbruck)" in caught.value.text("de")
        assert "Trumpfsiebener (Imst)" in caught.value.text("de")
        assert "S7 (Innsbruck)" in caught.value.text("en")
        assert "trump 7 (Imst)" in caught.value.text("en")
        assert repr(nickname) in str(caught.value)


@pytest.mark.parametrize(
    "bad", ["", " ", "H", "K", "HH", "H6", "L6", "E6", "H1", "H11", "107", "HK7", "D7", "7H ", "WW"]
)
def test_unknown_cards_are_refused_with_the_text_quoted(bad: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_card(bad)
    for lang in ("de", "en"):
        assert repr(bad.strip()) in caught.value.text(lang)


# Lists of cards ---------------------------------------------------------------------------------------


def test_every_two_codes_read_as_two_cards() -> None:
    for one, two in permutations(range(33), 2):
        for between in (" ", ", ", "+"):
            assert parse_cards(card_name(one) + between + card_name(two).lower()) == (one, two)


def test_every_card_named_twice_is_refused() -> None:
    for card in range(33):
        with pytest.raises(InputError) as caught:
            parse_cards(f"{card_name(card)} {card_name(card).lower()}")
        assert caught.value.key == "error.card_twice"
        assert repr(card_name(card)) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ""),
        ("HA LA SU E10 W", "HA LA SU E10 W"),
        ("Herz Ass, Laub Ass, Schell Unter, Eichel Zehner, Weli", "HA LA SU E10 W"),
        ("king of the hearts ace of leaves bell 9 w", "HK LA S9 W"),
        ("Laub 9 Herz 10 E 7", "L9 H10 E7"),
        ("schell 6\tmartl", "W HK"),
    ],
)
def test_rules1_lists_keep_their_order(text: str, codes: str) -> None:
    assert " ".join(card_name(card) for card in parse_cards(text)) == codes


@pytest.mark.parametrize(("text", "bad"), [("HA L11", "L11"), ("HA Martin", "Martin"), ("HA of L9", "of")])
def test_the_bad_word_of_a_list_is_quoted(text: str, bad: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_cards(text)
    assert repr(bad) in str(caught.value)


@given(st.lists(st.integers(0, 32), unique=True, max_size=8), st.sampled_from([" ", ",", ", ", "  ", " + "]))
def test_lists_of_codes_round_trip(cards: list[int], between: str) -> None:
    assert parse_cards(between.join(map(card_name, cards))) == tuple(cards)


@given(st.text(max_size=12))
def test_any_text_is_read_as_a_card_or_refused_in_one_line(text: str) -> None:
    try:
        assert 0 <= parse_card(text) <= 32
    except InputError as error:
        for lang in ("de", "en"):
            assert repr(text.strip()) in error.text(lang)
            assert "\n" not in error.text(lang)


# Suits ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", SUITS)
def test_rules1_suits(suit: str) -> None:
    for word in (suit, *SUIT_WORDS[suit]):
        for spelling in cased(word):
            assert SUITS[parse_suit(spelling)] == suit


@pytest.mark.parametrize("bad", ["", "W", "HL", "Kreuz", "7"])
def test_unknown_suits_are_refused(bad: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_suit(bad)
    assert repr(bad) in str(caught.value)
