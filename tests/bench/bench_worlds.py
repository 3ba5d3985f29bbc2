"""How fast worlds are drawn and joint answers come, beside plain rejection as other tools draw them.

    python tests/bench/bench_worlds.py [--seconds 2]

Rejection deals the unseen cards at random and throws away what does not agree. Both run on one core in one
process; printed are worlds a second, the ratio, and the standard error of P(Spiel) after the same time.
"""

import argparse
import os
import time
from collections.abc import Callable
from math import sqrt

import numpy as np

from analyse.game.cards import mask_of, parse_card, parse_cards
from analyse.game.figures import gleich_values
from analyse.game.plays import trick_rules
from analyse.game.rules import load_rules
from analyse.knowledge.situation import Situation, situation
from analyse.odds.joint import joint_odds
from analyse.odds.worlds import worlds
from analyse.opencards.solver import solve_deals, warm_up

HAND = "HA LA SU E10 W"
KNOWN = {
    "nothing known": "",
    "two cards told": "partner: HK; left: !S7",
    "two Perlaggen on the left": "left: >=2 perlaggen",
    "three of a kind on the left": "left: gleich>=3U",
    "four aces on the left": "left: gleich>=4A",
}
CHUNK = 2000


def ask(known: str) -> Situation:
    """Return the README's question with something known."""
    return situation(mask_of(parse_cards(HAND)), load_rules(), upcard=parse_card("L8"), known=known)


def rejected(known: Situation, text: str, rng: np.random.Generator) -> np.ndarray:
    """Return those of `CHUNK` random deals that agree with what is known, (n, 4) masks."""
    unseen = np.array([card for card, _ in known.places])
    order = rng.permuted(np.tile(unseen, (CHUNK, 1)), axis=1)[:, :15]
    hands = np.bitwise_or.reduce((np.uint64(1) << order.astype(np.uint64)).reshape(CHUNK, 3, 5), axis=2)
    left, partner = hands[:, 0], hands[:, 1]
    perlaggen = np.uint64(known.perlaggen)
    agrees = {
        "": np.ones(CHUNK, bool),
        "partner: HK; left: !S7": (partner >> np.uint64(6) & 1 == 1) & (left >> np.uint64(16) & 1 == 0),
        "left: >=2 perlaggen": np.bitwise_count(left & perlaggen) >= 2,
        "left: gleich>=4A": gleich_values(left, known.perlaggen) >= 8 * 3 + 7,
        "left: gleich>=3U": gleich_values(left, known.perlaggen) >= 8 * 2 + 4,
    }[text]
    mine = np.full((CHUNK, 1), known.hand, np.uint64)
    return np.concatenate([mine, hands], axis=1)[agrees]


def drawn_in(seconds: float, draw: Callable[[], np.ndarray], known: Situation) -> tuple[float, float]:
    """Return worlds drawn a second, and the standard error of P(Spiel) after `seconds` of drawing and solving."""
    begin, n = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        n += len(draw())
    rate = n / (time.perf_counter() - begin)
    rules = trick_rules(known.rules, known.trump)
    begin, solved, wins = time.perf_counter(), 0, 0
    while time.perf_counter() - begin < seconds:
        deals = draw()
        solved += len(deals)
        wins += int(solve_deals(rules, deals, known.leader, "majority").sum())
    share = wins / solved
    return rate, sqrt(share * (1 - share) / solved)


def main() -> None:
    """Compare both ways of drawing on every question, then time full joint answers."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    warm_up()
    rng = np.random.default_rng(1)
    for title, text in KNOWN.items():
        known = ask(text)
        worlds(known, 1, rng=rng)
        direct, error = drawn_in(seconds, lambda k=known: worlds(k, CHUNK, rng=rng), known)
        thrown, plain_error = drawn_in(seconds, lambda k=known, t=text: rejected(k, t, rng), known)
        print(f"{title}: {direct:,.0f} worlds/s, by rejection {thrown:,.0f}, ratio {direct / thrown:.1f}")
        print(
            f"  P(Spiel) after {seconds:g} s: ± {100 * error:.2f} %, by rejection ± {100 * plain_error:.2f} %"
        )
    for title, text in KNOWN.items():
        known = ask(text)
        for n in (1000, 16_000):
            begin = time.perf_counter()
            joint_odds(known, worlds=n)
            took = time.perf_counter() - begin
            print(f"joint answer, {title}: {n} worlds in {took:.2f} s, {n / took:,.0f} worlds/s")


if __name__ == "__main__":
    main()
