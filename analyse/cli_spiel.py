"""The answers of `perlaggen` about tricks, asked of the core, and as the objects that `--json` prints."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyse.advice import HaltenSpiel
from analyse.cli_answers import Json, notes_of, plan_json, verdict_json
from analyse.game.cards import card_name, hand_name, mask_of, parse_card, parse_cards, parse_suit
from analyse.game.plays import ANY_NAME, check_name
from analyse.game.rules import PRESETS, Rules, load_rules
from analyse.game.taufen import Plan, Taufen
from analyse.game.tricks import (
    Play,
    Position,
    TrickRules,
    after,
    line,
    parse_play,
    play_name,
    play_values,
    solve,
    trick_rules,
    turn,
)
from analyse.i18n import InputError
from analyse.odds.estimate import Estimate
from analyse.odds.open_cards import check_drawing
from analyse.odds.record import Record, Trick, check_my_turn, parse_record, with_record
from analyse.odds.situation import Situation, trump_suit
from analyse.odds.spiel_odds import PlanOdds, PlayOdds, SpielOdds, by_leader, plan_odds, play_odds, spiel_odds

__all__ = ["check_drawing"]

THREADS = min(4, os.cpu_count() or 1)
MOST_TRICKS = 8


def read_record(known: Situation, played: Sequence[str]) -> Record:
    """Return what the words of `--played` say, several of them one after the other."""
    record = parse_record(" ".join(played), known)
    with_record(known, record)  # whether it can have been so
    return record


def read_record_of_mine(known: Situation, played: Sequence[str]) -> Record:
    """Return the same; `InputError` where it is not my turn after it, or it cannot have been so."""
    record = read_record(known, played)
    check_my_turn(record, known)
    return record


# Open deals ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OpenDeal:
    """A point of a deal with all cards open, as the words of `perlaggen tricks` describe it."""

    rules: Rules
    upcard: int | None
    trump: int
    position: Position
    objective: str


@dataclass(frozen=True)
class Tricks:
    """What both sides reach in it.

    Parameters
    ----------
    deal : what was asked
    tricks : tricks of seats 0 and 2 in the whole deal
    value : what they reach of the objective
    plays : the value after every legal play, None if not asked for
    line : one best line of play as tricks, None if not asked for
    """

    deal: OpenDeal
    tricks: int
    value: int
    plays: Mapping[Play, int] | None
    line: tuple[Trick, ...] | None

    @property
    def spiel(self) -> bool:
        """Whether seats 0 and 2 get more than half of all tricks."""
        return 2 * self.tricks > self.deal.position.tricks


def read_deal(  # noqa: PLR0913  a deal has as many parts, all of them keywords
    hands: tuple[str, ...],
    *,
    upcard: str | None,
    trump: str | None,
    rules: str,
    leader: int,
    table: str,
    taken: str,
    bound: str,
    objective: str,
) -> OpenDeal:
    """Return the open deal that the words of a command describe, or raise `InputError`."""
    if len(hands) not in (2, 4):
        raise InputError("tricks_hands", bad=len(hands))
    preset = load_rules(rules or PRESETS[0])
    up = None if upcard is None else parse_card(upcard)
    suit = trump_suit(preset, up, None if trump is None else parse_suit(trump))
    law = trick_rules(preset, suit)
    held = [parse_cards(hand) for hand in hands]
    plays = tuple(map(parse_play, table.split()))
    for card in (*(card for hand in held for card in hand), *(play.card for play in plays)):
        preset.check_card(card)
        if card == up:
            raise InputError("tricks_up", bad=card_name(card))
    _check_plays(plays, law)
    position = Position(
        law, tuple(map(mask_of, held)), leader, plays, _read_taken(taken), _read_bound(bound, law)
    )
    if not any(position.hands) and not plays:
        raise InputError("tricks_no_cards", bad=" / ".join(hands))
    if position.tricks > MOST_TRICKS:
        raise InputError("tricks_many", bad=position.tricks, most=MOST_TRICKS)
    return OpenDeal(preset, up, suit, position, objective)


def _check_plays(plays: tuple[Play, ...], law: TrickRules) -> None:
    """Check the cards on the table: each once, only Perlaggen named."""
    seen = 0
    for play in plays:
        check_name(play, law)
        if seen >> play.card & 1:
            raise InputError("card_twice", bad=card_name(play.card))
        seen |= 1 << play.card


def _read_taken(taken: str) -> tuple[int, int]:
    """Return the tricks taken by both sides, "1:0"."""
    found = re.fullmatch(r"\s*([0-9])\s*:\s*([0-9])\s*", taken)
    if not found:
        raise InputError("tricks_taken", bad=taken)
    return int(found[1]), int(found[2])


def _read_bound(bound: str, law: TrickRules) -> tuple[tuple[int, int], ...]:
    """Return which names some Perlaggen may bear: "W=LA,LK; S7=!L9" is LA or LK, and any but L9."""
    names: dict[int, int] = {}
    for part in filter(str.strip, bound.split(";")):
        card, equals, said = part.partition("=")
        if not equals:
            raise InputError("tricks_bound", bad=part.strip())
        words = [word.strip() for word in said.split(",")]
        plays = [parse_play(f"{card}={word.removeprefix('!')}") for word in words]
        for play in plays:
            check_name(play, law)
        barred = [word.startswith("!") for word in words]
        if any(barred) != all(barred):
            raise InputError("tricks_bound", bad=part.strip())
        mask = mask_of({play.name or 0 for play in plays})
        names[plays[0].card] = ANY_NAME & ~mask if all(barred) else mask
    return tuple(names.items())


def ask_tricks(deal: OpenDeal, *, plays: bool, line_of_play: bool) -> Tricks:
    """Return what both sides reach in an open deal."""
    position, objective = deal.position, deal.objective
    tricks = solve(position)
    return Tricks(
        deal,
        tricks,
        tricks if objective == "number" else solve(position, objective),
        play_values(position, objective) if plays else None,
        _tricks_of_line(position, objective) if line_of_play else None,
    )


def _tricks_of_line(position: Position, objective: str) -> tuple[Trick, ...]:
    """Return one best line of play, trick by trick, the one that lies included."""
    tricks: list[Trick] = []
    plays, leader = list(position.table), position.leader
    for play in line(position, objective):
        plays.append(play)
        position = after(position, play)
        if not position.table:
            tricks.append(Trick(leader, tuple(plays), position.leader))
            plays, leader = [], position.leader
    return tuple(tricks)


def tricks_json(answer: Tricks) -> Json:
    """Return the object of `perlaggen tricks --json`."""
    position = answer.deal.position
    made: Json = {
        "tricks": answer.tricks,
        "spiel": answer.spiel,
        "of": position.tricks,
        "objective": answer.deal.objective,
        "value": answer.value,
        "turn": turn(position),
    }
    if answer.plays is not None:
        made["plays"] = {play_name(play): value for play, value in answer.plays.items()}
    if answer.line is not None:
        made["line"] = [_trick_json(trick) for trick in answer.line]
    return made


def _trick_json(trick: Trick) -> Json:
    return {
        "leader": trick.leader,
        "plays": [play_name(play) for play in trick.plays],
        "taker": trick.taker,
    }


# Drawn deals -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spiel:
    """The chance of the Spiel, and that with each leader on the same deals."""

    odds: SpielOdds
    leaders: Mapping[int, Estimate]

    @property
    def notes(self) -> tuple[str, ...]:
        """Keys of the remarks that belong to the numbers."""
        return self.odds.notes


def ask_spiel(known: Situation, worlds: int, seed: int) -> Spiel:
    """Return the chance of the Spiel from the first lead on."""
    odds = spiel_odds(known, worlds=worlds, seed=seed, threads=THREADS)
    return Spiel(odds, by_leader(known, worlds=worlds, seed=seed, threads=THREADS))


def ask_play(known: Situation, record: Record, *, names: str, worlds: int, seed: int) -> PlayOdds:
    """Return what each play of mine leads to."""
    return play_odds(known, record, names=names, worlds=worlds, seed=seed, threads=THREADS)


def ask_plans(known: Situation, plans: Sequence[Plan], worlds: int, seed: int) -> PlanOdds:
    """Return the chance of the Spiel with each plan."""
    return plan_odds(known, plans, worlds=worlds, seed=seed, threads=THREADS)


def spiel_odds_json(odds: SpielOdds) -> Json:
    """Return a chance of the Spiel."""
    return {
        "win": odds.win.value,
        "stand": odds.stand.value,
        "lose": odds.lose.value,
        "stderr": odds.win.stderr,
        "method": odds.method,
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
    }


def halten_spiel_json(answer: HaltenSpiel, lang: str) -> Json:
    """Return the object of `perlaggen halten --figure spiel --json`."""
    return {
        "figure": answer.kind,
        "level": answer.level,
        **spiel_odds_json(answer.odds),
        **verdict_json(answer, lang),
        "plans": [],
        "why": list(answer.why(lang)),
        "notes": notes_of(answer, lang),
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
                "difference": row.difference.value,
                "difference_stderr": row.difference.stderr,
                "close": row.difference.close,
                "tricks": row.tricks,
                "minimum": row.minimum,
                "maximum": row.maximum,
                "sure": row.sure,
            }
            for row in odds.plays
        ],
        "sure": odds.sure,
        "hand": hand_name(known.hand & ~record.played).split(),
        "played": [_trick_json(trick) for trick in record.tricks],
        "table": [play_name(play) for play in record.table],
        "leader": record.leader,
        "taken": list(record.taken),
        "method": odds.method,
        "worlds": odds.worlds,
        "seed": odds.seed,
        "notes": notes_of(odds, lang),
    }


def taufen_spiel_json(answer: Taufen, odds: PlanOdds, lang: str) -> Json:
    """Return what `perlaggen taufen --spiel --json` prints instead of the plain plans and notes."""
    rows = [
        plan_json(plan)
        | {
            "spiel": {
                "win": row.win.value,
                "stderr": row.win.stderr,
                "difference": row.difference.value,
                "difference_stderr": row.difference.stderr,
                "method": odds.method,
                "worlds": odds.worlds,
                "seed": odds.seed,
            }
        }
        for plan, row in zip(answer.plans, odds.plans, strict=True)
    ]
    return {"plans": rows, "notes": notes_of(odds, lang)}
