"""The answer to "Soll ich halten?" as pieces of HTML: verdict, bar, need, values, reason, namings, notes."""

from html import escape

from analyse.advice import Halten, difference, grouped, percent, signed
from analyse.game.cards import WELI, card_name
from analyse.game.figures import figure_label, figure_short
from analyse.game.taufen import Plan
from analyse.i18n import text
from analyse.odds.figures_odds import FigureOdds
from analyse.ui.cards_svg import card_alt, card_uri

_PARTS = ("win", "stand", "lose")
_PLANS_SHOWN = 4
_UNVALUED = "\u2013"
_ROOM_FOR_LABEL = 0.13  # a narrower part of the bar carries no words; the list below always does


def _typeset(number: str) -> str:
    """Return a number on one line with its unit."""
    return number.replace(" ", "\u00a0")


def shares(odds: FigureOdds, lang: str) -> dict[str, str]:
    """Return the three chances as text."""
    return {part: _typeset(percent(odds.counts[part], odds.worlds, lang)) for part in _PARTS}


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


def verdict(answer: Halten, lang: str) -> str:
    """Return the verdict in big words, with the figure it is about."""
    figure = figure_label(answer.kind, answer.odds.best, lang)
    mine = text("page.own_figure", lang, figure=figure, short=figure_short(answer.kind, answer.odds.best))
    return (
        f'<div class="pl pl-verdict tone-{answer.advice}" id="answer" role="status">'
        f'<p class="soft">{text("page.verdict_to", lang, bid=_bid(answer, lang))}</p>'
        f'<p class="word">{text(f"page.verdict_{answer.advice}", lang)}</p><p>{escape(mine)}</p></div>'
    )


def waiting(word: str, sentence: str) -> str:
    """Return what stands in place of the verdict while something is missing."""
    return (
        f'<div class="pl pl-verdict tone-wait" id="answer" role="status"><p class="word">{escape(word)}</p>'
        f"<p>{escape(sentence)}</p></div>"
    )


def dock(tone: str, word: str, rest: str, hint: str) -> str:
    """Return the short verdict for the lower edge of a phone, a link to the whole answer."""
    return (
        f'<div class="pl"><a class="pl-dock tone-{tone}" href="#answer" target="_self" '
        f'aria-label="{escape(hint)}"><b>{escape(word)}</b><span>{escape(rest)}</span></a></div>'
    )


def _bid(answer: Halten, lang: str) -> str:
    figure = text(f"figure.{answer.kind}", lang)
    return text(f"page.bid_{answer.level}", lang, figure=figure)


def bar(odds: FigureOdds, lang: str) -> str:
    """Return win, stand and lose as one bar of three parts and as a list beside it."""
    said = shares(odds, lang)
    parts = "".join(
        f'<span class="{part}" style="flex:{odds.counts[part] / odds.worlds:.5f} 1 0">'
        + (
            f"<b>{escape(said[part])}</b>{text(f'page.{part}', lang)}"
            if odds.counts[part] / odds.worlds > _ROOM_FOR_LABEL
            else ""
        )
        + "</span>"
        for part in _PARTS
        if odds.counts[part]
    )
    keys = "".join(
        f'<li><span class="key {part}"></span>{text(f"page.{part}_long", lang)} '
        f"<b>{escape(said[part])}</b></li>"
        for part in _PARTS
    )
    spoken = escape(text("page.bar_alt", lang, **said))
    return (
        f'<div class="pl"><div class="pl-bar" role="img" aria-label="{spoken}">{parts}</div>'
        f'<ul class="pl-keys">{keys}</ul></div>'
    )


def need(answer: Halten, lang: str) -> str:
    """Return the scale from always losing to always winning: what holding needs, what this hand has."""
    have, needed = 50 * (answer.edge + 1), 50 * (answer.needed + 1)
    said = {name: _typeset(difference(getattr(answer, name), lang)) for name in ("edge", "needed")}
    sentence = text(
        "page.need_enough" if answer.edge >= answer.needed else "page.need_short",
        lang,
        have=said["edge"],
        needed=said["needed"],
    )
    return (
        f'<div class="pl tone-{answer.advice}"><h2>{text("page.need", lang)}</h2>'
        f'<div class="pl-scale" style="--need:{needed:.2f}%" aria-hidden="true">'
        f'<i style="left:{needed:.2f}%"></i><i class="have" style="left:{have:.2f}%"></i>'
        f'<em class="have" style="left:{have:.2f}%;--shift:-{have:.0f}%">'
        f"{text('page.have_mark', lang, value=said['edge'])}</em>"
        f'<em class="need" style="left:{needed:.2f}%;--shift:-{needed:.0f}%">'
        f"{text('page.need_mark', lang, value=said['needed'])}</em></div>"
        f'<p class="small">{escape(sentence)}</p></div>'
    )


def actions(answer: Halten, lang: str) -> str:
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


def why(answer: Halten, lang: str) -> str:
    """Return the two sentences why."""
    sentences = " ".join(answer.why(lang))
    return f'<div class="pl"><h2>{text("page.why", lang)}</h2><p>{escape(sentences)}</p></div>'


def plans(answer: Halten, lang: str) -> str:
    """Return the best namings of my Perlaggen: which is named what, and which figures that gives."""
    if not any(plan.named or plan.free for plan in answer.plans):
        return ""
    items = "".join(f"<li>{_plan(plan, lang)}</li>" for plan in answer.plans[:_PLANS_SHOWN])
    return f'<div class="pl"><h2>{text("page.plans", lang)}</h2><ul class="pl-plans">{items}</ul></div>'


def _plan(plan: Plan, lang: str) -> str:
    named = "".join(
        f'<span class="pl-name">{_small(perlagg, lang)}<span>{text("page.named_as", lang)}</span>'
        f"{_small(name, lang)}</span>"
        for perlagg, name in plan.named
    )
    free = "".join(
        f'<span class="pl-name">{_small(perlagg, lang)}<span>{text("page.free", lang)}</span></span>'
        for perlagg in plan.free
    )
    figures = "<br>".join(
        escape(figure_label(kind, value, lang)) + (f" <b>{figure_short(kind, value)}</b>" if value else "")
        for kind, value in (("gleich", plan.gleich), ("hanger", plan.hanger))
    )
    return f'{named}{free}<span class="pl-figs">{figures}</span>'


def _small(card: int, lang: str) -> str:
    label = "W" if card == WELI else card_name(card)
    return f'<img src="{card_uri(card, lang)}" alt="{card_alt(card, lang)}" title="{label}">'


def foot(answer: Halten, lang: str) -> str:
    """Return the notes and over how many deals this was counted."""
    notes = "".join(f"<li>{escape(text(note, lang))}</li>" for note in answer.notes)
    counted = text("page.exact", lang, worlds=grouped(answer.odds.worlds, lang))
    return f'<div class="pl pl-foot small"><ul>{notes}</ul><p>{escape(counted)}</p></div>'
