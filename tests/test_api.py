"""What Python is handed out says what the command says."""

import importlib
import json
import pkgutil
import shlex
from collections.abc import Callable
from inspect import isfunction

import pytest
from conftest import Run

import analyse as pl

HAND = "HA LA SU E10 W"


def deal(**asked: str) -> pl.Deal:
    return pl.Deal(HAND, upcard="L8", **asked)


# the words of the command, and the same question to Python
ASKED: list[tuple[str, Callable[[], pl.Result]]] = [
    (f"odds '{HAND}' --upcard L8 --figures gleich,hanger", lambda: deal().odds("gleich", "hanger")),
    (f"odds '{HAND}' --upcard L8 --figures spiel", lambda: deal().odds("spiel")),
    (f"odds '{HAND}' --upcard L8", lambda: deal().odds()),
    (f"odds '{HAND}' --upcard L8 --players 2 --figures gleich", lambda: deal(players=2).odds("gleich")),
    (
        f"halten '{HAND}' --figure gleich --upcard L8 --opponents honest:2K",
        lambda: deal().halten("gleich", opponents="honest:2K"),
    ),
    (
        f"halten '{HAND}' --figure gleich --upcard L8 --known 'left: !S7; cut: none' --opponents equilibrium --score 12:13",
        lambda: (
            deal().knowing("left: !S7; cut: none").halten("gleich", opponents="equilibrium", score="12:13")
        ),
    ),
    (f"bieten '{HAND}' --upcard L8", lambda: deal().bieten()),
    (f"taufen '{HAND}' --upcard L8", lambda: deal().namings()),
    ("ladder --figure gleich --upcard L8", lambda: pl.equilibrium("gleich", upcard="L8")),
    (
        f"play '{HAND}' --upcard L8 --played 'HA H8 H9 HO / SU SO S8 LK / EO'",
        lambda: deal().after("HA H8 H9 HO / SU SO S8 LK / EO").plays(worlds=200),
    ),
    ("match", pl.match),
    (
        "settle 'gleich us 3A, hanger them, spiel us | bids: left gleich, me hold'",
        lambda: pl.settle("gleich us 3A, hanger them, spiel us | bids: left gleich, me hold"),
    ),
    ("tricks 'HA H8' 'L7 EU' --trump E", lambda: pl.tricks("HA H8", "L7 EU", trump="E")),
]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("words", "ask"), ASKED, ids=[words for words, _ in ASKED])
def test_python_says_what_the_command_says(
    perlaggen: Run, words: str, ask: Callable[[], pl.Result], lang: str
) -> None:
    said, told = (perlaggen("--lang", lang, *shlex.split(words), *more) for more in ((), ("--json",)))
    result = ask()
    assert (said.returncode, told.returncode) == (0, 0), said.stderr
    assert result.report(lang) + "\n" == said.stdout
    assert json.loads(json.dumps(result.to_dict(lang))) == json.loads(told.stdout)
    assert "\n" not in repr(result)
    assert "<pre" in result._repr_html_()


def test_no_room_takes_the_name_of_a_function() -> None:
    for module in pkgutil.walk_packages(pl.__path__, "analyse."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    assert all(isfunction(getattr(pl, name)) for name in ("equilibrium", "match", "settle", "tricks"))
