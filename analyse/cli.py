"""`perlaggen ...`: the command line.

This module reads the words of the command, in German or English, and says in one line what is
wrong with them; `cli_answers` asks the core and `cli_text` writes the answer for people. Nothing
heavy is imported before a verb needs it.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from analyse import __version__
from analyse.i18n import LANGS, InputError, text

BAD_INPUT = 2
INTERRUPTED = 128 + signal.SIGINT
WIDTH = 80
_PLAIN_SIGNS = str.maketrans("█░·–−", "#.,--")  # for terminals that cannot show these

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  only compared with what the user asks for

# Nothing leaves the machine: no usage statistics, no e-mail prompt.
_STREAMLIT = (
    "--browser.gatherUsageStats=false",
    "--server.showEmailPrompt=false",
    "--client.toolbarMode=minimal",
)


def language(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """Return the language of the answer: `--lang` among the words, else the locale's, else English.

    Read before the command line is, so that also its mistakes are told in the right language.

    >>> language(["odds", "--lang", "de"], {}), language([], {"LC_ALL": "", "LANG": "de_AT.UTF-8"})
    ('de', 'de')
    """
    said = [after for word, after in pairwise(args) if word == "--lang"]
    said += [word.removeprefix("--lang=") for word in args if word.startswith("--lang=")]
    if said and said[-1] in LANGS:
        return said[-1]
    locale = next((environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(k)), "")
    return "de" if locale.lower().startswith("de") else "en"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command `perlaggen` on `argv` (the words after it) and return its exit code."""
    args = list(sys.argv[1:] if argv is None else argv)
    lang = language(args, os.environ)
    try:
        commands(lang).main(args, prog_name="perlaggen", standalone_mode=False, obj=lang)
    except (InputError, click.UsageError) as error:
        fault = error if isinstance(error, InputError) else _usage_fault(error, args)
        click.echo(f"perlaggen: {fault.text(lang)}".replace("\n", " "), err=True)
        return BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    return 0


def _usage_fault(error: click.UsageError, args: Sequence[str]) -> InputError:
    """Return what click found wrong in `args` as one sentence of ours."""
    if isinstance(error, click.NoSuchOption):
        params = error.ctx.command.params if error.ctx else []
        options = [name for param in params if isinstance(param, click.Option) for name in param.opts]
        return InputError("cli_option_unknown", bad=error.option_name, options=", ".join(options))
    if isinstance(error, click.BadOptionUsage):
        given = any(word.startswith(f"{error.option_name}=") for word in args)
        return InputError("cli_flag_value" if given else "cli_option_value", bad=error.option_name)
    return InputError("cli_usage", bad=error.format_message())


class _Whole(click.ParamType[int]):
    """A whole number; the core says which ones make sense."""

    name = "n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        del ctx
        try:
            return int(value)
        except ValueError:
            raise InputError("cli_whole", bad=value, option=param.opts[-1] if param else "") from None


class _OneOf(click.ParamType[Any]):
    """One of a few words, or with `several` a list of them between commas."""

    name = "word"

    def __init__(self, *words: str, several: bool = False) -> None:
        self.words = words
        self.several = several

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        del ctx
        words = [word.strip() for word in value.split(",")] if self.several else [value]
        for word in words:
            if word == "spiel" and "gleich" in self.words:
                raise InputError("cli_spiel_later", bad=word, words=", ".join(self.words))
            if word not in self.words:
                option = param.opts[-1] if param else ""
                raise InputError("cli_one_of", bad=word, option=option, words=", ".join(self.words))
        return tuple(words) if self.several else value


class _Formatter(click.HelpFormatter):
    """Help whose headings are in the language of the rest."""

    def __init__(self, lang: str) -> None:
        super().__init__(width=min(WIDTH, click.HelpFormatter().width))
        self.lang = lang

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or text("cli.usage", self.lang) + " ")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        with super().section(text(f"cli.{name.lower()}", self.lang)):
            yield


class _Verb(click.Command):
    """A verb: surplus words are an error of ours, help is in the language asked for."""

    def get_help(self, ctx: click.Context) -> str:
        formatter = _Formatter(ctx.find_root().obj)
        self.format_help(ctx, formatter)
        return formatter.getvalue().rstrip("\n")

    def invoke(self, ctx: click.Context) -> Any:
        if ctx.args:
            raise InputError("cli_argument_extra", bad=" ".join(ctx.args), verb=ctx.info_name)
        return super().invoke(ctx)


class _Verbs(click.Group):
    """All verbs."""

    get_help = _Verb.get_help

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands:
            raise InputError("cli_verb_unknown", bad=args[0], verbs=", ".join(self.commands))
        return super().resolve_command(ctx, args)


