"""The answer of `perlaggen tricks`, asked of the core, and as the object that `--json` prints."""

from analyse.advice.tricks import Tricks
from analyse.game.plays import Trick, play_name, turn
from analyse.report.odds import Json


def tricks_json(answer: Tricks) -> Json:
    """Return the object of `perlaggen tricks --json`."""
    position = answer.deal.position
    made: Json = {
        "tricks": answer.tricks,
        "spiel": answer.spiel,
        "of": position.tricks,
        "objective": answer.deal.objective,
        "value": answer.value,
        "turn": turn(position),
    }
    if answer.plays is not None:
        made["plays"] = {play_name(play): value for play, value in answer.plays.items()}
    if answer.line is not None:
        made["line"] = [trick_json(trick) for trick in answer.line]
    return made


def trick_json(trick: Trick) -> Json:
    """Return a trick: who led, the plays from there on, who took it."""
    return {
        "leader": trick.leader,
        "plays": [play_name(play) for play in trick.plays],
        "taker": trick.taker,
    }
