"""Spiel on the page, without a browser: beside the figures, for each plan, as a question of its own."""

import re
from concurrent.futures import Future
from dataclasses import replace
from threading import Timer

import pages
import pytest
import streamlit as st
from pages import EXAMPLE, choose, ran, shown

from analyse.advice.halten import halten
from analyse.advice.question import read_question
from analyse.game.cards import mask_of, parse_card, parse_cards
from analyse.game.rules import load_rules
from analyse.game.taufen import Plan, taufen
from analyse.i18n import LANGS, text
from analyse.knowledge.situation import situation
from analyse.odds.estimate import Difference
from analyse.odds.figures import odds_by_figure
from analyse.odds.spiel import plan_odds, spiel_odds
from analyse.report.halten import why
from analyse.ui import bet_answer, result, spiel
from analyse.ui.answer import chance_of, error_of
from analyse.ui.chances import PLANS_SHOWN, plans, shown_plans

SURE = "HK-W-S7-E10-H9"  # the three highest Perlaggen take three tricks


@pytest.fixture(autouse=True)
def nothing_kept():
    """Forget what other tests have had solved."""
    st.cache_resource.clear()


def opened(hand=EXAMPLE, up="L8", **link):
    """Return the page with a hand on it."""
    return pages.opened(hand=hand, up=up, **link)


def question(hand=EXAMPLE, **more):
    """Return what the page with this hand asks."""
    cards = mask_of(parse_cards(hand.replace("-", " ")))
    return situation(cards, load_rules(), upcard=parse_card("L8"), **more)


def answer(hand=EXAMPLE, level=1):
    """Return what the command answers to a bid of Spiel."""
    return halten(read_question(hand.replace("-", " "), upcard="L8", figure="spiel", level=level))


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("lang", LANGS)
def test_spiel_stands_beside_the_two_figures_with_its_error(lang, players):
    page = opened(lang=lang, players=str(players))
    odds = spiel_odds(question(players=players), worlds=1000, seed=1)
    for part in (odds.win, odds.lose):
        assert f"{chance_of(part, lang)}<small>{error_of(part, lang)}</small>" in shown(page)
    assert "Gleich <b>A-A-A</b>" in shown(page)
    assert "Hanger <b>K-A</b>" in shown(page)
    assert ("1.000" if lang == "de" else "1,000") in shown(page)


@pytest.mark.parametrize("lang", LANGS)
def test_each_plan_shows_three_chances(lang):
    page, known = opened(lang=lang), question()
    plans = taufen(known.hand, known.rules, known.trump).plans
    assert len(plans) == 3
    figures = {
        kind: odds_by_figure(known, kind, tuple({getattr(plan, kind) for plan in plans}))
        for kind in ("gleich", "hanger")
    }
    odds = plan_odds(known, plans, worlds=250, seed=1)
    for row in odds.plans:
        for kind in ("gleich", "hanger"):
            assert chance_of(figures[kind][getattr(row.plan, kind)].win, lang) in shown(page)
        assert f"{chance_of(row.win, lang)} <small>{error_of(row.win, lang)}</small>" in shown(page)
    assert shown(page).count(text("page.plan_ahead", lang) + "</small>") == 1
    assert text("note.plan_bound", lang)[:40] in shown(page)


def test_a_chance_of_next_to_nothing_is_no_tag():
    page = opened(hand="HK-W-S7-E7-L7")  # five aces beat all but the same
    assert "&gt;99,9\u00a0%" in shown(page)
    assert ">>99,9" not in shown(page)
    assert "<<0,1" not in shown(page)


def test_a_hand_without_perlaggen_has_nothing_to_name():
    assert "So kannst du taufen" not in shown(opened(hand="H8-L9-S10-HO-EA"))


@pytest.mark.parametrize("lang", LANGS)
def test_open_cards_are_explained_in_three_sentences(lang):
    said = [element.value for element in opened(lang=lang).markdown]
    (explained,) = [sentence for sentence in said if sentence == text("page.open_cards_text", lang)]
    assert explained.count(". ") == 2
    assert "double dummy" in explained
    assert ("single first card" if lang == "en" else "einzige erste Karte") in explained


