"""The answer to a bid as pieces of HTML: verdict, bar, need, values, reason, what they hold, all scores."""

from collections.abc import Mapping
from html import escape

from analyse.advice.halten import SPIEL, WORDS, Halten, Scores
from analyse.bidding.ladder_game import RAISE
from analyse.i18n import text
from analyse.numbers import signed
from analyse.odds.figures import FigureOdds
from analyse.odds.spiel import SpielOdds
from analyse.report.bets import against_text, class_text, reason, shown_condensed, word_text
from analyse.report.halten import MARKS, UNKNOWN, bluff, have, how, parts, why
from analyse.report.shares import share
from analyse.ui import answer as show
from analyse.ui.answer import typeset

WAITING = '<span class="pl-wait" aria-hidden="true">\u2026</span>'


def chance(p: float, lang: str, drawn: int = 0) -> str:
    """Return a chance as text, on one line."""
    return typeset(share(p, lang, drawn))


def verdict(answer: Halten, lang: str) -> str:
    """Return the verdict in big words, the figure it is about or the tricks to be had, and against whom."""
    above = text("page.verdict_to", lang, bid=show.bid(answer.kind, answer.question.level, lang))
    odds = answer.mine.odds
    mine = (
        show.tricks(odds, lang)
        if isinstance(odds, SpielOdds)
        else show.own_figure(answer.kind, answer.known.shown(answer.kind), lang)
    )
    below = [mine, *([against(answer, lang)] if answer.believes or answer.advice.score else [])]
    return show.card(answer.word, above, word(answer, lang), below)


def word(answer: Halten, lang: str) -> str:
    """Return the verdict in a word or two, to raise with the number to say."""
    if answer.word == RAISE:
        said = word_text(RAISE, answer.question.level, lang)
        return text("page.verdict_raise_to", lang, number=said[:1].upper() + said[1:])
    return text(f"page.verdict_{answer.word}", lang)


def against(answer: Halten, lang: str) -> str:
    """Return in a line against whom an answer holds, and at which score."""
    return against_text(answer.advice, lang)


def bar(answer: Halten, lang: str) -> str:
    """Return win, stand and lose after what was said."""
    rows = {name: row for name, row in parts(answer, lang).items() if name != "stand" or row[0]}
    return show.bar_of(
        {name: typeset(shown) for name, (_, shown, _) in rows.items()},
        {name: value for name, (value, _, _) in rows.items()},
        {name: typeset(stderr) for name, (_, _, stderr) in rows.items()},
        lang,
    )


def need(answer: Halten, lang: str) -> str:
    """Return what holding needs and what this hand has."""
    at, needed = answer.advice.decides, answer.advice.needed or 0.0
    if abs(needed) > 1:  # no chance of mine changes it
        said = text("say.always_enough" if needed < 0 else "say.never_enough", lang)
        return f'<div class="pl"><h2>{text("page.need", lang)}</h2><p class="small">{escape(said)}</p></div>'
    return show.scale(answer.word, at.win - at.lose, needed, typeset(have(answer, lang)), lang)


def words(answer: Halten, lang: str) -> str:
    """Return what each answer is worth: in points, at a score in games won and, smaller, in points."""
    advice = answer.advice
    rows, reasons = [], []
    for name in WORDS:
        points, game = advice.points.worth.get(name), None
        if advice.game is not None:
            game = advice.game.worth.get(name)
        value, unit = _value(points, game, lang)
        named = f"page.act_{name}_to" if name == RAISE else f"page.act_{name}"
        number = word_text(RAISE, answer.question.level, lang)
        rows.append(show.Word(text(named, lang, number=number), value, unit, best=name == answer.word))
        if points is None:
            reasons.append(text("page.why_not", lang, word=number, reason=_why_not(answer, name, lang)))
    return show.words_of(answer.word, rows, reasons, lang)


def _value(points: float | None, game: float | None, lang: str) -> tuple[str | None, str]:
    """Return what a word is worth and its unit: the game where it is known, then with the points."""
    if game is None:
        return (None if points is None else signed(points, lang)), text("page.points", lang)
    unit = text("page.wins_game", lang)
    if points is not None:
        unit += f"<br>{typeset(text('page.and_points', lang, points=signed(points, lang)))}"
    return chance(game, lang), unit


def _why_not(answer: Halten, name: str, lang: str) -> str:
    if not answer.believes and name in answer.advice.points.worth:
        return text("page.raise_unbelieved", lang)
    return reason(answer.advice, name, lang)


