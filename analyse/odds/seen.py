"""What one player knows of a deal, as data; `analyse.odds.situation` makes it from what he says."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from analyse.game.cards import mask_of
from analyse.game.rules import Rules
from analyse.odds.cases import Case, Condition, Table, cases
from analyse.odds.conditioned import possible
from analyse.odds.fixed import Fixed, names_of, shown_figures
from analyse.odds.statements import LEFT, ME, PARTNER, RIGHT, Statement
from analyse.odds.tables import Frame, count


@dataclass(frozen=True)
class Situation:
    """All that is known of one deal, seen from seat 0.

    Parameters
    ----------
    rules : the preset
    hand : mask of my cards
    upcard : the card turned up (nobody's), None where only the trump suit is known
    trump : suit 0..3
    players : 2 or 4; seats 0 me, 1 left (two players: the other), 2 partner, 3 right
    leader : seat of Vorhand
    places : (card, bits) for every unseen card, ascending; bit s: may lie at seat s, bit 4: asleep
    bottom : whether the card left at the bottom by the cut is known to be no permanent Perlagg
    known : the statements, as read
    notes : keys of the remarks that belong to every answer
    statements : the statements, in canonical order and each once
    conditions : those of them that `places` and `bottom` do not say: numbers, figures, bids; figures are
        those of the hands as dealt
    fixed : the Perlaggen that were played, mine too; each is one plain card from then on
    """

    rules: Rules
    hand: int
    upcard: int | None
    trump: int
    players: int
    leader: int
    places: tuple[tuple[int, int], ...]
    bottom: bool
    known: str
    notes: tuple[str, ...]
    statements: tuple[Statement, ...] = ()
    conditions: tuple[Condition, ...] = ()
    fixed: tuple[Fixed, ...] = ()

    @cached_property
    def perlaggen(self) -> int:
        """Mask of the Perlaggen of this deal."""
        return self.rules.perlagg_mask(self.trump)

    @property
    def others(self) -> tuple[int, ...]:
        """The seats of the other players: opponents first, then the partner."""
        return (LEFT, RIGHT, PARTNER) if self.players == 4 else (LEFT,)

    @cached_property
    def frame(self) -> Frame:
        """The unseen cards and where each may lie, for counting and drawing."""
        return Frame(
            self.others,
            self.rules.hand_size,
            self.places,
            self.perlaggen,
            self.rules.permanent,
            self.bottom,
            tuple(fixed for fixed in self.fixed if fixed.seat != ME),
        )

    @cached_property
    def table(self) -> Table:
        """Who sits where and what I see, for the conditions."""
        unseen = mask_of(card for card, _ in self.places)
        return Table(self.hand, unseen, self.rules, self.trump, self.players, self.leader)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """All conditions, as cases that exclude each other."""
        return cases(self.conditions, self.table)

    @cached_property
    def deals(self) -> int:
        """Number of equally likely deals that agree with where the cards may lie.

        The conditions, which may give deals weights, are left aside: they are part of the odds.
        """
        return count(self.frame)

    @property
    def possible(self) -> bool:
        """Whether any deal agrees with all that is known."""
        frame = replace(self.frame, fixed=())  # names change figures, and bounds are about hands as dealt
        return all(bits for _, bits in self.places) and any(possible(frame, case) for case in self.cases)

    @property
    def named(self) -> tuple[int, ...]:
        """The cards that my Perlaggen already played are now, a six left out."""
        return names_of(self.fixed, ME)

    @property
    def unplayed(self) -> int:
        """Mask of my cards without the Perlaggen already played."""
        return self.hand & ~mask_of(fixed.card for fixed in self.fixed)

    def shown(self, kind: str) -> int:
        """Return the best figure of `kind` ("gleich" or "hanger") that my own cards can still show."""
        hand = np.array([self.hand], np.uint64)
        return int(shown_figures(kind, hand, self.perlaggen, self.fixed, ME)[0])
