"""The question, told back: as the object that stands in every answer."""

from analyse.advice.question import Question
from analyse.game.cards import SUITS, card_name, hand_name
from analyse.report.odds import Json


def question_json(question: Question) -> Json:
    """Return the fields of a question, each as it may be asked again.

    >>> from analyse.advice.question import read_question
    >>> told = question_json(read_question("HA LA SU E10 W", upcard="L8", figure="gleich", score="12:13"))
    >>> told["hand"], told["upcard"], told["score"], told["target"], told["known"]
    ('HA LA SU E10 W', 'L8', '12:13', 15, '')
    """
    score = question.score
    return {
        "hand": hand_name(question.hand),
        "upcard": None if question.upcard is None else card_name(question.upcard),
        "trump": None if question.trump is None else SUITS[question.trump],
        "players": question.players,
        "leader": question.leader,
        "rules": question.rules.name,
        "known": question.known,
        "played": question.played,
        "figure": question.figure,
        "level": question.level,
        "opponents": question.opponents,
        "score": None if score is None else f"{score.ours}:{score.theirs}",
        "target": question.goal if score is not None else question.target,
        "worlds": question.worlds,
        "seed": question.seed,
    }
