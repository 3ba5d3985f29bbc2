"""Exact odds of full packs against deals drawn by the million, and against the deal as hands do it."""

from collections.abc import Sequence

import numpy as np
import oracle
import oracle_deals
import pytest
from numpy.typing import NDArray

from analyse.game.cards import mask_of, parse_card, parse_cards
from analyse.game.figures import KINDS, figure, figure_values
from analyse.game.rules import load_rules
from analyse.knowledge.situation import Situation, situation
from analyse.odds.figures import figure_law, figure_odds

DRAWN = 1_000_000


def shuffled(
    cards: Sequence[int], places: int, rng: np.random.Generator, rows: int = DRAWN
) -> NDArray[np.uint64]:
    """Return the first `places` cards of many shuffled packs, as bits, shape (rows, places)."""
    packs = np.tile(np.array(cards, dtype=np.int64), (rows, 1))
    every = np.arange(rows)
    for place in range(places):
        other = rng.integers(place, len(cards), rows)
        packs[:, place], packs[every, other] = packs[every, other], packs[:, place].copy()
    return np.uint64(1) << packs[:, :places].astype(np.uint64)


def hands_of(bits: NDArray[np.uint64], columns: Sequence[int]) -> NDArray[np.uint64]:
    """Return the masks of hands made of some columns."""
    return np.bitwise_or.reduce(bits[:, list(columns)], axis=1)


def unseen(known: Situation) -> list[int]:
    """Return the cards I do not see."""
    seen = known.hand | (0 if known.upcard is None else 1 << known.upcard)
    return [card for card in range(33) if (known.rules.pack & ~seen) >> card & 1]


def within_four_standard_errors(known: Situation, kind: str, seats: Sequence[NDArray[np.uint64]]) -> None:
    """Compare win, stand, lose and both laws with the drawn hands of left, partner and right.

    The vectorised figures used here equal the oracle's for every hand, see `test_figures`.
    """
    left, partner, right = (figure_values(kind, hands, known.perlaggen) for hands in seats)
    ours = np.maximum(partner, figure(kind, known.hand, known.perlaggen))
    theirs = np.maximum(left, right)
    odds, law = figure_odds(known, kind), figure_law(known, kind)
    shares = {
        "win": (np.mean(ours > theirs), odds.win.value),
        "stand": (np.mean(ours == theirs), odds.stand.value),
        "lose": (np.mean(ours < theirs), odds.lose.value),
        **{("ours", v): (np.mean(ours == v), n / law.worlds) for v, n in law.ours.items()},
        **{("theirs", v): (np.mean(theirs == v), n / law.worlds) for v, n in law.theirs.items()},
    }
    for part, (drawn, exact) in shares.items():
        stderr = np.sqrt(exact * (1 - exact) / len(ours))
        if exact * len(ours) > 100:  # rarer figures are not normal in the sample
            assert abs(drawn - exact) <= 4 * stderr, (
                f"{kind} {part}: drawn {drawn}, exact {exact}, ± {stderr}"
            )
    assert set(np.unique(ours)) <= set(law.ours)
    assert set(np.unique(theirs)) <= set(law.theirs)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_known(kind: str) -> None:
    known = situation(mask_of(parse_cards("HA LA SU E10 W")), load_rules(), upcard=parse_card("L8"))
    bits = shuffled(unseen(known), 15, np.random.default_rng(1924))
    seats = [hands_of(bits, range(i, i + 5)) for i in (0, 5, 10)]
    within_four_standard_errors(known, kind, seats)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_cards_held_by_seat_and_side_and_not_held(kind: str) -> None:
    known = situation(
        mask_of(parse_cards("SA SK H10 L9 E8")),
        load_rules("suedtirol-1927"),
        upcard=parse_card("H9"),
        known="partner: W; opponents: EO; left: !S7 !HK; right: HA",
    )
    fixed = mask_of(parse_cards("W HA"))
    free = [card for card in unseen(known) if not fixed >> card & 1]
    bits = shuffled(free, 13, np.random.default_rng(1890))
    left, partner, right = (hands_of(bits, range(a, b)) for a, b in ((0, 5), (5, 9), (9, 13)))
    opponents_have = ((left | right) & np.uint64(mask_of(parse_cards("EO")))) != 0
    left_lacks = (left & np.uint64(mask_of(parse_cards("S7 HK")))) == 0
    kept = opponents_have & left_lacks
    assert kept.sum() > DRAWN / 10
    partner |= np.uint64(mask_of(parse_cards("W")))
    right |= np.uint64(mask_of(parse_cards("HA")))
    within_four_standard_errors(known, kind, [left[kept], partner[kept], right[kept]])


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_s56_turned_trump_perlagg_not_swapped(kind: str) -> None:
    # Vorhand is me: left and right deal, and hold none of LA LK L10 L9 L8.
    known = situation(
        mask_of(parse_cards("HA LA SU E10 W")), load_rules("suedtirol-1927"), upcard=parse_card("LU")
    )
    trumps = mask_of(parse_cards("LA LK L10 L9 L8"))
    rng = np.random.default_rng(56)
    others = [card for card in unseen(known) if not trumps >> card & 1]
    dealt = shuffled(others, len(others), rng)  # ten to the dealer's side, the rest stays with the trumps
    rows = np.arange(DRAWN)
    rest = np.concatenate(
        [
            dealt[:, 10:],
            np.tile(np.uint64(1) << np.array(parse_cards("LK L10 L9 L8"), dtype=np.uint64), (DRAWN, 1)),
        ],
        axis=1,
    )
    for place in range(5):
        other = rng.integers(place, rest.shape[1], DRAWN)
        rest[:, place], rest[rows, other] = rest[rows, other], rest[:, place].copy()
    seats = [hands_of(dealt, range(5)), hands_of(rest, range(5)), hands_of(dealt, range(5, 10))]
    within_four_standard_errors(known, kind, seats)


