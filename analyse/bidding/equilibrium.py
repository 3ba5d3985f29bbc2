"""The equilibrium of a game of two classes, by linear programme, with its certificate.

Sequence form (Koller, Megiddo, von Stengel 1996): side 0's plan x gives each sequence of its own words
the product of their chances. Side 1's best answer to it is a linear programme, and with the dual of that
the whole is one: maximise f'z over E x = e, F'z + G'r = A'x, G x >= 0, r >= 0. The duals of the middle
rows are side 1's plan. G is the identity; with a floor it takes from each sequence its least share of the
one before it. The certificate comes from `class_game`, which knows nothing of this.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyse.bidding.tree import Array, ClassGame, Profile, action_values, evaluate, gains, path_to, reach_of
from analyse.i18n import UnansweredError

Ints = NDArray[np.intp]
FLOOR = 1e-4  # the least chance of every legal action where answers at unreached points are wanted
# Exploitability in units of the widest difference of payoffs, 7e-10 of a point: more is no solution.
ENOUGH = 5e-11
ATTEMPTS = ("simplex", "ipm")  # HiGHS's solvers, the second where the first finds nothing good enough
TOLERANCE = 1e-10  # the least that HiGHS takes
SMALLEST = 1e-12  # the least coefficient that it can be told to keep
PATIENCE = 10.0  # seconds for a method: a simplex may run in circles where cells differ by 1e8
SPREAD = 10.0  # the widest difference of payoffs that the programme is shown
UNITS = 100.0  # plans are counted in hundredths, so that the tolerance is one of 1e-12
NOTHING = 1e-9  # a smaller chance in a plan is rounding


class UnsolvedError(UnansweredError):
    """The programme has no solution, or none was found that is good enough; says what HiGHS said."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A pair of strategies with its certificate.

    Parameters
    ----------
    profile : for each point (n_side, k), the chance of each action by class; NaN where the class does
        not come by its own play, whatever the other side does, or never occurs
    value : side 0's payoff when both play it
    exploitability : what both sides together would gain by answering best, found by a plain recursion
        over the tree and not from the programme
    floor : the least chance that every legal action was given, 0 for the equilibrium itself
    """

    profile: Profile
    value: float
    exploitability: float
    floor: float


@dataclass(frozen=True, eq=False)
class _Plan:
    """One side's sequences: the variable of each by class (n, sequences), -1 where it cannot be.

    `first` is the column of the first action at each own point, column 0 the empty sequence; `before` is
    the column of the sequence that leads to the point; `chance` that of the class of each variable.
    """

    side: int
    number: Ints
    first: dict[int, int]
    before: dict[int, int]
    chance: Array

    @property
    def size(self) -> int:
        """Number of variables."""
        return len(self.chance)


def _plan(game: ClassGame, side: int) -> _Plan:
    """Return the sequences of `side`, those only that are legal and of classes that occur."""
    first: dict[int, int] = {}
    before: dict[int, int] = {}
    chance = game.cells(side, game.weight).sum(axis=1)
    possible = [chance > 0]
    for at, point in enumerate(game.points):
        if point.side == side:
            first[at] = len(possible)
            before[at] = _last(game, side, path_to(game.points, at), first)
            possible += [possible[before[at]] & legal for legal in game.legal[at].T]
    mask = np.stack(possible, axis=1)
    number = np.where(mask, np.cumsum(mask).reshape(mask.shape) - 1, -1)
    return _Plan(side, number, first, before, np.repeat(chance, mask.sum(axis=1)))


def _last(game: ClassGame, side: int, path: tuple[tuple[int, int], ...], first: dict[int, int]) -> int:
    """Return the column of the last own sequence on a path."""
    own = [first[point] + action for point, action in path if game.points[point].side == side]
    return own[-1] if own else 0


@dataclass(frozen=True, eq=False)
class _Sparse:
    """A matrix as its entries; those of one place add up."""

    value: Array
    row: Ints
    column: Ints

    @property
    def turned(self) -> "_Sparse":
        """The transposed matrix."""
        return _Sparse(self.value, self.column, self.row)

    @property
    def negative(self) -> "_Sparse":
        """The matrix times -1."""
        return _Sparse(-self.value, self.row, self.column)

    def at(self, row: int, column: int) -> "_Sparse":
        """Return the same further down and to the right."""
        return _Sparse(self.value, self.row + row, self.column + column)

    def by_columns(self, columns: int) -> tuple[Ints, Ints, Array]:
        """Return where each column starts, then rows and values."""
        place, inverse = np.unique(self.column * (self.row.max() + 1) + self.row, return_inverse=True)
        value = np.bincount(inverse, self.value).astype(np.float64)
        column, row = place // (self.row.max() + 1), place % (self.row.max() + 1)
        start: Ints = np.searchsorted(column, np.arange(columns + 1))
        return start, row, value


def _entries(*parts: tuple[Array | float, Ints, Ints]) -> _Sparse:
    """Return a matrix of values, rows and columns, without those whose column is below 0."""
    some = [column >= 0 for _, _, column in parts]
    return _Sparse(
        *(
            np.concatenate(
                [
                    np.broadcast_to(part[k], is_one.shape)[is_one]
                    for part, is_one in zip(parts, some, strict=True)
                ]
            )
            for k in range(3)
        )
    )


def _joined(*parts: _Sparse) -> _Sparse:
    """Return the sum of matrices."""
    return _Sparse(
        *(np.concatenate([getattr(part, k) for part in parts]) for k in ("value", "row", "column"))
    )


def _flow(game: ClassGame, plan: _Plan) -> tuple[_Sparse, Array]:
    """Return E and the chance of the class of each row that starts a plan, 0 for the others.

    A row for each class that occurs, whose empty sequence is 1, then one for each point and class that
    may get there: what is said there adds up to what led there.
    """
    starts = plan.number[plan.number[:, 0] >= 0, 0]
    entries = [(1.0, np.arange(len(starts)), starts)]
    rows = len(starts)
    for at, column in plan.before.items():
        there = plan.number[plan.number[:, column] >= 0]
        row = np.arange(rows, rows + len(there))
        entries.append((-1.0, row, there[:, column]))
        own = there[:, plan.first[at] : plan.first[at] + len(game.points[at].actions)]
        entries += [(1.0, row, action) for action in own.T]
        rows += len(there)
    return _entries(*entries), np.pad(plan.chance[starts], (0, rows - len(starts)))


def _payoff(game: ClassGame, plans: tuple[_Plan, _Plan]) -> _Sparse:
    """Return A: side 0's payoff by both sequences, weighted with cell / (row * column)."""
    entries = []
    sums = game.weight.sum(axis=1)[:, None] * game.weight.sum(axis=0)
    lift = np.divide(game.weight, sums, out=np.zeros_like(sums), where=game.weight > 0)
    lift *= SPREAD / (np.ptp(game.ends) or 1.0)
    for at, point in enumerate(game.points):
        for action, lead in enumerate(point.leads):
            if lead < 0:
                path = (*path_to(game.points, at), (at, action))
                mine, theirs = (p.number[:, _last(game, p.side, path, p.first)] for p in plans)
                cells = lift * game.ends[~lead]
                i, j = np.nonzero((cells != 0) & (mine >= 0)[:, None])
                entries.append((cells[i, j], mine[i], theirs[j]))
    return _entries(*entries)


