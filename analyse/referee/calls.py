"""What is said at the table, read and printed: "left bids gleich, me hold, links drei gleich, ich gut".

A call is who, what and which figures, in any order after the who. A figure alone is a bid; hold and good
without a figure answer all that is open, a raise the one figure that is.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from analyse.game.ladder import AUS, RAISE_WORDS
from analyse.game.reading import at_column, shortened
from analyse.game.seats import SEAT_WORDS, THEM_WORDS, US_WORDS, parse_seat
from analyse.i18n import InputError
from analyse.referee.bets import ASK, BID, FIGURES, GOOD, HOLD, PLAYED, RAISE, SHOW, STAND, Call

Who = tuple[int, ...]  # one seat, or both of a side

SIDE_WORDS = (US_WORDS, THEM_WORDS)
WHAT_WORDS: Mapping[str, tuple[str, ...]] = {
    BID: ("bids", "bid", "bietet", "biete", "bieten", "bot"),
    HOLD: ("hold", "holds", "held", "halte", "halten", "hält", "haltet", "schaut", "schaue", "anschauen"),
    GOOD: ("good", "gut"),
    AUS: ("aus",),
    SHOW: ("shows", "show", "weist", "weise", "weisen", "zeigt"),
    STAND: ("stands", "stand", "steht", "stellt"),
    ASK: ("asks", "ask", "fragt", "frage", "fragen"),
}
PLAYED_WORDS = ("played", "ausgespielt", "gespielt")
UNSEEN_WORDS = ("unseen", "ungesehen")
ALL_WORDS = ("all", "alle", "alles")
FILLERS = (
    "an",
    "das",
    "den",
    "the",
    "lets",
    "let",
    "lässt",
    "lasse",
    "sein",
    "raises",
    "raise",
    "steigert",
    "und",
    "and",
)
_CALL = re.compile(r"[^,]+")
_WORD = re.compile(r"[^\s+]+")


class _Parts(NamedTuple):
    """What the words of one call say."""

    what: str | None
    level: int
    figures: tuple[str, ...]
    unseen: bool


def who_name(who: Who, players: int) -> str:
    """Return the canonical word for one seat or both of a side."""
    return SEAT_WORDS[players][who[0]][0] if len(who) == 1 else SIDE_WORDS[who[0]][0]


def who_allowed(players: int) -> str:
    """Return the canonical words, as an error lists them."""
    seats = [words[0] for words in SEAT_WORDS[players].values()]
    return ", ".join([*seats, *(words[0] for words in SIDE_WORDS)])


def read_calls(text: str, start: int, players: int) -> tuple[tuple[Call, ...], frozenset[int]]:
    """Return the calls of `text`, which begins at `start` of the line, and the places of those of a side.

    Raises `InputError` that quotes a call, gives its column and says what was expected.

    >>> read_calls("left bids gleich+spiel, me 3 gleich", 0, 4)[0][0].figures
    ('gleich', 'spiel')
    """
    calls: list[Call] = []
    by_side: set[int] = set()
    open_figures: list[str] = []
    for found in _CALL.finditer(text):
        words = found.group().strip()
        if not words:
            continue
        column = start + found.start() + len(found.group()) - len(found.group().lstrip())
        call, who = _read_call(words, column, players, open_figures)
        if len(who) > 1:
            by_side.add(len(calls))
        calls.append(call)
        _follow(open_figures, call)
    return tuple(calls), frozenset(by_side)


def _follow(open_figures: list[str], call: Call) -> None:
    """Keep account of the figures that await an answer."""
    for figure in call.figures:
        if call.what in {BID, RAISE, AUS} and figure not in open_figures:
            open_figures.append(figure)
        if call.what in {HOLD, GOOD} and figure in open_figures:
            open_figures.remove(figure)


def _read_call(words: str, column: int, players: int, open_figures: list[str]) -> tuple[Call, Who]:
    """Return one call and who said it."""
    if words.casefold() in PLAYED_WORDS:
        return Call(PLAYED, text=words), ()
    first, _, rest = words.partition(" ")
    who = parse_seat(first, players)
    if who is None:
        error = InputError("call_who", bad=shortened(words), allowed=who_allowed(players))
        raise at_column(column, error)
    parts = _read_parts(rest.casefold(), words, column)
    what = parts.what or (BID if parts.figures else None)
    if what is None:
        raise at_column(column, InputError("call_what", bad=shortened(words)))
    figures = parts.figures
    if not figures and what in {HOLD, GOOD, RAISE, AUS}:
        figures = tuple(open_figures)
    if (not figures and what != ASK) or (len(figures) > 1 and what not in {BID, HOLD, GOOD}):
        raise at_column(column, InputError("call_figure", bad=shortened(words)))
    if what == ASK:
        figures = ()
    return Call(what, who[0], figures, parts.level, unseen=parts.unseen and what == BID, text=words), who


def _read_parts(rest: str, words: str, column: int) -> _Parts:
    """Read the words behind the who."""
    what: str | None = None
    level, unseen = 0, False
    figures: list[str] = []
    for token in re.sub(r"\bspiel[ -]?aus\b", "aus", rest).split():
        for word in _WORD.findall(token):
            meant = word.strip("?!.")
            kind = next((kind for kind, known in WHAT_WORDS.items() if meant in known), None)
            number = int(meant) if re.fullmatch("[0-9]{1,2}", meant) else RAISE_WORDS.get(meant)
            if meant in FIGURES and meant not in figures:
                figures.append(meant)
            elif meant in ALL_WORDS and not figures:
                figures += FIGURES
            elif (kind or number is not None) and what is None:
                what, level = kind or RAISE, number or 0
            elif meant in UNSEEN_WORDS:
                unseen = True
            elif meant not in FILLERS:
                raise at_column(column, InputError("call_word", bad=shortened(words), word=shortened(word)))
    return _Parts(what, level, tuple(figures), unseen)


def print_calls(calls: Iterable[Call], by_side: frozenset[int], players: int) -> str:
    """Return the canonical text of calls; `read_calls` gives them back.

    >>> print_calls(*read_calls("links bietet gleich und spiel, wir halten, rechts fragt", 0, 4), 4)
    'left bids gleich+spiel, us hold gleich+spiel, right asks'
    """
    return ", ".join(_print_call(call, place in by_side, players) for place, call in enumerate(calls))


def _print_call(call: Call, by_side: bool, players: int) -> str:  # noqa: FBT001  only called above
    if call.what == PLAYED:
        return PLAYED_WORDS[0]
    who = tuple(range(call.side, players, 2)) if by_side else (call.seat,)
    said = str(call.level) if call.what == RAISE else WHAT_WORDS[call.what][0]
    unseen = UNSEEN_WORDS[0] if call.unseen else ""
    return " ".join(filter(None, (who_name(who, players), said, "+".join(call.figures), unseen)))
