"""Every drawn number shows that it is drawn, from how many deals and from which seed; no counted one does."""

import json
from collections.abc import Callable
from subprocess import CompletedProcess
from typing import Any

import pytest
from click import unstyle

from analyse.advice.bieten import bieten
from analyse.advice.figures import ask_odds
from analyse.advice.halten import halten
from analyse.advice.question import Question, read_question
from analyse.bidding.match import KINDS
from analyse.i18n import LANGS, text
from analyse.knowledge.notation import parse_notation
from analyse.numbers import grouped
from analyse.odds.figures import DRAWN, both_sides, figure_law, figure_odds, odds_by_figure
from analyse.odds.replay import replay
from analyse.report.bieten import bieten_json, bieten_text
from analyse.report.halten import halten_json, halten_text
from analyse.report.odds import odds_json
from analyse.ui import bid_answer

HAND = "HA LA SU E10 W"
FIGURES = ("gleich", "hanger")
BID = "left: bid gleich 5A 90%"  # the Gleich is counted with it, the Hanger is not
ENTANGLED = "left: hanger>=4A; partner: hanger>=4K"  # the other way round
Run = Callable[..., CompletedProcess[str]]


def asked(known: str, seed: int = 1, **more: Any) -> Question:
    return read_question(HAND, upcard="L8", known=known, seed=seed, worlds=40, **more)


def one_line(said: str) -> str:
    return " ".join(said.split())


@pytest.mark.parametrize("known", [pytest.param(BID, marks=pytest.mark.slow), ENTANGLED, ""])
@pytest.mark.parametrize("kind", FIGURES)
def test_the_seed_changes_what_is_drawn_and_nothing_that_is_counted(known: str, kind: str) -> None:
    one = asked(known).table.known
    for ask in (figure_odds, figure_law, both_sides, lambda *q: odds_by_figure(q[0], q[1], (0,), q[2])[0]):
        first = ask(one, kind, 1)
        assert (first == ask(one, kind, 7)) == (first.method == "exact")
        assert first == ask(one, kind, 1)
    for question in (asked(known, 7, figure=kind), asked(known, 8, figure=kind)):
        told = odds_json(ask_odds(one, (kind,), law=True, seed=question.seed), "en")["figures"][kind]
        assert told.get("seed") == (question.seed if told["method"] == "sampled" else None)
        again = halten(question)
        first = halten(asked(known, figure=kind))
        assert (again.advice.decides.win == first.advice.decides.win) == (again.mine.odds.method == "exact")


def test_some_of_these_are_drawn_and_some_are_counted() -> None:
    methods = [
        [both_sides(asked(known).table.known, k).method for k in FIGURES] for known in (BID, ENTANGLED)
    ]
    assert methods == [["exact", "sampled"], ["sampled", "exact"]]


def test_the_seed_reaches_the_figures_of_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def noted(known: Any, kind: str, seed: int) -> Any:
        seen.append(seed)
        return figure_odds(known, kind, seed)

    monkeypatch.setattr("analyse.odds.replay.figure_odds", noted)
    replay(parse_notation(f"L8 | {HAND} | players=2"), worlds=10, seed=7)
    assert seen == [7, 7]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("opponents", ["any", "honest:2K"])
@pytest.mark.parametrize(("known", "kind"), [(BID, "hanger"), (ENTANGLED, "gleich")])
def test_halten_names_the_drawn_figure_its_deals_and_its_error(
    known: str, kind: str, opponents: str, lang: str
) -> None:
    question = asked(known, 7, figure=kind, opponents=opponents)
    answer = halten(question)
    said = halten_text(answer, None, None, lang)
    figure, worlds = text(f"figure.{kind}", lang), grouped(DRAWN, lang)
    assert text("say.bet_drawn", lang, figure=figure, worlds=worlds, seed=7) in one_line(said)
    assert (
        text("figure.spiel", lang) + " " + text("say.bet_drawn", lang, figure="", worlds="", seed="")[:5]
        not in said
    )
    bars = [line for line in said.splitlines() if "░" in line]
    assert len(bars) == 3
    assert all("±" in line for line in bars)
    told = halten_json(answer, None, None, lang)
    assert (told["method"], told["worlds"], told["seed"]) == ("sampled", DRAWN, 7)
    assert told["stderr"] > 0


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("known", "drawn"), [(BID, {"hanger", "spiel"}), ("", {"spiel"})])
def test_bieten_says_of_each_figure_how_it_was_found(known: str, drawn: set[str], lang: str) -> None:
    question = asked(known, 7, opponents="equilibrium")
    answer = bieten(question, KINDS)
    said, told = bieten_text(answer, lang), bieten_json(answer, lang)["figures"]
    page = bid_answer.table(answer, KINDS, KINDS, lang)
    foot = bid_answer.foot(answer, KINDS, lang)
    page_rows = page.split("<tr>")[2:]
    for kind, page_row in zip(KINDS, page_rows, strict=True):
        figure = text(f"figure.{kind}", lang)
        (row,) = [line for line in said.splitlines() if line.startswith(f"  {figure} ")]
        each = told[kind]
        worlds = 40 if kind == "spiel" else DRAWN
        named = text("say.bet_drawn", lang, figure=figure, worlds=grouped(worlds, lang), seed=7)
        assert row.count("±") == page_row.count("±") == (2 if kind in drawn else 0)
        assert (named in one_line(said)) == (named in foot) == (kind in drawn)
        if kind in drawn:
            assert (each["method"], each["worlds"], each["seed"]) == ("sampled", worlds, 7)
            assert each["stderr"] > 0
        else:
            assert (each["method"], each["stderr"], each["seed"]) == ("exact", None, None)
    assert max(map(len, unstyle(said).splitlines())) <= 80


@pytest.mark.parametrize("lang", LANGS)
def test_the_table_of_bids_keeps_the_width_at_a_score(lang: str) -> None:
    answer = bieten(asked(BID, opponents="equilibrium", score="12:13"), KINDS)
    assert max(map(len, unstyle(bieten_text(answer, lang)).splitlines())) <= 80


def test_the_commands_take_the_seed(perlaggen: Run) -> None:
    words = (HAND, "--upcard", "L8", "--known", BID, "--json")

    def figures(verb: str, seed: str, *more: str) -> Any:
        return json.loads(perlaggen(verb, *words, *more, "--seed", seed).stdout)

    bids = [figures("bieten", seed, "--figures", "gleich,hanger")["figures"] for seed in ("1", "7")]
    assert bids[0]["gleich"] == bids[1]["gleich"]
    assert bids[0]["hanger"]["win"] != bids[1]["hanger"]["win"]
    held = [figures("halten", seed, "--figure", "hanger")["win"] for seed in ("1", "7")]
    assert held[0] != held[1]
    entangled = [
        json.loads(
            perlaggen(
                *("odds", HAND, "--upcard", "L8", "--known", ENTANGLED, "--figures", "gleich,hanger"),
                *("--json", "--seed", seed),
            ).stdout
        )["figures"]
        for seed in ("1", "7")
    ]
    assert entangled[0]["hanger"] == entangled[1]["hanger"]
    assert entangled[0]["gleich"]["counts"] != entangled[1]["gleich"]["counts"]
    assert {"method", "worlds", "stderr", "seed"} <= entangled[1]["gleich"].keys()