@pytest.mark.parametrize("level", [1, 3, 7])
def test_the_page_answers_a_bid_of_spiel(level):
    page = opened(figure="spiel", level=str(level))
    found = answer(level=level)
    assert bet_answer.word(found, "de") + "</p>" in shown(page)
    assert error_of(found.mine.odds.win, "de") in shown(page)
    for sentence in why(found, "de"):
        assert sentence in shown(page)


def test_a_difference_within_the_error_is_called_close():
    page = opened(hand="HO-L10-SU-S10-E10", players="4", figure="spiel", level="1")
    assert answer("HO-L10-SU-S10-E10").word == "close"
    assert "Knapp</p>" in shown(page)


def test_what_is_sure_has_no_error():
    page = opened(hand=SURE, figure="spiel")
    assert "3 Stiche sind dir sicher" in shown(page)
    assert "Gewinnt 100\u00a0%, verliert 0\u00a0%." in shown(page)
    assert "geschätzt (Startwert" not in shown(page)


# figure asked | hand | known | how the Spiel was found, and what may then not be said (English)
FOUND = """
gleich | HK-W-S7-E10-H9  |                           | decided whatever the others hold | Spiel is estimated
spiel  | HK-W-S7-E10-H9  |                           | decided whatever the others hold | Spiel is estimated
spiel  | HK-W-S7-E7-L7   |                           | decided whatever the others hold | estimated, from
gleich | HA-LA-SU-E10-W  |                           | Spiel is estimated from 1,000    | whatever the others hold
gleich | HA-LA-SU-E10-W  | other: HK S7 E9 H8 S9     | all deals there can be (1)       | Spiel is estimated
"""


@pytest.mark.parametrize("row", FOUND.strip().splitlines())
def test_what_is_certain_is_not_said_to_be_estimated(row):
    figure, hand, known, found, never = (cell.strip() for cell in row.split("|"))
    more = {"known": known, "players": "2"} if known else {}
    page = opened(hand, lang="en", figure=figure, **more)
    assert found in shown(page)
    assert never not in shown(page)
    assert bool(known) == ("For the Spiel all plans in all deals there can be (1)" in shown(page))
    if "Spiel is estimated" in never:  # so are the plans that name the Perlaggen trump aces
        assert '<b class="value">100\u00a0% <small></small>' in shown(page)


# differences to the best plan, the best first, "value error" in per cent | what stands below each plan
CLOSE = """
0 0 | -0.4 0.4 | -12.4 2.1     | just ahead   | close: −0.4 % ± 0.4 % | −12.4 % ± 2.1 %
0 0 | -12.4 2.1                | best         | −12.4 % ± 2.1 %
0 0 | -4.2 2.1                 | just ahead   | close: −4.2 % ± 2.1 %
0 0 | -4.3 2.1                 | best         | −4.3 % ± 2.1 %
0 0 | 0 0.3 | -0.4 0.4         | equally good | equally good ± 0.3 %  | close: −0.4 % ± 0.4 %
0 0 | 0 0 | -50 0              | equally good | equally good          | −50.0 %
"""


