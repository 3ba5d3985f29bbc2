"""A deal in dispute, settled: from hands or outcomes and what was said to the slate (RULES 6, 7)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from analyse.game.cards import card_name
from analyse.game.figures import KINDS, NONE, figure_short
from analyse.game.ladder import AUS
from analyse.game.plays import Position, after, play_name, trick_rules
from analyse.game.reading import at_column
from analyse.i18n import InputError
from analyse.referee.bets import BID, HOLD, RAISE, Call
from analyse.referee.dispute import Claim, Dispute
from analyse.referee.laid_hands import Laid, Shown, outcome, show
from analyse.referee.settling import settle
from analyse.referee.slate import Outcome, Settlement


@dataclass(frozen=True)
class Judgement:
    """What a referee says of a deal.

    Parameters
    ----------
    dispute : what was told
    shown : what each hand makes; empty where only outcomes are told
    outcomes : figure -> how its cards decide, as far as it is known
    settlement : who writes what
    """

    dispute: Dispute
    shown: tuple[Shown, ...]
    outcomes: Mapping[str, Outcome]
    settlement: Settlement


def judge(dispute: Dispute) -> Judgement:
    """Settle what a line tells.

    Raises `InputError` where a figure claimed cannot be made or is not what the cards say, a play is not
    legal, and as `settle` does.

    >>> from analyse.referee.dispute_reader import parse_dispute
    >>> made = judge(parse_dispute("gleich us 3A, hanger them, spiel us | bids: left gleich, me gut"))
    >>> made.settlement.after
    (1, 2)
    """
    shown: tuple[Shown, ...] = ()
    outcomes = {claim.figure: _claimed(claim) for claim in dispute.claims}
    if dispute.hands:
        names, taken = _played(dispute)
        shown = _shown(dispute, names)
        outcomes |= {kind: outcome(kind, shown) for kind in KINDS}
        outcomes |= _spiel(dispute, taken)
    calls = tuple(
        _by_owner(call, dispute, outcomes) if place in dispute.by_side else call
        for place, call in enumerate(dispute.calls)
    )
    vorhand = dispute.leader & 1
    settlement = settle(outcomes, calls, dispute.score, dispute.rules, vorhand=vorhand)
    return Judgement(dispute, shown, outcomes, settlement)


def _claimed(claim: Claim) -> Outcome:
    """Return the outcome that a claim tells."""
    return Outcome(claim.who[0] & 1 if claim.who else None, claim.value, claim.lacks)


def _by_owner(call: Call, dispute: Dispute, outcomes: Mapping[str, Outcome]) -> Call:
    """Return a call of a side as that of a partner who has the figures, if one of them has."""
    lacking = [outcomes[figure].lacks for figure in call.figures if figure in outcomes]
    for seat in range(call.side, dispute.players, 2):
        if not any(seat in lacks for lacks in lacking):
            return replace(call, seat=seat)
    return call


# Hands -------------------------------------------------------------------------------------------------


def _played(dispute: Dispute) -> tuple[tuple[Laid, ...], tuple[int, int]]:
    """Return the hands with the names of the Perlaggen played, and the tricks of both sides."""
    rules, trump = dispute.rules, dispute.trump
    if trump is None:
        raise AssertionError(dispute)
    hands = [dict(laid.names) for laid in dispute.hands]
    position = Position(
        trick_rules(rules, trump), tuple(laid.cards for laid in dispute.hands), dispute.leader
    )
    for play in dispute.plays:
        seat = (position.leader + len(position.table)) % dispute.players
        position = after(position, play)
        if play.card in position.rules.wild:
            if hands[seat].get(play.card, play.name) != play.name:
                raise InputError("dispute_named", bad=play_name(play), card=card_name(play.card))
            hands[seat][play.card] = play.name
    named = (tuple(sorted(names.items())) for names in hands)
    laid = (replace(hand, names=names) for hand, names in zip(dispute.hands, named, strict=True))
    return tuple(laid), position.taken


def _spiel(dispute: Dispute, taken: tuple[int, int]) -> dict[str, Outcome]:
    """Return who has the Spiel if the cards played tell it."""
    most = dispute.rules.hand_size // 2 + 1
    winner = next((side for side in (0, 1) if taken[side] >= most), None)
    if winner is None:
        return {}
    for claim in dispute.claims:
        if claim.figure == "spiel" and claim.who[0] & 1 != winner:
            raise _not_so(claim, f"{taken[0]}:{taken[1]}")
    return {"spiel": Outcome(winner)}


def _not_so(claim: Claim, cards_say: str) -> InputError:
    return at_column(claim.start, InputError("claim_not_so", bad=claim.text, cards=cards_say))


def _shown(dispute: Dispute, hands: tuple[Laid, ...]) -> tuple[Shown, ...]:
    """Return what each hand makes, so that the figures claimed are made if the hands can.

    A figure claimed for a side may be in either hand of it.
    """
    claims = [claim for claim in dispute.claims if claim.figure in KINDS]
    valued = [claim for claim in claims if claim.who and claim.value]
    wrong: tuple[Claim, str] | None = None
    for seats in product(*(claim.who for claim in valued)):
        shown = _under(dispute, hands, _wanted(valued, seats))
        if shown is None:
            continue
        false = next(_contradicted(claims, shown), None)
        if false is None:
            return shown
        wrong = wrong or false
    if wrong:
        raise _not_so(*wrong)
    claim = _unreachable(dispute, hands, valued)
    raise at_column(claim.start, InputError("claim_unreachable", bad=claim.text))


def _wanted(claims: Sequence[Claim], seats: Sequence[int]) -> dict[int, dict[str, int]]:
    """Return seat -> the figures that its hand has to make."""
    wanted: dict[int, dict[str, int]] = {}
    for claim, seat in zip(claims, seats, strict=True):
        wanted.setdefault(seat, {})[claim.figure] = claim.value or NONE
    return wanted


def _under(
    dispute: Dispute, hands: Sequence[Laid], wanted: Mapping[int, Mapping[str, int]]
) -> tuple[Shown, ...] | None:
    """Return what each hand makes if some have to make certain figures, None if one cannot."""
    made = [
        show(laid, _perlaggen(dispute), dispute.trump or 0, wanted.get(seat), _called(dispute, seat))
        for seat, laid in enumerate(hands)
    ]
    shown = tuple(hand for hand in made if hand is not None)
    return shown if len(shown) == len(made) else None


def _perlaggen(dispute: Dispute) -> int:
    return dispute.rules.perlagg_mask(dispute.trump or 0)


def _called(dispute: Dispute, seat: int) -> tuple[str, ...]:
    """Return Gleich and Hanger as far as a seat, or its side as one, bid, raised or held them, in order."""
    figures = [
        figure
        for place, call in enumerate(dispute.calls)
        if call.what in {BID, RAISE, AUS, HOLD}
        and (call.seat == seat or (place in dispute.by_side and call.side == seat & 1))
        for figure in call.figures
        if figure in KINDS
    ]
    return tuple(dict.fromkeys(figures))


def _contradicted(claims: Sequence[Claim], shown: Sequence[Shown]) -> Iterator[tuple[Claim, str]]:
    """Yield each claim that the cards contradict, with what they say."""
    for claim in claims:
        found, said = outcome(claim.figure, shown), _claimed(claim)
        if found.better != said.better or (said.best is not None and found.best != said.best):
            values = (max(hand.figure(claim.figure) for hand in shown[first::2]) for first in (0, 1))
            yield claim, " : ".join(figure_short(claim.figure, value) for value in values)


def _unreachable(dispute: Dispute, hands: Sequence[Laid], claims: Sequence[Claim]) -> Claim:
    """Return the first claim that cannot be made alone, else the last, which cannot be with the others."""
    for claim in claims:
        if not any(_under(dispute, hands, _wanted([claim], [seat])) for seat in claim.who):
            return claim
    return claims[-1]
