"""Figures as they are written and said: read in every form in which they are printed.

The short code is the length and the (top) rank: "3A" is A-A-A as a Gleich and O-K-A as a Hanger.
"""

import re

from analyse.game.cards import RANKS, parse_rank
from analyse.game.figures import KINDS, MAX_COUNT, NONE, figure_count, figure_value

NO_FIGURE_WORDS = ("none", "keines", "keins", "keiner", "–")
MOST_WORDS = 6  # of one figure: "Hanger of three to the ace"

_NO_WORDS = ("no", "kein")  # before the name of the figure
_HIGHEST = ("höchst", "highest")
_BETWEEN = ("of", "to", "the", "bis", "zum", "zur")
_ENDINGS = ("", "e", "er", "es", "en")
_COUNTS = (
    (2, ("two", "zwei", "pair", "paar"), "einfach"),
    (3, ("three", "drei"), "dritzig"),
    (4, ("four", "vier"), "viertig"),
    (5, ("five", "fünf"), "fünftig"),
    (6, ("six", "sechs"), "sechstig"),
    (7, ("seven", "sieben"), "siebtig"),
    (8, ("eight", "acht"), "achtig"),
)
_COUNT_WORDS = {word: count for count, words, _ in _COUNTS for word in words}
_ADJECTIVES = {stem + ending: count for count, _, stem in _COUNTS for ending in _ENDINGS}
_PLURALS = ("", "e", "s", "en", "n")
_RANK = "|".join(RANKS)
_CODE = re.compile("([2-8])(.+)")
_SQUEEZED = re.compile(f"(?:{_RANK})+", re.IGNORECASE)


def figure_code(value: int) -> str:
    """Return a figure as its length and its (top) rank.

    >>> [figure_code(v) for v in (0, 8 * 2 + 7, 8 * 2 + 3)]
    ['none', '3A', '310']
    """
    return f"{figure_count(value)}{RANKS[value % 8]}" if value else NO_FIGURE_WORDS[0]


def parse_figure(kind: str, said: str, longest: int = MAX_COUNT) -> int | None:
    """Return the figure of `kind` ("gleich" or "hanger") that is said, None if none is.

    Read in any case: the code (3A), card by card (A-A-A, O-K-A, AAA), and words (drei Asse, höchst
    dritziges Gleich, Hanger of three to the ace). `longest`: the cards it can have at most.

    >>> [parse_figure("gleich", said) for said in ("3a", "A-A-A", "AAA", "drei Asse", "none", "3B", "O-K-A")]
    [23, 23, 23, 23, 0, None, None]
    >>> [parse_figure("hanger", said) for said in ("3A", "o-k-a", "OKA", "Hanger of three to the ace")]
    [23, 23, 23, 23]
    """
    words = said.casefold().split()
    if not words:
        return None
    if tuple(words) in {*((word,) for word in NO_FIGURE_WORDS), *((no, kind) for no in _NO_WORDS)}:
        return NONE
    found = _code(words[0]) or _cards(kind, words[0]) if len(words) == 1 else _in_words(kind, words)
    if found is None:
        return None
    count, rank = found
    fits = 2 <= count <= longest and (kind == KINDS[0] or rank >= count - 1)
    if fits:
        return figure_value(count, rank)
    shown = _cards(kind, words[0]) if len(words) == 1 else None  # "78" is no Hanger of seven
    return figure_value(*shown) if shown and shown != found and shown[0] <= longest else None


def _code(word: str) -> tuple[int, int] | None:
    """Return length and rank of "3a"."""
    found = _CODE.fullmatch(word)
    rank = parse_rank(found[2]) if found else None
    return (int(found[1]), rank) if found and rank is not None else None


def _cards(kind: str, word: str) -> tuple[int, int] | None:
    """Return length and (top) rank of "o-k-a"; without hyphens where a letter is among the ranks."""
    parts = re.split("[-–]", word)
    if len(parts) == 1 and _SQUEEZED.fullmatch(word) and not word.isdecimal():
        parts = re.findall(_RANK, word, re.IGNORECASE)
    ranks = [rank for part in parts if (rank := parse_rank(part)) is not None]
    if len(ranks) != len(parts) or len(ranks) < 2:
        return None
    step = 0 if kind == KINDS[0] else 1
    top = max(ranks)
    up = [top - step * place for place in reversed(range(len(ranks)))]
    return (len(ranks), top) if ranks in (up, up[::-1]) else None


def _in_words(kind: str, words: list[str]) -> tuple[int, int] | None:
    """Return length and (top) rank of several words: the name of the figure first, or after its adjective."""
    named = words[0] == kind
    if named:
        words = words[1:]
    elif len(words) > 1 and words[-1] == kind and words[-2] in _ADJECTIVES:
        words = words[:-1]
    highest = words[0] in _HIGHEST if words else False
    if len(words) > 1 and words[-1] in _BETWEEN:
        return None
    told = [word for word in words[highest:] if word not in _BETWEEN]
    count = _COUNT_WORDS.get(told[0], _ADJECTIVES.get(told[0])) if told else None
    rank = len(RANKS) - 1 if highest else _rank(told[1]) if len(told) > 1 else None
    if count is None or rank is None or len(told) != 2 - highest:
        return None
    return count, rank


def _rank(word: str) -> int | None:
    """Return the rank that a word means, of one card or of several."""
    if word == "säue":
        return len(RANKS) - 1
    stems = (word.removesuffix(plural) for plural in _PLURALS if word.endswith(plural))
    return next((rank for stem in stems if (rank := parse_rank(stem)) is not None), None)
