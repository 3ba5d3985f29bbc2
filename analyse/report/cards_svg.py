"""Pictures of the 33 cards, drawn here in SVG: German suits, one paper, one hand.

Every picture is 100 x 150 units. The upper third is the index (rank and suit, legible at 40 pixels of
width), below it pips for 7 to 10, a half figure for Unter, Ober and König, one large symbol for the ace.
Suits differ in shape and inner lines, not only in colour: heart, leaf with veins and stem, bell with band and
slit, acorn with a hatched cap. As on old packs the Unter holds the suit low and the Ober holds it high.
"""

from base64 import b64encode
from functools import cache
from html import escape

from analyse.game.cards import RANKS, SUITS, WELI, card_name, rank_of, suit_of
from analyse.i18n import text

_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
_INK = "#2a241c"
_PAPER = "#fffaee"
_EDGE = "#8c7d5f"
_SKIN = "#f3cfa6"
_GOLD = "#f0bd3a"
_COAT = {"H": "#b4232f", "L": "#2c7a3f", "S": "#b8770c", "E": "#6f4a22"}
_SASH = {"H": "#f4dcc0", "L": "#e9e2b8", "S": "#7c2230", "E": "#d9c48e"}
_HAIR = {"H": "#5a3217", "L": "#33261b", "S": "#7a4a1c", "E": "#2f2a26"}

# Suit symbols, drawn around (0, 0) in a square of 100 units.
_SYMBOL = {
    "H": '<path d="M0 44C-66 0-52-44-24-44-9-44 0-33 0-22 0-33 9-44 24-44 52-44 66 0 0 44Z" '
    'fill="#cf2436" stroke="#8d1220" stroke-width="4"/>'
    '<path d="M-33-10C-34-22-29-30-21-31" fill="none" stroke="#f59aa3" stroke-width="6"/>',
    "L": '<path d="M1 20C1 32 5 41 16 46" fill="none" stroke="#1d5229" stroke-width="9"/>'
    '<path d="M0-48C10-30 47-18 43 11 40 31 15 33 0 20-15 33-40 31-43 11-47-18-10-30 0-48Z" '
    'fill="#3c9a4c" stroke="#1d5229" stroke-width="4"/>'
    '<path d="M0-32V20M0 8L-24 14M0 8L24 14M0-10L-20-5M0-10L20-5" fill="none" stroke="#d6efc7" '
    'stroke-width="5"/>',
    "S": '<circle cy="-40" r="7" fill="none" stroke="#7a4d05" stroke-width="6"/>'
    '<circle cy="5" r="39" fill="#f2b51f" stroke="#7a4d05" stroke-width="5"/>'
    '<path d="M-38-2H38M-38 8H38" stroke="#7a4d05" stroke-width="4"/>'
    '<path d="M0 22V40" stroke="#4a2f03" stroke-width="7"/><circle cy="22" r="7" fill="#4a2f03"/>'
    '<path d="M-25-15C-20-23-12-27-5-28" fill="none" stroke="#fff0b8" stroke-width="5"/>',
    "E": '<path d="M0-30C0-40 3-45 11-48" fill="none" stroke="#3e4716" stroke-width="8"/>'
    '<path d="M-28-6C-30 24-14 40 0 48 14 40 30 24 28-6Z" fill="#b9762c" stroke="#5c3610" stroke-width="4"/>'
    '<path d="M-12 4C-13 18-9 28-4 34" fill="none" stroke="#efc88c" stroke-width="6"/>'
    '<path d="M-38-6C-42-24-20-35 0-35 20-35 42-24 38-6 24 1-24 1-38-6Z" fill="#77892b" stroke="#3e4716" '
    'stroke-width="4"/>'
    '<path d="M-27-25L-10-4M-8-32L14-3M12-33L31-10M27-25L10-4M8-32L-14-3M-12-33L-31-10" stroke="#3e4716" '
    'stroke-width="3"/>',
}

_PIPS = {
    "7": ((27, 66), (73, 66), (50, 81), (27, 98), (73, 98), (27, 130), (73, 130)),
    "8": ((27, 66), (73, 66), (50, 81), (27, 98), (73, 98), (50, 114), (27, 130), (73, 130)),
    "9": tuple((x, y) for y in (66, 98, 130) for x in (23, 50, 77)),
    "10": (*((x, y) for y in (66, 98, 130) for x in (22, 78)), *((50, y) for y in (62, 85, 109, 132))),
    "W": tuple((x, y) for y in (66, 131) for x in (23, 50, 77)),
}


def _use(x: float, y: float, size: float, suit: str) -> str:
    """Draw one suit symbol with its middle at (x, y) and `size` units high."""
    return f'<use href="#{suit}" transform="translate({x:g} {y:g})scale({size / 100:g})"/>'


