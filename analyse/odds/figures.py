"""How often our figure beats theirs: win, stand, lose and the whole law of both sides.

Exactly, but where conditions on several figures do not factor: then in drawn deals, and it is said.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import gcd, lcm, sqrt

import numpy as np
from numpy.typing import NDArray

from analyse.deals.constraints import shown_of_all
from analyse.deals.counting import case_counts
from analyse.deals.polynomials import ANY
from analyse.game.figures import all_values, check_kind
from analyse.game.seats import LEFT, PARTNER, RIGHT
from analyse.knowledge.situation import Situation
from analyse.odds.estimate import Estimate, exact, sampled
from analyse.odds.worlds import drawn_worlds

DRAWN = 50_000  # deals that agree, where the count is not exact
SEED = 1
TRIES = 500_000  # deals drawn for them at most; of rare ones there are then fewer
Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class FigureOdds:
    """Side against side, each player making the most of this figure alone.

    Parameters
    ----------
    kind : "gleich" or "hanger"
    best : the best figure of my own cards, those of my Perlaggen that were played being what they were named
    counts : deals by "win", "stand", "lose"; they add up to `worlds`
    worlds : number of deals that agree with the situation, or of deals drawn; where beliefs weigh
        deals, one that weighs k times the least counts k-fold, in the smallest whole numbers
    method : "exact" or "sampled"
    acceptance : share of the deals drawn that agreed, None where none was drawn
    weighted : whether deals weigh differently, so that `worlds` is a weight and no number of deals
    seed : of the deals drawn, None where none was drawn
    """

    kind: str
    best: int
    counts: Mapping[str, int]
    worlds: int
    method: str = "exact"
    acceptance: float | None = None
    weighted: bool = False
    seed: int | None = None

    @property
    def edge_error(self) -> float:
        """Standard error of win - lose, 0 where it is exact; at least that of half a deal the other way."""
        if self.method == "exact":
            return 0.0
        win, lose = self.counts["win"] / self.worlds, self.counts["lose"] / self.worlds
        return sqrt(max(win + lose - (win - lose) ** 2, 2 / self.worlds) / self.worlds)

    @property
    def win(self) -> Estimate:
        """Chance that our better figure beats both of theirs."""
        return self._chance("win")

    @property
    def stand(self) -> Estimate:
        """Chance that the best figures of both sides are equal, or that neither has one."""
        return self._chance("stand")

    @property
    def lose(self) -> Estimate:
        """Chance that theirs is better."""
        return self._chance("lose")

    def _chance(self, part: str) -> Estimate:
        return (exact if self.method == "exact" else sampled)(self.counts[part], self.worlds)


@dataclass(frozen=True)
class Law:
    """How many deals give each side's best figure each value; each adds up to `worlds`."""

    kind: str
    ours: Mapping[int, int]
    theirs: Mapping[int, int]
    worlds: int
    method: str = "exact"
    weighted: bool = False


@dataclass(frozen=True)
class BothSides:
    """Deals by the best figure of each side.

    Parameters
    ----------
    kind : "gleich" or "hanger"
    best : the best figure of my own cards
    ours, theirs : the figures that occur or might, ascending
    counts : deals (weights, where beliefs weigh deals) by (ours, theirs), whole numbers
    method : "exact" or "sampled"
    acceptance : share of the deals drawn that agreed, None where none was drawn
    weighted : whether deals weigh differently
    seed : of the deals drawn, None where none was drawn
    """

    kind: str
    best: int
    ours: tuple[int, ...]
    theirs: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    method: str
    acceptance: float | None = None
    weighted: bool = False
    seed: int | None = None

    @cached_property
    def worlds(self) -> int:
        """Number of deals counted or drawn, or their weight."""
        return sum(map(sum, self.counts))

    @cached_property
    def chance(self) -> NDArray[np.float64]:
        """Share of the deals by (ours, theirs), float64; it adds up to 1."""
        return np.array([[n / self.worlds for n in row] for row in self.counts])

    @cached_property
    def odds(self) -> FigureOdds:
        """Win, stand and lose: how much of the law lies below, on and above the diagonal."""
        parts = dict.fromkeys(("win", "stand", "lose"), 0)
        for mine, row in zip(self.ours, self.counts, strict=True):
            for other, n in zip(self.theirs, row, strict=True):
                parts["win" if mine > other else "stand" if mine == other else "lose"] += n
        return FigureOdds(
            self.kind,
            self.best,
            parts,
            self.worlds,
            self.method,
            self.acceptance,
            self.weighted,
            self.seed,
        )


