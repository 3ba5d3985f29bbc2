"""What every answer handed out to Python can do: tell itself as an object, as text, as HTML, as a table."""

import os
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, Self

import click

from analyse.odds.estimate import Estimate

Json = dict[str, Any]
BOX = "border: 1px solid #8886; border-radius: 6px; padding: 0.8em 1em; line-height: 1.35; overflow-x: auto"


def language() -> str:
    """Return the language of answers not asked for in another: the locale's, else English."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return "de" if locale.lower().startswith("de") else "en"


class Chance(float):
    """A probability, in [0, 1], that knows how it was found.

    `stderr` is its standard error, None where it is counted; `method` "exact" or "sampled"; `worlds` the
    deals counted or drawn.
    """

    stderr: float | None
    method: str
    worlds: int

    def __new__(cls, found: Estimate) -> Self:
        """Return a chance as `odds` found it."""
        made = super().__new__(cls, found.value)
        made.stderr, made.method, made.worlds = found.stderr, found.method, found.worlds
        return made

    def __repr__(self) -> str:
        error = f" ± {self.stderr:.4f}" if self.stderr else ""
        return f"{float(self):.4f}{error} ({self.method})"


class Result:
    """An answer that tells itself, made of functions of `report`; `rows` where it is a table."""

    def __init__(
        self,
        as_dict: Callable[[str], Json],
        as_text: Callable[[str], str],
        rows: Callable[[], Sequence[Mapping[Any, Any]]] | None = None,
    ) -> None:
        self._as_dict, self._as_text, self._rows = as_dict, as_text, rows

    def to_dict(self, lang: str | None = None) -> Json:
        """Return the object that `--json` prints; sentences in "de" or "en", else the locale's language."""
        return self._as_dict(lang or language())

    def report(self, lang: str | None = None) -> str:
        """Return what the command prints; `lang` as in `to_dict`."""
        return click.unstyle(self._as_text(lang or language()))

    def to_frame(self) -> Any:
        """Return the answer as a pandas table where it is one, else raise `TypeError`."""
        if self._rows is None:
            raise TypeError(f"{self!r} is no table: expected namings, plays, odds, an equilibrium or a match")
        import pandas as pd  # type: ignore[import-untyped]  # noqa: PLC0415  who asks for a table waits for it

        return pd.DataFrame(self._rows())

    def __str__(self) -> str:
        return self.report()

    def _repr_html_(self) -> str:
        return f'<pre style="{BOX}">{escape(self.report())}</pre>'
