"""Gleich, Hanger and Spiel together, from drawn deals: outcomes, points, who holds the best.

The chances of the Gleich and of the Hanger by themselves are exact where they can be counted, under a
time limit only where that takes a moment.
Every hand makes the most of each figure by itself; a Perlagg that was played is the card it was named
from then on (RULES 2), or the plain card it shows. Deals come in blocks, each from a generator of its
own, so the first n deals of a seed are the same however many follow and however they are solved.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, product
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyse.game.figures import KINDS
from analyse.i18n import InputError
from analyse.knowledge.record import Record
from analyse.knowledge.situation import Situation
from analyse.odds.estimate import Estimate, Mean, certain, sampled
from analyse.odds.open_worlds import MOST_WORLDS, Progress, check_drawing
from analyse.odds.point import Chances, Point, Sample, recorded

FIGURES = (*KINDS, "spiel")
PARTS = ("win", "stand", "lose")
POINTS = {"win": (1, 0), "stand": (0, 0), "lose": (0, 1)}  # nobody bids: the better side writes 1 (RULES 6)
WORLDS = 1000  # unless anything is said about when to stop
_BLOCK = 1024  # deals drawn at once
_CHECK = 256  # the error is looked at after so many deals
_FIRST_CHUNK, _CHUNK = 64, 0.2  # deals, then seconds between two looks at the time

Cell = tuple[str, str, str]  # outcomes of Gleich, Hanger and Spiel
Counts = NDArray[np.int64]
Rows = NDArray[np.uint8]  # (n, 3): cell, seats that share the best Gleich, the best Hanger


@dataclass(frozen=True)
class Joint:
    """What Gleich, Hanger and Spiel come to together, each side making the most of every one.

    Parameters
    ----------
    players : 2 or 4
    counts : worlds by outcome of Gleich, Hanger and Spiel; what cannot be is left out
    best : figure -> seats that share the best one -> worlds; no seats where nobody has one
    worlds : number of deals drawn and solved; the first so many of the seed
    seed : what they were drawn from
    stopped : why not more: "worlds", "stderr", "seconds" or "asked" (by the progress callback)
    acceptance : share of the deals drawn that agreed with what is known, in (0, 1]
    settled : whether every card of every hand is known, so that nothing is left to chance
    notes : keys of the remarks that belong to the numbers
    exact : the chances of the figures that were counted exactly, each by itself
    """

    players: int
    counts: Mapping[Cell, int]
    best: Mapping[str, Mapping[tuple[int, ...], int]]
    worlds: int
    seed: int
    stopped: str
    acceptance: float
    settled: bool
    notes: tuple[str, ...]
    method: str = "sampled"
    exact: Mapping[str, Chances] = field(default_factory=dict)

    def parts(self, figure: str) -> tuple[str, ...]:
        """Return the outcomes that a figure ("gleich", "hanger", "spiel") can have."""
        place = FIGURES.index(figure)
        return tuple(part for part in PARTS if any(cell[place] == part for cell in self.counts))

    def chance(self, figure: str, part: str) -> Estimate:
        """Return the chance of one outcome of a figure, exact where it was counted."""
        if figure in self.exact:
            return self.exact[figure][part]
        possible = self.parts(figure)
        if part not in possible or possible == (part,):
            return certain(self.worlds, happens=part in possible)
        place = FIGURES.index(figure)
        return self.share(sum(n for cell, n in self.counts.items() if cell[place] == part))

    def together(self, cell: Cell) -> Estimate:
        """Return the chance of one outcome of all three."""
        return self.share(self.counts.get(cell, 0))

    @cached_property
    def points(self) -> Mapping[tuple[int, int], int]:
        """Worlds by the points (ours, theirs) that are written if nobody bids."""
        law: Counter[tuple[int, int]] = Counter()
        for cell, n in self.counts.items():
            ours, theirs = zip(*(POINTS[part] for part in cell), strict=True)
            law[sum(ours), sum(theirs)] += n
        return dict(sorted(law.items(), key=lambda row: (row[0][1] - row[0][0], row[0])))

    @cached_property
    def differences(self) -> Mapping[int, int]:
        """Worlds by our points minus theirs, the best for us first."""
        law: Counter[int] = Counter()
        for (ours, theirs), n in self.points.items():
            law[ours - theirs] += n
        return dict(sorted(law.items(), reverse=True))

    @property
    def mean(self) -> Mean:
        """Our points minus theirs on average."""
        value = sum(d * n for d, n in self.differences.items()) / self.worlds
        square = sum((d - value) ** 2 * n for d, n in self.differences.items())
        return Mean(value, 0.0 if self.settled else sqrt(square / self.worlds / max(1, self.worlds - 1)))

    def holds_best(self, kind: str, seat: int) -> tuple[Estimate, Estimate]:
        """Return how often a seat alone holds the best figure, and how often it shares it with others."""
        rows = [(seats, n) for seats, n in self.best[kind].items() if seat in seats]
        alone = sum(n for seats, n in rows if len(seats) == 1)
        return self.share(alone), self.share(sum(n for _, n in rows) - alone)

    def nobody(self, kind: str) -> Estimate:
        """Return how often nobody has a figure."""
        return self.share(self.best[kind].get((), 0))

    @property
    def stderr(self) -> float:
        """The largest standard error of all these chances."""
        held = [self.holds_best(kind, seat) for kind in KINDS for seat in range(self.players)]
        every = [
            *(self.chance(figure, part) for figure in FIGURES for part in PARTS),
            *map(self.together, self.counts),
            *(self.share(n) for n in (*self.points.values(), *self.differences.values())),
            *(estimate for pair in held for estimate in pair),
        ]
        return max(estimate.stderr or 0.0 for estimate in every)

    def share(self, n: int) -> Estimate:
        """Return the share of `n` of the worlds."""
        if self.settled:
            return certain(self.worlds, happens=n == self.worlds)
        return sampled(n, self.worlds)


class Limits(NamedTuple):
    """When to stop: whichever comes first."""

    worlds: int
    stderr: float | None = None
    seconds: float | None = None


def limits(
    worlds: int | None = None, stderr: float | None = None, seconds: float | None = None, *, seed: int = 1
) -> Limits:
    """Return when to stop, `WORLDS` deals where nothing is said; raises `InputError` for what makes no sense.

    >>> limits(), limits(stderr=0.01)
    (Limits(worlds=1000, stderr=None, seconds=None), Limits(worlds=1000000, stderr=0.01, seconds=None))
    """
    if worlds is None:
        worlds = WORLDS if stderr is None and seconds is None else MOST_WORLDS
    check_drawing(worlds, seed)
    if stderr is not None and not 0 < stderr < 1:
        raise InputError("joint_stderr", bad=stderr)
    if seconds is not None and not 0 < seconds < float("inf"):
        raise InputError("joint_seconds", bad=seconds)
    return Limits(worlds, stderr, seconds)


def joint_odds(  # noqa: PLR0913  a question of chance has as many parts, all of them keywords
    known: Situation,
    *,
    record: Record | None = None,
    worlds: int | None = None,
    stderr: float | None = None,
    seconds: float | None = None,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> Joint:
    """Return Gleich, Hanger and Spiel of my side together, from `record` on or from the first lead.

    Drawing ends at `worlds` deals, at a standard error of `stderr` or less of every chance, or after
    `seconds`, whichever comes first; 1000 deals if none of them is given.

    Parameters
    ----------
    known : the situation; `known.leader` leads the first trick
    record : what has been played (`parse_record`)
    seed : where chance comes from, 0 or more; the same seed gives the same answer for as many deals
    threads : cores to solve on; the answer does not depend on it
    progress : called with the deals done and the most there can be; returning False ends with those done

    Raises `InputError` where the numbers are out of range or the record contradicts what is known.

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HK W S7 E10 H9"))
    >>> joint = joint_odds(situation(hand, load_rules(), upcard=parse_card("L8")), worlds=200)
    >>> joint.parts("spiel"), sum(joint.points.values()), joint.stopped
    (('win',), 200, 'worlds')
    """
    stop = limits(worlds, stderr, seconds, seed=seed)
    return joint_at(recorded(known, record), stop, seed=seed, threads=threads, progress=progress)


def joint_at(
    point: Point, stop: Limits, *, seed: int = 1, threads: int = 1, progress: Progress | None = None
) -> Joint:
    """Return the same at any point of a deal that worlds can be drawn at (`analyse.odds.point`)."""
    end = _End(stop, progress)
    tally = _Tally(point, seed, point.exact if stop.seconds is None or point.soon else {})
    waiting = np.zeros((0, 3), np.uint8)
    for rows, acceptance in _solved(point, end, seed, threads):
        waiting = np.concatenate([waiting, rows])
        tally.acceptance = acceptance
        while len(waiting) >= _CHECK:
            tally.add(waiting[:_CHECK])
            waiting = waiting[_CHECK:]
            if stop.stderr is not None and tally.joint("stderr").stderr <= stop.stderr:
                return tally.joint("stderr")
        end.done = tally.worlds + len(waiting)
        if end.reached() and end.done < stop.worlds:
            return tally.add(waiting).joint(end.reason)
    return tally.add(waiting).joint("worlds")


class _End:
    """Whether to end before all worlds, asked between some work and the next; once so, it stays so."""

    def __init__(self, stop: Limits, progress: Progress | None) -> None:
        self.stop, self.progress = stop, progress
        self.begin = time.perf_counter()
        self.done = 0
        self.reason = ""

    def reached(self) -> bool:
        seconds = self.stop.seconds
        if self.reason:
            return True
        if self.progress is not None and self.progress(self.done, self.stop.worlds) is False:
            self.reason = "asked"
        elif seconds is not None and time.perf_counter() - self.begin >= seconds:
            self.reason = "seconds"
        return bool(self.reason)


def _solved(point: Point, end: _End, seed: int, threads: int) -> Iterator[tuple[Rows, float]]:
    """Yield the worlds of a seed, some at a time, with the share of the deals drawn that agreed so far.

    Nothing may be asked for after a chunk at which the end is reached: the block may be cut short.
    """
    drawn, done, proposed, size, most = 0, 0, 0.0, _FIRST_CHUNK, end.stop.worlds
    for block in count():
        sample = point.draw(_BLOCK, np.random.default_rng([seed, block]), end.reached)
        figures = _figures(point, sample)
        drawn, proposed = drawn + len(figures), proposed + len(figures) / sample.acceptance
        at = 0
        while at < len(figures):
            begin = time.perf_counter()
            part = slice(at, min(len(figures), at + size, at + most - done))
            tricks = sample.solve(part, threads=threads)
            rows = figures[part]
            twice = 2 * tricks
            rows[:, 0] += (twice <= point.total).astype(np.uint8) + (twice < point.total)
            done, at = done + len(rows), part.stop
            growth = min(8.0, _CHUNK / max(time.perf_counter() - begin, 1e-9))
            size = min(_BLOCK, max(1, int(size * growth)))
            yield rows, drawn / proposed
            if done == most:
                return


def _figures(point: Point, sample: Sample) -> Rows:
    """Return the outcomes of both figures and who holds the best of each in every world."""
    every = {kind: sample.figures(kind) for kind in KINDS}
    rows = np.zeros((len(every[KINDS[0]]), 3), np.uint8)
    for place, values in enumerate(every.values()):
        ours, theirs = values[:, ::2].max(axis=1), values[:, 1::2].max(axis=1)
        outcome = np.where(ours > theirs, 0, np.where(ours == theirs, 1, 2))
        rows[:, 0] += (outcome * 3 ** (2 - place)).astype(np.uint8)
        top = np.maximum(ours, theirs)
        seats = 1 << np.arange(point.players)
        rows[:, 1 + place] = (((values == top[:, None]) & (top > 0)[:, None]) * seats).sum(axis=1)
    return rows


class _Tally:
    """What the worlds so far came to."""

    def __init__(self, point: Point, seed: int, exact: Mapping[str, Chances]) -> None:
        self.point, self.seed, self.exact = point, seed, exact
        self.worlds, self.acceptance = 0, 1.0
        self.cells: Counts = np.zeros(27, np.int64)
        self.best: Counts = np.zeros((2, 16), np.int64)

    def add(self, rows: Rows) -> "_Tally":
        self.worlds += len(rows)
        self.cells += np.bincount(rows[:, 0], minlength=27)
        for place in range(2):
            self.best[place] += np.bincount(rows[:, 1 + place], minlength=16)
        return self

    def joint(self, stopped: str) -> Joint:
        point = self.point
        cells = zip(product(PARTS, repeat=3), self.cells.tolist(), strict=True)
        return Joint(
            players=point.players,
            counts={(g, h, s): n for (g, h, s), n in cells if s in point.spiel},
            best={kind: _by_seats(row) for kind, row in zip(KINDS, self.best.tolist(), strict=True)},
            worlds=self.worlds,
            seed=self.seed,
            stopped=stopped,
            acceptance=self.acceptance,
            settled=point.settled,
            notes=point.notes,
            exact=self.exact,
        )


def _by_seats(row: Sequence[int]) -> dict[tuple[int, ...], int]:
    """Return the worlds by the seats that share the best figure; what never happened is left out."""
    return {tuple(seat for seat in range(4) if mask >> seat & 1): n for mask, n in enumerate(row) if n}
