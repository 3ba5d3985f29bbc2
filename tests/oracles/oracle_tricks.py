"""The slow, obvious twin of the trick engine, written from RULES 5 and 9 and from nothing else.

Cards are the pairs of `oracle`. A play is a pair (card, name); the name is None for a plain card and
for a Perlagg that is not named. What counts in a trick is a play's face: (suit, place of its rank, how
wild), so that of two faces of one suit the greater one is the better card.

`value` tries every legal play with every name. `plainer_value` tries only the names of `few_names`
and stops as soon as a question is decided: five cards a hand take it a hundredth of a second with two
seats, one to three seconds with four.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from oracle import NAMES, SUITS, Card, from_mask

Play = tuple[Card, Card | None]
Face = tuple[str, int, int]
Hands = tuple[frozenset[Card], ...]

OBJECTIVES = ("number", "majority", "last")


@dataclass(frozen=True)
class Law:
    """What decides a trick: trump (None: none), the Perlaggen high to low, the ranks low to high."""

    trump: str | None
    wild: tuple[Card, ...]
    ranks: tuple[int, ...] = tuple(range(8))


@dataclass(frozen=True)
class Deal:
    """Any point of a deal: hands by seat (0 and 2 against 1 and 3), the trick that lies, tricks taken.

    A Perlagg in `bound` must bear one of its names, every other is free.
    """

    law: Law
    hands: Hands
    leader: int = 0
    table: tuple[Play, ...] = ()
    taken: tuple[int, int] = (0, 0)
    bound: tuple[tuple[Card, frozenset[Card]], ...] = ()


# The rules of one trick --------------------------------------------------------------------------


def face(law: Law, play: Play) -> Face:
    """Return the face of a play: an unnamed Perlagg is the plain card it shows, the Weli a six."""
    card, name = play
    suit, rank = card if name is None else name
    place = -1 if rank == -1 else law.ranks.index(rank)
    how_wild = 0 if name is None else len(law.wild) - law.wild.index(card)
    return suit, place, how_wild


def beats(law: Law, new: Face, best: Face) -> bool:
    """Return whether `new` takes the trick from `best`, the best face that lies so far."""
    if new[0] == best[0]:
        return new > best  # the higher rank; the same card: the Perlagg, of two the higher one
    return new[0] == law.trump


def taker(law: Law, table: Sequence[Play]) -> int:
    """Return the place in `table` of the play that takes the trick."""
    best = 0
    for place in range(1, len(table)):
        if beats(law, face(law, table[place]), face(law, table[best])):
            best = place
    return best


def may_show(deal: Deal, card: Card) -> list[Play]:
    """Return the plays of a card, were all of them legal: every name, or what it is bound to."""
    if card not in deal.law.wild:
        return [(card, None)]
    names: Iterable[Card | None] = dict(deal.bound).get(card, (None, *NAMES))
    return [(card, name) for name in names]


def turn(deal: Deal) -> int:
    """Return the seat that plays next."""
    return (deal.leader + len(deal.table)) % len(deal.hands)


def must_follow(law: Law, hand: Iterable[Card], led: str) -> bool:
    """Return whether a hand holds a plain card of the suit led."""
    return any(card[0] == led and card not in law.wild for card in hand)


def legal(deal: Deal) -> set[Play]:
    """Return every legal play: lead anything; follow suit or take the trick as it lies."""
    law, hand = deal.law, deal.hands[turn(deal)]
    plays = {play for card in hand for play in may_show(deal, card)}
    if not deal.table:
        return plays
    led = face(law, deal.table[0])[0]
    best = face(law, deal.table[taker(law, deal.table)])
    if not must_follow(law, hand, led):
        return plays
    return {play for play in plays if face(law, play)[0] == led or beats(law, face(law, play), best)}


def after(deal: Deal, play: Play) -> Deal:
    """Return the deal after a play."""
    hands = without(deal.hands, turn(deal), play[0])
    table = (*deal.table, play)
    if len(table) < len(hands):
        return replace(deal, hands=hands, table=table)
    winner = (deal.leader + taker(deal.law, table)) % len(hands)
    taken = (deal.taken[0] + (winner % 2 == 0), deal.taken[1] + (winner % 2 == 1))
    return replace(deal, hands=hands, leader=winner, table=(), taken=taken)


def without(hands: Hands, seat: int, card: Card) -> Hands:
    """Return the hands after a seat has played a card."""
    return (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :])


def tricks_left(deal: Deal) -> int:
    """Return the number of tricks not yet taken, the one that lies included."""
    return len(deal.hands[deal.leader]) + bool(deal.table)


# A trick that lies, as far as it matters -------------------------------------------------------------


class Trick(NamedTuple):
    """All that matters of a trick that lies: it alone says what is legal and who takes the trick.

    The suit led, the best face and whose it is are None and 0 before the first card.
    """

    leader: int
    played: int = 0
    led: str | None = None
    best: Face | None = None
    winner: int = 0


def trick_of(deal: Deal) -> Trick:
    """Return the trick that lies."""
    if not deal.table:
        return Trick(deal.leader)
    place = taker(deal.law, deal.table)
    led, best = face(deal.law, deal.table[0])[0], face(deal.law, deal.table[place])
    return Trick(deal.leader, len(deal.table), led, best, (deal.leader + place) % len(deal.hands))


def laid(law: Law, trick: Trick, seat: int, shown: Face, *, follow: bool) -> Trick | None:
    """Return the trick after a seat's face, None if it is not legal for one who must `follow` suit."""
    leader, played, led, best, winner = trick
    if led is None:
        return Trick(leader, 1, shown[0], shown, seat)
    if beats(law, shown, best):
        return Trick(leader, played + 1, led, shown, seat)
    if shown[0] == led or not follow:
        return Trick(leader, played + 1, led, best, winner)
    return None


