"""Gleich, Hanger and Spiel side by side, of the hand and of each plan, as pieces of HTML."""

from collections.abc import Mapping, Sequence
from html import escape

from analyse.game.cards import WELI, card_name
from analyse.game.figures import KINDS, figure_label, figure_short
from analyse.game.taufen import Plan
from analyse.i18n import text
from analyse.numbers import difference, grouped
from analyse.odds.estimate import Difference, Estimate
from analyse.odds.figures import FigureOdds
from analyse.odds.spiel import PlanChance, PlanOdds, SpielOdds
from analyse.report.cards_svg import card_alt, card_uri
from analyse.ui.answer import any_drawn, chance_of, error_of, how, how_figures, shares, tricks, typeset

PLANS_SHOWN = 4

Figures = Mapping[str, Mapping[int, FigureOdds]]  # by kind and by the figure that my own cards show

_PARTS = ("win", "stand", "lose")
_NOTHING = "\u2013"
_WAITING = '<span class="pl-wait" aria-hidden="true">\u2026</span>'


def shown_plans(plans: Sequence[Plan]) -> tuple[Plan, ...]:
    """Return the plans to show: the first ones, and the one that leaves all free, the best for the Spiel."""
    if len(plans) <= PLANS_SHOWN:
        return tuple(plans)
    free = [plan for plan in plans if not plan.named]
    first = [plan for plan in plans if plan.named]
    return (*first[: PLANS_SHOWN - len(free)], *free)


def has_perlaggen(plans: Sequence[Plan]) -> bool:
    """Whether there is anything to name."""
    return any(plan.named or plan.free for plan in plans)


def table(figures: Figures, spiel: SpielOdds | None, asked: str, lang: str, *, believed: bool = False) -> str:
    """Return the chances of the three figures as a table; `spiel` is None while it is being solved.

    `believed`: the answer above takes a bid as evidence; then it is said that these chances do not.
    """
    heads = "".join(f'<th scope="col">{text(f"page.{part}", lang)}</th>' for part in _PARTS)
    rows = "".join(_figure_row(figures[kind], kind, asked, lang) for kind in KINDS)
    rows += _spiel_row(spiel, asked, lang)
    best = best_figures(figures)
    below = text("page.chances_any", lang) + " " if believed else ""
    below += how_figures(best, lang) + " " if any_drawn(best) else ""
    below += text("page.solving", lang) if spiel is None else _below(spiel, asked, lang)
    return (
        f'<div class="pl"><h2>{text("page.chances", lang)}</h2><table class="pl-table">'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        f'<p class="small">{escape(below)}</p></div>'
    )


def best_figures(figures: Figures) -> Mapping[str, FigureOdds]:
    """Return the odds of the best figures of my own cards."""
    return {kind: odds[max(odds)] for kind, odds in figures.items()}


def _below(spiel: SpielOdds, asked: str, lang: str) -> str:
    """Return how the Spiel was found; where it was asked for, that is said elsewhere."""
    if asked == "spiel":
        return ""
    return f"{tricks(spiel, lang)} {how(spiel, lang)}"


def _figure_row(odds: Mapping[int, FigureOdds], kind: str, asked: str, lang: str) -> str:
    best = max(odds)
    head = _figure(kind, best, lang)
    cells = [
        escape(said) + _small_error(getattr(odds[best], part), lang)
        for part, said in shares(odds[best], lang).items()
    ]
    return _row(head, cells, marked=kind == asked)


def _small_error(estimate: Estimate, lang: str) -> str:
    """Return the error of a figure that is drawn as a small line of its own, none where counted."""
    return f"<small>{escape(error_of(estimate, lang))}</small>" if estimate.stderr else ""


def _spiel_row(spiel: SpielOdds | None, asked: str, lang: str) -> str:
    if spiel is None:
        cells = [f"{_WAITING}<small>&nbsp;</small>"] * 3
    else:
        said = shares(spiel, lang)
        errors = {part: error_of(getattr(spiel, part), lang) for part in said}
        cells = [
            f"{escape(said[part])}<small>{escape(errors[part])}</small>" if part in said else _NOTHING
            for part in _PARTS
        ]
    return _row(text("figure.spiel", lang), cells, marked=asked == "spiel")


