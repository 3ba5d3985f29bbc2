"""Ways to hand out the unseen cards one after the other, counted by what each place still has room for.

A state says how full every hand (and the bottom) is and how many cards of each counted set lie where
they count. From the last card back, the ways to go on are counted for every state that can occur, so
that a deal can be drawn card by card without ever being thrown away, however rare it may be.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import mask_of
from analyse.i18n import InputError
from analyse.odds.fixed import Fixed

PACK = 4  # asleep: in nobody's hand
BOTTOM = PACK + 1  # the card at the bottom is asleep as well, but it is one and no permanent Perlagg
Codes = NDArray[np.int64]
Ways = NDArray[np.int64]
MOST_CODES = 1 << 16  # up to here a state is looked up rather than searched for
MOST_STATES = 1 << 18  # at once after any card, times the numbers looked at in each


@dataclass(frozen=True)
class Number:
    """How many cards of a set lie at some seats together: from `low` to `high` of them.

    `seats` (of the other players, not the sleeping cards) and `cards` are masks.
    """

    seats: int
    cards: int
    low: int
    high: int


@dataclass(frozen=True)
class Frame:
    """The unseen cards and where each may lie.

    Parameters
    ----------
    seats : the other players, each with `size` cards to be filled up to
    size : cards of a hand
    places : (card, bits) for every unseen card, ascending; bit s: may lie at seat s, bit 4: asleep
    perlaggen : mask of the Perlaggen
    permanent : mask of the permanent ones, which cannot be the card at the bottom
    bottom : whether one of the sleeping cards is known to be at the bottom
    fixed : the Perlaggen already played by these seats; they are among `places`, each with its seat only
    """

    seats: tuple[int, ...]
    size: int
    places: tuple[tuple[int, int], ...]
    perlaggen: int
    permanent: int
    bottom: bool
    fixed: tuple[Fixed, ...] = ()

    @cached_property
    def cards(self) -> int:
        """Mask of the unseen cards."""
        return mask_of(card for card, _ in self.places)

    @cached_property
    def wild(self) -> int:
        """Mask of the Perlaggen that may still be any card."""
        return self.perlaggen & ~mask_of(fixed.card for fixed in self.fixed)

    def room(self, seat: int) -> int:
        """Return how many cards a seat gets beside its Perlaggen already played, 0 where nobody sits."""
        if seat not in self.seats:
            return 0
        return self.size - sum(fixed.seat == seat for fixed in self.fixed)

    def spots(self, card: int, bits: int) -> tuple[int, ...]:
        """Return where an unseen card may go, asleep and at the bottom being two places."""
        asleep = bits >> PACK & 1
        bottom = asleep and self.bottom and not self.permanent >> card & 1
        seats = tuple(seat for seat in self.seats if bits >> seat & 1)
        return (*seats, *(PACK,) * asleep, *(BOTTOM,) * bottom)

    def at(self, seat: int) -> int:
        """Mask of the cards that may lie at `seat`."""
        return mask_of(card for card, bits in self.places if bits >> seat & 1)


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


def tidy(frame: Frame, numbers: Sequence[Number]) -> tuple[Number, ...] | None:
    """Return the numbers that say something, one for each set of seats and cards; None: impossible."""
    bounds: dict[tuple[int, int], tuple[int, int]] = {}
    for number in numbers:
        cards = mask_of(
            card for card, bits in frame.places if number.cards >> card & 1 and bits & number.seats
        )
        low, high = bounds.get((number.seats, cards), (0, cards.bit_count()))
        bounds[number.seats, cards] = max(low, number.low), min(high, number.high)
    if any(low > high for low, high in bounds.values()):
        return None
    return tuple(
        Number(seats, cards, low, high)
        for (seats, cards), (low, high) in sorted(bounds.items())
        if low or high < cards.bit_count()
    )


def without_fixed(frame: Frame, numbers: Sequence[Number]) -> tuple[Number, ...]:
    """Return the same numbers about the cards that are no Perlaggen already played."""
    rest = []
    for number in numbers:
        played = [fixed for fixed in frame.fixed if number.cards >> fixed.card & 1]
        held = sum(number.seats >> fixed.seat & 1 for fixed in played)
        cards = number.cards & ~mask_of(fixed.card for fixed in played)
        rest.append(Number(number.seats, cards, number.low - held, number.high - held))
    return tuple(rest)


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


def without(
    frame: Frame, numbers: Sequence[Number], hands: dict[int, int]
) -> tuple[Frame, tuple[Number, ...]]:
    """Return what is left to hand out when some seats have these hands (masks)."""
    gone = 0
    for hand in hands.values():
        gone |= hand
    filled = sum(1 << seat for seat in hands)
    places = tuple((card, bits & ~filled) for card, bits in frame.places if not gone >> card & 1)
    rest = []
    for number in numbers:
        held = sum(
            (hand & number.cards).bit_count() for seat, hand in hands.items() if number.seats >> seat & 1
        )
        rest.append(
            Number(
                number.seats & ~filled, number.cards & ~gone, max(0, number.low - held), number.high - held
            )
        )
    return replace(frame, seats=tuple(s for s in frame.seats if s not in hands), places=places), tuple(rest)
