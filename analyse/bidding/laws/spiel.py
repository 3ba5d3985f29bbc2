"""The law of the Spiel for the bet: classes of a side's own chance, and who wins where two classes meet.

What a side knows of the Spiel is its own chance, found from its own cards with all others dealt anew
(`analyse.bidding.laws.sampling`). Its class is one of the fixed bins of `EDGES`, the same for every up-card
and preset, so that a class means "own chance between 40 and 50 %" everywhere: tenths, and the outer two
parted once more at 2 and 98 %, for with four players two fifths of all chances lie in them. The shipped
tables hold integers, how many drawn deals fell into each pair of classes and how many of them side 0 won;
the edge of a pair is fitted to them when they are read.

The tables are made by

    python -m analyse.bidding.laws.spiel build [--deals N] [--worlds M]

which goes on where it was stopped, and keeps what holds at least as many deals already.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from analyse.bidding.ladder_game import ClassLaw
from analyse.bidding.laws.sampling import Table, deals, own_law, shape, table_of
from analyse.data import data_dir
from analyse.game.cards import cards_of, suit_of
from analyse.game.rules import PRESETS, Rules, load_rules, trump_suit
from analyse.i18n import InputError

EDGES = (0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98)
CLASSES = len(EDGES) + 1
SEED = 1924
_WORLDS = 64
DEALS = {2: 30_000, 4: 4_000}  # by players, of a shape at least: with an up-card four have 10,000 or 15,000

_Table = NDArray[np.float64]  # (CLASSES, CLASSES) or (n0, n1)


class Counts(NamedTuple):
    """Drawn deals by the classes of side 0 (rows) and side 1: how many, and how many side 0 wins; int64."""

    deals: NDArray[np.int64]
    won: NDArray[np.int64]


def class_of(chance: float) -> int:
    """Return the class 0..11 of an own chance in [0, 1].

    >>> [class_of(chance) for chance in (0, 0.02, 0.45, 0.5, 0.979, 1)]
    [0, 1, 5, 6, 10, 11]
    """
    return int(classes_of(np.array(chance)))


def classes_of(chances: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the class of each chance, an array of the same shape; one on an edge is in the upper class."""
    return np.searchsorted(np.array(EDGES), chances, side="right")


def class_range(number: int) -> tuple[float, float]:
    """Return the own chances between which a class lies.

    >>> class_range(5), class_range(0)
    ((0.4, 0.5), (0.0, 0.02))
    """
    bounds = (0.0, *EDGES, 1.0)
    return bounds[number], bounds[number + 1]


def tally(classes: NDArray[np.integer[Any]], won: NDArray[np.bool_]) -> Counts:
    """Return deals counted by the classes of both sides: (n, 2) classes and (n,) whether side 0 won."""
    rows, columns = classes.T
    many = np.zeros((CLASSES, CLASSES), np.int64)
    ours = many.copy()
    np.add.at(many, (rows, columns), 1)
    np.add.at(ours, (rows, columns), won)
    return Counts(many, ours)


# From counts to a law ----------------------------------------------------------------------------------


class Fit(NamedTuple):
    """The fitted edge of each pair of classes and its standard error, both (CLASSES, CLASSES)."""

    edge: _Table
    stderr: _Table