def _row(head: str, cells: Sequence[str], *, marked: bool) -> str:
    asked = ' class="asked"' if marked else ""
    return f'<tr{asked}><th scope="row">{head}</th>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _figure(kind: str, value: int, lang: str) -> str:
    """Return a figure in few words, its name for the pointer."""
    name = text(f"figure.{kind}", lang)
    label = escape(figure_label(kind, value, lang))
    if not value:
        return f"<span>{label}</span>"
    return f'<span title="{label}">{name} <b>{figure_short(kind, value)}</b></span>'


def plans(shown: Sequence[Plan], figures: Figures, spiel: PlanOdds | None, *, more: int, lang: str) -> str:
    """Return the namings of my Perlaggen, each with its three chances; `more` are not shown.

    `spiel`: the Spiel of those shown, None while it is being solved.
    """
    rows: Sequence[PlanChance | None] = spiel.plans if spiel else [None] * len(shown)
    items = "".join(
        f'<li>{_names(plan, lang)}<div class="pl-three">{_figure_cells(plan, figures, lang)}'
        f"{_spiel_cell(row, spiel, lang)}</div></li>"
        for plan, row in zip(shown, rows, strict=True)
    )
    remarks = [text("page.more_plans", lang, n=more)] if more else []
    if spiel:
        remarks += [text(f"page.plans_{spiel.method}", lang, worlds=grouped(spiel.worlds, lang))]
    remarks += [text("note.plan_bound", lang)]
    return (
        f'<div class="pl"><h2>{text("page.plans", lang)}</h2>'
        f'<p class="small">{text("page.plans_how", lang)}</p><ul class="pl-plans">{items}</ul>'
        f'<p class="small pl-soft">{escape(" ".join(remarks))}</p></div>'
    )


def _names(plan: Plan, lang: str) -> str:
    named = "".join(
        f'<span class="pl-name">{_small(perlagg, lang)}<span>{text("page.named_as", lang)}</span>'
        f"{_small(name, lang)}</span>"
        for perlagg, name in plan.named
    )
    free = "".join(
        f'<span class="pl-name">{_small(perlagg, lang)}<span>{text("page.free", lang)}</span></span>'
        for perlagg in plan.free
    )
    return f'<div class="pl-names">{named}{free}</div>'


def _small(card: int, lang: str) -> str:
    label = "W" if card == WELI else card_name(card)
    return f'<img src="{card_uri(card, lang)}" alt="{card_alt(card, lang)}" title="{label}">'


def _figure_cells(plan: Plan, figures: Figures, lang: str) -> str:
    return "".join(
        _cell(
            _figure(kind, value, lang),
            escape(chance_of(figures[kind][value].win, lang)),
            escape(error_of(figures[kind][value].win, lang)),
        )
        for kind, value in (("gleich", plan.gleich), ("hanger", plan.hanger))
    )


def _spiel_cell(row: PlanChance | None, odds: PlanOdds | None, lang: str) -> str:
    head = text("figure.spiel", lang)
    if row is None or odds is None:
        return _cell(head, _WAITING, "&nbsp;")
    return _cell(
        head,
        _with_error(row.win, lang),
        _ahead(odds, lang) if row is odds.best else _apart(row.difference, lang),
    )


def _with_error(estimate: Estimate, lang: str) -> str:
    return f"{escape(chance_of(estimate, lang))} <small>{escape(error_of(estimate, lang))}</small>"


def _ahead(odds: PlanOdds, lang: str) -> str:
    """Return what is said of the best plan: alone, just ahead, or no better than another."""
    others = [row.difference for row in odds.plans if row is not odds.best]
    if not all(apart.value for apart in others):
        return text("page.plan_same", lang)
    return text("page.plan_ahead" if any(apart.close for apart in others) else "page.plan_best", lang)


def _apart(apart: Difference, lang: str) -> str:
    """Return the difference to the best plan, with its error if it has one, and whether it is close."""
    error = f"± {difference(apart.stderr, lang)[1:]}" if apart.stderr else ""
    if not apart.value:
        return f"{text('page.plan_same', lang)} {typeset(error)}".rstrip()
    said = typeset(f"{difference(apart.value, lang)} {error}".rstrip())
    return text("page.plan_close", lang, apart=said) if apart.close else said


def _cell(head: str, value: str, below: str) -> str:
    return f'<div><span class="head">{head}</span><b class="value">{value}</b><small>{below}</small></div>'
