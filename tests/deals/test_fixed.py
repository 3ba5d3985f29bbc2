"""Figures after Perlaggen were played, and suits no longer held, against every deal one by one (RULES 2, 4; K §13)."""

from collections import Counter
from dataclasses import replace
from itertools import product
from math import sqrt
from random import Random

import numpy as np
import oracle
import oracle_known
import oracle_tricks
import pytest
from test_conditions import cells, ours, shares, theirs
from test_record import pick

from analyse.deals.constraints import shown_of_all
from analyse.game.cards import mask_of, parse_card, parse_cards
from analyse.game.figures import KINDS
from analyse.game.plays import trick_rules
from analyse.game.rules import load_rules
from analyse.game.taufen import taufen
from analyse.i18n import LANGS, InputError
from analyse.knowledge.record import parse_record, with_record
from analyse.knowledge.situation import Situation, situation
from analyse.knowledge.statements import Played
from analyse.odds.figures import figure_law, figure_odds, odds_by_figure
from analyse.odds.worlds import drawn_worlds

# preset | players | up | leader | my hand | the other cards in play | known | which figures are counted exactly
ROWS = """
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | left: played HK=HA                                      | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | left: LA played HK=LA                                   | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | right: played LU=LK                                     | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | partner: played S7                                      | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | me: played W=HA                                         | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | me: played W                                            | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | me: played W=HO HA; partner: played LU=HO               | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | S7 W        | HK HA LU LA LK H8 EA SA        | me: played S7=LK                                        | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU LA LK H8 EA SA        | left: played HK=EA; right: played S7=EA; partner: played LU | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LU W LK H8 EA LA         | left: played HK=H8 S7=H8                                | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LU W LK H8 EA LA         | left: played HK W                                       | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LU W LK H8 EA LA         | left: played W; right: played LU                        | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LU W LK H8 EA LA         | partner: played EA W=EA                                 | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 W HO EK LK SK EA L9      | cut: HK; right: played S7=EK                            | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 W HO EK LK SK EA L9      | cut: HK W; partner: played HK=SK W=LK                   | gleich hanger
innsbruck-1924 | 4 | H trump | 1 | HA SA       | H7 HU HO H8 H9 LA LK EA        | left: played H7; right: played HU=H9                    | gleich hanger
innsbruck-1924 | 4 | H trump | 1 | HO SA       | H7 HU HA H8 H9 LA LK EA        | me: played HO=H9; left: played H7=H9                    | gleich hanger
suedtirol-1927 | 4 | E8 up   | 2 | HA SA       | HK EO EU E9 EK H8 H9 EA        | left: played EO=EK; partner: played EU                  | gleich hanger
schlanders-2023 | 4 | S9 up  | 1 | SA H8       | HK S8 S7 SU EO LA H9 L8        | right: played S8=L8; left: played EO                    | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: played HK=EA >=2 perlaggen                        | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: played HK=EA; opponents: =2 perlaggen             | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: played HK=EA <=1 perlaggen; out: >=1 perlaggen    | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: played HK=EA; partner: =1 {HK S7 EK}              | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: played HK=EA; opponents: >=2 {HK S7 EK}           | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: played HK=EA; opponents: =1 rank K                | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: played HK=EA; right: gleich>=2K                   | gleich
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: played HK=EK; partner: hanger=none                | hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: played HK=EK gleich>=2A                           |
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | left: played HK=EK; opponents: bid gleich 2A 75%        |
innsbruck-1924 | 4 | L8 up   | 0 | HA SA       | HK S7 LO H8 EK LK SK EA        | me: played SA; partner: bid gleich 2A 75%               | gleich hanger
innsbruck-1924 | 4 | LU up   | 0 | HA W        | HK S7 LO L9 LK LA EA H8        | dealer: kept 80%; right: played S7=L9; me: played W=LU  | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU H9 LK H8 EA HO        | left: void H                                            | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU H9 LK H8 EA HO        | left: played H8 void H                                  | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU H9 LK H8 EA HO        | opponents: void H; left: played HK=H9                   | gleich hanger
innsbruck-1924 | 4 | L8 up   | 0 | HA W        | HK S7 LU H9 LK H8 EA LO        | partner: void L played LU=LA; right: void H             | gleich hanger
innsbruck-1924 | 2 | L8 up   | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | other: played HK=EA EA                                  | gleich hanger
innsbruck-1924 | 2 | L8 up   | 0 | HA SA W     | HK S7 LO H8 EK LK SK EA L9 L10 | other: played S7=LK; me: played W=SA; cut: none         | gleich hanger
innsbruck-1924 | 2 | L8 up   | 0 | HA SA W     | HK S7 LO H8 EK LK SK EA L9 L10 | other: played S7 LO=L10; me: played W                   | gleich hanger
innsbruck-1924 | 2 | L8 up   | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | other: played S7=LK gleich>=2K hanger<=3A               | gleich hanger
innsbruck-1924 | 2 | L8 up   | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | other: played HK=LK void L bid hanger 2A 50%            | gleich hanger
innsbruck-1924 | 2 | L trump | 0 | HA SA S9    | HK S7 LO H8 EK LK SK EA L9 L10 | other: played HK=H8 =2 perlaggen >=1 rank K             | gleich hanger
""".strip().splitlines()


