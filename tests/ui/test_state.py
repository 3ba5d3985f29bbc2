"""The state of the page and its link."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyse.bidding.beliefs import read_opponents
from analyse.bidding.laws.spiel import class_of
from analyse.game.cards import hand_name, mask_of, parse_card, parse_cards
from analyse.game.rules import PRESETS
from analyse.i18n import LANGS, InputError
from analyse.ui.state import (
    EXAMPLE,
    FIGURES,
    LEADERS,
    LEVELS,
    PLAYERS,
    POINTS,
    TARGETS,
    WORLDS,
    Query,
    from_link,
    least_values,
    to_link,
    with_figure,
    with_hand,
    with_players,
    with_sort,
    with_up,
)


@st.composite
def queries(draw):
    cards = draw(st.lists(st.integers(0, 32), unique=True, max_size=6))
    players = draw(st.sampled_from(PLAYERS))
    figure = draw(st.sampled_from(FIGURES))
    honest = [f"honest:{least}" for least in least_values(figure)]
    points = st.none() | st.sampled_from(POINTS)
    return Query(
        hand=tuple(sorted(cards[:5])),
        up=cards[5] if len(cards) == 6 else None,
        players=players,
        leader=draw(st.sampled_from(LEADERS[players])),
        figure=figure,
        level=draw(st.sampled_from(LEVELS)),
        rules=draw(st.sampled_from(PRESETS)),
        known=draw(st.sampled_from(["", "partner: W L9; cut: none", "links: !S7", "äöü & = ; nonsense"])),
        worlds=draw(st.sampled_from(WORLDS)),
        opp=draw(st.sampled_from(["any", "equilibrium", *honest])),
        ours=draw(points),
        theirs=draw(points),
        target=draw(st.none() | st.sampled_from(TARGETS)),
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
        ({"hand": "HA", "upcard": "Spitz"}, "upcard", "'Spitz'"),
        ({"players": "3"}, "players", "'3'"),
        ({"leader": "dealer"}, "leader", "'dealer'"),
        ({"players": "2", "leader": "partner"}, "leader", "'partner'"),
        ({"figure": "stich"}, "figure", "'stich'"),
        ({"worlds": "5"}, "worlds", "'5'"),
        ({"level": "2"}, "level", "'2'"),
        ({"rules": "../../etc/passwd"}, "rules", "'../../etc/passwd'"),
        ({"opponents": "honest:1K"}, "opponents", "'honest:1K'"),
        ({"opp": "honest:60%"}, "opponents", "'honest:60%'"),
        ({"opponents": "equilibrium:2K"}, "opponents", "'equilibrium:2K'"),
        ({"score": "13"}, "score", "'13'"),
        ({"score": "99:0"}, "score", "'99:0'"),
        ({"target": "1"}, "target", "'1'"),
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


@pytest.mark.parametrize("figure", FIGURES)
def test_what_honest_bidders_bid_from_is_what_the_command_reads(figure):
    for code, value in least_values(figure).items():
        (row,) = read_opponents(f"honest:{code}", figure).rows
        assert row.least == (class_of(value / 100) if figure == "spiel" else value)


def test_a_belief_goes_with_the_figure():
    query = with_sort(EXAMPLE, "honest")
    assert query.opp == "honest:2K"
    assert with_figure(query, "hanger").opp == "honest:2K"
    low = replace(query, opp="honest:37")  # a Hanger of three has at least a nine on top
    assert with_figure(low, "hanger").opp == "honest:2K"
    assert with_figure(query, "spiel").opp == "honest:60%"
    assert with_figure(with_sort(query, "equilibrium"), "spiel").opp == "equilibrium"
    assert with_sort(low, "honest") == low


def test_score_and_target_stand_in_the_link_only_where_they_are_said():
    assert not {"score", "target"} & set(to_link(EXAMPLE))
    assert to_link(replace(EXAMPLE, ours=0, theirs=7))["score"] == "0:7"
    assert to_link(replace(EXAMPLE, ours=3))["score"] == "3:"
    assert to_link(replace(EXAMPLE, target=11))["target"] == "11"


def test_choices_of_a_link_in_any_case_and_presets_by_title() -> None:
    query, errors = from_link({"figure": "Hanger", "rules": "Innsbruck 1924", "leader": "Left"}, "de")
    assert (query.figure, query.rules, query.leader, errors) == ("hanger", PRESETS[0], "left", {})
    _, errors = from_link({"figure": "hangr", "rules": "insbruck"}, "de")
    assert errors["figure"].text("de").endswith("; war hanger gemeint?")
    assert errors["rules"].suggestion == PRESETS[0]


def test_a_level_of_a_link_by_its_word() -> None:
    assert [from_link({"level": said}, "de")[0].level for said in ("drei", "Groschen", "Gebot", "0")] == [
        3,
        3,
        1,
        0,
    ]
    query, errors = from_link({"level": "aus"}, "de")
    assert (query.level, errors["level"].key) == (1, "error.level_aus")


def test_links_that_people_have_kept_are_read():
    kept = {"hand": "HA-LA", "up": "L8", "opp": "honest:2K"}
    said = {"hand": "HA-LA", "upcard": "L8", "opponents": "honest:2K"}
    assert from_link(kept, "de") == from_link(said, "de")
    assert said.items() <= to_link(from_link(kept, "de")[0]).items()
