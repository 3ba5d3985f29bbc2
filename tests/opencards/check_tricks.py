"""Positions rich in Perlaggen, drawn at random, and the big comparison of the solver with its twins.

`PYTHONPATH=tests:tests/oracles python tests/opencards/check_tricks.py` compares once, at length, and prints
how much, how long and every disagreement; `test_tricks_solver.py` draws its positions here, too.
"""

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click
import numpy as np
from oracle import mask, number
from oracle_tricks import OBJECTIVES, Deal, after, deal_of, legal, plainer_value, value

from analyse.game.cards import WELI, cards_of, mask_of
from analyse.game.plays import Play, Position, TrickRules
from analyse.game.rules import load_rules
from analyse.opencards.solver import solve

PRESETS = ("innsbruck-1924", "suedtirol-1927", "oberland", "schlanders-2023")
SMALL = {(2, 1): 5, (2, 2): 20, (2, 3): 20, (2, 4): 10, (4, 1): 5, (4, 2): 25, (4, 3): 15}  # per cent


class Drawn(NamedTuple):
    """A position as the package's ints, in the order in which `oracle_tricks.deal_of` takes them."""

    trump: int | None
    wild: tuple[int, ...]
    ranks: tuple[int, ...]
    hands: tuple[int, ...]
    leader: int = 0
    table: tuple[tuple[int, int | None], ...] = ()
    taken: tuple[int, int] = (0, 0)
    bound: tuple[tuple[int, int], ...] = ()

    @property
    def deal(self) -> Deal:
        """The position as the oracle writes it."""
        return deal_of(*self)

    @property
    def position(self) -> Position:
        """The position as the package writes it."""
        rules = TrickRules(self.trump, self.wild, self.ranks)
        table = tuple(Play(*play) for play in self.table)
        return Position(rules, self.hands, self.leader, table, self.taken, self.bound)


# Drawing ------------------------------------------------------------------------------------------


def whole(values: Sequence[int]) -> tuple[int, ...]:
    """Return numpy's numbers as Python's."""
    return tuple(int(some) for some in values)


def preset_law(rng: np.random.Generator) -> tuple[int, tuple[int, ...], int]:
    """Return trump, Perlaggen and pack of one of the presets."""
    rules = load_rules(PRESETS[rng.integers(len(PRESETS))])
    trump = int(rng.choice(rules.trumps))
    return trump, rules.perlaggen(trump), rules.pack


def drawn_hands(
    rng: np.random.Generator, pack: int, wild: Sequence[int], players: int, size: int
) -> tuple[int, ...]:
    """Return hands of which about half the cards are Perlaggen, as far as there are so many."""
    count = min(len(wild), int(rng.binomial(players * size, 0.5)))
    plain = [card for card in cards_of(pack) if card not in wild]
    some = np.concatenate(
        [
            rng.permutation(np.array(wild, dtype=np.int64))[:count],
            rng.permutation(plain)[: players * size - count],
        ]
    )
    some = whole(rng.permutation(some))
    return tuple(mask_of(some[seat::players]) for seat in range(players))


