"""The answers of `perlaggen` about the Spiel of a hand, asked of the core, and as what `--json` prints."""

from analyse.advice.plays import Spiel
from analyse.advice.question import Question
from analyse.game.cards import card_name, hand_name
from analyse.game.plays import play_name
from analyse.game.taufen import Taufen
from analyse.knowledge.record import Record
from analyse.odds.estimate import Difference
from analyse.odds.open_worlds import decided
from analyse.odds.spiel import PlanOdds, PlayOdds, SpielOdds
from analyse.report.odds import Json, notes_of, plan_json
from analyse.report.questions import question_json
from analyse.report.tricks import trick_json


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
    return figures | {
        "figures": figures["figures"] | {"spiel": spiel_json(answer)},
        "notes": figures["notes"] + notes,
        **point_json(answer.record),
    }


def play_json(question: Question, odds: PlayOdds, lang: str) -> Json:
    """Return the object of `perlaggen play --json`."""
    known, record = question.table.known, question.table.record
    return {
        "question": question_json(question),
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
