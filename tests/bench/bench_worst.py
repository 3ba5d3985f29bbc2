"""The slowest deals: positions met by the search, over many random deals and deals full of Perlaggen.

    python tests/bench/bench_worst.py [--random 100000] [--rich 10000]

Each deal is solved alone with an empty table, the number of tricks, seat 0 leading. Printed are the mean and
the highest counts, the slowest deal in a form that `perlaggen tricks` reads, and the memory of the process
before and after.
"""

import argparse
import resource
import time

import numpy as np

from analyse.game.cards import card_name, hand_name
from analyse.game.plays import trick_rules
from analyse.game.rules import load_rules
from analyse.opencards.solver import effort

PACK = 33
SEVEN = 7


def random_deals(n: int, upcard: int, rng: np.random.Generator) -> np.ndarray:
    """Return (n, 4) random hands of five cards."""
    pack = np.delete(np.arange(PACK), upcard)
    order = rng.permuted(np.tile(pack, (n, 1)), axis=1)[:, :20]
    return np.bitwise_or.reduce((np.uint64(1) << order.astype(np.uint64)).reshape(n, 4, 5), axis=2)


def rich_deals(n: int, upcard: int, perlaggen: int, rng: np.random.Generator) -> np.ndarray:
    """Return random deals in which at least seven Perlaggen are in play."""
    found = np.zeros((0, 4), np.uint64)
    while len(found) < n:
        deals = random_deals(20 * n, upcard, rng)
        in_play = np.bitwise_count(np.bitwise_or.reduce(deals, axis=1) & np.uint64(perlaggen))
        found = np.concatenate([found, deals[in_play >= SEVEN]])
    return found[:n]


def report(title: str, preset: str, deals: np.ndarray, upcard: int) -> None:
    """Solve the deals one by one and print what the slowest took."""
    rules = load_rules(preset)
    begin = time.perf_counter()
    met = effort(trick_rules(rules, rules.trump_of(upcard)), deals)
    took = time.perf_counter() - begin
    slowest = int(met.argmax())
    hands = " ".join(f'"{hand_name(int(hand))}"' for hand in deals[slowest])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{title}: {len(deals)} deals in {took:.1f} s, positions: mean {met.mean():.0f}, 99.9 % {np.quantile(met, 0.999):.0f}, most {met[slowest]}"
    )
    print(f"  --rules {preset} --upcard {card_name(upcard)} {hands}; memory at most {memory:.0f} MB")


def main() -> None:
    """Report on random deals under the default preset, and on rich ones under the one with most Perlaggen."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--random", type=int, default=100_000)
    parser.add_argument("--rich", type=int, default=10_000)
    asked = parser.parse_args()
    rng = np.random.default_rng(1)
    upcard = 9  # L8
    report("warm-up", "innsbruck-1924", random_deals(100, upcard, rng), upcard)
    report("random", "innsbruck-1924", random_deals(asked.random, upcard, rng), upcard)
    for preset in ("innsbruck-1924", "suedtirol-1927"):
        perlaggen = load_rules(preset).perlagg_mask(1)
        report("seven or more Perlaggen", preset, rich_deals(asked.rich, upcard, perlaggen, rng), upcard)


if __name__ == "__main__":
    main()
