"""Whether to bid, told: as the object of `perlaggen bieten --json`, and in words."""

import click

from analyse.advice.bieten import Bidding
from analyse.advice.halten import word_of
from analyse.bidding.ladder_game import BID, WAIT
from analyse.i18n import text
from analyse.numbers import signed
from analyse.report.bets import actions_json, against_lines, score_json
from analyse.report.halten import drawn_lines
from analyse.report.odds import Json
from analyse.report.questions import question_json
from analyse.report.shares import share
from analyse.report.text import bullets, columns, paragraph, table_lines


def bieten_json(answer: Bidding, lang: str) -> Json:
    """Return the object of `perlaggen bieten --json`."""
    figures = {}
    for kind, advice in answer.advice.items():
        figures[kind] = {
            "advice": word_of(advice),
            "win": advice.decides.win,
            "stand": advice.decides.stand,
            "lose": advice.decides.lose,
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
    any_game = any(advice.game is not None for advice in answer.advice.values())
    heads = [
        "",
        text("say.win", lang),
        text("say.lose", lang),
        text("say.wait", lang),
        text("say.bid", lang),
    ]
    heads += (
        [f"{text('say.game_col', lang)} ({text(f'say.{w}', lang)})" for w in (WAIT, BID)] if any_game else []
    )
    rows = [heads]
    for kind, advice in answer.advice.items():
        at = advice.decides
        row = [text(f"figure.{kind}", lang), *(share(p, lang, advice.deals) for p in (at.win, at.lose))]
        row += ["–" if (p := advice.points.worth.get(w)) is None else signed(p, lang) for w in (WAIT, BID)]
        if advice.game is not None:
            games = [advice.game.worth.get(w) for w in (WAIT, BID)]
            row += ["–" if g is None else share(g, lang) for g in games]
        rows.append(row)
    if len(answer.advice) > 1:
        sums = [answer.together[word] for word in (WAIT, BID)]
        row = [text("say.together", lang), "", "", *("–" if p is None else signed(p, lang) for p in sums)]
        rows.append([*row, *[""] * (len(heads) - len(row))])
    first = next(iter(answer.advice.values()), None)
    missing = ", ".join(text(f"figure.{kind}", lang) for kind in answer.missing)
    deals = max((advice.deals for advice in answer.advice.values()), default=0)
    return "\n".join(
        [
            *[click.style(line, bold=True) for line in paragraph(said, indent="")],
            "",
            *table_lines(answer.question.table.known, lang, head=text("say.bieten", lang)),
            *(against_lines(first, lang) if first else []),
            "",
            *columns(rows, "<" + ">" * (len(heads) - 1)),
            "",
            *(paragraph(text("say.together_overbid", lang), indent="") if answer.together_overbid else []),
            *(paragraph(text("say.bieten_missing", lang, figures=missing), indent="") if missing else []),
            *bullets(text(key, lang) for key in answer.notes),
            *drawn_lines(deals, answer.question.seed, lang),
        ]
    )
