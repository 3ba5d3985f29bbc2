"""How the tests run the command `perlaggen`, and what they share.

`perlaggen` calls this checkout's `main` in the tests' own process, with streams, environment and folder of
its own; `perlaggen_process` starts `python -m analyse`. With PERLAGGEN_COMMAND set both start that command,
for example the one of an installed wheel. It always runs in an empty directory.
"""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

import pytest
from processes import COMMAND, PATIENCE, clean_environment
from searching import PROFILE

from analyse.cli.commands import main
from analyse.i18n import LANGS, text

COMPILING = {text("cli.compiling", lang) for lang in LANGS}
# Fixtures that start a process, and so mark their test `process`
STARTING = {"command", "perlaggen_process"}

Ran = subprocess.CompletedProcess[str]
Run = Callable[..., Ran]


def pytest_configure() -> None:
    """Hear Ctrl-C, which tests send themselves, also where a shell has started them in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """Say how long Hypothesis searches."""
    return f"search profile: {PROFILE}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that starts the command as a process."""
    for item in items:
        if STARTING & set(getattr(item, "fixturenames", ())):
            item.add_marker("process")


@pytest.fixture(scope="session")
def command() -> list[str]:
    """The words that start `perlaggen`."""
    return COMMAND


@pytest.fixture(scope="session")
def solver_ready(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> None:
    """Let the command compile its trick solver, so that no test meets the line that says so.

    Of several workers one compiles; the others wait for it and find what it has kept.
    """
    shared = tmp_path_factory.getbasetemp()
    if worker_id != "master":
        shared = shared.parent
    with (shared / "solver.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        words = [*COMMAND, "tricks", "--trump", "L", "HA", "H8"]
        subprocess.run(words, capture_output=True, timeout=2 * PATIENCE, check=False)


@pytest.fixture
def perlaggen(tmp_path: Path, solver_ready: None) -> Run:  # noqa: ARG001  wanted before, not used
    """Run `perlaggen` with the given words; further keywords are environment variables."""
    run = _run if "PERLAGGEN_COMMAND" in os.environ else _call
    return lambda *words, **environ: run(words, tmp_path, environ)


@pytest.fixture
def perlaggen_process(tmp_path: Path, solver_ready: None) -> Run:  # noqa: ARG001  wanted before, not used
    """Run `perlaggen` the same way as a process: its interpreter, imports and caches are what is tested."""
    return lambda *words, **environ: _run(words, tmp_path, environ)


def _call(words: tuple[str, ...], folder: Path, environ: dict[str, str]) -> Ran:
    """Call the command's `main`."""
    environ = clean_environment(**environ)
    encoding = environ["PYTHONIOENCODING"]
    out, err = BytesIO(), BytesIO()
    stdout = TextIOWrapper(out, encoding, newline="\n")
    stderr = TextIOWrapper(err, encoding, "backslashreplace", newline="\n")
    with (
        patch.dict(os.environ, environ, clear=True),
        patch.object(sys, "stdin", StringIO()),
        redirect_stdout(stdout),
        redirect_stderr(stderr),
        chdir(folder),
    ):
        code = main(words)
    stdout.flush()
    stderr.flush()
    return Ran(words, code, out.getvalue().decode(), _told(err.getvalue().decode()))


def _run(words: tuple[str, ...], folder: Path, environ: dict[str, str]) -> Ran:
    """Start the command."""
    ran = subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=clean_environment(**environ),
        timeout=PATIENCE,
        check=False,
    )
    if "NUMBA_CACHE_DIR" not in environ:
        ran.stderr = _told(ran.stderr)
    return ran


def _told(stderr: str) -> str:
    """Return stderr without the line that a busy machine gives cause for: it loads what is compiled slowly."""
    lines = stderr.splitlines(keepends=True)
    return "".join(line for line in lines if line.rstrip("\n") not in COMPILING)
