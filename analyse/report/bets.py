"""`perlaggen halten` against a belief or at a score, and `perlaggen bieten`: asked, and as objects."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from analyse.advice.bets import BetAdvice, Bidding
from analyse.advice.betting import WORDS, Asked, Matrix, advice_word, bet_notes
from analyse.advice.question import Score
from analyse.bidding.beliefs import EQUILIBRIUM
from analyse.bidding.ladder_game import BID
from analyse.bidding.laws.spiel import class_range
from analyse.bidding.my_seat import After
from analyse.i18n import text
from analyse.knowledge.situation import Situation
from analyse.report.odds import Json, figure_json

REST_OF_ALL = 0.01  # what is rarer is not shown by itself


def beside_json(asked: Asked | None, lang: str) -> Json:
    """Return the key "equilibrium" beside an answer against any hand."""
    if asked is None:
        return {}
    at = asked.advice.points
    return {
        EQUILIBRIUM: {
            "win": at.win,
            "stand": at.stand,
            "lose": at.lose,
            "bluff": at.bluff,
            "advice": advice_word(asked.advice),
            "actions": actions_json(asked.advice, WORDS, lang),
        }
    }


def class_json(kind: str, value: int) -> Json:
    """Return what a side may hold: `{count, rank}`, for the Spiel its own chance `{from, to}`."""
    if kind != "spiel":
        return figure_json(value)
    low, high = class_range(value)
    return {"from": low, "to": high}


def asked_json(
    asked: Asked, plans: list[Json], why: Sequence[str], lang: str, matrix: Matrix | None = None
) -> Json:
    """Return the object of `perlaggen halten --json` with `--opponents` or `--score`."""
    advice, before = asked.advice, asked.before
    at = advice.decides
    return {
        "figure": advice.kind,
        "level": asked.level,
        "opponents": advice.opponents.said,
        "win": at.win,
        "stand": at.stand,
        "lose": at.lose,
        "method": "sampled" if asked.mine.deals else "exact",
        "worlds": asked.mine.deals or None,
        "any": {"win": before.win, "stand": before.stand, "lose": before.lose},
        "needed": advice.needed if advice.needed is None or isfinite(advice.needed) else None,
        "edge": at.win - at.lose,
        "edge_stderr": advice.stderr or None,
        "advice": advice_word(advice),
        "actions": actions_json(advice, WORDS, lang),
        "posterior": [
            class_json(advice.kind, value) | {"p": float(p), "before": float(q)}
            for value, p, q in zip(at.classes, at.chance, before.chance, strict=True)
            if p or q
        ],
        "bluff": at.bluff,
        "score": score_json(advice.score),
        "plans": plans,
        "why": list(why),
        "notes": [text(key, lang) for key in asked.notes],
    } | ({} if matrix is None else {"scores": [list(row) for row in matrix]})


def score_json(score: Score | None) -> Json | None:
    """Return a score as an object."""
    return None if score is None else {"ours": score.ours, "theirs": score.theirs, "target": score.target}


def actions_json(advice: BetAdvice, words: Sequence[str], lang: str) -> dict[str, Any]:
    """Return what each word is worth: points, and the chance to win the game where there is a score."""
    rows = {}
    for word in words:
        points = advice.points.worth.get(word)
        row: Json = {"points": points, "reason": reason(advice, word, lang) if points is None else None}
        if advice.game is not None:
            row["game"] = advice.game.worth.get(word)
        rows[word] = row
    return rows


def reason(advice: BetAdvice, word: str, lang: str) -> str:
    """Return why a word has no value."""
    if word not in advice.decides.worth:
        return text("reason.raise_last", lang)
    if word not in advice.points.worth:
        return text("reason.raise_out", lang)
    if advice.opponents.sort == "any":
        return text("reason.raise_unbelieved", lang)
    return text("reason.not_allowed", lang)


def bieten_json(known: Situation, answer: Bidding, lang: str) -> Json:
    """Return the object of `perlaggen bieten --json`."""
    figures = {}
    for kind, advice in answer.advice.items():
        figures[kind] = {
            "advice": advice_word(advice),
            "win": advice.decides.win,
            "stand": advice.decides.stand,
            "lose": advice.decides.lose,
            "actions": actions_json(advice, ("wait", BID), lang),
            "gain": answer.gains.get(kind),
        }
    first = next(iter(answer.advice.values()), None)
    return {
        "figures": figures,
        "together": {word: {"points": points} for word, points in answer.together.items()},
        "missing": list(answer.missing),
        "overbid": answer.overbid,
        "together_overbid": answer.together_overbid,
        "order": list(answer.better),
        "close": list(answer.close),
        "score": score_json(first.score) if first else None,
        "notes": [text(key, lang) for key in bieten_notes(known, answer)],
    }


def bieten_notes(known: Situation, answer: Bidding) -> tuple[str, ...]:
    """Return the keys of the remarks that belong to `perlaggen bieten`."""
    own = [note for advice in answer.advice.values() for note in bet_notes(known, advice)]
    return tuple(dict.fromkeys([*known.notes, *own, "note.figures_apart"]))


def condensed(at: After, before: After) -> list[tuple[int | None, float, float]]:
    """Return what they hold, rows (class, after, before), the strongest first; None gathers the rare."""
    rows: list[tuple[int | None, float, float]] = []
    rare = rare_before = 0.0
    for value, p, q in reversed(
        list(zip(at.classes, at.chance.tolist(), before.chance.tolist(), strict=True))
    ):
        if p >= REST_OF_ALL:
            rows.append((value, p, q))
        else:
            rare, rare_before = rare + p, rare_before + q
    return [*rows, (None, rare, rare_before)] if rare_before else rows