# Every play with every name --------------------------------------------------------------------------


def payoff(objective: str, ours: int, total: int, last: int) -> int:
    """Return what side 0 gets at the end: its tricks; 1 for the majority; 1 for the last trick."""
    if objective == "number":
        return ours
    return int(2 * ours > total) if objective == "majority" else int(last % 2 == 0)


def value(deal: Deal, objective: str = "number", *, every_name: bool = True) -> int:
    """Return what side 0 gets when both sides play best with open cards: plain minimax.

    Positions with the same hands, tricks and `Trick` are looked at once. Without `every_name`, plays of
    one card that leave the same `Trick` are tried only once; of a full trick only its winner matters.
    """
    law, players = deal.law, len(deal.hands)
    total = sum(deal.taken) + tricks_left(deal)
    if not any(deal.hands):
        return payoff(objective, deal.taken[0], total, deal.leader)
    cards = frozenset().union(*deal.hands)
    faces = {card: [face(law, play) for play in may_show(deal, card)] for card in cards}

    def all_then(card: Card, trick: Trick, seat: int, *, follow: bool) -> list[Trick]:
        tricks = [laid(law, trick, seat, shown, follow=follow) for shown in faces[card]]
        return [then for then in tricks if then is not None]

    @cache
    def different_then(card: Card, trick: Trick, seat: int, *, follow: bool) -> set[Trick]:
        tricks = set(all_then(card, trick, seat, follow=follow))
        full = trick.played + 1 == players
        return {then._replace(led=None, best=None) for then in tricks} if full else tricks

    then_of = all_then if every_name else different_then

    @cache
    def worth(hands: Hands, trick: Trick, ours: int) -> int:
        if trick.played == players:
            ours += trick.winner % 2 == 0
            if not any(hands):
                return payoff(objective, ours, total, trick.winner)
            return worth(hands, Trick(trick.winner), ours)
        seat = (trick.leader + trick.played) % players
        follow = trick.led is not None and must_follow(law, hands[seat], trick.led)
        worths = []
        for card in hands[seat]:
            rest = without(hands, seat, card)
            worths += [worth(rest, then, ours) for then in then_of(card, trick, seat, follow=follow)]
        return max(worths) if seat % 2 == 0 else min(worths)

    return worth(deal.hands, trick_of(deal), deal.taken[0])


# Few names, and no further than the question needs --------------------------------------------------


def few_names(deal: Deal, card: Card, trick: Trick, *, follow: bool) -> list[Card]:
    """Return the names of a Perlagg that DESIGN ("Spiel") takes to suffice.

    A leader's: the ace of each suit, and with four seats the seven of each suit. A follower's: the
    trump ace, and one that does not take the trick where that is legal. Ace and seven stand for the
    highest and the lowest rank; without trump the ace of the suit led is the strongest. A bound
    Perlagg: all its names.
    """
    law, bound = deal.law, dict(deal.bound).get(card)
    if bound is not None:
        return sorted(bound)
    top, low = law.ranks[-1], law.ranks[0]
    if trick.led is None:
        ranks = (top,) if len(deal.hands) == 2 else (top, low)
        return [(suit, rank) for suit in SUITS for rank in ranks]
    strongest = (law.trump or trick.led, top)
    return [strongest, *losers(law, card, trick, follow=follow)[:1]]


