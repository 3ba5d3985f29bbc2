"""The line on a terminal that says how far the work is, and that it goes on."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

import click

from analyse.i18n import text

PATIENCE = 1.0  # seconds before anything is said
TICK = 0.1


class Status:
    """One line of stderr, on a terminal only: shown over the one before it, removed before an answer."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._width = 0
        self._since = time.monotonic()

    def show(self, line: str) -> None:
        """Show a line."""
        if sys.stderr is not None and sys.stderr.isatty():
            with self._lock:
                self._show(line)

    def show_if_silent(self, line: str) -> None:
        """Show a line if nothing has been shown for `PATIENCE` seconds."""
        with self._lock:
            if not self._width and time.monotonic() - self._since > PATIENCE:
                self._show(line)

    def clear(self) -> None:
        """Remove the line."""
        with self._lock:
            if self._width:
                click.echo("\r" + " " * self._width + "\r", nl=False, err=True)
            self._width, self._since = 0, time.monotonic()

    def _show(self, line: str) -> None:
        click.echo("\r" + line.ljust(self._width), nl=False, err=True)
        self._width = max(self._width, len(line))


STATUS = Status()


@contextmanager
def alive(lang: str) -> Iterator[None]:
    """Say on a terminal that the work goes on, as often as nothing else has been said for a second."""
    STATUS.clear()
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    ended = Event()

    def look() -> None:
        while not ended.wait(TICK):
            STATUS.show_if_silent(text("cli.counting", lang))

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        STATUS.clear()