def why_text(answer: Halten, lang: str) -> str:
    """Return the two sentences why."""
    return show.reason(why(answer, lang), lang)


def holdings(answer: Halten, lang: str) -> str:
    """Return what they hold after what was said, as bars and as numbers, and how often it is a bluff."""
    at = answer.advice.decides
    rows = shown_condensed(at, answer.before, lang)
    most = max((max(p, q) for value, (p, _), (q, _) in rows if value is not None), default=1.0)
    mine = None if answer.kind == SPIEL else answer.known.shown(answer.kind)
    body = "".join(
        f'<tr><th scope="row">{escape(class_text(answer.kind, value, lang))}</th>'
        f'<td class="bar {_beside_mine(value, mine)}" aria-hidden="true">'
        f"{_bar(p / most, q / most) if value is not None else ''}</td>"
        f"<td>{escape(typeset(after))}</td><td>{escape(typeset(before))}</td></tr>"
        for value, (p, after), (q, before) in rows
    )
    heads = [text(f"page.{name}", lang) for name in ("hold_after", "hold_before")]
    below = [bluff(answer, lang).replace(" %", "\u00a0%"), text("page.hold_mark", lang)]
    if mine is not None:
        below.append(text("page.hold_colours", lang))
    return (
        f'<div class="pl"><h2>{text("page.hold", lang)}</h2><table class="pl-table pl-hold">'
        f'<thead><tr><td></td><td class="bar"></td><th scope="col">{heads[0]}</th>'
        f'<th scope="col">{heads[1]}</th></tr></thead><tbody>{body}</tbody></table>'
        f'<p class="small">{escape(" ".join(below))}</p></div>'
    )


def _beside_mine(value: int | None, mine: int | None) -> str:
    """Return what my own figure does against one of theirs; of the Spiel a class does not tell."""
    if value is None or mine is None:
        return ""
    return "stand" if value == mine else "lose" if value > mine else "win"


def _bar(now: float, before: float) -> str:
    """Return a bar, and a mark where it ended before they spoke; both as shares of the longest."""
    return f'<i style="width:{100 * now:.2f}%"></i><i class="was" style="left:{100 * before:.2f}%"></i>'


def foot(answer: Halten, figures: Mapping[str, FigureOdds], lang: str) -> str:
    """Return the notes and how the answer was found; `figures` are those of the table beside it."""
    counted = " ".join(how(answer, lang))
    odds = answer.mine.odds
    if not answer.believes:
        counted = show.how(odds, lang) if isinstance(odds, SpielOdds) else show.how_figures(figures, lang)
    return show.remarks([text(note, lang) for note in answer.notes], counted)


def beside(other: Halten | None, lang: str) -> str:
    """Return in a line the answer against bidders in equilibrium, dots while it is not there."""
    lead = text("page.beside", lang)
    if other is None:
        return f'<div class="pl pl-beside tone-wait"><p>{lead} {WAITING}</p></div>'
    values = {name: value for name in WORDS if (value := other.advice.points.worth.get(name)) is not None}
    best_first = sorted(values, key=lambda name: -values[name])
    worth = ", ".join(
        typeset(f"{word_text(name, other.question.level, lang)} {signed(values[name], lang)}")
        for name in best_first
    )
    return (
        f'<div class="pl pl-beside tone-{other.word}"><p>{lead} <b>{escape(word(other, lang))}</b> '
        f"<span>({escape(worth)})</span></p></div>"
    )


def scores(found: Scores, answer: Halten, lang: str) -> str:
    """Return the best answer at every score as a table, rows our points; the score at hand is marked."""
    goal, score = range(found.target), answer.advice.score
    now = None if score is None else (score.ours, score.theirs)
    head = "".join(f'<th scope="col">{theirs}</th>' for theirs in goal)
    body = "".join(
        f'<tr><th scope="row">{ours}</th>'
        + "".join(_cell(found, (ours, theirs), now) for theirs in goal)
        + "</tr>"
        for ours in goal
    )
    legend = text("page.scores_legend", lang, number=word_text(RAISE, answer.question.level, lang))
    return (
        f'<div class="pl"><p class="small">{text("page.scores_head", lang)}</p>'
        f'<table class="pl-scores"><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>'
        f'<p class="small">{legend}</p></div>'
    )


def _cell(found: Scores, cell: tuple[int, int], now: tuple[int, int] | None) -> str:
    said = found.words.get(cell)
    marked = " now" if cell == now else ""
    return f'<td class="say-{said or "none"}{marked}">{MARKS.get(said or "", UNKNOWN)}</td>'
