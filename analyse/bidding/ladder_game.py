"""The bet on one figure: its law, its public tree read from a preset, and what each answer is worth.

One window (RULES 6 without what comes later): side 0, Vorhand's, bids or waits; if it waits, side 1 bids
or waits; if both wait the better side writes 1. A bid is let good, held or raised, one step at a time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyse.bidding.tree import Array, ClassGame, Point, Profile, path_to
from analyse.game.ladder import BID_LEVEL, good_points, held_points, last_step
from analyse.game.rules import Rules
from analyse.i18n import InputError

BID, WAIT, GUT, HALTEN, RAISE, STAY = "bid", "wait", "gut", "halten", "raise", "stay"
OPENING = BID  # the label of the points where a side bids or waits
LATER = "later"  # and of those where a holder raises after all, or stays
OUT = "out"  # the label of Spiel aus


@dataclass(frozen=True, eq=False)
class ClassLaw:
    """Joint law of both sides' classes for one figure; side 0 is Vorhand's.

    Parameters
    ----------
    kind : "gleich", "hanger" or "spiel"
    values : class labels of side 0 and of side 1, ascending in strength: figures as ints (0 none) for
        Gleich and Hanger, class indices 0..k-1 for Spiel
    weight : (n0, n1) int64 or float64, how often the pair occurs, on any scale; not all zero
    edge : (n0, n1) float64 in [-1, 1], P(side 0 has the better) - P(side 1 has the better) in that cell
    stand : (n0, n1) float64 in [0, 1], P(neither writes) in that cell
    may_bid : (n0,) and (n1,) bool, the classes that own the figure
    """

    kind: str
    values: tuple[tuple[int, ...], tuple[int, ...]]
    weight: NDArray[Any]
    edge: NDArray[np.float64]
    stand: NDArray[np.float64]
    may_bid: tuple[NDArray[np.bool_], NDArray[np.bool_]]


@dataclass(frozen=True)
class Rung:
    """A step of the ladder: its label, the points if it is let good, those if held (0: the game)."""

    label: str
    conceded: int
    held: int


@dataclass(frozen=True)
class Ending:
    """How a bet ends.

    Parameters
    ----------
    how : "unbid", "gut", "held", or "out" for a held Spiel aus
    side : 0 or 1, who writes; None where the figures stand and nobody does
    points : how many; 0 for nobody and for "out", which wins the game
    """

    how: str
    side: int | None
    points: int


Utility = Callable[[Ending], float]


def points(ending: Ending) -> float:
    """Return the points of side 0 minus those of side 1; "out" has none of its own.

    >>> points(Ending("held", 1, 3))
    -3.0
    """
    if ending.how == OUT:
        raise InputError("ladder_out_unpriced", bad=OUT)
    return {0: 1.0, 1: -1.0, None: 0.0}[ending.side] * ending.points


IN_POINTS: Utility = points


def rungs(rules: Rules, *, out: bool = False) -> tuple[Rung, ...]:
    """Return the ladder of a preset, the bid first, with `out` up to Spiel aus (RULES 6).

    >>> from analyse.game.rules import load_rules
    >>> [(rung.label, rung.conceded, rung.held) for rung in rungs(load_rules())][:3]
    [('1', 1, 2), ('3', 2, 3), ('4', 3, 4)]
    """
    last = last_step(rules)
    steps = tuple(
        Rung(str(level), good_points(step, rules), held_points(step, rules))
        for step, level in enumerate((BID_LEVEL, *rules.raises), 1)
    )
    return (*steps, Rung(OUT, good_points(last, rules), 0)) if out else steps


@dataclass(frozen=True)
class Ladder:
    """The public tree of one bet.

    Parameters
    ----------
    points : the root first; labels are "bid", those of the rungs, and "later"
    endings : for each end of the tree what it is if side 0 has the better figure, side 1, or neither
    """

    points: tuple[Point, ...]
    endings: tuple[tuple[Ending, Ending, Ending], ...]

    def at(self, side: int, label: str) -> int:
        """Return the index of the point where `side` decides about `label`.

        The label tells who opened, since both sides raise in turn; raises `InputError` where there is
        no such point. Where holders may raise later it is the point without such a raise.

        >>> from analyse.game.rules import load_rules
        >>> tree = ladder(load_rules())
        >>> tree.points[tree.at(0, "3")].said
        ('bid', 'raise')
        """
        for index, point in enumerate(self.points):
            if (point.side, point.label) == (side, label) and HALTEN not in point.said:
                return index
        labels = ", ".join(dict.fromkeys(point.label for point in self.points))
        raise InputError("ladder_point", bad=label, side=side, labels=labels)

    def game(self, law: ClassLaw, utility: Utility = IN_POINTS) -> ClassGame:
        """Return the bet under a law, to be solved or played; `utility` is side 0's payoff of an ending."""
        decided = 1 - law.stand
        parts = ((decided + law.edge) / 2, (decided - law.edge) / 2, law.stand)
        payoff = np.array([[utility(ending) for ending in three] for three in self.endings])
        legal = tuple(
            law.may_bid[point.side][:, None] | np.isin(point.actions, (WAIT, GUT)) for point in self.points
        )
        return ClassGame(
            law.weight / law.weight.sum(),
            self.points,
            np.einsum("et,tij->eij", payoff, np.array(parts)),
            legal,
        )


