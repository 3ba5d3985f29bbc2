"""What was played and what it proves: records by hand, and every deal replayed (RULES 5, 10)."""

from functools import cache
from random import Random

import oracle
import oracle_tricks
import pytest
from hands import README
from test_odds_exact import both
from test_worlds import cells, whole

from analyse.game.cards import SUITS, card_name, cards_of, hand_name, mask_of, parse_card, parse_cards
from analyse.game.plays import play_name, trick_rules
from analyse.i18n import LANGS, InputError
from analyse.knowledge.record import parse_record, with_record
from analyse.knowledge.situation import Situation


def told(row: str, hand: str = README, **settings: object) -> Situation:
    """Return a situation of innsbruck-1924: "players | leader | up | known"."""
    players, leader, up, known = cells(row)
    return both(
        "innsbruck-1924", up, hand, players=int(players), leader=int(leader), known=known, **settings
    )[0]


# Who has played what, who has taken, what is proved ----------------------------------------------------

# players | leader | up | my hand | record | trick : taker ... | taken | turn | voids (seat suit)
RECORDS = """
4 | 0 | L8 up   | HA LA SU E10 W  |                                     |         | 0 0 | 0 |
4 | 0 | L8 up   | HA LA SU E10 W  | HA H8 H9                            |         | 0 0 | 3 |
4 | 0 | L8 up   | HA LA SU E10 W  | HA H8 H9 HO                         | 0       | 1 0 | 0 |
4 | 0 | L8 up   | HA LA SU E10 W  | HA H8 H9 HO /                       | 0       | 1 0 | 0 |
4 | 0 | L8 up   | HA LA SU E10 W  | HA HK=HA H8 E9                      | 1       | 0 1 | 1 | 3 H
4 | 0 | L8 up   | HA LA SU E10 W  | HA E9 L9 H8                         | 2       | 1 0 | 2 | 1 H
4 | 0 | L8 up   | HA LA SU E10 W  | HA L10 L9 H8                        | 1       | 0 1 | 1 | 2 H
4 | 0 | L8 up   | HA LA SU E10 W  | HA H8 H9 HO / SU SO S8 LK / H10 E10 | 0 3     | 1 1 | 1 |
4 | 2 | L8 up   | HA LA SU E10 W  | E9 EA E10 EK / EU LA HO SA          | 3 0     | 1 1 | 0 | 1 E, 2 E
2 | 1 | L8 up   | HA LA SU E10 W  | S9 W=LA / HA H8                     | 0 0     | 2 0 | 0 |
2 | 1 | L8 up   | HA LA SU E10 W  | S9 SU / HA HK / LA L9 / E10 E7=E8   | 0 0 0 0 | 4 0 | 0 |
2 | 0 | L trump | HA LA SU E10 L8 | HA L9 / S8 SU / L8 LO=LA            | 1 0 1   | 1 2 | 1 |
"""


@pytest.mark.parametrize("row", RECORDS.strip().splitlines())
def test_records_by_hand(row: str) -> None:
    players, leader, up, hand, text, takers, taken, turn, voids = cells(row)
    known = told(f"{players} | {leader} | {up} |", hand)
    record = parse_record(text, known)
    assert [trick.taker for trick in record.tricks] == list(map(int, takers.split()))
    assert record.taken == tuple(map(int, taken.split()))
    assert record.turn == int(turn)
    assert sorted(f"{seat} {SUITS[suit]}" for seat, suit in record.voids) == [
        void.strip() for void in voids.split(",") if void
    ]
    assert record.text == text.removesuffix(" /")
    assert parse_record(record.text, known) == record
    assert hand_name(record.played) == hand_name(mask_of(parse_cards(text_cards(text))))
    assert with_record(known, record).deals > 0


def text_cards(text: str) -> str:
    """Return the cards of a record without their names."""
    return " ".join(word.partition("=")[0] for word in text.replace("/", " ").split())


