"""Who writes what, as the object that `perlaggen settle --json` prints."""

from analyse.game.cards import RANKS, card_name
from analyse.game.figures import KINDS, figure_count, figure_rank
from analyse.i18n import text
from analyse.referee.dispute import print_dispute
from analyse.referee.slate import Entry
from analyse.referee.verdict import Judgement
from analyse.report.odds import Json
from analyse.report.settle_text import entry_text


def settle_json(made: Judgement, lang: str) -> Json:
    """Return who writes what as one object; `why` is a sentence in `lang`, sides are 0 ours and 1 theirs.

    >>> from analyse.referee.dispute_reader import parse_dispute
    >>> from analyse.referee.verdict import judge
    >>> made = judge(parse_dispute("gleich us, hanger them, spiel us | bids: left gleich, me gut"))
    >>> answer = settle_json(made, "en")
    >>> answer["entries"][0]["why"], answer["score"], answer["out"]
    ('bid and let good', {'before': [0, 0], 'after': [1, 2]}, None)
    """
    told, slate = made.dispute, made.settlement
    return {
        "deal": print_dispute(told),
        "rules": told.rules.name,
        "target": slate.target,
        "leader": told.leader,
        "hands": [_hand_json(made, seat) for seat in range(len(made.shown))],
        "entries": [_entry_json(entry, lang) for entry in slate.entries],
        "penalties": [_entry_json(entry, lang) for entry in slate.penalties],
        "score": {"before": list(slate.before), "after": list(slate.after)},
        "out": slate.out,
        "new_deal": slate.new_deal,
    }


def _entry_json(entry: Entry, lang: str) -> Json:
    return {
        "side": entry.side,
        "figure": entry.figure,
        "points": entry.points,
        "source": entry.source,
        "key": entry.why,
        "why": entry_text(entry, lang),
        "score": list(entry.score),
    }


def _hand_json(made: Judgement, seat: int) -> Json:
    """Return what a hand makes; `assumed` lists the Perlaggen whose name nobody told."""
    hand = made.shown[seat]
    return {
        "seat": seat,
        "named": {card_name(card): None if name is None else card_name(name) for card, name in hand.names},
        "assumed": [card_name(card) for card in hand.assumed],
        **{kind: _figure_json(hand.figure(kind)) for kind in KINDS},
    }


def _figure_json(value: int) -> Json:
    rank = figure_rank(value)
    return {"count": figure_count(value), "rank": None if rank is None else RANKS[rank]}


def dispute_grammar(lang: str) -> str:
    """Return what stands below `perlaggen settle --help`."""
    return "\n".join(
        [
            text("dispute.about", lang).rstrip(),
            "",
            *(f"  {line}" for line in text("dispute.grammar", lang).strip().splitlines()),
            "",
            text("dispute.notes", lang).rstrip(),
        ]
    )
