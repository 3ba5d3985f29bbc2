"""Tricks: the worked facts of RULES 10, the sentences of RULES 5 and 9, and both against the oracle."""

from itertools import permutations

import oracle_tricks
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle_tricks import deal_of
from searching import examples

from analyse.game.cards import ALL_CARDS, WELI, card_name, cards_of, mask_of, parse_cards, parse_suit
from analyse.game.plays import (
    Play,
    Position,
    TrickRules,
    after,
    legal_plays,
    parse_play,
    play_name,
    taker,
    trick_rules,
    turn,
)
from analyse.game.rules import PRESETS, load_rules
from analyse.i18n import InputError
from analyse.opencards.solver import line, play_values, solve, sure_tricks

# Reading tables -----------------------------------------------------------------------------------


def law(trump: str, preset: str = "innsbruck-1924") -> TrickRules:
    """Return what decides a trick; trump "-" is none."""
    if trump == "-":
        return TrickRules(None, load_rules(preset).perlaggen(0))
    return trick_rules(load_rules(preset), parse_suit(trump))


def winner(trump: str, table: str, preset: str = "innsbruck-1924") -> str:
    """Return the play of a table that takes the trick."""
    plays = table.split()
    return plays[taker(law(trump, preset), tuple(map(parse_play, plays)))]


def to_play(trump: str, table: str, hand: str, preset: str = "innsbruck-1924") -> Position:
    """Return a position of four seats: `hand` is to play, the others hold any other cards."""
    plays = tuple(map(parse_play, table.split()))
    mine = parse_cards(hand)
    others = iter([c for c in cards_of(ALL_CARDS) if c not in mine and c not in {p.card for p in plays}])
    sizes = [len(mine) - (seat < len(plays)) for seat in range(4)]
    hands = [mask_of(next(others) for _ in range(size)) for size in sizes]
    hands[len(plays)] = mask_of(mine)
    return Position(law(trump, preset), tuple(hands), 0, plays)


def dealt(trump: str, hands: str, leader: int = 0, preset: str = "innsbruck-1924") -> Position:
    """Return the position of hands parted by "|" before the first card."""
    masks = tuple(mask_of(parse_cards(hand)) for hand in hands.split("|"))
    return Position(law(trump, preset), masks, leader)


def may(trump: str, table: str, hand: str) -> set[str]:
    """Return the texts of all legal plays of `hand`."""
    return {play_name(play) for play in legal_plays(to_play(trump, table, hand))}


def must_give(trump: str, table: str, card: str) -> bool:
    """Return whether of `card` and L9 only `card` may be played."""
    cards = {play.partition("=")[0] for play in may(trump, table, f"{card} L9")}
    return cards == {card}


def rows(table: str) -> list[list[str]]:
    """Return the cells of a table."""
    return [[cell.strip() for cell in row.split("|")] for row in table.strip().splitlines()]


# Worked facts (RULES 10) -----------------------------------------------------------------------------


@pytest.mark.parametrize("card", "HA H10 H9 H8".split())
def test_schwaighofer_64_plain_trumps_must_be_given_to_hk_led_as_ha(card: str) -> None:
    assert must_give("H", "HK=HA", card)


@pytest.mark.parametrize("card", "H7 HU HO".split())
def test_schwaighofer_64_trump_perlaggen_need_not_be_given_to_hk_led_as_ha(card: str) -> None:
    assert not must_give("H", "HK=HA", card)
    assert "L9" in may("H", "HK=HA", f"{card} L9")
    # with a plain Herz beside it, too, nobody is forced to play the Perlagg
    assert "H8" in may("H", "HK=HA", f"{card} H8")


def test_schwaighofer_65_h7_not_named_loses_to_h8() -> None:
    assert winner("H", "H7 H8") == "H8"
    assert winner("H", "H8 H7") == "H8"
    assert winner("H", "H7=H9 H8") == "H7=H9"


@pytest.mark.parametrize("trump", "HSE")
def test_schwaighofer_65_trump_o_named_l9_beats_the_natural_l9(trump: str) -> None:
    ober = f"{trump}O=L9"
    assert winner(trump, f"L9 {ober}") == ober
    assert winner(trump, f"{ober} L9") == ober
    assert winner(trump, f"{ober} L10") == "L10"


