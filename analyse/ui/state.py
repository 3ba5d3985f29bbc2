"""What the page is asked, as one frozen value, and its form in the link.

The link is language-free: `?hand=HA-LA-SU-E10-W&upcard=L8&players=4&leader=me&figure=gleich&level=1
&rules=innsbruck-1924&known=cut:%20none&worlds=1000&opponents=honest:2K&score=13:12&target=15&lang=de`. A part
that cannot be read is reported and left at its default; the other parts are kept.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeVar

from analyse.game.cards import RANKS, cards_of, hand_name, mask_of, parse_card
from analyse.game.choices import chosen, suggesting
from analyse.game.figure_text import figure_code, parse_figure
from analyse.game.figures import KINDS, figure_value
from analyse.game.ladder import AUS, parse_level
from analyse.game.rules import PRESETS, preset_name
from analyse.game.score import parse_score
from analyse.game.seats import read_leader
from analyse.i18n import LANGS, InputError

Field = Literal[
    "hand",
    "upcard",
    "players",
    "leader",
    "figure",
    "level",
    "rules",
    "known",
    "worlds",
    "opponents",
    "score",
    "target",
    "lang",
]

HAND_SIZE = 5
FIGURES = (*KINDS, "spiel")
WORLDS = (1000, 10_000, 100_000)  # deals drawn for the Spiel
LEVELS = (0, 1, 3, 4, 5, 6, 7)  # the number last said, 0 where nobody has bid
PLAYERS = (2, 4)
LEADERS = {2: ("me", "other"), 4: ("me", "left", "partner", "right")}  # the position is the seat
ANY, HONEST, EQUILIBRIUM = "any", "honest", "equilibrium"
SORTS = (ANY, HONEST, EQUILIBRIUM)  # what is believed of the other side
POINTS, TARGETS = range(99), range(2, 100)
_T = TypeVar("_T", str, int)
_NAMES_BEFORE = {"up": "upcard", "opp": "opponents"}  # in links that people have kept
_NONE = "none"  # an empty parameter would look like a missing one


@dataclass(frozen=True)
class Query:
    """One state of the page; `hand` ascending, at most five cards, none of them `up`."""

    hand: tuple[int, ...] = ()
    up: int | None = None
    players: int = 4
    leader: str = "me"
    figure: str = FIGURES[0]
    level: int = 1
    rules: str = PRESETS[0]
    known: str = ""
    worlds: int = WORLDS[0]
    opp: str = ANY
    ours: int | None = None
    theirs: int | None = None
    target: int | None = None
    lang: str = "de"

    @property
    def seat_of_leader(self) -> int:
        """Return the seat that leads, 0 = me."""
        return LEADERS[self.players].index(self.leader)

    @property
    def missing(self) -> int:
        """Return how many cards the hand still lacks."""
        return HAND_SIZE - len(self.hand)

    @property
    def sort(self) -> str:
        """Return which of `SORTS` is believed."""
        return self.opp.partition(":")[0]

    @property
    def least(self) -> str:
        """Return from which figure on honest bidders bid, empty for others."""
        return self.opp.partition(":")[2]

    @property
    def score(self) -> str:
        """Return the score "ours:theirs", what is not said left out; empty where neither is."""
        said = ("" if points is None else str(points) for points in (self.ours, self.theirs))
        return "" if self.ours is self.theirs is None else ":".join(said)


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


@cache
def least_values(kind: str) -> Mapping[str, int]:
    """Return from what on honest bidders may bid, by its code: figures, for the Spiel a chance in per cent.

    >>> least_values("gleich")["2K"], "32" in least_values("hanger"), least_values("spiel")["60%"]
    (14, False, 60)
    """
    if kind == "spiel":
        return {f"{chance}%": chance for chance in range(10, 100, 10)}
    return {
        figure_code(figure_value(count, rank)): figure_value(count, rank)
        for count in range(2, HAND_SIZE + 1)
        for rank in range(0 if kind == "gleich" else count - 1, len(RANKS))
    }


def with_figure(query: Query, figure: str) -> Query:
    """Return the query about another figure; what it does not know of honest bids becomes usual.

    >>> with_figure(Query(opp="honest:2K"), "spiel").opp
    'honest:60%'
    """
    fits = query.sort != HONEST or query.least in least_values(figure)
    return replace(query, figure=figure, opp=query.opp if fits else _honest(figure))


def with_sort(query: Query, sort: str) -> Query:
    """Return the query with something else believed of the other side."""
    same = sort == query.sort
    return replace(query, opp=query.opp if same else _honest(query.figure) if sort == HONEST else sort)


def with_least(query: Query, least: str) -> Query:
    """Return the query with opponents who honestly bid from this on."""
    return replace(query, opp=f"{HONEST}:{least}")


def without_score(query: Query) -> Query:
    """Return the query for points."""
    return replace(query, ours=None, theirs=None, target=None)


def _honest(figure: str) -> str:
    return f"{HONEST}:{'60%' if figure == 'spiel' else '2K'}"


def to_link(query: Query) -> dict[str, str]:
    """Return the query as the parameters of the link; score and target only where they are said."""
    score = {"score": query.score} if query.score else {}
    target = {} if query.target is None else {"target": str(query.target)}
    return {
        "hand": hand_name(mask_of(query.hand)).replace(" ", "-") or _NONE,
        "upcard": _NONE if query.up is None else hand_name(1 << query.up),
        "players": str(query.players),
        "leader": query.leader,
        "figure": query.figure,
        "level": str(query.level),
        "rules": query.rules,
        "known": query.known or _NONE,
        "worlds": str(query.worlds),
        "opponents": query.opp,
        **score,
        **target,
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
    params = {_NAMES_BEFORE.get(name, name): said for name, said in params.items()}
    query = Query() if "hand" in params or "upcard" in params else EXAMPLE
    query = replace(query, lang=_choice(params, "lang", LANGS, lang, errors))
    query = _read_cards(query, params, errors)
    query = with_players(query, _choice(params, "players", PLAYERS, query.players, errors))
    query = replace(query, figure=_choice(params, "figure", FIGURES, query.figure, errors))
    query = _read_score(query, params, errors)
    return replace(
        query,
        leader=_read_leader(params, query, errors),
        level=_read_level(params, query.level, errors),
        rules=_choice(params, "rules", PRESETS, query.rules, errors),
        known="" if params.get("known", _NONE) == _NONE else params["known"],
        worlds=_choice(params, "worlds", WORLDS, query.worlds, errors),
        opp=_read_opp(params, query.figure, errors),
    ), errors


def _read_leader(params: Mapping[str, str], query: Query, errors: dict[Field, InputError]) -> str:
    """Return who leads, as the link tells it by the seat's number or one of its words."""
    words = LEADERS[query.players]
    try:
        told = {"leader": words[read_leader(params.get("leader", ""), query.players)]}
    except InputError:
        told = dict(params)
    return _choice(told, "leader", words, query.leader, errors)


