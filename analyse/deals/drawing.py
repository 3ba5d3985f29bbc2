"""The way in which deals of one case are drawn: whichever throws the fewest away."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from analyse.deals.apart import apart
from analyse.deals.constraints import Bound, Case, Frame, Number, tidy
from analyse.deals.counting import case_counts
from analyse.deals.hands import (
    MOST_ROWS,
    NOTHING,
    Filled,
    Masks,
    draw,
    filled,
    filled_up,
    hands_within,
    many_tables,
)
from analyse.deals.polynomials import ANY
from analyse.game.cards import cards_of
from analyse.game.figures import KINDS, figure_values
from analyse.game.seats import PACK
from analyse.i18n import InputError

PROPOSED = (256, 4096)  # deals drawn to see whether a case is possible
EXAMPLES = 256  # deals drawn to see what else may hold in them


# Whether a case can be ---------------------------------------------------------------------------------


def possible(frame: Frame, case: Case) -> bool:
    """Return whether any deal agrees with a case.

    Raises `InputError` where that would take too long to find out.
    """
    deals = drawing(frame, case.numbers, case.bounds)
    if not deals.deals or deals.direct:
        return bool(deals.deals)
    rng = np.random.default_rng(0)  # finds an example or nothing; the answer does not depend on it
    if any(deals.draw(some, rng)[1].any() for some in PROPOSED):
        return True
    for kind in KINDS:
        of_kind = tuple(bound for bound in case.bounds if bound.kind == kind)
        counts = case_counts(frame, replace(case, bounds=of_kind), kind, [(ANY, ANY)])
        if counts == [0]:
            return False
        if counts is not None and len(of_kind) == len(case.bounds):
            return True
    found = deals.any()
    if found is None:
        raise InputError("known_undecided")
    return found


def example_deals(frame: Frame, cases: Sequence[Case]) -> Masks:
    """Return a few deals that agree with the first possible of some cases, masks by seat (4, n)."""
    rng = np.random.default_rng(0)
    for case in cases:
        deals = drawing(frame, case.numbers, case.bounds)
        if deals.deals:
            hands, fits = deals.draw(EXAMPLES, rng)
            return hands[:, fits]
    return np.zeros((4, 0), np.uint64)


def agreeing(frame: Frame, cases: Sequence[Case], hands: Masks) -> NDArray[np.bool_]:
    """Return which deals, masks by seat (4, n), agree with any of some cases."""
    asleep = np.uint64(frame.cards) & ~np.bitwise_or.reduce(hands, axis=0)
    fits = asleep & ~np.uint64(frame.at(PACK)) == 0
    for seat in frame.seats:
        fits &= hands[seat] & ~np.uint64(frame.at(seat)) == 0
    if frame.bottom:
        fits &= asleep & ~np.uint64(frame.permanent) != 0
    within = np.zeros(len(fits), np.bool_)
    for case in cases:
        kept = kept_bounds(hands, case.bounds, frame.perlaggen)
        for number in case.numbers:
            held = np.bitwise_count(hands & np.uint64(number.cards))
            share = sum((held[seat] for seat in frame.seats if number.seats >> seat & 1), np.zeros(len(fits)))
            kept &= (share >= number.low) & (share <= number.high)
        within |= kept
    return np.asarray(fits & within)


WORTH_IT = 0.4  # share of the hands within their bounds below which hands are drawn apart
OFTEN = 0.1  # share of the draws apart that has to agree where there is another way
MANY = 8  # numbers with which tables become slow


class Drawing(Protocol):
    """Deals of one case, each as likely as every other, some draws in vain."""

    @property
    def deals(self) -> int:
        """Number of equally likely draws, 0 where no deal can agree."""

    @property
    def direct(self) -> bool:
        """Whether every draw agrees."""

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Masks, NDArray[np.bool_]]:
        """Return `n` draws, masks by seat (4, n), seat 0 empty, and which of them agree."""

    def any(self) -> bool | None:
        """Return whether any draw agrees, from looking at them all; None: they are too many."""


@dataclass(frozen=True)
class Drawn:
    """Some seats filled one by one, the bounds of others looked at afterwards."""

    filled: Filled

    @property
    def deals(self) -> int:
        """Number of equally likely draws."""
        return self.filled.deals

    @property
    def direct(self) -> bool:
        """Whether every draw agrees."""
        return not self.filled.unchecked

    def draw(self, n: int, rng: np.random.Generator) -> tuple[Masks, NDArray[np.bool_]]:
        """Return `n` draws and which of them agree."""
        hands = draw(self.filled, n, rng)
        return hands, kept_bounds(hands, self.filled.unchecked, self.filled.frame.perlaggen)

    def any(self) -> bool | None:
        """Return whether any draw agrees; None: not found out."""
        return bool(self.deals) if self.direct else filled_up(self.filled)


@lru_cache(maxsize=64)
def drawing(frame: Frame, numbers: tuple[Number, ...], bounds: tuple[Bound, ...]) -> Drawing:
    """Return how deals with hands within bounds and sets of cards in numbers are drawn.

    Raises `InputError` where the numbers are too many for every way there is.
    """
    narrowed = _narrowed(frame, numbers)
    if narrowed is None:
        return Drawn(filled(frame, (NOTHING,), ()))
    frame, numbers = narrowed
    if _too_many(frame, numbers, bounds):
        found = apart(frame, numbers, bounds)
        if found is not None:
            return found
    elif many_tables(frame, numbers, bounds):
        found = apart(frame, numbers, bounds)
        if found is not None and _often_fits(found):
            return found
    try:
        return Drawn(filled(frame, numbers, bounds))
    except InputError:  # too many numbers for the tables
        found = apart(frame, numbers, bounds)
        if found is None:
            raise
        return found


def _often_fits(deals: Drawing) -> bool:
    """Return whether a good part of some draws agrees, so that none need be kept from being in vain."""
    if not deals.deals:
        return True
    _, fits = deals.draw(PROPOSED[0], np.random.default_rng(0))
    return bool(fits.mean() >= OFTEN)


def _narrowed(frame: Frame, numbers: tuple[Number, ...]) -> tuple[Frame, tuple[Number, ...]] | None:
    """Return the same, numbers that leave no choice being told by places; None: impossible."""
    while True:
        kept = tidy(frame, numbers)
        if kept is None or not all(bits for _, bits in frame.places):
            return None
        places, rest = dict(frame.places), []
        for number in kept:
            if number.high and number.low < number.cards.bit_count():
                rest.append(number)
                continue
            allowed = number.seats if number.high else ~number.seats
            places |= {card: places[card] & allowed for card in cards_of(number.cards)}
        if len(rest) == len(kept):
            return frame, kept
        frame, numbers = replace(frame, places=tuple(places.items())), tuple(rest)


def _too_many(frame: Frame, numbers: Sequence[Number], bounds: Sequence[Bound]) -> bool:
    """Return whether numbers are many, or hands with bounds too many to join and too few to be met."""
    if len(numbers) > MANY:
        return True
    ways, left, all_of_it = 1, 1.0, 1.0
    seats = sorted({bound.seat for bound in bounds})
    every = {seat: len(hands_within(frame, numbers, seat, bounds)) for seat in seats}
    for seat in sorted(seats, key=lambda seat: every[seat]):
        ways *= every[seat]
        if ways > MOST_ROWS:
            left *= every[seat]
            all_of_it *= len(hands_within(frame, numbers, seat, ()))
    return left < WORTH_IT * all_of_it


def kept_bounds(hands: Masks, bounds: Sequence[Bound], perlaggen: int) -> NDArray[np.bool_]:
    """Return which deals, masks (seats, n), keep the bounds."""
    fits = np.ones(hands.shape[1], np.bool_)
    for bound in bounds:
        values = figure_values(bound.kind, hands[bound.seat], perlaggen)
        fits &= (values >= bound.low) & (values <= bound.high)
    return fits
