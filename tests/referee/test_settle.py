"""Who writes what: every sentence of RULES 6 and 7, and of RULES 10 what is about points.

A row is a line as `perlaggen settle` reads it, then what is written: who, figure, points, "-" for a figure that
nobody writes; then the score, and who is out or that there is a new deal.
"""

from dataclasses import replace

import pytest

from analyse.game.figures import figure_short
from analyse.game.rules import PRESETS, load_rules
from analyse.i18n import LANGS, InputError, text
from analyse.referee.bets import Call
from analyse.referee.dispute_reader import parse_dispute
from analyse.referee.settling import check_score, settle
from analyse.referee.slate import Outcome
from analyse.referee.verdict import judge

US, THEM = "gleich us 3K, hanger us 3K, spiel us", "gleich them 3K, hanger them 3K, spiel them"
MIXED = "gleich us 3K, hanger them 3K, spiel us"
KONGRESS, SUEDTIROL = "rules=kongress-1890", "rules=suedtirol-1927"


def slate(line):
    """Return what is written, as a row of these tables tells it."""
    made = judge(parse_dispute(line)).settlement
    sides = {0: "us", 1: "them", None: "-"}
    entries = [
        f"{sides[e.side]} {e.figure} {e.points:+d}" if e.side is not None else f"- {e.figure}"
        for e in made.entries
    ]
    end = (
        f" out {sides[made.out]}"
        if made.out is not None
        else f" new deal {made.new_deal}"
        if made.new_deal
        else ""
    )
    return f"{', '.join(entries)} = {made.after[0]}:{made.after[1]}{end}"


def sources(line):
    """Return the paragraph of every entry."""
    return [entry.source for entry in judge(parse_dispute(line)).settlement.entries]


def refused(line):
    """Return the one sentence with which a line is refused."""
    with pytest.raises(InputError) as caught:
        judge(parse_dispute(line))
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert caught.value.text("de") != sentence
    return sentence


def check(table, **parts):
    """Check rows "line = written"."""
    for row in table.strip().splitlines():
        line, _, written = row.partition(" => ")
        assert slate(line.strip().format(us=US, them=THEM, mixed=MIXED, **parts)) == written.strip(), row


# RULES 6: the table ------------------------------------------------------------------------------------


def test_each_figure_is_its_own_bet():
    check("""
    {mixed} | bids: left gleich, me hold, me hanger, left good => us hanger +1, us gleich +2, us spiel +1 = 4:0
    {mixed} | bids: left gleich, me hold, me 3 gleich, left hold, left hanger, me hold => us gleich +3, them hanger +2, us spiel +1 = 4:2
    """)


def test_s66_nobody_bids_and_the_better_side_writes_1():
    check("""
    {mixed} => us gleich +1, them hanger +1, us spiel +1 = 2:1
    """)


# S p. 68, also the row of RULES 10: bid good; held; Drei good; Drei held; Vier good
def test_s68_bid_and_let_good_is_1_whatever_the_cards():
    check("""
    {us}   | bids: left gleich, me good => them gleich +1, us hanger +1, us spiel +1 = 2:1
    {them} | bids: left gleich, me good => them gleich +1, them hanger +1, them spiel +1 = 0:3
    """)


def test_s68_bid_and_held_is_2_for_the_better_unless_raised_later():
    check("""
    {mixed} | bids: left gleich, me hold => us gleich +2, them hanger +1, us spiel +1 = 3:1
    {mixed} | bids: left hanger, me hold => them hanger +2, us gleich +1, us spiel +1 = 2:2
    {mixed} | bids: left spiel, me hold => us spiel +2, us gleich +1, them hanger +1 = 3:1
    {mixed} | bids: left gleich, me hold, me 3 gleich, left hold => us gleich +3, them hanger +1, us spiel +1 = 4:1
    """)


def test_s68_drei_let_good_is_2_and_held_3():
    check("""
    {mixed} | bids: left gleich, me 3, left good => us gleich +2, them hanger +1, us spiel +1 = 3:1
    {mixed} | bids: left hanger, me 3, left good => us hanger +2, us gleich +1, us spiel +1 = 4:0
    {mixed} | bids: left gleich, me 3, left hold => us gleich +3, them hanger +1, us spiel +1 = 4:1
    {mixed} | bids: left hanger, me 3, left hold => them hanger +3, us gleich +1, us spiel +1 = 2:3
    """)


LADDER = "left gleich, me 3, left 4, me 5, left 6, me 7, left aus, me"


@pytest.mark.parametrize("n", range(4, 8))
def test_s69_raised_to_n_let_good_is_n_minus_1_and_held_n(n):
    words = LADDER.split(", ")[: n - 1]
    answer = words[-2].split()[0]  # the side before the last one answers
    raiser = {"left": "them", "me": "us"}[words[-1].split()[0]]
    good = judge(parse_dispute(f"{US} | bids: {', '.join(words)}, {answer} good")).settlement.entries[0]
    held = judge(parse_dispute(f"{US} | bids: {', '.join(words)}, {answer} hold")).settlement.entries[0]
    assert (good.side, good.points) == ({"us": 0, "them": 1}[raiser], n - 1)
    assert (held.side, held.points) == (0, n)


