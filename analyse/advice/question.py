"""What is asked, read once from text: one frozen value, and the key of every answer that is kept.

The options of the command, the parameters of the page's link and the keywords in Python are its fields. What
follows from it before anything is counted - what is known, what has been played - is worked out once
(`Question.table`) and serves whatever is asked of the same deal.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache

from analyse.game.cards import mask_of, parse_card, parse_cards, parse_suit
from analyse.game.ladder import read_level
from analyse.game.rules import PRESETS, Rules, load_rules, trump_suit
from analyse.game.score import parse_score
from analyse.game.seats import SEAT_WORDS, read_leader
from analyse.i18n import InputError
from analyse.knowledge.possible import check_hand
from analyse.knowledge.record import Record, check_my_turn, parse_record, with_record
from analyse.knowledge.situation import Situation, situation
from analyse.odds.open_worlds import check_drawing, decided

Said = str | Sequence[str]  # words as they come: one text, or several of them

ANY = "any"
WORLDS = 1000  # deals drawn unless said otherwise, for every chance of the Spiel


@dataclass(frozen=True)
class Score:
    """Points of my side and of the other before this deal, and what wins the game."""

    ours: int
    theirs: int
    target: int

    def to_go(self, side: int) -> tuple[int, int]:
        """Return the points to go of Vorhand's side and of the other; `side` is mine."""
        mine, other = self.target - self.ours, self.target - self.theirs
        return (mine, other) if side == 0 else (other, mine)


@dataclass(frozen=True)
class Table:
    """What a player knows of his deal.

    Parameters
    ----------
    known : the situation as dealt
    record : what has been played
    after : the same situation, with what the plays tell of the cards
    """

    known: Situation
    record: Record
    after: Situation


@dataclass(frozen=True, kw_only=True)
class Question:
    """Everything that is asked.

    Parameters
    ----------
    hand : mask of my cards
    upcard : the card turned up (0..32), None where only the trump suit is known
    trump : suit 0..3 where it was said, else None: the up-card tells it
    players : 2 or 4
    leader : seat of Vorhand; 0 me, 1 left (two players: the other), 2 partner, 3 right
    rules : the preset
    known : what else is known, in the known language
    played : the plays so far
    figure : "gleich", "hanger" or "spiel"; None where no single figure is asked about
    level : the number last said: 1 the bid, 3.. a raise; 0 where nobody has bid
    opponents : what is believed of the other side, as it was said
    score : points so far; None: the answer is for points
    target : points that win the game where that was said; None: the preset's
    worlds : deals to draw where something is drawn
    seed : where chance comes from, 0 or more
    """

    hand: int
    rules: Rules
    upcard: int | None = None
    trump: int | None = None
    players: int = 4
    leader: int = 0
    known: str = ""
    played: str = ""
    figure: str | None = None
    level: int = 1
    opponents: str = ANY
    score: Score | None = None
    target: int | None = None
    worlds: int = WORLDS
    seed: int = 1

    @property
    def deal(self) -> "Question":
        """The question without its asking: what is known of the deal."""
        return Question(**{name: getattr(self, name) for name in _OF_THE_DEAL})

    @property
    def table(self) -> Table:
        """What is known of the deal; raises `InputError`, with the field to blame, where it cannot be so."""
        return _table(self.deal)

    @property
    def goal(self) -> int:
        """Points that win the game."""
        return self.rules.target if self.target is None else self.target

    def of(self, figure: str) -> "Question":
        """Return the same question about another figure."""
        return replace(self, figure=figure)

    def at(self, score: Score | None) -> "Question":
        """Return the same question at another score, or for points."""
        return replace(self, score=score)


_OF_THE_DEAL = ("hand", "rules", "upcard", "trump", "players", "leader", "known", "played")


