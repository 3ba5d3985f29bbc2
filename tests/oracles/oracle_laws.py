"""Both sides' best figures over all deals to all players, one deal after the other (RULES 3, 4).

Cards are the pairs of `oracle`. Seats are 0..3 with the sides 0, 2 and 1, 3 (two players: 0 and 1); a card
in nobody's hand is at `ASLEEP`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import numpy as np
from oracle import NAMED, NAMES, WELI, Card, coded

ASLEEP = 4
Law = Counter[tuple[int, int]]


@dataclass(frozen=True)
class Table:
    """What lies where: every card that is dealt or sleeps, and the places it may lie at."""

    places: Mapping[Card, frozenset[int]]
    perlaggen: tuple[Card, ...]
    permanent: tuple[Card, ...] = ()
    players: int = 4
    size: int = 2
    fixed: tuple[tuple[int, Card, Card], ...] = ()  # seat, Perlagg it played, the card that is from then on
    bottom: bool = False  # one of the sleeping cards lies at the bottom, no permanent Perlagg


def deals(table: Table) -> Iterator[tuple[list[frozenset[Card]], int]]:
    """Yield the hands of all seats in every deal, and how many cards may be the one at the bottom."""

    def fill(hands: list[frozenset[Card]], left: Sequence[Card]) -> Iterator[list[frozenset[Card]]]:
        seat = len(hands)
        if seat == table.players:
            if all(ASLEEP in table.places[card] for card in left):
                yield hands
            return
        can = [card for card in left if seat in table.places[card]]
        for hand in combinations(can, table.size):
            yield from fill([*hands, frozenset(hand)], [card for card in left if card not in hand])

    for hands in fill([], list(table.places)):
        asleep = set(table.places).difference(*hands)
        yield hands, len(asleep - set(table.permanent)) if table.bottom else 1


def side_law(table: Table, kind: str) -> Law:
    """Return the number of deals by side 0's and side 1's best figure, coded; what does not occur is left out."""
    law: Law = Counter()
    for hands, ways in deals(table):
        best = [_best(kind, hand, seat, table.perlaggen, table.fixed) for seat, hand in enumerate(hands)]
        law[max(best[0::2]), max(best[1::2])] += ways
    return Counter({pair: ways for pair, ways in law.items() if ways})


@cache
def _best(
    kind: str,
    hand: frozenset[Card],
    seat: int,
    perlaggen: tuple[Card, ...],
    fixed: tuple[tuple[int, Card, Card], ...],
) -> int:
    """Return the best figure, coded, of a hand; a Perlagg it has played is what it was named, a six nothing."""
    played = {card: name for at, card, name in fixed if at == seat}
    wild = sum(1 for card in hand if card in perlaggen and card not in played)
    plain = [card for card in hand if card not in perlaggen] + [
        name for name in played.values() if name != WELI
    ]
    return max(coded(NAMED[kind]([*plain, *names])) for names in combinations_with_replacement(NAMES, wild))


def gleich_by_ranks(cards: Iterable[Card], perlaggen: Iterable[Card], size: int) -> Law:
    """Return the law of the Gleich of two players, from how many cards of each rank they hold.

    For the whole pack: a Gleich asks for nothing but the cards of each rank and the Perlaggen.
    """
    wild = set(perlaggen) & set(cards)
    there = [len(wild), *(sum(1 for card in set(cards) - wild if card[1] == rank) for rank in range(8))]
    hands = [held for held in product(*(range(n + 1) for n in there)) if sum(held) == size]
    held, best = np.array(hands), np.array([_gleich(hand) for hand in hands])
    choose = np.array([[comb(n, k) for k in range(size + 1)] for n in range(max(there) + 1)])
    law: Law = Counter()
    for one in hands:
        left = np.array(there) - one
        ways = prod(map(comb, there, one)) * choose[left, held].prod(axis=1)
        for figure in np.unique(best):
            law[_gleich(one), int(figure)] += int(ways[best == figure].sum())
    return Counter({pair: ways for pair, ways in law.items() if ways})


def _gleich(held: Sequence[int]) -> int:
    """Return the best Gleich, coded, of so many Perlaggen and cards of each rank."""
    count, rank = max((held[0] + held[1 + rank], rank) for rank in range(8))
    return 8 * (count - 1) + rank if count >= 2 else 0
