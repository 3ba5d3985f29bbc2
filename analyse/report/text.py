"""The answers of `perlaggen` in words: aligned, within 80 columns, German or English."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence

import click

from analyse.advice.figures import Odds
from analyse.game.cards import SUIT_NAMES, card_name, hand_name
from analyse.game.figures import KINDS, figure_short
from analyse.game.rules import PRESETS, Rules, field_names, load_rules
from analyse.game.taufen import Plan, Taufen
from analyse.i18n import catalogue, text
from analyse.knowledge.language import print_known
from analyse.knowledge.situation import Situation
from analyse.numbers import chance, error, grouped, parts, percent
from analyse.odds.estimate import Estimate, sampled
from analyse.odds.figures import FigureOdds, Law
from analyse.report.odds import notes_of
from analyse.report.shares import figure_parts, plan_names

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


def chance_lines(rows: Sequence[tuple[str, float, str]], lang: str) -> list[str]:
    """Return chances, each its part, its share in [0, 1] and its text, as bars with a percentage."""
    names = [text(f"say.{part}", lang) for part, _, _ in rows]
    width, room = max(map(len, names)), max(7, *(len(shown) for _, _, shown in rows))
    lines = []
    for name, (part, share, shown) in zip(names, rows, strict=True):
        full = round(BAR * share)
        bar = click.style("█" * full, fg=COLOURS[part]) + "░" * (BAR - full)
        lines.append(f"{GAP}{name:<{width}}{GAP}{bar}{GAP}{shown:>{room}}".rstrip())
    return lines


def table_lines(known: Situation, lang: str, head: str) -> list[str]:
    """Return what was asked: cards, trump, table, preset, and what is known beyond them."""
    trump = SUIT_NAMES["de"][known.trump]
    up = "" if known.upcard is None else text("say.up", lang, card=card_name(known.upcard)) + ", "
    seat = text(f"say.seat_{known.leader}_of_{known.players}", lang)
    lines = [
        f"{head} · {hand_name(known.hand)} · {up}{text('say.trump', lang, suit=trump)}",
        text("say.table", lang, players=known.players, seat=seat) + f" · {known.rules.title}",
    ]
    said = print_known(known.statements, known.players)
    if said:
        lines.append(text("say.known", lang, known=said))
    return [line for words in lines for line in paragraph(words, indent="")]


def beside(shown: str, stderr: str) -> str:
    """Return a chance and its error, each in a width of its own.

    >>> beside("5.0 %", "± 0.2 %")
    '  5.0 % ± 0.2 %'
    """
    return f"{shown:>7} {stderr:<7}"


def above(head: str) -> str:
    """Return the head of a column of chances with their errors, above the chance."""
    return f"{head:>7}".ljust(len(beside("", "")))


def _parts(odds: FigureOdds, lang: str, *, room: bool) -> dict[str, str]:
    """Return the chances of a figure, each with its error, or `room` for one, beside it."""
    shown = figure_parts(odds, lang)
    return {p: beside(shown[p], error(getattr(odds, p), lang)) if room else shown[p] for p in PARTS}


def _foot(notes: list[str], odds: Mapping[str, FigureOdds], lang: str) -> list[str]:
    """Return the notes, and over how many deals each figure was counted or from how many it was drawn."""
    return [*bullets(notes), *_counted_lines(odds, lang)]


def _counted_lines(odds: Mapping[str, FigureOdds], lang: str) -> list[str]:
    counted = {kind: each for kind, each in odds.items() if each.method == "exact"}
    drawn = {kind: each for kind, each in odds.items() if each.method != "exact"}
    lines = []
    for each in list(counted.values())[:1]:
        one = exact_line(each.worlds, lang, weighted=each.weighted)
        lines.append(
            text("say.of_figures", lang, figures=_figures(counted, lang), said=one) if drawn else one
        )
    for each in list(drawn.values())[:1]:
        one = text("say.figures_drawn", lang, worlds=grouped(each.worlds, lang))
        lines.append(text("say.of_figures", lang, figures=_figures(drawn, lang), said=one))
    least = min((each.acceptance or 1 for each in drawn.values()), default=1)
    return [
        *(line for words in lines for line in paragraph(words, indent="")),
        *acceptance_lines(least, lang),
    ]


def acceptance_lines(share: float, lang: str, key: str = "say.acceptance") -> list[str]:
    """Return how many of the deals drawn agreed with what is known, nothing where all did."""
    return [line for said in acceptance_sentences(share, lang, key) for line in paragraph(said, indent="")]


def acceptance_sentences(share: float, lang: str, key: str = "say.acceptance") -> list[str]:
    """Return the same as a sentence."""
    if share >= 1:
        return []
    return [text(key, lang, share=chance(Estimate(share, None, 10**6, "sampled"), lang))]


def _figures(kinds: Iterable[str], lang: str) -> str:
    return ", ".join(text(f"figure.{kind}", lang) for kind in kinds)


def exact_line(worlds: int, lang: str, *, weighted: bool = False) -> str:
    """Return over how many deals something was counted, or what they weigh together.

    >>> exact_line(1, "en"), exact_line(2000, "de")
    ('Exact: there is one deal.', 'Genau, über 2.000 Verteilungen.')
    """
    key = "say.exact_weighted" if weighted else "say.exact_1" if worlds == 1 else "say.exact"
    return text(key, lang, worlds=grouped(worlds, lang))


def plan_lines(plans: Sequence[Plan], lang: str, more: Sequence[Sequence[str]] = ()) -> list[str]:
    """Return plans as a table with an empty line after it; nothing where no Perlagg is held.

    `more`: further columns, each its head and a cell for every plan.
    """
    if not more and not any(plan.named or plan.free for plan in plans):
        return []
    rows = [[text(f"say.{key}", lang) for key in ("named", "col_gleich", "col_hanger", "free")]]
    for plan in plans:
        figures = [figure_short(kind, getattr(plan, kind)) for kind in KINDS]
        rows.append([plan_names(plan), *figures, " ".join(map(card_name, plan.free))])
    rows = [[*row, *(column[i] for column in more)] for i, row in enumerate(rows)]
    return [*columns(rows, "<<<<" + ">" * len(more)), ""]


def odds_text(answer: Odds, lang: str, played: Sequence[str] = ()) -> str:
    """Return the chances of the figures as a table, with the laws after it if there are any.

    `played`: lines about what was played.
    """
    head = [*table_lines(answer.situation, lang, head=text("say.odds", lang)), *played]
    if not answer.odds:
        return "\n".join(head)
    drawn = any(odds.method != "exact" for odds in answer.odds.values())
    heads = [text(f"say.{part}", lang) for part in PARTS]
    rows = [["", text("say.mine", lang), *(above(head) if drawn else head for head in heads)]]
    for kind, odds in answer.odds.items():
        shares = _parts(odds, lang, room=drawn).values()
        rows.append([text(f"figure.{kind}", lang), figure_short(kind, odds.best), *shares])
    return "\n".join(
        [
            *head,
            "",
            *columns(rows, "<<>>>"),
            "",
            *paragraph(_legend(answer.situation, lang), indent=""),
            "",
            *(
                line
                for kind, law in answer.laws.items()
                for line in _law(kind, law, answer.odds[kind].best, lang)
            ),
            *_foot(notes_of(answer, lang), answer.odds, lang),
        ]
    )


def _legend(known: Situation, lang: str) -> str:
    key = "say.odds_legend_2" if known.players == 2 else "say.odds_legend"
    return text(key, lang, cards=in_words("number", known.rules.hand_size, lang))


def in_words(sort: str, n: int, lang: str) -> str:
    """Return a small number, or its place ("ordinal") in words, a larger one in figures.

    >>> in_words("number", 5, "de"), in_words("ordinal", 7, "en"), in_words("ordinal", 11, "de")
    ('fünf', 'seventh', '11.')
    """
    figures = str(n) if sort == "number" else f"{n}." if lang == "de" else f"{n}th"
    return catalogue(lang).get(f"{sort}.{n}", figures)


def _law(kind: str, law: Law, best: int, lang: str) -> list[str]:
    """Return how often each side's best figure is which, the best first; `best` is my own."""
    deals = text("say.weight" if law.weighted else "say.deals", lang)
    ours, theirs = text("say.ours", lang), text("say.theirs", lang)
    if law.method != "exact":
        ours, theirs = above(ours), above(theirs)
    rows = [[text(f"figure.{kind}", lang), ours, deals, theirs, deals]]
    values = sorted(law.ours.keys() | law.theirs.keys(), reverse=True)
    shares = [_law_shares([side.get(v, 0) for v in values], law, lang) for side in (law.ours, law.theirs)]
    for value, of_ours, of_theirs in zip(values, *shares, strict=True):
        row = [figure_short(kind, value)]
        for shown, side in ((of_ours, law.ours), (of_theirs, law.theirs)):
            n = side.get(value, 0)
            never = side is law.ours and value < best  # it cannot be, whatever was drawn
            row += [
                _law_cell(percent(0, 1, lang) if never else shown, n, law, lang, never=never),
                grouped(n, lang),
            ]
        rows.append(row)
    return [*columns(rows, "<>>>>"), ""]


