"""`perlaggen ...`: the command line.

This module holds the verbs and their options, in German or English; `cli_words` reads the words and
says in one line what is wrong with them, `cli_verbs` answers. Nothing heavy is imported before a verb
needs it.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from errno import EADDRINUSE, EPIPE
from pathlib import Path
from socket import (
    AF_INET6,
    AI_NUMERICHOST,
    IPPROTO_IPV6,
    IPV6_V6ONLY,
    SO_REUSEADDR,
    SOCK_STREAM,
    SOL_SOCKET,
    getaddrinfo,
    socket,
)
from typing import Any

import click

from analyse import __version__
from analyse.cli import bet_verbs, table_verbs, verbs
from analyse.cli.interrupt import INTERRUPTED, noting
from analyse.cli.verbs import OutputError, print_answer
from analyse.cli.words import OneOf, Real, Verb, Verbs, Whole, language, usage_fault
from analyse.i18n import LANGS, InputError, UnansweredError, text

BAD_INPUT = 2
UNWRITTEN = UNANSWERED = 1
FIGURES = ("gleich", "hanger", "spiel")

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  only compared with what the user asks for

# Nothing leaves the machine: no usage statistics, no e-mail prompt.
_STREAMLIT = (
    "--browser.gatherUsageStats=false",
    "--server.showEmailPrompt=false",
    "--client.toolbarMode=minimal",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command `perlaggen` on `argv` (the words after it) and return its exit code."""
    args = list(sys.argv[1:] if argv is None else argv)
    lang = language(args, os.environ)
    with noting() as interrupted:
        try:
            return _answered(args, lang)
        except BaseException:
            if interrupted():  # whatever foreign code has made of it
                return INTERRUPTED
            raise


def _answered(args: Sequence[str], lang: str) -> int:
    """Answer and return the exit code."""
    try:
        commands(lang).main(args, prog_name="perlaggen", standalone_mode=False, obj=lang)
    except (InputError, UnansweredError, click.UsageError) as error:
        fault = usage_fault(error, args) if isinstance(error, click.UsageError) else error
        click.echo(f"perlaggen: {fault.text(lang)}".replace("\n", " "), err=True)
        return UNANSWERED if isinstance(error, UnansweredError) else BAD_INPUT
    except OutputError as error:
        return _unwritten(error, lang)
    except click.Abort as error:
        if isinstance(error.__cause__, EOFError):  # click takes it for Ctrl-C
            raise error.__cause__ from None
    except KeyboardInterrupt:
        pass
    else:
        return 0
    return INTERRUPTED


def _unwritten(error: OutputError, lang: str) -> int:
    """Say that the answer cannot be written, unless who reads it has seen enough; return the exit code."""
    with suppress(AttributeError, OSError, ValueError):  # what is left goes nowhere, else Python complains
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if error.errno != EPIPE:
        click.echo(f"perlaggen: {text('say.unwritten', lang, why=error.strerror)}", err=True)
    return UNWRITTEN


