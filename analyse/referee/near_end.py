"""What the cards decide when all has been said, near the target too (RULES 7; I §25-25b, K §25)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from analyse.game.figures import KINDS, figure_count
from analyse.game.ladder import held_points, last_step
from analyse.i18n import InputError
from analyse.referee.bets import FIGURES, Bets
from analyse.referee.slate import Book, Outcome

LEAST_NEAR = 3  # cards of a figure that counts at one point each to go: two-card figures never do
NEAR_ORDER = {"rank-first": KINDS}  # by the preset's near_end_order: which figure is looked at first


@dataclass(frozen=True)
class Cards:
    """How the cards decide after all that was said.

    Parameters
    ----------
    outcomes : figure -> how it ends; a figure that is never needed may be missing
    bets : all that was said
    """

    outcomes: Mapping[str, Outcome]
    bets: Bets

    def outcome(self, figure: str) -> Outcome:
        """Return how a figure ends; raises `InputError` if that is not told."""
        outcome = self.outcomes.get(figure)
        if outcome is None:
            raise InputError("settle_missing", figure=InputError(f"figure_{figure}"), example=f"{figure} us")
        if self.stood(figure):
            return replace(outcome, better=None)
        return outcome

    def stood(self, figure: str) -> bool:
        """Whether the side that has the Spiel called a figure standing that it has better (§23)."""
        better = self.outcomes[figure].better
        return better is not None and better == self.bets.spiel and (better, figure) in self.bets.stood

    @property
    def spiel(self) -> int:
        """The side that has the Spiel; raises `InputError` if that is not told."""
        side = self.bets.spiel if self.bets.spiel is not None else self.outcome("spiel").better
        if side is None:
            raise InputError("settle_missing", figure=InputError("figure_spiel"), example="spiel us")
        return side


def write_by_cards(book: Book, cards: Cards, figure: str) -> None:
    """Write a figure that the cards decide, at what it was held for (RULES 6)."""
    if figure == "spiel":
        _write_won(book, cards, figure, cards.spiel)
        return
    outcome = cards.outcome(figure)
    if outcome.better is not None:
        _write_won(book, cards, figure, outcome.better)
    elif outcome.nobody:
        book.write(None, figure, 0, book.source("nobody"), "nobody")
    elif cards.stood(figure):
        book.write(None, figure, 0, book.source("stood"), "stood")
    elif book.rules.equal_figures == "spiel":
        _write_won(book, cards, figure, cards.spiel, "equal_spiel")
    else:
        book.write(None, figure, 0, book.rules.sources["equal_figures"], "stands")


def _write_won(book: Book, cards: Cards, figure: str, side: int, why: str | None = None) -> None:
    """Write a figure for `side` at what it was held for; `why` where it is not the better one."""
    step = cards.bets.of[figure].step
    if step == last_step(book.rules):
        points, usual, source = book.target - book.score[side], "aus", book.source("aus")
    elif step:
        points, usual = held_points(step, book.rules), "held" if step == 1 else "raised"
        source = book.source("held")
    else:
        points, usual, source = 1, "unbid", book.source("unbid")
    if why:
        source = book.rules.sources["equal_figures"]
    book.write(side, figure, points, source, why or usual, n=points)


def write_held_and_rest(book: Book, cards: Cards, before: tuple[int, int]) -> None:
    """Write what the cards decide, except a Spiel aus: held figures in the order bid, then the others.

    `before`: points before the deal. One point each to go, and the case 14:12, end as RULES 7 tell.
    """
    near, bets = book.is_near, cards.bets
    held = [figure for figure in bets.held if not bets.is_aus(figure, book.rules)]
    trap = len(held) == len(FIGURES) - 1 and _is_trap(book, bets, before)
    for figure in held:
        write_by_cards(book, cards, figure)
        if trap and book.entries[-1].side is None:
            book.write(None, held[1], 0, book.source("trap"), "void")
            book.close("void")
        if book.is_over:
            return
        trap = False
    if near:
        _decide_near(book, cards)
        return
    for figure in FIGURES:
        if not bets.of[figure].step and bets.of[figure].good is None and not book.is_over:
            write_by_cards(book, cards, figure)


def _is_trap(book: Book, bets: Bets, before: tuple[int, int]) -> bool:
    """Whether it is I §25b: 14:12, the 12 bid all three, two are held, the third is let good."""
    third = next((figure for figure in FIGURES if bets.of[figure].place == len(FIGURES)), None)
    if book.rules.near_end != "innsbruck" or third is None:
        return False
    side = bets.of[third].good
    if side is None or bets.of[third].step != 1:
        return False
    last = book.target - 1  # a bid of the 14 would have cost them two
    return before[side] == last - 2 and before[1 - side] == last == book.score[1 - side]


def _decide_near(book: Book, cards: Cards) -> None:
    """Decide the game at one point each to go: Gleich, then Hanger of three or more, else Spiel."""
    bets = cards.bets
    good = [figure for figure in FIGURES if bets.of[figure].good is not None]
    innsbruck = book.rules.near_end == "innsbruck"
    higher_gone = innsbruck and not set(KINDS).isdisjoint(good)  # I §25a: a lesser one no longer counts
    asked = not higher_gone if innsbruck else bets.asked
    for kind in NEAR_ORDER[book.rules.near_end_order] if asked else ():
        if kind in good:
            continue
        outcome, step = cards.outcome(kind), bets.of[kind].step
        if step and outcome.better is not None:  # it was held, and has been written or forfeited
            continue
        if outcome.best is None:
            raise InputError("settle_value", figure=InputError(f"figure_{kind}"), example=f"{kind} us 3A")
        if figure_count(outcome.best) < LEAST_NEAR:
            continue
        if outcome.better is not None:
            book.write(outcome.better, kind, 1, book.source("near"), "near_better")
            return
        if not step:
            book.write(None, kind, 0, book.source("near"), "near_equal")
        break
    if "spiel" in good:
        book.close("equal")
    elif not bets.of["spiel"].step:
        why = "near_spiel" if asked else "near_good" if higher_gone else "near_unasked"
        book.write(cards.spiel, "spiel", 1, book.source("near_good" if higher_gone else "near"), why)
