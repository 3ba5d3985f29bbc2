"""Naming the Perlaggen (Taufen): S p. 63, the front and the counts against all choices."""

from collections import Counter
from math import factorial, prod

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from searching import examples

from analyse.game.cards import card_name, mask_of, parse_card, parse_cards, parse_suit
from analyse.game.figures import figure_short, gleich, hanger
from analyse.game.rules import PRESETS, load_rules
from analyse.game.taufen import Plan, Taufen, taufen


def named(hand: str, trump: str, preset: str = "innsbruck-1924") -> Taufen:
    """Return the Taufen of a hand given by its codes."""
    return taufen(mask_of(parse_cards(hand)), load_rules(preset), parse_suit(trump))


def words(plan: Plan) -> tuple[str, str, str, str]:
    """Return a plan as names, free Perlaggen, Gleich and Hanger."""
    names = " ".join(f"{card_name(p)}={card_name(n)}" for p, n in plan.named)
    free = " ".join(card_name(p) for p in plan.free)
    return names, free, figure_short("gleich", plan.gleich), figure_short("hanger", plan.hanger)


def perlaggen(preset: str, trump: str) -> tuple[oracle.Card, ...]:
    """Return the Perlaggen of a preset, high to low, as the oracle writes cards."""
    return tuple(oracle.card(card_name(p)) for p in load_rules(preset).perlaggen(parse_suit(trump)))


def as_the_oracle(answer: Taufen) -> set[oracle.Plan]:
    """Return the plans as the oracle writes them."""

    def card(number: int) -> oracle.Card:
        return oracle.card(card_name(number))

    return {
        (p.gleich, p.hanger, tuple(map(card, p.free)), tuple((card(a), card(b)) for a, b in p.named))
        for p in answer.plans
    }


# S p. 63: hand, trump, the names that make the Hanger, the Hanger ----------------------------------


@pytest.mark.parametrize(
    ("hand", "trump", "names", "best"),
    [
        pytest.param("HA HO W", "L", {"HK"}, "O-K-A", id="HA_HO_and_one"),
        pytest.param("E8 EU HK W", "L", {"E9", "E10"}, "8-9-10-U", id="E8_EU_and_two"),
        pytest.param("L9 LU LK HK W", "S", {"L10", "LO"}, "9-10-U-O-K", id="L9_LU_LK_and_two"),
    ],
)
def test_s63_names_that_fill_a_hanger(hand: str, trump: str, names: set[str], best: str) -> None:
    answer = named(hand, trump)
    longest = max(answer.plans, key=lambda plan: plan.hanger)
    assert figure_short("hanger", longest.hanger) == best
    assert {card_name(name) for _, name in longest.named} == names
    assert longest.hanger == answer.best_hanger


# Fronts counted by hand: names | free | Gleich | Hanger ----------------------------------------------

FRONTS = {
    # Any ace makes A-A: the trump ace is the strongest in tricks (Laub trump).
    ("HA HO W", "L"): """
        W=LA    |      | A-A   | –
        W=HK    |      | –     | O-K-A
                | W    | –     | –
        """,
    # A third nine is the better Gleich, again the trump; HK keeps 9-9 and makes the Hanger.
    ("HA H9 S9 W", "L"): """
        W=L9    |      | 9-9-9 | –
        W=HK    |      | 9-9   | K-A
                | W    | 9-9   | –
        """,
    # Eichel trump: the trump king makes the Hanger E K-A and no less than a side suit's would.
    ("HA EA L8 S7", "E"): """
        S7=EA   |      | A-A-A | –
        S7=EK   |      | A-A   | K-A
                | S7   | A-A   | –
        """,
    # L10 serves both figures; HK named as itself makes K-A, but free it counts in no figure.
    ("HA L9 S10 HK", "L"): """
        HK=LA   |      | A-A   | –
        HK=L10  |      | 10-10 | 9-10
        HK=HK   |      | –     | K-A
                | HK   | –     | –
        """,
    # Nothing to name.
    ("HA LA LK S9", "L"): """
                |      | A-A   | K-A
        """,
}


@pytest.mark.parametrize(("hand", "trump"), FRONTS)
def test_front_worked_by_hand(hand: str, trump: str) -> None:
    rows = FRONTS[hand, trump].strip("\n").splitlines()
    expected = {tuple(cell.strip() for cell in row.split("|")) for row in rows if row.strip()}
    assert {words(plan) for plan in named(hand, trump).plans} == expected


def test_strongest_name_goes_to_the_highest_perlagg() -> None:
    # E8 EU with HK above W: HK is named E10, W E9.
    plan = max(named("E8 EU HK W", "L").plans, key=lambda p: (p.hanger, len(p.named) == 2))
    assert words(plan)[0] == "HK=E10 W=E9"


