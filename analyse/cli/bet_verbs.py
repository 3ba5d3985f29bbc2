"""What the verbs about bets do: `halten`, `bieten`, `ladder`, `match`, `settle`.

As in `analyse.cli.verbs` a verb imports what it needs.
"""

from typing import Any

import click

from analyse.cli.verbs import load_solver, print_either
from analyse.i18n import InputError, text


@click.pass_obj
def halten(lang: str, /, *, scores: bool, as_json: bool, **words: Any) -> None:
    """Answer `perlaggen halten`."""
    from analyse.advice.halten import SPIEL, all_scores, beside
    from analyse.advice.halten import halten as answer_to
    from analyse.advice.question import read_question
    from analyse.cli.progress import watching
    from analyse.report.halten import halten_json, halten_text

    question = read_question(**words)
    if question.figure is None:
        raise InputError("cli_figure_missing")
    if question.target is not None and question.score is None and not scores:
        raise InputError("target_alone", bad=question.target)
    if question.figure == SPIEL or question.score is not None or scores:
        load_solver(lang)
    with watching(lang) as watch:
        answer = answer_to(question, progress=watch)
    other = beside(answer)
    found, cut_short = None, "cli.stopped"
    if scores and not watch.stopped:
        with watching(lang, "say.scores_progress") as watch:
            found, cut_short = all_scores(answer, progress=watch), "cli.scores_stopped"
    print_either(
        lambda: halten_json(answer, other, found, lang),
        lambda: halten_text(answer, other, found, lang),
        as_json=as_json,
    )
    watch.end(cut_short)


@click.pass_obj
def bieten(lang: str, /, *, figures: tuple[str, ...], as_json: bool, **words: Any) -> None:
    """Answer `perlaggen bieten`."""
    from analyse.advice.bieten import bieten as which_to_bid
    from analyse.advice.halten import SPIEL
    from analyse.advice.question import read_question
    from analyse.cli.progress import watching
    from analyse.report.bieten import bieten_json, bieten_text

    question = read_question(**words)
    if question.target is not None and question.score is None:
        raise InputError("target_alone", bad=question.target)
    if SPIEL in figures or question.score is not None:
        load_solver(lang)
    with watching(lang) as watch:
        answer = which_to_bid(question, figures, progress=watch)
    print_either(
        lambda: bieten_json(answer, lang),
        lambda: bieten_text(answer, lang),
        as_json=as_json,
    )
    watch.end()


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
    leader: str,
    score: str | None,
    target: int | None,
    as_json: bool,
) -> None:
    """Answer `perlaggen ladder`."""
    from analyse.advice.equilibrium import ask_ladder
    from analyse.advice.question import read_score
    from analyse.game.cards import parse_card, parse_suit
    from analyse.game.rules import PRESETS, load_rules
    from analyse.game.seats import read_leader
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
        leader=read_leader(leader, players),
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
    return text("say.opponents_grammar", lang).strip()


def dispute_grammar(lang: str) -> str:
    """Return what stands below `perlaggen settle --help`."""
    from analyse.report.settle import dispute_grammar as grammar

    return grammar(lang)
