"""What must hold of every answer from what one knows, and of contradictions; swaps as hands do them."""

from itertools import permutations

import numpy as np
import oracle_deals
import pytest
from hands import README
from numpy.typing import NDArray
from test_odds_sampled import hands_of, shuffled, unseen, within_four_standard_errors

from analyse.deals.dealing import steps
from analyse.deals.drawing import possible
from analyse.deals.hands import filled
from analyse.game.cards import mask_of, parse_card, parse_cards, suit_of
from analyse.game.figures import KINDS
from analyse.game.rules import load_rules
from analyse.i18n import InputError
from analyse.knowledge import situation as seen
from analyse.knowledge.situation import Situation, situation
from analyse.odds.figures import figure_law, figure_odds
from analyse.odds.worlds import drawn_worlds, worlds


def told(
    known: str, hand: str = README, up: str = "L8", preset: str = "innsbruck-1924", **more: int
) -> Situation:
    """Return a situation given by codes."""
    return situation(
        mask_of(parse_cards(hand)), load_rules(preset), upcard=parse_card(up), known=known, **more
    )


def answers(known: Situation, kinds: tuple[str, ...] = KINDS) -> list[dict]:
    """Return all counts."""
    laws = [figure_law(known, kind) for kind in kinds]
    odds = [dict(figure_odds(known, kind).counts) for kind in kinds]
    return [*odds, *(dict(law.ours) for law in laws), *(dict(law.theirs) for law in laws)]


# Order, and what was asked before ------------------------------------------------------------------------

SAID = [
    ("left: >=1 trumps", "opponents: =1 {S7 HK}", "partner: !E7"),
    ("left: gleich>=2K", "opponents: gleich<=3A", "left: !S7", "partner: =1 perlaggen"),
    ("left: hanger>=4A", "right: gleich>=2K", "cut: none"),
    ("opponents: bid gleich 2A 75%", "right: <=1 H", "out: S7"),
]


@pytest.mark.slow
@pytest.mark.parametrize("said", SAID)
def test_answers_do_not_depend_on_the_order_of_what_is_known(said: tuple[str, ...]) -> None:
    known = told("; ".join(said))
    for other in (told("; ".join(order)) for order in permutations(said)):
        assert (other.places, other.conditions) == (known.places, known.conditions)
    assert answers(told("; ".join(reversed(said)))) == answers(known)
    dealt = [worlds(k, 200, rng=np.random.default_rng(1)) for k in (known, told("; ".join(reversed(said))))]
    assert (dealt[0] == dealt[1]).all()


@pytest.mark.slow
def test_answers_do_not_depend_on_questions_asked_before() -> None:
    first = [answers(told("; ".join(said))) for said in SAID]
    for cached in (figure_odds, figure_law, filled, steps):
        cached.cache_clear()
    assert [answers(told("; ".join(said))) for said in reversed(SAID)] == first[::-1]


# What is implied, and parts that make a whole -----------------------------------------------------------------

# known | implied by it
IMPLIED = """
left: HK               | left: >=1 perlaggen
left: HK               | opponents: >=1 {HK S7}
left: L9 LK            | left: >=2 trumps
left: EK SK            | left: gleich>=2K
left: EK EO EU         | opponents: hanger>=3K
opponents: !LK !L9 !L10 | opponents: =0 trumps
left: =2 perlaggen     | left: >=1 perlaggen <=3 perlaggen
left: gleich>=3A       | left: gleich>=2A
left: gleich>=3A       | opponents: gleich>=3A
opponents: gleich<=2A  | right: gleich<=3K
partner: =0 perlaggen  | left: <=5 perlaggen
out: HK S7 E7 L7       | opponents: <=2 perlaggen
left: EK SK            | left: bid gleich 2K 100%
left: >=1 trumps       | left: bid gleich 2K 0%
cut: none; left: S7    | opponents: >=1 perlaggen
""".strip().splitlines()


@pytest.mark.parametrize("row", IMPLIED)
def test_what_is_implied_changes_nothing(row: str) -> None:
    said, implied = (cell.strip() for cell in row.split("|"))
    kinds = ("hanger",) if "hanger" in row else ("gleich",) if "gleich" in row else KINDS
    assert answers(told(f"{said}; {implied}"), kinds) == answers(told(said), kinds)


