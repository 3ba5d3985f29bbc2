"""A score as it is written: ours and theirs."""

import re

_POINTS = "([-−]?[0-9]{1,3})"
_SCORE = re.compile(rf"\s*{_POINTS}\s*[-–:]\s*{_POINTS}\s*")


def parse_score(said: str) -> tuple[int, int] | None:
    """Return the score "ours:theirs", None if it is none; a hyphen or a dash may stand for the colon.

    A debt is a score below 0, with either minus sign. What a game allows is not asked here.

    >>> [parse_score(said) for said in ("12:13", "12 - 13", "12–13", "−2:3", "-2-3", "12", "12:")]
    [(12, 13), (12, 13), (12, 13), (-2, 3), (-2, 3), None, None]
    """
    found = _SCORE.fullmatch(said)
    if found is None:
        return None
    ours, theirs = (int(points.replace("−", "-")) for points in found.groups())
    return ours, theirs
