"""The bet on the page, without a browser: beliefs, the score, whether to bid."""

import re
from dataclasses import replace
from html import escape

import pages
import pytest
import streamlit as st
from pages import EXAMPLE, alerts, choose, ran, shown

from analyse.advice import halten as asking
from analyse.advice.bieten import bieten
from analyse.advice.halten import all_scores, beside, halten
from analyse.advice.question import Score, read_question
from analyse.i18n import LANGS, text
from analyse.numbers import signed
from analyse.report.bets import class_text, word_text
from analyse.report.halten import parts, why
from analyse.report.shares import share
from analyse.ui import bet_answer, bets, spiel
from analyse.ui.answer import typeset
from analyse.ui.spiel import Kept

NOTHING = "H8-L9-S10-EO-EA"  # neither Gleich nor Hanger


@pytest.fixture(autouse=True)
def nothing_kept():
    """Forget what other tests have had found."""
    st.cache_resource.clear()


def opened(hand=EXAMPLE, up="L8", **link):
    """Return the page with a hand on it."""
    return pages.opened(hand=hand, up=up, **link)


def question(hand=EXAMPLE, **more):
    """Return what the page with this hand asks."""
    return read_question(hand.replace("-", " "), **{"upcard": "L8", "figure": "gleich", **more})


def answer(figure="gleich", level=1, opponents="equilibrium", **more):
    """Return what the command answers."""
    return halten(question(figure=figure, level=level, opponents=opponents, **more))


def link_of(page):
    """Return the parameters of the link after the run."""
    return {key: value[0] if isinstance(value, list) else value for key, value in page.query_params.items()}


def errors(page):
    """Return the messages."""
    return alerts(page)


def number(page, key, value):
    """Put a number into a field, None to empty it."""
    page.number_input(key=key).set_value(value)
    return ran(page)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("figure", ["gleich", "hanger", "spiel"])
def test_below_the_verdict_stands_the_answer_against_bidders_in_equilibrium(lang, figure):
    page = opened(lang=lang, figure=figure)
    found = beside(answer(figure, opponents="any"))
    assert f"{text('page.beside', lang)} <b>{bet_answer.word(found, lang)}</b>" in shown(page)
    for word, points in found.advice.points.worth.items():
        assert typeset(f"{word_text(word, 1, lang)} {signed(points, lang)}") in shown(page)
    assert text("page.hold", lang) not in shown(page)


def test_the_answer_beside_is_found_once(monkeypatch):
    asked = []
    find = bets.beside_it
    monkeypatch.setattr(bets, "beside_it", lambda found: (asked.append(found), find(found))[1])
    page = opened()
    choose(choose(page, "lang", "en"), "lang", "de")
    assert len(asked) == 1
    choose(page, "level", 3)
    assert len(asked) == 2


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("figure", "opponents", "level"),
    [
        ("gleich", "equilibrium", 1),
        ("hanger", "equilibrium", 3),
        ("gleich", "honest:2K", 1),
        ("spiel", "equilibrium", 1),
        ("spiel", "honest:60%", 7),
    ],
)
def test_the_page_says_what_the_command_says_against_a_belief(lang, figure, opponents, level):
    page = opened(lang=lang, figure=figure, opp=opponents, level=str(level))
    found = answer(figure, level, opponents)
    assert f'<p class="word">{bet_answer.word(found, lang)}</p>' in shown(page)
    for _, chance, error in parts(found, lang).values():
        assert escape(typeset(chance)) in shown(page)
        assert escape(typeset(error)) in shown(page)
    for points in found.advice.points.worth.values():
        assert points is None or f"<b>{signed(points, lang)}</b>" in shown(page)
    for sentence in why(found, lang):
        assert escape(sentence) in shown(page)
    assert "<0" not in shown(page)  # a chance of next to nothing is no tag
    for note in found.notes:
        assert escape(text(note, lang)) in shown(page)
    assert not errors(page)


def test_what_they_hold_stands_there_as_a_table_before_and_after():
    page, found = opened(opp="equilibrium"), answer()
    at = dict(zip(found.advice.decides.classes, found.advice.decides.chance, strict=True))
    before = dict(zip(found.before.classes, found.before.chance, strict=True))
    assert found.advice.decides.chance.sum() == pytest.approx(1)
    likely = [value for value in at if at[value] >= 0.01]
    assert len(likely) > 5
    for value in likely:
        row = f'<th scope="row">{class_text("gleich", value, "de")}</th>'
        (line,) = [line for line in shown(page).split("<tr>") if row in line]
        told = re.findall(r"<td>([0-9,]+)\u00a0%</td>", line)
        for cell, chance in zip(
            told, (at[value], before[value]), strict=True
        ):  # parts of a whole: to a tenth
            assert abs(float(cell.replace(",", ".")) - 100 * chance) <= 0.1
    assert typeset(share(found.advice.decides.bluff, "de")) in shown(page)
    assert "(Jagen)" in shown(page)


