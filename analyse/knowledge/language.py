"""The known language: one line that says what a player knows of a deal, read and printed.

`parse_known` and `print_known` are a pair: reading the canonical text gives the statements back.
The words are German and English alike; the canonical text is in English. What the forms mean is
told by `known_help`, from the catalogue.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import groupby

from analyse.game.cards import card_name, hand_name, mask_of
from analyse.game.choices import suggesting
from analyse.game.figure_text import figure_code, parse_figure
from analyse.game.figures import KINDS, NONE
from analyse.game.reading import at_column, shortened
from analyse.game.rules import Rules
from analyse.game.seats import ME, PACK
from analyse.i18n import InputError, text
from analyse.knowledge.statements import (
    DEALER,
    MOST_CARDS,
    MOST_FIGURE,
    Bid,
    Count,
    Cut,
    Figure,
    Holds,
    Kept,
    Played,
    Seats,
    Statement,
    Swapped,
    Void,
)
from analyse.knowledge.words import (
    BID_WORDS,
    CUT_WORDS,
    FOR_WORDS,
    HELD_WORDS,
    KEPT_WORDS,
    NO_CARD_WORDS,
    PLAYED_WORDS,
    RELATIONS,
    SEAT_WORDS,
    SWAPPED_WORDS,
    VOID_WORDS,
    Reader,
    number_of,
)

_FORMS = {
    **dict.fromkeys(KINDS, "figure"),
    **dict.fromkeys((*BID_WORDS, *HELD_WORDS), "bid"),
    **dict.fromkeys(SWAPPED_WORDS, "swap"),
    **dict.fromkeys(KEPT_WORDS, "kept"),
    **dict.fromkeys(PLAYED_WORDS, "played"),
    **dict.fromkeys(VOID_WORDS, "void"),
}
EXPLAINED = (
    "holds",
    "not",
    "out",
    "perlaggen",
    "trumps",
    "suit",
    "rank",
    "set",
    "figure",
    "range",
    "cut",
    "swapped",
    "kept",
    "bid",
    "held",
    "void",
    "played",
)  # the forms as `known_help` tells them, keys known.example_* and known.means_*
_BETWEEN = re.compile(r";|\n(?=\s*\w+\s*:)")  # parts; one character, for the columns
_DECIMALS = 6  # of a share in per cent; a longer one is printed as a fraction


def parse_known(known: str, players: int = 4, rules: Rules | None = None) -> tuple[Statement, ...]:
    """Return the statements of `known`, in canonical order and each once.

    `players` is 2 or 4; with `rules` a card must be of their pack. `known_help` tells the grammar.
    Raises `InputError` that quotes the bad part, gives its column and says what was expected.

    >>> parse_known("links: !S7; left: L9")
    (Holds(seats=(1,), card=10, held=True), Holds(seats=(1,), card=16, held=False))
    >>> parse_known("left: E11")
    Traceback (most recent call last):
    analyse.i18n.InputError: column 7: cannot read 'E11': expected a card (suit H L S E with rank ...
    """
    if players not in SEAT_WORDS:
        raise InputError("players", bad=players)
    statements: list[Statement] = []
    once: dict[object, Statement] = {}
    start = 0
    for part in _BETWEEN.split(known):
        if part.strip():
            for statement, column in _statements(part, start, players, rules):
                first = once.setdefault(_happening(statement), statement)
                if first != statement and isinstance(statement, Cut | Swapped | Kept | Played):
                    raise at_column(column, _twice(statement, first, players))
                statements.append(statement)
        start += len(part) + 1
    return canonical(statements, players)


def _statements(part: str, start: int, players: int, rules: Rules | None) -> list[tuple[Statement, int]]:
    """Read "place: items"; each statement goes with its place in the text."""
    place, colon, items = part.partition(":")
    begin = start + len(part) - len(part.lstrip())
    if not colon or not items.strip():
        raise at_column(begin, InputError("known_form", bad=shortened(part.strip())))
    where = place.strip().casefold()
    reader = Reader(part, start, rules)
    if where in CUT_WORDS:
        nothing = items.strip().casefold() in NO_CARD_WORDS
        return [(Cut(() if nothing else reader.cards("")), begin)]
    for seats, words in SEAT_WORDS[players].items():
        if where in words:
            return _items(reader, seats, where)
    allowed = (*(w for words in SEAT_WORDS[players].values() for w in words), *CUT_WORDS)
    unknown = InputError("known_where", bad=shortened(place.strip()), allowed=", ".join(allowed))
    raise at_column(begin, suggesting(unknown, where, allowed))


def _items(reader: Reader, seats: Seats, where: str) -> list[tuple[Statement, int]]:
    """Read all that is said of one place."""
    found: list[tuple[Statement, int]] = []
    while reader.token.kind or not found:
        start = reader.token.start
        form = "count" if reader.word in RELATIONS else _FORMS.get(reader.word, "card")
        _check_form(reader, form, seats, where)
        if form == "played":
            found += _read_played(reader, seats)
            continue
        statement = _READERS[form](reader, seats)
        if isinstance(statement, Holds) and statement in (other for other, _ in found):
            raise at_column(start, InputError("card_twice", bad=card_name(statement.card)))
        found.append((statement, start))
    return found


def _check_form(reader: Reader, form: str, seats: Seats, where: str) -> None:
    """Check that a thing of this form can be said of `seats`."""
    if seats == DEALER:
        allowed, only = {"kept"}, InputError("known_only_kept")
    elif seats == (ME,):
        allowed, only = {"swap", "played"}, InputError("known_only_swap")
    elif seats == (PACK,):
        allowed, only = {"card", "count"}, InputError("known_only_cards")
    else:
        allowed, only = {"card", "count", "figure", "bid", "void"}, InputError("known_only_seats")
        allowed |= {"swap", "played"} if len(seats) == 1 else set()
    if form not in allowed:
        bad = shortened(reader.token.text or reader.part.strip())
        raise at_column(reader.token.start, InputError("known_not_of", bad=bad, where=where, only=only))


def _read_card(reader: Reader, seats: Seats) -> Holds:
    held = reader.token.text != "!"
    reader.at += not held
    return Holds(seats, reader.card(InputError("known_want_item") if held else None), held)


def _read_count(reader: Reader, seats: Seats) -> Count:
    low, high = reader.bounds(number_of, MOST_CARDS, InputError("known_want_number"))
    return Count(seats, reader.what(), low, high)


def _figures(reader: Reader, kind: str) -> tuple[Callable[[str], int | None], InputError]:
    """Return the reader of figures of one kind that a hand can have, and what it expects."""
    longest = reader.hand_size
    key = "known_want_gleich" if kind == "gleich" else "known_want_hanger"
    return lambda said: parse_figure(kind, said, longest), InputError(key, most=longest)


def _read_figure(reader: Reader, seats: Seats) -> Figure:
    kind = reader.kind()
    read, expected = _figures(reader, kind)
    relation, start = reader.token, reader.at
    one = reader.hand_size == 1
    wanted = InputError("known_want_none") if one else InputError("known_or_none", figure=expected)
    said = Figure(seats, kind, *reader.bounds(read, MOST_FIGURE, wanted))
    if (said.low, said.high) == (NONE, MOST_FIGURE):
        reader.at = start + 1
        bad = f"{relation.text}{reader.token.text}"
        raise at_column(
            relation.start, InputError("known_says_nothing", bad=bad, expected=wanted if one else expected)
        )
    return said


def _read_bid(reader: Reader, seats: Seats) -> Bid:
    action = "bid" if reader.word in BID_WORDS else "held"
    reader.at += 1
    kind = reader.kind()
    read, expected = _figures(reader, kind)
    at = reader.at
    value = reader.value(read)
    if not value:
        reader.at = at
        raise reader.wrong(InputError("known_want_no_bid") if reader.hand_size == 1 else expected)
    return Bid(seats, kind, action, value, reader.share())


def _read_swap(reader: Reader, seats: Seats) -> Swapped:
    reader.at += 1
    perlagg = reader.card()
    reader.skip(FOR_WORDS, InputError("known_want_for"))
    return Swapped(seats[0], perlagg, reader.card())


def _read_kept(reader: Reader, seats: Seats) -> Kept:
    reader.at += 1
    return Kept(seats, reader.share())


def _read_played(reader: Reader, seats: Seats) -> list[tuple[Statement, int]]:
    """Read all cards that one player is said to have played, each with its place in the text."""
    reader.at += 1
    return [(Played(seats[0], card, name), start) for card, name, start in reader.plays()]


def _read_void(reader: Reader, seats: Seats) -> Void:
    reader.at += 1
    return Void(seats, reader.suit())


_READERS: Mapping[str, Callable[[Reader, Seats], Statement]] = {
    "card": _read_card,
    "count": _read_count,
    "figure": _read_figure,
    "bid": _read_bid,
    "swap": _read_swap,
    "kept": _read_kept,
    "void": _read_void,
}


def _happening(statement: Statement) -> object:
    """Return what happens at most once in a deal: a card is played once, a swap is made once."""
    return statement.card if isinstance(statement, Played) else type(statement)


def _twice(bad: Statement, first: Statement, players: int) -> InputError:
    """Return the error that cut, swap or a swap left undone are told in two ways."""
    return InputError("known_twice", bad=print_known((bad,), players), first=print_known((first,), players))


def canonical(statements: Iterable[Statement], players: int = 4) -> tuple[Statement, ...]:
    """Return the statements each once, in the order in which they are printed."""
    return tuple(sorted(set(statements), key=lambda s: _order(s, players)))


def _seats(statement: Statement) -> Seats | None:
    """Return whom a statement is about, None for the cut."""
    if isinstance(statement, Cut):
        return None
    return (statement.seat,) if isinstance(statement, Swapped | Played) else statement.seats


def _order(statement: Statement, players: int) -> tuple[int, int, bool, int, int, str]:
    seats = _seats(statement)
    place = len(SEAT_WORDS[players]) if seats is None else list(SEAT_WORDS[players]).index(seats)
    form = (Holds, Count, Figure, Swapped, Bid, Void, Played, Kept, Cut).index(type(statement))
    if isinstance(statement, Holds):
        return place, form, not statement.held, statement.card >> 3, -statement.card, ""
    if isinstance(statement, Played):
        return place, form, False, statement.card >> 3, -statement.card, _item(statement)
    return place, form, False, 0, 0, _item(statement)


def print_known(statements: Iterable[Statement], players: int = 4) -> str:
    """Return the canonical text of statements: one part a place, things of a kind sorted.

    >>> print_known(parse_known("links: >=2 Perlaggen Weli, !S7; left: L9; abgehoben: keiner"))
    'left: L9 W !S7 >=2 perlaggen; cut: none'
    """
    parts = []
    for seats, group in groupby(canonical(statements, players), key=_seats):
        place = CUT_WORDS[0] if seats is None else SEAT_WORDS[players][seats][0]
        said = list(group)
        first = next((s for s in said if isinstance(s, Played)), None)
        words = (f"{'played ' if s == first else ''}{_item(s)}" for s in said)
        parts.append(f"{place}: {' '.join(words)}")
    return "; ".join(parts)


def _item(statement: Statement) -> str:  # noqa: PLR0911  one form, one line
    """Return what a statement says of its place."""
    match statement:
        case Holds(_, card, held):
            return f"{'' if held else '!'}{card_name(card)}"
        case Cut(cards):
            return hand_name(mask_of(cards)) or NO_CARD_WORDS[0]
        case Count(_, what, low, high):
            meant = what if isinstance(what, str) else f"{{{hand_name(mask_of(what))}}}"
            return f"{_bounds(low, high, MOST_CARDS, str)} {meant}"
        case Figure(_, kind, low, high):
            return f"{kind}{_bounds(low, high, MOST_FIGURE, figure_code)}"
        case Swapped(_, perlagg, given):
            return f"swapped {card_name(perlagg)} for {card_name(given)}"
        case Kept(_, chance):
            return f"kept {_share_text(chance)}"
        case Played(_, card, name):
            return card_name(card) if name is None else f"{card_name(card)}={card_name(name)}"
        case Void(_, suit):
            return f"void {suit}"
        case Bid(_, kind, action, value, belief):
            return f"{action} {kind} {figure_code(value)} {_share_text(belief)}"


def _bounds(low: int, high: int, most: int, name: Callable[[int], str]) -> str:
    if low == high:
        return f"={name(low)}"
    if high == most:
        return f">={name(low)}"
    return f"={name(low)}..{name(high)}" if low else f"<={name(high)}"


def _share_text(share: Fraction) -> str:
    for places in range(_DECIMALS + 1):
        scaled = share * 100 * 10**places
        if scaled.denominator == 1:
            digits = f"{scaled.numerator:0{places + 1}d}"
            return f"{digits[: len(digits) - places]}{'.' if places else ''}{digits[len(digits) - places :]}%"
    return f"{share.numerator}/{share.denominator}"


def known_help(lang: str) -> str:
    """Return the grammar of the known language and a line for each of its forms, in `lang`.

    >>> known_help("de").splitlines()[2]
    'Grammatik'
    """
    examples = [text(f"known.example_{form}", lang) for form in EXPLAINED]
    width = max(map(len, examples))
    lines = [text("known.about", lang), "", text("known.grammar_title", lang)]
    lines += [f"  {line}" for line in text("known.grammar", lang).splitlines()]
    lines += ["", *text("known.plays_title", lang).splitlines(), "", text("known.forms_title", lang)]
    lines += [
        f"  {example:<{width}}  {text(f'known.means_{form}', lang)}"
        for form, example in zip(EXPLAINED, examples, strict=True)
    ]
    return "\n".join(lines)