def fitted(counts: Counts) -> Fit:
    """Return the edges that fit drawn deals, also of pairs of classes that are rare or never met.

    Each class of each side has a strength, and side 0 wins with the odds exp(s0 - s1) (Bradley and Terry,
    1952). Strengths are the most likely ones under a guess worth four even deals a class: twice the log odds
    of the middle of the class, give or take one. They may not fall as the class rises; where they would,
    neighbours are pooled. The error is that of the strengths (inverse information matrix).

    >>> none = np.zeros((CLASSES, CLASSES), np.int64)
    >>> edge = fitted(Counts(none, none)).edge
    >>> bool((np.diff(edge, axis=0) > 0).all() and (np.diff(edge, axis=1) < 0).all())
    True
    """
    middle = np.array([sum(class_range(number)) / 2 for number in range(CLASSES)])
    guess = 2 * np.log(middle / (1 - middle))
    start = np.concatenate([guess, guess])
    strength, information = _most_likely(counts, start)
    many = np.concatenate([counts.deals.sum(axis=1), counts.deals.sum(axis=0)]) + 4.0
    ours = _rising(strength[:CLASSES], many[:CLASSES])
    theirs = _rising(strength[CLASSES:], many[CLASSES:])
    covariance = np.linalg.inv(information)
    variance = np.diag(covariance)
    across = covariance[:CLASSES, CLASSES:]
    spread = variance[:CLASSES, None] + variance[None, CLASSES:] - 2 * across
    win = _logistic(ours[:, None] - theirs[None, :])
    return Fit(2 * win - 1, 2 * win * (1 - win) * np.sqrt(spread))


def _logistic(odds: _Table) -> _Table:
    """Return the chance of log odds."""
    chance: _Table = 1 / (1 + np.exp(-odds))
    return chance


def _most_likely(counts: Counts, guess: _Table) -> tuple[_Table, _Table]:
    """Return the strengths of all classes of side 0, then of side 1, and their information (Newton)."""
    strength = guess.copy()
    while True:
        win = _logistic(strength[:CLASSES, None] - strength[None, CLASSES:])
        over = counts.won - counts.deals * win
        slope = np.concatenate([over.sum(axis=1), -over.sum(axis=0)]) - (strength - guess)
        weight = counts.deals * win * (1 - win)
        information = np.block(
            [[np.diag(weight.sum(axis=1)), -weight], [-weight.T, np.diag(weight.sum(axis=0))]]
        ) + np.eye(2 * CLASSES)
        step = np.linalg.solve(information, slope)
        step /= max(1.0, float(np.abs(step).max()))  # never more than one at once, or it may not settle
        strength += step
        if np.abs(step).max() < 1e-9:
            return strength, information


def _rising(values: _Table, weights: _Table) -> _Table:
    """Return the values that never fall and lie nearest by weighted squares: pooled where they would."""
    pools: list[tuple[float, float, int]] = []  # mean, weight, how many
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        pool = (value, weight, 1)
        while pools and pools[-1][0] >= pool[0]:
            mean, before, many = pools.pop()
            whole = before + pool[1]
            pool = ((mean * before + pool[0] * pool[1]) / whole, whole, many + pool[2])
        pools.append(pool)
    return np.repeat([mean for mean, _, _ in pools], [many for _, _, many in pools])


def law_of(counts: Counts) -> ClassLaw:
    """Return the law of the bet on the Spiel; its weights are the drawn deals."""
    labels = tuple(range(CLASSES))
    everyone = np.ones(CLASSES, np.bool_)  # any hand may bid the Spiel (RULES 6)
    return ClassLaw(
        kind="spiel",
        values=(labels, labels),
        weight=counts.deals,
        edge=fitted(counts).edge,
        stand=np.zeros((CLASSES, CLASSES)),
        may_bid=(everyone, everyone),
    )


# What is shipped -----------------------------------------------------------------------------------------


def spiel_law(rules: Rules, upcard: int | None, trump: int | None, players: int) -> ClassLaw:
    """Return the shipped law of the Spiel for an up-card, or for a trump suit alone.

    A turned Perlagg lies there and nothing is concluded from that; once it is swapped this is not the law
    (`analyse.bidding.laws.deals` has deals after the exchange).

    Parameters
    ----------
    rules : preset
    upcard : the card that lies turned up and stays there; None where only the trump is known
    trump : suit 0..3, needed without an up-card
    players : 2 or 4

    Raises
    ------
    InputError : up-card and trump disagree, or no law of such cards is shipped

    >>> from analyse.game.cards import parse_card
    >>> law = spiel_law(load_rules(), parse_card("L8"), None, 4)
    >>> law.edge.shape, bool(law.edge[0, -1] < -0.99 < 0.99 < law.edge[-1, 0])
    ((12, 12), True)
    """
    return law_of(spiel_counts(rules, upcard, trump, players))