# what is told of it (S page) | players | leader | up | my hand | trick | who takes it
RULES_10 = """
Herz trump, HK led as HA: HA must be given (64) | 4 | 1 | H8 up | HA LA SU E10 W  | HK=HA H9 H10 HA | 1
Herz trump, H7 not named: H8 takes it (65)      | 2 | 1 | H trump | H8 LA SU E10 W  | H7 H8           | 0
trump O as L9 beats the natural L9 (65)         | 2 | 1 | H8 up | HA L9 SU E10 W  | HO=L9 L9        | 1
trump O as L9 beats it also behind (65)         | 2 | 0 | H8 up | HA L9 SU E10 W  | L9 HO=L9        | 1
trump O as L9 loses to a higher one as L9 (65)  | 2 | 1 | H8 up | HA LA SU E10 W  | HO=L9 W=L9      | 0
it loses to it also behind (65)                 | 2 | 0 | H8 up | HA LA SU E10 W  | W=L9 HO=L9      | 0
lowest trump Perlagg as ace v the ace (65)      | 2 | 0 | H8 up | HA LA SU E10 W  | HA HO=HA        | 1
lowest trump Perlagg as ace v a better one (65) | 2 | 1 | H8 up | HA LA SU E10 W  | HO=HA W=HA      | 0
W named H7, Herz led, not trump: H8 takes (66)  | 2 | 1 | L8 up | H8 LA SU E10 W  | H9 W=H7         | 1
the same, W led (66)                            | 2 | 0 | L9 up | HA LA SU E10 W  | W=H7 H8         | 1
"""


@pytest.mark.parametrize("row", RULES_10.strip().splitlines())
def test_rules10_who_takes(row: str) -> None:
    _, players, leader, up, hand, text, taker = cells(row)
    record = parse_record(text, told(f"{players} | {leader} | {up} |", hand))
    assert record.tricks[0].taker == int(taker)
    assert not record.voids


# Herz trump, HK led as HA: "HA H10 H9 H8 must be given; H7 HU HO not" (S p. 64)
@pytest.mark.parametrize("card", ["HA", "H10", "H9", "H8", "H7", "HU", "HO"])
def test_rules10_plain_trumps_must_be_given_perlaggen_not(card: str) -> None:
    known = told("2 | 1 | H trump |", f"{card} LA SU E10 W")
    if card in ("H7", "HU", "HO"):
        assert parse_record("HK=HA LA", known).taken == (0, 1)
    else:
        with pytest.raises(InputError, match=f"{card}.*not allowed|not allowed.*{card}"):
            parse_record("HK=HA LA", known)


def test_paragraph_13_a_suit_not_followed_leaves_only_its_perlaggen() -> None:
    """Herz is trump: left throws LU under a led H9, so no plain Herz of its; HU, a Perlagg, may be."""
    known = told("4 | 0 | H8 up |", "H9 LA SU E10 W")
    record = parse_record("H9 LU H10", known)
    places = dict(with_record(known, record).places)
    at_left = {card_name(card) for card, bits in places.items() if bits >> 1 & 1 and card < 8}
    assert at_left == {"H7", "HU", "HO", "HK"}
    assert places[parse_card("LU")] == 1 << 1
    assert places[parse_card("H10")] == 1 << 2
    assert places[parse_card("HA")] == dict(known.places)[parse_card("HA")] & ~(1 << 1)


def test_a_plain_card_played_before_the_suit_was_missed_is_no_contradiction() -> None:
    known = told("4 | 0 | L8 up |")
    record = parse_record("HA H8 H9 HO / SU SO S8 LK / H10 E10 E8 E9 / HU", known)
    assert record.voids == {(1, 0), (2, 0)}
    assert dict(with_record(known, record).places)[parse_card("H8")] == 1 << 1


# What cannot be ----------------------------------------------------------------------------------------