def commands(lang: str) -> click.Group:
    """Return the tree of verbs with its help in `lang`."""

    def say(key: str) -> str:
        return text(f"cli.{key}", lang)

    def option(*names: str, **settings: Any) -> click.Option:
        key = "help_" + names[0].strip("-").replace("-", "_")
        return click.Option(names, help=say(key), **{"metavar": say("metavar_text"), **settings})

    def flag(*names: str, **settings: Any) -> click.Option:
        return option(*names, is_flag=True, metavar=None, **settings)

    def worlds(unless_said: int, key: str = "help_worlds") -> click.Option:
        return click.Option(
            ["--worlds"],
            type=Whole(),
            metavar="n",
            default=unless_said,
            help=text(f"cli.{key}", lang, n=unless_said),
        )

    def common() -> list[click.Parameter]:
        return [
            option("--lang", type=OneOf(*LANGS), metavar="de|en", expose_value=False),
            click.Option(
                ["-h", "--help"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                help=say("help_help"),
                callback=_shown(lambda ctx: ctx.get_help()),
            ),
        ]

    def verb(name: str, *params: click.Parameter) -> Verb:
        made = Verb(
            name,
            params=[*params, *common()],
            callback=_CALLBACKS[name],
            help=say(f"verb_{name}"),
            options_metavar=say("metavar_options"),
            add_help_option=False,
            context_settings={"allow_extra_args": True},
        )
        made.grammar = _GRAMMARS.get(name)
        made.ends = name != "app"
        return made

    card = say("metavar_card")
    hand = click.Argument(["hand"], nargs=-1, metavar=say("metavar_hand"))
    deal = (
        option("--upcard", metavar=card),
        option("--trump", metavar="H|L|S|E"),
        option("--rules", metavar=say("metavar_rules"), default=""),
    )
    seats = (
        option("--players", type=Whole(), metavar="4|2", default=4),
        option("--leader", metavar=say("metavar_seat"), default="0"),
        option("--known", multiple=True),
    )
    as_json = click.Option(["--json", "as_json"], is_flag=True, help=say("help_json"))
    seed = option("--seed", type=Whole(), metavar="n", default=1)
    start = click.Option(["--seed"], type=Whole(), metavar="n", default=1, help=say("help_joint_seed"))
    played = option("--played", multiple=True)
    figures = option("--figures", type=OneOf(*FIGURES, several=True), default=",".join(FIGURES))
    figure = option("--figure", type=OneOf(*FIGURES), metavar="|".join(FIGURES))
    level = option("--level", metavar="1|3..7", default="1")
    names = option("--names", type=OneOf("few", "all"), metavar="few|all", default="few")
    hands = click.Argument(["hands"], nargs=-1, metavar=say("metavar_hands"))
    lying = (
        option("--table", metavar=say("metavar_plays"), default=""),
        option("--taken", metavar="n:n", default="0:0"),
        option("--bound", default=""),
    )
    objective = option(
        "--objective",
        type=OneOf("number", "majority", "last"),
        metavar="number|majority|last",
        default="number",
    )
    more = (flag("--plays"), flag("--line", "line_of_play"))
    table = (hand, *deal, *seats)
    score = (option("--score", metavar="n:n"), option("--target", type=Whole(), metavar="n"))
    bet = (option("--opponents", default="any"), *score, flag("--scores"))
    bieten = (option("--opponents", default="equilibrium"), *score)
    limits = (
        click.Option(["--worlds"], type=Whole(), metavar="n", help=say("help_joint_worlds")),
        option("--stderr", type=Real(), metavar="x"),
        option("--seconds", type=Real(), metavar="x"),
    )
    notation = click.Argument(["notation"], nargs=-1, metavar=say("metavar_notation"))
    words = click.Argument(["words"], nargs=-1, metavar=say("metavar_text"))
    return Verbs(
        "perlaggen",
        commands={
            "halten": verb("halten", *table, figure, level, *bet, played, worlds(1000), seed, as_json),
            "bieten": verb("bieten", *table, figures, *bieten, worlds(1000), seed, as_json),
            "ladder": verb("ladder", *deal, *seats[:2], figure, *score, as_json),
            "match": verb("match", deal[2], seats[0], as_json),
            "settle": verb("settle", notation, as_json),
            "odds": verb("odds", *table, figures, flag("--law"), played, worlds(1000), seed, as_json),
            "play": verb("play", *table, played, names, worlds(200), seed, as_json),
            "tricks": verb("tricks", hands, *deal, seats[1], *lying, objective, *more, as_json),
            "taufen": verb("taufen", *table, flag("--spiel"), played, worlds(500), seed, as_json),
            "joint": verb("joint", *table, played, *limits, start, as_json),
            "replay": verb("replay", notation, worlds(1000, "help_replay_worlds"), start, as_json),
            "known": verb("known", words, seats[0], deal[2], as_json),
            "rules": verb(
                "rules",
                click.Argument(["preset"], default="", metavar=say("metavar_preset")),
                as_json,
            ),
            "app": verb(
                "app",
                option("--port", type=Whole(), metavar="n", default=8501),
                option("--address", default="localhost"),
                flag("--headless"),
            ),
        },
        params=[
            flag(
                "--version",
                is_eager=True,
                expose_value=False,
                callback=_shown(lambda _: f"perlaggen {__version__}"),
            ),
            *common(),
        ],
        help=say("about"),
        epilog=say("epilog"),
        options_metavar=say("metavar_options"),
        subcommand_metavar=say("metavar_verb"),
        add_help_option=False,
        invoke_without_command=True,
        callback=_bare,
    )


def _shown(write: Callable[[click.Context], str]) -> Callable[[click.Context, click.Parameter, bool], None]:
    """Return the callback of a flag that shows one text and is done."""

    def show(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        del param
        if value and not ctx.resilient_parsing:
            print_answer(write(ctx))
            ctx.exit()

    return show


@click.pass_context
def _bare(ctx: click.Context) -> None:
    """Without a verb: say what there is."""
    if ctx.invoked_subcommand is None:
        print_answer(ctx.get_help())


def _app(port: int, address: str, headless: bool) -> None:
    """Run the packaged page under Streamlit until it stops or is stopped."""
    if not 1 <= port <= 65535:
        raise InputError("cli_port", bad=port)
    _check_address(address, port)
    page = Path(__file__).parents[1] / "ui" / "app.py"
    streamlit = [sys.executable, "-m", "streamlit", "run", str(page), *_STREAMLIT]
    server = [f"--server.port={port}", f"--server.address={address}", f"--server.headless={headless}".lower()]
    if headless and address in EVERYWHERE:  # else Streamlit asks a foreign host for our outer address
        server.append("--browser.serverAddress=localhost")
    with subprocess.Popen([*streamlit, *server]) as process:
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        try:
            code = process.wait()
        except KeyboardInterrupt:
            process.terminate()
            process.wait()
            raise
    if code:
        sys.exit(code)


def _check_address(address: str, port: int) -> None:
    """Raise `InputError` where nothing can listen at that address and port."""
    faults = []
    try:
        places = getaddrinfo(address, port, type=SOCK_STREAM, flags=_numeric(address))
    except (OSError, UnicodeError) as error:
        raise InputError("cli_address", bad=address) from error
    for family, kind, protocol, _, place in places:
        try:
            with socket(family, kind, protocol) as probe:
                if os.name == "posix":
                    probe.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
                if family == AF_INET6:
                    probe.setsockopt(IPPROTO_IPV6, IPV6_V6ONLY, 1)
                probe.bind(place)
                probe.listen()
        except OSError as error:
            faults.append(error)
    if any(fault.errno == EADDRINUSE for fault in faults):
        raise InputError("cli_port_used", bad=port)
    if len(faults) == len(places):
        raise InputError("cli_address", bad=address) from faults[0]


def _numeric(address: str) -> int:
    """Return the flag that keeps name servers from being asked for an address of digits and dots."""
    return AI_NUMERICHOST if ":" in address or address.replace(".", "").isdigit() else 0


_CALLBACKS: Mapping[str, Callable[..., None]] = {
    "halten": bet_verbs.halten,
    "bieten": bet_verbs.bieten,
    "ladder": bet_verbs.ladder,
    "match": bet_verbs.match,
    "settle": bet_verbs.settle,
    "odds": verbs.odds,
    "play": verbs.play,
    "tricks": verbs.tricks,
    "taufen": verbs.taufen,
    "joint": table_verbs.joint,
    "replay": table_verbs.replay,
    "known": table_verbs.known,
    "rules": verbs.rules,
    "app": _app,
}
_GRAMMARS: Mapping[str, Callable[[str], str]] = {
    "known": table_verbs.known_grammar,
    "replay": table_verbs.notation_grammar,
    "settle": bet_verbs.dispute_grammar,
    "halten": bet_verbs.opponents_grammar,
    "bieten": bet_verbs.opponents_grammar,
}
