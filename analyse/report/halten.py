"""What to answer to a bid, told: as the object of `perlaggen halten --json`, and in words."""

from math import isfinite

import click

from analyse.advice.bets import BetAdvice
from analyse.advice.halten import CLOSE, SPIEL, WORDS, Halten, Scores, word_of
from analyse.bidding.beliefs import ANY, EQUILIBRIUM
from analyse.bidding.ladder_game import GUT, HALTEN, RAISE
from analyse.bidding.my_seat import ROUNDING, Mine
from analyse.game.figures import figure_label, figure_short
from analyse.i18n import text
from analyse.numbers import difference, error, error_of, grouped
from analyse.numbers import parts as whole
from analyse.odds.figures import FigureOdds
from analyse.odds.spiel import SpielOdds
from analyse.report.bets import (
    actions_json,
    against_lines,
    class_json,
    class_text,
    said_text,
    score_json,
    shown_condensed,
    worth_lines,
)
from analyse.report.odds import Json, figure_odds_json, notes_of, plan_json
from analyse.report.plays import point_json, spiel_odds_json
from analyse.report.questions import question_json
from analyse.report.shares import estimate_parts, figure_parts, share
from analyse.report.spiel import record_lines
from analyse.report.text import (
    PARTS,
    PLANS_SHOWN,
    acceptance_lines,
    beside,
    bullets,
    chance_lines,
    columns,
    exact_line,
    paragraph,
    plan_lines,
    table_lines,
)

BAR = 20
MARKS = {GUT: "g", HALTEN: "h", RAISE: "d", CLOSE: "·"}
_COUNTED = ("counts", "weighted", "sure", "mean", "minimum", "maximum", "tricks")
UNKNOWN = ""  # a score not looked at


# As an object ------------------------------------------------------------------------------------------


def halten_json(answer: Halten, other: Halten | None, scores: Scores | None, lang: str) -> Json:
    """Return the object of `perlaggen halten --json`.

    `other` is the answer against bidders in equilibrium beside it; `any` are the chances where their words
    tell nothing, as `perlaggen odds --json` has them.
    """
    advice, before, odds = answer.advice, answer.before, answer.mine.odds
    at = advice.decides
    plain = spiel_odds_json(odds) if isinstance(odds, SpielOdds) else figure_odds_json(odds)
    plainly = {} if answer.believes else plain  # a belief weighs deals: what was counted stands in "any"
    return {
        "question": question_json(answer.question),
        "figure": answer.kind,
        "level": answer.question.level,
        "opponents": advice.opponents.said,
        "win": at.win,
        "stand": at.stand,
        "lose": at.lose,
        "method": odds.method,
        "worlds": odds.worlds,
        "stderr": (advice.errors["win"] if answer.believes else odds.win.stderr) or None,
        "seed": answer.question.seed if answer.mine.deals else None,
        "acceptance": odds.acceptance,
        "best": plain.get("best"),
        **{key: plainly.get(key) for key in _COUNTED},
        "any": plain,
        "needed": advice.needed if advice.needed is None or isfinite(advice.needed) else None,
        "edge": at.win - at.lose,
        "edge_stderr": advice.stderr or None,
        "advice": answer.word,
        "actions": actions_json(advice, WORDS, lang),
        "posterior": [
            class_json(advice.kind, value) | {"p": float(p), "before": float(q)}
            for value, p, q in zip(at.classes, at.chance, before.chance, strict=True)
            if answer.believes and (p or q)
        ],
        "bluff": at.bluff if answer.believes else None,
        "score": score_json(advice.score),
        "scores": None if scores is None else _rows(scores, dict.fromkeys(MARKS)),
        EQUILIBRIUM: None if other is None else _other_json(other, lang),
        "plans": [plan_json(plan) for plan in answer.plans],
        "why": list(why(answer, lang)),
        "notes": notes_of(answer, lang),
        **point_json(answer.table.record),
    }


def _other_json(other: Halten, lang: str) -> Json:
    at = other.advice.points
    return {
        "win": at.win,
        "stand": at.stand,
        "lose": at.lose,
        "bluff": at.bluff,
        "advice": other.word,
        "actions": actions_json(other.advice, WORDS, lang),
    }


# In words ------------------------------------------------------------------------------------------------


def halten_text(answer: Halten, other: Halten | None, scores: Scores | None, lang: str) -> str:
    """Return the answer to "Soll ich halten?", the verdict first; parameters as in `halten_json`."""
    return "\n".join(
        [
            *[click.style(line, bold=True) for line in paragraph(verdict(answer, lang), indent="")],
            "",
            *table_lines(answer.table.known, lang, head=head(answer, lang)),
            *against_lines(answer.advice, lang),
            *record_lines(answer.table.known, answer.table.record, lang),
            "",
            *chance_lines(_parts(answer, lang), lang),
            "",
            *_need(answer, lang),
            "",
            *worth_lines(answer.advice, answer.question.level, WORDS, lang),
            "",
            *_posterior(answer, lang),
            *plan_lines(answer.plans[:PLANS_SHOWN], lang),
            *paragraph(" ".join(why(answer, lang)), indent=""),
            "",
            *(_other(other, lang) if other else []),
            *(_scores(scores, lang) if scores else []),
            *bullets(notes_of(answer, lang)),
            *how_lines(answer, lang),
        ]
    )


