"""How often our best figure is this one and theirs that one, together: what a bet on a figure turns on."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analyse.odds.counting import ANY
from analyse.odds.figures_odds import all_values, check_kind, drawn_figures, joint_counts
from analyse.odds.situation import Situation


@dataclass(frozen=True)
class BothSides:
    """Deals by the best figure of each side.

    Parameters
    ----------
    ours, theirs : the figures that occur or might, ascending
    chance : (ours, theirs) float64, the share of the deals; adds up to 1
    worlds : number of deals (weights, where beliefs weigh deals), or of deals drawn
    method : "exact" or "sampled"
    """

    ours: tuple[int, ...]
    theirs: tuple[int, ...]
    chance: NDArray[np.float64]
    worlds: int
    method: str


@lru_cache(maxsize=64)
def both_sides(known: Situation, kind: str) -> BothSides:
    """Return the joint law of our and their best figure of `kind`, each player making the most of it.

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.odds.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> law = both_sides(situation(hand, load_rules(), upcard=parse_card("L8"), players=2), "gleich")
    >>> law.ours, int(law.chance[0, :law.theirs.index(23)].sum() * law.worlds + 0.5)
    ((23,), 64300)
    """
    values = all_values(check_kind(kind), known.rules.hand_size)
    best = known.shown(kind)
    ours = tuple(v for v in values if v >= best) if known.players == 4 else (best,)
    at_most = ours if known.players == 4 else (ANY,)  # two players: nobody beside me
    counted = joint_counts(known, kind, [(x, y) for y in at_most for x in values])
    if counted is None:
        return _drawn(known, kind, ours, values)
    below = np.array(counted, object).reshape(len(ours), len(values))
    cells = np.diff(np.diff(below, axis=0, prepend=0), axis=1, prepend=0)
    worlds = int(below[-1, -1])
    chance = np.array([[n / worlds for n in row] for row in cells.tolist()])
    return BothSides(ours, values, chance, worlds, "exact")


def _drawn(known: Situation, kind: str, ours: tuple[int, ...], theirs: tuple[int, ...]) -> BothSides:
    of_theirs, of_partner, _ = drawn_figures(known, kind)
    best = np.maximum(of_partner, ours[0])
    chance = np.zeros((len(ours), len(theirs)))
    np.add.at(chance, (np.searchsorted(ours, best), np.searchsorted(theirs, of_theirs)), 1 / len(best))
    return BothSides(ours, theirs, chance, len(best), "sampled")
