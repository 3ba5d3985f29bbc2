"""How the words of the command line are read: its language, types, mistakes and help."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from itertools import pairwise
from typing import Any

import click

from analyse.cli.status import alive
from analyse.game.choices import chosen, suggesting
from analyse.game.reading import parse_number
from analyse.i18n import LANGS, InputError, text

WIDTH = 80


def language(args: Sequence[str], environ: Mapping[str, str]) -> str:
    """Return the language of the answer: `--lang` among the words, else the locale's, else English.

    Read before the command line is, so that also its mistakes are told in the right language.

    >>> language(["odds", "--lang", "de"], {}), language([], {"LC_ALL": "", "LANG": "de_AT.UTF-8"})
    ('de', 'de')
    """
    said = [after for word, after in pairwise(args) if word == "--lang"]
    said += [word.removeprefix("--lang=") for word in args if word.startswith("--lang=")]
    if said and said[-1].lower() in LANGS:
        return said[-1].lower()
    locale = next((environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(k)), "")
    return "de" if locale.lower().startswith("de") else "en"


def usage_fault(error: click.UsageError, args: Sequence[str]) -> InputError:
    """Return what click found wrong in `args` as one sentence of ours."""
    if isinstance(error, click.NoSuchOption):
        params = error.ctx.command.params if error.ctx else []
        options = [name for param in params if isinstance(param, click.Option) for name in param.opts]
        unknown = InputError("cli_option_unknown", bad=error.option_name, options=", ".join(options))
        return suggesting(unknown, error.option_name, options)
    if isinstance(error, click.BadOptionUsage):
        given = any(word.startswith(f"{error.option_name}=") for word in args)
        return InputError("cli_flag_value" if given else "cli_option_value", bad=error.option_name)
    return InputError("cli_usage", bad=error.format_message())


class Whole(click.ParamType[int]):
    """A whole number; the core says which ones make sense."""

    name = "n"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        del ctx
        try:
            return int(value)
        except ValueError:
            raise InputError("cli_whole", bad=value, option=param.opts[-1] if param else "") from None


class Real(click.ParamType[float]):
    """A number; the core says which ones make sense."""

    name = "x"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        del ctx
        number = parse_number(str(value))
        if number is None:
            raise InputError("cli_number", bad=value, option=param.opts[-1] if param else "")
        return number


class OneOf(click.ParamType[Any]):
    """One of a few words, or with `several` a list of them between commas."""

    name = "word"

    def __init__(self, *words: str, several: bool = False) -> None:
        self.words = words
        self.several = several

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        del ctx
        words = [word.strip() for word in value.split(",")] if self.several else [value]
        meant = [chosen(word, self.words) for word in words]
        for word, one in zip(words, meant, strict=True):
            if one is None:
                option = param.opts[-1] if param else ""
                error = InputError("cli_one_of", bad=word, option=option, words=", ".join(self.words))
                raise suggesting(error, word, self.words)
        return tuple(meant) if self.several else meant[0]


def check_once(order: Sequence[click.Parameter], args: Sequence[str]) -> None:
    """Raise `InputError` where an option of one value is given twice; `order` is what stands in `args`."""
    for param, times in Counter(order).items():
        if times > 1 and isinstance(param, click.Option) and not param.multiple and not param.is_flag:
            quoted = [
                word if word.startswith(f"{name}=") else f"{word} {after}"
                for word, after in pairwise((*args, ""))
                for name in param.opts
                if word == name or word.startswith(f"{name}=")
            ]
            raise InputError("cli_option_twice", bad=" ".join(quoted), option=param.opts[0])


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


class Verb(click.Command):
    """A verb: surplus words are an error of ours, help is in the language asked for.

    `grammar` gives what stands below the help, line by line as it is.
    """

    grammar: Callable[[str], str] | None = None
    ends = True  # the page goes on until it is stopped

    def get_help(self, ctx: click.Context) -> str:
        lang = ctx.find_root().obj
        formatter = _Formatter(lang)
        self.format_help(ctx, formatter)
        shown = formatter.getvalue().rstrip("\n")
        return f"{shown}\n\n{self.grammar(lang)}" if self.grammar else shown

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        given = tuple(args)
        rest = super().parse_args(ctx, args)
        _, _, order = self.make_parser(ctx).parse_args(list(given))
        check_once(order, given)
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        if ctx.args:
            raise InputError("cli_argument_extra", bad=" ".join(ctx.args), verb=ctx.info_name)
        with alive(ctx.find_root().obj) if self.ends else nullcontext():
            return super().invoke(ctx)


class Verbs(click.Group):
    """All verbs."""

    grammar = None
    get_help = Verb.get_help

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:  # click would write an empty line first
            raise click.Abort from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands:
            unknown = InputError("cli_verb_unknown", bad=args[0], verbs=", ".join(self.commands))
            raise suggesting(unknown, args[0], self.commands.keys())
        return super().resolve_command(ctx, args)
