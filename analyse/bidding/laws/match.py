"""The shipped table of chances to win the game, and its recipe.

    python -m analyse.bidding.laws.match build

goes on where it was stopped. A table serves every target: what counts are the points to go.
"""

from functools import cache
from pathlib import Path

import click
import numpy as np

from analyse.bidding.ladder_game import ClassLaw
from analyse.bidding.laws.deals import DealLaw, deal_law
from analyse.bidding.laws.spiel import CLASSES, Counts, law_of
from analyse.bidding.match import DealSample, Match, build
from analyse.data import data_dir
from analyse.game.figures import KINDS, all_values
from analyse.game.rules import Rules, load_rules
from analyse.i18n import InputError

# What is shipped: the preset, the players, the most points to go; others share a table where `_alike`.
STORED = (
    ("innsbruck-1924", 4, 24),
    ("kongress-1890", 4, 24),
    ("innsbruck-1924", 2, 24),
    ("kongress-1890", 2, 24),
    ("suedtirol-1927", 4, 24),
    ("suedtirol-1927", 2, 24),
    ("schlanders-2023", 4, 24),
    ("schlanders-2023", 2, 24),
    ("oberland", 4, 24),
    ("oberland", 2, 24),
)
FIELDS = ("deck", "hand_size", "perlagg_order", "trumps", "near_end", "raises", "spiel_aus_conceded")
SEED = 1924


def sample_of(deals: DealLaw) -> DealSample:
    """Return drawn deals by class, with the laws that they make: nobody knows the up-card."""
    laws, classes, better = [], [], []
    for kind in KINDS:
        values = np.array(all_values(kind, 5))
        rows = np.searchsorted(values, getattr(deals, kind))
        edge = np.sign(values[:, None] - values).astype(np.float64)
        laws.append(
            ClassLaw(
                kind=kind,
                values=(tuple(values.tolist()), tuple(values.tolist())),
                weight=_many(rows, len(values)),
                edge=edge,
                stand=(edge == 0).astype(np.float64),
                may_bid=(values > 0, values > 0),
            )
        )
        classes.append(rows)
        better.append(np.where(rows[:, 0] == rows[:, 1], 2, rows[:, 0] < rows[:, 1]))
    spiel = deals.spiel.astype(np.intp)
    laws.append(law_of(Counts(_many(spiel, CLASSES), _many(spiel[deals.won], CLASSES))))
    classes.append(spiel)
    better.append(np.where(deals.won, 0, 1))
    return DealSample((laws[0], laws[1], laws[2]), np.stack(classes), np.stack(better))


def _many(
    rows: np.ndarray[tuple[int, int], np.dtype[np.intp]], n: int
) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Return how many deals fall into each pair of classes."""
    many = np.zeros((n, n), np.int64)
    np.add.at(many, (rows[:, 0], rows[:, 1]), 1)
    return many


def match_table(rules: Rules, players: int) -> Match:
    """Return the chances to win under a preset, or under one that differs in nothing they depend on.

    Raises `InputError` where none is shipped.

    >>> table = match_table(load_rules(), 4)
    >>> bool(0.4 < table.win[15, 15] < 0.6 < table.win[5, 10] < 1)
    True
    """
    for name, of, _ in STORED:
        if of == players and _alike(rules, load_rules(name)):
            stored = _stored(_file(name, players))
            if stored is not None:
                return stored
    raise InputError("match_missing", bad=rules.title, players=players)


def _alike(rules: Rules, other: Rules) -> bool:
    return all(getattr(rules, name) == getattr(other, name) for name in FIELDS)


def _file(name: str, players: int) -> Path:
    return Path(str(data_dir())) / "match" / f"{name}-{players}.npz"


@cache
def _stored(file: Path) -> Match | None:
    """Return the table in a file, None where there is no file."""
    if not file.is_file():
        return None
    with np.load(file) as stored:
        win, utility, rounds, moved = (stored[name] for name in ("win", "utility", "rounds", "moved"))
        return Match(win, utility, rounds, moved, float(stored["stderr"]))


def make(name: str, players: int, most: int, file: Path) -> None:
    """Compute a table and write it; each preset's deals are those of `analyse.bidding.laws.deals`.

    What a smaller table in `file` holds is kept.
    """
    rules, begun = load_rules(name), _stored(file)

    def progress(done: int, of: int) -> None:
        if done % 15 == 0 or done == of:
            click.echo(f"{file.name} {done}/{of}", err=True)

    sample = sample_of(deal_law(rules, players))
    table = build(sample, rules, most, seed=SEED, begun=begun, progress=progress)
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".part.npz")
    np.savez_compressed(
        fresh,
        win=table.win,
        utility=table.utility.astype(np.float32),
        rounds=table.rounds.astype(np.uint8),
        moved=table.moved.astype(np.float32),
        stderr=np.array(table.stderr),
    )
    fresh.replace(file)


@click.command()
@click.argument("verb", type=click.Choice(["build"]))
def main(verb: str) -> None:
    """Make the tables in data/match that are not there yet, or too small."""
    del verb  # there is only one
    for name, players, most in STORED:
        file = _file(name, players)
        held = _stored(file)
        if held is None or len(held.win) <= most:
            make(name, players, most, file)


if __name__ == "__main__":
    main()
