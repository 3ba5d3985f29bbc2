"""No equilibrium is found (the linear programme fails): what does not need it is answered."""

import json
import signal

import pytest
from analyse.advice.betting import ask_beside, ask_halten_bet, ask_matrix
from pages import EXAMPLE, opened, shown

from analyse.bidding import beliefs, equilibrium
from analyse.bidding import my_game as own_game
from analyse.bidding.equilibrium import UnsolvedError
from analyse.cli import commands as cli
from analyse.game.cards import mask_of, parse_card, parse_cards
from analyse.game.rules import load_rules
from analyse.i18n import text
from analyse.knowledge.situation import situation
from analyse.report import bets as cli_bets

HANDS = ("HA LA SU E10 W", "HK W S7 E7 LU", "H8 E8 S8 LK L10")
BELIEFS = ("--opponents", "equilibrium")


@pytest.fixture
def unsolved(monkeypatch):
    """Have the programme fail, whatever has been solved before."""
    for module in (beliefs, own_game):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    monkeypatch.setattr(equilibrium, "_programme", lambda *_: (None, "Infeasible"))


@pytest.mark.usefixtures("unsolved")
@pytest.mark.parametrize("hand", HANDS[:2])
@pytest.mark.parametrize("figure", ["gleich", "hanger"])
@pytest.mark.parametrize("level", ["1", "3", "7"])
def test_an_answer_against_any_hand_stands_without_the_side_sentence(capsys, hand, figure, level):
    words = ["halten", hand, "--upcard", "L8", "--figure", figure, "--level", level, "--lang", "en"]
    assert cli.main(words) == 0
    out, err = capsys.readouterr()
    assert (err, "equilibrium" in out) == ("", False)
    assert cli.main([*words, "--json"]) == 0
    assert "equilibrium" not in json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("unsolved")
@pytest.mark.parametrize(
    "words",
    [
        ["halten", HANDS[0], "--figure", "gleich", *BELIEFS],
        ["halten", HANDS[0], "--figure", "hanger", *BELIEFS, "--json"],
        ["bieten", HANDS[0], "--figures", "gleich"],
        ["ladder", "--figure", "gleich"],
    ],
)
def test_where_the_equilibrium_was_asked_for_it_is_one_line(capsys, words):
    assert cli.main([*words, "--upcard", "L8", "--lang", "en"]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("perlaggen: no answer: no equilibrium found (")
    assert "Infeasible" in err


@pytest.mark.usefixtures("unsolved")
@pytest.mark.parametrize("level", ["0", "1"])
def test_the_page_says_so(level):
    page = opened(hand=EXAMPLE, up="L9", figure="hanger", opp="equilibrium", level=level, players="2")
    assert "kein Gleichgewicht gefunden" in shown(page)


@pytest.mark.usefixtures("unsolved")
def test_the_page_answers_against_any_hand():
    page = opened(hand=EXAMPLE, up="L9", figure="hanger", players="2", leader="other")
    assert "Gegen jede Hand" in shown(page)


def known_of(hand: str):
    return situation(mask_of(parse_cards(hand)), load_rules(), upcard=parse_card("L8"))


@pytest.mark.usefixtures("unsolved")
def test_in_python_it_is_an_error_of_its_own():
    known = known_of(HANDS[0])
    assert ask_beside(known, "gleich", 1) is None
    with pytest.raises(UnsolvedError, match="Infeasible"):
        ask_halten_bet(known, "gleich", 1, "equilibrium", score=None, target=None)


@pytest.mark.parametrize("after", [1, 5, 16])
def test_the_scores_found_before_ctrl_c_are_kept(after):
    asked = ask_halten_bet(known_of(HANDS[0]), "gleich", 1, "honest:2K", score="1:2", target=4)
    whole = ask_matrix(asked, 4)
    partly = ask_matrix(asked, 4, lambda done, _: done < after)
    flat, all_of_it = [w for row in partly for w in row], [w for row in whole for w in row]
    assert flat == all_of_it[:after] + [None] * (16 - after)
    assert [len(row) for row in partly] == [4] * 4


@pytest.mark.parametrize("lang", ["de", "en"])
def test_ctrl_c_answers_with_the_scores_so_far(monkeypatch, capsys, lang):
    words = ["halten", HANDS[0], "--upcard", "L8", "--figure", "gleich", "--lang", lang]
    words += ["--opponents", "honest:2K", "--score", "1:2", "--target", "4", "--scores"]
    assert cli.main([*words, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    found = iter(range(100))
    advise = cli_bets.advise

    def interrupted(*args, **more):
        if "points" in more and next(found) == 6:
            signal.raise_signal(signal.SIGINT)
        return advise(*args, **more)

    monkeypatch.setattr(cli_bets, "advise", interrupted)
    assert cli.main([*words, "--json"]) == 130
    out, err = capsys.readouterr()
    partly = json.loads(out)
    cells = [word for row in partly["scores"] for word in row]
    assert cells == [word for row in whole["scores"] for word in row][:7] + [None] * 9
    assert partly | {"scores": None} == whole | {"scores": None}
    assert err == text("cli.scores_stopped", lang) + "\n"
    found = iter(range(100))
    assert cli.main(words) == 130
    assert text("say.scores_partly", lang) in capsys.readouterr().out
