"""The answers of `perlaggen` in words: aligned, within 80 columns, German or English."""

import textwrap
from collections.abc import Iterable, Sequence

import click

from analyse.advice import Action, Halten, Verdict, difference, grouped, percent, plan_names, signed
from analyse.cli_answers import Odds, notes_of
from analyse.game.cards import SUIT_NAMES, card_name, hand_name
from analyse.game.figures import KINDS, figure_label, figure_short
from analyse.game.rules import PRESETS, Rules, field_names, load_rules
from analyse.game.taufen import Plan, Taufen
from analyse.i18n import catalogue, text
from analyse.odds.figures_odds import Law
from analyse.odds.situation import Situation

WIDTH = 79
BAR = 40
PARTS = ("win", "stand", "lose")
COLOURS = {"win": "green", "stand": "yellow", "lose": "red"}
PLANS_SHOWN = 4
GAP = "  "


def columns(rows: Sequence[Sequence[str]], align: str, indent: str = GAP) -> list[str]:
    """Return the rows as lines of aligned columns; `align` has "<" or ">" for each column.

    >>> columns([["Gleich", "63.1 %"], ["Hanger", "5.0 %"]], "<>")
    ['  Gleich  63.1 %', '  Hanger   5.0 %']
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(align))]
    cells = [[f"{cell:{a}{w}}" for cell, a, w in zip(row, align, widths, strict=True)] for row in rows]
    return [(indent + GAP.join(row)).rstrip() for row in cells]


def paragraph(words: str, indent: str = GAP) -> list[str]:
    """Return the words as lines within the width."""
    lines = textwrap.wrap(
        words, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    return [line.replace("\u00a0", " ") for line in lines]  # those have kept together what they join


def bullets(sentences: Iterable[str]) -> list[str]:
    """Return each sentence as a paragraph of its own with a dash before it."""
    return [
        line
        for words in sentences
        for line in textwrap.wrap(words, WIDTH, initial_indent="- ", subsequent_indent=GAP)
    ]


def halten_text(answer: Halten, lang: str, played: Sequence[str] = ()) -> str:
    """Return the answer to "Soll ich halten?", the verdict first; `played`: lines about what was played."""
    odds = answer.odds
    figure = figure_label(answer.kind, odds.best, lang)
    short = figure_short(answer.kind, odds.best)
    shares = {part: percent(odds.counts[part], odds.worlds, lang) for part in PARTS}
    return "\n".join(
        [
            click.style(verdict_line(answer, lang), bold=True),
            "",
            *table_lines(answer.situation, lang, head=f"{figure} {short}"),
            *played,
            "",
            *chance_lines([(part, odds.counts[part] / odds.worlds, shares[part]) for part in PARTS], lang),
            "",
            *need_lines(answer, lang),
            "",
            *action_lines(answer, lang),
            "",
            *plan_lines(answer.plans[:PLANS_SHOWN], lang),
            *paragraph(" ".join(answer.why(lang)), indent=""),
            "",
            *_foot(notes_of(answer, lang), odds.worlds, lang),
        ]
    )


def verdict_line(answer: Verdict, lang: str) -> str:
    """Return the verdict in one line, with what the two answers are worth."""
    return text(f"cli.verdict_{answer.advice}", lang, **answer.worth(lang))


def chance_lines(rows: Sequence[tuple[str, float, str]], lang: str) -> list[str]:
    """Return chances, each its part, its share in [0, 1] and its text, as bars with a percentage."""
    names = [text(f"cli.{part}", lang) for part, _, _ in rows]
    width, room = max(map(len, names)), max(7, *(len(shown) for _, _, shown in rows))
    lines = []
    for name, (part, share, shown) in zip(names, rows, strict=True):
        full = round(BAR * share)
        bar = click.style("█" * full, fg=COLOURS[part]) + "░" * (BAR - full)
        lines.append(f"{GAP}{name:<{width}}{GAP}{bar}{GAP}{shown:>{room}}".rstrip())
    return lines


def need_lines(answer: Verdict, lang: str) -> list[str]:
    """Return what holding needs and what there is."""
    enough = "cli.enough" if answer.edge >= answer.needed else "cli.short"
    said = {"needed": difference(answer.needed, lang), "have": difference(answer.edge, lang)}
    return paragraph(text(enough, lang, **said))


def action_lines(answer: Verdict, lang: str) -> list[str]:
    """Return what each answer to the bid is worth, or why that is not said."""
    rows = [[text("cli.answer", lang), text("cli.points", lang)]]
    rows += [
        [_action_word(name, answer.level, lang), _points(action, lang)]
        for name, action in answer.actions.items()
    ]
    head, *lines = columns(rows, "<>")
    reasons = [text(action.reason, lang) if action.reason else "" for action in answer.actions.values()]
    hanging = " " * (len(lines[0]) + len(GAP))
    return [head] + [
        wrapped
        for line, reason in zip(lines, reasons, strict=True)
        for wrapped in textwrap.wrap(reason, WIDTH, initial_indent=line + GAP, subsequent_indent=hanging)
        or [line]
    ]


def _action_word(name: str, level: int, lang: str) -> str:
    """Return "gut", "halten" or the next number on the ladder."""
    return text(f"cli.raise_{level}" if name == "raise" else f"cli.{name}", lang)


def _points(action: Action, lang: str) -> str:
    return "–" if action.points is None else signed(action.points, lang)


def table_lines(known: Situation, lang: str, head: str) -> list[str]:
    """Return what was asked: cards, trump, table, preset, and what is known beyond them."""
    trump = SUIT_NAMES["de"][known.trump]
    up = "" if known.upcard is None else text("cli.up", lang, card=card_name(known.upcard)) + ", "
    seat = text(f"cli.seat_{known.leader}_of_{known.players}", lang)
    lines = [
        f"{head} · {hand_name(known.hand)} · {up}{text('cli.trump', lang, suit=trump)}",
        text("cli.table", lang, players=known.players, seat=seat) + f" · {known.rules.title}",
    ]
    if known.known:
        lines.append(text("cli.known", lang, known=known.known))
    return [line for words in lines for line in paragraph(words, indent="")]


def _foot(notes: list[str], worlds: int, lang: str) -> list[str]:
    """Return the notes, and over how many deals this was counted."""
    return [*bullets(notes), exact_line(worlds, lang)]


def exact_line(worlds: int, lang: str) -> str:
    """Return over how many deals something was counted.

    >>> exact_line(1, "en"), exact_line(2000, "de")
    ('Exact: there is one deal.', 'Genau, über 2.000 Verteilungen.')
    """
    return text("cli.exact_1" if worlds == 1 else "cli.exact", lang, worlds=grouped(worlds, lang))


def plan_lines(plans: Sequence[Plan], lang: str, more: Sequence[Sequence[str]] = ()) -> list[str]:
    """Return plans as a table with an empty line after it; nothing where no Perlagg is held.

    `more`: further columns, each its head and a cell for every plan.
    """
    if not more and not any(plan.named or plan.free for plan in plans):
        return []
    rows = [[text(f"cli.{key}", lang) for key in ("named", "col_gleich", "col_hanger", "free")]]
    for plan in plans:
        figures = [figure_short(kind, getattr(plan, kind)) for kind in KINDS]
        rows.append([plan_names(plan), *figures, " ".join(map(card_name, plan.free))])
    rows = [[*row, *(column[i] for column in more)] for i, row in enumerate(rows)]
    return [*columns(rows, "<<<<" + ">" * len(more)), ""]


def odds_text(answer: Odds, lang: str, played: Sequence[str] = ()) -> str:
    """Return the chances of the figures as a table, with the laws after it if there are any.

    `played`: lines about what was played.
    """
    head = [*table_lines(answer.situation, lang, head=text("cli.odds", lang)), *played]
    if not answer.odds:
        return "\n".join(head)
    rows = [["", *(text(f"cli.{key}", lang) for key in ("mine", *PARTS))]]
    for kind, odds in answer.odds.items():
        shares = [percent(odds.counts[part], odds.worlds, lang) for part in PARTS]
        rows.append([text(f"figure.{kind}", lang), figure_short(kind, odds.best), *shares])
    worlds = max(odds.worlds for odds in answer.odds.values())
    return "\n".join(
        [
            *head,
            "",
            *columns(rows, "<<>>>"),
            "",
            *paragraph(text("cli.odds_legend" + "_2" * (answer.situation.players == 2), lang), indent=""),
            "",
            *(line for kind, law in answer.laws.items() for line in _law(kind, law, lang)),
            *_foot(notes_of(answer, lang), worlds, lang),
        ]
    )


def _law(kind: str, law: Law, lang: str) -> list[str]:
    """Return how often each side's best figure is which, the best first."""
    deals = text("cli.deals", lang)
    rows = [[text(f"figure.{kind}", lang), text("cli.ours", lang), deals, text("cli.theirs", lang), deals]]
    for value in sorted(law.ours.keys() | law.theirs.keys(), reverse=True):
        row = [figure_short(kind, value)]
        for side in (law.ours, law.theirs):
            n = side.get(value, 0)
            row += [percent(n, law.worlds, lang), grouped(n, lang)]
        rows.append(row)
    return [*columns(rows, "<>>>>"), ""]


