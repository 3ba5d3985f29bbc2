"""The answers of `perlaggen` about tricks in words: aligned, within 80 columns, German or English."""

from collections.abc import Iterable, Sequence

import click

from analyse.advice.plays import Spiel
from analyse.advice.question import Question
from analyse.advice.tricks import OpenDeal, Tricks
from analyse.game.cards import SUIT_NAMES, card_name, hand_name
from analyse.game.plays import ANY_NAME, Play, Trick, play_name, turn
from analyse.game.taufen import Plan
from analyse.i18n import text
from analyse.knowledge.record import Record
from analyse.knowledge.situation import Situation
from analyse.numbers import chance, difference, error, grouped
from analyse.odds.estimate import Difference, exact, sampled
from analyse.odds.open_worlds import decided
from analyse.odds.spiel import PlanOdds, PlayOdds, SpielOdds
from analyse.report.odds import notes_of
from analyse.report.shares import estimate_parts, plan_names
from analyse.report.text import (
    GAP,
    acceptance_lines,
    beside,
    bullets,
    columns,
    exact_line,
    paragraph,
    plan_lines,
    table_lines,
)

PLAYS_SHOWN = 16


def _who(seat: int, players: int, lang: str) -> str:
    return text(f"say.who_{seat}_of_{players}", lang)


def _decimal(number: float, lang: str) -> str:
    """Return a number of tricks with two digits."""
    return f"{number:.2f}".replace(".", "," if lang == "de" else ".")


def _foot(notes: Iterable[str], odds: SpielOdds | PlayOdds | PlanOdds, lang: str) -> list[str]:
    """Return the notes, and how many deals were drawn or that they are all there are."""
    if odds.method == "exact":
        return [*bullets(notes), exact_line(odds.worlds, lang)]
    key = "say.drawn_1" if odds.worlds == 1 else "say.drawn"
    drawn = text(key, lang, worlds=grouped(odds.worlds, lang), seed=odds.seed)
    return [*bullets(notes), drawn, *acceptance_lines(odds.acceptance, lang)]


# Chances of the Spiel -----------------------------------------------------------------------------------


def spiel_text(known: Situation, answer: Spiel, lang: str) -> str:
    """Return the chance of the Spiel, the law of the tricks and the chance with each leader.

    It stands below the figures and repeats none of their notes, which are those of `known`.
    """
    odds = answer.odds
    if decided(known, answer.record):
        return "\n".join(["", *_decided_lines(answer.record, lang)])
    notes = [text(key, lang) for key in answer.notes if key not in known.notes]
    return "\n".join(
        [
            "",
            *_chance_table(odds, lang),
            "",
            *_law_lines(odds, lang),
            *_leader_lines(known, answer, lang),
            "",
            *_foot(notes, odds, lang),
        ]
    )


def _chance_table(odds: SpielOdds, lang: str) -> list[str]:
    heads = ["", *(text(f"say.{key}", lang) for key in ("win", "lose", "error", "mean_tricks", "sure"))]
    won, stands, lost = estimate_parts((odds.win, odds.stand, odds.lose), lang)
    row = [
        text("figure.spiel", lang),
        won,
        lost,
        error(odds.win, lang) or "–",
        _decimal(odds.mean, lang),
        str(odds.sure),
    ]
    if odds.stand.value or odds.stand.stderr:
        heads.insert(2, text("say.stand", lang))
        row.insert(2, stands)
    return columns([heads, row], "<" + ">" * (len(row) - 1))


def _law_lines(odds: SpielOdds, lang: str) -> list[str]:
    """Return how often my side gets how many tricks; a dash where that cannot be."""
    least, most = odds.taken[0] + odds.sure, len(odds.tricks) - 1 - odds.taken[1]
    found = exact if odds.method == "exact" else sampled
    shown = estimate_parts((found(n, odds.worlds) for n in odds.tricks), lang)
    cells = [cell if least <= k <= most else "–" for k, cell in enumerate(shown)]
    heads = [text("say.tricks", lang), *map(str, range(len(cells)))]
    return columns([heads, ["", *cells]], "<" + ">" * len(cells))


def _leader_lines(known: Situation, answer: Spiel, lang: str) -> list[str]:
    """Return the chance with each leader with an empty line before it, nothing where there are none."""
    if not answer.leaders:
        return []
    cells = [chance(each, lang) for each in answer.leaders.values()]
    heads = [text("say.leads", lang), *(_who(seat, known.players, lang) for seat in answer.leaders)]
    return ["", *columns([heads, ["", *cells]], "<" + ">" * len(cells))]


