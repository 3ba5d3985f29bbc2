"""Ctrl-C and signs of life in long runs, as the command hears and gives them."""

import signal
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest

from analyse.cli import progress as cli_progress
from analyse.cli import verbs as cli_verbs
from analyse.cli.progress import Watch, loading
from analyse.knowledge.notation import parse_notation
from analyse.odds.replay import replay
from analyse.opencards import solver as tricks


@pytest.fixture(autouse=True)
def usual_handler() -> Iterator[None]:
    """See to it that every test leaves SIGINT as it was."""
    before = signal.getsignal(signal.SIGINT)
    yield
    assert signal.getsignal(signal.SIGINT) is before


def interrupted_in_a_callback(*_: object, **__: object) -> float:
    """Be interrupted where foreign code drops every exception."""
    with suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    return 0.0


def test_ctrl_c_ends_the_loading_at_once() -> None:
    reached = []

    def load() -> None:
        with loading():
            signal.raise_signal(signal.SIGINT)
            reached.append("the rest")

    with pytest.raises(KeyboardInterrupt):
        load()
    assert not reached


def test_ctrl_c_that_a_callback_drops_while_the_solver_loads_is_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tricks, "warm_up", interrupted_in_a_callback)
    with pytest.raises(KeyboardInterrupt):
        cli_verbs.load_solver("en")


def test_an_error_that_ctrl_c_was_turned_into_is_no_error() -> None:
    def load() -> None:
        with loading():
            interrupted_in_a_callback()
            raise ImportError("half loaded")

    with pytest.raises(KeyboardInterrupt):
        load()


def test_without_ctrl_c_loading_changes_nothing() -> None:
    with loading():
        pass
    with pytest.raises(ImportError, match="broken"), loading():
        raise ImportError("broken")


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
