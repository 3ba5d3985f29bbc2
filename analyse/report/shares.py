"""Chances and plans as text, from the objects that hold them."""

from analyse.bidding.my_seat import ROUNDING
from analyse.game.cards import card_name
from analyse.game.taufen import Plan
from analyse.numbers import chance, percent
from analyse.odds.estimate import sampled
from analyse.odds.figures import FigureOdds

MILLION = 10**6


def part_chance(odds: FigureOdds, part: str, lang: str) -> str:
    """Return the chance to "win", "stand" or "lose" as text, from whole numbers where it is exact."""
    if odds.method == "exact":
        return percent(odds.counts[part], odds.worlds, lang)
    return chance(sampled(odds.counts[part], odds.worlds), lang)


def plan_names(plan: Plan) -> str:
    """Return what a plan names: "W=LA S7=LK"; "–" where it names nothing."""
    return " ".join(f"{card_name(p)}={card_name(name)}" for p, name in plan.named) or "–"


def share(p: float, lang: str, drawn: int = 0) -> str:
    """Return a chance as text; 100 % and 0 % only where it is certain, so never of `drawn` deals that agree.

    >>> share(0.3331, "de"), share(1e-9, "en"), share(1.0, "en"), share(1.0, "en", 200)
    ('33,3 %', '<0.1 %', '100 %', '>99.5 %')
    """
    if drawn and not ROUNDING < p < 1 - ROUNDING:
        return chance(sampled(drawn if p > ROUNDING else 0, drawn), lang)
    count = round(p * MILLION)
    if ROUNDING < p < 1 - ROUNDING:
        count = min(max(count, 1), MILLION - 1)
    return percent(count, MILLION, lang)
