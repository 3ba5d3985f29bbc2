"""Figures that are drawn, deals that weigh, bids that were stated: every face says which it is."""

import json
from collections.abc import Callable
from dataclasses import replace
from math import isclose, sqrt
from subprocess import CompletedProcess

import pytest

from analyse.advice.figures import ask_odds
from analyse.advice.halten import Halten, beside, halten
from analyse.advice.question import read_question
from analyse.bidding import my_seat
from analyse.game.cards import mask_of, parse_card, parse_cards
from analyse.game.rules import load_rules
from analyse.i18n import LANGS, text
from analyse.knowledge.situation import Situation, situation
from analyse.odds.figures import DRAWN, BothSides, FigureOdds, figure_odds
from analyse.report import halten as report
from analyse.report.odds import odds_json
from analyse.report.text import odds_text
from analyse.ui import answer as show
from analyse.ui import bet_answer, chances

KINDS = ("gleich", "hanger")
ENTANGLED = "left: hanger>=4A; partner: hanger>=4K"  # for the Gleich; the Hanger factors
BID = "opponents: bid gleich 2K 90%"
HANGER_DEALS = {"en": "64,008,300,720", "de": "64.008.300.720"}
DEALS = {"en": "50,000", "de": "50.000"}


def known(words: str = "", players: int = 4) -> Situation:
    """Return what the hand of the README knows beyond itself."""
    hand = mask_of(parse_cards("HA LA SU E10 W"))
    return situation(hand, load_rules(), upcard=parse_card("L8"), players=players, known=words)


def answer_to(words: str = "", players: int = 4, figure: str = "gleich", **more: object) -> Halten:
    """Return what to answer to a bid with the same hand and knowledge."""
    return halten(
        read_question("HA LA SU E10 W", upcard="L8", players=players, known=words, figure=figure, **more)
    )


def halten_text(answer: Halten, lang: str) -> str:
    """Return what the command prints."""
    return report.halten_text(answer, beside(answer), None, lang)


def drawn(win: int, stand: int, lose: int, acceptance: float = 1.0) -> FigureOdds:
    """Return odds of a Gleich as if they had been drawn."""
    counts = {"win": win, "stand": stand, "lose": lose}
    return FigureOdds("gleich", 23, counts, win + stand + lose, "sampled", acceptance)


def one_line(said: str) -> str:
    """Return a text without its line breaks."""
    return " ".join(said.split())


@pytest.mark.parametrize(
    ("counts", "error"),
    [
        ((50, 0, 50), 0.1),  # as twice that of a share of one half
        ((25, 50, 25), sqrt(0.5 / 100)),
        ((100, 0, 0), sqrt(2) / 100),  # that of half a deal the other way
        ((0, 100, 0), sqrt(2) / 100),
    ],
)
def test_error_of_win_minus_lose(counts: tuple[int, int, int], error: float) -> None:
    assert isclose(drawn(*counts).edge_error, error)


def test_what_is_counted_has_no_error() -> None:
    assert figure_odds(known(), "gleich").edge_error == 0
    assert not figure_odds(known(), "gleich").weighted


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("law", [False, True])
def test_odds_mark_the_figure_that_is_drawn(lang: str, law: bool) -> None:  # noqa: FBT001  a parameter of the test
    out = odds_text(ask_odds(known(ENTANGLED), KINDS, law=law), lang)
    gleich, hanger = [line for line in out.splitlines() if line.startswith(("  Gleich  A", "  Hanger  K"))]
    assert gleich.count("±") == 3
    assert "±" not in hanger
    said = one_line(out)
    exact = text("say.exact", lang, worlds=HANGER_DEALS[lang])
    assert f"Hanger: {exact} Gleich: {text('say.figures_drawn', lang, worlds=DEALS[lang])}" in said
    assert max(map(len, out.splitlines())) <= 80
    laws = [line for line in out.splitlines() if line.startswith("  A-A-A-A-A ")]
    assert [line.count("±") for line in laws] == [2] * law


