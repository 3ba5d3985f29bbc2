"""What each verb of `perlaggen` does with its options: read the question, ask, print the answer.

`advice` answers, `report` tells; a verb imports what it needs. What is wrong with the input is found before
anything is printed.
"""

import json
import os
import sys
from collections.abc import Callable
from errno import EBADF
from typing import Any

import click

from analyse.cli.interrupt import in_background
from analyse.cli.status import STATUS
from analyse.i18n import text

PATIENCE = 2.5  # seconds: loading the solver takes less, compiling it more
# for terminals that cannot show these
PLAIN_SIGNS = str.maketrans({"█": "#", "░": ".", "·": ",", "–": "-", "−": "-", "±": "+-"})


class OutputError(OSError):
    """The answer cannot be written."""


def print_answer(answer: str) -> None:
    """Print an answer, in colour only on a terminal whose user has nothing against it."""
    STATUS.clear()
    if sys.stdout is None:  # closed before we started
        raise OutputError(EBADF, os.strerror(EBADF))
    encoding = sys.stdout.encoding or "utf-8"  # a stream of text in memory has none
    try:
        answer.encode(encoding)
    except UnicodeEncodeError:
        answer = answer.translate(PLAIN_SIGNS).encode(encoding, "replace").decode(encoding)
    try:
        click.echo(answer, color=False if os.environ.get("NO_COLOR") else None)
    except OSError as error:
        raise OutputError(error.errno, error.strerror) from error


def print_either(answer: Callable[[], object], words: Callable[[], str], *, as_json: bool) -> None:
    """Print the answer as one JSON object or in words."""
    print_answer(json.dumps(answer(), indent=2) if as_json else words())


def load_solver(lang: str) -> None:
    """Load the solver, and say so where it has to be compiled first, whether once or each time."""
    from analyse.opencards.solver import is_kept, warm_up

    def announce() -> None:
        said = text("cli.compiling" if is_kept() else "cli.compiling_each", lang)
        STATUS.clear()
        click.echo(said, err=True)

    in_background(lambda: warm_up(announce, patience=PATIENCE))


@click.pass_obj
def odds(lang: str, /, *, figures: tuple[str, ...], law: bool, as_json: bool, **words: Any) -> None:
    """Answer `perlaggen odds`; what is exact is printed before what may wait for a compiler."""
    from analyse.advice.figures import ask_odds
    from analyse.advice.plays import ask_spiel
    from analyse.advice.question import read_question
    from analyse.cli.progress import watching
    from analyse.report.odds import odds_json
    from analyse.report.plays import with_spiel_json
    from analyse.report.questions import question_json
    from analyse.report.spiel import record_lines, spiel_text
    from analyse.report.text import odds_text

    question = read_question(**words)
    table = question.table
    answer = ask_odds(table.after, figures, law=law, seed=question.seed)
    told = {"question": question_json(question)} | odds_json(answer, lang)
    if not as_json:
        print_answer(odds_text(answer, lang, record_lines(table.known, table.record, lang)))
    if "spiel" not in figures:
        if as_json:
            print_answer(json.dumps(told, indent=2))
        return
    load_solver(lang)
    with watching(lang) as watch:
        spiel = ask_spiel(question, watch)
    if as_json:
        print_answer(json.dumps(with_spiel_json(told, spiel, lang), indent=2))
    else:
        print_answer(spiel_text(table.after, spiel, lang))
    watch.end()


@click.pass_obj
def play(lang: str, /, *, names: str, as_json: bool, **words: Any) -> None:
    """Answer `perlaggen play`."""
    from analyse.advice.plays import ask_play
    from analyse.advice.question import check_mine, read_question
    from analyse.cli.progress import watching
    from analyse.odds.open_worlds import decided
    from analyse.report.plays import play_json
    from analyse.report.spiel import play_text

    question = read_question(**words)
    check_mine(question)
    if not decided(question.table.known, question.table.record):
        load_solver(lang)
    with watching(lang) as watch:
        odds = ask_play(question, names, watch)
    print_either(
        lambda: play_json(question, odds, lang),
        lambda: play_text(question, odds, lang),
        as_json=as_json,
    )
    watch.end()


@click.pass_obj
def tricks(
    lang: str, /, *, hands: tuple[str, ...], plays: bool, line_of_play: bool, as_json: bool, **words: Any
) -> None:
    """Answer `perlaggen tricks`."""
    from analyse.advice.tricks import ask_tricks, read_deal
    from analyse.report.spiel import tricks_text
    from analyse.report.tricks import tricks_json

    deal = read_deal(hands, **words)
    load_solver(lang)
    answer = ask_tricks(deal, plays=plays, line_of_play=line_of_play)
    print_either(
        lambda: tricks_json(answer),
        lambda: tricks_text(answer, lang),
        as_json=as_json,
    )


@click.pass_obj
def taufen(lang: str, /, *, spiel: bool, as_json: bool, **words: Any) -> None:
    """Answer `perlaggen taufen`."""
    from analyse.advice.figures import ask_taufen
    from analyse.advice.plays import ask_plans
    from analyse.advice.question import check_bears_on_plans, read_question
    from analyse.cli.progress import watching
    from analyse.report.odds import taufen_json
    from analyse.report.plays import point_json, taufen_spiel_json
    from analyse.report.questions import question_json
    from analyse.report.spiel import plans_text, record_lines
    from analyse.report.text import taufen_head, taufen_text

    question = read_question(**words)
    if not spiel:
        check_bears_on_plans(question)
    known, record = question.table.known, question.table.record
    answer = ask_taufen(question.table.after)
    lines = record_lines(known, record, lang)
    told = {"question": question_json(question)} | taufen_json(answer)
    if not spiel:
        print_either(
            lambda: told | (point_json(record) if lines else {}),
            lambda: taufen_text(known, answer, lang, lines),
            as_json=as_json,
        )
        return
    if not as_json:
        print_answer("\n".join(taufen_head(known, answer, lang, lines)))
    load_solver(lang)
    with watching(lang) as watch:
        odds = ask_plans(question, answer.plans, watch)
    print_either(
        lambda: told | taufen_spiel_json(answer, odds, record, lang),
        lambda: plans_text(odds, lang),
        as_json=as_json,
    )
    watch.end()


@click.pass_obj
def rules(lang: str, /, *, preset: str, as_json: bool) -> None:
    """Answer `perlaggen rules`."""
    from analyse.game.rules import load_rules
    from analyse.report.odds import preset_json, presets_json
    from analyse.report.text import preset_text, presets_text

    if preset:
        rules = load_rules(preset)
        print_either(
            lambda: preset_json(rules),
            lambda: preset_text(rules, lang),
            as_json=as_json,
        )
    else:
        print_either(presets_json, lambda: presets_text(lang), as_json=as_json)
