"""What one player knows of a deal: own cards, the up-card, and where every unseen card may lie."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from analyse.game.cards import card_name, cards_of, hand_name, mask_of
from analyse.game.rules import Rules
from analyse.i18n import InputError
from analyse.odds.cases import CONDITIONS, Case, Condition, Table, cases
from analyse.odds.conditioned import possible
from analyse.odds.conflict import smallest_conflict
from analyse.odds.language import parse_known, print_known
from analyse.odds.statements import (
    LEFT,
    ME,
    PACK,
    PARTNER,
    RIGHT,
    Cut,
    Holds,
    Kept,
    Statement,
    Swapped,
)
from analyse.odds.tables import Frame, count

__all__ = ["LEFT", "ME", "PACK", "PARTNER", "RIGHT", "Situation", "situation", "trump_suit"]

CUT_MAX = 4  # the cutter keeps at most four permanent Perlaggen (RULES 3)


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
    conditions : those of them that `places` and `bottom` do not say: numbers, figures, bids
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
            self.others, self.rules.hand_size, self.places, self.perlaggen, self.rules.permanent, self.bottom
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
        return all(bits for _, bits in self.places) and any(possible(self.frame, case) for case in self.cases)


def situation(  # noqa: PLR0913  the six facts a question begins with
    hand: int,
    rules: Rules,
    *,
    upcard: int | None = None,
    trump: int | None = None,
    players: int = 4,
    leader: int = 0,
    known: str = "",
) -> Situation:
    """Return the situation of a player who holds `hand` (mask).

    Either `upcard` (still lying there) or `trump` alone must be given. `known` is in the known language
    (`analyse.odds.language`): "partner: W L9; opponents: HK; left: !S7 >=1 trumps; cut: none".

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
    _check_hand(hand, rules, upcard)
    made = Situation(
        rules, hand, upcard, suit, players, leader, (), bottom=False, known=known.strip(), notes=()
    )
    statements = parse_known(known, players, rules)
    for statement in statements:
        _check(made, statement)
    told = _told(made, statements)
    if not told.possible:
        raise _contradiction(made, statements)
    return told


def _contradiction(seen: Situation, statements: Sequence[Statement]) -> InputError:
    """Return the error that names a smallest set of statements that cannot hold together."""
    named = smallest_conflict(statements, lambda some: _told(seen, some).possible)
    bad = print_known(named, seen.players)
    held = [s for s in named if isinstance(s, Holds) and s.held and s.seats == _seats_of(named[0])]
    if len(held) == len(named) > 1 and PACK not in held[0].seats:
        where, _, cards = bad.partition(": ")
        room = seen.rules.hand_size * len(held[0].seats)
        return InputError("known_too_many", bad=cards, where=where, n=room)
    return InputError("known_contradiction" if len(named) > 1 else "known_impossible", bad=bad)


def _seats_of(statement: Statement) -> Sequence[int]:
    return statement.seats if isinstance(statement, Holds) else ()


def trump_suit(rules: Rules, upcard: int | None, trump: int | None) -> int:
    """Return the trump suit 0..3 that the up-card, or without one `trump`, makes; raises `InputError`."""
    if upcard is None:
        if trump is None:
            raise InputError("upcard_missing")
        return rules.check_trump(trump)
    turned = rules.trump_of(upcard)
    if trump not in {None, turned}:
        raise InputError("trump_disagrees", bad=card_name(upcard))
    return turned


def _check_hand(hand: int, rules: Rules, upcard: int | None) -> None:
    for card in cards_of(hand):
        rules.check_card(card)
    if upcard is not None and hand >> upcard & 1:
        raise InputError("card_in_hand_and_up", bad=card_name(upcard))
    if hand.bit_count() != rules.hand_size:
        raise InputError("hand_size", bad=hand_name(hand), n=hand.bit_count(), size=rules.hand_size)


def _told(seen: Situation, statements: Sequence[Statement]) -> Situation:
    """Return the situation with some statements taken in; it may be impossible."""
    places = _Places(seen)
    exchange = places.exchange(statements)
    for statement in statements:
        places.add(statement)
    cut = next((s for s in statements if isinstance(s, Cut)), None)
    return replace(
        seen,
        places=tuple(sorted(places.bits.items())),
        bottom=cut is not None and len(cut.cards) < CUT_MAX,
        notes=(*exchange, *(() if cut is not None else ("note.no_cut",))),
        statements=tuple(statements),
        conditions=tuple(s for s in statements if isinstance(s, CONDITIONS)),
    )