class _Tree:
    """A tree under way: each method adds a point or an end and returns what leads to it."""

    def __init__(self, steps: tuple[Rung, ...], *, later_raise: bool) -> None:
        self.steps, self.later_raise = steps, later_raise
        self.points: list[Point] = []
        self.endings: list[tuple[Ending, Ending, Ending]] = []

    def point(
        self, side: int, label: str, said: tuple[str, ...], then: Mapping[str, Callable[[], int]]
    ) -> int:
        """Add a point, then what its words lead to."""
        index = len(self.points)
        self.points.append(Point(side, label, said, tuple(then), ()))
        leads = tuple(follow() for follow in then.values())
        self.points[index] = Point(side, label, said, tuple(then), leads)
        return index

    def writes(self, side: int, n: int) -> int:
        """Add the end where the figure was let good to `side`."""
        self.endings.append((Ending(GUT, side, n),) * 3)
        return ~(len(self.endings) - 1)

    def shown(self, how: str, n: int) -> int:
        """Add the end where the better figure writes."""
        self.endings.append((Ending(how, 0, n), Ending(how, 1, n), Ending(how, None, 0)))
        return ~(len(self.endings) - 1)

    def window(self, side: int = 0) -> int:
        """Add the bidding from `side` on."""
        said = (WAIT,) * side
        after = (lambda: self.shown("unbid", 1)) if side else (lambda: self.window(1))
        then = {WAIT: after, BID: lambda: self.answer(0, 1 - side, (*said, BID))}
        return self.point(side, OPENING, said, then)

    def answer(self, step: int, side: int, said: tuple[str, ...]) -> int:
        """Add the answer of `side` to a rung, and all that follows."""
        rung, more = self.steps[step], step + 1 < len(self.steps)

        def held() -> int:
            return self.shown("held" if rung.held else OUT, rung.held)

        def raised(*words: str) -> int:
            return self.answer(step + 1, 1 - side, (*said, *words))

        def wait_and_see() -> int:
            then = {STAY: held, RAISE: lambda: raised(HALTEN, RAISE)}
            return self.point(side, LATER, (*said, HALTEN), then)

        hold = wait_and_see if more and self.later_raise else held
        then = {GUT: lambda: self.writes(1 - side, rung.conceded), HALTEN: hold}
        return self.point(side, rung.label, said, then | ({RAISE: lambda: raised(RAISE)} if more else {}))


def ladder(rules: Rules, *, out: bool = False, later_raise: bool = False) -> Ladder:
    """Return the tree of the bet under a preset.

    Parameters
    ----------
    out : whether Spiel aus stands on top of the ladder, for which the score must be known
    later_raise : whether who held may raise afterwards (RULES 6). Between the two nothing is learned
        here, so it only says in two words what a raise at once says in one: the value stays the same
    """
    tree = _Tree(rungs(rules, out=out), later_raise=later_raise)
    tree.window()
    return Ladder(tuple(tree.points), tuple(tree.endings))


def needed(tree: Ladder, at: int, stand: float = 0.0, utility: Utility = IN_POINTS) -> float:
    """Return the least win - lose at which halten is not worse than gut, at an answering point.

    `stand`: chance in [0, 1) that the figures stand. In points it is -1/2 for the bid and -(n-1)/n for n,
    whatever stands; it lies outside [-1, 1] where nothing or everything is enough.

    >>> from analyse.game.rules import load_rules
    >>> tree = ladder(load_rules())
    >>> needed(tree, tree.at(1, "1")), needed(tree, tree.at(0, "4"))
    (-0.5, -0.75)
    """
    point = tree.points[at]
    gut, held = (tree.endings[~point.leads[point.actions.index(word)]] for word in (GUT, HALTEN))
    sign = 1.0 if point.side == 0 else -1.0
    good = sign * utility(gut[0])
    win, lose = (sign * utility(held[side]) for side in (point.side, 1 - point.side))
    middle = (1 - stand) * (win + lose) / 2 + stand * sign * utility(held[2])
    if win <= lose:  # it does not matter who is better
        return -inf if middle >= good else inf
    return (good - middle) / ((win - lose) / 2)


def posterior(tree: Ladder, at: int, prior: Array, profile: Profile | Mapping[int, Array]) -> Array:
    """Return the weights (n,) of the other side's classes after what it said on the way to point `at`.

    `prior` (n,) are those before the bet, `profile` how it plays at its points (Bayes). All zero where it
    never leads there; a floored profile always does.
    """
    side = tree.points[at].side
    weight = np.asarray(prior, float)
    for point, action in path_to(tree.points, at):
        if tree.points[point].side != side:
            weight = weight * np.nan_to_num(profile[point][:, action], nan=0.0)
    return weight
