"""Our and their best figure together: against every deal one by one, and against what the margins say alone."""

from collections import Counter
from math import sqrt

import numpy as np
import oracle_deals
import pytest
from oracle import side_figure
from test_odds_exact import both

from analyse.game.cards import card_name, mask_of, parse_card, parse_cards
from analyse.game.figures import KINDS, all_values
from analyse.game.rules import load_rules
from analyse.i18n import InputError
from analyse.knowledge.situation import Situation, situation
from analyse.odds.figures import DRAWN, BothSides, both_sides, figure_law, figure_odds


def as_counts(law: BothSides) -> dict[tuple[int, int], int]:
    """Return the deals by both figures, as whole numbers; what does not occur is left out."""
    assert law.method == "exact"
    deals = law.chance * law.worlds
    assert np.abs(deals - deals.round()).max() < 1e-3
    return {(law.ours[i], law.theirs[j]): round(deals[i, j]) for i, j in np.argwhere(deals > 0.5)}


def one_by_one(deals: oracle_deals.Known, kind: str) -> Counter[tuple[int, int]]:
    """Return the deals by both figures, one deal after the other."""
    law: Counter[tuple[int, int]] = Counter()
    for deal, times in oracle_deals.deals(deals):
        sides = ([deal[seat] for seat in deal if seat % 2 == us] for us in (0, 1))
        ours, theirs = (side_figure(kind, hands, deals.perlaggen) for hands in sides)
        law[ours, theirs] += times
    return Counter({pair: ways for pair, ways in law.items() if ways})


# Two or three cards each, few cards in play: preset | up | leader | my hand | the others in play | known
SMALL = """
innsbruck-1924  | L8 up   | 0 | HA W     | HK S7 LU LA LK H8 EA EK SA S9 | left: S7
innsbruck-1924  | L8 up   | 1 | E8 H9    | HK S7 LU L7 LK H8 EA EK W S9  | opponents: !HK !W; partner: !S7 E9
innsbruck-1924  | L trump | 2 | HA EU    | HK S7 L7 LA LK HO EO EK SO    | opponents: L7 LA HO
innsbruck-1924  | L8 up   | 3 | HA SA    | HK S7 LU LA LK H8 EA W S9     | cut: S7; out: !HK
suedtirol-1927  | LU up   | 2 | HA LA    | HK EO EU L7 LK L9 H8 EA SA S9 | cut: none
schlanders-2023 | S9 up   | 1 | SA H8    | HK S8 S7 SU E7 EO LA H9 L8    | opponents: S8; cut: HK
innsbruck-1924  | L8 up   | 0 | HA LA SA | HK W LU EA E9 E10 S10 H9 LK   | left: LU; opponents: W
"""


@pytest.mark.parametrize("row", SMALL.strip().splitlines())
@pytest.mark.parametrize("kind", KINDS)
def test_four_players_equal_all_deals(row: str, kind: str) -> None:
    preset, up, leader, hand, in_play, said = (cell.strip() for cell in row.split("|"))
    seen = {*hand.split(), *in_play.split(), up.split()[0], *said.replace("!", "").split()}
    pack = load_rules(preset).pack
    asleep = [c for c in map(card_name, range(33)) if c not in seen and pack >> parse_card(c) & 1]
    must = preset == "suedtirol-1927" and up == "LU up"
    said = f"{said}; out: {' '.join(asleep)}"
    known, deals = both(preset, up, hand, leader=int(leader), known=said, must=must)
    law = both_sides(known, kind)
    assert as_counts(law) == one_by_one(deals, kind)
    assert law.theirs == all_values(kind, known.rules.hand_size)
    assert law.ours == tuple(value for value in law.theirs if value >= known.shown(kind))


