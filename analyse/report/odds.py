"""The answers of `perlaggen`, asked of the core, and as the objects that `--json` prints."""

from collections.abc import Mapping
from typing import Any, Protocol

from analyse.advice.figures import Odds
from analyse.game.cards import RANKS, card_name
from analyse.game.figures import figure_count, figure_rank
from analyse.game.rules import PRESETS, Rules, field_names, load_rules
from analyse.game.taufen import Plan, Taufen
from analyse.i18n import text
from analyse.odds.figures import FigureOdds

Json = dict[str, Any]


class Answer(Protocol):
    """Whatever has notes."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Keys of the remarks that belong to the numbers."""


def figure_json(value: int) -> Json:
    """Return a figure as `{count, rank}`.

    >>> figure_json(23), figure_json(0)
    ({'count': 3, 'rank': 'A'}, {'count': 1, 'rank': None})
    """
    rank = figure_rank(value)
    return {"count": figure_count(value), "rank": None if rank is None else RANKS[rank]}


def notes_of(answer: Answer, lang: str) -> list[str]:
    """Return the remarks that belong to an answer."""
    return [text(key, lang) for key in answer.notes]


def _law_rows(counts: Mapping[int, int], worlds: int) -> list[Json]:
    return [
        figure_json(value) | {"p": n / worlds, "n": n} for value, n in sorted(counts.items(), reverse=True)
    ]


def figure_odds_json(odds: FigureOdds) -> Json:
    """Return the chances of a figure."""
    more = (
        {}
        if odds.method == "exact"
        else {"stderr": odds.win.stderr, "acceptance": odds.acceptance, "seed": odds.seed}
    )
    return {
        "best": figure_json(odds.best),
        "win": odds.win.value,
        "stand": odds.stand.value,
        "lose": odds.lose.value,
        "method": odds.method,
        "worlds": odds.worlds,
        "counts": dict(odds.counts),
    } | (more | {"weighted": True} if odds.weighted else more)


def odds_json(answer: Odds, lang: str) -> Json:
    """Return the object of `perlaggen odds --json`."""
    figures = {kind: figure_odds_json(odds) for kind, odds in answer.odds.items()}
    for kind, law in answer.laws.items():
        sides = {"ours": law.ours, "theirs": law.theirs}
        figures[kind]["law"] = {side: _law_rows(counts, law.worlds) for side, counts in sides.items()}
    return {"figures": figures, "notes": notes_of(answer, lang)}


def plan_json(plan: Plan) -> Json:
    """Return a plan: what is named what, what that makes, what stays free."""
    return {
        "named": {card_name(perlagg): card_name(name) for perlagg, name in plan.named},
        "gleich": figure_json(plan.gleich),
        "hanger": figure_json(plan.hanger),
        "free": [card_name(perlagg) for perlagg in plan.free],
    }


def taufen_json(answer: Taufen) -> Json:
    """Return the object of `perlaggen taufen --json`."""
    return {
        "plans": [plan_json(plan) for plan in answer.plans],
        "namings": answer.namings,
        "reach": [
            {"gleich": figure_json(gleich), "hanger": figure_json(hanger), "namings": n}
            for (gleich, hanger), n in sorted(answer.reach.items(), reverse=True)
        ],
        "best_gleich": figure_json(answer.best_gleich),
        "best_hanger": figure_json(answer.best_hanger),
        "together": answer.together,
        "notes": [],
    }


def presets_json() -> Json:
    """Return the object of `perlaggen rules --json`."""
    return {"presets": [{"name": r.name, "title": r.title} for r in map(load_rules, PRESETS)]}


def preset_json(rules: Rules) -> Json:
    """Return the object of `perlaggen rules PRESET --json`: each field with its paragraph."""
    return {
        "name": rules.name,
        "title": rules.title,
        "fields": {
            name: {"value": getattr(rules, name), "source": rules.sources[name]} for name in field_names()
        },
    }