def test_s68_spiel_aus_held_wins_the_game_from_any_score():
    check("""
    {us} | score -2:13 | bids: left gleich, me 3, left 4, me 5, left 6, me 7, left aus, me hold => us gleich +17 = 15:13 out us
    {them} | score 0:0 | bids: left gleich, me 3, left 4, me 5, left 6, me 7, left aus, me hold => them gleich +15 = 0:15 out them
    """)


def test_spiel_aus_let_good_writes_what_the_preset_says():
    line = "{us} | score 0:3 | bids: left gleich, me 3, left 4, me 5, left 6, me 7, left aus, me good"
    check(f"{line} => them gleich +7, us hanger +1, us spiel +1 = 2:10")
    told = parse_dispute(line.format(us=US))
    rules = replace(load_rules(), spiel_aus_conceded=12)
    made = settle({"spiel": Outcome(0)}, told.calls, told.score, rules)
    assert (made.entries[0].points, made.after, made.out) == (12, (0, 15), 1)


# RULES 6: who may raise -------------------------------------------------------------------------------


def test_k11_the_side_that_was_bid_to_may_raise_at_once_or_later_in_the_deal():
    check("""
    {us} | bids: left gleich, me 3, left hold => us gleich +3, us hanger +1, us spiel +1 = 5:0
    {us} | bids: left gleich, me hold, left hanger, me hold, me 3 gleich, left good => us gleich +2, us hanger +2, us spiel +1 = 5:0
    {us} | bids: left gleich, me hold, played, me 3 gleich, left hold => us gleich +3, us hanger +1, us spiel +1 = 5:0
    {us} | bids: left gleich, me hold, partner 3 gleich, right 4, me hold => us gleich +4, us hanger +1, us spiel +1 = 6:0
    """)


def test_s69_the_side_whose_word_was_just_held_may_not_raise_and_each_raise_turns_the_roles():
    held = f"{US} | bids: left gleich, me hold"
    assert "§11" in refused(f"{held}, left 3 gleich")
    assert "'right 3 gleich'" in refused(f"{held}, right 3 gleich")  # one partner's word binds both
    assert "§11" in refused(f"{held}, me 3 gleich, left hold, me 4 gleich")
    check("""
    {us} | bids: left gleich, me hold, me 3 gleich, left hold, left 4 gleich, me hold => us gleich +4, us hanger +1, us spiel +1 = 6:0
    """)
    assert "§11" in refused(f"{US} | bids: left gleich, left 3, me hold")


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ("left gleich, me 4", "3"),
        ("left gleich, me aus", "3"),
        ("left gleich, me 3, left 5", "4"),
        ("left gleich, me 3, left 3", "4"),
        ("left gleich, me 3, left 4, me 5, left 6, me aus", "7"),
        ("left gleich, me 3, left 4, me 5, left 6, me 7, left 8", "Spiel aus"),
        ("left gleich, me 2", "3"),
    ],
)
def test_s69_a_bet_rises_one_step_at_a_time(words, due):
    assert refused(f"{US} | bids: {words}").endswith(f"expected {due}")


def test_k10_nothing_is_above_spiel_aus_and_nothing_is_raised_that_was_not_bid():
    assert "nothing is above" in refused(f"{US} | bids: {LADDER} 7 gleich")
    assert "nobody has bid" in refused(f"{US} | bids: me 3 gleich")


# RULES 6: bidding and answering -----------------------------------------------------------------------


def test_k8_anyone_may_bid_at_any_time_before_the_spiel_is_settled_and_is_answered_at_once():
    check("""
    {us} | bids: right spiel, me hold, partner gleich, left hold, me hanger, right good => us hanger +1, us spiel +2, us gleich +2 = 5:0
    """)
    assert "§8" in refused(f"{US} | bids: left gleich, me hanger")
    assert "§8" in refused(f"{US} | bids: left gleich, me hold, left hanger")
    assert "§8" in refused(f"{US} | bids: left gleich, played")
    assert "§8" in refused(f"{US} | bids: left gleich+hanger, me hold gleich, me good spiel, me hold")
    assert "awaits an answer" in refused(f"{US} | bids: left gleich, right hold")
    assert "awaits an answer" in refused(f"{US} | bids: me hold gleich")
    assert "already" in refused(f"{US} | bids: left gleich, me hold, me gleich")


def test_k24_after_the_spiel_only_the_side_that_has_it_bids():
    check("""
    {us} | bids: played, me gleich, left hold => us gleich +2, us hanger +1, us spiel +1 = 4:0
    {us} | bids: me good spiel, left gleich, me 3, left hold => them spiel +1, us gleich +3, us hanger +1 = 4:1
    """)
    for words in ("played, left gleich", "me good spiel, me gleich", "left spiel, me good, partner hanger"):
        assert "§22, 24" in refused(f"{US} | bids: {words}")
    assert "§22, 24" in refused(f"{US} | bids: me gleich, left hold, played, left 3 gleich")
    assert "is over" in refused(f"{US} | bids: played, me spiel")
    assert "is over" in refused(f"{US} | bids: played, played")


