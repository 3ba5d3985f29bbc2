"""The ladder of a bet, told once: its words, its steps and what each is worth (RULES 6).

Steps: 0 nobody has bid, 1 the bid, then the raises of the preset one by one, at last "Spiel aus". A level
is what is said: 1 for the bid, of a raise its points, `AUS` for Spiel aus.
"""

import re
from collections.abc import Mapping

from analyse.game.choices import suggesting
from analyse.game.rules import Rules
from analyse.i18n import InputError

BID_LEVEL = 1
AUS = "aus"
HELD_BID = 2  # points of a figure that was bid and held, before any raise
GOOD_BID = 1  # points of one that was bid and let good, or let good unasked
RAISE_WORDS: Mapping[str, int] = {
    **dict.fromkeys(("drei", "three", "groschen"), 3),
    **dict.fromkeys(("vier", "four"), 4),
    **dict.fromkeys(("fünf", "fuenf", "five"), 5),
    **dict.fromkeys(("sechs", "six"), 6),
    **dict.fromkeys(("sieben", "seven"), 7),
}
_BID_WORDS = ("bid", "gebot")
AUS_WORDS = ("aus", "spiel aus", "spielaus", "spiel-aus", "out")
_NUMBER = "1|[3-9]|[1-9][0-9]"


def parse_level(said: str) -> int | str | None:
    """Return the level that is said: 1 for the bid, the points of a raise, `AUS`; None if it is none.

    >>> [parse_level(said) for said in ("1", "Gebot", "drei", "Groschen", "7", "Spiel aus", "2")]
    [1, 1, 3, 3, 7, 'aus', None]
    """
    word = " ".join(said.casefold().split())
    if re.fullmatch(_NUMBER, word):
        return int(word)
    if word in _BID_WORDS:
        return BID_LEVEL
    return AUS if word in AUS_WORDS else RAISE_WORDS.get(word)


def read_level(said: int | str) -> int:
    """Return the level to be answered; raises `InputError` for Spiel aus, which has no answer yet.

    Whether a preset has such a number is not asked here.

    >>> read_level("Drei"), read_level("9"), read_level(0)
    (3, 9, 0)
    """
    if isinstance(said, int):
        return said
    level = parse_level(said)
    if isinstance(level, int):
        return level
    if level == AUS:
        raise InputError("level_aus", bad=said.strip())
    if re.fullmatch("-?[0-9]{1,3}", said.strip()):
        return int(said)
    raise suggesting(InputError("level_unknown", bad=said.strip()), said, (*_BID_WORDS, *RAISE_WORDS))


def last_step(rules: Rules) -> int:
    """Return the step "Spiel aus": the one after the raises (K, R, I §10)."""
    return 2 + len(rules.raises)


def held_points(step: int, rules: Rules) -> int:
    """Return the points of a figure held at `step`, which is not Spiel aus (RULES 6; S p. 68).

    >>> from analyse.game.rules import load_rules
    >>> [held_points(step, load_rules()) for step in range(1, 7)]
    [2, 3, 4, 5, 6, 7]
    """
    return HELD_BID if step == 1 else rules.raises[step - 2]


def good_points(step: int, rules: Rules) -> int:
    """Return the points of a figure let good at `step`: what it was worth one step before (S p. 68, 69).

    >>> from analyse.game.rules import load_rules
    >>> [good_points(step, load_rules()) for step in range(8)]
    [1, 1, 2, 3, 4, 5, 6, 7]
    """
    if step == last_step(rules):
        return rules.spiel_aus_conceded
    return GOOD_BID if step <= 1 else held_points(step - 1, rules)