@pytest.mark.parametrize(
    ("hand", "leader", "said"),
    [
        ("HA LA SU E10 W", 0, "other: E7 HK; opponents: !LU"),
        ("HA LA SU E10 W", 1, "cut: HK; out: E8 EO"),
        ("H8 L9 SU E10 EK", 0, "other: LU LO; out: !HK"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_two_players_equal_all_deals(hand: str, leader: int, said: str, kind: str) -> None:
    known, deals = both("innsbruck-1924", "L8 up", hand, players=2, leader=leader, known=said)
    assert as_counts(both_sides(known, kind)) == one_by_one(deals, kind)


# What the margins say alone ---------------------------------------------------------------------------


def of(said: str, *, hand: str = "HA LA SU E10 W", players: int = 4, leader: int = 0) -> Situation:
    rules = load_rules()
    cards = mask_of(parse_cards(hand))
    return situation(cards, rules, upcard=parse_card("L8"), players=players, leader=leader, known=said)


# factors: cards, counts, figures of the kind that is asked, bids with their weight, an earlier play
EXACT = [
    dict(said="", players=2),
    dict(said=""),
    dict(said="cut: none; left: E9; opponents: HK; partner: !S7"),
    dict(said="partner: gleich=3A"),
    dict(said="opponents: bid gleich 2K 90%"),
    dict(said="left: >=1 perlaggen; partner: =0 H", leader=1),
    dict(said="", hand="H8 L9 SU EK E10"),
]


def parts(law: BothSides) -> tuple[float, float, float]:
    """Return win, stand and lose."""
    ours, theirs = np.array(law.ours)[:, None], np.array(law.theirs)
    return tuple(float(law.chance[where].sum()) for where in (ours > theirs, ours == theirs, ours < theirs))


@pytest.mark.parametrize("question", EXACT)
@pytest.mark.parametrize("kind", KINDS)
def test_margins_are_those_counted_alone(question: dict[str, object], kind: str) -> None:
    known = of(**{"said": "", **question})
    law, odds, alone = both_sides(known, kind), figure_odds(known, kind), figure_law(known, kind)
    assert law.method == odds.method
    if odds.method == "sampled":  # the same drawn deals
        assert law.worlds == odds.worlds == alone.worlds
    assert law.chance.sum() == pytest.approx(1, abs=1e-12)
    assert law.chance.min() >= 0
    assert parts(law) == pytest.approx([odds.counts[part] / odds.worlds for part in ("win", "stand", "lose")])
    for values, margin, counts in (
        (law.ours, law.chance.sum(axis=1), alone.ours),
        (law.theirs, law.chance.sum(axis=0), alone.theirs),
    ):
        shares = [counts.get(value, 0) / alone.worlds for value in values]
        assert margin.tolist() == pytest.approx(shares, abs=1e-12)
        assert set(counts) <= set(values)


def test_drawn_law_is_within_the_error_of_the_exact_one() -> None:
    drawn = both_sides(of("left: hanger>=4A; partner: hanger>=4K"), "gleich")
    assert (drawn.method, drawn.worlds <= DRAWN) == ("sampled", True)
    assert drawn.chance.sum() == pytest.approx(1, abs=1e-9)
    exact, sampled = both_sides(of(""), "gleich"), _as_drawn(of(""), "gleich")
    error = np.sqrt(exact.chance * (1 - exact.chance) / sampled.worlds)
    assert (np.abs(exact.chance - sampled.chance) <= 5 * error + 1 / sampled.worlds).all()
    for p, q in zip(parts(exact), parts(sampled), strict=True):
        assert abs(p - q) <= 4 * sqrt(p * (1 - p) / sampled.worlds)


def _as_drawn(known: Situation, kind: str) -> BothSides:
    """Return the law as it is drawn where it does not factor."""
    from analyse.odds import figures as module

    values = all_values(kind, known.rules.hand_size)
    return module._drawn(known, kind, tuple(v for v in values if v >= known.shown(kind)), values, 1)  # noqa: SLF001


def test_no_other_figure_is_counted() -> None:
    with pytest.raises(InputError, match="'spiel'"):
        both_sides(of(""), "spiel")
