"""A misspelt word is told the one that was probably meant; names of presets are read in every form."""

import pytest

from analyse.game.cards import card_name, card_unknown, parse_card, parse_suit
from analyse.game.choices import chosen, squeezed, suggesting
from analyse.game.rules import PRESETS, load_rules, preset_name
from analyse.i18n import LANGS, InputError


def too_short_or_long(word):
    """Yield a word with one letter left out or twice."""
    for i in range(len(word)):
        yield word[:i] + word[i + 1 :]
        yield word[: i + 1] + word[i:]


def misspelt(word):
    """Yield a word with one letter left out, twice, or changed with its neighbour."""
    yield from too_short_or_long(word)
    for i in range(len(word)):
        yield word[:i] + word[i + 1 : i + 2] + word[i] + word[i + 2 :]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_read_by_name_and_title_in_any_case(name):
    title = load_rules(name).title
    for said in (name, title, title.upper(), name.replace("-", " "), f" {title} ", name.partition("-")[0]):
        assert preset_name(said) == name, said
        assert load_rules(said) == load_rules(name), said


@pytest.mark.parametrize("said", ["Südtirol", "SÜDTIROL 1927", "Suedtirol", "sudtirol", "Su\u0308dtirol"])
def test_umlauts_of_a_preset_may_be_written_out_or_left_out(said):
    assert preset_name(said) == "suedtirol-1927"


@pytest.mark.parametrize(
    "said", ["s", "S", "", " ", "-", "1927", "Innsbruck 1925", "no.toml", "Innsbruck.toml"]
)
def test_what_means_no_single_preset_stays_as_it_is(said):
    assert preset_name(said) == said


@pytest.mark.parametrize("name", PRESETS)
def test_a_misspelt_preset_is_told_which_one_was_meant(name):
    for whole in (name, name.partition("-")[0], load_rules(name).title):
        for said in misspelt(whole):
            if preset_name(said) in PRESETS:
                continue
            with pytest.raises(InputError) as raised:
                load_rules(said)
            assert raised.value.suggestion == name, said
            assert raised.value.key == "error.rules_unknown"


@pytest.mark.parametrize("said", ["meran", "x", ""])
def test_where_nothing_is_near_nothing_is_suggested(said):
    with pytest.raises(InputError) as raised:
        load_rules(said)
    assert raised.value.suggestion == ""
    assert not raised.value.text("en").endswith("?")


def test_a_suggestion_is_told_in_both_languages_and_also_within_another_error():
    error = suggesting(InputError("figure_unknown", bad="hangr"), "hangr", ("gleich", "hanger"))
    told = {lang: error.text(lang) for lang in LANGS}
    assert told["de"].endswith("; war hanger gemeint?")
    assert told["en"].endswith("; did you mean hanger?")
    assert InputError("known_at", column=1, reason=error).text("en").endswith(told["en"])


def test_the_long_name_of_a_card_misspelt_is_told_its_code():
    ranks = ("Siebner", "Achter", "Neuner", "Zehner", "Unter", "Ober", "König")
    for suit in ("Herz", "Laub", "Schell", "Eichel"):
        for rank in ranks:
            name = f"{suit} {rank}"
            for said in (name[: i + 1] + name[i:] for i in range(len(name))):
                try:
                    parse_card(said)
                except InputError as error:
                    assert error.suggestion == card_name(parse_card(name)), said
                    assert error.key == "error.card_unknown"


@pytest.mark.parametrize("said", ["X9", "H6", "blah", "foo", "S", ""])
def test_a_word_like_no_card_is_told_none(said):
    assert card_unknown(said).suggestion == ""


def test_a_misspelt_suit_is_told_its_letter():
    with pytest.raises(InputError) as raised:
        parse_suit("Eichl")
    assert raised.value.suggestion == "E"


def test_choices_are_read_in_any_case():
    words = ("gleich", "hanger", "spiel")
    assert [chosen(said, words) for said in ("Gleich", "HANGER", " spiel ", "spie", "")] == [
        *words,
        None,
        None,
    ]
    assert squeezed("oberland (Imst, Tarrenz)") == {"oberlandimsttarrenz"}
