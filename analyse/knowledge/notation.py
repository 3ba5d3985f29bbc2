"""A deal as it goes on in one line, short enough for a chat message: read and printed.

    L8 | HA LA SU E10 W | HA HK=HA H8 H9 / L9 ?
    L | - | HA ? H8 H9 /3 L7=EA | leader=2 rules=oberland

    deal     = up "|" hand ("|" field)*         each kind of field at most once, in any order
    up       = card | suit                      turned up, or only the trump suit
    hand     = card+ | "-"                      mine, or not told
    field    = plays | settings | known
    plays    = [trick ("/" [seat] trick)*] ["/" [seat]]
    trick    = play+                            one a player; fewer only in the last
    play     = card ["=" card] | "?"            a Perlagg with its name; "?": a plain card nobody noted
    settings = ("players=" 2|4 | "leader=" seat | "rules=" preset)+
    known    = the known language; it has a colon
    seat     = 0 me, 1 left (two players: the other), 2 partner, 3 right

The leader of the first trick is seat 0 unless said, each later one is the taker of the one before. Who
took a trick with a "?" in it cannot be told from its cards: the seat stands right behind its "/". A
Perlagg always shows: with its name, or bare as the plain card it is then; "?" is never one.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from analyse.game.cards import SUITS, card_name, hand_name, mask_of, parse_card, parse_cards, parse_suit
from analyse.game.plays import Play, check_name, grouped_plays, parse_play, play_name, taker, trick_rules
from analyse.game.reading import Field, at_column, shortened
from analyse.game.rules import PRESETS, Rules, load_rules, preset_name, trump_suit
from analyse.game.seats import ME, read_leader
from analyse.i18n import InputError
from analyse.knowledge.language import parse_known, print_known
from analyse.knowledge.record import parse_record
from analyse.knowledge.situation import situation
from analyse.knowledge.statements import Played, Statement, Void

UNNOTED = "?"
NO_HAND = "-"
_SETTINGS = ("players", "leader", "rules")
_WORD = re.compile(r"[^\s]+")
_PLAY = re.compile(r"/(?:[0-9](?=\s|$))?|[^\s/]+")


class Placed(NamedTuple):
    """A play with its trick (from 0 on) and its seat; None is a card nobody noted."""

    trick: int
    seat: int
    play: Play | None


@dataclass(frozen=True)
class Notation:
    """What one line tells of a deal.

    Parameters
    ----------
    upcard : the card turned up, None where only the trump suit is told
    trump : suit 0..3
    hand : mask of my cards, None if not told
    plays : the cards played in order, None for one nobody noted
    takers : for each full trick, the seat that took it where a card of it is not noted, else None
    players, leader, rules : the table; `rules` is a preset or a file
    known : what else is known, in canonical order
    """

    upcard: int | None
    trump: int
    hand: int | None
    plays: tuple[Play | None, ...] = ()
    takers: tuple[int | None, ...] = ()
    players: int = 4
    leader: int = ME
    rules: str = PRESETS[0]
    known: tuple[Statement, ...] = ()

    @property
    def preset(self) -> Rules:
        """The rules it is played by."""
        return load_rules(self.rules)

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """Every play with its trick and its seat."""
        rows: list[Placed] = []
        for trick, (leader, plays) in enumerate(self.tricks):
            rows += [Placed(trick, (leader + i) % self.players, play) for i, play in enumerate(plays)]
        return tuple(rows)

    @cached_property
    def tricks(self) -> tuple[tuple[int, tuple[Play | None, ...]], ...]:
        """Every trick as its leader and its plays; the last is not full, often without any."""
        rules, leader, rows = trick_rules(self.preset, self.trump), self.leader, []
        for trick in range(len(self.takers) + 1):
            plays = self.plays[trick * self.players : (trick + 1) * self.players]
            rows.append((leader, plays))
            if trick < len(self.takers):
                told, noted = self.takers[trick], tuple(play for play in plays if play is not None)
                leader = (leader + taker(rules, noted)) % self.players if told is None else told
        return tuple(rows)

    def upto(self, n: int) -> "Notation":
        """Return the deal after its first `n` plays."""
        return replace(self, plays=self.plays[:n], takers=self.takers[: n // self.players])

    @property
    def noted(self) -> bool:
        """Whether my hand and every card played are told."""
        return self.hand is not None and None not in self.plays

    @property
    def known_text(self) -> str:
        """What else is known, in the known language."""
        return print_known(self.known, self.players)

    @property
    def record(self) -> str:
        """The plays as they stand in the line."""
        words: list[str] = []
        for trick, (_, plays) in enumerate(self.tricks):
            words += [UNNOTED if play is None else play_name(play) for play in plays]
            if trick < len(self.takers):
                told = self.takers[trick]
                last = told is None and not self.tricks[trick + 1][1]
                words.append("" if last else f"/{'' if told is None else told}")
        return " ".join(filter(None, words))


def print_notation(deal: Notation) -> str:
    """Return the canonical line of a deal; `parse_notation` gives the deal back.

    >>> print_notation(parse_notation("laub | w HA la SU E10|HA HK=HA ? H9 /1 L7|leader=0 rules=oberland"))
    'L | HA LA SU E10 W | HA HK=HA ? H9 /1 L7 | rules=oberland'
    """
    usual = {"players": 4, "leader": ME, "rules": PRESETS[0]}
    settings = [f"{key}={getattr(deal, key)}" for key in _SETTINGS if getattr(deal, key) != usual[key]]
    fields = [
        SUITS[deal.trump] if deal.upcard is None else card_name(deal.upcard),
        NO_HAND if deal.hand is None else hand_name(deal.hand),
        *filter(None, (deal.record, " ".join(settings), deal.known_text)),
    ]
    return " | ".join(fields)


def parse_notation(line: str) -> Notation:
    """Return the deal that a line describes, in the grammar at the top of this module.

    Raises `InputError` that quotes the bad part, gives its column and says what was expected.

    >>> deal = parse_notation("L8 | HA LA SU E10 W | HA HK=HA H8 ? /1 L7")
    >>> [(placed.trick, placed.seat) for placed in deal.placed]
    [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)]
    >>> parse_notation("L8 | HA LA SU E10 W | HA H8 H8")
    Traceback (most recent call last):
    analyse.i18n.InputError: column 29: card 'H8' stands there twice: every card exists once
    """
    up, hand, plays, settings, known = _fields(line)
    table = _read_settings(settings)
    players, leader, name = table["players"], table["leader"], table["rules"]
    rules = load_rules(str(name))
    upcard, trump = _read_up(up, rules)
    mine = _read_hand(hand, rules, upcard)
    statements = parse_known(" " * known.start + known.text, int(players), rules)
    for said in statements:
        if isinstance(said, Played | Void):
            bad = print_known((said,), int(players))
            raise at_column(known.at, InputError("notation_played", bad=bad))
    begun = Notation(upcard, trump, mine, (), (), int(players), int(leader), str(name), statements)
    return _read_plays(plays, begun)


def _fields(line: str) -> list[Field]:
    """Return up-card, hand, plays, settings and known, empty where they are not there."""
    parts: list[Field] = []
    for words in line.split("|"):
        parts.append(Field(words, parts[-1].start + len(parts[-1].text) + 1 if parts else 0))
    if len(parts) == 1:
        raise at_column(len(line), InputError("notation_fields", bad=shortened(line.strip())))
    found: dict[str, Field] = {}
    for part in parts[2:]:
        kind = "plays"
        if ":" in part.text:
            kind = "known"
        elif part.text.strip().partition("=")[0] in _SETTINGS:
            kind = "settings"
        if kind in found:
            raise at_column(part.at, InputError("notation_twice", bad=shortened(part.text.strip())))
        found[kind] = part
    nothing = Field("", len(line))
    return [*parts[:2], *(found.get(kind, nothing) for kind in ("plays", "settings", "known"))]


def _read_settings(settings: Field) -> Mapping[str, int | str]:
    values: dict[str, int | str] = {}
    places: dict[str, int] = {}
    for word in settings.words(_WORD):
        key, _, value = word.text.partition("=")
        if key not in _SETTINGS or key in values or not value:
            raise at_column(word.start, InputError("notation_setting", bad=shortened(word.text)))
        if key == "rules":
            Field(value, word.start + len(key) + 1).read(_known_rules)
            values[key] = preset_name(value)
        else:
            places[key], values[key] = word.start + len(key) + 1, value
    if "players" in values:
        values["players"] = Field(str(values["players"]), places["players"]).read(_players)
    players = int(values.setdefault("players", 4))
    if "leader" in values:
        said = Field(shortened(str(values["leader"])), places["leader"])
        values["leader"] = said.read(lambda word: read_leader(word, players))
    values.setdefault("leader", ME)
    values.setdefault("rules", PRESETS[0])
    return values


def _known_rules(name: str) -> int:
    return load_rules(name).deck  # only whether there are such rules


def _players(said: str) -> int:
    if said not in {"2", "4"}:
        raise InputError("players", bad=shortened(said))
    return int(said)


def _read_up(up: Field, rules: Rules) -> tuple[int | None, int]:
    """Return the up-card and the trump suit."""
    try:
        suit = parse_suit(up.text)
    except InputError:
        card = up.read(parse_card)
        up.read(lambda _: trump_suit(rules, card, None))
        return card, trump_suit(rules, card, None)
    return None, up.read(lambda _: trump_suit(rules, None, suit))


def _read_hand(hand: Field, rules: Rules, upcard: int | None) -> int | None:
    if hand.text.strip() == NO_HAND:
        return None

    def read(words: str) -> int:
        cards = parse_cards(words)
        for card in cards:
            rules.check_card(card)
            if card == upcard:
                raise InputError("card_in_hand_and_up", bad=card_name(card))
        if len(cards) != rules.hand_size:
            raise InputError("hand_size", bad=words, n=len(cards), size=rules.hand_size)
        return mask_of(cards)

    return hand.read(read)


# Plays -------------------------------------------------------------------------------------------------


def _read_plays(plays: Field, begun: Notation) -> Notation:
    """Return the deal with its plays, read word by word."""
    deal, full = begun, False
    columns: list[int] = []
    for word in grouped_plays(list(plays.words(_PLAY))):
        if word.text.startswith("/"):
            if not full:
                raise at_column(word.start, InputError("notation_slash", players=deal.players))
            deal, full = _ended(deal, word), False
        elif full:
            raise at_column(
                word.start, InputError("notation_full", bad=shortened(word.text), players=deal.players)
            )
        else:
            deal = _played(deal, word)
            columns.append(word.start)
            full = len(deal.plays) == (len(deal.takers) + 1) * deal.players
    if full:
        deal = _ended(deal, Field("/", plays.start + len(plays.text.rstrip())))
    _check_record(deal, columns)
    return deal


def _ended(deal: Notation, slash: Field) -> Notation:
    """Return the deal at the end of a full trick; who took it is told where its cards do not tell."""
    told = int(slash.text[1:]) if slash.text[1:] else None
    trick = deal.plays[len(deal.takers) * deal.players :]
    if None in trick:
        if told is None or told >= deal.players:
            raise at_column(slash.start, InputError("notation_taker", bad=slash.text, last=deal.players - 1))
        return replace(deal, takers=(*deal.takers, told))
    ended = replace(deal, takers=(*deal.takers, None))
    took = ended.tricks[-1][0]
    if told not in {None, took}:
        raise at_column(slash.start, InputError("notation_taker_not", bad=slash.text, seat=took))
    return ended


def _played(deal: Notation, word: Field) -> Notation:
    """Return the deal after one more play; raises `InputError` where its card cannot lie there."""
    leader, table = deal.tricks[-1]
    seat = (leader + len(table)) % deal.players
    if len(deal.takers) == deal.preset.hand_size:
        raise at_column(word.start, InputError("record_too_many", bad=word.text, n=len(deal.takers)))
    if word.text == UNNOTED:
        if seat == ME and deal.hand is not None:
            raise at_column(word.start, InputError("notation_mine_unnoted", hand=hand_name(deal.hand)))
        return replace(deal, plays=(*deal.plays, None))
    try:
        play = parse_play(word.text)
        deal.preset.check_card(play.card)
        check_name(play, trick_rules(deal.preset, deal.trump))
        _check_free(deal, play, seat)
    except InputError as error:
        raise at_column(word.start, error) from error
    return replace(deal, plays=(*deal.plays, play))


def _check_free(deal: Notation, play: Play, seat: int) -> None:
    """Check that the card has not been played, is not turned up, and is mine just where I play."""
    bad = play_name(play)
    if any(other is not None and other.card == play.card for other in deal.plays):
        raise InputError("card_twice", bad=card_name(play.card))
    if play.card == deal.upcard:
        raise InputError("record_up", bad=bad)
    if deal.hand is None:
        return
    if seat != ME and deal.hand >> play.card & 1:
        raise InputError("record_mine", bad=bad, seat=InputError(f"seat_{seat}_of_{deal.players}"))
    if seat == ME and not deal.hand >> play.card & 1:
        raise InputError("record_not_mine", bad=bad, hand=hand_name(deal.hand))


def _check_record(deal: Notation, columns: list[int]) -> None:
    """Check what only the play before tells: suits that must be followed, suits no longer held."""
    if deal.hand is None or not deal.noted or not deal.plays:
        return
    known = situation(
        deal.hand,
        deal.preset,
        upcard=deal.upcard,
        trump=deal.trump,
        players=deal.players,
        leader=deal.leader,
    )
    for n in range(1, len(deal.plays) + 1):
        try:
            parse_record(deal.upto(n).record, known)
        except InputError as error:
            raise at_column(columns[n - 1], error) from error
