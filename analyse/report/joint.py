"""The answers of `perlaggen known`, `joint` and `replay` as the objects that `--json` prints."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from analyse.game.cards import SUIT_NAMES, SUITS, card_name, hand_name, mask_of
from analyse.game.figures import KINDS, figure_short
from analyse.game.plays import play_name
from analyse.game.seats import PACK
from analyse.i18n import text
from analyse.knowledge.language import print_known
from analyse.knowledge.notation import UNNOTED, Notation, print_notation
from analyse.knowledge.record import Record
from analyse.knowledge.statements import (
    MOST_CARDS,
    MOST_FIGURE,
    Bid,
    Count,
    Cut,
    Figure,
    Holds,
    Kept,
    Played,
    Statement,
    Swapped,
    Void,
    What,
)
from analyse.odds.estimate import Estimate
from analyse.odds.joint import FIGURES, PARTS, Joint
from analyse.odds.point import Chances
from analyse.odds.replay import Replay, Step
from analyse.report.odds import Json, notes_of

# Known ---------------------------------------------------------------------------------------------------


def form_of(statement: Statement) -> str:  # noqa: C901, PLR0911  one form, one line
    """Return the form of a statement, as in the catalogue's known.means_*.

    >>> from analyse.knowledge.language import parse_known
    >>> [form_of(statement) for statement in parse_known("left: W >=1 rank K; out: E8; cut: none")]
    ['holds', 'rank', 'out', 'cut']
    """
    match statement:
        case Holds(seats, _, held):
            return ("out" if seats == (PACK,) else "holds") if held else "not"
        case Count(_, what, _, _):
            if not isinstance(what, str):
                return "set"
            return what if what in {"perlaggen", "trumps"} else "rank" if " " in what else "suit"
        case Figure(_, _, low, high):
            return "range" if 0 < low < high < MOST_FIGURE else "figure"
        case Cut():
            return "cut"
        case Swapped():
            return "swapped"
        case Kept():
            return "kept"
        case Played():
            return "played"
        case Void():
            return "void"
        case Bid(_, _, action, _, _):
            return action


def meanings(statements: Sequence[Statement], players: int, lang: str) -> list[tuple[str, str, str]]:
    """Return canonical texts, each with its form and what that means; cards of one place together."""
    rows = []
    for (form, _), group in groupby(statements, key=lambda s: (form_of(s), _together(s))):
        said = list(group)
        rows.append((print_known(said, players), form, meaning(said[0], lang)))
    return rows


def meaning(statement: Statement, lang: str) -> str:  # noqa: PLR0911  one form, one line
    """Return what a statement says of the place that its canonical text names.

    >>> from analyse.knowledge.language import parse_known
    >>> [meaning(statement, "en") for statement in parse_known("left: >=2 trumps hanger<=3O")]
    ['plain trumps: at least 2', 'the best Hanger is 10-U-O or lower, or there is none']
    """
    match statement:
        case Holds(seats, _, held):
            where = "out" if seats == (PACK,) else "both" if len(seats) > 1 else "one"
            return text(f"told.{'holds' if held else 'not'}_{where}", lang)
        case Count(seats, what, low, high):
            form = _bounds(low, high, MOST_CARDS)
            said = text(f"told.number_{form}", lang, low=low, high=high, what=_what(what, lang))
            return text("told.together", lang, said=said) if len(seats) > 1 else said
        case Figure(_, kind, low, high):
            figure = text(f"figure.{kind}", lang)
            form = _bounds(low, high, MOST_FIGURE) if high else "none"
            least, most = figure_short(kind, low), figure_short(kind, high)
            return text(f"told.best_{form}", lang, figure=figure, low=least, high=most)
        case Cut(cards):
            return text("told.cut" if cards else "told.cut_none", lang, cards=hand_name(mask_of(cards)))
        case Swapped(_, perlagg, given):
            return text("told.swapped", lang, perlagg=card_name(perlagg), given=card_name(given))
        case Kept(_, chance):
            return text("told.kept", lang, chance=_percent(chance, lang))
        case Played():
            return text("told.played", lang)
        case Void(_, suit):
            return text("told.void", lang, suit=SUIT_NAMES["de"][SUITS.index(suit)])
        case Bid(_, kind, action, value, belief):
            figure, least = text(f"figure.{kind}", lang), figure_short(kind, value)
            return text(f"told.{action}", lang, figure=figure, value=least, rest=_percent(1 - belief, lang))


def _bounds(low: int, high: int, most: int) -> str:
    return "exact" if low == high else "low" if high == most else "range" if low else "high"


def _what(what: What, lang: str) -> str:
    if not isinstance(what, str):
        return text("told.what_set", lang, cards=hand_name(mask_of(what)))
    if what in {"perlaggen", "trumps"}:
        return text(f"told.what_{what}", lang)
    kind, _, rank = what.rpartition(" ")
    if kind:
        return text("told.what_rank", lang, rank=rank)
    return text("told.what_suit", lang, suit=SUIT_NAMES["de"][SUITS.index(what)])


def _percent(share: Fraction, lang: str) -> str:
    return f"{float(100 * share):.4g} %".replace(".", "," if lang == "de" else ".")


def _together(statement: Statement) -> object:
    if isinstance(statement, Played):
        return statement.seat
    return (statement.seats, statement.held) if isinstance(statement, Holds) else statement


def known_json(statements: Sequence[Statement], players: int, lang: str) -> Json:
    """Return the object of `perlaggen known --json`."""
    return {
        "known": print_known(statements, players),
        "statements": [
            {"text": said, "form": form, "means": means}
            for said, form, means in meanings(statements, players, lang)
        ],
    }


# Joint ---------------------------------------------------------------------------------------------------


def _share(estimate: Estimate, n: int) -> Json:
    return {"p": estimate.value, "stderr": estimate.stderr, "n": n}


def _chances(chances: Chances) -> Json:
    """Return win, stand and lose with the error of the win."""
    win = chances["win"]
    return {part: chances[part].value for part in PARTS} | {
        "stderr": win.stderr,
        "method": win.method,
        "worlds": win.worlds,
    }


def joint_json(joint: Joint, record: Record, lang: str) -> Json:
    """Return the object of `perlaggen joint --json`."""
    return {
        "figures": {
            figure: _chances({part: joint.chance(figure, part) for part in PARTS}) for figure in FIGURES
        },
        "together": [
            dict(zip(FIGURES, cell, strict=True)) | _share(joint.together(cell), n)
            for cell, n in joint.counts.items()
        ],
        "points": {
            "law": [
                {"ours": ours, "theirs": theirs} | _share(joint.share(n), n)
                for (ours, theirs), n in joint.points.items()
            ],
            "difference": [
                {"difference": difference} | _share(joint.share(n), n)
                for difference, n in joint.differences.items()
            ],
            "mean": joint.mean.value,
            "mean_stderr": joint.mean.stderr,
        },
        "best": {kind: _best_json(joint, kind) for kind in KINDS},
        "played": record.text,
        "method": joint.method,
        "worlds": joint.worlds,
        "seed": joint.seed,
        "stderr": joint.stderr,
        "stopped": joint.stopped,
        "acceptance": joint.acceptance,
        "notes": notes_of(joint, lang),
    }


def _best_json(joint: Joint, kind: str) -> Json:
    rows = []
    for seat in range(joint.players):
        alone, shared = joint.holds_best(kind, seat)
        rows.append(
            {
                "seat": seat,
                "alone": alone.value,
                "alone_stderr": alone.stderr,
                "shared": shared.value,
                "shared_stderr": shared.stderr,
            }
        )
    return {
        "seats": rows,
        "nobody": joint.nobody(kind).value,
        "sharing": [
            {"seats": list(seats), "n": n} for seats, n in joint.best[kind].items() if len(seats) > 1
        ],
    }


# Replay --------------------------------------------------------------------------------------------------


def shown_play(step: Step) -> str:
    """Return the play of a step as it stands in the line."""
    return UNNOTED if step.play is None else play_name(step.play)


def replay_json(replay: Replay, lang: str) -> Json:
    """Return the object of `perlaggen replay --json`."""
    deal: Notation = replay.deal
    return {
        "deal": print_notation(deal),
        "steps": [
            {
                "seat": step.seat,
                "play": None if step.seat is None else shown_play(step),
                "taken": list(step.taken),
                "figures": {figure: _chances(chances) for figure, chances in step.figures.items()},
                "acceptance": step.joint.acceptance,
            }
            for step in replay.steps
        ],
        "worlds": replay.worlds,
        "seed": replay.seed,
        "notes": notes_of(replay, lang),
    }
