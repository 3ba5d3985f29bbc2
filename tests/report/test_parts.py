"""Parts of one whole add to 100.0 wherever they are shown."""

import re
from html import unescape
from typing import Any

import pytest
from click import unstyle

from analyse.advice.bieten import bieten
from analyse.advice.equilibrium import ask_ladder
from analyse.advice.figures import ask_odds
from analyse.advice.halten import halten
from analyse.advice.question import read_question
from analyse.bidding.match import KINDS
from analyse.game.cards import parse_card
from analyse.game.rules import load_rules
from analyse.i18n import LANGS, text
from analyse.knowledge.notation import parse_notation
from analyse.odds.joint import joint_odds
from analyse.odds.replay import replay
from analyse.report.equilibrium import ladder_text
from analyse.report.halten import halten_text, parts_of
from analyse.report.joint_text import joint_text, replay_text
from analyse.report.text import odds_text
from analyse.ui import bet_answer

HANDS = ("HA LA SU E10 W", "HU LO W L8 SK", "E7 SK S10 HO EA")
FIGURES = ("gleich", "hanger")
_NUMBER = r"<?>?\d+(?:[.,]\d)?"


def tenths(cells: list[str]) -> int:
    """Return what the cells add to; what is too small to be told counts as nothing."""
    return sum(0 if c[0] == "<" else round(10 * float(c.replace(",", "."))) for c in cells)


def question(hand: str, **more: Any) -> Any:
    return read_question(hand, upcard="L10", **more)


def per_cents(line: str) -> list[str]:
    return re.findall(rf"({_NUMBER}) %", line)


def whole(cells: list[str]) -> bool:
    """Return whether the cells are one whole; a part nearly all of it says nothing of the others."""
    return any(c[0] == ">" for c in cells) or tenths(cells) == 1000


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("hand", HANDS)
def test_laws(hand: str, players: int, lang: str) -> None:
    said = odds_text(ask_odds(question(hand, players=players).table.known, FIGURES, law=True), lang)
    for block in said.split("\n\n"):
        rows = [per_cents(line) for line in block.splitlines()]
        rows = [row for row in rows if len(row) == 2]
        if rows:
            assert all(whole([row[i] for row in rows]) for i in (0, 1))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", FIGURES)
@pytest.mark.parametrize("hand", HANDS[:2])
def test_what_they_hold(hand: str, kind: str, lang: str) -> None:
    answer = halten(question(hand, figure=kind, opponents="honest:2K"))
    lines = halten_text(answer, None, None, lang).splitlines()
    begin = next(i for i, line in enumerate(lines) if text("say.after_bid", lang) in line)
    rows = [per_cents(line) for line in lines[begin + 1 : lines.index("", begin)]]
    rows = [row for row in rows if len(row) == 2]
    pairs = re.findall(r"<td>([^<]*)</td><td>([^<]*)</td></tr>", bet_answer.holdings(answer, lang))
    paged = [re.findall(_NUMBER, unescape(cell))[0] for pair in pairs for cell in pair]
    for i in (0, 1):
        assert whole([row[i] for row in rows])
        assert paged[i::2] == [row[i] for row in rows]


@pytest.mark.parametrize("lang", LANGS)
def test_bids(lang: str) -> None:
    answer = bieten(question(HANDS[0], opponents="equilibrium", worlds=60), KINDS)
    for kind in KINDS:
        cells = [
            per_cents(shown)[0]
            for _, shown, _ in parts_of(answer.mine[kind], answer.advice[kind], lang).values()
        ]
        assert whole(cells)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("worlds", [70, 300])
def test_joint(worlds: int, lang: str) -> None:
    table = question(HANDS[1]).table
    lines = joint_text(table.known, table.record, joint_odds(table.known, worlds=worlds), lang).splitlines()
    points = [lines[i + 1] for i, line in enumerate(lines) if re.match(r"\s+\d:\d ", line)]
    apart = [line for line in lines if line.startswith(f"  {text('say.joint_apart', lang)} ")]
    together = [line for line in lines if line.startswith(f"    {text('figure.gleich', lang)} ")]
    figures = [
        line
        for line in lines
        if "%" in line and line.startswith(tuple(f"  {text(f'figure.{k}', lang)} " for k in KINDS))
    ]
    assert (len(points), len(apart), len(together), len(figures)) == (1, 1, 6, 3)
    assert tenths(re.findall(_NUMBER, points[0])) == tenths(re.findall(_NUMBER, apart[0])) == 1000
    assert tenths([cell for line in together for cell in re.findall(_NUMBER, line)]) == 1000
    for line in figures:
        assert whole(per_cents(line))


@pytest.mark.parametrize("lang", LANGS)
def test_replay(lang: str) -> None:
    told = replay(parse_notation(f"L8 | {HANDS[0]} | HA H8 | players=2"), worlds=30)
    rows = [
        re.findall(rf"~?({_NUMBER})", line)
        for line in replay_text(told, lang).splitlines()
        if line.count(",."[lang == "en"]) >= 6
    ]
    assert len(rows) == 3
    for row in rows:
        assert whole(row[-8:-5])
        assert whole(row[-5:-2])


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", FIGURES)
def test_ladders(kind: str, lang: str) -> None:
    bet = ask_ladder(kind, load_rules(), upcard=parse_card("L8"), trump=None, players=2, leader=0, score=None)
    said = unstyle(ladder_text(bet, lang))
    words = [cell.split("/") for cell in re.findall(r"[<>\d]+(?:/[<>\d]+)+", said)]
    assert words
    for row in words:
        assert any(c[0] == ">" for c in row) or sum(0 if c[0] == "<" else int(c) for c in row) == 100
