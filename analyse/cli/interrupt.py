"""Ctrl-C: whenever it comes the command ends with 130 and says nothing."""

import _thread
import atexit
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from threading import Thread, Timer, current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sys import UnraisableHookArgs


INTERRUPTED = 128 + signal.SIGINT
AGAIN = 0.02  # seconds until a dropped Ctrl-C is raised once more
TICK = 0.1  # seconds between two looks whether the work is done, for systems whose locks hear no signal

_T = TypeVar("_T")


@contextmanager
def noting() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C as well as raising it; gives what tells whether it has come.

    Foreign code may turn the exception into another or drop it in one of its callbacks: what was noted
    stays true, and what was dropped is raised again. Where Ctrl-C means something else, or nothing (a
    command in the background), that stays so.
    """
    heard = False
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) != signal.default_int_handler:
        yield lambda: heard
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal heard
        heard = True
        raise KeyboardInterrupt

    def dropped(unraisable: "UnraisableHookArgs") -> None:
        if not heard or not issubclass(unraisable.exc_type, KeyboardInterrupt):
            usual(unraisable)
            return
        timer = Timer(AGAIN, _interrupt)
        timer.daemon = True
        timer.start()

    usual = sys.unraisablehook
    sys.unraisablehook = dropped
    signal.signal(signal.SIGINT, stop)
    try:
        yield lambda: heard
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = usual


def _interrupt() -> None:
    """Have the main thread hear Ctrl-C, also where it waits."""
    if os.name == "posix":
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
    else:
        _thread.interrupt_main()


def in_background(work: Callable[[], _T]) -> _T:
    """Return what `work` returns, done in another thread: Ctrl-C ends the waiting and never lands within it.

    Native code and its callbacks (a compiler's) survive no exception from without. What is still at it when
    the command ends is not waited for.
    """
    if current_thread() is not main_thread():
        return work()
    done: Future[_T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001  whatever it is belongs to the one who waits
            done.set_exception(error)

    thread = Thread(target=run, daemon=True)
    try:
        thread.start()
        while not done.done():
            wait([done], TICK)
        return done.result()
    except KeyboardInterrupt:
        atexit.register(_leave, thread)
        raise


def _leave(thread: Thread) -> None:
    """End the process at once if a thread is still within native code, which an orderly end would crash."""
    if thread.is_alive():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(INTERRUPTED)