def _decided_lines(record: Record, lang: str) -> list[str]:
    """Return that the Spiel is decided."""
    ours, theirs = record.taken
    return paragraph(text("say.decided", lang, ours=ours, theirs=theirs), indent="")


def plans_text(odds: PlanOdds, lang: str) -> str:
    """Return the plans with the chance of the Spiel of each and its difference to the best."""
    spiel = [
        text("figure.spiel", lang),
        *(beside(chance(row.win, lang), error(row.win, lang)) for row in odds.plans),
    ]
    apart = [text("say.difference", lang), *(_apart(row.difference, lang) for row in odds.plans)]
    others = [(_plan_name(row.plan, lang), row.difference) for row in odds.plans if row is not odds.best]
    return "\n".join(
        [
            *plan_lines([row.plan for row in odds.plans], lang, [spiel, apart]),
            *(_close(_plan_name(odds.best.plan, lang), others, lang) if others else []),
            *([""] if others else []),
            *_foot(notes_of(odds, lang), odds, lang),
        ]
    )


def _plan_name(plan: Plan, lang: str) -> str:
    return plan_names(plan) if plan.named else text("say.nothing_named", lang)


def _apart(apart: Difference, lang: str) -> str:
    """Return a difference to the best with its error; a dash where there is none."""
    if not apart.stderr:
        return difference(apart.value, lang) if apart.value else "–"
    stderr = f"{100 * apart.stderr:.1f}".replace(".", "," if lang == "de" else ".")
    return f"{difference(apart.value, lang)} ± {stderr} %"


# Plays of mine ------------------------------------------------------------------------------------------


def play_text(question: Question, odds: PlayOdds, lang: str) -> str:
    """Return what has been played and what each play of mine leads to, the best first."""
    known, record = question.table.known, question.table.record
    head = [
        *table_lines(known, lang, head=text("say.plays", lang)),
        *record_lines(known, record, lang),
        "",
    ]
    if not odds.plays:
        return "\n".join([*head, *_decided_lines(record, lang)])
    seen = "range" if odds.method == "exact" else "seen"
    heads = [text(f"say.{key}", lang) for key in ("play", "chance", "difference", "tricks", seen, "sure")]
    rows = [
        [
            play_name(row.play),
            beside(chance(row.win, lang), error(row.win, lang)),
            _apart(row.difference, lang),
            _decimal(row.tricks, lang),
            f"{row.minimum}–{row.maximum}",
            str(row.sure),
        ]
        for row in odds.plays[:PLAYS_SHOWN]
    ]
    more = len(odds.plays) - len(rows)
    left = hand_name(known.hand & ~record.played)
    ours, theirs = record.taken
    best, *others = odds.plays
    apart = [(play_name(row.play), row.difference) for row in others]
    each = f"{chance(odds.each_deal, lang)} {error(odds.each_deal, lang)}".rstrip()
    return "\n".join(
        [
            *head,
            *paragraph(text("say.my_turn", lang, hand=left, ours=ours, theirs=theirs), indent=""),
            "",
            *columns([heads, *rows], "<>>>>>"),
            *([GAP + text("say.more_plays", lang, n=more)] if more else []),
            "",
            *([text("say.only_play", lang)] if not others else _close(play_name(best.play), apart, lang)),
            *paragraph(text("say.each_deal", lang, win=each), indent=""),
            "",
            *_foot(notes_of(odds, lang), odds, lang),
        ]
    )


def _close(best: str, others: Sequence[tuple[str, Difference]], lang: str) -> list[str]:
    """Return which plays or plans are equal to the best or not told apart from it, or how far the next is."""
    close = {
        "say.equal_plays": [name for name, apart in others if apart.close and not apart.stderr],
        "say.close_plays": [name for name, apart in others if apart.close and apart.stderr],
    }
    said = [
        text(key, lang, best=best, plays=", ".join(names[:PLAYS_SHOWN]))
        for key, names in close.items()
        if names
    ]
    if not said:
        name, apart = max(others, key=lambda row: row[1].value)
        said = [text("say.clear_play" if apart.stderr else "say.exact_play", lang, best=best, next=name)]
    return paragraph(" ".join(said), indent="")


def record_lines(known: Situation, record: Record, lang: str) -> list[str]:
    """Return the tricks so far as a table with an empty line before it, nothing before the first play."""
    if not record.plays:
        return []
    tricks = list(record.tricks)
    if record.table:
        tricks.append(Trick(record.leader, record.table, -1))
    return ["", *_trick_lines(tricks, known.players, lang)]


