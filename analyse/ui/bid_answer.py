"""Whether to bid, as pieces of HTML."""

from collections.abc import Sequence
from html import escape

from analyse.advice.bets import BetAdvice
from analyse.advice.bieten import Bidding
from analyse.bidding.ladder_game import BID, WAIT
from analyse.i18n import text
from analyse.numbers import signed
from analyse.report.bets import against_text
from analyse.report.bieten import drawn_sentences
from analyse.report.halten import parts_of
from analyse.ui import answer as show
from analyse.ui.answer import typeset
from analyse.ui.bet_answer import WAITING, chance

_NOTHING = "\u2013"


def word(answer: Bidding, lang: str) -> tuple[str, str]:
    """Return the tone and the word of whether to bid."""
    if answer.overbid:
        return "gut", text("page.verdict_overbid", lang)
    if answer.better:
        return "halten", text("page.verdict_bid", lang, figures=_figures(answer.better, lang))
    return (
        ("close", text("page.verdict_close", lang))
        if answer.close
        else ("gut", text("page.verdict_wait", lang))
    )


def _figures(kinds: Sequence[str], lang: str) -> str:
    return ", ".join(text(f"figure.{kind}", lang) for kind in kinds)


def verdict(answer: Bidding, lang: str) -> str:
    """Return whether to bid, in big words and in a sentence, and against whom."""
    tone, said = word(answer, lang)
    below = [sentence(answer, lang), against_text(next(iter(answer.advice.values())), lang)]
    return show.card(tone, text("page.bid_0", lang), said, [line for line in below if line])


def sentence(answer: Bidding, lang: str) -> str:
    """Return what the big words do not say: the order, and what is close."""
    if answer.overbid:
        return text("say.bieten_overbid", lang)
    said = [] if answer.better or answer.close else [text("say.bieten_wait", lang)]
    if len(answer.better) > 1:  # one alone stands above in big words
        said = [text("say.bieten_bid", lang, figures=_figures(answer.better, lang))]
    if answer.close:
        said.append(text("say.bieten_close", lang, figures=_figures(answer.close, lang)))
    return " ".join(said)


def table(answer: Bidding | None, kinds: Sequence[str], known: Sequence[str], lang: str) -> str:
    """Return what waiting and bidding are worth for each of `kinds`; of those not `known` dots.

    `answer` is None where none of them is known.
    """
    advice = {} if answer is None else answer.advice
    heads = [text(f"page.{part}", lang) for part in ("win", "lose")]
    heads += [text(f"say.{name}", lang) for name in (WAIT, BID)]
    rows = "".join(
        f'<tr><th scope="row">{text(f"figure.{kind}", lang)}</th>'
        + "".join(f"<td>{cell}</td>" for cell in _cells(answer, kind, lang, waits=kind not in known))
        + "</tr>"
        for kind in kinds
    )
    game = any(one.game is not None for one in advice.values())
    columns = "".join(f'<th scope="col">{head}</th>' for head in heads)
    return (
        f'<div class="pl"><h2>{text("page.bids_worth", lang)}</h2><table class="pl-table">'
        f"<thead><tr><td></td>{columns}</tr></thead><tbody>{rows}</tbody></table>"
        f'<p class="small">{text("page.bids_game" if game else "page.bids_points", lang)}</p></div>'
    )


def _cells(answer: Bidding | None, kind: str, lang: str, *, waits: bool) -> list[str]:
    if answer is None or kind not in answer.advice:
        return [WAITING if waits else _NOTHING] * 4
    advice = answer.advice[kind]
    parts = parts_of(answer.mine[kind], advice, lang)
    cells = []
    for part in ("win", "lose"):
        _, shown, error = parts[part]
        small = f"<small>{escape(typeset(error))}</small>" if error else ""
        cells.append(f"{escape(typeset(shown))}{small}")
    for name in (WAIT, BID):
        said = escape(_worth(advice, name, lang))
        points = advice.points.worth.get(name)
        if advice.game is not None and said != _NOTHING and points is not None:
            said += f"<small>{signed(points, lang)}</small>"
        cells.append(f"<b>{said}</b>" if name == advice.best and not advice.close else said)
    return cells


def foot(answer: Bidding, kinds: Sequence[str], lang: str) -> str:
    """Return what was left out, the notes, and how the answer was found."""
    missing = (
        [text("say.bieten_missing", lang, figures=_figures(answer.missing, lang))] if answer.missing else []
    )
    alone = [text("page.bids_honest", lang, figure=_figures(kinds, lang))] if len(kinds) == 1 else []
    notes = [text(note, lang) for note in answer.notes]
    counted = " ".join(drawn_sentences(answer, lang)) or text("say.bet_exact", lang)
    return show.remarks([*missing, *alone, *notes], counted)


def dock(answer: Bidding, lang: str) -> str:
    """Return in a few words what the figure bid or waited with is worth."""
    if not answer.gains or answer.overbid:
        return ""
    kind = next(iter(answer.gains))
    advice = answer.advice[kind]
    bid, wait = (_worth(advice, name, lang) for name in (BID, WAIT))
    return text("page.dock_bid", lang, figure=text(f"figure.{kind}", lang), bid=bid, wait=wait)


def _worth(advice: BetAdvice, name: str, lang: str) -> str:
    """Return what a word is worth, by what the advice goes by."""
    value = advice.decides.worth.get(name)
    if value is None:
        return _NOTHING
    return signed(value, lang) if advice.game is None else chance(value, lang)
