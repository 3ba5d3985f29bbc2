"""All deals instead of drawn ones, where they are few: against trying every hand, and solved one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hands import README
from oracle_tricks import after
from test_odds_exact import both
from test_spiel_odds import MY_TURN, SMALL, asked, full, oracle_play, tricks_of, twin

from analyse.game.cards import cards_of, mask_of
from analyse.game.taufen import taufen
from analyse.knowledge.record import Record, parse_record, with_record
from analyse.knowledge.situation import Situation
from analyse.odds.estimate import Estimate, exact
from analyse.odds.open_worlds import FEW
from analyse.odds.spiel import by_leader, plan_odds, play_odds, spiel_odds
from analyse.odds.worlds import MOST, every_deal


def all_deals(known: Situation, record: Record | None = None) -> Counter[tuple[int, ...]]:
    """Return every deal with what it counts, found by trying all hands, without the cards played."""
    known = known if record is None else with_record(known, record)
    may = dict(known.places)
    dealt: Counter[tuple[int, ...]] = Counter()

    def fill(hands: tuple[tuple[int, ...], ...]) -> None:
        held = {card for hand in hands for card in hand}
        if len(hands) == known.players - 1:
            asleep = mask_of(card for card in may if card not in held)
            if all(may[card] >> 4 & 1 for card in cards_of(asleep)):
                plain = (asleep & ~known.rules.permanent).bit_count()
                dealt[known.hand, *map(mask_of, hands)] += plain if known.bottom else 1
            return
        seat = len(hands) + 1
        allowed = [card for card, bits in may.items() if bits >> seat & 1 and card not in held]
        must = {card for card, bits in may.items() if bits == 1 << seat}
        for cards in combinations(allowed, known.rules.hand_size):
            if must <= set(cards):
                fill((*hands, cards))

    fill(())
    played = 0 if record is None else record.played
    return Counter({tuple(hand & ~played for hand in hands): n for hands, n in dealt.items() if n})


@pytest.mark.parametrize("row", SMALL)
def test_every_deal_with_its_weight(row: str) -> None:
    known = with_record(*asked(row))
    found = every_deal(known, MOST)
    assert found is not None
    hands, weights = found
    assert Counter(dict(zip(map(tuple, hands.tolist()), weights.tolist(), strict=True))) == all_deals(known)
    assert weights.sum() == known.deals
    assert len(hands) == len(weights) == len(np.unique(hands, axis=0))


def test_too_many_deals_and_conditions_are_left_to_chance() -> None:
    known = with_record(*asked(SMALL[0]))
    assert known.deals == 21
    assert every_deal(known, 20) is None
    assert every_deal(known, 21) is not None
    assert every_deal(full(), 10**15) is None
    only = "other: HK S7 E9 H8"
    few = both("innsbruck-1924", "L8 up", README, players=2, known=only)[0]
    weighed = both("innsbruck-1924", "L8 up", README, players=2, known=f"{only}; other: gleich>=2A")[0]
    assert every_deal(few, 100) is not None
    assert every_deal(weighed, 100) is None


def law_of(known: Situation, record: Record, **settings: object) -> Counter[int]:
    """Return how often my side gets how many tricks, by the plainer search over all deals."""
    law: Counter[int] = Counter()
    for hands, times in all_deals(known, record).items():
        law[tricks_of(twin(known, record, hands, **settings))] += times
    return law


def won(law: Counter[int], total: int) -> Estimate:
    return exact(sum(n for k, n in law.items() if 2 * k > total), law.total())


@pytest.mark.parametrize("row", [SMALL[i] for i in (0, 1, 2, 3, 7)])
def test_few_deals_are_counted(row: str) -> None:
    known, record = asked(row)
    law, total = law_of(known, record), known.rules.hand_size
    for worlds in (1, 1000):
        odds = spiel_odds(known, record=record, worlds=worlds, seed=worlds)
        assert odds.tricks == tuple(law[k] for k in range(total + 1))
        assert odds.win == won(law, total)
        assert (odds.stand, odds.lose) == (
            exact(law[total / 2], law.total()),
            exact(sum(n for k, n in law.items() if 2 * k < total), law.total()),
        )
        assert (odds.method, odds.worlds) == ("exact", law.total())
        assert odds.mean == pytest.approx(float(Fraction(sum(k * n for k, n in law.items()), law.total())))


@pytest.mark.parametrize("row", [row for row in MY_TURN if row in SMALL[:4]])
def test_every_play_over_all_deals(row: str) -> None:
    known, record = asked(row)
    total = known.rules.hand_size
    odds = play_odds(known, record, worlds=7)
    dealt = all_deals(known, record)
    wins: dict[object, int] = {}
    best = Counter[tuple[int, ...]]()
    for chance in odds.plays:
        law: Counter[int] = Counter()
        for hands, times in dealt.items():
            tricks = tricks_of(after(twin(known, record, hands), oracle_play(chance.play)))
            law[tricks] += times
            best[hands] = max(best[hands], int(2 * tricks > total))
        assert chance.win == won(law, total)
        assert chance.tricks == pytest.approx(sum(k * n for k, n in law.items()) / law.total())
        assert (chance.minimum, chance.maximum) == (min(law), max(law))
        wins[chance.play] = round(chance.win.value * law.total())
    most = max(wins.values())
    for chance in odds.plays:
        apart = (wins[chance.play] - most) / dealt.total()
        assert (chance.difference.value, chance.difference.stderr) == (pytest.approx(apart), 0)
        assert chance.difference.close == (wins[chance.play] == most)
    assert odds.each_deal == exact(sum(dealt[hands] * best[hands] for hands in dealt), dealt.total())
    assert (odds.method, odds.worlds) == ("exact", dealt.total())


@pytest.mark.parametrize("row", [SMALL[0], SMALL[1]])
def test_every_leader_and_every_plan_over_all_deals(row: str) -> None:
    known = asked(row)[0]
    start, total = parse_record("", known), known.rules.hand_size
    for seat, chance in by_leader(known, worlds=3).items():
        assert chance == won(law_of(known, start, leader=seat), total)
    plans = taufen(known.hand, known.rules, known.trump).plans
    odds = plan_odds(known, plans, worlds=3)
    for chance in odds.plans:
        law = law_of(known, start, bound={card: 1 << name for card, name in chance.plan.named})
        assert chance.win == won(law, total)
        apart = chance.win.value - odds.best.win.value
        assert (chance.difference.value, chance.difference.stderr) == (pytest.approx(apart), 0)
    assert odds.method == "exact"


# players | known | deals | method: all are solved if they are no more than asked for, or few for the tricks left
REACH = """
2 | other: HK S7 E9 H8 S9 |      1 | exact
2 | other: HK S7 E9 H8    |     23 | exact
2 | other: HK S7 E9       |    276 | exact
2 | other: HK S7          |   2300 | sampled
2 | other: HK             |  14950 | sampled
"""


@pytest.mark.parametrize("row", REACH.strip().splitlines())
def test_how_few_is_few(row: str) -> None:
    players, said, deals, method = (cell.strip() for cell in row.split("|"))
    known = both("innsbruck-1924", "L8 up", README, players=int(players), known=said)[0]
    assert known.deals == int(deals)
    assert spiel_odds(known, worlds=20).method == method
    assert FEW // 5 == 1000
    assert spiel_odds(known, worlds=int(deals)).method == "exact"


def test_in_the_last_trick_all_deals_are_solved() -> None:
    known = full()
    played = "HA H8 H9 HO / SU SO S8 LK / EO E10 E8 EK / L9 LO=LA LA E9 /"
    record = parse_record(played, known)
    odds = spiel_odds(known, record=record, worlds=1)
    assert record.taken == (2, 2)
    assert odds.method == "exact"
    assert odds.worlds == with_record(known, record).deals > 1000
    assert odds.win.stderr is None


def test_all_deals_are_solved_to_the_end_or_not_at_all() -> None:
    known, record = asked(SMALL[1])
    stopped = spiel_odds(known, record=record, progress=lambda *_: False)
    assert stopped == spiel_odds(known, record=record)

    def fail(*_: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        spiel_odds(known, record=record, progress=fail)


def test_what_all_deals_agree_on_is_certain() -> None:
    known = both("innsbruck-1924", "L8 up", README, players=2, known="other: HK S7 E9 H8 S9")[0]
    odds = spiel_odds(known)
    assert (odds.win, odds.lose, odds.worlds) == (exact(1, 1), exact(0, 1), 1)