# players | leader | up | known | record | what the sentence quotes | what it says (English)
BAD = """
4 | 0 | L8 up |              | HA H8 HA                             | HA      | twice
4 | 0 | L8 up |              | HA H8 H8                             | H8      | twice
4 | 0 | L8 up |              | H9                                   | H9      | your turn
4 | 0 | L8 up |              | HA LA                                | LA      | player on the left
4 | 0 | L8 up |              | HA H8 SU                             | SU      | your partner
2 | 1 | L8 up |              | HA                                   | HA      | other player
4 | 1 | L8 up |              | L8                                   | L8      | turned up
4 | 1 | L8 up |              | H8 H9 HO SU                          | SU      | not allowed
4 | 1 | L8 up |              | H9 H8 HO W=S7                        | W=S7    | not allowed
4 | 0 | L8 up |              | HA E9 H9 HO / SU H8                  | H8      | Herz
4 | 0 | L8 up |              | HA H8 / SU                           | HA H8   | trick 1, 'HA H8', found cards: 2; expected 4
4 | 0 | L8 up |              | HA H8 H9 HO SU                       | HA H8 H9 HO SU | expected 4
2 | 0 | L8 up |              | / HA                                 | / HA    | trick 1 of '/ HA' has no cards: expected 2
4 | 0 | L8 up |              | HA H8 H9 HO // SU                    | HA H8 H9 HO // SU | trick 2 of
2 | 0 | L8 up |              | HA H8 / LA W=                        | W=      | its name, such as W=LA
2 | 0 | L8 up |              | HA H8 / LA L9 / SU S8 / E10 E8 / W=LA S9 / H9 | H9 | at most 5
4 | 0 | L8 up |              | HA H8=H9                             | H8=H9   | HK W S7 E7 L7 LU LO
4 | 0 | L8 up |              | HA HK=W                              | HK=W    | six
4 | 0 | L8 up |              | HA X9                                | X9      | expected a suit
4 | 0 | L8 up | right: H8    | HA H8                                | right: H8 | 'H8' by the player on the left (trick 1); none
4 | 0 | L8 up | out: H8; right: HK | HA H8                          | out: H8 | with this: 'H8' by the player on the left (trick 1); none
4 | 0 | L8 up | left: H8     | HA E9                                | left: H8 | Herz (hearts) neither followed nor the trick taken with 'E9' by the player on the left (trick 1); none
4 | 0 | L8 up | left: HK W S7 E7 L7 | HA H8                         | left: HK L7 S7 E7 W | 'H8' by the player on the left
4 | 0 | L8 up | left: >=3 S; right: HK | HA H8 H9 HO / SU E9        | left: >=3 S | with this: Schell (bells) neither followed nor the trick taken with 'E9' by the player on the left (trick 2); none
4 | 0 | L8 up | left: HK !S7 >=4 E | HA H8 H9 HO                    | left: HK >=4 E | 'H8' by the player on the left
4 | 0 | L8 up | left: =0 H   | HA H8 H9 HO / SU S9                  | left: =0 H | with this: 'H8' by
4 | 0 | L8 up | left: gleich>=4A | HA H8 H9 H10 / SU S9 S8 S10      | left: gleich>=4A | 'H8' by the player on the left (trick 1), 'S9' by the player on the left (trick 2); none
4 | 0 | L8 up | left: played HK=HA | HA HK=LA                       | left: played HK=HA | the plays do not show it
4 | 0 | L8 up | left: played H8    | HA H9                          | left: played H8 | the plays do not show it
4 | 0 | L8 up | partner: >=4 S >=1 H | HA H8 E8 H9                  | partner: >=1 H | Herz (hearts) neither followed
4 | 0 | L8 up | partner: =5 perlaggen | HA H8 HK=LA H10 / S9 | partner: =5 perlaggen | no deal
"""


def refusal(row: str) -> InputError | None:
    players, leader, up, known, text, *_ = cells(row)
    hand = README.replace("W", "S9") if "W" in known else README
    situation = told(f"{players} | {leader} | {up} | {known}", hand)
    try:
        with_record(situation, parse_record(text, situation))
    except InputError as error:
        return error
    return None


@pytest.mark.parametrize("row", BAD.strip().splitlines())
def test_what_cannot_be_is_said_in_one_line_that_quotes_it(row: str) -> None:
    error = refusal(row)
    quoted, says = cells(row)[5:]
    assert error is not None
    assert repr(quoted) in str(error)
    assert says in str(error)
    for lang in LANGS:
        assert "\n" not in error.text(lang)
        assert repr(quoted) in error.text(lang)


def test_rules9_a_perlagg_named_into_the_suit_led_follows_it() -> None:
    known = told("4 | 1 | L8 up |")
    assert parse_record("L9 LK HK W=L10", known).taken == (1, 0)


# Every deal, replayed ----------------------------------------------------------------------------------

