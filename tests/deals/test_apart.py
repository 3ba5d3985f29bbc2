"""Hands of three seats kept apart by exact counts, against every deal and against the counted law."""

from fractions import Fraction
from math import sqrt

import numpy as np
import oracle
import oracle_known
import pytest
from test_conditions import ours, theirs
from test_knowledge import told
from test_worlds import deviation

from analyse.deals import drawing as ways_to_draw
from analyse.deals.apart import Apart, apart
from analyse.deals.drawing import drawing
from analyse.deals.polynomials import ANY
from analyse.i18n import InputError
from analyse.knowledge.language import parse_known
from analyse.knowledge.situation import Situation
from analyse.knowledge.situation import told as situation_told
from analyse.odds import worlds as worlds_drawn
from analyse.odds.figures import joint_counts
from analyse.odds.joint import joint_odds
from analyse.odds.worlds import drawn_worlds

# preset | players | up | leader | my hand | the other cards in play | known |
ROWS = """
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA       |                                                                  |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA       | left: gleich>=2K; right: gleich>=2K; partner: gleich>=2K         |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA       | left: gleich>=2K; right: hanger>=2A; partner: gleich=none        |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA       | left: gleich>=2K hanger>=2O; right: gleich>=2U hanger>=2U        |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 H8 EK LK SK EA E8 H10   | left: hanger=none; right: hanger=none; partner: hanger=none      |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA       | left: =1 rank K; right: =1 rank K; partner: =1 perlaggen         |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA       | opponents: =2 perlaggen; left: gleich>=2K; partner: hanger<=2A   |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA       | opponents: =1 {HK S7 EA} <=2 rank K; out: >=1 {H8 EA}            |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA       | out: =0 rank K <=5 perlaggen; left: !EK !HK                      |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA       | opponents: S7 !H8; partner: gleich>=2K                           |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 W LO EK LK SK EA H8     | cut: none; left: gleich>=2K; right: hanger>=2O; partner: !W      |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 W LO EK LK SK EA H8     | cut: HK; left: >=1 perlaggen; right: gleich>=2K                  |
suedtirol-1927 | 4 | LU up  | 0 | HA SA    | HK S7 LO L9 LK EU EA H8       | opponents: gleich>=2A; partner: >=1 perlaggen                    |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO EK LK SK             | left: gleich>=2K; right: gleich>=2K; partner: gleich>=2K         |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA S9 | HK S7 LO EK LK SK EA L9 L10 H8 | left: gleich>=3K; right: hanger>=3U; partner: gleich>=2A         |
""".strip().splitlines()


def law_of(known: Situation) -> dict[tuple[int, ...], Fraction]:
    """Return the weight of every deal that agrees."""
    return {
        tuple(oracle.mask(deal[seat]) for seat in (1, 2, 3)): weight
        for deal, weight in oracle_known.deals(theirs(known))
    }


@pytest.mark.parametrize("row", ROWS)
def test_hands_apart_have_the_law_of_every_deal(row: str) -> None:
    known = ours(row)
    law = law_of(known)
    parts = [apart(known.frame, case.numbers, case.bounds) for case in known.cases]
    whole = sum(law.values())
    n = int(14 * whole / min(law.values())) + 1
    seen: dict[tuple[int, ...], int] = dict.fromkeys(law, 0)
    every = sum(part.deals for part in parts)
    rng = np.random.default_rng(1924)
    drawn = int(n * every / whole)
    for part in parts:
        hands, fits = part.draw(round(drawn * part.deals / every), rng)
        for deal in hands[1:, fits].T.tolist():
            seen[tuple(deal)] += 1  # a deal that cannot be is a KeyError
    n = sum(seen.values())
    share = float(whole / every)
    assert abs(n / drawn - share) <= 4.5 * sqrt(share * (1 - share) / drawn)
    expected = np.array([float(law[key] / whole) * n for key in law])
    assert abs(deviation(np.array(list(seen.values()), np.float64), expected)) < 4.5


# Three pairs are more than there are; three kings more than two seats; two kings of three known elsewhere
NOTHING_LEFT = [
    "left: gleich>=2K; right: gleich>=2K; partner: gleich>=2K; out: >=2 rank K",
    "left: =1 rank K =0 perlaggen; right: =1 rank K =0 perlaggen; partner: =1 rank K =0 perlaggen; opponents: !SK !LK",
    "left: =2 {LK SK EK}; right: =2 {LK SK EK}",
    "left: gleich=2K; right: hanger=2A; partner: gleich=2A; out: =6 perlaggen",
]


@pytest.mark.parametrize("said", NOTHING_LEFT)
def test_that_there_is_none_is_found_by_looking_at_them_all(said: str) -> None:
    seen = ours(ROWS[0])
    known = situation_told(seen, (*seen.statements, *parse_known(said)))
    assert not oracle_known.deals(theirs(known))
    assert [apart(known.frame, case.numbers, case.bounds).any() for case in known.cases] == [False]


@pytest.mark.parametrize("row", ROWS)
def test_that_there_is_one_is_found_by_looking_at_them_all(row: str) -> None:
    known = ours(row)
    assert any(apart(known.frame, case.numbers, case.bounds).any() for case in known.cases)


