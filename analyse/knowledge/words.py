"""The words of the known language, and the reader that goes through them with an eye on the column."""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import takewhile
from typing import NamedTuple

from analyse.game.cards import RANKS, SUITS, WELI, card_name, card_unknown, parse_card, parse_rank, parse_suit
from analyse.game.figure_text import MOST_WORDS
from analyse.game.figures import KINDS, MAX_COUNT
from analyse.game.reading import at_column, shortened
from analyse.game.rules import Rules
from analyse.game.seats import LEFT, ME, PACK, PACK_WORDS, PARTNER, RIGHT, THEM_WORDS
from analyse.game.seats import SEAT_WORDS as SEATS
from analyse.i18n import InputError
from analyse.knowledge.statements import DEALER, MOST_CARDS, Seats, What

# Every word of the language, the canonical one first.
_SIDE_WORDS = ("opponents", *(word for word in THEM_WORDS if word != "opponents"))
_PLACES = {(PACK,): PACK_WORDS, (ME,): SEATS[4][ME], DEALER: ("dealer", "geber")}
SEAT_WORDS: Mapping[int, Mapping[Seats, tuple[str, ...]]] = {
    4: {
        **{(seat,): SEATS[4][seat] for seat in (LEFT, PARTNER, RIGHT)},
        (LEFT, RIGHT): _SIDE_WORDS,
        **_PLACES,
    },
    2: {(LEFT,): (*SEATS[2][LEFT], *_SIDE_WORDS), **_PLACES},
}
CUT_WORDS = ("cut", "abgehoben")
NO_CARD_WORDS = ("none", "keiner", "nichts", "-")
PERLAGG_WORDS = ("perlaggen", "perlagg", "perlaggs")
TRUMP_WORDS = ("trumps", "trump", "trümpfe", "trumpf")
RANK_WORDS = ("rank", "rang")
BID_WORDS = ("bid", "bot", "geboten")
HELD_WORDS = ("held", "hielt", "gehalten")
SWAPPED_WORDS = ("swapped", "tauschte", "getauscht")
FOR_WORDS = ("for", "für", "gegen")
KEPT_WORDS = ("kept", "liegengelassen", "gelassen")
PLAYED_WORDS = ("played", "spielte", "gespielt")
VOID_WORDS = ("void", "fehlt")

RELATIONS = {">=": ">=", "≥": ">=", "<=": "<=", "≤": "<=", "=": "="}
_TOKEN = re.compile(
    r"(?P<gap>[\s,+]+)|(?P<share>[0-9]+(?:[.,][0-9]+)?\s*%)|(?P<mark>[<>]=|[:!{}%<>=≤≥])|(?P<word>[^\s,+:!{}%<>=≤≥]+)"
)
_LONGEST_NAME = 4  # words: "king of the hearts"


class _Token(NamedTuple):
    text: str
    start: int
    kind: str  # "share", "mark", "word", "" at the end


