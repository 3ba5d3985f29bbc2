"""A score is read alike by the command, the referee and the link, in every way it is written."""

import pytest

from analyse.advice.question import read_score
from analyse.game.rules import load_rules
from analyse.game.score import parse_score
from analyse.i18n import LANGS, InputError
from analyse.referee.dispute_reader import parse_dispute
from analyse.ui.state import from_link

FORMS = ("{}:{}", "{} : {}", " {}:{} ", "{}-{}", "{} - {}", "{}–{}", "{} – {}")


@pytest.mark.parametrize("form", FORMS)
def test_every_score_of_a_game_in_every_form_by_everyone(form):
    rules = load_rules()
    for ours in range(rules.target):
        for theirs in range(rules.target):
            said = form.format(ours, theirs)
            assert parse_score(said) == (ours, theirs)
            score = read_score(said, rules)
            assert (score.ours, score.theirs) == (ours, theirs)
            query, errors = from_link({"score": said}, "de")
            assert (query.ours, query.theirs, errors) == (ours, theirs, {})
    assert parse_dispute("gleich us 3A | score " + form.format(12, 13)).score == (12, 13)


@pytest.mark.parametrize("minus", ["-", "−"])
@pytest.mark.parametrize("form", FORMS)
def test_a_debt_is_read_by_the_referee_and_refused_elsewhere(form, minus):
    said = form.format(f"{minus}2", 3)
    assert parse_score(said) == (-2, 3)
    assert parse_score(form.format(3, f"{minus}2")) == (3, -2)
    assert parse_dispute(f"gleich us 3A | score {said}").score == (-2, 3)
    with pytest.raises(InputError) as raised:
        read_score(said, load_rules())
    assert raised.value.key == "error.score_form"
    for lang in LANGS:
        assert repr(said) in raised.value.text(lang)
    assert list(from_link({"score": said}, "de")[1]) == ["score"]


@pytest.mark.parametrize(
    "said", ["", "12", "12:", ":13", "12:13:14", "a:b", "12.13", "1234:1", "12/13", "12—13", "١٢:٣"]
)
def test_what_is_no_score(said):
    assert parse_score(said) is None
    with pytest.raises(InputError):
        read_score(said, load_rules())
