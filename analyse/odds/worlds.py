"""Whole deals drawn from exactly the law of what is known: worlds, as masks of every hand.

The unseen cards are handed out one after the other, each with the exact odds of its places: as
many parts for a place as there are ways to hand out the cards after it (`analyse.deals.dealing`), so
no draw is thrown away. A hand that makes certain figures is drawn from all hands that do
(`analyse.deals.hands`). Only where several such hands are too many to be tried one by one, some deals
are drawn in vain; how often is told.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from analyse.deals.drawing import Drawing, drawing
from analyse.game.cards import mask_of
from analyse.game.seats import ME, PACK
from analyse.i18n import InputError
from analyse.knowledge.situation import Situation

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
    >>> from analyse.knowledge.situation import situation
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


MOST_AT_ONCE = 1 << 17  # deals drawn before they are looked at
MOST_IN_VAIN = 1 << 24  # deals drawn without a single one that agrees


@dataclass(frozen=True)
class Worlds:
    """Drawn deals.

    Parameters
    ----------
    hands : (n, players) uint64 masks by seat
    acceptance : share of the deals drawn that agreed, in (0, 1]
    direct : whether every deal drawn agrees by the way it is drawn
    """

    hands: NDArray[np.uint64]
    acceptance: float
    direct: bool


def worlds(known: Situation, n: int, *, rng: np.random.Generator) -> NDArray[np.uint64]:
    """Return `n` deals that agree with `known`, each drawn by itself from their exact law.

    Every deal of the unseen cards that agrees is equally likely, but for what bids and a swap left
    undone make of it; with the cut given, it is as likely as it has cards that may be the one at the
    bottom (RULES 3; DESIGN, "The cut").

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
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> known = situation(hand, load_rules(), upcard=parse_card("L8"), known="partner: HK")
    >>> dealt = worlds(known, 200, rng=np.random.default_rng(1924))
    >>> dealt.shape, np.bitwise_count(dealt[0]).tolist()
    ((200, 4), [5, 5, 5, 5])
    >>> bool((dealt[:, 2] >> np.uint64(parse_card("HK")) & 1).all())
    True
    """
    return drawn_worlds(known, n, rng=rng).hands


def drawn_worlds(
    known: Situation,
    n: int,
    *,
    tries: int | None = None,
    enough: Callable[[], bool] | None = None,
    rng: np.random.Generator,
) -> Worlds:
    """Return the same together with how they were drawn; fewer worlds where `tries` draws yield fewer.

    `enough`, asked between some draws and the next, ends it with those found so far; raises `InputError`
    where that is none.

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> known = situation(hand, load_rules(), upcard=parse_card("L8"), known="left: gleich>=3A hanger<=2K")
    >>> drawn_worlds(known, 200, rng=np.random.default_rng(1924)).direct
    True
    """
    parts = [(case.weight, drawing(known.frame, case.numbers, case.bounds)) for case in known.cases]
    parts = [(weight, deals) for weight, deals in parts if deals.deals]
    made: list[NDArray[np.uint64]] = []
    drawn, found = 0, 0
    while found < n and (tries is None or drawn < tries or not found):
        if drawn and enough is not None and enough():
            if not found:
                raise InputError("known_none_yet", bad=drawn)
            break
        some = min(MOST_AT_ONCE, n if not drawn else 64 + int(1.1 * (n - found) * drawn / max(found, 1)))
        hands, fits = _proposed(known, parts, some, rng)
        drawn, found = drawn + some, found + int(np.count_nonzero(fits))
        made.append(hands[fits])
        if not found and drawn > MOST_IN_VAIN:
            raise InputError("known_undecided")
    hands = np.concatenate(made)[:n] if made else np.zeros((0, known.players), np.uint64)
    return Worlds(hands, found / drawn if drawn else 1.0, all(deals.direct for _, deals in parts))


def _proposed(
    known: Situation, parts: list[tuple[Fraction, Drawing]], n: int, rng: np.random.Generator
) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Return deals drawn and which of them agree."""
    hands = np.zeros((4, n), np.uint64)
    fits = np.ones(n, np.bool_)
    sizes = [weight * deals.deals for weight, deals in parts]
    whole = sum(sizes)
    which = rng.choice(len(parts), n, p=[float(size / whole) for size in sizes]) if len(parts) > 1 else None
    for i, (_, deals) in enumerate(parts):
        here = np.arange(n) if which is None else np.flatnonzero(which == i)
        hands[:, here], fits[here] = deals.draw(n if which is None else len(here), rng)
    hands[0] = known.hand
    return np.ascontiguousarray(hands[: known.players].T), fits
