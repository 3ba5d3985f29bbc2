"""Question 1, "Soll ich halten?": one figure, one number on the table, one answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from analyse.game.cards import card_name, cards_of, hand_name, mask_of
from analyse.game.figures import check_kind, figure_label, figure_short
from analyse.game.plays import suit_played
from analyse.game.taufen import Plan, taufen
from analyse.i18n import InputError, text
from analyse.knowledge.record import Record
from analyse.knowledge.situation import Situation
from analyse.knowledge.statements import Bid
from analyse.odds.estimate import CLOSE as ERRORS
from analyse.odds.estimate import Estimate, sampled
from analyse.odds.figures import FigureOdds, figure_odds
from analyse.odds.open_worlds import Progress, decided
from analyse.odds.spiel import SpielOdds, spiel_odds

CLOSE = 0.05  # points: less between the two answers is called close


@dataclass(frozen=True)
class Action:
    """What an answer is worth: our points minus theirs, or None with the key of the reason."""

    points: float | None
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The answer to a bid or a raise, whatever was bid.

    Parameters
    ----------
    situation, kind, level : the question; level 1 is the bid, n the raise to n
    needed : the least win - lose at which halten is not worse than gut
    edge : win - lose
    edge_error : standard error of that, 0 where it is exact
    advice : "gut", "halten" or "close"
    actions : "gut", "halten", "raise" with their points
    notes : keys of the remarks that belong to the numbers
    """

    situation: Situation
    kind: str
    level: int
    needed: float
    edge: float
    edge_error: float
    advice: str
    actions: Mapping[str, Action]
    notes: tuple[str, ...]

    def worth(self, lang: str) -> dict[str, str]:
        """Return what gut and halten are worth, as text."""
        return {name: signed(self.actions[name].points or 0.0, lang) for name in ("gut", "halten")}

    def have(self, lang: str) -> str:
        """Return win minus lose as text, with its error if it has one."""
        return f"{difference(self.edge, lang)} {_error(self.edge_error, lang)}".rstrip()


@dataclass(frozen=True, kw_only=True)
class Halten(Verdict):
    """The answer where a figure was bid.

    Parameters
    ----------
    odds : win, stand, lose of my side against any hand
    plans : the Taufen plans, the best for this figure first
    """

    odds: FigureOdds
    plans: tuple[Plan, ...]

    def why(self, lang: str) -> tuple[str, str]:
        """Return the reason in two sentences."""
        chances = {part: part_chance(self.odds, part, lang) for part in ("win", "lose")}
        sort = "_drawn" if self.odds.method == "sampled" else "_weighted" if self.odds.weighted else ""
        mine = f"{figure_label(self.kind, self.odds.best, lang)} ({figure_short(self.kind, self.odds.best)})"
        key = _of(self.situation, f"why.chances{sort}")
        first = text(key, lang, mine=mine, error=error(self.odds.win, lang), **chances)
        gut, hold = (self.actions[name].points or 0.0 for name in ("gut", "halten"))
        apart = "_drawn" if self.advice == "close" and abs(hold - gut) >= CLOSE else ""
        return first, text(f"why.{self.advice}{apart}", lang, **self.worth(lang))


@dataclass(frozen=True, kw_only=True)
class HaltenSpiel(Verdict):
    """The answer where Spiel was bid; `odds` are drawn, so "close" is also what is within their error."""

    odds: SpielOdds

    def why(self, lang: str) -> tuple[str, str]:
        """Return the reason in two sentences."""
        win, lose = self.odds.win, self.odds.lose
        found = "why.spiel_exact" if 0 < win.value < 1 else "why.spiel_decided"
        key = "why.spiel" if win.stderr else found
        key = _of(self.situation, key)
        first = text(key, lang, win=chance(win, lang), lose=chance(lose, lang), error=error(win, lang))
        drawn = "_drawn" if self.advice == "close" and win.stderr else ""
        return first, text(f"why.{self.advice}{drawn}", lang, **self.worth(lang))


def _of(known: Situation, key: str) -> str:
    """Return the key of a sentence about my side, which with two players is I myself."""
    return f"{key}_2" if known.players == 2 else key


def points_of_level(level: int) -> tuple[int, int]:
    """Return the points of `level` let go and held: 1 and 2 for the bid, n-1 and n for n = 3..7.

    >>> points_of_level(1), points_of_level(3)
    ((1, 2), (2, 3))
    """
    return (1, 2) if level == 1 else (level - 1, level)


