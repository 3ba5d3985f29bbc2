"""What the verbs `known`, `joint` and `replay` of `perlaggen` do with their options."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from analyse.cli_verbs import load_solver, print_either
from analyse.i18n import InputError, text

if TYPE_CHECKING:
    from analyse.cli_progress import Watch


@click.pass_obj
def known(lang: str, /, *, words: tuple[str, ...], players: int, rules: str, as_json: bool) -> None:
    """Answer `perlaggen known`."""
    from analyse import cli_joint, cli_joint_text
    from analyse.game.rules import PRESETS, load_rules
    from analyse.odds.language import parse_known

    if players not in {2, 4}:
        raise InputError("players", bad=players)
    statements = parse_known(" ".join(words), players, load_rules(rules or PRESETS[0]))
    if not statements:
        raise InputError("cli_known_missing")
    print_either(
        lambda: cli_joint.known_json(statements, players, lang),
        lambda: cli_joint_text.known_text(statements, players, lang),
        as_json=as_json,
    )


@click.pass_obj
def joint(
    lang: str,
    /,
    *,
    hand: tuple[str, ...],
    played: tuple[str, ...],
    worlds: int | None,
    stderr: float | None,
    seconds: float | None,
    seed: int,
    as_json: bool,
    **deal: Any,
) -> None:
    """Answer `perlaggen joint`; Ctrl-C gives what there is."""
    from analyse import cli_answers, cli_drawn, cli_joint, cli_joint_text
    from analyse.cli_progress import watching
    from analyse.odds.joint import joint_at, limits
    from analyse.odds.point import recorded

    stop = limits(worlds, stderr, seconds, seed=seed)
    known = cli_answers.read_situation(hand, later=bool(played), **deal)
    record = cli_drawn.read_record(known, played)
    load_solver(lang)
    with watching(lang) as watch, _ending(watch):
        point = recorded(known, record)
        answer = joint_at(point, stop, seed=seed, threads=cli_drawn.THREADS, progress=watch)
    print_either(
        lambda: cli_joint.joint_json(answer, record, lang),
        lambda: cli_joint_text.joint_text(known, record, answer, lang),
        as_json=as_json,
    )
    watch.end()


@click.pass_obj
def replay(lang: str, /, *, notation: tuple[str, ...], worlds: int, seed: int, as_json: bool) -> None:
    """Answer `perlaggen replay`; Ctrl-C gives the steps there are."""
    from analyse import cli_drawn, cli_joint, cli_joint_text
    from analyse.cli_progress import watching
    from analyse.odds import replay as replays
    from analyse.odds.notation import parse_notation

    cli_drawn.check_drawing(worlds, seed)
    deal = parse_notation(" ".join(notation))
    replays.check(deal)
    load_solver(lang)
    with watching(lang) as watch, _ending(watch):
        answer = replays.replay(deal, worlds=worlds, seed=seed, threads=cli_drawn.THREADS, progress=watch)
    print_either(
        lambda: cli_joint.replay_json(answer, lang),
        lambda: cli_joint_text.replay_text(answer, lang),
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
    from analyse.odds.language import known_help

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
