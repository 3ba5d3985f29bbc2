"""The open-card solver against plain minimax and alpha-beta (`oracle_tricks`), and what must hold of it.

Positions come from `check_tricks`; run by hand, that compares many more.
"""

import numpy as np
import pytest
from check_tricks import SMALL, Drawn, Tally, drawn_positions, whole
from oracle_tricks import OBJECTIVES, plainer_value, value

from analyse.game.cards import ALL_CARDS, cards_of, mask_of, parse_cards, parse_suit
from analyse.game.plays import Position, after, legal_plays, trick_rules, turn
from analyse.game.rules import load_rules
from analyse.opencards.solver import line, play_values, solve, solve_deals, sure_tricks

SEED = 1890


def some(players: int, size: int, count: int, *, preset: bool = False) -> list[Drawn]:
    """Return `count` positions, always the same."""
    return list(drawn_positions(SEED, players, size, count, preset=preset))


# Against the twins ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "size", "count"), [(2, 1, 60), (2, 2, 100), (2, 3, 30), (4, 1, 60), (4, 2, 20)]
)
def test_small_deals_equal_minimax_over_every_play_and_name(players: int, size: int, count: int) -> None:
    tally = Tally()
    for drawn in some(players, size, count):
        for objective in OBJECTIVES:
            tally.compare(drawn, objective, value(drawn.deal, objective))
    assert tally.wrong == []
    assert tally.compared == 3 * count


@pytest.mark.parametrize(
    ("players", "size", "count"),
    [(2, 1, 100), (2, 2, 200), (2, 3, 150), (2, 4, 40), (4, 1, 100), (4, 2, 100), (4, 3, 15)],
)
def test_small_deals_equal_alpha_beta_over_every_name(players: int, size: int, count: int) -> None:
    tally = Tally()
    for drawn in list(drawn_positions(SEED + 1, players, size, count)):
        for objective in OBJECTIVES:
            tally.compare(drawn, objective, plainer_value(drawn.deal, objective, every_name=True))
    assert tally.wrong == []


