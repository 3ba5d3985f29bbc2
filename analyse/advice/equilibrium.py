"""The equilibrium of one bet, asked."""

from dataclasses import dataclass

from analyse.advice.question import Score
from analyse.bidding.equilibrium import FLOOR, Solution, solve
from analyse.bidding.ladder_game import ClassLaw, Ladder, ladder
from analyse.bidding.laws.figures import figure_law
from analyse.bidding.laws.match import match_table
from analyse.bidding.laws.spiel import spiel_law
from analyse.bidding.match import KINDS, allowed
from analyse.bidding.tree import ClassGame
from analyse.game.rules import Rules
from analyse.i18n import InputError

SPIEL = "spiel"


@dataclass(frozen=True, eq=False)
class Bet:
    """The bet on one figure, solved.

    Parameters
    ----------
    rules, upcard, trump, players : the table; `upcard` None where only the trump is known
    side : my side, 0 where it leads
    score : or None; with it values are chances to win the game
    law : of both sides' classes
    tree : the ladder
    game : the two together
    best : the equilibrium
    floored : the equilibrium among strategies that say every legal word at least once in 10,000 times
    """

    rules: Rules
    upcard: int | None
    trump: int
    players: int
    side: int
    score: Score | None
    law: ClassLaw
    tree: Ladder
    game: ClassGame
    best: Solution
    floored: Solution

    @property
    def notes(self) -> tuple[str, ...]:
        """Keys of the remarks that belong to the numbers."""
        spiel = ("note.bet_spiel",) if self.law.kind == SPIEL else ()
        game = ("note.game",) if self.score else ()
        return ("note.side_as_one", "note.one_window", "note.ladder_many", *spiel, *game)


def ask_ladder(  # noqa: PLR0913  a question has as many parts as the table that it is asked at
    kind: str,
    rules: Rules,
    *,
    upcard: int | None = None,
    trump: int | None = None,
    players: int = 4,
    leader: int = 0,
    score: Score | None = None,
) -> Bet:
    """Return the bet on `kind` ("gleich", "hanger", "spiel") in equilibrium.

    `leader` is the seat that leads, 0 mine; it only tells whose points `score` says first. Raises
    `InputError` where there is no such table, or no chances to win the game at such a score.
    """
    if players not in {2, 4}:
        raise InputError("players", bad=players)
    if not 0 <= leader < players:
        raise InputError("leader", bad=leader, last=players - 1)
    if kind == SPIEL:
        law = spiel_law(rules, upcard, trump, players)
    else:
        law = figure_law(rules, upcard, trump, kind, players)
    suit = rules.trump_of(upcard) if upcard is not None else rules.check_trump(trump or 0)
    tree = ladder(rules, out=score is not None)
    side = leader % 2
    if score is None:
        game = tree.game(law)
    else:
        table, to_go = match_table(rules, players), score.to_go(side)
        if max(to_go) >= len(table.win):
            raise InputError("score_far", bad=max(to_go), most=len(table.win) - 1)
        game = allowed(tree.game(law, table.of(rules, to_go, KINDS.index(kind))), to_go)
    solved = solve(game), solve(game, FLOOR)
    return Bet(rules, upcard, suit, players, side, score, law, tree, game, *solved)
