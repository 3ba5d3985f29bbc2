"""The answer to "Soll ich halten?" as pieces of HTML: verdict, bar, need, values, reason, notes."""

from collections.abc import Mapping
from html import escape

from analyse.advice import Halten, HaltenSpiel, chance, difference, error, grouped, signed
from analyse.game.figures import figure_label, figure_short
from analyse.i18n import text
from analyse.odds.estimate import Estimate
from analyse.odds.figures_odds import FigureOdds
from analyse.odds.spiel_odds import SpielOdds
from analyse.ui.cards_svg import card_alt, card_uri

Verdict = Halten | HaltenSpiel
Odds = FigureOdds | SpielOdds

_PARTS = ("win", "stand", "lose")
_UNVALUED = "\u2013"
_ROOM_FOR_LABEL = 0.13  # a narrower part of the bar carries no words; the list below always does


def typeset(number: str) -> str:
    """Return a number on one line with its unit."""
    return number.replace(" ", "\u00a0")


def chance_of(estimate: Estimate, lang: str) -> str:
    """Return a chance as text, on one line."""
    return typeset(chance(estimate, lang))


def error_of(estimate: Estimate, lang: str) -> str:
    """Return its standard error as text, empty where there is none."""
    return typeset(error(estimate, lang))


def shares(odds: Odds, lang: str) -> dict[str, str]:
    """Return the chances that can occur as text: the Spiel cannot stand with an odd number of tricks."""
    return {part: chance_of(getattr(odds, part), lang) for part in _PARTS if _occurs(odds, part)}


def _occurs(odds: Odds, part: str) -> bool:
    return part != "stand" or isinstance(odds, FigureOdds) or bool(odds.stand.stderr or odds.stand.value)


def tray(hand: tuple[int, ...], up: int | None, size: int, lang: str) -> str:
    """Return the row of the cards picked: the hand, then the up-card."""
    empty = f'<span class="slot" role="img" aria-label="{text("page.slot", lang)}">?</span>'
    slots = [_slot(card, lang) for card in hand] + [empty] * (size - len(hand))
    turned = empty if up is None else _slot(up, lang)
    captions = [text("page.hand", lang), *[""] * (size - 1)]
    items = "".join(
        f'<li><span class="cap">{caption}&nbsp;</span>{slot}</li>'
        for caption, slot in zip(captions, slots, strict=True)
    )
    return (
        f'<div class="pl"><ul class="pl-tray">{items}'
        f'<li class="up"><span class="cap">{text("page.up_short", lang)}</span>{turned}</li></ul></div>'
    )


def _slot(card: int, lang: str) -> str:
    return f'<img src="{card_uri(card, lang)}" alt="{card_alt(card, lang)}" title="{card_alt(card, lang)}">'


def verdict(answer: Verdict, lang: str) -> str:
    """Return the verdict in big words, with the figure it is about or the tricks to be had."""
    if isinstance(answer, HaltenSpiel):
        mine = tricks(answer.odds, lang)
    else:
        best = answer.odds.best
        figure = figure_label(answer.kind, best, lang)
        mine = text("page.own_figure", lang, figure=figure, short=figure_short(answer.kind, best))
    return (
        f'<div class="pl pl-verdict tone-{answer.advice}" id="answer" role="status">'
        f'<p class="soft">{text("page.verdict_to", lang, bid=bid(answer.kind, answer.level, lang))}</p>'
        f'<p class="word">{text(f"page.verdict_{answer.advice}", lang)}</p><p>{escape(mine)}</p></div>'
    )


def waiting(word: str, sentence: str) -> str:
    """Return what stands in place of the verdict while something is missing."""
    return (
        f'<div class="pl pl-verdict tone-wait" id="answer" role="status"><p class="word">{escape(word)}</p>'
        f"<p>{escape(sentence)}</p></div>"
    )


def notice(sentence: str) -> str:
    """Return a line that says what is going on."""
    return f'<div class="pl pl-notice" role="status"><p class="small">{escape(sentence)}</p></div>'


def dock(tone: str, word: str, rest: str, hint: str) -> str:
    """Return the short verdict for the lower edge of a phone, a link to the whole answer."""
    return (
        f'<div class="pl"><a class="pl-dock tone-{tone}" href="#answer" target="_self" '
        f'aria-label="{escape(hint)}"><b>{escape(word)}</b><span>{escape(rest)}</span></a></div>'
    )


def bid(kind: str, level: int, lang: str) -> str:
    """Return what the other side has said."""
    return text(f"page.bid_{level}", lang, figure=text(f"figure.{kind}", lang))


def tricks(odds: SpielOdds, lang: str) -> str:
    """Return the tricks my side gets on average, and those of mine that nobody can take."""
    mean = f"{odds.mean or 0:.1f}".replace(".", "," if lang == "de" else ".")
    said = text("page.tricks", lang, mean=mean, all=len(odds.tricks) - 1)
    if not odds.sure:
        return said
    return f"{said} {text('page.sure_1' if odds.sure == 1 else 'page.sure', lang, n=odds.sure)}"