# The deal as hands do it -------------------------------------------------------------------------------

# RULES 3: leader | my hand | taken at the cut. The cutter is leader - 2: partner, right, me.
CUTS = [
    pytest.param(0, "HA LA SU E10 W", "", id="none_cut_by_partner"),
    pytest.param(0, "HA LA SU E10 W", "HK", id="HK_cut_by_partner"),
    pytest.param(1, "HA LA SU E10 E9", "HK W", id="HK_W_cut_by_right"),
    pytest.param(2, "HA LA SU E10 W", "W", id="W_cut_by_me"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("leader", "hand", "taken"), CUTS)
def test_rules3_cut_and_deal_by_hand(leader: int, hand: str, taken: str) -> None:
    """Orders of the pack that give my hand, the up-card and the cut, all equally likely.

    With a given number of cards taken each place of the pack goes to a given seat, so my cards,
    the up-card and the taken cards are laid on their places and the rest is shuffled; orders in
    which the next card at the cut is a permanent Perlagg are another cut and are thrown away.
    """
    rules = load_rules()
    cut = parse_cards(taken)
    depth = 14
    places = oracle_deals.deal_by_hand(
        range(33), depth, range(depth - len(cut), depth), players=4, leader=leader
    )
    assert len(places.taken) == len(cut)
    assert [len(seat) for seat in places.hands] == [5, 5, 5, 5]

    known = situation(
        mask_of(parse_cards(hand)),
        rules,
        upcard=parse_card("L8"),
        leader=leader,
        known=f"cut: {taken or 'none'}",
    )
    given = {*parse_cards(hand), *cut, parse_card("L8")}
    filled = {*places.hands[0], *places.taken, places.upcard}
    assert len(given) == len(filled)
    open_places = [place for place in range(33) if place not in filled]
    bits = shuffled(
        [card for card in range(33) if card not in given], len(open_places), np.random.default_rng(54)
    )
    column = {place: i for i, place in enumerate(open_places)}
    kept = (bits[:, column[places.bottom]] & np.uint64(rules.permanent)) == 0
    bits = bits[kept]
    seats = []
    for seat in (1, 2, 3):
        masks = hands_of(bits, [column[place] for place in places.hands[seat] if place in column])
        if seat == (leader - 2) % 4:
            masks |= np.uint64(mask_of(cut))
        assert (np.bitwise_count(masks) == 5).all()
        seats.append(masks)
    for kind in KINDS:
        within_four_standard_errors(known, kind, seats)


@pytest.mark.parametrize("kind", KINDS)
def test_rules3_the_cut_changes_the_law(kind: str) -> None:
    # DESIGN: no permanent Perlagg cut moves a win chance, by up to a point.
    hand = mask_of(parse_cards("HA LA SU E10 E9"))
    plain = figure_odds(situation(hand, load_rules(), upcard=parse_card("L8")), kind)
    none = figure_odds(situation(hand, load_rules(), upcard=parse_card("L8"), known="cut: none"), kind)
    assert 0 < abs(plain.win.value - none.win.value) < 0.015


@pytest.mark.parametrize(
    ("taken", "dealt"), [(0, (2, 3)), (1, (1, 3)), (2, (0, 3)), (3, (0, 2)), (4, (0, 1))]
)
def test_s54_cutter_is_dealt_so_many_fewer(taken: int, dealt: tuple[int, int]) -> None:
    # S p. 54: took 1, 2, 3, 4: dealt 1+3, 0+3, 0+2, 0+1.
    for leader in range(4):
        cutter = (leader - 2) % 4
        deal = oracle_deals.deal_by_hand(range(33), 20, range(20 - taken, 20), players=4, leader=leader)
        assert deal.packets[cutter] == dealt
        assert [len(hand) for hand in deal.hands] == [5, 5, 5, 5]
        assert deal.bottom == 19 - taken
        assert len({*(c for hand in deal.hands for c in hand), deal.upcard, deal.bottom}) == 22


def test_rules3_cutter_holds_permanents_like_a_hand_of_six() -> None:
    # RULES 3: expected 24/33 instead of 20/33; at least one 1 - C(29,6)/C(33,6) = .5711
    rng = np.random.default_rng(3)
    permanent = [c for c in range(33) if load_rules().permanent >> c & 1]
    names = {c: oracle.from_mask(1 << c)[0] for c in range(33)}
    keeps = {names[c] for c in permanent}
    held = np.zeros((30_000, 4))
    for row in held:
        order = [names[c] for c in rng.permutation(33).tolist()]
        deal = oracle_deals.deal_by_hand(order, int(rng.integers(5, 29)), keeps, players=4, leader=0)
        row[:] = [len(keeps & set(hand)) for hand in deal.hands]
    error = held.std(axis=0) / np.sqrt(len(held))
    assert abs(held[:, 2].mean() - 24 / 33) < 4 * error[2]
    for seat in (0, 1, 3):
        assert abs(held[:, seat].mean() - 20 / 33) < 4 * error[seat]
    assert abs((held[:, 2] > 0).mean() - 0.5711) < 4 * np.sqrt(0.5711 * 0.4289 / len(held))
