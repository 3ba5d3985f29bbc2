"""Chances to win the game: what must hold of them, a plain count at the end, and games that are played out."""

from collections.abc import Callable
from functools import cache
from math import sqrt

import numpy as np
import oracle_match
import pytest
from oracle_match import Deal

from analyse.bidding.equilibrium import solve
from analyse.bidding.ladder_game import Ending, ladder
from analyse.bidding.laws.deals import DealLaw, deal_law, drawn_law
from analyse.bidding.laws.match import STORED, match_table, sample_of
from analyse.bidding.match import ROUNDS, STILL, Bets, DealSample, Match, allowed, build, end_chances
from analyse.game.rules import Rules, load_rules
from analyse.i18n import InputError

YEARS = ("innsbruck-1924", "kongress-1890")
MOST = 3
DRAWN = 1500


@cache
def drawn() -> DealLaw:
    """Return a few deals of two players, each side's own chance found from four."""
    return drawn_law(load_rules(), 2, DRAWN, 4, rng=np.random.default_rng(7))


@cache
def small(year: str) -> tuple[DealSample, Rules, Match]:
    """Return the few deals and the table that they make."""
    rules = load_rules(year)
    return sample_of(drawn()), rules, build(sample_of(drawn()), rules, MOST)


def plain(deals: DealLaw) -> list[Deal]:
    """Return deals as the oracle has them."""
    sample, out = sample_of(deals), []
    for at in range(len(deals)):
        rows = tuple(tuple(map(int, rows[at])) for rows in sample.classes)
        gleich, hanger = (tuple(map(int, getattr(deals, kind)[at])) for kind in ("gleich", "hanger"))
        better = tuple(None if ours == theirs else int(ours < theirs) for ours, theirs in (gleich, hanger))
        out.append(Deal(rows, (*better, int(not deals.won[at])), (max(gleich), max(hanger))))
    return out


def strategies(sample: DealSample, rules: Rules, table: Match) -> oracle_match.Say:
    """Return how the table's bets are played, each solved once where it is met."""
    tree = ladder(rules, out=True)
    place = {(p.side, p.label): at for at, p in enumerate(tree.points)}

    @cache
    def profile(to_go: tuple[int, int], figure: int) -> tuple[list, ...]:
        game = allowed(tree.game(sample.laws[figure], table.of(rules, to_go, figure)), to_go)
        return tuple(np.nan_to_num(chances).tolist() for chances in solve(game).profile)

    def say(to_go: tuple[int, int], figure: int, side: int, label: str, row: int) -> dict[str, float]:
        at = place[side, label]
        return dict(zip(tree.points[at].actions, profile(to_go, figure)[at][row], strict=True))

    return say


# What must hold -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("year", YEARS)
def test_chances_are_chances_and_stand_still(year: str) -> None:
    _, _, table = small(year)
    inner = table.win[1:, 1:]
    assert inner.shape == (MOST, MOST)
    assert ((inner > 0) & (inner < 1)).all()
    assert -1e-6 < float(table.utility.min()) < float(table.utility.max()) < 1 + 1e-6
    assert 0 < table.stderr < 0.5 / sqrt(DRAWN) + 1e-9
    assert (table.rounds[1:, 1:] >= 2).all()
    still = table.rounds[1:, 1:] < ROUNDS
    assert (table.moved[1:, 1:][still] <= STILL).all()


@pytest.mark.parametrize("year", YEARS)
def test_fewer_points_to_go_are_better(year: str) -> None:
    _, _, table = small(year)  # far more than the error: a point is worth some ten in a hundred
    assert table.win[1, 3] > table.win[2, 3] > table.win[3, 3] - 0.05
    assert table.win[1, 2] > table.win[3, 2]
    assert table.win[3, 1] < table.win[3, 2] < table.win[3, 3] + 0.05


@pytest.mark.parametrize("year", YEARS)
def test_innsbruck_25_kongress_25_at_one_point_each_the_cards_decide(year: str) -> None:
    _, _, table = small(year)
    won = 0
    for deal in plain(drawn()):
        out, _ = oracle_match.written([[], [], []], (1, 1), deal, load_rules(year))
        won += out == 0
    assert table.win[1, 1] == pytest.approx(won / DRAWN, abs=1e-12)