def head(answer: Halten, lang: str) -> str:
    """Return what I hold: the figure, or "Spiel"."""
    if answer.kind == SPIEL:
        return text("figure.spiel", lang)
    best = answer.known.shown(answer.kind)
    return f"{figure_label(answer.kind, best, lang)} {figure_short(answer.kind, best)}"


def parts(answer: Halten, lang: str) -> dict[str, tuple[float, str, str]]:
    """Return win, stand and lose under the belief: each in [0, 1], as text, and its error as text."""
    return parts_of(answer.mine, answer.advice, lang)


def parts_of(mine: Mine, advice: BetAdvice, lang: str) -> dict[str, tuple[float, str, str]]:
    """Return win, stand and lose of a figure under a belief: each in [0, 1], as text, and its error as text.

    Every sentence, bar and table of an answer shows these; the Spiel has no part that cannot occur.
    """
    at, odds, drawn = advice.decides, mine.odds, mine.deals
    believes = advice.opponents.sort != ANY
    values = {part: getattr(at, part) for part in PARTS}
    if isinstance(odds, SpielOdds) and not (at.stand or odds.stand.stderr):
        del values["stand"]
    if believes:
        alone = [share(value, lang, drawn) for value in values.values()]
        shown = whole(list(values.values()), alone, lang)
    elif isinstance(odds, FigureOdds):
        shown = list(figure_parts(odds, lang).values())
    else:
        shown = estimate_parts((getattr(odds, part) for part in values), lang)
    errors = {part: (getattr(odds, part).stderr or 0.0) if drawn else 0.0 for part in values}
    if believes and drawn:
        errors = {part: advice.errors[part] for part in values}
    return {
        part: (value, one, error_of(errors[part], lang))
        for (part, value), one in zip(values.items(), shown, strict=True)
    }


def _parts(answer: Halten, lang: str) -> list[tuple[str, float, str]]:
    drawn = answer.mine.deals
    return [
        (part, value, beside(shown, stderr) if drawn else shown)
        for part, (value, shown, stderr) in parts(answer, lang).items()
    ]


def verdict(answer: Halten, lang: str) -> str:
    """Return the verdict with what each answer is worth, the best first."""
    first, *others = worths(answer, lang)
    return text(f"say.bet_verdict_{answer.word}", lang, best=first, others=", ".join(others))


def worths(answer: Halten, lang: str) -> list[str]:
    """Return each word that has a value with it, the best first."""
    worth = answer.advice.decides.worth
    words = [word for word in WORDS if worth.get(word) is not None]
    words.sort(key=lambda word: -(worth[word] or 0.0))
    return [said_text(answer.advice, answer.question.level, word, lang) for word in words]


def have(answer: Halten, lang: str) -> str:
    """Return win minus lose as text, with its error if it has one."""
    edge, deals = answer.advice.decides.win - answer.advice.decides.lose, answer.mine.deals
    if deals and abs(edge) > 1 - ROUNDING:  # that all of them agree makes nothing certain
        shown = difference((1 - min(1.0, 2 / deals)) * (1 if edge > 0 else -1), lang)
        return f"{'>' if edge > 0 else '<'}{shown}"
    return f"{difference(edge, lang)} {error_of(answer.advice.stderr, lang)}".rstrip()


def _need(answer: Halten, lang: str) -> list[str]:
    at, needed = answer.advice.decides, answer.advice.needed or 0.0
    if abs(needed) > 1:
        return paragraph(text("say.always_enough" if needed < 0 else "say.never_enough", lang))
    key = "say.enough" if at.win - at.lose >= needed else "say.short"
    return paragraph(text(key, lang, needed=difference(needed, lang), have=have(answer, lang)))


def _posterior(answer: Halten, lang: str) -> list[str]:
    """Return what they hold after what was said, with bars, and how often it is a bluff."""
    if not answer.believes:
        return []
    rows = [[text("say.they_hold", lang), "", text("say.after_bid", lang), text("say.before_bid", lang)]]
    at = answer.advice.decides
    most = max(at.chance.tolist())
    for value, (p, after), (_, before) in shown_condensed(at, answer.before, lang):
        bar = "█" * round(BAR * p / most) if value is not None else ""
        rows.append([class_text(answer.kind, value, lang), bar, after, before])
    return [*columns(rows, "<<>>"), *paragraph(bluff(answer, lang)), ""]


