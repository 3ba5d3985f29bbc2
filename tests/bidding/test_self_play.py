"""The equilibria of the shipped laws, played out: a million bets each, beside what the programme says."""

import numpy as np
import pytest
from oracle_selfplay import dealt_hands, drawn_pairs, mean, play_out

from analyse.bidding.equilibrium import solve
from analyse.bidding.ladder_game import BID, GUT, HALTEN, WAIT, ladder
from analyse.bidding.laws.deals import side_figures
from analyse.bidding.laws.figures import figure_law
from analyse.bidding.laws.spiel import spiel_law
from analyse.bidding.tree import action_values, best_response, evaluate, reach_of
from analyse.game.cards import cards_of, parse_card
from analyse.game.rules import load_rules

RULES, UP = load_rules(), parse_card("L8")
TREE = ladder(RULES)
MILLION, SOME = 1_000_000, 250_000
ERRORS = 4.5  # standard errors: beyond them lies one mean in 150,000
SMALL = 1e-9
GAMES = [(kind, players) for kind in ("gleich", "hanger", "spiel") for players in (2, 4)]


def law_of(kind, players):
    if kind == "spiel":
        return spiel_law(RULES, UP, None, players)
    return figure_law(RULES, UP, None, kind, players)


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def bet(request):
    """Law, game and equilibrium of one figure and number of players."""
    law = law_of(*request.param)
    game = TREE.game(law)
    return law, game, solve(game)


def by_words(profile):
    """How a side plays, as the oracle asks for it."""
    index = {point.said: at for at, point in enumerate(TREE.points)}
    return lambda said: np.nan_to_num(profile[index[said]], nan=0.0)


def by_rote(law, *words, owns=lambda may: may):
    """The first of `words` that is legal; who does not count as an owner says the others."""
    profile = []
    for point in TREE.points:
        chosen = next(point.actions.index(word) for word in words if word in point.actions)
        may = owns(law.may_bid[point.side])
        profile.append(np.eye(len(point.actions))[np.where(may, chosen, 0)])  # waiting and gut stand first
    return tuple(profile)


def players_by_rote(law):
    """Those of the proverbs: who always bids and holds, never does, or does with the better half only."""
    middle = lambda may: may & (np.arange(len(may)) >= len(may) // 2)  # noqa: E731  one line
    return {
        "always holds": by_rote(law, BID, HALTEN),
        "always good": by_rote(law, WAIT, GUT),
        "honest": by_rote(law, BID, HALTEN, owns=middle),
    }


def says_anything(game):
    """Every legal word as likely as any other, so that every end of the tree is reached."""
    return tuple(legal / legal.sum(axis=1, keepdims=True) for legal in game.legal)


def best_answer(game, profile, side):
    """The pure play of `side` that does best against `profile`."""
    answer = []
    for at, point in enumerate(game.points):
        if point.side != side:
            answer.append(profile[at])
            continue
        values = action_values(game, profile, at, reach_of(game, profile, at))
        answer.append(np.eye(len(point.actions))[values.argmax(axis=1)])
    return tuple(answer)


def against(one, other):
    """Side 0's part of one profile with side 1's of another."""
    return tuple(a if point.side == 0 else b for a, b, point in zip(one, other, TREE.points, strict=True))


def played(law, profile, n, seed):
    """Mean payoff of side 0 and its standard error over `n` drawn pairs."""
    rng = np.random.default_rng(seed)
    rows, better = drawn_pairs(law, n, rng)
    return mean(play_out(rows, better, (by_words(profile),) * 2, RULES.raises[-1], rng))


@pytest.mark.slow
def test_a_million_bets_are_worth_what_the_programme_says(bet):
    law, _, solution = bet
    found, stderr = played(law, solution.profile, MILLION, 1)
    assert stderr < 0.003
    assert abs(found - solution.value) < ERRORS * stderr


@pytest.mark.slow
def test_a_million_bets_of_those_who_say_anything(bet):
    law, game, _ = bet
    profile = says_anything(game)
    found, stderr = played(law, profile, MILLION, 7)
    assert stderr < 0.004
    assert abs(found - evaluate(game, profile)) < ERRORS * stderr


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["gleich", "hanger"])
@pytest.mark.parametrize("players", [2, 4])
def test_a_million_dealt_hands_are_worth_what_the_programme_says(kind, players):
    law = law_of(kind, players)
    solution = solve(TREE.game(law))
    rng = np.random.default_rng(2)
    hands = dealt_hands(cards_of(RULES.pack & ~(1 << UP)), players, 5, MILLION, rng)
    figures = side_figures(kind, hands, RULES.perlagg_mask(1)).T
    rows = np.stack([np.searchsorted(values, of) for values, of in zip(law.values, figures, strict=True)])
    better = np.where(figures[0] == figures[1], 2, figures[0] < figures[1])
    found, stderr = mean(play_out(rows, better, (by_words(solution.profile),) * 2, RULES.raises[-1], rng))
    assert abs(found - solution.value) < ERRORS * stderr


@pytest.mark.parametrize("name", ["always holds", "always good", "honest"])
def test_who_plays_by_rote_loses_what_is_said(bet, name):
    law, game, solution = bet
    rote = players_by_rote(law)[name]
    for side, profile in enumerate([against(rote, solution.profile), against(solution.profile, rote)]):
        said = evaluate(game, profile)
        assert (1 - 2 * side) * (said - solution.value) < SMALL  # never better than in equilibrium
        found, stderr = played(law, profile, SOME, 3 + side)
        assert abs(found - said) < ERRORS * stderr


@pytest.mark.parametrize("name", ["always holds", "always good", "honest"])
def test_who_knows_the_rote_takes_what_best_response_says(bet, name):
    law, game, solution = bet
    rote = players_by_rote(law)[name]
    for side in (0, 1):
        said = best_response(game, rote, side)
        assert said > (1 - 2 * side) * solution.value + 0.05  # so that it loses is no rounding
        found, stderr = played(law, best_answer(game, rote, side), SOME, 5 + side)
        assert abs((1 - 2 * side) * found - said) <= ERRORS * stderr + SMALL  # 1 is 1 if all is good
