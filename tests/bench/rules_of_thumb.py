"""The old rules of thumb (Schwaighofer 1927, p. 86-88), asked with our numbers, each with its error.

    python tests/bench/rules_of_thumb.py [--hands N]

Four players, `innsbruck-1924`. Hands and deals are drawn from a fixed seed, each with its own up-card; the
other side bids and answers as the equilibrium of the bet does. README, "What the old rules of thumb are
worth", has the answers. With 2,000 hands it takes four minutes of one core.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from time import monotonic

import click
import numpy as np

from analyse.advice.bets import CLOSE, as_i_see_it
from analyse.bidding.beliefs import EQUILIBRIUM, Opponents
from analyse.bidding.ladder_game import BID, GUT, HALTEN, WAIT, ladder, needed
from analyse.bidding.laws.deals import deal_law
from analyse.bidding.laws.match import match_table, sample_of
from analyse.bidding.laws.sampling import deals as dealt
from analyse.bidding.laws.sampling import table_of
from analyse.bidding.match import KINDS, Match
from analyse.bidding.my_seat import bet
from analyse.game.cards import card_of, cards_of, suit_of
from analyse.game.figures import figure_count, figure_value, hanger, hanger_values
from analyse.game.plays import trick_rules
from analyse.game.rules import load_rules
from analyse.game.taufen import taufen
from analyse.knowledge.situation import Situation, situation
from analyse.odds.worlds import worlds
from analyse.opencards.solver import solve_deals

RULES = load_rules()
SEED = 1927
DEALS = 200  # behind each hand's chance of the Spiel
FIGURES = ("gleich", "hanger")
ANY_SUIT = 0x01010101
LEAST = 3  # a Hanger worth saving
OURS, THEIRS = range(8, 15), (12, 13, 14)


def says(text: str) -> None:
    """Tell how far it is, on stderr."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def mean(values: Sequence[float]) -> tuple[float, float]:
    """Return mean and standard error."""
    found = np.array(values, float)
    return float(found.mean()), float(found.std(ddof=1) / len(found) ** 0.5) if len(found) > 1 else np.nan


def shown(values: Sequence[float]) -> str:
    """Return mean and standard error of points as text, with how many there are."""
    if len(values) < 2:
        return f"{'–':>16} ({len(values)})"
    return "{:+.3f} ± {:.3f} ({})".format(*mean(values), len(values))


def share(where: Sequence[bool]) -> str:
    """Return how often something is so."""
    p, stderr = mean([float(one) for one in where])
    return f"{100 * p:.1f} % ± {100 * stderr:.1f}"


# Bidding: questions 1 and 2 -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Remembered(Opponents):
    """The equilibrium as opponents, each of its bets solved once."""

    known: dict = field(default_factory=dict)

    def policy(self, game, side, classes):
        """Return how side `side` plays the bet."""
        key = (side, game.weight.shape, game.weight.tobytes())
        if key not in self.known:
            self.known[key] = super().policy(game, side, classes)
        return self.known[key]


@dataclass(frozen=True)
class Hand:
    """One figure of one hand: what bidding gains, what pledging costs.

    `gain`: points of bidding over waiting, Vorhand, nothing said yet; `answered`: how often the bid is not
    let good; `pledged`: chance of the Spiel with the figure's Perlaggen bound, minus that with all free.
    """

    kind: str
    value: int
    made: bool
    gain: float
    answered: float
    pledged: float

    @property
    def net(self) -> float:
        """The gain where the Perlaggen are bound whenever the bid is answered, and not else: Spiel for 1."""
        return self.gain + 2 * self.answered * self.pledged


def drawn_hands(n: int, rng: np.random.Generator) -> Iterator[Situation]:
    """Yield hands of Vorhand, each with its own up-card, which stays there."""
    for _ in range(n):
        upcard, *hand = rng.choice(cards_of(RULES.pack), 1 + RULES.hand_size, replace=False).tolist()
        yield situation(sum(1 << card for card in hand), RULES, upcard=upcard)


def looked_at(known: Situation, kind: str, opponents: Opponents, free: float, hands: np.ndarray) -> Hand:
    """Return what bidding and pledging are worth to one hand; `free`: its chance of the Spiel."""
    mine = as_i_see_it(known, kind)
    one = bet(mine, opponents, known)
    worth = one.at(BID).worth
    answer = next(i for i, point in enumerate(one.tree.points) if point.said == (BID,))
    good = one.policy()[answer][:, one.tree.points[answer].actions.index(GUT)]
    bound = pledge(known, kind)
    pledged = won(known, hands, bound) - free if bound else 0.0
    return Hand(
        kind=kind,
        value=known.shown(kind),
        made=bool(bound),
        gain=worth[BID] - worth[WAIT],
        answered=1 - float(mine.chance @ good),
        pledged=pledged,
    )


