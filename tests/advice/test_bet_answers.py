"""What they hold after a bid and what each answer is worth to me, against a plain recursion (`oracle_bets`)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import oracle_bets
import pytest
from hypothesis import given
from hypothesis import strategies as st
from searching import examples

from analyse.advice import bets as bet_advice
from analyse.advice.bets import advise
from analyse.advice.bieten import Bidding
from analyse.advice.bieten import bieten as which_to_bid
from analyse.advice.halten import as_i_see_it
from analyse.advice.question import Score, read_question, read_score
from analyse.bidding.beliefs import read_opponents
from analyse.bidding.ladder_game import ClassLaw, Ending, ladder, needed, points
from analyse.bidding.laws.figures import figure_law
from analyse.bidding.my_seat import Bet, Mine, bet, figure_as_i_see_it, spiel_as_i_see_it, with_score
from analyse.bidding.tree import ClassGame
from analyse.game.cards import mask_of, parse_card, parse_cards
from analyse.game.figures import KINDS
from analyse.game.rules import load_rules
from analyse.i18n import LANGS, InputError
from analyse.knowledge.situation import Situation, situation
from analyse.odds.figures import both_sides, figure_odds
from analyse.odds.spiel import solved_worlds, spiel_odds

RULES = load_rules()
LEVELS = ("1", "3", "4", "5", "6", "7")
LABELS = ("bid", *LEVELS)
WORDS = ("gut", "halten", "raise", "bid", "wait")


def of(said: str = "", *, hand: str = "HA LA SU E10 W", players: int = 4, leader: int = 0) -> Situation:
    cards = mask_of(parse_cards(hand))
    return situation(cards, RULES, upcard=parse_card("L8"), players=players, leader=leader, known=said)


NO_ODDS = figure_odds(of(players=2), "gleich")  # what a hand-made figure says of all classes is not looked at


def bieten(kinds: tuple[str, ...] = KINDS, said: str = "honest:2A", **asked: object) -> Bidding:
    """Return whether to bid, with two players unless said."""
    words = {"hand": "HA LA SU E10 W", "upcard": "L8", "players": 2, "opponents": said, **asked}
    return which_to_bid(read_question(**words), kinds)


# Against the recursion -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """Opponents whose every word is told: (what they are asked, class) -> word -> chance."""

    says: Mapping[tuple[str, int], Mapping[str, float]]
    sort: str = "file"
    least: int = 0

    def policy(self, game: ClassGame, side: int, classes: tuple[int, ...]) -> dict[int, np.ndarray]:
        """Return what was told, as the package has it."""
        return {
            at: np.array([[self.says[p.label, c].get(word, 0.0) for word in p.actions] for c in classes])
            for at, p in enumerate(game.points)
            if p.side == side
        }


share = st.floats(0, 1).map(lambda p: round(p, 3))


@st.composite
def words_of(draw: st.DrawFn, classes: tuple[int, ...], *, out: bool, may_bid: bool):
    """Return how they play; class 0 has no figure, waits and lets all be good."""
    says = {}
    for label in ("bid", *LEVELS, *(["out"] if out else [])):
        top = label == ("out" if out else "7")
        words = (
            ("wait", "bid") if label == "bid" else ("gut", "halten") if top else ("gut", "halten", "raise")
        )
        for c in classes:
            cut = sorted(draw(share) for _ in words[1:])
            chances = np.diff([0, *cut, 1])
            says[label, c] = dict(zip(words, chances.tolist(), strict=True))
            if c == 0 or (label == "bid" and not may_bid):
                says[label, c] = {words[0]: 1.0}
    return says


@st.composite
def bets(draw: st.DrawFn):
    """Return the same bet twice, the package's and the oracle's, and the points to go where it has a score."""
    side, scored = draw(st.integers(0, 1)), draw(st.booleans())
    classes = tuple(
        sorted(draw(st.sets(st.sampled_from((0, 8, 12, 15, 19, 23, 31)), min_size=1, max_size=4)))
    )
    n = len(classes)
    weights = np.array([draw(st.integers(0, 20)) for _ in range(n)], float) + np.eye(n)[0]
    parts = [sorted((draw(share), draw(share))) for _ in range(n)]
    win, lose = np.array([p[0] for p in parts]), np.array([1 - p[1] for p in parts])
    to_go = draw(st.tuples(st.integers(1, 15), st.integers(1, 15))) if scored else None
    may = (True, True) if to_go is None else tuple(n > 1 for n in to_go)
    says = draw(words_of(classes, out=scored, may_bid=may[1 - side]))
    worth = {}  # of an ending to Vorhand's side

    def utility(ending: Ending) -> float:
        return worth.setdefault(ending, draw(share)) if scored else points(ending)

    def payoff(how: str, who: str, written: int | None) -> float:
        winner = {"me": side, "they": 1 - side, "nobody": None}[who]
        value = utility(Ending(how, winner, written or 0))
        return value if side == 0 else (1 - value if scored else -value)

    mine = Mine("gleich", side, small_law(), classes, weights / weights.sum(), win, lose, NO_ODDS)
    one = Bet(mine, Told(says), ladder(RULES, out=scored), utility, to_go)
    plain = oracle_bets.Bet(
        side == 0,
        dict(zip(classes, (weights / weights.sum()).tolist(), strict=True)),
        dict(zip(classes, win.tolist(), strict=True)),
        dict(zip(classes, lose.tolist(), strict=True)),
        says,
        payoff,
        scored,
        may[side],
    )
    return one, plain


def small_law() -> ClassLaw:
    """Return a law of three figures, the same for both sides."""
    values = np.array([0, 12, 23])
    edge = np.sign(values[:, None] - values).astype(float)
    may = values > 0
    weight = np.array([[4, 3, 1], [3, 2, 1], [1, 1, 1]])
    return ClassLaw("gleich", ((0, 12, 23), (0, 12, 23)), weight, edge, (edge == 0).astype(float), (may, may))


@examples(150)
@given(bets())
def test_beliefs_and_worth_are_those_of_a_plain_recursion(both: tuple[Bet, oracle_bets.Bet]) -> None:
    one, plain = both
    for label in (*LABELS, *(["out"] if plain.out else [])):
        found = one.at(label)
        held, worth = plain.at(label)
        assert found.expected == (sum(plain.heard(label).values()) > 0)
        assert dict(zip(found.classes, found.chance.tolist(), strict=True)) == pytest.approx(held, abs=1e-9)
        assert found.win == pytest.approx(sum(p * plain.win[c] for c, p in held.items()), abs=1e-12)
        assert found.lose == pytest.approx(sum(p * plain.lose[c] for c, p in held.items()), abs=1e-12)
        assert found.win + found.stand + found.lose == pytest.approx(1, abs=1e-12)
        assert {w: v for w, v in found.worth.items() if v is not None} == pytest.approx(worth, abs=1e-9)
        assert found.bluff == pytest.approx(sum(p for c, p in held.items() if c < 12), abs=1e-9)


def test_bluff_is_a_figure_that_more_hands_beat_than_not() -> None:
    # small_law: none loses to 4 of 8 and beats nothing, 12 beats 3 and loses to 1, 23 beats 2 and loses to none
    law = small_law()
    edges = (law.weight * law.edge).sum(axis=1)
    assert [bool(edge < 0) for edge in edges] == [True, False, False]


@dataclass(frozen=True)
class Fixed:
    """Opponents in an equilibrium that was solved once."""

    chances: Mapping[int, np.ndarray]
    sort: str = "equilibrium"

    def policy(self, *_: object) -> Mapping[int, np.ndarray]:
        """Return what was solved."""
        return self.chances


@cache
def in_equilibrium(kind: str, players: int, side: int) -> Fixed:
    """Return how side `side` plays under L8 for points."""
    law = figure_law(RULES, parse_card("L8"), None, kind, players)
    return Fixed(read_opponents("equilibrium", kind).policy(ladder(RULES).game(law), side, law.values[side]))


# What is known of the bet at once ----------------------------------------------------------------------------


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("label", "good", "held"), [(a, b, c) for a, b, c in oracle_bets.RUNGS])
def test_design_break_even_of_holding(side: int, label: str, good: int, held: int) -> None:
    # DESIGN, "How it computes": -1/2 at the bid, -(n-1)/n at n
    least = -1 / 2 if label == "1" else -(held - 1) / held
    for stand in (0.0, 0.1):
        win = (1 - stand + least) / 2
        mine = Mine(
            "gleich", side, small_law(), (12,), np.ones(1), np.array([win]), np.array([win - least]), 0
        )
        one = Bet(mine, read_opponents("any", "gleich"), ladder(RULES))
        found = one.at(label)
        assert needed(one.tree, one.tree.at(side, label), stand) == pytest.approx(least)
        assert found.worth["gut"] == pytest.approx(-good)
        assert found.worth["halten"] == pytest.approx(-good)
        assert found.worth.get("raise") is None  # nothing is believed of their answer


@examples(60)
@given(st.integers(0, 1), st.sampled_from(LEVELS), st.floats(0, 0.9), st.lists(share, min_size=4, max_size=4))
def test_break_even_in_the_game_is_where_halten_is_worth_as_much_as_gut(side, label, stand, chances) -> None:
    best, *between, worst = sorted(chances, reverse=True)
    if best - worst < 0.01:
        return
    worth = {
        ("held", side): best,
        ("held", 1 - side): worst,
        ("held", None): between[0],
        ("gut", 1 - side): between[1],
    }

    def utility(ending: Ending) -> float:
        value = worth.get((ending.how, ending.side), 0.5)
        return value if side == 0 else 1 - value

    public = small_law()
    mine = Mine("gleich", side, public, (12,), np.ones(1), np.zeros(1), np.zeros(1), 0)
    one = Bet(mine, read_opponents("any", "gleich"), ladder(RULES, out=True), utility, (9, 9))
    least = needed(one.tree, one.tree.at(side, label), stand, utility)
    win = (1 - stand + least) / 2
    at = replace(one, mine=replace(mine, win=np.array([win]), lose=np.array([win - least]))).at(label)
    assert at.worth["halten"] == pytest.approx(at.worth["gut"], abs=1e-9)
    assert at.worth["gut"] == pytest.approx(between[1])


SITUATIONS = [
    dict(),
    dict(players=2),
    dict(players=2, leader=1),
    dict(leader=1),
    dict(leader=3, said="cut: none; left: E9; opponents: HK; partner: !S7"),
    dict(said="partner: gleich=3A", leader=2),
    dict(said="opponents: bid gleich 2K 90%"),
    dict(said="partner: hanger>=3K; left: !HK"),
]


@pytest.mark.parametrize("question", SITUATIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_against_any_hand_it_is_what_the_odds_say(question: dict[str, object], kind: str) -> None:
    known = of(**question)
    odds = figure_odds(known, kind)
    win, stand, lose = (odds.counts[part] / odds.worlds for part in ("win", "stand", "lose"))
    for label, good, held in oracle_bets.RUNGS:
        found = advise(known, as_i_see_it(known, kind), label, read_opponents("any", kind))
        at = found.points
        assert (at.win, at.stand, at.lose) == pytest.approx((win, stand, lose), abs=1e-12)
        assert at.worth["gut"] == -good
        assert at.worth["halten"] == pytest.approx(held * (win - lose), abs=1e-12)
        assert found.needed == -good / held
        assert found.deals == (0 if odds.method == "exact" else odds.worlds)
        assert (found.stderr == 0) == (odds.method == "exact")
        assert at.expected


@pytest.mark.slow
@pytest.mark.parametrize("said", ["any", "honest:2A", "equilibrium"])
def test_the_order_of_questions_does_not_matter(said: str) -> None:
    questions = [(of(**q), label) for q in SITUATIONS[1:4] for label in ("1", "bid")]
    if said == "any":
        questions = [(known, label) for known, label in questions if label != "bid"]

    def answers(some: list) -> list:
        both_sides.cache_clear()
        found = [
            (advise(known, as_i_see_it(known, "gleich"), label, read_opponents(said, "gleich")), known, label)
            for known, label in some
        ]
        return [(a.best, a.close, dict(a.points.worth), a.points.chance.tolist()) for a, *_ in found]

    assert answers(questions) == answers(questions[::-1])[::-1]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("said", ["honest", "equilibrium"])
def test_a_better_figure_of_my_own_is_never_worth_less(side: int, kind: str, said: str) -> None:
    public = figure_law(RULES, parse_card("L8"), None, kind, 2)
    theirs = np.array(public.values[1 - side])
    chance = public.weight.sum(axis=side) / public.weight.sum()
    believed = (
        in_equilibrium(kind, 2, 1 - side) if said == "equilibrium" else read_opponents("honest:210", kind)
    )
    before = dict.fromkeys((label, word) for label in LABELS for word in WORDS)
    for own in public.values[side][1:]:
        mine = Mine(
            kind, side, public, tuple(theirs.tolist()), chance, (theirs < own) * 1.0, (theirs > own) * 1.0, 0
        )
        one = Bet(mine, believed, ladder(RULES))
        for label in LABELS:
            for word, worth in one.at(label).worth.items():
                assert before[label, word] is None or worth >= before[label, word] - 1e-11
                before[label, word] = worth


# What I do not know of my partner is averaged over --------------------------------------------------------------

PARTITIONS = [
    ("gleich", "", ["partner: gleich<=2K", "partner: gleich>=2A"]),
    ("gleich", "", ["partner: W", "partner: !W"]),
    ("gleich", "left: !HK; ", ["partner: =0 perlaggen", "partner: =1 perlaggen", "partner: >=2 perlaggen"]),
    (
        "hanger",
        "",
        [
            "partner: hanger=none",
            "partner: hanger=2U..2A",
            "partner: hanger<=210 hanger>=28",
            "partner: hanger>=39",
        ],
    ),
]
PARTITION_HAND = "HA LA SU E10 E9"  # has a pair and a Hanger of two, no Perlagg


def spoken(one: Bet, label: str) -> float:
    """Return how often they say what leads to me at the bid or at Drei, by their chances of it."""
    game, policy, side = one.game, one.policy(), one.mine.side
    assert policy is not None
    points_of_theirs = {p.label: i for i, p in enumerate(game.points) if p.side != side}
    bids = policy[points_of_theirs["bid"]]
    if label == "1":
        return float(one.mine.chance @ bids[:, 1])
    waited = bids[:, 0] if side == 1 else 1.0
    return float((one.mine.chance * waited) @ policy[points_of_theirs["1"]][:, 2])


@pytest.mark.parametrize(("kind", "known", "parts"), PARTITIONS)
@pytest.mark.parametrize(  # honest bidders never raise
    "heard", [("equilibrium", "1"), ("equilibrium", "3"), ("honest:210", "1")]
)
@pytest.mark.parametrize("leader", [0, 1])
def test_what_my_partner_may_hold_is_averaged_over(kind, known, parts, leader, heard) -> None:
    said, label = heard
    believed = in_equilibrium(kind, 4, 1 - leader) if said == "equilibrium" else read_opponents(said, kind)

    def asked(words: str) -> tuple[Bet, int]:
        seen = of(words, hand=PARTITION_HAND, leader=leader)
        return bet(figure_as_i_see_it(seen, kind), believed, seen), both_sides(seen, kind).worlds

    whole, deals = asked(known)
    told = [asked(known + part) for part in parts]
    assert sum(n for _, n in told) == deals
    weights = np.array([n / deals * spoken(one, label) for one, n in told])
    assert weights.sum() == pytest.approx(spoken(whole, label), rel=1e-9)
    weights /= weights.sum()
    at, each = whole.at(label), [one.at(label) for one, _ in told]

    def mean(of_part) -> float:
        return float(sum(w * of_part(part) for w, part in zip(weights, each, strict=True)))

    for word in ("gut", "halten"):
        assert mean(lambda part, word=word: part.worth[word]) == pytest.approx(at.worth[word], abs=1e-9)
    for name in ("win", "stand", "lose", "bluff"):
        assert mean(lambda part, name=name: getattr(part, name)) == pytest.approx(getattr(at, name), abs=1e-9)
    assert sum(w * part.chance for w, part in zip(weights, each, strict=True)) == pytest.approx(
        at.chance, abs=1e-9
    )
    assert mean(lambda part: part.worth["raise"]) >= at.worth["raise"] - 1e-9  # to know more never hurts


# The Spiel, from drawn deals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "leader"), [(2, 0), (2, 1), (4, 0), (4, 1), (4, 2), (4, 3)])
def test_the_spiel_is_won_as_often_as_the_odds_of_the_spiel_say(players: int, leader: int) -> None:
    known = of(hand="HK SA S10 H8 L9", players=players, leader=leader)
    mine = spiel_as_i_see_it(solved_worlds(known, worlds=300, seed=3))
    odds = spiel_odds(known, worlds=2000).win
    assert mine.side == (0 if leader in {0, 2} else 1)
    assert mine.chance.sum() == pytest.approx(1)
    assert mine.win[mine.chance > 0] == pytest.approx(1 - mine.lose[mine.chance > 0])
    win = float(mine.chance @ mine.win)
    assert round(win * 300) == pytest.approx(win * 300)  # the share of the drawn deals, none added
    assert abs(win - odds.value) <= 4 * np.sqrt(odds.value * (1 - odds.value) / 300 + odds.stderr**2)
    same = spiel_odds(known, worlds=300, seed=3).win.value
    assert win == pytest.approx(same)  # one chance, however it is asked for
    alone = spiel_as_i_see_it(solved_worlds(known, worlds=300, seed=3), by_class=False)
    assert (alone.win.tolist(), alone.chance.tolist()) == ([same], [1.0])
    # the better they think of their cards the less we win
    low, high = (
        float(mine.chance[part] @ mine.win[part] / mine.chance[part].sum())
        for part in (slice(6), slice(6, None))
    )
    assert low > high


def test_drawn_deals_that_all_agree_make_nothing_certain() -> None:
    known = of(hand="HA HK W LA L10", players=2)
    agreed = spiel_as_i_see_it(solved_worlds(known, worlds=50))
    found = advise(known, agreed, "1", read_opponents("any", "spiel"))
    assert (found.points.win, agreed.odds.sure) == (1, 2)
    assert found.stderr == pytest.approx(np.sqrt(2) / 50)


def test_tricks_that_nobody_can_take_leave_nothing_to_chance() -> None:
    known = of(hand="HK W S7 E7 LU", players=2)
    found = advise(
        known, spiel_as_i_see_it(solved_worlds(known, worlds=50)), "1", read_opponents("any", "spiel")
    )
    assert (found.points.win, found.stderr, found.deals) == (pytest.approx(1), 0, 0)


# With a score ----------------------------------------------------------------------------------------------------


class Straight:
    """A table of chances to win in which every point is worth as much as the next."""

    win = np.zeros((16, 16))

    def of(self, rules, to_go, figure):
        """Return what the endings of a bet are worth."""
        del rules, figure

        def utility(ending: Ending) -> float:
            if ending.how == "out":
                return {0: 1.0, 1: 0.0, None: 0.5}[ending.side]
            lead = (to_go[1] - to_go[0]) + points(ending)
            return min(1.0, max(0.0, 0.5 + lead / 60))

        return utility


@pytest.fixture
def straight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bet_advice, "match_table", lambda *_: Straight())
    seen = SimpleNamespace(utility=lambda to_go, figure: Straight().of(None, to_go, figure))
    monkeypatch.setattr(bet_advice, "own_game", lambda *_: seen)


@pytest.mark.usefixtures("straight")
@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("said", ["any", "honest:2A", "equilibrium"])
def test_where_every_point_is_worth_the_same_the_game_says_what_points_say(leader: int, said: str) -> None:
    known = of(leader=leader, players=2)
    mine = as_i_see_it(known, "gleich")
    found = advise(known, mine, "1", read_opponents(said, "gleich"), Score(5, 6, 15))
    assert found.game is not None
    assert found.game.worth["gut"] == pytest.approx(0.5 - 2 / 60)
    edge = found.game.win - found.game.lose
    assert found.game.worth["halten"] == pytest.approx(0.5 + (2 * edge - 1) / 60)
    assert found.needed == pytest.approx(-1 / 2)


@pytest.mark.usefixtures("straight")
@pytest.mark.parametrize("label", ["1", "4", "7"])
@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize("score", [(12, 13), (3, 14)])
@pytest.mark.parametrize("said", ["any", "equilibrium", "honest:210"])
def test_holding_is_right_in_the_game_just_where_the_edge_is_enough(label, leader, score, said) -> None:
    known = of(leader=leader, players=2, hand="H8 S8 SU EK E10")
    found = advise(
        known, as_i_see_it(known, "gleich"), label, read_opponents(said, "gleich"), Score(*score, 15)
    )
    at = found.decides
    assert (at.win - at.lose >= found.needed - 1e-12) == (at.worth["halten"] >= at.worth["gut"] - 1e-12)
    assert all(0 <= worth <= 1 for worth in at.worth.values() if worth is not None)
    assert found.best == max((w for w in at.worth if at.worth[w] is not None), key=lambda w: at.worth[w])


@pytest.mark.usefixtures("straight")
def test_to_one_point_to_go_no_bid_is_taken_back_or_made() -> None:
    mine, theirs = bieten(("gleich",), score="14:3"), bieten(("gleich",), score="3:14")
    assert (mine.overbid, theirs.overbid) == (True, False)
    assert mine.advice["gleich"].game.worth["bid"] is None
    assert mine.gains == {}
    assert theirs.gains["gleich"] == pytest.approx(
        theirs.advice["gleich"].game.worth["bid"] - theirs.advice["gleich"].game.worth["wait"]
    )


def test_what_they_never_say_tells_only_what_they_bid_with_and_that_is_said() -> None:
    known = of(players=2)
    mine = as_i_see_it(known, "gleich")
    at = bet(mine, read_opponents("honest:2A", "gleich"), known).at("3")  # they never raise
    assert not at.expected
    kept = np.where(np.array(mine.classes) >= 15, mine.chance, 0)  # 15: two aces
    assert at.chance == pytest.approx(kept / kept.sum())
    with pytest.raises(InputError, match="'honest:6A'"):  # no six cards of a rank
        bet(mine, read_opponents("honest:6A", "gleich"), known).at("1")
    assert bet(mine, read_opponents("honest:2A", "gleich"), known).at("1").expected


def test_with_a_score_spiel_aus_may_be_said_and_is_priced() -> None:
    known = of(players=2)
    mine = as_i_see_it(known, "gleich")
    one = with_score(
        bet(mine, read_opponents("equilibrium", "gleich"), known),
        known,
        Straight().of(None, (5, 5), 0),
        (5, 5),
    )
    assert one.at("7").worth["raise"] is not None
    assert set(one.at("out").worth) == {"gut", "halten"}


# Bidding ---------------------------------------------------------------------------------------------------------


def test_bieten_sorts_by_what_a_bid_is_worth_and_names_what_is_missing() -> None:
    answer = bieten(hand="H8 E8 S8 LK L10")
    assert answer.missing == ("hanger",)
    assert not answer.overbid
    worth = answer.advice["gleich"].points.worth
    assert answer.gains == {"gleich": pytest.approx(worth["bid"] - worth["wait"])}
    both = bieten(said="equilibrium")
    assert list(both.gains.values()) == sorted(both.gains.values(), reverse=True)


def test_bieten_refuses_a_belief_that_says_nothing() -> None:
    with pytest.raises(InputError, match="'any'"):
        bieten(("gleich",), "any")


def test_a_figure_that_i_do_not_have_is_refused() -> None:
    with pytest.raises(InputError, match="H8"):
        as_i_see_it(of(hand="H8 L9 SU EK E10"), "gleich")


# Scores ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "target", "score"),
    [("13:12", None, (13, 12, 15)), (" 0 : 0 ", 11, (0, 0, 11)), ("20:3", 21, (20, 3, 21))],
)
def test_reads_a_score(said: str, target: int | None, score: tuple[int, int, int]) -> None:
    assert read_score(said, RULES, target) == Score(*score)


@pytest.mark.parametrize(
    ("said", "target", "quoted"),
    [
        ("13", None, "'13'"),
        ("13:", None, "'13:'"),
        ("a:b", None, "'a:b'"),
        ("-1:3", None, "'-1:3'"),
        ("1:2:3", None, "'1:2:3'"),
        ("15:3", None, "'15:3'"),
        ("3:15", None, "'3:15'"),
        ("²:3", None, "'²:3'"),
        ("11:3", 11, "'11:3'"),
        ("3:3", 1, "1"),
        ("3:3", 100, "100"),
    ],
)
def test_refuses_what_can_be_no_score(said: str, target: int | None, quoted: str) -> None:
    with pytest.raises(InputError) as refused:
        read_score(said, RULES, target)
    assert all(quoted in refused.value.text(lang) for lang in LANGS)


@pytest.mark.usefixtures("straight")
def test_refuses_a_score_too_far_from_the_target() -> None:
    known = of(players=2)
    with pytest.raises(InputError, match="20"):
        advise(known, as_i_see_it(known, "gleich"), "1", read_opponents("any", "gleich"), Score(0, 1, 20))


def test_to_go_counts_vorhands_side_first() -> None:
    score = Score(13, 11, 15)
    assert (score.to_go(0), score.to_go(1)) == ((2, 4), (4, 2))


def test_rules_without_chances_to_win_the_game_say_so() -> None:
    known = replace(of(), rules=replace(RULES, raises=(3, 4)))  # a ladder of one's own
    with pytest.raises(InputError, match="not known"):
        advise(known, as_i_see_it(known, "gleich"), "1", read_opponents("any", "gleich"), Score(3, 2, 15))


@pytest.mark.parametrize(("rules", "too_many"), [("innsbruck-1924", False), ("kongress-1890", True)])
def test_kongress_20_all_bids_at_once_may_be_one_too_many(rules: str, too_many: bool) -> None:  # noqa: FBT001
    for score in (None, "3:3"):
        answer = bieten(rules=rules, score=score)
        assert not answer.together_overbid
        for word in ("wait", "bid"):
            assert answer.together[word] == pytest.approx(
                sum(a.points.worth[word] for a in answer.advice.values())
            )
    answer = bieten(rules=rules, score="13:3")
    assert answer.together_overbid == too_many
    assert (answer.together["bid"] is None) == too_many
