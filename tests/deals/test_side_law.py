"""The joint law of both sides' best figures, against every deal one by one and against the odds of a hand."""

from dataclasses import replace
from math import comb, prod

import numpy as np
import oracle
import oracle_laws
import pytest
from hypothesis import given
from hypothesis import strategies as st
from searching import examples

from analyse.deals.constraints import Fixed, Frame
from analyse.deals.side_polynomials import Deal, last
from analyse.deals.sides import public_frame, side_law
from analyse.game.cards import cards_of, mask_of, parse_card, parse_cards
from analyse.game.figures import KINDS, all_hands, figure, figure_values
from analyse.game.rules import load_rules
from analyse.i18n import InputError
from analyse.knowledge.situation import situation
from analyse.odds import figures as figures_odds

SEATS = {2: (0, 1), 4: (0, 1, 2, 3)}


def as_dict(values: tuple[int, ...], counts: np.ndarray) -> dict[tuple[int, int], int]:
    """Return the counts by both sides' figures, zeros left out."""
    return {(values[i], values[j]): int(counts[i, j]) for i, j in np.argwhere(counts != 0)}


def framed(table: oracle_laws.Table) -> Frame:
    """Return the oracle's table as the package has it."""
    places = sorted(
        (oracle.number(card), sum(1 << at for at in where)) for card, where in table.places.items()
    )
    perlaggen, permanent = oracle.mask(table.perlaggen), oracle.mask(table.permanent)
    fixed = tuple(Fixed(seat, oracle.number(card), oracle.number(name)) for seat, card, name in table.fixed)
    return Frame(SEATS[table.players], table.size, tuple(places), perlaggen, permanent, table.bottom, fixed)


def table(cards: str, perlaggen: str, players: int, size: int, told: str = "", **kwargs) -> oracle_laws.Table:
    """Return a table; `told`: "H8 0 4; S9 1" leaves these cards no other places than those."""
    everywhere = frozenset([*range(players), oracle_laws.ASLEEP])
    places = dict.fromkeys(oracle.cards(cards), everywhere)
    for words in filter(None, (part.split() for part in told.split(";"))):
        places[oracle.card(words[0])] = frozenset(map(int, words[1:]))
    return oracle_laws.Table(places, oracle.cards(perlaggen), players=players, size=size, **kwargs)


def agree(some: oracle_laws.Table) -> None:
    """Compare both laws of a small pack."""
    for kind in KINDS:
        assert as_dict(*side_law(framed(some), kind)) == oracle_laws.side_law(some, kind)


# Every deal of small packs ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "perlaggen", "players", "size", "told"),
    [
        # three ranks of three suits and Perlaggen
        ("HO HK HA LO LK LA SO SK SA W", "W", 4, 2, ""),
        ("HO HK HA LO LK LA SO SK W E7", "W E7", 4, 2, ""),
        ("HO HK HA LO LK LA SO SK SA", "", 4, 2, ""),
        ("H7 H8 H9 L7 L8 L9 W S7 E7", "W S7 E7", 4, 2, ""),
        ("H7 H8 H9 H10 L8 L9 SA EA W E7 S7", "W E7 S7", 2, 4, ""),
        ("H7 H8 H9 H10 HU HO L8 L9 SA EA W E7", "W E7", 2, 5, ""),
        # all cards dealt, nothing asleep
        ("H8 H9 L8 L9 S9 W E7 S7", "W E7 S7", 4, 2, ""),
        ("H8 H9 L8 L9 S9 W", "W", 2, 3, ""),
        # hands of Perlaggen only, and of one card
        ("W E7 S7 HK HO L7", "W E7 S7 HK", 2, 2, ""),
        ("W E7 H8 L8 S8", "W E7", 4, 1, ""),
        # one side, one partner, one seat told apart
        ("HO HK HA LO LK LA SO SK SA W", "W", 4, 2, "HK 0 2 4; HA 0 2 4"),
        ("HO HK HA LO LK LA SO SK SA W", "W", 4, 2, "HK 1 3 4; W 0"),
        ("HO HK HA LO LK LA SO SK SA W", "W", 4, 2, "HK 3; LA 2; SK 4; SA 0 1"),
        ("HO HK HA LO LK LA SO SK W E7", "W E7", 4, 2, "W 1; E7 1; HA 1 3"),
        ("HO HK HA LO LK LA SO SK W", "W", 2, 3, "HK 1; LA 0 4"),
    ],
)
def test_every_deal_of_a_small_pack(cards: str, perlaggen: str, players: int, size: int, told: str) -> None:
    agree(table(cards, perlaggen, players, size, told))


