"""The page without a browser: what it shows in which state."""

import tomllib

import pytest
from pages import EXAMPLE, ROOT, alerts, choose, opened, ran, shown

from analyse.game.cards import mask_of, parse_card, parse_cards
from analyse.game.rules import load_rules
from analyse.knowledge.situation import situation
from analyse.odds.figures import figure_odds
from analyse.ui.answer import shares


def link_of(page):
    """Return the parameters of the link after the run."""
    return {key: value[0] if isinstance(value, list) else value for key, value in page.query_params.items()}


def errors(page):
    """Return the messages."""
    return alerts(page)


def test_the_first_view_answers_the_example():
    page = opened()
    assert not errors(page)
    assert "Halten</p>" in shown(page)
    assert "13.155.340.358.160" in shown(page)
    assert "A-A-A" in shown(page)
    assert "Ohne Abheben gerechnet" in shown(page)
    assert "Gegen jede Hand" in shown(page)


@pytest.mark.parametrize(("figure", "players"), [("gleich", "4"), ("hanger", "2")])
def test_the_page_shows_what_the_count_says(figure, players):
    page = opened(hand=EXAMPLE, up="L8", figure=figure, players=players)
    hand = mask_of(parse_cards("HA LA SU E10 W"))
    known = situation(hand, load_rules(), upcard=parse_card("L8"), players=int(players))
    for share in shares(figure_odds(known, figure), "de").values():
        assert share in shown(page)


def test_english_has_its_own_numbers():
    page = opened(lang="en")
    assert "13,155,340,358,160" in shown(page)
    assert "halten (hold)" in shown(page)


def test_language_switch_keeps_everything():
    page = opened(hand="HA-LA-SU-E10-W", upcard="L9", players="2", leader="other", figure="hanger", level="3")
    before = link_of(page)
    page = choose(page, "lang", "en")
    assert (
        link_of(page) | {"lang": "de"}
        == {"rules": "innsbruck-1924", "known": "none", "worlds": "1000", "opponents": "any"} | before
    )
    assert "The other side says Drei to Hanger" in shown(page)


@pytest.mark.parametrize(
    ("hand", "says"),
    [("none", "Noch 5 Karten"), ("HA-LA-SU", "Noch 2 Karten"), ("HA-LA-SU-W", "Noch eine Karte")],
)
def test_fewer_than_five_cards_says_how_many_are_missing(hand, says):
    page = opened(hand=hand, up="L8", players="2", figure="hanger")
    assert says in shown(page)
    assert page.button_group(key="players").value == 2
    assert page.button_group(key="figure").value == "hanger"


def test_without_an_up_card_the_page_asks_for_it():
    assert "Noch die aufgedeckte Karte" in shown(opened(hand=EXAMPLE, up="none"))


def test_picking_cards_suit_by_suit_then_the_up_card():
    page = opened(hand="none", up="none")
    for suit, cards in {"H": "HA", "L": "LA", "S": "SU W", "E": "E10"}.items():
        page = choose(page, f"hand_{suit}", list(parse_cards(cards)))
    assert page.button_group(key="mode").value == "up"
    page = choose(page, "up_L", parse_card("L8"))
    assert link_of(page)["hand"] == EXAMPLE
    assert link_of(page)["upcard"] == "L8"
    assert "13.155.340.358.160" in shown(page)


def test_a_sixth_card_is_refused_and_the_five_stay():
    page = choose(opened(), "hand_S", list(parse_cards("SU W S9")))
    assert [message for message in errors(page) if "'S9'" in message]
    assert page.button_group(key="hand_S").value == list(parse_cards("SU W"))
    assert "13.155.340.358.160" in shown(page)
    assert not errors(choose(page, "figure", "hanger"))


def test_the_up_card_cannot_be_a_card_of_mine():
    page = choose(choose(opened(), "mode", "up"), "up_S", parse_card("SU"))
    assert [message for message in errors(page) if "'SU'" in message]
    assert page.button_group(key="up_L").value == parse_card("L8")


