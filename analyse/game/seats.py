"""Where cards may lie, counted from me: 0 me, 1 left (of two the other), 2 partner, 3 right, 4 asleep.

One table of the words for seats and sides, German and English alike, the canonical word first; of those for
the other side each language of ours has its own.
"""

from collections.abc import Mapping

from analyse.game.choices import suggesting
from analyse.i18n import InputError

ME, LEFT, PARTNER, RIGHT = 0, 1, 2, 3
PACK = 4  # asleep: in nobody's hand

SEAT_WORDS: Mapping[int, Mapping[int, tuple[str, ...]]] = {
    4: {
        ME: ("me", "ich", "i"),
        LEFT: ("left", "links"),
        PARTNER: ("partner",),
        RIGHT: ("right", "rechts"),
    },
    2: {ME: ("me", "ich", "i"), LEFT: ("other", "opponent", "anderer")},
}
US_WORDS = ("us", "we", "wir", "uns")
THEM_WORDS = ("them", "they", "sie", "ihnen", "opponents", "gegner")
PACK_WORDS = ("out", "aus")


def parse_seat(word: str, players: int) -> tuple[int, ...] | None:
    """Return the seats that a word names, one or both of a side; None if it names none.

    >>> parse_seat("links", 4), parse_seat("Gegner", 4), parse_seat("them", 2), parse_seat("left", 2)
    ((1,), (1, 3), (1,), None)
    """
    said = word.strip().casefold()
    for seat, words in SEAT_WORDS[players].items():
        if said in words:
            return (seat,)
    for side, words in enumerate((US_WORDS, THEM_WORDS)):
        if said in words:
            return tuple(range(side, players, 2))
    return None


def read_leader(said: int | str, players: int) -> int:
    """Return the seat that leads, told by its number or its word; raises `InputError` where there is none.

    >>> read_leader("links", 4), read_leader("2", 4), read_leader("other", 2)
    (1, 2, 1)
    """
    if players not in SEAT_WORDS:
        raise InputError("players", bad=players)
    word = str(said).strip()
    if word in map(str, range(players)):
        return int(word)
    seats = parse_seat(word, players)
    if seats is None or len(seats) > 1:
        words = [word for words in SEAT_WORDS[players].values() for word in words]
        raise suggesting(InputError("leader", bad=said, last=players - 1), word, words)
    return seats[0]
