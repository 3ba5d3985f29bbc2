"""The bet, slowly: every deal of a small pack, every line of play, every plan; written from RULES 6."""

from collections import Counter
from itertools import combinations, product

import numpy as np
from oracle import side_figure

from analyse.bidding.ladder_game import ClassLaw
from analyse.bidding.tree import ClassGame, Point

RNG = np.random.default_rng  # laws of tests are drawn from a seed


# Laws ---------------------------------------------------------------------------------------------------


def made_up_law(seed, sizes, *, estimated=False, gaps=0.0):
    """A law with made-up weights: figures that beat, stand and lose, or (`estimated`) chances of a Spiel."""
    rng = RNG(seed)
    weight = rng.random(sizes) * (rng.random(sizes) >= gaps)
    weight[-1, -1] += 0.01
    if estimated:
        values = tuple(tuple(range(n)) for n in sizes)
        slope = np.linspace(-1, 1, sizes[0])[:, None] - np.linspace(-1, 1, sizes[1])
        edge = np.clip(slope + rng.normal(0, 0.3, sizes), -1, 1)
        owns = tuple(np.ones(n, bool) for n in sizes)
        return ClassLaw("spiel", values, weight, edge, np.zeros(sizes), owns)
    values = tuple(tuple(sorted(rng.choice(12, n, replace=False).tolist())) for n in sizes)
    return law_of_figures("gleich", values, weight)


def law_of_figures(kind, values, weight):
    """A law of comparable figures, 0 for none."""
    ours, theirs = (np.array(v) for v in values)
    edge = np.sign(ours[:, None] - theirs).astype(float)
    return ClassLaw(kind, values, weight, edge, (edge == 0).astype(float), (ours > 0, theirs > 0))


def enumerated_law(kind, pack, perlaggen, size):
    """The exact law of two hands of `size` cards out of a small pack, every deal one by one."""
    found = Counter()
    for ours in combinations(sorted(pack), size):
        for theirs in combinations([card for card in sorted(pack) if card not in ours], size):
            found[tuple(side_figure(kind, [frozenset(hand)], perlaggen) for hand in (ours, theirs))] += 1
    values = tuple(tuple(sorted({pair[side] for pair in found})) for side in (0, 1))
    weight = np.array([[found[a, b] for b in values[1]] for a in values[0]])
    return law_of_figures(kind, values, weight)


# The bet as RULES 6 tell it -----------------------------------------------------------------------------


def turn(said, top):
    """Whose turn it is after `said`, the label of what he decides, and the words; None where it is over."""
    if said in {(), ("wait",)}:
        return len(said), "bid", ("wait", "bid")
    if said[-1] in {"gut", "halten"} or said == ("wait", "wait"):
        return None
    opener, raises = said.index("bid"), said.count("raise")
    level = 1 if not raises else raises + 2
    words = ("gut", "halten") if level == max(top, 1) else ("gut", "halten", "raise")
    return (opener + 1 + raises) % 2, str(level), words


def writes(said):
    """Who writes how many points after `said`: a side, or "better" for the better figure."""
    if said == ("wait", "wait"):
        return "better", 1
    opener, raises = said.index("bid"), said.count("raise")
    last_bidder = (opener + raises) % 2
    level = 1 if not raises else raises + 2
    if said[-1] == "gut":
        return last_bidder, 1 if level == 1 else level - 1
    return "better", 2 if level == 1 else level


def lines(top):
    """Every line of play to its end; `top` is the highest raise, 0 for none."""
    todo, ends = [()], []
    while todo:
        said = todo.pop()
        at = turn(said, top)
        if at is None:
            ends.append(said)
        else:
            todo += [(*said, word) for word in at[2]]
    return ends


def paid(law, said, i, j):
    """Points of side 0 less those of side 1 in a cell."""
    who, n = writes(said)
    if who == "better":
        return n * law.edge[i, j]
    return n if who == 0 else -n


def expected(law, top, play):
    """What side 0 gets; `play(side, row, said, word)` is the chance of a word."""
    chances = law.weight / law.weight.sum()
    total = 0.0
    for i, j in product(*(range(n) for n in chances.shape)):
        for line in lines(top):
            chance = chances[i, j]
            for k, word in enumerate(line):
                side = turn(line[:k], top)[0]
                chance *= play(side, (i, j)[side], line[:k], word)
            total += chance * paid(law, line, i, j)
    return total