# what is known besides | parts of which just one holds
PARTS = """
                      | left: =0 perlaggen / left: =1 perlaggen / left: >=2 perlaggen
                      | opponents: =0 trumps / opponents: >=1 trumps
right: !S7            | partner: <=1 H / partner: =2 H / partner: >=3 H
cut: none             | left: =0 rank K / left: =1 rank K / left: >=2 rank K
opponents: S7         | left: =0 {HK EA L9} / left: =1 {HK EA L9} / left: =2..3 {HK EA L9}
                      | left: gleich<=2K / left: gleich=2A..3K / left: gleich>=3A
left: >=1 trumps      | opponents: gleich<=2A / opponents: gleich>=37
                      | partner: hanger=none / partner: hanger=28..3A / partner: hanger>=410
opponents: hanger<=3A | left: hanger<=2A / left: hanger>=39
out: <=2 perlaggen    | out: =0 perlaggen / out: =1 perlaggen / out: =2 perlaggen
""".rstrip().splitlines()[1:]


@pytest.mark.parametrize("row", PARTS)
def test_parts_make_the_whole(row: str) -> None:
    said, parts = (cell.strip() for cell in row.split("|"))
    kinds = ("hanger",) if "hanger" in row else ("gleich",) if "gleich" in row else KINDS
    each = [answers(told(f"{said}; {part}"), kinds) for part in parts.split("/")]
    for i, whole in enumerate(answers(told(said), kinds)):
        assert sum(whole.values())
        assert {key: sum(part[i].get(key, 0) for part in each) for key in whole} == whole


# The rarest -----------------------------------------------------------------------------------------------------

RAREST = [
    "left: HK W S7 E7 L9",
    "opponents: HK W S7 E7; left: >=1 trumps; right: =0 perlaggen",
    "left: =4 {HK W S7 E7} =1 trumps",
    "opponents: HK W S7 E7 L7 LU LO",
    "opponents: =7 perlaggen",
    "left: gleich>=5A hanger>=5A; right: <=1 perlaggen",
    "left: hanger=none gleich=none; opponents: =0 perlaggen >=5 {L9 L10 LK EK EU}",
]


@pytest.mark.parametrize("said", RAREST)
def test_the_rarest_statements_are_drawn_directly(said: str) -> None:
    known = told(said, "HA LA SU E10 E9")
    drawn = drawn_worlds(known, 300, rng=np.random.default_rng(4))
    assert (drawn.direct, drawn.acceptance, len(drawn.hands)) == (True, 1.0, 300)
    both = drawn.hands[:, 1] | drawn.hands[:, 3]
    if "perlaggen" not in said or "=7" in said:
        four = np.uint64(mask_of(parse_cards("HK W S7 E7")))
        assert "hanger" in said or (both & four == four).all()


# Contradictions: known | the smallest part that cannot hold ------------------------------------------------------