@pytest.mark.parametrize("trump", "HSE")
def test_schwaighofer_65_trump_o_named_l9_loses_to_every_higher_perlagg_named_l9(trump: str) -> None:
    ober, *higher = [card_name(c) for c in reversed(law(trump).wild)]
    assert ober == f"{trump}O"
    assert len(higher) == {"H": 6, "S": 5, "E": 5}[trump]
    for perlagg in higher:
        assert winner(trump, f"{ober}=L9 {perlagg}=L9") == f"{perlagg}=L9"
        assert winner(trump, f"{perlagg}=L9 {ober}=L9") == f"{perlagg}=L9"


@pytest.mark.parametrize("trump", "HLSE")
def test_schwaighofer_65_lowest_trump_perlagg_as_trump_ace(trump: str) -> None:
    ace = f"{trump}A"
    lowest, *better = [card_name(c) for c in reversed(law(trump).wild)]
    assert winner(trump, f"{ace} {lowest}={ace}") == f"{lowest}={ace}"
    assert winner(trump, f"{lowest}={ace} {ace}") == f"{lowest}={ace}"
    for perlagg in better:
        assert winner(trump, f"{perlagg}={ace} {lowest}={ace}") == f"{perlagg}={ace}"
        assert winner(trump, f"{lowest}={ace} {perlagg}={ace}") == f"{perlagg}={ace}"


@pytest.mark.parametrize("trump", "LSE")
def test_schwaighofer_66_weli_named_h7_loses_to_h8(trump: str) -> None:
    assert winner(trump, "H8 W=H7") == "H8"
    assert winner(trump, "W=H7 H8") == "H8"
    assert winner(trump, "H7 W=H7") == "W=H7"  # but it beats the card that it is


# Who takes the trick (RULES 5, 9) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "table", "takes"),
    rows("""
        L | H9 HA H10 HU           | HA
        L | H9 EA SA E10           | H9
        L | HA L8 H10 HU           | L8
        L | HA L8 L9 LA            | LA
        - | H9 LA SA EA            | H9
        - | H9 W=HA HK=HA HA       | HK=HA
        L | W=HA L8 H8 H9          | L8
        L | HA W=HA HK=HA E7=HA    | HK=HA
        L | LA W=HA H8 H9          | LA
        L | HA S7=L8 W=L8 L9       | L9
        L | HA S7=L9 W=L8 L8       | S7=L9
    """),
)
def test_5_trump_then_rank_in_the_suit_led_then_the_higher_perlagg(
    trump: str, table: str, takes: str
) -> None:
    assert winner(trump, table) == takes


@pytest.mark.parametrize("table", ["HA HK=HA W=HA S7=HA", "LA E7=LA L7=LA LO=LA", "E9 LU=E9 E8 E7=E9"])
def test_5_equal_cards_are_told_apart_whatever_the_order_of_play(table: str) -> None:
    takers = {winner("L", " ".join(order)) for order in permutations(table.split())}
    assert takers == {{"HA": "HK=HA", "LA": "E7=LA", "E9": "E7=E9"}[table[:2]]}


@pytest.mark.parametrize(
    ("trump", "table", "takes"),
    rows("""
        L | W S7 E8 E9     | S7
        L | S7 W E8 E9     | S7
        L | W S8 S9 E9     | S9
        S | EA W E9 E10    | W
        S | W S8 EA E9     | S8
        L | SA W E9 E10    | SA
        L | HK HA H8 H9    | HA
        L | HO HK HU H9    | HK
        L | HK W=HK H8 H9  | W=HK
    """),
)
def test_innsbruck_17_not_named_is_the_plain_card(trump: str, table: str, takes: str) -> None:
    # the Weli is the Schell six: the lowest Schell, a trump where Schell is trump
    assert winner(trump, table) == takes


def test_innsbruck_27_a_trick_is_decided_when_its_last_card_lies() -> None:
    position = dealt("L", "HK W S7 | HA L8 L9", leader=1)
    for play, taken in (
        ("L8", (0, 0)), ("HK=LA", (1, 0)), ("W=LA", (1, 0)), ("L9", (2, 0)), ("S7=LA", (2, 0)), ("HA", (3, 0)),
    ):  # fmt: skip
        position = after(position, parse_play(play))
        assert position.taken == taken
    assert position.hands == (0, 0)


def test_5_who_takes_the_trick_leads_the_next() -> None:
    position = dealt("L", "H8 E8 | H9 E9 | HA E10 | HO EA")
    for play in "H8 H9 HA HO".split():
        position = after(position, parse_play(play))
    assert (position.leader, turn(position), position.taken) == (2, 2, (1, 0))


# What may be played (RULES 5, 9) -----------------------------------------------------------------------