def _arm(path: str, coat: str) -> str:
    """Draw an arm: the same line twice, so that it keeps an outline."""
    line = f'<path d="{path}" fill="none" '
    return f'{line}stroke="{_INK}" stroke-width="16"/>{line}stroke="{coat}" stroke-width="12"/>'


def _person(suit: str, head_y: float) -> str:
    """Draw coat, collar, hair and face of a half figure; hats, arms and beards come on top."""
    coat, sash, hair = _COAT[suit], _SASH[suit], _HAIR[suit]
    y = head_y
    return (
        f'<path d="M14 149C13 {y + 38} 28 {y + 24} 50 {y + 22}C72 {y + 24} 87 {y + 38} 86 149Z" '
        f'fill="{coat}" stroke="{_INK}" stroke-width="2"/>'
        f'<path d="M50 {y + 24}L41 149H59Z" fill="{sash}"/>'
        f'<path d="M33 {y - 4}C29 {y + 16} 32 {y + 23} 38 {y + 24}H62C68 {y + 23} 71 {y + 16} 67 {y - 4}Z" '
        f'fill="{hair}"/>'
        f'<path d="M30 {y + 27}L50 {y + 19} 70 {y + 27} 50 {y + 37}Z" fill="{_PAPER}" stroke="{_INK}" '
        'stroke-width="2"/>'
        f'<ellipse cx="50" cy="{y + 5}" rx="14.5" ry="17" fill="{_SKIN}" stroke="{_INK}" stroke-width="2"/>'
        f'<path d="M44 {y + 3}v2M56 {y + 3}v2" stroke="{_INK}" stroke-width="4"/>'
        f'<path d="M50 {y + 5}v4" stroke="#b98556" stroke-width="2.5"/>'
    )


def _unter(suit: str) -> str:
    """Draw the Unter: a page in a flat cap, the suit held low."""
    coat, y = _COAT[suit], 73
    return (
        _person(suit, y)
        + f'<path d="M45 {y + 14}q5 4 10 0" fill="none" stroke="{_INK}" stroke-width="2.2"/>'
        + f'<path d="M30 {y - 3}C29 {y - 15} 40 {y - 20} 52 {y - 19}C66 {y - 18} 74 {y - 11} 72 {y - 3}'
        + f'C60 {y - 8} 42 {y - 8} 30 {y - 3}Z" '
        + f'fill="{coat}" stroke="{_INK}" stroke-width="2"/>'
        + _arm("M23 116L22 134 38 138", coat)
        + f'<circle cx="75" cy="124" r="21" fill="{_PAPER}" stroke="{_INK}" stroke-width="2"/>'
        + _use(75, 124, 33, suit)
    )


def _ober(suit: str) -> str:
    """Draw the Ober: an officer with a brimmed hat and feather, the suit held high."""
    coat, y = _COAT[suit], 82
    return (
        _arm("M24 122L15 104 19 92", coat)
        + _person(suit, y)
        + f'<path d="M42 {y + 12}C45 {y + 9} 49 {y + 10} 50 {y + 12} 51 {y + 10} 55 {y + 9} 58 {y + 12}" '
        + f'fill="none" stroke="{_HAIR[suit]}" stroke-width="4"/>'
        + f'<path d="M64 {y - 9}C70 {y - 28} 84 {y - 30} 90 {y - 20}C82 {y - 22} 76 {y - 16} 72 {y - 6}Z" '
        + f'fill="{_PAPER}" stroke="{_INK}" stroke-width="2"/>'
        + f'<path d="M35 {y - 6}C34 {y - 24} 42 {y - 25} 52 {y - 25}C63 {y - 25} 67 {y - 22} 66 {y - 6}Z" '
        + f'fill="{coat}" stroke="{_INK}" stroke-width="2"/>'
        + f'<path d="M23 {y - 7}C38 {y - 1} 62 {y - 1} 78 {y - 8}L77 {y - 3}'
        + f'C62 {y + 4} 38 {y + 4} 24 {y - 2}Z" '
        + f'fill="{_GOLD}" stroke="{_INK}" stroke-width="2"/>'
        + f'<circle cx="24" cy="70" r="20" fill="{_PAPER}" stroke="{_INK}" stroke-width="2"/>'
        + _use(24, 70, 32, suit)
    )


