"""The answers of `perlaggen known`, `joint` and `replay` in words, within 80 columns, German or English."""

from collections.abc import Iterable, Sequence
from itertools import islice, product

from analyse.game.figures import KINDS
from analyse.i18n import text
from analyse.knowledge.language import print_known
from analyse.knowledge.notation import print_notation
from analyse.knowledge.record import Record
from analyse.knowledge.situation import Situation
from analyse.knowledge.statements import Statement
from analyse.numbers import chance, error, grouped, signed
from analyse.odds.estimate import Estimate
from analyse.odds.joint import FIGURES, PARTS, Joint
from analyse.odds.replay import Replay, Step
from analyse.report.joint import meanings, shown_play
from analyse.report.odds import notes_of
from analyse.report.shares import estimate_parts
from analyse.report.text import GAP, acceptance_lines, bullets, columns, paragraph, table_lines

WIDEST = 32  # characters of a statement beside its meaning


def _who(seat: int, players: int, lang: str) -> str:
    return text(f"say.who_{seat}_of_{players}", lang)


def known_text(statements: Sequence[Statement], players: int, lang: str) -> str:
    """Return the canonical text and what each part of it means."""
    rows = [(said, means) for said, _, means in meanings(statements, players, lang)]
    width = min(WIDEST, max(len(said) for said, _ in rows))
    lines = [print_known(statements, players), ""]
    for said, means in rows:
        first, *more = paragraph(means, indent=" " * (width + 2 * len(GAP)))
        if len(said) > width:
            lines += [*paragraph(said), first, *more]
        else:
            lines += [f"{GAP}{said:<{width}}{GAP}{first.strip()}", *more]
    return "\n".join(lines)


# Joint ---------------------------------------------------------------------------------------------------


def joint_text(known: Situation, record: Record, joint: Joint, lang: str) -> str:
    """Return all three figures together, the points if nobody bids, and who holds the best."""
    played = [text("say.joint_played", lang, plays=record.text)] if record.plays else []
    return "\n".join(
        [
            *table_lines(known, lang, head=text("say.joint", lang)),
            *(line for words in played for line in paragraph(words, indent="")),
            "",
            *_figure_lines(joint, lang),
            "",
            *_together_lines(joint, lang),
            "",
            text("say.joint_points", lang),
            *_point_lines(joint, lang),
            "",
            *(line for kind in KINDS for line in (*_best_lines(joint, kind, lang), "")),
            *bullets(notes_of(joint, lang)),
            *_foot(joint, lang),
        ]
    )


def _figure_lines(joint: Joint, lang: str) -> list[str]:
    rows = [["", *(text(f"say.{part}", lang) for part in PARTS)]]
    for figure in FIGURES:
        shown = estimate_parts((joint.chance(figure, part) for part in PARTS), lang)
        possible = joint.parts(figure)
        shares = [share if part in possible else "–" for part, share in zip(PARTS, shown, strict=True)]
        rows.append([text(f"figure.{figure}", lang), *shares])
    return columns(rows, "<>>>")


def _together_lines(joint: Joint, lang: str) -> list[str]:
    """Return a block of lines for each outcome of the Spiel: Gleich downwards, Hanger across."""
    parts = [text(f"say.{part}", lang) for part in PARTS]
    across = [f"{text('figure.hanger', lang)} {parts[0]}", *parts[1:]]
    rows: list[list[str]] = []
    cells = list(product(joint.parts("spiel"), PARTS, PARTS))  # Spiel, Gleich, Hanger: one whole
    shown = iter(_bare_parts((joint.together((g, h, s)) for s, g, h in cells), lang))
    for spiel in joint.parts("spiel"):
        rows.append([text(f"say.joint_spiel_{spiel}", lang), *across])
        rows += [[f"{GAP}{text('figure.gleich', lang)} {name}", *islice(shown, len(PARTS))] for name in parts]
    return [text("say.joint_together", lang), *columns(rows, "<>>>")]


def _bare(shown: str) -> str:
    """Return a chance in per cent without the sign, which its heading has."""
    return shown.rstrip("\u00a0 %")


def _bare_parts(estimates: Iterable[Estimate], lang: str) -> list[str]:
    """Return chances that are parts of one whole without the sign."""
    return list(map(_bare, estimate_parts(estimates, lang)))


def _point_lines(joint: Joint, lang: str) -> list[str]:
    """Return the law of our points minus theirs, and of both, with the mean."""
    both = [
        ["", *(f"{ours}:{theirs}" for ours, theirs in joint.points)],
        [text("say.joint_both", lang), *_bare_parts(map(joint.share, joint.points.values()), lang)],
    ]
    apart = [
        ["", *(f"{d:+d}".replace("-", "−") if d else "0" for d in joint.differences)],
        [
            text("say.joint_apart", lang),
            *_bare_parts(map(joint.share, joint.differences.values()), lang),
        ],
    ]
    mean = joint.mean
    shown = text("say.joint_mean", lang, mean=signed(mean.value, lang), error=_plain(mean.stderr, lang))
    return [
        *columns(both, "<" + ">" * len(joint.points)),
        *columns(apart, "<" + ">" * len(joint.differences)),
        *paragraph(shown),
    ]


