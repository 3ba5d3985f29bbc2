"""`perlaggen halten` against a belief or at a score, and `perlaggen bieten`, in words."""

from collections.abc import Sequence

import click

from analyse.advice.bets import BetAdvice, Bidding
from analyse.advice.betting import WORDS, Asked, Matrix, advice_word
from analyse.advice.halten import chance, difference, grouped, percent, signed
from analyse.bidding.beliefs import HONEST, Opponents
from analyse.bidding.ladder_game import BID, GUT, HALTEN, RAISE, WAIT
from analyse.bidding.laws.spiel import class_range
from analyse.bidding.my_seat import ROUNDING, After, Mine
from analyse.game.figures import figure_label, figure_short
from analyse.game.taufen import Plan
from analyse.i18n import text
from analyse.knowledge.situation import Situation
from analyse.odds.estimate import sampled
from analyse.report.bets import bieten_notes, condensed, reason
from analyse.report.text import GAP, bullets, chance_lines, columns, paragraph, plan_lines, table_lines

MILLION = 10**6
BAR = 20
MARKS = {GUT: "g", HALTEN: "h", RAISE: "d", "close": "·"}


def share(p: float, lang: str, drawn: int = 0) -> str:
    """Return a chance as text; 100 % and 0 % only where it is certain, so never of `drawn` deals that agree.

    >>> share(0.3331, "de"), share(1e-9, "en"), share(1.0, "en"), share(1.0, "en", 200)
    ('33,3 %', '<0.1 %', '100 %', '>99.5 %')
    """
    if drawn and not ROUNDING < p < 1 - ROUNDING:
        return chance(sampled(drawn if p > ROUNDING else 0, drawn), lang)
    count = round(p * MILLION)
    if ROUNDING < p < 1 - ROUNDING:
        count = min(max(count, 1), MILLION - 1)
    return percent(count, MILLION, lang)


def halten_bet_text(
    asked: Asked, plans: Sequence[Plan], lang: str, seed: int, matrix: Matrix | None = None
) -> str:
    """Return the answer to a bid against a belief or at a score, the verdict first."""
    advice, at, known = asked.advice, asked.advice.decides, asked.known
    return "\n".join(
        [
            *[click.style(line, bold=True) for line in paragraph(verdict(asked, lang), indent="")],
            "",
            *table_lines(known, lang, head=head(asked, lang)),
            *_against(advice, lang),
            "",
            *chance_lines(_parts(at, asked.mine, lang), lang),
            "",
            *_need(advice, lang),
            "",
            *_worth(advice, asked.level, WORDS, lang),
            "",
            *_posterior(asked, lang),
            *plan_lines(plans, lang),
            *paragraph(" ".join(why(asked, lang)), indent=""),
            "",
            *(_matrix(matrix, lang) if matrix else []),
            *bullets(text(key, lang) for key in asked.notes),
            *(_drawn(asked.mine.deals, seed, lang) or paragraph(text("cli.bet_exact", lang), indent="")),
        ]
    )


def head(asked: Asked, lang: str) -> str:
    """Return what I hold: the figure, or "Spiel"."""
    kind = asked.advice.kind
    if kind == "spiel":
        return text("figure.spiel", lang)
    best = asked.known.shown(kind)
    return f"{figure_label(kind, best, lang)} {figure_short(kind, best)}"


def _parts(at: After, mine: Mine, lang: str) -> list[tuple[str, float, str]]:
    """Return win, stand and lose with their texts; the Spiel never stands."""
    drawn = {"win": mine.deals, "stand": 0 if mine.kind == "spiel" else mine.deals, "lose": mine.deals}
    return [(part, p := getattr(at, part), share(p, lang, deals)) for part, deals in drawn.items()]


def verdict(asked: Asked, lang: str) -> str:
    """Return the verdict with what each answer is worth, the best first."""
    advice = asked.advice
    first, *others = _sorted_words(advice, asked.level, lang)
    key = f"cli.bet_verdict_{advice_word(advice)}"
    return text(key, lang, best=first, others=", ".join(others))


def _sorted_words(advice: BetAdvice, level: int, lang: str) -> list[str]:
    worth = advice.decides.worth
    words = [word for word in WORDS if worth.get(word) is not None]
    words.sort(key=lambda word: -(worth[word] or 0.0))
    return [_said(advice, level, word, lang) for word in words]


def _said(advice: BetAdvice, level: int, word: str, lang: str) -> str:
    said, points = word_text(word, level, lang), advice.points.worth.get(word)
    game = None if advice.game is None else advice.game.worth.get(word)
    if game is None:
        return text("cli.worth_points", lang, word=said, points=signed(points or 0.0, lang))
    if points is None:  # Spiel aus
        return text("cli.worth_game_alone", lang, word=said, game=share(game, lang))
    return text("cli.worth_game", lang, word=said, points=signed(points, lang), game=share(game, lang))


