"""The joint law of a whole deal for the match: drawn deals with all three figures of both sides.

Every deal turns up its own card from the whole pack and is then dealt from the rest, all by chance alone:
nobody cuts. A turned Perlagg is swapped by the first of the dealer and his partner who may
(`analyse.bidding.laws.exchange`); where a rule says "may" they always do. Gleich and Hanger are each taken
alone, after the exchange and with all Perlaggen free. Of the Spiel each side has the class of its own chance
(`analyse.bidding.laws.spiel`), which counts with what the exchange told, and the winner is the one with all
cards open.

The tables are made by

    python -m analyse.bidding.laws.deals build [--deals N] [--worlds M]

which keeps the tables that hold at least as many deals already.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from analyse.bidding.laws.exchange import NOBODY, own_law_swapped, swap, turned
from analyse.bidding.laws.sampling import deals, own_law, table_of
from analyse.bidding.laws.spiel import SEED, classes_of
from analyse.data import data_dir
from analyse.game.cards import cards_of, suit_of
from analyse.game.figures import KINDS, figure_values
from analyse.game.rules import Rules, load_rules
from analyse.i18n import InputError

# How many deals of which presets are stored; under kongress-1890 the same cards are dealt as in Innsbruck.
STORED = {"innsbruck-1924": 100_000, "suedtirol-1927": 100_000, "oberland": 10_000, "schlanders-2023": 10_000}
_WORLDS = 32
_COLUMNS = 9  # of a stored deal

Column = NDArray[np.uint8]  # (n,)
Columns = NDArray[np.uint8]  # (n, 2), by side


@dataclass(frozen=True, eq=False)
class DealLaw:
    """Drawn deals in the order they were drawn, so that the first m of them are a sample as well.

    Parameters
    ----------
    upcard : (n,) the card turned up before the exchange, 0..32
    swapped : (n,) who took it: 0 nobody, 1 the dealer, 2 his partner
    gleich, hanger : (n, 2) the best figure of side 0 (Vorhand's) and of side 1 (`analyse.game.figures`)
    spiel : (n, 2) the class of each side's own chance of the Spiel
    won : (n,) bool, whether side 0 wins the Spiel
    """

    upcard: Column
    swapped: Column
    gleich: Columns
    hanger: Columns
    spiel: Columns
    won: NDArray[np.bool_]

    def __len__(self) -> int:
        """Return the number of deals."""
        return len(self.upcard)


def deal_law(rules: Rules, players: int) -> DealLaw:
    """Return the shipped deals of a preset, or of one with the same cards and Perlaggen; `players`: 2 or 4.

    Raises `InputError` where none are shipped.

    >>> law = deal_law(load_rules("kongress-1890"), 4)
    >>> len(law), law.spiel.shape
    (100000, (100000, 2))
    """
    for name in STORED:
        if _alike(rules, load_rules(name)):
            stored = _stored(name, players)
            if stored is not None:
                return stored
    raise InputError("deal_law_missing", bad=rules.title, players=players)


def _alike(rules: Rules, other: Rules) -> bool:
    """Return whether the same cards are dealt under both rules and worth the same."""
    return all(
        getattr(rules, name) == getattr(other, name)
        for name in ("deck", "hand_size", "perlagg_order", "trumps")
    )


@cache
def _stored(name: str, players: int) -> DealLaw | None:
    """Return the deals of a preset, None where there is no file."""
    return _read(_file(name, players))


def _read(file: Path) -> DealLaw | None:
    """Return the deals of a file, None where there is none."""
    if not file.is_file():
        return None
    with np.load(file) as stored:
        table = stored["deals"]
    return _law(table)


def _law(table: NDArray[np.uint8]) -> DealLaw:
    """Return the deals in the columns of a table, (9, n)."""
    gleich, hanger, spiel = (table[i : i + 2].T for i in (2, 4, 6))
    return DealLaw(table[0], table[1], gleich, hanger, spiel, table[8].astype(np.bool_))


def _file(name: str, players: int) -> Path:
    """Return where the deals of a preset are."""
    return Path(str(data_dir())) / "laws" / f"deals-{name}-{players}.npz"


def drawn_law(  # noqa: PLR0913  the parts of a draw, and who watches it
    rules: Rules,
    players: int,
    n: int,
    worlds: int,
    *,
    progress: Callable[[int, int], object] | None = None,
    rng: np.random.Generator,
) -> DealLaw:
    """Return `n` newly drawn deals, each side's own chance found from `worlds` deals.

    The up-card is any card of the pack whose suit has a known rule. `progress` hears how many deals are done
    and of how many.

    >>> law = drawn_law(load_rules(), 2, 40, 8, rng=np.random.default_rng(SEED))
    >>> law.gleich.shape, sorted(set(law.won.tolist()))
    ((40, 2), [False, True])
    """
    may_lie = [card for card in cards_of(rules.pack) if suit_of(card) in rules.trumps]
    upcards = rng.choice(np.array(may_lie, np.uint8), n)
    found = np.zeros((n, _COLUMNS), np.uint8)
    done = 0
    for upcard in may_lie:
        here = np.flatnonzero(upcards == upcard)
        found[here] = _with_upcard(rules, players, upcard, len(here), worlds, rng)
        done += len(here)
        if progress is not None:
            progress(done, n)
    return _law(found.T)


def _with_upcard(  # noqa: PLR0913, PLR0917  the parts of one draw
    rules: Rules, players: int, upcard: int, n: int, worlds: int, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return the rows of `n` deals with this up-card: it, then the other fields of `DealLaw`, (n, 9)."""
    trump = suit_of(upcard)
    table = table_of(rules, upcard, trump, players)
    dealt = deals(table, n, rng=rng)
    up = turned(rules, upcard, table)
    if up is None:
        by, drawn = np.full(n, NOBODY), own_law(table, dealt, worlds, rng=rng)
    else:
        after = swap(up, dealt)
        by, drawn = after.by, own_law_swapped(up, after, worlds, rng=rng)
    figures = [side_figures(kind, drawn.hands, rules.perlagg_mask(trump)) for kind in KINDS]
    rows = [np.full(n, upcard), by, *figures, classes_of(drawn.chance), drawn.won]
    return np.column_stack(rows).astype(np.uint8)


def side_figures(kind: str, hands: NDArray[np.uint64], perlaggen: int) -> Columns:
    """Return each side's better figure of `kind`, (n, 2), for hands by seat, (n, 2 or 4) masks (RULES 4).

    >>> from analyse.game.cards import mask_of, parse_cards
    >>> hands = [[mask_of(parse_cards(hand)) for hand in ("HA LA", "H8 H9", "W L7", "E8 E9")]]
    >>> side_figures("gleich", np.array(hands, np.uint64), mask_of(parse_cards("W"))).tolist()
    [[15, 0]]
    """
    seats = figure_values(kind, hands.ravel(), perlaggen).reshape(hands.shape)
    return np.column_stack([seats[:, 0::2].max(axis=1), seats[:, 1::2].max(axis=1)])


def build(name: str, players: int, n: int, worlds: int) -> None:
    """Draw the deals of a preset and write them, if its file holds fewer."""
    file = _file(name, players)
    held = _read(file)
    if held is not None and len(held) >= n:
        return

    def progress(done: int, of: int) -> None:
        click.echo(f"{file.name} {done}/{of}", err=True)

    law = drawn_law(load_rules(name), players, n, worlds, progress=progress, rng=np.random.default_rng(SEED))
    columns = [law.upcard, law.swapped, law.gleich, law.hanger, law.spiel, law.won]
    table = np.column_stack(columns).astype(np.uint8)
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".part.npz")
    np.savez_compressed(fresh, deals=np.ascontiguousarray(table.T))
    fresh.replace(file)


@click.command()
@click.argument("verb", type=click.Choice(["build"]))
@click.option("--deals", "n", type=click.IntRange(1), help="By default as many as are shipped.")
@click.option("--worlds", type=click.IntRange(1), default=_WORLDS, show_default=True)
def main(verb: str, n: int | None, worlds: int) -> None:
    """Make the tables of drawn deals in data/laws."""
    del verb  # there is only one
    for name, usual in STORED.items():
        for players in (2, 4):
            build(name, players, n or usual, worlds)


if __name__ == "__main__":
    main()
