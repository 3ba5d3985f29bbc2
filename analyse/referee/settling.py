"""Who writes what, in which order and by which paragraph, and who goes out (RULES 6, 7).

The calls of a deal are gone through as they were said: what is let good and what is overbid is written at
once. Then the cards decide the rest: a figure raised to Spiel aus, the figures bid and held in the order
bid, the others as Gleich, Hanger, Spiel; near the target as `near_end` tells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from analyse.game.figures import KINDS
from analyse.game.ladder import AUS, good_points, held_points, last_step
from analyse.game.rules import Rules
from analyse.i18n import InputError
from analyse.referee.bets import (
    ASK,
    BID,
    FIGURES,
    GOOD,
    HOLD,
    PLAYED,
    RAISE,
    Bet,
    Bets,
    Call,
    said,
)
from analyse.referee.near_end import Cards, write_by_cards, write_held_and_rest
from analyse.referee.slate import Book, Outcome, Settlement

OVERBID_COST = 2  # K, I §20
FALSE_COST = {"figures-and-2": 2, "3": 3, "points-and-3": 3}  # by the preset's false_bid
FORFEITS = ("figures-and-2", "points-and-3")  # of these, those that take what was made in the deal as well
TARGETS = (2, 99)
LOWEST_SCORE = -99


def settle(
    outcomes: Mapping[str, Outcome],
    calls: Sequence[Call],
    score: tuple[int, int],
    rules: Rules,
    *,
    vorhand: int = 0,
) -> Settlement:
    """Return who writes what after a deal.

    Parameters
    ----------
    outcomes : figure -> how its cards decide; one that is never needed may be left out
    calls : what was said, in order
    score : points of sides 0 and 1 before the deal, below the target; below 0 a debt
    rules : the preset, with the target that was agreed on
    vorhand : the side 0 or 1 that led the first trick

    Raises `InputError` where a call is against RULES 6, a bid is unanswered, a score cannot be, or an
    outcome is needed and not told. RULES 6 and 7.

    >>> from analyse.game.rules import load_rules
    >>> calls = (Call("bid", 1, ("gleich",)), Call("hold", 0, ("gleich",)), Call("good", 1, ("spiel",)))
    >>> made = settle({"gleich": Outcome(1)}, calls, (12, 13), load_rules())
    >>> [(entry.side, entry.figure, entry.points, entry.source) for entry in made.entries], made.out
    ([(0, 'spiel', 1, 'S p. 64'), (1, 'gleich', 2, 'I §9; S p. 68')], 1)
    """
    check_score(score, rules.target)
    deal = _Deal(outcomes, calls, Book(rules, score), vorhand)
    for place, call in enumerate(calls):
        deal.say(place, call)
    book, bets = deal.book, deal.bets
    if bets.open and max(deal.seen) < book.target:  # else nobody saw a need to answer
        raise InputError("bet_open", figure=InputError(f"figure_{bets.open[0]}"))
    cards = Cards(outcomes, bets)
    for figure in bets.held:
        if bets.is_aus(figure, rules) and not book.is_over:
            write_by_cards(book, cards, figure)
    for winner, step, figure in deal.waiting:
        _write_good(book, winner, step, figure)
    if not book.is_over:
        write_held_and_rest(book, cards, score)
    return Settlement(score, book.score, book.target, tuple(book.entries), book.out, book.new_deal)


def check_score(score: tuple[int, int], target: int) -> None:
    """Raise `InputError` where a target or a score before a deal cannot be."""
    low, high = TARGETS
    if not low <= target <= high:
        raise InputError("settle_target", bad=target, low=low, high=high)
    if not all(LOWEST_SCORE <= points < target for points in score):
        raise InputError("settle_score", bad=f"{score[0]}:{score[1]}", target=target, low=LOWEST_SCORE)


class _Deal:
    """A deal while it is told call by call."""

    def __init__(
        self, outcomes: Mapping[str, Outcome], calls: Sequence[Call], book: Book, vorhand: int
    ) -> None:
        self.outcomes, self.book, self.vorhand, self.rules = outcomes, book, vorhand, book.rules
        self.bets = Bets()
        self.false = _false_calls(calls, outcomes, book.rules)
        if book.rules.false_bid in FORFEITS:
            book.forfeits = frozenset(side for _, side, _ in self.false)
        # What the table took the score to be: that a figure was missing comes out only at the end.
        self.seen = list(book.score)
        self.waiting: list[tuple[int, int, str]] = []  # let good while a Spiel aus was held: side, step

    def say(self, place: int, call: Call) -> None:
        """Take one more call."""
        if max(self.seen) >= self.book.target and not self._aus_is_held() and not self.false:
            raise InputError("settle_over", bad=call.quoted, score=f"{self.seen[0]}:{self.seen[1]}")
        if call.what == ASK:
            self._check_ask(call)
        before = replace(self.bets, spiel=self._played(call)) if call.what == PLAYED else self.bets
        self.bets = said(before, call, self.rules)
        if call.what == BID:
            self._check_overbid(call)
        for figure in call.figures:
            if (place, call.side, figure) in self.false:
                why = "false_hold" if call.what == HOLD else "false_bid"
                cost = FALSE_COST[self.rules.false_bid]
                self.book.write(call.side, figure, -cost, self.rules.sources["false_bid"], why)
            if call.what == GOOD:
                self._let_good(before.of[figure], 1 - call.side, figure)

    def _check_ask(self, call: Call) -> None:
        """Check that three or more may be asked for: only at one point each to go (§25)."""
        last = self.book.target - 1
        if self.seen != [last, last]:
            raise InputError("settle_ask", bad=call.quoted, score=f"{last}:{last}")
        if self.rules.near_end == "innsbruck" and call.side != self.vorhand:
            raise InputError("settle_ask_vorhand", bad=call.quoted)

    def _played(self, call: Call) -> int:
        """Return who has the Spiel by its tricks."""
        if self.bets.spiel is not None:
            raise InputError("bet_over", bad=call.quoted, figure=InputError("figure_spiel"))
        return Cards(self.outcomes, self.bets).spiel

    def _check_overbid(self, call: Call) -> None:
        """Strike off two points for a bid at one point to go, or for several that would go out (§20)."""
        missing = self.book.target - self.seen[call.side]
        together = self.rules.overbid == "also-together" and len(call.figures) >= missing
        if missing != 1 and not together:
            return
        self.seen[call.side] -= OVERBID_COST
        why = "overbid_last" if missing == 1 else "overbid_together"
        source, n = self.rules.sources["overbid"], len(call.figures)
        self.book.write(call.side, call.figures[0], -OVERBID_COST, source, why, n=n, missing=missing)

    def _aus_is_held(self) -> bool:
        return any(self.bets.is_aus(figure, self.rules) for figure in FIGURES)

    def _let_good(self, bet: Bet, winner: int, figure: str) -> None:
        """Write a figure that was let good; a Spiel aus that is held goes before it (§12)."""
        self.seen[winner] += good_points(bet.step, self.rules)
        if self._aus_is_held():
            self.waiting.append((winner, bet.step, figure))
        else:
            _write_good(self.book, winner, bet.step, figure)


def _write_good(book: Book, winner: int, step: int, figure: str) -> None:
    """Write a figure that was let good at `step`."""
    points = good_points(step, book.rules)
    if step == last_step(book.rules):
        book.write(winner, figure, points, book.rules.sources["spiel_aus_conceded"], "good_aus", n=points)
    elif step > 1:
        level = held_points(step, book.rules)
        book.write(winner, figure, points, book.source("good_raise"), "good_raise", n=points, level=level)
    else:
        why = "good" if step else "good_unasked"
        book.write(winner, figure, points, book.source(why), why)


def _false_calls(
    calls: Sequence[Call], outcomes: Mapping[str, Outcome], rules: Rules
) -> set[tuple[int, int, str]]:
    """Return (place, side, figure) of the first call of each side on a figure the caller lacks (§7, 31)."""
    found: dict[tuple[int, str], int] = {}
    for place, call in enumerate(calls):
        exempt = call.what == BID and call.unseen and rules.false_joint_bid == "exempt"
        if call.what not in {BID, RAISE, AUS, HOLD} or exempt:
            continue
        for figure in call.figures:
            # K §7 speaks of Gleich and Hanger only, I §7 of the Spiel as well.
            if figure not in KINDS and rules.false_bid not in FORFEITS:
                continue
            if figure in outcomes and call.seat in outcomes[figure].lacks:
                found.setdefault((call.side, figure), place)
    return {(place, side, figure) for (side, figure), place in found.items()}