def _king(suit: str) -> str:
    """Draw the König: crowned and bearded, the suit on his breast."""
    y = 78
    return (
        _person(suit, y)
        + f'<path d="M35 {y + 8}C35 {y + 30} 44 {y + 36} 50 {y + 37} 56 {y + 36} 65 {y + 30} 65 {y + 8}'
        + f'C60 {y + 13} 54 {y + 10} 50 {y + 12} 46 {y + 10} 40 {y + 13} 35 {y + 8}Z" fill="{_HAIR[suit]}" '
        + f'stroke="{_INK}" stroke-width="1.5"/>'
        + f'<path d="M45 {y + 18}h10" stroke="#d98b7a" stroke-width="3.5"/>'
        + f'<path d="M31 {y - 4}L27 {y - 26} 39 {y - 15} 50 {y - 31} 61 {y - 15} 73 {y - 26} 69 {y - 4}'
        + f'C58 {y - 9} 42 {y - 9} 31 {y - 4}Z" fill="{_GOLD}" stroke="{_INK}" stroke-width="2.2" '
        + 'stroke-linejoin="round"/>'
        + f'<g fill="{_COAT[suit]}" stroke="{_INK}" stroke-width="1.5">'
        + f'<circle cx="27" cy="{y - 26}" r="3.5"/>'
        + f'<circle cx="50" cy="{y - 31}" r="4"/><circle cx="73" cy="{y - 26}" r="3.5"/></g>'
        + f'<circle cx="50" cy="128" r="19" fill="{_PAPER}" stroke="{_INK}" stroke-width="2"/>'
        + _use(50, 128, 30, suit)
    )


def _weli(suit: str) -> str:
    """Draw six bells and a ribbon that says WELI."""
    pips = "".join(_use(x, y, 25, suit) for x, y in _PIPS["W"])
    return (
        f'{pips}<path d="M3 88H97L91 99 97 110H3L9 99Z" fill="{_COAT["H"]}" '
        f'stroke="{_INK}" stroke-width="1.5"/>'
        '<text x="50" y="106.5" text-anchor="middle" font-family="system-ui,sans-serif" '
        f'font-weight="800" font-size="21" textLength="66" lengthAdjust="spacingAndGlyphs" '
        f'fill="{_PAPER}">WELI</text>'
    )


def _body(rank: str, suit: str) -> str:
    """Draw what stands below the index."""
    match rank:
        case "W":
            return _weli(suit)
        case "U":
            return _unter(suit)
        case "O":
            return _ober(suit)
        case "K":
            return _king(suit)
        case "A":
            return _use(50, 99, 84, suit)
    return "".join(_use(x, y, 24, suit) for x, y in _PIPS[rank])


def card_title(card: int, lang: str = "de") -> str:
    """Return the spoken name of a card, for screen readers and tooltips.

    >>> card_title(6)
    'Herz König'
    """
    if card == WELI:
        return text("page.card_weli", lang)
    rank = RANKS[rank_of(card)]
    return text(
        "page.card", lang, suit=text(f"page.suit_{SUITS[suit_of(card)]}", lang), rank=_spoken(rank, lang)
    )


def _spoken(rank: str, lang: str) -> str:
    return text(f"page.rank_{rank}", lang) if rank in "UOKA" else rank


@cache
def card_svg(card: int, lang: str = "de") -> str:
    """Return the picture of one card as an SVG document with a `<title>`.

    card: 0..32. lang: language of the title.
    """
    suit = SUITS[suit_of(card)]
    rank = "W" if card == WELI else RANKS[rank_of(card)]
    title = escape(card_title(card, lang))
    squeeze = ' textLength="46" lengthAdjust="spacingAndGlyphs"' if rank in ("10", "W") else ""
    frame = 'x="1" y="1" width="98" height="148" rx="10"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 150" width="100" height="150" '
        f'stroke-linecap="round" stroke-linejoin="round" role="img" aria-label="{title}">'
        f'<title>{title}</title><defs><g id="{suit}">{_SYMBOL[suit]}</g>'
        f'<clipPath id="c"><rect {frame}/></clipPath></defs>'
        f'<rect {frame} fill="{_PAPER}"/><g clip-path="url(#c)">{_body(rank, suit)}</g>'
        f'<text x="8" y="42" font-family="{_FONT}" font-weight="700" font-size="46" fill="{_INK}"{squeeze}>'
        f"{rank}</text>{_use(77, 26, 37, suit)}"
        f'<rect {frame} fill="none" stroke="{_EDGE}" stroke-width="2"/></svg>'
    )


@cache
def card_uri(card: int, lang: str = "de") -> str:
    """Return the same picture as a `data:` address, for `<img>` and for CSS; no request leaves the page.

    >>> card_uri(6).startswith("data:image/svg+xml;base64,")
    True
    """
    return "data:image/svg+xml;base64," + b64encode(card_svg(card, lang).encode()).decode()


def card_alt(card: int, lang: str = "de") -> str:
    """Return name and code of a card, for the text beside or instead of its picture."""
    return f"{card_title(card, lang)} ({card_name(card)})"