def _law_shares(counts: list[int], law: Law, lang: str) -> list[str]:
    """Return the shares of all figures, which are parts of one whole."""
    drawn = law.method != "exact"
    alone = [chance(sampled(n, law.worlds), lang) if drawn else percent(n, law.worlds, lang) for n in counts]
    return parts(counts, alone, lang)


def _law_cell(shown: str, n: int, law: Law, lang: str, *, never: bool) -> str:
    """Return a share of the deals, with its error where it is drawn and can be at all."""
    if law.method == "exact":
        return shown
    return beside(shown, "" if never else error(sampled(n, law.worlds), lang))


def taufen_text(known: Situation, answer: Taufen, lang: str, played: Sequence[str] = ()) -> str:
    """Return what the Perlaggen can be named: counts and the plans that nothing beats.

    `played`: lines about what was played.
    """
    return "\n".join([*taufen_head(known, answer, lang, played), *plan_lines(answer.plans, lang)[:-1]])


def taufen_head(known: Situation, answer: Taufen, lang: str, played: Sequence[str] = ()) -> list[str]:
    """Return what the Perlaggen can be named, as counts, and what the plans after it are.

    `played`: lines about what was played.
    """
    head = [*table_lines(known, lang, head=text("say.taufen", lang)), *played, ""]
    if answer.namings == 1:
        key = "say.no_perlagg_left" if known.hand & known.perlaggen else "say.no_perlagg"
        return [*head, text(key, lang)]
    best = {"gleich": answer.best_gleich, "hanger": answer.best_hanger}
    rows = []
    for i, kind in enumerate(KINDS):
        n = sum(n for pair, n in answer.reach.items() if pair[i] == best[kind])
        short = figure_short(kind, best[kind])
        rows.append([text(f"say.best_{kind}", lang), short, text("say.namings", lang, n=grouped(n, lang))])
    both = answer.reach.get((answer.best_gleich, answer.best_hanger), 0)
    rows.append([text("say.both", lang), "", text("say.namings", lang, n=grouped(both, lang))])
    return [
        *head,
        text("say.counted", lang, n=grouped(answer.namings, lang), pairs=len(answer.reach)),
        *columns(rows, "<<>"),
        "",
        *paragraph(text("say.front", lang), indent=""),
    ]


