"""All deals of a situation, each with its weight, where they are few: nothing then needs to be drawn."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import mask_of
from analyse.odds.situation import ME, PACK, Situation

MOST = 20_000  # deals: more are drawn, however many are asked for

Rooms = tuple[int, ...]  # cards that each of the other seats still has room for


def every_deal(known: Situation, most: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]] | None:
    """Return all deals that agree with `known` and what each counts, None if they are more than `most`.

    A deal counts once, with the cut given as often as it has cards that may be the one at the bottom
    (RULES 3). Conditions, which may weigh deals, are not looked at: with any the answer is None, too.

    Returns
    -------
    hands : (n, players) uint64 masks by seat, the first always `known.hand`
    weights : (n,) int64, all at least 1; their sum is `known.deals`

    >>> from analyse.game.cards import hand_name, mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.odds.situation import situation
    >>> hand, up = mask_of(parse_cards("HA LA SU E10 W")), parse_card("L8")
    >>> known = situation(hand, load_rules(), upcard=up, players=2, known="other: HK S7 E9 H8 S9")
    >>> hands, weights = every_deal(known, 100)
    >>> [hand_name(int(hand)) for hand in hands[0]], weights.tolist()
    (['HA LA SU E10 W', 'HK H8 S9 S7 E9'], [1])
    """
    most = min(most, MOST)
    if known.conditions or not 0 < replace(known, bottom=False).deals <= most:
        return None
    hands = _filled(known)
    weights = np.ones(len(hands), np.int64)
    if known.bottom:
        plain = mask_of(card for card, _ in known.places) & ~known.rules.permanent
        held = np.bitwise_or.reduce(hands[:, 1:], axis=1)
        weights = np.bitwise_count(np.uint64(plain) & ~held).astype(np.int64)
    return hands[weights > 0], weights[weights > 0]


def _filled(known: Situation) -> NDArray[np.uint64]:
    """Return all ways to fill the other hands, (n, players); none is begun that cannot be ended."""
    can_end = _ends(known)
    full = (known.rules.hand_size,) * len(known.others)
    mine = np.zeros((1, known.players), np.uint64)
    mine[0, ME] = known.hand
    begun = {full: mine}
    for i, (card, bits) in enumerate(known.places):
        grown: dict[Rooms, list[NDArray[np.uint64]]] = {}
        for rooms, hands in begun.items():
            if bits >> PACK & 1 and can_end(i + 1, rooms):
                grown.setdefault(rooms, []).append(hands)
            for place, seat in enumerate(known.others):
                less = _less(rooms, place)
                if bits >> seat & 1 and rooms[place] and can_end(i + 1, less):
                    held = hands.copy()
                    held[:, seat] |= np.uint64(1 << card)
                    grown.setdefault(less, []).append(held)
        begun = {rooms: np.concatenate(parts) for rooms, parts in grown.items()}
    return np.concatenate([*begun.values()])


def _ends(known: Situation) -> Callable[[int, Rooms], bool]:
    """Return whether the cards from the i-th on can fill what room is left in the hands."""

    @cache
    def can_end(i: int, rooms: Rooms) -> bool:
        if i == len(known.places):
            return not any(rooms)
        bits = known.places[i][1]
        return bool(bits >> PACK & 1 and can_end(i + 1, rooms)) or any(
            bits >> seat & 1 and rooms[place] and can_end(i + 1, _less(rooms, place))
            for place, seat in enumerate(known.others)
        )

    return can_end


def _less(rooms: Rooms, place: int) -> Rooms:
    """Return the rooms with one card more at a place."""
    return (*rooms[:place], rooms[place] - 1, *rooms[place + 1 :])
