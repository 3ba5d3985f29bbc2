"""`perlaggen ladder`: the equilibrium of the bet on one figure, as an object and in words."""

from collections.abc import Mapping

import numpy as np

from analyse.advice.equilibrium import SPIEL, Bet
from analyse.bidding.ladder_game import BID, GUT, HALTEN, RAISE, rungs
from analyse.bidding.laws.spiel import class_range
from analyse.bidding.tree import Profile
from analyse.game.cards import SUIT_NAMES, SUITS, card_name
from analyse.game.figures import figure_short
from analyse.i18n import text
from analyse.numbers import parts, shared_out
from analyse.report.odds import Json, figure_json
from analyse.report.text import bullets, columns, paragraph

WORDS = (GUT, HALTEN, RAISE)
SHOWN = ("1", "3", "4", "5")  # the answers that the table has room for
ROUNDING = 1e-15  # nothing smaller is said of a sum of floats


# As an object -------------------------------------------------------------------------------------------


def ladder_json(bet: Bet, lang: str) -> Json:
    """Return the object of `perlaggen ladder --json`."""
    score = bet.score and {"ours": bet.score.ours, "theirs": bet.score.theirs, "target": bet.score.target}
    return {
        "figure": bet.law.kind,
        "rules": bet.rules.name,
        "upcard": None if bet.upcard is None else card_name(bet.upcard),
        "trump": SUITS[bet.trump],
        "players": bet.players,
        "side": bet.side,
        "score": score,
        "unit": "points" if bet.score is None else "game",
        "value": bet.best.value,
        "exploitability": bet.best.exploitability,
        "floored": {
            "floor": bet.floored.floor,
            "value": bet.floored.value,
            "exploitability": bet.floored.exploitability,
        },
        "classes": [_class_json(bet, side, row) for side in (0, 1) for row in _rows(bet, side)],
        "method": "sequence form",
        "notes": [text(key, lang) for key in bet.notes],
    }


def _rows(bet: Bet, side: int) -> list[int]:
    """Return the rows of the classes that occur, ascending."""
    return np.flatnonzero(_chances(bet, side)).tolist()


def _chances(bet: Bet, side: int) -> list[float]:
    """Return how often each class of a side occurs."""
    sums: list[float] = bet.game.cells(side, bet.game.weight).sum(axis=1).tolist()
    return sums


def _class_json(bet: Bet, side: int, row: int) -> Json:
    label = bet.law.values[side][row]
    if bet.law.kind == SPIEL:
        who: Json = {"count": None, "rank": None, "chance": list(class_range(label))}
    else:
        who = figure_json(label)
    said = _plays(bet, bet.best.profile, side, row)
    floored = _plays(bet, bet.floored.profile, side, row)
    return {"side": side} | who | {"p": _chances(bet, side)[row]} | said | {"floored": floored}


def _plays(bet: Bet, profile: Profile, side: int, row: int) -> Json:
    """Return how often a class bids, and what it answers to each number, None where it never comes."""
    respond: Json = {}
    for rung in rungs(bet.rules, out=bet.score is not None):
        words = _words(bet, profile, side, rung.label, row)
        respond[rung.label] = None if words is None else {word: words.get(word) for word in WORDS}
    opening = _words(bet, profile, side, BID, row)
    return {"bid": opening and opening[BID], "respond": respond}


def _words(bet: Bet, profile: Profile, side: int, label: str, row: int) -> Mapping[str, float] | None:
    """Return the chances of what a class says at a point, None where its own play never leads there."""
    at = bet.tree.at(side, label)
    chances = profile[at][row]
    if np.isnan(chances).any():
        return None
    return dict(zip(bet.tree.points[at].actions, chances.tolist(), strict=True))


# In words -----------------------------------------------------------------------------------------------


