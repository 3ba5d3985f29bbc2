"""Drawn deals and what each side can tell of the Spiel from its own cards, all by chance alone.

No hand is known here: every deal of the cards in play is equally likely. A turned Perlagg lies there and
stays there (no exchange), and nobody has cut. A side acts as one player that knows both its hands, and the
cards of a deal lie open to both sides ("offene Karten").
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import cards_of
from analyse.game.plays import TrickRules, trick_rules
from analyse.game.rules import Rules
from analyse.i18n import InputError
from analyse.opencards.solver import solve_deals

Hands = NDArray[np.uint64]
BLOCK = 250  # deals whose worlds are held in memory at once


@dataclass(frozen=True)
class Table:
    """Who plays with which cards; seats 0 and 2 are side 0, and seat 0 (Vorhand) leads.

    Parameters
    ----------
    rules : what decides a trick
    cards : mask of the cards that may be dealt: the pack without the up-card
    players : 2 or 4
    size : cards of a hand, an odd number: somebody wins the Spiel
    """

    rules: TrickRules
    cards: int
    players: int
    size: int


@dataclass(frozen=True)
class Drawn:
    """Drawn deals of one table.

    Parameters
    ----------
    hands : (n, players) uint64 masks by seat
    wins : (n, 2) int64, of `worlds` deals with the hands of side s and the other cards dealt anew, how many
        side s wins
    won : (n,) bool, whether side 0 wins the deal itself
    worlds : deals behind each of `wins`
    """

    hands: Hands
    wins: NDArray[np.int64]
    won: NDArray[np.bool_]
    worlds: int

    @property
    def chance(self) -> NDArray[np.float64]:
        """Each side's own chance of the Spiel, (n, 2) in (0, 1): (wins + 1/2) / (worlds + 1).

        The half is Jeffreys' guess: own chances are as U-shaped as Beta(1/2, 1/2), so the mean of the
        chances in a class is the share of its deals that are won.
        """
        return (self.wins + 0.5) / (self.worlds + 1)


def table_of(rules: Rules, upcard: int | None, trump: int, players: int) -> Table:
    """Return the table of a preset; `upcard` None: no card is turned up, `trump` (0..3) alone is known.

    Raises `InputError` for other than 2 or 4 players and for hands of an even number of cards.

    >>> from analyse.game.cards import parse_card
    >>> from analyse.game.rules import load_rules
    >>> table_of(load_rules(), parse_card("L8"), 1, 4).cards.bit_count()
    32
    """
    if players not in {2, 4}:
        raise InputError("players", bad=players)
    if rules.hand_size % 2 == 0:
        raise InputError("spiel_law_even", bad=rules.hand_size)
    out = 0 if upcard is None else 1 << upcard
    return Table(trick_rules(rules, trump), rules.pack & ~out, players, rules.hand_size)


def shape(table: Table) -> str:
    """Return what the law of the Spiel depends on: tables of one shape differ in the names of cards only.

    Cards of a hand, Perlaggen, plain cards of the trump suit and of the other suits (these in any order);
    "s": the plain seven is among them. Which ranks are missing besides changes no trick, as it is enough
    to name a Perlagg ace or seven (DESIGN, "How it computes"): only whether the seven is a card of its own
    counts, for a Perlagg named seven takes it but no higher card.

    >>> from analyse.game.cards import parse_card
    >>> from analyse.game.rules import load_rules
    >>> turned = {"L8": 1, "LU": 1, "S9": 2, "EA": 3}
    >>> [shape(table_of(load_rules(), parse_card(up), trump, 4)) for up, trump in turned.items()]
    ['5c 7w 4 7 7 7s', '5c 6w 5 7 7 7s', '5c 6w 4 7 7s 8s', '5c 6w 4 7 7s 8s']
    """
    wild = sum(table.cards >> card & 1 for card in table.rules.wild)
    plain = table.cards & ~sum(1 << card for card in table.rules.wild)
    suits = [plain >> 8 * suit & 0xFF for suit in range(4)]
    names = [f"{ranks.bit_count()}{'s' * (ranks & 1)}" for ranks in suits]
    trump = "-" if table.rules.trump is None else names.pop(table.rules.trump)
    return " ".join([f"{table.size}c", f"{wild}w", trump, *sorted(names)])


def deals(table: Table, n: int, *, rng: np.random.Generator) -> Hands:
    """Return `n` deals, (n, players) masks, each as likely as any other.

    The same state of `rng` gives deals of the same cards by place in the pack, whatever the up-card, so that
    tables of equally many cards are compared on common random numbers.
    """
    bits = np.uint64(1) << np.array(cards_of(table.cards), np.uint64)
    return _dealt(np.broadcast_to(bits, (n, len(bits))), table.players, table.size, rng)


def redealt(table: Table, hands: Hands, side: int, worlds: int, *, rng: np.random.Generator) -> Hands:
    """Return, for each deal of `hands`, `worlds` deals in which `side` keeps its hands: (n, worlds, players).

    The other side's hands are drawn from all cards that `side` does not see, each choice equally likely.
    """
    n = len(hands)
    mine = hands[:, side::2]
    seen = np.bitwise_or.reduce(mine, axis=1)
    bits = np.uint64(1) << np.array(cards_of(table.cards), np.uint64)
    unseen = np.nonzero((seen[:, None] & bits) == 0)[1].reshape(n, -1)
    others = _dealt(np.repeat(bits[unseen], worlds, axis=0), table.players // 2, table.size, rng)
    made = np.empty((n, worlds, table.players), np.uint64)
    made[:, :, side::2] = mine[:, None]
    made[:, :, 1 - side :: 2] = others.reshape(n, worlds, -1)
    return made


def _dealt(bits: Hands, hands: int, size: int, rng: np.random.Generator) -> Hands:
    """Return `hands` disjoint hands of `size` cards from each row of single cards (n, cards)."""
    keys = rng.random(bits.shape)
    cuts = [size * (i + 1) - 1 for i in range(hands)]  # up to each cut lie the cards with the lowest keys
    first = np.argpartition(keys, cuts, axis=1)[:, : hands * size]
    cards = np.take_along_axis(bits, first, axis=1).reshape(len(bits), hands, size)
    together: Hands = np.bitwise_or.reduce(cards, axis=2)
    return together


def side_0_wins(table: Table, hands: Hands, threads: int = 1) -> NDArray[np.bool_]:
    """Return whether side 0 takes more than half of the tricks, all cards open: (n, players) -> (n,)."""
    return solve_deals(
        table.rules, np.ascontiguousarray(hands), objective="majority", threads=threads
    ).astype(np.bool_)


def own_wins(  # noqa: PLR0913  the draw, and on how many cores
    table: Table, hands: Hands, side: int, worlds: int, *, threads: int = 1, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Return in how many of `worlds` redealt deals `side` wins the Spiel, for each deal: (n,)."""
    made = redealt(table, hands, side, worlds, rng=rng).reshape(-1, table.players)
    won = side_0_wins(table, made, threads) == (side == 0)
    counts: NDArray[np.int64] = won.reshape(len(hands), worlds).sum(axis=1, dtype=np.int64)
    return counts


def own_law(
    table: Table,
    hands: Hands,
    worlds: int,
    *,
    progress: Callable[[int], object] | None = None,
    rng: np.random.Generator,
) -> Drawn:
    """Return both sides' own wins and the outcome of given deals (n, players).

    `progress` hears how many deals are done.
    """
    wins = np.zeros((len(hands), 2), np.int64)
    for begin in range(0, len(hands), BLOCK):
        part = slice(begin, begin + BLOCK)
        for side in (0, 1):
            wins[part, side] = own_wins(table, hands[part], side, worlds, rng=rng)
        if progress is not None:
            progress(min(len(hands), begin + BLOCK))
    return Drawn(hands, wins, side_0_wins(table, hands), worlds)