@pytest.mark.parametrize(
    ("known", "bad"),
    [
        ("partner: XX", "'XX'"),
        ("partner HK", "'partner HK'"),
        ("nobody: HK", "'nobody'"),
        ("left: HA", "'HA'"),
    ],
)
def test_what_cannot_be_known_is_quoted_beside_its_field(known, bad):
    page = opened()
    page.text_input(key="known").set_value(known)
    page = ran(page)
    (message,) = errors(page)
    assert bad in message
    assert page.text_input(key="known").value == known
    assert "Noch keine Antwort" in shown(page)
    assert link_of(page)["hand"] == EXAMPLE
    page.text_input(key="known").set_value("partner: HK; cut: none")
    page = ran(page)
    assert not errors(page)
    assert "Ohne Abheben" not in shown(page)


def test_a_suit_without_a_rule_is_named():
    page = opened(hand=EXAMPLE, up="EO", rules="oberland")
    (message,) = errors(page)
    assert "'E'" in message
    page.selectbox(key="rules").set_value("innsbruck-1924")
    assert not errors(ran(page))


def test_a_card_outside_the_pack_is_named():
    (message,) = errors(opened(hand=EXAMPLE, up="L8", rules="schlanders-2023"))
    assert "'W'" in message


def test_a_hand_without_the_figure_gets_the_reason_instead():
    page = opened(hand="H8-L9-S10-EO-EA", up="H9", figure="gleich")
    assert "Noch keine Antwort" in shown(page)
    assert "H8" in shown(page)


@pytest.mark.parametrize("preset", ["kongress-1890", "suedtirol-1927", "oberland"])
def test_every_preset_answers(preset):
    page = opened(rules=preset)
    assert not errors(page)
    assert "Verteilungen" in shown(page)


@pytest.mark.parametrize("level", ["1", "3", "7"])
def test_every_level_answers(level):
    assert "Was jede Antwort wert ist" in shown(opened(level=level))


def test_a_broken_link_gives_a_message_and_keeps_the_good_parts():
    page = opened(hand="HA-QX-SU", up="L8", level="9", players="2")
    assert len(errors(page)) == 2
    assert [message for message in errors(page) if "'QX'" in message]
    assert [message for message in errors(page) if "'9'" in message]
    assert page.button_group(key="players").value == 2
    assert "Noch 3 Karten" in shown(page)
    assert not errors(choose(page, "figure", "hanger"))


@pytest.mark.parametrize("hand", [EXAMPLE, "HA-LA"])
@pytest.mark.parametrize("worlds", ["77", "foo"])
def test_a_number_of_deals_that_does_not_exist_is_reported(hand, worlds):
    (message,) = errors(opened(hand=hand, up="L8", worlds=worlds))
    assert f"worlds='{worlds}'" in message
    assert "1000, 10000, 100000" in message


def test_two_players_have_two_leaders():
    page = choose(choose(opened(), "leader", "right"), "players", 2)
    assert page.button_group(key="leader").value == "other"
    assert len(page.button_group(key="leader").options) == 2


def test_clear_and_example():
    page = opened()
    page.button(key="clear").click()
    page = ran(page)
    assert "Noch 5 Karten" in shown(page)
    page.button(key="example").click()
    assert "13.155.340.358.160" in shown(ran(page))


def test_nothing_is_said_to_be_certain_that_is_not():
    page = opened(hand="HK-W-S7-E7-L7", up="L8")  # five aces; LU, LO and three aces would make them stand
    assert "Gewinnt &gt;99,9\u00a0%, steht &lt;0,1\u00a0%, verliert 0\u00a0%." in shown(page)


def test_the_wheel_carries_the_options_of_the_checkout():
    ours, packed = (
        tomllib.loads((ROOT / folder / ".streamlit/config.toml").read_text(encoding="utf-8"))
        for folder in (".", "analyse/ui")
    )
    assert ours["browser"].pop("serverAddress") == "localhost"  # else Streamlit looks up our outer address
    assert ours == packed
    assert ours["browser"] == {"gatherUsageStats": False}


def test_a_click_with_an_older_link_undoes_nothing():
    page = opened(hand=EXAMPLE, up="L8")
    older = link_of(page)
    page = choose(page, "players", 2)
    page.query_params.clear()
    page.query_params.update(older)
    page = choose(page, "figure", "hanger")
    assert (link_of(page)["players"], link_of(page)["figure"]) == ("2", "hanger")


def test_moving_in_the_history_takes_the_state_of_that_link():
    page = opened(hand=EXAMPLE, up="L8")
    older = link_of(page)
    page = choose(page, "players", 2)
    page.query_params.clear()
    page.query_params.update(older)
    assert ran(page).button_group(key="players").value == 4