def bar(answer: Verdict, lang: str) -> str:
    """Return win, stand and lose as one bar and as a list below it, with their error where drawn."""
    odds = answer.odds
    said = shares(odds, lang)
    values: dict[str, Estimate] = {part: getattr(odds, part) for part in said}
    parts = "".join(
        f'<span class="{part}" style="flex:{values[part].value:.5f} 1 0">'
        + (
            f"<b>{escape(said[part])}</b>{text(f'page.{part}', lang)}"
            if values[part].value > _ROOM_FOR_LABEL
            else ""
        )
        + "</span>"
        for part in said
        if values[part].value
    )
    keys = "".join(
        f'<li><span class="key {part}"></span>{text(f"page.{part}_long", lang)} '
        f"<b>{escape(said[part])}</b> {escape(error_of(values[part], lang))}</li>"
        for part in said
    )
    alt = "page.bar_alt" if "stand" in said else "page.bar_alt_two"
    spoken = escape(text(alt, lang, **said))
    return (
        f'<div class="pl"><div class="pl-bar" role="img" aria-label="{spoken}">{parts}</div>'
        f'<ul class="pl-keys">{keys}</ul></div>'
    )


def need(answer: Verdict, lang: str) -> str:
    """Return the scale from always losing to always winning: what holding needs, what this hand has."""
    have, needed = 50 * (answer.edge + 1), 50 * (answer.needed + 1)
    said = {name: typeset(difference(getattr(answer, name), lang)) for name in ("edge", "needed")}
    sentence = text(
        "page.need_enough" if answer.edge >= answer.needed else "page.need_short",
        lang,
        have=typeset(answer.have(lang)),
        needed=said["needed"],
    )
    return (
        f'<div class="pl tone-{answer.advice}"><h2>{text("page.need", lang)}</h2>'
        f'<div class="pl-scale" style="--need:{needed:.2f}%;--have:{have:.2f}%" aria-hidden="true">'
        f'<i style="left:{needed:.2f}%"></i><i class="have"></i>'
        f'<em class="have" style="left:{have:.2f}%;--shift:-{have:.0f}%">'
        f"{text('page.have_mark', lang, value=said['edge'])}</em>"
        f'<em class="need" style="left:{needed:.2f}%;--shift:-{needed:.0f}%">'
        f"{text('page.need_mark', lang, value=said['needed'])}</em></div>"
        f'<p class="small">{escape(sentence)}</p></div>'
    )


def actions(answer: Verdict, lang: str) -> str:
    """Return what each answer is worth in points, or why it has no value."""
    items = []
    reasons = []
    for name, action in answer.actions.items():
        value = f"<b>{_UNVALUED}</b>"
        if action.points is not None:
            value = f"<b>{signed(action.points, lang)}</b>{text('page.points', lang)}"
        if action.reason:
            reasons.append(f'<p class="small">{escape(text(action.reason, lang))}</p>')
        best = ' class="best"' if name == answer.advice else ""
        items.append(f"<li{best}>{text(f'page.act_{name}', lang)}{value}</li>")
    return (
        f'<div class="pl tone-{answer.advice}"><h2>{text("page.acts", lang)}</h2>'
        f'<ul class="pl-acts">{"".join(items)}</ul>{"".join(reasons)}</div>'
    )


def why(answer: Verdict, lang: str) -> str:
    """Return the two sentences why."""
    sentences = " ".join(answer.why(lang))
    return f'<div class="pl"><h2>{text("page.why", lang)}</h2><p>{escape(sentences)}</p></div>'


def foot(answer: Verdict, figures: Mapping[str, FigureOdds], lang: str) -> str:
    """Return the notes and over how many deals `figures`, or the Spiel asked for, were counted or drawn."""
    notes = "".join(f"<li>{escape(text(note, lang))}</li>" for note in answer.notes)
    odds = answer.odds
    counted = how(odds, lang) if isinstance(odds, SpielOdds) else how_figures(figures, lang)
    return f'<div class="pl pl-foot small"><ul>{notes}</ul><p>{escape(counted)}</p></div>'


def how_figures(figures: Mapping[str, FigureOdds], lang: str) -> str:
    """Return how Gleich and Hanger were found: in one sentence where both are counted."""
    if not any_drawn(figures):
        odds = next(iter(figures.values()))
        key = "page.exact_weighted" if odds.weighted else "page.exact"
        return text(key, lang, worlds=grouped(odds.worlds, lang))
    said = []
    for kind, odds in figures.items():
        counted = "page.exact_one_weighted" if odds.weighted else "page.exact_one"
        key = counted if odds.method == "exact" else "page.drawn_one"
        said.append(text(key, lang, figure=text(f"figure.{kind}", lang), worlds=grouped(odds.worlds, lang)))
    share = min(odds.acceptance or 1 for odds in figures.values())
    if share < 1:
        agreed = chance_of(Estimate(share, None, 10**6, "sampled"), lang)
        said.append(text("cli.acceptance", lang, share=agreed))
    return " ".join(said)


def any_drawn(figures: Mapping[str, FigureOdds]) -> bool:
    """Whether one of the figures is drawn rather than counted."""
    return any(odds.method != "exact" for odds in figures.values())


def how(odds: SpielOdds, lang: str) -> str:
    """Return how the Spiel was found: in all deals, whatever the deal, or in deals drawn."""
    said = {"worlds": grouped(odds.worlds, lang), "seed": odds.seed}
    if odds.method == "exact":
        return text("page.solved_all", lang, **said)
    if odds.win.stderr:
        return text("page.drawn", lang, **said)
    open_tricks = odds.sure + sum(odds.taken) < len(odds.tricks) - 1
    rest = text("page.drawn_tricks", lang, **said) if open_tricks else ""
    return f"{text('page.decided', lang)} {rest}".rstrip()
