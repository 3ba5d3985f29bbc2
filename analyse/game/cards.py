"""Cards are ints, hands are int masks; this module reads and prints both.

Card number: `8 * suit + rank` with suits H L S E = 0..3 and ranks 7 8 9 10 U O K A = 0..7; the
Weli, the 33rd card, is 32. The mask of a hand has bit `card` set for each of its cards.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from analyse.game.choices import suggesting
from analyse.i18n import InputError

SUITS = "HLSE"
RANKS = ("7", "8", "9", "10", "U", "O", "K", "A")
SUIT_NAMES = {"de": ("Herz", "Laub", "Schell", "Eichel"), "en": ("heart", "leaf", "bell", "acorn")}
WELI = 32
SCHELL = 2
ALL_CARDS = (1 << 33) - 1

_SUIT_WORDS = {
    **dict.fromkeys(("h", "herz", "herzen", "heart", "hearts"), 0),
    **dict.fromkeys(("l", "laub", "leaf", "leaves"), 1),
    **dict.fromkeys(("s", "schell", "schelle", "schellen", "bell", "bells"), 2),
    **dict.fromkeys(("e", "eichel", "eicheln", "acorn", "acorns"), 3),
}
_RANK_WORDS = {
    **dict.fromkeys(("7", "7er", "sieben", "siebener", "siebner", "seven"), 0),
    **dict.fromkeys(("8", "8er", "acht", "achter", "eight"), 1),
    **dict.fromkeys(("9", "9er", "neun", "neuner", "nine"), 2),
    **dict.fromkeys(("10", "10er", "z", "x", "zehn", "zehner", "ten"), 3),
    **dict.fromkeys(("u", "unter"), 4),
    **dict.fromkeys(("o", "ober"), 5),
    **dict.fromkeys(("k", "könig", "koenig", "konig", "king"), 6),
    **dict.fromkeys(("a", "as", "ass", "sau", "ace"), 7),
}
_SIX_WORDS = ("6", "6er", "sechs", "sechser", "six")
_WHOLE_WORDS = {"w": WELI, "weli": WELI, "welli": WELI, "martl": 6, "schellspitz": 16, "eichelspitz": 24}
# S7 in Innsbruck, the trump 7 in Imst: reading these would be guessing.
_AMBIGUOUS = ("kleinerweli", "kleinweli", "kleinerwelli", "spitz")
_LONGEST_NAME = 4  # words: "king of the hearts"


def card_of(suit: int, rank: int) -> int:
    """Return the card of `suit` (0..3) and `rank` (0..7).

    >>> card_name(card_of(0, 6))
    'HK'
    """
    return 8 * suit + rank


def suit_of(card: int) -> int:
    """Return the suit 0..3 of a card; the Weli is a Schell card (RULES 1)."""
    return SCHELL if card == WELI else card >> 3


def rank_of(card: int) -> int:
    """Return the rank 0..7 of a card; the Weli, a six, has none and raises `ValueError`."""
    if card == WELI:
        raise ValueError("the Weli is a six and has none of the eight ranks")
    return card & 7


def card_name(card: int) -> str:
    """Return the code of a card.

    >>> [card_name(c) for c in (7, 11, 32)]
    ['HA', 'L10', 'W']
    """
    return "W" if card == WELI else SUITS[card >> 3] + RANKS[card & 7]


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of distinct cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """Return the cards of a mask, ascending."""
    return tuple(c for c in range(33) if mask >> c & 1)


def hand_name(mask: int) -> str:
    """Return the codes of a hand, suit by suit, the high card first.

    >>> hand_name(mask_of(parse_cards("w e10 su ha la")))
    'HA LA SU E10 W'
    """
    return " ".join(card_name(c) for c in sorted(cards_of(mask), key=lambda c: (c >> 3, -c)))


def _squeeze(text: str) -> str:
    return re.sub(r"[\s\-_.]+", "", text).casefold().replace("aß", "ass")


@cache
def _spellings() -> Mapping[str, int]:
    """Return every spelling, squeezed, with its card."""
    spellings = dict(_WHOLE_WORDS)
    for suit_word, suit in _SUIT_WORDS.items():
        ranks = {word: card_of(suit, rank) for word, rank in _RANK_WORDS.items()}
        if suit == SCHELL:
            ranks |= dict.fromkeys(_SIX_WORDS, WELI)
        for word, card in ranks.items():
            spellings[suit_word + word] = card
            spellings[f"{word}of{suit_word}"] = card
            spellings[f"{word}ofthe{suit_word}"] = card
    return spellings


def card_unknown(words: str, bad: str | None = None) -> InputError:
    """Return the error that `words` name no card, with the card that was probably meant.

    `bad` is what is quoted of them.

    >>> print(card_unknown("Herz Köning").suggestion)
    HK
    """
    error = InputError("card_unknown", bad=words.strip() if bad is None else bad)
    return suggesting(error, _squeeze(words), _codes())


@cache
def _codes() -> Mapping[str, str]:
    """Return every spelling, squeezed, with the code of its card."""
    return {spelling: card_name(card) for spelling, card in _spellings().items()}


def _lookup(text: str) -> int | None:
    """Return the card that `text` names, None if it names none."""
    word = _squeeze(text)
    if word in _AMBIGUOUS:
        raise InputError("card_ambiguous", bad=text.strip())
    return _spellings().get(word)


def parse_card(text: str) -> int:
    """Return the card that `text` names: a code (`HK`, `l7`, `EZ`) or a name in German or English.

    Raises `InputError`, quoting the text, if it names no card or is a nickname whose meaning
    changes with the region (RULES 1).

    >>> [card_name(parse_card(t)) for t in ("HK", "Laub Neuner", "Schellsechser", "king of hearts")]
    ['HK', 'L9', 'W', 'HK']
    """
    card = _lookup(text)
    if card is None:
        raise card_unknown(text)
    return card


def parse_cards(text: str) -> tuple[int, ...]:
    """Return the cards that `text` lists, in its order; names may be of several words.

    Separators are spaces, commas and plus signs. Raises `InputError` on an unknown card and on a
    card named twice.

    >>> [card_name(c) for c in parse_cards("HA, Laub Neuner king of hearts w")]
    ['HA', 'L9', 'HK', 'W']
    """
    words = re.split(r"[\s,+]+", text.strip()) if text.strip() else []
    cards: list[int] = []
    while words:
        for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
            card = _lookup(" ".join(words[:length]))
            if card is not None:
                break
        else:
            of_two = words[0].casefold() in _SUIT_WORDS
            raise card_unknown(" ".join(words[: 1 + of_two]), words[0])
        if card in cards:
            raise InputError("card_twice", bad=card_name(card))
        cards.append(card)
        words = words[length:]
    return tuple(cards)


def parse_rank(text: str) -> int | None:
    """Return the rank 0..7 that a letter, number or name means, None if it means none.

    >>> parse_rank("Ass"), parse_rank("z"), parse_rank("B")
    (7, 3, None)
    """
    return _RANK_WORDS.get(text.casefold().replace("aß", "ass"))


def parse_suit(text: str) -> int:
    """Return the suit 0..3 that a letter or a name means.

    >>> parse_suit("Laub"), parse_suit("acorn")
    (1, 3)
    """
    suit = _SUIT_WORDS.get(text.strip().casefold())
    if suit is None:
        letters = {word: SUITS[suit] for word, suit in _SUIT_WORDS.items()}
        raise suggesting(InputError("suit_unknown", bad=text.strip()), text, letters)
    return suit
