"""What is said about the three figures of a deal, and which of it the rules allow (RULES 6).

Each figure is a bet of its own, with the steps of `analyse.game.ladder`. A `Bet` is one figure's state,
`said` the state of all three after one more `Call`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from analyse.game.figures import KINDS
from analyse.game.ladder import AUS, last_step
from analyse.game.plays import side
from analyse.game.rules import Rules
from analyse.i18n import InputError

FIGURES = (*KINDS, "spiel")
BID, RAISE, HOLD, GOOD = "bid", "raise", "hold", "good"
SHOW, STAND, ASK, PLAYED = "show", "stand", "ask", "played"


@dataclass(frozen=True)
class Call:
    """One thing said, in the order of a deal.

    Parameters
    ----------
    what : "bid", "raise", "aus" (Spiel aus), "hold", "good", "show", "stand" (called standing), "ask" (for
        three or more near the end) or "played" (from here on the Spiel is settled by its tricks)
    seat : who said it, 0..3; seats 0 and 2 are side 0. Nobody says "played"
    figures : what it is about; several only where they are bid, held or let good together
    level : of a raise, its points
    unseen : a bid made before the cards were looked at (K, R, I §29)
    text : as it was written, quoted where it breaks a rule
    """

    what: str
    seat: int = 0
    figures: tuple[str, ...] = ()
    level: int = 0
    unseen: bool = False
    text: str = field(default="", compare=False)

    @property
    def side(self) -> int:
        """The side 0 or 1 of the speaker: one partner's word binds both."""
        return side(self.seat)

    @property
    def quoted(self) -> str:
        """What an error quotes."""
        return self.text or " ".join(filter(None, (self.what, str(self.level or ""), "+".join(self.figures))))


@dataclass(frozen=True)
class Bet:
    """The bet on one figure.

    Parameters
    ----------
    step : 0 not bid, 1 bid, 2.. the raises, the last one Spiel aus
    speaker : the side that bid or raised last
    open : whether that still awaits its answer
    good : the side for which it was let good
    place : 1 the figure bid first in this deal, then 2, 3; 0 not bid
    """

    step: int = 0
    speaker: int | None = None
    open: bool = False
    good: int | None = None
    place: int = 0

    @property
    def held(self) -> bool:
        """Whether the cards decide what was bid."""
        return self.step > 0 and not self.open and self.good is None


@dataclass(frozen=True)
class Bets:
    """All that has been said so far.

    Parameters
    ----------
    of : figure -> its bet
    spiel : the side that has the Spiel once it is settled, None before
    shown : the figures that this side has shown since
    stood : (side, figure) for each figure called standing
    asked : whether somebody asked for three or more (RULES 7)
    """

    of: Mapping[str, Bet] = field(default_factory=lambda: dict.fromkeys(FIGURES, Bet()))
    spiel: int | None = None
    shown: frozenset[str] = frozenset()
    stood: frozenset[tuple[int, str]] = frozenset()
    asked: bool = False

    @property
    def open(self) -> tuple[str, ...]:
        """The figures whose bid or raise awaits its answer."""
        return tuple(figure for figure in FIGURES if self.of[figure].open)

    @property
    def held(self) -> tuple[str, ...]:
        """The figures bid and held, in the order bid."""
        return tuple(sorted((f for f in FIGURES if self.of[f].held), key=lambda f: self.of[f].place))

    def is_aus(self, figure: str, rules: Rules) -> bool:
        """Whether a figure was raised to Spiel aus and held."""
        return self.of[figure].held and self.of[figure].step == last_step(rules)


def said(bets: Bets, call: Call, rules: Rules) -> Bets:
    """Return the bets after `call`.

    "played" needs `bets.spiel` set by the caller, who knows the tricks. Raises `InputError`, quoting the
    call, where RULES 6 do not allow it: an open bid unanswered (§8), nothing to answer, a jump, a raise by
    the side whose word was held (§11), a bid after the Spiel by the other side (§24), a figure that is over.

    >>> from analyse.game.rules import load_rules
    >>> bets = said(Bets(), Call("bid", 1, ("gleich",)), load_rules())
    >>> bets = said(bets, Call("hold", 0, ("gleich",)), load_rules())
    >>> bets.held, said(bets, Call("raise", 0, ("gleich",), 3), load_rules()).open
    (('gleich',), ('gleich',))
    >>> said(bets, Call("raise", 1, ("gleich",), 3), load_rules())
    Traceback (most recent call last):
    analyse.i18n.InputError: 'raise 3 gleich': only the side that was bid to may raise, at once or after ...
    """
    _check_answered(bets, call)
    if call.what in {PLAYED, ASK}:
        return replace(bets, asked=bets.asked or call.what == ASK)
    after = bets
    for figure in call.figures:
        after = _STEPS[call.what](after, figure, call, rules)
    return after