def bluff(answer: Halten, lang: str) -> str:
    """Return in how many deals they only bluff."""
    key = "say.bluff_spiel" if answer.kind == SPIEL else "say.bluff"
    return text(key, lang, p=share(answer.advice.decides.bluff, lang))


def why(answer: Halten, lang: str) -> tuple[str, str]:
    """Return the reason in two sentences."""
    words = ", ".join(worths(answer, lang))
    said = text(f"say.verdict_word_{answer.word}", lang)
    second = text("why.bet_points", lang, words=words[:1].upper() + words[1:], verdict=said)
    return _first(answer, lang), second


def _first(answer: Halten, lang: str) -> str:
    """Return the first sentence of the reason: how often my side wins and loses, and why."""
    at, odds = answer.advice.decides, answer.mine.odds
    shown = parts(answer, lang)
    said = {part: shown[part][1] for part in ("win", "lose")}
    two = "_2" if answer.known.players == 2 else ""
    if not answer.believes and isinstance(odds, FigureOdds):
        mine = f"{figure_label(answer.kind, odds.best, lang)} ({figure_short(answer.kind, odds.best)})"
        sort = "_drawn" if odds.method == "sampled" else "_weighted" if odds.weighted else ""
        return text(f"why.chances{sort}{two}", lang, mine=mine, error=error(odds.win, lang), **said)
    if not answer.believes and isinstance(odds, SpielOdds):
        found = "why.spiel_exact" if 0 < odds.win.value < 1 else "why.spiel_decided"
        key = "why.spiel" if odds.win.stderr else found
        return text(f"{key}{two}", lang, error=error(odds.win, lang), **said)
    if not at.expected:
        return text("why.bet_believed", lang, **said)
    strong = text("why.bet_strong", lang, bluff=share(at.bluff, lang))
    if answer.kind == SPIEL:
        strong = text("why.bet_strong_spiel", lang, bluff=share(at.bluff, lang))
    before = answer.before
    plain = {f"any_{part}": share(getattr(before, part), lang, answer.mine.deals) for part in ("win", "lose")}
    return text("why.bet", lang, strong=strong, **said, **plain)


def _other(other: Halten, lang: str) -> list[str]:
    """Return in a sentence what the answer is against bidders in equilibrium, beside one against any hand."""
    shown = parts(other, lang)
    said = {part: shown[part][1] for part in ("win", "lose")}
    verdict_word = text(f"say.verdict_word_{word_of(other.advice)}", lang)
    sentence = text(
        "say.beside_equilibrium", lang, words=", ".join(worths(other, lang)), verdict=verdict_word, **said
    )
    return [*paragraph(sentence, indent=""), ""]


def _rows(scores: Scores, names: dict[str, str | None]) -> list[list[str | None]]:
    """Return the words at all scores, rows our points; None where one was not looked at."""
    goal = range(scores.target)
    words = [[scores.words.get((ours, theirs)) for theirs in goal] for ours in goal]
    return [[None if word is None else names[word] or word for word in row] for row in words]


def _scores(scores: Scores, lang: str) -> list[str]:
    """Return the best answer at every score as a block of letters."""
    marks: dict[str, str | None] = {**MARKS}
    rows = [["", *map(str, range(scores.target))]]
    rows += [[str(ours), *(mark or UNKNOWN for mark in row)] for ours, row in enumerate(_rows(scores, marks))]
    lines = [" ".join(f"{cell:>2}" for cell in row).rstrip() for row in rows]
    partly = [] if scores.complete else paragraph(text("say.scores_partly", lang), indent="")
    return [
        *paragraph(text("say.scores_head", lang), indent=""),
        *lines,
        *paragraph(text("say.scores_legend", lang), indent=""),
        *partly,
        "",
    ]


def how_lines(answer: Halten, lang: str) -> list[str]:
    """Return how the chances were found: over how many deals, counted or drawn, and from which seed."""
    return [line for words in how(answer, lang) for line in paragraph(words, indent="")]


def how(answer: Halten, lang: str) -> list[str]:
    """Return the same as sentences."""
    odds, seed = answer.mine.odds, answer.question.seed
    if odds.method == "exact":
        weighted = isinstance(odds, FigureOdds) and odds.weighted
        counted = exact_line(odds.worlds, lang, weighted=weighted)
        return [counted, *([text("say.bet_exact", lang)] if answer.believes else [])]
    return [drawn_line(answer.mine, seed, lang), *acceptance_lines(odds.acceptance or 1.0, lang)]


def drawn_line(mine: Mine, seed: int, lang: str) -> str:
    """Return from how many drawn deals a figure comes."""
    figure, worlds = text(f"figure.{mine.kind}", lang), grouped(mine.odds.worlds, lang)
    return text("say.bet_drawn", lang, figure=figure, worlds=worlds, seed=seed)
