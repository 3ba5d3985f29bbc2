"""All cards open: the deal as it is told, and its tricks: asked."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from analyse.game.cards import card_name, mask_of, parse_card, parse_cards, parse_suit
from analyse.game.plays import (
    ANY_NAME,
    Play,
    Position,
    Trick,
    TrickRules,
    after,
    check_name,
    parse_play,
    play_words,
    trick_rules,
)
from analyse.game.rules import PRESETS, Rules, load_rules, trump_suit
from analyse.game.seats import read_leader
from analyse.i18n import InputError
from analyse.opencards.solver import line, play_values, solve

MOST_TRICKS = 8


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
    leader: int | str,
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
    plays = tuple(map(parse_play, play_words(table)))
    for card in (*(card for hand in held for card in hand), *(play.card for play in plays)):
        preset.check_card(card)
        if card == up:
            raise InputError("tricks_up", bad=card_name(card))
    _check_plays(plays, law)
    names = _read_bound(bound, law)
    position = Position(
        law,
        tuple(map(mask_of, held)),
        read_leader(leader, len(hands)),
        plays,
        _read_taken(taken),
        tuple(names.values()),
    )
    if not any(position.hands) and not plays:
        raise InputError("tricks_no_cards", bad=" / ".join(hands))
    if position.tricks > MOST_TRICKS:
        raise InputError("tricks_many", bad=taken.strip(), n=position.tricks, most=MOST_TRICKS)
    if any(position.taken) and position.tricks != preset.hand_size:
        raise InputError("tricks_unfit", bad=taken.strip(), n=position.tricks, all=preset.hand_size)
    for part, (card, _) in names.items():
        if not any(hand >> card & 1 for hand in position.hands):
            lies = any(play.card == card for play in plays)
            raise InputError("bound_on_table" if lies else "bound_in_no_hand", bad=part, card=card_name(card))
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
    found = re.fullmatch(r"\s*([0-9]{1,9})\s*:\s*([0-9]{1,9})\s*", taken)
    if not found:
        raise InputError("tricks_taken", bad=taken)
    return int(found[1]), int(found[2])


def _read_bound(bound: str, law: TrickRules) -> dict[str, tuple[int, int]]:
    """Return part by part which names a Perlagg may bear: "W=LA,LK; S7=!L9" is LA or LK, and any but L9."""
    parts = [part.strip() for part in bound.split(";") if part.strip()]
    if bound.strip() and not parts:
        raise InputError("tricks_bound", bad=bound.strip())
    rows: dict[str, tuple[int, int]] = {}
    for part in parts:
        card, names = _read_names(part, law)
        if card in [said for said, _ in rows.values()]:
            raise InputError("bound_twice", bad=part, card=card_name(card))
        rows[part] = card, names
    return rows


def _read_names(part: str, law: TrickRules) -> tuple[int, int]:
    """Return the Perlagg of one part of `--bound` and the mask of the names it may bear."""
    card, equals, said = part.partition("=")
    if not equals:
        raise InputError("tricks_bound", bad=part)
    words = [word.strip() for word in said.split(",")]
    barred = [word.startswith("!") for word in words]
    if any(barred) != all(barred) or not all(word.removeprefix("!") for word in words):
        raise InputError("tricks_bound", bad=part)
    plays = [parse_play(f"{card}={word.removeprefix('!')}") for word in words]
    for play in plays:
        check_name(play, law)
    mask = mask_of({play.name or 0 for play in plays})
    return plays[0].card, ANY_NAME & ~mask if all(barred) else mask


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
