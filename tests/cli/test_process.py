"""The command as a process: Ctrl-C, a closed pipe, a terminal, a light start, the page."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

import numpy as np
import pytest
from conftest import COMPILING
from hands import HAND
from processes import PATIENCE, clean_environment, started

PIPES = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
HALTEN = ("halten", *HAND, "--figure", "gleich")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_page(command, tmp_path, *words, **environ):
    """Start `perlaggen app`; give its process and address once it answers."""
    port = free_port()
    url = f"http://localhost:{port}"
    words = [*command, "app", "--port", str(port), "--headless", *words]
    with started(words, **PIPES, cwd=tmp_path, env=clean_environment(**environ)) as process:
        deadline = time.monotonic() + PATIENCE
        while not answers(url):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline, "the page did not start"
            time.sleep(0.1)
        yield process, url


def answers(url):
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


@pytest.fixture
def page(command, tmp_path):
    """A running page: its process and address."""
    with running_page(command, tmp_path) as running:
        yield running


@pytest.mark.parametrize("address", ["localhost", "0.0.0.0"])
def test_the_page_asks_no_other_host_when_it_starts(command, tmp_path, address):
    """Requests to other hosts would come to this proxy; it sees none."""
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        there = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        proxies = {"http_proxy": there, "https_proxy": there, "no_proxy": ""}
        with running_page(command, tmp_path, "--address", address, **proxies) as (_, url):
            with urllib.request.urlopen(url, timeout=10) as answer:
                assert b"<html" in answer.read()
            proxy.settimeout(1)
            with pytest.raises(TimeoutError):
                proxy.accept()


@pytest.mark.smoke
def test_ctrl_c_ends_the_page_quietly(page):
    process, url = page
    with urllib.request.urlopen(url, timeout=10) as answer:
        assert b"<html" in answer.read()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(url, timeout=5)


def test_sigterm_ends_the_page(page):
    process, url = page
    process.terminate()
    process.communicate(timeout=PATIENCE)
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(url, timeout=5)


def test_ctrl_c_while_it_reads_the_rules(command, tmp_path):
    """A rules file that never ends keeps the command busy until Ctrl-C."""
    os.mkfifo(tmp_path / "slow.toml")
    words = [*command, *HALTEN, "--rules", "slow.toml"]
    with (
        started(words, **PIPES, cwd=tmp_path, env=clean_environment()) as process,
        # opening a fifo to write waits until the command has opened it to read
        (tmp_path / "slow.toml").open("w", encoding="utf-8"),
    ):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err


@pytest.mark.smoke
def test_closed_pipe_is_quiet(command, tmp_path):
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run(
        [*command, *HALTEN],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=clean_environment(),
        check=False,
    )
    os.close(write)
    assert (ran.returncode, ran.stderr) == (1, "")


def redirected(command, tmp_path, shell, *words):
    """Return how the command ends with its streams as a shell sets them."""
    return subprocess.run(
        ["/bin/bash", "-c", f'"$@" {shell}', "bash", *command, *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=clean_environment(LC_ALL="C.UTF-8"),
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("words", [HALTEN, (*HALTEN, "--json"), ("--help",), ("rules",)])
@pytest.mark.parametrize(
    ("shell", "why"), [("> /dev/full", "No space left on device"), (">&-", "Bad file descriptor")]
)
def test_an_answer_that_cannot_be_written_is_one_line(command, tmp_path, shell, why, words):
    ran = redirected(command, tmp_path, shell, *words)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == f"perlaggen: the answer cannot be written: {why}\n"


def test_without_any_stream_it_ends_quietly(command, tmp_path):
    assert redirected(command, tmp_path, ">&- 2>&-", *HALTEN).returncode == 1
    assert redirected(command, tmp_path, "2>&-", *HALTEN).returncode == 0


@pytest.mark.parametrize("reader", ["true", "head -1"])
@pytest.mark.parametrize("words", [HALTEN, (*HALTEN, "--json")])
def test_a_reader_who_has_seen_enough_is_no_error(command, tmp_path, reader, words):
    ran = redirected(command, tmp_path, f'| {reader}; exit "${{PIPESTATUS[0]}}"', *words)
    assert ran.returncode in {0, 1}  # 0: all was written before the reader went
    assert ran.stderr == ""


@pytest.mark.parametrize("address", ["256.1.1.1", "1.2.3", "203.0.113.7", "::zz", "no host", ".", "x" * 300])
def test_an_address_of_no_use_is_one_line(command, tmp_path, address):
    ran = redirected(command, tmp_path, "", "app", "--headless", "--address", address)
    assert (ran.returncode, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    assert repr(address) in line


def test_a_port_in_use_is_one_line(command, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as there:
        port = str(there.getsockname()[1])
        for address in ("localhost", "127.0.0.1", "0.0.0.0"):
            ran = redirected(command, tmp_path, "", "app", "--headless", "--address", address, "--port", port)
            assert (ran.returncode, ran.stdout) == (2, "")
            assert ran.stderr == f"perlaggen: --port {port}: is in use; expected a free one\n"


TRICKS = ("tricks", "--trump", "L", "HA", "H8")


STARTED = """
import sys
from analyse.cli.commands import main
print("started", flush=True)
sys.exit(main(sys.argv[1:]))
"""


def interrupted_after(tmp_path, seconds, *words, **environ):
    """Return how the command ends if Ctrl-C comes some time after our module has been read.

    Before that Python hears it, and not always quietly. None: the command has been quicker.
    """
    words = [sys.executable, "-c", STARTED, *words]
    with started(words, **PIPES, cwd=tmp_path, env=clean_environment(**environ)) as process:
        assert process.stdout.readline() == "started\n"
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        return None if out else (process.returncode, err)


def compiling_said(err):
    """Return what stands on stderr beside the announcement of the compiler."""
    return "".join(line for line in err.splitlines() if line not in COMPILING)


@pytest.mark.parametrize("seconds", [0.2, 1.5, 3.0, 5.0])
def test_ctrl_c_while_the_solver_compiles(tmp_path, seconds):
    ended = interrupted_after(tmp_path, seconds, *TRICKS, NUMBA_CACHE_DIR=str(tmp_path / "cache"))
    assert ended is not None
    code, err = ended
    assert (code, compiling_said(err)) == (130, "")


@pytest.mark.slow
@pytest.mark.usefixtures("solver_ready")
@pytest.mark.parametrize("kept", [True, False])
def test_ctrl_c_at_any_moment_of_loading_or_compiling(tmp_path, kept):
    rng = np.random.default_rng(1)
    for _ in range(30 if kept else 12):  # compiling takes its time
        environ = {} if kept else {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        seconds = rng.uniform(0.01, 1.5 if kept else 9.0)
        ended = interrupted_after(tmp_path, seconds, *TRICKS, **environ)
        if ended is not None:
            code, err = ended
            assert (code, compiling_said(err)) == (130, ""), seconds
        shutil.rmtree(tmp_path / "cache", ignore_errors=True)


def on_a_terminal(command, tmp_path, **environ):
    """Return what the command writes when its stdout is a terminal."""
    leader, follower = os.openpty()
    streams = {"stdout": follower, "stderr": follower}
    with started([*command, *HALTEN], **streams, cwd=tmp_path, env=clean_environment(**environ)):
        os.close(follower)
        written = b""
        while True:
            try:
                chunk = os.read(leader, 65536)
            except OSError:  # how Linux says that the other end is closed
                break
            if not chunk:
                break
            written += chunk
    os.close(leader)
    return written.decode()


def test_colours_only_on_a_terminal_that_wants_them(command, tmp_path):
    assert "\x1b[" in on_a_terminal(command, tmp_path, TERM="xterm")
    assert "\x1b" not in on_a_terminal(command, tmp_path, TERM="xterm", NO_COLOR="1")


def loaded_by(perlaggen_process, *words):
    """Return the modules a command imports."""
    ran = perlaggen_process(*words, PYTHONPROFILEIMPORTTIME="1")
    assert ran.returncode == 0
    return {
        line.rpartition("|")[2].strip() for line in ran.stderr.splitlines() if line.startswith("import time:")
    }


@pytest.mark.smoke
def test_start_is_light(perlaggen_process):
    assert not {"numpy", "streamlit", "analyse.advice.halten"} & loaded_by(perlaggen_process, "--help")
    heavy = {"streamlit", "pandas", "matplotlib", "scipy", "numba"}
    assert "numpy" in (loaded := loaded_by(perlaggen_process, *HALTEN))
    assert not heavy & loaded


@pytest.mark.smoke
def test_json_is_one_object_whatever_the_locale(perlaggen_process):
    for environ in ({"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}, {"LC_ALL": "de_AT.UTF-8"}):
        ran = perlaggen_process(*HALTEN, "--json", **environ)
        assert json.loads(ran.stdout)["advice"] == "halten"


ENTANGLED = ("odds", "HA LA SU E10 H9", "--upcard", "S8", "--figures", "gleich,hanger", "--lang", "en")
ENTANGLED += ("--known", "left: gleich<=3K hanger>=2U; partner: hanger>=2A; opponents: >=1 rank K")  # seconds


def test_a_long_count_is_not_silent_on_a_terminal_and_ends_at_once(tmp_path):
    leader, follower = os.openpty()
    words = [sys.executable, "-c", STARTED, *ENTANGLED]
    streams = {"stdout": subprocess.PIPE, "stderr": follower}
    with started(words, **streams, cwd=tmp_path, env=clean_environment()) as process:
        os.close(follower)
        said = b""
        while b"Ctrl-C stops" not in said:
            said += os.read(leader, 4096)
        process.send_signal(signal.SIGINT)
        begin = time.monotonic()
        out, _ = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out) == (130, b"started\n")
        assert time.monotonic() - begin < 20  # the count takes longer by far
    os.close(leader)
