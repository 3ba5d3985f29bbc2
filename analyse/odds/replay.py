"""The chances of all three figures after each card of a deal: "wie es weiterging"."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from analyse.game.figures import KINDS
from analyse.game.plays import Play
from analyse.i18n import InputError
from analyse.odds.figures_odds import figure_odds
from analyse.odds.joint import FIGURES, PARTS, WORLDS, Joint, joint_at, limits
from analyse.odds.notation import Notation, print_notation
from analyse.odds.point import Chances, Recorded, recorded
from analyse.odds.record import parse_record
from analyse.odds.unnoted import Unnoted, deal_situation


@dataclass(frozen=True)
class Step:
    """The chances after some of the plays.

    Parameters
    ----------
    seat : who played last, None before the first play
    play : what; None before the first play, and for a card nobody noted
    taken : tricks of my side and of the others
    figures : the chances of "gleich", "hanger" and "spiel", those of the figures exact where that can be
    joint : all three together, in drawn deals
    """

    seat: int | None
    play: Play | None
    taken: tuple[int, int]
    figures: Mapping[str, Chances]
    joint: Joint


@dataclass(frozen=True)
class Replay:
    """A deal with its chances before the first play and after each."""

    deal: Notation
    steps: tuple[Step, ...]
    worlds: int
    seed: int
    notes: tuple[str, ...]


def replay(
    deal: Notation,
    *,
    worlds: int = WORLDS,
    seed: int = 1,
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Replay:
    """Return what is known of the figures after each card of a deal, from my seat.

    Each step uses what is known by then and nothing later. Gleich and Hanger are exact, unless my hand or a
    card was not noted or what is known does not factor; then they are drawn, as the Spiel always is.

    Parameters
    ----------
    deal : `parse_notation`
    worlds, seed, threads : as in `joint_odds`, at every step
    progress : called with the steps done and all; returning False ends with those done

    Raises `InputError` where no deal agrees.

    >>> from analyse.odds.notation import parse_notation
    >>> done = replay(parse_notation("L8 | HA LA SU E10 W | HA H8 | players=2"), worlds=100)
    >>> [step.figures["gleich"]["win"].method for step in done.steps]
    ['exact', 'exact', 'exact']
    """
    stop = limits(worlds, seed=seed)
    check(deal)  # whether all of it can be, before any of it is told
    steps: list[Step] = []
    for n in range(len(deal.plays) + 1):
        here = deal.upto(n)
        point = _point(here)
        joint = joint_at(point, stop, seed=seed, threads=threads)
        seat, play = (None, None) if not n else (deal.placed[n - 1].seat, deal.plays[n - 1])
        steps.append(Step(seat, play, _taken(here), _chances(point, joint), joint))
        if progress is not None and progress(n + 1, len(deal.plays) + 1) is False:
            break
    return Replay(deal, tuple(steps), worlds, seed, _notes(steps))


def check(deal: Notation) -> None:
    """Raise `InputError` where no deal agrees with a line; it names the place, or what contradicts what."""
    if deal.hand is None and deal.known:
        raise InputError("notation_hand", bad=print_notation(deal))
    _point(deal).draw(1, np.random.default_rng(1))


def _point(deal: Notation) -> Recorded | Unnoted:
    if not deal.noted:
        return Unnoted(deal)
    known = deal_situation(deal)
    return recorded(known, parse_record(deal.record, known))


def _taken(deal: Notation) -> tuple[int, int]:
    return Unnoted(deal).taken


def _chances(point: Recorded | Unnoted, joint: Joint) -> Mapping[str, Chances]:
    """Return the chances of each figure, exact ones where they can be counted."""
    chances: dict[str, Chances] = {
        figure: {part: joint.chance(figure, part) for part in PARTS} for figure in FIGURES
    }
    if isinstance(point, Recorded):
        for kind in KINDS:
            odds = figure_odds(point.narrowed, kind)
            chances[kind] = {"win": odds.win, "stand": odds.stand, "lose": odds.lose}
    return chances


def _notes(steps: list[Step]) -> tuple[str, ...]:
    """Return the remarks of all steps, each once, in the order of the last step's."""
    notes = {note: None for step in reversed(steps) for note in step.joint.notes}
    return tuple(notes)
