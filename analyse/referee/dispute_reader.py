"""A deal in dispute, read from one line.

The words are German and English alike. The line is fields with "|" between them:

    line     = field ("|" field)*           the order is free, but `up` comes first
    up       = card | suit                  only with hands
    hand     = seat (card | card "=" name | card "=-")+
    plays    = [trick ("/" trick)*]         as in `analyse.knowledge.notation`, all noted
    outcomes = figure who [value] ("!" who)*  ("," ...)*
    bids     = "bids:" call ("," call)*     as in `analyse.referee.calls`
    score    = "score" n ":" n              ours, theirs
    settings = ("players=" | "leader=" | "rules=" | "target=")+
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from analyse.game.cards import card_name, cards_of, mask_of, parse_card, parse_cards, parse_suit
from analyse.game.figure_text import parse_figure
from analyse.game.figures import NONE
from analyse.game.plays import Play, grouped_plays, parse_play
from analyse.game.reading import Field, at_column, shortened
from analyse.game.rules import load_rules, preset_name, trump_suit
from analyse.game.score import parse_score
from analyse.game.seats import SEAT_WORDS, parse_seat, read_leader
from analyse.i18n import InputError
from analyse.referee.bets import FIGURES
from analyse.referee.calls import read_calls, who_allowed
from analyse.referee.dispute import NOBODY, SETTINGS, STANDS, UNNAMED, Claim, Dispute
from analyse.referee.laid_hands import Laid
from analyse.referee.settling import TARGETS, check_score

BIDS_WORDS = ("bids", "bets", "gebote", "geboten")
SCORE_WORDS = ("score", "stand", "punkte")
STANDS_WORDS = (STANDS, "stand", "steht", "equal")
NOBODY_WORDS = (NOBODY, "niemand", "none", "keiner")
_WORD = re.compile(r"[^\s,]+")
_PLAY = re.compile(r"[^\s,/]+|/")
_PART = re.compile(r"[^,]+")
MOST_POINTS = 99


def parse_dispute(line: str) -> Dispute:
    """Return what a line tells, in the grammar at the top of this module.

    Raises `InputError` that quotes the bad part, gives its column and says what was expected.

    >>> told = parse_dispute("gleich us 3A, spiel them | bids: left gleich, ich halte | stand 12:13")
    >>> [call.what for call in told.calls], told.score
    (['bid', 'hold'], (12, 13))
    >>> parse_dispute("gleich us 3B")
    Traceback (most recent call last):
    analyse.i18n.InputError: column 11: cannot read '3B': expected a figure like 3A or 410, or "!" and who ...
    """
    fields = _fields(line)
    told = _read_settings(fields.get("settings", []))
    told = _read_score(told, fields.get("score", []))
    told = _read_hands(told, fields)
    told = _read_plays(told, fields.get("plays", []))
    told = replace(told, claims=_read_claims(told, fields.get("outcomes", [])))
    for part in fields.get("bids", []):
        body = part.text.partition(":")
        calls, by_side = read_calls(body[2], part.start + len(body[0]) + 1, told.players)
        told = replace(told, calls=calls, by_side=by_side)
    if not told.hands and not told.claims and not told.calls:
        raise at_column(0, InputError("dispute_empty", bad=shortened(line.strip())))
    return told


def _fields(line: str) -> dict[str, list[Field]]:
    """Return the fields by what they tell; all but hands and outcomes are there once."""
    found: dict[str, list[Field]] = {}
    start = 0
    for place, words in enumerate(line.split("|")):
        part = Field(words, start)
        start += len(words) + 1
        if not words.strip():
            continue
        kind = _kind(words.strip(), first=place == 0)
        if kind in found and kind not in {"hand", "outcomes"}:
            raise at_column(part.at, InputError("dispute_twice", bad=shortened(words.strip())))
        found.setdefault(kind, []).append(part)
    return found


def _kind(words: str, *, first: bool) -> str:
    """Return what a field tells, by its first word."""
    word = words.split(maxsplit=1)[0].casefold()
    head = word.partition(":")[0]
    if head in BIDS_WORDS:
        return "bids"
    if head in SCORE_WORDS:
        return "score"
    if head in FIGURES:
        return "outcomes"
    if any(head in seat for seats in SEAT_WORDS.values() for seat in seats.values()):
        return "hand"
    if word.partition("=")[0] in SETTINGS:
        return "settings"
    return "up" if first else "plays"


def _read_settings(parts: list[Field]) -> Dispute:
    values: dict[str, str] = {}
    places: dict[str, int] = {}
    for word in (word for part in parts for word in part.words(_WORD)):
        key, _, value = word.text.partition("=")
        if key not in SETTINGS or key in values or not value:
            raise at_column(word.start, InputError("dispute_setting", bad=shortened(word.text)))
        values[key], places[key] = value, word.start + len(key) + 1
    told = Dispute()
    if "players" in values:
        if values["players"] not in {"2", "4"}:
            raise at_column(places["players"], InputError("players", bad=shortened(values["players"])))
        told = replace(told, players=int(values["players"]))
    if "leader" in values:
        with _at(places["leader"]):
            told = replace(told, leader=read_leader(shortened(values["leader"]), told.players))
    if "rules" in values:
        with _at(places["rules"]):
            load_rules(values["rules"])
        told = replace(told, preset=preset_name(values["rules"]))
    if "target" in values:
        low, high = TARGETS
        if not re.fullmatch("[0-9]{1,2}", values["target"]) or int(values["target"]) < low:
            error = InputError("settle_target", bad=shortened(values["target"]), low=low, high=high)
            raise at_column(places["target"], error)
        told = replace(told, target=int(values["target"]))
    return told


@contextmanager
def _at(start: int) -> Iterator[None]:
    """Give an error of what is read here its column."""
    try:
        yield
    except InputError as error:
        raise at_column(start, error) from error


def _read_score(told: Dispute, parts: list[Field]) -> Dispute:
    """Read "score 12:13"; below 0 is a debt."""
    if not parts:
        return told
    (part,) = parts
    _, _, words = part.text.strip().partition(" ")
    score = parse_score(words)
    if score is None or max(map(abs, score)) > MOST_POINTS:
        raise at_column(part.at, InputError("dispute_score", bad=shortened(part.text.strip())))
    with _at(part.at):
        check_score(score, told.rules.target)
    return replace(told, score=score)


# Hands -------------------------------------------------------------------------------------------------


def _read_hands(told: Dispute, fields: dict[str, list[Field]]) -> Dispute:
    """Read the card turned up and all hands, where they are told."""
    parts, ups = fields.get("hand", []), fields.get("up", [])
    if not parts:
        for part in ups:  # not understood, or the hands are missing
            raise at_column(part.at, InputError("dispute_field", bad=shortened(part.text.strip())))
        return told
    if not ups:
        raise at_column(parts[0].at, InputError("dispute_up", bad=shortened(parts[0].text.strip())))
    told = _read_up(told, ups[0])
    hands: dict[int, Laid] = {}
    for part in parts:
        seat, cards = _seat(part, told.players)
        if seat in hands:
            raise at_column(part.at, InputError("dispute_twice", bad=shortened(part.text.strip())))
        with _at(cards.at):
            hands[seat] = _laid(cards, told)
            others = mask_of(
                card for other in hands if other != seat for card in cards_of(hands[other].cards)
            )
            for card in cards_of(hands[seat].cards & others):
                raise InputError("card_twice", bad=card_name(card))
    for seat, words in SEAT_WORDS[told.players].items():
        if seat not in hands:
            error = InputError("dispute_hand_missing", bad=words[0], players=told.players)
            raise at_column(parts[-1].at, error)
    return replace(told, hands=tuple(hands[seat] for seat in range(told.players)))


def _read_up(told: Dispute, up: Field) -> Dispute:
    try:
        suit = parse_suit(up.text)
    except InputError:
        with _at(up.at):
            card = parse_card(up.text)
            return replace(told, upcard=card, trump=trump_suit(told.rules, card, None))
    with _at(up.at):
        return replace(told, trump=trump_suit(told.rules, None, suit))


def _seat(part: Field, players: int) -> tuple[int, Field]:
    """Return the seat at the head of a hand, and the rest."""
    head = next(part.words(_WORD))
    who = parse_seat(head.text.rstrip(":"), players)
    if who is None or len(who) > 1:
        error = InputError("call_who", bad=shortened(head.text), allowed=who_allowed(players))
        raise at_column(head.start, error)
    return who[0], part.after(head.start + len(head.text) - part.start)


def _laid(cards: Field, told: Dispute) -> Laid:
    """Return the hand that the words tell, with the names of its Perlaggen."""
    rules, trump = told.rules, told.trump or 0
    words = [word.text for word in grouped_plays(list(cards.words(_WORD)))]
    held = list(parse_cards(" ".join(word for word in words if "=" not in word)))
    names: dict[int, int | None] = {}
    for word in words:
        card_text, equals, name = word.partition("=")
        if not equals:
            continue
        play = parse_play(card_text if name == UNNAMED else word)
        if play.card in held:
            raise InputError("card_twice", bad=card_name(play.card))
        if play.card not in rules.perlaggen(trump):
            perlaggen = " ".join(map(card_name, rules.perlaggen(trump)))
            raise InputError("name_no_perlagg", bad=word, perlaggen=perlaggen)
        held.append(play.card)
        names[play.card] = play.name
    for card in held:
        rules.check_card(card)
        if card == told.upcard:
            raise InputError("card_in_hand_and_up", bad=card_name(card))
    if len(held) != rules.hand_size:
        raise InputError("hand_size", bad=cards.text.strip(), n=len(held), size=rules.hand_size)
    return Laid(mask_of(held), tuple(sorted(names.items())))


def _read_plays(told: Dispute, parts: list[Field]) -> Dispute:
    """Read the cards played, all of them noted; what they prove is for the referee."""
    plays: list[Play] = []
    for part in parts:
        if not told.hands:
            raise at_column(part.at, InputError("dispute_field", bad=shortened(part.text.strip())))
        for word in grouped_plays(list(part.words(_PLAY))):
            with _at(word.start):
                if word.text != "/":
                    plays.append(parse_play(word.text))
                elif not plays or len(plays) % told.players:
                    raise InputError("notation_slash", players=told.players)
    return replace(told, plays=tuple(plays))


# Outcomes ----------------------------------------------------------------------------------------------


def _read_claims(told: Dispute, parts: list[Field]) -> tuple[Claim, ...]:
    claims: list[Claim] = []
    for part in parts:
        for claim in part.words(_PART):
            if claim.text.strip():
                claims.append(_read_claim(told, claim))
                if claims[-1].figure in {other.figure for other in claims[:-1]}:
                    raise at_column(claim.at, InputError("dispute_twice", bad=shortened(claim.text.strip())))
    return tuple(claims)


def _read_claim(told: Dispute, part: Field) -> Claim:
    """Read "gleich us 3A !left"."""
    figure, *rest = part.words(_WORD)
    kind = figure.text.casefold()
    if kind not in FIGURES:
        raise at_column(figure.start, InputError("claim_figure", bad=shortened(part.text.strip())))
    if not rest:
        raise at_column(part.at, InputError("claim_who", bad=shortened(part.text.strip())))
    said, *rest = rest
    who = parse_seat(said.text, told.players)
    word = said.text.casefold()
    if who is None and (kind == "spiel" or word not in (*STANDS_WORDS, *NOBODY_WORDS)):
        raise at_column(said.start, InputError("claim_who", bad=shortened(part.text.strip())))
    value = NONE if who is None and word in NOBODY_WORDS else None
    lacks: frozenset[int] = frozenset(range(told.players)) if value == NONE else frozenset()
    for more in _together(rest):
        seats = parse_seat(more.text[1:], told.players) if more.text.startswith("!") else None
        read = parse_figure(kind, more.text) if kind != "spiel" and value is None else None
        if seats is not None:
            lacks |= set(seats)
        elif read:
            value = read
        else:
            raise at_column(more.start, InputError("claim_value", bad=shortened(more.text)))
    return Claim(kind, who or (), value, lacks, part.text.strip(), part.at)


def _together(words: list[Field]) -> list[Field]:
    """Return the words, those of one figure ("drei Asse") as one."""
    joined: list[Field] = []
    for word in words:
        if joined and not word.text.startswith("!") and not joined[-1].text.startswith("!"):
            joined[-1] = Field(f"{joined[-1].text} {word.text}", joined[-1].start)
        else:
            joined.append(word)
    return joined