def test_k22_the_side_that_has_the_spiel_shows_and_the_other_may_answer_with_a_bid():
    check("""
    {us} | bids: played, me shows gleich, left gleich, me hold => us gleich +2, us hanger +1, us spiel +1 = 4:0
    {us} | bids: played, me shows gleich, left shows gleich => us gleich +1, us hanger +1, us spiel +1 = 3:0
    {us} | bids: left shows gleich, played => us gleich +1, us hanger +1, us spiel +1 = 3:0
    """)
    assert "§22, 24" in refused(f"{US} | bids: played, left shows gleich")
    assert "§22, 24" in refused(f"{US} | bids: played, me shows gleich, left hanger")


def test_k23_the_side_that_has_the_spiel_may_not_improve_a_figure_it_called_standing_the_others_may():
    check("""
    {us} | bids: played, me stands gleich => - gleich, us hanger +1, us spiel +1 = 2:0
    {us} | bids: played, me gleich, left hold, partner stands gleich => - gleich, us hanger +1, us spiel +1 = 2:0
    {us} | bids: me good spiel, me stands gleich => them spiel +1, us gleich +1, us hanger +1 = 2:1
    {mixed} | bids: played, me stands hanger => us gleich +1, them hanger +1, us spiel +1 = 2:1
    """)
    assert sources(f"{US} | bids: played, me stands gleich")[0] == "I §23"
    assert "§23" in refused(f"{US} | bids: me stands gleich")


def test_k9_a_figure_may_be_let_good_unasked_and_the_other_side_writes_1():
    check("""
    {us} | bids: me good gleich => them gleich +1, us hanger +1, us spiel +1 = 2:1
    {us} | bids: left good hanger => us hanger +1, us gleich +1, us spiel +1 = 3:0
    """)
    assert "is bid and held" in refused(f"{US} | bids: left gleich, me hold, left good gleich")


def test_s64_a_spiel_let_good_ends_the_card_play():
    check("""
    {us} | bids: partner good spiel => them spiel +1, us gleich +1, us hanger +1 = 2:1
    gleich us, hanger us | bids: me spiel, right good => us spiel +1, us gleich +1, us hanger +1 = 3:0
    """)
    assert "is over" in refused(f"{US} | bids: partner good spiel, played")


def test_s64_a_spiel_let_good_frees_the_perlaggen_that_were_not_played():
    hands = "L8 | me H9 H8 EA SO W | other S8 SA HO E9 LA | players=2"
    for play, hanger in (("W=E7 E9", "8-9"), ("H9 HO", "8-9-10")):
        made = judge(parse_dispute(f"{hands} | {play} | bids: me hanger, other hold, other good spiel"))
        assert figure_short("hanger", made.shown[0].hanger) == hanger


def test_k9_a_conceded_figure_is_over_and_the_rest_goes_on():
    start = f"{US} | bids: left gleich, me good"
    for word in ("me 3 gleich", "left gleich", "me hold gleich", "me good gleich"):
        assert "is over" in refused(f"{start}, {word}")
    check("""
    {us} | bids: left gleich, me good, left hanger, me 3, left hold => them gleich +1, us hanger +3, us spiel +1 = 4:1
    """)


# RULES 6: the figure must be there (7, 31) ------------------------------------------------------------


def test_i7_who_lacks_the_figure_forfeits_the_figures_made_and_2():
    check("""
    gleich us !them, hanger them, spiel them | bids: left gleich, me hold | score 3:5 => them gleich -2, us gleich +2, them hanger +0, them spiel +0 = 5:3
    gleich us !them, hanger them, spiel them | bids: left gleich, me good | score 3:5 => them gleich -2, them gleich +0, them hanger +0, them spiel +0 = 3:3
    gleich us !them, hanger us, spiel us     | bids: left good spiel, me gleich, left hold => us spiel +1, them gleich -2, us gleich +2, us hanger +1 = 4:-2
    gleich us !them, hanger us, spiel us     | bids: me good spiel, left gleich, me hold => them spiel +0, them gleich -2, us gleich +2, us hanger +1 = 3:-2
    """)


def test_i7_the_spiel_as_well():
    check("""
    gleich them, hanger them, spiel us !them | bids: left spiel, me hold => them spiel -2, us spiel +2, them gleich +0, them hanger +0 = 2:-2
    """)
    check(f"""
    gleich them, hanger them, spiel us !them | {KONGRESS} | bids: left spiel, me hold => us spiel +2, them gleich +1, them hanger +1 = 2:2
    """)


