"""A sign of life while deals are solved, and Ctrl-C that ends with those solved so far."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

import click

from analyse.cli.status import STATUS
from analyse.i18n import text
from analyse.numbers import grouped

PATIENCE = 1.0  # seconds before anything is said


class Watch:
    """Told how far the work is: says so on a terminal, and ends it after Ctrl-C."""

    def __init__(self, lang: str, key: str = "cli.solving") -> None:
        self.lang, self.key = lang, key
        self.stopped = False
        self._begin = time.monotonic()
        self._told = False

    def __call__(self, done: int, total: int) -> bool:
        """Take in that `done` of `total` deals are solved; return whether to go on."""
        if self.stopped:
            if self._told:  # it goes on nevertheless: nothing in between is an answer
                raise KeyboardInterrupt
            self._told = True
            return False
        if time.monotonic() - self._begin > PATIENCE:
            said = {"done": grouped(done, self.lang), "total": grouped(total, self.lang)}
            STATUS.show(text(self.key, self.lang, **said))
        return True

    def stop(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        """End the work after the deals under way; at the second call at once."""
        if self.stopped:
            raise KeyboardInterrupt
        self.stopped = True

    def end(self, key: str = "cli.stopped") -> None:
        """After the answer: say that it was cut short, if it was, and end the command as Ctrl-C does."""
        if self.stopped:
            click.echo(text(key, self.lang), err=True)
            raise click.Abort


@contextmanager
def watching(lang: str, key: str = "cli.solving") -> Iterator[Watch]:
    """Watch over the solving of deals: Ctrl-C ends it, and what was solved by then is the answer."""
    watch = Watch(lang, key)
    if current_thread() is not main_thread():  # others hear no signals
        yield watch
        return
    before = signal.signal(signal.SIGINT, watch.stop)
    try:
        yield watch
    finally:
        signal.signal(signal.SIGINT, before)
        STATUS.clear()
