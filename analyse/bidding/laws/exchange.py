"""The exchange of a turned Perlagg in drawn deals, and what the other side can tell from it (RULES 3).

Seat 0 (Vorhand) leads, so the last seat is the dealer and with four players seat 1 his partner. Whoever of
these may swap does: the dealer, else his partner, each for his lowest plain trump. Everybody sees who has
the Perlagg now, what lies there instead, and who did not swap although he might have.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyse.bidding.laws.sampling import BLOCK, Drawn, Hands, Table, redealt, side_0_wins
from analyse.game.cards import cards_of
from analyse.game.rules import Rules

NOBODY, DEALER, PARTNER = 0, 1, 2


@dataclass(frozen=True)
class Turned:
    """A table with a Perlagg turned up.

    Parameters
    ----------
    table : as dealt, without the up-card
    upcard : mask of the Perlagg
    plain : mask of the plain trumps
    """

    table: Table
    upcard: int
    plain: int

    @property
    def seats(self) -> tuple[int, ...]:
        """Who may swap, in order: DEALER, then with four players PARTNER, as seats."""
        return (self.table.players - 1, 1)[: self.table.players // 2]


@dataclass(frozen=True)
class Swapped:
    """Deals after the exchange.

    Parameters
    ----------
    hands : (n, players) masks by seat
    by : (n,) NOBODY, DEALER or PARTNER
    lies : (n,) masks of the card that lies there now: the trump given, or still the Perlagg
    """

    hands: Hands
    by: NDArray[np.uint8]
    lies: Hands


def turned(rules: Rules, upcard: int, table: Table) -> Turned | None:
    """Return the table as one with a turned Perlagg, None if `upcard` is none."""
    trump = table.rules.trump
    if trump is None or upcard not in table.rules.wild:
        return None
    return Turned(table, 1 << upcard, rules.plain_trumps(trump))


def swap(up: Turned, hands: Hands) -> Swapped:
    """Return what the exchange makes of dealt hands, (n, players) masks.

    >>> from analyse.bidding.laws.sampling import table_of
    >>> from analyse.game.cards import hand_name, mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> up = turned(load_rules(), parse_card("LU"), table_of(load_rules(), parse_card("LU"), 1, 2))
    >>> dealt = [[mask_of(parse_cards(hand)) for hand in ("LA HA HO H9 E8", "LK L9 L7 S8 E9")]]
    >>> after = swap(up, np.array(dealt, np.uint64))
    >>> hand_name(int(after.hands[0, 1])), hand_name(int(after.lies[0]))
    ('LK LU L7 S8 E9', 'L9')
    """
    hands = hands.copy()
    by = np.full(len(hands), NOBODY, np.uint8)
    lies = np.full(len(hands), up.upcard, np.uint64)
    for who, seat in enumerate(up.seats, DEALER):
        trumps = hands[:, seat] & np.uint64(up.plain)
        may = (by == NOBODY) & (trumps != 0)
        lowest = trumps & (~trumps + np.uint64(1))
        by[may] = who
        lies[may] = lowest[may]
        hands[may, seat] ^= lowest[may] | np.uint64(up.upcard)
    return Swapped(hands, by, lies)


def seen_by_leaders(up: Turned, deals: Swapped, worlds: int, *, rng: np.random.Generator) -> Hands:
    """Return, for each deal, `worlds` deals that side 0 holds possible: (n, worlds, players).

    Side 1's hands are drawn from all it can have been dealt so that the exchange went as it did, each choice
    equally likely. The dealer is drawn first: whatever he gets, his partner has equally many choices.
    """
    n, table = len(deals.hands), up.table
    made = np.repeat(deals.hands[:, None], worlds, axis=1)
    bits = np.uint64(1) << np.array(cards_of(table.cards), np.uint64)
    seen = np.bitwise_or.reduce(deals.hands[:, 0::2], axis=1)
    unseen = bits[np.nonzero((seen[:, None] & bits) == 0)[1].reshape(n, -1)]
    for by in range(len(up.seats) + 1):
        rows = np.flatnonzero(deals.by == by)
        given = np.repeat(deals.lies[rows], worlds)
        barred = given.copy() if by else np.zeros(len(given), np.uint64)
        for who, seat in enumerate(up.seats, DEALER):
            size, never = (
                table.size,
                np.full(len(given), up.plain if by in {NOBODY, PARTNER} else 0, np.uint64),
            )
            if who == by:  # he gave his lowest plain trump, and has none below it
                size, never = size - 1, (given - np.uint64(1)) & np.uint64(up.plain)
            hand = _hand(np.repeat(unseen[rows], worlds, axis=0), barred | never, size, rng)
            barred |= hand
            held = hand | np.uint64(up.upcard) if who == by else hand
            made[rows, :, seat] = held.reshape(len(rows), worlds)
    return made


def _hand(bits: Hands, barred: Hands, size: int, rng: np.random.Generator) -> Hands:
    """Return a hand of `size` cards from each row of single cards (n, cards), none of the barred ones."""
    keys = rng.random(bits.shape)
    keys[(bits & barred[:, None]) != 0] = 2  # after all others
    first = np.argpartition(keys, size - 1, axis=1)[:, :size]
    hand: Hands = np.bitwise_or.reduce(np.take_along_axis(bits, first, axis=1), axis=1)
    return hand


def seen_by_dealers(up: Turned, deals: Swapped, worlds: int, *, rng: np.random.Generator) -> Hands:
    """Return the same for side 1, which learns nothing of the others from its own exchange."""
    made = np.empty((*deals.hands.shape[:1], worlds, deals.hands.shape[1]), np.uint64)
    every = up.table.cards | up.upcard
    for lies in np.unique(deals.lies).tolist():
        rows = deals.lies == lies
        table = Table(up.table.rules, every & ~int(lies), up.table.players, up.table.size)
        made[rows] = redealt(table, deals.hands[rows], 1, worlds, rng=rng)
    return made


def own_law_swapped(up: Turned, deals: Swapped, worlds: int, *, rng: np.random.Generator) -> Drawn:
    """Return both sides' own wins after the exchange, and the outcome of each deal.

    As `analyse.bidding.laws.sampling.own_law`, with what the exchange tells.
    """
    wins = np.zeros((len(deals.hands), 2), np.int64)
    for begin in range(0, len(wins), BLOCK):
        part = slice(begin, begin + BLOCK)
        some = Swapped(deals.hands[part], deals.by[part], deals.lies[part])
        for side, draw in enumerate((seen_by_leaders, seen_by_dealers)):
            made = draw(up, some, worlds, rng=rng)
            won = side_0_wins(up.table, made.reshape(-1, up.table.players)) == (side == 0)
            wins[part, side] = won.reshape(-1, worlds).sum(axis=1)
    return Drawn(deals.hands, wins, side_0_wins(up.table, deals.hands), worlds)
