"""Two sides, each knowing only its own class, who speak in turn: the public tree and its plain recursions.

Zero-sum: every payoff is side 0's, side 1 gets the negative. Nothing here knows the linear programme of
`equilibrium`, so what is found there can be checked here.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Profile = tuple[Array, ...]


@dataclass(frozen=True)
class Point:
    """A public point of decision.

    Parameters
    ----------
    side : 0 or 1, whose turn it is
    label : what is to be decided, the same wherever one decides about the same thing
    said : all that was said before, in order
    actions : what may be said
    leads : where each action leads: to the point of that index, or to the end number `~lead` below 0
    """

    side: int
    label: str
    said: tuple[str, ...]
    actions: tuple[str, ...]
    leads: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ClassGame:
    """A public tree, the law of the two classes, and the payoffs.

    A profile holds, for each point, the chance of each action by class of the side that acts: shape
    `(n_side, k)`. A row of NaN says that this class never gets there by its own play.

    Parameters
    ----------
    weight : (n0, n1), adds up to 1
    points : the root first, each before those it leads to
    ends : (e, n0, n1), side 0's payoff of each end in each cell
    legal : for each point (n_side, k) bool, what a class may say; at least one action each
    """

    weight: Array
    points: tuple[Point, ...]
    ends: Array
    legal: tuple[NDArray[np.bool_], ...]

    def cells(self, side: int, cells: Array) -> Array:
        """Return a table of the cells with the classes of `side` as rows."""
        return cells if side == 0 else cells.T


def action_values(game: ClassGame, profile: Profile, at: int, reach: Array) -> Array:
    """Return what each action at point `at` is worth to the side that acts there, playing its best after it.

    The other side plays `profile`. `reach`: (n_side, n_other), how often point and cell meet but for the
    own play; the values, (n_side, k) in the payoff of that side, are weighted with it. A class has one
    choice at each point, whatever the other holds: the best one against all it may hold. What is not
    legal is worth -inf.
    """
    point = game.points[at]
    values = [_best(game, profile, point.side, lead, reach) for lead in point.leads]
    return np.where(game.legal[at], np.stack(values, axis=1), -np.inf)


def _best(game: ClassGame, profile: Profile, side: int, lead: int, reach: Array) -> Array:
    """Return the value (n_side,) of what follows a lead."""
    if lead < 0:
        payoff = game.cells(side, game.ends[~lead])
        summed: Array = (reach * (payoff if side == 0 else -payoff)).sum(axis=1)
        return summed
    point = game.points[lead]
    if point.side == side:
        best: Array = action_values(game, profile, lead, reach).max(axis=1)
        return best
    total = np.zeros(len(reach))
    for chance, after in zip(_chances(profile, lead), point.leads, strict=True):
        if chance.any():
            total += _best(game, profile, side, after, reach * chance)
    return total


def _chances(profile: Profile, at: int) -> Array:
    """Return the chances of each action, (k, n), 0 where a class never gets there."""
    return np.nan_to_num(profile[at], nan=0.0).T


def best_response(game: ClassGame, profile: Profile, side: int) -> float:
    """Return the most that `side` gets against the other side's part of `profile`, in its own payoff.

    >>> start = Point(0, "start", (), ("take", "leave"), (~0, 1))
    >>> reply = Point(1, "reply", ("leave",), ("give", "keep"), (~1, ~2))
    >>> both = (np.ones((1, 2), bool),) * 2
    >>> game = ClassGame(np.ones((1, 1)), (start, reply), np.array([[[1.0]], [[4.0]], [[0.0]]]), both)
    >>> best_response(game, (np.array([[1.0, 0.0]]), np.array([[0.5, 0.5]])), 0)
    2.0
    """
    return float(_best(game, profile, side, 0, game.cells(side, game.weight)).sum())


def evaluate(game: ClassGame, profile: Profile) -> float:
    """Return side 0's payoff when both sides play `profile`."""

    def walk(lead: int, reach: Array) -> float:
        if lead < 0:
            return float((reach * game.ends[~lead]).sum())
        point = game.points[lead]
        return sum(
            walk(after, reach * (chance[:, None] if point.side == 0 else chance))
            for chance, after in zip(_chances(profile, lead), point.leads, strict=True)
            if chance.any()
        )

    return walk(0, game.weight)


def gains(game: ClassGame, profile: Profile) -> tuple[float, float]:
    """Return what each side would gain by its best answer to `profile`; both 0 in equilibrium."""
    value = evaluate(game, profile)
    return best_response(game, profile, 0) - value, best_response(game, profile, 1) + value


def path_to(points: tuple[Point, ...], at: int) -> tuple[tuple[int, int], ...]:
    """Return the (point, action) pairs that lead to point `at`, the root's first."""
    path: list[tuple[int, int]] = []
    for before in range(at - 1, -1, -1):
        if at in points[before].leads:
            path.insert(0, (before, points[before].leads.index(at)))
            at = before
    return tuple(path)


def reach_of(game: ClassGame, profile: Profile, at: int) -> Array:
    """Return how often the other side leads to point `at`, (n_side, n_other) by cell (Bayes).

    Divided by its row's sum it is what the side that acts there believes of the other's class.
    """
    side = game.points[at].side
    reach = game.cells(side, game.weight)
    for point, action in path_to(game.points, at):
        if game.points[point].side != side:
            reach = reach * _chances(profile, point)[action]
    return reach
