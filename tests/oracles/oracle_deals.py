"""Every deal that agrees with what is known, one by one, and the deal as hands do it (RULES 3).

Cards are the pairs of `oracle`; seats are 0 me, 1 left, 2 partner, 3 right (two players: 0 and 1).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from oracle import Card, cards, side_figure

SEATS = {
    4: {"left": (1,), "partner": (2,), "right": (3,), "opponents": (1, 3)},
    2: {"other": (1,), "opponents": (1,)},
}


@dataclass(frozen=True)
class Known:
    """What one player knows: his own cards, the up-card and statements like "left: E7 !S7; cut: HK"."""

    pack: tuple[Card, ...]
    perlaggen: tuple[Card, ...]
    permanent: tuple[Card, ...]
    trump: str
    hand: tuple[Card, ...]
    hand_size: int
    upcard: Card | None = None
    players: int = 4
    leader: int = 0
    statements: str = ""
    must_exchange: bool = False

    def said(self, where: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Return the cards said to be at a place and those said not to be."""
        words = [
            word
            for statement in self.statements.split(";")
            if statement.partition(":")[0].strip() == where
            for word in statement.partition(":")[2].split()
        ]
        there = " ".join(word for word in words if word[0] != "!")
        return cards(there), cards(" ".join(word[1:] for word in words if word[0] == "!"))

    @property
    def cut(self) -> tuple[Card, ...] | None:
        """Return the permanent Perlaggen the cutter took, None where the cut was not seen."""
        if "cut:" not in self.statements:
            return None
        return () if "cut: none" in self.statements else self.said("cut")[0]


def deals(known: Known) -> Iterator[tuple[dict[int, frozenset[Card]], int]]:
    """Yield the hands of all seats, every way that agrees with what is known, and in how many deals.

    With the cut seen, the card at the bottom is one of the sleeping cards, no permanent Perlagg: a
    deal for each such card. A card said to be out sleeps and may be that one. After four cards the
    cutter may take no more, so the bottom may be any card and tells nothing.
    """
    unseen = [c for c in known.pack if c not in known.hand and c != known.upcard]
    sure = [
        known.said(next((w for w, at in SEATS[known.players].items() if at == (seat,)), ""))[0]
        for seat in range(1, known.players)
    ]
    out, not_out = known.said("out")
    free = [c for c in unseen if c not in out and not any(c in cards_there for cards_there in sure)]
    for hands in _hands(free, sure, known.hand_size):
        deal = {0: frozenset(known.hand), **dict(enumerate(hands, 1))}
        asleep = [c for c in unseen if not any(c in hand for hand in hands)]
        if agrees(known, deal) and not any(c in asleep for c in not_out):
            if known.cut is None or len(known.cut) == 4:
                yield deal, 1
            else:
                yield deal, sum(1 for bottom in asleep if bottom not in known.permanent)


def _hands(
    free: Sequence[Card], sure: Sequence[tuple[Card, ...]], size: int
) -> Iterator[list[frozenset[Card]]]:
    """Yield every way to fill some hands, each beyond the cards it surely holds."""
    if not sure:
        yield []
        return
    for drawn in combinations(free, size - len(sure[0])):
        for others in _hands([c for c in free if c not in drawn], sure[1:], size):
            yield [frozenset((*sure[0], *drawn)), *others]


def agrees(known: Known, deal: Mapping[int, frozenset[Card]]) -> bool:
    """Return whether the hands of a deal agree with what is known of them."""
    for where, seats in SEATS[known.players].items():
        held = frozenset().union(*(deal[seat] for seat in seats))
        there, not_there = known.said(where)
        if not held.issuperset(there) or not held.isdisjoint(not_there):
            return False
    if known.cut:
        cutter = (known.leader - 2) % known.players  # two players: the leader
        if not deal[cutter].issuperset(known.cut):
            return False
    if known.must_exchange:  # the Perlagg turned up was not swapped: no plain trump on the dealer's side
        dealer = (known.leader - 1) % known.players
        for seat in {dealer, (dealer + 2) % known.players}:
            if any(c[0] == known.trump and c not in known.perlaggen for c in deal[seat]):
                return False
    return True


@dataclass(frozen=True)
class Counted:
    """Deals counted one by one: by outcome, and by the best figure of each side (coded)."""

    outcomes: dict[str, int]
    ours: dict[int, int]
    theirs: dict[int, int]
    worlds: int


def counted(known: Known, kind: str) -> Counted:
    """Return the counts over all deals that agree with what is known."""
    outcomes: Counter[str] = Counter(win=0, stand=0, lose=0)
    ours: Counter[int] = Counter()
    theirs: Counter[int] = Counter()
    for deal, times in deals(known):
        we = side_figure(kind, [deal[s] for s in deal if s % 2 == 0], known.perlaggen)
        they = side_figure(kind, [deal[s] for s in deal if s % 2 == 1], known.perlaggen)
        outcomes["win" if we > they else "lose" if we < they else "stand"] += times
        ours[we] += times
        theirs[they] += times
    laws = ({value: n for value, n in law.items() if n} for law in (ours, theirs))
    return Counted(dict(outcomes), *laws, outcomes.total())


# The deal as hands do it -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Dealt:
    """A deal: four or two hands, what the cutter took, the up-card, the bottom, the packets dealt."""

    hands: tuple[tuple[object, ...], ...]
    taken: tuple[object, ...]
    upcard: object
    bottom: object
    packets: tuple[tuple[int, int], ...]


FEWER = {0: (2, 3), 1: (1, 3), 2: (0, 3), 3: (0, 2), 4: (0, 1)}  # S p. 54


def deal_by_hand(
    order: Iterable[object], depth: int, keeps: Iterable[object], *, players: int, leader: int
) -> Dealt:
    """Return the deal of a shuffled pack (top card first) that is cut `depth` cards deep.

    The lifted packet shows its lowest card. The cutter keeps it if it is one of `keeps`, and the
    next, up to four; the first other card goes to the bottom of all. Then two and three cards
    each from Vorhand on, so many fewer to the cutter, and the next card is turned up.
    """
    pack = list(order)
    lifted, lower = pack[:depth], pack[depth:]
    cutter = (leader - 2) % players
    taken: list[object] = []
    while len(taken) < 4 and lifted[-1] in set(keeps):
        taken.append(lifted.pop())
    bottom = lifted.pop()
    stock = iter([*lower, *lifted, bottom])
    hands: list[list[object]] = [[] for _ in range(players)]
    hands[cutter] += taken
    packets = [FEWER[len(taken)] if seat == cutter else (2, 3) for seat in range(players)]
    for turn in (0, 1):
        for place in range(players):
            seat = (leader + place) % players
            hands[seat] += [next(stock) for _ in range(packets[seat][turn])]
    return Dealt(tuple(map(tuple, hands)), tuple(taken), next(stock), bottom, tuple(packets))