@pytest.mark.parametrize("row", CLOSE.strip().splitlines())
def test_plans_within_two_standard_errors_are_called_close(row):
    cells = [cell.strip() for cell in row.split("|")]
    apart, said = cells[: len(cells) // 2], cells[len(cells) // 2 :]
    known = question()
    odds = plan_odds(
        known, taufen(known.hand, known.rules, known.trump).plans[: len(apart)], worlds=10, seed=1
    )
    rows = [
        replace(row, difference=Difference(*(float(number) / 100 for number in cell.split())))
        for row, cell in zip(odds.plans, apart, strict=True)
    ]
    kept = spiel.Kept(read_question(EXAMPLE.replace("-", " "), upcard="L8").deal)
    figures = kept.figures_of([row.plan for row in rows])
    drawn = replace(odds, plans=tuple(rows), best=rows[0])
    html = plans([row.plan for row in rows], figures, drawn, more=0, lang="en").replace("\u00a0", " ")
    assert re.findall(r"</b><small>([^<]+)</small>", html) == said


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("lang", LANGS)
def test_compiling_says_whether_it_is_for_good(monkeypatch, lang, kept):
    monkeypatch.setattr(result, "is_kept", lambda: kept)
    monkeypatch.setattr(result, "wait_for_solver", lambda tell: tell(3))
    told = []
    monkeypatch.setattr(result, "_say", lambda _place, sentence: told.append(sentence))
    opened(lang=lang)
    (sentence,) = told
    assert "3\u00a0s" in sentence.replace(" ", "\u00a0")
    assert ("NUMBA_CACHE_DIR" in sentence) != kept
    assert (("once" if lang == "en" else "einmal") in sentence) == kept


def test_a_hand_without_the_figure_still_shows_the_three_chances():
    page = opened(hand="H8-L9-S10-EO-EA", up="H9", figure="gleich")
    assert "Noch keine Antwort" in shown(page)
    assert "kein Gleich" in shown(page)
    assert "± 1," in shown(page).replace("\u00a0", " ")


def test_the_same_question_is_solved_once(monkeypatch):
    asked = []
    for name in ("solved_worlds", "plan_odds"):
        solve = getattr(spiel, name)
        monkeypatch.setattr(
            spiel, name, lambda *a, solve=solve, name=name, **k: (asked.append(name), solve(*a, **k))[1]
        )
    page = opened()
    first = shown(page)
    assert shown(ran(page)) == first
    for key, value in [("lang", "en"), ("level", 3), ("figure", "spiel"), ("level", 4)]:
        page = choose(page, key, value)
    assert asked == ["solved_worlds", "plan_odds"]
    page = choose(page, "leader", "right")
    assert asked == ["solved_worlds", "plan_odds"] * 2
    st.cache_resource.clear()
    assert shown(opened()) == first


def test_more_deals_make_the_error_smaller_and_a_second_run_is_fine():
    page = opened(players="2", worlds="10000")
    odds = spiel_odds(question(players=2), worlds=10_000, seed=1)
    assert odds.win.stderr < 0.006
    assert f"<small>{error_of(odds.win, 'de')}</small>" in shown(page)
    assert "aus 10.000 gezogenen" in shown(ran(page))


def test_work_that_is_ended_leaves_nothing_half_done():
    kept = spiel.Kept(read_question(EXAMPLE.replace("-", " "), upcard="L8", worlds=500))

    def click(_done):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        kept.solve(click)
    assert kept.odds is None
    shares = []
    assert kept.solve(shares.append).odds.worlds == 500
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_waiting_for_the_solver_is_told_and_ends(monkeypatch):
    ready: Future[float] = Future()
    monkeypatch.setattr(spiel, "_solver", lambda: ready)
    monkeypatch.setattr(spiel, "_PATIENCE", 0.05)
    monkeypatch.setattr(spiel, "_TICK", 0.05)
    Timer(0.4, ready.set_result, [0.4]).start()
    told = []
    spiel.wait_for_solver(told.append)
    assert len(told) >= 2
    told.clear()
    spiel.wait_for_solver(told.append)
    assert told == []


def test_a_solver_that_cannot_be_loaded_says_why(monkeypatch):
    broken: Future[float] = Future()
    broken.set_exception(TimeoutError("no compiler"))
    monkeypatch.setattr(spiel, "_solver", lambda: broken)
    with pytest.raises(TimeoutError, match="no compiler"):
        spiel.wait_for_solver(lambda _seconds: None)


def test_of_many_plans_the_one_that_leaves_all_free_is_shown():
    known = question(SURE)
    plans = taufen(known.hand, known.rules, known.trump).plans
    assert len(plans) > PLANS_SHOWN
    assert not plans[-1].named
    assert shown_plans(plans) == (*plans[: PLANS_SHOWN - 1], plans[-1])
    assert shown_plans(plans[::-1]) == (*plans[-2 : -1 - PLANS_SHOWN : -1], plans[-1])
    few: tuple[Plan, ...] = plans[:PLANS_SHOWN]
    assert shown_plans(few) == few
    assert "Nicht gezeigt: 9 weitere" in shown(opened(hand=SURE))