def ladder_text(bet: Bet, lang: str) -> str:
    """Return the equilibrium in words: what it is worth, and a table for each side."""
    return "\n".join(
        [
            *paragraph(_head(bet, lang), indent=""),
            "",
            *paragraph(_value(bet, lang), indent=""),
            *(line for side in (0, 1) for line in ["", *_table(bet, side, lang)]),
            "",
            *paragraph(text("ladder.legend", lang), indent=""),
            "",
            *bullets(text(key, lang) for key in bet.notes),
        ]
    )


def _head(bet: Bet, lang: str) -> str:
    up = "" if bet.upcard is None else text("say.up", lang, card=card_name(bet.upcard)) + ", "
    trump = text("say.trump", lang, suit=SUIT_NAMES["de"][bet.trump])
    figure = text(f"figure.{bet.law.kind}", lang)
    return text(
        "ladder.head", lang, figure=figure, up=up, trump=trump, players=bet.players, rules=bet.rules.title
    )


def _value(bet: Bet, lang: str) -> str:
    mine = text(f"ladder.side_{bet.side}_mine", lang)
    sure = f"{max(bet.best.exploitability, ROUNDING):.0e}"
    if bet.score is None:
        value = f"{bet.best.value:+z.4f}".replace("-", "−")
        said = text("ladder.value_points", lang, value=_decimal(value, lang), sure=sure)
    else:
        value = _decimal(f"{100 * bet.best.value:.2f} %", lang)
        score = {"ours": bet.score.ours, "theirs": bet.score.theirs, "target": bet.score.target}
        said = (
            text("say.at_score", lang, **score)
            + ". "
            + text("ladder.value_game", lang, value=value, sure=sure)
        )
    return f"{said} {mine}"


def _decimal(number: str, lang: str) -> str:
    return number.replace(".", "," if lang == "de" else ".")


def _table(bet: Bet, side: int, lang: str) -> list[str]:
    """Return how one side plays, the best class first."""
    heads = [text("ladder.share", lang), text("say.bid", lang)]
    heads += [text(f"ladder.to_{label}", lang) for label in SHOWN]
    rows = [[text(f"ladder.side_{side}", lang), *heads]]
    shown = _rows(bet, side)
    shares = [_chances(bet, side)[row] for row in shown]
    said = [f"{100 * share:.1f} %" for share in shares]
    told = dict(zip(shown, parts([*shares, max(0.0, 1 - sum(shares))], [*said, "0 %"], lang), strict=False))
    for row in reversed(shown):
        opening = _words(bet, bet.best.profile, side, BID, row)
        answers = (_words(bet, bet.best.profile, side, label, row) for label in SHOWN)
        share = told[row].removesuffix(" %")
        bids = "–" if opening is None else percent(opening[BID])
        rows.append([_label(bet, side, row, lang), share, bids, *map(_answers, answers)])
    return columns(rows, "<" + ">" * (len(rows[0]) - 1), indent="")


def _label(bet: Bet, side: int, row: int, lang: str) -> str:
    value = bet.law.values[side][row]
    if bet.law.kind == SPIEL:
        low, high = (f"{100 * chance:.0f}" for chance in class_range(value))
        return text("say.own_chance", lang, low=low, high=high)
    return figure_short(bet.law.kind, value)


def _answers(words: Mapping[str, float] | None) -> str:
    """Return three chances as "92/6/2", "–" where they never come up."""
    if words is None:
        return "–"
    chances = [words[word] for word in WORDS if word in words]
    alone = [percent(chance) for chance in chances]
    told = [i for i, one in enumerate(alone) if one.isdigit() and one not in {"0", "100"}]
    whole = shared_out(chances, told, 100, most=bool({">99", "100"} & set(alone)))
    return "/".join(str(whole.get(i, one)) for i, one in enumerate(alone))


def percent(chance: float) -> str:
    """Return a chance in whole per cent; 0 and 100 only where it is never or always.

    >>> [percent(chance) for chance in (0.0, 0.001, 0.5, 0.999, 1.0)]
    ['0', '<1', '50', '>99', '100']
    """
    if 0 < chance < 0.005:
        return "<1"
    return ">99" if 0.995 < chance < 1 else f"{100 * chance:.0f}"
