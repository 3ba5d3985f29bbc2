"""A deal in dispute: hands or outcomes, what was said, the score; printed as one line.

`parse_dispute` of `dispute_reader` and `print_dispute` are a pair: reading the line gives the deal back.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from analyse.game.cards import RANKS, SUITS, card_name, hand_name, mask_of
from analyse.game.figures import NONE, figure_count
from analyse.game.plays import Play, play_name
from analyse.game.rules import PRESETS, Rules, load_rules
from analyse.game.seats import ME, SEAT_WORDS
from analyse.referee.bets import Call
from analyse.referee.calls import Who, print_calls, who_name
from analyse.referee.laid_hands import Laid

UNNAMED = "-"
STANDS = "stands"
NOBODY = "nobody"
SETTINGS = ("players", "leader", "rules", "target")


class Claim(NamedTuple):
    """What a line says of how a figure ends.

    `who`: the seats of the side (or the one seat) that has it; empty: it stands. `value`: the best figure, 0
    where nobody has it, None where not told. `lacks`: seats that cannot make it. `start`: where it stands.
    """

    figure: str
    who: Who
    value: int | None
    lacks: frozenset[int]
    text: str
    start: int


@dataclass(frozen=True)
class Dispute:
    """What one line tells.

    Parameters
    ----------
    players : 2 or 4
    leader : seat of Vorhand
    preset : name or path of the rules
    target : points that go out, None for the preset's
    score : ours, theirs
    upcard, trump : None where no hands are told
    hands : by seat; empty where only outcomes are told
    plays : the cards played, in order
    claims : how figures end
    calls : what was said; those of a side rather than of a seat in `by_side` (places)
    """

    players: int = 4
    leader: int = ME
    preset: str = PRESETS[0]
    target: int | None = None
    score: tuple[int, int] = (0, 0)
    upcard: int | None = None
    trump: int | None = None
    hands: tuple[Laid, ...] = ()
    plays: tuple[Play, ...] = ()
    claims: tuple[Claim, ...] = ()
    calls: tuple[Call, ...] = ()
    by_side: frozenset[int] = frozenset()

    @cached_property
    def rules(self) -> Rules:
        """The rules it is played by, with the target agreed on."""
        rules = load_rules(self.preset)
        return rules if self.target is None else replace(rules, target=self.target)


def print_dispute(told: Dispute) -> str:
    """Return the canonical line; `parse_dispute` gives the deal back.

    >>> claim = Claim("gleich", (0, 2), 23, frozenset({1}), "", 0)
    >>> print_dispute(Dispute(claims=(claim,), calls=(Call("bid", 1, ("gleich",)),), score=(3, 4)))
    'gleich us 3A !left | bids: left bids gleich | score 3:4'
    """
    usual = Dispute()
    values = {"players": told.players, "leader": told.leader, "rules": told.preset, "target": told.target}
    as_usual = {"players": usual.players, "leader": usual.leader, "rules": usual.preset, "target": None}
    settings = " ".join(f"{key}={values[key]}" for key in SETTINGS if values[key] != as_usual[key])
    seats = SEAT_WORDS[told.players]
    up = "" if told.trump is None else SUITS[told.trump] if told.upcard is None else card_name(told.upcard)
    calls = print_calls(told.calls, told.by_side, told.players)
    score = f"score {told.score[0]}:{told.score[1]}" if told.score != usual.score else ""
    fields = [
        up,
        *(f"{seats[seat][0]} {_print_hand(laid)}" for seat, laid in enumerate(told.hands)),
        _print_plays(told),
        ", ".join(_print_claim(claim, told.players) for claim in told.claims),
        f"bids: {calls}" if calls else "",
        score,
        settings,
    ]
    return " | ".join(filter(None, fields))


def _print_hand(laid: Laid) -> str:
    names = dict(laid.names)
    plain = hand_name(laid.cards & ~mask_of(names))
    named = [
        f"{card_name(card)}={UNNAMED}" if name is None else play_name(Play(card, name))
        for card, name in laid.names
    ]
    return " ".join(filter(None, (plain, *named)))


def _print_plays(told: Dispute) -> str:
    words = [play_name(play) for play in told.plays]
    tricks = [words[i : i + told.players] for i in range(0, len(words), told.players)]
    return " / ".join(" ".join(trick) for trick in tricks)


def _print_claim(claim: Claim, players: int) -> str:
    if claim.value == NONE:
        return f"{claim.figure} {NOBODY}"
    who = who_name(claim.who, players) if claim.who else STANDS
    best = f"{figure_count(claim.value)}{RANKS[claim.value % 8]}" if claim.value else ""
    return " ".join(filter(None, (claim.figure, who, best, *_lacking(claim.lacks, players))))


def _lacking(lacks: frozenset[int], players: int) -> list[str]:
    """Return the seats that cannot make a figure, both of a side as one word."""
    words = []
    for side in (0, 1):
        seats = tuple(range(side, players, 2))
        if set(seats) <= lacks:
            words.append(f"!{who_name(seats, players)}")
        else:
            words += [f"!{who_name((seat,), players)}" for seat in seats if seat in lacks]
    return words