@pytest.mark.slow
@pytest.mark.parametrize("told", ["", "W 1", "E7 0 1 4; H8 0"])
@pytest.mark.parametrize("players", [2, 4])
def test_with_the_cut_given_a_deal_counts_for_every_card_that_may_lie_at_the_bottom(
    players: int, told: str
) -> None:
    cards = "H8 H9 HK L8 L9 W E7 S8 SA LA"
    some = table(cards, "W E7 HK", players, 2, told, permanent=oracle.cards("W E7"), bottom=True)
    agree(some)


@pytest.mark.parametrize(
    ("players", "size", "played"),
    [
        (4, 2, "0 W HA"),
        (4, 2, "3 W H9"),  # the same card as a natural one
        (4, 2, "1 E7 HA; 3 W HA"),
        (4, 2, "2 W W"),  # not named: a six
        (2, 3, "1 W LA; 1 E7 LK"),
        (2, 2, "0 W LA; 0 E7 LA"),
        (2, 3, "0 W W; 1 E7 E7"),  # the plain card it shows
        (4, 2, "1 E7 S7"),
    ],
)
def test_a_perlagg_that_was_played_is_the_card_it_was_named(players: int, size: int, played: str) -> None:
    # RULES 2, "one identity per deal"
    fixed = tuple(
        (int(seat), oracle.card(card), oracle.card(name))
        for seat, card, name in map(str.split, played.split(";"))
    )
    told = "; ".join(f"{oracle.code(card)} {seat}" for seat, card, _ in fixed)
    some = table("H8 H9 HK L8 L9 LA S7 W E7 SA", "W E7 S7", players, size, told)
    agree(replace(some, fixed=fixed))


@st.composite
def tables(draw: st.DrawFn) -> oracle_laws.Table:
    """Return a small pack with any Perlaggen and any places."""
    players, size = draw(st.sampled_from([(2, 1), (2, 2), (2, 3), (4, 1), (4, 2)]))
    n = draw(st.integers(players * size, 9 if players == 4 else 10))
    cards = draw(st.lists(st.sampled_from(oracle.PACK_33), min_size=n, max_size=n, unique=True))
    if draw(st.booleans()):  # of few ranks and suits, where figures meet
        cards = [(suit, 5 + i % 3) for suit in "HLSE" for i in range(3)][:n]
    perlaggen = draw(st.lists(st.sampled_from(cards), max_size=4, unique=True))
    wild = tuple(sorted({*perlaggen, *(card for card in cards if card == oracle.WELI)}))
    at = st.frozensets(st.sampled_from([*range(players), oracle_laws.ASLEEP]), min_size=1)
    everywhere = frozenset([*range(players), oracle_laws.ASLEEP])
    told = draw(st.dictionaries(st.sampled_from(cards), at, max_size=4))
    seats = draw(
        st.permutations(range(players))
    )  # each has played one Perlagg at most, as hands may be of one
    fixed = tuple(
        (seat, card, draw(st.sampled_from([*oracle.NAMES, oracle.WELI])))
        for seat, card in zip(seats, wild[: draw(st.integers(0, 2))], strict=False)
    )
    told |= {card: frozenset([seat]) for seat, card, _ in fixed}
    return oracle_laws.Table(
        dict.fromkeys(cards, everywhere) | told,
        wild,
        permanent=wild[::2],
        fixed=fixed,
        players=players,
        size=size,
        bottom=draw(st.booleans()),
    )


@examples(60)
@given(tables())
def test_any_places(some: oracle_laws.Table) -> None:
    agree(some)


def test_a_frame_no_deal_agrees_with_counts_nothing() -> None:
    for some in (table("H8 H9 L8", "", 2, 2), table("H8 H9 L8 L9", "", 2, 2, "H8 0; H9 0; L8 0")):
        assert not side_law(framed(some), "gleich")[1].any()
    nowhere = replace(
        framed(table("H8 H9 L8 L9 W", "W", 2, 2)), places=((0, 0), (1, 3), (2, 3), (3, 3), (4, 3))
    )
    assert not side_law(nowhere, "hanger")[1].any()


