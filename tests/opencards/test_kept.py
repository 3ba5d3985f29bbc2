"""A damaged cache of compiled code: it is made anew, and the answer is the same."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from processes import COMMAND, clean_environment

from analyse.opencards import _kept

KERNEL = """
from analyse.opencards._kept import entry

@entry
def twice(n):
    return 2 * n
"""
# What a power cut, a full disk or a bad sector leave of a file.
DAMAGE = {
    "emptied": lambda whole: whole[:0],
    "one byte": lambda whole: whole[:1],
    "cut short": lambda whole: whole[: len(whole) // 2],
    "last byte gone": lambda whole: whole[:-1],
    "zeros": lambda whole: bytes(len(whole)),
    "garbage": lambda whole: np.random.default_rng(1).bytes(len(whole)),
    "one byte changed in the middle": lambda whole: (
        whole[: len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 1]) + whole[len(whole) // 2 + 1 :]
    ),
    "another pickle": lambda whole: b"\x80\x04N." + whole[:0],
}


def loaded(folder: Path):
    """Return the kernel as a new process has it."""
    spec = importlib.util.spec_from_file_location("kernel_under_test", folder / "kernel.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.twice


def hits(kernel) -> int:
    return sum(kernel.stats.cache_hits.values())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a kernel that has been compiled once."""
    (tmp_path / "kernel.py").write_text(KERNEL, encoding="utf-8")
    assert loaded(tmp_path)(21) == 42
    kept = loaded(tmp_path)
    assert (kept(21), hits(kept)) == (42, 1)
    return tmp_path


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_compiled_anew_and_kept_again(folder, ending, damage):
    for file in folder.rglob(f"*.{ending}"):
        file.write_bytes(DAMAGE[damage](file.read_bytes()))
    first = loaded(folder)
    assert (first(21), hits(first)) == (42, 0)
    second = loaded(folder)
    assert (second(21), hits(second)) == (42, 1)


@pytest.mark.parametrize("error", [EOFError, KeyError, MemoryError, OSError, ValueError])
def test_whatever_reading_raises_it_is_compiled(folder, monkeypatch, error):
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr(_kept.pickle, "loads", broken)
    assert loaded(folder)(21) == 42


def test_a_disk_that_takes_nothing_keeps_nothing_and_answers(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "kernel.py").write_text(KERNEL, encoding="utf-8")
    monkeypatch.setattr(_kept._Sealed, "_save_data", full)  # noqa: SLF001  the disk is full here
    for _ in range(2):
        kernel = loaded(tmp_path)
        assert (kernel(21), hits(kernel)) == (42, 0)


def test_other_functions_keep_theirs(folder):
    other = folder / "__pycache__" / "other.twice-1.py312.nbi"
    other.write_bytes(b"")
    for file in folder.rglob("kernel*.nbc"):
        file.write_bytes(b"")
    assert loaded(folder)(21) == 42
    assert other.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("tricks", "--upcard", "L8", "HA", "LA"),
        ("odds", "HA LA SU E10 W", "--upcard", "L8", "--figures", "spiel", "--worlds", "20"),
    ],
)
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_every_verb_that_solves_heals_the_solver(tmp_path, words, ending):
    environ = clean_environment(NUMBA_CACHE_DIR=str(tmp_path / "cache"))

    def asked() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *words],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environ,
            timeout=300,
            check=False,
        )

    whole = asked()
    for file in (tmp_path / "cache").rglob(f"*.{ending}"):
        file.write_bytes(b"")
    healed = asked()
    assert (healed.returncode, healed.stdout) == (0, whole.stdout)
    quick = asked()
    assert (quick.returncode, quick.stdout) == (0, whole.stdout)


@pytest.mark.slow
def test_plain_python_heals_the_solver(tmp_path):
    script = "from analyse.opencards.solver import warm_up; warm_up(); print('ready')"
    environ = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            env=environ,
            timeout=300,
            check=False,
        )
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "ready\n", "")
        for file in (tmp_path / "cache").rglob("*.nb?"):
            file.write_bytes(file.read_bytes()[:100])
