"""The answers of `perlaggen` about tricks in words: aligned, within 80 columns, German or English."""

from collections.abc import Iterable

import click

from analyse.advice import HaltenSpiel, chance, difference, error, grouped
from analyse.cli_answers import notes_of
from analyse.cli_spiel import OpenDeal, Spiel, Tricks
from analyse.cli_text import (
    GAP,
    action_lines,
    bullets,
    chance_lines,
    columns,
    need_lines,
    paragraph,
    plan_lines,
    table_lines,
    verdict_line,
)
from analyse.game.cards import SUIT_NAMES, card_name, hand_name
from analyse.game.tricks import Play, play_name, turn
from analyse.i18n import text
from analyse.odds.estimate import Estimate, sampled
from analyse.odds.record import Record, Trick
from analyse.odds.situation import Situation
from analyse.odds.spiel_odds import Difference, PlanOdds, PlayOdds, SpielOdds

PLAYS_SHOWN = 16


def _who(seat: int, players: int, lang: str) -> str:
    return text(f"cli.who_{seat}_of_{players}", lang)


def _decimal(number: float, lang: str) -> str:
    """Return a number of tricks with two digits."""
    return f"{number:.2f}".replace(".", "," if lang == "de" else ".")


def _foot(notes: Iterable[str], worlds: int, seed: int, lang: str) -> list[str]:
    """Return the notes, and how many deals were drawn."""
    return [*bullets(notes), text("cli.drawn", lang, worlds=grouped(worlds, lang), seed=seed)]


# Chances of the Spiel -----------------------------------------------------------------------------------


def spiel_text(known: Situation, answer: Spiel, lang: str) -> str:
    """Return the chance of the Spiel, the law of the tricks and the chance with each leader.

    It stands below the figures and repeats none of their notes.
    """
    odds = answer.odds
    notes = [text(key, lang) for key in odds.notes if key not in known.notes]
    return "\n".join(
        [
            "",
            *_chance_table(odds, lang),
            "",
            *_law_lines(odds, lang),
            "",
            *_leader_lines(known, answer, lang),
            "",
            *_foot(notes, odds.worlds, odds.seed, lang),
        ]
    )


def _chance_table(odds: SpielOdds, lang: str) -> list[str]:
    heads = ["", *(text(f"cli.{key}", lang) for key in ("win", "lose", "error", "mean_tricks", "sure"))]
    row = [
        text("figure.spiel", lang),
        chance(odds.win, lang),
        chance(odds.lose, lang),
        error(odds.win, lang) or "–",
        _decimal(odds.mean or 0.0, lang),
        str(odds.sure),
    ]
    if odds.stand.stderr:
        heads.insert(2, text("cli.stand", lang))
        row.insert(2, chance(odds.stand, lang))
    return columns([heads, row], "<" + ">" * (len(row) - 1))


def _law_lines(odds: SpielOdds, lang: str) -> list[str]:
    """Return how often my side gets how many tricks; a dash where that cannot be."""
    least, most = odds.taken[0] + odds.sure, len(odds.tricks) - 1 - odds.taken[1]
    cells = [
        chance(sampled(n, odds.worlds), lang) if least <= k <= most else "–"
        for k, n in enumerate(odds.tricks)
    ]
    heads = [text("cli.tricks", lang), *map(str, range(len(cells)))]
    return columns([heads, ["", *cells]], "<" + ">" * len(cells))


def _leader_lines(known: Situation, answer: Spiel, lang: str) -> list[str]:
    """Return the chance with each leader; certain where it is whoever leads."""
    decided = not answer.odds.win.stderr
    cells = [chance(answer.odds.win if decided else each, lang) for each in answer.leaders.values()]
    heads = [text("cli.leads", lang), *(_who(seat, known.players, lang) for seat in answer.leaders)]
    return columns([heads, ["", *cells]], "<" + ">" * len(cells))


def halten_spiel_text(answer: HaltenSpiel, record: Record, lang: str) -> str:
    """Return the answer to "Soll ich halten?" where Spiel was bid, the verdict first."""
    odds = answer.odds
    parts = {"win": odds.win, "stand": odds.stand, "lose": odds.lose}
    rows = [
        (part, each.value, _chance_and_error(each, lang))
        for part, each in parts.items()
        if part != "stand" or each.stderr
    ]
    return "\n".join(
        [
            click.style(verdict_line(answer, lang), bold=True),
            "",
            *table_lines(answer.situation, lang, head=text("figure.spiel", lang)),
            *_record_lines(answer.situation, record, lang),
            "",
            *chance_lines(rows, lang),
            "",
            *need_lines(answer, lang),
            "",
            *action_lines(answer, lang),
            "",
            *paragraph(" ".join(answer.why(lang)), indent=""),
            "",
            *_foot(notes_of(answer, lang), odds.worlds, odds.seed, lang),
        ]
    )


def plans_text(odds: PlanOdds, lang: str) -> str:
    """Return the plans with the chance of the Spiel of each and its difference to the best."""
    spiel = [text("figure.spiel", lang), *(_chance_and_error(row.win, lang) for row in odds.plans)]
    apart = [text("cli.difference", lang), *(_apart(row.difference, lang) for row in odds.plans)]
    return "\n".join(
        [
            *plan_lines([row.plan for row in odds.plans], lang, [spiel, apart]),
            *_foot(notes_of(odds, lang), odds.worlds, odds.seed, lang),
        ]
    )


