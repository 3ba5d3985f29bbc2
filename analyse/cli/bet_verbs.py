"""What the verbs about bets do: `halten`, `bieten`, `ladder`, `match`, `settle`.

As in `analyse.cli.verbs` a verb imports what it needs.
"""

from typing import TYPE_CHECKING, Any

import click

from analyse.cli.verbs import load_solver, print_either
from analyse.i18n import InputError, text

if TYPE_CHECKING:
    from analyse.knowledge.situation import Situation


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
    from analyse.cli.verbs import answer_halten

    if opponents == ANY and score is None and target is None and not scores:
        answer_halten(lang, **asked)
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
    from analyse.advice.betting import ask_halten_bet, ask_matrix, plans_for
    from analyse.cli.progress import watching
    from analyse.odds.open_worlds import check_drawing
    from analyse.report.bets import asked_json
    from analyse.report.bets_text import halten_bet_text, why
    from analyse.report.odds import plan_json

    if figure is None:
        raise InputError("cli_figure_missing")
    known = _known(hand, figure, played, opponents, **deal)
    check_drawing(worlds, seed)
    if figure == "spiel" or score is not None or scores:
        load_solver(lang)
    answer = ask_halten_bet(
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
            matrix = ask_matrix(answer, target or known.rules.target, watch)
    plans = plans_for(known, figure)
    print_either(
        lambda: asked_json(answer, list(map(plan_json, plans)), why(answer, lang), lang, matrix),
        lambda: halten_bet_text(answer, plans, lang, seed, matrix),
        as_json=as_json,
    )


def _known(
    hand: tuple[str, ...], figure: str, played: tuple[str, ...], opponents: str, **deal: Any
) -> "Situation":
    """Return what is known; the Spiel is asked before the first card only."""
    from analyse.advice.question import figures_after, read_record, read_situation

    known = read_situation(hand, later=bool(played), **deal)
    record = read_record(known, played)
    if figure == "spiel" and record.plays:
        raise InputError("opponents_played", bad=opponents)
    return known if figure == "spiel" else figures_after(known, record)


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
    from analyse.advice.betting import ask_bieten
    from analyse.advice.question import read_situation
    from analyse.report.bets import bieten_json
    from analyse.report.bets_text import bieten_text

    known = read_situation(hand, **deal)
    if "spiel" in figures or score is not None:
        load_solver(lang)
    answer = ask_bieten(known, figures, opponents, score=score, target=target, seed=seed)
    print_either(
        lambda: bieten_json(known, answer, lang),
        lambda: bieten_text(known, answer, lang, seed),
        as_json=as_json,
    )


@click.pass_obj
def ladder(
    lang: str,
    /,
    *,
    figure: str | None,
    upcard: str | None,
    trump: str | None,
    rules: str,
    players: int,
    leader: int,
    score: str | None,
    target: int | None,
    as_json: bool,
) -> None:
    """Answer `perlaggen ladder`."""
    from analyse.advice.equilibrium import ask_ladder
    from analyse.advice.question import read_score
    from analyse.game.cards import parse_card, parse_suit
    from analyse.game.rules import PRESETS, load_rules
    from analyse.report.equilibrium import ladder_json, ladder_text

    if figure is None:
        raise InputError("cli_figure_missing")
    if score is None and target is not None:
        raise InputError("target_alone", bad=target)
    known = load_rules(rules or PRESETS[0])
    bet = ask_ladder(
        figure,
        known,
        upcard=None if upcard is None else parse_card(upcard),
        trump=None if trump is None else parse_suit(trump),
        players=players,
        leader=leader,
        score=None if score is None else read_score(score, known, target),
    )
    print_either(lambda: ladder_json(bet, lang), lambda: ladder_text(bet, lang), as_json=as_json)


@click.pass_obj
def match(lang: str, /, *, rules: str, players: int, as_json: bool) -> None:
    """Answer `perlaggen match`."""
    from analyse.bidding.laws.match import match_table
    from analyse.game.rules import PRESETS, load_rules
    from analyse.report.match import match_json, match_text

    if players not in {2, 4}:
        raise InputError("players", bad=players)
    preset = load_rules(rules or PRESETS[0])
    table = match_table(preset, players)
    print_either(
        lambda: match_json(table, preset, players, lang),
        lambda: match_text(table, preset, players, lang),
        as_json=as_json,
    )


@click.pass_obj
def settle(lang: str, /, *, notation: tuple[str, ...], as_json: bool) -> None:
    """Answer `perlaggen settle`."""
    from analyse.referee.dispute_reader import parse_dispute
    from analyse.referee.verdict import judge
    from analyse.report.settle import settle_json
    from analyse.report.settle_text import settle_text

    made = judge(parse_dispute(" ".join(notation)))
    print_either(lambda: settle_json(made, lang), lambda: settle_text(made, lang), as_json=as_json)


def opponents_grammar(lang: str) -> str:
    """Return what stands below `perlaggen halten --help`."""
    return text("cli.opponents_grammar", lang).strip()


def dispute_grammar(lang: str) -> str:
    """Return what stands below `perlaggen settle --help`."""
    from analyse.report.settle import dispute_grammar as grammar

    return grammar(lang)
