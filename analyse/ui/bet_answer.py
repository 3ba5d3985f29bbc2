"""The answer to a bid against a belief or at a score as pieces of HTML."""

from html import escape

from analyse.advice.bets import BetAdvice
from analyse.advice.betting import WORDS, Asked, Matrix, advice_word
from analyse.advice.halten import difference, grouped, signed
from analyse.bidding.ladder_game import RAISE
from analyse.i18n import text
from analyse.report.bets import condensed, reason
from analyse.report.bets_text import MARKS, class_text, opponents_text, share, why, word_text
from analyse.ui import answer as show
from analyse.ui.answer import typeset
from analyse.ui.spiel import SEED
from analyse.ui.state import ANY

WAITING = '<span class="pl-wait" aria-hidden="true">\u2026</span>'
_PARTS = ("win", "stand", "lose")


def chance(p: float, lang: str) -> str:
    """Return a chance as text, on one line."""
    return typeset(share(p, lang))


def verdict(asked: Asked, lang: str) -> str:
    """Return the verdict in big words, against whom it holds and at which score."""
    advice = asked.advice
    above = text("page.verdict_to", lang, bid=show.bid(advice.kind, asked.level, lang))
    below = [against(advice, lang)]
    if advice.kind != "spiel":
        below = [show.own_figure(advice.kind, asked.known.shown(advice.kind), lang), *below]
    return show.card(advice_word(advice), above, word(asked, lang), below)


def word(asked: Asked, lang: str) -> str:
    """Return the verdict in a word or two, to raise with the number to say."""
    said = advice_word(asked.advice)
    if said == RAISE:
        return text("page.verdict_raise_to", lang, number=_number(asked.level, lang))
    return text(f"page.verdict_{said}", lang)


def _number(level: int, lang: str) -> str:
    """Return the next number as it is said."""
    said = word_text(RAISE, level, lang)
    return said[:1].upper() + said[1:]


def against(advice: BetAdvice, lang: str) -> str:
    """Return in a line against whom an answer holds, and at which score."""
    said = text("cli.against", lang, opponents=opponents_text(advice.opponents, lang))
    score = advice.score
    if score is None:
        return said
    at = text("cli.at_score", lang, ours=score.ours, theirs=score.theirs, target=score.target)
    return f"{said} \u00b7 {at}"


def bar(asked: Asked, lang: str) -> str:
    """Return win, stand and lose after what was said."""
    at = asked.advice.decides
    values = {part: getattr(at, part) for part in _PARTS if part != "stand" or at.stand}
    return show.bar_of({part: chance(value, lang) for part, value in values.items()}, values, {}, lang)


def need(asked: Asked, lang: str) -> str:
    """Return what holding needs and what this hand has."""
    advice = asked.advice
    edge = advice.decides.win - advice.decides.lose
    have = difference(edge, lang)
    if advice.stderr:
        have += f" \u00b1 {difference(advice.stderr, lang)[1:]}"
    if abs(advice.needed or 0.0) > 1:  # no chance of mine changes it
        said = text("cli.always_enough" if (advice.needed or 0.0) < 0 else "cli.never_enough", lang)
        return f'<div class="pl"><h2>{text("page.need", lang)}</h2><p class="small">{escape(said)}</p></div>'
    return show.scale(advice_word(advice), edge, advice.needed or 0.0, typeset(have), lang)


def words(asked: Asked, lang: str) -> str:
    """Return what each answer is worth: in points, at a score in games won and, smaller, in points."""
    advice = asked.advice
    rows, reasons = [], []
    for name in WORDS:
        points, game = advice.points.worth.get(name), None
        if advice.game is not None:
            game = advice.game.worth.get(name)
        value, unit = _value(points, game, lang)
        named = f"page.act_{name}_to" if name == RAISE else f"page.act_{name}"
        number = word_text(RAISE, asked.level, lang)
        rows.append(show.Word(text(named, lang, number=number), value, unit, best=name == advice.best))
        if points is None:
            reasons.append(text("page.why_not", lang, word=number, reason=_why_not(advice, name, lang)))
    return show.words_of(advice_word(advice), rows, reasons, lang)


