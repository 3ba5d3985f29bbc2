"""What has been played so far, and what it proves: cards by seat, tricks taken, suits not held (RULES 5)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from analyse.game.cards import SUITS, card_name, cards_of, hand_name, mask_of
from analyse.game.plays import (
    Play,
    Trick,
    TrickRules,
    check_name,
    parse_play,
    play_name,
    play_words,
    side,
    suit_played,
    taker,
    trick_rules,
)
from analyse.game.seats import ME
from analyse.i18n import InputError
from analyse.knowledge.language import print_known
from analyse.knowledge.situation import Situation, disagreeing, told
from analyse.knowledge.statements import Played, Statement, Void

END_OF_TRICK = "/"


@dataclass(frozen=True)
class Record:
    """The play of a deal so far.

    Parameters
    ----------
    players : 2 or 4
    tricks : the complete tricks
    leader : the seat that leads, or has led, the next one
    table : its plays so far, from the leader on
    voids : (seat, suit) for every suit of which another seat is proved to hold no plain card any more
    """

    players: int
    tricks: tuple[Trick, ...]
    leader: int
    table: tuple[Play, ...] = ()
    voids: frozenset[tuple[int, int]] = frozenset()

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.table)) % self.players

    @cached_property
    def plays(self) -> tuple[tuple[int, Play], ...]:
        """Every play with its seat, in order."""
        rows = [(trick.leader, trick.plays) for trick in self.tricks] + [(self.leader, self.table)]
        return tuple(
            ((leader + i) % self.players, play) for leader, plays in rows for i, play in enumerate(plays)
        )

    @property
    def played(self) -> int:
        """Mask of the cards played."""
        return mask_of(play.card for _, play in self.plays)

    @property
    def taken(self) -> tuple[int, int]:
        """Tricks taken by my side and by the others."""
        theirs = sum(side(trick.taker) for trick in self.tricks)
        return len(self.tricks) - theirs, theirs

    @property
    def text(self) -> str:
        """The record as `parse_record` reads it."""
        tricks = [*(trick.plays for trick in self.tricks), *([self.table] if self.table else [])]
        return f" {END_OF_TRICK} ".join(" ".join(map(play_name, plays)) for plays in tricks)


def parse_record(text: str, known: Situation) -> Record:
    """Return what has been played, read from `text`: "HA W=HA H8 H9 / L7 ...".

    The plays stand in their order with spaces between them, a Perlagg with the name it was given (W=HA;
    alone it is the plain card it shows), and "/" ends each trick. The first trick is led by
    `known.leader`, each later one by the taker of the one before; the last may be incomplete.

    Raises `InputError`, quoting the play, where it cannot have been so: a card twice, turned up, mine
    though another is to play, or the other way round, a play of mine that RULES 5 do not allow, a plain
    card of a suit that the same seat has failed to follow, a trick of too few or too many cards.

    >>> from analyse.game.cards import parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> known = situation(hand, load_rules(), upcard=parse_card("L8"), players=2)
    >>> record = parse_record("HA S7=HA / E7 E10 / SU", known)
    >>> record.taken, record.leader, record.voids, record.text
    ((1, 1), 0, frozenset(), 'HA S7=HA / E7 E10 / SU')
    """
    rules = trick_rules(known.rules, known.trump)
    record = Record(known.players, (), known.leader)
    *ended, last = text.split(END_OF_TRICK)
    for number, part in enumerate((*ended, last), 1):
        plays = parse_plays(part, known, rules)
        least = known.players if number <= len(ended) else 0
        said = {"number": number, "n": len(plays), "players": known.players}
        if least and not plays:
            raise InputError("record_trick_empty", bad=text.strip(), **said)
        if not least <= len(plays) <= known.players:
            raise InputError("record_trick", bad=part.strip(), **said)
        for play in plays:
            record = _with_play(record, play, known, rules)
    return record


def parse_plays(text: str, known: Situation, rules: TrickRules) -> tuple[Play, ...]:
    """Return the plays that `text` lists, with spaces between them; only a Perlagg may bear a name."""
    plays = tuple(map(parse_play, play_words(text)))
    for play in plays:
        known.rules.check_card(play.card)
        check_name(play, rules)
    return plays


def _with_play(record: Record, play: Play, known: Situation, rules: TrickRules) -> Record:
    """Return the record after one more play."""
    if len(record.tricks) == known.rules.hand_size:
        raise InputError("record_too_many", bad=play_name(play), n=known.rules.hand_size)
    _check_holder(record, play, known)
    seat, voids = record.turn, record.voids
    if record.table and not _follows_or_takes(rules, record.table, play):
        led = suit_played(record.table[0])
        if seat == ME:
            _check_mine(record, play, known, led)
        else:
            voids |= {(seat, led)}
    _check_no_revoke(record, play, rules)
    table = (*record.table, play)
    if len(table) < record.players:
        return replace(record, table=table, voids=voids)
    winner = (record.leader + taker(rules, table)) % record.players
    tricks = (*record.tricks, Trick(record.leader, table, winner))
    return Record(record.players, tricks, winner, (), voids)


def _check_holder(record: Record, play: Play, known: Situation) -> None:
    """Check that the seat to play can hold the card at all."""
    if record.played >> play.card & 1:
        raise InputError("card_twice", bad=card_name(play.card))
    if play.card == known.upcard:
        raise InputError("record_up", bad=play_name(play))
    mine = bool(known.hand >> play.card & 1)
    if mine and record.turn != ME:
        raise InputError("record_mine", bad=play_name(play), seat=_seat(record.turn, record.players))
    if not mine and record.turn == ME:
        raise InputError("record_not_mine", bad=play_name(play), hand=hand_name(known.hand & ~record.played))


def _follows_or_takes(rules: TrickRules, table: tuple[Play, ...], play: Play) -> bool:
    return suit_played(play) == suit_played(table[0]) or taker(rules, (*table, play)) == len(table)


def _check_mine(record: Record, play: Play, known: Situation, led: int) -> None:
    """Check that I, who did neither follow nor take, held no plain card of the suit led (RULES 5)."""
    held = known.hand & ~record.played
    if any(suit_played(Play(card)) == led for card in cards_of(held & ~known.perlaggen)):
        raise InputError("play_illegal", bad=play_name(play), hand=hand_name(held))


def _check_no_revoke(record: Record, play: Play, rules: TrickRules) -> None:
    seat, suit = record.turn, suit_played(Play(play.card))
    if play.card not in rules.wild and (seat, suit) in record.voids:
        raise InputError(
            "record_revoke",
            bad=play_name(play),
            seat=_seat(seat, record.players),
            suit=InputError(f"suit_{SUITS[suit]}"),
        )


def _seat(seat: int, players: int) -> InputError:
    """Return the name of a seat, to be told in the language of the sentence."""
    return InputError(f"seat_{seat}_of_{players}")


def check_my_turn(record: Record, known: Situation) -> None:
    """Raise `InputError`, saying whose turn it is, unless it is mine."""
    if len(record.tricks) == known.rules.hand_size:
        raise InputError("record_over", bad=record.text)
    seat = _seat(record.turn, record.players)
    if record.turn != ME and not record.plays:
        raise InputError("record_turn_first", seat=seat)
    if record.turn != ME:
        raise InputError("record_turn", bad=record.text, seat=seat)


@lru_cache(maxsize=256)
def with_record(known: Situation, record: Record) -> Situation:
    """Return the situation narrowed by what was played: still hands of five, where the cards were dealt.

    Each card played was with its seat, and a Perlagg is from then on the card it was named. A seat that did
    neither follow nor take the trick as it lay had no plain card of the suit led left (K §13): the others of
    that suit are elsewhere. Raises `InputError` if that contradicts what is known: it names a smallest part
    of the statements and the plays that cannot hold together.
    """
    if not record.plays and known.possible:
        return known
    played = _as_statements(record)
    if record.plays:
        _check_told(known, played)
    told_by_plays: tuple[Statement, ...] = (
        *played,
        *(Void((seat,), SUITS[suit]) for seat, suit in sorted(record.voids)),
    )
    every: tuple[Statement, ...] = (
        *known.statements,
        *(said for said in told_by_plays if said not in known.statements),
    )
    made = told(known, every, played)
    if not made.possible:
        raise _contradiction(known, record, every, told_by_plays)
    # what is said to have been played is there now
    notes = (*known.notes, *(note for note in made.notes if note not in known.notes))
    return replace(made, statements=known.statements, notes=notes)


def _as_statements(record: Record) -> tuple[Played, ...]:
    return tuple(Played(seat, play.card, play.name) for seat, play in record.plays)


def _check_told(known: Situation, played: Sequence[Played]) -> None:
    """Check that what is said to have been played by now is among the plays."""
    for said in known.statements:
        if isinstance(said, Played) and said not in played:
            raise InputError("record_not_played", bad=print_known((said,), known.players))


def _contradiction(
    known: Situation, record: Record, every: Sequence[Statement], by_plays: Collection[Statement]
) -> InputError:
    """Return the error that names a smallest set of statements and plays that cannot hold together."""
    played = _as_statements(record)
    named = disagreeing(known, every, played)
    said = print_known((one for one in named if one not in by_plays), known.players)
    rules = trick_rules(known.rules, known.trump)
    plays = [_told_as_play(record, one, rules) for one in named if one in by_plays]
    if not plays:
        return InputError("known_contradiction", bad=said)
    shown = plays[-1]
    for play in plays[-2::-1]:
        shown = InputError("record_and", first=play, rest=shown)
    return InputError("record_contradiction" if said else "record_impossible", bad=said, plays=shown)


def _told_as_play(record: Record, said: Statement, rules: TrickRules) -> InputError:
    """Return what one play of the record tells, in words: who played it in which trick."""
    rows = [(trick.leader, trick.plays) for trick in record.tricks] + [(record.leader, record.table)]
    seats = record.players
    for number, (leader, plays) in enumerate(rows, 1):
        for i, play in enumerate(plays):
            seat = (leader + i) % seats
            where = {"bad": play_name(play), "trick": number, "seat": _seat(seat, seats)}
            if isinstance(said, Played) and said.card == play.card:
                return InputError("record_by", **where)
            led = suit_played(plays[0])
            missed = i and said == Void((seat,), SUITS[led])
            if missed and not _follows_or_takes(rules, plays[:i], play):
                return InputError("record_missed", suit=InputError(f"suit_{SUITS[led]}"), **where)
    raise ValueError(f"{said!r}: expected what a play of {record.text!r} tells")
