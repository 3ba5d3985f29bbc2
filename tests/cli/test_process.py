"""The command as a process: Ctrl-C, a closed pipe, a terminal, a light start, the page."""

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager

import pytest
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
