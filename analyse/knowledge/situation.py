"""What one player knows of a deal, as data; `analyse.knowledge.situation` makes it from what he says."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from analyse.deals.constraints import Case, Fixed, Frame, names_of, shown_figures
from analyse.deals.dealing import count
from analyse.deals.drawing import agreeing, example_deals, possible
from analyse.game.cards import SUITS, card_name, cards_of, hand_name, mask_of
from analyse.game.rules import Rules, trump_suit
from analyse.game.seats import LEFT, ME, PACK, PARTNER, RIGHT
from analyse.i18n import InputError
from analyse.knowledge.cases import CONDITIONS, Condition, Table, cases
from analyse.knowledge.conflict import smallest_conflict
from analyse.knowledge.language import parse_known, print_known
from analyse.knowledge.possible import CUT_MAX, check, check_hand, cutter, lower_trumps, must_swap
from analyse.knowledge.statements import Bid, Cut, Figure, Holds, Kept, Played, Statement, Swapped, Void


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

    @cached_property
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


_PAIR = 2  # only one statement alone is less


def situation(  # noqa: PLR0913  the six facts a question begins with
    hand: int,
    rules: Rules,
    *,
    upcard: int | None = None,
    trump: int | None = None,
    players: int = 4,
    leader: int = 0,
    known: str = "",
    later: bool = False,
) -> Situation:
    """Return the situation of a player who holds `hand` (mask).

    Either `upcard` (still lying there) or `trump` alone must be given. `known` is in the known language
    (`analyse.knowledge.language`): "partner: W L9; opponents: HK; left: !S7 >=1 trumps; cut: none". Whether
    any deal agrees is looked at `later` where plays are to follow (`analyse.knowledge.record.with_record`):
    what has been played may bear on it.

    Raises `InputError` where `known` cannot be read, and where its statements contradict each other; a
    smallest set of statements that cannot hold together is then named.

    >>> from analyse.game.cards import parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> mine = mask_of(parse_cards("HA LA SU E10 W"))
    >>> situation(mine, load_rules(), upcard=parse_card("L8")).deals
    13155340358160
    """
    if players not in (2, 4):
        raise InputError("players", bad=players)
    if not 0 <= leader < players:
        raise InputError("leader", bad=leader, last=players - 1)
    suit = trump_suit(rules, upcard, trump)
    check_hand(hand, rules, upcard)
    made = Situation(
        rules, hand, upcard, suit, players, leader, (), bottom=False, known=known.strip(), notes=()
    )
    statements = parse_known(known, players, rules)
    for statement in statements:
        check(made, statement)
    made = replace(made, statements=statements)
    agreed = told(made, statements)
    if not later and not agreed.possible:
        raise _contradiction(made, statements)
    return agreed


def _contradiction(seen: Situation, statements: Sequence[Statement]) -> InputError:
    """Return the error that names a smallest set of statements that cannot hold together."""
    named = disagreeing(seen, statements)
    bad = print_known(named, seen.players)
    held = [s for s in named if isinstance(s, Holds) and s.held and s.seats == _seats_of(named[0])]
    if len(held) == len(named) > 1 and PACK not in held[0].seats:
        where, _, cards = bad.partition(": ")
        room = seen.rules.hand_size * len(held[0].seats)
        return InputError("known_too_many", bad=cards, where=where, n=room)
    return InputError("known_contradiction" if len(named) > 1 else "known_impossible", bad=bad)


def disagreeing(
    seen: Situation, statements: Sequence[Statement], plays: Collection[Played] = ()
) -> tuple[Statement, ...]:
    """Return a smallest part of statements that cannot hold together; all of them do not (see `told`)."""

    def tell(some: Sequence[Statement]) -> Situation:
        return told(seen, some, plays)

    def fast_conflicts(some: Sequence[Statement]) -> Iterator[list[Statement]]:
        # what places alone decide is found far sooner than what numbers do, and those than figures
        for slower in (CONDITIONS, (Figure, Bid)):
            fast = [statement for statement in some if not isinstance(statement, slower)]
            if len(fast) < len(some) and not tell(fast).possible:
                yield fast

    def smallest(among: Sequence[Statement], core: Sequence[Statement] = ()) -> tuple[Statement, ...]:
        each = [tell([statement]) for statement in among]
        return smallest_conflict(
            among,
            lambda some: next(fast_conflicts(some), None) is None and tell(some).possible,
            lambda some: _beside(tell(some), each, lambda also: tell([among[i] for i in also])),
            core,
        )

    for fast in fast_conflicts(statements):
        found = smallest(fast)
        if len(found) == 1:
            return found
        if len(found) == _PAIR:
            alone = ((one,) for one in statements if one not in fast and not tell([one]).possible)
            return next(alone, found)
        return smallest(statements, found)
    return smallest(statements)


def _beside(
    known: Situation, each: Sequence[Situation], together: Callable[[Sequence[int]], Situation]
) -> Sequence[int]:
    """Return the places of the statements (`each` alone) that hold in a deal that agrees, one with many."""
    hands = example_deals(known.frame, known.cases)
    holds = np.stack([agreeing(one.frame, one.cases, hands) for one in each])
    if not holds.size:
        return ()
    found: list[int] = np.flatnonzero(holds[:, holds.sum(axis=0).argmax()]).tolist()
    return found if all(bits for _, bits in together(found).places) else ()


def _seats_of(statement: Statement) -> Sequence[int]:
    return statement.seats if isinstance(statement, Holds) else ()


def told(seen: Situation, statements: Sequence[Statement], plays: Collection[Played] = ()) -> Situation:
    """Return the situation with some statements taken in; it may be impossible.

    A suit no longer held is one of the cards not played, so the cards of `plays` and those that any
    statement of `seen` tells as played are left out of it, whether they are among `statements` or not.
    """
    said = (*(s for s in seen.statements if isinstance(s, Played)), *plays)
    places = _Places(seen, said)
    exchange = places.exchange(statements)
    for statement in statements:
        places.add(statement)
    cut = next((s for s in statements if isinstance(s, Cut)), None)
    return replace(
        seen,
        places=tuple(sorted(places.bits.items())),
        bottom=cut is not None and len(cut.cards) < CUT_MAX,
        notes=(
            *exchange,
            *(() if cut is not None else ("note.no_cut",)),
            *(("note.named_stays",) if places.fixed else ()),
        ),
        statements=tuple(statements),
        conditions=tuple(s for s in statements if isinstance(s, CONDITIONS)),
        fixed=tuple(sorted(places.fixed)),
    )


class _Places:
    """Where each unseen card may lie, narrowed statement by statement."""

    def __init__(self, seen: Situation, played: Collection[Played]) -> None:
        self.seen = seen
        self.gone = {(one.seat, one.card) for one in played}
        self.fixed: set[Fixed] = set()
        self.dealers = seen.table.dealers
        upcard = 0 if seen.upcard is None else 1 << seen.upcard
        everywhere = _bits((*seen.others, PACK))
        self.bits = dict.fromkeys(cards_of(seen.rules.pack & ~seen.hand & ~upcard), everywhere)

    def add(self, statement: Statement) -> None:
        """Take in what a statement says of single cards."""
        match statement:
            case Holds(seats, card, held):
                self.narrow(1 << card, _bits(seats) if held else ~_bits(seats))
            case Cut(cards):
                self.narrow(mask_of(cards) & ~self.seen.hand, _bits((cutter(self.seen),)))
            case Swapped(seat, perlagg, given):
                self.narrow(1 << perlagg, _bits((seat,)))
                self.narrow(lower_trumps(self.seen, given), ~_bits((seat,)))
                if must_swap(self.seen, perlagg):  # the dealer comes first: he had nothing to swap
                    before = self.dealers[: self.dealers.index(seat)]
                    self.narrow(self.seen.rules.plain_trumps(self.seen.trump), ~_bits(before))

            case Played():
                self.play(statement)
            case Void(seats, suit):
                plain = 0xFF << 8 * SUITS.index(suit) & ~self.seen.perlaggen
                for seat in seats:
                    self.narrow(plain & ~mask_of(c for s, c in self.gone if s == seat), ~_bits((seat,)))

    def play(self, said: Played) -> None:
        """Take in that a card has been played, and what a Perlagg is from then on."""
        self.narrow(1 << said.card, _bits((said.seat,)))
        if not self.seen.perlaggen >> said.card & 1:
            return
        self.fixed.add(Fixed(said.seat, said.card, said.card if said.name is None else said.name))
        if sum(fixed.card == said.card for fixed in self.fixed) > 1:
            self.bits[said.card] = 0  # two names, so nowhere

    def narrow(self, cards: int, bits: int) -> None:
        """Allow `cards` (mask) only at `bits`."""
        for card in cards_of(cards & mask_of(self.bits)):
            self.bits[card] &= bits

    def exchange(self, statements: Sequence[Statement]) -> tuple[str, ...]:
        """Take in what a Perlagg still lying there says of the dealer's side (RULES 3)."""
        rules, up = self.seen.rules, self.seen.upcard
        if up is None or not self.seen.perlaggen >> up & 1:
            return ()
        if not must_swap(self.seen, up):
            return () if any(isinstance(s, Kept) for s in statements) else ("note.may_exchange",)
        trumps = rules.plain_trumps(self.seen.trump)
        if ME in self.dealers and self.seen.hand & trumps:
            raise InputError("must_exchange", bad=hand_name(self.seen.hand & trumps), up=card_name(up))
        self.narrow(trumps, ~_bits(self.dealers))
        return ("note.must_exchange",)


def _bits(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)