class Reader:
    """The words of one statement after its colon, left to right."""

    def __init__(self, part: str, start: int, rules: Rules | None) -> None:
        """Take `part`, "place: items", which begins `start` characters into the whole text."""
        self.part, self.start, self.rules = part, start, rules
        self.tokens = [
            _Token(found.group(), start + found.start(), found.lastgroup or "")
            for found in _TOKEN.finditer(part, part.index(":") + 1)
            if found.lastgroup != "gap"
        ]
        self.tokens.append(_Token("", start + len(part.rstrip()), ""))
        self.at = 0

    @property
    def token(self) -> _Token:
        """The next token, an empty one at the end."""
        return self.tokens[self.at]

    @property
    def word(self) -> str:
        """The next token as it is looked up."""
        return self.token.text.casefold()

    def wrong(self, expected: InputError) -> InputError:
        """Return the error that something else was expected here."""
        if self.token.kind:
            reason = InputError("known_unread", bad=shortened(self.token.text), expected=expected)
        else:
            reason = InputError("known_ends", bad=shortened(self.part.strip()), expected=expected)
        return at_column(self.token.start, reason)

    @property
    def hand_size(self) -> int:
        """Cards of a hand, as many as a figure can have where no rules are told."""
        return self.rules.hand_size if self.rules else MAX_COUNT

    def skip(self, words: Iterable[str], expected: InputError) -> None:
        """Go past one of `words`."""
        if self.word not in words:
            raise self.wrong(expected)
        self.at += 1

    def card(self, expected: InputError | None = None) -> int:
        """Read a card, whose name may be of several words; `expected` is what else could stand here."""
        words: list[str] = []
        for token in self.tokens[self.at : self.at + _LONGEST_NAME]:
            if token.kind != "word":
                break
            words.append(token.text)
        if not words:
            raise self.wrong(expected or InputError("known_want_card"))
        for length in range(len(words), 0, -1):
            try:
                card = parse_card(" ".join(words[:length]))
                if self.rules:
                    self.rules.check_card(card)
            except InputError as error:
                if error.key != "error.card_unknown":
                    raise at_column(self.token.start, error) from error
            else:
                self.at += length
                return card
        if expected:
            raise self.wrong(expected)
        raise at_column(self.token.start, card_unknown(words[0], shortened(words[0])))

    def cards(self, end: str) -> tuple[int, ...]:
        """Read distinct cards up to the token `end` ("" for the end of the statement), ascending."""
        cards: list[int] = []
        more = InputError("known_want_brace") if end else None
        while self.token.text != end or not cards:
            start = self.token.start
            cards.append(self.card(more if cards else None))
            if cards[-1] in cards[:-1]:
                raise at_column(start, InputError("card_twice", bad=card_name(cards[-1])))
        return tuple(sorted(cards))

    def bounds(self, read: Callable[[str], int | None], most: int, expected: InputError) -> tuple[int, int]:
        """Read ">=2", "<=2", "=2" or "=1..2" as (low, high)."""
        relation = RELATIONS.get(self.token.text)
        if relation is None:
            raise self.wrong(InputError("known_want_relation"))
        self.at += 1
        ends, n = self._ends(read, "..") if relation == "=" else self._ends(read)
        if not ends:
            raise self.wrong(expected)
        low, high = ends[0], ends[-1]
        if low > high:
            raise self.wrong(InputError("known_want_order"))
        self.at += n
        return (low, most) if relation == ">=" else (0, high) if relation == "<=" else (low, high)

    def value(self, read: Callable[[str], int | None]) -> int | None:
        """Read what may be of several words, None (and nothing is passed) where `read` finds nothing."""
        ends, n = self._ends(read)
        self.at += n
        return ends[0] if ends else None

    def _ends(self, read: Callable[[str], int | None], between: str | None = None) -> tuple[list[int], int]:
        """Return one value, or two with `between` between them, and of how many words; or nothing."""
        coming = self.tokens[self.at : self.at + 2 * MOST_WORDS]
        words = [token.text for token in takewhile(lambda token: token.kind == "word", coming)]
        for n in range(len(words), 0, -1):
            said = " ".join(words[:n])
            ends = said.split(between) if between else [said]
            values = [value for end in ends[:3] if (value := read(end)) is not None]
            if len(values) == len(ends) <= 2:
                return values, n
        return [], 0

    def share(self) -> Fraction:
        """Read a chance: "90%", "12.5 %", "1/3"."""
        share = _share(self.token.text)
        if share is None:
            raise self.wrong(InputError("known_want_share"))
        self.at += 1
        return share

    def plays(self) -> list[tuple[int, int | None, int]]:
        """Read one card played or more, each with the name that it was given and where it stands."""
        found: list[tuple[int, int | None, int]] = []
        while not found or self._begins_card():
            start = self.token.start
            card = self.card(None if found else InputError("known_want_play"))
            named = self.token.text == "=" and not self._is_number(self.tokens[self.at + 1].text)
            self.at += named
            found.append((card, self._name(card, start) if named else None, start))
            if card in [other for other, _, _ in found[:-1]]:
                raise at_column(start, InputError("card_twice", bad=card_name(card)))
        return found

    def _name(self, card: int, start: int) -> int:
        """Read the name that a card, which stands at `start`, was given: no six (RULES 2)."""
        at = self.at
        name = self.card(InputError("known_want_name"))
        if name == WELI:
            words = " ".join(token.text for token in self.tokens[at : self.at])
            raise at_column(start, InputError("name_six", bad=f"{card_name(card)}={words}"))
        return name

    def _begins_card(self) -> bool:
        """Return whether a card stands here; what else does is for others to read."""
        at = self.at
        try:
            self.card()
        except InputError:
            return False
        finally:
            self.at = at
        return True

    @staticmethod
    def _is_number(word: str) -> bool:
        """Return whether "=" before this word begins a number of cards: "=2", "=1..2"."""
        return number_of(word.partition("..")[0]) is not None

    def suit(self) -> str:
        """Read a suit as its letter."""
        suit = _suit(self.word)
        if suit is None:
            raise self.wrong(InputError("known_want_suit"))
        self.at += 1
        return suit

    def kind(self) -> str:
        """Read "gleich" or "hanger"."""
        kind = self.word
        self.skip(KINDS, InputError("known_want_kind"))
        return kind

    def what(self) -> What:
        """Read what is counted."""
        word = self.word
        if word == "{":
            self.at += 1
            cards = self.cards("}")
            self.at += 1
            return cards
        if word in RANK_WORDS:
            self.at += 1
            rank = parse_rank(self.token.text)
            if rank is None:
                raise self.wrong(InputError("known_want_rank"))
            self.at += 1
            return f"rank {RANKS[rank]}"
        what = "perlaggen" if word in PERLAGG_WORDS else "trumps" if word in TRUMP_WORDS else _suit(word)
        if what is None:
            raise self.wrong(InputError("known_want_what"))
        self.at += 1
        return what


def _suit(word: str) -> str | None:
    try:
        return SUITS[parse_suit(word)]
    except InputError:
        return None


def number_of(word: str) -> int | None:
    """Return the whole number up to `MOST_CARDS` that a word is, None if it is none."""
    return int(word) if re.fullmatch("[0-9]{1,2}", word) and int(word) <= MOST_CARDS else None


def _share(word: str) -> Fraction | None:
    """Return the share in [0, 1] that a word tells, None if it tells none.

    Digits are bounded so that a share can be printed as a fraction that is read again.
    """
    if re.fullmatch(r"[0-9]{1,3}([.,][0-9]{1,12})?\s*%", word):
        share = Fraction(word[:-1].strip().replace(",", ".")) / 100
    elif re.fullmatch("[0-9]{1,15}/[0-9]{1,15}", word) and int(word.partition("/")[2]):
        share = Fraction(word)
    else:
        return None
    return share if share <= 1 else None
