"""Every sentence a person reads, in German and in English, and the error that carries one."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache

from analyse.data import data_dir

LANGS = ("de", "en")


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """Return all texts of one language as `{"table.key": text}`.

    The files are `data/i18n/<room>.<lang>.toml`; several rooms may add to one table.

    >>> catalogue("de").keys() == catalogue("en").keys()
    True
    """
    if lang not in LANGS:
        raise ValueError(f"unknown language {lang!r}: expected one of {', '.join(LANGS)}")
    texts: dict[str, str] = {}
    for entry in sorted((data_dir() / "i18n").iterdir(), key=lambda e: e.name):
        if entry.name.endswith(f".{lang}.toml"):
            for table, rows in tomllib.loads(entry.read_text(encoding="utf-8")).items():
                texts |= {f"{table}.{key}": value for key, value in rows.items()}
    return texts


def text(key: str, lang: str, **params: object) -> str:
    """Return the text `key` in `lang` with its parameters filled in.

    >>> text("figure.gleich", "de")
    'Gleich'
    """
    return catalogue(lang)[key].format(**params)


class InputError(ValueError):
    """Bad input: one sentence, in either language, that quotes the bad part.

    `str(error)` is English; `error.text("de")` is the same sentence in German. A parameter that
    is an `InputError` itself is rendered in the language asked for. `field` names the part of a question
    that is to blame, "" where none is; `suggestion` is what was probably meant instead, "" for nothing.
    """

    def __init__(self, key: str, **params: object) -> None:
        self.key = f"error.{key}"
        self.params = params
        self.field = ""
        self.suggest: Callable[[], str] = str  # asked only when told: looking for what is near takes time
        super().__init__(key)

    @property
    def suggestion(self) -> str:
        """What was probably meant, "" for nothing."""
        return self.suggest()

    def text(self, lang: str) -> str:
        """Return the sentence in `lang` ("de" or "en")."""
        params = {k: v.text(lang) if isinstance(v, InputError) else v for k, v in self.params.items()}
        said = text(self.key, lang, **params)
        meant = self.suggestion
        return text("error.did_you_mean", lang, said=said, word=meant) if meant else said

    def __str__(self) -> str:
        return self.text("en")


class UnansweredError(RuntimeError):
    """No answer could be found, by no fault of the input: one sentence, in either language."""

    def text(self, lang: str) -> str:
        """Return the sentence in `lang` ("de" or "en")."""
        return text("error.unanswered", lang, why=str(self))
