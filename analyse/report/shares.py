"""Chances and plans as text, from the objects that hold them."""

from collections.abc import Iterable, Sequence

from analyse.bidding.my_seat import ROUNDING
from analyse.game.cards import card_name
from analyse.game.taufen import Plan
from analyse.numbers import chance, parts, percent
from analyse.odds.estimate import Estimate, sampled
from analyse.odds.figures import FigureOdds

MILLION = 10**6


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


def share_parts(shares: Sequence[float], lang: str) -> list[str]:
    """Return chances, in [0, 1], that are all parts of one whole as text."""
    return parts(shares, [share(p, lang) for p in shares], lang)


def estimate_parts(estimates: Iterable[Estimate], lang: str) -> list[str]:
    """Return the chances that are all parts of one whole as text."""
    them = list(estimates)
    return parts([each.value for each in them], [chance(each, lang) for each in them], lang)


def figure_parts(odds: FigureOdds, lang: str) -> dict[str, str]:
    """Return the chances to "win", "stand" and "lose" as text, from whole numbers where they are exact."""
    n = odds.worlds
    drawn = odds.method != "exact"
    alone = [chance(sampled(k, n), lang) if drawn else percent(k, n, lang) for k in odds.counts.values()]
    return dict(zip(odds.counts, parts(list(odds.counts.values()), alone, lang), strict=True))