LEGAL = """
13 follow with the suit led            | L | HA          | H8 E9     | H8                | E9
13 or take it with a trump             | L | HA          | H8 L8     | H8 L8             |
13 or take it with a Perlagg           | L | HA          | H8 W      | H8 W=HA W=L8 W=LA | W W=EA W=S8
13 no trump below the one that lies    | L | HA L9       | H8 L8     | H8                | L8
13 a higher one                        | L | HA L9       | H8 L10    | H8 L10            |
13 no Perlagg below it either          | L | HA L9       | H8 W      | H8 W=L9 W=LA      | W=L8 W=EA W
13 an equal Perlagg takes only above   | L | HA W=L9     | H8 S7     | H8 S7=L10 S7=LA   | S7=L9 S7=L8
13 an equal Perlagg takes only above 2 | L | HA S7=L9    | H8 W      | H8 W=L9 W=L10     | W=L8
13 no duty to beat                     | L | H9          | H8 HA     | H8 HA             |
13 no duty to trump                    | L | HA          | E8 L8     | E8 L8             |
13 without the suit led anything       | L | HA L9       | E8 L8 W   | E8 L8 W W=L7 W=H7 W=EA |
13 trump led: follow                   | L | LA          | L8 HA     | L8                | HA
13 trump led: any trump, also lower    | L | L10         | L8 L9 HA  | L8 L9             | HA
9 named into the suit led: it follows  | L | HA L9       | H8 W      | W=H7 W=H8 W=HA    | W=E7
9 named into trump led: it follows     | L | LA          | L8 W      | W=L7 W=LA         | W=H7 W
9 unnamed it follows with what it shows | L | SA         | S8 W      | W                 |
9 unnamed it follows with what it is 2 | L | HA          | H8 HK     | HK                |
9 unnamed HK is no Laub                | L | L9          | L8 HK     | L8 HK=L10         | HK
9 unnamed L7 is the lowest trump       | L | HA          | H8 L7     | L7                |
9 unnamed L7 takes nothing from L8     | L | HA L8       | H8 L7     | L7=L8             | L7 L7=L7
5 Perlaggen belong to no suit          | L | L8          | L7 LU H8  | H8 L7 LU=EA       |
5 Perlaggen belong to no suit 2        | E | L8          | EU H8     | H8 EU EU=LA EU=H7 |
5 the suit led is that of the name     | L | W=E8        | E9 H9 S9  | E9                | H9 S9
5 the suit led is that of the name 2   | L | W           | E9 H9 S9  | S9                | H9 E9
5 without trump a Perlagg of the suit  | - | HA          | H8 W      | H8 W=HA W=H7      | W=LA W
5 without trump nothing else takes     | - | W=HA        | H8 S7 LA  | H8 S7=HA          | S7=LA S7 LA
5 the leader plays anything            | L |             | H8 L8 W   | H8 L8 W W=H8 W=LA |
"""


@pytest.mark.parametrize(
    ("trump", "table", "hand", "legal", "illegal"),
    [pytest.param(*row[1:], id=row[0]) for row in rows(LEGAL)],
)
def test_13_follow_or_take_the_trick_as_it_lies(
    trump: str, table: str, hand: str, legal: str, illegal: str
) -> None:
    plays = may(trump, table, hand)
    assert plays >= set(legal.split())
    assert plays.isdisjoint(illegal.split())
    position = to_play(trump, table, hand)
    for play in illegal.split():
        with pytest.raises(InputError) as error:
            after(position, parse_play(play))
        assert repr(play) in str(error.value) or play in str(error.value)


def test_13_the_seats_before_count_not_only_the_leader() -> None:
    # three plays lie, the third is the best: only what takes the trick from it, or follows
    assert may("L", "HA L8 L10", "H9 L9 LK") == {"H9", "LK"}


def test_17_a_perlagg_may_bear_each_of_32_names_and_none() -> None:
    plays = legal_plays(to_play("L", "", "W H8"))
    assert len(plays) == len(set(plays)) == 34
    assert {p.name for p in plays if p.card == WELI} == {None, *range(32)}


def test_9_there_is_no_naming_as_six() -> None:
    with pytest.raises(InputError, match="L7=W"):
        parse_play("L7=W")


def test_17_a_perlagg_bound_to_names_bears_one_of_them() -> None:
    position = to_play("L", "HA", "H8 W E9")
    names = mask_of(parse_cards("H9 L10 EA"))
    bound = Position(position.rules, position.hands, 0, position.table, (0, 0), ((WELI, names),))
    assert {play_name(play) for play in legal_plays(bound)} == {"H8", "W=H9", "W=L10"}


