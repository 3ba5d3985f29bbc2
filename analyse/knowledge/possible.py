"""What is wrong with a hand or a statement by itself, whatever else is known (RULES 2, 3)."""

from typing import TYPE_CHECKING

from analyse.game.cards import card_name, cards_of, hand_name, mask_of
from analyse.game.plays import Play, check_name, trick_rules
from analyse.game.rules import Rules
from analyse.game.seats import ME
from analyse.i18n import InputError
from analyse.knowledge.language import print_known
from analyse.knowledge.statements import Cut, Holds, Kept, Played, Statement, Swapped

if TYPE_CHECKING:  # which imports this module
    from analyse.knowledge.situation import Situation

CUT_MAX = 4  # the cutter keeps at most four permanent Perlaggen (RULES 3)


def check_hand(hand: int, rules: Rules, upcard: int | None) -> None:
    """Raise `InputError` for a hand (mask) that nobody can have been dealt."""
    for card in cards_of(hand):
        rules.check_card(card)
    if upcard is not None and hand >> upcard & 1:
        raise InputError("card_in_hand_and_up", bad=card_name(upcard))
    if hand.bit_count() != rules.hand_size:
        raise InputError("hand_size", bad=hand_name(hand), n=hand.bit_count(), size=rules.hand_size)


def cutter(seen: "Situation") -> int:
    """Return the seat that cuts: two before Vorhand (two players: Vorhand)."""
    return (seen.leader - 2) % 4 if seen.players == 4 else seen.leader


def must_swap(seen: "Situation", perlagg: int) -> bool:
    """Return whether this Perlagg, turned up, must be swapped by who holds a plain trump."""
    return seen.rules.exchange == "must" and not seen.rules.permanent >> perlagg & 1


def lower_trumps(seen: "Situation", given: int) -> int:
    """Return the plain trumps below `given`: who swaps gives his lowest (RULES 9)."""
    return seen.rules.plain_trumps(seen.trump) & ((1 << given) - 1)


def check(seen: "Situation", statement: Statement) -> None:
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
        case Played():
            _check_played(seen, statement)
        case Kept():
            up = seen.upcard
            if up is None or not seen.perlaggen >> up & 1:
                raise InputError("known_kept", bad=print_known((statement,), seen.players))
            if must_swap(seen, up):
                bad = print_known((statement,), seen.players)
                raise InputError("known_kept_must", bad=bad, up=card_name(up))


def _check_unseen(seen: "Situation", card: int, where: str) -> None:
    if seen.hand >> card & 1:
        raise InputError("known_mine", bad=card_name(card), where=where)
    if card == seen.upcard:
        raise InputError("known_up", bad=card_name(card), where=where)
    seen.rules.check_card(card)


def _check_cut(seen: "Situation", card: int) -> None:
    permanent = seen.rules.permanent
    if not permanent >> card & 1:
        raise InputError("cut_not_permanent", bad=card_name(card), permanent=hand_name(permanent))
    mine = bool(seen.hand >> card & 1)
    if mine != (cutter(seen) == ME):
        raise InputError("cut_mine" if mine else "cut_not_mine", bad=card_name(card))
    if not mine:
        _check_unseen(seen, card, "cut")


def _check_played(seen: "Situation", said: Played) -> None:
    """Check that a card can have been played there, and only a Perlagg under a name."""
    bad = print_known((said,), seen.players)
    if said.seat != ME:
        _check_unseen(seen, said.card, bad.partition(":")[0])
    elif not seen.hand >> said.card & 1:
        raise InputError("known_played_mine", bad=bad, hand=hand_name(seen.hand))
    check_name(Play(said.card, said.name), trick_rules(seen.rules, seen.trump))


def _check_swapped(seen: "Situation", said: Swapped) -> None:
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
    lower = seen.hand & lower_trumps(seen, said.given)
    if said.seat == ME and lower:
        raise InputError("known_swap_lowest", bad=bad, lower=hand_name(lower))
    trumps = seen.hand & rules.plain_trumps(trump)
    if said.seat != ME == seen.table.dealers[0] and trumps and must_swap(seen, said.perlagg):
        raise InputError("must_exchange", bad=hand_name(trumps), up=card_name(said.perlagg))  # I came first
