"""What one bet is worth to me, word by word: for points and for the game, against what is believed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from analyse.advice.question import Score
from analyse.bidding.beliefs import Opponents
from analyse.bidding.ladder_game import BID, Utility, needed
from analyse.bidding.laws.match import match_table
from analyse.bidding.match import KINDS
from analyse.bidding.my_game import own_game
from analyse.bidding.my_seat import After, Bet, Mine, bet, with_score
from analyse.i18n import InputError
from analyse.knowledge.situation import Situation
from analyse.referee.settling import OVERBID_COST

CLOSE = 0.05  # points: less between two answers is called close
NEAR = 3  # points to go
CLOSE_GAME = 0.0025  # chance to win the game: the same


@dataclass(frozen=True, kw_only=True, eq=False)
class BetAdvice:
    """What to answer to a bid, or what to say where nothing was said.

    Parameters
    ----------
    kind : "gleich", "hanger" or "spiel"
    label : "bid" where nobody has bid, else what they said last: "1", "3" .. "7"
    opponents : what is believed of them
    points : the bet for points
    game : the bet for the game, None where no score was given
    score : the score, or None
    needed : the least win - lose at which halten is not worse than gut, None at "bid"
    errors : standard errors of win - lose ("edge"), "win", "stand" and "lose", 0 where exact
    deals : drawn deals behind the chances, 0 where they are exact
    best : the word that is worth most, in the game where a score was given
    close : whether another word is as good within the error
    """

    kind: str
    label: str
    opponents: Opponents
    points: After
    game: After | None
    score: Score | None
    needed: float | None
    errors: Mapping[str, float]
    deals: int
    best: str
    close: bool

    @property
    def stderr(self) -> float:
        """Standard error of win - lose."""
        return self.errors["edge"]

    @property
    def decides(self) -> After:
        """What the advice goes by."""
        return self.points if self.game is None else self.game


def advise(  # noqa: PLR0913  the question, and what is known of the answer
    known: Situation,
    mine: Mine,
    label: str,
    opponents: Opponents,
    score: Score | None = None,
    *,
    points: After | None = None,
    own: bool = True,
    seed: int = 1,
) -> BetAdvice:
    """Return what to answer at `label`: "bid", or the number said last.

    `points` is the bet for points where it has been asked before: it is the same at every score. `own`:
    whether this deal's other two figures are those of my hand, else the table's, which takes no time; they
    are drawn, from `seed`.

    Raises `InputError` where no chances to win the game are shipped for the rules or so far from the target.

    >>> from analyse.bidding.beliefs import read_opponents
    >>> from analyse.bidding.my_seat import figure_as_i_see_it
    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.situation import situation
    >>> known = situation(mask_of(parse_cards("HA LA SU E10 W")), load_rules(), upcard=parse_card("L8"))
    >>> found = advise(known, figure_as_i_see_it(known, "gleich"), "1", read_opponents("honest:2K", "gleich"))
    >>> found.best, round(found.points.win, 3)
    ('raise', 0.625)
    """
    one = bet(mine, opponents, known)
    at = points or one.at(label)
    decided_by, game = one, None
    if score is not None:
        to_go = _overbid(score, label).to_go(mine.side)
        public = game_utility(known, to_go, mine.kind)
        seen = own_game(known, seed).utility(to_go, KINDS.index(mine.kind)) if own else public
        decided_by = with_score(one, known, seen, to_go, public)
        game = decided_by.at(label)
        if label == BID and game.worth.get(BID) is None:  # not allowed with one point to go
            at = replace(at, worth={**at.worth, BID: None})
    decides = at if game is None else game
    errors = _errors(mine, decides)
    stderr = errors["edge"]
    worth = decides.worth
    sorted_ = sorted((value, word) for word, value in worth.items() if value is not None)
    (best, word), second = sorted_[-1], sorted_[-2][0] if len(sorted_) > 1 else -np.inf
    held = 1 if label == BID else 2 if label == "1" else int(label)
    within = (
        max(CLOSE, 2 * held * stderr) if game is None else CLOSE_GAME * max(1.0, 2 * held * stderr / CLOSE)
    )
    return BetAdvice(
        kind=mine.kind,
        label=label,
        opponents=opponents,
        points=at,
        game=game,
        score=score,
        needed=None if label == BID else _needed(decided_by, label, decides.stand),
        errors=errors,
        deals=mine.deals,
        best=word,
        close=best - second < within,
    )


def _overbid(score: Score, label: str) -> Score:
    """Return the score after a bid that was one too many: it costs two points at once (RULES 6)."""
    if label == BID:
        return score
    ours = label != "1" and int(label) % 2 == 1  # who raised to Drei answered my side's bid
    if ours and score.ours == score.target - 1:
        return replace(score, ours=score.ours - OVERBID_COST)
    if not ours and score.theirs == score.target - 1:
        return replace(score, theirs=score.theirs - OVERBID_COST)
    return score


def near(score: Score) -> bool:
    """Return whether a deal may decide the game, so that in a table of all scores my own hand counts."""
    return max(score.to_go(0)) <= NEAR


def game_utility(known: Situation, to_go: tuple[int, int], kind: str) -> Utility:
    """Return what each ending of the bet on `kind` is worth in the game; `to_go` Vorhand's side first."""
    table = match_table(known.rules, known.players)
    most = len(table.win) - 1
    if max(to_go) > most:
        raise InputError("score_far", bad=max(to_go), most=most)
    return table.of(known.rules, to_go, KINDS.index(kind))


def _needed(one: Bet, label: str, stand: float) -> float:
    """Return the least win - lose at which halten is not worse than gut."""
    return needed(one.tree, one.tree.at(one.mine.side, label), stand, one.utility)


def _errors(mine: Mine, at: After) -> dict[str, float]:
    """Return the standard errors of win - lose ("edge"), win, stand and lose; none where they are exact.

    Each is at least that of half a deal the other way.
    """
    if not mine.deals:
        return dict.fromkeys(("edge", "win", "stand", "lose"), 0.0)
    likely = np.divide(at.chance, mine.chance, out=np.zeros_like(at.chance), where=mine.chance > 0)
    win, lose = mine.win, mine.lose
    told = {  # the mean of each in a class, that of its square, and the value of all
        "edge": (win - lose, win + lose, at.win - at.lose, 2),
        "win": (win, win, at.win, 0.5),
        "stand": (1 - win - lose, 1 - win - lose, at.stand, 0.5),
        "lose": (lose, lose, at.lose, 0.5),
    }
    errors = {}
    for part, (mean, square, value, least) in told.items():
        spread = float((mine.chance * likely**2) @ (square - mean**2 + (mean - value) ** 2))
        errors[part] = sqrt(max(spread, least / mine.deals) / mine.deals)
    return errors
