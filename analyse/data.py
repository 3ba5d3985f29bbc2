"""Where the files of `data/` are, in a checkout and in an installed wheel alike."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def data_dir() -> Traversable:
    """Return the folder that holds `rules/` and `i18n/`.

    A wheel carries it as `analyse/_data`; a checkout (also an editable installation) reads
    `data/` in place, so that an edited preset is seen at once.

    >>> (data_dir() / "rules" / "innsbruck-1924.toml").is_file()
    True
    """
    packed = files("analyse") / "_data"
    return packed if packed.is_dir() else Path(__file__).resolve().parents[1] / "data"