# known of the README's hand, all three figures of one kind: the number of deals is counted
FULL = [
    ("gleich", "left: gleich>=4A; right: gleich>=4A; partner: gleich>=4A"),
    ("gleich", "left: gleich>=3A; right: gleich>=2K; partner: gleich>=3O"),
    ("gleich", "left: gleich>=2A; right: gleich>=2A; partner: gleich>=2A; opponents: =3 perlaggen"),
    ("gleich", "left: gleich<=27; right: gleich=none; partner: gleich>=3A; cut: none"),
    ("hanger", "left: hanger>=4A; right: hanger>=4A; partner: hanger>=4A"),
    ("hanger", "left: hanger=none; right: hanger>=3A; partner: hanger=2A..3K; left: !S9"),
    ("hanger", "left: hanger>=3U; right: hanger>=3U; partner: hanger>=3U; cut: HK"),
]


@pytest.mark.parametrize(("kind", "said"), FULL)
def test_the_share_that_agrees_is_the_counted_one(kind: str, said: str) -> None:
    known = told(said)
    (case,) = known.cases
    made = apart(known.frame, case.numbers, case.bounds)
    (counted,) = joint_counts(known, kind, [(ANY, ANY)])
    n = 100_000
    _, fits = made.draw(n, np.random.default_rng(5))
    share = counted / made.deals
    assert share > 0.05
    assert abs(fits.mean() - share) <= 4.5 * sqrt(share * (1 - share) / n)


# What needs so many hands that they are drawn apart, on a whole pack
ENTANGLED = [
    "left: gleich>=4A; right: gleich>=4A; partner: gleich>=4A",
    "left: gleich>=2A hanger>=3U; right: gleich>=2A hanger>=3U; partner: gleich>=2A hanger>=3U",
    "left: hanger>=4A gleich>=3A; right: hanger>=4A gleich>=3A; partner: hanger>=4A",
    "left: =1 rank 8 =1 rank 9 =1 rank 10 =1 rank O =1 H; right: =1 rank 8 =1 rank 9 =1 rank 10 =1 E; partner: =1 S",
    "left: gleich>=3A >=1 trumps; right: hanger>=3U =1 H =1 rank 9; partner: hanger>=3O; opponents: <=4 perlaggen",
    "left: gleich>=3A hanger>=4A; right: gleich>=3A hanger>=3A",
    "cut: HK S7; left: gleich>=3A hanger>=3U; right: gleich>=2A hanger>=3U; partner: gleich>=3A",
]


@pytest.mark.parametrize("said", ENTANGLED)
def test_entangled_statements_hold_in_every_deal_drawn(said: str) -> None:
    known = told(said)
    assert {type(drawing(known.frame, case.numbers, case.bounds)) for case in known.cases} == {Apart}
    drawn = drawn_worlds(known, 400, rng=np.random.default_rng(7))
    assert not drawn.direct
    assert drawn.acceptance > 0.05
    asked = theirs(known)
    weights = []
    for hands in drawn.hands.tolist():
        deal = {seat: frozenset(oracle.from_mask(mask)) for seat, mask in enumerate(hands)}
        deal[oracle_known.ASLEEP] = frozenset(asked.pack).difference(*deal.values(), [asked.upcard])
        weights += [oracle_known.weigh(asked, statement, deal) for statement in asked.said]
    assert min(weights) > 0


@pytest.mark.parametrize("row", ROWS[1:8])
def test_drawn_either_way_the_law_is_the_same(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known, law = ours(row), law_of(ours(row))
    monkeypatch.setattr(ways_to_draw, "MANY", -1)
    ways_to_draw.drawing.cache_clear()
    n = int(14 * len(law))
    drawn = drawn_worlds(known, n, rng=np.random.default_rng(3))
    ways_to_draw.drawing.cache_clear()
    assert not drawn.direct
    places = dict(zip(law, range(len(law)), strict=True))
    seen = np.bincount([places[tuple(deal)] for deal in drawn.hands[:, 1:].tolist()], minlength=len(law))
    whole = float(sum(law.values()))
    expected = np.array([float(weight) * n / whole for weight in law.values()])
    assert abs(deviation(seen.astype(np.float64), expected)) < 4.5


# Ended before any deal was found --------------------------------------------------------------------------


class _InVain:
    """Draws of which none agrees."""

    deals, direct = 1, False

    def draw(self, n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return draws that do not agree."""
        del rng
        return np.zeros((4, n), np.uint64), np.zeros(n, np.bool_)


def test_drawing_can_be_ended_before_any_deal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds_drawn, "drawing", lambda *_: _InVain())
    asked: list[int] = []
    with pytest.raises(InputError) as caught:
        drawn_worlds(
            told(""), 10, enough=lambda: asked.append(1) or len(asked) > 2, rng=np.random.default_rng(1)
        )
    assert (caught.value.key, len(asked)) == ("error.known_none_yet", 3)
    for stop in ({"seconds": 0.01}, {"progress": lambda *_: False}):
        with pytest.raises(InputError) as caught:
            joint_odds(told(""), **stop)
        assert caught.value.key == "error.known_none_yet"
