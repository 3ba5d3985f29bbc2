"""What the command says to a question that goes well."""

import json
from typing import Any

_SAID: dict[tuple[str, ...], str] = {}


def shown(perlaggen, *words: str, **environ: str) -> str:
    """Return stdout of a command that went well."""
    ran = perlaggen(*words, **environ)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def asked(perlaggen, *words: str, **environ: str) -> Any:
    """Return the one JSON object on stdout of a command that went well."""
    return json.loads(shown(perlaggen, *words, "--json", **environ))


def shown_once(perlaggen, *words: str) -> str:
    """Return the same as `shown`, from memory if the words were asked before: the Spiel takes its time."""
    if words not in _SAID:
        _SAID[words] = shown(perlaggen, *words)
    return _SAID[words]


def asked_once(perlaggen, *words: str) -> Any:
    """Return the same as `asked`, from memory if the words were asked before."""
    return json.loads(shown_once(perlaggen, *words, "--json"))