def test_play_names_are_read_as_they_are_printed() -> None:
    plays = [Play(card, name) for card in range(33) for name in (None, *range(32))]
    assert [parse_play(play_name(play)) for play in plays] == plays


# Solved by hand -----------------------------------------------------------------------------------------

SOLVED = """
the Weli as trump ace takes the trump ace    | L | 0 | W           | LA          | 1
so it does when the ace is led               | L | 1 | W           | LA          | 1
the higher Perlagg takes the lower           | L | 0 | W           | HK          | 0
the lower one led to the higher              | L | 1 | HK          | W           | 1
a plain card never takes from a Perlagg      | L | 0 | HA          | LO          | 0
led side ace against nothing of its suit     | L | 0 | HA          | EA          | 1
the led suit decides between plain cards     | L | 1 | HA          | EA          | 0
W and LA each take one of LK and L9          | L | 0 | W LA        | LK L9       | 2
W takes one of LA and L9, L8 none            | L | 0 | W L8        | LA L9       | 1
HK and W against S7 and E7                   | L | 0 | HK W        | S7 E7       | 2
S7 and E7 lead against HK and W              | L | 0 | S7 E7       | HK W        | 0
one Perlagg each, HK higher: one each        | L | 0 | HK H8       | W HA        | 1
"""


@pytest.mark.parametrize(
    ("trump", "leader", "mine", "theirs", "tricks"),
    [pytest.param(*row[1:], id=row[0]) for row in rows(SOLVED)],
)
def test_5_two_seats_solved_by_hand(trump: str, leader: str, mine: str, theirs: str, tricks: str) -> None:
    assert solve(dealt(trump, f"{mine} | {theirs}", int(leader))) == int(tricks)


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize(
    "other", ["HK L8", "HK LA", "HK E7", "E7 LO", "LA HA", "HK L7"]
)  # HK takes one of the two, nothing else does
def test_5_weli_and_s7_without_hk_are_a_sure_trick(other: str, leader: int) -> None:
    without_hk = 2 - ("HK" in other)
    assert solve(dealt("L", f"W S7 | {other}", leader)) == without_hk


def test_5_sure_tricks_of_weli_and_s7() -> None:
    hand = mask_of(parse_cards("W S7"))
    hk = mask_of(parse_cards("HK"))
    assert sure_tricks(law("L"), hand, ALL_CARDS & ~hand) == 1
    assert sure_tricks(law("L"), hand, ALL_CARDS & ~hand & ~hk) == 2


@pytest.mark.parametrize(
    ("trump", "hand", "unseen", "sure"),
    rows("""
        L | HK           | all     | 1
        L | W            | all     | 0
        L | W S7         | all     | 1
        L | HK W S7      | all     | 3
        L | W S7 E7      | all     | 2
        L | W E7         | all     | 0
        L | S7 E7        | all     | 0
        L | HK E7        | all     | 1
        L | HA LA SA     | all     | 0
        L | LO LA        | LK L10  | 2
        L | LO LA        | HK HA   | 1
        L | L9 L8        | L10 HA  | 1
        L | L9 L8        | HA EA   | 2
        - | HK           | all     | 1
        - | W S7         | all     | 1
        - | LA           | all     | 0
    """),
)
def test_5_sure_tricks(trump: str, hand: str, unseen: str, sure: str) -> None:
    mine = mask_of(parse_cards(hand))
    others = ALL_CARDS & ~mine if unseen == "all" else mask_of(parse_cards(unseen))
    assert sure_tricks(law(trump), mine, others) == int(sure)


def test_a_leaders_perlagg_named_low_puts_the_partner_in() -> None:
    # Eichel trump: EU named so low that the partner takes the first trick, then L7 is thrown on his second.
    position = dealt("E", "EU L7 | L10 SU | SK H8 | LO LA")
    values = play_values(position)
    assert solve(position) == 2
    best = {play_name(play) for play, tricks in values.items() if tricks == 2}
    assert best == set("EU=S7 EU=S8 EU=S9 EU=S10 EU=SU EU=SO EU=H7".split())


def test_a_best_line_is_legal_and_reaches_what_it_promises() -> None:
    position = dealt("E", "EU L7 | L10 SU | SK H8 | LO LA")
    plays = line(position)
    for play in plays:
        assert play in legal_plays(position)
        position = after(position, play)
    assert len(plays) == 8
    assert position.taken == (2, 0)


