"""Gleich and Hanger: the worked facts of RULES 10, counts over all hands, and the slow twins."""

from itertools import permutations

import numpy as np
import oracle
import pytest

from analyse.game.cards import mask_of, parse_cards, parse_suit
from analyse.game.figures import (
    KINDS,
    all_hands,
    figure,
    figure_count,
    figure_label,
    figure_rank,
    figure_short,
    figure_value,
    figure_values,
    gleich,
    gleich_values,
    hanger,
    hanger_values,
)
from analyse.game.rules import PRESETS, load_rules

FUNCTIONS = {"gleich": (gleich, gleich_values), "hanger": (hanger, hanger_values)}
LAUB = load_rules().perlagg_mask(parse_suit("L"))
PACK_33 = load_rules().pack


def mask(codes: str) -> int:
    """Return the mask of cards given by their codes."""
    return mask_of(parse_cards(codes))


def perlaggen(preset: str, trump: str) -> tuple[oracle.Card, ...]:
    """Return the Perlaggen of a preset as the oracle writes cards."""
    return oracle.from_mask(load_rules(preset).perlagg_mask(parse_suit(trump)))


# S p. 62: hands of plain cards, Laub trump: better, worse -------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("HA LA", "EK LK", id="AA_beats_KK"),
        pytest.param("H8 S8 E8", "HA LA", id="888_beats_AA"),
        pytest.param("H8 L8 S8 E8", "HA LA SA", id="8888_beats_AAA"),
    ],
)
def test_s62_more_beat_fewer_then_the_higher_rank(better: str, worse: str) -> None:
    assert gleich(mask(better), LAUB) > gleich(mask(worse), LAUB)


def test_s62_777_beats_aa() -> None:
    # RULES 10 has sevens; two of them are permanent Perlaggen, so the third is made by the Weli.
    schell = load_rules().perlagg_mask(parse_suit("S"))
    assert gleich(mask("H7 L7 W H9 E10"), schell) == figure_value(3, 0)
    assert gleich(mask("H7 L7 W H9 E10"), schell) > gleich(mask("HA LA EO H8 L9"), schell)


def test_s62_aaa_against_aaa_stands() -> None:
    assert gleich(mask("HA LA SA E8 E10"), LAUB) == gleich(mask("EA W S9 LA LK"), LAUB)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("HO HA EO EK", "HU HO", id="OK_beats_UO"),
        pytest.param("E8 E9 E10", "EK EA", id="three_low_cards_beat_KA"),
        pytest.param("L8 L9 L10 H8", "SK SA HU HO", id="8_9_10_beats_KA"),
    ],
)
def test_s62_longer_hanger_then_the_higher_top_card(better: str, worse: str) -> None:
    assert hanger(mask(better), LAUB) > hanger(mask(worse), LAUB)


def test_s62_789_beats_ka() -> None:
    # Eichel trump leaves H7 a plain card.
    eichel = load_rules().perlagg_mask(parse_suit("E"))
    assert hanger(mask("H7 H8 H9"), eichel) == figure_value(3, 2)
    assert hanger(mask("H7 H8 H9"), eichel) > hanger(mask("SK SA"), eichel)


# RULES 4 and 9, S p. 63: hand, trump, best Gleich, best Hanger (innsbruck-1924) ------------------------

HANDS = """
HA HO W            | L | A-A       | O-K-A      | S p. 63: the Perlagg is HK
E8 EU W HK         | L | U-U-U     | 8-9-10-U   | S p. 63: E9 E10
L9 LU LK W S7      | S | K-K-K     | 9-10-U-O-K | S p. 63: L10 LO
HA LA SA EA W      | L | A-A-A-A-A | K-A        | RULES 4: no cap at four
HK W S7 E7 L7      | L | A-A-A-A-A | 10-U-O-K-A | RULES 9: all Perlaggen: ace-high
HK W               | L | A-A       | K-A        | RULES 9: all Perlaggen: ace-high
E8                 | L | –         | –          | RULES 4: one card is no figure
W                  | L | –         | –          | RULES 4: one card is no figure
HA H8 LK L9 S10    | L | –         | –          | RULES 9: a Hanger never wraps
HA H7 H8           | L | –         | 7-8        | RULES 9: a Hanger never wraps
HA LA SA EA H8     | L | A-A-A-A   | –          | natural
S8 S9 S10 SU SO    | L | –         | 8-9-10-U-O | natural
S8 S9 W            | L | 9-9       | 8-9-10     | RULES 9: no naming as rank 6
H8 H9 L9 L10 EK    | L | 9-9       | 9-10       | RULES 4: suits are equal
H8 H9 HU HO W      | L | O-O       | 8-9-10-U-O | the Perlagg fills the gap
SA SK SO E7 E9     | L | A-A       | U-O-K-A    | the Perlagg lengthens below when the ace is on top
HO HK HA EO L9     | H | A-A-A     | O-K-A      | Herz trump: HK and HO are Perlaggen
"""


