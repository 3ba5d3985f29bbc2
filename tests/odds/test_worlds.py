"""Drawn deals against every deal, one by one, and against exact counts (RULES 3; DESIGN, "The cut")."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations
from math import ceil, comb, factorial, perm, sqrt

import numpy as np
import oracle
import oracle_deals
import pytest
from hands import README
from numpy.typing import NDArray
from test_odds_exact import both, codes
from test_odds_sampled import within_four_standard_errors

from analyse.game.cards import card_name, cards_of, mask_of, parse_cards
from analyse.game.figures import KINDS
from analyse.game.rules import load_rules
from analyse.game.seats import PACK
from analyse.i18n import InputError
from analyse.knowledge.situation import Situation
from analyse.odds.worlds import worlds

MUST = ("LU up", "L7 up")  # with suedtirol-1927: to be swapped for any plain trump (S p. 56)
SEATS = {4: {1: "left", 2: "partner", 3: "right"}, 2: {1: "other"}}
DRAWN = 100_000


def drawn(known: Situation, n: int, seed: int = 1924) -> NDArray[np.uint64]:
    """Return worlds from a seed of their own."""
    return worlds(known, n, rng=np.random.default_rng(seed))


def cells(row: str) -> list[str]:
    """Return the cells of one row of a table."""
    return [cell.strip() for cell in row.split("|")]


def told(row: str, also: str = "") -> Situation:
    """Return the situation of a row of FULL, with one more statement."""
    preset, players, up, leader, hand, said = cells(row)
    return both(
        preset, up, hand, players=int(players), leader=int(leader), known=f"{said}; {also}".strip("; ")
    )[0]


# Full packs ------------------------------------------------------------------------------------------

# preset | players | up | leader | my hand | known
FULL = """
innsbruck-1924  | 4 | L8 up   | 0 | HA LA SU E10 W  |
innsbruck-1924  | 4 | L trump | 3 | HA LA SU E10 W  | left: HK E9; opponents: S7; partner: !E7; out: E8
innsbruck-1924  | 4 | L8 up   | 1 | HA LA SU E10 W  | cut: HK; left: !S9; out: !EO
innsbruck-1924  | 4 | L8 up   | 0 | HA LA SU E10 E9 | cut: none; left: EK; opponents: HK; partner: !S7
innsbruck-1924  | 2 | L8 up   | 0 | HA LA SU E10 W  | cut: W; other: !S7 EO
suedtirol-1927  | 4 | LU up   | 0 | HA LA SU E10 W  | cut: none
suedtirol-1927  | 2 | LU up   | 0 | HA LA SU E10 W  | out: !HK
schlanders-2023 | 4 | S9 up   | 0 | SA H8 L9 L10 E8 | opponents: HK S8; right: !E7
""".strip().splitlines()


@pytest.mark.parametrize("row", FULL)
@pytest.mark.parametrize("n", [0, 1, 2000])
def test_hands_are_full_and_apart_and_of_cards_that_may_be_there(row: str, n: int) -> None:
    known = told(row)
    dealt = drawn(known, n)
    assert (dealt.shape, dealt.dtype, dealt.flags.c_contiguous) == ((n, known.players), np.uint64, True)
    assert (dealt[:, 0] == known.hand).all()
    assert (np.bitwise_count(dealt) == 5).all()
    held = np.bitwise_or.reduce(dealt, axis=1)
    assert (np.bitwise_count(held) == 5 * known.players).all()
    for seat in SEATS[known.players]:
        may = mask_of(card for card, bits in known.places if bits >> seat & 1)
        assert not (dealt[:, seat] & ~np.uint64(may)).any()
    never_asleep = np.uint64(mask_of(card for card, bits in known.places if not bits >> PACK & 1))
    assert (held & never_asleep == never_asleep).all()


@pytest.mark.parametrize("row", FULL)
def test_every_card_is_with_every_seat_as_often_as_counted(row: str) -> None:
    known = told(row)
    dealt = drawn(known, DRAWN)
    for seat, name in SEATS[known.players].items():
        for card, _ in known.places:
            try:
                share = told(row, f"{name}: {card_name(card)}").deals / known.deals
            except InputError:  # it cannot be there
                share = 0.0
            held = np.count_nonzero(dealt[:, seat] >> np.uint64(card) & np.uint64(1))
            stderr = sqrt(share * (1 - share) * DRAWN)
            assert abs(held - share * DRAWN) <= 4.5 * stderr, f"{name}: {card_name(card)}"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("row", [FULL[1], FULL[3], FULL[5]])
def test_figures_of_both_sides_have_the_exact_law(row: str, kind: str) -> None:
    known = told(row)
    dealt = drawn(known, 200_000)
    within_four_standard_errors(known, kind, [dealt[:, seat] for seat in (1, 2, 3)])


def test_the_same_seed_gives_the_same_worlds() -> None:
    known = told(FULL[3])
    assert (drawn(known, 500, seed=7) == drawn(known, 500, seed=7)).all()
    assert (drawn(known, 500, seed=7) != drawn(known, 500, seed=8)).any()


def test_a_generator_goes_on() -> None:
    known, rng = told(FULL[0]), np.random.default_rng(7)
    assert (worlds(known, 500, rng=rng) != worlds(known, 500, rng=rng)).any()


# players | leader | known | the hands: left, partner, right
ONE_DEAL = """
2 | 0 | other: HK S7 E7 L7 LU                                                           | HK S7 E7 L7 LU
2 | 1 | cut: HK S7 E7; opponents: LO LK                                                 | HK S7 E7 LO LK
4 | 0 | left: HK H8 L9; right: S7 S8 S9 S10 SO; partner: EA EK EO EU E9; opponents: LK LO | HK H8 L9 LK LO, EA EK EO EU E9, S7 S8 S9 S10 SO
4 | 2 | left: H7 H8 H9 H10 HU; right: S7 S8 S9 S10 !HK; partner: EA EK EO EU; out: !HK !E7; cut: W | H7 H8 H9 H10 HU, EA EK EO EU HK, S7 S8 S9 S10 E7
"""


@pytest.mark.parametrize("row", ONE_DEAL.strip().splitlines())
def test_where_only_one_deal_is_left_it_is_drawn(row: str) -> None:
    players, leader, said, others = cells(row)
    known = told(f"innsbruck-1924 | {players} | L8 up | {leader} | {README} | {said}")
    expected = [mask_of(parse_cards(hand)) for hand in (README, *others.split(","))]
    assert drawn(known, 20).tolist() == [expected] * 20


# The whole law against every deal ----------------------------------------------------------------------

# preset | players | up | leader | my hand | other cards in play (none given: all) | known
WHOLE = """
innsbruck-1924  | 2 | L8 up   | 0 | HA LA SU E10 W            | HK S7 E7 LU H8 EA EK SA S9 S8 LO | cut: W; other: !S7
innsbruck-1924  | 2 | L8 up   | 1 | HA LA SU E10 E9           | HK W S7 LU H8 EA EK SA S9 S8 LO  | cut: none; out: !HK
innsbruck-1924  | 2 | L trump | 0 | HA SA                     |                                  |
innsbruck-1924  | 2 | L8 up   | 1 | HA LA SU E10 H8 L9 S9 S10 |                                  | cut: HK; other: EA EK EO EU; out: !LU
suedtirol-1927  | 2 | LU up   | 0 | HA LA SU                  | HK EO EU L7 LK L9 H8 EA SA S9    | other: !EA
innsbruck-1924  | 4 | L8 up   | 0 | HA W                      | HK S7 LU LA H8 EA SA S9          |
innsbruck-1924  | 4 | L8 up   | 0 | HA W                      | HK S7 LU LA LK H8 EA EK SA       | left: S7
innsbruck-1924  | 4 | L8 up   | 0 | HA SA                     | HK S7 LU LA LK H8 EA EK W        | opponents: HK; right: !LU
innsbruck-1924  | 4 | L8 up   | 1 | E8 H9                     | HK S7 LU L7 LK H8 EA EK W E9     | opponents: !HK !W; partner: !S7 E9
innsbruck-1924  | 4 | L trump | 2 | HA EU                     | HK S7 L7 LA LK HO EO EK SO       | opponents: L7 LA HO; left: !L7
innsbruck-1924  | 4 | H trump | 3 | H10 L9                    | HK H7 HU HA H9 L8 L10 E10        | out: !H7 !HK; left: !H7
innsbruck-1924  | 4 | L8 up   | 0 | HA SA                     | HK S7 LU LA LK H8 W S9           | cut: none
innsbruck-1924  | 4 | L8 up   | 1 | HA SA                     | HK S7 LU LA LK H8 EA W S9        | cut: HK; opponents: LU
innsbruck-1924  | 4 | L8 up   | 0 | HA LA SU E10 W H8 H9      |                                  | cut: none; left: H10 HU HO L9 L10 EO; partner: LK SA SK S10 S9 EU; right: S8 EA EK H7 E8
innsbruck-1924  | 4 | L8 up   | 1 | HA LA SU E10 W H8 H9      |                                  | cut: HK; left: H10 HU HO L9 L10 EO !S7; partner: LK SA SK S10 S9; right: S8 EA EK H7 E8
innsbruck-1924  | 4 | L8 up   | 2 | HA LA SU E10 W H8 H9      |                                  | cut: W; left: H10 HU HO L9 L10 EO; partner: LK SA SK S10 S9; right: S8 EA EK H7 !S7; opponents: E8
innsbruck-1924  | 4 | L8 up   | 3 | HA LA SU E10 H8 E9        | HK W S7 E7 LO LU L9 L10 LK SA SO S8 EA EK EO EU SK S10 H9 H10 | cut: HK W S7 E7; left: !LO L9; partner: EA EK EO EU; right: SA SO S8 SK S10
suedtirol-1927  | 4 | LU up   | 0 | HA LA                     | HK EO EU L7 LK L9 H8 EA SA       |
suedtirol-1927  | 4 | LU up   | 1 | HA E8                     | HK EO EU L7 LK L9 H8 EA SA S9    | opponents: EU; cut: none
suedtirol-1927  | 4 | L7 up   | 3 | HA E8                     | HK EO LU LK L9 H8 EA SA S9       | opponents: LK !EO
schlanders-2023 | 4 | S9 up   | 1 | SA H8                     | HK S8 S7 SU E7 EO LA H9 L8       | opponents: S8; cut: HK
"""


def whole(row: str) -> tuple[Situation, dict[tuple[int, ...], int]]:
    """Return the situation of a row and in how many deals each way to fill the hands occurs."""
    preset, players, up, leader, hand, in_play, said = cells(row)
    if in_play:
        turned = up.removesuffix("up") if up.endswith("up") else ""
        seen = mask_of(parse_cards(f"{hand} {in_play} {turned}"))
        said = f"{said}; out: {codes(cards_of(load_rules(preset).pack & ~seen))}"
    must = preset == "suedtirol-1927" and up in MUST
    known, deals = both(preset, up, hand, players=int(players), leader=int(leader), known=said, must=must)
    return known, {
        tuple(oracle.mask(hands[seat]) for seat in sorted(hands)): times
        for hands, times in oracle_deals.deals(deals)
        if times
    }


def deviation(seen: NDArray[np.float64], expected: NDArray[np.float64]) -> float:
    """Return chi-square in standard deviations of the normal law (Wilson and Hilferty 1931)."""
    free = 2 / (9 * (len(seen) - 1))
    chi_square = ((seen - expected) ** 2 / expected).sum()
    return ((chi_square / (len(seen) - 1)) ** (1 / 3) - 1 + free) / sqrt(free)


@pytest.mark.parametrize("row", WHOLE.strip().splitlines())
def test_every_deal_is_drawn_as_often_as_it_should(row: str) -> None:
    known, law = whole(row)
    n = ceil(20 * known.deals / min(law.values()))  # the rarest deal twenty times
    hands, seen = np.unique(drawn(known, n), axis=0, return_counts=True)
    assert list(map(tuple, hands.tolist())) == sorted(law)
    expected = n / known.deals * np.array([law[key] for key in sorted(law)])
    assert len(law) > 30
    assert abs(deviation(seen, expected)) < 4


# The cut -------------------------------------------------------------------------------------------------

# With the README's hand, L8 up and Vorhand me, my partner cuts. HK S7 E7 are among the 27 unseen cards.
UNSEEN, PERMANENT = 27, ("HK", "S7", "E7")


def permanents(cut: str) -> NDArray[np.int64]:
    """Return how many permanent Perlaggen left, partner and right hold, shape (worlds, 3)."""
    known = told(f"innsbruck-1924 | 4 | L8 up | 0 | {README} | cut: {cut}")
    held = drawn(known, DRAWN)[:, 1:] & np.uint64(known.rules.permanent)
    return np.bitwise_count(held).astype(np.int64)


def check_mean(values: NDArray[np.int64], mean: Fraction) -> None:
    """Compare a mean with the exact one."""
    stderr = values.std() / sqrt(len(values))
    assert abs(values.mean() - float(mean)) <= 4.5 * stderr


# cut -> permanents expected with left, partner, right: the bottom is plain, the rest any card
GIVEN = {
    "none": (Fraction(5 * 3, 26), Fraction(5 * 3, 26), Fraction(5 * 3, 26)),
    "HK": (Fraction(5 * 2, 25), 1 + Fraction(4 * 2, 25), Fraction(5 * 2, 25)),
    "HK S7": (Fraction(5, 24), 2 + Fraction(3, 24), Fraction(5, 24)),
    "HK S7 E7": (Fraction(0), Fraction(3), Fraction(0)),
}


@pytest.mark.parametrize("cut", GIVEN)
def test_rules3_permanents_where_the_cut_is_given(cut: str) -> None:
    held = permanents(cut)
    for seat, mean in enumerate(GIVEN[cut]):
        check_mean(held[:, seat], mean)


def cuts() -> Iterator[tuple[str, Fraction]]:
    """Yield what may be cut and how likely it is, given the cards I see: one card after another."""
    for taken in chain.from_iterable(combinations(PERMANENT, k) for k in range(4)):
        k = len(taken)
        plain = Fraction(UNSEEN - len(PERMANENT), UNSEEN - k)  # the next ends it
        yield " ".join(taken) or "none", Fraction(factorial(k), perm(UNSEEN, k)) * plain


def test_rules3_the_cutter_holds_permanents_like_six_cards_the_others_like_five() -> None:
    assert sum(chance for _, chance in cuts()) == 1
    mean, variance, some = np.zeros(3), np.zeros(3), 0.0
    for cut, chance in cuts():
        held = permanents(cut)
        mean += float(chance) * held.mean(axis=0)
        variance += float(chance) ** 2 * held.var(axis=0) / DRAWN
        some += float(chance) * np.mean(held[:, 1] > 0)
    expected = np.array([5, 6, 5]) * len(PERMANENT) / UNSEEN
    assert (abs(mean - expected) <= 4.5 * np.sqrt(variance)).all()
    at_least_one = 1 - comb(UNSEEN - 3, 6) / comb(UNSEEN, 6)
    assert some == pytest.approx(at_least_one, abs=4.5 * sqrt(at_least_one * (1 - at_least_one) / DRAWN))
