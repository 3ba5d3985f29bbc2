"""A part of a line that knows where it stands, so that a fault can be told with its column."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from analyse.i18n import InputError


class Field(NamedTuple):
    """A part of the line and where it begins, counted from 0.

    >>> [word.start for word in Field(" HA  H8", 4).words(re.compile(r"[^ ]+"))]
    [5, 9]
    """

    text: str
    start: int

    def words(self, pattern: re.Pattern[str]) -> Iterator["Field"]:
        """Yield the words of it, each a match of `pattern`."""
        for found in pattern.finditer(self.text):
            yield Field(found.group(), self.start + found.start())

    @property
    def at(self) -> int:
        """Where its first character that is no space stands."""
        return self.start + len(self.text) - len(self.text.lstrip())

    def after(self, n: int) -> "Field":
        """Return the field without its first `n` characters."""
        return Field(self.text[n:], self.start + n)

    def read(self, reader: Callable[[str], int]) -> int:
        """Return what `reader` reads here, its error with the column."""
        try:
            return reader(self.text.strip())
        except InputError as error:
            raise at_column(self.at, error) from error


def parse_number(said: str) -> float | None:
    """Return the number that is written with a point or a comma, None if it is none.

    >>> [parse_number(said) for said in ("0.01", " 0,01 ", "3", "1.000,5", "x")]
    [0.01, 0.01, 3.0, None, None]
    """
    try:
        return float(said.replace(",", ".")) if said.isascii() and "_" not in said else None
    except ValueError:
        return None


_LONGEST_QUOTE = 60


def at_column(start: int, reason: InputError) -> InputError:
    """Return `reason` with the column of the character `start`, which counts from 0."""
    return InputError("known_at", column=start + 1, reason=reason)


def shortened(quoted: str) -> str:
    """Return what an error quotes, the end of a long text left out."""
    return quoted if len(quoted) <= _LONGEST_QUOTE else quoted[: _LONGEST_QUOTE - 1] + "…"
