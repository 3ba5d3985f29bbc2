"""What bets are made of, told: whom one bets against, what a word is worth, classes, scores."""

from collections.abc import Sequence
from typing import Any

from analyse.advice.bets import BetAdvice
from analyse.advice.question import Score
from analyse.bidding.beliefs import HONEST, Opponents
from analyse.bidding.ladder_game import RAISE
from analyse.bidding.laws.spiel import class_range
from analyse.bidding.my_seat import After
from analyse.game.figures import figure_short
from analyse.i18n import text
from analyse.numbers import signed
from analyse.report.odds import Json, figure_json
from analyse.report.shares import share, share_parts
from analyse.report.text import GAP, columns, paragraph

REST_OF_ALL = 0.01  # what is rarer is not shown by itself


def class_json(kind: str, value: int) -> Json:
    """Return what a side may hold: `{count, rank}`, for the Spiel its own chance `{from, to}`."""
    if kind != "spiel":
        return figure_json(value)
    low, high = class_range(value)
    return {"from": low, "to": high}


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


def shown_condensed(
    at: After, before: After, lang: str
) -> list[tuple[int | None, tuple[float, str], tuple[float, str]]]:
    """Return the same, each chance with its text, those of a column parts of one whole."""
    rows = condensed(at, before)
    now, then = [p for _, p, _ in rows], [q for _, _, q in rows]
    return [
        (value, (p, p_shown), (q, q_shown))
        for (value, p, q), p_shown, q_shown in zip(
            rows, share_parts(now, lang), share_parts(then, lang), strict=True
        )
    ]


def word_text(word: str, level: int, lang: str) -> str:
    """Return a word as it is said: "gut", "halten", the next number, "bieten", "warten"."""
    return text(f"say.raise_{level}" if word == RAISE else f"say.{word}", lang)


def class_text(kind: str, value: int | None, lang: str) -> str:
    """Return what a side may hold in a few signs; None: all that is rare.

    >>> class_text("gleich", 22, "en"), class_text("spiel", 5, "en"), class_text("gleich", 0, "en")
    ('K-K-K', '40–50 %', 'none')
    """
    if value is None:
        return text("say.rare", lang)
    if kind == "spiel":
        low, high = (round(100 * bound) for bound in class_range(value))
        return text("say.own_chance", lang, low=low, high=high)
    return figure_short(kind, value) if value else text("say.none", lang)


def opponents_text(opponents: Opponents, lang: str) -> str:
    """Return what is believed of them in a few words.

    >>> from analyse.bidding.beliefs import read_opponents
    >>> opponents_text(read_opponents("honest:2K", "gleich"), "en")
    'honest bidders, 2K or better'
    """
    if opponents.sort == "file":
        return opponents.said
    value = opponents.said.removeprefix(f"{HONEST}:")
    return text(f"say.against_{opponents.sort}", lang, value=value)


def worth_lines(advice: BetAdvice, level: int, words: Sequence[str], lang: str) -> list[str]:
    """Return what each word is worth as a table, and why one has no value."""
    heads = [text("say.answer", lang), text("say.points", lang)]
    heads += [text("say.game_col", lang)] if advice.game is not None else []
    rows, reasons = [heads], [""]
    for word in words:
        points = advice.points.worth.get(word)
        row = [word_text(word, level, lang), "–" if points is None else signed(points, lang)]
        if advice.game is not None:
            game = advice.game.worth.get(word)
            row.append("–" if game is None else share(game, lang))
        rows.append(row)
        reasons.append(reason(advice, word, lang) if points is None else "")
    lines = columns(rows, "<" + ">" * (len(heads) - 1))
    return [f"{line}{GAP}{said}" if said else line for line, said in zip(lines, reasons, strict=True)]


def said_text(advice: BetAdvice, level: int, word: str, lang: str) -> str:
    """Return a word and what it is worth: in points, at a score in games won, too."""
    said, points = word_text(word, level, lang), advice.points.worth.get(word)
    game = None if advice.game is None else advice.game.worth.get(word)
    if game is None:
        return text("say.worth_points", lang, word=said, points=signed(points or 0.0, lang))
    if points is None:  # Spiel aus
        return text("say.worth_game_alone", lang, word=said, game=share(game, lang))
    return text("say.worth_game", lang, word=said, points=signed(points, lang), game=share(game, lang))


def against_lines(advice: BetAdvice, lang: str) -> list[str]:
    """Return against whom an answer holds, and at which score, as lines."""
    return paragraph(against_text(advice, lang), indent="")


def against_text(advice: BetAdvice, lang: str) -> str:
    """Return against whom an answer holds, and at which score."""
    said = text("say.against", lang, opponents=opponents_text(advice.opponents, lang))
    score = advice.score
    if score is None:
        return said
    at = text("say.at_score", lang, ours=score.ours, theirs=score.theirs, target=score.target)
    return f"{said} · {at}"