def word_text(word: str, level: int, lang: str) -> str:
    """Return a word as it is said: "gut", "halten", the next number, "bieten", "warten"."""
    return text(f"cli.raise_{level}" if word == RAISE else f"cli.{word}", lang)


def _against(advice: BetAdvice, lang: str) -> list[str]:
    words = text("cli.against", lang, opponents=opponents_text(advice.opponents, lang))
    score = advice.score
    if score is not None:
        at = text("cli.at_score", lang, ours=score.ours, theirs=score.theirs, target=score.target)
        words = f"{words} · {at}"
    return paragraph(words, indent="")


def opponents_text(opponents: Opponents, lang: str) -> str:
    """Return what is believed of them in a few words.

    >>> from analyse.bidding.beliefs import read_opponents
    >>> opponents_text(read_opponents("honest:2K", "gleich"), "en")
    'honest bidders, 2K or better'
    """
    if opponents.sort == "file":
        return opponents.said
    value = opponents.said.removeprefix(f"{HONEST}:")
    return text(f"cli.against_{opponents.sort}", lang, value=value)


def _need(advice: BetAdvice, lang: str) -> list[str]:
    edge = advice.decides.win - advice.decides.lose
    needed = advice.needed or 0.0
    if abs(needed) > 1:
        return paragraph(text("cli.always_enough" if needed < 0 else "cli.never_enough", lang))
    have = difference(edge, lang)
    if advice.stderr:
        have += f" ± {100 * advice.stderr:.1f} %".replace(".", "," if lang == "de" else ".")
    key = "cli.enough" if edge >= needed else "cli.short"
    return paragraph(text(key, lang, needed=difference(needed, lang), have=have))


def _worth(advice: BetAdvice, level: int, words: Sequence[str], lang: str) -> list[str]:
    """Return what each word is worth as a table, and why one has no value."""
    heads = [text("cli.answer", lang), text("cli.points", lang)]
    heads += [text("cli.game_col", lang)] if advice.game is not None else []
    rows, reasons = [heads], [""]
    for word in words:
        points = advice.points.worth.get(word)
        row = [word_text(word, level, lang), "–" if points is None else signed(points, lang)]
        if advice.game is not None:
            game = advice.game.worth.get(word)
            row.append("–" if game is None else share(game, lang))
        rows.append(row)
        reasons.append(reason(advice, word, lang) if points is None else "")
    lines = columns(rows, "<" + ">" * (len(heads) - 1))
    return [f"{line}{GAP}{said}" if said else line for line, said in zip(lines, reasons, strict=True)]


def _posterior(asked: Asked, lang: str) -> list[str]:
    """Return what they hold after what was said, with bars, and how often it is a bluff."""
    if asked.advice.opponents.sort == "any":
        return []
    rows = [[text("cli.they_hold", lang), "", text("cli.after_bid", lang), text("cli.before_bid", lang)]]
    at = asked.advice.decides
    most = max(at.chance.tolist())
    for value, p, q in condensed(at, asked.before):
        bar = "█" * round(BAR * p / most) if value is not None else ""
        rows.append([class_text(asked.advice.kind, value, lang), bar, share(p, lang), share(q, lang)])
    key = "cli.bluff_spiel" if asked.advice.kind == "spiel" else "cli.bluff"
    bluff = text(key, lang, p=share(at.bluff, lang))
    return [*columns(rows, "<<>>"), *paragraph(bluff), ""]


def class_text(kind: str, value: int | None, lang: str) -> str:
    """Return what a side may hold in a few signs; None: all that is rare.

    >>> class_text("gleich", 22, "en"), class_text("spiel", 5, "en"), class_text("gleich", 0, "en")
    ('K-K-K', '40–50 %', 'none')
    """
    if value is None:
        return text("cli.rare", lang)
    if kind == "spiel":
        low, high = (round(100 * bound) for bound in class_range(value))
        return text("cli.own_chance", lang, low=low, high=high)
    return figure_short(kind, value) if value else text("cli.none", lang)


def why(asked: Asked, lang: str) -> tuple[str, str]:
    """Return the reason in two sentences."""
    advice, at, before = asked.advice, asked.advice.decides, asked.before
    parts = {"win": share(at.win, lang), "lose": share(at.lose, lang)}
    if advice.opponents.sort == "any" or not at.expected:
        first = text("why.bet_any" if advice.opponents.sort == "any" else "why.bet_believed", lang, **parts)
    else:
        strong = text("why.bet_strong", lang, bluff=share(at.bluff, lang))
        parts |= {"any_win": share(before.win, lang), "any_lose": share(before.lose, lang)}
        first = text("why.bet", lang, strong=strong, **parts)
    words = ", ".join(_sorted_words(advice, asked.level, lang))
    said = text(f"cli.verdict_word_{advice_word(advice)}", lang)
    words = words[:1].upper() + words[1:]
    return first, text("why.bet_points", lang, words=words, verdict=said)


