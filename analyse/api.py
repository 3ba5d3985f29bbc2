"""The door for Python: a deal that can be asked, and answers that tell themselves.

    import analyse as pl
    deal = pl.Deal("HA LA SU E10 W", upcard="L8")
    deal.odds("gleich").win

Everything is taken as people type it at the command. Each answer is what `--json` prints (`to_dict`), what
the command prints (`str`, `report`), one line (`repr`) and, in a notebook, a box of HTML.
"""

from dataclasses import replace
from typing import Any

from analyse.advice.bieten import bieten as which_to_bid
from analyse.advice.equilibrium import ask_ladder
from analyse.advice.figures import ask_odds, ask_taufen
from analyse.advice.halten import SPIEL
from analyse.advice.halten import halten as answer_to
from analyse.advice.plays import ask_play, ask_spiel
from analyse.advice.question import WORLDS, Question, Said, check_mine, read_question, read_score
from analyse.advice.tricks import ask_tricks, read_deal
from analyse.bidding.beliefs import EQUILIBRIUM
from analyse.bidding.laws.match import match_table
from analyse.game.cards import hand_name, parse_card, parse_suit
from analyse.game.figures import KINDS
from analyse.game.rules import PRESETS, load_rules
from analyse.i18n import InputError
from analyse.referee.dispute_reader import parse_dispute
from analyse.referee.verdict import judge
from analyse.report.result import Chance, Result
from analyse.report.results import (
    BietenResult,
    EquilibriumResult,
    HaltenResult,
    MatchResult,
    NamingsResult,
    OddsResult,
    PlaysResult,
    SettleResult,
    TricksResult,
)

__all__ = ["Chance", "Deal", "Result", "equilibrium", "match", "settle", "tricks"]
PLAN_WORLDS = 500  # what `perlaggen taufen` draws unless told, and so what its question says


class Deal:
    """A deal as one player sees it: a question without its asking.

    Parameters
    ----------
    hand : my cards, such as "HA LA SU E10 W"
    upcard, trump, players, leader, rules, known, played : as the options of the command, as text

    Raises `InputError` where something cannot be read, or no deal agrees with it.

    >>> deal = Deal("HA LA SU E10 W", upcard="L8", players=2)
    >>> deal
    Deal('HA LA SU E10 W', upcard='L8', players=2)
    >>> deal.odds("gleich").win
    0.7965 (exact)
    """

    def __init__(self, hand: Said, **asked: Any) -> None:
        self.question = read_question(hand, **asked)
        self._asked = {"hand": hand, **asked}

    def __repr__(self) -> str:
        more = "".join(
            f", {name}={value!r}" for name, value in self._asked.items() if name != "hand" and value
        )
        return f"Deal({hand_name(self.question.hand)!r}{more})"

    def knowing(self, known: str) -> "Deal":
        """Return the same deal with more known of it, in the known language: "left: !S7; cut: none"."""
        return self._with("known", "; ", known)

    def after(self, played: str) -> "Deal":
        """Return the same deal after some plays: "HA H8 H9 HO / SU SO S8 LK / EO"."""
        return self._with("played", " ", played)

    def _with(self, name: str, between: str, more: str) -> "Deal":
        before = self._asked.get(name, "")
        said = before if isinstance(before, str) else between.join(before)
        return Deal(**self._asked | {name: between.join(filter(None, (said, more)))})

    def odds(self, *figures: str, worlds: int = WORLDS, seed: int = 1) -> OddsResult:
        """Return the chances of some figures ("gleich", "hanger", "spiel"), of all three unless said.

        >>> sorted(Deal("HA LA SU E10 W", upcard="L8").odds("gleich", "hanger"))
        ['gleich', 'hanger']
        """
        question = replace(self.question, worlds=worlds, seed=seed)
        kinds = tuple(map(_figure, figures)) or (*KINDS, SPIEL)
        found = ask_odds(question.table.after, kinds, law=False)
        return OddsResult(question, found, ask_spiel(question) if SPIEL in kinds else None)

    def halten(self, figure: str, level: int | str = 1, **asked: Any) -> HaltenResult:
        """Return what to answer to a bid or raise on `figure`; `level` is the number last said.

        asked : opponents, score, target, worlds and seed, as the options of the command

        >>> Deal("HA LA SU E10 W", upcard="L8").halten("gleich", opponents="honest:2K").advice
        'raise'
        """
        return HaltenResult(answer_to(self._ask(figure=_figure(figure), level=level, **asked)))

    def bieten(self, *figures: str, opponents: str = EQUILIBRIUM, **asked: Any) -> BietenResult:
        """Return whether to bid some figures, all three unless said; `asked` as in `halten`."""
        kinds = tuple(map(_figure, figures)) or (*KINDS, SPIEL)
        return BietenResult(which_to_bid(self._ask(opponents=opponents, **asked), kinds))

    def plays(self, worlds: int = 200, seed: int = 1, names: str = "few") -> PlaysResult:
        """Return what each play of mine leads to now; `names` "few" or "all", as at the command."""
        question = replace(self.question, worlds=worlds, seed=seed)
        check_mine(question)
        return PlaysResult(question, ask_play(question, names))

    def namings(self) -> NamingsResult:
        """Return what my Perlaggen can be named."""
        return NamingsResult(
            replace(self.question, worlds=PLAN_WORLDS), ask_taufen(self.question.table.after)
        )

    def _ask(self, **asked: Any) -> Question:
        return read_question(**self._asked | asked)


