"""Ctrl-C and signs of life in long runs, as the command hears and gives them."""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from threading import Event

import pytest

from analyse.cli import commands as cli
from analyse.cli import progress as cli_progress
from analyse.cli import status as cli_status
from analyse.cli import verbs as cli_verbs
from analyse.cli.interrupt import in_background
from analyse.cli.progress import Watch
from analyse.knowledge.notation import parse_notation
from analyse.odds.replay import replay
from analyse.opencards import solver as tricks


@pytest.fixture(autouse=True)
def usual_handler() -> Iterator[None]:
    """See to it that every test leaves SIGINT as it was."""
    before = signal.getsignal(signal.SIGINT)
    yield
    assert signal.getsignal(signal.SIGINT) is before


def interrupted(*_: object, **__: object) -> float:
    """Be interrupted while foreign code is at work in another thread."""
    signal.raise_signal(signal.SIGINT)
    time.sleep(1)
    return 0.0


def test_ctrl_c_ends_the_waiting_at_once_and_not_the_work() -> None:
    reached = Event()

    def load() -> None:
        interrupted()
        reached.set()

    with pytest.raises(KeyboardInterrupt):
        in_background(load)
    assert not reached.is_set()
    assert reached.wait(timeout=10)


def test_ctrl_c_while_the_solver_loads_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tricks, "warm_up", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cli_verbs.load_solver("en")


def test_without_ctrl_c_the_background_changes_nothing() -> None:
    assert in_background(lambda: 42) == 42
    for error in (ImportError("broken"), TimeoutError("broken"), EOFError("broken")):
        with pytest.raises(type(error), match="broken"):
            in_background(partial(raised, error))


def raised(error: BaseException, **_: object) -> None:
    raise error


def drop(**_: object) -> None:
    """Drop Ctrl-C as a callback of foreign code does, and go on for long."""

    class Callback:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    callback = Callback()
    del callback
    time.sleep(30)


def turn(**_: object) -> None:
    """Turn Ctrl-C into another error."""
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        raise ImportError("half loaded") from None


@pytest.mark.parametrize("foreign", [drop, turn, interrupted])
def test_ctrl_c_is_130_and_nothing_else_whatever_foreign_code_makes_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], foreign: Callable[..., None]
) -> None:
    monkeypatch.setitem(cli._CALLBACKS, "rules", foreign)  # type: ignore[index]  # noqa: SLF001
    begin = time.monotonic()
    assert cli.main(["rules"]) == 130
    assert capsys.readouterr() == ("", "")
    assert time.monotonic() - begin < 10


@pytest.mark.parametrize("error", [EOFError, ImportError, OSError, SystemError, RuntimeError])
def test_an_error_within_never_looks_like_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    monkeypatch.setitem(cli._CALLBACKS, "rules", partial(raised, error("within")))  # type: ignore[index]  # noqa: SLF001
    with pytest.raises(error, match="within"):
        cli.main(["rules"])


def test_a_terminal_sees_within_a_second_that_the_work_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_status, "PATIENCE", 0.1)
    monkeypatch.setitem(cli._CALLBACKS, "rules", lambda **_: time.sleep(1))  # type: ignore[index]  # noqa: SLF001
    assert cli.main(["rules", "--lang", "en"]) == 0
    assert capsys.readouterr() == ("", "")  # no terminal
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert cli.main(["rules", "--lang", "en"]) == 0
    said = capsys.readouterr().err
    line = "Counting; Ctrl-C stops ..."
    assert said == f"\r{line}\r{' ' * len(line)}\r"


def test_a_replay_counts_deals_and_hears_ctrl_c_within_a_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_progress, "PATIENCE", -1.0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    watch = Watch("en")

    def progress(done: int, total: int) -> bool:
        if done >= 1000 + 64:  # in the middle of the second step
            watch.stop()
        return watch(done, total)

    answer = replay(parse_notation("L8 | HA LA SU E10 W | HA H8 | players=2"), worlds=1000, progress=progress)
    assert (len(answer.steps), answer.worlds) == (1, 1000)
    said = capsys.readouterr().err
    assert "of 3 000 deals solved" in said.replace(",", " ").replace("\u202f", " ")
    assert "of 3 deals" not in said