def _matrix(matrix: Matrix, lang: str) -> list[str]:
    """Return the best answer at every score as a block of letters."""
    size = len(matrix)
    head = [""] + [str(theirs) for theirs in range(size)]
    rows = [head, *([str(ours), *(MARKS[word] for word in row)] for ours, row in enumerate(matrix))]
    lines = [" ".join(f"{cell:>2}" for cell in row) for row in rows]
    return [
        *paragraph(text("cli.scores_head", lang), indent=""),
        *lines,
        *paragraph(text("cli.scores_legend", lang), indent=""),
        "",
    ]


def _drawn(deals: int, seed: int, lang: str) -> list[str]:
    if not deals:
        return []
    return paragraph(text("cli.bet_drawn", lang, worlds=grouped(deals, lang), seed=seed), indent="")


def beside_text(asked: Asked | None, lang: str) -> list[str]:
    """Return in a sentence what the answer is against bidders in equilibrium, beside one against any hand."""
    if asked is None:
        return []
    advice, at = asked.advice, asked.advice.decides
    words = ", ".join(_sorted_words(advice, asked.level, lang))
    said = text(f"cli.verdict_word_{advice_word(advice)}", lang)
    parts = {part: share(getattr(at, part), lang, advice.deals) for part in ("win", "lose")}
    sentence = text("cli.beside_equilibrium", lang, words=words, verdict=said, **parts)
    return [*paragraph(sentence, indent=""), ""]


def _bieten_verdict(answer: Bidding, lang: str) -> str:
    if answer.overbid:
        return text("cli.bieten_overbid", lang)
    good, close = (
        ", ".join(text(f"figure.{k}", lang) for k in some) for some in (answer.better, answer.close)
    )
    said = [] if good or close else [text("cli.bieten_wait", lang)]
    if good:
        said = [text("cli.bieten_bid" if len(answer.better) > 1 else "cli.bieten_bid_1", lang, figures=good)]
    if close:
        said.append(text("cli.bieten_close", lang, figures=close))
    return " ".join(said)


def bieten_text(known: Situation, answer: Bidding, lang: str, seed: int) -> str:
    """Return whether to bid, the verdict first."""
    said = _bieten_verdict(answer, lang)
    any_game = any(advice.game is not None for advice in answer.advice.values())
    heads = ["", text("cli.win", lang), text("cli.lose", lang), text("cli.wait", lang), text("cli.bid", lang)]
    heads += (
        [f"{text('cli.game_col', lang)} ({text(f'cli.{w}', lang)})" for w in (WAIT, BID)] if any_game else []
    )
    rows = [heads]
    for kind, advice in answer.advice.items():
        at = advice.decides
        row = [text(f"figure.{kind}", lang), *(share(p, lang, advice.deals) for p in (at.win, at.lose))]
        row += ["–" if (p := advice.points.worth.get(w)) is None else signed(p, lang) for w in (WAIT, BID)]
        if advice.game is not None:
            games = [advice.game.worth.get(w) for w in (WAIT, BID)]
            row += ["–" if g is None else share(g, lang) for g in games]
        rows.append(row)
    if len(answer.advice) > 1:
        sums = [answer.together[word] for word in (WAIT, BID)]
        row = [text("cli.together", lang), "", "", *("–" if p is None else signed(p, lang) for p in sums)]
        rows.append([*row, *[""] * (len(heads) - len(row))])
    first = next(iter(answer.advice.values()), None)
    missing = ", ".join(text(f"figure.{kind}", lang) for kind in answer.missing)
    deals = max((advice.deals for advice in answer.advice.values()), default=0)
    return "\n".join(
        [
            *[click.style(line, bold=True) for line in paragraph(said, indent="")],
            "",
            *table_lines(known, lang, head=text("cli.bieten", lang)),
            *(_against(first, lang) if first else []),
            "",
            *columns(rows, "<" + ">" * (len(heads) - 1)),
            "",
            *(paragraph(text("cli.together_overbid", lang), indent="") if answer.together_overbid else []),
            *(paragraph(text("cli.bieten_missing", lang, figures=missing), indent="") if missing else []),
            *bullets(text(key, lang) for key in bieten_notes(known, answer)),
            *_drawn(deals, seed, lang),
        ]
    )