def drawn_bound(rng: np.random.Generator, held: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return one or two of the Perlaggen held, each bound to one to four names."""
    some = whole(rng.permutation(np.array(held, dtype=np.int64))[: rng.integers(1, 3)])
    return tuple((card, mask_of(whole(rng.permutation(32)[: rng.integers(1, 5)]))) for card in some)


def played(rng: np.random.Generator, drawn: Drawn) -> Drawn:
    """Return a position after one more legal play; every card is equally likely."""
    deal = drawn.deal
    plays = sorted(legal(deal), key=repr)
    cards = sorted({card for card, _ in plays})
    card = cards[rng.integers(len(cards))]
    plays = [play for play in plays if play[0] == card]
    card, name = plays[rng.integers(len(plays))]
    hands = tuple(mask(hand) for hand in after(deal, (card, name)).hands)
    laid = (number(card), None if name is None else number(name))
    return drawn._replace(hands=hands, table=(*drawn.table, laid))


def drawn_position(rng: np.random.Generator, players: int, size: int, *, preset: bool = False) -> Drawn:
    """Return a position with at most `size` cards a hand, rich in Perlaggen.

    A third with bound Perlaggen, a third with tricks taken, half in the middle of a trick; three in
    eight without trump, without Perlaggen or with another order of ranks, none of them for `preset`.
    """
    trump, wild, pack = preset_law(rng)
    ranks = tuple(range(8))
    law = 3 if preset else rng.integers(8)
    if law == 0:
        trump = None
    elif law == 1:
        wild, pack = (), pack & ~(1 << WELI)  # the Weli is never a plain card
    elif law == 2:
        ranks = whole(rng.permutation(8))
    hands = drawn_hands(rng, pack, wild, players, size)
    held = [card for card in wild if any(hand >> card & 1 for hand in hands)]
    bound = drawn_bound(rng, held) if rng.integers(3) == 0 else ()
    taken = whole(rng.integers(0, 3, size=2)) if rng.integers(3) == 0 else (0, 0)
    drawn = Drawn(trump, wild, ranks, hands, int(rng.integers(players)), (), taken, bound)
    for _ in range(int(rng.integers(players)) if rng.integers(2) else 0):
        drawn = played(rng, drawn)
    return drawn


def drawn_positions(
    seed: int, players: int, size: int, count: int, *, preset: bool = False
) -> Iterator[Drawn]:
    """Yield `count` positions."""
    rng = np.random.default_rng((seed, players, size))
    for _ in range(count):
        yield drawn_position(rng, players, size, preset=preset)


# Comparing ----------------------------------------------------------------------------------------


class Tally:
    """What was compared, and every disagreement in a form that can be pasted."""

    def __init__(self) -> None:
        self.compared = 0
        self.wrong: list[str] = []

    def compare(self, drawn: Drawn, objective: str, expected: int) -> None:
        """Solve a position and compare."""
        found = solve(drawn.position, objective)
        self.compared += 1
        if found != expected:
            self.wrong.append(f"solve({drawn.position!r}, {objective!r}) is {found}, not {expected}")


def compare_small(seed: int, deals: int) -> Tally:
    """Compare small deals with every name tried: minimax for the number, alpha-beta for all."""
    tally = Tally()
    for (players, size), per_cent in SMALL.items():
        for drawn in drawn_positions(seed, players, size, deals * per_cent // 100):
            if players * size <= 8:
                tally.compare(drawn, "number", value(drawn.deal, every_name=False))
            for objective in OBJECTIVES:
                tally.compare(drawn, objective, plainer_value(drawn.deal, objective, every_name=True))
    return tally


def compare_five(seed: int, players: int, deals: int, *, every_name: bool) -> Tally:
    """Compare deals of five cards a hand with alpha-beta: every name for the number, else few."""
    tally = Tally()
    for drawn in drawn_positions(seed, players, 5, deals):
        for objective in OBJECTIVES:
            every = every_name and objective == "number"
            tally.compare(drawn, objective, plainer_value(drawn.deal, objective, every_name=every))
    return tally


def report(what: str, tally: Tally, seconds: float) -> None:
    """Print what was compared."""
    click.echo(f"{what}: {tally.compared} comparisons, {len(tally.wrong)} disagreements, {seconds:.0f} s")
    for line in tally.wrong:
        click.echo(f"  {line}")


@click.command()
@click.option("--deals", default=10_000, show_default=True, help="small deals, two and four seats")
@click.option("--two", default=2_000, show_default=True, help="deals of five cards, two seats")
@click.option("--four", default=200, show_default=True, help="deals of five cards, four seats")
@click.option("--seed", default=1927, show_default=True)
def main(deals: int, two: int, four: int, seed: int) -> None:
    """Compare the solver with its twins; exit code 1 if they disagree anywhere."""
    parts = {
        f"{deals} small deals": lambda: compare_small(seed, deals),
        f"{two} five-card deals, two seats": lambda: compare_five(seed, 2, two, every_name=True),
        f"{four} five-card deals, four seats": lambda: compare_five(seed, 4, four, every_name=False),
    }
    wrong = 0
    for what, compare in parts.items():
        start = time.perf_counter()
        tally = compare()
        report(what, tally, time.perf_counter() - start)
        wrong += len(tally.wrong)
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
