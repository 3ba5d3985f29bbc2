"""Both catalogues say the same things, and all that the code says is in them."""

import ast
import re
import string
from pathlib import Path

import pytest

import analyse
from analyse.game.rules import PRESETS, load_rules
from analyse.i18n import LANGS, InputError, catalogue, text
from analyse.report.text import source_text

PACKAGE = Path(analyse.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))


def placeholders(sentence: str) -> set[str]:
    """Return the names in braces of a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def calls(name: str) -> list[tuple[str, ast.Call]]:
    """Return all calls of a function in the package whose first argument is a literal text."""
    return [
        (f"{path.relative_to(PACKAGE)}:{node.lineno}", node)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == name
        and node.args
        and isinstance(node.args[0], ast.Constant)
    ]


def unknown_or_unfilled(prefix: str, name: str) -> list[str]:
    """Return the calls whose key is not in the catalogue or whose parameters leave a gap."""
    faults = []
    for where, node in calls(name):
        key = prefix + node.args[0].value
        given = {keyword.arg for keyword in node.keywords}
        if key not in catalogue("en"):
            faults.append(f"{where}: no text {key!r}")
        elif None not in given and not placeholders(catalogue("en")[key]) <= given | {"lang"}:
            faults.append(f"{where}: {key!r} lacks {placeholders(catalogue('en')[key]) - given}")
    return faults


def test_both_catalogues_have_the_same_keys() -> None:
    assert set(catalogue("de")) == set(catalogue("en"))
    assert len(catalogue("de")) > 50


def test_both_catalogues_have_the_same_placeholders() -> None:
    english = {key: placeholders(sentence) for key, sentence in catalogue("en").items()}
    assert {key: placeholders(sentence) for key, sentence in catalogue("de").items()} == english


@pytest.mark.parametrize("lang", LANGS)
def test_no_text_is_empty(lang: str) -> None:
    assert [key for key, sentence in catalogue(lang).items() if not sentence.strip()] == []


@pytest.mark.parametrize("lang", LANGS)
def test_errors_are_one_line(lang: str) -> None:
    errors = {key: sentence for key, sentence in catalogue(lang).items() if key.startswith("error.")}
    assert len(errors) > 30
    assert [key for key, sentence in errors.items() if "\n" in sentence] == []


def test_every_error_raised_is_in_the_catalogue_with_its_parameters() -> None:
    assert len(calls("InputError")) > 30
    assert unknown_or_unfilled("error.", "InputError") == []


def test_every_text_shown_is_in_the_catalogue_with_its_parameters() -> None:
    assert calls("text")
    assert unknown_or_unfilled("", "text") == []


def test_every_literal_note_is_in_the_catalogue() -> None:
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and node.value.startswith("note.")
            ):
                found.add(node.value)
    assert "note.no_cut" in found
    assert found <= set(catalogue("de"))


def test_every_remark_on_a_source_is_said_in_german() -> None:
    # A source without words of its own is the same in both languages: "S p. 62; K §26", "I §25-25b".
    reference = re.compile(r"(S p\. [\d-]+|[KRI] §\d+)([-,; ]+(S p\. )?([KRI] §)?\d+b?)*")
    sources = {source for name in PRESETS for source in load_rules(name).sources.values()}
    remarks = {source for source in sources if not reference.fullmatch(source)}
    assert "our decision; no source" in remarks
    assert {source for source in remarks if source_text(source, "en") != source} == set()
    assert {source for source in remarks if source_text(source, "de") == source} == set()


def test_an_error_speaks_both_languages_and_nests() -> None:
    reason = InputError("field_missing")
    error = InputError("rules_field", bad="own.toml", field="deck", reason=reason)
    assert str(error) == error.text("en") == "rules 'own.toml', field 'deck': the field is missing"
    assert error.text("de") == "Regeln 'own.toml', Feld 'deck': das Feld fehlt"
    assert isinstance(error, ValueError)
    assert (error.key, error.params["field"]) == ("error.rules_field", "deck")


def test_unknown_key_and_language_are_refused() -> None:
    with pytest.raises(KeyError):
        text("error.nothing", "de")
    with pytest.raises(ValueError, match="'fr'"):
        text("figure.gleich", "fr")
