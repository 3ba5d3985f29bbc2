"""The state of the page and its link."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyse.game.cards import hand_name, mask_of, parse_card, parse_cards
from analyse.game.rules import PRESETS
from analyse.i18n import LANGS, InputError
from analyse.ui.state import (
    EXAMPLE,
    FIGURES,
    LEADERS,
    LEVELS,
    PLAYERS,
    WORLDS,
    Query,
    from_link,
    to_link,
    with_hand,
    with_players,
    with_up,
)


@st.composite
def queries(draw):
    cards = draw(st.lists(st.integers(0, 32), unique=True, max_size=6))
    players = draw(st.sampled_from(PLAYERS))
    return Query(
        hand=tuple(sorted(cards[:5])),
        up=cards[5] if len(cards) == 6 else None,
        players=players,
        leader=draw(st.sampled_from(LEADERS[players])),
        figure=draw(st.sampled_from(FIGURES)),
        level=draw(st.sampled_from(LEVELS)),
        rules=draw(st.sampled_from(PRESETS)),
        known=draw(st.sampled_from(["", "partner: W L9; cut: none", "links: !S7", "äöü & = ; nonsense"])),
        worlds=draw(st.sampled_from(WORLDS)),
        lang=draw(st.sampled_from(LANGS)),
    )


@given(queries(), st.sampled_from(LANGS))
def test_a_link_says_everything(query, browser):
    assert from_link(to_link(query), browser) == (query, {})


def test_no_link_shows_the_example_in_the_language_of_the_browser():
    assert from_link({}, "en") == (replace(EXAMPLE, lang="en"), {})
    assert hand_name(mask_of(EXAMPLE.hand)) == "HA LA SU E10 W"


@pytest.mark.parametrize(
    ("link", "field", "bad"),
    [
        ({"hand": "HA-QX-SU"}, "hand", "'QX'"),
        ({"hand": "HA-SU-HA"}, "hand", "'HA'"),
        ({"hand": "H7-H8-H9-HU-HO-HK"}, "hand", "'HK'"),
        ({"hand": "HA-L8", "up": "L8"}, "hand", "'L8'"),
        ({"hand": "HA", "up": "Spitz"}, "up", "'Spitz'"),
        ({"players": "3"}, "players", "'3'"),
        ({"leader": "dealer"}, "leader", "'dealer'"),
        ({"players": "2", "leader": "partner"}, "leader", "'partner'"),
        ({"figure": "stich"}, "figure", "'stich'"),
        ({"worlds": "5"}, "worlds", "'5'"),
        ({"level": "2"}, "level", "'2'"),
        ({"rules": "../../etc/passwd"}, "rules", "'../../etc/passwd'"),
        ({"lang": "fr"}, "lang", "'fr'"),
    ],
)
def test_a_broken_part_is_quoted_and_the_rest_is_kept(link, field, bad):
    query, errors = from_link({"known": "cut: none", "level": "4"} | link, "de")
    assert list(errors) == [field]
    for lang in LANGS:
        assert bad in errors[field].text(lang)
    assert query.known == "cut: none"
    assert query.level == (1 if field == "level" else 4)


def test_the_good_cards_of_a_broken_hand_are_kept():
    query, _ = from_link({"hand": "HA-QX-SU-SU-W", "up": "L8"}, "de")
    assert hand_name(mask_of(query.hand)) == "HA SU W"
    assert query.up == parse_card("L8")


def test_a_sixth_card_is_refused_by_name():
    with pytest.raises(InputError, match="'S9'"):
        with_hand(EXAMPLE, (*EXAMPLE.hand, parse_card("S9")))


def test_no_card_is_held_and_turned_up_at_once():
    with pytest.raises(InputError, match="'L8'"):
        with_hand(EXAMPLE, parse_cards("HA L8"))
    with pytest.raises(InputError, match="'W'"):
        with_up(EXAMPLE, parse_card("W"))
    assert with_up(EXAMPLE, None).up is None


def test_the_leader_stays_at_the_table():
    two = with_players(replace(EXAMPLE, leader="right"), 2)
    assert (two.leader, two.seat_of_leader) == ("other", 1)
    assert with_players(two, 4).leader == "left"
    assert with_players(EXAMPLE, 2).leader == "me"
