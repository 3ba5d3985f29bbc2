"""One bet seen from one side, by a plain recursion over dictionaries: RULES 6, DESIGN "The ladder, exactly".

I am "me", the others "they". What they may hold is a dictionary, class -> how often, and shrinks as they
speak. `they_say` tells how they play: (what they are asked, class) -> word -> chance.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

# what was said last, points if it is let good, points if it is held; the last only where a score is given
RUNGS = (("1", 1, 2), ("3", 2, 3), ("4", 3, 4), ("5", 4, 5), ("6", 5, 6), ("7", 6, 7))
OUT = ("out", 7, None)

Weights = Mapping[int, float]
TheySay = Mapping[tuple[str, int], Mapping[str, float]]
Payoff = Callable[[str, str, int | None], float]  # how it ended, who writes ("me", "they", "nobody"), points


def in_points(how: str, who: str, points: int | None) -> float:
    """Return my points minus theirs."""
    del how
    return {"me": 1, "they": -1, "nobody": 0}[who] * (points or 0)


@dataclass(frozen=True)
class Bet:
    """A bet on one figure.

    Parameters
    ----------
    i_lead : whether my side is Vorhand's, who speaks first
    holds : how likely they hold each class before anybody spoke
    win, lose : for each class how likely my side is better, and worse
    they_say : how they play
    payoff : what an ending is worth to me
    out : whether Spiel aus stands on top of the ladder
    i_may_bid : whether I may bid (not with one point to go)
    """

    i_lead: bool
    holds: Weights
    win: Weights
    lose: Weights
    they_say: TheySay
    payoff: Payoff = in_points
    out: bool = False
    i_may_bid: bool = True

    @property
    def rungs(self) -> tuple[tuple[str, int, int | None], ...]:
        """The ladder from the bid up."""
        return (*RUNGS, OUT) if self.out else RUNGS

    def said(self, weights: Weights, asked: str, word: str) -> Weights:
        """Return how often they hold each class and answer with a word."""
        return {c: w * self.they_say[asked, c].get(word, 0.0) for c, w in weights.items()}

    def cards(self, weights: Weights, how: str, points: int | None) -> float:
        """Return the worth of an ending in which the better figure writes."""
        return sum(
            w
            * (
                self.win[c] * self.payoff(how, "me", points)
                + self.lose[c] * self.payoff(how, "they", points)
                + (1 - self.win[c] - self.lose[c])
                * self.payoff(how, "nobody", 0 if points is not None else None)
            )
            for c, w in weights.items()
        )

    def ends(self, weights: Weights, rung: int, word: str, winner: str) -> float:
        """Return the worth of gut or halten at a rung."""
        _, good, held = self.rungs[rung]
        if word == "gut":
            return sum(weights.values()) * self.payoff("gut", winner, good)
        return self.cards(weights, "out" if held is None else "held", held)

    def my_words(self, weights: Weights, rung: int) -> dict[str, float]:
        """Return what each of my answers to a rung is worth, with my best play after it."""
        words = {word: self.ends(weights, rung, word, "they") for word in ("gut", "halten")}
        if rung + 1 < len(self.rungs):
            words["raise"] = self.they_answer(weights, rung + 1)
        return words

    def they_answer(self, weights: Weights, rung: int) -> float:
        """Return the worth of what follows when they answer a rung."""
        label = self.rungs[rung][0]
        total = sum(
            self.ends(self.said(weights, label, word), rung, word, "me") for word in ("gut", "halten")
        )
        raised = self.said(weights, label, "raise")
        if rung + 1 < len(self.rungs) and any(raised.values()):
            total += max(self.my_words(raised, rung + 1).values())
        return total

    def my_openings(self, weights: Weights) -> dict[str, float]:
        """Return what waiting and bidding are worth; as the second to speak after they have waited."""
        if self.i_lead:
            they_bid, they_wait = (self.said(weights, "bid", word) for word in ("bid", "wait"))
            wait = self.cards(they_wait, "unbid", 1)
            wait += max(self.my_words(they_bid, 0).values()) if any(they_bid.values()) else 0.0
        else:
            wait = self.cards(weights, "unbid", 1)
        return {"wait": wait} | ({"bid": self.they_answer(weights, 0)} if self.i_may_bid else {})

    def heard(self, label: str) -> Weights:
        """Return how often they hold each class and have said what leads to me at `label` ("bid" or a rung)."""
        weights = self.holds
        if label == "bid":
            return weights if self.i_lead else self.said(weights, "bid", "wait")
        rung = [name for name, *_ in self.rungs].index(label)
        if rung % 2 == 0:  # they opened
            weights = self.said(weights, "bid", "bid")
        elif not self.i_lead:  # I opened, after they had waited
            weights = self.said(weights, "bid", "wait")
        for before in range(rung - 1, -1, -2):  # each rung before the last was mine, and raised by them
            weights = self.said(weights, self.rungs[before][0], "raise")
        return weights

    def at(self, label: str) -> tuple[dict[int, float], dict[str, float]]:
        """Return the classes they hold when I am to speak, and what each word is worth to me then."""
        heard = self.heard(label)
        total = sum(heard.values())
        held = {c: w / total for c, w in heard.items()} if total else dict(self.holds)
        if label == "bid":
            return held, self.my_openings(held)
        return held, self.my_words(held, [name for name, *_ in self.rungs].index(label))
