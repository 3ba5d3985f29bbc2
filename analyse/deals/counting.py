"""Counts of deals in one case: figures within bounds, sets of cards in numbers, exactly where it factors."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import comb

import numpy as np

from analyse.deals.aside import counts_aside
from analyse.deals.constraints import Bound, Case, Frame, Number, shown_figures, tidy, without_fixed
from analyse.deals.hands import filled
from analyse.deals.polynomials import ANY, SEATS, Sizes, bounded_counts, factors
from analyse.game.seats import PARTNER

MOST_PARTS = 40  # frames that a condition may be split into
MOST_ASIDE = 4  # of those where the hands of one seat are enumerated in each


def case_counts(
    frame: Frame, case: Case, kind: str, pairs: Sequence[tuple[int, int]], *, share: int = 1
) -> list[int] | None:
    """Return, for each (x, y), the case's deals with their best at most x, my partner's at most y.

    The figures are `kind` ("gleich" or "hanger"), `ANY` for no bound. None: more than one hand is told what
    does not factor; a single one is looked at in all ways to fill it. `share`: how many cases have the time
    of one.
    """
    played = {fixed.seat for fixed in frame.fixed}  # their bounds are about the hand as dealt
    if any(bound.kind != kind or bound.seat in played for bound in case.bounds):
        return _one_by_one(frame, case, kind, pairs, share)
    numbers = tidy(frame, without_fixed(frame, case.numbers))
    if numbers is None:
        return [0] * len(pairs)
    split = [number for number in numbers if not factors(frame, kind, number)]
    whole = [number for number in numbers if factors(frame, kind, number)]
    parts = _parts(frame, split)
    if parts is None:
        return _one_by_one(frame, case, kind, pairs, share)
    terms = [_terms(x, y, case.bounds) for x, y in pairs]
    asked = sorted({bounds for row in terms for bounds in row})
    ways: Counter[Sizes] = Counter()
    for sign, part in parts:
        rest = tidy(part, whole)
        if rest is not None:
            for bounds, n in zip(asked, bounded_counts(part, kind, asked, rest), strict=True):
                ways[bounds] += sign * n
    return [sum(sign * ways[bounds] for bounds, sign in row.items()) for row in terms]


def _one_by_one(
    frame: Frame, case: Case, kind: str, pairs: Sequence[tuple[int, int]], share: int
) -> list[int] | None:
    """Return the same from every hand of the one seat told what does not factor; None: there are more."""
    if len(frame.seats) > 1:
        return _one_aside(frame, case, kind, pairs, share)
    (seat,) = frame.seats
    deals = filled(frame, case.numbers, (*case.bounds, Bound(seat, kind, 0, ANY)))
    if deals.unchecked:
        return None
    if not deals.deals:
        return [0] * len(pairs)
    values = shown_figures(kind, deals.hands[:, 0], frame.perlaggen, frame.fixed, seat)
    law = Counter[int]()
    for value in np.unique(values):
        law[int(value)] = int(deals.ways[values == value].sum())
    return [sum(n for value, n in law.items() if value <= (y if seat == PARTNER else x)) for x, y in pairs]


def _one_aside(
    frame: Frame, case: Case, kind: str, pairs: Sequence[tuple[int, int]], share: int
) -> list[int] | None:
    """Return the same from every hand of one of three seats, the other two being counted."""
    numbers = tidy(frame, case.numbers)
    if numbers is None:
        return [0] * len(pairs)
    whole = [number for number in numbers if factors(frame, kind, number)]
    split = [number for number in numbers if number not in whole]
    told = {bound.seat for bound in case.bounds if bound.kind != kind}
    if not told:
        told = {seat for seat in SEATS for number in split if number.seats == 1 << seat}
    if len(told) != 1 or len(frame.seats) != len(SEATS) or frame.fixed:
        return None
    (seat,) = told
    mine = [number for number in split if number.seats == 1 << seat]
    parts = _parts(frame, [number for number in split if number not in mine])
    if parts is None or len(parts) > MOST_ASIDE:
        return None
    terms = [_terms(x, y, [bound for bound in case.bounds if bound.seat != seat]) for x, y in pairs]
    place = SEATS.index(seat)
    order = (place, *(i for i in range(len(SEATS)) if i != place))
    asked = sorted({(b[order[0]], b[order[1]], b[order[2]]) for row in terms for b in row})
    bounds = [bound for bound in case.bounds if bound.seat == seat]
    ways: Counter[Sizes] = Counter()
    for sign, part in parts:
        counted = counts_aside(part, kind, seat, ((*whole, *mine), bounds), asked, share=share * len(parts))
        if counted is None:
            return None
        for sizes, n in zip(asked, counted, strict=True):
            ways[sizes] += sign * n
    return [
        sum(sign * ways[b[order[0]], b[order[1]], b[order[2]]] for b, sign in row.items()) for row in terms
    ]


def _terms(x: int, y: int, bounds: Sequence[Bound]) -> Counter[Sizes]:
    """Return the bounds to add and subtract so that every figure is within its own as well."""
    within = {bound.seat: bound for bound in bounds}
    axes = []
    for seat in SEATS:
        most = y if seat == PARTNER else x
        if seat not in within:
            axes.append([(1, most)])
        elif most < within[seat].low:
            return Counter()
        else:
            least = within[seat].low
            axes.append([(1, min(most, within[seat].high)), *([(-1, least - 1)] if least else [])])
    terms: Counter[Sizes] = Counter()
    for (s, left), (t, right), (u, partner) in product(*axes):
        terms[left, right, partner] += s * t * u
    return terms


def _parts(frame: Frame, numbers: Sequence[Number]) -> list[tuple[int, Frame]] | None:
    """Return frames whose deals, added and subtracted, are those that agree; None: too many."""
    parts = [(1, frame)]
    for number in numbers:
        options = _options(number)
        if options is None or len(parts) * len(options) > MOST_PARTS:
            return None
        parts = [
            (sign * s, narrowed)
            for sign, part in parts
            for s, there in options
            if (narrowed := _narrowed(part, number, there)) is not None
        ]
    return parts


def _options(number: Number) -> list[tuple[int, int | None]] | None:
    """Return which cards of a set its seats hold, each with a sign; None among them: whichever."""
    cards = [card for card in range(33) if number.cards >> card & 1]
    inside = range(number.low, number.high + 1)
    outside = [size for size in range(len(cards) + 1) if size not in inside]
    direct = sum(comb(len(cards), size) for size in inside)
    around = 1 + sum(comb(len(cards), size) for size in outside)
    if min(direct, around) > MOST_PARTS:
        return None
    if direct <= around:
        return [(1, mask) for mask in _subsets(cards, inside)]
    return [(1, None), *((-1, mask) for mask in _subsets(cards, outside))]


def _subsets(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[int]:
    for size in sizes:
        for some in combinations(cards, size):
            yield sum(1 << card for card in some)


def _narrowed(frame: Frame, number: Number, there: int | None) -> Frame | None:
    """Return the frame in which just `there` of the set lies at its seats; None: a card has no place."""
    if there is None:
        return frame
    places = [
        (card, bits & (number.seats if there >> card & 1 else ~number.seats))
        if number.cards >> card & 1
        else (card, bits)
        for card, bits in frame.places
    ]
    return replace(frame, places=tuple(places)) if all(bits for _, bits in places) else None
