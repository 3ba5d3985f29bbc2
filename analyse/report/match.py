"""`perlaggen match`: the chance to win the game by points to go."""

from typing import Any

from analyse.bidding.laws.deals import deal_law
from analyse.bidding.match import Match
from analyse.game.rules import Rules
from analyse.i18n import text
from analyse.numbers import grouped
from analyse.report.odds import Json
from analyse.report.text import bullets, paragraph

DRAWN = "note.match_drawn"
NOTES = ("note.match_lead", "note.match_bets", "note.match_overbid", DRAWN)


def match_json(table: Match, rules: Rules, players: int, lang: str) -> Json:
    """Return the object: `win[a][b]` for a points to go against b, row and column 0 null.

    >>> from analyse.bidding.laws.match import match_table
    >>> from analyse.game.rules import load_rules
    >>> shown = match_json(match_table(load_rules(), 4), load_rules(), 4, "en")
    >>> len(shown["win"]), shown["win"][0][5], 0 < shown["win"][5][3] < 0.5
    (25, None, True)
    """
    size = len(table.win)
    win: list[list[Any]] = [[None] * size]
    win += [[None, *(float(v) for v in table.win[a, 1:])] for a in range(1, size)]
    return {
        "rules": rules.name,
        "players": players,
        "win": win,
        "rounds": int(table.rounds.max()),
        "moved": float(table.moved.max()),
        "stderr": table.stderr,
        "notes": _notes(table, rules, players, lang),
    }


def match_text(table: Match, rules: Rules, players: int, lang: str) -> str:
    """Return the table in per cent, rows the points to go of Vorhand's side."""
    size = len(table.win)
    rows = [["", *(str(b) for b in range(1, size))]]
    for a in range(1, size):
        cells = (min(99, max(1, round(100 * v))) for v in table.win[a, 1:].tolist())
        rows.append([str(a), *map(str, cells)])
    lines = [" ".join(f"{cell:>2}" for cell in row) for row in rows]
    head = text("say.match", lang, players=players, title=rules.title)
    return "\n".join(
        [
            *paragraph(head, indent=""),
            "",
            *lines,
            "",
            *bullets(_notes(table, rules, players, lang)),
        ]
    )


def _notes(table: Match, rules: Rules, players: int, lang: str) -> list[str]:
    """Return what belongs to the numbers."""
    told = {
        "deals": grouped(len(deal_law(rules, players)), lang),
        "rounds": int(table.rounds.max()),
        "error": f"{100 * table.stderr:.2f}".replace(".", "," if lang == "de" else "."),
    }
    pairs = [f"{a + 1}:{b} {share(table, a + 1, b)} > {a}:{b} {share(table, a, b)}" for a, b in _falls(table)]
    rises = (
        text("note.match_rises_not", lang, pairs=", ".join(pairs))
        if pairs
        else text("note.match_rises", lang)
    )
    return [*(text(key, lang, **(told if key == DRAWN else {})) for key in NOTES), rises]


def share(table: Match, ours: int, theirs: int) -> str:
    """Return a chance of the table in per cent with one decimal."""
    return f"{100 * float(table.win[ours, theirs]):.1f}"


def _falls(table: Match) -> list[tuple[int, int]]:
    """Return the scores (a, b) at which a side is better off with one point more to go."""
    size = len(table.win)
    return [
        (a, b) for a in range(1, size - 1) for b in range(1, size) if table.win[a + 1, b] > table.win[a, b]
    ]
