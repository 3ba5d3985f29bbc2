"""Chances after each card, and cards nobody noted, against every deal one by one (RULES 2, 5)."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np
import oracle
import pytest
from oracle_tricks import Deal, after, deal_of, legal, turn
from test_joint import best, check_law, part
from test_spiel_odds import oracle_play, tricks_of

from analyse.game.cards import mask_of, parse_cards
from analyse.game.figures import KINDS
from analyse.game.plays import trick_rules
from analyse.i18n import InputError
from analyse.knowledge.notation import Notation, parse_notation, print_notation
from analyse.knowledge.record import parse_record, with_record
from analyse.odds.figures import figure_odds
from analyse.odds.joint import FIGURES, joint_at, joint_odds, limits
from analyse.odds.replay import replay
from analyse.odds.unnoted import Unnoted, deal_situation

DRAWN = 6000
HOUSE = """
base = "innsbruck-1924"
name = "small"
hand_size = {{ value = {size}, source = "a small table" }}
packets = {{ value = [{size}], source = "a small table" }}
"""


@pytest.fixture(autouse=True)
def small_packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a line say rules=two.toml for hands of two cards, rules=three.toml for three."""
    monkeypatch.chdir(tmp_path)
    for name, size in (("two", 2), ("three", 3)):
        (tmp_path / f"{name}.toml").write_text(HOUSE.format(size=size), encoding="utf-8")


# Cards nobody noted ------------------------------------------------------------------------------------

# the line | other cards in play (the rest is out)
UNNOTED = """
L8 | HA LA W   | ?           | players=2 leader=1 rules=three.toml = HK S7 H8 H9 EA EK L9
L8 | HA LA W   | HA ? /0 LA  | players=2 rules=three.toml          = HK S7 H8 H9 EA EK L9
L8 | HA LA W   | HA ? /1 L9  | players=2 rules=three.toml          = HK S7 H8 H9 EA EK L9 L10 LK
L8 | HA SA W   | HA ? /0 SA S9 / W=LA | players=2 rules=three.toml = HK S7 H8 H9 EA S10 S9 SK
L8 | HA SA W   | ? HA /0 SA  | players=2 leader=1 rules=three.toml = HK S7 H8 HO EA S10 S9 SK L9
L8 | HA SA S10 | ? S10 /1 ? SA /0 HA | players=2 leader=1 rules=three.toml = HK S7 H8 S8 S9 SK
L8 | HA LA SU E10 W | E10 ? /1 ? | players=2                       = HK S7 H8 E9 EA S10 SK L9
L8 | HA W | HA ? ? H8 /0     | rules=two.toml                      = HK S7 H9 EA L9 H8 S9 SA
L8 | HA W | H9 ? H8 HA /0    | leader=1 rules=two.toml             = HK S7 H9 EA L9 H8 S9
L8 | HA W | ? HK=LA ? W=HA /2 | leader=1 rules=two.toml            = HK H9 EA L9 H8 S9 SK
L8 | HA SA | HA S7=HA ? H8 /1 | rules=two.toml                      = HK S7 H9 EA L9 H8 S9
"""


def read(row: str) -> tuple[Notation, tuple[oracle.Card, ...]]:
    """Return the deal of a row, all other cards said to be out, and the cards the others may hold."""
    line, _, in_play = row.rpartition(" = ")
    begun = parse_notation(line)
    seen = parse_cards(in_play)
    out = begun.preset.pack & ~mask_of(seen) & ~(begun.hand or 0) & ~(1 << begun.upcard)
    said = " ".join(oracle.code(card) for card in oracle.from_mask(out))
    return parse_notation(f"{line} | out: {said}"), oracle.cards(in_play)


def hands_of(cards: tuple[oracle.Card, ...], size: int, seats: int) -> Iterator[tuple[frozenset, ...]]:
    if not seats:
        yield ()
        return
    for hand in combinations(cards, size):
        for others in hands_of(tuple(c for c in cards if c not in hand), size, seats - 1):
            yield (frozenset(hand), *others)