SEEDS = 2
# preset | players | up | leader | my hand | other cards in play (none given: all) | known
LAWS = """
innsbruck-1924  | 2 | L8 up   | 0 | HA LA SU E10 W | HK S7 E7 LU H8 EA EK SA S9 S8 LO | cut: W; other: !S7
innsbruck-1924  | 2 | L8 up   | 1 | HA LA SU E10 E9 | HK W H9 LU H8 EA EK SA S9 S8 LO | cut: none; out: !HK
innsbruck-1924  | 2 | H trump | 0 | HA SA H8       |                                  |
innsbruck-1924  | 4 | L8 up   | 0 | HA S9          | HK S7 LU LA H8 EA SA S8          |
innsbruck-1924  | 4 | L8 up   | 2 | HA S9          | L9 E7 LU LA LK H8 EA EK SA       | opponents: EK
suedtirol-1927  | 4 | H trump | 3 | E8 H9          | HK EO H8 H10 HA L9 S9 EA SA      | left: !EO
schlanders-2023 | 4 | S9 up   | 1 | SA H8          | HK S8 S7 SU E8 EO LA H9 L8       |
innsbruck-1924  | 4 | L8 up   | 3 | HA LA S9       | HK HO H8 H9 L9 S8 SA EA SU E9    | left: H8; right: S8; partner: SA L9
"""


@cache
def played_deals(row: str, seed: int) -> list[tuple[Situation, str, int, dict[int, int]]]:
    """Return records of random legal play, longer and longer, with the true number of deals they leave.

    Also in how many of these each card is with seat 1.
    """
    known, law = whole(row)
    rules, rng = trick_rules(known.rules, known.trump), Random(seed)  # noqa: S311  a test draws
    deals = {
        hands: oracle_tricks.deal_of(
            rules.trump, rules.wild, rules.ranks, (known.hand, *hands[1:]), known.leader
        )
        for hands in law
    }
    true = rng.choice(list(law))
    texts, found = [""], []
    while any(deals[true].hands):
        play = pick(deals[true], rng)
        ended = texts[-1] and not deals[true].table
        said = oracle.code(play[0]) + (f"={oracle.code(play[1])}" if play[1] else "")
        texts.append(f"{texts[-1]}{' / ' if ended else ' '}{said}".strip())
        deals = {
            hands: oracle_tricks.after(deal, play)
            for hands, deal in deals.items()
            if play in oracle_tricks.legal(deal)
        }
        at_left = {
            card: sum(law[hands] for hands in deals if hands[1] >> card & 1) for card, _ in known.places
        }
        found.append((known, texts[-1], sum(law[hands] for hands in deals), at_left))
    return found


def pick(deal: oracle_tricks.Deal, rng: Random) -> oracle_tricks.Play:
    """Return a legal play, a card first, so that the many names of a Perlagg do not crowd out the rest."""
    plays = sorted(oracle_tricks.legal(deal), key=repr)
    card = rng.choice(sorted({card for card, _ in plays}))
    return rng.choice([play for play in plays if play[0] == card])


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("row", LAWS.strip().splitlines())
def test_exactly_the_deals_remain_in_which_all_plays_are_legal(row: str, seed: int) -> None:
    for known, text, remain, at_left in played_deals(row, seed):
        narrowed = with_record(known, parse_record(text, known))
        assert narrowed.deals == remain, text
        possible = {card for card, bits in narrowed.places if bits >> 1 & 1}
        assert {card for card, n in at_left.items() if n} <= possible, text


def test_the_replays_meet_voids_and_names() -> None:
    met = [
        parse_record(text, known)
        for row in LAWS.strip().splitlines()
        for seed in range(SEEDS)
        for known, text, _, _ in played_deals(row, seed)
    ]
    assert sum(bool(record.voids) for record in met) > 30
    assert sum("=" in record.text for record in met) > 30
    assert any(play_name(play) in ("HK", "W", "LU") for record in met for _, play in record.plays)


def test_an_empty_record_changes_nothing() -> None:
    known = told("4 | 0 | L8 up | partner: HK; left: !S7; cut: none")
    assert with_record(known, parse_record(" ", known)) == known


def test_cards_of_a_seat_are_known_to_be_its() -> None:
    known = told("4 | 0 | L8 up |")
    narrowed = with_record(known, parse_record("HA HK=H7 H9 HO", known))
    sure = {bits: hand_name(mask_of(card for card, b in narrowed.places if b == bits)) for bits in (2, 4, 8)}
    assert sure == {2: "HK", 4: "H9", 8: "HO"}
    assert cards_of(narrowed.hand) == cards_of(known.hand)