def losers(law: Law, card: Card, trick: Trick, *, follow: bool) -> list[Card]:
    """Return the names of a follower's Perlagg that are legal and do not take the trick."""
    shown = {name: face(law, (card, name)) for name in NAMES}
    may = [name for name in NAMES if name[0] == trick.led or not follow]
    return [name for name in may if not beats(law, shown[name], trick.best)]


def left_by_plays(
    deal: Deal, hands: Hands, seat: int, trick: Trick, *, every_name: bool
) -> Iterator[tuple[Hands, Trick]]:
    """Yield what the legal plays of a seat leave, with few names or every one: hands and trick."""
    law = deal.law
    follow = trick.led is not None and must_follow(law, hands[seat], trick.led)
    for card in hands[seat]:
        plays = may_show(deal, card)
        if card in law.wild and not every_name:
            plays = [(card, name) for name in few_names(deal, card, trick, follow=follow)]
        for play in plays:
            then = laid(law, trick, seat, face(law, play), follow=follow)
            if then is not None:
                yield without(hands, seat, card), then


def plainer_value(deal: Deal, objective: str = "number", *, every_name: bool = False) -> int:
    """Return what side 0 gets with few names: alpha-beta on yes-or-no questions, one table.

    The question is "does side 0 get `need` more tricks?", for the objective "last" whether it gets
    the last one. A seat of side 0 asks whether any of its plays does, another whether all do. With
    `every_name` the names are not few, but all.
    """
    players, last = len(deal.hands), objective == "last"
    if not any(deal.hands):
        return payoff(objective, deal.taken[0], sum(deal.taken), deal.leader)

    @cache
    def gets(hands: Hands, trick: Trick, need: int) -> bool:
        if trick.played == players:
            if last and not any(hands):
                return trick.winner % 2 == 0
            return gets(hands, Trick(trick.winner), need - (not last and trick.winner % 2 == 0))
        if not last and trick.played == 0 and not 0 < need <= len(hands[trick.leader]):
            return need <= 0
        seat = (trick.leader + trick.played) % players
        tried = (gets(*then, need) for then in left_by_plays(deal, hands, seat, trick, every_name=every_name))
        return any(tried) if seat % 2 == 0 else all(tried)

    left, ours, trick = tricks_left(deal), deal.taken[0], trick_of(deal)
    if last:
        return int(gets(deal.hands, trick, 0))
    if objective == "majority":
        return int(gets(deal.hands, trick, (sum(deal.taken) + left) // 2 + 1 - ours))
    return ours + sum(1 for need in range(1, left + 1) if gets(deal.hands, trick, need))


# From the package's ints -----------------------------------------------------------------------------


def unnumbered(number: int | None) -> Card | None:
    """Return the card of the package's number, None for None."""
    return None if number is None else from_mask(1 << number)[0]


def deal_of(  # noqa: PLR0917 - the parts of a position in their order
    trump: int | None,
    wild: Sequence[int],
    ranks: Sequence[int],
    hands_masks: Sequence[int],
    leader: int = 0,
    table: Sequence[tuple[int, int | None]] = (),
    taken: tuple[int, int] = (0, 0),
    bound: Mapping[int, int] | None = None,
) -> Deal:
    """Return the deal of the package's ints and masks; `bound` is Perlagg -> mask of names."""
    law = Law(None if trump is None else SUITS[trump], tuple(map(unnumbered, wild)), tuple(ranks))
    return Deal(
        law,
        tuple(frozenset(from_mask(a_mask)) for a_mask in hands_masks),
        leader,
        tuple((unnumbered(card), unnumbered(name)) for card, name in table),
        tuple(taken),
        tuple((unnumbered(card), frozenset(from_mask(names))) for card, names in dict(bound or {}).items()),
    )


def oracle_value(  # noqa: PLR0917 - the parts of a position in their order
    trump: int | None,
    wild: Sequence[int],
    ranks: Sequence[int],
    hands_masks: Sequence[int],
    leader: int = 0,
    table: Sequence[tuple[int, int | None]] = (),
    taken: tuple[int, int] = (0, 0),
    bound: Mapping[int, int] | None = None,
    objective: str = "number",
    *,
    every_name: bool = True,
) -> int:
    """Return `value` of a position given by the package's ints and masks.

    >>> from oracle import cards, mask, number
    >>> wild = [number(card) for card in cards("HK W S7 E7 EU EO")]
    >>> hands = [mask(cards(codes)) for codes in ("EU L7", "L10 SU", "SK H8", "LO LA")]
    >>> oracle_value(3, wild, range(8), hands)
    2
    """
    deal = deal_of(trump, wild, ranks, hands_masks, leader, table, taken, bound)
    return value(deal, objective, every_name=every_name)