def plans(law, top, side, row):
    """Every pure plan of a class: what it says wherever its own words lead it."""
    points = sorted(
        {line[:k] for line in lines(top) for k in range(len(line)) if turn(line[:k], top)[0] == side}
    )

    def own(said):
        return [(said[:k], said[k]) for k in range(len(said)) if turn(said[:k], top)[0] == side]

    found = [{}]
    for said in points:  # shorter before longer within a line, since a prefix sorts first
        longer = []
        for plan in found:
            if any(plan.get(before) != word for before, word in own(said)):
                longer.append(plan)
                continue
            words = turn(said, top)[2] if law.may_bid[side][row] else ("wait", "gut")
            longer += [plan | {said: word} for word in words if word in turn(said, top)[2]]
        found = longer
    return found


def best_against(law, top, side, play):
    """The most that `side` gets against `play`, by trying every plan of every class."""
    chances = law.weight / law.weight.sum()
    total = 0.0
    for row in range(chances.shape[side]):
        values = []
        for plan in plans(law, top, side, row):
            value = 0.0
            for other in range(chances.shape[1 - side]):
                i, j = (row, other) if side == 0 else (other, row)
                for line in lines(top):
                    chance = chances[i, j]
                    for k, word in enumerate(line):
                        if turn(line[:k], top)[0] == side:
                            chance *= plan.get(line[:k]) == word
                        else:
                            chance *= play(1 - side, other, line[:k], word)
                    value += chance * paid(law, line, i, j) * (1 if side == 0 else -1)
            values.append(value)
        total += max(values)
    return total


def normal_form_value(law, top):
    """The value by the matrix of all pure strategies, a plan for each class; only for tiny laws."""
    from scipy.optimize import linprog

    chances = law.weight / law.weight.sum()
    n0, n1 = chances.shape
    mine = [plans(law, top, 0, i) for i in range(n0)]
    theirs = [plans(law, top, 1, j) for j in range(n1)]
    table = {}  # payoff of every pair of plans in every cell
    for i, j in product(range(n0), range(n1)):
        for (a, one), (b, other) in product(enumerate(mine[i]), enumerate(theirs[j])):
            said = ()
            while (at := turn(said, top)) is not None:
                said = (*said, (one if at[0] == 0 else other)[said])
            table[i, j, a, b] = chances[i, j] * paid(law, said, i, j)
    rows = list(product(*(range(len(m)) for m in mine)))
    columns = list(product(*(range(len(t)) for t in theirs)))
    matrix = np.array(
        [[sum(table[i, j, r[i], c[j]] for i in range(n0) for j in range(n1)) for c in columns] for r in rows]
    )
    n = len(rows)
    found = linprog(
        np.append(np.zeros(n), -1),
        A_ub=np.hstack([-matrix.T, np.ones((len(columns), 1))]),
        b_ub=np.zeros(len(columns)),
        A_eq=[[1] * n + [0]],
        b_eq=[1],
        bounds=[(0, None)] * n + [(None, None)],
    )
    assert found.status == 0
    return -found.fun


# Kuhn poker (1950) --------------------------------------------------------------------------------------


def kuhn_poker():
    """Three cards, ante 1, one bet of 1; the value for side 0 is -1/18 (Kuhn 1950)."""
    points = (
        Point(0, "first", (), ("pass", "bet"), (1, 3)),
        Point(1, "second", ("pass",), ("pass", "bet"), (~0, 2)),
        Point(0, "third", ("pass", "bet"), ("pass", "bet"), (~1, ~2)),
        Point(1, "called", ("bet",), ("pass", "bet"), (~3, ~4)),
    )
    higher = np.sign(np.arange(3)[:, None] - np.arange(3)).astype(float)
    flat = np.ones((3, 3))
    ends = np.array([higher, -flat, 2 * higher, flat, 2 * higher])
    legal = tuple(np.ones((3, 2), bool) for _ in points)
    return ClassGame((1 - np.eye(3)) / 6, points, ends, legal)
