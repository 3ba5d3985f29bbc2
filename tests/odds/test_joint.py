"""Gleich, Hanger and Spiel together against every deal, one by one (RULES 2, 4, 6; DESIGN, "Joint")."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import sqrt
from typing import Any

import numpy as np
import oracle
import pytest
from hands import README
from test_odds_exact import both
from test_spiel_odds import asked, replayed, tricks_of
from test_worlds import cells, deviation, whole

from analyse.deals.constraints import shown_of_all
from analyse.game.cards import mask_of, parse_cards
from analyse.game.figures import KINDS, figure_short
from analyse.game.rules import load_rules
from analyse.i18n import InputError
from analyse.knowledge.record import Record, parse_record
from analyse.knowledge.situation import Situation, situation
from analyse.odds import worlds
from analyse.odds.figures import figure_odds
from analyse.odds.joint import FIGURES, PARTS, Joint, joint_odds
from analyse.odds.point import Recorded

# preset | players | up | leader | my hand | other cards in play (none given: all) | known | played
REDUCED = """
innsbruck-1924  | 2 | L8 up   | 0 | HA LA SU E10 W  | HK S7 LU H8 EA EK S9 SO | other: !S7       |
innsbruck-1924  | 2 | L8 up   | 1 | HA LA SU E10 E9 | HK W LU H8 EA EK SA S9  | cut: none        | EK E10 / S9
innsbruck-1924  | 2 | L8 up   | 0 | HA LO S9 L7 W   | HK LU LA H8 EA EK SA S8 E9 S10 |           | HA LU=HA / EA L7=EA / S9
innsbruck-1924  | 2 | L8 up   | 0 | HA LO S9 L7 W   | HK LU LA H8 EA EK SA S8 E9 S10 |           | S9 S8 / W=E10 E9
innsbruck-1924  | 2 | H8 up   | 0 | HA LO S9 S10 H7 | HK HU LA E8 EA EK SA S7 E9 W   |           | H7 HU / S7 S9
suedtirol-1927  | 2 | H trump | 1 | EU L7 SA        | HK EO L10 SU SK HA H7   |                  | SK
innsbruck-1924  | 4 | L8 up   | 0 | HA W            | HK S7 LA H8 EA SA S9    |                  |
innsbruck-1924  | 4 | L8 up   | 0 | HA W            | HK S7 LU LA H8 EA SA S9 |                  | W=HK HK=LA
innsbruck-1924  | 4 | L8 up   | 2 | HA W L10        | HK S7 LU LA H8 EA S9 S8 E9 | left: HK; opponents: E9 | LU=EA
schlanders-2023 | 4 | S9 up   | 1 | SA H8           | HK S8 S7 SU E8 EO LA    |                  |
""".strip().splitlines()
DRAWN = 6000


@cache
def best(kind: str, cards: tuple[oracle.Card, ...], free: int) -> int:
    """Return the best figure, coded, of cards that have their names and `free` Perlaggen, by trying all."""
    names = combinations_with_replacement(oracle.NAMES, free)
    return oracle.coded(max(oracle.NAMED[kind]([*cards, *some]) for some in names))


def shown(known: Situation, record: Record, hands: tuple[int, ...], kind: str) -> list[int]:
    """Return every seat's best figure when the Perlaggen played are what they were named."""
    wild = set(oracle.from_mask(known.perlaggen))
    played = {
        oracle.from_mask(1 << play.card)[0]: oracle.from_mask(
            1 << (play.card if play.name is None else play.name)
        )[0]
        for _, play in record.plays
    }
    figures = []
    for hand in map(oracle.from_mask, hands):
        cards = [played.get(card, card) for card in hand if card in played or card not in wild]
        named = tuple(sorted(card for card in cards if card != oracle.WELI))
        figures.append(best(kind, named, sum(card in wild and card not in played for card in hand)))
    return figures


def part(ours: float, theirs: float) -> str:
    return "win" if ours > theirs else "lose" if ours < theirs else "stand"


def truth(row: str) -> tuple[Counter, dict[str, Counter]]:
    """Return every outcome and every set of best hands, counted over all deals of a row."""
    known, record = asked(row)
    law = whole(" | ".join(cells(row)[:-1]))[1]
    outcomes: Counter = Counter()
    holders: dict[str, Counter] = {kind: Counter() for kind in KINDS}
    for hands, times in law.items():
        deal = replayed(known, record, hands)
        if deal is None:
            continue
        figures = {kind: shown(known, record, hands, kind) for kind in KINDS}
        parts = [part(max(f[::2]), max(f[1::2])) for f in figures.values()]
        tricks = tricks_of(deal)
        outcomes[*parts, part(tricks, known.rules.hand_size - tricks)] += times
        for kind, f in figures.items():
            holders[kind][tuple(seat for seat, value in enumerate(f) if value == max(f) > 0)] += times
    return outcomes, holders


