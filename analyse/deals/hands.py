"""Hands that make certain figures, one by one, each with the ways to hand out the other cards.

What the other seats can get depends on a hand only by how many cards of each kind it takes, so the
ways are counted once for each such pattern, and cards of a pattern are drawn from one table.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyse.deals.constraints import Bound, Frame, Number, tidy, without
from analyse.deals.dealing import count, steps
from analyse.game.cards import cards_of
from analyse.game.figures import RANK_MASKS, all_hands, figure_values

MOST_ROWS = 1_000_000  # ways to fill some seats that are tried one by one
MOST_TABLES = 256  # patterns times numbers, each of them a table: less than half a second
MOST_TRIES = 40  # times that many where it is only asked whether there is any
NOTHING = Number(0, 0, 1, 1)  # what no deal agrees with
Masks = NDArray[np.uint64]


@dataclass(frozen=True)
class Filled:
    """Some seats filled in every way that keeps their bounds, the rest of the deal as tables.

    Parameters
    ----------
    frame, numbers : what is handed out
    seats : the seats filled one by one
    hands : their hands, shape (rows, seats)
    pattern : what each row takes, as an index, shape (rows,)
    examples : for each pattern one of its rows
    ways : deals that go with each row, shape (rows,); no row without any
    unchecked : the bounds of seats that were too many to be filled one by one
    """

    frame: Frame
    numbers: tuple[Number, ...]
    seats: tuple[int, ...]
    hands: Masks
    pattern: NDArray[np.intp]
    examples: tuple[int, ...]
    ways: NDArray[np.int64]
    unchecked: tuple[Bound, ...]

    @property
    def deals(self) -> int:
        """Number of deals before the unchecked bounds are looked at."""
        return int(self.ways.sum())


@lru_cache(maxsize=256)
def filled(frame: Frame, numbers: tuple[Number, ...], bounds: tuple[Bound, ...]) -> Filled:
    """Return the seats with bounds filled one by one, as many of them as can be done so."""
    return _with_ways(_rows_of(frame, numbers, bounds))


def many_tables(frame: Frame, numbers: tuple[Number, ...], bounds: tuple[Bound, ...]) -> bool:
    """Return whether the seats are filled in so many patterns that counting their ways takes long."""
    deals = _rows_of(frame, numbers, bounds)
    return len(deals.examples) * (1 + len(deals.numbers)) > MOST_TABLES


@lru_cache(maxsize=8)
def _rows_of(frame: Frame, numbers: tuple[Number, ...], bounds: tuple[Bound, ...]) -> Filled:
    """Return the seats filled one by one and their patterns, the ways not yet counted."""
    kept = tidy(frame, numbers)
    if kept is None:
        return Filled(frame, (), (), np.zeros((0, 0), np.uint64), *_no_rows(), ())
    may = {seat: hands_within(frame, kept, seat, bounds) for seat in sorted({b.seat for b in bounds})}
    rows = np.zeros((1, 0), np.uint64)
    seats: list[int] = []
    for seat in sorted(may, key=lambda seat: len(may[seat])):
        if len(rows) * len(may[seat]) > MOST_ROWS:
            break
        rows = _joined(rows, may[seat])
        seats.append(seat)
    unchecked = tuple(bound for bound in bounds if bound.seat not in seats)
    if unchecked:
        implied = [
            n for seat, hands in may.items() if seat not in seats for n in _implied(frame, seat, hands)
        ]
        also = tidy(frame, (*kept, *implied))
        kept = (NOTHING,) if also is None else also
    return _with_patterns(Filled(frame, kept, tuple(seats), rows, *_no_rows(), unchecked))


def _implied(frame: Frame, seat: int, hands: Masks) -> Iterator[Number]:
    """Yield what the hands that a seat may hold have in common: Perlaggen, and with them cards of a rank."""
    for mask in (0, *RANK_MASKS):
        cards = frame.perlaggen | mask
        held = np.bitwise_count(hands & np.uint64(cards))
        low, high = (int(held.min()), int(held.max())) if len(held) else (1, 0)
        if low > 1 or not mask:  # one of them is soon found
            yield Number(1 << seat, cards, low, high)


def filled_up(deals: Filled) -> bool | None:
    """Return whether the unchecked seats can be filled, too; None: not found within `MOST_TRIES`."""
    seats = tuple(sorted({bound.seat for bound in deals.unchecked}))
    may = [hands_within(deals.frame, deals.numbers, seat, deals.unchecked) for seat in seats]
    block = max(1, MOST_ROWS // max(map(len, may)))
    waiting = [(deals.hands[i : i + block], 0) for i in range(0, len(deals.hands), block)][::-1]
    for _ in range(MOST_TRIES):
        if not waiting:
            return False
        rows, depth = waiting.pop()
        rows = _joined(rows, may[depth])
        if depth + 1 < len(seats):
            waiting += [(rows[i : i + block], depth + 1) for i in range(0, len(rows), block)][::-1]
        elif _with_ways(_with_patterns(replace(deals, seats=(*deals.seats, *seats), hands=rows))).deals:
            return True
    return None if waiting else False


def _no_rows() -> tuple[NDArray[np.intp], tuple[int, ...], NDArray[np.int64]]:
    return np.zeros(0, np.intp), (), np.zeros(0, np.int64)


def hands_within(frame: Frame, numbers: Sequence[Number], seat: int, bounds: Sequence[Bound]) -> Masks:
    """Return the hands that `seat` may hold within its own bounds and numbers."""
    sure = sum(1 << card for card, bits in frame.places if bits == 1 << seat)
    room = frame.size - sure.bit_count()
    if room < 0:
        return np.zeros(0, np.uint64)
    return _hands_of(
        frame.at(seat) & ~sure,
        sure,
        room,
        frame.perlaggen,
        tuple((bound.kind, bound.low, bound.high) for bound in bounds if bound.seat == seat),
        tuple((n.cards & frame.at(seat), n.low, n.high) for n in numbers if n.seats == 1 << seat),
    )


Ranges = tuple[tuple[str, int, int], ...]


@lru_cache(maxsize=32)
def _hands_of(  # noqa: PLR0913, PLR0917  what a hand depends on, and nothing else
    pack: int,
    sure: int,
    room: int,
    perlaggen: int,
    figures: Ranges,
    numbers: tuple[tuple[int, int, int], ...],
) -> Masks:
    """Return the hands of `sure` and `room` more cards of `pack` within ranges."""
    hands = _all_hands(pack, room) | np.uint64(sure)
    for kind, low, high in figures:
        values = figure_values(kind, hands, perlaggen)
        hands = hands[(values >= low) & (values <= high)]
    for cards, low, high in numbers:
        held = np.bitwise_count(hands & np.uint64(cards))
        hands = hands[(held >= low) & (held <= high)]
    return hands


@lru_cache(maxsize=8)
def _all_hands(pack: int, size: int) -> Masks:
    return all_hands(pack, size)


def _joined(rows: Masks, hands: Masks) -> Masks:
    """Return every row with every hand that has no card of it, shape (rows, seats + 1)."""
    taken = np.bitwise_or.reduce(rows, axis=1, initial=np.uint64(0))
    row, hand = np.nonzero((taken[:, None] & hands) == 0)
    return np.concatenate([rows[row], hands[hand, None]], axis=1)


def _with_patterns(deals: Filled) -> Filled:
    """Return the rows with the pattern of each."""
    if not len(deals.hands):
        return deals
    codes, size = np.zeros(len(deals.hands), np.int64), 1
    for column in _taken(deals).T:
        base = int(column.max()) + 1
        if size * base >= 1 << 62:
            found, codes = np.unique(codes, return_inverse=True)
            size = len(found)
        codes, size = codes * base + column, size * base
    _, first, pattern = np.unique(codes, return_index=True, return_inverse=True)
    return replace(deals, pattern=pattern, examples=tuple(map(int, first)))


def _with_ways(deals: Filled) -> Filled:
    """Return the rows that some deal goes with."""
    if not len(deals.hands):
        return deals
    ways = np.array([count(*_rest(deals, row)) for row in deals.examples], np.int64)[deals.pattern]
    some = np.flatnonzero(ways)
    used, pattern = np.unique(deals.pattern[some], return_inverse=True)
    examples = tuple(map(int, np.searchsorted(some, np.array(deals.examples)[used])))
    return replace(deals, hands=deals.hands[some], pattern=pattern, examples=examples, ways=ways[some])


def _classes(deals: Filled) -> list[int]:
    """Return the kinds of cards that differ to whoever gets the rest, each as a mask of cards."""
    others = ~sum(1 << seat for seat in deals.seats)
    masks: dict[tuple[int, ...], int] = {}
    for card, bits in deals.frame.places:
        permanent = deals.frame.permanent >> card & 1 if deals.frame.bottom else 0
        kind = bits & others, permanent, *(number.cards >> card & 1 for number in deals.numbers)
        masks[kind] = masks.get(kind, 0) | 1 << card
    return list(masks.values())


def _taken(deals: Filled) -> NDArray[np.uint8]:
    """Return how many cards of each kind a row takes and what it has of every number."""
    taken = np.bitwise_or.reduce(deals.hands, axis=1)
    columns = [np.bitwise_count(taken & np.uint64(mask)) for mask in _classes(deals)]
    for number in deals.numbers:
        held = np.zeros(len(taken), np.uint8)
        for seat, hands in zip(deals.seats, deals.hands.T, strict=True):
            if number.seats >> seat & 1:
                held += np.bitwise_count(hands & np.uint64(number.cards))
        columns.append(held)
    return np.stack(columns, axis=1) if columns else np.zeros((len(taken), 1), np.uint8)


def _rest(deals: Filled, row: int) -> tuple[Frame, tuple[Number, ...]]:
    """Return what is left to hand out beside one of the rows."""
    hands = zip(deals.seats, map(int, deals.hands[row]), strict=True)
    return without(deals.frame, deals.numbers, dict(hands))


def draw(deals: Filled, n: int, rng: np.random.Generator) -> Masks:
    """Return `n` deals, each as likely as every other: masks by seat, shape (4, n); seat 0 is empty."""
    hands = np.zeros((4, n), np.uint64)
    if not deals.seats:
        cards = np.array([[card for card, _ in deals.frame.places]], np.uint64)
        _hand_out(deals.frame, deals.numbers, cards, hands, rng)
        return hands
    row = np.searchsorted(deals.ways.cumsum(), rng.integers(deals.deals, size=n), side="right")
    for seat, column in zip(deals.seats, deals.hands.T, strict=True):
        hands[seat] = column[row]
    order = [card for mask in _classes(deals) for card in cards_of(mask)]
    ordered = np.array(order, np.uint64)
    free = np.bitwise_or.reduce(hands, axis=0)[:, None] >> ordered & np.uint64(1) == 0
    for pattern, example in enumerate(deals.examples):
        here = np.flatnonzero(deals.pattern[row] == pattern)
        if not len(here):
            continue
        frame, numbers = _rest(deals, example)
        places = dict(frame.places)
        frame = replace(frame, places=tuple((card, places[card]) for card in order if card in places))
        cards = ordered[np.nonzero(free[here])[1]].reshape(len(here), -1)
        part = hands[:, here]
        _hand_out(frame, numbers, cards, part, rng)
        hands[:, here] = part
    return hands


def _hand_out(
    frame: Frame, numbers: Sequence[Number], cards: Masks, hands: Masks, rng: np.random.Generator
) -> None:
    """Hand out the cards of some worlds, `cards` (worlds or 1, steps), into `hands` (seats, worlds)."""
    state = np.ones(hands.shape[1], np.intp)
    for step, column in zip(steps(frame, tidy(frame, numbers) or ()), cards.T, strict=True):
        chosen = _chosen(step.ways, state, rng)
        place = np.array(step.spots, np.int8)[chosen]
        for seat in frame.seats:
            hands[seat] |= (place == seat) * (np.uint64(1) << column)
        state = step.moves[chosen, state]


def _chosen(ways: NDArray[np.int64], state: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.int8]:
    """Return which of its places a card goes to in every world, given the world's state."""
    row = np.zeros(len(state), np.int8)
    if len(ways) == 1:
        return row
    ticket = rng.integers(ways[-1].take(state))
    for first in ways[:-1]:
        row += ticket >= first.take(state)
    return row