def test_k31_who_lacks_the_figure_loses_3():
    check(f"""
    gleich us !them, hanger them, spiel them | {KONGRESS} | bids: left gleich, me hold | score 3:5 => them gleich -3, us gleich +2, them hanger +1, them spiel +1 = 5:4
    gleich us !them, hanger them, spiel them | {KONGRESS} | bids: left gleich, me good | score 3:5 => them gleich -3, them gleich +1, them hanger +1, them spiel +1 = 3:5
    gleich them !us, hanger them, spiel them | {KONGRESS} | bids: left gleich, me hold | score 3:5 => us gleich -3, them gleich +2, them hanger +1, them spiel +1 = 0:9
    gleich them !us, hanger them, spiel them | {KONGRESS} | bids: left gleich, me 3, left good | score 3:5 => us gleich -3, us gleich +2, them hanger +1, them spiel +1 = 2:7
    gleich nobody, hanger nobody, spiel them | {KONGRESS} | bids: left gleich+hanger, me hold => them gleich -3, them hanger -3, us gleich -3, us hanger -3, - gleich, - hanger, them spiel +1 = -6:-5
    """)


def test_i31_who_lacks_the_figure_forfeits_the_points_made_and_3():
    rules = replace(load_rules(), false_bid="points-and-3")
    outcomes = {"gleich": Outcome(0, lacks=frozenset({1})), "hanger": Outcome(1), "spiel": Outcome(1)}
    calls = (Call("bid", 1, ("gleich",)), Call("hold", 0, ("gleich",)))
    made = settle(outcomes, calls, (3, 5), rules)
    assert [(e.side, e.figure, e.points) for e in made.entries] == [
        (1, "gleich", -3),
        (0, "gleich", 2),
        (1, "hanger", 0),
        (1, "spiel", 0),
    ]
    assert made.after == (5, 2)


def test_k31_points_not_yet_had_are_a_debt():
    check(f"""
    gleich us !left, hanger them, spiel them | {KONGRESS} | bids: left gleich, me good => them gleich -3, them gleich +1, them hanger +1, them spiel +1 = 0:0
    gleich us !left, hanger us, spiel us | {KONGRESS} | bids: left gleich, me hold | score 2:1 => them gleich -3, us gleich +2, us hanger +1, us spiel +1 = 6:-2
    {{us}} | score -2:1 => us gleich +1, us hanger +1, us spiel +1 = 1:1
    """)


def test_k7_the_player_himself_must_have_the_figure_though_a_partner_may_show_a_better_one():
    hands = (
        "L8 | me HA LK S9 E10 S8 | left HK=H9 S7=LU E9 H8 HO | partner LA EA SA SO E8 | right HU EK L10 H9 SK"
    )
    one = f"{hands} | spiel them | {KONGRESS} | bids: me gleich, left hold"
    assert slate(one).startswith("us gleich -3, us gleich +2")  # I have no pair, my partner has three aces
    other = f"{hands} | spiel them | {KONGRESS} | bids: partner gleich, left hold"
    assert slate(other).startswith("us gleich +2")  # S p. 70
    side = f"{hands} | spiel them | {KONGRESS} | bids: us gleich, them hold"
    assert slate(side).startswith("us gleich +2")  # of a side: the one who has it


def test_k7_each_side_pays_once_for_a_figure():
    check(f"""
    gleich nobody, hanger us, spiel us | {KONGRESS} | bids: left gleich, me 3, right 4, partner hold => them gleich -3, us gleich -3, - gleich, us hanger +1, us spiel +1 = -1:-3
    """)


def test_k29_joint_unseen_bids_are_exempt_in_r_and_i_but_not_in_k():
    line = "gleich us !them, hanger us !them, spiel us | bids: left all unseen, me hold"
    check(f"""
    {line} => us gleich +2, us hanger +2, us spiel +2 = 6:0
    {line} | {SUEDTIROL} => us gleich +2, us hanger +2, us spiel +2 = 6:0
    {line} | {KONGRESS} => them gleich -3, them hanger -3, us gleich +2, us hanger +2, us spiel +2 = 6:-6
    """)
    # who holds them, or raises later, is not exempt
    check("""
    gleich them !us, hanger us, spiel us | bids: left gleich unseen, me hold => us gleich -2, them gleich +2, us hanger +0, us spiel +0 = -2:2
    gleich us !them, hanger us, spiel us | bids: left gleich unseen, me 3, left 4, me good => them gleich -2, them gleich +0, us hanger +1, us spiel +1 = 2:-2
    """)


def test_i29_unordered_joint_bids_count_as_gleich_hanger_spiel():
    check("""
    {mixed} | bids: left all unseen, me hold => us gleich +2, them hanger +2, us spiel +2 = 4:2
    {mixed} | bids: left spiel+hanger+gleich unseen, me hold => us spiel +2, them hanger +2, us gleich +2 = 4:2
    """)


# RULES 6: overbidding (20) ----------------------------------------------------------------------------


def test_i20_a_bid_at_target_minus_1_costs_2_at_once():
    for rules in PRESETS:
        last = load_rules(rules).target - 1
        line = f"{US} | rules={rules} | score 0:{last} | bids: left gleich, me hold"
        assert slate(line) == f"them gleich -2, us gleich +2, us hanger +1, us spiel +1 = 4:{last - 2}"
    check("""
    {them} | score 3:13 | bids: left gleich, me good, left hanger, me hold => them gleich +1, them hanger -2, them hanger +2, them spiel +1 = 3:15 out them
    {us} | score 14:14 | bids: me gleich, left good => us gleich -2, us gleich +1, us hanger +1, us spiel +1 = 15:14 out us
    """)


