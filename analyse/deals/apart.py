"""Hands of three seats, each drawn from all that it may hold, kept apart by exact counts.

How many hands of one seat have no card of another's hand is told by inclusion and exclusion over the
cards of that hand: the hands with all cards of a part of it are counted once, for every part there is.
So the first hand is drawn by how many pairs of hands go with it, each of the pair from those that do;
only the two of them may still have a card in common, and are then thrown away. Perlaggen do not
collide: it is drawn how many of them each seat holds, and afterwards which.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from analyse.deals.constraints import Bound, Frame, Number, tidy
from analyse.deals.hands import Masks, hands_within
from analyse.game.cards import mask_of
from analyse.game.seats import PACK

MOST_PARTS_OF_HANDS = 1 << 24  # parts of the hands of one seat, all of them looked at once
MOST_PATTERNS = 64  # of one seat's hands
MOST_CELLS = 1 << 21  # patterns of all seats together
MOST_KINDS = 7  # of Perlaggen that differ to somebody
MOST_ROUNDS = 24  # tries of a hand that has no card of another before such hands are listed
MOST_PAIRS = 1 << 27  # pairs of hands looked at where it is only asked whether there is a deal
AT_ONCE = 1 << 21  # of those
FEW_PAIRS = 1 << 22  # pairs of hands that are looked at one by one
Counts = NDArray[np.int64]
Ints = NDArray[np.intp]


@dataclass(frozen=True)
class _Kind:
    """Perlaggen between which nothing tells a difference."""

    cards: tuple[int, ...]
    permanent: bool
    asleep: bool  # whether they may be asleep


@dataclass(frozen=True, eq=False)
class _Hands:
    """What one seat may hold, hands with the same plain cards and as many Perlaggen of each kind as one.

    Parameters
    ----------
    plain : masks of the plain cards, pattern after pattern
    wild : (rows, kinds) Perlaggen of each kind
    pattern : (rows,) which of the patterns
    starts : (patterns + 1,) where each begins
    columns : (patterns, columns) what the rows of a pattern take
    held : (rows, numbers) what the rows have of the numbers looked at afterwards
    """

    plain: Masks
    wild: NDArray[np.uint8]
    pattern: Ints
    starts: Ints
    columns: Counts
    held: Counts


@dataclass(frozen=True, eq=False)
class Apart:
    """Three seats and their hands; a draw agrees unless the last two share a plain card.

    Parameters
    ----------
    frame : what is handed out
    seats : the seats in the order in which they are drawn
    hands : what each may hold
    kinds : the Perlaggen
    checked : numbers that are looked at only after the draw
    beside : for the second and the third seat, (rows of the first, patterns): hands without a card of it
    cells : (patterns, patterns, patterns): the draws that may be
    """

    frame: Frame
    seats: tuple[int, ...]
    hands: tuple[_Hands, ...]
    kinds: tuple[_Kind, ...]
    checked: tuple[Number, ...]
    beside: tuple[Counts, Counts]
    cells: Counts

    @cached_property
    def deals(self) -> int:
        """Number of equally likely draws, those included that do not agree."""
        return int(self.cells.sum())

    @property
    def direct(self) -> bool:
        """Whether every draw agrees."""
        return False

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Masks, NDArray[np.bool_]]:
        """Return `n` draws, masks by seat (4, n), and which of them agree; those are equally likely deals."""
        first, second, third = self.hands
        rows, patterns = self._first(n, rng)
        plain = first.plain[rows]
        others = [
            _drawn_beside(hands, pattern, plain, rng)
            for hands, pattern in zip((second, third), patterns, strict=True)
        ]
        fits = (second.plain[others[0]] & third.plain[others[1]]) == 0
        held = np.flatnonzero(fits)
        hands = np.zeros((4, n), np.uint64)
        chosen = [rows[held], others[0][held], others[1][held]]
        for seat, of_seat, row in zip(self.seats, self.hands, chosen, strict=True):
            hands[seat, held] = of_seat.plain[row]
        for i, kind in enumerate(self.kinds):
            counts = [of.wild[row, i] for of, row in zip(self.hands, chosen, strict=True)]
            for seat, some in zip(self.seats, _handed_out(kind.cards, counts, rng), strict=True):
                hands[seat, held] |= some
        fits[held] = self._checked(*chosen)
        return hands, fits

    def _checked(self, *rows: Ints) -> NDArray[np.bool_]:
        """Return which triples of rows agree with the numbers looked at afterwards."""
        held = sum(of.held[row] for of, row in zip(self.hands, rows, strict=True))
        low, high = ([getattr(number, end) for number in self.checked] for end in ("low", "high"))
        return np.asarray(((held >= np.array(low)) & (held <= np.array(high))).all(axis=-1))

    def _first(self, n: int, rng: np.random.Generator) -> tuple[Ints, tuple[Ints, Ints]]:
        """Return rows of the first seat and the patterns of the other two."""
        some = np.flatnonzero(self.cells)
        which = np.searchsorted(self._cumulated, rng.integers(self.deals, size=n), side="right")
        place = np.unravel_index(some[which], self.cells.shape)
        rows = np.zeros(n, np.intp)
        order = np.argsort(which, kind="stable")
        stops = [*(np.flatnonzero(np.diff(which[order])) + 1).tolist(), n] if n else []
        begin = 0
        for stop in stops:
            here = order[begin:stop]
            a, b, c = (int(axis[here[0]]) for axis in place)
            part = slice(self.hands[0].starts[a], self.hands[0].starts[a + 1])
            ways = (self.beside[0][part, b] * self.beside[1][part, c]).cumsum()
            ticket = rng.integers(ways[-1], size=len(here))
            rows[here] = part.start + np.searchsorted(ways, ticket, side="right")
            begin = stop
        return rows, (place[1], place[2])

    @cached_property
    def _cumulated(self) -> Counts:
        flat = self.cells.ravel()
        sums: Counts = flat[flat > 0].cumsum()
        return sums

    def any(self) -> bool | None:
        """Return whether any draw agrees, every one looked at; None: they are too many."""
        first, second, third = self.hands
        used = self.cells > 0
        looked = 0
        for row in np.flatnonzero(self._draws_of_rows()):
            card = first.plain[row]
            one, other = [np.flatnonzero((hands.plain & card) == 0) for hands in (second, third)]
            block = max(1, AT_ONCE // max(1, len(other)))
            for some in (one[begin : begin + block] for begin in range(0, len(one), block)):
                looked += len(some) * len(other)
                b, c = np.nonzero((second.plain[some][:, None] & third.plain[other]) == 0)
                b, c = some[b], other[c]
                fit = used[first.pattern[row], second.pattern[b], third.pattern[c]]
                b, c = b[fit], c[fit]
                if self._checked(np.full(len(b), row), b, c).any():
                    return True
                if looked > MOST_PAIRS:
                    return None
        return False

    def _draws_of_rows(self) -> Counts:
        """Return, for each row of the first seat, whether anything may go with it."""
        first = self.hands[0]
        used = (self.cells > 0).astype(np.int64)
        rows = np.zeros(len(first.plain), np.int64)
        for a in range(len(first.columns)):
            part = slice(first.starts[a], first.starts[a + 1])
            rows[part] = ((self.beside[0][part] > 0) @ used[a] * (self.beside[1][part] > 0)).sum(axis=1)
        return rows


@lru_cache(maxsize=64)
def apart(frame: Frame, numbers: tuple[Number, ...], bounds: tuple[Bound, ...]) -> Apart | None:
    """Return the hands of the other three players within bounds and numbers; None: too many, or not three."""
    kept = tidy(frame, numbers)
    if kept is None or len(frame.seats) != 3:
        return None
    every = {seat: hands_within(frame, kept, seat, bounds) for seat in frame.seats}
    if max(map(len, every.values())) << frame.size > MOST_PARTS_OF_HANDS:
        return None
    shared = [number for number in kept if number.seats.bit_count() > 1]
    kinds = _kinds(frame, shared)
    if len(kinds) > MOST_KINDS:
        return None
    more: list[Number] = []  # numbers looked at afterwards
    while True:
        made = {seat: _hands(frame, kinds, (shared, more), seat, hands) for seat, hands in every.items()}
        shapes = [len(hands.columns) for hands in made.values()]
        if max(shapes) <= MOST_PATTERNS and np.prod(shapes) <= MOST_CELLS:
            break
        if not shared:
            return None
        shared, more = shared[:-1], [shared[-1], *more]
    seats = _order(frame, made)
    hands = tuple(made[seat] for seat in seats)
    beside = _beside(frame, hands[0], hands[1]), _beside(frame, hands[0], hands[2])
    ways = _ways(frame, kinds, shared, hands)
    for a in range(len(ways)):
        part = slice(hands[0].starts[a], hands[0].starts[a + 1])
        pairs = beside[0][part].astype(np.float64).T @ beside[1][part].astype(np.float64)
        ways[a] *= pairs.astype(np.int64)  # whole numbers below 2**53
    return Apart(frame, seats, hands, kinds, tuple(more), beside, ways)


def _kinds(frame: Frame, shared: Sequence[Number]) -> tuple[_Kind, ...]:
    """Return the unseen Perlaggen by what tells them apart."""
    found: dict[tuple[int, ...], list[int]] = {}
    for card, bits in frame.places:
        if frame.perlaggen >> card & 1:
            permanent = frame.permanent >> card & 1 if frame.bottom else 0
            key = permanent, bits, *(number.cards >> card & 1 for number in shared)
            found.setdefault(key, []).append(card)
    return tuple(_Kind(tuple(cards), bool(key[0]), bool(key[1] >> PACK & 1)) for key, cards in found.items())


def _hands(
    frame: Frame, kinds: Sequence[_Kind], numbers: tuple[Sequence[Number], ...], seat: int, hands: Masks
) -> _Hands:
    """Return the hands of one seat, pattern after pattern."""
    counts = [np.bitwise_count(hands & np.uint64(mask_of(kind.cards))).astype(np.uint64) for kind in kinds]
    keys = hands & ~np.uint64(frame.perlaggen)
    for i, held in enumerate(counts):
        keys |= held << np.uint64(33 + 4 * i)
    _, first = np.unique(keys, return_index=True)
    hands = hands[first]
    columns = [held[first].astype(np.int64) for held in counts]
    columns.append(np.bitwise_count(hands & np.uint64(_never_asleep(frame))).astype(np.int64))
    shares, more = ([_share(number, seat, hands) for number in some] for some in numbers)
    columns += shares
    table = np.stack(columns, axis=1)
    codes = table @ np.array([(frame.size + 1) ** i for i in range(table.shape[1])])
    _, one, pattern = np.unique(codes, return_index=True, return_inverse=True)
    order = np.argsort(pattern, kind="stable")
    starts = np.append(np.searchsorted(pattern[order], np.arange(len(one))), len(hands))
    return _Hands(
        hands[order] & ~np.uint64(frame.perlaggen),
        table[order, : len(kinds)].astype(np.uint8),
        pattern[order],
        starts,
        table[one],
        np.stack([*more, np.zeros(len(hands), np.int64)], axis=1)[order, : len(more)],
    )


def _share(number: Number, seat: int, hands: Masks) -> Counts:
    """Return how many of the cards of a number each hand of a seat has."""
    held: Counts = np.bitwise_count(hands & np.uint64(number.cards)).astype(np.int64)
    return held * (number.seats >> seat & 1)


def _never_asleep(frame: Frame) -> int:
    """Return the plain cards that somebody holds (mask)."""
    return mask_of(c for c, bits in frame.places if not bits >> PACK & 1 and not frame.perlaggen >> c & 1)


def _order(frame: Frame, made: dict[int, _Hands]) -> tuple[int, ...]:
    """Return the seats, those two last whose hands have the fewest cards in common."""
    cards = [card for card, _ in frame.places if not frame.perlaggen >> card & 1]
    often = {}
    for seat, hands in made.items():
        held = hands.plain[:, None] >> np.array(cards, np.uint64) & np.uint64(1)
        often[seat] = held.sum(axis=0) / max(1, len(hands.plain))
    one, other = min(combinations(made, 2), key=lambda pair: float(often[pair[0]] @ often[pair[1]]))
    (first,) = set(made) - {one, other}
    return first, one, other


def _ways(frame: Frame, kinds: Sequence[_Kind], shared: Sequence[Number], hands: Sequence[_Hands]) -> Counts:
    """Return the ways to choose the Perlaggen and the card at the bottom, for all patterns together."""
    columns = [of.columns for of in hands]
    taken = [
        columns[0][:, None, None, i] + columns[1][None, :, None, i] + columns[2][None, None, :, i]
        for i in range(columns[0].shape[1])
    ]
    ways = np.ones([len(of) for of in columns], np.int64)
    factorials = np.array([factorial(n) for n in range(20)])
    asleep = np.full(ways.shape, len(frame.places) - 3 * frame.size)
    for i, kind in enumerate(kinds):
        n = len(kind.cards)
        rest = n - taken[i]
        parts = factorials[np.maximum(rest, 0)]
        for axis, of in enumerate(columns):
            parts = parts * np.moveaxis(factorials[of[:, i]][:, None, None], 0, axis)
        ways *= np.where(rest >= 0 if kind.asleep else rest == 0, factorials[n] // parts, 0)
        asleep -= rest * kind.permanent
    if frame.bottom:
        ways *= np.maximum(asleep, 0)
    ways *= taken[len(kinds)] == _never_asleep(frame).bit_count()
    for number, held in zip(shared, taken[len(kinds) + 1 :], strict=True):
        ways *= (held >= number.low) & (held <= number.high)
    return ways


def _beside(frame: Frame, first: _Hands, other: _Hands) -> Counts:
    """Return, for each row of `first`, the rows of every pattern of `other` without a card of it."""
    patterns = len(other.columns)
    if len(first.plain) * len(other.plain) <= FEW_PAIRS:
        apart_from = (first.plain[:, None] & other.plain) == 0
        if not len(other.plain):
            return np.zeros((len(first.plain), 0), np.int64)
        return np.add.reduceat(apart_from, other.starts[:-1], axis=1, dtype=np.int64)
    cards = [card for card, _ in frame.places if not frame.perlaggen >> card & 1]
    parts = sum(comb(len(cards), k) for k in range(frame.size + 1))
    holding = np.zeros(parts * patterns, np.int64)  # hands that have all cards of a part
    for rows, part, _ in _parts(other.plain, cards, frame.size):
        holding += np.bincount(part * patterns + other.pattern[rows], minlength=parts * patterns)
    table = holding.reshape(parts, patterns)
    beside = np.zeros((len(first.plain), patterns), np.int64)
    for rows, part, sign in _parts(first.plain, cards, frame.size):
        beside[rows] += sign * table[part]
    return beside


def _parts(plain: Masks, cards: Sequence[int], size: int) -> Iterator[tuple[Ints, Ints, int]]:
    """Yield all parts of all rows: (rows, number of each row's part, 1 or -1 by its cards even or odd).

    A part's number is its rank among those of as many cards, after all smaller ones (combinadics).
    """
    places = np.full(64, -1)
    places[list(cards)] = np.arange(len(cards))
    offsets = [sum(comb(len(cards), j) for j in range(k)) for k in range(size + 1)]
    rank = np.array([[comb(p, k + 1) for p in range(len(cards) + 1)] for k in range(size)])
    counts = np.bitwise_count(plain)
    for n in range(size + 1):
        rows = np.flatnonzero(counts == n)
        if not len(rows):
            continue
        rest, held = plain[rows].copy(), []
        for _ in range(n):
            low = rest & (~rest + np.uint64(1))
            held.append(places[np.bitwise_count(low - np.uint64(1))])
            rest ^= low
        for k in range(n + 1):
            for some in combinations(held, k):
                part = np.full(len(rows), offsets[k])
                for i, place in enumerate(some):
                    part += rank[i][place]
                yield rows, part, -1 if k % 2 else 1


def _drawn_beside(hands: _Hands, pattern: Ints, cards: Masks, rng: np.random.Generator) -> Ints:
    """Return a row of each pattern that has no card of `cards`, all such rows equally likely."""
    starts, stops = hands.starts[pattern], hands.starts[pattern + 1]
    rows = np.zeros(len(pattern), np.intp)
    waiting = np.arange(len(pattern))
    for _ in range(MOST_ROUNDS):
        if not len(waiting):
            return rows
        rows[waiting] = rng.integers(starts[waiting], stops[waiting])
        waiting = waiting[hands.plain[rows[waiting]] & cards[waiting] != 0]
    for i in waiting:
        free = np.flatnonzero(hands.plain[starts[i] : stops[i]] & cards[i] == 0)
        rows[i] = starts[i] + free[rng.integers(len(free))]
    return rows


def _handed_out(
    cards: Sequence[int], counts: Sequence[NDArray[np.uint8]], rng: np.random.Generator
) -> list[Masks]:
    """Return masks of so many of the cards for each seat, any of them as likely."""
    n = len(counts[0])
    order = np.argsort(rng.random((n, len(cards))), axis=1)
    bits = np.uint64(1) << np.array(cards, np.uint64)[order]
    place = np.arange(len(cards))
    before = np.zeros(n, np.intp)
    found = []
    for count in counts:
        after = before + count
        mine = (place >= before[:, None]) & (place < after[:, None])
        found.append(np.bitwise_or.reduce(np.where(mine, bits, np.uint64(0)), axis=1))
        before = after
    return found
