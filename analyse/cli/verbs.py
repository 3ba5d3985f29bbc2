"""What each verb of `perlaggen` does with its options: ask the core, print the answer.

`cli_answers`, `cli_drawn` and `cli_spiel` ask the core, `cli_text` and `cli_spiel_text` write the answer for
people; a verb imports what it needs. What is wrong with the input is found before anything is printed.
"""

import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from analyse.i18n import InputError, text

if TYPE_CHECKING:
    from analyse.knowledge.situation import Situation


PATIENCE = 2.5  # seconds: loading the solver takes less, compiling it more
# for terminals that cannot show these
PLAIN_SIGNS = str.maketrans({"█": "#", "░": ".", "·": ",", "–": "-", "−": "-", "±": "+-"})


def print_answer(answer: str) -> None:
    """Print an answer, in colour only on a terminal whose user has nothing against it."""
    try:
        answer.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        plain = answer.translate(PLAIN_SIGNS)
        answer = plain.encode(sys.stdout.encoding, "replace").decode(sys.stdout.encoding)
    click.echo(answer, color=False if os.environ.get("NO_COLOR") else None)


def print_either(answer: Callable[[], object], words: Callable[[], str], *, as_json: bool) -> None:
    """Print the answer as one JSON object or in words."""
    print_answer(json.dumps(answer(), indent=2) if as_json else words())


def load_solver(lang: str) -> None:
    """Load the solver, and say so where it has to be compiled first, whether once or each time."""
    from analyse.cli.progress import loading

    with loading():
        from analyse.opencards.solver import is_kept, warm_up

        def announce() -> None:
            click.echo(text("cli.compiling" if is_kept() else "cli.compiling_each", lang), err=True)

        warm_up(announce, patience=PATIENCE)


def answer_halten(
    lang: str,
    *,
    hand: tuple[str, ...],
    figure: str | None,
    level: int,
    played: tuple[str, ...],
    worlds: int,
    seed: int,
    as_json: bool,
    **deal: Any,
) -> None:
    """Answer `perlaggen halten` against any hand, for points."""
    from analyse.advice.betting import ask_beside
    from analyse.advice.figures import ask_halten
    from analyse.advice.question import figures_after, read_record, read_situation
    from analyse.report.bets import beside_json
    from analyse.report.bets_text import beside_text
    from analyse.report.odds import halten_json
    from analyse.report.spiel import record_lines
    from analyse.report.text import halten_text

    if figure is None:
        raise InputError("cli_figure_missing")
    known = read_situation(hand, later=bool(played), **deal)
    if figure == "spiel":
        _halten_spiel(lang, known, level, played, worlds=worlds, seed=seed, as_json=as_json)
        return
    record = read_record(known, played)
    told = figures_after(known, record)
    answer = ask_halten(told, figure, level)
    beside = None if record.plays else ask_beside(told, figure, level)
    print_either(
        lambda: halten_json(answer, lang) | beside_json(beside, lang),
        lambda: halten_text(
            answer,
            lang,
            record_lines(known, record, lang),
            beside_text(beside, lang),
        ),
        as_json=as_json,
    )


def _halten_spiel(
    lang: str,
    known: "Situation",
    level: int,
    played: tuple[str, ...],
    *,
    worlds: int,
    seed: int,
    as_json: bool,
) -> None:
    from analyse.advice.halten import halten_spiel, may_hold, stakes
    from analyse.advice.plays import THREADS
    from analyse.advice.question import read_record
    from analyse.cli.progress import watching
    from analyse.odds.open_worlds import check_drawing
    from analyse.report.plays import halten_spiel_json
    from analyse.report.spiel import halten_spiel_text

    stakes(known, level)  # whether there is such a level
    record = read_record(known, played)
    may_hold(known, record)
    check_drawing(worlds, seed)
    load_solver(lang)
    with watching(lang) as watch:
        answer = halten_spiel(
            known,
            level,
            record=record,
            worlds=worlds,
            seed=seed,
            threads=THREADS,
            progress=watch,
        )
    print_either(
        lambda: halten_spiel_json(answer, record, lang),
        lambda: halten_spiel_text(answer, record, lang),
        as_json=as_json,
    )
    watch.end()


