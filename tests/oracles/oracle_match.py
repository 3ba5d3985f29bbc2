"""Games played out deal by deal: RULES 6 and 7, each bet by given strategies, the slate by the referee.

A side is 0 (Vorhand's in this deal) or 1. The bets are told apart as in DESIGN: Gleich, Hanger, Spiel, each
its own window, and no side with one point to go opens one. What a side says comes from
`say(to_go, figure, side, label, row) -> {word: chance}`; the row is the class it holds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analyse.game.rules import Rules
from analyse.referee.bets import Call
from analyse.referee.settling import settle
from analyse.referee.slate import Outcome

FIGURES = ("gleich", "hanger", "spiel")
LABELS = ("1", "3", "4", "5", "6", "7", "out")

Say = Callable[[tuple[int, int], int, int, str, int], Mapping[str, float]]


@dataclass(frozen=True)
class Deal:
    """One deal: by figure the rows of the classes of both sides, and who is better (None: it stands)."""

    rows: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
    better: tuple[int | None, int | None, int]
    best: tuple[int, int]  # the best Gleich and Hanger, as figures


def spoken(chances: Mapping[str, float], rng: np.random.Generator) -> str:
    """Return a word, drawn by its chance."""
    words = list(chances)
    up_to = np.cumsum([chances[word] for word in words])
    return words[int(np.searchsorted(up_to, rng.random() * up_to[-1], side="right"))]


def played(
    say: Say, to_go: tuple[int, int], figure: int, rows: Sequence[int], rng: np.random.Generator
) -> list[tuple[int, str]]:
    """Return what was said about a figure: (side, word), none where nobody bid."""
    opener = next(
        (side for side in (0, 1) if spoken(say(to_go, figure, side, "bid", rows[side]), rng) == "bid"), None
    )
    if opener is None:
        return []
    said, side = [(opener, "bid")], 1 - opener
    for label in LABELS:
        word = spoken(say(to_go, figure, side, label, rows[side]), rng)
        said.append((side, word))
        if word != "raise":
            break
        side = 1 - side
    return said


def written(
    said: Sequence[Sequence[tuple[int, str]]], to_go: tuple[int, int], deal: Deal, rules: Rules
) -> tuple[int | None, tuple[int, int]]:
    """Return who is out and the points to go after a deal.

    The referee says so. Where a side would bid with one point to go, since an earlier figure of this deal was
    let good to it, the bids are taken to have come in one breath: then all is added up here.
    """
    calls: list[Call] = []
    score = [rules.target - n for n in to_go]
    aus = [len(words) == len(LABELS) + 1 and words[-1][1] == "halten" for words in said]
    for i in sorted(range(3), key=lambda i: not aus[i]):
        if not said[i] or (max(score) >= rules.target and not any(aus)):
            continue
        if rules.target - score[said[i][0][0]] == 1:
            return added_up(said, to_go, deal)
        for step, (side, word) in enumerate(said[i], 1):
            named = {
                "bid": "bid",
                "gut": "good",
                "halten": "hold",
                "raise": "aus" if step == len(LABELS) else "raise",
            }
            level = int(LABELS[step - 1]) if word == "raise" and step < len(LABELS) else 0
            calls.append(Call(named[word], side, (FIGURES[i],), level))
        side, word = said[i][-1]
        if word == "gut":
            score[1 - side] += len(said[i]) - 1
    if score == [rules.target - 1] * 2:
        calls.append(Call("ask", 0))
    outcomes = {
        figure: Outcome(deal.better[i], None if figure == "spiel" else deal.best[i])
        for i, figure in enumerate(FIGURES)
    }
    made = settle(outcomes, calls, (rules.target - to_go[0], rules.target - to_go[1]), rules)
    return made.out, (rules.target - made.after[0], rules.target - made.after[1])


def added_up(
    said: Sequence[Sequence[tuple[int, str]]], to_go: tuple[int, int], deal: Deal
) -> tuple[int | None, tuple[int, int]]:
    """Return the same by RULES 7 alone: Spiel aus, what was let good, what was held, the rest."""
    entries = []
    for i, words in enumerate(said):
        steps = len(words) - 1
        if not words:
            entries.append((3, i, deal.better[i], 1))
        elif words[-1][1] == "gut":
            entries.append((1, i, 1 - words[-1][0], steps))
        elif steps == len(LABELS):
            entries.append((0, i, deal.better[i], 99))
        else:
            entries.append((2, i, deal.better[i], 2 if steps == 1 else steps + 1))
    left = list(to_go)
    for _, _, winner, points in sorted(entries, key=lambda entry: entry[:2]):
        if winner is not None:
            left[winner] -= points
            if left[winner] <= 0:
                return winner, (0, 0)
    return None, (left[0], left[1])


def game(
    say: Say, to_go: tuple[int, int], deals: Sequence[Deal], rules: Rules, rng: np.random.Generator
) -> int:
    """Return 1 if the side that is Vorhand's at the start wins the game, else 0."""
    first = 0  # which side of the deal at hand is the one that began
    while True:
        deal = deals[rng.integers(len(deals))]
        out, to_go = one_deal(say, to_go, deal, rules, rng)
        if out is not None:
            return int(out == first)
        to_go, first = (to_go[1], to_go[0]), 1 - first  # the other side leads next


def one_deal(
    say: Say, to_go: tuple[int, int], deal: Deal, rules: Rules, rng: np.random.Generator
) -> tuple[int | None, tuple[int, int]]:
    """Return who is out after a deal, and the points to go of Vorhand's side and of the other."""
    said = [played(say, to_go, i, deal.rows[i], rng) for i in range(3)]
    return written(said, to_go, deal, rules)
