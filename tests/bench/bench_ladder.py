"""The bet in equilibrium beside OpenSpiel's sequence-form solver: the same value, and how long both take.

Needs the extra `bench`; run by hand, not by the tests: `python tests/bench/bench_ladder.py`.

A small ladder is written as a game of OpenSpiel's own text format and solved by both. Then the bet on the
Gleich for two players and OpenSpiel's Leduc poker are solved in turn.
"""

from dataclasses import replace
from statistics import median
from time import perf_counter

import numpy as np

RUNS = 9


def efg(game):
    """Return a class game as a Gambit text: chance deals a cell, then the points follow."""
    lines = ['EFG 2 R "ladder" { "0" "1" } ""']
    cells = [cell for cell in np.ndindex(*game.weight.shape) if game.weight[cell] > 0]
    dealt = " ".join(f'"{i} {j}" {game.weight[i, j]:.17g}' for i, j in cells)
    lines.append(f'c "" 1 "" {{ {dealt} }} 0')
    ends, seen = 0, ({}, {})

    def walk(lead, cell):
        nonlocal ends
        if lead < 0:
            ends += 1
            payoff = game.ends[~lead][cell]
            lines.append(f't "" {ends} "" {{ {payoff:.17g} {-payoff:.17g} }}')
            return
        point = game.points[lead]
        row = cell[point.side]
        may = game.legal[lead][row]
        words = [
            (word, after)
            for word, after, is_legal in zip(point.actions, point.leads, may, strict=True)
            if is_legal
        ]
        numbers = seen[point.side]  # counted from 1 for each side, as the format wants it
        information = numbers.setdefault((lead, row), len(numbers) + 1)
        said = " ".join(f'"{word}"' for word, _ in words)
        lines.append(f'p "" {point.side + 1} {information} "" {{ {said} }} 0')
        for _, after in words:
            walk(after, cell)

    for cell in cells:
        walk(0, cell)
    return "\n".join(lines) + "\n"


def timed(call):
    """Return the seconds that a call takes."""
    start = perf_counter()
    call()
    return perf_counter() - start


def main() -> None:
    """Print values of both solvers, then medians and their ratio."""
    import pyspiel
    from open_spiel.python.algorithms import sequence_form_lp

    from analyse.bidding.equilibrium import solve
    from analyse.bidding.ladder_game import ladder
    from analyse.bidding.laws.figures import figure_law
    from analyse.game.cards import parse_card
    from analyse.game.rules import load_rules

    rules = load_rules()
    law = figure_law(rules, parse_card("L8"), None, "gleich", 2)
    some = np.array([0, 5, 12, 14, 21, 27])  # six classes, so apart that raises are worth a try
    small = replace(
        law,
        values=tuple(tuple(np.array(values)[some].tolist()) for values in law.values),
        weight=law.weight[np.ix_(some, some)],
        edge=law.edge[np.ix_(some, some)],
        stand=law.stand[np.ix_(some, some)],
        may_bid=tuple(may[some] for may in law.may_bid),
    )
    for top in (3, 4, 5):
        game = ladder(replace(rules, raises=tuple(range(3, top + 1)))).game(small)
        theirs = sequence_form_lp.solve_zero_sum_game(pyspiel.load_efg_game(efg(game)))[0]
        ours = solve(game)
        print(
            f"six classes up to {top}: ours {ours.value:+.9f} (exploitability {ours.exploitability:.0e}), "
            f"OpenSpiel {theirs:+.9f}, difference {abs(ours.value - theirs):.0e}"
        )
    leduc, times = pyspiel.load_game("leduc_poker"), {"leduc": []}
    games = {
        f"{kind}, {n}": ladder(rules).game(figure_law(rules, parse_card("L8"), None, kind, n))
        for kind in ("gleich", "hanger")
        for n in (2, 4)
    }
    times |= {name: [] for name in games}
    for _ in range(RUNS):
        times["leduc"].append(timed(lambda: sequence_form_lp.solve_zero_sum_game(leduc)))
        for name, game in games.items():
            times[name].append(timed(lambda game=game: solve(game)))
    peer = median(times.pop("leduc"))
    print(f"OpenSpiel, Leduc: {1e3 * peer:.0f} ms")
    for name, seconds in times.items():
        ours = median(seconds)
        print(
            f"ours, {name} players: {1e3 * ours:.0f} ms (least {1e3 * min(seconds):.0f}), ratio {peer / ours:.1f}"
        )


if __name__ == "__main__":
    main()