def test_k20_several_bid_together_that_would_reach_the_target_cost_2_as_well():
    several = "{us} | score 0:{score} | bids: left {bid}, me hold"
    check(f"""
    {several.format(us="{us}", score=13, bid="gleich+hanger")} | {KONGRESS} => them gleich -2, us gleich +2, us hanger +2, us spiel +1 = 5:11
    {several.format(us="{us}", score=12, bid="all")} | {KONGRESS} => them gleich -2, us gleich +2, us hanger +2, us spiel +2 = 6:10
    {several.format(us="{us}", score=12, bid="gleich+hanger")} | {KONGRESS} => us gleich +2, us hanger +2, us spiel +1 = 5:12
    {several.format(us="{us}", score=11, bid="all")} | {KONGRESS} => us gleich +2, us hanger +2, us spiel +2 = 6:11
    {several.format(us="{us}", score=13, bid="all")} => us gleich +2, us hanger +2, us spiel +2 = 6:13
    {{us}} | score 0:13 | {KONGRESS} | bids: left gleich, me hold, left hanger, me hold => us gleich +2, us hanger +2, us spiel +1 = 5:13
    """)


def test_i20_holding_and_raising_at_target_minus_1_are_legal():
    check("""
    {us} | score 14:0 | bids: left gleich, me hold => us gleich +2 = 16:0 out us
    {us} | score 14:0 | bids: left gleich, me 3, left good => us gleich +2 = 16:0 out us
    """)


# What is said of each line, the catalogue's settle.why_*
REASONS = """
{us} | bids: left gleich, me hold                             = held unbid unbid
{us} | bids: left gleich, me 3, left hold                     = raised unbid unbid
{us} | bids: left gleich, me 3, left 4, me good               = good_raise unbid unbid
{us} | bids: left gleich, me good, left good hanger           = good good_unasked unbid
{us} | score 0:14 | bids: left gleich, me hold                = overbid_last held unbid unbid
{us} | score 0:13 | bids: left gleich+hanger, me hold | {k}   = overbid_together held held unbid
{us} | score 0:14 | bids: left gleich+hanger, me hold | {k}   = overbid_last held held unbid
gleich nobody, hanger stands, spiel us | bids: left gleich, me hold | {k} = false_bid false_hold nobody stands unbid
gleich us !them, hanger them, spiel us | bids: left gleich, me good = false_bid forfeited forfeited unbid
{us} | bids: played, me stands gleich                         = stood unbid unbid
gleich us 3K, hanger us, spiel us | score 14:14               = near_better
gleich stands 3K, hanger us, spiel us | score 14:14           = near_equal near_spiel
gleich us 3K, hanger us, spiel us | score 14:14 | {k}         = near_unasked
gleich us 3K, hanger us, spiel us | score 14:13 | bids: left gleich, me good = good near_good
"""


@pytest.mark.parametrize("row", REASONS.strip().splitlines())
def test_every_line_says_why(row):
    line, _, reasons = row.rpartition(" = ")
    made = judge(parse_dispute(line.strip().format(us=US, k=KONGRESS))).settlement
    assert [entry.why for entry in made.entries] == reasons.split()
    for lang in LANGS:
        assert all(text(f"settle.why_{entry.why}", lang, **entry.params) for entry in made.entries)


def test_a_good_raise_tells_both_numbers():
    entry = judge(parse_dispute(f"{US} | bids: left gleich, me 3, left 4, me good")).settlement.entries[0]
    assert (entry.points, dict(entry.params)) == (3, {"n": 3, "level": 4})
    assert text("settle.why_good_raise", "en", **entry.params) == "raised to 4, good at 3"


# RULES 7: order ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [9, 11, 15, 18, 21, 24])
def test_k5_the_target_is_agreed_beforehand(target):
    line = f"{THEM} | score {target - 1}:{target - 2} | target={target}"
    assert slate(line) == f"them gleich +1, them hanger +1 = {target - 1}:{target} out them"
    assert slate(f"{THEM} | score {target - 1}:{target - 1} | target={target}").endswith(
        f":{target} out them"
    )


def test_k5_a_score_before_the_deal_is_below_the_target():
    for score, target in ((14, 15), (-99, 15), (98, 99), (1, 2)):
        check_score((score, 0), target)
        check_score((0, score), target)
    for score, target in ((15, 15), (-100, 15), (0, 1), (0, 100)):
        with pytest.raises(InputError, match=str(target)):
            check_score((score, 0), target)
        with pytest.raises(InputError, match=str(target)):
            check_score((0, score), target)


def test_i25_vorhand_is_our_side_unless_said():
    outcomes = {"gleich": Outcome(0, 23)}
    assert settle(outcomes, (Call("ask", 2),), (14, 14), load_rules()).out == 0
    with pytest.raises(InputError, match="Vorhand"):
        settle(outcomes, (Call("ask", 1),), (14, 14), load_rules())
    with pytest.raises(InputError, match="Vorhand"):
        settle(outcomes, (Call("ask", 2),), (14, 14), load_rules(), vorhand=1)