@pytest.mark.parametrize("to_go", [(2, 2), (1, 3), (3, 1)])
@pytest.mark.parametrize("figure", [0, 1, 2])
def test_ends_and_shares_add_up(to_go: tuple[int, int], figure: int) -> None:
    sample, rules, table = small(YEARS[0])
    bets = Bets(sample, rules, np.random.default_rng(1))
    game = bets.game(figure, table.utility[(*to_go, figure)], to_go)
    profile = solve(game).profile
    ours, theirs = end_chances(game, profile)
    occurs = game.weight > 0
    assert ours.min() >= 0
    assert np.abs((ours @ theirs.T)[occurs] - 1).max() < 1e-9
    shares = bets.shares(figure, game, profile)
    assert shares.min() >= -1e-15
    assert shares.sum() == pytest.approx(1, abs=1e-9)
    # the same from the deals themselves, within their error
    counts = np.bincount(bets.ends(figure, game, profile), minlength=len(shares)) / len(sample)
    assert (
        np.abs(counts - shares) <= 5 * np.sqrt(shares * (1 - shares) / len(sample)) + 3 / len(sample)
    ).all()


def test_after_a_deal_the_other_side_leads() -> None:
    # at (3, 3), by how the three bets end (rows of the table of endings): what is left, and who leads then
    sample, rules, _ = small(YEARS[0])
    bets = Bets(sample, rules, np.random.default_rng(1))
    win = np.random.default_rng(2).random((16, 16))
    values, _ = bets.values((3, 3), win)
    at = bets.endings.index
    unbid = [at(Ending("unbid", side, 1)) for side in (0, 1)]
    for ends, value in [
        ((unbid[0], unbid[0], unbid[0]), 1),
        ((unbid[1], unbid[1], unbid[1]), 0),
        ((unbid[0], unbid[0], unbid[1]), 1 - win[2, 1]),
        ((unbid[1], unbid[0], unbid[1]), 1 - win[1, 2]),
        ((at(Ending("held", 0, 2)), unbid[1], unbid[1]), 1 - win[1, 1]),
        ((at(Ending("held", None, 0)), unbid[1], at(Ending("gut", 0, 2))), 1 - win[2, 1]),
        ((at(Ending("out", 1, 0)), at(Ending("gut", 0, 3)), unbid[0]), 0),
        ((at(Ending("held", 1, 3)), at(Ending("gut", 0, 3)), unbid[0]), 1),
        ((at(Ending("held", 1, 3)), at(Ending("held", 0, 3)), unbid[0]), 0),
    ]:
        assert values[ends] == pytest.approx(value), ends


@pytest.mark.slow
@pytest.mark.parametrize("to_go", [(3, 3), (2, 3)])
def test_every_deal_played_once_agrees_but_for_the_luck_of_mixing(to_go: tuple[int, int]) -> None:
    sample, rules, table = small(YEARS[0])
    deals, say = plain(drawn()), strategies(sample, rules, table)
    rng = np.random.default_rng(4)

    def mean() -> float:
        ends = (oracle_match.one_deal(say, to_go, deal, rules, rng) for deal in deals)
        return float(np.mean([1 - table.win[b, a] if out is None else 1 - out for out, (a, b) in ends]))

    means = np.array([mean() for _ in range(8)])
    assert abs(means.mean() - table.win[to_go]) <= 5 * means.std(ddof=1)


def test_a_side_with_one_point_to_go_never_opens() -> None:
    sample, rules, table = small(YEARS[0])
    bets = Bets(sample, rules, np.random.default_rng(1))
    for to_go in [(1, 3), (3, 1), (1, 1), (2, 2)]:
        for at, legal in enumerate(bets.game(0, table.utility[(*to_go, 0)], to_go).legal):
            point = bets.tree.points[at]
            if point.label == "bid":
                assert legal[:, 1].any() == (to_go[point.side] > 1)


def test_progress_is_told_and_the_same_seed_gives_the_same_table() -> None:
    heard: list[tuple[int, int]] = []
    sample = sample_of(drawn()).part(slice(0, 300))
    first = build(sample, load_rules(), 1, seed=3, progress=lambda done, of: heard.append((done, of)))
    again = build(sample, load_rules(), 1, seed=3)
    assert heard == [(1, 1)]
    assert (first.win == again.win).all()


# Games that are played out ---------------------------------------------------------------------------------


def wins(play: Callable[[np.random.Generator], float], games: int, seed: int) -> tuple[float, float]:
    """Return the mean of some games and its standard error."""
    rng = np.random.default_rng(seed)
    won = np.array([play(rng) for _ in range(games)])
    return float(won.mean()), float(won.std() / sqrt(games))


