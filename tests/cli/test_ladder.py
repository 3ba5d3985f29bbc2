"""`perlaggen ladder`: what is printed adds up to the bet that it speaks of."""

import numpy as np
import pytest
from oracle_ladder import expected

from analyse.advice import equilibrium as asking
from analyse.advice.equilibrium import ask_ladder
from analyse.advice.question import read_score
from analyse.bidding.ladder_game import BID, points
from analyse.bidding.tree import best_response, evaluate
from analyse.game.cards import RANKS, parse_card, parse_suit
from analyse.game.figures import figure_value, figure_values
from analyse.game.rules import load_rules
from analyse.i18n import LANGS, InputError
from analyse.report.equilibrium import ladder_json, ladder_text

RULES = load_rules()
UP = parse_card("L8")
KINDS = ("gleich", "hanger", "spiel")


@pytest.fixture(scope="module", params=KINDS)
def bet(request):
    return ask_ladder(request.param, RULES, upcard=UP, players=2)


def read_profile(bet, classes, key=None):
    """The strategies as the JSON tells them."""
    profile = [np.full(legal.shape, np.nan) for legal in bet.game.legal]
    rows = [0, 0]
    for entry in classes:
        side, told = entry["side"], entry if key is None else entry[key]
        row = rows[side]
        rows[side] += 1
        profile[bet.tree.at(side, BID)][row] = [1 - told["bid"], told["bid"]]
        for label, words in told["respond"].items():
            at = bet.tree.at(side, label)
            if words is not None:
                profile[at][row] = [words[word] for word in bet.tree.points[at].actions]
    return tuple(profile)


def test_json_has_the_keys_that_others_rely_on(bet):
    answer = ladder_json(bet, "en")
    assert answer.keys() >= {"value", "exploitability", "classes", "method", "notes"}
    assert answer["exploitability"] <= 1e-9
    for entry in answer["classes"]:
        assert entry.keys() >= {"side", "count", "rank", "p", "bid", "respond"}
        assert list(entry["respond"]) == ["1", "3", "4", "5", "6", "7"]
        for words in entry["respond"].values():
            assert words is None or words.keys() == {"gut", "halten", "raise"}
        seven = entry["respond"]["7"]
        assert seven is None or seven["raise"] is None
    for side in (0, 1):
        assert sum(e["p"] for e in answer["classes"] if e["side"] == side) == pytest.approx(1)


def test_json_classes_are_those_of_the_law_in_its_order(bet):
    classes = ladder_json(bet, "en")["classes"]
    for side in (0, 1):
        told = [entry for entry in classes if entry["side"] == side]
        if bet.law.kind == "spiel":
            assert [entry["chance"] for entry in told] == sorted(entry["chance"] for entry in told)
            continue
        rank = {name: i for i, name in enumerate(RANKS)}
        values = [figure_value(e["count"], rank[e["rank"]] if e["rank"] else 0) for e in told]
        assert tuple(values) == bet.law.values[side]


def test_the_strategies_told_have_the_value_and_certificate_told(bet):
    answer = ladder_json(bet, "en")
    profile = read_profile(bet, answer["classes"])
    assert evaluate(bet.game, profile) == pytest.approx(answer["value"], abs=1e-12)
    most = best_response(bet.game, profile, 0) + best_response(bet.game, profile, 1)
    assert most == pytest.approx(answer["exploitability"], abs=1e-12)
    floored = read_profile(bet, answer["classes"], "floored")
    assert not any(np.isnan(chances).any() for chances in floored)
    assert evaluate(bet.game, floored) == pytest.approx(answer["floored"]["value"], abs=1e-12)


def test_the_value_told_is_what_every_line_of_play_adds_up_to():
    bet = ask_ladder("spiel", RULES, upcard=UP, players=4)
    index = {point.said: at for at, point in enumerate(bet.tree.points)}

    def play(_, row, said, word):
        at = index[said]
        return np.nan_to_num(bet.best.profile[at][row])[bet.tree.points[at].actions.index(word)]

    assert expected(bet.law, 7, play) == pytest.approx(bet.best.value, abs=1e-12)


@pytest.mark.parametrize("lang", LANGS)
def test_text_fits_80_columns(bet, lang):
    shown = ladder_text(bet, lang)
    assert max(map(len, shown.splitlines())) <= 80
    assert all(line == line.rstrip() for line in shown.splitlines())
    assert ("Spieler" in shown) == (lang == "de")