@click.pass_obj
def odds(
    lang: str,
    /,
    *,
    hand: tuple[str, ...],
    figures: tuple[str, ...],
    law: bool,
    played: tuple[str, ...],
    worlds: int,
    seed: int,
    as_json: bool,
    **deal: Any,
) -> None:
    """Answer `perlaggen odds`; what is exact is printed before what may wait for a compiler."""
    from analyse.advice.figures import ask_odds
    from analyse.advice.plays import ask_spiel
    from analyse.advice.question import figures_after, read_record, read_situation
    from analyse.cli.progress import watching
    from analyse.odds.open_worlds import check_drawing
    from analyse.report.odds import odds_json
    from analyse.report.plays import with_spiel_json
    from analyse.report.spiel import record_lines, spiel_text
    from analyse.report.text import odds_text

    known = read_situation(hand, later=bool(played), **deal)
    record = read_record(known, played)
    told = figures_after(known, record)
    check_drawing(worlds, seed)
    answer = ask_odds(told, figures, law=law)
    if not as_json:
        print_answer(odds_text(answer, lang, record_lines(known, record, lang)))
    if "spiel" not in figures:
        if as_json:
            print_answer(json.dumps(odds_json(answer, lang), indent=2))
        return
    load_solver(lang)
    with watching(lang) as watch:
        spiel = ask_spiel(known, record, worlds, seed, watch)
    if as_json:
        print_answer(json.dumps(with_spiel_json(odds_json(answer, lang), spiel, lang), indent=2))
    else:
        print_answer(spiel_text(told, spiel, lang))
    watch.end()


@click.pass_obj
def play(
    lang: str,
    /,
    *,
    hand: tuple[str, ...],
    played: tuple[str, ...],
    names: str,
    worlds: int,
    seed: int,
    as_json: bool,
    **deal: Any,
) -> None:
    """Answer `perlaggen play`."""
    from analyse.advice.plays import ask_play
    from analyse.advice.question import read_record_of_mine, read_situation
    from analyse.cli.progress import watching
    from analyse.odds.open_worlds import check_drawing, decided
    from analyse.report.plays import play_json
    from analyse.report.spiel import play_text

    known = read_situation(hand, later=bool(played), **deal)
    record = read_record_of_mine(known, played)
    check_drawing(worlds, seed)
    if not decided(known, record):
        load_solver(lang)
    with watching(lang) as watch:
        odds = ask_play(known, record, names, worlds=worlds, seed=seed, progress=watch)
    print_either(
        lambda: play_json(known, record, odds, lang),
        lambda: play_text(known, record, odds, lang),
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
def taufen(
    lang: str,
    /,
    *,
    hand: tuple[str, ...],
    spiel: bool,
    played: tuple[str, ...],
    worlds: int,
    seed: int,
    as_json: bool,
    **deal: Any,
) -> None:
    """Answer `perlaggen taufen`."""
    from analyse.advice.figures import ask_taufen
    from analyse.advice.plays import ask_plans
    from analyse.advice.question import figures_after, read_record_of_plans, read_situation
    from analyse.cli.progress import watching
    from analyse.odds.open_worlds import check_drawing
    from analyse.report.odds import taufen_json
    from analyse.report.plays import point_json, taufen_spiel_json
    from analyse.report.spiel import plans_text, record_lines
    from analyse.report.text import taufen_head, taufen_text

    known = read_situation(hand, later=bool(played), **deal)
    record = read_record_of_plans(known, played, spiel=spiel)
    check_drawing(worlds, seed)
    answer = ask_taufen(figures_after(known, record))
    lines = record_lines(known, record, lang)
    if not spiel:
        print_either(
            lambda: taufen_json(answer) | (point_json(record) if lines else {}),
            lambda: taufen_text(known, answer, lang, lines),
            as_json=as_json,
        )
        return
    if not as_json:
        print_answer("\n".join(taufen_head(known, answer, lang, lines)))
    load_solver(lang)
    with watching(lang) as watch:
        odds = ask_plans(known, answer.plans, record, worlds=worlds, seed=seed, progress=watch)
    print_either(
        lambda: taufen_json(answer) | taufen_spiel_json(answer, odds, record, lang),
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