# trump | hands | objective | the line: where more than one play will do, a natural card, else the strongest name
LINES = """
H | HK HA | H8 L9 | number   | HA H8 HK=HA L9
L | W SU  | L9 S8 | number   | W=LA L9 SU S8
L | W S7  | L9 L8 | number   | S7=LA L8 W=LA L9
L | L9 L8 | W S7  | number   | L8 S7=LA W=LA L9
H | HA H9 H8 | L9 S8 E9 | majority | H8 L9 H9 S8
"""


@pytest.mark.parametrize("row", LINES.strip().splitlines())
def test_a_best_line_names_no_perlagg_without_need(row: str) -> None:
    trump, *hands, objective, expected = (cell.strip() for cell in row.split("|"))
    assert " ".join(map(play_name, line(dealt(trump, " | ".join(hands)), objective))) == expected


# Against the oracle ------------------------------------------------------------------------------------


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw a position of two or four seats, rich in Perlaggen, often within a trick."""
    rules = load_rules(draw(st.sampled_from(PRESETS)))
    trump = draw(st.sampled_from(rules.trumps))
    wild = rules.perlaggen(trump)
    ranks = draw(st.sampled_from([tuple(range(8)), (0, 1, 2, 4, 5, 6, 3, 7)]))
    order = TrickRules(draw(st.sampled_from([trump, trump, trump, None])), wild, ranks)
    players = draw(st.sampled_from([2, 4]))
    size = draw(st.integers(1, 5 if players == 4 else 7))
    card = st.one_of(st.sampled_from(wild), st.sampled_from(cards_of(rules.pack)))
    cards = draw(st.lists(card, min_size=players * size, max_size=players * size, unique=True))
    hands = tuple(mask_of(cards[seat::players]) for seat in range(players))
    bound = draw(st.dictionaries(st.sampled_from(wild), st.integers(1, 2**32 - 1), max_size=2))
    leader = draw(st.integers(0, players - 1))
    position = Position(order, hands, leader, (), (0, 0), tuple(bound.items()))
    for _ in range(draw(st.integers(0, players - 1))):
        position = after(position, draw(st.sampled_from(legal_plays(position))))
    return position


def as_deal(position: Position) -> oracle_tricks.Deal:
    """Return a position as the oracle writes it."""
    rules = position.rules
    return deal_of(
        rules.trump,
        rules.wild,
        rules.ranks,
        position.hands,
        position.leader,
        position.table,
        position.taken,
        dict(position.bound),
    )


def as_play(play: Play) -> oracle_tricks.Play:
    """Return a play as the oracle writes it."""
    return oracle_tricks.unnumbered(play.card), oracle_tricks.unnumbered(play.name)


@examples(300)
@given(positions())
def test_legal_plays_equal_the_oracles(position: Position) -> None:
    plays = legal_plays(position)
    assert len(plays) == len(set(plays))
    assert set(map(as_play, plays)) == oracle_tricks.legal(as_deal(position))


@examples(200)
@given(positions(), st.data())
def test_the_position_after_a_play_equals_the_oracles(position: Position, data: st.DataObject) -> None:
    play = data.draw(st.sampled_from(legal_plays(position)))
    then, expected = as_deal(after(position, play)), oracle_tricks.after(as_deal(position), as_play(play))
    assert (then.hands, then.leader, then.table, then.taken) == (
        expected.hands,
        expected.leader,
        expected.table,
        expected.taken,
    )


@pytest.mark.parametrize(
    "wild", [parse_cards("HK W S7 E7 EU EO L7 LU LO"), parse_cards("HK W S7 E7 EU EO L7 LU LO HU")]
)
def test_the_solver_has_room_for_nine_perlaggen(wild: tuple[int, ...]) -> None:
    if len(wild) <= 9:
        assert TrickRules(1, wild).wild == wild
    else:
        with pytest.raises(InputError, match="'HK W S7 E7 EU EO L7 LU LO HU'"):
            TrickRules(1, wild)


@pytest.mark.parametrize("ranks", [(0, 1, 2), (0, 1, 2, 3, 4, 5, 6, 6), ()])
def test_ranks_are_each_of_the_eight_once(ranks: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="each of 0"):
        TrickRules(1, (), ranks)


def test_only_a_perlagg_lies_under_a_name() -> None:
    hands = (0, mask_of(parse_cards("H8")))
    with pytest.raises(InputError, match="'HA=LA'"):
        Position(TrickRules(1, parse_cards("HK W")), hands, 0, (Play(7, 15),))
