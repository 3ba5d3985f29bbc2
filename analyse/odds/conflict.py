"""A smallest set of things that cannot hold together."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import TypeVar

Thing = TypeVar("Thing")
MOST_QUESTIONS = 60  # put to `agree` in search of the smallest
MOST_SETS = 100_000  # looked at in search of the smallest


def smallest_conflict(things: Sequence[Thing], agree: Callable[[Sequence[Thing]], bool]) -> tuple[Thing, ...]:
    """Return a smallest part of `things` that does not agree; all of them together do not.

    `agree` tells whether some of the things can hold together; a part of what agrees agrees. Every
    part that agrees leaves out one thing of each conflict, so a conflict meets all the rests of such
    parts: the smallest sets that meet all rests seen so far are tried, and what agrees is grown to a
    largest part that still does (implicit hitting sets, Ignatiev et al. 2015). Where that does not
    end soon, a conflict of which nothing can be left out is returned.

    >>> smallest_conflict([3, 1, 4, 2, 5], lambda some: sum(some) < 9)
    (4, 5)
    """
    every = frozenset(range(len(things)))
    rests: list[frozenset[int]] = []
    asked = 0

    def agrees(part: frozenset[int]) -> bool:
        nonlocal asked
        asked += 1
        return agree([things[i] for i in sorted(part)])

    sets = _meeting(rests, sorted(every))
    for part in sets:
        if part is None or asked > MOST_QUESTIONS:
            break
        if not agrees(part):
            return tuple(things[i] for i in sorted(part))
        grown = part
        for i in sorted(every - part):
            if agrees(grown | {i}):
                grown |= {i}
        rests.append(every - grown)
    part = every
    for i in sorted(every):
        if not agrees(part - {i}):
            part -= {i}
    return tuple(things[i] for i in sorted(part))


def _meeting(rests: Sequence[frozenset[int]], every: Sequence[int]) -> Iterator[frozenset[int] | None]:
    """Yield the sets that have something of every rest so far, the smallest first; None: too many.

    A set passed over misses a rest, and more rests change nothing of that: no set is looked at twice.
    """
    sets = (frozenset(some) for size in range(len(every) + 1) for some in combinations(every, size))
    for some in islice(sets, MOST_SETS):
        if all(not rest.isdisjoint(some) for rest in rests):
            yield some
    yield None
