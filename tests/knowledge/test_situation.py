"""What is known of a deal: the known language of DESIGN, the deal and the exchange of RULES 3."""

from dataclasses import replace
from math import comb, factorial

import pytest
from hands import README

from analyse.game.cards import card_name, mask_of, parse_card, parse_cards, parse_suit
from analyse.game.rules import load_rules
from analyse.i18n import InputError
from analyse.knowledge.situation import Situation, situation


def told(
    hand: str = README,
    preset: str = "innsbruck-1924",
    *,
    up: str | None = "L8",
    trump: str | None = None,
    players: int = 4,
    leader: int = 0,
    known: str = "",
) -> Situation:
    """Return a situation given by codes."""
    return situation(
        mask_of(parse_cards(hand)),
        load_rules(preset),
        upcard=None if up is None else parse_card(up),
        trump=None if trump is None else parse_suit(trump),
        players=players,
        leader=leader,
        known=known,
    )


def ways(unseen: int, *hands: int) -> int:
    """Return the number of ways to deal hands of these sizes from `unseen` cards."""
    count = 1
    for size in hands:
        count *= comb(unseen, size)
        unseen -= size
    return count


# Numbers of deals by hand ------------------------------------------------------------------------------


def test_rules3_twenty_and_one_cards_in_play_twelve_asleep() -> None:
    assert told().deals == factorial(27) // (factorial(5) ** 3 * factorial(12)) == 13_155_340_358_160


COUNTS = {
    # RULES 3: 33 cards, mine and the up-card are seen
    "trump alone": (dict(up=None, trump="L"), ways(28, 5, 5, 5)),
    "two players": (dict(players=2), comb(27, 5)),
    "two players, trump alone": (dict(players=2, up=None, trump="L"), comb(28, 5)),
    "32 cards": (dict(hand="HA LA SU E10 S8", preset="schlanders-2023"), ways(26, 5, 5, 5)),
    # DESIGN, the known language
    "held": (dict(known="partner: HK"), ways(26, 5, 4, 5)),
    "two held": (dict(known="left: HK E9; right: S7"), ways(24, 3, 5, 4)),
    "one of a side": (dict(known="opponents: HK"), 2 * ways(26, 4, 5, 5)),
    "not held": (dict(known="left: !S7"), ways(27, 5, 5, 5) - ways(26, 4, 5, 5)),
    "not at a side": (dict(known="opponents: !S7"), ways(27, 5, 5, 5) - 2 * ways(26, 4, 5, 5)),
    "asleep": (dict(known="out: E8 EO"), ways(25, 5, 5, 5)),
    "not asleep": (dict(known="out: !E8"), 3 * ways(26, 4, 5, 5)),
    "only the next card is denied": (dict(known="left: !S7 E9"), ways(26, 4, 5, 5) - ways(25, 3, 5, 5)),
    "said twice": (dict(known="partner: HK; partner: HK"), ways(26, 5, 4, 5)),
    "all of the other's hand": (dict(players=2, known="other: HK S7 E7 L7 LU"), 1),
    # RULES 3, the cut: the bottom is one of the sleeping cards, no permanent Perlagg; of the 27
    # unseen cards 24 are none (HK S7 E7 are). Vorhand is me, so the cutter is my partner.
    "nothing cut": (dict(known="cut: none"), 24 * ways(26, 5, 5, 5)),
    "nothing cut, asleep": (dict(known="cut: none; out: E8"), 23 * ways(25, 5, 5, 5) + ways(26, 5, 5, 5)),
    "partner cut": (dict(known="cut: HK"), 24 * ways(25, 5, 4, 5)),
    "right cut": (dict(leader=1, known="cut: HK S7"), 24 * ways(24, 5, 5, 3)),
    "I cut": (dict(leader=2, known="cut: W"), 24 * ways(26, 5, 5, 5)),
    "left cut": (dict(leader=3, known="cut: E7"), 24 * ways(25, 4, 5, 5)),
    "four cut, any card may follow": (
        dict(hand="HA LA SU E10 E9", leader=3, known="cut: HK W S7 E7"),
        ways(23, 1, 5, 5),
    ),
    "two players, I cut": (dict(players=2, known="cut: W"), 24 * comb(26, 5)),
    "two players, the other cut": (dict(players=2, leader=1, known="cut: HK"), 24 * comb(25, 4)),
    # RULES 3, S p. 56: LU lies there and must be swapped, so the dealer's side holds none of the
    # plain trumps LA LK L10 L9 L8; the dealer is leader - 1.
    "must, they deal": (
        dict(hand="HA LA SU E10 W", preset="suedtirol-1927", up="LU"),
        ways(23, 5, 5) * comb(17, 5),
    ),
    "must, we deal": (
        dict(hand="HA H9 SU E10 W", preset="suedtirol-1927", up="LU", leader=1),
        comb(22, 5) * ways(22, 5, 5),
    ),
    "must, two players, the other deals": (
        dict(hand="HA LA SU E10 W", preset="suedtirol-1927", up="LU", players=2),
        comb(23, 5),
    ),
    "must, two players, I deal": (
        dict(hand="HA H9 SU E10 W", preset="suedtirol-1927", up="LU", players=2, leader=1),
        comb(27, 5),
    ),
    "may for a permanent Perlagg": (dict(preset="suedtirol-1927", up="S7"), ways(27, 5, 5, 5)),
    "may in Innsbruck": (dict(up="LU"), ways(27, 5, 5, 5)),
    "swapped": (
        dict(preset="suedtirol-1927", up="L8", known="right: LU"),
        ways(26, 5, 5, 4),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTS)
def test_number_of_deals(name: str) -> None:
    question, deals = COUNTS[name]
    assert told(**question).deals == deals


@pytest.mark.parametrize("hand", ["HA", "HA LA SU E10 W S9 S10 H8"])
def test_hands_of_other_sizes(hand: str) -> None:
    size = len(hand.split())
    rules = replace(load_rules(), hand_size=size, packets=(size,))
    known = situation(mask_of(parse_cards(hand)), rules, upcard=parse_card("L8"), players=2)
    assert known.deals == comb(32 - size, size)


# What the answer says with it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "notes"),
    [
        (dict(), {"note.no_cut"}),
        (dict(known="cut: none"), set()),
        (dict(known="cut: HK"), set()),
        (dict(up="LU"), {"note.no_cut", "note.may_exchange"}),
        (dict(up="LU", preset="suedtirol-1927"), {"note.no_cut", "note.must_exchange"}),
        (dict(up="S7", preset="suedtirol-1927"), {"note.no_cut", "note.may_exchange"}),
        (dict(up=None, trump="L"), {"note.no_cut"}),
    ],
)
def test_notes(question: dict, notes: set[str]) -> None:
    assert set(told(**question).notes) == notes


