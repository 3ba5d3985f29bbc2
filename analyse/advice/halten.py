"""Question 1, "Soll ich halten?": one figure, one word on the table, one answer.

There is one path to it. That their bid tells nothing ("any") is a belief like others, the Spiel is a figure
like others: what differs is only where the chances come from.
"""

import os
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, replace

from analyse.advice.bets import BetAdvice, advise, near
from analyse.advice.question import Question, Score, Table
from analyse.bidding.beliefs import ANY, EQUILIBRIUM, FILE, HONEST, Opponents, read_opponents
from analyse.bidding.equilibrium import UnsolvedError
from analyse.bidding.ladder_game import GUT, HALTEN, RAISE
from analyse.bidding.my_seat import After, Mine, figure_as_i_see_it, spiel_as_i_see_it
from analyse.game.cards import card_name, cards_of, hand_name, mask_of
from analyse.game.figures import check_kind
from analyse.game.ladder import BID_LEVEL
from analyse.game.plays import suit_played
from analyse.game.rules import PRESETS, load_rules
from analyse.game.taufen import Plan, taufen
from analyse.i18n import InputError
from analyse.knowledge.record import Record
from analyse.knowledge.situation import Situation
from analyse.knowledge.statements import Bid
from analyse.odds.open_worlds import Progress, decided
from analyse.odds.spiel import Solved, solved_worlds

WORDS = (GUT, HALTEN, RAISE)
_BELIEFS = {HONEST: "note.honest", EQUILIBRIUM: "note.equilibrium", FILE: "note.file"}
CLOSE = "close"
SPIEL = "spiel"
THREADS = min(4, os.cpu_count() or 1)


@dataclass(frozen=True, kw_only=True, eq=False)
class Halten:
    """The answer to a bid or a raise.

    Parameters
    ----------
    question : what was asked
    mine : the figure, as I see it
    advice : what each word is worth under what is believed of them, and the best
    before : the same bet for points where their words tell nothing
    plans : the Taufen plans, the best for this figure first; none for the Spiel
    notes : keys of the remarks that belong to the numbers
    solved : the deals behind the Spiel, None for a figure
    """

    question: Question
    mine: Mine
    advice: BetAdvice
    before: After
    plans: tuple[Plan, ...]
    notes: tuple[str, ...]
    solved: Solved | None = None

    @property
    def table(self) -> Table:
        """What is known of the deal."""
        return self.question.table

    @property
    def known(self) -> Situation:
        """What is known of it after what was played."""
        return self.table.after

    @property
    def kind(self) -> str:
        """The figure."""
        return self.mine.kind

    @property
    def believes(self) -> bool:
        """Whether anything is concluded from what they said."""
        return self.advice.opponents.sort != ANY

    @property
    def word(self) -> str:
        """The verdict: "gut", "halten", "raise", or "close" where two are as good."""
        return word_of(self.advice)


def word_of(advice: BetAdvice) -> str:
    """Return the best word, or "close" where another is as good."""
    return CLOSE if advice.close else advice.best


def halten(question: Question, *, solved: Solved | None = None, progress: Progress | None = None) -> Halten:
    """Return what to answer to the bid or raise of `question`.

    Of the Spiel, `solved` are its deals where they are solved already; else `progress` hears how many are,
    and ends with those by returning False.

    Raises `InputError` where the level does not exist, my own hand does not make the figure (RULES 6), the
    Spiel is decided or may not be held by me (RULES 5), or the belief cannot be read.

    >>> from analyse.advice.question import read_question
    >>> answer = halten(read_question("HA LA SU E10 W", upcard="L8", figure="gleich"))
    >>> worth = answer.advice.points.worth
    >>> answer.word, {word: points and round(points, 2) for word, points in worth.items()}
    ('halten', {'gut': -1.0, 'halten': 0.79, 'raise': None})
    """
    table, kind = question.table, question.figure or ""
    check_level(question)
    believed = read_opponents(question.opponents, kind)
    if kind != SPIEL:
        return _answered(question, believed, as_i_see_it(table.after, kind, question.seed))
    may = may_hold(table.known, table.record)
    if believed.sort != ANY and table.record.plays:
        raise InputError("opponents_played", bad=question.opponents)
    solved = solved or solve(question, progress)
    return _answered(
        question, believed, spiel_as_i_see_it(solved, by_class=believed.sort != ANY), solved, may
    )


def solve(question: Question, progress: Progress | None = None) -> Solved:
    """Return the deals of the Spiel, solved with open cards from what was played on."""
    table = question.table
    return solved_worlds(
        table.known,
        record=table.record,
        worlds=question.worlds,
        seed=question.seed,
        threads=THREADS,
        progress=progress,
    )


def beside(answer: Halten) -> Halten | None:
    """Return the same against bidders in equilibrium, beside an answer against any hand.

    None where it is no such answer, where the law of the bet would have to be counted first, where no
    equilibrium is found, or where cards were played: it is that of the bet before the first one.
    """
    asked = answer.question
    plain = not answer.believes and asked.score is None and not answer.table.record.plays
    if not plain or asked.rules not in map(load_rules, PRESETS):
        return None
    solved = answer.solved
    mine = answer.mine if solved is None else spiel_as_i_see_it(solved)
    believed = read_opponents(EQUILIBRIUM, answer.kind)
    try:
        return _answered(replace(asked, opponents=EQUILIBRIUM), believed, mine, solved)
    except UnsolvedError:  # the answer beside which it would stand needs none
        return None