@pytest.mark.parametrize("row", ROWS)
def test_rules2_a_perlagg_played_is_one_plain_card_in_every_figure(row: str) -> None:
    known, exact = ours(row), cells(row)[-1].split()
    for kind in KINDS:
        odds, law = figure_odds(known, kind), figure_law(known, kind)
        expected = oracle_known.counted(theirs(known), kind)
        assert (odds.method, law.method) == (("exact",) if kind in exact else ("sampled",)) * 2
        assert odds_by_figure(known, kind, (0, odds.best))[odds.best] == odds
        if kind in exact:
            assert shares(odds.counts) == shares(expected.outcomes)
            assert shares(law.ours) == shares(expected.ours)
            assert shares(law.theirs) == shares(expected.theirs)
            if "%" not in row:  # no beliefs: whole deals
                assert odds.counts == expected.outcomes
                assert odds.worlds == law.worlds == expected.whole
        else:
            for part in ("win", "stand", "lose"):
                chance = float(expected.outcomes[part] / expected.whole)
                error = sqrt(chance * (1 - chance) / odds.worlds)
                assert abs(getattr(odds, part).value - chance) <= 4.5 * error
        assert sum(odds.counts.values()) == odds.worlds
        assert "note.named_stays" in known.notes or not known.fixed


@pytest.mark.parametrize("row", ROWS)
def test_drawn_deals_show_the_same_figures(row: str) -> None:
    known = ours(row)
    dealt = drawn_worlds(known, 6000, rng=np.random.default_rng(66)).hands
    for kind in KINDS:
        shown = shown_of_all(kind, dealt, known.perlaggen, known.fixed)
        theirs_best, law = shown[:, 1::2].max(axis=1), oracle_known.counted(theirs(known), kind)
        for value, weight in law.theirs.items():
            chance = float(weight / law.whole)
            assert abs((theirs_best == value).mean() - chance) <= 4.5 * sqrt(chance * (1 - chance) / 6000)
        assert set(theirs_best.tolist()) <= set(law.theirs)


