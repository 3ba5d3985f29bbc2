"""One seat's hands enumerated, the other two counted: against the plain generating functions and drawn deals."""

import numpy as np
import pytest
from test_knowledge import told
from test_odds_sampled import within_four_standard_errors

from analyse.deals.aside import counts_aside
from analyse.deals.constraints import tidy
from analyse.deals.polynomials import ANY, SEATS, bounded_counts
from analyse.game.figures import KINDS
from analyse.odds.figures import figure_odds
from analyse.odds.worlds import drawn_worlds

# What factors by rank and by suit, so that both ways count: known besides
BOTH_WAYS = [
    "",
    "cut: none",
    "cut: HK; left: !S9",
    "left: EK SK; right: !S7; partner: S9; out: H8",
    "opponents: HK S7; partner: !EA",
    "left: =1 perlaggen",
    "opponents: <=2 perlaggen; out: >=1 perlaggen; cut: none",
]
BOUNDS = [(ANY, ANY, ANY), (15, 15, 23), (23, ANY, 23), (0, 31, 15), (ANY, 12, 22)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("said", BOTH_WAYS)
def test_either_way_counts_the_same(said: str, kind: str) -> None:
    known = told(said)
    (case,) = known.cases
    numbers = tidy(known.frame, case.numbers)
    expected = bounded_counts(known.frame, kind, BOUNDS, numbers)
    for place, seat in enumerate(SEATS):
        asked = [(b[place], *(b[i] for i in range(3) if i != place)) for b in BOUNDS]
        if (
            said.count(":") > 2 or seat == SEATS[0] or kind == "gleich"
        ):  # the others take as long and tell less
            assert counts_aside(known.frame, kind, seat, (numbers, ()), asked) == expected


OF_A_RANK = ["left: =1 rank K", "opponents: >=2 rank 9; partner: =0 rank A", "out: =1 rank O <=2 rank 8"]
OF_A_SUIT = ["left: =1 H", "opponents: >=2 trumps; partner: =0 S", "out: =1 E >=2 trumps"]


@pytest.mark.parametrize(
    ("kind", "said"), [*(("gleich", said) for said in OF_A_RANK), *(("hanger", said) for said in OF_A_SUIT)]
)
def test_numbers_of_several_seats_count_in_both_ways(kind: str, said: str) -> None:
    known = told(said)
    (case,) = known.cases
    numbers = tidy(known.frame, case.numbers)
    asked = [BOUNDS[1], BOUNDS[4]]
    assert counts_aside(known.frame, kind, SEATS[0], (numbers, ()), asked) == bounded_counts(
        known.frame, kind, asked, numbers
    )


# One seat is told what does not factor: the answer is exact, and agrees with deals drawn another way
ASIDE = [
    "left: hanger>=3U",
    "partner: gleich>=2K hanger>=3U; cut: HK",
    "right: gleich>=3A hanger<=3A; partner: !S7 >=1 perlaggen",
    "left: =1 H =1 S =1 E; right: S7",
    "left: hanger=none; opponents: <=3 perlaggen; partner: >=1 trumps",
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("said", ASIDE)
def test_one_seat_told_what_does_not_factor_is_counted(said: str, kind: str) -> None:
    known = told(said)
    odds = figure_odds(known, kind)
    assert (odds.method, odds.acceptance) == ("exact", None)
    drawn = drawn_worlds(known, 100_000, rng=np.random.default_rng(29))
    assert drawn.direct
    within_four_standard_errors(known, kind, [drawn.hands[:, seat] for seat in (1, 2, 3)])


def test_what_takes_too_long_is_not_counted() -> None:
    known = told("")
    asked = [(ANY, ANY, ANY)]
    assert counts_aside(known.frame, "hanger", SEATS[0], ((), ()), asked, share=10**6) is None
