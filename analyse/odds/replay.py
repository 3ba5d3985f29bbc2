"""The chances of all three figures after each card of a deal: "wie es weiterging"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyse.game.figures import KINDS
from analyse.game.plays import Play
from analyse.i18n import InputError
from analyse.knowledge.conflict import smallest_conflict
from analyse.knowledge.language import print_known
from analyse.knowledge.notation import Notation, print_notation
from analyse.knowledge.record import parse_record
from analyse.knowledge.statements import Bid, Figure, Statement
from analyse.odds.figures import figure_odds
from analyse.odds.joint import FIGURES, PARTS, WORLDS, Joint, joint_at, limits
from analyse.odds.open_worlds import Progress
from analyse.odds.point import Chances, Recorded, recorded
from analyse.odds.unnoted import Unnoted, deal_situation, impossible


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
    """A deal with its chances before the first play and after each, in so many worlds each."""

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
    progress: Progress | None = None,
) -> Replay:
    """Return what is known of the figures after each card of a deal, from my seat.

    Each step uses what is known by then and nothing later. Gleich and Hanger are exact, unless my hand or a
    card was not noted or what is known does not factor; then they are drawn, as the Spiel always is.

    Parameters
    ----------
    deal : `parse_notation`
    worlds, seed, threads : as in `joint_odds`, at every step
    progress : called with the deals done and all, those of every step; returning False ends with the steps
        done, and with the deals done where there is none yet

    Raises `InputError` where no deal agrees.

    >>> from analyse.knowledge.notation import parse_notation
    >>> done = replay(parse_notation("L8 | HA LA SU E10 W | HA H8 | players=2"), worlds=100)
    >>> [step.figures["gleich"]["win"].method for step in done.steps]
    ['exact', 'exact', 'exact']
    """
    stop = limits(worlds, seed=seed)
    check(deal)  # whether all of it can be, before any of it is told
    steps: list[Step] = []
    told = _Told(worlds, len(deal.plays) + 1, progress)
    for n in range(len(deal.plays) + 1):
        here = deal.upto(n)
        point = _point(here)
        joint = joint_at(point, stop, seed=seed, threads=threads, progress=told.of_step(n))
        if told.stopped and joint.worlds < worlds and steps:
            break
        seat, play = (None, None) if not n else (deal.placed[n - 1].seat, deal.plays[n - 1])
        steps.append(Step(seat, play, _taken(here), _chances(point, joint, seed), joint))
        if told.stopped:
            break
    return Replay(deal, tuple(steps), steps[0].joint.worlds, seed, _notes(steps))


class _Told:
    """The caller, told how far all steps are, and whether he said to stop."""

    def __init__(self, worlds: int, steps: int, progress: Progress | None) -> None:
        self.worlds, self.steps, self.progress = worlds, steps, progress
        self.stopped = False

    def of_step(self, n: int) -> Progress:
        """Return what the n-th step reports to."""

        def report(done: int, _total: int) -> bool:
            if self.progress is not None:
                so_far = n * self.worlds + done
                self.stopped = self.progress(so_far, self.steps * self.worlds) is False
            return not self.stopped

        return report


def check(deal: Notation) -> None:
    """Raise `InputError` where no deal agrees with a line; it names the place, or what contradicts what.

    Where the plays alone can have been, a smallest part of what else is known is named beside the place.
    """
    if deal.hand is None and deal.known:
        raise InputError("notation_hand", bad=print_notation(deal), size=deal.preset.hand_size)
    try:
        _point(deal).draw(1, np.random.default_rng(1))
    except InputError as error:
        if error.key not in {"error.notation_impossible", "error.notation_no_deal"}:
            raise
        raise _contradiction(deal) or error from error


def _contradiction(deal: Notation) -> InputError | None:
    """Return the error that names what does not go with plays some of which were not noted, if found."""

    def agree(some: Sequence[Statement]) -> bool:
        return Unnoted(replace(deal, known=tuple(some))).can_be() is not False

    if not agree(()):
        return impossible(replace(deal, known=()))
    faster = tuple(
        said for said in deal.known if not isinstance(said, Figure | Bid)
    )  # the search may give up
    guilty = next((some for some in (deal.known, faster) if not agree(some)), None)
    if guilty is None:
        return None
    named = smallest_conflict(guilty, agree)
    place = impossible(replace(deal, known=named))
    return InputError("notation_contradiction", said=print_known(named, deal.players), **place.params)


def _point(deal: Notation) -> Recorded | Unnoted:
    if not deal.noted:
        return Unnoted(deal)
    known = deal_situation(deal)
    return recorded(known, parse_record(deal.record, known))


def _taken(deal: Notation) -> tuple[int, int]:
    return Unnoted(deal).taken


def _chances(point: Recorded | Unnoted, joint: Joint, seed: int) -> Mapping[str, Chances]:
    """Return the chances of each figure, exact ones where they can be counted."""
    chances: dict[str, Chances] = {
        figure: {part: joint.chance(figure, part) for part in PARTS} for figure in FIGURES
    }
    if isinstance(point, Recorded):
        for kind in KINDS:
            odds = figure_odds(point.narrowed, kind, seed)
            chances[kind] = {"win": odds.win, "stand": odds.stand, "lose": odds.lose}
    return chances


def _notes(steps: list[Step]) -> tuple[str, ...]:
    """Return the remarks of all steps, each once, in the order of the last step's."""
    notes = {note: None for step in reversed(steps) for note in step.joint.notes}
    return tuple(notes)