def taufen_text(known: Situation, answer: Taufen, lang: str) -> str:
    """Return what the Perlaggen can be named: counts and the plans that nothing beats."""
    return "\n".join([*taufen_head(known, answer, lang), *plan_lines(answer.plans, lang)[:-1]])


def taufen_head(known: Situation, answer: Taufen, lang: str, played: Sequence[str] = ()) -> list[str]:
    """Return what the Perlaggen can be named, as counts, and what the plans after it are.

    `played`: lines about what was played.
    """
    head = [*table_lines(known, lang, head=text("cli.taufen", lang)), *played, ""]
    if answer.namings == 1:
        return [*head, text("cli.no_perlagg", lang)]
    best = {"gleich": answer.best_gleich, "hanger": answer.best_hanger}
    rows = []
    for i, kind in enumerate(KINDS):
        n = sum(n for pair, n in answer.reach.items() if pair[i] == best[kind])
        short = figure_short(kind, best[kind])
        rows.append([text(f"cli.best_{kind}", lang), short, text("cli.namings", lang, n=grouped(n, lang))])
    both = answer.reach.get((answer.best_gleich, answer.best_hanger), 0)
    rows.append([text("cli.both", lang), "", text("cli.namings", lang, n=grouped(both, lang))])
    return [
        *head,
        text("cli.counted", lang, n=grouped(answer.namings, lang), pairs=len(answer.reach)),
        *columns(rows, "<<>"),
        "",
        *paragraph(text("cli.front", lang), indent=""),
    ]