def _above_floor(game: ClassGame, plan: _Plan, floor: float) -> _Sparse:
    """Return G: each sequence less `floor` times the one before it."""
    every = np.arange(plan.size)
    entries = [(1.0, every, every)]
    for at, column in plan.before.items():
        for action in range(len(game.points[at].actions)):
            own = plan.number[:, plan.first[at] + action]
            entries.append((-floor, own[own >= 0], plan.number[own >= 0, column]))
    return _entries(*entries)


def solve(game: ClassGame, floor: float = 0.0) -> Solution:
    """Return an equilibrium of `game`; with a `floor` in [0, 1/k) the one among strategies that keep to it.

    With a floor every point that can be reached is, so that the answers there are sensible ones: what the
    equilibrium itself does where it never gets is a threat and need not be. Raises `UnsolvedError` where
    HiGHS finds no solution, or none whose certificate is good enough.

    >>> from analyse.bidding.tree import Point
    >>> hide = Point(0, "hide", (), ("left", "right"), (1, 1))
    >>> seek = Point(1, "seek", ("hidden",), ("stay", "leave"), (~0, ~1))
    >>> legal = (np.ones((1, 2), bool), np.ones((1, 2), bool))
    >>> solve(ClassGame(np.ones((1, 1)), (hide, seek), np.array([[[1.0]], [[-1.0]]]), legal)).value
    -1.0
    """
    plans = (_plan(game, 0), _plan(game, 1))
    most = max(len(point.actions) for point in game.points)
    enough = (ENOUGH + 2 * floor * most * len(game.points)) * (np.ptp(game.ends) or 1.0)
    said: list[str] = []
    for solver in ATTEMPTS:
        found, message = _programme(game, plans, floor, solver)
        if found is None:
            said.append(f"{solver}: {message}")
            continue
        profile = _profile(game, plans, found)
        profile = _kept_to(game, profile, floor) if floor else profile
        exploitability = sum(gains(game, profile))
        if exploitability <= enough:
            return Solution(profile, evaluate(game, profile), exploitability, floor)
        said.append(f"{solver}: exploitability {exploitability:.1e}, expected at most {enough:.1e}")
    raise UnsolvedError("; ".join(said))


