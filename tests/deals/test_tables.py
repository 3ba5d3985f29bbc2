"""How many tables an entangled question costs, and that hands one by one have the ways of each by itself."""

from math import sqrt

import numpy as np
import pytest
from test_conditions import ours
from test_knowledge import told

from analyse.deals import hands as one_by_one
from analyse.deals.apart import Apart
from analyse.deals.constraints import Case, without
from analyse.deals.dealing import count
from analyse.deals.drawing import drawing
from analyse.deals.hands import MOST_TABLES, Filled, filled, many_tables
from analyse.game.figures import figure_values
from analyse.knowledge.situation import Situation
from analyse.odds.figures import joint_counts
from analyse.odds.worlds import drawn_worlds

# my hand | up | known: two figures of different sorts and counts, on a whole pack
ENTANGLED = """
HA LA SU E10 H9 | S8 | partner: >=2 perlaggen gleich>=3A; left: =3 E gleich<=3A
HO HK L9 E8 EU  | S8 | partner: hanger>=2A >=2 H; left: hanger>=3O =2 perlaggen
HA LA SU E10 H9 | S8 | right: >=2 perlaggen gleich>=3K; partner: =3 E gleich<=3A
""".strip().splitlines()

# preset | players | up | leader | my hand | the other cards in play | known |
SMALL = """
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA   | left: gleich>=2K =1 perlaggen; right: <=1 rank K; partner: =1 E |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 LO H8 EK LK SK EA   | opponents: =2 perlaggen >=1 rank K; left: hanger>=2O            |
innsbruck-1924 | 4 | L8 up  | 0 | HA SA    | HK S7 W LO EK LK SK EA H8 | cut: none; left: gleich>=2K; opponents: =1 {HK S7 EA}           |
innsbruck-1924 | 2 | L8 up  | 0 | HA SA E9 | HK S7 LO H8 EK LK SK EA   | other: =1 H <=1 rank K gleich>=2A                               |
suedtirol-1927 | 4 | LU up  | 0 | HA SA    | HK S7 LO L9 LK EU EA H8   | opponents: >=1 {L9 EU H8}; left: gleich>=2A; partner: =1 perlaggen |
""".strip().splitlines()


def asked(row: str) -> tuple[Situation, Case]:
    """Return a row of ENTANGLED and its only case."""
    hand, up, said = (cell.strip() for cell in row.split("|"))
    known = told(said, hand, up)
    (case,) = known.cases
    return known, case


@pytest.mark.parametrize("row", ENTANGLED)
def test_an_entangled_question_costs_few_tables(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known, case = asked(row)
    assert many_tables(known.frame, case.numbers, case.bounds)
    made: list[object] = []

    def noted(what: str) -> None:
        real = getattr(one_by_one, what)
        monkeypatch.setattr(one_by_one, what, lambda *said: (made.append(what), real(*said))[1])

    noted("count")
    noted("steps")
    drawing.cache_clear()
    filled.cache_clear()
    drawn_worlds(known, 1000, rng=np.random.default_rng(3))
    assert len(made) <= MOST_TABLES


@pytest.mark.parametrize("row", ENTANGLED)
def test_what_is_drawn_instead_has_the_counted_law(row: str) -> None:
    known, case = asked(row)
    assert isinstance(drawing(known.frame, case.numbers, case.bounds), Apart)
    kind = "gleich" if "gleich" in row else "hanger"
    n = 20_000
    drawn = drawn_worlds(known, n, rng=np.random.default_rng(5))
    figures = np.stack([figure_values(kind, drawn.hands[:, seat], known.perlaggen) for seat in (1, 2, 3)])
    opponents = np.maximum(figures[0], figures[2])
    pairs = [(63, 63), (14, 63), (23, 63), (31, 63), (63, 24), (23, 31)]
    whole, *counted = joint_counts(known, kind, pairs)
    for (x, y), part in zip(pairs[1:], counted, strict=True):
        share = part / whole
        seen = float(((opponents <= x) & (figures[1] <= y)).mean())
        assert abs(seen - share) <= 4.5 * sqrt(share * (1 - share) / n)


@pytest.mark.parametrize("row", SMALL)
def test_every_hand_has_the_ways_counted_for_it_alone(row: str) -> None:
    known = ours(row)
    for case in known.cases:
        made = filled(known.frame, case.numbers, case.bounds)
        assert len(made.hands)
        for hands, ways in zip(made.hands.tolist(), made.ways.tolist(), strict=True):
            held = dict(zip(made.seats, hands, strict=True))
            assert ways == count(*without(made.frame, made.numbers, held)) > 0


def test_a_pattern_stays_one_however_many_columns_tell_it(monkeypatch: pytest.MonkeyPatch) -> None:
    known = ours(SMALL[0])
    (case,) = known.cases
    whole = filled(known.frame, case.numbers, case.bounds)
    real = one_by_one._taken  # noqa: SLF001

    def wide(deals: Filled) -> np.ndarray:
        return np.repeat(real(deals), 40, axis=1)  # too many for one number in 62 bits

    monkeypatch.setattr(one_by_one, "_taken", wide)
    one_by_one._rows_of.cache_clear()  # noqa: SLF001
    filled.cache_clear()
    again = filled(known.frame, case.numbers, case.bounds)
    one_by_one._rows_of.cache_clear()  # noqa: SLF001
    filled.cache_clear()
    assert again.examples == whole.examples
    assert again.pattern.tolist() == whole.pattern.tolist()
    assert again.ways.tolist() == whole.ways.tolist()
