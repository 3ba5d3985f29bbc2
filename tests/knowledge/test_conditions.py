"""Numbers, figures, swaps and bids one knows of, against every deal one by one (RULES 3, 4, 9)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import sqrt

import numpy as np
import oracle
import oracle_known
import pytest
from test_worlds import deviation

from analyse.game.cards import card_name, cards_of, mask_of, parse_card, parse_cards, parse_suit
from analyse.game.figures import KINDS
from analyse.game.rules import load_rules
from analyse.knowledge.situation import Situation, situation
from analyse.odds.figures import figure_law, figure_odds
from analyse.odds.worlds import drawn_worlds

# preset | players | up | leader | my hand | the other cards in play | known | which figures are counted exactly
ROWS = """
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | left: >=1 perlaggen                                     | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | partner: <=1 perlaggen; right: =0 perlaggen             | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | opponents: =2 perlaggen                                 | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | opponents: >=1 perlaggen; left: <=1 perlaggen           | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK L9 EA SA        | left: >=1 trumps                                        | gleich hanger
innsbruck-1924 | 4 | L8 up   | 1 | HA W        | HK S7 LU LA LK L9 EA SA        | partner: =1 trumps; right: <=1 trumps                   | gleich hanger
innsbruck-1924 | 4 | L8 up   | 1 | HA W        | HK S7 LU LA LK L9 EA SA        | opponents: =0 trumps                                    | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 H9 HO HU LK EA SA        | right: =0 H                                             | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 H9 HO HU LK EA SA        | left: >=1 H; partner: <=1 H                             | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 H9 HO EK LK SK SA        | left: >=1 rank K                                        | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 H9 HO EK LK SK SA        | opponents: =2 rank K; left: <=1 rank K                  | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 W HO EK LK SK EA         | opponents: >=1 {W S7 HK}                                | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 W HO EK LK SK EA         | left: =1 {EK S7 HO}; partner: <=1 {W LK}                | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 W HO EK LK SK EA         | left: =1..2 {EK S7 HO}; left: W                         | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 W HO EK LK SK EA         | out: =5 perlaggen                                       | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 W HO EK LK SK EA         | out: <=1 rank K; right: >=1 perlaggen                   | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 W HO EK LK SK EA         | cut: none; left: >=1 perlaggen                          | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 W HO EK LK SK EA L9      | cut: HK; opponents: >=1 perlaggen <=1 rank K            | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 W HO EK LK SK EA L9      | cut: HK W; right: gleich>=2K                            | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: gleich>=2K                                        | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: gleich=none                                       | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | partner: gleich=2K; right: gleich<=2K                   | gleich
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | opponents: gleich>=2K                                   | gleich
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | opponents: gleich=2K; partner: gleich>=2A               | gleich
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | opponents: gleich<=2K; left: gleich>=2K                 | gleich
innsbruck-1924 | 4 | L8 up   | 2 | HA SA       | HK S7 LO L9 EK LK SK EA        | left: hanger>=2A                                        | gleich hanger
innsbruck-1924 | 4 | L8 up   | 2 | HA SA       | HK S7 LO L9 EK LK SK EA        | partner: hanger=none; opponents: hanger<=2A             | hanger
innsbruck-1924 | 4 | L8 up   | 2 | HA SA       | HK S7 LO L9 EK LK SK EA        | opponents: hanger=2A                                    | hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: gleich>=2K hanger>=2A                             | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: gleich=none; left: hanger>=2A                     | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: gleich>=2K; right: hanger=none                    | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | opponents: gleich>=2K hanger<=2A                        |
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | opponents: gleich>=2K; left: >=1 perlaggen !EA          | gleich
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: gleich>=2K =1 rank K; right: >=1 {EA H8}          | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO L9 EK LK SK EA        | left: hanger<=2K; opponents: >=1 trumps; out: =1 rank K | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: bid gleich 2K 90%                                 | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | opponents: bid gleich 2K 75%                            | gleich
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | opponents: held hanger 2A 100%                          | hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | partner: bid gleich 2K 50% held gleich 2A 80%           | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | opponents: bid gleich 2K 75%; left: bid gleich 2A 50%   | gleich
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | opponents: bid gleich 2K 75% bid hanger 2A 60%          |
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | opponents: bid hanger 2A 60%; right: >=1 perlaggen      | hanger
innsbruck-1924 | 4 | LU up   | 0 | HA SA       | HK S7 LO L9 LK LA EA H8        | dealer: kept 80%                                        | gleich hanger
innsbruck-1924 | 4 | LU up   | 1 | HA SA       | HK S7 LO L9 LK LA EA H8        | dealer: kept 80%; left: !LA; right: >=1 perlaggen       | gleich hanger
innsbruck-1924 | 4 | LU up   | 1 | HA L10      | HK S7 LO L9 LK LA EA H8        | dealer: kept 80%; left: L9                              | gleich hanger
innsbruck-1924 | 4 | LU up   | 0 | HA SA       | HK S7 LO L9 LK LA EA H8        | dealer: kept 100%; opponents: bid gleich 2A 2/3         | gleich
innsbruck-1924 | 4 | L10 up  | 0 | HA SA       | HK S7 LU L9 L8 LK LA EA H8     | right: swapped LU for L10                               | gleich hanger
innsbruck-1924 | 4 | S9 up   | 0 | HA LA       | HK W S7 S8 S10 LK SA EA H8     | left: swapped W for S9; partner: >=1 trumps             | gleich hanger
innsbruck-1924 | 4 | L8 up   | 1 | LU SA       | HK S7 LO L9 LK LA EA H8        | me: swapped LU for L8; right: >=1 trumps                | gleich hanger
suedtirol-1927 | 4 | LU up   | 0 | HA SA       | HK S7 LO L9 LK EU EA H8        | opponents: >=1 perlaggen                                | gleich hanger
suedtirol-1927 | 4 | L10 up  | 0 | HA SA       | HK S7 LU L9 L8 LK LA EA H8     | left: swapped LU for L10                                | gleich hanger
suedtirol-1927 | 4 | L10 up  | 0 | HA SA       | HK S7 LU L9 L8 LK LA EA H8     | right: swapped LU for L10                               | gleich hanger
suedtirol-1927 | 4 | S7 up   | 0 | HA LA       | HK W S8 S10 LK SA EA H8        | dealer: kept 50%                                        | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: gleich>=2K; right: gleich>=2K; partner: gleich>=2K | gleich
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: gleich>=2K; right: hanger>=2A; partner: gleich=none | gleich
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: gleich>=2K hanger>=2O; right: gleich>=2U hanger>=2U; partner: hanger<=2K |
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: =1 rank K =1 perlaggen; right: gleich>=2K; partner: hanger>=2A <=1 perlaggen | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: =1 {HK EA H8} =1 {LK LO EA}; right: gleich<=2K     | gleich
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | right: hanger>=2A; partner: >=1 perlaggen; left: gleich<=2K | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | partner: hanger>=2A gleich<=2K; opponents: =2 perlaggen; left: !EA | gleich hanger
innsbruck-1924 | 4 | L8 up   | 1 | HA SA       | HK S7 W LO EK LK SK EA L9      | cut: none; left: gleich>=2K hanger>=2A; right: !W        | gleich hanger
innsbruck-1924 | 4 | L8 up   | 3 | HA SA       | HK S7 W LO EK LK SK EA L9      | cut: S7; partner: gleich>=2K; opponents: >=1 perlaggen   | gleich hanger
suedtirol-1927 | 4 | LU up   | 1 | HA SA       | HK S7 LO L9 LK EU EA H8        | right: hanger=none; left: gleich>=2K                     | gleich hanger
innsbruck-1924 | 4 | L trump | 0 | HA SA       | HK S7 LO L9 LK EK EA H8        | opponents: bid hanger 2A 80%; left: gleich>=2K           | hanger
innsbruck-1924 | 2 | L8 up   | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | other: gleich>=2K hanger<=3A                            | gleich hanger
innsbruck-1924 | 2 | L8 up   | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | other: gleich=2U..3K                                    | gleich hanger
innsbruck-1924 | 2 | L8 up   | 1 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | cut: S7; other: hanger>=2K =1 trumps                    | gleich hanger
innsbruck-1924 | 2 | LU up   | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | dealer: kept 90%; other: bid hanger 3K 50%              | gleich hanger
innsbruck-1924 | 2 | L8 up   | 1 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | cut: none; other: gleich=none; other: bid hanger 2K 60% | gleich hanger
innsbruck-1924 | 2 | L8 up   | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | other: hanger<=2K =2..3 {HK S7 LO H8 EK LK SK EA}       | gleich hanger
innsbruck-1924 | 2 | L8 up   | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | other: =1..2 {HK S7 LO H8 EK LK SK EA L9}               | gleich hanger
innsbruck-1924 | 2 | L trump | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | other: hanger>=3A gleich<=2A                            | gleich hanger
innsbruck-1924 | 2 | L trump | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | out: >=2 trumps; other: >=1 rank K <=2 perlaggen        | gleich hanger
oberland       | 4 | L8 up   | 0 | HA L9       | HK W L7 LU E7 EU LA H9         | left: =1 perlaggen; opponents: gleich>=2A               | gleich
""".strip().splitlines()


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.split("|")]


@cache
def ours(row: str, also: str = "", *, only: bool = False) -> Situation:
    """Return the situation of a row, with one more statement or with that one only."""
    preset, players, up, leader, hand, in_play, said, _ = cells(row)
    rules = load_rules(preset)
    size = len(hand.split())
    rules = replace(rules, hand_size=size, packets=(size,))
    word, _, is_card = up.partition(" ")
    upcard = parse_card(word) if is_card == "up" else None
    seen = mask_of(parse_cards(f"{hand} {in_play}")) | (0 if upcard is None else 1 << upcard)
    out = " ".join(card_name(card) for card in cards_of(rules.pack & ~seen))
    return situation(
        mask_of(parse_cards(hand)),
        rules,
        upcard=upcard,
        trump=None if upcard is not None else parse_suit(word),
        players=int(players),
        leader=int(leader),
        known="; ".join(part for part in (f"out: {out}", "" if only else said, also) if part),
    )


def theirs(known: Situation) -> oracle_known.Known:
    """Return the same for the oracle."""
    return oracle_known.Known(
        pack=oracle.from_mask(known.rules.pack),
        perlaggen=frozenset(oracle.from_mask(known.perlaggen)),
        permanent=frozenset(oracle.from_mask(known.rules.permanent)),
        trump="HLSE"[known.trump],
        hand=frozenset(oracle.from_mask(known.hand)),
        upcard=None if known.upcard is None else oracle.from_mask(1 << known.upcard)[0],
        players=known.players,
        leader=known.leader,
        must=known.rules.exchange == "must",
        said=known.statements,
    )


def shares(law: Mapping[object, int | Fraction]) -> dict[object, Fraction]:
    """Return the parts of a law, zeros left out."""
    whole = sum(law.values())
    return {key: Fraction(n, 1) / whole for key, n in law.items() if n}


# Counting ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS)
def test_counts_equal_every_deal(row: str) -> None:
    known, exact = ours(row), cells(row)[-1].split()
    for kind in KINDS:
        odds, law = figure_odds(known, kind), figure_law(known, kind)
        expected = oracle_known.counted(theirs(known), kind)
        assert (odds.method, law.method) == (("exact",) if kind in exact else ("sampled",)) * 2
        if kind in exact:
            assert shares(odds.counts) == shares(expected.outcomes)
            assert shares(law.ours) == shares(expected.ours)
            assert shares(law.theirs) == shares(expected.theirs)
            if "%" not in row and "2/3" not in row:  # no beliefs: whole deals
                assert odds.counts == expected.outcomes
                assert odds.worlds == law.worlds == expected.whole
        else:
            for part in ("win", "stand", "lose"):
                chance = float(expected.outcomes[part] / expected.whole)
                error = sqrt(chance * (1 - chance) / odds.worlds)
                assert abs(getattr(odds, part).value - chance) <= 4.5 * error
            assert set(law.theirs) <= set(expected.theirs)
        assert sum(odds.counts.values()) == odds.worlds
        assert sum(law.ours.values()) == sum(law.theirs.values()) == law.worlds


# Worlds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS)
def test_every_deal_is_drawn_as_often_as_it_should(row: str) -> None:
    known = ours(row)
    law: dict[tuple[int, ...], Fraction] = {}
    for deal, weight in oracle_known.deals(theirs(known)):
        law[tuple(oracle.mask(deal[seat]) for seat in range(known.players))] = weight
    whole = float(sum(law.values()))
    n = min(200_000, int(12 * whole / float(min(law.values()))) + 1)
    drawn = drawn_worlds(known, n, rng=np.random.default_rng(1924))
    keys = sorted(law)
    expected = np.array([float(law[key]) * n / whole for key in keys])
    assert expected.min() > 4
    places = dict(zip(keys, range(len(keys)), strict=True))
    seen = np.bincount([places[key] for key in map(tuple, drawn.hands.tolist())], minlength=len(keys))
    assert abs(deviation(seen.astype(np.float64), expected)) < 4.5
    assert drawn.acceptance == 1 or not drawn.direct