CONTRADICTIONS = """
left: E9 S9 !L9; right: E9; partner: H8; out: S8          | left: E9; right: E9
left: =0 perlaggen; partner: H8; left: S7 E9              | left: S7 =0 perlaggen
left: =5 H; partner: =2 H; right: E9                      | left: =5 H; partner: =2 H
opponents: >=6 perlaggen; partner: HK                     | partner: HK; opponents: >=6 perlaggen
opponents: >=7 perlaggen; partner: S9                     | opponents: >=7 perlaggen
left: >=3 trumps; right: >=1 trumps; out: S9              | left: >=3 trumps; right: >=1 trumps
left: S7; right: HK; opponents: gleich=none               | left: S7; opponents: gleich=none
left: gleich>=3A; opponents: gleich<=2A; partner: H8      | left: gleich>=3A; opponents: gleich<=2A
left: gleich=5A; left: =0 perlaggen; right: S9            | left: gleich=5A =0 perlaggen
left: gleich>=5A; right: gleich>=5A; partner: gleich>=3A  | left: gleich>=5A; right: gleich>=5A
left: hanger=none gleich=none; left: >=1 perlaggen        | left: >=1 perlaggen gleich=none
opponents: bid gleich 4A 100%; opponents: gleich<=3A; left: H8 | opponents: gleich<=3A bid gleich 4A 100%
left: =2 rank K; right: =2 rank K; partner: EA            | left: =2 rank K; right: =2 rank K
left: E9 E8 EU EO; left: EK =0 rank 9                     | left: E9 =0 rank 9
out: >=13 {H7 H8 H9 H10 HU HO L7 L9 L10 LU LO LK S7 S8}   | out: >=13 {HO HU H10 H9 H8 H7 LK LO LU L10 L9 L7 S8 S7}
left: HK; cut: none; left: !HK                            | left: HK !HK
left: =1 {HK S7}; left: HK; left: S7; right: S9           | left: HK S7 =1 {HK S7}
left: S7; cut: S7; left: =4 H; partner: gleich>=3A        | left: S7; cut: S7
left: S7 !S7; right: >=9 perlaggen; partner: gleich>=3A   | right: >=9 perlaggen
left: S9 S8 SK =4 H; right: gleich=5K; partner: hanger<=5O | left: SK S9 =4 H
left: =5 H; partner: =2 H; right: hanger>=5A; out: S7     | left: =5 H; partner: =2 H
left: =5 H; partner: =2 H; right: gleich=none hanger>=3A  | left: =5 H; partner: =2 H
left: H8 H9 H10 L9 L10; left: L7; left: =5 S; out: E9     | left: H10 =5 S
left: gleich>=4A hanger>=4A; right: gleich>=4A hanger>=4A; partner: gleich>=4A hanger>=4A; out: S9 | left: gleich>=4A hanger>=4A; right: gleich>=4A hanger>=4A; partner: gleich>=4A hanger>=4A
left: hanger>=4A gleich>=3A; right: hanger>=4A gleich>=3A; partner: hanger>=4A gleich>=3A; opponents: <=1 perlaggen | left: hanger>=4A gleich>=3A; right: hanger>=4A gleich>=3A; opponents: <=1 perlaggen
left: =1 rank 8 =1 rank 9 =1 rank 10 =1 rank O =1 rank K =1 rank U; right: =1 rank 8; partner: =1 rank 8 =1 rank 9 | left: =1 rank 8 =1 rank 9 =1 rank 10 =1 rank O =1 rank K =1 rank U
opponents: =0 rank 8 =0 rank 9; partner: =3 rank 9 =3 rank 8; left: gleich>=2A hanger>=3U | partner: =3 rank 9 =3 rank 8
""".strip().splitlines()


@pytest.mark.parametrize("row", CONTRADICTIONS)
def test_a_smallest_contradiction_is_named(row: str) -> None:
    said, part = (cell.strip() for cell in row.split("|"))
    with pytest.raises(InputError) as caught:
        told(said)
    words = {frozenset(p.partition(":")[2].split()) for p in caught.value.params["bad"].split(";")}
    assert words == {frozenset(p.partition(":")[2].split()) for p in part.split(";")}
    assert caught.value.key in {"error.known_contradiction", "error.known_impossible"}


def test_what_places_decide_is_found_without_counting_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    monkeypatch.setattr(seen, "possible", lambda frame, case: looked.append(case) or possible(frame, case))
    with pytest.raises(InputError) as caught:
        told(
            "left: W; right: gleich=5K; partner: bid hanger 4A 90%; left: =4 H; cut: W; opponents: hanger=310;"
            " out: =4 {H8 H9 LO W EK SK}; right: gleich<=3O; right: void S; opponents: !L9; partner: hanger<=5O",
            hand="HA LA SU E10 E9",
        )
    assert caught.value.params["bad"] == "left: W; cut: W"
    assert looked
    assert not [case for case in looked if case.numbers and case.bounds]  # no two statements of them at once