def as_i_see_it(known: Situation, kind: str, seed: int = 1) -> Mine:
    """Return "gleich" or "hanger" as I see it; raises `InputError` where I do not have it (RULES 6)."""
    if not known.shown(check_kind(kind)):
        raise InputError(f"no_{kind}", bad=hand_name(known.hand))
    return figure_as_i_see_it(known, kind, seed)


def check_level(question: Question) -> None:
    """Raise `InputError` where the preset has no such word."""
    if question.level not in (BID_LEVEL, *question.rules.raises):
        raise InputError("level", bad=question.level)


def _answered(
    question: Question,
    believed: Opponents,
    mine: Mine,
    solved: Solved | None = None,
    more: tuple[str, ...] = (),
) -> Halten:
    known, label = question.table.after, str(question.level)
    advice = advise(known, mine, label, believed, question.score, seed=question.seed)
    before = advice.points
    if believed.sort != ANY:
        before = advise(known, mine, label, read_opponents(ANY, mine.kind)).points
    notes = (*(known.notes if solved is None else solved.odds.notes), *more, *bet_notes(known, advice))
    plans = () if solved is not None else plans_by(known, mine.kind)
    return Halten(
        question=question, mine=mine, advice=advice, before=before, plans=plans, notes=notes, solved=solved
    )


def may_hold(known: Situation, record: Record) -> tuple[str, ...]:
    """Return the keys of what RULES 5 say of holding the Spiel at this point.

    Raises `InputError` where it is decided, or where the fifth lead lies, my last card does not allow me to
    hold and I have no partner.
    """
    ours, theirs = record.taken
    if decided(known, record) or len(record.tricks) == known.rules.hand_size:
        raise InputError("spiel_decided", bad=record.text, ours=ours, theirs=theirs)
    if not record.table or len(record.tricks) < known.rules.hand_size - 1:
        return ()
    (card,) = cards_of(known.hand & ~mask_of(play.card for trick in record.tricks for play in trick.plays))
    note = "note.last_lead" if known.rules.pledged_in_last_trick == "free" else "note.last_lead_pledged"
    if known.perlaggen >> card & 1 or card >> 3 in (known.trump, suit_played(record.table[0])):
        return (note,)
    if known.players == 2:
        raise InputError("last_lead", bad=card_name(card))
    return note, "note.last_lead_not_mine"


def bet_notes(known: Situation, advice: BetAdvice) -> tuple[str, ...]:
    """Return the keys of what the numbers of a bet leave out."""
    sort, stated = advice.opponents.sort, any(isinstance(said, Bid) for said in known.conditions)
    if sort == ANY:
        evidence = "note.belief" if stated else "note.any_hand"
        if advice.game is None:
            return (evidence,)
    else:
        evidence = _BELIEFS[sort]
    score = advice.score
    over = score is not None and advice.label == "1" and score.theirs == score.target - 1
    told = {
        "note.never_said": not advice.decides.expected,
        "note.they_overbid": over,
        "note.bid_twice": stated and sort != ANY,
        "note.side_as_one": known.players == 4 and sort == EQUILIBRIUM,
        "note.bet_spiel": advice.kind == SPIEL and sort != ANY,
        "note.one_window": True,
        "note.game": advice.game is not None,
    }
    return (evidence, *(key for key, so in told.items() if so))


def plans_by(known: Situation, kind: str) -> tuple[Plan, ...]:
    """Return the plans on the front, the best for `kind` first."""
    plans = taufen(known.unplayed, known.rules, known.trump, known.named).plans
    key = (lambda p: (-p.gleich, -p.hanger)) if kind == "gleich" else (lambda p: (-p.hanger, -p.gleich))
    return tuple(sorted(plans, key=key))


Cell = tuple[int, int]  # a score, ours and theirs


@dataclass(frozen=True)
class Scores:
    """The best word at every score ("close" where two are as good); those not found yet are missing."""

    target: int
    words: Mapping[Cell, str]

    @property
    def complete(self) -> bool:
        """Whether all are there."""
        return len(self.words) == self.target**2


def all_scores(
    answer: Halten,
    *,
    found: MutableMapping[Cell, str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Scores:
    """Return the best answer at every score.

    `found` keeps what was found, so that nothing is found twice; `progress` hears how many scores there are
    and of how many, and ends it by returning False.
    """
    goal, words = answer.question.goal, {} if found is None else found
    cells = [(ours, theirs) for ours in range(goal) for theirs in range(goal)]
    for done, cell in enumerate(cells, 1):
        if cell not in words:
            words[cell] = _at(answer, Score(*cell, goal))
        if progress is not None and progress(done, len(cells)) is False:
            break
    return Scores(goal, {cell: words[cell] for cell in cells if cell in words})


def _at(answer: Halten, score: Score) -> str:
    """Return the best word at a score; where no deal can decide the game, my other figures do not count."""
    advice, asked = answer.advice, answer.question
    if score == advice.score:  # the answer itself
        return answer.word
    label, points = str(asked.level), advice.points
    return word_of(
        advise(
            answer.known,
            answer.mine,
            label,
            advice.opponents,
            score,
            points=points,
            own=near(score),
            seed=asked.seed,
        )
    )
