"""The bet for the page: the question its state asks, and every answer found once and kept."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from analyse.advice.bets import game_utility
from analyse.advice.bieten import Bidding, bieten
from analyse.advice.halten import SPIEL, Cell, Halten, Scores, all_scores, halten
from analyse.advice.halten import beside as beside_it
from analyse.advice.question import ANY, Question, blaming, read_question, read_score
from analyse.bidding.beliefs import EQUILIBRIUM, HONEST
from analyse.bidding.match import KINDS
from analyse.game.cards import card_name, hand_name, mask_of
from analyse.i18n import InputError
from analyse.ui.spiel import Kept
from analyse.ui.state import Query


def ask(query: Query) -> Question:
    """Return the question of a state with all cards, for points.

    Raises `InputError`, with the field to blame, where no deal agrees with it.
    """
    believed = EQUILIBRIUM if query.level == 0 and query.sort == ANY else query.opp
    return read_question(
        hand_name(mask_of(query.hand)),
        upcard=None if query.up is None else card_name(query.up),
        players=query.players,
        leader=query.seat_of_leader,
        rules=query.rules,
        known=query.known,
        figure=query.figure,
        level=query.level,
        opponents=believed,
        worlds=query.worlds,
    )


def at_score(question: Question, query: Query) -> Question:
    """Return the same question for the game, if the state has a score.

    Raises `InputError` where that is none, or no chances to win the game are known for it.
    """
    if not query.score:
        return question
    with blaming("score"):
        if query.ours is None or query.theirs is None:
            raise InputError("page_score_half", bad=query.score)
        try:
            score = read_score(query.score, question.rules, query.target)
            game_utility(question.table.known, score.to_go(0), query.figure)
        except InputError as error:
            raise _for_the_page(error) from error
    return replace(question, score=score, target=score.target)


def _for_the_page(error: InputError) -> InputError:
    """Return the same without the words of a command line."""
    own = {"score_over": "page_score_over", "match_missing": "page_match_missing"}
    key = error.key.removeprefix("error.")
    return InputError(own.get(key, key), **error.params)


def kinds_of(question: Question) -> tuple[str, ...]:
    """Return the figures that may be bid; of honest bidders only the one whose least figure was said."""
    return (question.figure or "",) if question.opponents.startswith(HONEST) else KINDS


def answer(kept: Kept, question: Question) -> Halten:
    """Return what to answer to a bid; the Spiel must have been solved."""
    solved = kept.solved if question.figure == SPIEL else None
    return kept.keep(question, lambda: halten(question, solved=solved))


def is_kept(kept: Kept, name: object) -> bool:
    """Whether it has been asked already."""
    return name in kept.answers


def beside(kept: Kept, found: Halten) -> Halten | None:
    """Return the same against bidders in equilibrium, None where that takes too long to find."""
    return kept.keep(_beside(found.question), lambda: beside_it(found))


def beside_kept(kept: Kept, question: Question) -> Halten | None:
    """Return the same if it has been asked already, else None."""
    found: Halten | None = kept.answers.get(_beside(question))
    return found


def _beside(question: Question) -> tuple[object, ...]:
    return ("beside", question.at(None))


def bidding(kept: Kept, question: Question, kinds: Sequence[str]) -> Bidding:
    """Return whether to bid each of `kinds`; raises `InputError` where my hand makes none of them."""
    return kept.keep((question, *kinds), lambda: bieten(question, kinds, solved=kept.solved))


def scores(kept: Kept, found: Halten, tell: Callable[[int, int], None]) -> Scores:
    """Return the best answer at every score; `tell` hears how many are found, of how many.

    Each is kept, so that a click that ends the work loses none.
    """
    words: dict[Cell, str] = kept.keep((*scores_name(found), "words"), dict)
    return kept.keep(scores_name(found), lambda: all_scores(found, found=words, progress=tell))


def scores_name(found: Halten) -> tuple[object, ...]:
    """Return what the table of scores is kept under: it holds for every score of one target."""
    return ("scores", found.question.at(None), found.question.goal)
