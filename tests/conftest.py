"""How the tests run the command `perlaggen`.

By default it is this checkout's, as `python -m analyse`. With PERLAGGEN_COMMAND set it is that
command, for example the one of an installed wheel; it always starts in an empty directory.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from analyse.i18n import LANGS, text

COMPILING = {text("cli.compiling", lang) for lang in LANGS}
COMMAND = shlex.split(os.environ.get("PERLAGGEN_COMMAND", "")) or [sys.executable, "-m", "analyse"]
_LANGUAGE = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE", "NO_COLOR", "PYTHONPATH")

Run = Callable[..., subprocess.CompletedProcess[str]]


def clean_environment(**extra: str) -> dict[str, str]:
    """Return this environment without a language of its own, English unless `extra` says more."""
    kept = {key: value for key, value in os.environ.items() if key not in _LANGUAGE}
    return kept | {"PYTHONIOENCODING": "utf-8"} | extra


@pytest.fixture(scope="session")
def command() -> list[str]:
    """The words that start `perlaggen`."""
    return COMMAND


@pytest.fixture(scope="session")
def solver_ready() -> None:
    """Let the command compile its trick solver, so that no test meets the line that says so."""
    subprocess.run(
        [*COMMAND, "tricks", "--trump", "L", "HA", "H8"], capture_output=True, timeout=300, check=False
    )


@pytest.fixture
def perlaggen(tmp_path: Path, solver_ready: None) -> Run:  # noqa: ARG001  wanted before, not used
    """Run `perlaggen` with the given words; further keywords are environment variables."""

    def run(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
        ran = subprocess.run(
            [*COMMAND, *words],
            capture_output=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=clean_environment(**environ),
            timeout=120,
            check=False,
        )
        if "NUMBA_CACHE_DIR" not in environ:  # a busy machine may take longer to load what is compiled
            lines = ran.stderr.splitlines(keepends=True)
            ran.stderr = "".join(line for line in lines if line.rstrip("\n") not in COMPILING)
        return ran

    return run
