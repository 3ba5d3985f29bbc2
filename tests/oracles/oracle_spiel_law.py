"""The slow, obvious twin of the Spiel's law: own chances by plain enumeration, classes and fit by loops.

Cards are the pairs of `oracle`, deals and their outcome those of `oracle_tricks`. Seats 0 and 2 are side 0,
seat 0 leads.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import exp, log

from oracle import Card, from_mask
from oracle_tricks import Deal, Law, plainer_value

# Upper ends of the classes but the last, in percent; a chance on an end belongs to the class above it.
ENDS = (2, 10, 20, 30, 40, 50, 60, 70, 80, 90, 98)
CLASSES = 12


def side_0_wins(law: Law, hands: Sequence[frozenset[Card]]) -> bool:
    """Return whether side 0 takes more than half of the tricks with open cards."""
    return plainer_value(Deal(law, tuple(hands)), "majority") == 1


def hands_of(row: Iterable[int]) -> list[frozenset[Card]]:
    """Return the hands of a row of masks."""
    return [frozenset(from_mask(int(mask))) for mask in row]


def other_hands(cards: Iterable[Card], hands: int, size: int) -> Iterator[list[frozenset[Card]]]:
    """Yield every way to deal `hands` hands of `size` of the cards."""
    if not hands:
        yield []
        return
    cards = sorted(cards)
    for first in combinations(cards, size):
        for others in other_hands(set(cards) - set(first), hands - 1, size):
            yield [frozenset(first), *others]


def own_chance(law: Law, pack: Iterable[Card], mine: Sequence[frozenset[Card]], side: int) -> Fraction:
    """Return in how many of all deals of the other cards of `pack` the side with the hands `mine` wins."""
    unseen = set(pack) - frozenset().union(*mine)
    won = []
    for others in other_hands(unseen, len(mine), len(mine[0])):
        both = (mine, others) if side == 0 else (others, mine)
        won.append(
            side_0_wins(law, [hand for pair in zip(*both, strict=True) for hand in pair]) == (side == 0)
        )
    return Fraction(sum(won), len(won))


def class_of(wins: int, worlds: int) -> int:
    """Return the class of a side that wins so many of its worlds: its chance is (wins + 1/2)/(worlds + 1)."""
    chance = (wins + Fraction(1, 2)) / (worlds + 1)
    return sum(1 for end in ENDS if chance >= Fraction(end, 100))


def class_counts(
    law: Law, deals: Iterable[Iterable[int]], worlds: Sequence[Iterable[Iterable[Iterable[int]]]]
) -> tuple[Counter, Counter]:
    """Return the deals by pair of classes, and those that side 0 wins.

    `deals`: rows of masks; `worlds[side]`: for each of them the rows in which the side's hands stay.
    """
    many, won = Counter(), Counter()
    for row, ours, theirs in zip(deals, *worlds, strict=True):
        own = [sum(side_0_wins(law, hands_of(world)) for world in ours)]
        own.append(sum(not side_0_wins(law, hands_of(world)) for world in theirs))
        pair = (class_of(own[0], len(ours)), class_of(own[1], len(theirs)))
        many[pair] += 1
        won[pair] += side_0_wins(law, hands_of(row))
    return many, won


# The exchange -----------------------------------------------------------------------------------------

Exchanged = tuple[list[frozenset[Card]], int | None, Card]


def exchanged(law: Law, up: Card, hands: Sequence[frozenset[Card]]) -> Exchanged:
    """Return the hands after the exchange, the seat that swapped (None: nobody), the card that lies there.

    The last seat deals, his partner is two seats from him. The first of them who holds a plain trump gives his
    lowest one for a turned Perlagg.
    """
    hands = list(hands)
    dealer = len(hands) - 1
    for seat in (dealer, dealer - 2) if up in law.wild else ():
        trumps = [card for card in hands[seat] if card[0] == law.trump and card not in law.wild]
        if seat >= 0 and trumps:
            lowest = min(trumps, key=lambda card: card[1])
            hands[seat] = hands[seat] - {lowest} | {up}
            return hands, seat, lowest
    return hands, None, up


def dealt_alike(
    law: Law, pack: Iterable[Card], up: Card, after: Exchanged
) -> list[tuple[frozenset[Card], ...]]:
    """Return the hands after the exchange of all deals that look the same to side 0.

    `pack`: the cards that are dealt, without the up-card. The same: its own hands, who swapped for which card.
    """
    hands, seat, lies = after
    mine = hands[0::2]
    unseen = set(pack) - frozenset().union(*mine)
    found = []
    for others in other_hands(unseen, len(mine), len(mine[0])):
        dealt = [hand for pair in zip(mine, others, strict=True) for hand in pair]
        then = exchanged(law, up, dealt)
        if then[1:] == (seat, lies):
            found.append(tuple(then[0]))
    return found


# The fit ----------------------------------------------------------------------------------------------


def chance(odds: float) -> float:
    """Return the chance of log odds."""
    return 1 / (1 + exp(-odds))


def guesses() -> list[float]:
    """Return twice the log odds of the middle of each class."""
    ends = [0, *ENDS, 100]
    middles = [(low + high) / 200 for low, high in pairwise(ends)]
    return [2 * log(middle / (1 - middle)) for middle in middles]


def strengths(many: Sequence[Sequence[int]], won: Sequence[Sequence[int]]) -> tuple[list[float], list[float]]:
    """Return the most likely strengths of the classes of both sides, one after the other by bisection."""
    guess = guesses()
    ours, theirs = guess.copy(), guess.copy()

    def slope(side: int, number: int, value: float) -> float:
        total = guess[number] - value
        for other in range(CLASSES):
            if side == 0:
                total += won[number][other] - many[number][other] * chance(value - theirs[other])
            else:
                total -= won[other][number] - many[other][number] * chance(ours[other] - value)
        return total

    edge = []
    while True:
        for side, mine in enumerate((ours, theirs)):
            for number in range(CLASSES):
                low, high = -40.0, 40.0
                while high - low > 1e-9:
                    middle = (low + high) / 2
                    low, high = (middle, high) if slope(side, number, middle) > 0 else (low, middle)
                mine[number] = low
        before, edge = edge, [chance(one - other) for one in ours for other in theirs]
        if before and max(abs(one - other) for one, other in zip(before, edge, strict=True)) < 1e-6:
            return ours, theirs


def rising(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Return the nearest values that never fall, by the formula of the lowest of the highest means."""

    def mean(first: int, last: int) -> float:
        some = range(first, last + 1)
        return sum(values[i] * weights[i] for i in some) / sum(weights[i] for i in some)

    n = len(values)
    return [max(min(mean(j, k) for k in range(i, n)) for j in range(i + 1)) for i in range(n)]


def edges(many: Sequence[Sequence[int]], won: Sequence[Sequence[int]]) -> list[list[float]]:
    """Return the fitted edge of each pair of classes."""
    ours, theirs = strengths(many, won)
    ours = rising(ours, [sum(row) + 4 for row in many])
    theirs = rising(theirs, [sum(row[number] for row in many) + 4 for number in range(CLASSES)])
    return [[2 * chance(mine - other) - 1 for other in theirs] for mine in ours]