def halten(known: Situation, kind: str, level: int = 1) -> Halten:
    """Return whether to hold figure `kind` when `level` (1, 3, 4 .. 7) was said last.

    What the bid says of the other side is not used unless it is part of what is known. Where the odds
    are drawn, what differs by less than two standard errors is close, too. Raises `InputError` where the
    level does not exist or my own hand does not make the figure (RULES 6).

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HA LA SU E10 W"))
    >>> halten(situation(hand, load_rules(), upcard=parse_card("L8")), "gleich").advice
    'halten'
    """
    check_kind(kind)
    let_good, held = stakes(known, level)
    odds = figure_odds(known, kind)
    if not odds.best:
        raise InputError(f"no_{kind}", bad=hand_name(known.hand))
    edge = (odds.counts["win"] - odds.counts["lose"]) / odds.worlds
    return Halten(
        situation=known,
        kind=kind,
        level=level,
        odds=odds,
        needed=-let_good / held,
        edge=edge,
        edge_error=odds.edge_error,
        advice=_advice(-float(let_good), held * edge, max(CLOSE, held * ERRORS * odds.edge_error)),
        actions=_actions(-float(let_good), held * edge),
        plans=plans_by(known, kind),
        notes=(*known.notes, _evidence(known)),
    )


def halten_spiel(  # noqa: PLR0913  what is drawn has as many parts
    known: Situation,
    level: int = 1,
    *,
    record: Record | None = None,
    worlds: int = 1000,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
) -> HaltenSpiel:
    """Return whether to hold the Spiel when `level` (1, 3, 4 .. 7) was said last, from `record` on.

    The parameters are those of `spiel_odds`; what differs by less than two standard errors is close.
    Raises `InputError` where the level does not exist, the Spiel is decided, or the fifth lead lies and
    my last card does not allow me to hold and I have no partner (RULES 5).

    >>> from analyse.game.cards import mask_of, parse_card, parse_cards
    >>> from analyse.game.rules import load_rules
    >>> from analyse.knowledge.situation import situation
    >>> hand = mask_of(parse_cards("HK W S7 E10 H9"))
    >>> halten_spiel(situation(hand, load_rules(), upcard=parse_card("L8")), worlds=50).advice
    'halten'
    """
    stakes(known, level)  # before anything is drawn
    may = may_hold(known, record)
    odds = spiel_odds(known, record=record, worlds=worlds, seed=seed, threads=threads, progress=progress)
    return judged(known, level, odds, may)


def may_hold(known: Situation, record: Record | None) -> tuple[str, ...]:
    """Return the keys of what RULES 5 say of holding the Spiel at this point; see `halten_spiel`."""
    if record is None:
        return ()
    ours, theirs = record.taken
    if decided(known, record) or len(record.tricks) == known.rules.hand_size:
        raise InputError("spiel_decided", bad=record.text, ours=ours, theirs=theirs)
    if not record.table or len(record.tricks) < known.rules.hand_size - 1:
        return ()
    (card,) = cards_of(known.hand & ~mask_of(play.card for trick in record.tricks for play in trick.plays))
    note = "note.last_lead" if known.rules.pledged_in_last_trick == "free" else "note.last_lead_pledged"
    if known.perlaggen >> card & 1 or card >> 3 in (known.trump, suit_played(record.table[0])):
        return (note,)
    if known.players == 2:
        raise InputError("last_lead", bad=card_name(card))
    return note, "note.last_lead_not_mine"


def judged(known: Situation, level: int, odds: SpielOdds, more: tuple[str, ...] = ()) -> HaltenSpiel:
    """Return the same from odds that are there already, with `more` notes."""
    let_good, held = stakes(known, level)
    edge = odds.win.value - odds.lose.value
    error_of_edge = 2 * (odds.win.stderr or 0.0)  # win and lose move against each other
    return HaltenSpiel(
        situation=known,
        kind="spiel",
        level=level,
        odds=odds,
        needed=-let_good / held,
        edge=edge,
        edge_error=error_of_edge,
        advice=_advice(-float(let_good), held * edge, max(CLOSE, held * ERRORS * error_of_edge)),
        actions=_actions(-float(let_good), held * edge),
        notes=(*odds.notes, *more, _evidence(known)),
    )


def _evidence(known: Situation) -> str:
    """Return the key of what is said of bids as evidence: unused, or those stated used as believed."""
    stated = any(isinstance(condition, Bid) for condition in known.conditions)
    return "note.belief" if stated else "note.any_hand"


