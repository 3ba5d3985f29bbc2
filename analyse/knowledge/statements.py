"""What one player says he knows of a deal, as data: the statements of the known language.

Seats stand as in a situation: 0 me, 1 left (two players: the other), 2 partner, 3 right, and 4 for
the cards asleep. A statement about several seats is about their hands together.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from analyse.game.cards import RANKS, SUITS, mask_of
from analyse.game.figures import N_VALUES, RANK_MASKS
from analyse.game.rules import Rules

DEALER: tuple[int, ...] = ()  # the dealer's side; which one it is depends on who leads
MOST_CARDS = 33  # `high` of a count without an upper bound
MOST_FIGURE = N_VALUES - 1  # `high` of a figure without an upper bound

Seats: TypeAlias = tuple[int, ...]
What: TypeAlias = str | tuple[int, ...]


@dataclass(frozen=True)
class Holds:
    """A card is at one of `seats`, or (not `held`) at none of them: "left: W !S7", "out: E8"."""

    seats: Seats
    card: int
    held: bool = True


@dataclass(frozen=True)
class Cut:
    """The cutter kept just these permanent Perlaggen (ascending): "cut: HK W", "cut: none"."""

    cards: tuple[int, ...]


@dataclass(frozen=True)
class Count:
    """The hands of `seats` hold between `low` and `high` cards of a set: "left: >=2 perlaggen".

    `what` is "perlaggen", "trumps" (the plain ones), a suit "H" or a rank "rank K" (plain cards in
    both: a Perlagg belongs to no suit), or a tuple of cards, ascending. `high` is `MOST_CARDS` where
    there is no upper bound.
    """

    seats: Seats
    what: What
    low: int
    high: int


@dataclass(frozen=True)
class Figure:
    """The best single hand among `seats` makes a figure from `low` to `high`: "left: gleich>=2A".

    Figures are those of `analyse.game.figures`, 0 for none; `high` is `MOST_FIGURE` where there is
    no upper bound.
    """

    seats: Seats
    kind: str
    low: int
    high: int


@dataclass(frozen=True)
class Swapped:
    """`seat` took the Perlagg turned up and gave its lowest plain trump: "right: swapped LU for L8"."""

    seat: int
    perlagg: int
    given: int


@dataclass(frozen=True)
class Kept:
    """The turned Perlagg was left lying although a swap was allowed: "dealer: kept 80%".

    `chance`, in [0, 1], is how often a side that holds a plain trump swaps: deals where it holds
    one weigh `1 - chance`. `seats` is `DEALER` as read.
    """

    seats: Seats
    chance: Fraction


@dataclass(frozen=True)
class Bid:
    """A figure was bid or held: "left: bid gleich 2K 90%", "opponents: held hanger 3A 100%".

    `action` is "bid" or "held". Deals in which the best figure of `seats` is below `value` weigh
    `1 - belief`, a `belief` in [0, 1].
    """

    seats: Seats
    kind: str
    action: str
    value: int
    belief: Fraction


@dataclass(frozen=True)
class Played:
    """`seat` has played `card`, a Perlagg as `name` (None: as what it shows): "left: played W=HA".

    The card was dealt to that seat, and from now on it is what it was named in every figure (RULES 2).
    """

    seat: int
    card: int
    name: int | None = None


@dataclass(frozen=True)
class Void:
    """None of `seats` has a plain card of `suit` ("H") left among those it has not played: "left: void H".

    Proved by who did neither follow suit nor take the trick as it lay (K §13), and by nothing less.
    """

    seats: Seats
    suit: str


Statement: TypeAlias = Holds | Cut | Count | Figure | Swapped | Kept | Bid | Played | Void


def cards_meant(what: What, rules: Rules, trump: int) -> int:
    """Return the mask of the cards that a count is about when `trump` (0..3) is trump.

    >>> from analyse.game.cards import hand_name
    >>> from analyse.game.rules import load_rules
    >>> hand_name(cards_meant("trumps", load_rules(), 1)), hand_name(cards_meant("rank K", load_rules(), 1))
    ('LA LK L10 L9 L8', 'LK SK EK')
    """
    if isinstance(what, tuple):
        return mask_of(what)
    perlaggen = rules.perlagg_mask(trump)
    if what == "perlaggen":
        return perlaggen
    if what == "trumps":
        return rules.plain_trumps(trump)
    kind, _, rank = what.rpartition(" ")
    all_of_it = RANK_MASKS[RANKS.index(rank)] if kind else 0xFF << 8 * SUITS.index(what)
    return all_of_it & ~perlaggen
