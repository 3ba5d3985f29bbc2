"""The open-card solver: what both sides reach in tricks when all cards lie open (RULES 5)."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
from numpy.typing import NDArray

from analyse.game.cards import WELI, mask_of, parse_cards
from analyse.game.plays import (
    Play,
    Position,
    TrickRules,
    after,
    legal_plays,
    side,
    strength,
    suit_played,
    taker,
    turn,
)
from analyse.i18n import InputError

OBJECTIVES = ("majority", "number", "last")
CHUNK = 2048
_WILD = 36


def solve(position: Position, objective: str = "number") -> int:
    """Return what side 0 (seats 0 and 2) reaches when both sides play best, all cards open.

    `objective`: "number" of tricks in the whole deal, those taken included; "majority", 1 if it is more
    than half of all tricks, else 0; "last", 1 if side 0 takes the last trick.

    >>> from analyse.game.cards import mask_of, parse_cards
    >>> hands = tuple(mask_of(parse_cards(t)) for t in ("HA L7", "H8 L9"))
    >>> solve(Position(TrickRules(None), hands))
    1
    """
    hands = np.array([position.hands], np.uint64)
    return int(_solve(position, hands, objective, threads=1)[0])


def solve_deals(  # noqa: PLR0913  a deal has as many parts
    rules: TrickRules,
    hands: NDArray[np.uint64],
    leader: int = 0,
    objective: str = "number",
    *,
    table: tuple[Play, ...] = (),
    taken: tuple[int, int] = (0, 0),
    bound: tuple[tuple[int, int], ...] = (),
    threads: int = 1,
) -> NDArray[np.int8]:
    """Return `solve` of many deals that differ in the hands only, an array (n,).

    `hands`: (n, 2 or 4) masks; the other parameters as in `Position`; `threads`: cores to use. Raises
    `InputError` where a deal does not fit together.
    """
    hands = np.ascontiguousarray(hands, np.uint64)
    if not len(hands):
        return np.zeros(0, np.int8)
    first = Position(rules, tuple(int(h) for h in hands[0]), leader, table, taken, bound)
    _check_alike(first, hands)
    return _solve(first, hands, objective, threads)


def warm_up(announce: Callable[[], None] | None = None, patience: float = 1.0) -> float:
    """Load the solver, or compile it where no cache holds it yet; return the seconds that took.

    `announce` is called once, from another thread, if it takes longer than `patience` seconds.
    """
    begin = time.perf_counter()
    timer = threading.Timer(patience, announce or (lambda: None))
    timer.daemon = True
    timer.start()
    try:
        solve(Position(TrickRules(None), (mask_of(parse_cards("HA")), mask_of(parse_cards("H8")))))
    finally:
        timer.cancel()
    return time.perf_counter() - begin


def is_kept() -> bool:
    """Return whether the compiled solver can be kept, so that the next process finds it.

    numba keeps it in the folder that NUMBA_CACHE_DIR names, else beside the package, else in the user's
    cache; where it may write to none of them each process compiles anew. Loads the solver, compiles nothing.
    """
    from analyse.opencards import _solver  # noqa: PLC0415  loaded where it is used

    stats = getattr(_solver.solve_many, "stats", None)  # none where numba is told not to compile
    return stats is not None and stats.cache_path is not None


def _check_alike(first: Position, hands: NDArray[np.uint64]) -> None:
    """Check that all deals have hands of the same sizes as the first, of different cards."""
    counts = np.bitwise_count(hands)
    union = np.bitwise_or.reduce(hands, axis=1)
    on_table = np.uint64(sum(1 << play.card for play in first.table))
    fine = (counts == counts[0]).all(axis=1) & (np.bitwise_count(union) == counts.sum(axis=1))
    fine &= (union & on_table) == 0
    if not fine.all():
        place = int(np.flatnonzero(~fine)[0])
        Position(first.rules, tuple(int(h) for h in hands[place]), first.leader, first.table)
        raise InputError("deals_uneven", bad=place)


def _solve(first: Position, hands: NDArray[np.uint64], objective: str, threads: int) -> NDArray[np.int8]:
    if objective not in OBJECTIVES:
        raise InputError("objective_unknown", bad=objective, allowed=", ".join(OBJECTIVES))
    if not hands.any():  # the deal is over: who has taken the last trick would lead
        ours = {
            "number": first.taken[0],
            "majority": 2 * first.taken[0] > first.tricks,
            "last": not side(first.leader),
        }
        return np.full(len(hands), ours[objective], np.int8)
    out = np.zeros(len(hands), np.int8)
    parts = [slice(i * len(hands) // threads, (i + 1) * len(hands) // threads) for i in range(threads)]
    jobs = [_Job(first, objective, hands[part], out[part]) for part in parts]
    if threads == 1:
        jobs[0].run()
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(_Job.run, jobs))
    return out


def effort(rules: TrickRules, hands: NDArray[np.uint64], objective: str = "number") -> NDArray[np.int64]:
    """Return how many positions the search meets in each deal (n, seats) solved alone, seat 0 leading."""
    met = []
    for row in hands:
        job = _Job(Position(rules, tuple(map(int, row))), objective, row[None], np.zeros(1, np.int8))
        job.run()
        met.append(int(job.work[0]))
    return np.array(met, np.int64)


class _Job:
    """A batch of deals for one thread, with its own table and scratch."""

    def __init__(
        self, first: Position, objective: str, hands: NDArray[np.uint64], out: NDArray[np.int8]
    ) -> None:
        from analyse.opencards import _solver  # noqa: PLC0415  compiles, so it is loaded where it is used

        self.solve_many = _solver.solve_many
        self.first, self.hands, self.out = first, hands, out
        self.layout = _layout(first.rules)
        self.goal = OBJECTIVES.index(objective)
        self.start = _start(first)
        self.names = np.zeros(_solver.N_WILD + 1, np.int64)
        self.bound = sum(1 << int(self.layout.places[card]) for card, _ in first.bound)
        for card, mask in first.bound:
            self.names[self.layout.places[card] - _WILD] = self.layout.name_bits(mask)
        self.names[-1] = np.bitwise_or.reduce(self.names)
        self.table = np.zeros((_table_size(len(hands), first), 2), np.int64)
        self.work = np.zeros(_solver.WORK, np.int64)

    def run(self) -> None:
        """Solve the deals, chunk by chunk: between two of them Ctrl-C is heard."""
        for begin in range(0, len(self.hands), CHUNK):
            part = slice(begin, begin + CHUNK)
            self.solve_many(
                self.hands[part],
                begin,
                self.layout.places,
                self.layout.power,
                self.start,
                self.goal,
                self.first.tricks,
                self.bound,
                self.names,
                self.table,
                self.work,
                self.out[part],
            )


def _table_size(deals: int, first: Position) -> int:
    """Return the number of entries of the table: it fits the caches and is quick to clear for few deals."""
    least, most = (12, 14) if len(first.hands) == 4 else (10, 18)
    return 1 << min(most, least + (deals - 1).bit_length())


class _Layout:
    """Where the solver keeps each card: the trump suit last, ranks by strength, then the Perlaggen."""

    def __init__(self, rules: TrickRules) -> None:
        suits = [suit for suit in range(4) if suit != rules.trump]
        if rules.trump is not None:
            suits.append(rules.trump)
        self.power = 1 << (27 if rules.trump is not None else _WILD)
        self.place_of_suit = {suit: place for place, suit in enumerate(suits)}
        self.plain = [9 * self.place_of_suit[c >> 3] + rules.ranks.index(c & 7) for c in range(WELI)]
        self.places = np.array([*self.plain, -1], np.int64)
        for q, card in enumerate(reversed(rules.wild)):
            self.places[card] = _WILD + q

    def name_bits(self, mask: int) -> int:
        """Return names (mask of cards) as the solver's bits."""
        return sum(1 << self.plain[card] for card in range(WELI) if mask >> card & 1)


