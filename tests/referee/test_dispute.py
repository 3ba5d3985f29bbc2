"""A deal in dispute in one line: read and printed, and nothing but one sentence for what cannot be read."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_settle_random import call_of, random_deal

from analyse.game.figures import KINDS, figure_value
from analyse.game.rules import load_rules
from analyse.game.seats import SEAT_WORDS, parse_seat
from analyse.i18n import LANGS, InputError
from analyse.referee.calls import SIDE_WORDS, WHAT_WORDS, print_calls, read_calls
from analyse.referee.dispute import print_dispute
from analyse.referee.dispute_reader import parse_dispute
from analyse.referee.verdict import judge

# what is read | what is printed
READ = """
gleich us                                       = gleich us
GLEICH Wir 3a, Hanger Sie                       = gleich us 3A, hanger them
gleich us | hanger them, spiel us               = gleich us, hanger them, spiel us
gleich stands 2K !left, hanger niemand          = gleich stands 2K !left, hanger nobody
gleich partner 410 !gegner                      = gleich partner 410 !them
hanger steht | stand -2:13                      = hanger stands | score -2:13
gleich us | punkte 3 : 4 | target=9             = gleich us | score 3:4 | target=9
gleich us | score 0:0 | leader=0 players=4      = gleich us
gleich us | leader=rechts                       = gleich us | leader=3
bids: links bietet das Gleich, ich drei         = bids: left bids gleich, me 3 gleich
bids: left bids gleich; me hold                 = column
bids: left gleich 3 4                           = column
gebote: sie alle ungesehen, wir halten          = bids: them bids gleich+hanger+spiel unseen, us hold gleich+hanger+spiel
bids: left gleich und spiel, me hold gleich, me gut = bids: left bids gleich+spiel, me hold gleich, me good spiel
bids: left spiel, me spiel aus                  = bids: left bids spiel, me aus spiel
bids: left gleich, me Spiel aus gleich!         = bids: left bids gleich, me aus gleich
bids: left gleich, ich schaue das gleich an     = bids: left bids gleich, me hold gleich
bids: me lets good spiel, ausgespielt, left weist hanger, right steht hanger, partner fragt = bids: me good spiel, played, left shows hanger, right stands hanger, partner asks
bids: me gleich | players=2                     = bids: me bids gleich | players=2
L | me HA H8 S8 E7=- E9 | other HO HK=HA W SK E8 | players=2 | HA HK=HA / = L | me HA H8 S8 E9 E7=- | other HO SK E8 W HK=HA | HA HK=HA | players=2
L8 | anderer W E8 SK HO HK | ich: HA H8 S8 EU E9 | players=2 = L8 | me HA H8 S8 EU E9 | other HK HO SK E8 W | players=2
"""


@pytest.mark.parametrize("row", READ.strip().splitlines())
def test_read_and_printed(row):
    line, _, printed = row.rpartition(" = ")
    if printed == "column":
        with pytest.raises(InputError, match="column"):
            parse_dispute(line.strip())
        return
    told = parse_dispute(line.strip())
    assert print_dispute(told) == printed
    again = parse_dispute(printed)
    assert print_dispute(again) == printed
    assert (again.calls, again.by_side, again.score, again.hands) == (
        told.calls,
        told.by_side,
        told.score,
        told.hands,
    )


def test_printed_calls_of_random_deals_are_read_again():
    for seed in range(300):
        calls = tuple(map(call_of, random_deal(seed).deal.words))
        players = 4 if any(call.seat > 1 for call in calls) else 2
        assert read_calls(print_calls(calls, frozenset(), players), 0, players) == (calls, frozenset())


def test_every_word_means_one_thing():
    said = [word for words in WHAT_WORDS.values() for word in words]
    assert len(said) == len(set(said))
    for players, seats in SEAT_WORDS.items():
        words = [word for words in (*seats.values(), *SIDE_WORDS) for word in words]
        assert len(words) == len(set(words))
        for seat, names in seats.items():
            assert all(parse_seat(name.upper(), players) == (seat,) for name in names)


PIECES = """| | | , , : gleich hanger spiel us them me left right partner other stands nobody bids: score stand 12:13 14:14
3A 2K 5 !left !us good hold gut halte 3 4 drei aus all unseen played asks shows L8 L HA HK LA SU E10 W W=LA HK=- /
players=2 rules=kongress-1890 target=9 leader=1 ? - = ! + ; § 99999999999999999999""".split()


@given(st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join) | st.text(max_size=40))
def test_any_text_is_settled_or_refused_in_one_sentence(line):
    try:
        made = judge(parse_dispute(line))
    except InputError as error:
        for lang in LANGS:
            assert error.text(lang).strip()
            assert len(error.text(lang)) < 400
        return
    assert judge(parse_dispute(print_dispute(made.dispute))).settlement == made.settlement


# Hands -------------------------------------------------------------------------------------------------

TWO = "L8 | me HA H8 S8 E7 E9 | other HO HK=HA W SK E8 | players=2"


def test_a_perlagg_played_is_the_card_it_was_named_and_unnamed_the_plain_card():
    made = judge(parse_dispute(f"{TWO} | HA HK=HA / HO H8 / W S8 | spiel us"))
    assert made.shown[1].names == ((6, 7), (32, None))  # W played without a name is the Schell six
    assert (made.shown[1].assumed, made.shown[0].assumed) == ((), (24,))
    assert (made.shown[1].gleich, made.shown[1].hanger) == (0, 0)  # HA HO SK E8: K and O of two suits


def test_three_tricks_of_five_settle_the_spiel():
    plays = "HA HK=HA / HO H8 / W=SA S8"
    made = judge(parse_dispute(f"{TWO} | {plays}"))
    assert (made.outcomes["spiel"].better, made.settlement.entries[-1].side) == (1, 1)
    with pytest.raises(InputError, match="'spiel us'"):
        judge(parse_dispute(f"{TWO} | HA HK=HA / HO H8"))  # two tricks do not


def test_the_leader_of_the_first_trick_is_vorhand():
    hands = "L8 | me HA H8 S8 EU E9 | other HO HK W SK E8 | players=2 leader=other"
    made = judge(parse_dispute(f"{hands} | HK=HA H8 / SK S8 / HO HA / EU E8 / E9 W=LA | gleich other"))
    assert made.outcomes["spiel"].better == 1


def test_a_name_nobody_told_serves_what_was_bid():
    hands = "L8 | me HA HO EO S9 W | other SK EK L9 H9 S8 | spiel us | players=2"
    silent, bid = judge(parse_dispute(hands)), judge(parse_dispute(f"{hands} | bids: me hanger, other gut"))
    assert (silent.shown[0].gleich, silent.shown[0].hanger) == (figure_value(3, 5), 0)
    assert bid.shown[0].hanger == figure_value(3, 7)
    both = judge(parse_dispute(f"{hands} | bids: me gleich+hanger, other gut"))
    assert min(both.shown[0].gleich, both.shown[0].hanger) > 0


@pytest.mark.parametrize(
    ("claim", "gleich", "hanger"),
    [("hanger me 3A", figure_value(2, 5), figure_value(3, 7)), ("gleich us 3O", figure_value(3, 5), 0)],
)
def test_a_figure_claimed_tells_the_name(claim, gleich, hanger):
    hands = "L8 | me HA HO EO S9 W | other SK EK L9 H9 S8 | spiel us | players=2"
    made = judge(parse_dispute(f"{hands} | {claim}"))
    assert (made.shown[0].gleich, made.shown[0].hanger) == (gleich, hanger)


def test_a_figure_claimed_by_a_side_may_be_in_either_hand():
    hands = "L8 | me HA H8 E9 EO S9 | left SK EK L9 H9 S8 | partner SA EA LA W S10 | right HU LK L10 SU H10"
    for claim in ("gleich us 4A", "gleich partner 4A"):
        assert judge(parse_dispute(f"{hands} | spiel us | {claim}")).shown[2].gleich == figure_value(4, 7)
    with pytest.raises(InputError, match="no naming"):
        judge(parse_dispute(f"{hands} | spiel us | gleich me 4A"))
    with pytest.raises(InputError, match="no naming"):  # each alone, but not with one name
        judge(parse_dispute(f"{hands} | spiel us | gleich us 4A, hanger partner 2A"))
    with pytest.raises(InputError, match="A-A-A-A"):
        judge(parse_dispute(f"{hands} | spiel us | gleich them"))


def test_random_hands_settle_like_their_outcomes():
    rng = Random(1)  # noqa: S311  hands, not secrets
    for seed in range(200):
        told = random_deal(seed)
        if not told.shown[0].names:
            continue
        lacks = {kind: [s for s, h in enumerate(told.shown) if not h.figure(kind)] for kind in KINDS}
        names = SEAT_WORDS[len(told.shown)]
        claims = []
        for kind in KINDS:
            outcome = told.outcomes[kind]
            who = (
                "nobody"
                if outcome.nobody
                else "stands"
                if outcome.better is None
                else ("us", "them")[outcome.better]
            )
            best = (
                f" {outcome.best // 8 + 1}{'7 8 9 10 U O K A'.split()[outcome.best % 8]}"
                if outcome.best
                else ""
            )
            without = "".join(f" !{names[s][0]}" for s in lacks[kind]) if outcome.best else ""
            claims.append(f"{kind} {who}{best}{without}")
        rng.shuffle(claims)
        calls = print_calls(told.calls, frozenset(), len(told.shown))
        line = f"{', '.join(claims)}, spiel {('us', 'them')[told.deal.tricks]} | score {told.deal.score[0]}:{told.deal.score[1]}"
        line += f" | players={len(told.shown)} rules={told.rules.name} target={told.rules.target} leader={told.vorhand}"
        made = judge(parse_dispute(f"{line} | bids: {calls}" if calls else line)).settlement
        assert made == told.settled()
    assert load_rules().target == 15