def _read_level(params: Mapping[str, str], default: int, errors: dict[Field, InputError]) -> int:
    """Return the level that the link tells by its number or its word."""
    level = parse_level(params.get("level", ""))
    if level == AUS:
        errors["level"] = InputError("level_aus", bad=params["level"])
        return default
    told = params if level is None else {"level": str(level)}
    return _choice(told, "level", LEVELS, default, errors)


def _read_opp(params: Mapping[str, str], figure: str, errors: dict[Field, InputError]) -> str:
    """Return what is believed of the other side."""
    said = params.get("opponents", ANY)
    sort, colon, least = said.strip().partition(":")
    sort, least = sort.casefold(), least.strip()
    if sort in {ANY, EQUILIBRIUM} and not colon:
        return sort
    if figure != "spiel" and (value := parse_figure(figure, least, HAND_SIZE)):
        least = figure_code(value)
    if sort == HONEST and least in least_values(figure):
        return f"{HONEST}:{least}"
    expected = f"{ANY}, {_honest(figure)}, {EQUILIBRIUM}"
    errors["opponents"] = InputError("page_link", bad=said, field="opponents", expected=expected)
    return ANY


def _read_score(query: Query, params: Mapping[str, str], errors: dict[Field, InputError]) -> Query:
    """Return the query with the score and the target; whether they fit together is not asked here."""
    said = params.get("score", ":")
    points: tuple[int | None, int | None] | None = parse_score(said)
    if half := re.fullmatch("([0-9]{0,2}):([0-9]{0,2})", said):  # the other half is not said yet
        points = (int(half[1]) if half[1] else None, int(half[2]) if half[2] else None)
    if points is None or not {*POINTS, None}.issuperset(points):
        errors["score"] = InputError("page_link_score", bad=said)
    else:
        query = replace(query, ours=points[0], theirs=points[1])
    if "target" in params:
        target = params["target"]
        if re.fullmatch("[0-9]{1,2}", target) and int(target) in TARGETS:
            return replace(query, target=int(target))
        errors["target"] = InputError("page_link_target", bad=target)
    return query


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
    words = {str(value): value for value in allowed}
    said = preset_name(params[field]) if field == "rules" else params[field]
    word = chosen(said, words)
    if word is not None:
        return words[word]
    error = InputError("page_link", bad=params[field], field=field, expected=", ".join(words))
    errors[field] = suggesting(error, said, words.keys())
    return default


def _read_cards(query: Query, params: Mapping[str, str], errors: dict[Field, InputError]) -> Query:
    """Return the query with the cards of a link, one by one, those that do not fit left out."""
    if params.get("upcard", _NONE) != _NONE:
        try:
            query = with_up(query, parse_card(params["upcard"]))
        except InputError as error:
            errors["upcard"] = error
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
