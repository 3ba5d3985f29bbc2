"""The slate: how figures end, and the lines written down until somebody is out (RULES 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from analyse.game.rules import Rules

# Why a line is written, by the paragraphs of either year and the page that tells the points. Where the
# preset has a field, its own source is told instead.
_PARAGRAPHS: Mapping[str, Mapping[str, str]] = {
    "innsbruck": {
        "good": "I §9",
        "good_unasked": "S p. 64",
        "good_raise": "I §9; S p. 69",
        "aus": "I §12; S p. 69",
        "held": "I §9; S p. 68",
        "unbid": "I §6; S p. 66",
        "nobody": "S p. 66",
        "stood": "I §23",
        "near": "I §25",
        "near_good": "I §25a",
        "trap": "I §25b",
    },
    "kongress": {
        "good": "K §9",
        "good_unasked": "K §9",
        "good_raise": "K §9; S p. 69",
        "aus": "K §12; S p. 69",
        "held": "K §12; S p. 68",
        "unbid": "K §6; S p. 66",
        "nobody": "S p. 66",
        "stood": "K §23",
        "near": "K §25",
    },
}


@dataclass(frozen=True)
class Outcome:
    """How a figure ends where the cards decide it.

    Parameters
    ----------
    better : the side 0 or 1 that has the better figure, or the Spiel; None: equal, or nobody has it
    best : the best figure as in `figures`, 0 where nobody has it, None where it is not told
    lacks : the seats that neither have the figure nor can make it; of the Spiel: could not play by §27
    """

    better: int | None
    best: int | None = None
    lacks: frozenset[int] = frozenset()

    @property
    def nobody(self) -> bool:
        """Whether nobody has the figure at all."""
        return self.better is None and self.best == 0


@dataclass(frozen=True)
class Entry:
    """One line of the reckoning.

    Parameters
    ----------
    side : who writes it or has it struck off, None where nobody writes
    figure : "gleich", "hanger" or "spiel"
    points : written (above 0) or struck off (below)
    source : the paragraph
    why : the sentence, key `settle.why_<why>` of the catalogue
    params : what that sentence has to fill in
    score : of sides 0 and 1 afterwards
    """

    side: int | None
    figure: str
    points: int
    source: str
    why: str
    params: Mapping[str, int]
    score: tuple[int, int]


@dataclass(frozen=True)
class Settlement:
    """The reckoning of a deal.

    Parameters
    ----------
    before, after : points of sides 0 and 1; below 0 is a debt (K, I §31)
    target : the points that go out
    entries : in the order written, up to the one that goes out
    out : the side that has won the game
    new_deal : why there is a new deal at this score, key `settle.new_deal_<why>`, else None
    """

    before: tuple[int, int]
    after: tuple[int, int]
    target: int
    entries: tuple[Entry, ...]
    out: int | None = None
    new_deal: str | None = None

    @property
    def penalties(self) -> tuple[Entry, ...]:
        """The entries that were struck off."""
        return tuple(entry for entry in self.entries if entry.points < 0)


@dataclass
class Book:
    """The slate while it is being written; nothing is written once the deal is over.

    Parameters
    ----------
    rules : the preset, with the target that was agreed on
    score : of sides 0 and 1 so far
    forfeits : the sides that lose every figure made in this deal (I §7, 31)
    entries, new_deal : as in `Settlement`
    """

    rules: Rules
    score: tuple[int, int]
    forfeits: frozenset[int] = frozenset()
    entries: list[Entry] = field(default_factory=list)
    new_deal: str | None = None

    @property
    def target(self) -> int:
        """The points that go out."""
        return self.rules.target

    @property
    def out(self) -> int | None:
        """The side that has reached the target; never both, for nothing is written afterwards."""
        return next((side for side in (0, 1) if self.score[side] >= self.target), None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is written in this deal."""
        return self.out is not None or self.new_deal is not None

    @property
    def is_near(self) -> bool:
        """Whether both sides lack just one point."""
        return self.score == (self.target - 1, self.target - 1)

    def source(self, key: str) -> str:
        """Return the paragraph and page for a line, in the year of the preset."""
        return _PARAGRAPHS[self.rules.near_end][key]

    def write(self, side: int | None, figure: str, points: int, source: str, why: str, **params: int) -> None:
        """Write one line, unless the deal is over; a side that forfeits its figures gets no points."""
        if self.is_over:
            return
        if side in self.forfeits and points > 0:
            points, source, why = 0, self.rules.sources["false_bid"], "forfeited"
        ours, theirs = self.score
        self.score = (ours + points * (side == 0), theirs + points * (side == 1))
        filled = MappingProxyType(params)
        self.entries.append(Entry(side, figure, points, source, why, filled, self.score))

    def close(self, new_deal: str) -> None:
        """End the deal with a new one at this score, unless somebody is out already."""
        if not self.is_over:
            self.new_deal = new_deal