def test_lower_perlagg_is_spent_first() -> None:
    # Of plans that name one of HK and LO only those that keep HK stand on the front.
    single = [p for p in named("HA L9 S9 HK LO", "L").plans if len(p.named) == 1]
    assert single
    assert {card_name(p.free[0]) for p in single} == {"HK"}


# Against all 33^k choices -----------------------------------------------------------------------------

HANDS = """
innsbruck-1924  | L | HA HO EO S10 W
innsbruck-1924  | L | L8 L10 LK SO E7
innsbruck-1924  | L | HA LA SU E10 LO
innsbruck-1924  | S | L9 LU LK HK W
innsbruck-1924  | L | E8 EU EA HK W
innsbruck-1924  | H | HA H9 LA S7 HU
innsbruck-1924  | E | E8 EA L7 EU HK
innsbruck-1924  | L | H8 L8 LU LO S9
innsbruck-1924  | L | HA SO HK W L7
innsbruck-1924  | E | L8 L10 W EU EO
kongress-1890   | S | SA SK S8 S7 SO
kongress-1890   | H | L7 L8 H7 HU SA
suedtirol-1927  | L | HA E8 EU EO LO
suedtirol-1927  | E | S8 SU LA EU E7
suedtirol-1927  | H | E9 EK EU EO HO
oberland        | S | H8 LA S7 EO EU
oberland        | L | L9 LK L7 E7 EA
oberland        | H | HA H8 HU EO HK
schlanders-2023 | L | S7 S9 S8 LO EA
schlanders-2023 | S | L7 LA S8 S7 EU
schlanders-2023 | E | E8 E9 EU EO E7
innsbruck-1924  | L | H9 H10 S9 S10 W
innsbruck-1924  | L | SA SK EA EK E7
innsbruck-1924  | L | HK W S7
innsbruck-1924  | L | W
innsbruck-1924  | L | HK W
innsbruck-1924  | L | HA LA SA EA H8 H9 L7 LU
innsbruck-1924  | L | HA HK W S7 E7
"""  # the last: four Perlaggen


@pytest.mark.parametrize("row", HANDS.strip().splitlines())
def test_front_and_reach_equal_all_choices(row: str) -> None:
    preset, trump, hand = (cell.strip() for cell in row.split("|"))
    answer = named(hand, trump, preset)
    in_order = perlaggen(preset, trump)
    assert as_the_oracle(answer) == oracle.front(oracle.cards(hand), in_order, trump)
    assert dict(answer.reach) == oracle.reach(oracle.cards(hand), in_order, trump)