def endings(deal: Deal, told: Notation, place: int = 0) -> Iterator[tuple[Deal, Fraction]]:
    """Yield the deal after all plays with its weight, a card nobody noted being any that may be it."""
    if place and place % told.players == 0:
        taker = told.tricks[place // told.players][0]
        if deal.leader != taker:
            return
    if place == len(told.plays):
        yield deal, Fraction(1)
        return
    play = told.plays[place]
    if play is not None:
        if oracle_play(play) in legal(deal):
            yield from endings(after(deal, oracle_play(play)), told, place + 1)
        return
    noted = {oracle_play(other)[0] for other in told.plays if other is not None}
    may = [
        (card, None)
        for card in deal.hands[turn(deal)]
        if card not in deal.law.wild and card not in noted and (card, None) in legal(deal)
    ]
    for one in may:
        for ending, weight in endings(after(deal, one), told, place + 1):
            yield ending, weight / len(may)


def truth(told: Notation, cards: tuple[oracle.Card, ...]) -> Counter:
    """Return the law of (Gleich, Hanger, Spiel) over every deal and every card that may be one not noted."""
    rules = trick_rules(told.preset, told.trump)
    wild = {oracle.from_mask(1 << card)[0] for card in rules.wild}
    names = {c: n if n is not None else c for c, n in (oracle_play(p) for p in told.plays if p is not None)}
    law: Counter = Counter()
    size = told.preset.hand_size
    for others in hands_of(cards, size, told.players - 1):
        hands = (frozenset(oracle.from_mask(told.hand or 0)), *others)
        deal = deal_of(
            rules.trump, rules.wild, rules.ranks, [oracle.mask(hand) for hand in hands], told.leader
        )
        outcome = []
        for kind in KINDS:
            figures = []
            for hand in hands:
                fixed = [names.get(card, card) for card in hand if card in names or card not in wild]
                free = sum(card in wild and card not in names for card in hand)
                figures.append(best(kind, tuple(sorted(c for c in fixed if c != oracle.WELI)), free))
            outcome.append(part(max(figures[::2]), max(figures[1::2])))
        for ending, weight in endings(deal, told):
            tricks = tricks_of(ending)
            law[*outcome, part(tricks, size - tricks)] += weight
    return law


@pytest.mark.parametrize("row", UNNOTED.strip().splitlines())
def test_a_card_nobody_noted_is_any_that_may_be_it(row: str) -> None:
    told, cards = read(row)
    law = truth(told, cards)
    joint = joint_at(Unnoted(told), limits(DRAWN), seed=4)
    assert len(law) > 1
    check_law(Counter({cell: n for cell, n in joint.counts.items() if n}), law)


NOTED = """
L8 | HA LA SU E10 W | HA H8 H9 HO / SU SO S8 LK / EO E10 E9 E8
L8 | HA LA SU E10 W | HA HK=HA H8 H9 / L7=LA
L8 | HA LA SU E10 W | W=HA H8 / HA HK=H7 / SU | players=2
L8 | HA LA SU E10 W | HA E8 H9 HO | left: HK; cut: none
"""


@pytest.mark.parametrize("line", NOTED.strip().splitlines())
def test_where_all_is_noted_both_ways_of_drawing_agree(line: str) -> None:
    told = parse_notation(line)
    known = deal_situation(told)
    noted = joint_odds(known, record=parse_record(told.record, known), worlds=3000)
    walked = joint_at(Unnoted(told), limits(3000), seed=8)
    for figure in FIGURES:
        for outcome in ("win", "stand"):
            one, other = noted.chance(figure, outcome), walked.chance(figure, outcome)
            assert abs(one.value - other.value) <= 4.5 * sqrt(
                (one.stderr or 0) ** 2 + (other.stderr or 0) ** 2
            )


# A hand that is not told --------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["L8 | -", "L | -", "L8 | - | players=2"])
def test_without_a_hand_both_sides_are_alike(line: str) -> None:
    joint = joint_at(Unnoted(parse_notation(line)), limits(6000))
    for kind in KINDS:
        win, lose = joint.chance(kind, "win"), joint.chance(kind, "lose")
        assert abs(win.value - lose.value) <= 4.5 * sqrt(2 * win.value / 6000)


@pytest.mark.parametrize("hand", ["HA LA SU E10 W", "H8 L9 S10 EU EK"])
def test_the_law_without_a_hand_holds_that_of_the_hand(hand: str) -> None:
    """Two players, my five cards played: what is left to chance is the same with the hand told."""
    theirs = "HK S7 E7 L7 LO"
    plays = " / ".join(f"{a} {b}" for a, b in zip(hand.split(), theirs.split(), strict=True))
    untold = Unnoted(parse_notation(f"L8 | - | {plays.split(' / ')[0]} | players=2"))
    dealt = untold.draw(500, np.random.default_rng(1)).dealt
    first, second = parse_cards(plays.split(" / ")[0])
    assert (dealt[:, 0] >> first & 1).all()
    assert (dealt[:, 1] >> second & 1).all()


def test_a_turned_perlagg_left_lying_under_must_clears_the_dealers_side_of_trumps() -> None:
    told = parse_notation("LU | - | leader=1 rules=suedtirol-1927")
    dealt = Unnoted(told).draw(300, np.random.default_rng(1)).dealt
    trumps = told.preset.plain_trumps(told.trump)
    assert not (dealt[:, [0, 2]] & trumps).any()
    assert (dealt[:, [1, 3]] & trumps).any()


# After each card -----------------------------------------------------------------------------------------


STEPS = [
    "L8 | HA LA SU E10 W | HA H8 H9 HO / SU SO S8 LK / EO",
    "L8 | HA LA SU E10 W | HA H8 HK=HA HO / S8 S7=SU SU LU=LA / EO",
]


@pytest.mark.parametrize("line", STEPS)
def test_each_step_uses_what_is_known_by_then(line: str) -> None:
    told = parse_notation(line)
    done = replay(told, worlds=300, seed=2)
    assert [step.seat for step in done.steps][:5] == [None, 0, 1, 2, 3]
    assert [step.taken for step in done.steps][-3:] == [(1, 0), (1, 1), (1, 1)]
    known = deal_situation(told)
    for n, step in enumerate(done.steps):
        record = parse_record(told.upto(n).record, known)
        for kind in KINDS:
            exact = figure_odds(with_record(known, record), kind)
            assert (step.figures[kind]["win"], step.figures[kind]["win"].method) == (exact.win, "exact")
        joint = joint_odds(known, record=record, worlds=300, seed=2)
        assert step.joint == joint
        assert step.figures["spiel"]["win"] == joint.chance("spiel", "win")
    assert replay(parse_notation(line), worlds=300, seed=2) == done


# the line | method of the figures at every step (e exact, d drawn)
METHODS = """
L8 | HA LA SU E10 W | HA H8 H9 HO / SU     = eeeeee
L8 | HA LA SU E10 W | HA H8 S7=HA HO / E8  = eeeeee
L8 | HA LA SU E10 W | W L9                 = eee
L8 | HA LA SU E10 W | HA HK=HA H8 | left: gleich>=3A = eedd
L8 | HA LA SU E10 W | HA HK=HA H8 | right: gleich>=3A = eeee
L8 | HA LA SU E10 W | HA H8 ? HO /0 SU     = eeeddd
L8 | - | HA                                = dd
L8 | HA LA SU E10 W | HA | left: gleich>=2A; left: !S7 = ee
"""


@pytest.mark.parametrize("row", METHODS.strip().splitlines())
def test_figures_are_exact_until_a_card_is_not_noted_or_conditions_do_not_factor(row: str) -> None:
    line, _, methods = row.rpartition(" = ")
    done = replay(parse_notation(line.strip()), worlds=100)
    words = {"exact": "e", "sampled": "d"}
    assert "".join(words[step.figures["gleich"]["win"].method] for step in done.steps) == methods.strip()
    assert all(step.figures["spiel"]["win"].method == "sampled" for step in done.steps)
    assert ("note.unnoted" in done.notes) == ("?" in line)
    assert ("note.no_hand" in done.notes) == ("| - |" in line)


def test_it_ends_where_the_caller_says_so() -> None:
    told = parse_notation("L8 | HA LA SU E10 W | HA H8 H9 HO")
    seen = []

    def once(done: int, steps: int) -> bool:
        seen.append((done, steps))
        return done < 100

    assert len(replay(told, worlds=50, progress=once).steps) == 2
    assert seen[-1] == (100, 250)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_a_step_that_was_cut_short_is_no_answer_but_the_first_is() -> None:
    told = parse_notation("L8 | HA LA SU E10 W | HA H8 H9 HO")
    for most, steps, worlds in ((0, 1, 64), (2999, 1, 3000), (3001, 1, 3000), (6001, 2, 3000)):
        heard = []

        def enough(done: int, every: int, most: int = most, heard: list = heard) -> bool:
            heard.append((done, every))
            return done <= most

        answer = replay(told, worlds=3000, progress=enough)
        assert (len(answer.steps), answer.worlds) == (steps, worlds)
        assert {step.joint.worlds for step in answer.steps} == {worlds}
        assert heard[-1][0] > most
        assert sum(done > most for done, _ in heard) == 1  # whoever said stop is not asked again
        assert {every for _, every in heard} == {15_000}


IMPOSSIBLE = """
L8 | HA LA SU E10 W | HA ? H8 H9 /2            = 'HA ? H8 H9 /2': at 'H9' (trick 1, card 4
L8 | HA LA SU E10 W | HA ? ? ? /0 SU ? ? ? /0 LA ? ? ? /0 W=LA ? ? ? /2 = at '?' (trick 4, card 4
L8 | HA LA SU E10 W | H8 ? H9 SU /1 | leader=1 = at 'SU' (trick 1, card 4, yourself)
L8 | HA LA SU E10 W | HA ? H8 H9 /0 SU ? E9 SA /3 S8 E10 ? S10 /2 = at 'S10' (trick 3, card 4, your partner)
L8 | - | HA ? H8 H9 /2                         = at 'H9' (trick 1, card 4
L8 | HA LA SU E10 W | HA ? | left: played HK=HA = 'left: played HK=HA'
L8 | HA LA SU E10 W | HA ? | left: !S7 void H  = 'left: void H'
L8 | HA LA SU E10 W | HA ? H8 H9 /0 | left: =4 perlaggen =1 trumps = at 'H9' (trick 1, card 4
L8 | HA LA SU E10 W | HA ? H8 H9 /0 | left: =4 perlaggen =1 trumps = 'left: =1 trumps =4 perlaggen'
L8 | HA LA SU E10 E9 | HA ? ? ? /1 | left: =0 trumps = any more with 'left: =0 trumps'
L8 | HA LA SU E10 E9 | HA ? ? ? /1 | left: =0 trumps; right: S7; partner: gleich>=2A = any more with 'left: =0 trumps'
L8 | HA LA SU E10 E9 | HA ? ? ? /1 | left: >=4 perlaggen =0 rank 9; left: !L10 !LU !LO !LK = any more with 'left: !LK
S9 | H9 LA SU E10 W | H9 SK ? H8 /2 | partner: =0 trumps =0 perlaggen = any more with 'partner: =0 trumps'
L8 | HA LA SU E10 W | HA ? H8 H9 /2 | left: =2 trumps = 'HA ? H8 H9 /2': at 'H9' (trick 1, card 4
L8 | HA LA SU E10 W | HA H8 | right: H8        = 'H8'
L8 | HA LA SU E10 W | HA ? | right: H8 | X     = 'X'
L8 | - | HA | left: H8                         = expected its cards (5)
L8 | HA LA SU E10 W | HA | left: H8; right: H8 = left: H8; right: H8
LU | HA LA SU E10 W | rules=suedtirol-1927 leader=1 = 'LA'
"""


@pytest.mark.parametrize("row", IMPOSSIBLE.strip().splitlines())
def test_what_cannot_have_been_is_refused_at_once(row: str) -> None:
    line, _, quoted = row.rpartition(" = ")
    with pytest.raises(InputError) as caught:
        replay(parse_notation(line.strip()), worlds=50)
    assert quoted.strip() in str(caught.value)
    assert caught.value.text("de") != str(caught.value)


def test_deals_too_rare_to_be_drawn_are_not_called_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Unnoted, "can_be", lambda _: None)  # the search does not find out
    with pytest.raises(InputError) as caught:
        replay(parse_notation("L8 | HA LA SU E10 E9 | HA ? ? ? /1 | left: =0 trumps"), worlds=50)
    assert caught.value.key == "error.notation_no_deal"
    assert "too rare to be drawn" in str(caught.value)
    assert "zu selten, um gezogen zu werden" in caught.value.text("de")


def test_without_a_hand_as_many_cards_are_asked_for_as_are_dealt() -> None:
    with pytest.raises(InputError, match=r"its cards \(3\)"):
        replay(parse_notation("L8 | - | HA | left: H8 | rules=three.toml"), worlds=50)


def test_the_line_is_kept() -> None:
    line = "L8 | HA LA SU E10 W | HA H8 | players=2"
    assert print_notation(replay(parse_notation(line), worlds=50).deal) == line
