"""The bet for the page: what is asked of it, and every answer computed once and kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from analyse.advice.bets import Bidding, advise, game_utility, near
from analyse.advice.betting import Asked, Matrix, advice_word, ask_beside, ask_bieten, ask_halten_bet
from analyse.advice.question import Score, read_score
from analyse.bidding.match import KINDS
from analyse.i18n import InputError
from analyse.knowledge.situation import Situation
from analyse.ui.spiel import SEED, Kept
from analyse.ui.state import ANY, EQUILIBRIUM, HONEST, Query

DEALS = 1000  # drawn for a bet on the Spiel, each with their own chance: as many as the command draws


@dataclass(frozen=True)
class Terms:
    """What is asked of a bet.

    Parameters
    ----------
    figure : "gleich", "hanger" or "spiel"
    level : the number last said, 0 where nobody has bid
    opponents : what is believed of the other side
    score : "ours:theirs", None where the answer is for points
    target : points that win the game, None for the preset's
    """

    figure: str
    level: int
    opponents: str
    score: str | None = None
    target: int | None = None

    @property
    def plain(self) -> bool:
        """Whether the answer is the one against any hand, for points."""
        return self.opponents == ANY and self.score is None

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the figures that may be bid; of honest bidders only the one whose least figure was said."""
        return (self.figure,) if self.opponents.startswith(HONEST) else KINDS


def read_terms(query: Query, known: Situation) -> Terms:
    """Return what the query asks of the bet.

    Raises `InputError` where the score is none, or no chances to win the game are known for it; the query
    without a score asks for points.
    """
    opponents = EQUILIBRIUM if query.level == 0 and query.sort == ANY else query.opp
    if not query.score:
        return Terms(query.figure, query.level, opponents)
    if query.ours is None or query.theirs is None:
        raise InputError("page_score_half", bad=query.score)
    try:
        score = read_score(query.score, known.rules, query.target)
        game_utility(known, score.to_go(0), query.figure)
    except InputError as error:
        raise _for_the_page(error) from error
    return Terms(query.figure, query.level, opponents, query.score, score.target)


def _for_the_page(error: InputError) -> InputError:
    """Return the same without the words of a command line."""
    own = {"score_over": "page_score_over", "match_missing": "page_match_missing"}
    key = error.key.removeprefix("error.")
    return InputError(own.get(key, key), **error.params)


def answer(kept: Kept, known: Situation, terms: Terms) -> Asked:
    """Return what to answer to a bid."""
    return kept.bet(
        terms,
        lambda: ask_halten_bet(
            known,
            terms.figure,
            terms.level,
            terms.opponents,
            score=terms.score,
            target=terms.target,
            worlds=DEALS,
            seed=SEED,
        ),
    )


def beside(kept: Kept, known: Situation, terms: Terms) -> Asked | None:
    """Return what to answer to a bid of opponents in equilibrium, None where that takes too long to find."""
    return kept.bet(_beside(terms), lambda: ask_beside(known, terms.figure, terms.level))


def beside_kept(kept: Kept, terms: Terms) -> Asked | None:
    """Return the same if it has been asked already, else None."""
    found: Asked | None = kept.bets.get(_beside(terms))
    return found


def _beside(terms: Terms) -> tuple[object, ...]:
    return ("beside", terms.figure, terms.level)


def bidding(kept: Kept, known: Situation, terms: Terms, kinds: Sequence[str]) -> Bidding:
    """Return whether to bid each of `kinds`; raises `InputError` where my hand makes none of them."""
    return kept.bet(
        (terms, *kinds),
        lambda: ask_bieten(known, kinds, terms.opponents, score=terms.score, target=terms.target, seed=SEED),
    )


def is_kept(kept: Kept, terms: Terms) -> bool:
    """Whether it has been asked already whether to bid all the figures."""
    return (terms, *terms.kinds) in kept.bets


def matrix(kept: Kept, known: Situation, terms: Terms, tell: Callable[[int, int], None]) -> Matrix:
    """Return the best answer at every score; `tell` hears how many are done, of how many.

    Each is kept, so that a click that ends the work loses none.
    """
    asked, goal = answer(kept, known, terms), terms.target or known.rules.target

    def best(ours: int, theirs: int) -> str:
        score = Score(ours, theirs, goal)
        said, points = asked.advice.opponents, asked.advice.points
        found = advise(known, asked.mine, str(terms.level), said, score, points=points, own=near(score))
        return advice_word(found)

    name = matrix_name(terms)
    words = []
    for ours, theirs in product(range(goal), repeat=2):
        words.append(kept.bet((name, ours, theirs), partial(best, ours, theirs)))
        tell(len(words), goal * goal)
    return kept.bet(name, lambda: tuple(tuple(words[i : i + goal]) for i in range(0, len(words), goal)))


def matrix_name(terms: Terms) -> tuple[object, ...]:
    """Return what a matrix is kept under: it holds for every score."""
    return ("matrix", terms.figure, terms.level, terms.opponents, terms.target)
