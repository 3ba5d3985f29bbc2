"""Numbers as text, in the language of the reader: chances, errors, points, counts."""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Protocol


def percent(count: int, worlds: int, lang: str) -> str:
    """Return a chance as text: 100 % and 0 % only where it is certain.

    >>> percent(1, 1, "en"), percent(999_999, 1_000_000, "en"), percent(1, 3, "de")
    ('100 %', '>99.9 %', '33,3 %')
    """
    if count in (0, worlds):
        shown = "100" if count else "0"
    elif 1000 * count < worlds:
        shown = "<0.1"
    elif 1000 * (worlds - count) < worlds:
        shown = ">99.9"
    else:
        shown = f"{100 * count / worlds:.1f}"
    return f"{shown} %".replace(".", "," if lang == "de" else ".")


class Chance(Protocol):
    """A probability that knows its error and over how many deals it was found."""

    @property
    def value(self) -> float:
        """The probability, in [0, 1]."""

    @property
    def stderr(self) -> float | None:
        """Its standard error, None where it is counted."""

    @property
    def worlds(self) -> int:
        """Deals counted or drawn."""


def chance(estimate: Chance, lang: str) -> str:
    """Return a chance as text, a drawn one without its error; certain only what is so in every deal.

    >>> from analyse.odds.estimate import certain, sampled
    >>> chance(certain(200, happens=True), "en"), chance(sampled(200, 200), "en"), chance(sampled(1, 3), "de")
    ('100 %', '>99.5 %', '33,3 %')
    """
    count, n = round(estimate.value * estimate.worlds), estimate.worlds
    if not estimate.stderr or 0 < count < n:
        return percent(count, n, lang)
    few = min(50, max(0.1, 100 / n))  # of n deals not one
    return typeset(f">{100 - few:.1f} %" if count else f"<{few:.1f} %", lang)


def parts(shares: Sequence[float], shown: Sequence[str], lang: str) -> list[str]:
    """Return the texts of all parts of one whole, such that they add to 100.0 %.

    By largest remainder: each is its share cut to tenths, or one tenth more. Marks stay: "0 %", "100 %"
    and a part that is too small or too large to be told, which counts as 0 or 100. What those leave over is
    shared out as far as no other part moves by more than a tenth.

    Parameters
    ----------
    shares : the parts, each a count or a share; their sum is the whole
    shown : what each is shown as alone, from `percent` or `chance`

    >>> counts = (58699, 10461, 11590)
    >>> parts(counts, [percent(n, sum(counts), "en") for n in counts], "en")
    ['72.7 %', '13.0 %', '14.3 %']
    """
    told = [i for i, one in enumerate(shown) if re.fullmatch(r"\d+[.,]\d %", one)]
    most = any(one[0] == ">" or one == "100 %" for one in shown)
    tenths = shared_out(shares, told, 1000, most=most)
    return [typeset(f"{tenths[i] / 10:.1f} %", lang) if i in tenths else one for i, one in enumerate(shown)]


def shared_out(shares: Sequence[float], told: Sequence[int], units: int, *, most: bool) -> dict[int, int]:
    """Return the parts `told` (places in `shares`) in whole units, of which the whole has `units`.

    Each is cut, or one more, and never none. `most`: a part not told is nearly all of the whole.
    """
    total = sum(map(Fraction, shares))
    exact = {i: units * Fraction(shares[i]) / total for i in told}
    cut = {i: floor(exact[i]) for i in told}
    found = {i: max(1, cut[i]) if exact[i] else 0 for i in told}
    rest = max(0, (0 if most else units) - sum(found.values()))
    for i in sorted((i for i in told if found[i] == cut[i]), key=lambda i: cut[i] - exact[i])[:rest]:
        found[i] = min(found[i] + 1, units - 1)
    return found


def error(estimate: Chance, lang: str) -> str:
    """Return the standard error of a chance as text, nothing where it has none.

    >>> from analyse.odds.estimate import sampled
    >>> error(sampled(50, 100), "de"), error(sampled(1, 50_000), "en")
    ('± 5,0 %', '±<0.1 %')
    """
    return error_of(estimate.stderr or 0.0, lang)


def error_of(stderr: float, lang: str) -> str:
    """Return a standard error as text, nothing where there is none."""
    shown = f"{100 * stderr:.1f}"
    if shown == "0.0":
        return typeset("±<0.1 %", lang) if stderr else ""
    return typeset(f"± {shown} %", lang)


def signed(points: float, lang: str) -> str:
    """Return points with their sign, the minus a true one.

    >>> signed(-1.0, "en"), signed(0.785, "de"), signed(-0.001, "en")
    ('−1.00', '+0,79', '+0.00')
    """
    return typeset(f"{points:+z.2f}", lang)


def difference(value: float, lang: str) -> str:
    """Return a difference of two chances, in [-1, 1], with its sign.

    >>> difference(0.393, "de"), difference(-0.5, "en")
    ('+39,3 %', '−50.0 %')
    """
    return typeset(f"{100 * value:+z.1f} %", lang)


def typeset(number: str, lang: str) -> str:
    """Return a number as the language writes it, its minus a true one."""
    return number.replace("-", "−").replace(".", "," if lang == "de" else ".")


def grouped(number: int, lang: str) -> str:
    """Return a whole number with its thousands set apart.

    >>> grouped(13155340358160, "en"), grouped(80730, "de")
    ('13,155,340,358,160', '80.730')
    """
    return f"{number:,}".replace(",", "." if lang == "de" else ",")