def pledge(known: Situation, kind: str) -> tuple[tuple[int, int], ...]:
    """Return the Perlaggen of my hand with the names that its best figure lets them bear, () without any."""
    best = known.shown(kind)
    plan = next(plan for plan in taufen(known.hand, RULES, known.trump).plans if getattr(plan, kind) == best)
    # a Gleich takes the card of any suit, a Hanger the very card
    return tuple(
        (perlagg, ANY_SUIT << (name & 7) if kind == "gleich" else 1 << name) for perlagg, name in plan.named
    )


def won(known: Situation, hands: np.ndarray, bound: tuple[tuple[int, int], ...] = ()) -> float:
    """Return the share of deals in which my side has the Spiel, all cards open."""
    rules = trick_rules(RULES, known.trump)
    return float(solve_deals(rules, hands, objective="majority", bound=bound).mean())


def bidding(n: int) -> list[Hand]:
    """Return the figures of `n` drawn hands, those that can be bid."""
    rng = np.random.default_rng(SEED)
    opponents = Remembered(EQUILIBRIUM, EQUILIBRIUM)
    found, begin = [], monotonic()
    for done, known in enumerate(drawn_hands(n, rng), 1):
        hands = worlds(known, DEALS, rng=rng)
        free = won(known, hands)
        found += [looked_at(known, kind, opponents, free, hands) for kind in FIGURES if known.shown(kind)]
        if done % 100 == 0:
            says(f"hands {done}/{n}, {monotonic() - begin:.0f} s")
    return found


def at_like_strength(hands: list[Hand]) -> tuple[float, float, int]:
    """Return by how much more bidding gains with a made figure than with the same one natural, its error.

    Over the figures of which both were drawn, weighted by the inverse of their variances.
    """
    rows = []
    for value in {hand.value for hand in hands}:
        both = [[h.gain for h in hands if h.value == value and h.made == made] for made in (False, True)]
        if min(map(len, both)) >= 5:
            (natural, error), (made, other) = map(mean, both)
            rows.append((made - natural, max(error**2 + other**2, 1e-8)))
    if not rows:
        return np.nan, np.nan, 0
    difference, variance = np.array(rows).T
    weight = 1 / variance
    return float((difference * weight).sum() / weight.sum()), float(weight.sum() ** -0.5), len(rows)


def tell_natural(hands: list[Hand]) -> None:
    """Print question 1, whether bidding a figure is bad that one does not hold natural."""
    print("\n1. Bidding a figure that is not natural: points of bidding over waiting (Vorhand, nothing said)")
    for kind in FIGURES:
        of = [hand for hand in hands if hand.kind == kind]
        made, natural = [h for h in of if h.made], [h for h in of if not h.made]
        print(f"  {kind}: natural {shown([h.gain for h in natural])}, made {shown([h.gain for h in made])}")
        for low, high in ((2, 2), (3, 3), (4, 8)):
            row = [
                shown([h.gain for h in some if low <= figure_count(h.value) <= high])
                for some in (natural, made)
            ]
            print(f"    of {low}{'' if low == high else ' and more'}: natural {row[0]}, made {row[1]}")
        print("    made - natural, same figure: {:+.3f} ± {:.3f} ({} figures)".format(*at_like_strength(of)))
        print(f"    made: bidding beats waiting by {CLOSE} {share([h.gain >= CLOSE for h in made])},")
        print(f"      the other way {share([h.gain <= -CLOSE for h in made])}")
        change, error = mean([100 * h.pledged for h in made])
        print(f"    P(Spiel | bound) - P(Spiel | free): {change:+.1f} ± {error:.1f} %, in points")
        print(f"      unbid Spiel (2 x): {shown([2 * h.pledged for h in made])}")
        print(f"      held Spiel (4 x): {shown([4 * h.pledged for h in made])}")
        often, error = mean([100 * h.answered for h in made])
        print(f"    a bid on a made one is not let good in {often:.1f} % ± {error:.1f}")
        print(f"    gain less the pledge where answered: {shown([h.net for h in made])};")
        print(f"      still above 0: {share([h.net > 0 for h in made])}")


