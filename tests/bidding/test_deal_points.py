"""What a deal does to the score in the table of chances to win, against the referee of `analyse.referee.settling`."""

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from searching import examples

from analyse.bidding.deal_points import NEAR, NOBODY, After, combinations, decided_near, written
from analyse.bidding.ladder_game import Ending, ladder
from analyse.bidding.match import all_endings
from analyse.game.rules import Rules, load_rules
from analyse.referee.bets import Call
from analyse.referee.settling import settle
from analyse.referee.slate import Outcome, Settlement

FIGURES = ("gleich", "hanger", "spiel")
YEARS = ("innsbruck-1924", "kongress-1890")
TARGET = 15
ENDINGS = all_endings(ladder(load_rules(), out=True))
FEW = tuple(
    end
    for end in ENDINGS
    if (end.how, end.points) not in {("gut", n) for n in (3, 4, 5, 6)}
    and (end.how, end.points) not in {("held", n) for n in (4, 5, 6, 7)}
)
PAIR, LOW_PAIR, THREE, LOW_THREE = 15, 8, 23, 16  # A-A, 7-7, A-A-A, 7-7-7


@dataclass(frozen=True)
class Hands:
    """The best Gleich and Hanger of either side, and who takes the Spiel."""

    gleich: tuple[int, int]
    hanger: tuple[int, int]
    spiel: int

    def better(self, figure: str) -> int | None:
        """Return the side that is better."""
        if figure == "spiel":
            return self.spiel
        ours, theirs = getattr(self, figure)
        return None if ours == theirs else int(ours < theirs)

    def outcome(self, figure: str) -> Outcome:
        """Return the same as the referee wants it."""
        best = None if figure == "spiel" else max(getattr(self, figure))
        return Outcome(self.better(figure), best)


PAIRS = {0: (PAIR, LOW_PAIR), 1: (LOW_PAIR, PAIR), None: (PAIR, PAIR)}
THREES = {0: (THREE, PAIR), 1: (LOW_THREE, THREE), None: (LOW_THREE, LOW_THREE)}
SIZES = (PAIRS, THREES)


def step_of(ending: Ending) -> int:
    """Return how far the ladder was climbed: 0 not bid, 1 the bid, 2 Drei .. 6 Sieben, 7 Spiel aus."""
    if ending.how == "held":  # where it stands the points are not told: it was held at the bid
        return max(1, ending.points - 1)
    return {"unbid": 0, "gut": ending.points, "out": 7}[ending.how]


def opener_of(ending: Ending, to_go: tuple[int, int]) -> int | None:
    """Return who may have bid so that it ended like this, None where nobody may (RULES 6, overbidding)."""
    may = [side for side in (0, 1) if to_go[side] > 1]
    if ending.how == "gut":  # the winner spoke last, and the sides spoke in turn
        may = [side for side in may if (side == ending.side) == (step_of(ending) % 2 == 1)]
    return may[0] if may else None


def calls_of(figure: str, ending: Ending, opener: int) -> list[Call]:
    """Return what was said about a figure, one step at a time."""
    calls, speaker = [Call("bid", opener, (figure,))], opener
    for step in range(2, step_of(ending) + 1):
        speaker = 1 - speaker
        calls.append(
            Call("aus", speaker, (figure,)) if step == 7 else Call("raise", speaker, (figure,), step + 1)
        )
    return [*calls, Call("good" if ending.how == "gut" else "hold", 1 - speaker, (figure,))]


def refereed(
    to_go: tuple[int, int], ends: tuple[Ending, ...], hands: Hands, rules: Rules
) -> Settlement | None:
    """Return the referee's reckoning, None where it cannot have come so.

    The bids come as Gleich, Hanger, Spiel, one held as Spiel aus before all others, for it is written first
    (RULES 7). At 14:14 Vorhand's side asks.
    """
    score = [TARGET - n for n in to_go]
    calls: list[Call] = []
    before = tuple(score)
    aus = any(end.how == "out" for end in ends)
    for figure, end in sorted(zip(FIGURES, ends, strict=True), key=lambda row: row[1].how != "out"):
        if end.how == "unbid" or (max(score) >= TARGET and not aus):
            continue
        opener = opener_of(end, (TARGET - score[0], TARGET - score[1]))
        if opener is None:
            return None
        calls += calls_of(figure, end, opener)
        if end.how == "gut":
            score[end.side] += end.points
    if score == [TARGET - 1, TARGET - 1]:
        calls.append(Call("ask", 0))
    outcomes = {figure: hands.outcome(figure) for figure in FIGURES}
    return settle(outcomes, calls, before, rules, vorhand=0)