def _trick_lines(tricks: Iterable[Trick], players: int, lang: str) -> list[str]:
    """Return tricks as a table: who led, the cards, who took it."""
    rows = [[text(f"say.{key}", lang) for key in ("trick", "leads", "cards", "taken_by")]]
    for number, (leader, plays, taker) in enumerate(tricks, 1):
        took = _who(taker, players, lang) if taker >= 0 else "–"
        rows.append([str(number), _who(leader, players, lang), " ".join(map(play_name, plays)), took])
    return columns(rows, "><<<")


# Open deals ---------------------------------------------------------------------------------------------


def tricks_text(answer: Tricks, lang: str) -> str:
    """Return what both sides reach in an open deal."""
    deal = answer.deal
    position = deal.position
    players = len(position.hands)
    unit = "say.of_trick" if position.tricks == 1 else "say.of_tricks"
    said = text(unit, lang, n=answer.tricks, of=position.tricks)
    verdict = text(f"say.open_{'spiel' if answer.spiel else 'no_spiel'}_{players}", lang, tricks=said)
    lines = [click.style(verdict, bold=True), "", *_deal_lines(deal, lang)]
    if deal.objective == "last":
        lines += ["", text(f"say.open_last_{answer.value}_{players}", lang)]
    if answer.plays is not None:
        lines += ["", *_value_lines(answer, lang)]
    if answer.line is not None:
        lines += ["", *_best_line(answer, lang)]
    return "\n".join([*lines, "", *bullets([text("say.all_open", lang)])])


def _best_line(answer: Tricks, lang: str) -> list[str]:
    """Return a line of play as a table, and that it stops where the Spiel is decided."""
    position = answer.deal.position
    if not answer.line:
        return [text("say.line_over", lang)]
    table = _trick_lines(answer.line, len(position.hands), lang)
    stops = sum(position.taken) + len(answer.line) < position.tricks
    return [text("say.best_line", lang), *table, *([text("say.line_decided", lang)] if stops else [])]


def _deal_lines(deal: OpenDeal, lang: str) -> list[str]:
    """Return the hands, the trick that lies and what decides a trick."""
    position = deal.position
    players = len(position.hands)
    up = "" if deal.upcard is None else text("say.up", lang, card=card_name(deal.upcard)) + ", "
    trump = text("say.trump", lang, suit=SUIT_NAMES["de"][deal.trump])
    rows = [
        [
            _who(seat, players, lang),
            hand_name(hand) or "–",
            text("say.to_play", lang) * (seat == turn(position)),
        ]
        for seat, hand in enumerate(position.hands)
    ]
    lines = [f"{up}{trump} · {deal.rules.title}", *columns(rows, "<<<")]
    if position.table:
        lying = " ".join(map(play_name, position.table))
        lines.append(text("say.lying", lang, plays=lying, who=_who(position.leader, players, lang)))
    if any(position.taken):
        lines.append(text("say.taken", lang, ours=position.taken[0], theirs=position.taken[1]))
    for card, names in position.bound:
        lines += paragraph(_bound(card, names, lang), indent="")
    return lines


def _bound(card: int, names: int, lang: str) -> str:
    """Return which names a Perlagg may bear, or which it may not where those are fewer."""
    barred = ANY_NAME & ~names
    fewer = barred.bit_count() < names.bit_count()
    shown = hand_name(barred if fewer else names)
    return text("say.bound_not" if fewer else "say.bound", lang, card=card_name(card), names=shown)


def _value_lines(answer: Tricks, lang: str) -> list[str]:
    """Return every legal play by what it leads to, the best for the seat to play first."""
    plays = answer.plays or {}
    ours = turn(answer.deal.position) % 2 == 0
    players = len(answer.deal.position.hands)
    lines = [text(f"say.values_{answer.deal.objective}_{players}", lang)]
    for value in sorted(set(plays.values()), reverse=ours):
        names = _grouped_plays([play for play, reached in plays.items() if reached == value])
        shown = paragraph(names, indent=GAP * 3)
        lines += [f"{GAP}{value}{GAP * 2}{shown[0].strip()}", *shown[1:]]
    return lines


def _grouped_plays(plays: Iterable[Play]) -> str:
    """Return plays in words, a Perlagg once with all its names: "L9, W, W=LA LK"."""
    names: dict[int, list[str]] = {}
    unnamed = [play_name(play) for play in plays if play.name is None]
    for play in plays:
        if play.name is not None:
            names.setdefault(play.card, []).append(card_name(play.name))
    return ", ".join([*unnamed, *(f"{card_name(card)}={' '.join(said)}" for card, said in names.items())])