@pytest.mark.parametrize("known", ["partner: W L9", "PARTNER:w,l9", " partner : Weli Laub Neuner ;; "])
def test_spellings_of_one_statement(known: str) -> None:
    one = told("HA LA SU E10 E9", known="partner: W L9")
    other = told("HA LA SU E10 E9", known=known)
    assert one.places == other.places
    assert one.deals == other.deals == ways(25, 5, 3, 5)


@pytest.mark.parametrize(
    ("english", "german"),
    [("left: E9", "links: E9"), ("right: E9", "rechts: E9"), ("opponents: E9", "gegner: E9"), ("out: E9", "aus: E9"),
     ("cut: HK", "abgehoben: HK"), ("cut: none", "abgehoben: keiner")],
)  # fmt: skip
def test_places_in_german(english: str, german: str) -> None:
    assert told(known=english).places == told(known=german).places
    assert told(known=english).deals == told(known=german).deals


def test_every_unseen_card_has_its_places() -> None:
    known = told(known="left: HK; opponents: E9; right: !S7; out: L9")
    seats = {card_name(card): bits for card, bits in known.places}
    assert len(seats) == 27
    assert not set(seats) & {*README.split(), "L8"}
    assert {seats[c] for c in ("HK", "L9")} == {1 << 1, 1 << 4}
    assert seats["E9"] == 1 << 1 | 1 << 3
    assert seats["S7"] == 1 << 1 | 1 << 2 | 1 << 4
    assert seats["E8"] == 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4


# Contradictions and slips: question, what the message quotes ------------------------------------------------