@lru_cache(maxsize=64)
def both_sides(known: Situation, kind: str, seed: int = SEED) -> BothSides:
    """Return the joint law of our and their best figure of `kind`, each player making the most of it.

    `seed` is that of the deals drawn where it cannot be counted.

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> law = both_sides(situation(hand, load_rules(), upcard=parse_card("L8"), players=2), "gleich")
    >>> law.ours, sum(law.counts[0][:law.theirs.index(23)]), law.odds.counts["win"]
    ((23,), 64300, 64300)
    """
    values = all_values(check_kind(kind), known.rules.hand_size)
    best = known.shown(kind)
    ours = tuple(v for v in values if v >= best) if known.players == 4 else (best,)
    at_most = ours if known.players == 4 else (ANY,)  # two players: nobody beside me
    counted = joint_counts(known, kind, [(x, y) for y in at_most for x in values])
    if counted is None:
        return _drawn(known, kind, ours, values, seed)
    below = np.array(counted, object).reshape(len(ours), len(values))
    cells = np.diff(np.diff(below, axis=0, prepend=0), axis=1, prepend=0)
    counts = tuple(map(tuple, cells.tolist()))
    return BothSides(kind, best, ours, values, counts, "exact", weighted=_weighted(known))


def _drawn(
    known: Situation, kind: str, ours: tuple[int, ...], theirs: tuple[int, ...], seed: int
) -> BothSides:
    of_theirs, of_partner, acceptance = drawn_figures(known, kind, seed)
    best = np.maximum(of_partner, ours[0])
    counts = np.zeros((len(ours), len(theirs)), np.int64)
    np.add.at(counts, (np.searchsorted(ours, best), np.searchsorted(theirs, of_theirs)), 1)
    cells = tuple(map(tuple, counts.tolist()))
    return BothSides(kind, ours[0], ours, theirs, cells, "sampled", acceptance, seed=seed)


@lru_cache(maxsize=256)
def figure_odds(known: Situation, kind: str, seed: int = SEED) -> FigureOdds:
    """Return the odds of `kind` ("gleich" or "hanger") for my side, exact where it can be.

    `seed` is that of the deals drawn where it cannot be counted. Source: RULES 4; the count is DESIGN's
    generating function (`analyse.deals.polynomials`).

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> known = situation(hand, load_rules(), upcard=parse_card("L8"), players=2)
    >>> dict(figure_odds(known, "gleich").counts)
    {'win': 64300, 'stand': 5586, 'lose': 10844}
    """
    best = known.shown(check_kind(kind))
    return odds_by_figure(known, kind, (best,), seed)[best]


def odds_by_figure(
    known: Situation, kind: str, mine: tuple[int, ...], seed: int = SEED
) -> Mapping[int, FigureOdds]:
    """Return the same for each figure of `mine` that my own cards may be made to show (a plan's, say).

    One count serves them all. The others, my partner too, make the most of theirs.

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> known = situation(hand, load_rules(), upcard=parse_card("L8"), players=2)
    >>> [odds.counts["win"] for odds in odds_by_figure(known, "gleich", (0, 15, 23)).values()]
    [0, 28349, 64300]
    """
    ladder = all_values(check_kind(kind), known.rules.hand_size)
    below = {-1: -1, **dict(zip(ladder, (-1, *ladder), strict=False))}  # the next weaker figure
    least = min(mine)
    ours = [v for v in ladder if v >= least]  # what our better one can be
    # deals by (theirs at most, ours at most)
    pairs = [(x, y) for v in ours for x in (v, below[v]) for y in (v, below[v]) if x >= 0 and y >= least]
    counted = joint_counts(known, kind, pairs := [(ANY, ANY), *dict.fromkeys(pairs)])
    if counted is None:
        return {best: _sampled_odds(known, kind, best, seed) for best in mine}
    ways, deals = dict(zip(pairs, counted, strict=True)), counted[0]

    def ours_is(v: int, theirs_at_most: int, best: int) -> int:
        weaker = ways.get((theirs_at_most, below[v]), 0) if v > best else 0
        return ways.get((theirs_at_most, v), 0) - weaker

    found = {}
    for best in mine:
        win = sum(ours_is(v, below[v], best) for v in ours if v >= best)
        not_lost = sum(ours_is(v, v, best) for v in ours if v >= best)
        counts = {"win": win, "stand": not_lost - win, "lose": deals - not_lost}
        found[best] = FigureOdds(kind, best, counts, deals, weighted=_weighted(known))
    return found


