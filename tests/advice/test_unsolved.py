"""No equilibrium is found (the linear programme fails): what does not need it is answered."""

import json
import signal

import pytest
from pages import EXAMPLE, opened, shown

from analyse.advice import halten as asking
from analyse.advice.halten import all_scores, beside, halten
from analyse.advice.question import read_question
from analyse.bidding import beliefs, equilibrium
from analyse.bidding import my_game as own_game
from analyse.bidding.equilibrium import UnsolvedError
from analyse.cli import commands as cli
from analyse.i18n import text

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
    assert json.loads(capsys.readouterr().out)["equilibrium"] is None


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
    assert text("note.any_hand", "de") in shown(page)


def question(**more):
    return read_question(HANDS[0], upcard="L8", figure="gleich", **more)


@pytest.mark.usefixtures("unsolved")
def test_in_python_it_is_an_error_of_its_own():
    assert beside(halten(question())) is None
    with pytest.raises(UnsolvedError, match="Infeasible"):
        halten(question(opponents="equilibrium"))


@pytest.mark.slow
@pytest.mark.parametrize("after", [1, 5, 16])
def test_the_scores_found_before_ctrl_c_are_kept(after):
    asked = halten(question(opponents="honest:2K", score="1:2", target=4))
    whole = all_scores(asked)
    partly = all_scores(asked, progress=lambda done, _: done < after)
    assert (partly.complete, whole.complete) == (after == 16, True)
    assert list(partly.words.items()) == list(whole.words.items())[:after]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_ctrl_c_answers_with_the_scores_so_far(monkeypatch, capsys, lang):
    asked = ["halten", HANDS[0], "--upcard", "L8", "--figure", "gleich", "--lang", lang]
    asked += ["--opponents", "honest:2K", "--score", "1:2", "--target", "4", "--scores"]
    assert cli.main([*asked, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    found = iter(range(100))
    advise = asking.advise

    def interrupted(*args, **more):
        if "points" in more and next(found) == 6:
            signal.raise_signal(signal.SIGINT)
        return advise(*args, **more)

    monkeypatch.setattr(asking, "advise", interrupted)
    assert cli.main([*asked, "--json"]) == 130
    out, err = capsys.readouterr()
    partly = json.loads(out)
    cells = [word for row in partly["scores"] for word in row]
    words = [word for row in whole["scores"] for word in row]
    reached = 8  # seven scores are looked at, and that of the question itself stands among them
    assert cells == words[:reached] + [None] * (16 - reached)
    assert partly | {"scores": None} == whole | {"scores": None}
    assert err == text("cli.scores_stopped", lang) + "\n"
    found = iter(range(100))
    assert cli.main(asked) == 130
    assert text("say.scores_partly", lang) in capsys.readouterr().out