def test_without_an_up_card_the_trump_is_enough():
    bet = ask_ladder("hanger", RULES, trump=parse_suit("H"), players=2)
    assert bet.best.value != ask_ladder("hanger", RULES, upcard=UP, players=2).best.value
    assert bet.best.exploitability <= 1e-9


# what is asked -> what the error quotes
WRONG = [
    (dict(upcard=UP, players=3), "3"),
    (dict(upcard=UP, players=2, leader=2), "2"),
    (dict(players=2), "up-card is missing"),
    (dict(upcard=UP, trump=parse_suit("H"), players=2), "L8"),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("asked", "quoted"), WRONG)
def test_a_table_that_does_not_exist_is_refused(kind, asked, quoted):
    with pytest.raises(InputError, match=quoted):
        ask_ladder(kind, RULES, **asked)


def test_at_a_score_it_is_the_game_that_counts(monkeypatch):
    class Table:  # the leader's chance lies on a line from one end of the score to the other
        win = np.zeros((16, 16))

        def of(self, rules, to_go, figure):
            assert (rules, to_go, figure) == (RULES, (1, 5), 0)

            def worth(ending):
                if ending.how == "out" and ending.side is not None:
                    return float(ending.side == 0)
                left = [max(0, n - ending.points * (ending.side == side)) for side, n in enumerate(to_go)]
                return left[1] / sum(left)

            return worth

    monkeypatch.setattr(asking, "match_table", lambda *_: Table())
    score = read_score("10:14", RULES)
    bet = ask_ladder("gleich", RULES, upcard=UP, players=2, leader=1, score=score)
    answer = ladder_json(bet, "en")
    assert (answer["unit"], answer["side"]) == ("game", 1)
    assert answer["score"] == {"ours": 10, "theirs": 14, "target": 15}
    assert 5 / 6 < answer["value"] < 1
    assert answer["exploitability"] <= 1e-9
    told = [entry for entry in answer["classes"] if entry["side"] == 0]
    assert {entry["bid"] for entry in told} == {0.0}  # RULES 6: at one point from the target nobody bids
    assert list(told[0]["respond"]) == ["1", "3", "4", "5", "6", "7", "out"]
    assert "10 : 14" in ladder_text(bet, "de")
    monkeypatch.setattr(Table, "win", np.zeros((10, 10)))
    with pytest.raises(InputError, match="15"):
        ask_ladder("gleich", RULES, upcard=UP, players=2, score=read_score("0:0", RULES))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["gleich", "hanger"])
def test_a_million_dealt_hands_give_the_value(kind):
    bet = ask_ladder(kind, RULES, upcard=UP, players=2)
    rng = np.random.default_rng(5)
    unseen = np.array([1 << card for card in range(33) if card != UP], np.uint64)
    total = squares = 0.0
    for _ in range(10):
        drawn = rng.random((100_000, len(unseen))).argpartition(10, axis=1)
        hands = (unseen[drawn[:, :5]].sum(axis=1), unseen[drawn[:, 5:10]].sum(axis=1))
        figures = [figure_values(kind, hand, RULES.perlagg_mask(parse_suit("L"))) for hand in hands]
        paid = self_play(bet, figures, rng)
        total += paid.sum()
        squares += (paid**2).sum()
    mean = total / 1e6
    error = ((squares / 1e6 - mean**2) / 1e6) ** 0.5
    assert error < 0.002
    assert mean == pytest.approx(bet.best.value, abs=4 * error)


def self_play(bet, figures, rng):
    """Points of side 0 in each deal, every word drawn from the strategy of the side that says it."""
    rows = [np.searchsorted(values, dealt) for values, dealt in zip(bet.law.values, figures, strict=True)]
    paid = np.zeros(len(rows[0]))
    todo = [(0, np.arange(len(paid)))]
    while todo:
        at, deals = todo.pop()
        point = bet.tree.points[at]
        chances = bet.best.profile[at][rows[point.side][deals]]
        word = (rng.random((len(deals), 1)) > np.cumsum(chances, axis=1)[:, :-1]).sum(axis=1)
        for k, lead in enumerate(point.leads):
            here = deals[word == k]
            if lead >= 0:
                if len(here):
                    todo.append((lead, here))
                continue
            ours, theirs = (dealt[here].astype(int) for dealt in figures)
            best = np.select([ours > theirs, ours < theirs], [0, 1], 2)
            paid[here] = np.array([points(ending) for ending in bet.tree.endings[~lead]])[best]
    return paid
