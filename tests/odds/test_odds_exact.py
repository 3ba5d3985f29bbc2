"""Exact odds against every deal, one by one: RULES 3 and 4, DESIGN "How it computes"."""

from dataclasses import replace

import numpy as np
import oracle
import oracle_deals
import pytest
from hypothesis import given
from hypothesis import strategies as st
from searching import examples

from analyse.game.cards import card_name, mask_of, parse_card, parse_cards, parse_suit
from analyse.game.figures import KINDS, all_hands, figure
from analyse.game.rules import PRESETS, Rules, load_rules
from analyse.knowledge.situation import Situation, situation
from analyse.odds.figures import FigureOdds, Law, figure_law, figure_odds, odds_by_figure


def sized(preset: str, hand_size: int) -> Rules:
    """Return a preset with another number of cards a player."""
    return replace(load_rules(preset), hand_size=hand_size, packets=(hand_size,))


def codes(cards: tuple[int, ...]) -> str:
    """Return cards by their codes."""
    return " ".join(map(card_name, cards))


def both(
    preset: str, up: str, hand: str, *, players: int = 4, leader: int = 0, known: str = "", must: bool = False
) -> tuple[Situation, oracle_deals.Known]:
    """Return one situation twice: the package's and the oracle's. `up` is "L8 up" or "L trump"."""
    rules = sized(preset, len(hand.split()))
    word, _, is_card = up.partition(" ")
    upcard = parse_card(word) if is_card == "up" else None
    trump = rules.trump_of(upcard) if upcard is not None else parse_suit(word)
    ours = situation(
        mask_of(parse_cards(hand)),
        rules,
        upcard=upcard,
        trump=None if upcard is not None else trump,
        players=players,
        leader=leader,
        known=known,
    )
    theirs = oracle_deals.Known(
        pack=oracle.from_mask(rules.pack),
        perlaggen=oracle.cards(codes(rules.perlaggen(trump))),
        permanent=oracle.from_mask(rules.permanent),
        trump="HLSE"[trump],
        hand=oracle.cards(hand),
        hand_size=len(hand.split()),
        upcard=None if upcard is None else oracle.card(word),
        players=players,
        leader=leader,
        statements=known,
        must_exchange=must,
    )
    return ours, theirs


def check(known: Situation, deals: oracle_deals.Known) -> None:
    """Compare both figures' odds and laws with all deals, as integers."""
    for kind in KINDS:
        odds: FigureOdds = figure_odds(known, kind)
        law: Law = figure_law(known, kind)
        expected = oracle_deals.counted(deals, kind)
        assert expected.worlds > 1
        assert dict(odds.counts) == expected.outcomes
        assert dict(law.ours) == expected.ours
        assert dict(law.theirs) == expected.theirs
        assert odds.worlds == law.worlds == known.deals == expected.worlds
        assert odds.method == "exact"
        assert odds_by_figure(known, kind, (0, odds.best))[odds.best] == odds


# Two players: all hands of the other --------------------------------------------------------------------

TWO_PLAYERS = """
innsbruck-1924  | L8 up   | HA LA SU E10 W  |  80730
innsbruck-1924  | L trump | HA LA SU E10 W  |  98280
innsbruck-1924  | H7 up   | HK S7 E8 E9 EA  |  80730
innsbruck-1924  | W up    | S8 SA H10 LU EU |  80730
kongress-1890   | S9 up   | SO HK LK LO L8  |  80730
kongress-1890   | E trump | EU EO W S7 H9   |  98280
suedtirol-1927  | H9 up   | HA LA SU E10 EO |  80730
suedtirol-1927  | E trump | L7 L8 L9 H8 EU  |  98280
oberland        | L8 up   | HK E7 S7 SA LA  |  80730
oberland        | S trump | S9 S10 H8 H7 EK |  98280
schlanders-2023 | L9 up   | S8 HA SA L7 LK  |  65780
schlanders-2023 | E trump | HK H9 L9 S9 E8  |  80730
"""


