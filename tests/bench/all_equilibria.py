"""Every equilibrium that is shipped a law for, and 200 at random scores and states of knowledge.

Run by hand, once for each change of the laws or of the programme: `python tests/bench/all_equilibria.py`.
The test run takes a part of the same games (`tests/bidding/test_equilibria_shipped.py`).
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from analyse.bidding.equilibrium import solve
from analyse.bidding.ladder_game import ClassLaw, ladder
from analyse.bidding.laws.figures import law_key, law_of, shipped_frames
from analyse.bidding.laws.match import match_table
from analyse.bidding.laws.sampling import shape, table_of
from analyse.bidding.laws.spiel import spiel_law
from analyse.bidding.match import KINDS, allowed
from analyse.bidding.tree import ClassGame, gains
from analyse.deals.constraints import Frame
from analyse.deals.dealing import count
from analyse.deals.sides import public_frame
from analyse.game.cards import cards_of, suit_of
from analyse.game.rules import PRESETS, Rules, load_rules
from analyse.game.seats import PACK

RANDOM = 200
SEED = 1924


@dataclass(frozen=True)
class Game:
    """One game to be solved: its name, and how it is made."""

    name: str
    make: Callable[[], ClassGame]


def shipped_games() -> list[Game]:
    """Return the bet on every figure for every preset, up-card and number of players, each law once."""
    games: dict[tuple[str, int, str, tuple[int, ...]], Game] = {}
    for players in (2, 4):
        for rules, upcard, trump, frame in shipped_frames(players):
            for kind in KINDS:
                if kind == "spiel":
                    key = shape(table_of(rules, upcard, trump, players))
                else:
                    key = law_key(frame, kind)
                name = f"{kind}, {players} players, {rules.name}: {key}"
                make = _shipped(rules, upcard, trump, frame, kind)
                games.setdefault((kind, players, key, rules.raises), Game(name, make))
    return [games[key] for key in sorted(games)]


def _shipped(
    rules: Rules, upcard: int | None, trump: int, frame: Frame, kind: str
) -> Callable[[], ClassGame]:
    return lambda: ladder(rules).game(_law(rules, upcard, trump, frame, kind))


def _law(rules: Rules, upcard: int | None, trump: int | None, frame: Frame, kind: str) -> ClassLaw:
    """Return the law of a figure under a frame; that of the Spiel knows the up-card alone."""
    return spiel_law(rules, upcard, trump, len(frame.seats)) if kind == "spiel" else law_of(frame, kind)


def random_games(n: int) -> Iterator[Game]:
    """Yield `n` bets on Gleich, Hanger and Spiel at random scores, with random knowledge of the first two.

    Every fifth is for four players: their laws take seconds to count.
    """
    for i in range(n):
        rng = np.random.default_rng([SEED, i])
        players = 4 if i % 5 == 4 else 2
        rules = load_rules(str(rng.choice(PRESETS)))
        upcard = int(rng.choice([card for card in cards_of(rules.pack) if suit_of(card) in rules.trumps]))
        kind = KINDS[i % 3]
        to_go = (int(rng.integers(1, 16)), int(rng.integers(1, 16)))
        frame = _known(public_frame(rules, upcard, None, players), rng)
        told = "nothing more known" if kind == "spiel" else law_key(frame, kind)
        name = f"{kind}, {players} players, {rules.name}, {to_go[0]} and {to_go[1]} to go: {told}"
        yield Game(name, _scored(rules, upcard, frame, kind, to_go))


def _known(frame: Frame, rng: np.random.Generator) -> Frame:
    """Return a frame in which up to six cards are seen somewhere, or not, and the cut may be known."""
    while True:
        places = dict(frame.places)
        for card in rng.choice(list(places), rng.integers(0, 7), replace=False).tolist():
            seat = 1 << int(rng.choice([*frame.seats, PACK]))
            places[card] &= seat if rng.random() < 0.5 else ~seat
        told = replace(frame, places=tuple(sorted(places.items())), bottom=bool(rng.random() < 0.5))
        if all(places.values()) and count(told):
            return told


def _scored(
    rules: Rules, upcard: int, frame: Frame, kind: str, to_go: tuple[int, int]
) -> Callable[[], ClassGame]:
    def make() -> ClassGame:
        # what the endings are worth is that of Innsbruck's four everywhere: any table of them would do
        table, innsbruck = match_table(load_rules(), 4), load_rules()
        utility = table.of(innsbruck, to_go, KINDS.index(kind))
        law = _law(rules, upcard, None, frame, kind)
        return allowed(ladder(rules, out=True).game(law, utility), to_go)

    return make


def exploitability(game: ClassGame) -> float:
    """Return what both sides together could gain against the equilibrium found, by plain recursion."""
    return sum(gains(game, solve(game).profile))


def main() -> None:
    """Print the worst exploitability and the time of each kind of game."""
    for title, games in (
        ("shipped, points", iter(shipped_games())),
        (f"{RANDOM} at random, chance to win", random_games(RANDOM)),
    ):
        worst: dict[str, tuple[float, str]] = defaultdict(lambda: (-1.0, ""))
        many: dict[str, int] = defaultdict(int)
        law = solving = 0.0
        for done, one in enumerate(games, 1):
            begin = perf_counter()
            game = one.make()
            middle = perf_counter()
            found = exploitability(game)
            law, solving = law + middle - begin, solving + perf_counter() - middle
            kind = one.name.partition(":")[0].split(", ")
            worst[", ".join(kind[:2])] = max(worst[", ".join(kind[:2])], (found, one.name))
            many[", ".join(kind[:2])] += 1
            if done % 20 == 0:
                print(f"  {done} solved, {law + solving:.0f} s", flush=True)
        print(f"{title}: laws {law:.0f} s, equilibria {solving:.0f} s")
        for kind, (found, name) in worst.items():
            print(f"  {kind}: {many[kind]}, worst exploitability {found:.1e} ({name})")


if __name__ == "__main__":
    main()