def test_the_law_says_never_only_of_what_cannot_be() -> None:
    out = odds_text(ask_odds(known(ENTANGLED), ("gleich",), law=True), "en")
    (pair,) = [line for line in out.splitlines() if line.startswith("  K-K  ")]
    assert pair.split()[1:4] == ["0", "%", "0"]  # I hold three aces
    assert pair.count("±") == 1


def test_json_of_a_drawn_figure_says_so_and_of_an_exact_one_is_as_ever() -> None:
    figures = odds_json(ask_odds(known(ENTANGLED), KINDS, law=False), "en")["figures"]
    keys = {"best", "win", "stand", "lose", "method", "worlds", "counts"}
    assert figures["hanger"].keys() == keys
    gleich = figures["gleich"]
    assert gleich.keys() == keys | {"stderr", "acceptance", "seed"}
    assert (gleich["method"], gleich["worlds"]) == ("sampled", DRAWN)
    assert 0.4 < gleich["acceptance"] < 0.6
    assert sum(gleich["counts"].values()) == DRAWN
    assert isclose(gleich["stderr"], sqrt(gleich["win"] * (1 - gleich["win"]) / DRAWN))


@pytest.mark.parametrize("lang", LANGS)
def test_halten_marks_what_is_drawn(lang: str) -> None:
    answer = answer_to(ENTANGLED)
    out = halten_text(answer, lang)
    bars = [line for line in out.splitlines() if "░" in line]
    assert [line.count("±") for line in bars] == [1, 1, 1]
    assert text("say.bet_drawn", lang, figure="Gleich", worlds=DEALS[lang], seed=1) in one_line(out)
    assert report.have(answer, lang) in one_line(out)
    assert "±" in report.have(answer, lang)
    assert {"en": "of the deals drawn", "de": "der gezogenen Verteilungen"}[lang] in report.why(answer, lang)[
        0
    ]
    made = report.halten_json(answer, None, None, lang)
    assert (made["method"], made["stderr"]) == ("sampled", answer.mine.odds.win.stderr)
    assert made["edge_stderr"] == answer.advice.stderr


@pytest.mark.parametrize("lang", LANGS)
def test_the_share_that_agreed_is_told_where_it_is_below_one(lang: str) -> None:
    odds = {"gleich": drawn(600, 100, 300, 0.25)}
    share = text("say.acceptance", lang, share={"en": "25.0 %", "de": "25,0 %"}[lang])
    plain = answer_to()
    answer = replace(plain, mine=replace(plain.mine, odds=odds["gleich"]))
    assert share in one_line(halten_text(answer, lang))
    assert share.replace(" %", "\u00a0%") in show.how_figures(odds, lang)
    assert text("say.acceptance", lang, share="")[:20] not in show.how_figures(
        {"gleich": drawn(6, 1, 3)}, lang
    )


@pytest.mark.parametrize(
    ("counts", "says"),
    [
        ((240, 260, 500), "halten"),  # -0.26 against -0.5; error 0.026
        ((100, 320, 580), "close"),  # -0.48: less than two errors, held 2 more than 0.05 points
        ((120, 260, 620), "close"),  # -0.5 exactly
        ((115, 240, 645), "close"),  # -0.53, 0.06 points; two errors are 0.09
        ((100, 200, 700), "gut"),  # -0.6
    ],
)
def test_what_is_within_two_standard_errors_is_close(
    monkeypatch: pytest.MonkeyPatch, counts: tuple[int, int, int], says: str
) -> None:
    law = BothSides("gleich", 23, (23,), (22, 23, 31), (counts,), "sampled")
    monkeypatch.setattr(my_seat, "both_sides", lambda *_: law)
    answer = answer_to()
    assert answer.word == says
    assert text(f"say.verdict_word_{says}", "en") in report.why(answer, "en")[1]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("players", [2, 4])