def tell_start(hands: list[Hand]) -> None:
    """Print question 2, whether bidding a Hanger at the start is bad."""
    print("\n2. Bidding the Hanger at the start (Vorhand): points of bidding over waiting")
    of = [hand for hand in hands if hand.kind == "hanger"]
    for low, high in ((2, 8), (2, 2), (3, 3), (4, 8)):
        some = [h.gain for h in of if low <= figure_count(h.value) <= high]
        print(
            f"  of {low}{'' if low == high else ' and more'}: {shown(some)}; better {share([g >= CLOSE for g in some])}, "
            f"worse {share([g <= -CLOSE for g in some])}, within {CLOSE} {share([abs(g) < CLOSE for g in some])}"
        )


# Near the end: question 3 -------------------------------------------------------------------------------


def tell_near_the_end() -> None:
    """Print question 3, whether holding at 13 or 12 against me is right only when I am sure."""
    table = match_table(RULES, 4)
    moved = max(table.moved[15 - ours, 15 - theirs] for ours in OURS for theirs in THEIRS)
    print(
        "\n3. To hold a bid, by the score (15 wins): the least win - lose, and the least chance to win where as"
    )
    print("   much stands as usual. In points it is -50 % at every score. At 14 they may not bid any more.")
    print(f"   Standard error of a chance to win the game at most {table.stderr:.4f} (± is a bound from it);")
    print(f"   in the last round of the iteration such chances moved by at most {moved:.4f}")
    for figure, law in enumerate(sample_of(deal_law(RULES, 4)).laws):
        stand = float((law.weight * law.stand).sum() / law.weight.sum())
        for side, who in enumerate(("Vorhand's side answers", "the other side answers")):
            start = least_to_hold(table, figure, (0, 0), side, stand)
            print(f"  {KINDS[figure]}, stands {100 * stand:.1f} %, {who}; at 0 : 0 {start}")
            print("    ours  " + "".join(f"{f': {theirs} theirs':<24}" for theirs in THEIRS))
            for ours in OURS:
                cells = [least_to_hold(table, figure, (ours, theirs), side, stand) for theirs in THEIRS]
                print(f"    {ours:>4}  " + "".join(f"{cell:<24}" for cell in cells))


def least_to_hold(table: Match, figure: int, score: tuple[int, int], side: int, stand: float) -> str:
    """Return the least win - lose at which `side` holds a bid at a score (ours, theirs), as a chance, too.

    The bound of the error takes every ending's chance to win as wrong by the table's largest standard error,
    each the way that is worst.
    """
    tree = ladder(RULES, out=True)
    mine, other = (15 - points for points in score)
    utility = table.of(RULES, (mine, other) if side == 0 else (other, mine), figure)
    at = tree.at(side, "1")
    least = needed(tree, at, stand, utility)
    point = tree.points[at]
    held = tree.endings[~point.leads[point.actions.index(HALTEN)]]
    between = abs(utility(held[0]) - utility(held[1])) / 2
    error = table.stderr * (1 + stand + max(1 - stand, abs(least))) / between
    if least <= stand - 1:
        return "always"
    return f"{100 * least:+.0f} ± {100 * error:.0f} %, {50 * (1 - stand + least):.0f} %"


# The lost Spiel: question 4 -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Lost:
    """A deal in which my side loses the Spiel and the better Hanger.

    `short`: mine is a dritzig one; `natural`: mine needs no Perlagg; `free`: a better one of theirs needs
    none; `both`: the same Perlaggen still bring them both.
    """

    short: bool
    natural: bool
    free: bool
    both: bool


