"""`perlaggen match`: the chance to win the game by points to go."""

from typing import Any

import click

from analyse.advice import percent
from analyse.bidding.match import Match
from analyse.bidding.match_table import match_table
from analyse.cli_answers import Json
from analyse.cli_text import bullets, columns, paragraph
from analyse.cli_verbs import print_either
from analyse.game.rules import PRESETS, Rules, load_rules
from analyse.i18n import InputError, text

TEN_THOUSAND = 10_000
DRAWN = "note.match_drawn"
NOTES = ("note.match_lead", "note.match_bets", "note.match_overbid", DRAWN)


@click.pass_obj
def match(lang: str, /, *, rules: str, players: int, as_json: bool) -> None:
    """Answer `perlaggen match`."""
    if players not in {2, 4}:
        raise InputError("players", bad=players)
    preset = load_rules(rules or PRESETS[0])
    table = match_table(preset, players)
    print_either(
        lambda: match_json(table, preset, players, lang),
        lambda: match_text(table, preset, players, lang),
        as_json=as_json,
    )


def match_json(table: Match, rules: Rules, players: int, lang: str) -> Json:
    """Return the object: `win[a][b]` for a points to go against b, row and column 0 null.

    >>> shown = match_json(match_table(load_rules(), 4), load_rules(), 4, "en")
    >>> len(shown["win"]), shown["win"][0][5], 0 < shown["win"][5][3] < 0.5
    (16, None, True)
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
        "notes": _notes(table, lang),
    }


def match_text(table: Match, rules: Rules, players: int, lang: str) -> str:
    """Return the table in per cent, rows the points to go of Vorhand's side."""
    size = len(table.win)
    rows = [["", *(str(b) for b in range(1, size))]]
    for a in range(1, size):
        cells = (percent(round(TEN_THOUSAND * v), TEN_THOUSAND, "en") for v in table.win[a, 1:].tolist())
        rows.append([str(a), *(f"{float(cell.strip('<> %')):.0f}" for cell in cells)])
    head = text("cli.match", lang, players=players, title=rules.title)
    return "\n".join(
        [
            *paragraph(head, indent=""),
            "",
            *columns(rows, ">" * size, indent=""),
            "",
            *bullets(_notes(table, lang)),
        ]
    )


def _notes(table: Match, lang: str) -> list[str]:
    """Return what belongs to the numbers."""
    told = {
        "rounds": int(table.rounds.max()),
        "error": f"{100 * table.stderr:.2f}".replace(".", "," if lang == "de" else "."),
    }
    return [text(key, lang, **(told if key == DRAWN else {})) for key in NOTES]