def presets_text(lang: str) -> str:
    """Return the list of presets."""
    lines = []
    for name in PRESETS:
        rules = load_rules(name)
        lines.append(f"{click.style(name, bold=True)}{GAP}{rules.title}")
        order = _perlaggen(rules.perlagg_order, lang)
        lines += paragraph(text("say.preset", lang, deck=rules.deck, target=rules.target, order=order))
    return "\n".join([*lines, "", *paragraph(text("say.presets_hint", lang), indent="")])


def _perlaggen(order: tuple[str, ...], lang: str) -> str:
    """Return an order of Perlaggen such as "HK, W, trump 7"."""
    trump = text("say.trump_perlagg", lang) + "\u00a0"
    return ", ".join(entry.replace("trump ", trump) for entry in order)


def preset_text(rules: Rules, lang: str) -> str:
    """Return every field of a preset, its value and the paragraph it comes from."""
    head = rules.title if rules.title == rules.name else f"{rules.title} ({rules.name})"
    lines = [click.style(head, bold=True), ""]
    for name in field_names():
        label = text(f"field.{name}", lang, last=in_words("ordinal", rules.hand_size, lang))
        value = field_value(name, getattr(rules, name), lang)
        lines += paragraph(f"{label}: {value}", indent="")
        lines += paragraph(f"[{source_text(rules.sources[name], lang)}]", indent=GAP * 2)
    return "\n".join(lines)


def source_text(source: str, lang: str) -> str:
    """Return where a value comes from; what the presets remark there in words is in the language asked for.

    >>> source_text("our decision; no source", "de"), source_text("I §4", "de")
    ('unsere Entscheidung; keine Quelle', 'I §4')
    """
    return catalogue(lang).get(f"source.{source}", source)


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
    return catalogue(lang).get(f"value.{name}_{value}", str(value))
