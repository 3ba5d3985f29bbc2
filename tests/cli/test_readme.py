"""Every `perlaggen ...` shown in the README prints what the README shows; its two commands are whole."""

import re
import shlex
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[2] / "README.md"
BLOCKS = re.findall(r"^```console\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
TRANSCRIPTS = [
    (command.removeprefix("$ perlaggen "), output)
    for block in BLOCKS
    for command, output in re.findall(r"^(\$ .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.smoke
@pytest.mark.parametrize(("command", "output"), TRANSCRIPTS, ids=[command for command, _ in TRANSCRIPTS])
def test_the_transcript_is_what_it_prints(perlaggen, command, output):
    ran = perlaggen(*shlex.split(command))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == output


def test_there_are_transcripts():
    verbs = {command.split()[0] for command, _ in TRANSCRIPTS}
    assert {"halten", "odds", "taufen"} <= verbs


@pytest.mark.parametrize(
    "command",
    [
        (
            'python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/perlaggen halten "HA LA SU E10 W" '
            "--upcard L8 --figure gleich"
        ),
        (
            'python3 -m venv .venv && .venv/bin/pip install -e ".[test]" && .venv/bin/pytest '
            "-n auto --dist loadfile"
        ),
    ],
    ids=["main job", "tests"],
)
def test_the_two_commands_stand_on_lines_of_their_own(command):
    assert command in README.read_text(encoding="utf-8").splitlines()