def check_law(seen: Counter, law: Counter) -> None:
    """Compare drawn counts with a law, rare rows taken together."""
    assert set(seen) <= set(law)
    n = sum(seen.values())
    rows = sorted(law, key=law.__getitem__)
    expected = np.array([float(n * law[row] / law.total()) for row in rows])
    counts = np.array([seen[row] for row in rows], float)
    rare = max(1, int(np.count_nonzero(expected.cumsum() < 8)))
    groups = np.minimum(np.arange(len(rows)), np.maximum(np.arange(len(rows)) - rare, 0) + rare - 1)
    groups[:rare] = groups[rare - 1]
    expected, counts = (np.bincount(groups, each)[groups[0] :] for each in (expected, counts))
    if len(expected) == 1:
        assert counts[0] == n
    elif len(expected) == 2:
        assert abs(counts[0] - expected[0]) <= 4.5 * sqrt(expected[0] * expected[1] / n)
    else:
        assert deviation(counts, expected) < 4


@pytest.mark.slow
@pytest.mark.parametrize("row", REDUCED)
def test_the_law_is_that_of_all_deals(row: str) -> None:
    known, record = asked(row)
    outcomes, holders = truth(row)
    joint = joint_odds(known, record=record, worlds=DRAWN, seed=3)
    assert sum(joint.counts.values()) == joint.worlds == DRAWN
    assert len(outcomes) > 1
    check_law(Counter({cell: n for cell, n in joint.counts.items() if n}), outcomes)
    for kind in KINDS:
        check_law(Counter(joint.best[kind]), holders[kind])


def full(said: str = "", hand: str = README, **settings: object) -> Situation:
    return both("innsbruck-1924", "L8 up", hand, known=said, **settings)[0]


# A named card is that card -----------------------------------------------------------------------------

HANDS = (README, "LK EK H8 S9 E8", "S7 H9 L9 E9 H10", "LO HU SO SK L10")  # S7, LO and W are wild

# record | best Gleich of every seat, from me on | best Hanger
NAMED = """
                  | A-A-A, K-K, 9-9-9-9, K-K | K-A, –, 9-10-U, O-K-A
W=HA H8 H9 HU     | A-A-A, K-K, 9-9-9-9, K-K | –, –, 9-10-U, O-K-A
W=LK LK L9 L10    | A-A, K-K, 9-9-9-9, K-K   | K-A, –, 9-10-U, O-K-A
W S9 H10 SO       | A-A, K-K, 9-9-9-9, K-K   | –, –, 9-10-U, O-K-A
HA H8 S7=HA HU    | A-A-A, K-K, 9-9-9, K-K   | K-A, –, 9-10, O-K-A
HA H8 S7=H9 HU    | A-A-A, K-K, 9-9-9-9, K-K | K-A, –, 9-10, O-K-A
HA H8 S7=HU HU    | A-A-A, K-K, 9-9-9, K-K   | K-A, –, 9-10-U, O-K-A
E10 E8 S7=E10 HU  | A-A-A, K-K, 9-9-9, K-K   | K-A, –, 9-10, O-K-A
HA H8 H9 LO=HU    | A-A-A, K-K, 9-9-9-9, U-U | K-A, –, 9-10-U, O-K
LA LK L9 LO       | A-A-A, K-K, 9-9-9-9, O-O | K-A, –, 9-10-U, O-K
W=E9 E8 S7=E10 LO=EO / HU HA H8 H9 | A-A, K-K, 9-9-9, O-O | 9-10, –, 9-10, O-K
"""


@pytest.mark.parametrize("row", NAMED.strip("\n").splitlines())
def test_rules2_a_named_card_is_that_card_in_every_figure(row: str) -> None:
    text, *expected = cells(row)
    known = full()
    record = parse_record(text, known)
    hands = tuple(mask_of(parse_cards(hand)) for hand in HANDS)
    for kind, figures in zip(KINDS, expected, strict=True):
        dealt = np.array([hands], np.uint64)
        values = shown_of_all(kind, dealt, known.perlaggen, Recorded(known, record).narrowed.fixed)
        assert [figure_short(kind, int(value)) for value in values[0]] == figures.split(", ")
        assert values[0].tolist() == shown(known, record, hands, kind)


# What belongs together ----------------------------------------------------------------------------------


@cache
def readme() -> Joint:
    return joint_odds(full(), worlds=4000)