def _value(points: float | None, game: float | None, lang: str) -> tuple[str | None, str]:
    """Return what a word is worth and its unit: the game where it is known, then with the points."""
    if game is None:
        return (None if points is None else signed(points, lang)), text("page.points", lang)
    unit = text("page.wins_game", lang)
    if points is not None:
        unit += f"<br>{typeset(text('page.and_points', lang, points=signed(points, lang)))}"
    return chance(game, lang), unit


def _why_not(advice: BetAdvice, name: str, lang: str) -> str:
    if advice.opponents.sort == ANY and name in advice.points.worth:
        return text("page.raise_unbelieved", lang)
    return reason(advice, name, lang)


def why_text(asked: Asked, lang: str) -> str:
    """Return the two sentences why."""
    return show.reason(why(asked, lang), lang)


def holdings(asked: Asked, lang: str) -> str:
    """Return what they hold after what was said, as bars and as numbers, and how often it is a bluff."""
    advice, at = asked.advice, asked.advice.decides
    rows = condensed(at, asked.before)
    most = max((max(p, q) for value, p, q in rows if value is not None), default=1.0)
    mine = None if advice.kind == "spiel" else asked.known.shown(advice.kind)
    body = "".join(
        f'<tr><th scope="row">{escape(class_text(advice.kind, value, lang))}</th>'
        f'<td class="bar {_beside_mine(value, mine)}" aria-hidden="true">'
        f"{_bar(p / most, q / most) if value is not None else ''}</td>"
        f"<td>{escape(chance(p, lang))}</td><td>{escape(chance(q, lang))}</td></tr>"
        for value, p, q in rows
    )
    heads = [text(f"page.{name}", lang) for name in ("hold_after", "hold_before")]
    below = [text("cli.bluff", lang, p=chance(at.bluff, lang)), text("page.hold_mark", lang)]
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


def foot(asked: Asked, lang: str) -> str:
    """Return the notes and how the answer was found."""
    counted = text("cli.bet_exact", lang)
    if asked.mine.deals:
        counted = drawn(asked.mine.deals, lang)
    return show.remarks([text(note, lang) for note in asked.notes], counted)


def drawn(deals: int, lang: str) -> str:
    """Return over how many drawn deals the chances go."""
    return text("cli.bet_drawn", lang, worlds=grouped(deals, lang), seed=SEED)


def beside(asked: Asked | None, lang: str) -> str:
    """Return in a line the answer against bidders in equilibrium, dots while it is not there."""
    lead = text("page.beside", lang)
    if asked is None:
        return f'<div class="pl pl-beside tone-wait"><p>{lead} {WAITING}</p></div>'
    advice = asked.advice
    values = {name: value for name in WORDS if (value := advice.points.worth.get(name)) is not None}
    best_first = sorted(values, key=lambda name: -values[name])
    worth = ", ".join(
        typeset(f"{word_text(name, asked.level, lang)} {signed(values[name], lang)}") for name in best_first
    )
    return (
        f'<div class="pl pl-beside tone-{advice_word(advice)}"><p>{lead} <b>{escape(word(asked, lang))}</b> '
        f"<span>({escape(worth)})</span></p></div>"
    )


def scores(matrix: Matrix, asked: Asked, lang: str) -> str:
    """Return the best answer at every score as a table, rows our points; the score at hand is marked."""
    size = len(matrix)
    score = asked.advice.score
    now = None if score is None else (score.ours, score.theirs)
    head = "".join(f'<th scope="col">{theirs}</th>' for theirs in range(size))
    body = "".join(
        f'<tr><th scope="row">{ours}</th>'
        + "".join(
            f'<td class="say-{said}{" now" if (ours, theirs) == now else ""}">{MARKS[said]}</td>'
            for theirs, said in enumerate(row)
        )
        + "</tr>"
        for ours, row in enumerate(matrix)
    )
    legend = text("page.scores_legend", lang, number=word_text(RAISE, asked.level, lang))
    return (
        f'<div class="pl"><p class="small">{text("page.scores_head", lang)}</p>'
        f'<table class="pl-scores"><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>'
        f'<p class="small">{legend}</p></div>'
    )