def test_five_perlaggen_equal_all_sets_of_names() -> None:
    # 32^5 namings as sets of names, each counted as often as it can be handed out; the plans that name m
    # Perlaggen make what no other m names beat and fewer do not make.
    answer = named("HK W S7 E7 L7", "L")
    fewer: list[tuple[int, int]] = []
    for m in range(6):
        names = oracle.all_names(m)
        handed = [factorial(m) // prod(map(factorial, row)) for row in names.reshape(32, -1).T.tolist()]
        reach: Counter[tuple[int, int]] = Counter()
        for g, h, n in zip(
            oracle.grid_gleich(names).tolist(), oracle.grid_hanger(names).tolist(), handed, strict=True
        ):
            reach[g, h] += n
        best = {
            (g, h)
            for g, h in reach
            if not any(a >= g and b >= h for a, b in [*fewer, *(reach.keys() - {(g, h)})])
        }
        assert {(p.gleich, p.hanger) for p in answer.plans if len(p.named) == m} == best
        fewer += best
    assert dict(answer.reach) == dict(reach)
    assert answer.namings == 32**5


# Perlaggen and a plain ace at most: hand, best Gleich, best Hanger of a naming, namings that make them.
MANY = [
    ("HK W S7 E7 EO EU L7", "A-A-A-A-A-A-A", "–", 4**7),
    ("HK W S7 E7 EO EU L7", "A-A-A-A-A-A", "K-A", 7 * 4 * (4**6 - 3**6)),  # the king's suit among the aces'
    ("HK W S7 E7 EO EU L7", "–", "8-9-10-U-O-K-A", 4 * factorial(7)),
    ("HK W S7 E7 EO EU L7 HA", "A-A-A-A-A-A-A-A", "–", 4**7),
    ("HK W S7 E7 EO EU L7 HA", "K-K-K-K-K-K-K", "K-A", 4**7 - 3**7),  # HK among the kings
    ("HK W S7 E7 EO EU L7 HA", "K-K-K-K-K-K-K", "–", 3**7),
    ("HK W S7 E7 EO EU L7 HA", "–", "7-8-9-10-U-O-K-A", factorial(7)),
    ("HK W S7 E7 EO EU L7 LU", "A-A-A-A-A-A-A-A", "–", 4**8),
    ("HK W S7 E7 EO EU L7 LU", "A-A-A-A-A-A-A", "K-A", 8 * 4 * (4**7 - 3**7)),
    ("HK W S7 E7 EO EU L7 LU", "–", "7-8-9-10-U-O-K-A", 4 * factorial(8)),
]


@pytest.mark.parametrize(("hand", "best_gleich", "best_hanger", "namings"), MANY)
def test_seven_and_eight_perlaggen(hand: str, best_gleich: str, best_hanger: str, namings: int) -> None:
    answer = named(hand, "L", "suedtirol-1927")
    made = {(figure_short("gleich", g), figure_short("hanger", h)): n for (g, h), n in answer.reach.items()}
    assert made[best_gleich, best_hanger] == namings
    assert sum(made.values()) == answer.namings == 32 ** (8 if "LU" in hand else 7)


# Properties ---------------------------------------------------------------------------------------------


@st.composite
def hands(draw: st.DrawFn) -> tuple[str, str, str]:
    """Draw a preset, a trump and a hand of two to six cards with at most three Perlaggen."""
    preset = draw(st.sampled_from(PRESETS))
    trump = draw(st.sampled_from("HLS" if preset == "oberland" else "HLSE"))
    wild = perlaggen(preset, trump)
    plain = [oracle.code(c) for c in oracle.from_mask(load_rules(preset).pack) if c not in wild]
    some = draw(st.lists(st.sampled_from([oracle.code(p) for p in wild]), max_size=3, unique=True))
    rest = draw(st.lists(st.sampled_from(plain), min_size=2, max_size=6 - len(some), unique=True))
    return preset, trump, " ".join(some + rest)


@examples(60)
@given(hands())
def test_front_equals_all_choices_on_drawn_hands(drawn: tuple[str, str, str]) -> None:
    preset, trump, hand = drawn
    answer = named(hand, trump, preset)
    in_order = perlaggen(preset, trump)
    assert as_the_oracle(answer) == oracle.front(oracle.cards(hand), in_order, trump)
    assert dict(answer.reach) == oracle.reach(oracle.cards(hand), in_order, trump)


@examples(150)
@given(hands())
def test_front_holds_the_best_figures_of_the_hand(drawn: tuple[str, str, str]) -> None:
    preset, trump, hand = drawn
    answer = named(hand, trump, preset)
    rules, cards = load_rules(preset), parse_cards(hand)
    wild = rules.perlagg_mask(parse_suit(trump))
    count = (mask_of(cards) & wild).bit_count()
    assert answer.best_gleich == gleich(mask_of(cards), wild) == max(p.gleich for p in answer.plans)
    assert answer.best_hanger == hanger(mask_of(cards), wild) == max(p.hanger for p in answer.plans)
    assert answer.namings == 32**count == sum(answer.reach.values())
    assert answer.together == ((answer.best_gleich, answer.best_hanger) in answer.reach)
    assert answer.together == any(
        (p.gleich, p.hanger) == (answer.best_gleich, answer.best_hanger) for p in answer.plans
    )


@examples(150)
@given(hands())
def test_every_plan_is_what_it_says(drawn: tuple[str, str, str]) -> None:
    preset, trump, hand = drawn
    answer = named(hand, trump, preset)
    wild = perlaggen(preset, trump)
    mine = [p for p in wild if p in oracle.cards(hand)]
    plain = [c for c in oracle.cards(hand) if c not in wild]
    for plan in answer.plans:
        spent = [oracle.card(card_name(p)) for p, _ in plan.named]
        names = [oracle.card(card_name(n)) for _, n in plan.named]
        free = [oracle.card(card_name(p)) for p in plan.free]
        assert sorted(spent + free, key=wild.index) == mine
        assert spent == sorted(spent, key=wild.index)
        assert free == sorted(free, key=wild.index)
        assert plan.gleich == oracle.coded(oracle.named_gleich([*plain, *names]))
        assert plan.hanger == oracle.coded(oracle.named_hanger([*plain, *names]))
    in_order = [(-plan.gleich, -plan.hanger, len(plan.named)) for plan in answer.plans]
    assert in_order == sorted(in_order)
    free_plans = [plan for plan in answer.plans if not plan.named]
    assert [plan.free for plan in free_plans] == [tuple(parse_card(oracle.code(p)) for p in mine)]