def lost_deals(n: int) -> Iterator[Lost]:
    """Yield what becomes of the deals in question among `n` drawn ones; my side is the one that loses."""
    rng = np.random.default_rng(SEED)
    upcards, begin = cards_of(RULES.pack), monotonic()  # each as often as any other
    for done, upcard in enumerate(upcards, 1):
        trump = suit_of(upcard)
        table = table_of(RULES, upcard, trump, 4)
        hands = dealt(table, n // len(upcards), rng=rng)
        for leader, seats in ((0, hands), (3, np.roll(hands, -1, axis=1))):
            values = hanger_values(seats.ravel(), RULES.perlagg_mask(trump)).reshape(seats.shape)
            ours, theirs = values[:, ::2].max(axis=1), values[:, 1::2].max(axis=1)
            asked = (ours >= figure_value(LEAST, 0)) & (theirs > ours)
            some = np.ascontiguousarray(seats[asked])
            loses = solve_deals(table.rules, some, leader, "majority") == 0
            for deal, of in zip(some[loses], values[asked][loses], strict=True):
                yield lost_deal(tuple(map(int, deal)), tuple(map(int, of)), trump, leader)
        if done % 5 == 0:
            says(f"lost Spiele: up-card {done}/{len(upcards)}, {monotonic() - begin:.0f} s")


def lost_deal(deal: tuple[int, ...], values: tuple[int, ...], trump: int, leader: int) -> Lost:
    """Return what becomes of one of them, my Hanger's own Perlaggen bound to it."""
    rules, perlaggen = trick_rules(RULES, trump), RULES.perlagg_mask(trump)
    ours = max(values[::2])
    mine = min(
        (plan for plan in (keeping(deal[seat], ours, trump) for seat in (0, 2) if values[seat] == ours)),
        key=len,
    )
    ways = [way for seat in (1, 3) for way in beating(deal[seat], ours, trump)]
    hands = np.array([deal], np.uint64)
    return Lost(
        short=figure_count(ours) == LEAST,
        natural=not mine,
        free=any(hanger(deal[seat] & ~perlaggen, 0) > ours for seat in (1, 3)),
        both=any(not solve_deals(rules, hands, leader, "majority", bound=(*mine, *way))[0] for way in ways),
    )


def keeping(hand: int, value: int, trump: int) -> tuple[tuple[int, int], ...]:
    """Return the Perlaggen of a hand with their names in its best Hanger."""
    plan = next(plan for plan in taufen(hand, RULES, trump).plans if plan.hanger == value)
    return tuple((perlagg, 1 << name) for perlagg, name in plan.named)


def beating(hand: int, value: int, trump: int) -> list[tuple[tuple[int, int], ...]]:
    """Return the ways to name Perlaggen of a hand that make a Hanger better than `value`.

    Each binds no more of them than it must; one that needs a single Perlagg leaves it all the names that do.
    """
    perlaggen = [p for p in RULES.perlaggen(trump) if hand >> p & 1]
    plain = hand & ~RULES.perlagg_mask(trump)
    lacking = {
        frozenset(name for name in run(suit, count, top) if not plain >> name & 1)
        for suit in range(4)
        for count in range(2, RULES.hand_size + 1)
        for top in range(count - 1, 8)
        if figure_value(count, top) > value
    }
    fewest = {
        names for names in lacking if len(names) <= len(perlaggen) and not any(o < names for o in lacking)
    }
    if frozenset() in fewest:
        return [()]
    single = sum(1 << name for names in fewest if len(names) == 1 for name in names)
    ways = [((perlagg, single),) for perlagg in perlaggen if single]
    for names in fewest:
        if len(names) > 1:
            ways += [
                tuple(zip(some, (1 << name for name in sorted(names)), strict=True))
                for some in permutations(perlaggen, len(names))
            ]
    return ways


def run(suit: int, count: int, top: int) -> list[int]:
    """Return the cards of a Hanger."""
    return [card_of(suit, rank) for rank in range(top - count + 1, top + 1)]


def tell_lost(n: int) -> None:
    """Print question 4, whether holding a lost Spiel saves the Hanger."""
    found = list(lost_deals(n))
    print(
        f"\n4. Holding a lost Spiel to save a Hanger of three or more: {len(found)} of {n} deals, either side's"
    )
    print(
        "   (both: they still win the Spiel and keep the better Hanger; each saved: +1 point unbid, +3 held)"
    )
    for title, some in (
        ("all", found),
        ("their better Hanger natural", [one for one in found if one.free]),
        ("theirs needs Perlaggen", [one for one in found if not one.free]),
        ("  ours dritzig", [one for one in found if not one.free and one.short]),
        ("  ours longer", [one for one in found if not one.free and not one.short]),
        ("  ours natural", [one for one in found if not one.free and one.natural]),
        ("  ours made", [one for one in found if not one.free and not one.natural]),
    ):
        saved = [float(not one.both) for one in some]
        print(
            f"  {title}: not both in {share(saved)} of {len(some)}; points of holding over letting good, "
            f"Hanger unbid {shown([2 * s - 1 for s in saved])}, held {shown([4 * s - 1 for s in saved])}"
        )
    print("  chance of not both that is needed: 50 % with an unbid Hanger, 25 % with a held one")


@click.command()
@click.option("--hands", "n", type=click.IntRange(2), default=2000, show_default=True, help="Hands to draw.")
def main(n: int) -> None:
    """Print the answers to the four questions."""
    hands = bidding(n)
    tell_natural(hands)
    tell_start(hands)
    tell_near_the_end()
    tell_lost(n * len(cards_of(RULES.pack)))


if __name__ == "__main__":
    main()
