"""Answers that tell themselves: each joins what `advice` found with how `report` tells it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analyse.advice.bieten import Bidding
from analyse.advice.equilibrium import Bet
from analyse.advice.figures import Odds as FiguresAsked
from analyse.advice.halten import SPIEL, Halten, beside
from analyse.advice.plays import Spiel
from analyse.advice.question import Question
from analyse.advice.tricks import Tricks
from analyse.bidding.match import Match
from analyse.game.figures import figure_short
from analyse.game.plays import play_name
from analyse.game.rules import Rules
from analyse.game.taufen import Plan, Taufen
from analyse.odds.spiel import PlayChance, PlayOdds
from analyse.referee.verdict import Judgement
from analyse.report import bieten as bieten_report
from analyse.report import equilibrium as equilibrium_report
from analyse.report import halten as halten_report
from analyse.report import match as match_report
from analyse.report import odds as odds_report
from analyse.report import plays as plays_report
from analyse.report import settle as settle_report
from analyse.report import settle_text
from analyse.report import spiel as spiel_report
from analyse.report import text as text_report
from analyse.report import tricks as tricks_report
from analyse.report.questions import question_json
from analyse.report.result import Chance, Json, Result, language
from analyse.report.shares import plan_names


@dataclass(frozen=True, repr=False)
class FigureChances:
    """How my side's figure does; `best` is the figure of my own cards, None for the Spiel."""

    figure: str
    best: str | None
    win: Chance
    stand: Chance
    lose: Chance

    def __repr__(self) -> str:
        best = f" {self.best}" if self.best else ""
        return f"<{self.figure}{best}: win {self.win!r}, stand {self.stand!r}, lose {self.lose!r}>"


class OddsResult(Result, Mapping[str, FigureChances]):
    """The chances of the figures asked for, by name; of one figure alone also as attributes (`.win`)."""

    def __init__(self, question: Question, figures: FiguresAsked, spiel: Spiel | None) -> None:
        def as_dict(lang: str) -> Json:
            told = {"question": question_json(question)} | odds_report.odds_json(figures, lang)
            return plays_report.with_spiel_json(told, spiel, lang)

        def as_text(lang: str) -> str:
            table = question.table
            played = spiel_report.record_lines(table.known, table.record, lang)
            said = [text_report.odds_text(figures, lang, played)]
            if spiel is not None:
                said.append(spiel_report.spiel_text(table.after, spiel, lang))
            return "\n".join(said)

        super().__init__(
            as_dict, as_text, lambda: [vars(row) | {"stderr": row.win.stderr} for row in self.values()]
        )
        self.question = question
        self._chances = {
            kind: FigureChances(
                kind, figure_short(kind, odds.best), *map(Chance, (odds.win, odds.stand, odds.lose))
            )
            for kind, odds in figures.odds.items()
        }
        if spiel is not None:
            odds = spiel.odds
            self._chances[SPIEL] = FigureChances(SPIEL, None, *map(Chance, (odds.win, odds.stand, odds.lose)))

    def __getitem__(self, figure: str) -> FigureChances:
        return self._chances[figure]

    def __iter__(self) -> Iterator[str]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def _alone(self) -> FigureChances:
        if len(self._chances) != 1:
            raise AttributeError(
                f"{', '.join(self._chances)}: ask for one figure, such as odds[{next(iter(self))!r}]"
            )
        return next(iter(self._chances.values()))

    @property
    def win(self) -> Chance:
        """Chance that our figure is the better one."""
        return self._alone().win

    @property
    def stand(self) -> Chance:
        """Chance that both are equal, or that neither side has one."""
        return self._alone().stand

    @property
    def lose(self) -> Chance:
        """Chance that theirs is the better one."""
        return self._alone().lose

    def __repr__(self) -> str:
        return " ".join(map(repr, self._chances.values()))


class HaltenResult(Result):
    """What to answer to a bid or a raise."""

    def __init__(self, answer: Halten) -> None:
        other = beside(answer)
        super().__init__(
            lambda lang: halten_report.halten_json(answer, other, None, lang),
            lambda lang: halten_report.halten_text(answer, other, None, lang),
        )
        self._answer, self.question = answer, answer.question

    @property
    def advice(self) -> str:
        """The best word: "gut", "halten" or "raise"; "close" where two are as good."""
        return self._answer.word

    @property
    def points(self) -> Mapping[str, float | None]:
        """What each word is worth in points, ours minus theirs; None where it is not valued."""
        return dict(self._answer.advice.points.worth)

    @property
    def game(self) -> Mapping[str, float | None] | None:
        """The chance to win the game after each word, None without a score."""
        game = self._answer.advice.game
        return None if game is None else dict(game.worth)

    @property
    def win(self) -> float:
        """Chance that our figure is the better one, under what is believed of them."""
        return self._answer.advice.decides.win

    @property
    def lose(self) -> float:
        """Chance that theirs is, under what is believed of them."""
        return self._answer.advice.decides.lose

    def __repr__(self) -> str:
        return f"<halten {self._answer.kind}: {halten_report.verdict(self._answer, language())}>"


