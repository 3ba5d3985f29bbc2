"""The answer of `perlaggen settle` in words, as a referee explains it, German or English."""

import textwrap
from collections.abc import Iterator

import click

from analyse.game.cards import card_name, hand_name, mask_of
from analyse.game.figures import KINDS, figure_short
from analyse.i18n import text
from analyse.referee.slate import Entry
from analyse.referee.verdict import Judgement
from analyse.report.text import GAP, WIDTH, bullets, columns, source_text


def settle_text(made: Judgement, lang: str) -> str:
    """Return the table, the hands, one line for each entry, and who goes out."""
    slate = made.settlement
    return "\n".join(
        [
            *_table_lines(made, lang),
            *([] if made.shown else [""]),
            *(["", *_hand_lines(made, lang), ""] if made.shown else []),
            *(line for entry in slate.entries for line in _entry_lines(entry, lang)),
            *([""] if slate.entries else []),
            click.style(verdict(made, lang), bold=True),
            *_foot(made, lang),
        ]
    )


def entry_text(entry: Entry, lang: str) -> str:
    """Return why an entry is written, in words."""
    return text(f"settle.why_{entry.why}", lang, **entry.params)


def verdict(made: Judgement, lang: str) -> str:
    """Return who goes out, or how it goes on.

    >>> from analyse.referee.dispute_reader import parse_dispute
    >>> from analyse.referee.verdict import judge
    >>> verdict(judge(parse_dispute("spiel them | bids: me good gleich, me good hanger | score 3:12")), "en")
    'They are out, 3:15 (we : they).'
    """
    slate = made.settlement
    score = _score(slate.after)
    if slate.out is not None:
        return text(f"settle.out_{slate.out}", lang, score=score)
    return text(
        f"settle.new_deal_{slate.new_deal}" if slate.new_deal else "settle.goes_on", lang, score=score
    )


def _score(score: tuple[int, int]) -> str:
    return ":".join(f"{points}".replace("-", "−") for points in score)


def _who(seat: int, players: int, lang: str) -> str:
    return text(f"say.who_{seat}_of_{players}", lang)


def _table_lines(made: Judgement, lang: str) -> list[str]:
    told = made.dispute
    words = text(
        "settle.table",
        lang,
        title=told.rules.title,
        target=made.settlement.target,
        score=_score(made.settlement.before),
        vorhand=_who(told.leader, told.players, lang),
    )
    return textwrap.wrap(words, WIDTH)


def _hand_lines(made: Judgement, lang: str) -> list[str]:
    """Return the hands with their names and figures."""
    told = made.dispute
    rows = []
    for seat, (laid, hand) in enumerate(zip(told.hands, made.shown, strict=True)):
        named = [f"{card_name(c)}={'–' if name is None else card_name(name)}" for c, name in hand.names]
        cards = " ".join([hand_name(laid.cards & ~mask_of(dict(hand.names))), *named])
        figures = [
            f"{text(f'figure.{kind}', lang)} {figure_short(kind, hand.figure(kind))}" for kind in KINDS
        ]
        rows.append([_who(seat, told.players, lang), cards.strip(), *figures])
    return columns(rows, "<<<<")


def _entry_lines(entry: Entry, lang: str) -> list[str]:
    """Return an entry: side, points, figure, score after it, why and by which paragraph."""
    side = "–" if entry.side is None else text(f"settle.side_{entry.side}", lang)
    points = f"{entry.points:+d}".replace("-", "−") if entry.points else "0"
    figure = text(f"figure.{entry.figure}", lang)
    head = f"{GAP}{side:<4}{GAP}{points:>2}{GAP}{figure:<6}{GAP}{_score(entry.score):>5}{GAP}"
    source = source_text(entry.source, lang).replace(" §", "\u00a0§").replace("p. ", "p.\u00a0")
    why = f"{entry_text(entry, lang)} ({source})"
    lines = textwrap.wrap(
        why, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )
    return [line.replace("\u00a0", " ") for line in lines]  # those have kept together what they join


def _foot(made: Judgement, lang: str) -> Iterator[str]:
    """Yield what belongs to the answer: names nobody told, points that are owed."""
    told, notes = made.dispute, []
    assumed = [
        f"{_who(seat, told.players, lang)} {card_name(card)}={card_name(name)}"
        for seat, hand in enumerate(made.shown)
        for card, name in hand.names
        if card in hand.assumed and name is not None
    ]
    if assumed:
        notes.append(text("settle.assumed", lang, names=", ".join(assumed)))
    if min(made.settlement.after) < 0:
        notes.append(text("settle.debt", lang))
    if notes:
        yield ""
        yield from bullets(notes)