@cache
def _layout(rules: TrickRules) -> _Layout:
    return _Layout(rules)


def _start(position: Position) -> NDArray[np.int64]:
    """Return leader, cards on the table, suit led, best power, its seat, tricks taken."""
    led = best = seat = 0
    if position.table:
        suit = suit_played(position.table[0])
        led = _layout(position.rules).place_of_suit[suit]
        place = taker(position.rules, position.table)
        trump, rank, perlagg = strength(position.rules, position.table[place], suit) or (False, 0, 0)
        best = 256 * trump + 16 * (rank + 1) + perlagg
        seat = (position.leader + place) % len(position.hands)
    row = [position.leader, len(position.table), led, best, seat, *position.taken]
    return np.array(row, np.int64)


def play_values(position: Position, objective: str = "number") -> dict[Play, int]:
    """Return, for every legal play, what the position after it is worth (see `solve`)."""
    return {play: solve(after(position, play), objective) for play in legal_plays(position)}


def line(position: Position, objective: str = "number") -> tuple[Play, ...]:
    """Return one best line of play from `position` on: to the end, "majority" to the trick that decides it.

    Of plays that lead to the same, natural cards come before Perlaggen, then strong names before weak ones.

    >>> from analyse.game.cards import mask_of, parse_cards
    >>> from analyse.game.plays import play_name
    >>> hands = tuple(mask_of(parse_cards(t)) for t in ("HK HA", "H8 L9"))
    >>> [play_name(play) for play in line(Position(TrickRules(0, parse_cards("HK")), hands))]
    ['HA', 'H8', 'HK=HA', 'L9']
    """
    plays: list[Play] = []
    while any(position.hands) and not (objective == "majority" and is_decided(position)):
        values = play_values(position, objective)
        best = (max if turn(position) % 2 == 0 else min)(values.values())
        play = min((p for p, value in values.items() if value == best), key=_liking(position.rules))
        plays.append(play)
        position = after(position, play)
    return tuple(plays)