def test_an_unknown_figure_is_refused() -> None:
    with pytest.raises(InputError, match="spiel"):
        side_law(framed(table("H8 H9 L8 L9", "", 2, 2)), "spiel")


# Beyond int64 -------------------------------------------------------------------------------


def test_coefficients_beyond_int64_are_whole_numbers() -> None:
    rng = np.random.default_rng(3)
    one, other = (rng.integers(0, 1 << 33, (2, 3, 1, 2, 40)) for _ in range(2))
    expected = [
        sum(
            int(one[*at, row])
            * int(other[(*(n - 1 - k for n, k in zip((2, 3, 1, 2), at, strict=True)), row)])
            for at in np.ndindex(2, 3, 1, 2)
        )
        for row in range(40)
    ]
    assert max(expected) > 1 << 64
    assert last(one, other, wide=True).tolist() == expected


@pytest.mark.parametrize("kind", KINDS)
def test_more_than_int64_deals(kind: str) -> None:
    rules = replace(load_rules(), hand_size=6, packets=(6,), perlagg_order=("W",))
    frame = public_frame(rules, trump=1)
    _, counts = side_law(frame, kind)
    deals = prod(comb(33 - 6 * seat, 6) for seat in range(4))
    assert deals > 1 << 66
    assert counts.sum() == deals
    assert (counts == counts.T).all()


def test_both_ways_of_adding_up_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    some = framed(table("HO HK HA LO LK LA SO SK SA W E7", "W E7", 4, 2, "HK 0 2 4"))
    narrow = {kind: side_law(some, kind)[1] for kind in KINDS}
    monkeypatch.setattr(Deal, "wide", True)
    for kind in KINDS:
        wide = side_law(some, kind)[1]
        assert wide.dtype == object
        assert (wide == narrow[kind]).all()


# The whole pack -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "trump"), [("innsbruck-1924", "L"), ("suedtirol-1927", "H"), ("schlanders-2023", "E")]
)
def test_two_players_gleich_from_the_cards_of_each_rank(name: str, trump: str) -> None:
    rules = load_rules(name)
    suit = "HLSE".index(trump)
    perlaggen = oracle.from_mask(rules.perlagg_mask(suit))
    expected = oracle_laws.gleich_by_ranks(oracle.from_mask(rules.pack), perlaggen, 5)
    assert as_dict(*side_law(public_frame(rules, trump=suit, players=2), "gleich")) == expected


HANDS = [
    ("innsbruck-1924", "L8", "HA LA SU E10 W", 4, ""),
    ("innsbruck-1924", "LU", "HA LA SU E10 E9", 4, "left: W L9"),
    ("kongress-1890", "E8", "HK W S8 E10 E9", 4, "cut: none"),
    ("suedtirol-1927", "S9", "HA LA SU E10 E9", 4, "cut: HK"),
    ("oberland", "HA", "HK LA L10 E10 W", 4, "partner: !S7; out: L8"),
    ("schlanders-2023", "S8", "HA LA SU E10 E9", 2, ""),
    ("innsbruck-1924", "S9", "H7 HA LA L10 E9", 2, "other: E7"),
    ("suedtirol-1927", "L8", "HA LA SU EO W", 2, "cut: none"),
]


@pytest.mark.slow
@pytest.mark.parametrize("row", HANDS, ids=lambda row: " ".join(map(str, row)))
@pytest.mark.parametrize("kind", KINDS)
def test_with_one_hand_known_it_is_that_hands_odds(row: tuple[str, str, str, int, str], kind: str) -> None:
    name, up, hand, players, known = row
    mine = mask_of(parse_cards(hand))
    seen = situation(mine, load_rules(name), upcard=parse_card(up), players=players, known=known)
    places = tuple(sorted((*seen.places, *((card, 1) for card in cards_of(mine)))))
    frame = replace(seen.frame, seats=SEATS[players], places=places)
    values, counts = side_law(frame, kind)
    expected = figures_odds.figure_law(seen, kind)
    ours, theirs = (dict(zip(values, counts.sum(axis=axis).tolist(), strict=True)) for axis in (1, 0))
    assert {value: n for value, n in ours.items() if n} == expected.ours
    assert {value: n for value, n in theirs.items() if n} == expected.theirs
    odds = figures_odds.figure_odds(seen, kind)
    assert odds.method == "exact"
    better = np.array(values)[:, None] > values
    assert (counts[better].sum(), np.trace(counts), counts[better.T].sum()) == tuple(
        odds.counts[part] for part in ("win", "stand", "lose")
    )