def _plain(number: float, lang: str) -> str:
    return f"{number:.2f}".replace(".", "," if lang == "de" else ".")


def _best_lines(joint: Joint, kind: str, lang: str) -> list[str]:
    """Return how often each seat holds the best figure, alone and with others."""
    held = [joint.holds_best(kind, seat) for seat in range(joint.players)]
    heads = [
        text(f"say.joint_best_{kind}", lang),
        *(_who(s, joint.players, lang) for s in range(joint.players)),
    ]
    rows = [
        heads,
        [text("say.joint_alone", lang), *(chance(alone, lang) for alone, _ in held)],
        [text("say.joint_shared", lang), *(chance(shared, lang) for _, shared in held)],
    ]
    nobody = joint.best[kind].get((), 0)
    more = [text("say.joint_nobody", lang, p=chance(joint.nobody(kind), lang))] if nobody else []
    return [*columns(rows, "<" + ">" * joint.players), *(line for words in more for line in paragraph(words))]


def _foot(joint: Joint, lang: str) -> list[str]:
    """Return how many deals were drawn and how close the chances are."""
    worlds = grouped(joint.worlds, lang)
    drawn = "say.drawn_1" if joint.worlds == 1 else "say.drawn"
    lines = [text(drawn, lang, worlds=worlds, seed=joint.seed)]
    lines += [" ".join(acceptance_lines(joint.acceptance, lang))] * (joint.acceptance < 1)
    if joint.exact:
        names = " und " if lang == "de" else " and "
        said = names.join(text(f"figure.{kind}", lang) for kind in joint.exact)
        lines.insert(0, text("say.joint_exact", lang, figures=said))
    if not joint.settled:
        largest = error(Estimate(0.5, joint.stderr, joint.worlds, "sampled"), lang)
        lines.append(text("say.joint_error", lang, error=largest))
    if joint.stopped in {"seconds", "asked"}:
        lines.append(text(f"say.joint_{joint.stopped}", lang, n=joint.worlds))
    return [line for words in lines for line in paragraph(words, indent="")]


# Replay --------------------------------------------------------------------------------------------------


def replay_text(replay: Replay, lang: str) -> str:
    """Return the chances after each card, trick by trick."""
    names = [text(f"figure.{figure}", lang) for figure in FIGURES]
    short = [text(f"say.replay_{part}", lang) for part in PARTS]
    rows = [_cells(step, replay.deal.players, lang) for step in replay.steps]
    heads = ["", "", *short, *short, short[0], text("say.error", lang)]
    widths = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]
    groups = [(2, 5), (5, 8), (8, 10)]
    spans = [sum(widths[a:b]) + (b - a - 1) for a, b in groups]
    lead = " " * (len(GAP) + widths[0] + 1 + widths[1])
    lines = [lead + "".join(f"{GAP}{name:^{span}}" for name, span in zip(names, spans, strict=True))]
    lines += [_row(row, widths) for row in (heads, *rows)]
    for place in sorted(_ends(replay), reverse=True):
        lines.insert(place + 2, "")
    return "\n".join(
        [
            *paragraph(f"{text('say.replay', lang)} · {print_notation(replay.deal)}", indent=""),
            "",
            *(line.rstrip() for line in lines),
            "",
            *paragraph(_legend(replay, lang), indent=""),
            "",
            *bullets(notes_of(replay, lang)),
            text("say.replay_drawn", lang, worlds=grouped(replay.worlds, lang), seed=replay.seed),
            *acceptance_lines(
                min(step.joint.acceptance for step in replay.steps), lang, "say.acceptance_least"
            ),
        ]
    )


def _legend(replay: Replay, lang: str) -> str:
    """Return what the numbers are, and how close the drawn ones of the figures."""
    figures = [step.figures[kind][part] for step in replay.steps for kind in KINDS for part in PARTS]
    drawn = [estimate for estimate in figures if estimate.stderr]
    said = [text("say.replay_legend", lang)]
    if drawn:
        largest = max(drawn, key=lambda estimate: estimate.stderr or 0.0)
        said.append(text("say.replay_figures", lang, error=error(largest, lang)))
    return " ".join(said)


def _ends(replay: Replay) -> Iterable[int]:
    """Return before which steps an empty line stands: the first play and that after each full trick."""
    players = replay.deal.players
    return [n for n in range(1, len(replay.steps)) if (n - 1) % players == 0]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    who, card, *numbers = cells
    line = f"{GAP}{who:<{widths[0]}} {card:<{widths[1]}}"
    for i, cell in enumerate(numbers):
        line += f"{GAP if i in {0, 3, 6} else ' '}{cell:>{widths[2 + i]}}"
    return line


def _cells(step: Step, players: int, lang: str) -> list[str]:
    """Return who played what, and the chances; a drawn figure with "~"."""
    who, card = ("–", "") if step.seat is None else (_who(step.seat, players, lang), shown_play(step))
    cells = [who, card]
    for kind in KINDS:
        them = [step.figures[kind][part] for part in PARTS]
        shown = _bare_parts(them, lang)
        cells += [("~" if each.stderr else "") + one for each, one in zip(them, shown, strict=True)]
    win = step.figures["spiel"]["win"]
    return [*cells, _bare(chance(win, lang)), error(win, lang).rstrip("\u00a0 %").replace("± ", "±")]
