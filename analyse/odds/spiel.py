"""How often my side takes the Spiel: deals, each solved with all cards open ("offene Karten").

Everything here is a mean over worlds (`analyse.odds.worlds`), so it has a standard error; what is compared
is compared on the same worlds, with the error of the difference. All deals, where few, give an exact mean.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analyse.game.plays import Play, Position, taker
from analyse.game.seats import ME
from analyse.game.taufen import Plan
from analyse.knowledge.record import Record, check_my_turn
from analyse.knowledge.situation import Situation
from analyse.odds.estimate import Difference, Estimate, certain, exact, sampled
from analyse.odds.open_worlds import Drawn, Progress, Results, decided, draw_at, in_chunks
from analyse.opencards.candidates import choices
from analyse.opencards.solver import solve_deals


@dataclass(frozen=True)
class SpielOdds:
    """The chance of the Spiel for my side.

    Parameters
    ----------
    win, stand, lose : chances of more than half of all tricks, of half, of fewer
    tricks : worlds by the number of tricks my side gets, index 0 to all
    sure : tricks that my cards still to play take whatever the others hold
    taken : tricks taken so far by my side and by the others
    worlds : number of deals drawn and solved, or of all there are
    seed : what they were drawn from
    notes : keys of the remarks that belong to the numbers
    method : "sampled", or "exact" where the worlds are all the deals there are
    acceptance : share of the deals drawn that agreed with what is known
    """

    win: Estimate
    stand: Estimate
    lose: Estimate
    tricks: tuple[int, ...]
    sure: int
    taken: tuple[int, int]
    worlds: int
    seed: int
    notes: tuple[str, ...]
    method: str = "sampled"
    acceptance: float = 1.0

    @property
    def minimum(self) -> int:
        """The fewest tricks my side got in any world."""
        return min(k for k, n in enumerate(self.tricks) if n)

    @property
    def maximum(self) -> int:
        """The most tricks my side got in any world."""
        return max(k for k, n in enumerate(self.tricks) if n)

    @property
    def mean(self) -> float:
        """The tricks my side got on average."""
        return sum(k * n for k, n in enumerate(self.tricks)) / self.worlds


@dataclass(frozen=True)
class PlayChance:
    """One play of mine: P(Spiel) after it and the difference to the best play.

    `tricks` on average, `minimum` and `maximum` are those of my side in the whole deal; `sure` those that
    my cards take from now on whatever the others hold.
    """

    play: Play
    win: Estimate
    difference: Difference
    tricks: float
    sure: int
    minimum: int
    maximum: int


@dataclass(frozen=True)
class PlayOdds:
    """All plays of mine now, the best first; none where the Spiel is decided.

    `each_deal`: the chance if I chose the best of them anew in each deal, as all others do; the rest as
    in `SpielOdds`.
    """

    plays: tuple[PlayChance, ...]
    each_deal: Estimate
    sure: int
    taken: tuple[int, int]
    worlds: int
    seed: int
    notes: tuple[str, ...]
    method: str = "sampled"
    acceptance: float = 1.0


@dataclass(frozen=True)
class PlanChance:
    """One plan of my Perlaggen: P(Spiel | plan) and the difference to the best plan."""

    plan: Plan
    win: Estimate
    difference: Difference


@dataclass(frozen=True)
class PlanOdds:
    """The plans in the order given, each on the same worlds, and the best of them."""

    plans: tuple[PlanChance, ...]
    best: PlanChance
    worlds: int
    seed: int
    notes: tuple[str, ...]
    method: str = "sampled"
    acceptance: float = 1.0


@dataclass(frozen=True, eq=False)
class Solved:
    """Worlds at one point of a deal, all or the first drawn; `ours` (n,): the tricks of my side in each."""

    drawn: Drawn
    ours: NDArray[np.int_]
    seed: int

    @property
    def hands(self) -> NDArray[np.uint64]:
        """The hands of these worlds, (n, players) masks."""
        return self.drawn.hands[: len(self.ours)]

    @property
    def won(self) -> NDArray[np.bool_]:
        """In which of them my side takes the Spiel."""
        return 2 * self.ours > self.drawn.total

    @property
    def weights(self) -> NDArray[np.int64]:
        """What each of them counts."""
        return np.ones(len(self.ours), np.int64) if self.drawn.weights is None else self.drawn.weights

    @property
    def odds(self) -> SpielOdds:
        """The chance of the Spiel."""
        drawn, sure = self.drawn, self.drawn.sure()
        chances = _chances(self.ours, drawn, sure)
        law = tuple(_count(drawn, self.ours == k) for k in range(drawn.total + 1))
        notes, how = (*drawn.notes, "note.each_deal"), (drawn.method, drawn.acceptance)
        worlds, taken = chances[0].worlds, drawn.record.taken
        return SpielOdds(*chances, law, sure, taken, worlds, self.seed, notes, *how)


def solved_worlds(  # noqa: PLR0913  a question of chance has as many parts, all of them keywords
    known: Situation,
    *,
    record: Record | None = None,
    worlds: int = 1000,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> Solved:
    """Return deals that agree with `known` and `record`, each solved for the tricks of my side.

    Parameters
    ----------
    known : the situation; `known.leader` leads the first trick
    record : what has been played (`parse_record`), None for the first lead
    worlds : deals to draw, 1 to a million
    seed : where chance comes from; the same seed gives the same answer, whatever `threads`
    progress : called with the worlds done and all from time to time; returning False ends with those

    Raises `InputError` where the numbers are out of range or the record contradicts what is known.
    """
    drawn = draw_at(known, record, worlds, seed)
    solve = partial(drawn.solve, objective="number", threads=threads)
    return Solved(drawn, in_chunks(solve, drawn, progress).astype(int), seed)


def spiel_odds(known: Situation, **asked: Any) -> SpielOdds:
    """Return how often my side takes the Spiel; `asked` are the keywords of `solved_worlds`.

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HK W S7 E10 H9"))
    >>> odds = spiel_odds(situation(hand, load_rules(), upcard=parse_card("L8")), worlds=100)
    >>> odds.sure, odds.win, odds.minimum
    (3, Estimate(value=1.0, stderr=0.0, worlds=100, method='sampled'), 3)
    """
    return solved_worlds(known, **asked).odds


def by_leader(
    known: Situation,
    *,
    worlds: int = 1000,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> Mapping[int, Estimate]:
    """Return P(Spiel) of my side for each seat that could lead the first trick, all on the same worlds.

    What is known of the deal stays as it is: only the lead changes.
    """
    drawn = draw_at(known, None, worlds, seed)

    def each(part: slice) -> Results:
        leads = range(known.players)
        return np.array([drawn.solve(part, "majority", leader=seat, threads=threads) for seat in leads])

    wins = in_chunks(each, drawn, progress)
    return {seat: _win(row, drawn, drawn.sure()) for seat, row in enumerate(wins)}


def play_odds(  # noqa: PLR0913  as above
    known: Situation,
    record: Record,
    *,
    worlds: int = 200,
    seed: int = 1,
    threads: int = 1,
    names: str = "few",
    progress: Progress | None = None,
) -> PlayOdds:
    """Return what each play of mine leads to now, all on the same worlds, the best first.

    `names`: "few" tries for a Perlagg only the names that suffice (DESIGN, "Spiel"), "all" each of the 32
    and none; plays of one card that are equal in effect appear once. The others as in `spiel_odds`.
    Raises `InputError` where it is not my turn. Where the Spiel is decided nothing is left to compare.

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.record import parse_record
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> known = situation(hand, load_rules(), upcard=parse_card("L8"), players=2, leader=1)
    >>> odds = play_odds(known, parse_record("L9", known), worlds=100)
    >>> sorted(chance.play.card for chance in odds.plays)
    [15, 32, 32]
    """
    if decided(known, record) and len(record.tricks) < known.rules.hand_size:
        won = exact(int(record.taken[0] > record.taken[1]), 1)
        return PlayOdds((), won, 0, record.taken, 0, seed, (), "exact")
    check_my_turn(record, known)
    drawn = draw_at(known, record, worlds, seed)
    plays = choices(_my_position(drawn), names)

    def each(part: slice) -> Results:
        return np.array([_after(drawn, part, play, threads) for play in plays])

    ours = in_chunks(each, drawn, progress).astype(int)
    rows = [_play_chance(drawn, play, tricks) for play, tricks in zip(plays, ours, strict=True)]
    order = sorted(range(len(rows)), key=lambda i: _rank(rows[i], _count(drawn, 2 * ours[i] == drawn.total)))
    best = order[0]
    compared = tuple(
        replace(rows[i], difference=_apart(drawn, ours[i], ours[best], rows[i].win, rows[best].win))
        if i != best
        else rows[i]
        for i in order
    )
    each_deal = _chances(ours.max(axis=0), drawn, drawn.sure())[0]
    notes = (*drawn.notes, "note.fixed_play")
    taken = record.taken
    how = drawn.method, drawn.acceptance
    return PlayOdds(compared, each_deal, drawn.sure(), taken, each_deal.worlds, seed, notes, *how)


def _rank(row: PlayChance, stand: int) -> tuple[float, ...]:
    """Return what plays are ordered by, the best first: wins, then deals that stand, then tricks."""
    return -row.win.value, -stand, -row.tricks


def _play_chance(drawn: Drawn, play: Play, ours: NDArray[np.int_]) -> PlayChance:
    """Return what one play leads to, given the tricks of my side after it, as if it were the best."""
    sure = drawn.sure_after(play)
    win = _chances(ours, drawn, sure)[0]
    tricks = float(np.average(ours, weights=drawn.weights))
    return PlayChance(play, win, Difference(0.0, 0.0), tricks, sure, int(ours.min()), int(ours.max()))


def plan_odds(  # noqa: PLR0913  as above
    known: Situation,
    plans: Sequence[Plan],
    *,
    record: Record | None = None,
    worlds: int = 500,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> PlanOdds:
    """Return P(Spiel | plan) of each plan (`analyse.game.taufen`), all on the same worlds.

    My Perlaggen bear the plan's names when they are played, those it leaves free any name; everybody
    else's are free.
    """
    drawn = draw_at(known, record, worlds, seed)
    held = known.hand & ~drawn.record.played
    bounds = [tuple((p, 1 << name) for p, name in plan.named if held >> p & 1) for plan in plans]

    def each(part: slice) -> Results:
        return np.array([drawn.solve(part, "majority", bound=bound, threads=threads) for bound in bounds])

    wins = in_chunks(each, drawn, progress)
    ours = wins.astype(int) * drawn.total
    chances = [_win(row, drawn, drawn.sure(bound)) for row, bound in zip(wins, bounds, strict=True)]
    best = max(range(len(plans)), key=lambda i: chances[i].value)
    rows = tuple(
        PlanChance(
            plan,
            chances[i],
            _apart(drawn, ours[i], ours[best], chances[i], chances[best])
            if i != best
            else Difference(0.0, 0.0),
        )
        for i, plan in enumerate(plans)
    )
    notes = (*drawn.notes, "note.each_deal", "note.plan_bound")
    return PlanOdds(rows, rows[best], chances[best].worlds, seed, notes, drawn.method, drawn.acceptance)


# Chances from results ------------------------------------------------------------------------------


def _count(drawn: Drawn, where: NDArray[np.bool_]) -> int:
    """Return how many worlds those are, each as often as it counts."""
    return int(np.count_nonzero(where) if drawn.weights is None else drawn.weights[where].sum())


def _share(drawn: Drawn, where: NDArray[np.bool_]) -> Estimate:
    if drawn.weights is None:
        return sampled(_count(drawn, where), len(where))
    return exact(_count(drawn, where), int(drawn.weights.sum()))


def _apart(
    drawn: Drawn, ours: NDArray[np.int_], best: NDArray[np.int_], win: Estimate, most: Estimate
) -> Difference:
    """Return how much more often the Spiel is won than in the best way, world by world.

    No error has what is exact, and two chances that are both sure. That all the worlds drawn agree makes
    nothing certain: the error is then that of half a world that differs.
    """
    if not win.stderr and not most.stderr:
        return Difference(win.value - most.value, 0.0)
    differences = (2 * ours > drawn.total).astype(int) - (2 * best > drawn.total)
    n, spread = len(differences), 0.0
    if n > 1:
        spread = float(differences.std(ddof=1)) / sqrt(n)
    return Difference(float(differences.mean()), spread or sampled(0, n).stderr or 0.0)


def _win(wins: NDArray[Any], drawn: Drawn, sure: int) -> Estimate:
    """Return the chance to win, given where my side does; all or nothing stands for its tricks."""
    return _chances(drawn.total * (wins > 0), drawn, sure)[0]


def _chances(ours: NDArray[np.int_], drawn: Drawn, sure: int) -> tuple[Estimate, Estimate, Estimate]:
    """Return win, stand and lose; nothing is left to chance where the tricks taken or sure decide."""
    n, total, (mine, theirs) = len(ours), drawn.total, drawn.record.taken
    won, lost = 2 * (mine + sure) > total, 2 * theirs > total
    if drawn.weights is None and (won or lost):
        return certain(n, happens=won), certain(n, happens=False), certain(n, happens=lost)
    stand = _share(drawn, 2 * ours == total)
    if drawn.weights is None and total % 2:
        stand = certain(n, happens=False)
    return _share(drawn, 2 * ours > total), stand, _share(drawn, 2 * ours < total)


def _my_position(drawn: Drawn) -> Position:
    """Return the point of the deal in one of the worlds: what I may play is the same in all."""
    record = drawn.record
    hands = tuple(int(hand) for hand in drawn.hands[0])
    return Position(drawn.rules, hands, record.leader, record.table, record.taken)


def _after(drawn: Drawn, part: slice, play: Play, threads: int) -> Results:
    """Return the tricks of my side after a play of mine, in some of the worlds."""
    record = drawn.record
    hands = drawn.hands[part].copy()
    hands[:, ME] &= ~np.uint64(1 << play.card)
    table = (*record.table, play)
    settings: dict[str, Any] = {"leader": record.leader, "table": table, "taken": record.taken}
    if len(table) == record.players:
        winner = (record.leader + taker(drawn.rules, table)) % record.players
        ours, theirs = record.taken
        taken = (ours + (winner % 2 == 0), theirs + winner % 2)
        settings = {"leader": winner, "table": (), "taken": taken}
    return solve_deals(drawn.rules, hands, objective="number", threads=threads, **settings)
