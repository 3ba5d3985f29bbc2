"""How fast open deals are solved, beside endplay's DDS on bridge endings of as many cards.

    python tests/bench/bench_tricks.py [--deals 2000] [--repeats 7]

One process, held to one core where the system can do that, both solvers in turn in each repeat; medians,
and the median of the ratios. DDS solves 20-card endings (52 cards, spades trump, North leads, the value
only), ours 20-card deals (33 cards, Laub trump, all names of all Perlaggen). endplay solves board by board
or 200 in one call; the faster of the two counts.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

import numpy as np
from endplay.dds import solve_all_boards, solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Deal, Denom, Player

from analyse.game.cards import mask_of, parse_card, parse_cards
from analyse.game.plays import trick_rules
from analyse.game.rules import load_rules
from analyse.knowledge.situation import situation
from analyse.odds.worlds import worlds
from analyse.opencards.solver import solve_deals

BRIDGE_RANKS = "23456789TJQKA"
MOST_BOARDS = 200  # endplay takes no more in one call
README_HAND = "HA LA SU E10 W"


def seconds(work: Callable[[], object]) -> float:
    """Return the time of one call."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def perlaggen_deals(n: int, seats: int, cards: int, rng: np.random.Generator) -> np.ndarray:
    """Return (n, seats) random hands of `cards` cards, L8 turned up."""
    pack = np.delete(np.arange(33), parse_card("L8"))
    order = rng.permuted(np.tile(pack, (n, 1)), axis=1)[:, : seats * cards]
    bits = (np.uint64(1) << order.astype(np.uint64)).reshape(n, seats, cards)
    return np.bitwise_or.reduce(bits, axis=2)


def bridge_endings(n: int, rng: np.random.Generator) -> list[Deal]:
    """Return random endings of five cards a hand."""
    return [bridge_ending(rng.choice(52, 20, replace=False)) for _ in range(n)]


def bridge_ending(cards: np.ndarray) -> Deal:
    """Return the ending of 20 cards, five a hand from North on."""
    hands = [
        ".".join(
            "".join(BRIDGE_RANKS[c % 13] for c in sorted(five, reverse=True) if c // 13 == suit)
            for suit in range(4)
        )
        for five in np.array_split(cards, 4)
    ]
    deal = Deal("N:" + " ".join(hands))
    deal.trump, deal.first = Denom.spades, Player.north
    return deal


def dds(endings: list[Deal]) -> float:
    """Return the seconds that endplay takes for the value of all endings, the faster way."""
    chunks = [endings[i : i + MOST_BOARDS] for i in range(0, len(endings), MOST_BOARDS)]
    one_by_one = seconds(lambda: [solve_board(deal, SolveMode.OptimalOne) for deal in endings])
    together = seconds(lambda: [solve_all_boards(chunk, SolveMode.OptimalOne) for chunk in chunks])
    return min(one_by_one, together)


def compare(title: str, deals: np.ndarray, endings: list[Deal], repeats: int) -> None:
    """Print what both take for as many deals, in turn."""
    rules = trick_rules(load_rules(), 1)
    rows = []
    for _ in range(repeats):
        peer = dds(endings)
        rows.append(
            [peer, *(seconds(lambda o=o: solve_deals(rules, deals, 0, o)) for o in ("number", "majority"))]
        )
    peer, *ours = (median(column) for column in zip(*rows, strict=True))
    print(f"{title}: endplay/DDS {len(deals) / peer:8,.0f}/s {1e3 * peer:8.1f} ms")
    for place, objective in enumerate(("number", "majority")):
        ratio = median(row[0] / row[1 + place] for row in rows)
        took = ours[place]
        print(
            f"{'':{len(title)}}  {objective:<11} {len(deals) / took:8,.0f}/s {1e3 * took:8.1f} ms  ratio {ratio:.2f}"
        )


def two_seats(deals: np.ndarray, repeats: int) -> None:
    """Print how fast two-hand deals are solved; no peer plays with two."""
    rules = trick_rules(load_rules(), 1)
    for objective in ("number", "majority"):
        took = median(seconds(lambda o=objective: solve_deals(rules, deals, 0, o)) for _ in range(repeats))
        print(f"two hands, {objective}: {len(deals) / took:,.0f} deals/s")


def first_calls() -> None:
    """Print how long the first solved deal takes a process with an empty cache, and the next process."""
    script = "from analyse.opencards.solver import warm_up; print(warm_up())"
    with tempfile.TemporaryDirectory() as cache:
        for name in ("empty cache", "second process"):
            done = subprocess.run(
                [sys.executable, "-c", script],
                env=os.environ | {"NUMBA_CACHE_DIR": cache},
                capture_output=True,
                text=True,
                check=True,
            )
            print(f"first call, {name}: {float(done.stdout):.2f} s")


def main() -> None:
    """Run all comparisons."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=7)
    asked = parser.parse_args()
    first_calls()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rng = np.random.default_rng(1)
    deals, endings = perlaggen_deals(asked.deals, 4, 5, rng), bridge_endings(asked.deals, rng)
    solve_deals(trick_rules(load_rules(), 1), deals[:1])
    dds(endings[:1])
    compare(f"{asked.deals} deals", deals, endings, asked.repeats)
    hand = mask_of(parse_cards(README_HAND))
    known = situation(hand, load_rules(), upcard=parse_card("L8"))
    compare("200 deals of one position", worlds(known, 200, rng=rng), endings[:200], 3 * asked.repeats)
    two_seats(perlaggen_deals(20 * asked.deals, 2, 5, rng), asked.repeats)


if __name__ == "__main__":
    main()