@pytest.mark.parametrize("row", TWO_PLAYERS.strip().splitlines())
def test_two_players_equal_all_hands_of_the_other(row: str) -> None:
    preset, up, hand, hands_tried = (cell.strip() for cell in row.split("|"))
    known, deals = both(preset, up, hand, players=2)
    gone = known.hand | (0 if known.upcard is None else 1 << known.upcard)
    others = all_hands(known.rules.pack & ~gone, 5)
    assert len(others) == int(hands_tried)
    for kind in KINDS:
        mine = oracle.coded(oracle.best_figure(kind, deals.hand, deals.perlaggen))
        theirs = oracle.best_figures(kind, others, deals.perlaggen)
        odds = figure_odds(known, kind)
        assert odds.best == mine
        assert dict(odds.counts) == {
            "win": np.count_nonzero(theirs < mine),
            "stand": np.count_nonzero(theirs == mine),
            "lose": np.count_nonzero(theirs > mine),
        }
        values, counts = np.unique(theirs, return_counts=True)
        for shown, less in odds_by_figure(known, kind, (0, 15, mine)).items():
            wins, losses = np.count_nonzero(theirs < shown), np.count_nonzero(theirs > shown)
            assert (less.counts["win"], less.counts["lose"]) == (wins, losses)
        law = figure_law(known, kind)
        assert dict(law.theirs) == dict(zip(values.tolist(), counts.tolist(), strict=True))
        assert dict(law.ours) == {mine: len(others)}
        assert odds.worlds == law.worlds == len(others)


@pytest.mark.parametrize(
    ("hand", "leader", "known"),
    [
        pytest.param("HA LA SU E10 W", 0, "other: E7 HK; opponents: !LU", id="held"),
        pytest.param("HA LA SU E10 W", 1, "cut: HK; out: E8 EO", id="other_cut"),
        pytest.param("HK LA SU E10 W", 0, "cut: W HK; other: S7", id="I_cut"),
        pytest.param("HA LA SU E10 E8", 0, "cut: none; other: LU LO; out: !HK", id="none_cut"),
    ],
)
def test_two_players_with_knowledge_equal_all_deals(hand: str, leader: int, known: str) -> None:
    check(*both("innsbruck-1924", "L8 up", hand, players=2, leader=leader, known=known))


# Four players with two or three cards each, few cards in play ----------------------------------------------

# preset | up | leader | my hand | the other cards in play | known
SMALL = """
innsbruck-1924  | L8 up   | 0 | HA W     | HK S7 LU LA LK H8 EA EK SA S9 | left: S7
innsbruck-1924  | L8 up   | 0 | HA SA    | HK S7 LU LA LK H8 EA EK W S9  | opponents: HK; right: !LU
innsbruck-1924  | L8 up   | 1 | E8 H9    | HK S7 LU L7 LK H8 EA EK W S9  | opponents: !HK !W; partner: !S7 E9
innsbruck-1924  | L trump | 2 | HA EU    | HK S7 L7 LA LK HO EO EK SO    | opponents: L7 LA HO
innsbruck-1924  | H trump | 3 | H10 L9   | HK H7 HU HA H9 L8 L10 E10 W   | opponents: H7; left: !H7
innsbruck-1924  | E9 up   | 0 | E8 L7    | HK W S7 E7 EU EO L8 L10 S9    |
innsbruck-1924  | L8 up   | 0 | HA SA    | HK S7 LU LA LK H8 EA W S9     | cut: none
innsbruck-1924  | L8 up   | 0 | HA SA    | HK S7 LU LA LK H8 EA W S9     | cut: HK W
innsbruck-1924  | L8 up   | 1 | HA SA    | HK S7 LU LA LK H8 EA W S9     | cut: HK; opponents: LU
innsbruck-1924  | L8 up   | 2 | HK SA    | W S7 LU LA LK H8 EA E7 S9     | cut: HK; left: !W
innsbruck-1924  | L8 up   | 3 | HA SA    | HK S7 LU LA LK H8 EA W S9     | cut: S7; out: !HK
kongress-1890   | S9 up   | 1 | SA SK    | HK W SO SU S7 E7 L9 L10 H10   | partner: W; cut: E7
suedtirol-1927  | LU up   | 0 | HA LA    | HK EO EU L7 LK L9 H8 EA SA S9 |
suedtirol-1927  | LU up   | 1 | HA E8    | HK EO EU L7 LK L9 H8 EA SA S9 | opponents: EU
suedtirol-1927  | LU up   | 2 | HA LA    | HK EO EU L7 LK L9 H8 EA SA S9 | cut: none
suedtirol-1927  | LU up   | 3 | HA E8    | HK EO EU L7 LK L9 H8 EA SA S9 | opponents: LK !EO
suedtirol-1927  | HK up   | 0 | HA H9    | W EO EU H7 HU H10 H8 EA SA S9 | right: H7
suedtirol-1927  | L7 up   | 0 | SA HA W  | HK EO LU LK L9 EA SK S9 S8 H8 | partner: EO
oberland        | L8 up   | 0 | HA L9    | HK W L7 LU E7 EU EO LA H9 S9  | left: !HK !W; right: !EO
schlanders-2023 | S9 up   | 1 | SA H8    | HK S8 S7 SU E7 EO LA H9 L8    | opponents: S8; cut: HK
innsbruck-1924  | L8 up   | 0 | HA LA SA | HK W LU EA E9 E10 S10 H9 LK   | left: LU; opponents: W
innsbruck-1924  | S8 up   | 3 | H7 H8 L9 | HK W SO EA L10 L8 E9 H9 H10   | cut: HK; partner: !SO
innsbruck-1924  | L8 up   | 0 | H8 H9 E9 | HK W S7 E7 L7 LU LO L9 H10 E8 | partner: L9; right: !W !S7
"""


