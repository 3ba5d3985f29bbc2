"""A smallest set of things that cannot hold together."""

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")
Part = frozenset[int]
MOST_QUESTIONS = 60  # put to `agree` in search of the smallest
MOST_NODES = 20_000  # of the tree in which a smallest set that meets all rests is looked for


def smallest_conflict(
    things: Sequence[Thing],
    agree: Callable[[Sequence[Thing]], bool],
    beside: Callable[[Sequence[Thing]], Collection[int]] = lambda _: (),
    core: Collection[Thing] = (),
) -> tuple[Thing, ...]:
    """Return a smallest part of `things` that does not agree; all of them together do not.

    `agree` tells whether some of the things can hold together; a part of what agrees agrees. `beside`
    is asked where they can, and may tell places of other things that hold with them, all at once. `core` is
    a conflict that is known already, nothing of it to be left out.

    First a conflict of which nothing can be left out is found. Then smaller ones are looked for: every
    part that agrees leaves out one thing of each conflict, so a conflict meets all the rests of such parts;
    the smallest sets that meet all rests seen so far are tried, and what agrees is grown to a largest part
    that still does (implicit hitting sets, Ignatiev et al. 2015); what it cannot grow by gives further
    conflicts. Where that does not end soon, the smallest conflict found is returned.

    >>> smallest_conflict([3, 1, 4, 2, 5], lambda some: sum(some) < 9)
    (4, 5)
    """

    def grown(part: Part) -> Part | None:
        some = [things[i] for i in sorted(part)]
        return part.union(beside(some)) if agree(some) else None

    begun = frozenset(i for i, thing in enumerate(things) if thing in core)
    return tuple(things[i] for i in sorted(_Search(len(things), grown).smallest(begun)))


class _Search:
    """What has been asked, and what follows from it without asking."""

    def __init__(self, n: int, agree: Callable[[Part], Part | None]) -> None:
        self.every = frozenset(range(n))
        self.agree = agree
        self.good: list[Part] = []
        self.bad: list[Part] = []
        self.asked = 0

    def grown(self, part: Part) -> Part | None:
        """Return the largest part known to agree with all of `part` in it; None: it does not agree."""
        known = [good for good in self.good if part <= good]
        if known:
            return max(known, key=len)
        if any(bad <= part for bad in self.bad):
            return None
        self.asked += 1
        found = self.agree(part)
        (self.bad if found is None else self.good).append(part if found is None else found)
        return found

    def smallest(self, core: Part) -> Part:
        best = core or self.within(frozenset(), sorted(self.every))
        self.bad += [core] if core else []
        rests: list[Part] = []
        least, self.asked = 0, 0
        while self.asked <= MOST_QUESTIONS:
            part = _meeting(rests, least, len(best) - 1)
            if part is None:
                return best
            least = len(part)
            found = self.grown(part)
            if found is None:
                return part
            for i in sorted(self.every):
                if i in found or self.asked > MOST_QUESTIONS:
                    continue
                more = found | {i}
                known = any(bad <= more for bad in self.bad)
                grown = self.grown(more)
                if grown is not None:
                    found = grown
                elif not known:
                    core = self.within(frozenset([i]), sorted(found)) | {i}
                    self.bad.append(core)
                    best = min(best, core, key=lambda conflict: (len(conflict), sorted(conflict)))
            rests.append(self.every - found)
        return best

    def within(self, sure: Part, some: Sequence[int], *, new: bool = False) -> Part:
        """Return what of `some` cannot hold together with `sure`, nothing of it to be left out.

        Halved again and again (QuickXplain, Junker 2004); `new`: whether `sure` alone is to be asked for.
        """
        if new and self.grown(sure) is None:
            return frozenset()
        if len(some) <= 1:
            return frozenset(some)
        first, second = some[: len(some) // 2], some[len(some) // 2 :]
        of_second = self.within(sure.union(first), second, new=True)
        of_first = self.within(sure | of_second, first, new=bool(of_second))
        return of_first | of_second


def _meeting(rests: Sequence[Part], least: int, most: int) -> Part | None:
    """Return a smallest set of `least` to `most` things that has something of every rest.

    None: there is none, or it was not found among `MOST_NODES` sets.
    """
    nodes = 0

    def among(part: Part, size: int) -> Part | None:
        nonlocal nodes
        nodes += 1
        missed = [rest for rest in rests if rest.isdisjoint(part)]
        if not missed:
            return part
        if len(part) == size or nodes > MOST_NODES:
            return None
        fewest = min(len(rest) for rest in missed)
        for i in sorted(next(rest for rest in missed if len(rest) == fewest)):
            found = among(part | {i}, size)
            if found is not None:
                return found
        return None

    for size in range(least, most + 1):
        found = among(frozenset(), size)
        if found is not None:
            return found
    return None
