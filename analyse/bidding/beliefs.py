"""How the other side is believed to bid and answer, whatever it holds: `--opponents`."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyse.bidding.equilibrium import FLOOR, solve
from analyse.bidding.ladder_game import BID, HALTEN, OUT, RAISE
from analyse.bidding.laws.spiel import class_of, class_range
from analyse.bidding.tree import Array, ClassGame, Point
from analyse.game.choices import suggesting
from analyse.game.figure_text import figure_code, parse_figure
from analyse.game.ladder import AUS, parse_level
from analyse.game.reading import parse_number
from analyse.i18n import InputError

ANY, HONEST, EQUILIBRIUM, FILE = "any", "honest", "equilibrium", "file"
Policy = Mapping[int, Array]  # for each of their points (n, actions), the chance of each action by class


@dataclass(frozen=True)
class Row:
    """From this class on, up to the next row's: how often they bid, and answer with halten and raise.

    `answers`: by the number last said ("1", "3", ..), "" for all others; chances of halten and of raise.
    """

    least: int
    bid: float
    answers: Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Opponents:
    """What is believed of the other side.

    Parameters
    ----------
    sort : `ANY` (their bids say nothing), `HONEST`, `EQUILIBRIUM` or `FILE`
    said : as it was said
    rows : for `HONEST` and `FILE`, ascending; below the first they never bid nor hold
    """

    sort: str
    said: str
    rows: tuple[Row, ...] = ()

    @property
    def least(self) -> int:
        """The least class with which they bid or hold, as believed."""
        return self.rows[0].least if self.rows else 0

    def policy(self, game: ClassGame, side: int, classes: tuple[int, ...]) -> Policy | None:
        """Return how side `side` plays `game` with each of `classes`; None where nothing is believed.

        `ANY` says nothing. The equilibrium is the one in which every legal word is said at least once in
        10,000 times, so that it has an answer to everything.
        """
        if self.sort == ANY:
            return None
        theirs = [(at, point) for at, point in enumerate(game.points) if point.side == side]
        if self.sort == EQUILIBRIUM:
            solved = solve(game, FLOOR).profile
            return {at: np.nan_to_num(solved[at], nan=0.0) for at, _ in theirs}
        return {at: _legal(self._said_at(point, classes), game.legal[at]) for at, point in theirs}

    def _said_at(self, point: Point, classes: tuple[int, ...]) -> Array:
        chances = np.zeros((len(classes), len(point.actions)))
        for i, value in enumerate(classes):
            row = next(
                (row for row in reversed(self.rows) if value >= row.least), Row(0, 0.0, {"": (0.0, 0.0)})
            )
            for word, chance in _words(row, point).items():
                if word in point.actions:
                    chances[i, point.actions.index(word)] += chance
        return chances


def _words(row: Row, point: Point) -> dict[str, float]:
    """Return what is said at a point, and how often; who would raise where he may not holds.

    The rest is waiting or gut.
    """
    if BID in point.actions:
        return {BID: row.bid}
    hold, more = row.answers.get(point.label, row.answers.get("", (0.0, 0.0)))
    if RAISE not in point.actions:
        hold, more = hold + more, 0.0
    return {HALTEN: hold, RAISE: more}


def _legal(chances: Array, legal: NDArray[np.bool_]) -> Array:
    """Return the chances of what is legal; who may say nothing of what he would waits or lets it be good."""
    kept = chances * legal
    kept[:, 0] += 1 - kept.sum(axis=1)  # waiting and gut stand first and are always legal
    return kept


def read_opponents(said: str, kind: str) -> Opponents:
    """Return what `--opponents` says of a figure: "any", "equilibrium", "honest:2K" or the path of a file.

    "honest:VALUE" bids and holds with VALUE or better and with nothing less, and never raises; for the
    Spiel VALUE is an own chance: "honest:60%". A file is TOML, see `perlaggen halten --help`.

    Raises `InputError` where it is none of these, or the file cannot be read.

    >>> read_opponents("honest:2K", "gleich").rows
    (Row(least=14, bid=1.0, answers={'': (1.0, 0.0)}),)
    """
    word, colon, value = said.strip().partition(":")
    sort = word.casefold()
    if sort in {ANY, EQUILIBRIUM} and not colon:
        return Opponents(sort, sort)
    if sort == HONEST and colon:
        least = _value(value.strip(), kind)
        if least is None:
            raise InputError(f"opponents_value_{'spiel' if kind == 'spiel' else 'figure'}", bad=said)
        return Opponents(HONEST, f"{HONEST}:{_shown(least, kind)}", (Row(least, 1.0, {"": (1.0, 0.0)}),))
    if said.endswith(".toml"):
        return Opponents(FILE, said, _rows(said, kind))
    raise suggesting(InputError("opponents_unknown", bad=said), sort, (ANY, EQUILIBRIUM, HONEST))


def _shown(least: int, kind: str) -> str:
    """Return a class as it is used: of an own chance its lower end."""
    return f"{100 * class_range(least)[0]:.0f}%" if kind == "spiel" else figure_code(least)


def _value(word: str, kind: str) -> int | None:
    """Return the class that a word means, None if it means none."""
    if kind != "spiel":
        return parse_figure(kind, word) or None
    number = re.fullmatch(r"([0-9]{1,3}(?:[.,][0-9]{1,12})?)\s*%", word)  # "0.6" alone may mean 60 %
    chance = float(number[1].replace(",", ".")) / 100 if number else 2.0
    return class_of(chance) if chance <= 1 else None


def _rows(path: str, kind: str) -> tuple[Row, ...]:
    try:
        tables = tomllib.loads(Path(path).read_text(encoding="utf-8"), parse_float=_Written)
    except OSError as error:
        raise InputError("opponents_unreadable", bad=path, reason=error.strerror or error) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError("opponents_no_toml", bad=path, reason=error) from error
    rows = tables.get(kind)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise InputError("opponents_rows", bad=path, kind=kind)
    read = sorted((_row(path, kind, row) for row in rows), key=lambda row: row.least)
    for row, after in pairwise(read):
        if row.least == after.least:
            raise InputError("opponents_twice", bad=_said_from(rows, row.least, kind), file=path)
    return tuple(read)


def _said_from(rows: Sequence[Mapping[str, Any]], least: int, kind: str) -> str:
    """Return the last `from` that means a class."""
    return next(said for row in reversed(rows) if _value(said := str(row["from"]), kind) == least)


def _row(path: str, kind: str, raw: Mapping[str, Any]) -> Row:
    """Return a row: from = "2K", bid = 0.8, halten = 0.6, raise = 0.1, answers = { 3 = [0.4, 0] }."""
    unknown = sorted(raw.keys() - {"from", "bid", HALTEN, RAISE, "answers"})
    least = _value(str(raw.get("from", "")), kind)
    if unknown or least is None:
        raise InputError("opponents_row", bad=unknown[0] if unknown else str(raw.get("from", "")), file=path)
    answers = {"": (_chance(path, raw.get(HALTEN, 0)), _chance(path, raw.get(RAISE, 0)))}
    by_label = raw.get("answers", {})
    if not isinstance(by_label, dict):
        raise InputError("opponents_answers", bad=by_label, file=path)
    for label, pair in by_label.items():
        level = parse_level(label)
        word = OUT if level == AUS else str(level)
        if level is None or word in answers:  # "3" and "drei" are one
            raise InputError("opponents_answers", bad=label, file=path)
        if not isinstance(pair, list) or len(pair) != 2:
            raise InputError("opponents_answers", bad=pair, file=path)
        answers[word] = (_chance(path, pair[0]), _chance(path, pair[1]))
    for hold, more in answers.values():
        if Decimal(repr(hold)) + Decimal(repr(more)) > 1:  # as written: 0.7 + 0.3 is 1
            raise InputError("opponents_sum", bad=f"{hold!r} + {more!r}", file=path)
    return Row(least, _chance(path, raw.get("bid", 0)), answers)


class _Written(float):
    """A number that is quoted as it was written."""

    def __init__(self, said: str) -> None:
        self.said = said

    def __repr__(self) -> str:
        return self.said


def _chance(path: str, value: Any) -> float:
    """Return a chance; as text it may be written with a comma."""
    number = _written(value) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
        raise InputError("opponents_chance", bad=value, file=path)
    return number


def _written(said: str) -> float | None:
    """Return the number that a text is, quoted as it was written."""
    return None if parse_number(said) is None else _Written(said.replace(",", ".").strip())