def test_a_bar_says_whether_that_figure_beats_mine():
    html = bet_answer.holdings(answer(), "de")  # I hold three aces
    for figure, tone in [("K-K-K-K", "lose"), ("A-A-A", "stand"), ("A-A", "win")]:
        assert f'<th scope="row">{figure}</th><td class="bar {tone}"' in html


def test_the_table_of_chances_says_that_it_takes_no_bid_as_evidence():
    said = text("page.chances_any", "de")
    assert said in shown(opened(opp="equilibrium"))
    assert said not in shown(opened())


def test_choosing_a_belief_and_its_least_figure():
    page = choose(opened(), "sort", "honest")
    assert link_of(page)["opponents"] == "honest:2K"
    page.selectbox(key="least").set_value("3A")
    page = ran(page)
    assert link_of(page)["opponents"] == "honest:3A"
    assert "3A oder besser" in shown(page)
    page = choose(page, "figure", "spiel")
    assert link_of(page)["opponents"] == "honest:60%"
    assert "60% oder besser" in shown(page)
    assert link_of(choose(page, "sort", "any"))["opponents"] == "any"


@pytest.mark.parametrize(
    ("link", "bad"),
    [
        ({"opp": "honest:QX"}, "'honest:QX'"),
        ({"opp": "honest:2K", "figure": "spiel"}, "'honest:2K'"),
        ({"opp": "honest"}, "'honest'"),
        ({"opp": "any:2K"}, "'any:2K'"),
        ({"score": "13_12"}, "'13_12'"),
        ({"score": "13:999"}, "'13:999'"),
        ({"target": "1"}, "'1'"),
        ({"target": "many"}, "'many'"),
    ],
)
def test_a_broken_belief_or_score_in_the_link_is_quoted_and_the_rest_is_kept(link, bad):
    page = opened(**{"figure": "gleich", "level": "3"} | link)
    (message,) = errors(page)
    assert bad in message
    assert page.button_group(key="level").value == 3
    assert "Halten" in shown(page)


@pytest.mark.parametrize("level", ["0", "1"])
@pytest.mark.parametrize(
    ("score", "target", "bad"),
    [("15:3", "15", "'15:3'"), ("13:", "15", "'13:'"), (":0", "", "':0'"), ("3:2", "40", "noch 38 Punkte")],
)
def test_a_score_that_is_none_is_said_beside_its_field_and_the_answer_is_for_points(
    score, target, bad, level
):
    page = opened(score=score, level=level, opp="equilibrium", **({"target": target} if target else {}))
    (message,) = errors(page)
    assert bad.casefold() in message.casefold()
    assert link_of(page)["score"] == score
    assert "Partie<" not in shown(page)
    assert "Gegen: Bieter im Gleichgewicht" in shown(page)


@pytest.mark.parametrize("opponents", ["any", "honest:2K", "equilibrium"])
def test_at_a_score_each_answer_has_its_chance_to_win_the_game(opponents):
    page = opened(opp=opponents, score="13:12", target="15")
    found = answer(opponents=opponents, score="13:12", target=15)
    assert f'<p class="word">{bet_answer.word(found, "de")}</p>' in shown(page)
    games = [game for game in found.advice.game.worth.values() if game is not None]
    assert len(games) >= 2
    for game in games:
        assert f"<b>{typeset(share(game, 'de'))}</b>" in shown(page)
    assert "Stand 13 : 12, 15 gewinnt" in shown(page)
    assert not errors(page)


def test_the_score_is_put_into_its_fields_and_taken_out_again():
    page = number(opened(), "ours", 13)
    (message,) = errors(page)
    assert "'13:'" in message
    page = number(page, "theirs", 12)
    assert not errors(page)
    assert (link_of(page)["score"], link_of(page).get("target")) == ("13:12", None)
    assert "Stand 13 : 12, 15 gewinnt" in shown(page)
    page = number(page, "target", 14)
    assert link_of(page)["target"] == "14"
    assert "Stand 13 : 12, 14 gewinnt" in shown(page)
    for key in ("ours", "theirs", "target"):
        page = number(page, key, None)
    assert not {"score", "target"} & set(link_of(page))
    assert not errors(page)