# preset | players | up | leader | my hand | the other cards in play | known; figures after each of some records
RECORDS = [
    ("innsbruck-1924 | 4 | L8 up   | 0 | HA W     | HK S7 LU LA LK H8 EA SA        | |", 3),
    ("innsbruck-1924 | 4 | H trump | 2 | HA HO    | HK H7 HU LA LK H8 H9 SA        | |", 3),
    ("innsbruck-1924 | 4 | S8 up   | 1 | SO S9    | HK W E7 SA SK L9 LA HA         | cut: none |", 3),
    ("suedtirol-1927 | 4 | E8 up   | 3 | EO EA    | HK EU W E9 EK SA LA HA         | |", 3),
    ("innsbruck-1924 | 2 | L8 up   | 0 | HA SA W  | HK S7 LO H8 EK LK SK EA L9 L10 | |", 4),
    (
        "innsbruck-1924 | 2 | L trump | 1 | HK LU L9 | W S7 LO H8 EK LK SK EA LA L10  | other: <=2 perlaggen |",
        4,
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("row", "records"), RECORDS)
def test_figures_after_each_play_of_a_record(row: str, records: int) -> None:
    """Random legal play from a random deal: the deals left are those in which all of it was allowed."""
    known, met = ours(row), 0
    rules, law = trick_rules(known.rules, known.trump), oracle_known.deals(theirs(known))
    for seed in range(records):
        rng = Random(f"{row} {seed}")  # noqa: S311  a test draws
        left = [
            (
                deal,
                weight,
                oracle_tricks.deal_of(rules.trump, rules.wild, rules.ranks, masks_of(deal), known.leader),
            )
            for deal, weight in law
        ]
        true, text = rng.choice(left)[2], ""
        while any(true.hands):
            play = pick(true, rng)
            text += f"{' /' if text and not true.table else ''} {oracle_tricks_text(play)}"
            true = oracle_tricks.after(true, play)
            left = [
                (deal, weight, oracle_tricks.after(point, play))
                for deal, weight, point in left
                if play in oracle_tricks.legal(point)
            ]
            narrowed = with_record(known, parse_record(text, known))
            seen = replace(theirs(known), said=(*known.statements, *as_statements(text, known)))
            met += bool(narrowed.fixed)
            for kind in KINDS:
                outcomes = dict.fromkeys(("win", "stand", "lose"), 0)
                for deal, weight, _ in left:
                    we, they = (
                        max(oracle_known.shown(seen, kind, seat, deal) for seat in range(s, known.players, 2))
                        for s in (0, 1)
                    )
                    outcomes["win" if we > they else "lose" if we < they else "stand"] += weight
                odds = figure_odds(narrowed, kind)
                assert (odds.method, dict(odds.counts)) == ("exact", outcomes), text
    assert met > 3


def masks_of(deal: oracle_known.Deal) -> list[int]:
    return [oracle.mask(deal[seat]) for seat in sorted(deal) if seat != oracle_known.ASLEEP]


def oracle_tricks_text(play: oracle_tricks.Play) -> str:
    card, name = play
    return oracle.code(card) + (f"={oracle.code(name)}" if name else "")


def as_statements(text: str, known: Situation) -> tuple[Played, ...]:
    """Return what a record tells of who played what."""
    return tuple(Played(seat, play.card, play.name) for seat, play in parse_record(text, known).plays)


# Namings ------------------------------------------------------------------------------------------------

# hand without the Perlaggen played | their names
NAMINGS = """
HA LA SU E10 |  HA
HA LA SU HK  |  E10
HA LA SU HK  |  LA
L9 LK HK S7  |  L10
L9 HK S7     |  L9 L9
HK S7 E7     |  HO SO
H9 LK SU     |  HU HU
""".strip().splitlines()


@pytest.mark.parametrize("row", NAMINGS)
def test_namings_keep_the_names_that_were_given(row: str) -> None:
    hand, names = ([parse_card(word) for word in cell.split()] for cell in cells(row))
    rules = load_rules()
    wild = [card for card in hand if rules.perlagg_mask(1) >> card & 1]
    plain = [oracle.from_mask(1 << card)[0] for card in (*(c for c in hand if c not in wild), *names)]
    reach = Counter(
        tuple(oracle.coded(oracle.NAMED[kind]([*plain, *given])) for kind in KINDS)
        for given in product(oracle.NAMES, repeat=len(wild))
    )
    answer = taufen(mask_of(hand), rules, 1, names)
    assert dict(answer.reach) == dict(reach)
    assert answer.namings == 32 ** len(wild)
    for plan in answer.plans:
        given = [oracle.from_mask(1 << name)[0] for _, name in plan.named]
        made = [oracle.coded(oracle.NAMED[kind]([*plain, *given])) for kind in KINDS]
        assert made == [plan.gleich, plan.hanger]


# Whole packs --------------------------------------------------------------------------------------------


def whole_pack(known: str, **more: object) -> Situation:
    hand = mask_of(parse_cards("HA LA SU E10 W"))
    return situation(hand, load_rules(), upcard=parse_card("L8"), known=known, **more)


@pytest.mark.parametrize("players", [2, 4])
def test_a_plain_card_played_changes_no_figure(players: int) -> None:
    """Whoever is known to hold a card may as well have played it."""
    place = "other" if players == 2 else "partner"
    held, played = (
        whole_pack(text, players=players)
        for text in (f"{place}: L9 E9", f"{place}: played L9 E9; me: played HA")
    )
    for kind in KINDS:
        assert figure_odds(held, kind) == figure_odds(played, kind)


def test_names_that_differ_in_nothing_that_counts_give_the_same_odds() -> None:
    """A suit without further plain cards in play: for the Gleich only the rank of a name counts."""
    one, other = (whole_pack(f"left: played HK={name}") for name in ("HA", "EA"))
    assert figure_odds(one, "gleich") == figure_odds(other, "gleich")
    assert figure_odds(one, "hanger") != figure_odds(other, "hanger")


# known | what the message quotes
WRONG = """
left: played HA                                 | HA
me: played HO                                   | me: played HO
left: played L8                                 | L8
left: played LA                                 | LA
left: played HK=HA; right: HK                   | left: played HK=HA; right: HK
left: played H9=HA                              | H9=HA
left: played L9; left: !L9                      | left: !L9 played L9
left: played L9 L10 LK H9 H10 HO                | left: played HO H10 H9 LK L10 L9
left: void H >=1 H                              | left: >=1 H void H
left: played H9 void H; left: H8                | left: H8 void H
left: played S7=HA; left: =0 perlaggen          | left: =0 perlaggen played S7=HA
opponents: void H; out: =0 H; partner: <=2 H    | opponents: void H; out: =0 H
partner: played HK W                            | W
""".strip().splitlines()


@pytest.mark.parametrize("row", WRONG)
def test_what_cannot_have_been_played_is_refused(row: str) -> None:
    known, quoted = cells(row)
    with pytest.raises(InputError) as caught:
        whole_pack(known)
    for lang in LANGS:
        assert repr(quoted) in caught.value.text(lang) or quoted == caught.value.params["bad"]
        assert "\n" not in caught.value.text(lang)
