"""Joint laws of both sides' figures: the shipped tables, what is not in them counted, and their recipe.

`data/laws/gleich-4.npz` and its like (a file for each figure and number of players) hold whole numbers of
deals for every preset, up-card and trump without an up-card. What the law depends on is the name of the
entry (`law_key`), so that up-cards and presets that cannot be told apart by it share one. The recipe,
resumable, is

    python -m analyse.bidding.laws.figures build
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analyse.bidding.ladder_game import ClassLaw
from analyse.data import data_dir
from analyse.deals.constraints import Frame
from analyse.deals.side_polynomials import Deal, Whole
from analyse.deals.sides import public_frame, side_law
from analyse.game.cards import card_name, cards_of, suit_of
from analyse.game.figures import KINDS, RANK_MASKS, all_values, check_kind
from analyse.game.rules import PRESETS, Rules, load_rules

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"  # the places of a card, a digit for their five bits
KEPT = 64  # laws counted in this process that are not shipped
Progress = Callable[[int, int], object]
_counted: dict[tuple[str, str], Whole] = {}


def figure_law(  # noqa: PLR0913, PLR0917  the five facts that a law depends on, and who waits for it
    rules: Rules,
    upcard: int | None,
    trump: int | None,
    kind: str,
    players: int,
    progress: Progress | None = None,
) -> ClassLaw:
    """Return the joint law of both sides' best figures before anything but the up-card is known.

    Parameters
    ----------
    rules : the preset
    upcard, trump : the card turned up, still lying there; or, without one, the trump suit 0..3 alone
    kind : "gleich" or "hanger"
    players : 2 or 4; side 0 is Vorhand's
    progress : called with the steps done and all where the law must be counted first (custom rules)

    Returns
    -------
    the law; its weights are exact numbers of deals, `values` only those figures that occur.

    Source: RULES 3, 4. Raises `InputError` for an unknown kind, a card not in the pack and the like.

    >>> from analyse.game.cards import parse_card
    >>> law = figure_law(load_rules(), parse_card("L8"), None, "gleich", 2)
    >>> int(law.weight.sum()), int(law.weight[0].sum()) // 80730  # RULES 10: 14349 hands without a pair
    (16257084480, 14349)
    """
    return law_of(public_frame(rules, upcard, trump, players), kind, progress)


def law_of(frame: Frame, kind: str, progress: Progress | None = None) -> ClassLaw:
    """Return the joint law of both sides' best figures, given what everybody knows.

    Parameters
    ----------
    frame : as `analyse.deals.sides.side_law` takes it
    kind : "gleich" or "hanger"
    progress : called with the steps done and all where the law is not shipped

    Returns
    -------
    the law; weights are exact int64 counts, or float64 where there may be 2**63 deals; figures that do not
    occur on a side are left out. The weights are empty if no deal agrees with the frame.

    >>> law = law_of(public_frame(load_rules(), trump=1, players=2), "hanger")
    >>> law.weight.shape, bool((law.weight == law.weight.T).all())
    ((23, 23), True)
    """
    key = law_key(frame, check_kind(kind))
    counts: Whole | None = _shipped(_file(kind, len(frame.seats)), key)
    if counts is None:
        counts = _counted.get((kind, key))
    if counts is None:
        counts = side_law(frame, kind, progress)[1]
        if len(_counted) >= KEPT:
            _counted.clear()
        _counted[kind, key] = counts
    return _class_law(kind, all_values(kind, frame.size), counts)


def _class_law(kind: str, values: tuple[int, ...], counts: Whole) -> ClassLaw:
    """Return a law without the figures that never occur."""
    one, other = (counts > 0).any(axis=1), (counts > 0).any(axis=0)
    weight = counts[one][:, other]
    these, those = np.array(values)[one], np.array(values)[other]
    edge = np.sign(these[:, None] - those).astype(np.float64)
    return ClassLaw(
        kind=kind,
        values=(tuple(these.tolist()), tuple(those.tolist())),
        weight=weight if weight.dtype == np.int64 else weight.astype(np.float64),
        edge=edge,
        stand=(edge == 0).astype(np.float64),
        may_bid=(these > 0, those > 0),
    )


def law_key(frame: Frame, kind: str) -> str:
    """Return all that the law depends on: players and cards a hand, then each unseen card's places.

    A digit a card ("J": one of two players or asleep, "V": one of four or asleep): first the Perlaggen, then
    the plain cards, for Gleich rank by rank, for Hanger suit by suit with "." where a rank is missing. What
    may change places is sorted: Perlaggen, cards of a rank, suits. With the cut given "*" marks a permanent
    Perlagg; a Perlagg already played stands at the end, its seat and the card it is now.

    >>> law_key(public_frame(load_rules(), trump=1, players=2), "gleich")
    '2x5 JJJJJJJ J JJJJ JJJJ JJJJ JJJ JJJ JJJ JJJJ'
    >>> law_key(public_frame(load_rules(), trump=1, players=2), "hanger")
    '2x5 JJJJJJJ .JJJ..JJ .JJJJJJJ .JJJJJJJ JJJJJJ.J'
    """
    digit = {card: DIGITS[bits] for card, bits in frame.places}
    wild = sorted(
        digit[card] + "*" * (frame.bottom and frame.permanent >> card & 1)
        for card, _ in frame.places
        if frame.wild >> card & 1
    )
    plain = frame.cards & ~frame.perlaggen
    if kind == "gleich":
        parts = ["".join(sorted(digit[card] for card in cards_of(plain & mask))) for mask in RANK_MASKS]
    else:
        parts = sorted(
            "".join(digit[card] if plain >> card & 1 else "." for card in range(8 * suit, 8 * suit + 8))
            for suit in range(4)
        )
    played = sorted(f"{fixed.seat}={card_name(fixed.name)}" for fixed in frame.fixed)
    return " ".join([f"{len(frame.seats)}x{frame.size}", "".join(wild), *parts, *played])


# Shipped -------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _shipped(name: str, key: str) -> NDArray[np.int64] | None:
    """Return the shipped law of a key, None where it is not in the file of that name, or no file is."""
    entry = data_dir() / "laws" / name
    if not entry.is_file():
        return None
    with entry.open("rb") as stream, np.load(stream) as stored:
        return _square(stored[key]) if key in stored.files else None


def _file(kind: str, players: int) -> str:
    return f"{kind}-{players}.npz"


def _square(stored: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return counts [side 0, side 1]; of a law that is the same for both sides one half is stored."""
    if stored.ndim == 2:
        return stored
    n = int((2 * len(stored)) ** 0.5)
    counts = np.zeros((n, n), np.int64)
    counts[np.triu_indices(n)] = stored
    return np.asarray(np.maximum(counts, counts.T))


