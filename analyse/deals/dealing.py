"""Ways to hand out the unseen cards one after the other, counted by what each place still has room for.

A state says how full every hand (and the bottom) is and how many cards of each counted set lie where
they count. From the last card back, the ways to go on are counted for every state that can occur, so
that a deal can be drawn card by card without ever being thrown away, however rare it may be.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from analyse.deals.constraints import BOTTOM, Frame, Number, tidy
from analyse.i18n import InputError

Codes = NDArray[np.int64]
Ways = NDArray[np.int64]
MOST_CODES = 1 << 16  # up to here a state is looked up rather than searched for
MOST_STATES = 1 << 18  # at once after any card, times the numbers looked at in each


@dataclass(frozen=True)
class Step:
    """One card: its places, what each makes of a state, and the ways from there on.

    `moves` [place, state] leads to the states of the next step. `ways` [place, state] adds up, over
    the first places, the ways to hand out this card and all later ones.
    """

    card: int
    spots: tuple[int, ...]
    moves: NDArray[np.intp]
    ways: Ways


@lru_cache(maxsize=64)
def steps(frame: Frame, numbers: tuple[Number, ...]) -> tuple[Step, ...]:
    """Return one step a card; the first has one state, whose ways are all deals that agree.

    `numbers` are tidy; raises `InputError` where they are too many. The ways are at most a multinomial
    coefficient times the cards that may lie at the bottom, and below 2**53 whatever the size of a hand.
    """
    walk = _Walk(frame, numbers)
    moves = [walk.step(card, bits) for card, bits in frame.places]
    later = walk.ends()
    made: list[Step] = []
    for (card, bits), move in zip(reversed(frame.places), reversed(moves), strict=True):
        ways = later[move].cumsum(axis=0)
        ways[:, 0] = 0
        made.append(Step(card, frame.spots(card, bits), move, ways))
        later = ways[-1]
    return tuple(reversed(made))


def count(frame: Frame, numbers: Sequence[Number] = ()) -> int:
    """Return the number of deals; with the cut given, one for each card that may be at the bottom."""
    kept = tidy(frame, numbers)
    if kept is None or not all(frame.spots(card, bits) for card, bits in frame.places):
        return 0
    if not frame.places:
        return int(not frame.bottom and not frame.seats)
    return int(steps(frame, kept)[0].ways[-1, 1])


class _Walk:
    """The states that occur, card by card; state 0 is the one from which nothing leads on."""

    def __init__(self, frame: Frame, numbers: tuple[Number, ...]) -> None:
        self.frame, self.numbers = frame, numbers
        self.rooms = dict.fromkeys(frame.seats, frame.size) | ({BOTTOM: 1} if frame.bottom else {})
        self.tops = [n.low if n.high == n.cards.bit_count() else n.high for n in numbers]
        bases = [room + 1 for room in self.rooms.values()] + [top + 1 for top in self.tops]
        self.strides = [prod(bases[:i]) for i in range(len(bases))]
        self.space = prod(bases)
        if self.space >= 1 << 62:
            raise InputError("known_numbers", bad=len(numbers))
        self.left = [number.cards.bit_count() for number in numbers]
        self.codes: Codes = np.array([-1, 0])

    def step(self, card: int, bits: int) -> NDArray[np.intp]:
        """Return the state after `card` has gone to each of its places, [place, state]."""
        counted = [number.cards >> card & 1 for number in self.numbers]
        self.left = [n - c for n, c in zip(self.left, counted, strict=True)]
        after = np.array([self._put(place, counted) for place in self.frame.spots(card, bits)])
        if self.space <= MOST_CODES:
            seen = np.zeros(self.space + 1, np.intp)
            seen[after + 1] = 1
            seen[0] = 1
            self.codes = np.flatnonzero(seen) - 1
            place: NDArray[np.intp] = np.cumsum(seen) - 1
            return np.asarray(place[after + 1])
        self.codes, moves = np.unique(np.append(after, -1), return_inverse=True)
        if len(self.codes) * len(self.numbers) > MOST_STATES:
            raise InputError("known_numbers", bad=len(self.numbers))
        found: NDArray[np.intp] = moves[:-1].reshape(after.shape)
        return found

    def _put(self, place: int, counted: Sequence[int]) -> Codes:
        """Return the codes after one more card at `place`, -1 where that cannot lead to a deal."""
        codes = self.codes.copy()
        dead = codes < 0
        for i, (at, room) in enumerate(self.rooms.items()):
            if at == place:
                dead |= codes // self.strides[i] % (room + 1) == room
                codes += self.strides[i]
        for number, top, stride, here, left in zip(
            self.numbers, self.tops, self.strides[len(self.rooms) :], counted, self.left, strict=True
        ):
            if not here:
                continue
            before = self.codes // stride % (top + 1)
            now = before + (number.seats >> place & 1)
            dead |= (now > number.high) | (now + left < number.low)
            if top == number.low:  # more of them change nothing, or are dead
                now = np.minimum(now, top)
            codes += (now * (left > 0) - before) * stride
        codes[dead] = -1
        return codes

    def ends(self) -> Ways:
        """Return 1 for the states in which every hand and the bottom is full."""
        full = sum(room * stride for room, stride in zip(self.rooms.values(), self.strides, strict=False))
        ends: Ways = (self.codes == full).astype(np.int64)
        return ends
