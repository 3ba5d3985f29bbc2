"""Whether to bid, told: as the object of `perlaggen bieten --json`, and in words."""

from collections.abc import Sequence

import click

from analyse.advice.bieten import Bidding
from analyse.advice.halten import word_of
from analyse.bidding.ladder_game import BID, WAIT
from analyse.i18n import text
from analyse.numbers import signed
from analyse.report.bets import actions_json, against_lines, score_json
from analyse.report.halten import drawn_line, parts_of
from analyse.report.odds import Json
from analyse.report.questions import question_json
from analyse.report.shares import share
from analyse.report.text import above, acceptance_sentences, beside, bullets, columns, paragraph, table_lines


def bieten_json(answer: Bidding, lang: str) -> Json:
    """Return the object of `perlaggen bieten --json`."""
    figures = {}
    for kind, advice in answer.advice.items():
        figures[kind] = {
            "advice": word_of(advice),
            "win": advice.decides.win,
            "stand": advice.decides.stand,
            "lose": advice.decides.lose,
            "method": answer.mine[kind].odds.method,
            "worlds": answer.mine[kind].odds.worlds,
            "stderr": advice.errors["win"] or None,
            "seed": answer.question.seed if advice.deals else None,
            "actions": actions_json(advice, ("wait", BID), lang),
            "gain": answer.gains.get(kind),
        }
    first = next(iter(answer.advice.values()), None)
    return {
        "question": question_json(answer.question),
        "opponents": first.opponents.said if first else answer.question.opponents,
        "figures": figures,
        "together": {word: {"points": points} for word, points in answer.together.items()},
        "missing": list(answer.missing),
        "overbid": answer.overbid,
        "together_overbid": answer.together_overbid,
        "order": list(answer.better),
        "close": list(answer.close),
        "score": score_json(first.score) if first else None,
        "notes": [text(key, lang) for key in answer.notes],
    }


def _bieten_verdict(answer: Bidding, lang: str) -> str:
    if answer.overbid:
        return text("say.bieten_overbid", lang)
    good, close = (
        ", ".join(text(f"figure.{k}", lang) for k in some) for some in (answer.better, answer.close)
    )
    said = [] if good or close else [text("say.bieten_wait", lang)]
    if good:
        said = [text("say.bieten_bid" if len(answer.better) > 1 else "say.bieten_bid_1", lang, figures=good)]
    if close:
        said.append(text("say.bieten_close", lang, figures=close))
    return " ".join(said)


def bieten_text(answer: Bidding, lang: str) -> str:
    """Return whether to bid, the verdict first."""
    said = _bieten_verdict(answer, lang)
    first = next(iter(answer.advice.values()), None)
    missing = ", ".join(text(f"figure.{kind}", lang) for kind in answer.missing)
    return "\n".join(
        [
            *[click.style(line, bold=True) for line in paragraph(said, indent="")],
            "",
            *table_lines(answer.question.table.known, lang, head=text("say.bieten", lang)),
            *(against_lines(first, lang) if first else []),
            "",
            *_worth_lines(answer, lang),
            "",
            *(paragraph(text("say.together_overbid", lang), indent="") if answer.together_overbid else []),
            *(paragraph(text("say.bieten_missing", lang, figures=missing), indent="") if missing else []),
            *bullets(text(key, lang) for key in answer.notes),
            *[line for words in drawn_sentences(answer, lang) for line in paragraph(words, indent="")],
        ]
    )


def _worth_lines(answer: Bidding, lang: str) -> list[str]:
    """Return the chances of each figure, what waiting and bidding are worth, and below it in games won."""
    drawn = any(advice.deals for advice in answer.advice.values())
    heads = [above(head) if drawn else head for head in (text("say.win", lang), text("say.lose", lang))]
    rows = [["", *heads, *(text(f"say.{word}", lang) for word in (WAIT, BID))]]
    games = [["", *(f"{text('say.game_col', lang)} ({text(f'say.{word}', lang)})" for word in (WAIT, BID))]]
    for kind, advice in answer.advice.items():
        figure, parts = text(f"figure.{kind}", lang), parts_of(answer.mine[kind], advice, lang)
        chances = [parts[part][1:] for part in ("win", "lose")]
        shown = [beside(*each) if drawn else each[0] for each in chances]
        rows.append([figure, *shown, *_signed([advice.points.worth.get(w) for w in (WAIT, BID)], lang)])
        if advice.game is not None:
            won = [advice.game.worth.get(word) for word in (WAIT, BID)]
            games.append([figure, *("–" if p is None else share(p, lang) for p in won)])
    if len(answer.advice) > 1:
        sums = [answer.together[word] for word in (WAIT, BID)]
        rows.append([text("say.together", lang), "", "", *_signed(sums, lang)])
    lines = columns(rows, "<>>>>")
    return [*lines, "", *columns(games, "<>>")] if len(games) > 1 else lines


def _signed(points: Sequence[float | None], lang: str) -> list[str]:
    return ["–" if each is None else signed(each, lang) for each in points]


def drawn_sentences(answer: Bidding, lang: str) -> list[str]:
    """Return from how many drawn deals each figure comes that was drawn, and how many of them agreed."""
    drawn = [mine for mine in answer.mine.values() if mine.deals]
    least = min((mine.odds.acceptance or 1.0 for mine in drawn), default=1.0)
    return [
        *(drawn_line(mine, answer.question.seed, lang) for mine in drawn),
        *acceptance_sentences(least, lang),
    ]