@pytest.mark.parametrize("kind", KINDS)
def test_two_players_row_by_row_is_the_mean_over_hands_of_each_figure(kind: str) -> None:
    # all hands out of six cards and each one's law of the other's figure add up to the joint law
    # that leaves seat 0 these six cards only
    rules, up, six = load_rules(), parse_card("L8"), mask_of(parse_cards("HA LA S10 E10 W E9"))
    free = public_frame(rules, up, players=2)
    added: dict[tuple[int, int], int] = {}
    for hand in map(int, all_hands(six, 5)):
        mine = figure(kind, hand, free.perlaggen)
        seen = situation(hand, rules, upcard=up, players=2)
        for theirs, n in figures_odds.figure_law(seen, kind).theirs.items():
            added[mine, theirs] = added.get((mine, theirs), 0) + n
    places = tuple((card, bits if six >> card & 1 else bits & ~1) for card, bits in free.places)
    assert as_dict(*side_law(replace(free, places=places), kind)) == added


def drawn(frame: Frame, n: int, rng: np.random.Generator) -> np.ndarray:
    """Return the masks of all hands of n deals drawn, shape (seats, n)."""
    cards = np.tile(np.array([card for card, _ in frame.places], np.uint64), (n, 1))
    dealt = np.uint64(1) << rng.permuted(cards, axis=1)[:, : len(frame.seats) * frame.size]
    return dealt.reshape(n, len(frame.seats), frame.size).sum(axis=2, dtype=np.uint64).T


@pytest.mark.slow
@pytest.mark.parametrize(("name", "up"), [("innsbruck-1924", "L8"), ("schlanders-2023", "EO")])
def test_four_players_against_deals_drawn(name: str, up: str) -> None:
    rules, n = load_rules(name), 200_000
    frame = public_frame(rules, parse_card(up))
    hands = drawn(frame, n, np.random.default_rng(11))
    for kind in KINDS:
        values, counts = side_law(frame, kind)
        expected = counts / counts.sum()
        best = [figure_values(kind, hand, frame.perlaggen) for hand in hands]
        ours, theirs = np.maximum(best[0], best[2]), np.maximum(best[1], best[3])
        met = np.zeros_like(expected)
        np.add.at(met, (np.searchsorted(values, ours), np.searchsorted(values, theirs)), 1 / n)
        shares = [
            (np.tril(met, -1).sum(), np.tril(expected, -1).sum()),
            (np.trace(met), np.trace(expected)),
            *zip(
                met.cumsum(axis=0).cumsum(axis=1).diagonal(),
                expected.cumsum(axis=0).cumsum(axis=1).diagonal(),
                strict=True,
            ),
            *zip(met.sum(axis=1), expected.sum(axis=1), strict=True),
        ]
        for share, chance in shares:
            assert abs(share - chance) <= 4 * np.sqrt(max(chance * (1 - chance), 1 / n) / n)


# What everybody knows -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "up", "hand"),
    [
        ("innsbruck-1924", "L8", "HA LK SU E10 W"),
        ("innsbruck-1924", "LU", "HA LK SU E10 W"),
        ("suedtirol-1927", "LU", "HA LK SU E10 W"),
        ("suedtirol-1927", "S7", "HA LK S8 E10 W"),
        ("suedtirol-1927", "SO", "HA LK S8 E10 W"),
        ("schlanders-2023", "EO", "HA LK S7 E10 EA"),
    ],
)
@pytest.mark.parametrize("players", [2, 4])
def test_everybody_knows_what_vorhand_knows_but_for_his_cards(
    name: str, up: str, hand: str, players: int
) -> None:
    rules, mine = load_rules(name), mask_of(parse_cards(hand))
    seen = situation(mine, rules, upcard=parse_card(up), players=players)
    frame = public_frame(rules, parse_card(up), players=players)
    assert frame == replace(seen.frame, seats=SEATS[players], places=frame.places)
    assert dict(frame.places).keys() == dict(seen.places).keys() | set(cards_of(mine))
    assert {card: bits & ~1 for card, bits in frame.places if not mine >> card & 1} == dict(seen.places)
    assert all(bits & 1 for _, bits in frame.places)  # Vorhand may hold anything


def test_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(InputError, match="3"):
        public_frame(load_rules(), trump=1, players=3)