def test_s61_the_target_is_15_unless_agreed_otherwise():
    assert slate(f"{US} | score 14:13") == "us gleich +1 = 15:13 out us"
    assert slate(f"{US} | score 14:13 | rules=schlanders-2023").endswith("= 17:13")


def test_k12_a_figure_raised_to_spiel_aus_goes_before_all_others():
    aus = "me spiel, left 3, me 4, left 5, me 6, left 7, me aus, left hold"
    check(f"""
    {{mixed}} | score 13:13 | bids: left hanger, me hold, {aus} => us spiel +2 = 15:13 out us
    {{mixed}} | score 13:14 | bids: {aus}, me good hanger => us spiel +2 = 15:14 out us
    {{mixed}} | score 13:13 | bids: me good hanger, {aus} => them hanger +1, us spiel +2 = 15:14 out us
    gleich stands 2A, hanger them, spiel us | score 0:14 | bids: left gleich, me 3, left 4, me 5, left 6, me 7, left aus, me hold, me good spiel => them gleich -2, - gleich, them spiel +1, them hanger +1 = 0:14
    """)


def test_k9_conceded_figures_are_written_as_they_happen():
    check("""
    {them} | score 14:13 | bids: left gleich, me hold, left good spiel => us spiel +1 = 15:13 out us
    {them} | score 13:14 | bids: left good hanger, me good gleich => us hanger +1, them gleich +1 = 14:15 out them
    """)
    assert "game is over" in refused(f"{THEM} | score 14:13 | bids: left good spiel, me good gleich")


def test_r9_held_figures_are_written_in_the_order_bid_and_an_unbid_one_waits_for_them():
    check("""
    gleich us, hanger them, spiel us | score 13:13 | bids: left hanger, me hold, me gleich, left hold => them hanger +2 = 13:15 out them
    gleich us, hanger them, spiel us | score 13:13 | bids: me gleich, left hold, left hanger, me hold => us gleich +2 = 15:13 out us
    gleich us, hanger them, spiel us | score 14:13 | bids: left hanger, me hold => them hanger +2 = 14:15 out them
    """)
    line = f"{MIXED} | bids: left hanger, me hold"
    assert sources(line) == ["I §9; S p. 68", "I §6; S p. 66", "I §6; S p. 66"]
    assert sources(f"{line} | {KONGRESS}") == ["K §12; S p. 68", "K §6; S p. 66", "K §6; S p. 66"]


def test_k6_the_rest_is_written_as_gleich_hanger_spiel():
    check("""
    gleich them, hanger us, spiel us | score 14:13 => them gleich +1, us hanger +1 = 15:14 out us
    gleich them, hanger us, spiel us | score 13:14 => them gleich +1 = 13:15 out them
    gleich stands, hanger nobody, spiel us => - gleich, - hanger, us spiel +1 = 1:0
    """)


def test_s62_equal_figures_stand_and_nobody_writes():
    check("""
    gleich stands 3A, hanger us, spiel us => - gleich, us hanger +1, us spiel +1 = 2:0
    gleich stands 3A, hanger us, spiel us | bids: left gleich, me hold => - gleich, us hanger +1, us spiel +1 = 2:0
    gleich stands 3A, hanger us, spiel us | bids: left gleich, me good => them gleich +1, us hanger +1, us spiel +1 = 2:1
    """)


def test_k26_equal_figures_may_be_decided_by_the_spiel():
    rules = replace(load_rules("kongress-1890"), equal_figures="spiel")
    outcomes = {"gleich": Outcome(None, 23), "hanger": Outcome(None, 0), "spiel": Outcome(1)}
    calls = (Call("bid", 0, ("gleich",)), Call("hold", 1, ("gleich",)))
    made = settle(outcomes, calls, (0, 0), rules)
    assert [(e.side, e.figure, e.points, e.why) for e in made.entries] == [
        (1, "gleich", 2, "equal_spiel"),
        (None, "hanger", 0, "nobody"),
        (1, "spiel", 1, "unbid"),
    ]
    let_good = settle(outcomes, (*calls, Call("good", 1, ("spiel",))), (0, 0), rules)
    assert [(e.side, e.figure) for e in let_good.entries] == [(0, "spiel"), (0, "gleich"), (None, "hanger")]


# RULES 7: near the target -----------------------------------------------------------------------------


def test_i25_at_14_14_the_better_gleich_of_three_or_more_wins():
    check("""
    gleich us 3A, hanger them 5K, spiel them | score 14:14 => us gleich +1 = 15:14 out us
    gleich them 47, hanger us 5K, spiel us | score 14:14 => them gleich +1 = 14:15 out them
    """)


def test_i25_at_14_14_an_equal_gleich_of_three_lets_the_spiel_decide_and_no_hanger_is_looked_at():
    check("""
    gleich stands 3A, hanger us 5K, spiel them | score 14:14 => - gleich, them spiel +1 = 14:15 out them
    """)


