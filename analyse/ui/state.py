"""What the page is asked, as one frozen value, and its form in the link.

The link is language-free: `?hand=HA-LA-SU-E10-W&up=L8&players=4&leader=me&figure=gleich&level=1
&rules=innsbruck-1924&known=cut:%20none&worlds=1000&lang=de`. A part that cannot be read is reported and
left at its default; the other parts are kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from analyse.game.cards import cards_of, hand_name, mask_of, parse_card
from analyse.game.figures import KINDS
from analyse.game.rules import PRESETS
from analyse.i18n import LANGS, InputError

Field = Literal["hand", "up", "players", "leader", "figure", "level", "rules", "known", "worlds", "lang"]

HAND_SIZE = 5
FIGURES = (*KINDS, "spiel")
WORLDS = (1000, 10_000, 100_000)  # deals drawn for the Spiel
LEVELS = (1, 3, 4, 5, 6, 7)  # the number last said
PLAYERS = (2, 4)
LEADERS = {2: ("me", "other"), 4: ("me", "left", "partner", "right")}  # the position is the seat
_T = TypeVar("_T", str, int)
_NONE = "none"  # an empty parameter would look like a missing one


@dataclass(frozen=True)
class Query:
    """One state of the page; `hand` ascending, at most five cards, none of them `up`."""

    hand: tuple[int, ...] = ()
    up: int | None = None
    players: int = 4
    leader: str = "me"
    figure: str = FIGURES[0]
    level: int = LEVELS[0]
    rules: str = PRESETS[0]
    known: str = ""
    worlds: int = WORLDS[0]
    lang: str = "de"

    @property
    def seat_of_leader(self) -> int:
        """Return the seat that leads, 0 = me."""
        return LEADERS[self.players].index(self.leader)

    @property
    def missing(self) -> int:
        """Return how many cards the hand still lacks."""
        return HAND_SIZE - len(self.hand)


EXAMPLE = Query(hand=cards_of(mask_of(map(parse_card, ("HA", "LA", "SU", "E10", "W")))), up=parse_card("L8"))


def with_hand(query: Query, hand: tuple[int, ...]) -> Query:
    """Return the query with another hand.

    Raises `InputError`, quoting the card, for a sixth card and for the card that lies turned up.

    >>> with_hand(Query(up=8), (3, 1)).hand
    (1, 3)
    """
    if query.up in hand:
        raise InputError("page_hand_and_up", bad=hand_name(1 << query.up))
    if len(hand) > HAND_SIZE:
        new = [card for card in hand if card not in query.hand] or list(hand[HAND_SIZE:])
        raise InputError("page_sixth_card", bad=hand_name(mask_of(new[-1:])))
    return replace(query, hand=tuple(sorted(hand)))


def with_up(query: Query, up: int | None) -> Query:
    """Return the query with another up-card; raises `InputError` if I hold that card."""
    if up is not None and up in query.hand:
        raise InputError("page_hand_and_up", bad=hand_name(1 << up))
    return replace(query, up=up)


def with_players(query: Query, players: int) -> Query:
    """Return the query for another number of players; a leader who is not there becomes the next player.

    >>> with_players(Query(leader="right"), 2).leader
    'other'
    """
    leader = query.leader if query.leader in LEADERS[players] else LEADERS[players][1]
    return replace(query, players=players, leader=leader)


def to_link(query: Query) -> dict[str, str]:
    """Return the query as the parameters of the link."""
    return {
        "hand": hand_name(mask_of(query.hand)).replace(" ", "-") or _NONE,
        "up": _NONE if query.up is None else hand_name(1 << query.up),
        "players": str(query.players),
        "leader": query.leader,
        "figure": query.figure,
        "level": str(query.level),
        "rules": query.rules,
        "known": query.known or _NONE,
        "worlds": str(query.worlds),
        "lang": query.lang,
    }


def from_link(params: Mapping[str, str], lang: str) -> tuple[Query, dict[Field, InputError]]:
    """Return the query a link means, and what could not be read in it, by field.

    Without a hand and an up-card in the link the example is shown. `lang` holds unless the link names one.

    >>> query, errors = from_link({"hand": "HA-LX-SU", "level": "9"}, "de")
    >>> hand_name(mask_of(query.hand)), query.level, sorted(errors)
    ('HA L10 SU', 1, ['level'])
    """
    errors: dict[Field, InputError] = {}
    query = Query() if "hand" in params or "up" in params else EXAMPLE
    query = replace(query, lang=_choice(params, "lang", LANGS, lang, errors))
    query = _read_cards(query, params, errors)
    query = with_players(query, _choice(params, "players", PLAYERS, query.players, errors))
    return replace(
        query,
        leader=_choice(params, "leader", LEADERS[query.players], query.leader, errors),
        figure=_choice(params, "figure", FIGURES, query.figure, errors),
        level=_choice(params, "level", LEVELS, query.level, errors),
        rules=_choice(params, "rules", PRESETS, query.rules, errors),
        known="" if params.get("known", _NONE) == _NONE else params["known"],
        worlds=_choice(params, "worlds", WORLDS, query.worlds, errors),
    ), errors


def _choice(
    params: Mapping[str, str],
    field: Field,
    allowed: tuple[_T, ...],
    default: _T,
    errors: dict[Field, InputError],
) -> _T:
    """Return the allowed value that a parameter spells, else the default and an error."""
    if field not in params:
        return default
    for value in allowed:
        if str(value) == params[field]:
            return value
    errors[field] = InputError(
        "page_link", bad=params[field], field=field, expected=", ".join(map(str, allowed))
    )
    return default


def _read_cards(query: Query, params: Mapping[str, str], errors: dict[Field, InputError]) -> Query:
    """Return the query with the cards of a link, one by one, those that do not fit left out."""
    if params.get("up", _NONE) != _NONE:
        try:
            query = with_up(query, parse_card(params["up"]))
        except InputError as error:
            errors["up"] = error
    if params.get("hand", _NONE) != _NONE:
        for word in params["hand"].replace(" ", "-").split("-"):
            try:
                query = _with_card(query, word)
            except InputError as error:
                errors.setdefault("hand", error)
    return query


def _with_card(query: Query, word: str) -> Query:
    card = parse_card(word)
    if card in query.hand:
        raise InputError("card_twice", bad=word)
    return with_hand(query, (*query.hand, card))
