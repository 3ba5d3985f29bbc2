"""How often our figure beats theirs, exactly: win, stand, lose and the whole law of both sides."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from analyse.game.figures import KINDS, MAX_COUNT, figure
from analyse.i18n import InputError
from analyse.odds.counting import ANY, joint_counts
from analyse.odds.estimate import Estimate, exact
from analyse.odds.situation import Situation


@dataclass(frozen=True)
class FigureOdds:
    """Side against side, each player making the most of this figure alone.

    Parameters
    ----------
    kind : "gleich" or "hanger"
    best : the best figure of my own cards
    counts : deals by "win", "stand", "lose"; they add up to `worlds`
    worlds : number of deals that agree with the situation
    """

    kind: str
    best: int
    counts: Mapping[str, int]
    worlds: int
    method: str = "exact"

    @property
    def win(self) -> Estimate:
        """Chance that our better figure beats both of theirs."""
        return exact(self.counts["win"], self.worlds)

    @property
    def stand(self) -> Estimate:
        """Chance that the best figures of both sides are equal, or that neither has one."""
        return exact(self.counts["stand"], self.worlds)

    @property
    def lose(self) -> Estimate:
        """Chance that theirs is better."""
        return exact(self.counts["lose"], self.worlds)


@dataclass(frozen=True)
class Law:
    """How many deals give each side's best figure each value; each adds up to `worlds`."""

    kind: str
    ours: Mapping[int, int]
    theirs: Mapping[int, int]
    worlds: int


def check_kind(kind: str) -> str:
    """Return `kind`, or raise `InputError` if it is no figure that is counted here."""
    if kind not in KINDS:
        raise InputError("figure_unknown", bad=kind)
    return kind


def all_values(kind: str, most: int = MAX_COUNT) -> tuple[int, ...]:
    """Return every value a figure of at most `most` cards can have, ascending, none first.

    >>> len(all_values("gleich", 5)), len(all_values("hanger", 5))
    (33, 23)
    """
    lowest_top = 0 if kind == "gleich" else 1
    return (0, *(8 * n + rank for n in range(1, most) for rank in range(n * lowest_top, 8)))


@lru_cache(maxsize=256)
def figure_odds(known: Situation, kind: str) -> FigureOdds:
    """Return the exact odds of `kind` ("gleich" or "hanger") for my side.

    Source: RULES 4; the count is DESIGN's generating function (`analyse.odds.counting`).

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.odds.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> known = situation(hand, load_rules(), upcard=parse_card("L8"), players=2)
    >>> dict(figure_odds(known, "gleich").counts)
    {'win': 64300, 'stand': 5586, 'lose': 10844}
    """
    best = figure(check_kind(kind), known.hand, known.perlaggen)
    return odds_by_figure(known, kind, (best,))[best]


def odds_by_figure(known: Situation, kind: str, mine: tuple[int, ...]) -> Mapping[int, FigureOdds]:
    """Return the same for each figure of `mine` that my own cards may be made to show (a plan's, say).

    One count serves them all. The others, my partner too, make the most of theirs.

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.odds.situation import situation
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
    pairs = list(dict.fromkeys(pairs))
    ways = dict(zip(pairs, joint_counts(known, kind, pairs), strict=True))

    def ours_is(v: int, theirs_at_most: int, best: int) -> int:
        weaker = ways.get((theirs_at_most, below[v]), 0) if v > best else 0
        return ways.get((theirs_at_most, v), 0) - weaker

    found = {}
    for best in mine:
        win = sum(ours_is(v, below[v], best) for v in ours if v >= best)
        not_lost = sum(ours_is(v, v, best) for v in ours if v >= best)
        counts = {"win": win, "stand": not_lost - win, "lose": known.deals - not_lost}
        found[best] = FigureOdds(kind, best, counts, known.deals)
    return found


@lru_cache(maxsize=256)
def figure_law(known: Situation, kind: str) -> Law:
    """Return how many deals give their best and our best figure each value; zeros are left out."""
    best = figure(check_kind(kind), known.hand, known.perlaggen)
    values = all_values(kind, known.rules.hand_size)
    theirs = joint_counts(known, kind, [(v, ANY) for v in values])
    ours = joint_counts(known, kind, [(ANY, v) for v in values if v >= best])
    return Law(
        kind,
        _steps([v for v in values if v >= best], ours),
        _steps(list(values), theirs),
        known.deals,
    )


def _steps(values: list[int], at_most: list[int]) -> dict[int, int]:
    """Return the count of each value from the counts of "at most"."""
    counts = {v: n - m for v, n, m in zip(values, at_most, [0, *at_most], strict=False)}
    return {v: n for v, n in counts.items() if n}