def spiel_counts(rules: Rules, upcard: int | None, trump: int | None, players: int) -> Counts:
    """Return the drawn deals behind `spiel_law`."""
    table = table_of(rules, upcard, trump_suit(rules, upcard, trump), players)
    found = _shipped(players).get(shape(table))
    if found is None:
        raise InputError("spiel_law_missing", bad=rules.title, players=players)
    return found


@cache
def _shipped(players: int) -> Mapping[str, Counts]:
    """Return the counts of all shapes."""
    return _read(_file(players)) if _file(players).is_file() else {}


def _file(players: int) -> Path:
    """Return where the counts for so many players are."""
    return Path(str(data_dir())) / "laws" / f"spiel-{players}.npz"


def _read(file: Path) -> dict[str, Counts]:
    """Return what a file holds, by shape."""
    with np.load(file) as stored:
        return {
            key: Counts(both[0].astype(np.int64), both[1].astype(np.int64)) for key, both in stored.items()
        }


# The recipe ----------------------------------------------------------------------------------------------


@cache
def tables(players: int) -> Mapping[str, Table]:
    """Return one table for every shape that occurs in a preset, those with an up-card first.

    >>> len(tables(4))
    29
    """
    found: dict[str, Table] = {}
    for preset in PRESETS:
        rules = load_rules(preset)
        for upcard in cards_of(rules.pack):
            if suit_of(upcard) in rules.trumps:
                table = table_of(rules, upcard, suit_of(upcard), players)
                found.setdefault(shape(table), table)
    for preset in PRESETS:
        rules = load_rules(preset)
        for trump in rules.trumps:
            table = table_of(rules, None, trump, players)
            found.setdefault(shape(table), table)
    return found


def drawn_counts(table: Table, n: int, worlds: int, *, rng: np.random.Generator) -> Counts:
    """Return `n` drawn deals of a table, counted by the classes of both sides.

    >>> from analyse.game.cards import parse_card
    >>> table = table_of(load_rules(), parse_card("L8"), 1, 2)
    >>> int(drawn_counts(table, 20, 8, rng=np.random.default_rng(SEED)).deals.sum())
    20
    """
    drawn = own_law(table, deals(table, n, rng=rng), worlds, rng=rng)
    return tally(classes_of(drawn.chance), drawn.won)


def build(file: Path, players: int, n: int, worlds: int) -> None:
    """Draw the deals of every shape of which `file` holds fewer, and write it after each shape.

    Every shape starts from the same seed, so that shapes are compared on common random numbers.
    """
    done = _read(file) if file.is_file() else {}
    every = tables(players)
    for place, (key, table) in enumerate(every.items(), 1):
        if key not in done or done[key].deals.sum() < n:
            done[key] = drawn_counts(table, n, worlds, rng=np.random.default_rng(SEED))
            _write(file, done)
        click.echo(f"{file.name} {place}/{len(every)} {key}", err=True)


def _write(file: Path, done: Mapping[str, Counts]) -> None:
    """Write all counts, into a new file that then takes the place of the old one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".part.npz")
    arrays = {key: np.stack(counts).astype(np.uint32) for key, counts in done.items()}
    np.savez_compressed(fresh, **arrays)  # type: ignore[arg-type]  # it also has a keyword that is no array
    fresh.replace(file)


@click.command()
@click.argument("verb", type=click.Choice(["build"]))
@click.option(
    "--deals", "n", type=click.IntRange(1), help="By default 30,000 for two players and 4,000 for four."
)
@click.option("--worlds", type=click.IntRange(1), default=_WORLDS, show_default=True)
def main(verb: str, n: int | None, worlds: int) -> None:
    """Make the tables of the law of the Spiel in data/laws."""
    del verb  # there is only one
    for players, usual in DEALS.items():
        build(_file(players), players, n or usual, worlds)


if __name__ == "__main__":
    main()