def test_weights_are_not_called_deals(lang: str, players: int) -> None:
    words = BID.replace("opponents", "other") if players == 2 else BID
    answer = answer_to(words, players)
    odds = answer.mine.odds
    assert (odds.method, odds.weighted) == ("exact", True)
    out = one_line(halten_text(answer, lang))
    weight = f"{odds.worlds:,}".replace(",", {"en": ",", "de": "."}[lang])
    assert out.endswith(text("say.exact_weighted", lang, worlds=weight))
    assert {"en": "weighted by what you believe;", "de": "gewichtet nach dem, was du glaubst;"}[lang] in out
    assert text("say.exact", lang, worlds=weight) not in out
    asked = ask_odds(known(words, players), ("gleich",), law=True)
    assert odds_json(asked, lang)["figures"]["gleich"]["weighted"] is True
    law = odds_text(asked, lang)
    assert text("say.weight", lang) in law
    assert text("page.exact_weighted", lang, worlds=weight) == show.how_figures({"gleich": odds}, lang)


@pytest.mark.parametrize("belief", ["0%", "100%"])
def test_a_belief_of_all_or_nothing_weighs_nothing(belief: str) -> None:
    assert not figure_odds(known(BID.replace("90%", belief)), "gleich").weighted


@pytest.mark.parametrize(
    ("words", "note"), [("", "note.any_hand"), (ENTANGLED, "note.any_hand"), (BID, "note.belief")]
)
def test_a_stated_bid_is_said_to_be_used(words: str, note: str) -> None:
    for answer in (answer_to(words), answer_to(words, figure="spiel", worlds=20)):
        assert [key for key in answer.notes if key in {"note.any_hand", "note.belief"}] == [note]


def test_the_command_prints_all_that(perlaggen: Callable[..., CompletedProcess[str]]) -> None:
    words = ("odds", "HA LA SU E10 W", "--upcard", "L8", "--figures", "gleich,hanger", "--known", ENTANGLED)
    figures = json.loads(perlaggen(*words, "--json").stdout)["figures"]
    assert [figures[kind]["method"] for kind in KINDS] == ["sampled", "exact"]
    assert perlaggen(*words).stdout.count("±") == 4  # three chances, and what the sign means


# The page ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_says_beside_the_figures_which_is_drawn(lang: str) -> None:
    seen = known(ENTANGLED)
    figures = {kind: {odds.best: odds} for kind in KINDS for odds in [figure_odds(seen, kind)]}
    table = chances.table(figures, None, "gleich", lang)
    gleich = figure_odds(seen, "gleich")
    for part, shown in show.shares(gleich, lang).items():
        assert f"{shown}<small>{show.error_of(getattr(gleich, part), lang)}</small>" in table
    said = [
        text("page.drawn_one", lang, figure="Gleich", worlds=DEALS[lang]),
        text("page.exact_one", lang, figure="Hanger", worlds=HANGER_DEALS[lang]),
    ]
    answer = answer_to(ENTANGLED)
    foot = bet_answer.foot(answer, chances.best_figures(figures), lang)
    assert all(sentence in piece for sentence in said for piece in (table, foot))
    assert bet_answer.bar(answer, lang).count("±") == 3
    assert show.typeset(report.have(answer, lang)) in bet_answer.need(answer, lang)


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_says_nothing_new_where_all_is_counted(lang: str) -> None:
    figures = {kind: {odds.best: odds} for kind in KINDS for odds in [figure_odds(known(), kind)]}
    assert f'<p class="small">{text("page.solving", lang)}</p>' in chances.table(
        figures, None, "gleich", lang
    )
    best = chances.best_figures(figures)
    assert text(
        "page.exact", lang, worlds=f"{best['gleich'].worlds:,}".replace(",", {"en": ",", "de": "."}[lang])
    ) in (bet_answer.foot(answer_to(), best, lang))