def _programme(
    game: ClassGame, plans: tuple[_Plan, _Plan], floor: float, solver: str
) -> tuple[tuple[Array, Array] | None, str]:
    """Return both sides' plans, or None and what HiGHS says.

    A class's plan is counted in units of the class's own chance, on both sides: the coefficients are
    then cell / (row * column), near 1 for the rarest classes, too.
    """
    mine, theirs = plans
    (e, starts), (f, goal) = _flow(game, mine), _flow(game, theirs)
    x, z, flows = mine.size, len(goal), len(starts)  # columns: x, z, r; rows: flows, best answers, floors
    blocks = [e, _payoff(game, plans).turned.negative.at(flows, 0), f.turned.at(flows, x)]
    r = theirs.size if floor else 0  # without a floor r is what the inequalities leave
    floors = x if floor else 0
    if floor:
        blocks += [
            _above_floor(game, theirs, floor).turned.at(flows, x + z),
            _above_floor(game, mine, floor).at(flows + theirs.size, 0),
        ]
    found = _solved(
        solver,
        _joined(*blocks),
        cost=np.concatenate([np.zeros(x), -goal, np.zeros(r)]),
        free=slice(x, x + z),
        low=np.concatenate(
            [UNITS * starts, np.full(theirs.size, 0.0 if floor else -np.inf), np.zeros(floors)]
        ),
        high=np.concatenate([UNITS * starts, np.zeros(theirs.size), np.full(floors, np.inf)]),
        scaled=bool(floor),  # ours are well chosen where there is none: half the steps
    )
    if isinstance(found, str):
        return None, found
    value, dual = found
    return (value[:x] / (UNITS * mine.chance), -dual[flows : flows + theirs.size] / theirs.chance), ""


