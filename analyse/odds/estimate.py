"""A probability that knows how it was found."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Estimate:
    """A probability with its method.

    Parameters
    ----------
    value : probability in [0, 1]
    stderr : its standard error, None where the value is exact
    worlds : number of deals counted or drawn
    method : "exact" or "sampled"
    """

    value: float
    stderr: float | None
    worlds: int
    method: str


def exact(count: int, worlds: int) -> Estimate:
    """Return the exact probability `count / worlds`.

    >>> exact(1, 4)
    Estimate(value=0.25, stderr=None, worlds=4, method='exact')
    """
    return Estimate(float(Fraction(count, worlds)), None, worlds, "exact")
