"""Nobody has bid: which figure is worth a bid, and with which waiting is worth more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyse.advice.bets import BetAdvice, advise
from analyse.advice.halten import SPIEL, as_i_see_it, bet_notes, solve
from analyse.advice.question import Question
from analyse.bidding.beliefs import ANY, read_opponents
from analyse.bidding.ladder_game import BID, WAIT
from analyse.bidding.my_seat import Mine, spiel_as_i_see_it
from analyse.game.cards import hand_name
from analyse.i18n import InputError
from analyse.odds.open_worlds import Progress
from analyse.odds.spiel import Solved


@dataclass(frozen=True, eq=False)
class Bidding:
    """Whether to bid which figure: what waiting and bidding are worth for each that I have.

    `question` is what was asked; `mine` the figures as I see them and `advice` what each is worth, by
    figure; `missing` the figures that my hand does not make; `overbid` whether a bid would be one too many
    at this score, `together_overbid` whether all at once would be (K §20).
    """

    question: Question
    mine: Mapping[str, Mine]
    advice: Mapping[str, BetAdvice]
    missing: tuple[str, ...]
    overbid: bool
    together_overbid: bool = False

    @property
    def together(self) -> dict[str, float | None]:
        """Points of waiting with all figures, and of bidding them all: each by itself, added up."""
        sums: dict[str, float | None] = {}
        for word in (WAIT, BID):
            points = [advice.points.worth.get(word) for advice in self.advice.values()]
            sums[word] = None if None in points else sum(p for p in points if p is not None)
        if self.together_overbid:
            sums[BID] = None
        return sums

    @property
    def better(self) -> tuple[str, ...]:
        """The figures whose bid is worth more than waiting, beyond the error; the most first."""
        return tuple(k for k, gain in self.gains.items() if gain > 0 and not self.advice[k].close)

    @property
    def close(self) -> tuple[str, ...]:
        """The figures for which bidding and waiting are worth the same within the error."""
        return tuple(k for k in self.gains if self.advice[k].close)

    @property
    def gains(self) -> dict[str, float]:
        """What bidding is worth above waiting, by figure, the most first."""
        rows = []
        for kind, advice in self.advice.items():
            worth = advice.decides.worth
            bid, wait = worth.get(BID), worth.get(WAIT)
            if bid is not None and wait is not None:
                rows.append((bid - wait, kind))
        return {kind: gain for gain, kind in sorted(rows, reverse=True)}

    @property
    def notes(self) -> tuple[str, ...]:
        """Keys of the remarks that belong to the numbers."""
        known = self.question.table.known
        own = [note for advice in self.advice.values() for note in bet_notes(known, advice)]
        return tuple(dict.fromkeys([*known.notes, *own, "note.figures_apart"]))


def bieten(
    question: Question,
    kinds: Sequence[str],
    *,
    solved: Solved | None = None,
    progress: Progress | None = None,
) -> Bidding:
    """Return whether to bid each of `kinds`; `solved` and `progress` as in `halten`.

    Raises `InputError` where nothing is believed of the others ("any"), for what a bid is worth depends on
    their answer, and where my hand makes none of the figures.
    """
    known, score = question.table.known, question.score
    believed = {kind: read_opponents(question.opponents, kind) for kind in kinds}
    for belief in believed.values():
        if belief.sort == ANY:
            raise InputError("bieten_any", bad=ANY)
    have = [kind for kind in kinds if kind == SPIEL or known.shown(kind)]
    if not have:
        raise InputError("bieten_nothing", bad=hand_name(known.hand))
    seen, advice = {}, {}
    for kind in have:
        if kind == SPIEL:
            mine = spiel_as_i_see_it(solved or solve(question, progress))
        else:
            mine = as_i_see_it(known, kind, question.seed)
        seen[kind] = mine
        advice[kind] = advise(known, mine, BID, believed[kind], score, seed=question.seed)
    overbid = score is not None and score.ours == score.target - 1
    too_many = score is not None and len(advice) > 1 and len(advice) >= score.target - score.ours
    missing = tuple(kind for kind in kinds if kind not in have)
    return Bidding(
        question, seen, advice, missing, overbid, too_many and known.rules.overbid == "also-together"
    )