def equilibrium(  # noqa: PLR0913  the options of `perlaggen ladder`
    figure: str,
    *,
    upcard: str | None = None,
    trump: str | None = None,
    players: int = 4,
    leader: int = 0,
    rules: str = "",
    score: str | None = None,
    target: int | None = None,
) -> EquilibriumResult:
    """Return the bet on one figure in equilibrium.

    >>> equilibrium("gleich", upcard="L8", players=2).exploitability < 1e-9
    True
    """
    preset = load_rules(rules or PRESETS[0])
    bet = ask_ladder(
        _figure(figure),
        preset,
        upcard=None if upcard is None else parse_card(upcard),
        trump=None if trump is None else parse_suit(trump),
        players=players,
        leader=leader,
        score=None if score is None else read_score(score, preset, target),
    )
    return EquilibriumResult(bet)


def match(rules: str = "", players: int = 4) -> MatchResult:
    """Return the chance to win the game from every score.

    >>> 0.4 < match().win(1, 1) < 0.5
    True
    """
    if players not in {2, 4}:
        raise InputError("players", bad=players)
    preset = load_rules(rules or PRESETS[0])
    return MatchResult(match_table(preset, players), preset, players)


def settle(notation: str) -> SettleResult:
    """Return who writes what, from one line; `perlaggen settle --help` has its grammar.

    >>> settle("gleich us 3A, hanger them, spiel us | bids: left gleich, me hold").score
    (3, 1)
    """
    return SettleResult(judge(parse_dispute(notation)))


def tricks(*hands: str, upcard: str | None = None, trump: str | None = None, **asked: Any) -> TricksResult:
    """Return what both sides take when all cards lie open; one text a hand, the other options as text.

    >>> tricks("HA H8", "L7 EU", trump="E")
    <tricks: 0 of 2>
    """
    words: dict[str, Any] = {
        "rules": "",
        "leader": 0,
        "table": "",
        "taken": "0:0",
        "bound": "",
        "objective": "number",
    }
    deal = read_deal(hands, upcard=upcard, trump=trump, **words | asked)
    return TricksResult(ask_tricks(deal, plays=False, line_of_play=False))


def _figure(said: str) -> str:
    """Return the name of a figure in lower case; raises `InputError` where there is none."""
    if said.strip().casefold() not in (*KINDS, SPIEL):
        raise InputError("figure_unknown", bad=said)
    return said.strip().casefold()