@pytest.mark.slow
@pytest.mark.parametrize("year", YEARS)
def test_games_played_out_agree_with_the_table(year: str) -> None:
    sample, rules, table = small(year)
    deals, say = plain(drawn()), strategies(sample, rules, table)
    for seed, to_go in enumerate([(1, 1), (2, 2), (3, 1), (1, 3), (3, 3), (2, 3)]):
        mean, error = wins(
            lambda rng, to_go=to_go: oracle_match.game(say, to_go, deals, rules, rng), 1500, seed
        )
        assert abs(mean - table.win[to_go]) <= 4 * sqrt(error**2 + table.stderr**2), to_go


@pytest.mark.parametrize("year", YEARS)
def test_lead_and_follow_add_up_to_one(year: str) -> None:
    # V_lead(a, b) + V_follow(b, a) = 1: games counted from the side that does not lead
    sample, rules, table = small(year)
    deals, say = plain(drawn()), strategies(sample, rules, table)
    for to_go in [(2, 3), (3, 2)]:
        follow, error = wins(
            lambda rng, to_go=to_go: 1 - oracle_match.game(say, to_go, deals, rules, rng), 1000, 11
        )
        assert abs(table.win[to_go] + follow - 1) <= 4 * sqrt(error**2 + table.stderr**2)


# The shipped tables -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players", "most"), STORED)
def test_shipped_tables_hold_chances(name: str, players: int, most: int) -> None:
    table = match_table(load_rules(name), players)
    assert table.win.shape == table.rounds.shape == table.moved.shape == (most + 1, most + 1)
    assert table.utility.shape[:3] == (most + 1, most + 1, 3)
    assert ((table.win[1:, 1:] > 0) & (table.win[1:, 1:] < 1)).all()
    assert -1e-6 < float(table.utility.min()) < float(table.utility.max()) < 1 + 1e-6
    assert table.moved[1:, 1:].max() < 1e-3
    deals = len(deal_law(load_rules(name), players))
    assert table.stderr < 0.6 / deals**0.5
    assert table.win[most, most] == pytest.approx(0.5, abs=0.05)


FULL_GAMES = [(4, 4), (3, 4), (4, 1), (1, 4), (2, 3)]
ONE_DEAL = [(15, 15), (8, 8), (5, 12), (12, 5), (7, 2)]


@cache
def shipped() -> tuple[DealSample, list[Deal], Rules, Match, oracle_match.Say]:
    rules, deals = load_rules(), deal_law(load_rules(), 4)
    first = slice(0, 30_000)
    sample, table = sample_of(deals), match_table(rules, 4)
    few = DealLaw(
        *(getattr(deals, name)[first] for name in ("upcard", "swapped", "gleich", "hanger", "spiel", "won"))
    )
    return sample, plain(few), rules, table, strategies(sample, rules, table)


@pytest.mark.slow
@pytest.mark.parametrize("to_go", FULL_GAMES)
def test_games_played_out_agree_with_the_shipped_table(to_go: tuple[int, int]) -> None:
    _, deals, rules, table, say = shipped()
    mean, error = wins(lambda rng: oracle_match.game(say, to_go, deals, rules, rng), 4000, sum(to_go))
    assert abs(mean - table.win[to_go]) <= 4 * sqrt(error**2 + table.stderr**2)


@pytest.mark.parametrize("to_go", ONE_DEAL)
def test_a_deal_from_far_away_agrees_with_the_shipped_table(to_go: tuple[int, int]) -> None:
    _, deals, rules, table, say = shipped()

    def play(rng: np.random.Generator) -> float:
        deal = deals[rng.integers(len(deals))]
        out, left = oracle_match.one_deal(say, to_go, deal, rules, rng)
        return float(1 - table.win[left[1], left[0]]) if out is None else 1.0 - out

    mean, error = wins(play, 4000, sum(to_go))
    assert abs(mean - table.win[to_go]) <= 4 * sqrt(error**2 + table.stderr**2)


def test_a_preset_that_deals_alike_shares_a_table_and_others_are_refused() -> None:
    from dataclasses import replace

    rules = load_rules()
    assert match_table(replace(rules, title="Ours", target=21), 4) is match_table(rules, 4)
    with pytest.raises(InputError, match="Six"):
        match_table(replace(rules, title="Six", raises=(3, 4, 5, 6)), 4)
