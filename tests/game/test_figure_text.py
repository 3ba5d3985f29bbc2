"""Every figure is read back from every form in which one is printed, wherever a figure is taken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyse.bidding.beliefs import read_opponents
from analyse.game.cards import RANKS
from analyse.game.figure_text import figure_code, parse_figure
from analyse.game.figures import KINDS, MAX_COUNT, NONE, figure_label, figure_short, figure_value
from analyse.game.seats import LEFT
from analyse.knowledge.language import parse_known, print_known
from analyse.knowledge.statements import Bid, Figure
from analyse.referee.dispute_reader import parse_dispute
from analyse.ui.state import HAND_SIZE, from_link, least_values

ALL = [
    (kind, figure_value(count, rank))
    for kind in KINDS
    for count in range(2, MAX_COUNT + 1)
    for rank in range(0 if kind == "gleich" else count - 1, 8)
]
NUMBERS = {"de": ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")}
NUMBERS["en"] = ("two", "three", "four", "five", "six", "seven", "eight")
SEVERAL = {"de": ("Siebener", "Achter", "Neuner", "Zehner", "Unter", "Ober", "Könige", "Asse")}
SEVERAL["en"] = ("sevens", "eights", "nines", "tens", "Unters", "Obers", "kings", "aces")


def forms(kind: str, value: int) -> set[str]:
    """Return all in which a figure is printed, and how it is said."""
    short = figure_short(kind, value)
    found = {figure_code(value), short}
    if any(letter in short for letter in "UOKA"):
        found.add(short.replace("-", ""))
    for lang in ("de", "en"):
        count, rank = NUMBERS[lang][value // 8 - 1], SEVERAL[lang][value % 8]
        found.add(f"{count} {rank}")
        if value % 8 == 7:
            found.add(figure_label(kind, value, lang))
    return found


@pytest.mark.parametrize(("kind", "value"), ALL)
def test_every_printed_form_is_read_in_any_case(kind, value):
    for said in forms(kind, value):
        for spelled in (said, said.lower(), said.upper()):
            assert parse_figure(kind, spelled) == value, spelled


@pytest.mark.parametrize("kind", KINDS)
def test_no_figure_is_read_as_printed(kind):
    for said in (
        figure_code(NONE),
        figure_short(kind, NONE),
        *(figure_label(kind, NONE, x) for x in ("de", "en")),
    ):
        assert parse_figure(kind, said) == NONE, said


def test_nothing_printed_of_one_kind_is_another_figure_of_it():
    for kind in KINDS:
        seen: dict[str, int] = {}
        for value in (v for k, v in ALL if k == kind):
            for said in forms(kind, value):
                assert seen.setdefault(said.casefold(), value) == value, said


@pytest.mark.parametrize(
    "said", ["", "3", "A", "3B", "9A", "1A", "A-K", "A--A", "drei", "AAAAAAAAA", "Asse drei", "3A 3A"]
)
def test_what_is_no_gleich_is_not_read(said):
    assert parse_figure("gleich", said) is None


@pytest.mark.parametrize("said", ["A-A", "38", "4-5", "O-A", "K-A-O", "drei Siebener", "none gleich"])
def test_what_is_no_hanger_is_not_read(said):
    assert parse_figure("hanger", said) is None


@given(st.text(max_size=12), st.sampled_from(KINDS), st.integers(2, MAX_COUNT))
def test_any_text_is_a_figure_short_enough_or_none(said, kind, longest):
    value = parse_figure(kind, said, longest)
    assert value is None or value // 8 + 1 <= longest


@pytest.mark.parametrize(("kind", "value"), ALL)
def test_known_settle_opponents_and_link_read_every_form(kind, value):
    for said in forms(kind, value):
        (told,) = parse_known(f"left: {kind}>={said}")
        assert isinstance(told, Figure), said
        assert (told.low, parse_known(print_known((told,)))) == (value, (told,))
        assert [type(s) for s in parse_known(f"left: bid {kind} {said} 90% {kind}>={said} W")].count(Bid) == 1
        (claim,) = parse_dispute(f"{kind} us {said} !left").claims
        assert (claim.value, claim.lacks) == (value, {LEFT})
        believed = read_opponents(f"honest:{said}", kind)
        assert (believed.least, believed.said) == (value, f"honest:{figure_code(value)}")
        query, errors = from_link({"opponents": f"honest:{said}", "figure": kind}, "en")
        fits = value // 8 < HAND_SIZE
        assert (query.opp, set(errors)) == ((believed.said, set()) if fits else ("any", {"opponents"}))


def test_a_range_may_be_told_in_words():
    assert parse_known("left: gleich=zwei Asse..drei Asse W") == parse_known("left: gleich=2A..3A W")


def test_the_page_offers_codes():
    for kind in KINDS:
        assert all(parse_figure(kind, code) == value for code, value in least_values(kind).items())
    assert RANKS[7] == "A"