def is_decided(position: Position) -> bool:
    """Return whether a side has taken more than half of all tricks: the play of the Spiel stops there."""
    return 2 * max(position.taken) > position.tricks


def _liking(rules: TrickRules) -> Callable[[Play], tuple[int, ...]]:
    """Return what plays of equal value are ordered by: natural, strongly named, strength kept for later."""

    def key(play: Play) -> tuple[int, ...]:
        if play.card not in rules.wild:
            return 0, play.card
        if play.name is None:
            return 2, play.card
        strong = (play.name >> 3 == rules.trump, rules.ranks.index(play.name & 7))
        return 1, -strong[0], -strong[1], play.name, -rules.wild.index(play.card)

    return key


def sure_tricks(rules: TrickRules, hand: int, unseen: int, bound: tuple[tuple[int, int], ...] = ()) -> int:
    """Return how many tricks `hand` (mask) takes at least, whatever the others hold of `unseen` (mask).

    Counted are trumps and Perlaggen: each unseen one beats at most one of mine, a lower one, and what
    the best matching leaves over takes its trick, if each Perlagg is played as trump ace, those of `bound`
    (as in `Position`) as the strongest trump they may be named.

    >>> from analyse.game.cards import ALL_CARDS, mask_of, parse_cards
    >>> mine = mask_of(parse_cards("W S7 L8 E9 E10"))
    >>> perlaggen = parse_cards("HK W S7 E7 L7 LU LO")
    >>> sure_tricks(TrickRules(1, perlaggen), mine, ALL_CARDS & ~mine)
    1
    """
    powers = _powers(rules)
    for card, names in bound:
        if card in powers:
            ranks = [rules.ranks.index(name & 7) for name in _trumps(rules) if names >> name & 1]
            powers[card] = (max(ranks, default=-1), powers[card][1])
    sure = beaters = 0
    for card in sorted(powers, key=lambda card: powers[card], reverse=True):
        if unseen >> card & 1:
            beaters += 1
        elif hand >> card & 1 and powers[card][0] >= 0:
            sure += not beaters
            beaters -= beaters > 0
    return sure


def _powers(rules: TrickRules) -> dict[int, tuple[int, int]]:
    """Return the power of each Perlagg as trump ace and of each plain trump: rank, Perlagg behind it."""
    plain = {card: (rules.ranks.index(card & 7), 0) for card in _trumps(rules)}
    wild = {card: (len(rules.ranks) - 1, place) for place, card in enumerate(reversed(rules.wild), 1)}
    return plain | wild


def _trumps(rules: TrickRules) -> range:
    """Return the cards of the trump suit."""
    return range(0) if rules.trump is None else range(8 * rules.trump, 8 * rules.trump + 8)