def _solved(  # noqa: PLR0913  a programme has as many parts
    solver: str, matrix: _Sparse, *, cost: Array, free: slice, low: Array, high: Array, scaled: bool
) -> tuple[Array, Array] | str:
    """Return the least `cost` over low <= matrix v <= high: v and the duals of the rows, or HiGHS's status.

    All variables but the `free` ones are at least 0; `scaled`: HiGHS chooses units of its own.
    """
    import highspy  # noqa: PLC0415  loaded where it is used
    from highspy._core import _Highs  # noqa: PLC0415  for its silence, see below

    programme = highspy.HighsLp()
    programme.num_col_, programme.num_row_ = len(cost), len(low)
    programme.col_cost_, programme.row_lower_, programme.row_upper_ = cost, low, high
    least = np.zeros(len(cost))
    least[free] = -np.inf
    programme.col_lower_, programme.col_upper_ = least, np.full(len(cost), np.inf)
    start, row, value = matrix.by_columns(len(cost))
    programme.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    programme.a_matrix_.start_, programme.a_matrix_.index_ = start, row
    programme.a_matrix_.value_ = value
    # The wrapper around it, highspy.Highs, greets on stdout before it can be told not to.
    highs = _Highs()
    settings: dict[str, bool | float | str] = {
        "output_flag": False,
        "solver": solver,
        "threads": 1,
        "primal_feasibility_tolerance": TOLERANCE,
        "dual_feasibility_tolerance": TOLERANCE,
        "small_matrix_value": SMALLEST,
        "simplex_scale_strategy": int(scaled),
        "time_limit": PATIENCE,
    }
    for name, setting in settings.items():
        highs.setOptionValue(name, setting)
    highs.passModel(programme)
    highs.run()
    status = highs.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal:
        return str(highs.modelStatusToString(status))
    solution = highs.getSolution()
    return np.array(solution.col_value), np.array(solution.row_dual)


def _profile(game: ClassGame, plans: tuple[_Plan, _Plan], found: tuple[Array, Array]) -> Profile:
    """Return the plans as chances of each action, NaN where a plan never comes."""
    profile = []
    for at, point in enumerate(game.points):
        plan, weight = plans[point.side], found[point.side]
        number = plan.number[:, plan.first[at] : plan.first[at] + len(point.actions)]
        chance = np.where((number >= 0) & (weight[number] > NOTHING), weight[number], 0.0)
        total = chance.sum(axis=1, keepdims=True)
        profile.append(np.divide(chance, total, out=np.full(chance.shape, np.nan), where=total > 0))
    return tuple(profile)


def _kept_to(game: ClassGame, profile: Profile, floor: float) -> Profile:
    """Return the profile with every legal action at least `floor`, and an answer at every point.

    Where a class comes by less than `NOTHING` of its own play, after several words at their floor, the
    programme tells no answer: there it is the best one against the others' floored play, found from the
    last points back, twice over since a belief depends on the answers before.
    """
    untold = [np.isnan(chance).any(axis=1, keepdims=True) for chance in profile]
    even = [legal / legal.sum(axis=1, keepdims=True) for legal in game.legal]
    kept = [
        _floored(np.where(no, flat, chance), legal, floor)
        for no, flat, chance, legal in zip(untold, even, profile, game.legal, strict=True)
    ]
    for at in 2 * [*reversed(range(len(kept)))]:
        best = action_values(game, tuple(kept), at, reach_of(game, tuple(kept), at)).argmax(axis=1)
        pure = _floored(np.eye(len(game.points[at].actions))[best], game.legal[at], floor)
        kept[at] = np.where(untold[at], pure, kept[at])
    occurs = [game.cells(side, game.weight).any(axis=1, keepdims=True) for side in (0, 1)]
    return tuple(
        np.where(occurs[point.side], chance, np.nan) for point, chance in zip(game.points, kept, strict=True)
    )


def _floored(chance: Array, legal: NDArray[np.bool_], floor: float) -> Array:
    """Return chances (n, k) with `floor` for every legal action and the rest in proportion."""
    above = np.where(legal, np.maximum(chance - floor, 0.0), 0.0)
    rest = 1 - floor * legal.sum(axis=1, keepdims=True)
    floored: Array = floor * legal + rest * above / above.sum(axis=1, keepdims=True)
    return floored
