"""`perlaggen halten` against a belief or at a score, and `perlaggen bieten`: asked, and as objects."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from analyse.advice import plans_by, stakes
from analyse.bet_advice import (
    BetAdvice,
    Bidding,
    Score,
    advise,
    as_i_see_it,
    bieten,
    near,
    read_score,
)
from analyse.bidding.answers import SPIEL_DEALS, After, Mine
from analyse.bidding.beliefs import ANY, EQUILIBRIUM, read_opponents
from analyse.bidding.ladder import BID, GUT, HALTEN, RAISE
from analyse.bidding.spiel_law import class_range
from analyse.cli_answers import Json, figure_json
from analyse.game.rules import PRESETS, load_rules
from analyse.game.taufen import Plan
from analyse.i18n import InputError, text
from analyse.odds.situation import Situation
from analyse.odds.statements import Bid

WORDS = (GUT, HALTEN, RAISE)
REST_OF_ALL = 0.01  # what is rarer is not shown by itself


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


def beside_json(asked: Asked | None, lang: str) -> Json:
    """Return the key "equilibrium" beside an answer against any hand."""
    if asked is None:
        return {}
    at = asked.advice.points
    return {
        EQUILIBRIUM: {
            "win": at.win,
            "stand": at.stand,
            "lose": at.lose,
            "bluff": at.bluff,
            "advice": advice_word(asked.advice),
            "actions": actions_json(asked.advice, WORDS, lang),
        }
    }


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


def class_json(kind: str, value: int) -> Json:
    """Return what a side may hold: `{count, rank}`, for the Spiel its own chance `{from, to}`."""
    if kind != "spiel":
        return figure_json(value)
    low, high = class_range(value)
    return {"from": low, "to": high}


def asked_json(
    asked: Asked, plans: list[Json], why: Sequence[str], lang: str, matrix: Matrix | None = None
) -> Json:
    """Return the object of `perlaggen halten --json` with `--opponents` or `--score`."""
    advice, before = asked.advice, asked.before
    at = advice.decides
    return {
        "figure": advice.kind,
        "level": asked.level,
        "opponents": advice.opponents.said,
        "win": at.win,
        "stand": at.stand,
        "lose": at.lose,
        "method": "sampled" if asked.mine.deals else "exact",
        "worlds": asked.mine.deals or None,
        "any": {"win": before.win, "stand": before.stand, "lose": before.lose},
        "needed": advice.needed if advice.needed is None or isfinite(advice.needed) else None,
        "edge": at.win - at.lose,
        "edge_stderr": advice.stderr or None,
        "advice": advice_word(advice),
        "actions": actions_json(advice, WORDS, lang),
        "posterior": [
            class_json(advice.kind, value) | {"p": float(p), "before": float(q)}
            for value, p, q in zip(at.classes, at.chance, before.chance, strict=True)
            if p or q
        ],
        "bluff": at.bluff,
        "score": score_json(advice.score),
        "plans": plans,
        "why": list(why),
        "notes": [text(key, lang) for key in asked.notes],
    } | ({} if matrix is None else {"scores": [list(row) for row in matrix]})


def score_json(score: Score | None) -> Json | None:
    """Return a score as an object."""
    return None if score is None else {"ours": score.ours, "theirs": score.theirs, "target": score.target}


def advice_word(advice: BetAdvice) -> str:
    """Return "gut", "halten", "raise", "bid", "wait" or "close"."""
    return "close" if advice.close else advice.best


def actions_json(advice: BetAdvice, words: Sequence[str], lang: str) -> dict[str, Any]:
    """Return what each word is worth: points, and the chance to win the game where there is a score."""
    rows = {}
    for word in words:
        points = advice.points.worth.get(word)
        row: Json = {"points": points, "reason": reason(advice, word, lang) if points is None else None}
        if advice.game is not None:
            row["game"] = advice.game.worth.get(word)
        rows[word] = row
    return rows


def reason(advice: BetAdvice, word: str, lang: str) -> str:
    """Return why a word has no value."""
    if word not in advice.decides.worth:
        return text("reason.raise_last", lang)
    if word not in advice.points.worth:
        return text("reason.raise_out", lang)
    if advice.opponents.sort == "any":
        return text("reason.raise_unbelieved", lang)
    return text("reason.not_allowed", lang)


def bieten_json(known: Situation, answer: Bidding, lang: str) -> Json:
    """Return the object of `perlaggen bieten --json`."""
    figures = {}
    for kind, advice in answer.advice.items():
        figures[kind] = {
            "advice": advice_word(advice),
            "win": advice.decides.win,
            "stand": advice.decides.stand,
            "lose": advice.decides.lose,
            "actions": actions_json(advice, ("wait", BID), lang),
            "gain": answer.gains.get(kind),
        }
    first = next(iter(answer.advice.values()), None)
    return {
        "figures": figures,
        "together": {word: {"points": points} for word, points in answer.together.items()},
        "missing": list(answer.missing),
        "overbid": answer.overbid,
        "together_overbid": answer.together_overbid,
        "order": list(answer.better),
        "close": list(answer.close),
        "score": score_json(first.score) if first else None,
        "notes": [text(key, lang) for key in bieten_notes(known, answer)],
    }


def bieten_notes(known: Situation, answer: Bidding) -> tuple[str, ...]:
    """Return the keys of the remarks that belong to `perlaggen bieten`."""
    own = [note for advice in answer.advice.values() for note in bet_notes(known, advice)]
    return tuple(dict.fromkeys([*known.notes, *own, "note.figures_apart"]))


def condensed(at: After, before: After) -> list[tuple[int | None, float, float]]:
    """Return what they hold, rows (class, after, before), the strongest first; None gathers the rare."""
    rows: list[tuple[int | None, float, float]] = []
    rare = rare_before = 0.0
    for value, p, q in reversed(
        list(zip(at.classes, at.chance.tolist(), before.chance.tolist(), strict=True))
    ):
        if p >= REST_OF_ALL:
            rows.append((value, p, q))
        else:
            rare, rare_before = rare + p, rare_before + q
    return [*rows, (None, rare, rare_before)] if rare_before else rows
