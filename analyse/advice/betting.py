"""What to answer to a bid and whether to bid: asked of a belief, at a score, at all scores."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analyse.advice.bets import BetAdvice, Bidding, advise, as_i_see_it, bieten, near
from analyse.advice.halten import plans_by, stakes
from analyse.advice.question import Score, read_score
from analyse.bidding.beliefs import ANY, EQUILIBRIUM, read_opponents
from analyse.bidding.ladder_game import GUT, HALTEN, RAISE
from analyse.bidding.my_seat import SPIEL_DEALS, After, Mine
from analyse.game.rules import PRESETS, load_rules
from analyse.game.taufen import Plan
from analyse.i18n import InputError
from analyse.knowledge.situation import Situation
from analyse.knowledge.statements import Bid

WORDS = (GUT, HALTEN, RAISE)


@dataclass(frozen=True)
class Asked:
    """What `perlaggen halten` asks of a belief: the answer, and the same where their bids say nothing."""

    known: Situation
    mine: Mine
    level: int
    advice: BetAdvice
    before: After

    @property
    def notes(self) -> tuple[str, ...]:
        """Keys of the remarks that belong to the numbers."""
        return (*self.known.notes, *bet_notes(self.known, self.advice))


def bet_notes(known: Situation, advice: BetAdvice) -> tuple[str, ...]:
    """Return the keys of what the numbers of a bet leave out."""
    sorts = {
        "any": "note.any_hand",
        "honest": "note.honest",
        "equilibrium": "note.equilibrium",
        "file": "note.file",
    }
    side = ("note.side_as_one",) if known.players == 4 and advice.opponents.sort == EQUILIBRIUM else ()
    spiel = ("note.bet_spiel",) if advice.kind == "spiel" else ()
    game = ("note.game",) if advice.game is not None else ()
    never = () if advice.decides.expected else ("note.never_said",)
    score = advice.score
    over = score is not None and advice.label == "1" and score.theirs == score.target - 1
    stated = advice.opponents.sort != ANY and any(isinstance(said, Bid) for said in known.conditions)
    more = (*never, *(("note.they_overbid",) if over else ()), *(("note.bid_twice",) if stated else ()))
    return (sorts[advice.opponents.sort], *more, *side, *spiel, "note.one_window", *game)


def ask_halten_bet(
    known: Situation,
    kind: str,
    level: int,
    said: str,
    *,
    score: str | None,
    target: int | None,
    worlds: int = SPIEL_DEALS,
    seed: int = 1,
) -> Asked:
    """Return the answer to a bid or raise against what `--opponents` says, at a score if there is one."""
    stakes(known, level)
    believed, points = read_opponents(said, kind), _score(known, score, target)
    mine = as_i_see_it(known, kind, deals=worlds, seed=seed)
    advice = advise(known, mine, str(level), believed, points)
    before = advise(known, mine, str(level), read_opponents("any", kind)).points
    return Asked(known, mine, level, advice, before)


def ask_beside(known: Situation, kind: str, level: int) -> Asked | None:
    """Return the same against bidders in equilibrium, None where their law would have to be counted first."""
    if known.rules not in map(load_rules, PRESETS):
        return None
    return ask_halten_bet(known, kind, level, EQUILIBRIUM, score=None, target=None)


def _score(known: Situation, said: str | None, target: int | None) -> Score | None:
    if said is None:
        if target is not None:
            raise InputError("target_alone", bad=target)
        return None
    return read_score(said, known.rules, target)


def ask_bieten(
    known: Situation,
    kinds: Sequence[str],
    said: str,
    *,
    score: str | None,
    target: int | None,
    seed: int = 1,
) -> Bidding:
    """Return whether to bid each of `kinds`."""
    believed = {kind: read_opponents(said, kind) for kind in kinds}
    return bieten(known, believed, _score(known, score, target), seed=seed)


Matrix = tuple[tuple[str, ...], ...]


def ask_matrix(asked: Asked, target: int, progress: Callable[[int, int], bool] | None = None) -> Matrix:
    """Return the best answer at every score, rows our points and columns theirs; "close" where two are.

    `progress` hears how many scores are done and of how many, and says whether to go on.
    """
    rows = []
    for ours in range(target):
        row = []
        for theirs in range(target):
            score = Score(ours, theirs, target)
            found = advise(
                asked.known,
                asked.mine,
                str(asked.level),
                asked.advice.opponents,
                score,
                points=asked.advice.points,
                own=near(score),
            )
            row.append("close" if found.close else found.best)
            if progress is not None and not progress(ours * target + theirs + 1, target * target):
                raise KeyboardInterrupt  # half a matrix is no answer
        rows.append(tuple(row))
    return tuple(rows)


def plans_for(known: Situation, kind: str) -> tuple[Plan, ...]:
    """Return the Taufen plans, the best for this figure first; none for the Spiel."""
    return () if kind == "spiel" else plans_by(known, kind)


def advice_word(advice: BetAdvice) -> str:
    """Return "gut", "halten", "raise", "bid", "wait" or "close"."""
    return "close" if advice.close else advice.best
