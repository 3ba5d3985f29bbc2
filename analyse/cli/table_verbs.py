"""What the verbs `known`, `joint` and `replay` of `perlaggen` do with their options."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from analyse.cli.verbs import load_solver, print_either
from analyse.i18n import InputError, text

if TYPE_CHECKING:
    from analyse.cli.progress import Watch


@click.pass_obj
def known(lang: str, /, *, words: tuple[str, ...], players: int, rules: str, as_json: bool) -> None:
    """Answer `perlaggen known`."""
    from analyse.game.rules import PRESETS, load_rules
    from analyse.knowledge.language import parse_known
    from analyse.report.joint import known_json
    from analyse.report.joint_text import known_text

    if players not in {2, 4}:
        raise InputError("players", bad=players)
    statements = parse_known(" ".join(words), players, load_rules(rules or PRESETS[0]))
    if not statements:
        raise InputError("cli_known_missing")
    print_either(
        lambda: known_json(statements, players, lang),
        lambda: known_text(statements, players, lang),
        as_json=as_json,
    )


@click.pass_obj
def joint(
    lang: str,
    /,
    *,
    worlds: int | None,
    stderr: float | None,
    seconds: float | None,
    as_json: bool,
    **words: Any,
) -> None:
    """Answer `perlaggen joint`; Ctrl-C gives what there is."""
    from analyse.advice.halten import THREADS
    from analyse.advice.question import read_question
    from analyse.cli.progress import watching
    from analyse.odds.joint import joint_at, limits
    from analyse.odds.point import recorded
    from analyse.report.joint import joint_json
    from analyse.report.joint_text import joint_text

    stop = limits(worlds, stderr, seconds, seed=words["seed"])
    question = read_question(**words)
    known, record = question.table.known, question.table.record
    load_solver(lang)
    with watching(lang) as watch, _ending(watch):
        point = recorded(known, record)
        answer = joint_at(point, stop, seed=question.seed, threads=THREADS, progress=watch)
    print_either(
        lambda: joint_json(answer, record, lang),
        lambda: joint_text(known, record, answer, lang),
        as_json=as_json,
    )
    watch.end()


@click.pass_obj
def replay(lang: str, /, *, notation: tuple[str, ...], worlds: int, seed: int, as_json: bool) -> None:
    """Answer `perlaggen replay`; Ctrl-C gives the steps there are."""
    from analyse.advice.halten import THREADS
    from analyse.cli.progress import watching
    from analyse.knowledge.notation import parse_notation
    from analyse.odds import replay as replays
    from analyse.odds.open_worlds import check_drawing
    from analyse.report.joint import replay_json
    from analyse.report.joint_text import replay_text

    check_drawing(worlds, seed)
    deal = parse_notation(" ".join(notation))
    replays.check(deal)
    load_solver(lang)
    with watching(lang) as watch, _ending(watch):
        answer = replays.replay(deal, worlds=worlds, seed=seed, threads=THREADS, progress=watch)
    print_either(
        lambda: replay_json(answer, lang),
        lambda: replay_text(answer, lang),
        as_json=as_json,
    )
    watch.end()


@contextmanager
def _ending(watch: "Watch") -> Iterator[None]:
    """End as Ctrl-C does where it came before there was any answer; the reason is told."""
    try:
        yield
    except InputError as error:
        if not watch.stopped:
            raise
        click.echo(f"perlaggen: {error.text(watch.lang)}", err=True)
        raise click.Abort from error


def known_grammar(lang: str) -> str:
    """Return what stands below `perlaggen known --help`."""
    from analyse.knowledge.language import known_help

    return known_help(lang)


def notation_grammar(lang: str) -> str:
    """Return what stands below `perlaggen replay --help`."""
    return "\n".join(
        [
            text("notation.about", lang),
            "",
            *(f"  {line}" for line in text("notation.grammar", lang).splitlines()),
            "",
            text("notation.notes", lang).rstrip(),
        ]
    )
