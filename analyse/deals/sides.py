"""Exact joint law of both sides' best figures when nobody's hand is known.

For given numbers of Perlaggen in the hands, "no hand of side 0 is better than x and none of side 1 better
than y" splits into one bound per rank (Gleich) or per suit (Hanger), as in `analyse.deals.polynomials`, but
for the hands of all players at once. The counts are whole numbers throughout.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from analyse.deals.constraints import Frame, names_of
from analyse.deals.polynomials import SUIT_MASKS
from analyse.deals.side_polynomials import Deal, Four, Poly, Whole, handed_out, last, times
from analyse.game.cards import cards_of
from analyse.game.figures import RANK_MASKS, all_values, check_kind, hanger_of_suit
from analyse.game.rules import Rules, trump_suit
from analyse.game.seats import PACK
from analyse.i18n import InputError

MOST_OF_A_RANK = 4
CELLS = 1 << 16  # numbers multiplied at a time, few enough for the processor's cache
Progress = Callable[[int, int], object]
Pair = tuple[int, int]
_Rest = tuple[NDArray[np.intp], Poly]  # powers of side 1's hands, ways [set of side 0, power, bound]


def public_frame(
    rules: Rules, upcard: int | None = None, trump: int | None = None, players: int = 4
) -> Frame:
    """Return what everybody knows before the bids: all cards but the one turned up lie anywhere.

    Seat 0 leads, so that the dealer is on side 1. A Perlagg that still lies there although it must be
    swapped tells that the dealer's side holds no plain trump (RULES 3). Raises `InputError` for a wrong
    number of players, and for an up-card and trump as `trump_suit` does.

    >>> from analyse.game.cards import parse_card
    >>> from analyse.game.rules import load_rules
    >>> public_frame(load_rules("suedtirol-1927"), parse_card("LU"), players=2).places[14]  # LA
    (15, 17)
    """
    if players not in (2, 4):
        raise InputError("players", bad=players)
    suit = trump_suit(rules, upcard, trump)
    perlaggen, seats = rules.perlagg_mask(suit), tuple(range(players))
    shown = 0 if upcard is None else 1 << upcard
    kept = rules.exchange == "must" and shown & perlaggen & ~rules.permanent
    barred = rules.plain_trumps(suit) if kept else 0
    everywhere, not_dealers = (sum(1 << s for s in (*some, PACK)) for some in (seats, seats[::2]))
    places = tuple(
        (card, not_dealers if barred >> card & 1 else everywhere) for card in cards_of(rules.pack & ~shown)
    )
    return Frame(seats, rules.hand_size, places, perlaggen, rules.permanent, bottom=False)


def side_law(frame: Frame, kind: str, progress: Progress | None = None) -> tuple[tuple[int, ...], Whole]:
    """Return the number of deals for every pair of both sides' best figures of `kind`.

    Parameters
    ----------
    frame : seats (0, 1) or (0, 1, 2, 3), every card that lies in a hand or asleep, and where it may lie (a
        card seen to be played: at one seat only; a Perlagg played under a name is `fixed` besides); side 0
        has the seats 0 and 2, side 1 the others; a side's best figure is the better of its hands'
    kind : "gleich" or "hanger"
    progress : called with the steps done and all from time to time

    Returns
    -------
    the values that a figure can have, ascending, and the counts [side 0's value, side 1's value], int64 or,
    where there may be 2**63 deals, Python's whole numbers. With the cut given (`frame.bottom`) a deal counts
    once for every card that may be the one at the bottom. No deal at all: all counts are 0.

    Source: RULES 3, 4. Raises `InputError` for an unknown kind.

    >>> from analyse.game.rules import load_rules
    >>> values, counts = side_law(public_frame(load_rules(), trump=1, players=2), "hanger")
    >>> from math import comb
    >>> counts.shape, int(counts.sum()) == comb(33, 5) * comb(28, 5)
    ((23, 23), True)
    """
    values = all_values(check_kind(kind), frame.size)
    deal = Deal(frame, values)
    at_most = deal.zeros()
    if deal.asleep >= 0 and all(bits for _, bits in frame.places):
        (_gleich if kind == "gleich" else _hanger)(deal, at_most, progress)
    counts: Whole = np.diff(np.diff(at_most, axis=0, prepend=0), axis=1, prepend=0)
    return values, counts


# Gleich --------------------------------------------------------------------------------------


def _gleich(deal: Deal, at_most: Whole, progress: Progress | None) -> None:
    """Add the deals with side 0's best Gleich at most x and side 1's at most y.

    A bound "n cards, up to rank r" leaves a hand with w Perlaggen room for n - w cards of each rank up to r
    and for one fewer of those above. So the ranks fall into three runs: up to both sides' r, between, above.
    """
    rooms = _Rooms(deal)
    sides = (0,) if deal.sides_alike else (0, 1)
    rest: dict[tuple[int, Pair], Poly] = {}  # the ranks from the higher r on
    above = rooms.ones()
    for high in reversed(range(8)):
        for fewer in ((0, 0), (1, 0), (0, 1))[: len(sides) + 1]:
            rest[high, fewer] = rooms.times(above, high, fewer)
        above = rooms.times(above, high, (1, 1))
    upto = rooms.ones()
    for low in range(8):
        rooms.collect(at_most, (low, low), upto, rest[low, (0, 0)])
        upto = rooms.times(upto, low, (0, 0))
        for side in sides:  # the one whose bound ends at the lower rank
            poly, fewer = upto, (1 - side, side)
            for high in range(low + 1, 8):
                rooms.collect(at_most, (high, low) if side else (low, high), poly, rest[high, fewer])
                poly = rooms.times(poly, high, fewer)
        if progress is not None:
            progress(low + 1, 8)
    if deal.sides_alike:
        ranks = np.array([value % 8 if value else 7 for value in deal.values])
        left_out = ranks[:, None] > ranks
        at_most[left_out] = at_most.T[left_out]


class _Rooms:
    """Polynomials over some ranks, a row for every room that the hands can have for cards of one rank."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.ways = deal.wild_ways()
        # what each hand shows besides, by rank
        self.shown = np.array(
            [[sum(n & 7 == r for n in deal.names(at)) for at in range(4)] for r in range(8)]
        )
        self.most = MOST_OF_A_RANK + int(self.shown.max()) + 1  # no bound at all
        self.bounds = cache(self._bounds)
        self.of_side = [
            sorted(
                {
                    rooms
                    for wild in self.ways
                    for rank in range(8)
                    for rooms in self.bounds(s, wild[2 * s : 2 * s + 2], rank)[1]
                }
            )
            for s in (0, 1)
        ]
        self.rooms = np.array([one + other for one, other in product(*self.of_side)]).reshape(-1, 4)

    def ones(self) -> Poly:
        """Return the polynomials of no cards."""
        poly = np.zeros((*(size + 1 for size in self.deal.sizes), len(self.rooms)), np.int64)
        poly[0, 0, 0, 0] = 1
        return poly

    def times(self, poly: Poly, rank: int, fewer: Pair) -> Poly:
        """Return the polynomials with a rank more, of which a hand of each side has room for `fewer` less."""
        bits = [bits for _, bits in self.deal.plain(RANK_MASKS[rank])]
        ways = handed_out(bits, [0] * len(bits))
        powers = [(a, b, c, d) for a, b, c, d, _ in ways]
        most = self.rooms - np.repeat(fewer, 2) - self.shown[rank]
        fits = (np.array(powers)[:, None] <= most).all(axis=-1)
        return times(poly, powers, fits * np.array(list(ways.values()))[:, None])

    def _bounds(self, side: int, wild: Pair, rank: int) -> tuple[list[int], list[Pair]]:
        """Return the places of the figures of `rank` that can bound these hands, and the rooms they leave."""
        figures, rooms = [], []
        least = self.deal.least("gleich", side, wild)
        for n in range(1 if rank == 7 else 2, self.deal.frame.size + 1):  # "none" leaves room for one of each
            value = 8 * (n - 1) + rank if n > 1 else 0
            if value >= least:
                # a hand of nothing but Perlaggen, aces all, needs no room: as if it had one
                one, other = (min(max(n - w, 1), self.most) for w in wild)
                figures.append(self.deal.values.index(value))
                rooms.append((one, other))
        return figures, rooms

    def collect(self, at_most: Whole, ranks: Pair, poly: Poly, rest: Poly) -> None:
        """Add the deals for the bounds of these ranks, over all ways to hand out the Perlaggen."""
        for wild, weight in self.ways.items():
            (x, of_one), (y, of_other) = (
                self.bounds(side, wild[2 * side : 2 * side + 2], ranks[side]) for side in (0, 1)
            )
            if x and y:
                one, other = (
                    [self.of_side[s].index(r) for r in of] for s, of in enumerate((of_one, of_other))
                )
                rows = np.add.outer(np.array(one) * len(self.of_side[1]), other).ravel()
                left = tuple(slice(size - w + 1) for size, w in zip(self.deal.sizes, wild, strict=True))
                found = last(poly[left][..., rows], rest[left][..., rows], wide=self.deal.wide)
                at_most[np.ix_(x, y)] += weight * found.reshape(len(x), len(y))


