"""A probability that knows how it was found."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import NamedTuple


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


def sampled(count: int, worlds: int) -> Estimate:
    """Return the share `count / worlds` of drawn deals with its standard error.

    That all of them agree makes nothing certain: the error is then that of half a deal the other way.

    >>> sampled(50, 100)
    Estimate(value=0.5, stderr=0.05, worlds=100, method='sampled')
    >>> sampled(100, 100).stderr > 0
    True
    """
    share = min(max(count, 0.5), worlds - 0.5) / worlds
    return Estimate(count / worlds, sqrt(share * (1 - share) / worlds), worlds, "sampled")


def certain(worlds: int, *, happens: bool) -> Estimate:
    """Return the chance of what is sure to happen, or not to, whatever was drawn."""
    return Estimate(float(happens), 0.0, worlds, "sampled")


class Mean(NamedTuple):
    """A mean over the worlds and its standard error."""

    value: float
    stderr: float


CLOSE = 2  # standard errors: less between two plays or plans is called close


class Difference(NamedTuple):
    """A difference of two chances on the same worlds, in [-1, 1], and its standard error, 0 where exact."""

    value: float
    stderr: float

    @property
    def close(self) -> bool:
        """Whether it is within the error."""
        return abs(self.value) <= CLOSE * self.stderr
