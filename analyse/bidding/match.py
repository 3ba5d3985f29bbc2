"""The chance to win the game from a score: one table by points to go, from the law of one deal.

A deal is three bets, each as in `analyse.bidding.ladder_game` and apart from the others, between two sides
that each know their own class in each figure and no up-card. At every score each bet is played in
equilibrium for the chance to win the game, given how the other two bets mostly end there; as these ends
follow from the same equilibria, they are found in rounds until the chance stands still. What a side then
wins is the mean over drawn deals. The next deal is led by the other side, and every deal writes at least
one point, so the table is filled from the last points backwards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyse.bidding.deal_points import NEAR, NOBODY, combinations, decided_near, written
from analyse.bidding.equilibrium import solve
from analyse.bidding.ladder_game import BID, ClassLaw, Ending, Ladder, Utility, ladder
from analyse.bidding.tree import ClassGame, Profile, path_to
from analyse.game.rules import Rules

KINDS = ("gleich", "hanger", "spiel")
Array = NDArray[np.float64]
Ints = NDArray[np.intp]
ROUNDS = 40
STILL = 2e-5  # a chance to win that moves less than this stands still


@dataclass(frozen=True, eq=False)
class DealSample:
    """Drawn deals, each with its own up-card.

    Parameters
    ----------
    laws : of Gleich, Hanger and Spiel, without the up-card
    classes : (3, n, 2) rows of the laws, by figure, deal and side
    better : (3, n) 0 or 1, the side with the better figure, 2 where it stands
    """

    laws: tuple[ClassLaw, ClassLaw, ClassLaw]
    classes: NDArray[np.intp]
    better: NDArray[np.intp]

    def __len__(self) -> int:
        return int(self.better.shape[1])

    def part(self, deals: slice) -> "DealSample":
        """Return some of the deals, with the laws of all."""
        return DealSample(self.laws, self.classes[:, deals], self.better[:, deals])


@dataclass(frozen=True, eq=False)
class Match:
    """Chances to win the game.

    Parameters
    ----------
    win : (n+1, n+1), `win[a, b]` the chance of Vorhand's side with a points to go against b; row and
        column 0 are unused
    utility : (n+1, n+1, 3, endings), the chance of Vorhand's side after each ending of the bet on each figure
    rounds : (n+1, n+1) int, rounds until the chance stood still, `ROUNDS` where it did not
    moved : (n+1, n+1), by how much it still moved in the last round
    stderr : largest standard error of `win`, of the drawn deals
    """

    win: Array
    utility: Array
    rounds: NDArray[np.intp]
    moved: Array
    stderr: float

    def of(self, rules: Rules, to_go: tuple[int, int], figure: int) -> Utility:
        """Return what the endings of a bet (0 Gleich, 1 Hanger, 2 Spiel) are worth at a score."""
        row = self.utility[to_go[0], to_go[1], figure]
        place = {ending: i for i, ending in enumerate(all_endings(ladder(rules, out=True)))}
        return lambda ending: float(row[place[ending]])


def all_endings(tree: Ladder) -> tuple[Ending, ...]:
    """Return the different endings of a bet, in the order in which they first occur."""
    return tuple(dict.fromkeys(ending for three in tree.endings for ending in three))


def allowed(game: ClassGame, to_go: tuple[int, int]) -> ClassGame:
    """Return the game in which a side with one point to go does not bid (RULES 6, overbidding)."""
    legal = tuple(
        may & (np.array(point.actions) != BID) if BID in point.actions and to_go[point.side] == 1 else may
        for point, may in zip(game.points, game.legal, strict=True)
    )
    return ClassGame(game.weight, game.points, game.ends, legal)


def end_chances(game: ClassGame, profile: Profile) -> tuple[Array, Array]:
    """Return how far each side's own play leads to each end, by class: (n0, ends), (n1, ends).

    In a cell the chance of an end is the product of both. A class that never comes to a point by its own
    play adds nothing there.
    """
    sizes = game.weight.shape
    chances = tuple(np.ones((n, len(game.ends))) for n in sizes)
    for at, point in enumerate(game.points):
        for action, lead in enumerate(point.leads):
            if lead < 0:
                for before, said in (*path_to(game.points, at), (at, action)):
                    side = game.points[before].side
                    chances[side][:, ~lead] *= np.nan_to_num(profile[before][:, said], nan=0.0)
    return chances[0], chances[1]


class Bets:
    """The three bets at any score, and how they end."""

    def __init__(self, sample: DealSample, rules: Rules, rng: np.random.Generator) -> None:
        self.sample = sample
        self.rules = rules
        self.tree = ladder(rules, out=True)
        self.endings = all_endings(self.tree)
        place = {ending: i for i, ending in enumerate(self.endings)}
        self.place = np.array([[place[ending] for ending in three] for three in self.tree.endings])
        self.all = combinations((self.endings,) * 3)
        self.luck = rng.random((3, len(sample)))  # the same at every score
        self.near = self._near(rules)

    def _near(self, rules: Rules) -> NDArray[np.intp]:
        """Return who wins each deal that the cards decide, (8, n) by the figures that were let good."""
        figures = np.stack(
            [
                np.array(law.values[0])[rows]
                for law, rows in zip(self.sample.laws[:2], self.sample.classes, strict=False)
            ]
        )
        return np.stack([decided_near(good, figures, self.sample.better[2], rules) for good in range(8)])

    def values(self, to_go: tuple[int, int], win: Array) -> tuple[Array, Array]:
        """Return the chance of Vorhand's side for each combination of endings, (endings,) * 3.

        Where the cards decide it is the mean over deals, and (8, n) says it deal by deal.
        """
        after = written(to_go, self.all, self.rules)
        values = np.choose(np.minimum(after.won, NOBODY), [1.0, 0.0, 1 - win[after.to_go[1], after.to_go[0]]])
        near = np.choose(self.near, [1.0, 0.0, 1 - win[1, 1]])
        has_spiel = self.sample.better[2]
        for good in range(8):
            for spiel in (-1, 0, 1):
                here = (after.won == NEAR) & (self.all.good == good) & (self.all.spiel == spiel)
                some = near[good] if spiel < 0 else near[good][has_spiel == spiel]
                values[here] = some.mean() if len(some) else near[good].mean()
        return values, near

    def game(self, figure: int, worth: Array, to_go: tuple[int, int]) -> ClassGame:
        """Return the bet on a figure whose endings are worth `worth`."""
        utility = dict(zip(self.endings, worth.tolist(), strict=True))
        return allowed(self.tree.game(self.sample.laws[figure], utility.__getitem__), to_go)

    def shares(self, figure: int, game: ClassGame, profile: Profile) -> Array:
        """Return how often the bet ends in which way."""
        law = self.sample.laws[figure]
        ours, theirs = end_chances(game, profile)
        better = ((1 - law.stand + law.edge) / 2, (1 - law.stand - law.edge) / 2, law.stand)
        by_end = [((game.weight * part) @ theirs * ours).sum(axis=0) for part in better]
        weights = np.stack(by_end, axis=1).ravel()
        often: Array = np.bincount(self.place.ravel(), weights, len(self.endings)).astype(np.float64)
        return often

    def ends(self, figure: int, game: ClassGame, profile: Profile) -> NDArray[np.intp]:
        """Return how the bet ends in each drawn deal, chance deciding where a side mixes."""
        rows = self.sample.classes[figure].T
        ours, theirs = end_chances(game, profile)
        up_to = np.cumsum(ours[rows[0]] * theirs[rows[1]], axis=1)
        leaf = (up_to < self.luck[figure][:, None] * up_to[:, -1:]).sum(axis=1)
        chosen: NDArray[np.intp] = self.place[leaf, self.sample.better[figure]]
        return chosen

    def settled(self, to_go: tuple[int, int], win: Array, start: Sequence[Array]) -> "_Settled":
        """Return the bets at a score, each in equilibrium given how the others end.

        win : the chances found so far, all that may be left after this deal among them
        start : how the bets end at a score nearby, where the rounds begin
        """
        values, _ = self.values(to_go, win)
        shares = list(start)
        chance, moved, rounds = 0.0, 1.0, 0
        while rounds < ROUNDS and (moved > STILL or rounds < 2):
            rounds += 1
            games: list[ClassGame] = []
            profiles: list[Profile] = []
            worths: list[Array] = []
            for figure in range(3):
                worths.append(_given(values, shares, figure))
                games.append(self.game(figure, worths[-1], to_go))
                profiles.append(solve(games[-1]).profile)
                ends = self.shares(figure, games[-1], profiles[-1])
                shares[figure] = shares[figure] + (ends - shares[figure]) / max(1, rounds - 2)
            before, chance = chance, float(_given(values, shares, 2) @ shares[2])
            moved = abs(chance - before)
        ended = [self.ends(i, games[i], profiles[i]) for i in range(3)]
        chances = self.deal_by_deal(to_go, win, (ended[0], ended[1], ended[2]))
        return _Settled(np.stack(worths), shares, chances, rounds, moved)

    def deal_by_deal(self, to_go: tuple[int, int], win: Array, ended: tuple[Ints, Ints, Ints]) -> Array:
        """Return the chance of Vorhand's side in each drawn deal whose bets ended so, (n,)."""
        values, near = self.values(to_go, win)
        decided = written(to_go, self.all, self.rules).won[ended] == NEAR
        by_cards = near[self.all.good[ended], np.arange(len(self.sample))]
        chances: Array = np.where(decided, by_cards, values[ended])
        return chances