# Hanger --------------------------------------------------------------------------------------


def _hanger(deal: Deal, at_most: Whole, progress: Progress | None) -> None:
    """Add the deals with side 0's best Hanger at most x and side 1's at most y.

    A bound leaves a hand, suit by suit, the sets of ranks that make no better Hanger with its Perlaggen.
    """
    suits = [_Suit(deal, mask) for mask in SUIT_MASKS]
    ways = deal.wild_ways()
    if deal.sides_alike:  # one side with these, the other with those, and the other way round
        ways = {wild: n for wild, n in ways.items() if wild[:2] >= wild[2:]}
    theirs: Pair | None = None
    for done, wild in enumerate(sorted(ways, key=lambda wild: wild[2:]), 1):
        if wild[2:] != theirs:
            theirs = wild[2:]
            others = [suit.with_pack(theirs) for suit in suits]
        polys = [suit.polynomials(wild, other) for suit, other in zip(suits, others, strict=True)]
        found = ways[wild] * _four_suits(polys, wide=deal.wide)
        x, y = (len(deal.values) - n for n in found.shape)
        at_most[x:, y:] += found
        if deal.sides_alike and wild[:2] != theirs:
            at_most[y:, x:] += found.T
        if progress is not None:
            progress(done, len(ways))


def _four_suits(polys: Sequence[Poly], *, wide: bool) -> Whole:
    """Return the last coefficient of the product of four polynomials (cards of the seats, x, y)."""
    shape, (n, m) = polys[0].shape[:4], polys[0].shape[4:]
    powers = [(a, b, c, d) for a, b, c, d in np.ndindex(shape)]
    first, second, third, fourth = (poly.reshape(*shape, n * m) for poly in polys)
    step = max(1, CELLS // len(powers))
    found = []
    for start in range(0, n * m, step):
        rows = slice(start, start + step)
        one = times(first[..., rows], powers, second[..., rows].reshape(len(powers), -1))
        other = times(third[..., rows], powers, fourth[..., rows].reshape(len(powers), -1))
        found.append(last(one, other, wide=wide))
    return np.asarray(np.concatenate(found).reshape(n, m))


class _Suit:
    """The plain cards of one suit: the sets that the hands may hold, and the ways to part them."""

    def __init__(self, deal: Deal, mask: int) -> None:
        self.deal, self.mask = deal, mask
        cards = deal.plain(mask)
        self.n = len(cards)
        sets = np.arange(1 << self.n)
        self.held = sets[:, None] >> np.arange(self.n) & 1  # [set, card]
        self.bits = [bits for _, bits in cards]
        self.ranks = self.held @ np.array([1 << (card & 7) for card, _ in cards], np.intp)
        size = self.held.sum(axis=1)
        self.of_size = [np.flatnonzero(size == k) for k in range(self.n + 1)]
        # every (whole, part of it), by the whole and the size of the part
        whole, part = np.nonzero((sets[:, None] & sets) == sets)
        order = np.lexsort((size[part], whole))
        self.whole, self.part = whole[order], part[order]
        block = self.whole * (self.n + 1) + size[self.part]
        self.starts = np.flatnonzero(np.diff(block, prepend=-1))
        self.blocks = block[self.starts]
        self.families = cache(self._families)
        self.parted = cache(self._parted)

    def allowed(self, place: int) -> NDArray[np.bool_]:
        """Return which sets may lie at `place`."""
        barred = np.array([not bits >> place & 1 for bits in self.bits], np.intp)
        return np.asarray(self.held @ barred == 0)

    def _families(self, seat: int, wild: int) -> NDArray[np.bool_]:
        """Return, for each bound, which sets a hand with `wild` Perlaggen may hold, [bound, set]."""
        shown = sum(
            {1 << (name & 7) for name in names_of(self.deal.frame.fixed, seat) if self.mask >> name & 1}
        )
        hangers = _hanger_by_set()[wild][self.ranks | shown]
        return np.asarray((hangers <= np.array(self.deal.values)[:, None]) & self.allowed(seat))

    def _parted(self, side: int, wild: Pair) -> Poly:
        """Return the ways that a side's hands part a set, [set, cards of the first hand, bound].

        The bounds are the last ones, those that the Perlaggen alone do not exceed.
        """
        least = self.deal.least("hanger", side, wild)
        first = sum(value < least for value in self.deal.values)
        one, other = (self.families(seat, w)[first:] for seat, w in zip((side, side + 2), wild, strict=True))
        both = one[:, self.part] & other[:, self.whole ^ self.part]
        ways = np.zeros((len(one), len(self.held) * (self.n + 1)))
        ways[:, self.blocks] = np.add.reduceat(both, self.starts, axis=1, dtype=np.float64)
        return np.moveaxis(ways.reshape(len(one), len(self.held), self.n + 1), 0, -1)

    def with_pack(self, wild: Pair) -> list[_Rest]:
        """Return the ways to part what side 0 leaves between side 1 and the pack, by how many it takes."""
        ways, asleep, left = self.parted(1, wild), self.allowed(PACK), _rooms_left(self.deal, 1, wild)
        found = []
        for taken, sets in enumerate(self.of_size):
            rest = (len(self.held) - 1 ^ sets)[:, None]
            powers, tables = [], []
            for k, parts in enumerate(self.of_size[: self.n - taken + 1]):
                shares = _shares(k, left)
                fits = (parts & ~rest == 0) & asleep[rest ^ parts]
                tables.append(np.tensordot(fits.astype(np.float64), ways[parts][:, shares], axes=1))
                powers += [(share, k - share) for share in shares]
            found.append((np.array(powers), np.concatenate(tables, axis=1)))
        return found

    def polynomials(self, wild: Four, rests: list[_Rest]) -> Poly:
        """Return the ways to hand out the suit, [cards of each seat.., side 0's bound, side 1's]."""
        ways = self.parted(0, wild[:2])
        sizes = [size - w for size, w in zip(self.deal.sizes, wild, strict=True)]
        out = np.zeros((*(size + 1 for size in sizes), ways.shape[-1], rests[0][1].shape[-1]))
        for taken, (powers, table) in enumerate(rests):
            shares = np.array(_shares(taken, (sizes[0], sizes[1])), np.intp)[:, None]
            both = np.tensordot(ways[self.of_size[taken]][:, shares[:, 0]], table, axes=(0, 0))
            out[shares, taken - shares, powers[:, 0], powers[:, 1]] = both.transpose(0, 2, 1, 3)
        return out


def _shares(cards: int, left: Pair) -> range:
    """Return how many of a side's cards its first hand can get, each hand having room for so many."""
    return range(max(0, cards - left[1]), min(cards, left[0]) + 1)


def _rooms_left(deal: Deal, side: int, wild: Pair) -> Pair:
    """Return the room that a side's hands have for plain cards."""
    return deal.sizes[2 * side] - wild[0], deal.sizes[2 * side + 1] - wild[1]


@cache
def _hanger_by_set() -> NDArray[np.intp]:
    """Return the Hanger of Perlaggen and a set of ranks, indexed [wild, set], shape (9, 256)."""
    return np.array([[hanger_of_suit(s, w) for s in range(256)] for w in range(9)], np.intp)