@pytest.mark.parametrize("players", [2, 4])
def test_the_two_twins_agree(players: int) -> None:
    for drawn in some(players, 2, 40 // players):
        for objective in OBJECTIVES:
            plain = value(drawn.deal, objective)
            assert value(drawn.deal, objective, every_name=False) == plain
            assert plainer_value(drawn.deal, objective, every_name=True) == plain
            assert plainer_value(drawn.deal, objective) == plain


@pytest.mark.slow
@pytest.mark.parametrize(("players", "size", "count"), [(2, 5, 100), (2, 7, 3), (4, 4, 10), (4, 5, 3)])
def test_larger_deals_equal_alpha_beta_over_few_names(players: int, size: int, count: int) -> None:
    tally = Tally()
    for place, drawn in enumerate(some(players, size, count)):
        for objective in OBJECTIVES if place % 4 == 0 else ("number",):
            tally.compare(drawn, objective, plainer_value(drawn.deal, objective))
    assert tally.wrong == []


@pytest.mark.parametrize(("players", "size"), [(2, 1), (2, 2), (4, 1), (4, 2)])
def test_the_value_of_each_play_equals_minimax_after_it(players: int, size: int) -> None:
    for drawn in some(players, size, 5):
        for objective in OBJECTIVES:
            for play, worth in play_values(drawn.position, objective).items():
                assert worth == value(as_drawn(after(drawn.position, play)).deal, objective), (drawn, play)


def as_drawn(position: Position) -> Drawn:
    """Return a position as plain numbers."""
    rules = position.rules
    table = tuple((play.card, play.name) for play in position.table)
    return Drawn(
        rules.trump, rules.wild, rules.ranks,
        position.hands, position.leader, table, position.taken, position.bound,
    )  # fmt: skip


# Deals in which one name or one card decides, found by solving a million deals without it ------------

TELLING = """
side seven led, for the partner      | innsbruck-1924  | E | H7 EO | L8 L7 | SK S10 | HO H8                          | 2
side seven led, for the partner      | suedtirol-1927  | E | HK H7 | HO H8 | LA L8 | LU SO                            | 2
side seven led, for the partner      | oberland        | L | HO LO | HA H9 | SK SU | SO E9                            | 2
side seven led, for the partner      | schlanders-2023 | E | H8 S8 | HO SA | LO L10 | HA H10                          | 2
trump seven led, for the partner     | oberland        | H | L9 L8 E7 | H8 LA S7 | SA EA EU | H7 SU E9                | 2
trump seven led, for the partner     | innsbruck-1924  | L | HK H8 E8 W | H10 LA L10 EO | LO L9 S9 S7 | LK L7 EA EK | 4
trump seven led, for the partner     | innsbruck-1924  | S | H10 L10 SA SK | H7 L9 S8 S7 | HK EK EU W | H9 H8 EA E9  | 4
side ace led                         | innsbruck-1924  | L | SK E7 | SA EK                                            | 2
trump ace led                        | innsbruck-1924  | L | LO L7 | HK W                                             | 0
natural seven is no eight            | schlanders-2023 | E | HK HU | HO H8 | L9 L7 | H10 SA                           | 2
natural seven is no eight            | schlanders-2023 | E | SO S8 | HA S7 | L8 L7 | SA SK                            | 2
natural seven is no eight            | innsbruck-1924  | S | HK S7 E9 | S8 E10 E8 | HA H7 LO | LA L7 SA               | 3
natural seven is no eight            | suedtirol-1927  | E | L9 EK EO | SO S9 S8 | HA H7 S10 | LU L10 SU              | 3
natural seven is no eight            | oberland        | L | SU S10 E10 | HU H7 EO | SA S7 E7 | LO LU S8              | 0
follows low with a card to give      | innsbruck-1924  | E | HO L7 E9 | LK E8 E7 | EK EU W | HK SK SU                 | 2
follows low with a card to give      | suedtirol-1927  | E | H9 H7 E9 | H10 L9 E10 | HU H8 S7 | HK EK EO              | 0
follows low with a card to give      | oberland        | H | S9 E8 W | LO SA EK | L8 S7 EU | EA EO E7                 | 1
follows low with a card to give      | schlanders-2023 | E | H7 E10 E8 | LU SA EU | S8 EA EO | HO LK SO               | 3
thrown low with a card to throw      | innsbruck-1924  | E | HA H10 H7 | L10 S8 E7 | HK EK EU | LA LK S9              | 3
thrown low with a card to throw      | suedtirol-1927  | E | H8 LU S10 | L9 S7 EO | EU E8 E7 | LO L8 SO               | 2
thrown low with a card to throw      | oberland        | H | HU S8 E10 | HA EU W | L7 SU S7 | H8 LO L8                | 0
thrown low with a card to throw      | schlanders-2023 | E | H10 LA S9 | H8 L7 EU | EO E8 E7 | HA HK S7              | 2
thrown low under a higher Perlagg    | innsbruck-1924  | H | H7 S7 W | HK HU E7                                       | 1
thrown low under a higher Perlagg    | suedtirol-1927  | H | H7 EO E7 | HU S7 EU                                      | 1
partners' trumps fall together       | innsbruck-1924  | E | E9 E7 | L9 EA | S10 E8 | S9 E10                          | 2
partners' trumps fall together       | oberland        | H | HO L9 | H10 SK | S9 E10 | HA E8                          | 2
partners' trumps fall together       | schlanders-2023 | E | H10 EU | SO EA | LA S9 | H8 E10                          | 2
partners' Perlaggen fall together    | innsbruck-1924  | E | E10 E7 | H7 LK | LU EU | HK S7                           | 0
partners' Perlaggen fall together    | suedtirol-1927  | E | E10 E7 | H8 LK | HK EK | L9 S7                           | 1
partners' Perlaggen fall together    | schlanders-2023 | E | E10 E7 | H7 S7 | L8 EO | LK EU                           | 1
"""


@pytest.mark.parametrize("row", TELLING.strip().splitlines())
def test_one_name_or_one_card_decides(row: str) -> None:
    _, preset, trump, *hands, tricks = (cell.strip() for cell in row.split("|"))
    law = trick_rules(load_rules(preset), parse_suit(trump))
    position = Position(law, tuple(mask_of(parse_cards(hand)) for hand in hands))
    assert plainer_value(as_drawn(position).deal, every_name=True) == int(tricks)
    assert solve(position) == int(tricks)
    assert solve(position, "majority") == (int(tricks) > position.tricks / 2)


@pytest.mark.parametrize(("players", "size", "count"), [(2, 4, 60), (2, 5, 40), (4, 2, 60), (4, 3, 30)])
def test_a_perlagg_that_may_bear_every_name_is_free(players: int, size: int, count: int) -> None:
    # A bound one is tried with all its names, a free one only with those that suffice.
    for drawn in some(players, size, count):
        every = tuple((card, 2**32 - 1) for card in drawn.wild)
        for objective in OBJECTIVES:
            free = solve(drawn._replace(bound=()).position, objective)
            assert solve(drawn._replace(bound=every).position, objective) == free, drawn


# The plays of one position ---------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "size"), [(2, 3), (2, 5), (2, 7), (4, 3), (4, 5)])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_each_play_is_worth_the_position_after_it(players: int, size: int, objective: str) -> None:
    for drawn in some(players, size, 4):
        position = drawn.position
        values = play_values(position, objective)
        assert list(values) == list(legal_plays(position))
        assert values == {play: solve(after(position, play), objective) for play in values}
        best = max if turn(position) % 2 == 0 else min
        assert solve(position, objective) == best(values.values())


@pytest.mark.parametrize(("players", "size"), [(2, 5), (4, 3), (4, 5)])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_best_line_keeps_the_value_to_the_end(players: int, size: int, objective: str) -> None:
    for drawn in some(players, size, 2):
        position = drawn.position
        worth = solve(position, objective)
        for play in line(position, objective):
            assert play in legal_plays(position)
            position = after(position, play)
            assert solve(position, objective) == worth
        decided = 2 * max(position.taken) > position.tricks
        assert decided if objective == "majority" and any(position.hands) else not any(position.hands)
        ends = {
            "number": position.taken[0],
            "majority": int(position.taken[0] > position.taken[1]),
            "last": int(position.leader % 2 == 0),  # who took the last trick would lead the next
        }
        assert worth == ends[objective]


# What must hold of every position --------------------------------------------------------------------

SHAPES = [*SMALL, (2, 5), (2, 7), (4, 4), (4, 5)]


@pytest.mark.parametrize(("players", "size"), SHAPES)
def test_the_objectives_agree(players: int, size: int) -> None:
    for drawn in some(players, size, 20):
        position = drawn.position
        number = solve(position)
        left = position.tricks - sum(position.taken)
        assert drawn.taken[0] <= number <= drawn.taken[0] + left
        assert solve(position, "majority") == (2 * number > position.tricks)
        if number == drawn.taken[0] + left:
            assert solve(position, "last") == 1
        if number == drawn.taken[0]:
            assert solve(position, "last") == 0


@pytest.mark.parametrize(("players", "size"), SHAPES)
def test_tricks_taken_are_added(players: int, size: int) -> None:
    for drawn in some(players, size, 20):
        anew = solve(drawn._replace(taken=(0, 0)).position)
        for taken in ((0, 0), (1, 0), (0, 2), (2, 1)):
            assert solve(drawn._replace(taken=taken).position) == taken[0] + anew


@pytest.mark.parametrize(("players", "size"), SHAPES)
def test_one_seat_further_the_sides_are_exchanged(players: int, size: int) -> None:
    for drawn in some(players, size, 20):
        ours, theirs = drawn.taken
        turned = drawn._replace(
            hands=(drawn.hands[-1], *drawn.hands[:-1]),
            leader=(drawn.leader + 1) % players,
            taken=(theirs, ours),
        )
        total = drawn.position.tricks
        assert solve(turned.position) == total - solve(drawn.position)
        assert solve(turned.position, "last") == 1 - solve(drawn.position, "last")


def with_one_more_perlagg(drawn: Drawn) -> tuple[Drawn, int]:
    """Return the same position and a card that nobody holds, now the lowest of the Perlaggen in play."""
    held = mask_of([card for hand in drawn.hands for card in cards_of(hand)])
    held |= mask_of(card for card, _ in drawn.table)
    low = next(card for card in range(32) if not (held | mask_of(drawn.wild)) >> card & 1)
    wild = (*(card for card in drawn.wild if held >> card & 1), low)
    return drawn._replace(wild=wild), low


@pytest.mark.parametrize(("players", "size"), SHAPES)
def test_a_low_perlagg_is_never_worse_than_a_plain_card(players: int, size: int) -> None:
    """The holder may always name it as the card it stands for.

    Below all other Perlaggen of the deal it then takes and loses exactly what the card would, and
    binds nobody to follow suit.
    """
    compared = 0
    for drawn in some(players, size, 40):
        with_low, low = with_one_more_perlagg(drawn)
        if len(with_low.wild) > 9:
            continue
        for seat, hand in enumerate(drawn.hands):
            for card in cards_of(hand & ~mask_of(drawn.wild))[:2]:
                hands = list(drawn.hands)
                hands[seat] ^= 1 << card | 1 << low
                better = with_low._replace(hands=tuple(hands))
                gains = [solve(better.position, goal) - solve(drawn.position, goal) for goal in OBJECTIVES]
                assert min(gain * (1 - 2 * (seat % 2)) for gain in gains) >= 0, (drawn, better)
                compared += any(gains)
    assert compared >= 5


@pytest.mark.parametrize(("players", "size"), SHAPES)
def test_a_free_perlagg_is_never_worse_than_a_bound_one(players: int, size: int) -> None:
    compared = 0
    for drawn in some(players, size, 60):
        for card, names in drawn.bound:
            seats = [seat for seat, hand in enumerate(drawn.hands) if hand >> card & 1]
            if not seats:
                continue  # it lies on the table
            others = tuple(row for row in drawn.bound if row[0] != card)
            sign = 1 - 2 * (seats[0] % 2)
            one = drawn._replace(bound=(*others, (card, names & -names)))
            free = drawn._replace(bound=others)
            bounds = [sign * solve(some_drawn.position) for some_drawn in (one, drawn, free)]
            assert bounds == sorted(bounds), drawn
            compared += 1
    assert compared >= 5


@pytest.mark.parametrize("trump", [1, 3])
@pytest.mark.parametrize("players", [2, 4])
def test_side_suits_are_alike(trump: int, players: int) -> None:
    rng = np.random.default_rng(SEED)
    law = trick_rules(load_rules("innsbruck-1924"), trump)
    sides = [suit for suit in range(4) if suit != trump]
    ranks = (1, 2, 3, 4, 5, 7)  # the seven and the king of some side suits are Perlaggen
    usable = [8 * suit + rank for suit in sides for rank in ranks]
    usable += [8 * trump + rank for rank in range(8) if 8 * trump + rank not in law.wild]
    for _ in range(30):
        wild = whole(rng.permutation(law.wild)[: 2 * players])
        cards = whole(rng.permutation([*wild, *rng.permutation(usable)[: 5 * players - len(wild)]]))
        other = dict(zip(sides, whole(rng.permutation(sides)), strict=True))
        moved = [
            card if card in law.wild or card >> 3 == trump else 8 * other[card >> 3] + (card & 7)
            for card in cards
        ]
        for objective in OBJECTIVES:
            one, two = (
                Position(law, tuple(mask_of(deal[seat::players]) for seat in range(players)))
                for deal in (cards, moved)
            )
            assert solve(one, objective) == solve(two, objective), one


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("unseen", ["all", "few"])
def test_sure_tricks_are_taken_in_every_deal(players: int, unseen: str) -> None:
    rng = np.random.default_rng((SEED, players, len(unseen)))
    found = 0
    for drawn in some(players, 3, 60, preset=True):
        if drawn.table or drawn.bound:
            continue
        law, hand = drawn.position.rules, drawn.hands[0]
        rest = [card for card in cards_of(ALL_CARDS & ~hand) if card != 32 or 32 in drawn.wild]
        if unseen == "few":
            rest = rest[::2]  # every other card is known to sleep
        sure = sure_tricks(law, hand, mask_of(rest))
        for _ in range(10):
            others = whole(rng.permutation(rest))
            hands = (hand, *(mask_of(others[3 * i : 3 * i + 3]) for i in range(players - 1)))
            for leader in range(players):
                assert solve(Position(law, hands, leader)) >= sure
        found += sure
    assert found >= 5


# Many deals at once -----------------------------------------------------------------------------------


def many(players: int, size: int, count: int, avoid: int) -> np.ndarray:
    """Return (count, players) masks of hands without the cards of a mask."""
    rng = np.random.default_rng((SEED, players, size, count))
    pack = np.array(cards_of(ALL_CARDS & ~avoid))
    deals = [whole(rng.permutation(pack)[: players * size]) for _ in range(count)]
    return np.array(
        [[mask_of(deal[seat::players]) for seat in range(players)] for deal in deals], dtype=np.uint64
    )


@pytest.mark.parametrize(("players", "size"), [(2, 5), (2, 7), (4, 3), (4, 5)])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_many_deals_equal_one_by_one_on_one_thread_and_on_two(
    players: int, size: int, objective: str
) -> None:
    law = trick_rules(load_rules("innsbruck-1924"), 1)
    hands = many(players, size, 101, 0)
    one_by_one = [solve(Position(law, whole(row), 1), objective) for row in hands]
    together = solve_deals(law, hands, 1, objective)
    assert together.dtype == np.int8
    assert together.tolist() == one_by_one
    assert len(set(one_by_one)) > 1
    assert solve_deals(law, hands, 1, objective, threads=2).tolist() == one_by_one


@pytest.mark.parametrize("players", [2, 4])
def test_many_deals_within_a_trick_equal_one_by_one(players: int) -> None:
    law = trick_rules(load_rules("innsbruck-1924"), 1)
    weli, ace, s7 = parse_cards("W LA S7")
    lead = next(p for p in legal_plays(Position(law, (1 << weli, 1 << s7))) if p.name == ace)
    hands = many(players, 5, 50, 1 << weli | 1 << s7)
    hands[:, 0] &= hands[:, 0] - np.uint64(1)  # instead of one card the leader has played the Weli
    known = dict(table=(lead,), taken=(1, 2), bound=((6, mask_of(parse_cards("HA LA E8"))),))
    one_by_one = [
        solve(Position(law, whole(row), 0, known["table"], known["taken"], known["bound"])) for row in hands
    ]
    assert len(set(one_by_one)) > 1
    assert solve_deals(law, hands, 0, **known).tolist() == one_by_one
    assert solve_deals(law, hands, 0, threads=2, **known).tolist() == one_by_one


def test_no_deals_are_no_values() -> None:
    law = trick_rules(load_rules("innsbruck-1924"), 1)
    assert solve_deals(law, np.zeros((0, 4), dtype=np.uint64)).shape == (0,)