def presets_text(lang: str) -> str:
    """Return the list of presets."""
    lines = []
    for name in PRESETS:
        rules = load_rules(name)
        lines.append(f"{click.style(name, bold=True)}{GAP}{rules.title}")
        order = _perlaggen(rules.perlagg_order, lang)
        lines += paragraph(text("cli.preset", lang, deck=rules.deck, target=rules.target, order=order))
    return "\n".join([*lines, "", *paragraph(text("cli.presets_hint", lang), indent="")])


def _perlaggen(order: tuple[str, ...], lang: str) -> str:
    """Return an order of Perlaggen such as "HK, W, trump 7"."""
    trump = text("cli.trump_perlagg", lang) + "\u00a0"
    return ", ".join(entry.replace("trump ", trump) for entry in order)


def preset_text(rules: Rules, lang: str) -> str:
    """Return every field of a preset, its value and the paragraph it comes from."""
    lines = [click.style(f"{rules.title} ({rules.name})", bold=True), ""]
    for name in field_names():
        label = text(f"cli_field.{name}", lang)
        value = field_value(name, getattr(rules, name), lang)
        lines += paragraph(f"{label}: {value}", indent="")
        lines += paragraph(f"[{source_text(rules.sources[name], lang)}]", indent=GAP * 2)
    return "\n".join(lines)


def source_text(source: str, lang: str) -> str:
    """Return where a value comes from; what the presets remark there in words is in the language asked for.

    >>> source_text("our decision; no source", "de"), source_text("I §4", "de")
    ('unsere Entscheidung; keine Quelle', 'I §4')
    """
    return catalogue(lang).get(f"cli_source.{source}", source)


def field_value(name: str, value: object, lang: str) -> str:
    """Return the value of a field in words, or as it stands in the file where that says it.

    >>> field_value("exchange", "must", "en"), field_value("raises", (3, 4, 5), "en")
    ('must be swapped', '3, 4, 5')
    """
    if name == "trumps" and isinstance(value, tuple):
        return ", ".join(SUIT_NAMES["de"][suit] for suit in value)
    if name == "perlagg_order" and isinstance(value, tuple):
        return _perlaggen(value, lang)
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return catalogue(lang).get(f"cli_value.{name}_{value}", str(value))
