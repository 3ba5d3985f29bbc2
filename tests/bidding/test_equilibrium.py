"""Equilibria: known games, certificates of random bets, the slow twins, and those who lose to it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import PACK_33, cards
from oracle_ladder import (
    best_against,
    enumerated_law,
    expected,
    kuhn_poker,
    law_of_figures,
    made_up_law,
    normal_form_value,
)
from searching import examples

from analyse.bidding import equilibrium
from analyse.bidding.equilibrium import FLOOR, UnsolvedError, solve
from analyse.bidding.ladder_game import BID, GUT, HALTEN, OUT, WAIT, ClassLaw, ladder
from analyse.bidding.tree import ClassGame, Point, best_response, evaluate, gains
from analyse.game.rules import load_rules

SMALL = 1e-9  # of a point
RULES = load_rules()
TREE = ladder(RULES)


def short(top):
    """The tree of a ladder that ends at `top`, 0: at the bid."""
    return ladder(replace(RULES, raises=tuple(range(3, top + 1))))


def game_worth(to_go):
    """A chance to win the game that lies on a line from one end of the score to the other."""

    def worth(ending):
        if ending.how == OUT and ending.side is not None:
            return float(ending.side == 0)
        mine, other = (max(0, n - ending.points * (ending.side == side)) for side, n in enumerate(to_go))
        return other / (mine + other)

    return worth


def play_of(tree, profile):
    """A profile as a function for the oracle."""
    index = {point.said: at for at, point in enumerate(tree.points)}
    return lambda _, row, said, word: np.nan_to_num(profile[index[said]][row])[
        tree.points[index[said]].actions.index(word)
    ]


def always(game, *words):
    """The profile that says the first of `words` that is legal."""
    profile = []
    for point, legal in zip(game.points, game.legal, strict=True):
        order = [point.actions.index(word) for word in words if word in point.actions]
        first = [next(k for k in order if may[k]) for may in legal]
        profile.append(np.eye(len(point.actions))[first])
    return tuple(profile)


def mixing(one, other, points):
    """Side 0's part of one profile with side 1's of another."""
    return tuple(a if point.side == 0 else b for a, b, point in zip(one, other, points, strict=True))


def mirrored(game):
    """The same game with the sides changed."""
    points = tuple(replace(point, side=1 - point.side) for point in game.points)
    return ClassGame(game.weight.T, points, -game.ends.transpose(0, 2, 1), game.legal)


LAWS = st.builds(
    made_up_law,
    st.integers(0, 10**6),
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    estimated=st.booleans(),
    gaps=st.sampled_from([0.0, 0.5, 0.9]),
)


# Known values -------------------------------------------------------------------------------------------


def test_kuhn_poker():
    solution = solve(kuhn_poker())
    assert solution.value == pytest.approx(-1 / 18, abs=1e-12)
    assert 0 <= solution.exploitability + 1e-15 < SMALL
    bet = [chances[:, 1] for chances in solution.profile]
    jack, _, king = bet[0]
    assert king == pytest.approx(3 * jack, abs=1e-9)  # Kuhn 1950: side 0 bets the king three times as often
    assert bet[1] == pytest.approx([1 / 3, 0, 1], abs=1e-9)  # side 1 after a pass
    assert bet[3] == pytest.approx([0, 1 / 3, 1], abs=1e-9)  # and against a bet


@pytest.mark.parametrize("strong", [0.1, 0.25, 0.5, 0.7, 0.74])
def test_one_street_ladder_in_closed_form(strong):
    # Side 0 beats side 1's one figure with chance p, else loses; a bid is let good (1) or held (2). A lost
    # figure is bid as a bluff with b, held with h: 1 - 3h = -1, so h = 2/3; p + b' = 2p - 2b' for b' = (1-p)b,
    # so b = p / (3 (1-p)) while that is below 1; the value is p (1 + h) - (1 - p) = 8p/3 - 1.
    law = law_of_figures("gleich", ((1, 3), (2,)), np.array([[1 - strong], [strong]]))
    tree = short(0)
    solution = solve(tree.game(law))
    assert solution.value == pytest.approx(8 * strong / 3 - 1, abs=1e-12)
    assert solution.exploitability < SMALL
    assert solution.profile[tree.at(0, "bid")][0, 1] == pytest.approx(strong / (3 * (1 - strong)), abs=1e-9)
    assert solution.profile[tree.at(1, "1")][0, 1] == pytest.approx(2 / 3, abs=1e-9)


def test_a_figure_that_mostly_wins_is_never_held():
    law = law_of_figures("gleich", ((1, 3), (2,)), np.array([[0.2], [0.8]]))
    solution = solve(short(0).game(law))
    assert solution.value == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("top", [0, 3])
@pytest.mark.parametrize("seed", range(5))
def test_value_is_that_of_the_matrix_of_all_pure_strategies(top, seed):
    law = made_up_law(seed, (2, 2), estimated=seed % 2 == 1)
    solution = solve(short(top).game(law))
    assert solution.value == pytest.approx(normal_form_value(law, top), abs=1e-9)


# Certificates -------------------------------------------------------------------------------------------


@given(LAWS)
def test_no_side_gains_by_any_other_play(law):
    game = TREE.game(law)
    solution = solve(game)
    assert solution.exploitability == sum(gains(game, solution.profile)) < SMALL
    assert min(gains(game, solution.profile)) > -1e-12
    for point, chances, legal in zip(game.points, solution.profile, game.legal, strict=True):
        there = ~np.isnan(chances).any(axis=1)
        assert (chances[there] >= 0).all()
        assert chances[there].sum(axis=1) == pytest.approx(1)
        assert not chances[there][~legal[there]].any()
        assert point.said or there.sum() == (game.weight.sum(axis=1) > 0).sum()


@examples(40)
@given(LAWS, st.tuples(st.integers(1, 15), st.integers(1, 15)))
def test_no_side_gains_at_any_score(law, to_go):
    game = ladder(RULES, out=True).game(law, game_worth(to_go))
    solution = solve(game)
    assert 0 <= solution.value <= 1
    assert solution.exploitability < SMALL


@examples(25)
@given(st.integers(0, 10**6), st.integers(6, 16))
def test_rare_classes_are_answered_as_well(seed, n):
    rng = np.random.default_rng(seed)
    law = made_up_law(seed, (n, n), estimated=True)
    rare = np.exp(-18 * rng.random(n))
    game = TREE.game(replace(law, weight=law.weight * rare[:, None] * rng.permutation(rare)))
    assert solve(game).exploitability < SMALL


@pytest.mark.parametrize("seed", range(4))
def test_best_response_is_that_of_every_plan_tried(seed):
    law = made_up_law(seed, (3, 2), estimated=seed % 2 == 1, gaps=0.2)
    tree = short(4)
    game = tree.game(law)
    rng = np.random.default_rng(seed)
    drawn = tuple(rng.random(legal.shape) * legal for legal in game.legal)
    random = tuple(chances / chances.sum(axis=1, keepdims=True) for chances in drawn)
    for profile in (random, solve(game).profile, always(game, BID, HALTEN, WAIT, GUT)):
        play = play_of(tree, profile)
        assert evaluate(game, profile) == pytest.approx(expected(law, 4, play), abs=1e-12)
        for side in (0, 1):
            tried = best_against(law, 4, side, play)
            assert best_response(game, profile, side) == pytest.approx(tried, abs=1e-12)


# A pack of twelve cards with one Perlagg, three cards a hand: every deal one by one.
REDUCED = [card for card in PACK_33 if card in cards("H8 H9 H10 HU L8 L9 L10 LU S8 S9 S10 HK")]


@pytest.mark.parametrize("kind", ["gleich", "hanger"])
def test_those_who_play_by_rote_lose_as_best_response_says(kind):
    law = enumerated_law(kind, REDUCED, cards("HK"), 3)
    assert law.weight.sum() == 220 * 84
    game = TREE.game(law)
    solution = solve(game)
    assert solution.exploitability < SMALL
    middle = np.median(law.values[0])
    honest = [
        np.eye(len(point.actions))[[int(v > middle) for v in law.values[point.side]]] for point in game.points
    ]
    rote = {
        "always holds": always(game, BID, HALTEN, WAIT, GUT),
        "always lets it be good": always(game, WAIT, GUT),
        "honest": tuple(honest),
    }
    for profile in rote.values():
        assert best_response(game, profile, 1) > -solution.value + 0.01  # as side 0 each can be beaten
        assert best_response(game, profile, 0) > solution.value + 0.01
        first = evaluate(game, mixing(profile, solution.profile, game.points))
        second = evaluate(game, mixing(solution.profile, profile, game.points))
        assert -best_response(game, profile, 1) - SMALL <= first <= solution.value + SMALL
        assert solution.value - SMALL <= second <= best_response(game, profile, 0) + SMALL
        tried = best_against(law, 7, 1, play_of(TREE, profile)) if len(law.values[0]) < 5 else None
        assert tried is None or tried == pytest.approx(best_response(game, profile, 1))


# What must change nothing -------------------------------------------------------------------------------


@examples(25)
@given(LAWS)
def test_changing_the_sides_turns_the_value_round(law):
    game = TREE.game(law)
    assert solve(mirrored(game)).value == pytest.approx(-solve(game).value, abs=SMALL)


@examples(25)
@given(LAWS, st.floats(-5, 5), st.sampled_from([1e-3, 0.07, 1.0, 40.0, 1e4]))
def test_a_utility_may_be_shifted_and_scaled(law, shift, scale):
    game = TREE.game(law)
    moved = solve(ClassGame(game.weight, game.points, shift + scale * game.ends, game.legal))
    assert moved.value == pytest.approx(shift + scale * solve(game).value, abs=SMALL * max(1, scale))
    assert sum(gains(game, moved.profile)) < SMALL


@examples(25)
@given(LAWS, st.integers(0, 10**6))
def test_the_order_of_the_classes_does_not_matter(law, seed):
    rng = np.random.default_rng(seed)
    i, j = (rng.permutation(n) for n in law.weight.shape)
    cells = [table[i][:, j] for table in (law.weight, law.edge, law.stand)]
    turned = ClassLaw(law.kind, law.values, *cells, (law.may_bid[0][i], law.may_bid[1][j]))
    assert solve(TREE.game(turned)).value == pytest.approx(solve(TREE.game(law)).value, abs=SMALL)


@examples(15)
@given(st.integers(0, 10**6), st.booleans())
def test_innsbruck_11_a_later_raise_is_worth_no_more_where_nothing_is_learned(seed, estimated):
    law = made_up_law(seed, (4, 5), estimated=estimated)
    rules = replace(RULES, raises=(3, 4, 5))
    once, later = (solve(ladder(rules, later_raise=may).game(law)) for may in (False, True))
    assert later.value == pytest.approx(once.value, abs=SMALL)
    assert later.exploitability < SMALL


def test_classes_that_never_occur_change_nothing():
    law = made_up_law(3, (4, 4))
    padded = [np.pad(cells, ((0, 1), (1, 0))) for cells in (law.weight, law.edge, law.stand)]
    values = ((*law.values[0], 20), (-1, *law.values[1]))
    may = (np.append(law.may_bid[0], True), np.append(True, law.may_bid[1]))
    solution = solve(TREE.game(ClassLaw("gleich", values, *padded, may)))
    assert solution.value == pytest.approx(solve(TREE.game(law)).value, abs=SMALL)
    assert np.isnan(solution.profile[0][4]).all()


# With a floor -------------------------------------------------------------------------------------------


@examples(30)
@given(LAWS)
def test_with_a_floor_every_legal_word_is_said_everywhere(law):
    game = TREE.game(law)
    solution = solve(game, FLOOR)
    for point, chances, legal in zip(game.points, solution.profile, game.legal, strict=True):
        occurs = game.cells(point.side, game.weight).sum(axis=1) > 0
        assert np.isnan(chances[~occurs]).all()
        assert (chances[occurs][legal[occurs]] > FLOOR * (1 - 1e-6)).all()
        assert not chances[occurs][~legal[occurs]].any()
        assert chances[occurs].sum(axis=1) == pytest.approx(1)
    assert (
        solution.exploitability < 14 * 24 * FLOOR
    )  # widest difference, at most 4 own words of 3, both sides
    assert solution.value == pytest.approx(solve(game).value, abs=14 * 12 * FLOOR)


def test_a_floor_gives_answers_where_only_fools_come():
    # Side 1 is better, so side 0 should never bid nor raise; whatever it says, side 1 does not let it be
    # good, and side 0 lets every raise be good.
    law = law_of_figures("gleich", ((5,), (7,)), np.ones((1, 1)))
    floored = solve(TREE.game(law), FLOOR).profile
    for at, point in enumerate(TREE.points):
        if GUT in point.actions:
            gut = floored[at][0, 0]
            assert gut == pytest.approx(
                1 - (len(point.actions) - 1) * FLOOR if point.side == 0 else FLOOR, rel=1e-3
            )


# Faults -------------------------------------------------------------------------------------------------


def test_what_highs_says_is_told(monkeypatch):
    monkeypatch.setattr(equilibrium, "PATIENCE", 0.0)
    with pytest.raises(UnsolvedError, match="simplex: Time limit reached; ipm: Time limit reached"):
        solve(TREE.game(made_up_law(1, (9, 9))))


def test_an_infeasible_programme_is_refused(monkeypatch):
    flow = equilibrium._flow  # noqa: SLF001  what is broken here

    def broken(game, plan):
        matrix, starts = flow(game, plan)
        return matrix, -starts  # plans cannot have less than no chance

    monkeypatch.setattr(equilibrium, "_flow", broken)
    with pytest.raises(UnsolvedError, match=r"simplex: .*(Infeasible|Unbounded)"):
        solve(TREE.game(made_up_law(1, (3, 3))))


def test_a_wrong_solution_is_refused_by_its_certificate(monkeypatch):
    even = lambda game, *_: tuple(legal / legal.sum(axis=1, keepdims=True) for legal in game.legal)  # noqa: E731  one line
    monkeypatch.setattr(equilibrium, "_profile", even)
    with pytest.raises(UnsolvedError, match="exploitability"):
        solve(TREE.game(made_up_law(1, (5, 5))))


def test_nothing_at_stake_is_an_equilibrium_too():
    point = Point(0, "only", (), ("yes",), (~0,))
    game = ClassGame(np.ones((1, 1)), (point,), np.full((1, 1, 1), 3.0), (np.ones((1, 1), bool),))
    assert solve(game).value == 3.0


def test_solving_prints_nothing(capfd):
    solve(kuhn_poker())
    assert capfd.readouterr() == ("", "")
