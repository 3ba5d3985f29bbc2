"""What is asked, read once from text."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyse.game.cards import mask_of, parse_card, parse_cards, parse_suit
from analyse.game.rules import PRESETS, Rules, load_rules
from analyse.i18n import InputError
from analyse.knowledge.record import Record, check_my_turn, parse_record, with_record
from analyse.knowledge.situation import Situation, situation
from analyse.odds.open_worlds import decided


@dataclass(frozen=True)
class Score:
    """Points of my side and of the other before this deal, and what wins the game."""

    ours: int
    theirs: int
    target: int

    def to_go(self, side: int) -> tuple[int, int]:
        """Return the points to go of Vorhand's side and of the other; `side` is mine."""
        mine, other = self.target - self.ours, self.target - self.theirs
        return (mine, other) if side == 0 else (other, mine)


def read_score(said: str, rules: Rules, target: int | None = None) -> Score:
    """Return the score "ours:theirs"; `target` as agreed, else the preset's.

    Raises `InputError` where it cannot be a score.

    >>> from analyse.game.rules import load_rules
    >>> read_score("13:12", load_rules())
    Score(ours=13, theirs=12, target=15)
    """
    goal = rules.target if target is None else target
    if not 2 <= goal <= 99:
        raise InputError("score_target", bad=goal)
    ours, colon, theirs = said.partition(":")
    parts = [part.strip() for part in (ours, theirs)]
    if not colon or not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise InputError("score_form", bad=said)
    mine, other = map(int, parts)
    if max(mine, other) >= goal:
        raise InputError("score_over", bad=said, target=goal)
    return Score(mine, other, goal)


def read_situation(
    hand: tuple[str, ...],
    *,
    upcard: str | None,
    trump: str | None,
    rules: str,
    players: int = 4,
    leader: int = 0,
    known: tuple[str, ...] = (),
    later: bool = False,
) -> Situation:
    """Return the situation that the words of a command describe, or raise `InputError`.

    Whether any deal agrees is looked at `later`, with the plays.
    """
    preset = load_rules(rules or PRESETS[0])
    if not hand:
        raise InputError("cli_hand_missing", size=preset.hand_size)
    return situation(
        mask_of(parse_cards(" ".join(hand))),
        preset,
        upcard=None if upcard is None else parse_card(upcard),
        trump=None if trump is None else parse_suit(trump),
        players=players,
        leader=leader,
        known="; ".join(known),
        later=later,
    )


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