class BietenResult(Result):
    """Whether to bid, and which figure."""

    def __init__(self, answer: Bidding) -> None:
        super().__init__(
            lambda lang: bieten_report.bieten_json(answer, lang),
            lambda lang: bieten_report.bieten_text(answer, lang),
        )
        self._answer, self.question = answer, answer.question

    @property
    def order(self) -> tuple[str, ...]:
        """The figures whose bid is worth more than waiting, the most first."""
        return self._answer.better

    @property
    def gains(self) -> Mapping[str, float]:
        """What bidding is worth above waiting, by figure: points, at a score chance to win the game."""
        return self._answer.gains

    def __repr__(self) -> str:
        gains = ", ".join(f"{kind} {gain:+.2f}" for kind, gain in self.gains.items())
        return f"<bieten: {gains}>"


class NamingsResult(Result):
    """What my Perlaggen can be named."""

    def __init__(self, question: Question, found: Taufen) -> None:
        known, record = question.table.known, question.table.record

        def as_dict(_: str) -> Json:
            told = {"question": question_json(question)} | odds_report.taufen_json(found)
            return told | (plays_report.point_json(record) if record.plays else {})

        def as_text(lang: str) -> str:
            return text_report.taufen_text(known, found, lang, spiel_report.record_lines(known, record, lang))

        super().__init__(as_dict, as_text, lambda: list(map(_plan_row, found.plans)))
        self.question, self._found = question, found

    @property
    def namings(self) -> int:
        """Number of namings: 32 names for each Perlagg."""
        return self._found.namings

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plans that no other beats."""
        return self._found.plans

    def __repr__(self) -> str:
        return f"<taufen: {self.namings} namings, {len(self.plans)} plans>"


class PlaysResult(Result):
    """What each play of mine leads to, the best first."""

    def __init__(self, question: Question, odds: PlayOdds) -> None:
        super().__init__(
            lambda lang: plays_report.play_json(question, odds, lang),
            lambda lang: spiel_report.play_text(question, odds, lang),
            lambda: list(map(_play_row, odds.plays)),
        )
        self.question, self._odds = question, odds

    @property
    def best(self) -> str:
        """The best play, such as "E10" or "W=LA"."""
        return play_name(self._odds.plays[0].play)

    def __repr__(self) -> str:
        return f"<plays: {', '.join(play_name(row.play) for row in self._odds.plays)}>"


class EquilibriumResult(Result):
    """One bet in equilibrium."""

    def __init__(self, bet: Bet) -> None:
        super().__init__(
            lambda lang: equilibrium_report.ladder_json(bet, lang),
            lambda lang: equilibrium_report.ladder_text(bet, lang),
            lambda: self.to_dict()["classes"],
        )
        self._bet = bet

    @property
    def value(self) -> float:
        """What the bet is worth to Vorhand's side: points, at a score its chance to win the game."""
        return float(self.to_dict()["value"])

    @property
    def exploitability(self) -> float:
        """What both sides could gain by playing otherwise, added up."""
        return self._bet.best.exploitability

    def __repr__(self) -> str:
        return f"<equilibrium: value {self.value:+.4f}, exploitability {self.exploitability:.0e}>"


class MatchResult(Result):
    """The chance to win the game from every score."""

    def __init__(self, table: Match, rules: Rules, players: int) -> None:
        super().__init__(
            lambda lang: match_report.match_json(table, rules, players, lang),
            lambda lang: match_report.match_text(table, rules, players, lang),
            lambda: [dict(enumerate(row[1:], 1)) for row in self.to_dict()["win"][1:]],
        )
        self.table, self.rules, self.players = table, rules, players

    def win(self, ours: int, theirs: int) -> float:
        """Return the chance of the side that leads the next deal, by points to go of both."""
        return float(self.table.win[ours, theirs])

    def __repr__(self) -> str:
        return f"<match: {self.rules.name}, {self.players} players>"


class SettleResult(Result):
    """Who writes what."""

    def __init__(self, made: Judgement) -> None:
        super().__init__(
            lambda lang: settle_report.settle_json(made, lang),
            lambda lang: settle_text.settle_text(made, lang),
        )
        self.made = made

    @property
    def score(self) -> tuple[int, int]:
        """Points of our side and of theirs after the deal."""
        ours, theirs = self.made.settlement.after
        return ours, theirs

    def __repr__(self) -> str:
        return f"<settle: {self.score[0]}:{self.score[1]}>"


class TricksResult(Result):
    """What both sides take, all cards open."""

    def __init__(self, answer: Tricks) -> None:
        super().__init__(
            lambda _: tricks_report.tricks_json(answer), lambda lang: spiel_report.tricks_text(answer, lang)
        )
        self.answer = answer

    @property
    def tricks(self) -> int:
        """Tricks of seats 0 and 2 when all play best."""
        return self.answer.tricks

    @property
    def spiel(self) -> bool:
        """Whether that is more than half of all."""
        return self.answer.spiel

    def __repr__(self) -> str:
        return f"<tricks: {self.tricks} of {self.answer.deal.position.tricks}>"


def _plan_row(plan: Plan) -> Json:
    """Return a plan as a row of a table."""
    return {
        "named": plan_names(plan),
        "gleich": figure_short("gleich", plan.gleich),
        "hanger": figure_short("hanger", plan.hanger),
        "free": len(plan.free),
    }


def _play_row(row: PlayChance) -> Json:
    """Return what a play leads to as a row of a table."""
    return {
        "play": play_name(row.play),
        "win": row.win.value,
        "stderr": row.win.stderr,
        "tricks": row.tricks,
    }
