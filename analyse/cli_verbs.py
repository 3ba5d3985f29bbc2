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
    from analyse.odds.situation import Situation

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
    from analyse.cli_progress import loading

    with loading():
        from analyse.game.tricks import is_kept, warm_up

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
    from analyse import cli_answers, cli_bets, cli_bets_text, cli_drawn, cli_spiel_text, cli_text

    if figure is None:
        raise InputError("cli_figure_missing")
    known = cli_answers.read_situation(hand, later=bool(played), **deal)
    if figure == "spiel":
        _halten_spiel(lang, known, level, played, worlds=worlds, seed=seed, as_json=as_json)
        return
    record = cli_drawn.read_record(known, played)
    told = cli_drawn.figures_after(known, record)
    answer = cli_answers.ask_halten(told, figure, level)
    beside = None if record.plays else cli_bets.ask_beside(told, figure, level)
    print_either(
        lambda: cli_answers.halten_json(answer, lang) | cli_bets.beside_json(beside, lang),
        lambda: cli_text.halten_text(
            answer,
            lang,
            cli_spiel_text.record_lines(known, record, lang),
            cli_bets_text.beside_text(beside, lang),
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
    from analyse import cli_drawn, cli_spiel_text
    from analyse.advice import halten_spiel, may_hold, stakes
    from analyse.cli_progress import watching

    stakes(known, level)  # whether there is such a level
    record = cli_drawn.read_record(known, played)
    may_hold(known, record)
    cli_drawn.check_drawing(worlds, seed)
    load_solver(lang)
    with watching(lang) as watch:
        answer = halten_spiel(
            known,
            level,
            record=record,
            worlds=worlds,
            seed=seed,
            threads=cli_drawn.THREADS,
            progress=watch,
        )
    print_either(
        lambda: cli_drawn.halten_spiel_json(answer, record, lang),
        lambda: cli_spiel_text.halten_spiel_text(answer, record, lang),
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
    from analyse import cli_answers, cli_drawn, cli_spiel_text, cli_text
    from analyse.cli_progress import watching

    known = cli_answers.read_situation(hand, later=bool(played), **deal)
    record = cli_drawn.read_record(known, played)
    told = cli_drawn.figures_after(known, record)
    cli_drawn.check_drawing(worlds, seed)
    answer = cli_answers.ask_odds(told, figures, law=law)
    if not as_json:
        print_answer(cli_text.odds_text(answer, lang, cli_spiel_text.record_lines(known, record, lang)))
    if "spiel" not in figures:
        if as_json:
            print_answer(json.dumps(cli_answers.odds_json(answer, lang), indent=2))
        return
    load_solver(lang)
    with watching(lang) as watch:
        spiel = cli_drawn.ask_spiel(known, record, worlds, seed, watch)
    if as_json:
        print_answer(
            json.dumps(cli_drawn.with_spiel_json(cli_answers.odds_json(answer, lang), spiel, lang), indent=2)
        )
    else:
        print_answer(cli_spiel_text.spiel_text(told, spiel, lang))
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
    from analyse import cli_answers, cli_drawn, cli_spiel_text
    from analyse.cli_progress import watching

    known = cli_answers.read_situation(hand, later=bool(played), **deal)
    record = cli_drawn.read_record_of_mine(known, played)
    cli_drawn.check_drawing(worlds, seed)
    if not cli_drawn.decided(known, record):
        load_solver(lang)
    with watching(lang) as watch:
        odds = cli_drawn.ask_play(known, record, names, worlds=worlds, seed=seed, progress=watch)
    print_either(
        lambda: cli_drawn.play_json(known, record, odds, lang),
        lambda: cli_spiel_text.play_text(known, record, odds, lang),
        as_json=as_json,
    )
    watch.end()


@click.pass_obj
def tricks(
    lang: str, /, *, hands: tuple[str, ...], plays: bool, line_of_play: bool, as_json: bool, **words: Any
) -> None:
    """Answer `perlaggen tricks`."""
    from analyse import cli_spiel, cli_spiel_text

    deal = cli_spiel.read_deal(hands, **words)
    load_solver(lang)
    answer = cli_spiel.ask_tricks(deal, plays=plays, line_of_play=line_of_play)
    print_either(
        lambda: cli_spiel.tricks_json(answer),
        lambda: cli_spiel_text.tricks_text(answer, lang),
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
    from analyse import cli_answers, cli_drawn, cli_spiel_text, cli_text
    from analyse.cli_progress import watching

    known = cli_answers.read_situation(hand, later=bool(played), **deal)
    record = cli_drawn.read_record_of_plans(known, played, spiel=spiel)
    cli_drawn.check_drawing(worlds, seed)
    answer = cli_answers.ask_taufen(cli_drawn.figures_after(known, record))
    lines = cli_spiel_text.record_lines(known, record, lang)
    if not spiel:
        print_either(
            lambda: cli_answers.taufen_json(answer) | (cli_drawn.point_json(record) if lines else {}),
            lambda: cli_text.taufen_text(known, answer, lang, lines),
            as_json=as_json,
        )
        return
    if not as_json:
        print_answer("\n".join(cli_text.taufen_head(known, answer, lang, lines)))
    load_solver(lang)
    with watching(lang) as watch:
        odds = cli_drawn.ask_plans(known, answer.plans, record, worlds=worlds, seed=seed, progress=watch)
    print_either(
        lambda: cli_answers.taufen_json(answer) | cli_drawn.taufen_spiel_json(answer, odds, record, lang),
        lambda: cli_spiel_text.plans_text(odds, lang),
        as_json=as_json,
    )
    watch.end()


@click.pass_obj
def rules(lang: str, /, *, preset: str, as_json: bool) -> None:
    """Answer `perlaggen rules`."""
    from analyse import cli_answers, cli_text
    from analyse.game.rules import load_rules

    if preset:
        rules = load_rules(preset)
        print_either(
            lambda: cli_answers.preset_json(rules),
            lambda: cli_text.preset_text(rules, lang),
            as_json=as_json,
        )
    else:
        print_either(cli_answers.presets_json, lambda: cli_text.presets_text(lang), as_json=as_json)