def test_i25_at_14_14_a_hanger_of_three_counts_only_without_such_a_gleich_and_two_cards_never_do():
    check("""
    gleich us 2A, hanger them 3K, spiel us | score 14:14 => them hanger +1 = 14:15 out them
    gleich nobody, hanger stands 3K, spiel us | score 14:14 => - hanger, us spiel +1 = 15:14 out us
    gleich us 2A, hanger us 2A, spiel them | score 14:14 => them spiel +1 = 14:15 out them
    gleich nobody, hanger nobody, spiel us | score 14:14 => us spiel +1 = 15:14 out us
    """)


def test_i25_at_14_14_vorhands_side_asks():
    line = "gleich us 3A, hanger them 5K, spiel them | score 14:14"
    assert slate(f"{line} | bids: me asks").endswith("out us")
    assert slate(f"{line} | bids: left asks | leader=left").endswith("out us")
    assert "Vorhand" in refused(f"{line} | bids: left asks")
    assert "14:14" in refused(f"{US} | score 14:13 | bids: me asks")


def test_i25_at_14_14_a_figure_let_good_still_goes_out():
    check("""
    {them} | score 14:14 | bids: left good spiel => us spiel +1 = 15:14 out us
    """)


def test_i25_what_counts_must_be_told():
    assert "'gleich us 3A'" in refused("gleich us, hanger us, spiel us | score 14:14")
    assert "'hanger us'" in refused("gleich us 2A, spiel us | score 14:14")


def test_k25_at_14_14_three_or_more_must_be_asked_for_else_the_spiel_decides():
    line = f"gleich us 3A, hanger them 5K, spiel them | score 14:14 | {KONGRESS}"
    assert slate(line) == "them spiel +1 = 14:15 out them"
    for asks in ("me asks", "left asks"):
        assert slate(f"{line} | bids: {asks}") == "us gleich +1 = 15:14 out us"
    check(f"""
    gleich stands 3A, hanger us 5K, spiel them | score 14:14 | {KONGRESS} | bids: me asks => - gleich, them spiel +1 = 14:15 out them
    gleich us 2A, hanger us 3K, spiel them | score 14:14 | {KONGRESS} | bids: me asks => us hanger +1 = 15:14 out us
    """)


def test_k25_also_where_14_14_is_reached_during_the_deal():
    line = f"gleich us 3A, hanger them 5K, spiel us | score 14:13 | {KONGRESS} | bids: left gleich, me good"
    assert slate(line) == "them gleich +1, us spiel +1 = 15:14 out us"
    assert slate(f"{line}, me asks") == "them gleich +1, them hanger +1 = 14:15 out them"


def test_i25a_at_14_13_gleich_or_hanger_let_good_makes_14_14_and_the_spiel_decides():
    check("""
    gleich us 3A, hanger us 5K, spiel them | score 14:13 | bids: left gleich, me good => them gleich +1, them spiel +1 = 14:15 out them
    gleich us 3A, hanger us 5K, spiel them | score 14:13 | bids: left hanger, me good => them hanger +1, them spiel +1 = 14:15 out them
    gleich us 3A, hanger us 5K, spiel us | score 14:13 | bids: me good hanger => them hanger +1, us spiel +1 = 15:14 out us
    """)
    assert sources(f"{THEM} | score 14:13 | bids: left gleich, me good") == ["I §9", "I §25a"]


def test_i25a_at_14_13_a_spiel_let_good_is_as_14_14_and_equal_figures_mean_a_new_deal():
    check("""
    gleich us 3A, hanger them 5K | score 14:13 | bids: left spiel, me good => them spiel +1, us gleich +1 = 15:14 out us
    gleich us 2A, hanger them 5K | score 14:13 | bids: left spiel, me good => them spiel +1, them hanger +1 = 14:15 out them
    gleich stands 3A, hanger them 5K | score 14:13 | bids: left spiel, me good => them spiel +1, - gleich = 14:14 new deal equal
    gleich us 2A, hanger us 2A | score 14:13 | bids: left spiel, me good => them spiel +1 = 14:14 new deal equal
    gleich stands 3A, hanger us 5K | score 14:13 | bids: left gleich, me hold, left spiel, me good => them spiel +1, - gleich = 14:14 new deal equal
    gleich stands 2A, hanger us 5K | score 14:13 | bids: left gleich, me hold, left spiel, me good => them spiel +1, - gleich, us hanger +1 = 15:14 out us
    """)


def test_i25a_at_14_13_what_is_held_goes_out_as_usual():
    check("""
    gleich us, hanger them, spiel them | score 14:13 | bids: left gleich, me hold => us gleich +2 = 16:13 out us
    gleich them, hanger us, spiel us | score 14:13 | bids: left gleich, me hold => them gleich +2 = 14:15 out them
    gleich stands 2A, hanger them, spiel us | score 14:13 | bids: left gleich, me hold => - gleich, them hanger +1, us spiel +1 = 15:14 out us
    """)