@dataclass(frozen=True, eq=False)
class _Settled:
    """The bets at a score: worth of each figure's endings, how they end, the chance deal by deal."""

    worths: Array
    shares: list[Array]
    chances: Array
    rounds: int
    moved: float


def _given(values: Array, shares: Sequence[Array], figure: int) -> Array:
    """Return the mean of `values` for each ending of a figure, the other two ending as they do."""
    one, other = (shares[i] for i in range(3) if i != figure)
    mean: Array = np.moveaxis(values, figure, 0) @ other @ one
    return mean


def build(  # noqa: PLR0913  deals, rules, how far, where to begin, and who waits
    sample: DealSample,
    rules: Rules,
    most: int,
    *,
    seed: int = 1,
    begun: Match | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Match:
    """Return the chances to win with up to `most` points to go on either side.

    `begun` is a smaller table of the same deals, whose scores are kept. `progress` hears how many scores
    are done and of how many.
    """
    bets = Bets(sample, rules, np.random.default_rng(seed))
    size = (most + 1, most + 1)
    win, moved = np.full(size, 0.5), np.zeros(size)  # every deal writes a point, so this 1/2 never counts
    utility, rounds = np.zeros((*size, 3, len(bets.endings))), np.zeros(size, np.intp)
    stderr, near = 0.0, _unbid(bets)
    shares: dict[tuple[int, int], list[Array]] = {}
    scores = sorted(np.ndindex(most, most), key=sum)
    if begun is not None:
        part = (slice(len(begun.win)),) * 2
        win[part], utility[part], rounds[part] = begun.win, begun.utility, begun.rounds
        moved[part], stderr = begun.moved, begun.stderr
        scores = [score for score in scores if max(score) + 1 >= len(begun.win)]
    for done, (i, j) in enumerate(scores, 1):
        to_go = (i + 1, j + 1)
        start = shares.get((i, j + 1)) or shares.get((i + 1, j)) or near
        found = bets.settled(to_go, win, start)
        shares[to_go] = found.shares
        win[to_go], utility[to_go] = found.chances.mean(), found.worths
        rounds[to_go], moved[to_go] = found.rounds, found.moved
        stderr = max(stderr, float(found.chances.std() / len(sample) ** 0.5))
        if progress is not None:
            progress(done, len(scores))
    return Match(win, utility, rounds, moved, stderr)


def _unbid(bets: Bets) -> list[Array]:
    """Return how the bets end if nobody ever bids."""
    shares = []
    for law in bets.sample.laws:
        weight = law.weight / law.weight.sum()
        share = np.zeros(len(bets.endings))
        for part, side in (
            ((1 - law.stand + law.edge) / 2, 0),
            ((1 - law.stand - law.edge) / 2, 1),
            (law.stand, None),
        ):
            share[bets.endings.index(Ending("unbid", side, 0 if side is None else 1))] = (weight * part).sum()
        shares.append(share)
    return shares