def read_question(
    hand: Said = "",
    *,
    upcard: str | None = None,
    trump: str | None = None,
    players: int = 4,
    leader: int | str = 0,
    rules: str = "",
    known: Said = "",
    played: Said = "",
    figure: str | None = None,
    level: int | str = 1,
    opponents: str = ANY,
    score: str | None = None,
    target: int | None = None,
    worlds: int = WORLDS,
    seed: int = 1,
) -> Question:
    """Return the question that some words ask; the keywords are the fields of `Question`, as text.

    Raises `InputError`, with the field to blame (`error.field`), where something cannot be read, or no deal
    agrees with what is known and played.

    >>> asked = read_question("HA LA SU E10 W", upcard="L8", known="left: !S7")
    >>> asked.table.known.deals
    10719166217760
    >>> asked == read_question(["HA", "LA SU", "E10 W"], upcard="l8", known=" left: !S7")
    True
    """
    with blaming("rules"):
        preset = load_rules(rules or PRESETS[0])
    with blaming("hand"):
        if not _joined(hand):
            raise InputError("cli_hand_missing", size=preset.hand_size)
        cards = mask_of(parse_cards(_joined(hand)))
    with blaming("upcard"):
        up = None if not upcard else parse_card(upcard)
    with blaming("trump"):
        suit = None if not trump else parse_suit(trump)
    with blaming("players"):
        if players not in SEAT_WORDS:
            raise InputError("players", bad=players)
    with blaming("leader"):
        seat = read_leader(leader, players)
    with blaming("level"):
        number = read_level(level)
    made = Question(
        hand=cards,
        rules=preset,
        upcard=up,
        trump=suit,
        players=players,
        leader=seat,
        known=_joined(known, "; "),
        played=_joined(played),
        figure=figure,
        level=number,
        opponents=opponents.strip(),
        target=target,
        worlds=worlds,
        seed=seed,
    )
    check_drawing(worlds, seed)
    _ = made.table
    with blaming("score"):
        return made.at(None if score is None else read_score(score, preset, target))


@contextmanager
def blaming(field: str) -> Iterator[None]:
    """Say of an `InputError` raised within which field is to blame, unless it is said already."""
    try:
        yield
    except InputError as error:
        error.field = error.field or field
        raise


@lru_cache(maxsize=128)
def _table(deal: Question) -> Table:
    """Return what is known of a deal; every click and every figure asks for it."""
    with blaming("players"):
        if deal.players not in (2, 4):
            raise InputError("players", bad=deal.players)
    with blaming("hand"):
        check_hand(deal.hand, deal.rules, None)
    with blaming("upcard"):
        trump_suit(deal.rules, deal.upcard, deal.trump)
        check_hand(deal.hand, deal.rules, deal.upcard)
    with blaming("known"):
        known = situation(
            deal.hand,
            deal.rules,
            upcard=deal.upcard,
            trump=deal.trump,
            players=deal.players,
            leader=deal.leader,
            known=deal.known,
            later=bool(deal.played),
        )
    if not deal.played:
        return Table(known, Record(known.players, (), known.leader), known)
    with blaming("played"):
        record = parse_record(deal.played, known)
        narrowed = with_record(known, record)
    after = replace(narrowed, notes=(*narrowed.notes, *(("note.played",) if record.plays else ())))
    return Table(known, record, after)


def _joined(said: Said, between: str = " ") -> str:
    """Return words as one text; some that are empty are left out."""
    parts = [said] if isinstance(said, str) else said
    return between.join(part.strip() for part in parts if part.strip())


def read_score(said: str, rules: Rules, target: int | None = None) -> Score:
    """Return the score "ours:theirs"; `target` as agreed, else the preset's.

    Raises `InputError` where it cannot be a score.

    >>> read_score("13:12", load_rules())
    Score(ours=13, theirs=12, target=15)
    """
    goal = rules.target if target is None else target
    if not 2 <= goal <= 99:
        raise InputError("score_target", bad=goal)
    score = parse_score(said)
    if score is None or min(score) < 0:
        raise InputError("score_form", bad=said)
    mine, other = score
    if max(mine, other) >= goal:
        raise InputError("score_over", bad=said, target=goal)
    return Score(mine, other, goal)


def check_mine(question: Question) -> None:
    """Raise `InputError` unless it is my turn, or the Spiel is decided before the last trick."""
    known, record = question.table.known, question.table.record
    if not decided(known, record) or len(record.tricks) == known.rules.hand_size:
        check_my_turn(record, known)


def check_bears_on_plans(question: Question) -> None:
    """Raise `InputError` where something was played that changes no plan: no Perlagg of mine is among it."""
    known, record = question.table.known, question.table.record
    if record.plays and not record.played & known.hand & known.perlaggen:
        raise InputError("cli_played_plans", bad=record.text)