@pytest.mark.parametrize("row", [pytest.param(r, id=r[:19].strip()) for r in HANDS.strip().splitlines()])
def test_s63_best_figures(row: str) -> None:
    hand, trump, best_gleich, best_hanger, _ = (cell.strip() for cell in row.split("|"))
    wild = load_rules().perlagg_mask(parse_suit(trump))
    assert figure_short("gleich", gleich(mask(hand), wild)) == best_gleich
    assert figure_short("hanger", hanger(mask(hand), wild)) == best_hanger


def test_rules10_counts_over_all_hands() -> None:
    # RULES 10, last row: all C(32,5) hands, Laub trump, plain L8 up: best figure of 1, 2, 3, 4, 5 cards.
    hands = all_hands(PACK_33 & ~mask("L8"), 5)
    lengths = {kind: figure_values(kind, hands, LAUB) // 8 + 1 for kind in KINDS}
    assert len(hands) == 201_376
    assert np.bincount(lengths["gleich"])[1:].tolist() == [14349, 78205, 81144, 25375, 2303]
    assert np.bincount(lengths["hanger"])[1:].tolist() == [25573, 64797, 73893, 32562, 4551]


# Against the twins that try every name -------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "hands_tried"), [("L", 225_030), ("E", 229_905)]
)  # C(26,5) + 7 C(26,4) + 21 C(26,3); C(27,5) + 6 C(27,4) + 15 C(27,3)
def test_every_hand_with_two_perlaggen_or_fewer_equals_trying_all_names(trump: str, hands_tried: int) -> None:
    wild = load_rules().perlagg_mask(parse_suit(trump))
    hands = all_hands(PACK_33, 5)
    hands = hands[np.bitwise_count(hands & np.uint64(wild)) <= 2]
    assert len(hands) == len(np.unique(hands)) == hands_tried
    for kind in KINDS:
        tried = oracle.best_figures(kind, hands, perlaggen("innsbruck-1924", trump))
        assert np.array_equal(figure_values(kind, hands, wild), tried)


CASES = [(preset, trump) for preset in PRESETS for trump in "HLSE" if (preset, trump) != ("oberland", "E")]


@pytest.mark.parametrize(("preset", "trump"), CASES)
def test_other_presets_equal_trying_all_names_by_sample(preset: str, trump: str) -> None:
    rng = np.random.default_rng(1927)
    rules = load_rules(preset)
    wild = rules.perlagg_mask(parse_suit(trump))
    hands = all_hands(rules.pack, 5)
    counts = np.bitwise_count(hands & np.uint64(wild))
    size = {0: 300, 1: 300, 2: 300, 3: 60}
    some = np.concatenate([rng.choice(hands[counts == k], n, replace=False) for k, n in size.items()])
    for kind in KINDS:
        tried = oracle.best_figures(kind, some, perlaggen(preset, trump))
        assert np.array_equal(figure_values(kind, some, wild), tried)


@pytest.mark.parametrize("hand", ["HK W S7 LU E9", "W E7 L7 LO HA", "HK S7 E7 LU S8", "W S7 L7 LU LO"])
def test_four_and_five_perlaggen_equal_trying_all_names(hand: str) -> None:
    hands = np.array([mask(hand)], dtype=np.uint64)
    for kind in KINDS:
        tried = oracle.best_figures(kind, hands, perlaggen("innsbruck-1924", "L"))
        assert figure(kind, mask(hand), LAUB) == tried[0]


@pytest.mark.parametrize("size", range(1, 9))
def test_hands_of_one_to_eight_cards_equal_trying_all_names(size: int) -> None:
    rng = np.random.default_rng(size)
    cards = [c for c in range(33) if PACK_33 >> c & 1]
    drawn = [mask_of(rng.choice(cards, size, replace=False).tolist()) for _ in range(200)]
    hands = np.array([h for h in drawn if (h & LAUB).bit_count() <= 2], dtype=np.uint64)
    assert len(hands) > 50
    for kind in KINDS:
        tried = oracle.best_figures(kind, hands, perlaggen("innsbruck-1924", "L"))
        assert np.array_equal(figure_values(kind, hands, LAUB), tried)
        assert [figure(kind, h, LAUB) for h in hands.tolist()] == tried.tolist()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("preset", "trump"), CASES)
def test_one_hand_alone_equals_the_same_hand_among_many(preset: str, trump: str, kind: str) -> None:
    rng = np.random.default_rng(62)
    rules = load_rules(preset)
    wild = rules.perlagg_mask(parse_suit(trump))
    one, many = FUNCTIONS[kind]
    for size in range(1, 6):
        hands = rng.choice(all_hands(rules.pack, size), 60)
        assert many(hands, wild).tolist() == [one(hand, wild) for hand in hands.tolist()]
        assert many(hands, wild).dtype == np.uint8