def test_i25b_at_14_12_gleich_and_hanger_let_good_make_14_14_and_the_spiel_decides():
    check("""
    gleich us 3A, hanger us 5K, spiel them | score 14:12 | bids: left gleich, me good, left hanger, me good => them gleich +1, them hanger +1, them spiel +1 = 14:15 out them
    gleich us 3A, hanger us 5K, spiel us | score 14:12 | bids: left gleich+hanger, me good => them gleich +1, them hanger +1, us spiel +1 = 15:14 out us
    """)


TRAP = "bids: left gleich, me hold, left hanger, me hold, left spiel, me good"


def test_i25b_at_14_12_two_held_and_the_third_good_the_first_bid_goes_out():
    check(f"""
    gleich them 3A, hanger us | score 14:12 | {TRAP} => them spiel +1, them gleich +2 = 14:15 out them
    gleich us 3A, hanger them | score 14:12 | {TRAP} => them spiel +1, us gleich +2 = 16:13 out us
    """)


def test_i25b_at_14_12_if_the_first_bid_stands_the_second_is_void_and_there_is_a_new_deal():
    check(f"""
    gleich stands 3A, hanger us | score 14:12 | {TRAP} => them spiel +1, - gleich, - hanger = 14:13 new deal void
    gleich stands 3A, hanger us | score 12:14 | {TRAP.replace("left", "x").replace("me", "left").replace("x", "me")} => us spiel +1, - gleich, - hanger = 13:14 new deal void
    gleich stands 3A, hanger us, spiel us | score 14:12 | {TRAP} | {KONGRESS} => them spiel +1, - gleich, us hanger +2 = 16:13 out us
    """)


def test_i25b_at_14_12_all_three_held_the_second_bid_goes_out():
    held = TRAP.replace("me good", "me hold")
    check(f"""
    gleich them 3A, hanger us, spiel them | score 14:12 | {held} => them gleich +2, us hanger +2 = 16:14 out us
    gleich them 3A, hanger them, spiel us | score 14:12 | {held} => them gleich +2, them hanger +2 = 14:16 out them
    gleich us 3A, hanger them, spiel them | score 14:12 | {held} => us gleich +2 = 16:12 out us
    gleich stands 3A, hanger us, spiel them | score 14:12 | {held} => - gleich, us hanger +2 = 16:12 out us
    """)


def test_i25b_at_14_12_there_is_no_duty_to_bid():
    check("""
    {mixed} | score 14:12 => us gleich +1 = 15:12 out us
    gleich them, hanger us, spiel them | score 14:12 => them gleich +1, us hanger +1 = 15:13 out us
    """)


@pytest.mark.parametrize("target", [9, 21])
def test_i25_to_25b_hold_for_any_target(target):
    last = target - 1
    near = f"gleich stands 3A, hanger us 5K, spiel them | target={target} | score {last}"
    assert slate(f"{near}:{last}").endswith(f"them spiel +1 = {last}:{target} out them")
    assert slate(f"{near}:{last - 1} | bids: left spiel, me good").endswith(f"{last}:{last} new deal equal")
    assert slate(f"{near}:{last - 2} | {TRAP}").endswith(f"{last}:{last - 1} new deal void")


# RULES 10 ---------------------------------------------------------------------------------------------


def test_s88_a_lost_spiel_held_saves_a_hanger():
    check("""
    gleich them, hanger us 39, spiel them | bids: left spiel, me hold => them spiel +2, them gleich +1, us hanger +1 = 1:3
    gleich them, hanger them 3A, spiel them | bids: left spiel, me good => them spiel +1, them gleich +1, them hanger +1 = 0:3
    """)


# S p. 62, RULES 4: hands of two players, the figure and who has it
FIGURES_62 = """
L8 | me HA EA SO E10 H8 | other SK EK L9 H9 SA    | spiel us = us gleich, them hanger
L8 | me SO SK H8 L9 E10 | other EU EO H9 LA S8    | spiel us = - gleich, us hanger
L8 | me H7 H8 H9 EO LK | other SK SA E10 HU L9    | spiel us = - gleich, us hanger
L8 | me S8 L9 E8 H8 HA  | other EA SA HO L10 S9   | spiel us = us gleich, - hanger
L8 | me EA SA HA E10 S9 | other E8 S8 H8 W=L8 EO  | spiel us = them gleich, - hanger
L8 | me EA SA HA E10 S9 | other E8 LA S7=SA E7=EA H9 | spiel us = - gleich, - hanger
L8 | me HO EO EK L9 S8  | other EU W=EO E10 HK=S9 LA | spiel us = us gleich, them hanger
"""


@pytest.mark.parametrize("row", FIGURES_62.strip().splitlines())
def test_s62_hands_are_compared_by_their_best_figures(row):
    line, _, expected = row.partition(" = ")
    made = judge(parse_dispute(f"{line} | players=2")).settlement
    sides = {0: "us", 1: "them", None: "-"}
    assert ", ".join(f"{sides[e.side]} {e.figure}" for e in made.entries[:2]) == expected
