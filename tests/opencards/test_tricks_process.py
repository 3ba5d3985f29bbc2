"""The solver as a process meets it: first call, second process, no place for a cache, two threads."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from analyse.game.plays import trick_rules
from analyse.game.rules import load_rules
from analyse.opencards.solver import solve_deals, warm_up

ASK = """
from analyse.opencards.solver import is_kept, warm_up
warm_up(lambda: print("announced", "kept" if is_kept() else "not kept"), patience=0.5)
from analyse.opencards import _solver
stats = _solver.solve_many.stats if hasattr(_solver.solve_many, "stats") else None
print("hits", sum(stats.cache_hits.values()), "misses", sum(stats.cache_misses.values()))
"""
# What numba finds where neither the package's folder nor the home folder can be written to.
NOWHERE = """
from numba.core import caching
caching.CacheImpl._locator_classes = []
"""


def lines_of(script: str, **environ: str) -> list[str]:
    """Return what a fresh process prints."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | environ,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return done.stdout.splitlines()


@pytest.mark.slow
def test_compiles_once_and_says_so(tmp_path) -> None:
    cache = str(tmp_path / "cache")
    assert lines_of(ASK, NUMBA_CACHE_DIR=cache) == ["announced kept", "hits 0 misses 1"]
    assert "hits 1 misses 0" in lines_of(ASK, NUMBA_CACHE_DIR=cache)


@pytest.mark.slow
def test_works_where_nothing_can_be_written() -> None:
    printed = lines_of(NOWHERE + ASK)
    assert printed[0] == "announced not kept"  # it compiled, and nothing was read from a cache
    assert "hits 0" in printed[-1]


@pytest.mark.slow
def test_the_command_says_that_it_compiles_each_time_where_nothing_can_be_written() -> None:
    script = (
        "import sys; sys.stderr = sys.stdout\n"
        f"{NOWHERE}\n"
        "from analyse.cli.commands import main\n"
        "main(['tricks', '--trump', 'L', 'HA', 'H8', '--lang', 'en'])"
    )
    (line,) = [line for line in lines_of(script) if "being compiled" in line]
    assert "once" not in line
    assert "NUMBA_CACHE_DIR" in line


def test_importing_compiles_nothing() -> None:
    script = "import sys, analyse.opencards.solver; print([m for m in ('numba', 'analyse.opencards._solver') if m in sys.modules])"
    assert lines_of(script) == ["[]"]


@pytest.fixture(scope="module")
def deals() -> np.ndarray:
    rng = np.random.default_rng(5)
    order = rng.permuted(np.tile(np.delete(np.arange(33), 9), (3000, 1)), axis=1)[:, :20]
    return np.bitwise_or.reduce((np.uint64(1) << order.astype(np.uint64)).reshape(3000, 4, 5), axis=2)


@pytest.mark.parametrize("objective", ["number", "majority", "last"])
def test_two_threads_at_once_give_the_serial_answers(deals: np.ndarray, objective: str) -> None:
    rules = trick_rules(load_rules(), 1)
    serial = solve_deals(rules, deals, 0, objective)
    halves = solve_deals(rules, deals, 0, objective, threads=2)
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: solve_deals(rules, deals, 0, objective), range(2)))
    for other in (halves, *both):
        assert (other == serial).all()


def test_the_order_of_questions_does_not_matter(deals: np.ndarray) -> None:
    rules = trick_rules(load_rules(), 1)
    straight = solve_deals(rules, deals)
    assert (solve_deals(rules, deals[::-1])[::-1] == straight).all()
    assert ((straight > 2) == (solve_deals(rules, deals, 0, "majority") == 1)).all()


def test_warm_up_is_quick_the_second_time() -> None:
    warm_up()
    said = []
    warm_up(lambda: said.append("announced"), patience=60)
    assert not said