@pytest.mark.parametrize("row", SMALL.strip().splitlines())
def test_four_players_equal_all_deals(row: str) -> None:
    preset, up, leader, hand, in_play, known = (cell.strip() for cell in row.split("|"))
    seen = {*hand.split(), *in_play.split(), up.split()[0]}
    asleep = [c for c in map(card_name, parse_cards(codes(tuple(range(33))))) if c not in seen]
    rules = load_rules(preset)
    said = set(known.replace("!", "").split())
    asleep = [c for c in asleep if rules.pack >> parse_card(c) & 1 and c not in said]
    known = f"{known}; out: {' '.join(asleep)}"
    turned = parse_card(up.split()[0]) if up.endswith("up") else None
    must = turned is not None and preset == "suedtirol-1927" and up in ("LU up", "L7 up")
    check(*both(preset, up, hand, leader=int(leader), known=known, must=must))


# Four players, full packs and hands of five, most cards known ------------------------------------------------

# preset | up | leader | my hand | known
FULL = """
innsbruck-1924  | L8 up   | 0 | HA LA SU E10 W | left: HK H8 L9 L10 EA; partner: S8 S9 S10 E8 E9
innsbruck-1924  | L8 up   | 0 | HA LA SU E10 W | left: HK H8 L9 L10; partner: S8 S9 S10 E8; right: LO LU EU
innsbruck-1924  | L8 up   | 0 | HA LA SU E10 E9 | left: H8 L9 L10 H9; partner: S8 S9 S10 E8; right: LO LU EU; cut: HK; opponents: !L7
kongress-1890   | E9 up   | 1 | SA LA SU E10 W | right: HA H8 L9 L10; partner: S8 S9 S10 E8; left: LO LU EU SK; cut: none
suedtirol-1927  | H7 up   | 3 | EA LA SU E10 W | left: S8 L8 L9 L10; partner: HK S9 S10 E8; right: EO EU SO; opponents: SK
suedtirol-1927  | H7 up   | 0 | HA LA SU E10 W | left: E9 L8 L9 L10; partner: HK S9 S10; right: EO EU SO SK; cut: none
suedtirol-1927  | H7 up   | 1 | EA LA SU E10 W | left: E9 L8 L9 L10; right: EU SO SK H9; partner: S9 S10 S8; cut: HK
schlanders-2023 | L8 up   | 0 | HA LA SU E10 HK | left: S7 L9 L10 SA SK; partner: S8 S9 S10 !LU; right: E8 E7 LO L7
"""


@pytest.mark.slow
@pytest.mark.parametrize("row", FULL.strip().splitlines())
def test_four_players_with_most_cards_known_equal_all_deals(row: str) -> None:
    preset, up, leader, hand, known = (cell.strip() for cell in row.split("|"))
    check(*both(preset, up, hand, leader=int(leader), known=known, must=up == "H7 up"))


def test_design_number_of_deals_of_four_players() -> None:
    # DESIGN, "How it computes": 27! / (5! 5! 5! 12!)
    known, _ = both("innsbruck-1924", "L8 up", "HA LA SU E10 W")
    assert figure_odds(known, "gleich").worlds == 13_155_340_358_160
    assert figure_law(known, "hanger").worlds == 13_155_340_358_160


# What must hold of every answer --------------------------------------------------------------------------------