def _chance_and_error(estimate: Estimate, lang: str) -> str:
    return f"{chance(estimate, lang):>7} {error(estimate, lang):<7}"


def _apart(apart: Difference, lang: str) -> str:
    """Return a difference to the best with its error; a dash where there is none."""
    if not apart.value and not apart.stderr:
        return "–"
    stderr = f"{100 * apart.stderr:.1f}".replace(".", "," if lang == "de" else ".")
    return f"{difference(apart.value, lang)} ± {stderr} %"


# Plays of mine ------------------------------------------------------------------------------------------


def play_text(known: Situation, record: Record, odds: PlayOdds, lang: str) -> str:
    """Return what has been played and what each play of mine leads to, the best first."""
    heads = [text(f"cli.{key}", lang) for key in ("play", "chance", "difference", "tricks", "range", "sure")]
    rows = [
        [
            play_name(row.play),
            _chance_and_error(row.win, lang),
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
    return "\n".join(
        [
            *table_lines(known, lang, head=text("cli.plays", lang)),
            *_record_lines(known, record, lang),
            "",
            *paragraph(text("cli.my_turn", lang, hand=left, ours=ours, theirs=theirs), indent=""),
            "",
            *columns([heads, *rows], "<>>>>>"),
            *([GAP + text("cli.more_plays", lang, n=more)] if more else []),
            "",
            *paragraph(_close(odds, lang), indent=""),
            "",
            *_foot(notes_of(odds, lang), odds.worlds, odds.seed, lang),
        ]
    )


def _close(odds: PlayOdds, lang: str) -> str:
    """Return which plays are not told apart from the best, or how far the next is away."""
    best, *others = odds.plays
    if not others:
        return text("cli.only_play", lang)
    names = [play_name(row.play) for row in others if row.difference.close]
    if names:
        shown = ", ".join(names[:PLAYS_SHOWN])
        return text("cli.close_plays", lang, best=play_name(best.play), plays=shown)
    closest = min(others, key=lambda row: -row.difference.value)
    return text("cli.clear_play", lang, best=play_name(best.play), next=play_name(closest.play))


def _record_lines(known: Situation, record: Record, lang: str) -> list[str]:
    """Return the tricks so far as a table with an empty line before it, nothing before the first play."""
    if not record.plays:
        return []
    tricks = list(record.tricks)
    if record.table:
        tricks.append(Trick(record.leader, record.table, -1))
    return ["", *_trick_lines(tricks, known.players, lang)]


def _trick_lines(tricks: Iterable[Trick], players: int, lang: str) -> list[str]:
    """Return tricks as a table: who led, the cards, who took it."""
    rows = [[text(f"cli.{key}", lang) for key in ("trick", "leads", "cards", "taken_by")]]
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
    said = {"n": answer.tricks, "of": position.tricks}
    verdict = text(f"cli.open_{'spiel' if answer.spiel else 'no_spiel'}_{players}", lang, **said)
    lines = [click.style(verdict, bold=True), "", *_deal_lines(deal, lang)]
    if deal.objective == "last":
        lines += ["", text(f"cli.open_last_{answer.value}_{players}", lang)]
    if answer.plays is not None:
        lines += ["", *_value_lines(answer, lang)]
    if answer.line is not None:
        lines += ["", text("cli.best_line", lang), *_trick_lines(answer.line, players, lang)]
    return "\n".join([*lines, "", *bullets([text("cli.all_open", lang)])])


def _deal_lines(deal: OpenDeal, lang: str) -> list[str]:
    """Return the hands, the trick that lies and what decides a trick."""
    position = deal.position
    players = len(position.hands)
    up = "" if deal.upcard is None else text("cli.up", lang, card=card_name(deal.upcard)) + ", "
    trump = text("cli.trump", lang, suit=SUIT_NAMES["de"][deal.trump])
    rows = [
        [
            _who(seat, players, lang),
            hand_name(hand) or "–",
            text("cli.to_play", lang) * (seat == turn(position)),
        ]
        for seat, hand in enumerate(position.hands)
    ]
    lines = [f"{up}{trump} · {deal.rules.title}", *columns(rows, "<<<")]
    if position.table:
        lying = " ".join(map(play_name, position.table))
        lines.append(text("cli.lying", lang, plays=lying, who=_who(position.leader, players, lang)))
    if any(position.taken):
        lines.append(text("cli.taken", lang, ours=position.taken[0], theirs=position.taken[1]))
    for card, names in position.bound:
        bound = " ".join(card_name(name) for name in range(32) if names >> name & 1)
        lines += paragraph(text("cli.bound", lang, card=card_name(card), names=bound), indent="")
    return lines


def _value_lines(answer: Tricks, lang: str) -> list[str]:
    """Return every legal play by what it leads to, the best for the seat to play first."""
    plays = answer.plays or {}
    ours = turn(answer.deal.position) % 2 == 0
    lines = [text(f"cli.values_{answer.deal.objective}", lang)]
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
