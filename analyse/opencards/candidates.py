"""Which plays of a seat are worth a look: each effect once (RULES 5; DESIGN, "Spiel")."""

from collections.abc import Sequence
from functools import partial

from analyse.game.cards import card_of
from analyse.game.plays import Play, Position, TrickRules, legal_plays, strength, suit_played, taker, turn
from analyse.i18n import InputError

NAMES = ("few", "all")


def choices(position: Position, names: str = "few") -> list[Play]:
    """Return the plays of the seat to play that differ: of those of one card equal in effect the first.

    `names`: "few" names a Perlagg only as DESIGN ("Spiel") finds sufficient, leading as an ace of each suit
    and with four players as a seven of each, following to take or to lose; "all" tries the 32 and none.
    Raises `InputError` where `names` is neither.

    >>> from analyse.game.cards import mask_of, parse_cards
    >>> from analyse.game.plays import parse_play, play_name
    >>> hands = tuple(mask_of(parse_cards(t)) for t in ("E9 L8", "W E7"))
    >>> rules = TrickRules(1, parse_cards("HK W S7"))
    >>> position = Position(rules, (hands[0] & ~(1 << 26), hands[1]), 0, (parse_play("E9"),))
    >>> [play_name(play) for play in choices(Position(rules, position.hands, 0, position.table))]
    ['E7', 'W=LA', 'W=E7']
    """
    if names not in NAMES:
        raise InputError("play_names", bad=names, allowed=", ".join(NAMES))
    legal = legal_plays(position)
    few = _few(position, legal)
    different: dict[object, Play] = {}
    for play in few if names == "few" else (*few, *legal):
        different.setdefault(_effect(position, play), play)
    return list(different.values())


def _few(position: Position, legal: Sequence[Play]) -> list[Play]:
    """Return the plays with the names that suffice: leading aces and sevens, following to take or to lose."""
    rules, table = position.rules, position.table
    plays = [play for play in legal if play.card not in rules.wild]
    for card in (card for card in rules.wild if position.hands[turn(position)] >> card & 1):
        named = [play for play in legal if play.card == card and play.name is not None]
        if table:
            takes = [play for play in named if taker(rules, (*table, play)) == len(table)]
            loses = [play for play in named if play not in takes]
            plays += (
                sorted(takes, key=partial(_power, rules))[-1:]
                + sorted(
                    loses, key=lambda play: (suit_played(play) != suit_played(table[0]), _power(rules, play))
                )[:1]
            )
        else:
            places = (-1, 0) if len(position.hands) == 4 else (-1,)
            wanted = {card_of(suit, rules.ranks[place]) for place in places for suit in range(4)}
            best_first = sorted(named, key=partial(_power, rules), reverse=True)
            plays += [play for play in best_first if play.name in wanted]
    return plays


def _power(rules: TrickRules, play: Play) -> tuple[bool, int]:
    """Return trump or not, then the rank, of a named Perlagg."""
    name = play.name or 0
    return name >> 3 == rules.trump, rules.ranks.index(name & 7)


def _effect(position: Position, play: Play) -> object:
    """Return what a play leaves: two plays of one card that leave the same are the same."""
    rules, table = position.rules, (*position.table, play)
    led, place = suit_played(table[0]), taker(position.rules, table)
    if len(table) == len(position.hands):
        return play.card, place
    return play.card, led, place, strength(rules, table[place], led)
