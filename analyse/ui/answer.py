"""What every answer is made of, as pieces of HTML: cards, verdict, bar, scale, values, reason, notes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from analyse.game.figures import figure_label, figure_short
from analyse.i18n import text
from analyse.numbers import chance, difference, error, grouped
from analyse.odds.estimate import Estimate
from analyse.odds.figures import FigureOdds
from analyse.odds.spiel import SpielOdds
from analyse.report.cards_svg import card_alt, card_uri
from analyse.report.shares import estimate_parts, figure_parts

Odds = FigureOdds | SpielOdds

_PARTS = ("win", "stand", "lose")
_UNVALUED = "\u2013"
_BEST = ' class="best"'
_ROOM_FOR_LABEL = 0.13  # a narrower part of the bar carries no words; the list below always does


def typeset(number: str) -> str:
    """Return a number on one line with its unit."""
    return number.replace(" ", "\u00a0")


def chance_of(estimate: Estimate, lang: str) -> str:
    """Return a chance as text, on one line."""
    return typeset(chance(estimate, lang))


def error_of(estimate: Estimate, lang: str) -> str:
    """Return its standard error as text, empty where there is none."""
    return typeset(error(estimate, lang))


def shares(odds: Odds, lang: str) -> dict[str, str]:
    """Return the chances that can occur as text: the Spiel cannot stand with an odd number of tricks."""
    occur = [part for part in _PARTS if _occurs(odds, part)]
    if isinstance(odds, FigureOdds):
        said = figure_parts(odds, lang)
        return {part: typeset(said[part]) for part in occur}
    values: list[Estimate] = [getattr(odds, part) for part in occur]
    return dict(zip(occur, map(typeset, estimate_parts(values, lang)), strict=True))


def _occurs(odds: Odds, part: str) -> bool:
    return part != "stand" or isinstance(odds, FigureOdds) or bool(odds.stand.stderr or odds.stand.value)


def tray(hand: tuple[int, ...], up: int | None, size: int, lang: str) -> str:
    """Return the row of the cards picked: the hand, then the up-card."""
    empty = f'<span class="slot" role="img" aria-label="{text("page.slot", lang)}">?</span>'
    slots = [_slot(card, lang) for card in hand] + [empty] * (size - len(hand))
    turned = empty if up is None else _slot(up, lang)
    captions = [text("page.hand", lang), *[""] * (size - 1)]
    items = "".join(
        f'<li><span class="cap">{caption}&nbsp;</span>{slot}</li>'
        for caption, slot in zip(captions, slots, strict=True)
    )
    return (
        f'<div class="pl"><ul class="pl-tray">{items}'
        f'<li class="up"><span class="cap">{text("page.up_short", lang)}</span>{turned}</li></ul></div>'
    )


def _slot(card: int, lang: str) -> str:
    return f'<img src="{card_uri(card, lang)}" alt="{card_alt(card, lang)}" title="{card_alt(card, lang)}">'


def own_figure(kind: str, best: int, lang: str) -> str:
    """Return the figure I have as a sentence."""
    return text(
        "page.own_figure", lang, figure=figure_label(kind, best, lang), short=figure_short(kind, best)
    )


def card(tone: str, above: str, word: str, below: Sequence[str]) -> str:
    """Return a verdict: the question above it, the word, and lines below it."""
    lines = "".join(f"<p>{escape(line)}</p>" for line in below)
    return (
        f'<div class="pl pl-verdict tone-{tone}" id="answer" role="status">'
        f'<p class="soft">{escape(above)}</p><p class="word">{escape(word)}</p>{lines}</div>'
    )


def waiting(word: str, sentence: str) -> str:
    """Return what stands in place of the verdict while something is missing."""
    return (
        f'<div class="pl pl-verdict tone-wait" id="answer" role="status"><p class="word">{escape(word)}</p>'
        f"<p>{escape(sentence)}</p></div>"
    )


def notice(sentence: str) -> str:
    """Return a line that says what is going on."""
    return f'<div class="pl pl-notice" role="status"><p class="small">{escape(sentence)}</p></div>'


def alert(sentence: str) -> str:
    """Return a message beside a field. It quotes what the user typed, which Streamlit's own would typeset."""
    return f'<div class="pl pl-alert" role="alert"><p>{escape(sentence)}</p></div>'


def dock(tone: str, word: str, rest: str, hint: str) -> str:
    """Return the short verdict for the lower edge of a phone, a link to the whole answer."""
    return (
        f'<div class="pl"><a class="pl-dock tone-{tone}" href="#answer" target="_self" '
        f'aria-label="{escape(hint)}"><b>{escape(word)}</b><span>{escape(rest)}</span></a></div>'
    )


def bid(kind: str, level: int, lang: str) -> str:
    """Return what the other side has said."""
    return text(f"page.bid_{level}", lang, figure=text(f"figure.{kind}", lang))


def tricks(odds: SpielOdds, lang: str) -> str:
    """Return the tricks my side gets on average, and those of mine that nobody can take."""
    mean = f"{odds.mean:.1f}".replace(".", "," if lang == "de" else ".")
    said = text("page.tricks", lang, mean=mean, all=len(odds.tricks) - 1)
    if not odds.sure:
        return said
    return f"{said} {text('page.sure_1' if odds.sure == 1 else 'page.sure', lang, n=odds.sure)}"