QUESTIONS = [
    ("innsbruck-1924", "L8 up", "HA LA SU E10 W", 4, 0, ""),
    ("innsbruck-1924", "L8 up", "HA LA SU E10 W", 2, 0, ""),
    ("innsbruck-1924", "L8 up", "HA LA SU E10 W", 4, 2, "cut: none; left: E9; opponents: HK; partner: !S7"),
    ("innsbruck-1924", "L8 up", "HA LA SU E10 W", 4, 1, "cut: HK; out: E8 E9"),
    ("kongress-1890", "E trump", "HA LA SU E10 W", 4, 0, "right: HK"),
    ("suedtirol-1927", "LU up", "HA EU SU E10 W", 4, 0, ""),
    ("schlanders-2023", "S9 up", "HA LA SU E10 S8", 4, 3, "partner: HK !E7"),
    ("innsbruck-1924", "L8 up", "HA LA SU", 4, 0, ""),
    ("innsbruck-1924", "L8 up", "HA LA SU E10 W E8 E9", 2, 0, ""),
]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_parts_add_to_the_whole(question: tuple[str, str, str, int, int, str], kind: str) -> None:
    preset, up, hand, players, leader, said = question
    known, _ = both(preset, up, hand, players=players, leader=leader, known=said)
    odds, law = figure_odds(known, kind), figure_law(known, kind)
    assert all(isinstance(n, int) and n >= 0 for n in odds.counts.values())
    assert sum(odds.counts.values()) == odds.worlds == known.deals
    assert sum(law.ours.values()) == sum(law.theirs.values()) == law.worlds == known.deals
    assert odds.win.value + odds.stand.value + odds.lose.value == pytest.approx(1, abs=1e-12)
    for part in (odds.win, odds.stand, odds.lose):
        assert (part.stderr, part.method, part.worlds) == (None, "exact", known.deals)
    assert odds.win.value == pytest.approx(odds.counts["win"] / odds.worlds, rel=1e-12)
    assert min(law.ours) >= odds.best == figure(kind, known.hand, known.perlaggen)


def answers(question: tuple[str, str, str, int, int, str]) -> list[dict]:
    """Return all counts of one question."""
    preset, up, hand, players, leader, said = question
    known, _ = both(preset, up, hand, players=players, leader=leader, known=said)
    laws = [figure_law(known, kind) for kind in KINDS]
    return [
        *(dict(figure_odds(known, kind).counts) for kind in KINDS),
        *(dict(law.ours) for law in laws),
        *(dict(law.theirs) for law in laws),
    ]


def test_answers_do_not_depend_on_questions_asked_before() -> None:
    first = [answers(question) for question in QUESTIONS]
    figure_odds.cache_clear()
    figure_law.cache_clear()
    assert [answers(question) for question in reversed(QUESTIONS)] == first[::-1]


ORDERS = [
    "cut: none; left: E9; opponents: HK; partner: !S7 EO",
    "partner: EO !S7; opponents: HK; left: E9; cut: none",
    "opponents: HK; partner: !S7; cut: none; partner: EO; left: E9",
    "  LEFT:e9 ;opponents : Martl; partner: Eichel Ober ! Schellsiebner;; cut: none;",
    "links: E9; gegner: HK; partner: !S7 EO; abgehoben: keiner",
]


@pytest.mark.parametrize("said", ORDERS[1:])
def test_answers_do_not_depend_on_the_order_of_what_is_known(said: str) -> None:
    question = ("innsbruck-1924", "L8 up", "HA LA SU E10 W", 4, 0)
    assert answers((*question, said)) == answers((*question, ORDERS[0]))


def test_left_and_right_are_alike_without_the_cut() -> None:
    question = ("innsbruck-1924", "L8 up", "HA LA SU E10 W", 4, 0)
    assert answers((*question, "left: HK !E7; right: EO")) == answers((*question, "right: HK !E7; left: EO"))


@pytest.mark.slow
@examples(10)
@given(st.data())
def test_knowing_a_card_splits_the_deals(data: st.DataObject) -> None:
    """Deals with a card at left, partner, right and asleep add up to all deals (each count)."""
    card = data.draw(st.sampled_from("HK S7 E7 L7 LU LO H8 LK EA S9".split()))
    said = data.draw(st.sampled_from(["", "opponents: SA", "cut: none", "partner: !HA SK; left: !LA"]))
    question = ("innsbruck-1924", "L8 up", "HO E9 SU E10 W", 4, 0)
    parts = [
        answers((*question, f"{said}; {where}: {card}")) for where in ("left", "partner", "right", "out")
    ]
    for i, whole in enumerate(answers((*question, said))):
        assert {key: sum(part[i].get(key, 0) for part in parts) for key in whole} == whole


@examples(100)
@given(st.data())
def test_a_perlagg_instead_of_a_plain_card_never_lowers_my_figure(data: st.DataObject) -> None:
    preset = data.draw(st.sampled_from(PRESETS))
    rules = load_rules(preset)
    trump = data.draw(st.sampled_from(rules.trumps))
    plain = [c for c in range(33) if (rules.pack & ~rules.perlagg_mask(trump)) >> c & 1]
    hand = data.draw(st.lists(st.sampled_from(plain), min_size=5, max_size=5, unique=True))
    perlagg = data.draw(st.sampled_from(rules.perlaggen(trump)))
    for kind in KINDS:
        before = figure_odds(situation(mask_of(hand), rules, trump=trump, players=2), kind)
        after = figure_odds(situation(mask_of([*hand[1:], perlagg]), rules, trump=trump, players=2), kind)
        assert after.best >= before.best
