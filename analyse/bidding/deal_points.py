"""What one deal does to the score: three bets that have ended, in the order in which they are written.

Only what the chance to win the game needs: whole arrays of deals at once. Who writes what, sentence by
sentence and with its paragraph, is `analyse.referee.settling`, against which this is tested.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyse.bidding.ladder_game import Ending
from analyse.game.rules import Rules

Ints = NDArray[np.intp]
NOBODY, NEAR = 2, 3  # who has won, besides the sides 0 and 1: nobody yet; the cards decide at one point each
OUT, GUT, HELD, UNBID = range(4)  # RULES 7, the order of writing
_ORDER = {"out": OUT, "gut": GUT, "held": HELD, "unbid": UNBID}
LEAST_NEAR = 16  # the least figure of three cards


@dataclass(frozen=True, eq=False)
class Combinations:
    """Every combination of endings of the three bets, (n_gleich, n_hanger, n_spiel).

    Parameters
    ----------
    side, points, how : (3, ...) of the entry written first, second and third (side -1: nobody)
    good : which figures were let good, bit 0 Gleich, 1 Hanger, 2 Spiel
    spiel : the side that has the Spiel, -1 where that was let good
    trap : (2, ...) bool, whether it is I §25b for a side: it bid all, the Spiel is good, Gleich stands
    """

    side: Ints
    points: Ints
    how: Ints
    good: Ints
    spiel: Ints
    trap: NDArray[np.bool_]


@dataclass(frozen=True)
class After:
    """The score after a deal: points to go of side 0 and 1 and who has won (0, 1, `NOBODY`, `NEAR`)."""

    to_go: tuple[Ints, Ints]
    won: Ints


def combinations(endings: Sequence[Sequence[Ending]]) -> Combinations:
    """Return what every combination of the endings of Gleich, Hanger and Spiel makes one write.

    A figure won at Spiel aus comes first, then what was let good, what was held, the rest; within each
    Gleich, Hanger, Spiel.
    """
    shape = tuple(len(some) for some in endings)
    how, side, points = (np.empty((3, *shape), np.intp) for _ in range(3))
    for kind, some in enumerate(endings):
        axes = tuple(-1 if axis == kind else 1 for axis in range(3))
        how[kind] = np.array([_ORDER[e.how] for e in some]).reshape(axes)
        side[kind] = np.array([-1 if e.side is None else e.side for e in some]).reshape(axes)
        points[kind] = np.array([99 if e.how == "out" else e.points for e in some]).reshape(axes)
    good = sum((how[kind] == GUT) << kind for kind in range(3))
    spiel = np.where(how[2] == GUT, -1, side[2])
    stands = (how[0] == HELD) & (side[0] == -1) & (how[1] == HELD) & (how[2] == GUT) & (points[2] == 1)
    trap = np.stack([stands & (side[2] == who) for who in (0, 1)])
    order = np.argsort(3 * how + np.arange(3).reshape(3, 1, 1, 1), axis=0)
    side, points, how = (np.take_along_axis(some, order, 0) for some in (side, points, how))
    return Combinations(side, points, how, good, spiel, trap)


def written(to_go: tuple[int, int], all_: Combinations, rules: Rules) -> After:
    """Return the score after each combination; the first to get there has won.

    >>> from analyse.game.rules import load_rules
    >>> endings = [[Ending("held", 0, 2)], [Ending("gut", 1, 1)], [Ending("unbid", 0, 1)]]
    >>> after = written((2, 1), combinations(endings), load_rules())
    >>> after.won.item(), [n.item() for n in after.to_go]
    (1, [2, 0])
    """
    left = [np.full(all_.good.shape, n) for n in to_go]
    won = np.full(all_.good.shape, NOBODY)
    near = np.zeros(all_.good.shape, np.bool_)
    void = near | _trapped(to_go, all_, rules)
    before = np.full(all_.good.shape, GUT)
    for side, more, how in zip(all_.side, all_.points, all_.how, strict=True):
        near |= (before <= GUT) & (how > GUT) & (left[0] == 1) & (left[1] == 1) & (won == NOBODY)
        counts = (won == NOBODY) & ~(near & (how == UNBID)) & ~(void & (how > GUT))
        for who in (0, 1):
            left[who] = np.where(counts & (side == who), left[who] - more, left[who])
            won = np.where((won == NOBODY) & (left[who] <= 0), who, won)
            left[who] = np.maximum(left[who], 0)
        before = how
    near |= (before <= GUT) & (left[0] == 1) & (left[1] == 1)
    return After((left[0], left[1]), np.where(near & (won == NOBODY), NEAR, won))


def _trapped(to_go: tuple[int, int], all_: Combinations, rules: Rules) -> NDArray[np.bool_]:
    """Return where I §25b ends the deal: three to go against one, and the figure bid first stands."""
    for who in (0, 1):
        if rules.near_end == "innsbruck" and to_go[who] == 3 and to_go[1 - who] == 1:
            trapped: NDArray[np.bool_] = all_.trap[who]
            return trapped
    return np.zeros(all_.good.shape, np.bool_)


def decided_near(good: int, figures: Ints, spiel: Ints, rules: Rules) -> Ints:
    """Return who wins deals that the cards decide at one point each to go: 0, 1, `NOBODY` for a new deal.

    good : the figures let good, as in `Combinations`
    figures : (2, n, 2) the best Gleich and Hanger of each side
    spiel : (n,) the side that has the Spiel

    Vorhand's side is taken to ask (I, K §25): Gleich, then Hanger of three or more, else the Spiel. If a
    Gleich or Hanger was let good, only the Spiel is left (I §25a).
    """
    n = len(spiel)
    won = np.full(n, NOBODY) if good & 4 else spiel.copy()
    if rules.near_end == "innsbruck" and good & 3:
        return won
    undecided = np.ones(n, np.bool_)
    for kind, best in enumerate(figures):
        if not good >> kind & 1:
            counts = undecided & (best.max(axis=1) >= LEAST_NEAR)
            unequal = counts & (best[:, 0] != best[:, 1])
            won = np.where(unequal, (best[:, 0] < best[:, 1]).astype(np.intp), won)
            undecided &= ~counts
    return won
