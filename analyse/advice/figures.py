"""How good my figures are, and what my Perlaggen can be named: asked."""

from collections.abc import Mapping
from dataclasses import dataclass

from analyse.game.figures import KINDS
from analyse.game.taufen import Taufen, taufen
from analyse.knowledge.situation import Situation
from analyse.odds.figures import SEED, FigureOdds, Law, figure_law, figure_odds


@dataclass(frozen=True)
class Odds:
    """The odds of the figures asked for, and their laws if those were asked for, too."""

    situation: Situation
    odds: Mapping[str, FigureOdds]
    laws: Mapping[str, Law]

    @property
    def notes(self) -> tuple[str, ...]:
        """Keys of the remarks that belong to the numbers."""
        return self.situation.notes


def ask_odds(known: Situation, kinds: tuple[str, ...], *, law: bool, seed: int = SEED) -> Odds:
    """Return the odds of `kinds`, in the order of `KINDS`; `seed` is that of the deals of those drawn."""
    asked = [kind for kind in KINDS if kind in kinds]
    return Odds(
        known,
        {kind: figure_odds(known, kind, seed) for kind in asked},
        {kind: figure_law(known, kind, seed) for kind in asked if law},
    )


def ask_taufen(known: Situation) -> Taufen:
    """Return what the Perlaggen of the hand can be named."""
    return taufen(known.unplayed, known.rules, known.trump, known.named)