def commands(lang: str) -> click.Group:
    """Return the tree of verbs with its help in `lang`."""

    def say(key: str) -> str:
        return text(f"cli.{key}", lang)

    def option(name: str, **settings: Any) -> click.Option:
        key = "help_" + name.strip("-").replace("-", "_")
        return click.Option([name], help=say(key), **{"metavar": say("metavar_text"), **settings})

    def flag(name: str, **settings: Any) -> click.Option:
        return option(name, is_flag=True, metavar=None, **settings)

    def common() -> list[click.Parameter]:
        return [
            option("--lang", type=_OneOf(*LANGS), metavar="de|en", expose_value=False),
            click.Option(
                ["-h", "--help"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                help=say("help_help"),
                callback=_shown(lambda ctx: ctx.get_help()),
            ),
        ]

    def verb(name: str, callback: Callable[..., None], *params: click.Parameter) -> _Verb:
        return _Verb(
            name,
            params=[*params, *common()],
            callback=callback,
            help=say(f"verb_{name}"),
            options_metavar=say("metavar_options"),
            add_help_option=False,
            context_settings={"allow_extra_args": True},
        )

    card = say("metavar_card")
    hand = click.Argument(["hand"], nargs=-1, metavar=say("metavar_hand"))
    deal = (
        option("--upcard", metavar=card),
        option("--trump", metavar="H|L|S|E"),
        option("--rules", metavar=say("metavar_rules"), default=""),
    )
    seats = (
        option("--players", type=_Whole(), metavar="4|2", default=4),
        option("--leader", type=_Whole(), metavar="0..3", default=0),
        option("--known", multiple=True),
    )
    as_json = click.Option(["--json", "as_json"], is_flag=True, help=say("help_json"))
    figures = option("--figures", type=_OneOf("gleich", "hanger", several=True), default="gleich,hanger")
    figure = option("--figure", type=_OneOf("gleich", "hanger"), metavar="gleich|hanger")
    level = option("--level", type=_Whole(), metavar="1|3..7", default=1)
    return _Verbs(
        "perlaggen",
        commands={
            "halten": verb("halten", _halten, hand, *deal, *seats, figure, level, as_json),
            "odds": verb("odds", _odds, hand, *deal, *seats, figures, flag("--law"), as_json),
            "taufen": verb("taufen", _taufen, hand, *deal, as_json),
            "rules": verb(
                "rules",
                _rules,
                click.Argument(["preset"], default="", metavar=say("metavar_preset")),
                as_json,
            ),
            "app": verb(
                "app",
                _app,
                option("--port", type=_Whole(), metavar="n", default=8501),
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
            _print(write(ctx))
            ctx.exit()

    return show


def _print(answer: str) -> None:
    """Print an answer, in colour only on a terminal whose user has nothing against it."""
    try:
        answer.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        plain = answer.translate(_PLAIN_SIGNS)
        answer = plain.encode(sys.stdout.encoding, "replace").decode(sys.stdout.encoding)
    click.echo(answer, color=False if os.environ.get("NO_COLOR") else None)


def _print_either(as_json: bool, answer: Callable[[], object], words: Callable[[], str]) -> None:
    """Print the answer as one JSON object or in words."""
    _print(json.dumps(answer(), indent=2) if as_json else words())


@click.pass_context
def _bare(ctx: click.Context) -> None:
    """Without a verb: say what there is."""
    if ctx.invoked_subcommand is None:
        _print(ctx.get_help())


# --- the verbs ---------------------------------------------------------------------------------


@click.pass_obj
def _halten(
    lang: str, /, hand: tuple[str, ...], figure: str | None, level: int, as_json: bool, **deal: Any
) -> None:
    from analyse import cli_answers, cli_text

    if figure is None:
        raise InputError("cli_figure_missing")
    answer = cli_answers.ask_halten(cli_answers.read_situation(hand, **deal), figure, level)
    _print_either(
        as_json,
        lambda: cli_answers.halten_json(answer, lang),
        lambda: cli_text.halten_text(answer, lang),
    )


@click.pass_obj
def _odds(
    lang: str, /, hand: tuple[str, ...], figures: tuple[str, ...], law: bool, as_json: bool, **deal: Any
) -> None:
    from analyse import cli_answers, cli_text

    answer = cli_answers.ask_odds(cli_answers.read_situation(hand, **deal), figures, law=law)
    _print_either(
        as_json,
        lambda: cli_answers.odds_json(answer, lang),
        lambda: cli_text.odds_text(answer, lang),
    )


@click.pass_obj
def _taufen(lang: str, /, hand: tuple[str, ...], as_json: bool, **deal: Any) -> None:
    from analyse import cli_answers, cli_text

    known = cli_answers.read_situation(hand, **deal)
    answer = cli_answers.ask_taufen(known)
    _print_either(
        as_json,
        lambda: cli_answers.taufen_json(answer),
        lambda: cli_text.taufen_text(known, answer, lang),
    )


@click.pass_obj
def _rules(lang: str, /, preset: str, as_json: bool) -> None:
    from analyse import cli_answers, cli_text
    from analyse.game.rules import load_rules

    if preset:
        rules = load_rules(preset)
        _print_either(
            as_json,
            lambda: cli_answers.preset_json(rules),
            lambda: cli_text.preset_text(rules, lang),
        )
    else:
        _print_either(as_json, cli_answers.presets_json, lambda: cli_text.presets_text(lang))


def _app(port: int, address: str, headless: bool) -> None:
    """Run the packaged page under Streamlit until it stops or is stopped."""
    if not 1 <= port <= 65535:
        raise InputError("cli_port", bad=port)
    page = Path(__file__).with_name("ui") / "app.py"
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