@pytest.mark.parametrize("said", ["", "partner: HK; left: !S7; cut: none", "left: gleich>=2A hanger>=3K"])
@pytest.mark.parametrize("kind", KINDS)
def test_each_figure_alone_has_its_exact_chance(kind: str, said: str) -> None:
    known = full(said)
    joint = joint_odds(known, worlds=4000) if said else readme()
    odds = figure_odds(known, kind)
    assert (odds.method == "exact") == (kind in joint.exact)
    for outcome in PARTS:
        chance, drawn = getattr(odds, outcome), drawn_chance(joint, kind, outcome)
        error = sqrt(drawn * (1 - drawn) / joint.worlds + (chance.stderr or 0) ** 2)
        assert abs(drawn - chance.value) <= 4 * error
        shown = joint.chance(kind, outcome)
        assert shown == chance if kind in joint.exact else shown.value == drawn


def drawn_chance(joint: Joint, figure: str, outcome: str) -> float:
    place = FIGURES.index(figure)
    return sum(n for cell, n in joint.counts.items() if cell[place] == outcome) / joint.worlds


def test_rules6_the_better_side_writes_one_if_nobody_bids() -> None:
    joint = readme()
    points: Counter = Counter()
    for cell, n in joint.counts.items():
        points[cell.count("win"), cell.count("lose")] += n
    assert dict(joint.points) == dict(points)
    assert list(joint.differences) == sorted(joint.differences, reverse=True)
    differences = np.repeat(list(joint.differences), list(joint.differences.values()))
    assert joint.mean.value == pytest.approx(differences.mean())
    assert joint.mean.stderr == pytest.approx(differences.std(ddof=1) / sqrt(len(differences)))


def test_who_holds_the_best_adds_up() -> None:
    joint = readme()
    for kind in KINDS:
        alone, shared = zip(*(joint.holds_best(kind, seat) for seat in range(4)), strict=True)
        assert sum(each.value for each in alone) + joint.nobody(kind).value <= 1
        assert max(each.value for each in shared) <= 1 - sum(each.value for each in alone)
        assert sum(joint.best[kind].values()) == joint.worlds
        ours = sum(n for seats, n in joint.best[kind].items() if seats and not {1, 3} & set(seats))
        assert ours / joint.worlds == drawn_chance(joint, kind, "win")


def test_the_error_is_the_largest_of_all() -> None:
    joint = readme()
    assert joint.stderr == max(
        *(joint.chance("spiel", outcome).stderr for outcome in PARTS),
        *(joint.together(cell).stderr for cell in joint.counts),
        *(
            sqrt(n / 4000 * (1 - n / 4000) / 4000)
            for n in (*joint.points.values(), *joint.differences.values())
        ),
        *(each.stderr for kind in KINDS for seat in range(4) for each in joint.holds_best(kind, seat)),
    )
    assert joint.stderr <= 0.5 / sqrt(4000)
    assert joint.chance("spiel", "stand").stderr == 0


# Where drawing ends -----------------------------------------------------------------------------------


def test_the_first_deals_of_a_seed_are_the_same_however_they_come() -> None:
    known = full("left: HK")
    plain = joint_odds(known, worlds=1500, seed=5)
    assert joint_odds(known, worlds=1500, seed=5, threads=2) == plain
    assert joint_odds(known, worlds=1500, seed=5, progress=lambda _, __: True) == plain
    assert joint_odds(known, worlds=1500, seed=6).counts != plain.counts
    stopped = joint_odds(known, seed=5, stderr=0.02)
    assert (stopped.stopped, stopped.stderr <= 0.02) == ("stderr", True)
    again = joint_odds(known, worlds=stopped.worlds, seed=5)
    assert (again.counts, again.best) == (stopped.counts, stopped.best)
    assert joint_odds(known, worlds=stopped.worlds - 256, seed=5).stderr > 0.02


def test_it_ends_where_the_caller_says_so() -> None:
    known, seen = full(), []

    def enough(done: int, most: int) -> bool:
        seen.append((done, most))
        return done < 300

    joint = joint_odds(known, worlds=100_000, progress=enough)
    assert joint.stopped == "asked"
    assert seen[-1] == (joint.worlds, 100_000)
    assert 300 <= joint.worlds < 100_000
    assert joint.counts == joint_odds(known, worlds=joint.worlds).counts


def test_it_ends_after_some_seconds() -> None:
    joint = joint_odds(full(), seconds=0.1)
    assert joint.stopped == "seconds"
    assert joint.counts == joint_odds(full(), worlds=joint.worlds).counts


TOLD_OF_FIGURES = ["left: bid hanger 3O 90%", "left: =2 rank K; partner: =1 rank O", "left: =2 {H8 H9 S8 S9}"]


