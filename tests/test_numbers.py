"""Parts of one whole as people read them: they add to 100.0 %."""

from fractions import Fraction
from itertools import pairwise
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyse.numbers import parts, percent

COUNTS = st.lists(st.integers(0, 10**6), min_size=2, max_size=9).filter(any)


def shown(counts: list[int], lang: str = "en") -> list[str]:
    return parts(counts, [percent(n, sum(counts), lang) for n in counts], lang)


def tenths(one: str) -> int:
    return round(10 * float(one.replace(",", ".").rstrip(" %")))


@given(COUNTS, st.sampled_from(["de", "en"]))
def test_parts_are_near_the_truth_in_order_and_keep_their_marks(counts: list[int], lang: str) -> None:
    said = shown(counts, lang)
    total = sum(counts)
    for n, one in zip(counts, said, strict=True):
        alone = percent(n, total, lang)
        if alone[0] in "<>" or n in (0, total):
            assert one == alone
        else:
            assert abs(tenths(one) - Fraction(1000 * n, total)) <= 1
    told = sorted((n, tenths(one)) for n, one in zip(counts, said, strict=True) if one[0] not in "<>")
    for (n, a), (m, b) in pairwise(told):
        assert a <= b or n == m


@given(COUNTS)
def test_parts_add_to_a_hundred_where_none_would_move_too_far(counts: list[int]) -> None:
    said = shown(counts)
    exact = [Fraction(1000 * n, sum(counts)) for n in counts]
    told = [i for i, one in enumerate(said) if one[0] not in "<>"]
    if (
        not any(one[0] == ">" for one in said)
        and sum(floor(exact[i]) + 1 for i in told if 0 < exact[i] < 999) >= 1000
    ):
        assert sum(tenths(said[i]) for i in told) == 1000  # a mark counts as 0.0


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([1, 1, 1], ["33.4 %", "33.3 %", "33.3 %"]),
        ([1, 0], ["100 %", "0 %"]),
        ([9995, 5000, 5], ["66.7 %", "33.3 %", "<0.1 %"]),
        ([99_999, 1], [">99.9 %", "<0.1 %"]),
        ([50_000, 49_980, 4, 4, 4, 4, 4], ["50.0 %", "50.0 %", *["<0.1 %"] * 5]),
        ([9990, 5, 5], ["99.9 %", "<0.1 %", "<0.1 %"]),
    ],
)
def test_parts(counts: list[int], said: list[str]) -> None:
    assert shown(counts) == said
