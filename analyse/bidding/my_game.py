"""What the endings of a bet are worth for the game to me, who sees my own hand.

The table of scores knows no hand: near the target, where one deal decides the game, that is not enough. Here
the other two bets end as they do in equilibrium at the score, but over deals that agree with what I know.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyse.bidding.equilibrium import FLOOR, solve
from analyse.bidding.ladder_game import Ending, Utility
from analyse.bidding.laws.deals import deal_law
from analyse.bidding.laws.match import match_table, sample_of
from analyse.bidding.laws.sampling import own_wins, side_0_wins, table_of
from analyse.bidding.laws.spiel import classes_of
from analyse.bidding.match import KINDS, Bets, DealSample, Match
from analyse.deals.constraints import shown_of_all
from analyse.game.figures import KINDS as FIGURES
from analyse.knowledge.situation import Situation
from analyse.odds.worlds import drawn_worlds

DEALS = 1000
WORLDS = 16  # redealt deals behind the class of a side's own chance of the Spiel
THREADS = 2


class OwnGame:
    """Drawn deals that agree with what I know, and what the bets make of the game in them.

    Parameters
    ----------
    known : what I know; raises `InputError` where no chances to win are shipped for its rules
    seed : where chance starts
    """

    def __init__(self, known: Situation, seed: int = 1) -> None:
        self.table: Match = match_table(known.rules, known.players)
        rng = np.random.default_rng(seed)
        hands = drawn_worlds(known, DEALS, rng=rng).hands
        dealt = np.ascontiguousarray(np.roll(hands, -known.leader, axis=1))  # Vorhand first
        laws = sample_of(deal_law(known.rules, known.players)).laws
        classes, better = [], []
        for law, kind in zip(laws, FIGURES, strict=False):
            shown = shown_of_all(kind, hands, known.perlaggen, known.fixed)
            seats = np.roll(shown, -known.leader, axis=1)
            best = np.stack([seats[:, side::2].max(axis=1) for side in (0, 1)], axis=1)
            classes.append(np.searchsorted(np.array(law.values[0]), best))
            better.append(np.where(best[:, 0] == best[:, 1], 2, best[:, 0] < best[:, 1]))
        trick = table_of(known.rules, known.upcard, known.trump, known.players)
        wins = [own_wins(trick, dealt, side, WORLDS, threads=THREADS, rng=rng) for side in (0, 1)]
        classes.append(classes_of((np.stack(wins, axis=1) + 0.5) / (WORLDS + 1)))
        better.append(np.where(side_0_wins(trick, dealt, THREADS), 0, 1))
        self.bets = Bets(DealSample(laws, np.stack(classes), np.stack(better)), known.rules, rng)

    def utility(self, to_go: tuple[int, int], figure: int) -> Utility:
        """Return the chance of Vorhand's side after each ending of a bet (0 Gleich, 1 Hanger, 2 Spiel).

        An ending in which a side shows the better figure is looked at in the deals in which it has it.
        """
        bets, ends = self.bets, [np.zeros(0, np.intp)] * len(KINDS)
        for other in set(range(len(KINDS))) - {figure}:
            game = bets.game(other, self.table.utility[to_go][other].astype(np.float64), to_go)
            ends[other] = bets.ends(
                other, game, solve(game, FLOOR).profile
            )  # the one that rounding does not change
        worth = {}
        for place, ending in enumerate(bets.endings):
            ends[figure] = np.full(len(bets.sample), place)
            chances = bets.deal_by_deal(to_go, self.table.win, (ends[0], ends[1], ends[2]))
            worth[ending] = float(chances[self._may_end(figure, ending)].mean())
        return worth.__getitem__

    def _may_end(self, figure: int, ending: Ending) -> NDArray[np.bool_]:
        """Return which deals may end so, (n,) bool; all where none does."""
        better = self.bets.sample.better[figure]
        if ending.how == "gut":
            return np.ones(len(better), np.bool_)
        some: NDArray[np.bool_] = better == (2 if ending.side is None else ending.side)
        return some if some.any() else np.ones(len(better), np.bool_)


@lru_cache(maxsize=8)
def own_game(known: Situation, seed: int = 1) -> OwnGame:
    """Return the deals of a situation, the same each time it is asked with the same seed."""
    return OwnGame(known, seed)
