"""One table of seats: every word is read wherever a seat is told, in any case (issue: told once, read everywhere)."""

import pytest

from analyse.advice.question import read_question
from analyse.advice.tricks import read_deal
from analyse.game.seats import PACK_WORDS, SEAT_WORDS, THEM_WORDS, US_WORDS, parse_seat, read_leader
from analyse.i18n import InputError
from analyse.knowledge.language import parse_known
from analyse.knowledge.notation import parse_notation, print_notation
from analyse.referee.calls import read_calls
from analyse.referee.dispute_reader import parse_dispute
from analyse.ui.state import LEADERS, from_link

WORDS = [
    (players, seat, word)
    for players, seats in SEAT_WORDS.items()
    for seat, words in seats.items()
    for word in words
]
HAND = "HA LA SU E10 W"


@pytest.mark.parametrize(("players", "seat", "word"), WORDS)
def test_every_word_of_a_seat_is_read_by_everyone(players, seat, word):
    for said in (word, word.upper(), word.title()):
        assert parse_seat(said, players) == (seat,)
        calls, by_side = read_calls(f"{said} bids gleich", 0, players)
        assert ([call.seat for call in calls], by_side) == ([seat], frozenset())
        (known,) = parse_known(f"{said}: played HK=HA" if seat == 0 else f"{said}: HK", players)
        assert known.seats == (seat,) if hasattr(known, "seats") else known.seat == seat
        assert read_leader(said, players) == seat
        assert read_question(HAND, upcard="L8", players=players, leader=said).leader == seat
        line = f"L8 | {HAND} | players={players} leader="
        assert parse_notation(line + said) == parse_notation(line + str(seat))
        assert parse_notation(print_notation(parse_notation(line + said))).leader == seat
        assert parse_dispute(f"gleich us 3A | players={players} leader={said}").leader == seat
        link, errors = from_link({"players": str(players), "leader": said}, "de")
        assert (link.leader, errors) == (LEADERS[players][seat], {})


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("word", THEM_WORDS)
def test_every_word_of_the_other_side_is_read_by_everyone(players, word):
    seats = tuple(range(1, players, 2))
    assert parse_seat(word.upper(), players) == seats
    (said,) = parse_known(f"{word}: HK", players)
    assert said.seats == seats
    (claim,) = parse_dispute(f"gleich {word} 3A | players={players}").claims
    assert claim.who == seats


@pytest.mark.parametrize("players", [2, 4])
def test_words_of_a_side_or_of_no_seat_are_no_leader(players):
    words = (
        *PACK_WORDS,
        "5",
        "-1",
        "",
        "lefft",
        *(THEM_WORDS if players == 4 else ()),
        *(US_WORDS if players == 4 else ()),
    )
    for word in words:
        with pytest.raises(InputError) as raised:
            read_leader(word, players)
        assert raised.value.key == "error.leader"
        assert repr(word) in raised.value.text("de")


@pytest.mark.parametrize(("players", "seat"), [(4, 0), (4, 1), (4, 2), (4, 3), (2, 0), (2, 1)])
def test_numbers_of_seats(players, seat):
    assert read_leader(seat, players) == read_leader(str(seat), players) == seat
    assert from_link({"players": str(players), "leader": str(seat)}, "de")[0].leader == LEADERS[players][seat]


@pytest.mark.parametrize(("said", "seat"), [("links", 1), ("Partner", 2), ("3", 3), ("me", 0)])
def test_who_leads_open_cards(said, seat):
    deal = read_deal(
        ("HA", "HK", "H9", "H8"),
        upcard="L8",
        trump=None,
        rules="",
        leader=said,
        table="",
        taken="0:0",
        bound="",
        objective="number",
    )
    assert deal.position.leader == seat
