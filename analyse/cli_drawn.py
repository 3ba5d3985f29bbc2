"""The answers of `perlaggen` about the Spiel of a hand, asked of the core, and as what `--json` prints."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyse.advice import HaltenSpiel
from analyse.cli_answers import Json, notes_of, plan_json, verdict_json
from analyse.cli_progress import Watch
from analyse.cli_spiel import trick_json
from analyse.game.cards import card_name, hand_name
from analyse.game.taufen import Plan, Taufen
from analyse.game.tricks import play_name
from analyse.i18n import InputError
from analyse.odds.estimate import Estimate
from analyse.odds.open_cards import check_drawing, decided
from analyse.odds.record import Record, check_my_turn, parse_record, with_record
from analyse.odds.situation import Situation
from analyse.odds.spiel_odds import (
    Difference,
    PlanOdds,
    PlayOdds,
    SpielOdds,
    by_leader,
    plan_odds,
    play_odds,
    spiel_odds,
)

__all__ = ["check_drawing", "decided"]

THREADS = min(4, os.cpu_count() or 1)


def read_record(known: Situation, played: Sequence[str]) -> Record:
    """Return what the words of `--played` say, several of them one after the other."""
    record = parse_record(" ".join(played), known)
    with_record(known, record)  # whether it can have been so
    return record


def read_record_of_mine(known: Situation, played: Sequence[str]) -> Record:
    """Return the same; `InputError` where it is not my turn after it and the Spiel not decided, either."""
    record = read_record(known, played)
    if not decided(known, record) or len(record.tricks) == known.rules.hand_size:
        check_my_turn(record, known)
    return record


def figures_after(known: Situation, record: Record) -> Situation:
    """Return what is known for the figures after some plays."""
    narrowed = with_record(known, record)
    return replace(narrowed, notes=(*narrowed.notes, *(("note.played",) if record.plays else ())))


def read_record_of_plans(known: Situation, played: Sequence[str], *, spiel: bool) -> Record:
    """Return what has been played, for plans; it must bear on them: with the Spiel, or a Perlagg of mine."""
    record = read_record(known, played)
    if record.plays and not spiel and not record.played & known.hand & known.perlaggen:
        raise InputError("cli_played_plans", bad=record.text)
    return record


@dataclass(frozen=True)
class Spiel:
    """The chance of the Spiel after what was played, and before the first play that with each leader.

    The leaders are on the same deals; there are none where it was stopped before.
    """

    record: Record

    odds: SpielOdds
    leaders: Mapping[int, Estimate]
    notes: tuple[str, ...]


def ask_spiel(known: Situation, record: Record, worlds: int, seed: int, watch: Watch) -> Spiel:
    """Return the chance of the Spiel from `record` on."""
    asked: dict[str, Any] = {"worlds": worlds, "seed": seed, "threads": THREADS, "progress": watch}
    odds = spiel_odds(known, record=record, **asked)
    leaders = {} if record.plays or watch.stopped else by_leader(known, **asked)
    return Spiel(record, odds, {} if watch.stopped else leaders, odds.notes)


def ask_play(known: Situation, record: Record, names: str, **asked: Any) -> PlayOdds:
    """Return what each play of mine leads to; `asked`: worlds, seed, progress."""
    return play_odds(known, record, names=names, threads=THREADS, **asked)


def ask_plans(known: Situation, plans: Sequence[Plan], record: Record, **asked: Any) -> PlanOdds:
    """Return the chance of the Spiel with each plan; `asked`: worlds, seed, progress."""
    return plan_odds(known, plans, record=record, threads=THREADS, **asked)


def spiel_odds_json(odds: SpielOdds) -> Json:
    """Return a chance of the Spiel."""
    return {
        "win": odds.win.value,
        "stand": odds.stand.value,
        "lose": odds.lose.value,
        "stderr": odds.win.stderr,
        "method": odds.method,
        "acceptance": odds.acceptance,
        "worlds": odds.worlds,
        "seed": odds.seed,
        "sure": odds.sure,
        "mean": odds.mean,
        "minimum": odds.minimum,
        "maximum": odds.maximum,
        "tricks": [{"tricks": k, "p": n / odds.worlds, "n": n} for k, n in enumerate(odds.tricks)],
    }


def spiel_json(answer: Spiel) -> Json:
    """Return `figures.spiel` of `perlaggen odds --json`."""
    leaders = [
        {"seat": seat, "win": chance.value, "stderr": chance.stderr}
        for seat, chance in answer.leaders.items()
    ]
    return spiel_odds_json(answer.odds) | {"leaders": leaders}


def with_spiel_json(figures: Json, answer: Spiel | None, lang: str) -> Json:
    """Return the object of `perlaggen odds --json` with the Spiel, if that was asked for, and its notes."""
    if answer is None:
        return figures
    notes = [note for note in notes_of(answer, lang) if note not in figures["notes"]]
    return {
        "figures": figures["figures"] | {"spiel": spiel_json(answer)},
        "notes": figures["notes"] + notes,
        **point_json(answer.record),
    }


def halten_spiel_json(answer: HaltenSpiel, record: Record, lang: str) -> Json:
    """Return the object of `perlaggen halten --figure spiel --json`."""
    return {
        "figure": answer.kind,
        "level": answer.level,
        **spiel_odds_json(answer.odds),
        **verdict_json(answer, lang),
        "plans": [],
        "why": list(answer.why(lang)),
        "notes": notes_of(answer, lang),
        **point_json(record),
    }


def play_json(known: Situation, record: Record, odds: PlayOdds, lang: str) -> Json:
    """Return the object of `perlaggen play --json`."""
    return {
        "plays": [
            {
                "play": play_name(row.play),
                "card": card_name(row.play.card),
                "name": None if row.play.name is None else card_name(row.play.name),
                "win": row.win.value,
                "stderr": row.win.stderr,
                **_apart_json(row.difference, best=row is odds.plays[0]),
                "tricks": row.tricks,
                "minimum": row.minimum,
                "maximum": row.maximum,
                "sure": row.sure,
            }
            for row in odds.plays
        ],
        "each_deal": {"win": odds.each_deal.value, "stderr": odds.each_deal.stderr},
        "decided": decided(known, record),
        "sure": odds.sure,
        "hand": hand_name(known.hand & ~record.played).split(),
        **point_json(record),
        "method": odds.method,
        "acceptance": odds.acceptance,
        "worlds": odds.worlds,
        "seed": odds.seed,
        "notes": notes_of(odds, lang),
    }


def point_json(record: Record) -> Json:
    """Return what has been played so far."""
    return {
        "played": [trick_json(trick) for trick in record.tricks],
        "table": [play_name(play) for play in record.table],
        "leader": record.leader,
        "taken": list(record.taken),
    }


def _apart_json(apart: Difference, *, best: bool) -> Json:
    """Return the difference to the best; that one is not compared with itself."""
    return {
        "difference": apart.value,
        "difference_stderr": apart.stderr,
        "close": None if best else apart.close,
    }


def taufen_spiel_json(answer: Taufen, odds: PlanOdds, record: Record, lang: str) -> Json:
    """Return what `perlaggen taufen --spiel --json` prints instead of the plain plans and notes."""
    rows = [
        plan_json(plan)
        | {
            "spiel": {
                "win": row.win.value,
                "stderr": row.win.stderr,
                **_apart_json(row.difference, best=row is odds.best),
                "method": odds.method,
                "acceptance": odds.acceptance,
                "worlds": odds.worlds,
                "seed": odds.seed,
            }
        }
        for plan, row in zip(answer.plans, odds.plans, strict=True)
    ]
    return {"plans": rows, "notes": notes_of(odds, lang), **point_json(record)}
