"""The pictures of the cards."""

from xml.etree import ElementTree as ET

import pytest

from analyse.game.cards import parse_card
from analyse.i18n import LANGS
from analyse.report.cards_svg import card_alt, card_svg, card_uri

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("card", range(33))
def test_every_card_is_a_titled_drawing(card, lang):
    root = ET.fromstring(card_svg(card, lang))  # noqa: S314 - drawn by ourselves
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == root.get("aria-label") != ""
    assert "http" not in card_svg(card, lang).replace("http://www.w3.org/2000/svg", "")


def test_no_two_cards_look_alike():
    assert len({card_uri(card) for card in range(33)}) == 33


@pytest.mark.parametrize(
    ("rank", "pips"),
    [("7", 7), ("8", 8), ("9", 9), ("10", 10), ("A", 1), ("U", 1), ("O", 1), ("K", 1)],
)
@pytest.mark.parametrize("suit", "HLSE")
def test_a_card_shows_its_pips_and_the_index(suit, rank, pips):
    drawn = card_svg(parse_card(suit + rank))
    assert drawn.count(f'href="#{suit}"') == pips + 1
    assert f">{rank}</text>" in drawn


def test_the_weli_shows_six_bells_and_its_name():
    assert card_svg(parse_card("W")).count('href="#S"') == 6 + 1
    assert ">WELI</text>" in card_svg(parse_card("W"))


def test_the_spoken_name_carries_the_code():
    assert card_alt(parse_card("HK")) == "Herz König (HK)"
    assert card_alt(parse_card("W"), "en") == "Weli (W)"
