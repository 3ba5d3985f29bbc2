"""The style sheet of the page, `page.css`, and the one part of it that changes."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from analyse.game.cards import RANKS, SUITS, WELI, rank_of, suit_of


def sheet(mode: str, marked: Iterable[int]) -> str:
    """Return the style sheet, with the `marked` cards of the rows `mode` ("hand" or "up") pale."""
    pale = "".join(f".st-key-{mode}_{_place(card)} {{opacity: .38}}\n" for card in marked)
    return f"<style>{_fixed()}{pale}</style>"


@cache
def _fixed() -> str:
    return files("analyse.ui").joinpath("page.css").read_text(encoding="utf-8")


def _place(card: int) -> str:
    """Return where a card stands in the rows: suit and position."""
    position = len(RANKS) + 1 if card == WELI else rank_of(card) + 1
    return f"{SUITS[suit_of(card)]} [data-orientation] button:nth-child({position})"