def _check_answered(bets: Bets, call: Call) -> None:
    """Check that an open bid is answered before anything else is said (§8)."""
    answers = call.what in {HOLD, GOOD, RAISE, AUS} and set(call.figures) <= set(bets.open)
    if not bets.open or answers:
        return
    raise InputError("bet_unanswered", bad=call.quoted, figure=_name(bets.open[0]))


def _name(figure: str) -> InputError:
    """Return a figure's name, to be told in the language of the sentence."""
    return InputError(f"figure_{figure}")


def _with(bets: Bets, figure: str, bet: Bet) -> Bets:
    return replace(bets, of={**bets.of, figure: bet})


def _check_alive(bets: Bets, figure: str, call: Call) -> Bet:
    """Return the bet on a figure that is not over."""
    bet = bets.of[figure]
    if bet.good is not None or (figure == "spiel" and bets.spiel is not None):
        raise InputError("bet_over", bad=call.quoted, figure=_name(figure))
    return bet


def _bid(bets: Bets, figure: str, call: Call, rules: Rules) -> Bets:
    del rules
    bet = _check_alive(bets, figure, call)
    if bet.step:
        raise InputError("bet_twice", bad=call.quoted, figure=_name(figure))
    if bets.spiel is not None and call.side != bets.spiel and figure not in bets.shown:
        raise InputError("bet_after_spiel", bad=call.quoted)
    place = 1 + max(other.place for other in bets.of.values())
    return _with(bets, figure, Bet(1, call.side, open=True, place=place))


def _raise(bets: Bets, figure: str, call: Call, rules: Rules) -> Bets:
    bet = _check_alive(bets, figure, call)
    if not bet.step:
        raise InputError("bet_not_bid", bad=call.quoted, figure=_name(figure))
    if bet.speaker == call.side:
        raise InputError("bet_raiser", bad=call.quoted)
    if bet.step == last_step(rules):
        raise InputError("bet_top", bad=call.quoted)
    step = last_step(rules) if call.what == AUS else 2 + _index(call.level, rules)
    if step != bet.step + 1:
        due = "Spiel aus" if bet.step + 1 == last_step(rules) else rules.raises[bet.step - 1]
        raise InputError("bet_step", bad=call.quoted, due=due)
    if not bet.open and bets.spiel is not None and call.side != bets.spiel:
        raise InputError("bet_after_spiel", bad=call.quoted)
    return _with(bets, figure, replace(bet, step=step, speaker=call.side, open=True))


def _index(level: int, rules: Rules) -> int:
    """Return the place of a level among the raises, one that is none where it is not among them."""
    return rules.raises.index(level) if level in rules.raises else -len(rules.raises) - 2


def _hold(bets: Bets, figure: str, call: Call, rules: Rules) -> Bets:
    del rules
    bet = _check_alive(bets, figure, call)
    if not bet.open or bet.speaker == call.side:
        raise InputError("bet_nothing_open", bad=call.quoted, figure=_name(figure))
    return _with(bets, figure, replace(bet, open=False))


def _good(bets: Bets, figure: str, call: Call, rules: Rules) -> Bets:
    del rules
    bet = _check_alive(bets, figure, call)
    if bet.open and bet.speaker == call.side:
        raise InputError("bet_nothing_open", bad=call.quoted, figure=_name(figure))
    if bet.held:
        raise InputError("bet_held", bad=call.quoted, figure=_name(figure))
    winner = 1 - call.side
    after = _with(bets, figure, replace(bet, open=False, good=winner))
    return replace(after, spiel=winner) if figure == "spiel" else after


def _show(bets: Bets, figure: str, call: Call, rules: Rules) -> Bets:
    del rules
    if bets.spiel is None:
        return bets
    if call.side == bets.spiel:
        return replace(bets, shown=bets.shown | {figure})
    if figure not in bets.shown and not bets.of[figure].step:
        raise InputError("bet_after_spiel", bad=call.quoted)
    return bets


def _stand(bets: Bets, figure: str, call: Call, rules: Rules) -> Bets:
    del rules
    if bets.spiel is None:
        raise InputError("bet_stand_early", bad=call.quoted)
    return replace(bets, stood=bets.stood | {(call.side, figure)})


_STEPS = {BID: _bid, RAISE: _raise, AUS: _raise, HOLD: _hold, GOOD: _good, SHOW: _show, STAND: _stand}
