"""The game from my own seat: near the target one deal decides it, and my own hand is seen."""

from types import SimpleNamespace

import pytest

from analyse.advice import bets as bet_advice
from analyse.advice.bets import advise
from analyse.advice.halten import as_i_see_it
from analyse.advice.question import Score
from analyse.bidding.beliefs import read_opponents
from analyse.bidding.ladder_game import Ending
from analyse.bidding.my_game import own_game
from analyse.game.cards import mask_of, parse_card, parse_cards
from analyse.game.rules import load_rules
from analyse.knowledge.situation import situation

UNBEATABLE = "HK W S7 E7 LA"  # the four highest Perlaggen and the trump ace: five aces, and every trick
HOPELESS = "H9 L7 S8 E9 EO"


def known(hand, leader=0):
    return situation(mask_of(parse_cards(hand)), load_rules(), upcard=parse_card("L8"), leader=leader)


def mine(value, leader):
    """Turn Vorhand's chance into my side's."""
    return value if leader == 0 else 1 - value


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("figure", [0, 1, 2])
def test_innsbruck_25_at_14_14_the_best_gleich_wins_whatever_figure_is_asked_about(figure, leader):
    utility = own_game(known(UNBEATABLE, leader)).utility((1, 1), figure)
    side = 0 if leader == 0 else 1
    assert mine(utility(Ending("unbid", side, 1)), leader) > 0.99


@pytest.mark.parametrize("leader", [0, 1])
def test_innsbruck_25a_at_14_13_a_hanger_let_good_leaves_it_to_my_own_spiel(leader):
    to_go = (1, 2) if leader == 0 else (2, 1)
    good = Ending("gut", 1 if leader == 0 else 0, 1)
    sure = mine(own_game(known(UNBEATABLE, leader)).utility(to_go, 1)(good), leader)
    weak = mine(own_game(known(HOPELESS, leader)).utility(to_go, 1)(good), leader)
    assert sure > 0.98
    assert weak < sure - 0.3


def test_whoever_shows_the_better_figure_for_the_last_points_wins():
    utility = own_game(known("HA LA SU E10 W")).utility((2, 2), 0)
    assert (
        utility(Ending("held", 0, 2)) > 0.95
    )  # what was let good is written first (RULES 7), seldom enough for both
    assert utility(Ending("held", 1, 2)) < 0.05
    assert utility(Ending("out", 0, 0)) == 1


# our points, theirs, last said | to go: ours (Vorhand's), theirs; who opened with one point to go pays two
PAID = [
    (13, 14, "1", (2, 3)),
    (13, 14, "3", (2, 1)),
    (14, 13, "3", (3, 2)),
    (14, 13, "4", (1, 2)),
    (14, 14, "5", (3, 1)),
    (12, 13, "1", (3, 2)),
]


@pytest.mark.parametrize(("ours", "theirs", "label", "to_go"), PAID)
def test_innsbruck_20_a_bid_with_one_point_to_go_costs_two_first(monkeypatch, ours, theirs, label, to_go):
    asked = []

    def seen(*_):
        return SimpleNamespace(
            utility=lambda at, _: (asked.append(at), lambda ending: 0.5 + 0.01 * (ending.side == 0))[1]
        )

    monkeypatch.setattr(bet_advice, "own_game", seen)
    table = known("HA LA SU E10 W")
    advise(
        table, as_i_see_it(table, "gleich"), label, read_opponents("any", "gleich"), Score(ours, theirs, 15)
    )
    assert asked == [to_go]