# question, what the message quotes
SWAPS = [
    (dict(known="left: swapped LU for L10"), "L10"),
    (dict(known="partner: swapped LU for L8"), "partner"),
    (dict(known="right: swapped S7 for L8"), "S7"),
    (dict(known="right: swapped LK for L8"), "LK"),
    (dict(known="right: swapped LU for L8", hand="HA LA LU E10 W"), "LU"),
    (dict(known="me: swapped LU for L8", leader=1), "LU"),
    (dict(known="me: swapped LU for L10", hand="HA L9 LU E10 W", up="L10", leader=1), "L9"),
    (dict(known="partner: swapped LU for L8", preset="suedtirol-1927", leader=1), "LA"),
    (dict(known="dealer: kept 80%"), "kept"),
    (dict(known="dealer: kept 100%", up="LU", leader=1), "kept"),
    (dict(known="dealer: kept 50%", up="LU", preset="suedtirol-1927"), "dealer: kept 50%"),
    (dict(known="dealer: kept 50%", up="LU", preset="suedtirol-1927"), "LU"),
    (dict(known="right: swapped LU for L9; right: !LU", up="L9"), "swapped"),
    (dict(known="right: swapped LU for L9 L8", up="L9"), "L8"),
]


@pytest.mark.parametrize(("question", "quoted"), SWAPS, ids=[str(question) for question, _ in SWAPS])
def test_swaps_that_cannot_have_been_are_refused(question: dict, quoted: str) -> None:
    with pytest.raises(InputError) as caught:
        told(**question)
    for lang in ("de", "en"):
        assert quoted in caught.value.text(lang)
        assert "\n" not in caught.value.text(lang)


# The exchange as hands do it (RULES 3, 9) ---------------------------------------------------------------------------


def test_rules3_fourteen_of_33_upcards_are_perlaggen_also_after_the_cut() -> None:
    rules = load_rules()
    perlaggen = {c for c in range(33) if rules.perlagg_mask(suit_of(c)) >> c & 1}
    assert len(perlaggen) == 14
    rng = np.random.default_rng(14)
    permanent = [c for c in range(33) if rules.permanent >> c & 1]
    n = 20_000
    turned = [
        oracle_deals.deal_by_hand(
            rng.permutation(33).tolist(), int(rng.integers(5, 29)), permanent, players=4, leader=0
        ).upcard
        for _ in range(n)
    ]
    share = np.mean([up in perlaggen for up in turned])
    assert abs(share - 14 / 33) < 4 * np.sqrt(14 / 33 * 19 / 33 / n)


def dealt(known: Situation, seed: int) -> list[NDArray[np.uint64]]:
    """Return the hands of left, partner and right as they were dealt, all cards but mine and the up-card."""
    bits = shuffled(unseen(known), 15, np.random.default_rng(seed))
    return [hands_of(bits, range(i, i + 5)) for i in (0, 5, 10)]


@pytest.mark.parametrize("kind", KINDS)
def test_rules3_a_turned_perlagg_kept_though_it_might_have_been_swapped(kind: str) -> None:
    """Vorhand is me: right deals, left is his partner; a side that holds a plain trump swaps in 80 of 100 deals."""
    known = told("dealer: kept 80%", up="LU")
    left, partner, right = dealt(known, 80)
    trumps = np.uint64(known.rules.plain_trumps(known.trump))
    swaps = ((left | right) & trumps != 0) & (np.random.default_rng(8).random(len(left)) < 0.8)
    within_four_standard_errors(known, kind, [hands[~swaps] for hands in (left, partner, right)])


# who swaps | preset | what he gives; under "must" the dealer's partner swaps where the dealer cannot
SWAPPED = [
    ("right", "innsbruck-1924", "L9"),
    ("right", "suedtirol-1927", "L10"),
    ("left", "suedtirol-1927", "L9"),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("who", "preset", "gives"), SWAPPED)
def test_rules3_the_turned_perlagg_swapped_for_the_lowest_plain_trump(
    kind: str, who: str, preset: str, gives: str
) -> None:
    rules = load_rules(preset)
    left, partner, right = dealt(told("", up="LU"), 9)
    trumps = np.uint64(rules.plain_trumps(1))
    swapper, dealer = (left, right) if who == "left" else (right, right)
    held = swapper & trumps
    lowest = held & (~held + np.uint64(1))
    happens = lowest == np.uint64(1 << parse_card(gives))
    if who == "left":
        happens &= dealer & trumps == 0
    after = (swapper & ~lowest) | np.uint64(1 << parse_card("LU"))
    left, right = (after, right) if who == "left" else (left, after)
    known = told(f"{who}: swapped LU for {gives}", up=gives, preset=preset)
    within_four_standard_errors(known, kind, [hands[happens] for hands in (left, partner, right)])