def bar_of(said: Mapping[str, str], values: Mapping[str, float], errors: Mapping[str, str], lang: str) -> str:
    """Return chances as one bar and as a list below it: of each part its text, its value and its error."""
    pieces = "".join(
        f'<span class="{part}" style="flex:{values[part]:.5f} 1 0">'
        + (
            f"<b>{escape(said[part])}</b>{text(f'page.{part}', lang)}"
            if values[part] > _ROOM_FOR_LABEL
            else ""
        )
        + "</span>"
        for part in said
        if values[part]
    )
    keys = "".join(
        f'<li><span class="key {part}"></span>{text(f"page.{part}_long", lang)} '
        f"<b>{escape(said[part])}</b> {escape(errors.get(part, ''))}</li>"
        for part in said
    )
    alt = "page.bar_alt" if "stand" in said else "page.bar_alt_two"
    spoken = escape(text(alt, lang, **said))
    return (
        f'<div class="pl"><div class="pl-bar" role="img" aria-label="{spoken}">{pieces}</div>'
        f'<ul class="pl-keys">{keys}</ul></div>'
    )


def scale(tone: str, edge: float, needed: float, have: str, lang: str) -> str:
    """Return the scale of win - lose from -1 to 1; `have` is `edge` as text, with its error."""
    at, least = 50 * (edge + 1), 50 * (max(-1.0, min(1.0, needed)) + 1)
    said = {name: typeset(difference(value, lang)) for name, value in (("edge", edge), ("needed", needed))}
    key = "page.need_enough" if edge >= needed else "page.need_short"
    sentence = text(key, lang, have=have, needed=said["needed"])
    return (
        f'<div class="pl tone-{tone}"><h2>{text("page.need", lang)}</h2>'
        f'<div class="pl-scale" style="--need:{least:.2f}%;--have:{at:.2f}%" aria-hidden="true">'
        f'<i style="left:{least:.2f}%"></i><i class="have"></i>'
        f'<em class="have" style="left:{at:.2f}%;--shift:-{at:.0f}%">'
        f"{text('page.have_mark', lang, value=said['edge'])}</em>"
        f'<em class="need" style="left:{least:.2f}%;--shift:-{least:.0f}%">'
        f"{text('page.need_mark', lang, value=said['needed'])}</em></div>"
        f'<p class="small">{escape(sentence)}</p></div>'
    )


@dataclass(frozen=True)
class Word:
    """One answer: its name, its value (None where it has none), what the value counts, whether it is best."""

    name: str
    value: str | None
    unit: str
    best: bool


def words_of(tone: str, words: Sequence[Word], reasons: Sequence[str], lang: str) -> str:
    """Return the answers side by side, and below them why some have no value."""
    items = "".join(
        f"<li{_BEST if word.best else ''}>{escape(word.name)}"
        + (f"<b>{_UNVALUED}</b>" if word.value is None else f"<b>{escape(word.value)}</b>{word.unit}")
        + "</li>"
        for word in words
    )
    below = "".join(f'<p class="small">{escape(reason)}</p>' for reason in reasons)
    return (
        f'<div class="pl tone-{tone}"><h2>{text("page.acts", lang)}</h2>'
        f'<ul class="pl-acts">{items}</ul>{below}</div>'
    )


def reason(sentences: Sequence[str], lang: str) -> str:
    """Return sentences under the heading "why"."""
    return f'<div class="pl"><h2>{text("page.why", lang)}</h2><p>{escape(" ".join(sentences))}</p></div>'


def remarks(notes: Sequence[str], counted: str) -> str:
    """Return the notes and the sentence on how it was counted."""
    items = "".join(f"<li>{escape(note)}</li>" for note in notes)
    return f'<div class="pl pl-foot small"><ul>{items}</ul><p>{escape(counted)}</p></div>'


def how_figures(figures: Mapping[str, FigureOdds], lang: str) -> str:
    """Return how Gleich and Hanger were found: in one sentence where both are counted."""
    if not any_drawn(figures):
        odds = next(iter(figures.values()))
        key = "page.exact_weighted" if odds.weighted else "page.exact"
        return text(key, lang, worlds=grouped(odds.worlds, lang))
    said = []
    for kind, odds in figures.items():
        counted = "page.exact_one_weighted" if odds.weighted else "page.exact_one"
        key = counted if odds.method == "exact" else "page.drawn_one"
        said.append(text(key, lang, figure=text(f"figure.{kind}", lang), worlds=grouped(odds.worlds, lang)))
    return " ".join([*said, *_agreed(min(odds.acceptance or 1 for odds in figures.values()), lang)])


def _agreed(share: float, lang: str) -> list[str]:
    """Return how many of the deals drawn agreed with what is known, nothing where all did."""
    if share >= 1:
        return []
    return [text("say.acceptance", lang, share=chance_of(Estimate(share, None, 10**6, "sampled"), lang))]


def any_drawn(figures: Mapping[str, FigureOdds]) -> bool:
    """Whether one of the figures is drawn rather than counted."""
    return any(odds.method != "exact" for odds in figures.values())


def how(odds: SpielOdds, lang: str) -> str:
    """Return how the Spiel was found: in all deals, whatever the deal, or in deals drawn."""
    said = {"worlds": grouped(odds.worlds, lang), "seed": odds.seed}
    if odds.method == "exact":
        return text("page.solved_all", lang, **said)
    if odds.win.stderr:
        return " ".join([text("page.drawn", lang, **said), *_agreed(odds.acceptance, lang)])
    open_tricks = odds.sure + sum(odds.taken) < len(odds.tricks) - 1
    rest = text("page.drawn_tricks", lang, **said) if open_tricks else ""
    return f"{text('page.decided', lang)} {rest}".rstrip()