def stakes(known: Situation, level: int) -> tuple[int, int]:
    """Return the points of a level let go and held; raises `InputError` where it does not exist."""
    if level not in (1, *known.rules.raises):
        raise InputError("level", bad=level)
    return points_of_level(level)


def _advice(gut: float, hold: float, close: float) -> str:
    """Return the better answer, or that they differ by less than `close` points."""
    if abs(hold - gut) < close:
        return "close"
    return "halten" if hold > gut else "gut"


def _actions(gut: float, hold: float) -> dict[str, Action]:
    return {"gut": Action(gut), "halten": Action(hold), "raise": Action(None, "reason.raise_unvalued")}


def plans_by(known: Situation, kind: str) -> tuple[Plan, ...]:
    """Return the plans on the front, the best for `kind` first."""
    plans = taufen(known.unplayed, known.rules, known.trump, known.named).plans
    key = (lambda p: (-p.gleich, -p.hanger)) if kind == "gleich" else (lambda p: (-p.hanger, -p.gleich))
    return tuple(sorted(plans, key=key))


def percent(count: int, worlds: int, lang: str) -> str:
    """Return a chance as text: 100 % and 0 % only where it is certain.

    >>> percent(1, 1, "en"), percent(999_999, 1_000_000, "en"), percent(1, 3, "de")
    ('100 %', '>99.9 %', '33,3 %')
    """
    if count in (0, worlds):
        shown = "100" if count else "0"
    elif 1000 * count < worlds:
        shown = "<0.1"
    elif 1000 * (worlds - count) < worlds:
        shown = ">99.9"
    else:
        shown = f"{100 * count / worlds:.1f}"
    return f"{shown} %".replace(".", "," if lang == "de" else ".")


def chance(estimate: Estimate, lang: str) -> str:
    """Return a chance as text, a drawn one without its error; certain only what is so in every deal.

    >>> from analyse.odds.estimate import certain, sampled
    >>> chance(certain(200, happens=True), "en"), chance(sampled(200, 200), "en"), chance(sampled(1, 3), "de")
    ('100 %', '>99.5 %', '33,3 %')
    """
    count, n = round(estimate.value * estimate.worlds), estimate.worlds
    if not estimate.stderr or 0 < count < n:
        return percent(count, n, lang)
    few = min(50, max(0.1, 100 / n))  # of n deals not one
    return _typeset(f">{100 - few:.1f} %" if count else f"<{few:.1f} %", lang)


def part_chance(odds: FigureOdds, part: str, lang: str) -> str:
    """Return the chance to "win", "stand" or "lose" as text, from whole numbers where it is exact."""
    if odds.method == "exact":
        return percent(odds.counts[part], odds.worlds, lang)
    return chance(sampled(odds.counts[part], odds.worlds), lang)


def error(estimate: Estimate, lang: str) -> str:
    """Return the standard error of a chance as text, nothing where it has none.

    >>> from analyse.odds.estimate import sampled
    >>> error(sampled(50, 100), "de"), error(sampled(1, 50_000), "en")
    ('± 5,0 %', '±<0.1 %')
    """
    return _error(estimate.stderr or 0.0, lang)


def _error(stderr: float, lang: str) -> str:
    shown = f"{100 * stderr:.1f}"
    if shown == "0.0":
        return _typeset("±<0.1 %", lang) if stderr else ""
    return _typeset(f"± {shown} %", lang)


def signed(points: float, lang: str) -> str:
    """Return points with their sign, the minus a true one.

    >>> signed(-1.0, "en"), signed(0.785, "de"), signed(-0.001, "en")
    ('−1.00', '+0,79', '+0.00')
    """
    return _typeset(f"{points:+z.2f}", lang)


def difference(value: float, lang: str) -> str:
    """Return a difference of two chances, in [-1, 1], with its sign.

    >>> difference(0.393, "de"), difference(-0.5, "en")
    ('+39,3 %', '−50.0 %')
    """
    return _typeset(f"{100 * value:+z.1f} %", lang)


def _typeset(number: str, lang: str) -> str:
    return number.replace("-", "−").replace(".", "," if lang == "de" else ".")


def grouped(number: int, lang: str) -> str:
    """Return a whole number with its thousands set apart.

    >>> grouped(13155340358160, "en"), grouped(80730, "de")
    ('13,155,340,358,160', '80.730')
    """
    return f"{number:,}".replace(",", "." if lang == "de" else ",")


def plan_names(plan: Plan) -> str:
    """Return what a plan names: "W=LA S7=LK"; "–" where it names nothing."""
    return " ".join(f"{card_name(p)}={card_name(name)}" for p, name in plan.named) or "–"
