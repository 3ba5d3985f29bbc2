"""Whole deals drawn from exactly the law of what is known: worlds, as masks of every hand.

The unseen cards are handed out one after the other, each with the exact odds of its places: as
many parts for a place as there are ways to hand out the cards after it. Tables count these ways by
the room left at every place, so no draw is ever thrown away, however rare what is known may be.
"""

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from analyse.odds.situation import PACK, Situation

BOTTOM = PACK + 1  # the card at the bottom is asleep as well, but it is one and no permanent Perlagg
Moves = NDArray[np.intp]  # state after a card goes to a place, [place, state]
Ways = NDArray[np.int64]  # ways to hand out a card to its first places and the later cards, [places, state]


def worlds(known: Situation, n: int, *, rng: np.random.Generator) -> NDArray[np.uint64]:
    """Return `n` deals that agree with `known`, each drawn by itself from the law of `count_deals`.

    Every deal of the unseen cards that agrees is equally likely; with the cut given, it is as
    likely as it has cards that may be the one at the bottom (RULES 3; DESIGN, "The cut").

    Parameters
    ----------
    known : the situation
    n : number of deals, 0 or more
    rng : where chance comes from; the same state of it gives the same deals

    Returns
    -------
    (n, players) uint64 masks by seat; the first is always `known.hand`

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.odds.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> known = situation(hand, load_rules(), upcard=parse_card("L8"), known="partner: HK")
    >>> dealt = worlds(known, 200, rng=np.random.default_rng(1924))
    >>> dealt.shape, np.bitwise_count(dealt[0]).tolist()
    ((200, 4), [5, 5, 5, 5])
    >>> bool((dealt[:, 2] >> np.uint64(parse_card("HK")) & 1).all())
    True
    """
    moves = _moves(known)
    places = [_places(known, card, bits) for card, bits in known.places]
    state = np.zeros(n, np.intp)
    seats = range(1, known.players)
    hands = np.zeros((known.players, n), np.uint64)
    hands[0] = known.hand
    for (card, _), at, ways in zip(known.places, places, _ways(moves, places), strict=True):
        place = np.array(at, np.int8)[_drawn(ways, state, rng)]
        for seat in seats:
            hands[seat] |= (place == seat) * np.uint64(1 << card)
        state = moves[place, state]
    return np.ascontiguousarray(hands.T)


def _drawn(ways: Ways, state: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.int8]:
    """Return which of its places a card goes to in every world, given the world's state."""
    row = np.zeros(len(state), np.int8)
    if len(ways) == 1:
        return row
    ticket = rng.integers(ways[-1].take(state))
    for first in ways[:-1]:
        row += ticket >= first.take(state)
    return row


def _places(known: Situation, card: int, bits: int) -> tuple[int, ...]:
    """Return where an unseen card may go, asleep and at the bottom being two places."""
    asleep = bits >> PACK & 1
    bottom = asleep and known.bottom and not known.rules.permanent >> card & 1
    seats = tuple(seat for seat in known.others if bits >> seat & 1)
    return (*seats, *(PACK,) * asleep, *(BOTTOM,) * bottom)


def _moves(known: Situation) -> Moves:
    """Return the state that follows when a card goes to a place, shape (places 0..5, states).

    A state is how full every place is, a digit each; the last state of all is "over-full", for good.
    State 0 is the beginning, the last but one the end: every hand (and the bottom) is full.
    """
    rooms = dict.fromkeys(known.others, known.rules.hand_size) | ({BOTTOM: 1} if known.bottom else {})
    digits = np.indices([room + 1 for room in rooms.values()]).reshape(len(rooms), -1)
    states = np.arange(digits.shape[1] + 1)
    moves = np.tile(states, (BOTTOM + 1, 1))
    stride = prod([room + 1 for room in rooms.values()])
    for (place, room), digit in zip(rooms.items(), digits, strict=True):
        stride //= room + 1
        moves[place, :-1] = np.where(digit < room, states[:-1] + stride, states[-1])
    return moves


def _ways(moves: Moves, places: Sequence[tuple[int, ...]]) -> list[Ways]:
    """Return, for each card, in how many ways it can go to its first places and the later ones anywhere.

    The last row is thus the number of ways of this card and all later ones to fill what is still free
    in a state: at most a multinomial coefficient times the cards that may lie at the bottom, and below
    2**53 whatever the size of a hand.
    """
    later = np.zeros(moves.shape[1], np.int64)
    later[-2] = 1
    tables = []
    for at in reversed(places):
        tables.append(later[moves[list(at)]].cumsum(axis=0))
        later = tables[-1][-1]
    return tables[::-1]
