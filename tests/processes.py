"""The command `perlaggen` as a process of its own, and how such a process is started and ended."""

import os
import pty
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

COMMAND = shlex.split(os.environ.get("PERLAGGEN_COMMAND", "")) or [sys.executable, "-m", "analyse"]
PATIENCE = 300  # seconds until a child is given up: far more than a busy machine takes
_LANGUAGE = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "NO_COLOR", "PYTHONPATH")


def clean_environment(**extra: str) -> dict[str, str]:
    """Return this environment without a language of its own, English unless `extra` says more."""
    kept = {key: value for key, value in os.environ.items() if key not in _LANGUAGE}
    return kept | {"PYTHONIOENCODING": "utf-8"} | extra


@contextmanager
def started(words: list[str], **settings: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a process that hears Ctrl-C; whatever happens, neither it nor a child of it is left over.

    A shell without job control starts `pytest &` with SIGINT ignored, and children would inherit that.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(words, start_new_session=True, **settings)
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM if process.poll() is None else signal.SIGKILL)
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def interrupted(*words: str, when: str, **settings: Any) -> tuple[int, str, str]:
    """Send Ctrl-C to `perlaggen` once its terminal shows `when`; return exit code, stdout and stderr."""
    ours, theirs = pty.openpty()
    streams = {"stdout": subprocess.PIPE, "stderr": theirs, "encoding": "utf-8"}
    with started([*COMMAND, *words], env=clean_environment(), **streams, **settings) as process:
        os.close(theirs)
        said = b""
        while when.encode() not in said:
            said += os.read(ours, 1000)
        process.send_signal(signal.SIGINT)
        out = process.communicate(timeout=PATIENCE)[0]
        with suppress(OSError):  # how Linux says that the other end is closed
            while chunk := os.read(ours, 1000):
                said += chunk
    os.close(ours)
    return process.returncode, out, said.decode().replace("\r\n", "\n")