class _Places:
    """Where each unseen card may lie, narrowed statement by statement."""

    def __init__(self, seen: Situation) -> None:
        self.seen = seen
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
                self.narrow(mask_of(cards) & ~self.seen.hand, _bits((_cutter(self.seen),)))
            case Swapped(seat, perlagg, given):
                self.narrow(1 << perlagg, _bits((seat,)))
                self.narrow(_lower_trumps(self.seen, given), ~_bits((seat,)))
                if _must(self.seen, perlagg):  # the dealer comes first: he had nothing to swap
                    before = self.dealers[: self.dealers.index(seat)]
                    self.narrow(self.seen.rules.plain_trumps(self.seen.trump), ~_bits(before))

    def narrow(self, cards: int, bits: int) -> None:
        """Allow `cards` (mask) only at `bits`."""
        for card in cards_of(cards & mask_of(self.bits)):
            self.bits[card] &= bits

    def exchange(self, statements: Sequence[Statement]) -> tuple[str, ...]:
        """Take in what a Perlagg still lying there says of the dealer's side (RULES 3)."""
        rules, up = self.seen.rules, self.seen.upcard
        if up is None or not self.seen.perlaggen >> up & 1:
            return ()
        if not _must(self.seen, up):
            return () if any(isinstance(s, Kept) for s in statements) else ("note.may_exchange",)
        trumps = rules.plain_trumps(self.seen.trump)
        if ME in self.dealers and self.seen.hand & trumps:
            raise InputError("must_exchange", bad=hand_name(self.seen.hand & trumps), up=card_name(up))
        self.narrow(trumps, ~_bits(self.dealers))
        return ("note.must_exchange",)


def _bits(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)


def _cutter(seen: Situation) -> int:
    return (seen.leader - 2) % 4 if seen.players == 4 else seen.leader


def _must(seen: Situation, perlagg: int) -> bool:
    """Return whether this Perlagg, turned up, must be swapped by who holds a plain trump."""
    return seen.rules.exchange == "must" and not seen.rules.permanent >> perlagg & 1


def _lower_trumps(seen: Situation, given: int) -> int:
    """Return the plain trumps below `given`: who swaps gives his lowest (RULES 9)."""
    return seen.rules.plain_trumps(seen.trump) & ((1 << given) - 1)


def _check(seen: Situation, statement: Statement) -> None:
    """Raise `InputError` for a statement that is wrong by itself, whatever the others say."""
    match statement:
        case Holds(_, card, _):
            where = print_known((statement,), seen.players).partition(":")[0]
            _check_unseen(seen, card, where)
        case Cut(cards):
            for card in cards:
                _check_cut(seen, card)
            if len(cards) > CUT_MAX:
                raise InputError("cut_too_many", bad=hand_name(mask_of(cards)), most=CUT_MAX)
        case Swapped():
            _check_swapped(seen, statement)
        case Kept():
            up = seen.upcard
            if up is None or not seen.perlaggen >> up & 1:
                raise InputError("known_kept", bad=print_known((statement,), seen.players))
            if _must(seen, up):
                bad = print_known((statement,), seen.players)
                raise InputError("known_kept_must", bad=bad, up=card_name(up))


def _check_unseen(seen: Situation, card: int, where: str) -> None:
    if seen.hand >> card & 1:
        raise InputError("known_mine", bad=card_name(card), where=where)
    if card == seen.upcard:
        raise InputError("known_up", bad=card_name(card), where=where)
    seen.rules.check_card(card)


def _check_cut(seen: Situation, card: int) -> None:
    permanent = seen.rules.permanent
    if not permanent >> card & 1:
        raise InputError("cut_not_permanent", bad=card_name(card), permanent=hand_name(permanent))
    mine = bool(seen.hand >> card & 1)
    if mine != (_cutter(seen) == ME):
        raise InputError("cut_mine" if mine else "cut_not_mine", bad=card_name(card))
    if not mine:
        _check_unseen(seen, card, "cut")


def _check_swapped(seen: Situation, said: Swapped) -> None:
    """Check a swap: who, which Perlagg, and the trump that lies there now (RULES 3)."""
    bad = print_known((said,), seen.players)
    rules, trump = seen.rules, seen.trump
    if said.seat not in seen.table.dealers:
        raise InputError("known_swap_seat", bad=bad)
    if not seen.perlaggen >> said.perlagg & 1 or rules.trump_of(said.perlagg) != trump:
        raise InputError("known_swap_perlagg", bad=bad, card=card_name(said.perlagg))
    if not rules.plain_trumps(trump) >> said.given & 1 or said.given != seen.upcard:
        raise InputError("known_swap_up", bad=bad, card=card_name(said.given))
    if said.seat != ME:
        _check_unseen(seen, said.perlagg, bad.partition(":")[0])
    elif not seen.hand >> said.perlagg & 1:
        raise InputError("known_swap_mine", bad=bad, card=card_name(said.perlagg))
    lower = seen.hand & _lower_trumps(seen, said.given)
    if said.seat == ME and lower:
        raise InputError("known_swap_lowest", bad=bad, lower=hand_name(lower))
    trumps = seen.hand & rules.plain_trumps(trump)
    if said.seat != ME == seen.table.dealers[0] and trumps and _must(seen, said.perlagg):
        raise InputError("must_exchange", bad=hand_name(trumps), up=card_name(said.perlagg))  # I came first
