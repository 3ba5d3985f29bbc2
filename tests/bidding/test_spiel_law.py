"""The law of the Spiel and the drawn deals of the match, against enumeration, loops and fresh draws."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import oracle_spiel_law as slow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import cards, from_mask, mask, side_figure
from oracle_tricks import deal_of, value
from searching import examples

from analyse.bidding.laws import deals as deal_law_module
from analyse.bidding.laws import exchange
from analyse.bidding.laws.deals import STORED, deal_law, drawn_law, side_figures
from analyse.bidding.laws.sampling import (
    Table,
    deals,
    own_law,
    own_wins,
    redealt,
    shape,
    side_0_wins,
    table_of,
)
from analyse.bidding.laws.spiel import (
    CLASSES,
    DEALS,
    EDGES,
    SEED,
    Counts,
    build,
    class_of,
    class_range,
    classes_of,
    drawn_counts,
    fitted,
    law_of,
    spiel_counts,
    spiel_law,
    tables,
    tally,
)
from analyse.game.cards import cards_of, parse_card, parse_suit, suit_of
from analyse.game.figures import KINDS, all_hands, figure_values
from analyse.game.plays import TrickRules
from analyse.game.rules import PRESETS, load_rules
from analyse.i18n import InputError

FIVE_SIGMA = 5.0
TURNED = [
    (preset, card)
    for preset in PRESETS
    for card in cards_of(load_rules(preset).pack)
    if suit_of(card) in load_rules(preset).trumps
]
SHAPES = [(players, key) for players in (2, 4) for key in tables(players)]


def rng(seed: int = SEED) -> np.random.Generator:
    return np.random.default_rng(seed)


def small(pack: str, players: int, size: int = 3, preset: str = "innsbruck-1924", trump: str = "L") -> Table:
    """A table whose pack is these cards only."""
    table = table_of(load_rules(preset), None, parse_suit(trump), players)
    return replace(table, cards=mask(cards(pack)), size=size)


def oracle_law(table: Table):
    return deal_of(table.rules.trump, table.rules.wild, table.rules.ranks, (0,) * table.players).law


@cache
def questions(players: int) -> dict[str, tuple]:
    """For each shape one preset with its up-card, or with its trump alone, that has it."""
    found = {}
    asked = [(preset, card, suit_of(card)) for preset, card in TURNED]
    asked += [(preset, None, trump) for preset in PRESETS for trump in load_rules(preset).trumps]
    for preset, card, trump in asked:
        rules = load_rules(preset)
        found.setdefault(shape(table_of(rules, card, trump, players)), (rules, card, trump, players))
    return found


def shipped(players: int, key: str) -> Counts:
    return spiel_counts(*questions(players)[key])


# Drawing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_hands_drawn_are_disjoint_and_of_the_cards_in_play(players: int) -> None:
    table = table_of(load_rules(), parse_card("L8"), 1, players)
    hands = deals(table, 500, rng=rng())
    assert hands.shape == (500, players)
    assert (np.bitwise_count(hands) == 5).all()
    assert (np.bitwise_count(np.bitwise_or.reduce(hands, axis=1)) == 5 * players).all()
    assert not (hands & ~np.uint64(table.cards)).any()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("side", [0, 1])
def test_redealt_deals_keep_one_side_and_deal_what_it_does_not_see(players: int, side: int) -> None:
    table = table_of(load_rules(), parse_card("L8"), 1, players)
    hands = deals(table, 50, rng=rng())
    made = redealt(table, hands, side, 20, rng=rng(1))
    assert made.shape == (50, 20, players)
    assert (made[:, :, side::2] == hands[:, None, side::2]).all()
    assert (np.bitwise_count(np.bitwise_or.reduce(made, axis=2)) == 5 * players).all()
    assert not (made & ~np.uint64(table.cards)).any()
    assert (made[:, :, 1 - side :: 2] != hands[:, None, 1 - side :: 2]).any(axis=(1, 2)).all()


def test_every_deal_of_the_unseen_cards_is_equally_likely() -> None:
    table = small("HK W L8 LA H9 HA S8 E9 E10 EK EA", 4)
    table = replace(table, size=1)
    n = 99_000
    hands = deals(table, 1, rng=rng(5))
    made = redealt(table, hands, 0, n, rng=rng(6))[0, :, 1::2]
    pairs, many = np.unique(made, axis=0, return_counts=True)
    assert len(pairs) == 9 * 8  # of the nine cards that side 0 does not see
    assert (abs(many - n / 72) < FIVE_SIGMA * (n / 72) ** 0.5).all()


@pytest.mark.parametrize(
    ("pack", "players", "preset", "trump"),
    [
        ("HK W L7 LA L9 H8 HA S9 SA E10", 2, "innsbruck-1924", "L"),
        ("HK S7 L8 LK H7 HA S8 SA EU EA", 2, "innsbruck-1924", "L"),
        ("HK E7 EO HU H9 L7 LA S8 S10 EA", 2, "suedtirol-1927", "H"),
        ("HK E7 L9 LA H8 HA S8 SA EK H9 L8 S9 E9", 4, "innsbruck-1924", "L"),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_own_chance_is_that_of_all_deals_of_the_other_cards(
    pack: str, players: int, preset: str, trump: str, side: int
) -> None:
    table, worlds = small(pack, players, 3, preset, trump), 4000
    hands = deals(table, 6 if players == 2 else 2, rng=rng(side))
    wins = own_wins(table, hands, side, worlds, rng=rng(9))
    law = oracle_law(table)
    for row, won in zip(hands, wins.tolist(), strict=True):
        truth = slow.own_chance(law, cards(pack), slow.hands_of(row)[side::2], side)
        error = (float(truth * (1 - truth)) / worlds) ** 0.5
        assert abs(won / worlds - truth) <= FIVE_SIGMA * error  # where it is certain, exactly


@pytest.mark.parametrize(
    ("upcard", "players", "size", "n", "worlds"), [("L8", 2, 5, 12, 3), ("W", 2, 5, 8, 4), ("HO", 4, 3, 8, 4)]
)
def test_counts_are_those_of_the_slow_twin_on_the_same_draws(
    upcard: str, players: int, size: int, n: int, worlds: int
) -> None:
    card = parse_card(upcard)
    table = replace(table_of(load_rules(), card, suit_of(card), players), size=size)
    fast = drawn_counts(table, n, worlds, rng=rng())
    same = rng()
    hands = deals(table, n, rng=same)
    made = [redealt(table, hands, side, worlds, rng=same) for side in (0, 1)]
    many, won = slow.class_counts(oracle_law(table), hands, made)
    for pair in product(range(CLASSES), repeat=2):
        assert (fast.deals[pair], fast.won[pair]) == (many[pair], won[pair])
    assert fast.deals.sum() == n


@pytest.mark.parametrize("players", [2, 4])
def test_a_seed_gives_the_same_deals_again_and_another_others(players: int) -> None:
    table = table_of(load_rules(), parse_card("E9"), 3, players)
    first, again, other = (drawn_counts(table, 60, 5, rng=rng(seed)) for seed in (1, 1, 2))
    assert all((a == b).all() for a, b in zip(first, again, strict=True))
    assert (first.deals != other.deals).any()


def test_progress_hears_of_all_deals() -> None:
    table, heard = table_of(load_rules(), parse_card("L8"), 1, 2), []
    own_law(table, deals(table, 600, rng=rng()), 1, progress=heard.append, rng=rng())
    assert heard == [250, 500, 600]


# Classes ---------------------------------------------------------------------------------------------


def test_classes_tile_all_chances() -> None:
    assert [class_range(number)[0] for number in range(CLASSES)] == [0.0, *EDGES]
    assert [class_range(number)[1] for number in range(CLASSES)] == [*EDGES, 1.0]
    for number in range(CLASSES):
        low, high = class_range(number)
        assert class_of(low) == class_of((low + high) / 2) == number
        assert class_of(np.nextafter(high, 0)) == number
    assert class_of(1.0) == CLASSES - 1


@pytest.mark.parametrize("worlds", [1, 3, 8, 32, 64, 128])
def test_a_side_has_the_class_of_the_slow_twin(worlds: int) -> None:
    wins = np.arange(worlds + 1)
    fast = classes_of((wins + 0.5) / (worlds + 1))
    assert fast.tolist() == [slow.class_of(won, worlds) for won in wins.tolist()]


# The fit ---------------------------------------------------------------------------------------------


@st.composite
def any_counts(draw: st.DrawFn) -> Counts:
    """Counts of any kind, from none to many and from agreeing with the classes to contradicting them."""
    source = rng(draw(st.integers(0, 2**32)))
    most = draw(st.sampled_from([0, 1, 5, 100, 5000]))
    steep = draw(st.sampled_from([-2.0, 0.0, 0.3, 1.0]))
    place = np.arange(CLASSES)
    many = source.integers(0, most + 1, (CLASSES, CLASSES)) * source.integers(0, 2, (CLASSES, CLASSES))
    return Counts(many, source.binomial(many, 1 / (1 + np.exp(-steep * (place[:, None] - place)))))


@examples(60)
@given(any_counts())
def test_edges_are_bounded_and_never_turn_with_the_classes(counts: Counts) -> None:
    edge, stderr = fitted(counts)
    assert (abs(edge) <= 1).all()
    assert (np.diff(edge, axis=0) >= -1e-12).all()  # the stronger our class, the better
    assert (np.diff(edge, axis=1) <= 1e-12).all()  # the stronger theirs, the worse
    assert (stderr >= 0).all()
    assert np.isfinite(stderr).all()


@pytest.mark.parametrize(("most", "steep"), [(3, 1.0), (20, 0.3), (40, -0.5), (40, 0.0)])
def test_edges_are_those_of_the_slow_twin(most: int, steep: float) -> None:
    source, place = rng(most), np.arange(CLASSES)
    many = source.integers(0, most + 1, (CLASSES, CLASSES)) * source.integers(0, 2, (CLASSES, CLASSES))
    counts = Counts(many, source.binomial(many, 1 / (1 + np.exp(-steep * (place[:, None] - place)))))
    expected = slow.edges(counts.deals.tolist(), counts.won.tolist())
    assert fitted(counts).edge == pytest.approx(np.array(expected), abs=1e-4)


def test_errors_of_the_edges_are_those_of_repeated_draws() -> None:
    counts = spiel_counts(load_rules(), parse_card("L8"), None, 4)
    edge, stderr = fitted(counts)
    source = rng(3)
    again = [
        fitted(Counts(counts.deals, source.binomial(counts.deals, (1 + edge) / 2))).edge for _ in range(200)
    ]
    spread = np.std(again, axis=0)
    told = stderr > 0.02
    assert told.sum() > 30
    assert (abs(np.log(spread[told] / stderr[told])) < np.log(1.6)).all()


def test_a_law_of_no_deals_is_the_guess() -> None:
    none = np.zeros((CLASSES, CLASSES), np.int64)
    guess = np.array(slow.guesses())
    expected = np.tanh((guess[:, None] - guess) / 2)
    assert fitted(Counts(none, none)).edge == pytest.approx(expected)


# What is shipped ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_upcard_and_trump_of_every_preset_has_its_law(preset: str, players: int) -> None:
    rules = load_rules(preset)
    asked = [(card, None) for card in cards_of(rules.pack) if suit_of(card) in rules.trumps]
    asked += [(None, trump) for trump in rules.trumps]
    for upcard, trump in asked:
        counts = spiel_counts(rules, upcard, trump, players)
        assert counts.deals.sum() >= DEALS[players]
        assert (counts.won >= 0).all()
        assert (counts.won <= counts.deals).all()


@pytest.mark.parametrize(("players", "key"), SHAPES)
def test_shipped_laws_are_laws(players: int, key: str) -> None:
    law = law_of(shipped(players, key))
    assert law.kind == "spiel"
    assert law.values == (tuple(range(CLASSES)),) * 2
    assert law.weight.dtype == np.int64
    assert (abs(law.edge) <= 1).all()
    assert (np.diff(law.edge, axis=0) >= 0).all()
    assert (np.diff(law.edge, axis=1) <= 0).all()
    assert not law.stand.any()  # somebody takes three of five tricks
    assert all(may.all() for may in law.may_bid)


@pytest.mark.parametrize(("players", "key"), SHAPES)
def test_of_a_class_between_two_chances_that_share_is_won(players: int, key: str) -> None:
    many, won = shipped(players, key)
    sides = [(many.sum(axis=1), won.sum(axis=1)), (many.sum(axis=0), (many - won).sum(axis=0))]
    for side_many, side_won in sides:
        for number in range(CLASSES):
            low, high = class_range(number)
            error = FIVE_SIGMA * (max(low * (1 - low), high * (1 - high), 0.02) / side_many[number]) ** 0.5
            assert low - error <= side_won[number] / side_many[number] <= high + error


@pytest.mark.parametrize(("players", "key"), SHAPES)
def test_the_fit_agrees_with_the_drawn_deals(players: int, key: str) -> None:
    many, won = shipped(players, key)
    win = (1 + fitted(Counts(many, won)).edge) / 2
    # What the fit itself may miss, 0.02 as a standard deviation of the chance, beside what chance makes.
    variance = many * win * (1 - win) + (0.02 * many) ** 2
    often = many * win * (1 - win) > 1
    squares = ((won - many * win)[often] ** 2 / variance[often]).sum()
    freedom = often.sum() - 2 * CLASSES + 1
    assert squares < freedom + FIVE_SIGMA * (2 * freedom) ** 0.5
    assert (many * win).sum() == pytest.approx(won.sum(), abs=5)


@pytest.mark.parametrize("players", [2, 4])
def test_of_all_shapes_together_the_fit_misses_no_edge_by_much(players: int) -> None:
    laws = [shipped(players, key) for key in tables(players)]
    many, won = (sum(part) for part in zip(*laws, strict=True))
    often = many > 1500
    assert often.sum() > 80
    assert (abs(2 * won / np.maximum(many, 1) - 1 - fitted(Counts(many, won)).edge)[often] < 0.1).all()


@pytest.mark.parametrize(("players", "key"), SHAPES)
def test_shipped_counts_are_those_of_fresh_draws(players: int, key: str) -> None:
    many, won = shipped(players, key)
    table = tables(players)[key]
    n = 4000
    share = won.sum() / many.sum()
    fresh = side_0_wins(table, deals(table, n, rng=rng(77))).mean()
    assert abs(fresh - share) < FIVE_SIGMA * (0.25 / n + 0.25 / many.sum()) ** 0.5


def test_building_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "laws" / "spiel-2.npz"
    build(file, 2, 6, 2)
    with np.load(file) as stored:
        whole = dict(stored)
    assert set(whole) == set(tables(2))
    assert all(both[0].sum() == 6 and both.shape == (2, CLASSES, CLASSES) for both in whole.values())
    some = dict(list(whole.items())[::2])
    some[next(iter(some))] = next(iter(some.values())) * 3  # holds more than asked for: it stays
    np.savez_compressed(file, **some)
    build(file, 2, 6, 2)
    with np.load(file) as stored:
        again = dict(stored)
    assert set(again) == set(whole)
    assert all((both == (whole | some)[key]).all() for key, both in again.items())
    assert [entry.name for entry in file.parent.iterdir()] == [file.name]


def test_drawn_deals_are_read_as_they_were_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_law_module, "data_dir", lambda: tmp_path)
    deal_law_module.build("oberland", 2, 50, 2)
    fresh = drawn_law(load_rules("oberland"), 2, 50, 2, rng=rng())
    (file,) = (tmp_path / "laws").iterdir()
    stored = deal_law_module._read(file)  # noqa: SLF001  what `deal_law` reads, without its cache
    for name in ("upcard", "swapped", "gleich", "hanger", "spiel", "won"):
        assert (getattr(stored, name) == getattr(fresh, name)).all()


# Cards of another name -----------------------------------------------------------------------------------


def renaming(table: Table, other: Table) -> list[int]:
    """For each card of a table the card of another one of its shape: suits by length, cards in order."""

    def suits(of: Table) -> list[list[int]]:
        plain = [card for card in cards_of(of.cards) if card not in of.rules.wild]
        named = [[card for card in plain if suit_of(card) == suit] for suit in range(4)]
        trump = named.pop(of.rules.trump)
        sides = sorted(named, key=lambda suit: (len(suit), bool(suit and suit[0] & 7 == 0)))
        return [trump, *sides, [card for card in of.rules.wild if of.cards >> card & 1]]

    new = [0] * 33
    for mine, theirs in zip(suits(table), suits(other), strict=True):
        for card, name in zip(mine, theirs, strict=True):
            new[card] = name
    return new


def renamed(hands: np.ndarray, new: list[int]) -> np.ndarray:
    made = np.zeros_like(hands)
    for card, name in enumerate(new):
        made |= (hands >> np.uint64(card) & np.uint64(1)) << np.uint64(name)
    return made


@pytest.mark.parametrize("players", [2, 4])
def test_in_tables_of_one_shape_renamed_deals_are_won_by_the_same_side(players: int) -> None:
    of_shape = defaultdict(list)
    for preset, card in TURNED:
        table = table_of(load_rules(preset), card, suit_of(card), players)
        if (table.rules, table.cards) not in [(t.rules, t.cards) for t in of_shape[shape(table)]]:
            of_shape[shape(table)].append(table)
    assert sum(len(alike) > 1 for alike in of_shape.values()) >= 10
    for first, *others in of_shape.values():
        hands = deals(first, 300, rng=rng(8))
        won = side_0_wins(first, hands)
        for other in others:
            assert (side_0_wins(other, renamed(hands, renaming(first, other))) == won).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other"), [("L8", "LA"), ("L9", "LK"), ("S9", "EA"), ("S7", "EU"), ("W", "E7"), ("H8", "HA")]
)
def test_missing_ranks_change_no_trick_with_every_name_tried(one: str, other: str) -> None:
    first, second = (
        table_of(load_rules(), parse_card(up), suit_of(parse_card(up)), 2) for up in (one, other)
    )
    assert shape(first) == shape(second)
    hands = deals(replace(first, size=3), 60, rng=rng(4))
    alike = renamed(hands, renaming(first, second))
    for row, row_alike in zip(hands.tolist(), alike.tolist(), strict=True):
        values = [
            value(deal_of(t.rules.trump, t.rules.wild, t.rules.ranks, r), every_name=False)
            for t, r in ((first, row), (second, row_alike))
        ]
        assert values[0] == values[1]


def test_a_plain_seven_makes_another_shape() -> None:
    table = small("HK W L8 LA H7 HA S8 E9", 2)
    assert shape(table) == "3c 2w 2 1 1 2s"
    assert shape(replace(table, cards=mask(cards("HK W L8 LA H8 HA S8 E9")))) == "3c 2w 2 1 1 2"


def test_without_trump_all_suits_are_alike() -> None:
    table = Table(TrickRules(None), mask(cards("H7 HA LA S8 E9 EK")), 2, 3)
    assert shape(table) == "3c 0w - 1 1 2 2s"


# Bad input -----------------------------------------------------------------------------------------------


def test_bad_questions_are_refused() -> None:
    rules = load_rules()
    with pytest.raises(InputError, match="3"):
        spiel_law(rules, parse_card("L8"), None, 3)
    with pytest.raises(InputError, match="L8"):
        spiel_law(rules, parse_card("L8"), 0, 4)
    with pytest.raises(InputError):
        spiel_law(rules, None, None, 4)
    with pytest.raises(InputError, match="odd number"):
        spiel_law(replace(rules, hand_size=4, packets=(2, 2)), parse_card("L8"), None, 4)
    own = replace(rules, title="Mine", perlagg_order=("HK", "W"))
    with pytest.raises(InputError, match="Mine"):
        spiel_law(own, parse_card("L8"), None, 4)
    with pytest.raises(InputError, match="Mine"):
        deal_law(own, 4)
    with pytest.raises(InputError, match="3 players"):
        deal_law(rules, 3)


# The exchange ------------------------------------------------------------------------------------------

SWAPS = [("innsbruck-1924", up) for up in ("HK", "W", "S7", "LU", "LO", "HO")]
SWAPS += [("suedtirol-1927", "EO"), ("oberland", "L7"), ("schlanders-2023", "S8")]


def table_with(preset: str, code: str, players: int) -> exchange.Turned:
    rules, card = load_rules(preset), parse_card(code)
    up = exchange.turned(rules, card, table_of(rules, card, suit_of(card), players))
    assert up is not None
    return up


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize(("preset", "code"), SWAPS)
def test_rules_3_dealer_else_partner_gives_his_lowest_plain_trump(
    preset: str, code: str, players: int
) -> None:
    up = table_with(preset, code, players)
    dealt = deals(up.table, 200, rng=rng(3))
    after = exchange.swap(up, dealt)
    law, (card,) = oracle_law(up.table), cards(code)
    seats = {None: exchange.NOBODY, players - 1: exchange.DEALER, 1: exchange.PARTNER}
    if players == 2:
        seats[1] = exchange.DEALER
    for row, row_after, by, lies in zip(dealt, after.hands, after.by, after.lies, strict=True):
        hands, seat, lying = slow.exchanged(law, card, slow.hands_of(row))
        assert slow.hands_of(row_after) == hands
        assert (by, from_mask(int(lies))) == (seats[seat], (lying,))
    assert len(set(after.by.tolist())) == 1 + players // 2


def test_a_plain_card_turned_up_is_not_swapped() -> None:
    rules = load_rules()
    for card in cards_of(rules.pack):
        table = table_of(rules, card, suit_of(card), 4)
        perlagg = rules.perlagg_mask(suit_of(card)) >> card & 1
        assert (exchange.turned(rules, card, table) is not None) == bool(perlagg)


@pytest.mark.parametrize(
    ("pack", "players", "size"),
    [("HK W L8 LA LK H9 HA S8 E9 E10", 2, 3), ("HK L8 L10 LA LK H9 HA S8 E9 E10 E8 H8", 4, 2)],
)
def test_vorhands_side_holds_all_deals_possible_that_explain_the_exchange(
    pack: str, players: int, size: int
) -> None:
    up = table_with("innsbruck-1924", "LU", players)
    up = replace(up, table=replace(up.table, cards=mask(cards(pack)), size=size))
    after = exchange.swap(up, deals(up.table, 40, rng=rng(2)))
    law, (card,) = oracle_law(up.table), cards("LU")
    n = 20_000
    met = set()
    for place, by in enumerate(after.by.tolist()):
        if by in met:
            continue
        met.add(by)
        part = slice(place, place + 1)
        some = exchange.Swapped(after.hands[part], after.by[part], after.lies[part])
        made = exchange.seen_by_leaders(up, some, n, rng=rng(7))[0]
        rows, many = np.unique(made, axis=0, return_counts=True)
        seat = {exchange.NOBODY: None, exchange.DEALER: players - 1, exchange.PARTNER: 1}[by]
        lying = from_mask(int(after.lies[place]))[0]
        possible = slow.dealt_alike(law, cards(pack), card, (slow.hands_of(after.hands[place]), seat, lying))
        assert {tuple(slow.hands_of(row)) for row in rows} == set(possible)
        assert (abs(many - n / len(possible)) < FIVE_SIGMA * (n / len(possible)) ** 0.5).all()
    assert met == set(range(1 + players // 2))


def test_own_chances_after_the_exchange_are_those_of_all_deals_that_explain_it() -> None:
    pack, worlds = "HK W L8 L9 LA H9 HA S8 E9 E10", 4000
    up = table_with("innsbruck-1924", "LU", 2)
    up = replace(up, table=replace(up.table, cards=mask(cards(pack)), size=3))
    after = exchange.swap(up, deals(up.table, 8, rng=rng(2)))
    drawn = exchange.own_law_swapped(up, after, worlds, rng=rng(3))
    law, (card,) = oracle_law(up.table), cards("LU")
    assert set(after.by.tolist()) == {exchange.NOBODY, exchange.DEALER}
    for place, row in enumerate(after.hands):
        hands, lying = slow.hands_of(row), from_mask(int(after.lies[place]))[0]
        seat = 1 if after.by[place] else None
        possible = slow.dealt_alike(law, cards(pack), card, (hands, seat, lying))
        ours = Fraction(sum(slow.side_0_wins(law, deal) for deal in possible), len(possible))
        theirs = slow.own_chance(law, {*cards(pack), card} - {lying}, hands[1::2], 1)
        for truth, won in zip((ours, theirs), drawn.wins[place].tolist(), strict=True):
            assert abs(won / worlds - truth) <= FIVE_SIGMA * (float(truth * (1 - truth)) / worlds) ** 0.5
        assert drawn.won[place] == slow.side_0_wins(law, hands)


@pytest.mark.parametrize("players", [2, 4])
def test_after_the_exchange_drawn_deals_agree_with_what_is_seen(players: int) -> None:
    up = table_with("suedtirol-1927", "E7", players)
    after = exchange.swap(up, deals(up.table, 120, rng=rng(4)))
    for side, draw in enumerate((exchange.seen_by_leaders, exchange.seen_by_dealers)):
        made = draw(up, after, 10, rng=rng(5))
        assert (made[:, :, side::2] == after.hands[:, None, side::2]).all()
        every = np.bitwise_or.reduce(made, axis=2)
        assert (np.bitwise_count(made) == 5).all()
        assert (np.bitwise_count(every) == 5 * players).all()
        assert not (every & after.lies[:, None]).any()


# Drawn deals of the match ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_sides_figure_is_its_better_hand(kind: str, players: int) -> None:
    rules = load_rules("suedtirol-1927")
    table = table_of(rules, parse_card("E9"), 3, players)
    hands = deals(table, 40, rng=rng(2))
    wild = from_mask(rules.perlagg_mask(3))
    for row, both in zip(hands, side_figures(kind, hands, rules.perlagg_mask(3)).tolist(), strict=True):
        held = slow.hands_of(row)
        assert both == [side_figure(kind, held[side::2], wild) for side in (0, 1)]


def test_a_drawn_deal_is_counted_with_its_own_upcard_after_the_exchange() -> None:
    rules = load_rules()
    law = drawn_law(rules, 2, 400, 4, rng=rng(1))
    same = rng(1)
    upcards = same.choice(np.array(cards_of(rules.pack), np.uint8), 400)
    assert (law.upcard == upcards).all()
    for upcard in cards_of(rules.pack):
        here = law.upcard == upcard
        table = table_of(rules, upcard, suit_of(upcard), 2)
        dealt = deals(table, int(here.sum()), rng=same)
        up = exchange.turned(rules, upcard, table)
        if up is None:
            drawn = own_law(table, dealt, 4, rng=same)
            assert not law.swapped[here].any()
        else:
            after = exchange.swap(up, dealt)
            drawn = exchange.own_law_swapped(up, after, 4, rng=same)
            assert (law.swapped[here] == after.by).all()
        assert (law.won[here] == drawn.won).all()
        assert (law.spiel[here] == classes_of(drawn.chance)).all()
        for kind in KINDS:
            figures = side_figures(kind, drawn.hands, rules.perlagg_mask(suit_of(upcard)))
            assert (getattr(law, kind)[here] == figures).all()
    assert 0.1 < (law.swapped > 0).mean() < 0.4


@pytest.mark.parametrize("preset", STORED)
@pytest.mark.parametrize("players", [2, 4])
def test_stored_deals_turn_up_every_card_equally_often(preset: str, players: int) -> None:
    law, rules = deal_law(load_rules(preset), players), load_rules(preset)
    may_lie = [card for card in cards_of(rules.pack) if suit_of(card) in rules.trumps]
    assert len(law) >= STORED[preset]
    many = np.bincount(law.upcard, minlength=33)
    assert np.flatnonzero(many).tolist() == may_lie
    expected = len(law) / len(may_lie)
    assert (abs(many[may_lie] - expected) < FIVE_SIGMA * expected**0.5).all()


@pytest.mark.slow
@pytest.mark.parametrize("preset", STORED)
@pytest.mark.parametrize("kind", KINDS)
def test_stored_figures_of_two_players_are_as_often_as_in_all_hands(preset: str, kind: str) -> None:
    rules = load_rules(preset)
    law = deal_law(rules, 2)
    shares = []
    for upcard in np.unique(law.upcard).tolist():
        hands = all_hands(rules.pack & ~(1 << upcard), rules.hand_size)
        both = np.stack([hands, hands], axis=1)
        up = exchange.turned(rules, upcard, table_of(rules, upcard, suit_of(upcard), 2))
        after = both if up is None else exchange.swap(up, both).hands
        values = [figure_values(kind, after[:, side], rules.perlagg_mask(suit_of(upcard))) for side in (0, 1)]
        shares.append([np.bincount(some, minlength=64) / len(hands) for some in values])
    for side, share in enumerate(np.mean(shares, axis=0)):
        error = FIVE_SIGMA * np.sqrt(share * (1 - share) / len(law)) + 5 / len(law)
        found = np.bincount(getattr(law, kind)[:, side], minlength=64) / len(law)
        assert (abs(found - share) < error).all()


@pytest.mark.parametrize("preset", STORED)
@pytest.mark.parametrize("players", [2, 4])
def test_stored_deals_and_the_law_of_the_spiel_agree(preset: str, players: int) -> None:
    rules = load_rules(preset)
    law = deal_law(rules, players)
    perlagg = [bool(rules.perlagg_mask(suit_of(up)) >> up & 1) for up in range(33)]
    plain = ~np.array(perlagg)[law.upcard]  # with a Perlagg turned up, the exchange makes another law
    by_upcard = np.bincount(law.upcard[plain], minlength=33)
    share = 0.0
    for upcard in np.flatnonzero(by_upcard).tolist():
        many, won = spiel_counts(rules, upcard, None, players)
        share += by_upcard[upcard] / plain.sum() * won.sum() / many.sum()
    # The two or three shapes stand for all up-cards, so the error is hardly more than that of one of them.
    error = (0.25 / plain.sum() + 0.25 / DEALS[players]) ** 0.5
    assert abs(law.won[plain].mean() - share) < FIVE_SIGMA * error
    for side in (0, 1):
        won = law.won == (side == 0)
        for number in range(CLASSES):
            low, high = class_range(number)
            here = law.spiel[:, side] == number
            error = FIVE_SIGMA * (max(low * (1 - low), high * (1 - high), 0.02) / here.sum()) ** 0.5
            assert low - error <= won[here].mean() <= high + error


def test_stored_deals_serve_presets_that_deal_the_same_cards() -> None:
    assert deal_law(load_rules("kongress-1890"), 2) is deal_law(load_rules("innsbruck-1924"), 2)
    assert deal_law(load_rules("suedtirol-1927"), 2) is not deal_law(load_rules("innsbruck-1924"), 2)


def test_a_class_is_a_chance_of_whole_worlds() -> None:
    # Of 64 worlds none won is below 2 %, one is not; half of them is the upper side of one half.
    assert [slow.class_of(won, 64) for won in (0, 1, 32, 63, 64)] == [0, 1, 6, 10, 11]
    assert Fraction(1, 2) == (32 + Fraction(1, 2)) / 65


def test_tally_counts_each_deal_once() -> None:
    table = table_of(load_rules(), parse_card("L8"), 1, 2)
    drawn = own_law(table, deals(table, 100, rng=rng()), 6, rng=rng())
    counts = tally(classes_of(drawn.chance), drawn.won)
    assert counts.deals.sum() == 100
    assert counts.won.sum() == drawn.won.sum()