def _stored(frame: Frame, counts: Whole) -> NDArray[np.int64]:
    """Return what is stored of counts: one half where the sides are dealt alike."""
    alike = Deal(frame, ()).sides_alike
    return np.asarray(counts[np.triu_indices(len(counts))] if alike else counts, np.int64)


# The recipe ----------------------------------------------------------------------------------


def shipped_frames(players: int) -> Iterator[tuple[Rules, int | None, int, Frame]]:
    """Yield preset, up-card, trump and frame of everything that is shipped: each preset's every up-card."""
    for rules in map(load_rules, PRESETS):
        for trump in rules.trumps:
            upcards = [card for card in cards_of(rules.pack) if suit_of(card) == trump]
            for upcard in (None, *upcards):
                yield rules, upcard, trump, public_frame(rules, upcard, trump, players)


def build(folder: Path, cores: int = 1) -> Iterator[tuple[str, int, int, str]]:
    """Count what is missing in `folder`; yield, law by law, the file, how many of how many, and the key.

    A file is written after each law, so that a run that was cut short goes on where it stopped. To count a
    file anew, remove it first; it comes out the same byte for byte.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for players in (2, 4):
        frames = [frame for *_, frame in shipped_frames(players)]
        for kind in KINDS:
            path = folder / _file(kind, players)
            wanted = {law_key(frame, kind): frame for frame in frames}
            laws = _read(path, set(wanted))
            missing = {key: frame for key, frame in wanted.items() if key not in laws}
            for key, counts in _count_all(missing, kind, cores):
                laws[key] = _stored(wanted[key], counts)
                _write(path, laws)
                yield path.name, len(laws), len(wanted), key


def _count_all(frames: Mapping[str, Frame], kind: str, cores: int) -> Iterator[tuple[str, Whole]]:
    """Yield the counts of each frame, as they come."""
    if cores == 1:
        yield from ((key, side_law(frame, kind)[1]) for key, frame in frames.items())
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed  # noqa: PLC0415  no answer needs them
    from multiprocessing import get_context  # noqa: PLC0415  nor this

    # processes of their own: a fork of a program with threads may hang
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        tasks = {pool.submit(side_law, frame, kind): key for key, frame in frames.items()}
        yield from ((tasks[task], task.result()[1]) for task in as_completed(tasks))


def _read(path: Path, wanted: set[str]) -> dict[str, NDArray[np.int64]]:
    if not path.exists():
        return {}
    with np.load(path) as stored:
        return {key: stored[key] for key in stored.files if key in wanted}


def _write(path: Path, laws: dict[str, NDArray[np.int64]]) -> None:
    """Write laws in the order of their keys, whole or not at all."""
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **{key: laws[key] for key in sorted(laws)})
    unfinished.replace(path)


def main(arguments: list[str] | None = None) -> None:
    """Run the recipe: `python -m analyse.bidding.laws.figures build [--cores 2] [--folder data/laws]`."""
    parser = argparse.ArgumentParser(prog="python -m analyse.bidding.laws.figures", description=__doc__)
    parser.add_argument("verb", choices=["build"])
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path(str(data_dir() / "laws")))
    asked = parser.parse_args(arguments)
    begin = time.monotonic()
    for name, done, total, key in build(asked.folder, asked.cores):
        sys.stdout.write(f"{time.monotonic() - begin:7.1f} s  {name} {done}/{total}  {key}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
