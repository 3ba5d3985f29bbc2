"""The equilibria of the shipped laws: nobody gains by other play (`bench/all_equilibria.py` has more at random)."""

import pytest
from bench.all_equilibria import Game, exploitability, random_games, shipped_games

SMALL = 1e-9  # of a point, or of a chance to win
SHIPPED = shipped_games()


def test_every_law_is_among_the_games() -> None:
    # 44 and 73 laws of the figures and 29 shapes of the Spiel, for two players and for four
    many = {(kind, n): 0 for kind in ("gleich", "hanger", "spiel") for n in ("2", "4")}
    for game in SHIPPED:
        kind, players, *_ = game.name.replace(" players", "").split(", ")
        many[kind, players] += 1
    assert many == {
        (kind, n): k for kind, k in (("gleich", 44), ("hanger", 73), ("spiel", 29)) for n in ("2", "4")
    }


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_nobody_gains_by_other_play(game: Game) -> None:
    assert abs(exploitability(game.make())) <= SMALL


@pytest.mark.slow
@pytest.mark.parametrize("game", list(random_games(20)), ids=lambda game: game.name)
def test_nobody_gains_at_any_score_whatever_is_known(game: Game) -> None:
    assert abs(exploitability(game.make())) <= SMALL
