"""What `perlaggen bieten` does, and `perlaggen halten` where a belief or a score is given.

As in `cli_verbs` a verb imports what it needs.
"""

from typing import TYPE_CHECKING, Any

import click

from analyse.cli_verbs import load_solver, print_either
from analyse.i18n import InputError, text

if TYPE_CHECKING:
    from analyse.odds.situation import Situation

ANY = "any"


@click.pass_obj
def halten(
    lang: str,
    /,
    *,
    opponents: str,
    score: str | None,
    target: int | None,
    scores: bool,
    **asked: Any,
) -> None:
    """Answer `perlaggen halten`: against any hand for points as `cli_verbs` does, else against a belief."""
    from analyse import cli_verbs

    if opponents == ANY and score is None and target is None and not scores:
        cli_verbs.answer_halten(lang, **asked)
        return
    _against(lang, opponents=opponents, score=score, target=target, scores=scores, **asked)


def _against(
    lang: str,
    *,
    hand: tuple[str, ...],
    figure: str | None,
    level: int,
    played: tuple[str, ...],
    worlds: int,
    seed: int,
    as_json: bool,
    opponents: str,
    score: str | None,
    target: int | None,
    scores: bool,
    **deal: Any,
) -> None:
    from analyse import cli_answers, cli_bets, cli_bets_text, cli_drawn
    from analyse.cli_progress import watching

    if figure is None:
        raise InputError("cli_figure_missing")
    known = _known(hand, figure, played, opponents, **deal)
    cli_drawn.check_drawing(worlds, seed)
    if figure == "spiel" or score is not None or scores:
        load_solver(lang)
    answer = cli_bets.ask_halten_bet(
        known,
        figure,
        level,
        opponents,
        score=score,
        target=None if scores and score is None else target,  # it may be meant for the scores alone
        seed=seed,
        worlds=worlds,
    )
    matrix = None
    if scores:
        with watching(lang, "cli.scores_progress") as watch:
            matrix = cli_bets.ask_matrix(answer, target or known.rules.target, watch)
    plans = cli_bets.plans_for(known, figure)
    print_either(
        lambda: cli_bets.asked_json(
            answer, list(map(cli_answers.plan_json, plans)), cli_bets_text.why(answer, lang), lang, matrix
        ),
        lambda: cli_bets_text.halten_bet_text(answer, plans, lang, seed, matrix),
        as_json=as_json,
    )


def _known(
    hand: tuple[str, ...], figure: str, played: tuple[str, ...], opponents: str, **deal: Any
) -> "Situation":
    """Return what is known; the Spiel is asked before the first card only."""
    from analyse import cli_answers, cli_drawn

    known = cli_answers.read_situation(hand, later=bool(played), **deal)
    record = cli_drawn.read_record(known, played)
    if figure == "spiel" and record.plays:
        raise InputError("opponents_played", bad=opponents)
    return known if figure == "spiel" else cli_drawn.figures_after(known, record)


@click.pass_obj
def bieten(
    lang: str,
    /,
    *,
    hand: tuple[str, ...],
    figures: tuple[str, ...],
    opponents: str,
    score: str | None,
    target: int | None,
    seed: int,
    as_json: bool,
    **deal: Any,
) -> None:
    """Answer `perlaggen bieten`."""
    from analyse import cli_answers, cli_bets, cli_bets_text

    known = cli_answers.read_situation(hand, **deal)
    if "spiel" in figures or score is not None:
        load_solver(lang)
    answer = cli_bets.ask_bieten(known, figures, opponents, score=score, target=target, seed=seed)
    print_either(
        lambda: cli_bets.bieten_json(known, answer, lang),
        lambda: cli_bets_text.bieten_text(known, answer, lang, seed),
        as_json=as_json,
    )


def ladder(**words: Any) -> None:
    """Answer `perlaggen ladder`."""
    from analyse.cli_ladder import ladder_verb

    ladder_verb(**words)


def match(**words: Any) -> None:
    """Answer `perlaggen match`."""
    from analyse.cli_match import match as table

    table(**words)


def settle(**words: Any) -> None:
    """Answer `perlaggen settle`."""
    from analyse.cli_settle import settle as settled

    settled(**words)


def opponents_grammar(lang: str) -> str:
    """Return what stands below `perlaggen halten --help`."""
    return text("cli.opponents_grammar", lang).strip()


def dispute_grammar(lang: str) -> str:
    """Return what stands below `perlaggen settle --help`."""
    from analyse import cli_settle

    return cli_settle.dispute_grammar(lang)