def test_the_best_answer_at_every_score_is_found_on_demand_and_kept():
    page = opened(opp="honest:2K", score="2:1", target="4")
    assert 'class="pl-scores"' not in shown(page)
    page.button(key="scores_find").click()
    page = ran(page)
    found = answer(opponents="honest:2K", score="2:1", target=4)
    assert bet_answer.scores(all_scores(found), found, "de") in shown(page)
    assert not [button for button in page.button if button.key in {"scores_find", "scores_stop"}]
    assert 'class="pl-scores"' in shown(number(page, "ours", 3))  # it holds for every score
    assert 'class="pl-scores"' not in shown(choose(page, "level", 3))


def test_a_table_of_scores_that_is_ended_goes_on_where_it_was(monkeypatch):
    found = answer(opponents="honest:2K", score="0:0", target=3)
    kept, asked = Kept(found.question.deal), []
    find = asking.advise
    monkeypatch.setattr(asking, "advise", lambda *a, **more: (asked.append(a[-1]), find(*a, **more))[1])

    def click(done, of):
        if done == 4:
            raise InterruptedError(of)

    with pytest.raises(InterruptedError, match="9"):
        bets.scores(kept, found, click)
    told = []
    whole = bets.scores(kept, found, lambda *said: told.append(said))
    assert told[-1] == (9, 9)
    others = [(ours, theirs) for ours in range(3) for theirs in range(3) if (ours, theirs) != (0, 0)]
    assert asked == [Score(*cell, 3) for cell in others]  # the answer itself stands at its score
    assert whole == all_scores(found)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("opponents", "believed"), [("any", "equilibrium"), ("equilibrium", "equilibrium")])
def test_whether_to_bid_says_what_the_command_says(lang, opponents, believed):
    page = opened(lang=lang, level="0", opp=opponents)
    found = bieten(question(opponents=believed), ("gleich", "hanger", "spiel"))
    for advice in found.advice.values():
        for points in advice.points.worth.values():
            assert signed(points, lang) in shown(page)
    assert text("page.bid_0", lang) in shown(page)
    close = ", ".join(text(f"figure.{figure}", lang) for figure in found.close)
    assert text("say.bieten_close", lang, figures=close) in shown(page) or not close
    for figure in found.better:
        assert text(f"figure.{figure}", lang) in shown(page).partition('class="word"')[2].partition("</p>")[0]
    assert text("note.figures_apart", lang) in shown(page)
    assert "Soll ich bieten?" in shown(page)


def test_a_figure_that_is_not_in_my_hand_is_not_to_be_bid():
    page = opened(hand=NOTHING, level="0")
    assert text("say.bieten_missing", "de", figures="Gleich, Hanger") in shown(page)
    assert not errors(page)


def test_overbidding_is_warned_of():
    page = opened(level="0", score="14:3")
    assert text("page.verdict_overbid", "de") + "</p>" in shown(page)
    assert text("say.bieten_overbid", "de") in shown(page)


def test_honest_bidders_are_asked_of_the_figure_that_was_said():
    page = opened(level="0", opp="honest:2K", figure="gleich")
    assert "nur Gleich" in shown(page)
    assert "3A oder besser" in shown(opened(level="0", opp="honest:3A", figure="gleich"))
    page = opened(hand=NOTHING, level="0", opp="honest:2K", figure="gleich")
    assert "Noch keine Antwort" in shown(page)


def test_a_belief_solves_the_chances_of_the_spiel_no_second_time(monkeypatch):
    asked = []
    solve = spiel.solved_worlds
    monkeypatch.setattr(spiel, "solved_worlds", lambda *a, **k: (asked.append(a), solve(*a, **k))[1])
    page = opened()
    for key, value in [("sort", "equilibrium"), ("level", 0), ("figure", "spiel"), ("level", 3)]:
        page = choose(page, key, value)
    number(number(page, "ours", 3), "theirs", 4)
    assert len(asked) == 1


def test_where_no_chance_changes_the_answer_that_is_said():
    found = answer(opponents="any", score="12:13", target=15)
    sure = replace(found, advice=replace(found.advice, needed=-1.2))
    never = replace(found, advice=replace(found.advice, needed=float("inf")))
    assert text("say.always_enough", "de") in bet_answer.need(sure, "de")
    assert text("say.never_enough", "en") in bet_answer.need(never, "en")
    assert "pl-scale" in bet_answer.need(found, "de")
