"""The rules of play (RULES 5): what may be played at any point of a deal, and who takes a trick."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from analyse.game.cards import RANKS, SCHELL, WELI, card_name, cards_of, hand_name, mask_of, parse_card
from analyse.game.reading import Field
from analyse.game.rules import Rules
from analyse.i18n import InputError

ANY_NAME = (1 << 32) - 1
MOST_CARDS = 8
MOST_WILD = 9
_LONGEST_PLAY = 9  # words: "king of the hearts = ace of the leaves"
_WORD = re.compile(r"[^\s]+")
_SIX = -1  # the place of the unnamed Weli below all ranks


class Play(NamedTuple):
    """One card put on the table.

    Parameters
    ----------
    card : the card itself, 0..32
    name : the card 0..31 that a Perlagg is named; None: it is the plain card that it shows
    """

    card: int
    name: int | None = None


@dataclass(frozen=True)
class TrickRules:
    """What decides a trick, as data.

    Parameters
    ----------
    trump : suit 0..3, None where there is none
    wild : the Perlaggen, high to low
    ranks : the ranks 0..7, low to high in tricks

    Raises `InputError` for more than nine Perlaggen, `ValueError` for ranks that are not 0..7 in an order.
    """

    trump: int | None
    wild: tuple[int, ...] = ()
    ranks: tuple[int, ...] = tuple(range(len(RANKS)))

    def __post_init__(self) -> None:
        if len(self.wild) > MOST_WILD:
            raise InputError("wild_too_many", bad=" ".join(map(card_name, self.wild)), most=MOST_WILD)
        if sorted(self.ranks) != list(range(len(RANKS))):
            raise ValueError(f"ranks {self.ranks!r}: expected each of 0..7 once")


def trick_rules(rules: Rules, trump: int) -> TrickRules:
    """Return what decides a trick under a preset when `trump` (0..3) is trump.

    >>> from analyse.game.rules import load_rules
    >>> [card_name(c) for c in trick_rules(load_rules(), 3).wild]
    ['HK', 'W', 'S7', 'E7', 'EU', 'EO']
    """
    return TrickRules(trump, rules.perlaggen(trump))


@dataclass(frozen=True)
class Position:
    """Any point of a deal, all cards open.

    Parameters
    ----------
    rules : what decides a trick
    hands : masks of the cards still held, seats 0..1 or 0..3; seats 0 and 2 are side 0
    leader : the seat that leads, or has led, the trick
    table : the cards of the trick so far, from the leader on
    taken : tricks taken so far by side 0 and side 1
    bound : (Perlagg, mask of the names 0..31 it may bear when it is played); the others are free

    Raises `InputError` where hands and table do not fit together.
    """

    rules: TrickRules
    hands: tuple[int, ...]
    leader: int = 0
    table: tuple[Play, ...] = ()
    taken: tuple[int, int] = (0, 0)
    bound: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        seats = len(self.hands)
        if seats not in (2, 4):
            raise InputError("players", bad=seats)
        if not 0 <= self.leader < seats:
            raise InputError("leader", bad=self.leader, last=seats - 1)
        if len(self.table) >= seats:
            raise InputError("trick_full", bad=" ".join(map(play_name, self.table)), players=seats)
        self._check_cards()

    def _check_cards(self) -> None:
        for play in self.table:
            check_name(play, self.rules)
        seen = mask_of(play.card for play in self.table)
        for hand in self.hands:
            if hand & seen:
                raise InputError("card_twice", bad=hand_name(hand & seen))
            seen |= hand
        played = [(self.leader + i) % len(self.hands) for i in range(len(self.table))]
        sizes = [hand.bit_count() + (seat in played) for seat, hand in enumerate(self.hands)]
        if len(set(sizes)) > 1:
            raise InputError("hands_uneven", bad=" / ".join(map(hand_name, self.hands)))
        if sizes[0] > MOST_CARDS:
            raise InputError("hands_too_large", bad=sizes[0], most=MOST_CARDS)
        if seen >> WELI & 1 and WELI not in self.rules.wild:
            raise InputError("weli_plain", bad=[card_name(card) for card in self.rules.wild])
        for card, names in self.bound:
            if card not in self.rules.wild or not 0 < names <= ANY_NAME:
                raise InputError("bound_no_perlagg", bad=card_name(card))

    @property
    def tricks(self) -> int:
        """Number of tricks of the whole deal."""
        return sum(self.taken) + self.hands[self.leader].bit_count() + bool(self.table)


def check_name(play: Play, rules: TrickRules) -> None:
    """Raise `InputError` if a card that is no Perlagg bears a name."""
    if play.name is not None and play.card not in rules.wild:
        raise InputError(
            "name_no_perlagg", bad=play_name(play), perlaggen=" ".join(map(card_name, rules.wild))
        )


def turn(position: Position) -> int:
    """Return the seat that is to play."""
    return (position.leader + len(position.table)) % len(position.hands)


def side(seat: int) -> int:
    """Return the side 0 or 1 of a seat."""
    return seat & 1


def suit_played(play: Play) -> int:
    """Return the suit of a card as named."""
    if play.name is not None:
        return play.name >> 3
    return SCHELL if play.card == WELI else play.card >> 3


def strength(rules: TrickRules, play: Play, led: int) -> tuple[bool, int, int] | None:
    """Return the power of a play as a comparable value, None if it cannot take a trick led in `led`.

    First trump or not, then the rank, then the Perlagg behind the name, 0 for a natural card.
    """
    suit = suit_played(play)
    if suit not in (led, rules.trump):
        return None
    shown = play.card if play.name is None else play.name
    rank = _SIX if shown == WELI else rules.ranks.index(shown & 7)
    perlagg = 0 if play.name is None else len(rules.wild) - rules.wild.index(play.card)
    return suit == rules.trump, rank, perlagg


def taker(rules: TrickRules, table: tuple[Play, ...]) -> int:
    """Return the place in `table` of the play that takes the trick (RULES 5).

    >>> from analyse.game.cards import parse_card
    >>> table = tuple(parse_play(t) for t in ("HA", "W=HA", "H8", "E9"))
    >>> taker(TrickRules(1, (parse_card("HK"), parse_card("W"))), table)
    1
    """
    led = suit_played(table[0])
    powers = [strength(rules, play, led) for play in table]
    return max(range(len(table)), key=lambda i: (powers[i] is not None, powers[i] or (), -i))


def is_legal(position: Position, play: Play) -> bool:
    """Return whether the seat to play may play `play` (RULES 5, 9).

    Who holds a plain card of the suit led must follow, or take the trick as it lies.
    """
    hand, rules, table = position.hands[turn(position)], position.rules, position.table
    if not hand >> play.card & 1 or not _may_bear(position, play):
        return False
    if not table:
        return True
    led = suit_played(table[0])
    plain = hand & ~mask_of(rules.wild)
    if not any(suit_played(Play(card)) == led for card in cards_of(plain)):
        return True
    return suit_played(play) == led or taker(rules, (*table, play)) == len(table)


def _may_bear(position: Position, play: Play) -> bool:
    if play.card not in position.rules.wild:
        return play.name is None
    names = dict(position.bound).get(play.card)
    if play.name is None:
        return names is None
    return 0 <= play.name < WELI and (names is None or bool(names >> play.name & 1))


def legal_plays(position: Position) -> tuple[Play, ...]:
    """Return every legal play of the seat to play: card by card ascending, unnamed before all names.

    >>> from analyse.game.cards import parse_cards
    >>> hands = tuple(mask_of(parse_cards(t)) for t in ("HA", "H8", "H9", "HO"))
    >>> position = Position(TrickRules(1), hands)
    >>> [play_name(p) for p in legal_plays(position)]
    ['HA']
    """
    wild = position.rules.wild
    return tuple(
        play
        for card in cards_of(position.hands[turn(position)])
        for name in ((None, *range(WELI)) if card in wild else (None,))
        if is_legal(position, play := Play(card, name))
    )


def after(position: Position, play: Play) -> Position:
    """Return the position after a legal play; raises `InputError` if it is not legal.

    >>> from analyse.game.cards import parse_cards
    >>> hands = tuple(mask_of(parse_cards(t)) for t in ("HA H7", "H8 L9"))
    >>> after(after(Position(TrickRules(1), hands), parse_play("HA")), parse_play("H8")).taken
    (1, 0)
    """
    seat = turn(position)
    if not is_legal(position, play):
        raise InputError("play_illegal", bad=play_name(play), hand=hand_name(position.hands[seat]))
    hands = tuple(h & ~(1 << play.card) if i == seat else h for i, h in enumerate(position.hands))
    bound = tuple(row for row in position.bound if row[0] != play.card)
    table = (*position.table, play)
    if len(table) < len(hands):
        return replace(position, hands=hands, table=table, bound=bound)
    winner = (position.leader + taker(position.rules, table)) % len(hands)
    ours, theirs = position.taken
    taken = (ours + (side(winner) == 0), theirs + (side(winner) == 1))
    return replace(position, hands=hands, leader=winner, table=(), taken=taken, bound=bound)


def parse_play(text: str) -> Play:
    """Return the play that `text` says: a card, or a Perlagg and its name as "W=LA".

    Raises `InputError` on an unknown card, a missing name and the Weli as a name (RULES 9).

    >>> parse_play("W=LA"), parse_play("HK")
    (Play(card=32, name=15), Play(card=6, name=None))
    """
    card, equals, name = text.partition("=")
    if not equals:
        return Play(parse_card(card))
    if not card.strip() or not name.strip():
        raise InputError("name_missing", bad=text.strip())
    named = parse_card(name)
    if named == WELI:
        raise InputError("name_six", bad=text.strip())
    return Play(parse_card(card), named)


def grouped_plays(words: Sequence[Field]) -> list[Field]:
    """Return the words of plays, those of one card or name ("Herz Ass", "W = Laub Ass") as one.

    >>> [said.text for said in grouped_plays(list(Field("Herz Ass W=Laub Ass H8", 0).words(_WORD)))]
    ['Herz Ass', 'W=Laub Ass', 'H8']
    """
    groups: list[Field] = []
    at = 0
    while at < len(words):
        texts = [word.text for word in words[at : at + _LONGEST_PLAY]]
        n = next((n for n in range(len(texts), 1, -1) if _is_play(" ".join(texts[:n]))), 1)
        groups.append(Field(" ".join(texts[:n]), words[at].start))
        at += n
    return groups


def play_words(text: str) -> list[str]:
    """Return the texts of the plays that stand in `text` with spaces between them."""
    return [said.text for said in grouped_plays(list(Field(text, 0).words(_WORD)))]


def _is_play(text: str) -> bool:
    """Return whether a text is one card, or one with its name or with "-", the sign for none."""
    sides = text.split("=")
    return len(sides) <= 2 and all(
        _is_card(side) or (place == 1 and side.strip() == "-") for place, side in enumerate(sides)
    )


def _is_card(text: str) -> bool:
    if any(not word.strip("-_.") for word in text.split()):  # a sign alone is no part of a name
        return False
    try:
        parse_card(text)
    except InputError as error:
        return error.key != "error.card_unknown"  # one of two meanings is one
    return True


def play_name(play: Play) -> str:
    """Return the text of a play: "HA", "W" unnamed, "W=LA" named.

    >>> play_name(Play(32, 15))
    'W=LA'
    """
    return card_name(play.card) + ("" if play.name is None else f"={card_name(play.name)}")


class Trick(NamedTuple):
    """A complete trick: the seat that led, the plays from it on, the seat that took it."""

    leader: int
    plays: tuple[Play, ...]
    taker: int
