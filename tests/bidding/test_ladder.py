"""The bet as a tree: its steps, who says what, payoffs, what each answer is worth under a belief."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle_ladder import expected, law_of_figures, lines, made_up_law, turn, writes

from analyse.bidding.ladder_game import (
    GUT,
    HALTEN,
    LATER,
    OUT,
    RAISE,
    ClassLaw,
    Ending,
    ladder,
    needed,
    points,
    posterior,
    rungs,
)
from analyse.bidding.tree import action_values, best_response, evaluate, path_to
from analyse.game.rules import load_rules
from analyse.i18n import InputError

RULES = load_rules()
TREE = ladder(RULES)


def short(top):
    """The default preset with a ladder that ends at `top`, 0: at the bid."""
    return replace(RULES, raises=tuple(range(3, top + 1)))


def mixed(game, seed):
    """A profile drawn at random: every legal word has some chance."""
    rng = np.random.default_rng(seed)
    drawn = [rng.random(legal.shape) * legal for legal in game.legal]
    return tuple(chances / chances.sum(axis=1, keepdims=True) for chances in drawn)


def play_of(tree, profile):
    """The same as a function for the oracle."""
    index = {point.said: at for at, point in enumerate(tree.points)}
    return lambda _, row, said, word: profile[index[said]][row, tree.points[index[said]].actions.index(word)]


class Belief(NamedTuple):
    """What one class of mine believes of theirs: how likely each is, and how it fares against mine."""

    weight: np.ndarray
    win: np.ndarray
    lose: np.ndarray
    stand: np.ndarray


def answer_values(tree, at, belief, profile, utility=points):
    """What each word at a point is worth to who is on turn, in his own payoff."""
    side = tree.points[at].side
    sign = 1 if side == 0 else -1
    cells = [
        row[None, :] if side == 0 else row[:, None]
        for row in (belief.weight, sign * (belief.win - belief.lose), belief.stand)
    ]
    classes = (np.ones(1, bool), np.ones(len(belief.weight), bool))
    law = ClassLaw("", ((), ()), *cells, classes if side == 0 else classes[::-1])
    reach = belief.weight[None, :] / belief.weight.sum()
    (values,) = action_values(tree.game(law, utility), profile, at, reach)
    return dict(zip(tree.points[at].actions, values.tolist(), strict=True))


# RULES 6: event -> points to the bidder or raiser if let good, to the better side if held
STEPS = {"1": (1, 2), "3": (2, 3), "4": (3, 4), "5": (4, 5), "6": (5, 6), "7": (6, 7)}


def test_kongress_10_concession_values():
    assert {rung.label: (rung.conceded, rung.held) for rung in rungs(RULES)} == STEPS


def test_spiel_aus_stands_above_sieben_and_wins_the_game():
    top = rungs(RULES, out=True)[-1]
    assert (top.label, top.conceded, top.held) == (OUT, RULES.spiel_aus_conceded, 0)
    tree = ladder(RULES, out=True)
    seven, out = (tree.points[tree.at(1, "7")], tree.points[tree.at(0, OUT)])
    assert seven.actions == (GUT, HALTEN, RAISE)
    assert out.actions == (GUT, HALTEN)
    assert tree.endings[~out.leads[0]] == (Ending("gut", 1, 7),) * 3
    assert tree.endings[~out.leads[1]] == (Ending("out", 0, 0), Ending("out", 1, 0), Ending("out", None, 0))


@pytest.mark.parametrize("top", [0, 3, 5, 7])
def test_kongress_11_the_tree_is_the_one_of_the_rules(top):
    tree = ladder(short(top))
    said = {point.said: (point.side, point.label, point.actions) for point in tree.points}
    inner = {line[:k] for line in lines(top) for k in range(len(line))}
    assert said == {words: turn(words, top) for words in inner}
    ends = {}
    for point in tree.points:
        for word, lead in zip(point.actions, point.leads, strict=True):
            if lead < 0:
                ends[(*point.said, word)] = [points(ending) for ending in tree.endings[~lead]]
    assert set(ends) == set(lines(top))
    for line, (first, second, neither) in ends.items():
        who, n = writes(line)
        expected_three = (n, -n, 0) if who == "better" else (n if who == 0 else -n,) * 3
        assert (first, second, neither) == expected_three


def test_every_point_is_found_by_side_and_label():
    for at, point in enumerate(TREE.points):
        assert TREE.at(point.side, point.label) == at
    with pytest.raises(InputError, match="'8'"):
        TREE.at(0, "8")


def test_who_has_no_figure_only_waits_and_lets_it_be_good():
    law = law_of_figures("gleich", ((0, 12), (0, 3)), np.ones((2, 2)))
    for point, legal in zip(TREE.points, TREE.game(law).legal, strict=True):
        assert legal[1].all()
        assert [word for word, may in zip(point.actions, legal[0], strict=True) if may] in (["wait"], ["gut"])


def test_spiel_aus_has_no_price_in_points():
    law = made_up_law(1, (2, 2))
    with pytest.raises(InputError, match="score"):
        ladder(RULES, out=True).game(law)


@pytest.mark.parametrize("seed", range(6))
def test_a_pair_of_strategies_gets_what_every_line_of_play_adds_up_to(seed):
    law = made_up_law(seed, (3, 4), estimated=seed % 2 == 1, gaps=0.2)
    game = TREE.game(law)
    profile = mixed(game, seed)
    assert evaluate(game, profile) == pytest.approx(expected(law, 7, play_of(TREE, profile)), abs=1e-12)


# Break-even: to the bid -1/2, to n -(n-1)/n (DESIGN, "How it computes")
@pytest.mark.parametrize(
    ("label", "least"),
    [("1", -1 / 2), ("3", -2 / 3), ("4", -3 / 4), ("5", -4 / 5), ("6", -5 / 6), ("7", -6 / 7)],
)
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("stand", [0.0, 0.25, 0.9])
def test_break_even(label, least, side, stand):
    at = TREE.at(side, label)
    assert needed(TREE, at, stand) == pytest.approx(least, abs=1e-12)
    decided = 1 - stand
    edge = max(least, -decided)
    one = Belief(*(np.array([x]) for x in (1.0, (decided + edge) / 2, (decided - edge) / 2, stand)))
    values = answer_values(TREE, at, one, mixed(TREE.game(made_up_law(1, (1, 1))), 1))
    assert values[GUT] == -STEPS[label][0]
    assert values[HALTEN] == pytest.approx(STEPS[label][1] * edge, abs=1e-12)
    assert (values[HALTEN] == pytest.approx(values[GUT], abs=1e-12)) == (edge == least)


def test_break_even_of_any_utility_is_where_both_answers_are_worth_the_same():
    def worth(ending):
        return {0: 0.5 + ending.points / 20, 1: 0.45 - ending.points / 30, None: 0.52}[ending.side]

    for side, label, stand in ((0, "1", 0.0), (1, "1", 0.3), (0, "4", 0.1), (1, "7", 0.5)):
        at = TREE.at(side, label)
        edge = needed(TREE, at, stand, worth)
        win, lose = (1 - stand + edge) / 2, (1 - stand - edge) / 2
        one = Belief(*(np.array([x]) for x in (1.0, win, lose, stand)))
        values = answer_values(TREE, at, one, mixed(TREE.game(made_up_law(1, (1, 1))), 1), worth)
        assert values[HALTEN] == pytest.approx(values[GUT], abs=1e-12)


def test_a_raise_is_answered_and_their_raise_changes_what_i_believe():
    # Two classes of theirs, as likely: one I beat lets every raise be good, one that beats me raises to
    # Vier and holds all that follows. I raise to Drei: half the time +2; else to their Vier I know that I
    # lose: gut, -3.
    belief = Belief(np.array([1.0, 1.0]), np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.zeros(2))
    profile = [np.full((2, len(point.actions)), np.nan) for point in TREE.points]
    profile[TREE.at(0, "3")] = np.array([[1.0, 0, 0], [0, 0, 1.0]])
    profile[TREE.at(0, "5")] = np.array([[1.0, 0, 0], [0, 1.0, 0]])
    values = answer_values(TREE, TREE.at(1, "1"), belief, tuple(profile))
    assert values == {GUT: -1.0, HALTEN: 0.0, RAISE: pytest.approx((2 - 3) / 2)}


def test_beliefs_follow_bayes():
    # They bid their classes with 0.2, 0.5, 1: of weights 5, 2, 1 there remain 1, 1, 1.
    profile = [np.zeros((3, len(point.actions))) for point in TREE.points]
    profile[TREE.at(0, "bid")] = np.array([[0.8, 0.2], [0.5, 0.5], [0.0, 1.0]])
    assert posterior(TREE, TREE.at(1, "1"), np.array([5.0, 2, 1]), tuple(profile)).tolist() == [1, 1, 1]
    assert posterior(TREE, TREE.at(1, "bid"), np.array([5.0, 2, 1]), tuple(profile)).tolist() == [4, 1, 0]


@given(st.integers(0, 10**6), st.sampled_from([0, 1]))
def test_the_best_words_of_all_classes_make_the_best_response(seed, side):
    sizes = (3, 4)
    law = made_up_law(seed, sizes, estimated=seed % 2 == 1, gaps=0.3)
    law = replace(law, may_bid=(np.ones(3, bool), np.ones(4, bool)))
    game = TREE.game(law)
    profile = mixed(game, seed)
    total = 0.0
    weight, edge, stand = (game.cells(side, cells) for cells in (game.weight, law.edge, law.stand))
    edge = edge if side == 0 else -edge
    for at in [TREE.at(0, "bid")] if side == 0 else [TREE.at(1, "bid"), TREE.at(1, "1")]:
        for row in range(sizes[side]):
            after = posterior(TREE, at, weight[row], profile)
            if after.sum() > 0:
                decided = 1 - stand[row]
                belief = Belief(after, (decided + edge[row]) / 2, (decided - edge[row]) / 2, stand[row])
                total += after.sum() * max(answer_values(TREE, at, belief, profile).values())
    assert total == pytest.approx(best_response(game, profile, side), abs=1e-12)


def test_a_later_raise_comes_after_a_hold_and_only_where_there_is_a_step_left():
    tree = ladder(short(4), later_raise=True)
    later = [point for point in tree.points if point.label == LATER]
    assert later
    for point in later:
        assert (point.said[-1], point.actions) == (HALTEN, ("stay", "raise"))
        before = tree.points[path_to(tree.points, tree.points.index(point))[-1][0]]
        assert (before.side, before.label) in {(point.side, "1"), (point.side, "3")}
        answer = tree.points[point.leads[1]]
        assert (answer.side, int(answer.label)) == (1 - point.side, max(3, int(before.label) + 1))