@pytest.mark.parametrize("said", TOLD_OF_FIGURES)
def test_what_takes_long_to_count_is_not_counted_under_a_time_limit(
    monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    known = full(said)
    assert set(joint_odds(known, worlds=100).exact) == set(KINDS)

    def counted(*_: object) -> None:
        pytest.fail("no figure is to be counted")

    monkeypatch.setattr("analyse.odds.point.figure_odds", counted)
    joint = joint_odds(known, worlds=100, seconds=60)
    assert (joint.exact, joint.worlds) == ({}, 100)
    assert joint.chance("hanger", "win").method == "sampled"


@pytest.mark.parametrize("said", ["", "left: !S7; cut: none", "opponents: >=2 perlaggen"])
def test_what_is_soon_counted_is_exact_under_a_time_limit(said: str) -> None:
    known = full(said)
    joint = joint_odds(known, worlds=100, seconds=60)
    assert joint.exact == joint_odds(known, worlds=100).exact
    assert set(joint.exact) == set(KINDS)


def test_blocks_solved_at_once_lose_no_deal_however_many(monkeypatch: pytest.MonkeyPatch) -> None:
    known = full()
    record = parse_record("HA H8 H9 HO / LA L9 L10 LK / W=LA S8 S9 S10", known)
    monkeypatch.setattr(Recorded, "draw", lambda *_: _Few())
    monkeypatch.setattr("analyse.odds.joint.time.perf_counter", lambda: 0.0)  # no chunk takes any time
    joint = joint_odds(known, record=record, worlds=1_000_000)
    assert (joint.worlds, joint.stopped) == (1_000_000, "worlds")
    assert sum(joint.counts.values()) == 1_000_000


class _Few:
    """A block of deals that costs nothing."""

    acceptance = 1.0

    def figures(self, _: str) -> np.ndarray:
        return np.zeros((1024, 4), np.uint8)

    def solve(self, part: slice, *, threads: int) -> np.ndarray:
        return np.full(part.stop - part.start, 5 * threads, np.int8)


@pytest.mark.parametrize(("limit", "reason"), [("seconds", "seconds"), ("progress", "asked")])
def test_it_ends_while_deals_that_agree_are_looked_for(
    monkeypatch: pytest.MonkeyPatch, limit: str, reason: str
) -> None:
    tries, propose = [], worlds._proposed  # noqa: SLF001  how many agree is made up here

    def few_agree(*asked: Any) -> tuple[np.ndarray, np.ndarray]:
        hands, fits = propose(*asked)
        tries.append(len(fits))
        return hands, fits & (np.arange(len(fits)) % 400 == 0)

    monkeypatch.setattr(worlds, "_proposed", few_agree)
    settings = {"seconds": 1e-9} if limit == "seconds" else {"progress": lambda _, __: False}
    joint = joint_odds(full(), worlds=5000, **settings)
    assert (joint.stopped, joint.worlds, len(tries)) == (reason, 3, 1)
    monkeypatch.setattr(worlds, "MOST_AT_ONCE", 10_000)
    longer = joint_odds(full(), worlds=3)
    assert len(tries) > 2
    assert (longer.counts, longer.best) == (joint.counts, joint.best)


def test_the_first_limit_that_is_reached_ends_it() -> None:
    assert joint_odds(full(), worlds=100, stderr=0.001, seconds=60).stopped == "worlds"
    assert joint_odds(full(), worlds=100_000, stderr=0.05, seconds=60).stopped == "stderr"
    assert joint_odds(full()).worlds == 1000


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"worlds": 0}, "1"),
        ({"stderr": 0.0}, "0.01"),
        ({"stderr": 1.5}, "0.01"),
        ({"seconds": 0.0}, "more than 0"),
        ({"seconds": float("nan")}, "more than 0"),
        ({"seed": -1}, "-1"),
    ],
)
def test_what_makes_no_sense_is_refused(said: dict[str, float], expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        joint_odds(full(), **said)


def test_nothing_is_left_to_chance_where_all_is_known() -> None:
    hands = [f"{name}: {hand}" for name, hand in zip(("left", "partner", "right"), HANDS[1:], strict=True)]
    joint = joint_odds(full("; ".join(hands)), worlds=50)
    assert joint.settled
    assert joint.stderr == joint.mean.stderr == 0
    assert joint.chance("gleich", "lose").value == 0
    assert joint.chance("gleich", "win").value == 1
    assert joint.holds_best("gleich", 2)[0].value == 1


def test_the_spiel_is_certain_where_tricks_taken_decide() -> None:
    known = full("", hand="HA LA SU E10 W")
    record = parse_record("HA H8 H9 HO / LA L9 L10 LK / W=LA S8 S9 S10", known)
    joint = joint_odds(known, record=record, worlds=50)
    assert joint.parts("spiel") == ("win",)
    assert joint.chance("spiel", "win").stderr == 0
    assert joint.chance("spiel", "lose").value == 0


def test_a_hand_of_an_even_number_of_tricks_may_stand() -> None:
    rules = both("innsbruck-1924", "L8 up", "HA W", players=4)[0].rules
    known = situation(mask_of(parse_cards("HA W")), rules, upcard=10 - 1)
    assert joint_odds(known, worlds=200).parts("spiel") == PARTS
    assert load_rules().hand_size % 2 == 1
