"""A bid on the table, seen from my seat: what they hold after it, and what each answer is worth to me.

The bet is `analyse.bidding.ladder_game`'s. The other side plays as believed (`analyse.bidding.beliefs`), by
its own class and the up-card alone; I know my situation, and what I do not know, my partner's cards too, is
averaged over. So I am one class against theirs, and each answer has the value of my best play after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from analyse.bidding.beliefs import EQUILIBRIUM, Opponents, Policy
from analyse.bidding.ladder_game import ClassLaw, Ladder, Utility, ladder, points, posterior
from analyse.bidding.laws.figures import figure_law
from analyse.bidding.laws.sampling import own_wins, table_of
from analyse.bidding.laws.spiel import CLASSES, classes_of, spiel_law
from analyse.bidding.match import allowed
from analyse.bidding.tree import Array, ClassGame, action_values
from analyse.game.seats import ME, PARTNER
from analyse.i18n import InputError
from analyse.knowledge.situation import Situation
from analyse.odds.figures import SEED, FigureOdds, both_sides
from analyse.odds.spiel import Solved, SpielOdds

SPIEL_WORLDS = 24
THREADS = 2
DIGITS = 12  # of what a word is worth: beyond them is rounding, and gut is worth -1, not -0.9999..
ROUNDING = 1e-14  # of sums in float64; the rarest deals are ten times as likely


@dataclass(frozen=True, eq=False)
class Mine:
    """One figure, as I see it.

    Parameters
    ----------
    kind : "gleich", "hanger" or "spiel"
    side : 0 where my side leads (Vorhand), else 1
    public : the law of both sides' classes before anything but the up-card is known; None where nothing
        can be concluded from a class, as of the Spiel where it is one alone
    classes : what the other side may hold, ascending; of the Spiel one alone where nothing turns on it
    chance : (classes,) how likely each is to me before anybody spoke, adds up to 1
    win, lose : (classes,) how likely my side is better, and worse, against each
    odds : the same over all classes, as counted or drawn
    """

    kind: str
    side: int
    public: ClassLaw | None
    classes: tuple[int, ...]
    chance: Array
    win: Array
    lose: Array
    odds: FigureOdds | SpielOdds

    @property
    def deals(self) -> int:
        """Drawn deals behind the chances, 0 where they are counted or nothing is left to chance."""
        drawn = self.odds.method == "sampled" and self.odds.win.stderr
        return self.odds.worlds if drawn else 0

    def law(self) -> ClassLaw:
        """Return my own law: one class, mine, against theirs."""
        edge, stand = self.win - self.lose, 1 - self.win - self.lose
        own, other = np.ones(1, np.bool_), np.array([self.kind == "spiel" or c > 0 for c in self.classes])
        cells = [cell[None, :] if self.side == 0 else cell[:, None] for cell in (self.chance, edge, stand)]
        if self.side == 1:
            cells[1] = -cells[1]
        values, may = ((0,), self.classes), (own, other)
        return ClassLaw(
            self.kind,
            values if self.side == 0 else (values[1], values[0]),
            cells[0],
            cells[1],
            cells[2],
            may if self.side == 0 else (may[1], may[0]),
        )


def figure_as_i_see_it(known: Situation, kind: str, seed: int = SEED) -> Mine:
    """Return what I know of "gleich" or "hanger": exact, or drawn where the situation does not factor."""
    law = both_sides(known, kind, seed)
    ours, theirs = np.array(law.ours)[:, None], np.array(law.theirs)
    chance = law.chance.sum(axis=0)
    share = np.divide(law.chance, chance, out=np.zeros_like(law.chance), where=chance > 0)
    return Mine(
        kind,
        _side(known),
        figure_law(known.rules, known.upcard, known.trump, kind, known.players),
        law.theirs,
        chance,
        (share * (ours > theirs)).sum(axis=0),
        (share * (ours < theirs)).sum(axis=0),
        law.odds,
    )


def spiel_as_i_see_it(solved: Solved, *, by_class: bool = True) -> Mine:
    """Return what I know of the Spiel, from deals solved with open cards.

    `by_class`: also by the class of their own chance, found from redealt deals; it means something before
    the first card only. Without it they are one class.
    """
    known, odds = solved.drawn.known, solved.odds
    side = _side(known)
    if not by_class:
        win, lose = (np.array([each.value]) for each in (odds.win, odds.lose))
        return Mine("spiel", side, None, (0,), np.ones(1), win, lose, odds)
    public = spiel_law(known.rules, known.upcard, known.trump, known.players)
    table = table_of(known.rules, known.upcard, known.trump, known.players)
    hands = np.ascontiguousarray(np.roll(solved.hands, -known.leader, axis=1))  # Vorhand first
    rng = np.random.default_rng((solved.seed, 1))  # the deals themselves came from the seed alone
    wins = own_wins(table, hands, 1 - side, SPIEL_WORLDS, threads=THREADS, rng=rng)
    theirs = classes_of((wins + 0.5) / (SPIEL_WORLDS + 1))
    many = np.bincount(theirs, solved.weights, CLASSES)
    won = np.bincount(theirs, solved.weights * solved.won, CLASSES)
    share = won / np.maximum(many, 1)  # of a class never drawn it does not matter
    return Mine("spiel", side, public, tuple(range(CLASSES)), many / many.sum(), share, 1 - share, odds)


def _side(known: Situation) -> int:
    return 0 if known.leader in {ME, PARTNER} else 1


@dataclass(frozen=True, eq=False)
class After:
    """What a bet looks like to me at one point.

    Parameters
    ----------
    classes : what they may hold
    chance : (classes,) how likely each is after all that was said, adds up to 1
    win, stand, lose : my side's chances then
    bluff : chance that they hold less than what beats as many of our hands as beat it
    worth : what each word is worth from now on: points, ours minus theirs, or in the game my side's chance
        to win it; None where it is not allowed or nothing is believed of their answer
    expected : whether they ever say what they said, as believed; if not, nothing is concluded from it
    """

    classes: tuple[int, ...]
    chance: Array
    win: float
    stand: float
    lose: float
    bluff: float
    worth: Mapping[str, float | None]
    expected: bool


@dataclass(frozen=True, eq=False)
class Bet:
    """One bet as I see it, with what is believed of the other side.

    Parameters
    ----------
    mine : the figure
    opponents : how they play
    tree : the ladder
    utility : what its endings are worth to Vorhand's side
    to_go : points to go of Vorhand's side and the other, None where no score is given
    theirs : what the endings are worth to Vorhand's side as the others see it, who do not see my hand
    """

    mine: Mine
    opponents: Opponents
    tree: Ladder
    utility: Utility = points
    to_go: tuple[int, int] | None = None
    theirs: Utility | None = None

    @property
    def game(self) -> ClassGame:
        """The bet as I play it: my one class against theirs."""
        return self._allowed(self.tree.game(self.mine.law(), self.utility))

    def _allowed(self, game: ClassGame) -> ClassGame:
        return game if self.to_go is None else allowed(game, self.to_go)

    def policy(self) -> Policy | None:
        """Return how they play, by the classes of `mine`."""
        public, them = self.mine.public, 1 - self.mine.side
        if self.opponents.sort != EQUILIBRIUM or public is None:
            return self.opponents.policy(self.game, them, self.mine.classes)
        believed = self.opponents.policy(
            self._allowed(self.tree.game(public, self.theirs or self.utility)), them, public.values[them]
        )
        if believed is None:
            return None
        row = np.searchsorted(public.values[them], self.mine.classes, side="right") - 1
        return {at: chances[np.maximum(row, 0)] for at, chances in believed.items()}

    def at(self, label: str) -> After:
        """Return the bet where I am to speak: "bid", or the number they said last ("1", "3" .. "out").

        At "bid" as Vorhand nothing was said, else they have waited.
        """
        game, policy, side = self.game, self.policy(), self.mine.side
        point = self.tree.at(side, label)
        reach = self.mine.chance
        if policy is not None:
            reach = posterior(self.tree, point, reach, policy)
        total = reach.sum()
        if not total:  # they never say this as believed; but they hold what they would bid or hold with
            reach = self.mine.chance * (np.array(self.mine.classes) >= self.opponents.least)
            if not reach.sum():
                raise InputError("opponents_impossible", bad=self.opponents.said)
        chance = reach / reach.sum()
        win, lose = float(chance @ self.mine.win), float(chance @ self.mine.lose)
        return After(
            self.mine.classes,
            chance,
            win,
            stand if (stand := 1 - win - lose) > ROUNDING else 0.0,
            lose,
            float(chance[self._weak()].sum()),
            self._worth(game, policy, point, chance),
            bool(total),
        )

    def _weak(self) -> Array:
        """Return which of their classes are more often beaten than not by a hand of the other side."""
        public, them = self.mine.public, 1 - self.mine.side
        if public is None:
            return np.zeros(len(self.mine.classes), np.bool_)
        axis = 1 if them == 0 else 0
        weight = public.weight / public.weight.sum()
        edge = (weight * public.edge).sum(axis=axis) * (1 if them == 0 else -1)
        row = np.searchsorted(public.values[them], self.mine.classes, side="right") - 1
        weak: Array = edge[np.maximum(row, 0)] < 0
        return weak

    def _worth(
        self, game: ClassGame, policy: Policy | None, point: int, chance: Array
    ) -> dict[str, float | None]:
        """Return the value of each word; where nothing is believed only those that end the bet have one."""
        actions, leads = game.points[point].actions, game.points[point].leads
        nobody = [
            np.zeros((len(may), len(p.actions))) for may, p in zip(game.legal, game.points, strict=True)
        ]
        profile = tuple(
            nobody if policy is None else (policy.get(i, chances) for i, chances in enumerate(nobody))
        )
        (values,) = action_values(game, profile, point, chance[None, :])
        if self.to_go is not None and self.mine.side == 1:
            values = values + 1  # the game's payoff is Vorhand's chance to win; mine is the rest
        return {
            word: round(float(value), DIGITS)
            if np.isfinite(value) and (policy is not None or lead < 0)
            else None
            for word, value, lead in zip(actions, values, leads, strict=True)
        }


def bet(mine: Mine, opponents: Opponents, known: Situation) -> Bet:
    """Return the bet on a figure for points."""
    return Bet(mine, opponents, ladder(known.rules))


def with_score(
    one: Bet, known: Situation, utility: Utility, to_go: tuple[int, int], theirs: Utility | None = None
) -> Bet:
    """Return the same bet for the chance to win the game.

    utility : what each ending is worth to Vorhand's side as I see it, as a chance to win in [0, 1]
    theirs : the same as those see it who do not see my hand
    to_go : points to go of Vorhand's side and of the other
    """
    tree = ladder(known.rules, out=True)
    return replace(one, tree=tree, utility=utility, to_go=to_go, theirs=theirs)