def _weighted(known: Situation) -> bool:
    """Return whether some deals may weigh more than others."""
    return len({case.weight for case in known.cases}) > 1


def joint_counts(known: Situation, kind: str, pairs: Pairs) -> list[int] | None:
    """Return, for each (x, y), the deals with their best at most x, my partner's at most y.

    `ANY` is no bound. Deals that weigh more than others count as often as that. None: what is known
    does not factor, so that the count is not exact.
    """
    scale = lcm(*(case.weight.denominator for case in known.cases))
    unit = gcd(*(int(case.weight * scale) for case in known.cases))
    counts = [0] * len(pairs)
    for case in sorted(known.cases, key=lambda case: -len({b.seat for b in case.bounds if b.kind != kind})):
        ways = case_counts(known.frame, case, kind, pairs, share=len(known.cases))
        if ways is None:  # first for those that are told most
            return None
        counts = [n + int(case.weight * scale) // unit * m for n, m in zip(counts, ways, strict=True)]
    return counts


@lru_cache(maxsize=4)
def drawn_figures(
    known: Situation, kind: str, seed: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], float]:
    """Return their best and my partner's figure in drawn deals, and how many of those drawn agreed."""
    dealt = drawn_worlds(known, DRAWN, tries=TRIES, rng=np.random.default_rng(seed))
    values = shown_of_all(kind, dealt.hands, known.perlaggen, known.fixed).T
    if known.players == 2:
        return values[LEFT], np.zeros_like(values[LEFT]), dealt.acceptance
    return np.maximum(values[LEFT], values[RIGHT]), values[PARTNER], dealt.acceptance


def _sampled_odds(known: Situation, kind: str, best: int, seed: int) -> FigureOdds:
    theirs, partner, acceptance = drawn_figures(known, kind, seed)
    ours = np.maximum(partner, best)
    parts = {"win": ours > theirs, "stand": ours == theirs, "lose": ours < theirs}
    counts = {part: int(np.count_nonzero(these)) for part, these in parts.items()}
    return FigureOdds(kind, best, counts, len(ours), "sampled", acceptance, seed=seed)


@lru_cache(maxsize=256)
def figure_law(known: Situation, kind: str, seed: int = SEED) -> Law:
    """Return how many deals give their best and our best figure each value; zeros are left out."""
    best = known.shown(check_kind(kind))
    values = all_values(kind, known.rules.hand_size)
    from_mine = [v for v in values if v >= best]
    counted = joint_counts(known, kind, [*((v, ANY) for v in values), *((ANY, v) for v in from_mine)])
    if counted is None:
        return _sampled_law(known, kind, best, seed)
    theirs, ours = counted[: len(values)], counted[len(values) :]
    ways = _steps(from_mine, ours), _steps(list(values), theirs)
    return Law(kind, *ways, counted[-1], weighted=_weighted(known))


def _sampled_law(known: Situation, kind: str, best: int, seed: int) -> Law:
    theirs, partner, _ = drawn_figures(known, kind, seed)
    ours, of_ours = np.unique(np.maximum(partner, best), return_counts=True)
    values, of_theirs = np.unique(theirs, return_counts=True)
    return Law(
        kind,
        dict(zip(ours.tolist(), of_ours.tolist(), strict=True)),
        dict(zip(values.tolist(), of_theirs.tolist(), strict=True)),
        len(theirs),
        "sampled",
    )


def _steps(values: list[int], at_most: list[int]) -> dict[int, int]:
    """Return the count of each value from the counts of "at most"."""
    counts = {v: n - m for v, n, m in zip(values, at_most, [0, *at_most], strict=False)}
    return {v: n for v, n in counts.items() if n}