def hands_for(ends: tuple[Ending, ...], sizes: tuple[int, int], free: tuple[int | None, ...]) -> Hands:
    """Return hands with which it ends so; `free` tells who is better where a figure was let good."""
    better = [free[i] if end.how == "gut" else end.side for i, end in enumerate(ends)]
    return Hands(SIZES[sizes[0]][better[0]], SIZES[sizes[1]][better[1]], better[2] or 0)


def compare(
    to_go: tuple[int, int],
    ends: tuple[Ending, ...],
    hands: Hands,
    rules: Rules,
    *,
    after: After,
    at: tuple[int, ...],
) -> bool:
    """Compare one combination; whether it can come so at all."""
    made = refereed(to_go, ends, hands, rules)
    if made is None:
        return False
    won = int(after.won[at])
    if won == NEAR:
        good = sum((end.how == "gut") << i for i, end in enumerate(ends))
        figures = np.array([[hands.gleich], [hands.hanger]])
        won = int(decided_near(good, figures, np.array([hands.spiel]), rules)[0])
        left = (1, 1)
    else:
        left = tuple(int(n[at]) for n in after.to_go)
    told = (to_go, ends, hands)
    assert (NOBODY if made.out is None else made.out) == won, told
    if won == NOBODY:
        assert tuple(TARGET - n for n in made.after) == left, told
    assert not made.penalties, told
    return True


NEAR_SCORES = [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 4), (4, 1)]
FAR_SCORES = [(2, 7), (7, 3), (8, 8)]


def possible(endings: tuple[Ending, ...], figure: int) -> tuple[Ending, ...]:
    """Return the endings of a figure: the Spiel never stands."""
    return tuple(end for end in endings if figure < 2 or end.side is not None)


@pytest.mark.slow
@pytest.mark.parametrize("year", YEARS)
@pytest.mark.parametrize("to_go", [*NEAR_SCORES, *FAR_SCORES])
def test_every_combination_of_endings_is_as_the_referee_settles_it(year: str, to_go: tuple[int, int]) -> None:
    rules = load_rules(year)
    endings = [possible(FEW, figure) for figure in range(3)]
    after = written(to_go, combinations(endings), rules)
    compared = 0
    for at in np.ndindex(*(len(some) for some in endings)):
        ends = tuple(some[i] for some, i in zip(endings, at, strict=True))
        sizes = ((0, 0), (0, 1), (1, 0), (1, 1)) if after.won[at] == NEAR else ((0, 1),)
        for some in sizes:
            compared += compare(to_go, ends, hands_for(ends, some, (0, 1, 1)), rules, after=after, at=at)
    assert compared >= (9 if to_go == (1, 1) else 400)


@examples(400)
@given(
    st.sampled_from(YEARS),
    st.tuples(st.integers(1, 15), st.integers(1, 15)),
    st.tuples(*(st.sampled_from(possible(ENDINGS, figure)) for figure in range(3))),
    st.tuples(st.integers(0, 1), st.integers(0, 1)),
    st.tuples(st.sampled_from((0, 1, None)), st.sampled_from((0, 1, None)), st.integers(0, 1)),
)
def test_any_endings_at_any_score_are_as_the_referee_settles_them(year, to_go, ends, sizes, free) -> None:
    rules = load_rules(year)
    after = written(to_go, combinations([(end,) for end in ends]), rules)
    compare(to_go, ends, hands_for(ends, sizes, free), rules, after=after, at=(0, 0, 0))