REFUSED = [
    # whose cards
    (dict(known="left: HA"), "'HA'"),
    (dict(known="out: W"), "'W'"),
    (dict(known="left: L8"), "'L8'"),
    (dict(known="left: E9; right: E9"), "'left: E9; right: E9'"),
    (dict(known="left: E9; out: E9"), "'left: E9; out: E9'"),
    (dict(known="left: E9; partner: E9"), "'left: E9; partner: E9'"),
    (dict(known="left: E9; left: !E9"), "'left: E9 !E9'"),
    (dict(known="left: E9 !E9"), "'left: E9 !E9'"),
    (dict(known="opponents: E9; partner: E9"), "'partner: E9; opponents: E9'"),
    (dict(known="opponents: E9; left: !E9; right: !E9"), "'left: !E9; right: !E9; opponents: E9'"),
    (dict(known="left: !E9; partner: !E9; right: !E9; out: !E9"), "'left: !E9; partner: !E9; right: !E9; out: !E9'"),
    (dict(known="left: E9 E9"), "'E9'"),
    (dict(players=2, known="other: !E9; out: !E9"), "'other: !E9; out: !E9'"),
    (dict(hand="HA LA SU E10 S8", preset="schlanders-2023", known="left: W"), "'W'"),
    # how many cards
    (dict(known="partner: HK S7 E7 L7 LU LO"), "HK"),
    (dict(known="opponents: HK S7 E7 L7 LU LO H8 H9 EA SA EO"), "HK"),
    (dict(known="left: HK S7 E7 L7 LU; opponents: LO H8 H9 EA SA EO"), "HK"),
    (dict(known="out: HK S7 E7 L7 LU LO LK L9 L10 H7 H8 H9 H10"), "HK"),
    (dict(known="out: " + " ".join(f"!{c}" for c in "HK S7 E7 L7 LU LO LK L9 L10 H7 H8 H9 H10 HU HO EA".split())), "HK"),
    (dict(known="cut: HK; partner: S7 E7 L7 LU LO"), "HK"),
    # the cut: my partner is the cutter when I lead
    (dict(known="cut: L9"), "'L9'"),
    (dict(known="cut: LU"), "'LU'"),
    (dict(known="cut: W"), "'W'"),
    (dict(leader=2, known="cut: HK"), "'HK'"),
    (dict(players=2, known="cut: HK"), "'HK'"),
    (dict(known="cut: HK; left: HK"), "'left: HK; cut: HK'"),
    (dict(known="cut: HK; out: HK"), "'out: HK; cut: HK'"),
    (dict(up="HK", known="cut: HK"), "'HK'"),
    (dict(known="cut: none; cut: HK"), "HK"),
    (dict(known="cut: HK HK"), "'HK'"),
    (dict(hand="HA LA SU E10 E9", preset="suedtirol-1927", known="cut: HK W S7 E7 EO"), "EO"),
    # the exchange
    (dict(preset="suedtirol-1927", up="LU", leader=1), "LA"),
    (dict(preset="suedtirol-1927", up="LU", leader=3), "LA"),
    (dict(preset="suedtirol-1927", up="LU", players=2, leader=1), "LA"),
    (dict(preset="suedtirol-1927", up="LU", known="right: LK"), "'right: LK'"),
    (dict(preset="suedtirol-1927", up="LU", known="opponents: L9"), "'opponents: L9'"),
    # how it is written
    (dict(known="left E9"), "'left E9'"),
    (dict(known="left:"), "'left:'"),
    (dict(known="E9"), "'E9'"),
    (dict(known="left: !"), "'left: !'"),
    (dict(known="middle: E9"), "'middle'"),
    (dict(known="other: E9"), "'other'"),
    (dict(players=2, known="partner: E9"), "'partner'"),
    (dict(known="left: E11"), "'E11'"),
    (dict(known="left: Spitz"), "'Spitz'"),
    (dict(known="cut: nobody"), "'nobody'"),
    # the question itself
    (dict(hand="HA LA SU E10"), "E10"),
    (dict(hand="HA LA SU E10 W E9"), "E9"),
    (dict(up="HA"), "'HA'"),
    (dict(up="L8", trump="H"), "'L8'"),
    (dict(up=None), "L8"),
    (dict(up="E9", preset="oberland"), "'E'"),
    (dict(up=None, trump="E", preset="oberland"), "'E'"),
    (dict(preset="schlanders-2023"), "'W'"),
    (dict(hand="HA LA SU E10 S8", up="W", preset="schlanders-2023"), "'W'"),
    (dict(players=3), "3"),
    (dict(leader=4), "4"),
    (dict(leader=-1), "-1"),
    (dict(players=2, leader=2), "2"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "quoted"), REFUSED, ids=[str(question) for question, _ in REFUSED])
def test_contradictions_are_refused_with_the_bad_part_quoted(question: dict, quoted: str) -> None:
    with pytest.raises(InputError) as caught:
        told(**question)
    for lang in ("de", "en"):
        message = caught.value.text(lang)
        assert "\n" not in message
        assert quoted.casefold() in message.casefold()


def test_the_same_card_may_be_told_where_it_already_must_be() -> None:
    # Not held by the others and not asleep leaves one place.
    only = told(known="left: !E9; partner: !E9; out: !E9")
    assert only.deals == told(known="right: E9").deals


def test_plain_trumps_of_the_others_are_no_contradiction_under_must() -> None:
    # Vorhand is me: the dealer's side is theirs, so my partner may hold plain trumps.
    assert told(preset="suedtirol-1927", up="LU", known="partner: LK L9").deals > 0