# Properties --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("trump", "HLSE")
def test_one_perlagg_more_never_lowers_a_figure(trump: str, kind: str) -> None:
    rules = load_rules()
    wild = rules.perlagg_mask(parse_suit(trump))
    hands = all_hands(PACK_33, 4)
    before = figure_values(kind, hands, wild)
    for card in rules.perlaggen(parse_suit(trump)):
        bit = np.uint64(1 << card)
        lacking = (hands & bit) == 0
        assert (figure_values(kind, hands[lacking] | bit, wild) >= before[lacking]).all()


@pytest.mark.parametrize("kind", KINDS)
def test_one_plain_card_more_never_lowers_a_figure(kind: str) -> None:
    hands = all_hands(PACK_33, 4)
    before = figure_values(kind, hands, LAUB)
    for card in parse_cards("HA L8 SU E9"):
        bit = np.uint64(1 << card)
        lacking = (hands & bit) == 0
        assert (figure_values(kind, hands[lacking] | bit, LAUB) >= before[lacking]).all()


def _suits_moved(hands: np.ndarray, order: tuple[int, ...]) -> np.ndarray:
    """Return hands with the cards of suit i moved to suit order[i]; the Weli stays."""
    moved = hands & np.uint64(1 << 32)
    for suit, to in enumerate(order):
        moved |= (hands >> np.uint64(8 * suit) & np.uint64(0xFF)) << np.uint64(8 * to)
    return moved


@pytest.mark.parametrize("kind", KINDS)
def test_suits_are_equal(kind: str) -> None:
    # RULES 4: moving whole suits, the Perlaggen with them, changes no figure.
    hands = np.random.default_rng(4).choice(all_hands(PACK_33, 5), 20_000, replace=False)
    before = figure_values(kind, hands, LAUB)
    for order in permutations(range(4)):
        wild = int(_suits_moved(np.array([LAUB], dtype=np.uint64), order)[0])
        assert np.array_equal(figure_values(kind, _suits_moved(hands, order), wild), before)


@pytest.mark.parametrize("kind", KINDS)
def test_all_perlaggen_are_equal_in_figures(kind: str) -> None:
    # RULES 4: made with Perlaggen or natural, no difference; nor does it matter with which.
    plain = all_hands(PACK_33 & ~LAUB, 3)
    pairs = all_hands(LAUB, 2)
    assert len(pairs) == 21
    first = figure_values(kind, plain | pairs[0], LAUB)
    for pair in pairs[1:]:
        assert np.array_equal(figure_values(kind, plain | pair, LAUB), first)


# Reading and writing figures ------------------------------------------------------------------------------


def test_figures_compare_by_count_then_rank() -> None:
    # RULES 4, from the least to the best.
    values = [figure_value(1, 7), *(figure_value(n, r) for n in range(2, 9) for r in range(8))]
    assert values == sorted(set(values))
    assert [figure_count(v) for v in values[1:]] == [n for n in range(2, 9) for _ in range(8)]
    assert [figure_rank(v) for v in values[1:]] == [r for _ in range(2, 9) for r in range(8)]
    assert values[0] == 0
    assert figure_count(0) == 1
    assert figure_rank(0) is None


LABELS = """
gleich | 1 | – | –          | kein Gleich               | no Gleich
hanger | 1 | – | –          | kein Hanger               | no Hanger
gleich | 2 | K | K-K        | einfaches Gleich          | Gleich of two
gleich | 2 | A | A-A        | höchst einfaches Gleich   | Gleich of two aces
gleich | 3 | A | A-A-A      | höchst dritziges Gleich   | Gleich of three aces
gleich | 5 | 7 | 7-7-7-7-7  | fünftiges Gleich          | Gleich of five
hanger | 2 | O | U-O        | einfacher Hanger          | Hanger of two
hanger | 3 | 9 | 7-8-9      | dritziger Hanger          | Hanger of three
hanger | 4 | A | U-O-K-A    | höchst viertiger Hanger   | Hanger of four to the ace
hanger | 5 | K | 9-10-U-O-K | fünftiger Hanger          | Hanger of five
"""


@pytest.mark.parametrize("row", LABELS.strip().splitlines())
def test_rules4_words_for_figures(row: str) -> None:
    # RULES 4: 2 einfach, 3 dritzig, 4 viertig, 5 fünftig; with the ace on top: höchst.
    kind, count, rank, short, german, english = (cell.strip() for cell in row.split("|"))
    value = figure_value(int(count), oracle.RANKS.index(rank) if rank != "–" else 0)
    assert figure_short(kind, value) == short
    assert figure_label(kind, value, "de") == german
    assert figure_label(kind, value, "en") == english
