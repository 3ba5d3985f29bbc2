"""P(Spiel) against the plainer search deal by deal, and what is compared on common deals (DESIGN, "Spiel").

Where there are few deals all of them are solved: test_every_deal.py.
"""

from collections import Counter
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import oracle
import pytest
from hands import README
from oracle_tricks import Deal, after, deal_of, legal, plainer_value, unnumbered
from test_odds_exact import both
from test_worlds import cells, whole

from analyse.game.cards import card_name, cards_of, mask_of, parse_card, parse_cards
from analyse.game.plays import Play, Position, legal_plays, parse_play, play_name, trick_rules
from analyse.game.plays import after as after_play
from analyse.game.rules import load_rules
from analyse.game.taufen import taufen
from analyse.i18n import InputError
from analyse.knowledge.record import Record, parse_record, with_record
from analyse.knowledge.situation import Situation, situation
from analyse.odds import open_worlds as open_cards
from analyse.odds.estimate import Difference, certain, exact, sampled
from analyse.odds.open_worlds import draw_at
from analyse.odds.spiel import by_leader, plan_odds, play_odds, spiel_odds
from analyse.odds.worlds import worlds
from analyse.opencards.candidates import choices
from analyse.opencards.solver import solve

DRAWN = 120

# preset | players | up | leader | my hand | other cards in play (none given: all) | known | played
SMALL = """
innsbruck-1924  | 2 | L8 up   | 0 | HA LA SU E10 W  | HK S7 LU H8 EA EK S9 SO | other: !S7       |
innsbruck-1924  | 2 | L8 up   | 1 | HA LA SU E10 E9 | HK W LU H8 EA EK SA S9  | cut: none        | EK E10 / S9
innsbruck-1924  | 2 | L8 up   | 0 | HA LO S9 L7 W   | HK LU LA H8 EA EK SA S9 | other: HK        | HA LU=HA / EA L7=EA / S9
suedtirol-1927  | 2 | H trump | 1 | EU L7 SA        | HK EO L10 SU SK HA H7   |                  | SK
innsbruck-1924  | 4 | L8 up   | 0 | HA W            | HK S7 LU LA H8 EA SA S9 |                  |
innsbruck-1924  | 4 | L8 up   | 2 | HA W L10        | HK S7 LU LA H8 EA S9 S8 E9 E10 | left: HK; opponents: E9 | LU=EA
schlanders-2023 | 4 | S9 up   | 1 | SA H8           | HK S8 S7 SU E8 EO LA H9 |                  |
innsbruck-1924  | 4 | L8 up   | 0 | HA LA SU E10 W  | H8 H9 HO SO S8 LK EO E8 E9 S9 HK L7 S7 H10 HU EA L9 L10 | right: EA; partner: L9 | HA H8 H9 HO / SU SO S8 LK / EO E10 E8 E9 /
innsbruck-1924  | 4 | L8 up   | 0 | HA LA SU E10 W  | H8 H9 HO SO S8 LK EO E8 E9 S9 HK L7 S7 H10 HU EA L9 L10 |                        | HA H8 H9 HO / SU SO S8 LK / EO E10 E8 E9 / S9
""".strip().splitlines()


@pytest.fixture
def only_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have deals drawn, however few there are."""
    monkeypatch.setattr(open_cards, "every_deal", lambda *_: None)


def asked(row: str) -> tuple[Situation, Record]:
    """Return the situation and the record of a row of SMALL."""
    preset, players, up, leader, hand, in_play, known, played = cells(row)
    seen = oracle.mask(oracle.cards(f"{hand} {in_play} {up.removesuffix('up') if up.endswith('up') else ''}"))
    pack = both(preset, up, hand, players=int(players), leader=int(leader))[0].rules.pack
    out = " ".join(oracle.code(card) for card in oracle.from_mask(pack & ~seen))
    said = "; ".join(filter(None, (known, f"out: {out}")))
    known_here = both(preset, up, hand, players=int(players), leader=int(leader), known=said)[0]
    return known_here, parse_record(played, known_here)


def drawn(known: Situation, record: Record, seed: int, n: int = DRAWN) -> list[tuple[int, ...]]:
    """Return the deals drawn from a seed, without the cards played."""
    dealt = worlds(with_record(known, record), n, rng=np.random.default_rng(seed))
    return [tuple(hand & ~record.played for hand in hands) for hands in dealt.tolist()]


def twin(known: Situation, record: Record, hands: tuple[int, ...], **settings: object) -> Deal:
    """Return one world at the point of a record as the oracle has it."""
    rules = trick_rules(known.rules, known.trump)
    point = dict(leader=record.leader, table=record.table, taken=record.taken) | settings
    return deal_of(rules.trump, rules.wild, rules.ranks, hands, **point)


@cache
def tricks_of(deal: Deal) -> int:
    return plainer_value(deal)


def oracle_play(play: Play) -> tuple[object, object]:
    return unnumbered(play.card), unnumbered(play.name)


# Against every drawn deal, solved by the twin ------------------------------------------------------------


@pytest.mark.usefixtures("only_drawn")
@pytest.mark.parametrize("row", SMALL)
def test_the_law_of_tricks_is_that_of_the_deals_drawn(row: str) -> None:
    known, record = asked(row)
    odds = spiel_odds(known, record=record, worlds=DRAWN, seed=7)
    total = known.rules.hand_size
    ours = [tricks_of(twin(known, record, hands)) for hands in drawn(known, record, 7)]
    assert odds.tricks == tuple(ours.count(k) for k in range(total + 1))
    assert (odds.minimum, odds.maximum) == (min(ours), max(ours))
    assert odds.mean == pytest.approx(fmean(ours))
    assert odds.win.value == sum(2 * k > total for k in ours) / DRAWN
    assert odds.stand.value == sum(2 * k == total for k in ours) / DRAWN
    assert odds.lose.value == sum(2 * k < total for k in ours) / DRAWN
    assert record.taken[0] + odds.sure <= odds.minimum


@pytest.mark.usefixtures("only_drawn")
@pytest.mark.parametrize("row", [SMALL[0], SMALL[1], SMALL[3], SMALL[7]])
def test_the_chance_is_that_of_all_deals(row: str) -> None:
    known, record = asked(row)
    players = cells(row)[1]
    law = whole(" | ".join(cells(row)[:-1])) if players == "2" else None
    truth = true_chance(known, record, law[1] if law else None)
    odds = spiel_odds(known, record=record, worlds=4000, seed=3)
    assert 0 < truth < 1
    assert abs(odds.win.value - truth) < 4 * (odds.win.stderr or 0)


def true_chance(known: Situation, record: Record, law: dict[tuple[int, ...], int] | None) -> float:
    """Return P(Spiel) over all deals: those of a law in which all that was played is legal, or all drawn."""
    if law is None:  # few enough that every one of them has been drawn
        hands = set(drawn(known, record, 1, 10_000))
        deals = Counter(dict.fromkeys((twin(known, record, each) for each in hands), 1))
        assert len(deals) == with_record(known, record).deals
    else:
        deals = Counter()
        for hands, times in law.items():
            deal = replayed(known, record, (known.hand, *hands[1:]))
            if deal is not None:
                deals[deal] += times
    won = sum(times for deal, times in deals.items() if 2 * tricks_of(deal) > known.rules.hand_size)
    return won / deals.total()


def replayed(known: Situation, record: Record, hands: tuple[int, ...]) -> Deal | None:
    """Return a deal after the plays of a record, None if one of them is not legal in it."""
    deal = twin(known, Record(known.players, (), known.leader), hands)
    for _, play in record.plays:
        if oracle_play(play) not in legal(deal):
            return None
        deal = after(deal, oracle_play(play))
    return deal


@pytest.mark.usefixtures("only_drawn")
@pytest.mark.parametrize("row", [SMALL[0], SMALL[4]])
def test_every_leader_on_the_same_deals(row: str) -> None:
    known, record = asked(row)
    hands = drawn(known, record, 5)
    for seat, estimate in by_leader(known, worlds=DRAWN, seed=5).items():
        ours = [tricks_of(twin(known, record, each, leader=seat)) for each in hands]
        assert estimate == sampled(sum(2 * k > known.rules.hand_size for k in ours), DRAWN)
    assert by_leader(known, worlds=DRAWN, seed=5).keys() == set(range(known.players))


def true_plays(known: Situation, record: Record, seed: int) -> dict[Play, list[int]]:
    """Return the tricks of my side in every drawn deal after every legal play of mine, names and all."""
    rules = trick_rules(known.rules, known.trump)
    values: dict[Play, list[int]] = {}
    for hands in drawn(known, record, seed):
        deal = twin(known, record, hands)
        for play in legal_plays(Position(rules, hands, record.leader, record.table, record.taken)):
            values.setdefault(play, []).append(tricks_of(after(deal, oracle_play(play))))
    return values


MY_TURN = [row for row in SMALL if asked(row)[1].turn == 0]


def error_of(apart: list[int]) -> float:
    """Return the standard error of a mean of differences; half a deal differs where none does."""
    half = 0.5 / len(apart)
    return stdev(apart) / sqrt(len(apart)) or sqrt(half * (1 - half) / len(apart))


@pytest.mark.usefixtures("only_drawn")
@pytest.mark.parametrize("names", ["few", "all"])
@pytest.mark.parametrize("row", MY_TURN)
def test_every_play_has_its_chance_and_the_error_of_its_difference(row: str, names: str) -> None:
    known, record = asked(row)
    truth = true_plays(known, record, 11)
    total = known.rules.hand_size
    odds = play_odds(known, record, worlds=DRAWN, seed=11, names=names)
    wins = {play: [int(2 * k > total) for k in ours] for play, ours in truth.items()}
    best = odds.plays[0]
    assert best.difference == Difference(0.0, 0.0)
    assert sum(wins[best.play]) == max(map(sum, wins.values()))
    assert odds.each_deal.value == spiel_odds(known, record=record, worlds=DRAWN, seed=11).win.value
    assert odds.each_deal.value >= best.win.value
    for chance in odds.plays:
        ours = truth[chance.play]
        assert chance.win.value == sum(wins[chance.play]) / DRAWN
        assert (chance.minimum, chance.maximum) == (min(ours), max(ours))
        assert chance.tricks == pytest.approx(fmean(ours))
        assert record.taken[0] + chance.sure <= chance.minimum
        apart = [a - b for a, b in zip(wins[chance.play], wins[best.play], strict=True)]
        assert chance.difference.value == pytest.approx(fmean(apart))
        surely = chance is best or not (chance.win.stderr or best.win.stderr)
        assert chance.difference.stderr == pytest.approx(0 if surely else error_of(apart))
        assert chance.difference.close == (abs(fmean(apart)) <= 2 * chance.difference.stderr)
    strengths = [(-chance.win.value, -chance.tricks) for chance in odds.plays]
    assert strengths == sorted(strengths)
    listed = {chance.play for chance in odds.plays}
    if names == "all":  # what is left out is equal to a listed play of the same card in every deal
        for play, ours in truth.items():
            assert any(ours == truth[other] for other in listed if other.card == play.card)


def test_there_are_plays_to_choose_from() -> None:
    assert len(MY_TURN) == 5


@pytest.mark.usefixtures("only_drawn")
@pytest.mark.parametrize("row", [SMALL[0], SMALL[3], SMALL[4], SMALL[8]])
def test_every_plan_binds_my_perlaggen_on_the_same_deals(row: str) -> None:
    known, record = asked(row)
    plans = taufen(known.hand, known.rules, known.trump).plans
    odds = plan_odds(known, plans, record=record, worlds=DRAWN, seed=2)
    wins = []
    for plan in plans:
        bound = {card: 1 << name for card, name in plan.named if not record.played >> card & 1}
        deals = [twin(known, record, hands, bound=bound) for hands in drawn(known, record, 2)]
        wins.append([int(2 * tricks_of(deal) > known.rules.hand_size) for deal in deals])
    best = max(wins, key=sum)
    assert [chance.plan for chance in odds.plans] == list(plans)
    assert len(plans) > 1
    for chance, won in zip(odds.plans, wins, strict=True):
        apart = [a - b for a, b in zip(won, best, strict=True)]
        assert chance.win.value == sum(won) / DRAWN
        assert chance.win in (
            sampled(sum(won), DRAWN),
            certain(DRAWN, happens=True),
            certain(DRAWN, happens=False),
        )
        assert chance.difference.value == pytest.approx(fmean(apart))
        surely = chance is odds.best or not (chance.win.stderr or odds.best.win.stderr)
        assert chance.difference.stderr == pytest.approx(0 if surely else error_of(apart))
    assert odds.best == odds.plans[wins.index(best)]


# worlds: where all the worlds drawn agree, none of what is compared is exact
@pytest.mark.parametrize("drawn_worlds", [1, 2, 20])
def test_that_all_drawn_deals_agree_leaves_an_error(drawn_worlds: int) -> None:
    known = both("innsbruck-1924", "L8 up", "HK W S7 E10 H9")[0]
    odds = play_odds(known, parse_record("", known), worlds=drawn_worlds, names="all")
    half = 0.5 / drawn_worlds
    least = sqrt(half * (1 - half) / drawn_worlds)
    assert odds.plays[0].difference == Difference(0.0, 0.0)
    surely = [chance for chance in odds.plays if not chance.win.stderr]
    assert {chance.difference for chance in surely} == {Difference(0.0, 0.0)}
    others = [chance for chance in odds.plays if chance.win.stderr]
    assert others
    assert all(chance.difference.stderr >= least * (1 - 1e-9) for chance in others)
    assert all(chance.win.stderr >= least * (1 - 1e-9) for chance in others)


FOUR_CARDS = """
base = "innsbruck-1924"
hand_size = { value = 4, source = "here" }
packets = { value = [2, 2], source = "here" }
"""


def test_of_an_even_number_of_tricks_half_is_better_than_less(tmp_path: Path) -> None:
    path = tmp_path / "four.toml"
    path.write_text(FOUR_CARDS, encoding="utf-8")
    rules = load_rules(str(path))
    known = situation(
        mask_of(parse_cards("HA LA SU E9")), rules, upcard=parse_card("L8"), players=2, known="other: HK W"
    )
    rows = play_odds(known, parse_record("", known), worlds=300).plays
    laws = {row.play: spiel_law(known, row.play) for row in rows}
    ranks = [(row.win.value, laws[row.play], row.tricks) for row in rows]
    assert ranks == sorted(ranks, reverse=True)
    assert len({win for win, _, _ in ranks}) < len(rows)


def spiel_law(known: Situation, play: Play) -> float:
    """Return how often my side gets just half of four tricks after a play of mine."""
    record = parse_record("", known)
    hands = drawn(known, record, 1, 300)
    rules = trick_rules(known.rules, known.trump)
    values = [solve(after_play(Position(rules, hand), play)) for hand in hands]
    return values.count(2) / len(values)


# The same seed, the same answer ------------------------------------------------------------------------


def full(players: int = 4, **settings: object) -> Situation:
    return both("innsbruck-1924", "L8 up", README, players=players, **settings)[0]


def test_threads_and_chunks_change_nothing() -> None:
    known = full()
    odds = spiel_odds(known, worlds=600, seed=4)
    assert spiel_odds(known, worlds=600, seed=4, threads=2) == odds
    assert spiel_odds(known, worlds=600, seed=4, threads=3, progress=lambda *_: None) == odds
    assert spiel_odds(known, worlds=600, seed=5) != odds
    record = parse_record("", known)
    plays = play_odds(known, record, worlds=100, seed=4)
    assert play_odds(known, record, worlds=100, seed=4, threads=2) == plays
    assert play_odds(known, record, worlds=100, seed=5) != plays


def test_the_chance_with_me_leading_is_the_chance() -> None:
    known = full()
    assert by_leader(known, worlds=500)[0] == spiel_odds(known, worlds=500).win


# Stopping ----------------------------------------------------------------------------------------------


def test_progress_counts_up_to_all_worlds() -> None:
    seen: list[tuple[int, int]] = []
    odds = spiel_odds(full(), worlds=700, progress=lambda *step: seen.append(step))
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert seen[-1] == (700, 700)
    assert odds.worlds == 700


def test_stopped_it_holds_what_was_solved_so_far() -> None:
    known = full()
    record, plans = parse_record("", known), taufen(known.hand, known.rules, known.trump).plans
    calls: list[int] = []

    def stop(done: int, of: int) -> bool:
        calls.append(done)
        assert of == 100_000
        return False

    stopped = [
        spiel_odds(known, worlds=100_000, seed=9, progress=stop),
        play_odds(known, record, worlds=100_000, seed=9, progress=stop),
        plan_odds(known, plans, worlds=100_000, seed=9, progress=stop),
    ]
    assert [odds.worlds for odds in stopped] == calls
    assert max(calls) < 5000
    assert all(chance.win.worlds == stopped[1].worlds for chance in stopped[1].plays)
    assert sum(stopped[0].tricks) == stopped[0].worlds


def test_an_exception_of_progress_ends_it() -> None:
    def fail(*_: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        spiel_odds(full(), worlds=1000, progress=fail)


# Certain ------------------------------------------------------------------------------------------------

# my hand | played | win | sure
CERTAIN = """
HK W S7 E10 H9  |                                                         | 1 | 3
HK W E7 E10 H9  |                                                         | ? | 2
HA LA SU E10 W  | HA H8 H9 HO / SU S8 S9 S10 / LA LK L9 EA               | 1 | 0
HA LA SU E10 E9 | HA W=HA H9 HO / SK S8 S9 SU / SA S10 EA E9              | 0 | 0
HA LA SU E10 W  | HA H8 H9 HO / SU SO S8 S9                               | ? | 0
""".strip().splitlines()


@pytest.mark.parametrize("row", CERTAIN)
def test_what_is_decided_has_no_error_and_all_else_has(row: str) -> None:
    hand, played, win, sure = cells(row)
    known = both("innsbruck-1924", "L8 up", hand)[0]
    odds = spiel_odds(known, record=parse_record(played, known), worlds=200)
    assert odds.sure == int(sure)
    if win == "?":
        assert odds.win.stderr
        assert odds.lose.stderr
    else:
        assert odds.win == certain(200, happens=win == "1")
        assert odds.lose == certain(200, happens=win == "0")


def test_a_play_that_keeps_the_sure_tricks_is_certain_another_is_not() -> None:
    known = both("innsbruck-1924", "L8 up", "HK W S7 E10 H9")[0]
    odds = play_odds(known, parse_record("", known), worlds=200)
    found = {play_name(chance.play): (chance.sure, chance.win.stderr == 0) for chance in odds.plays}
    assert found["HK=LA"] == found["E10"] == found["S7=LA"] == (3, True)
    assert found["HK=EA"] == found["S7=L7"] == (2, False)


def test_certain_whoever_leads_and_with_any_plan_that_keeps_enough_free() -> None:
    known = both("innsbruck-1924", "L8 up", "HK W S7 HA H9")[0]
    assert set(by_leader(known, worlds=50).values()) == {certain(50, happens=True)}
    plans = taufen(known.hand, known.rules, known.trump).plans
    found = {
        " ".join(f"{card_name(p)}={card_name(name)}" for p, name in chance.plan.named): chance
        for chance in plan_odds(known, plans, worlds=50).plans
    }
    assert {names for names, chance in found.items() if chance.win == certain(50, happens=True)} == {
        *("", "S7=LA", "W=LA S7=LA", "HK=LA W=LA S7=LA"),
    }
    assert {chance.difference for chance in found.values() if not chance.win.stderr} == {Difference(0.0, 0.0)}
    assert all(chance.difference.stderr for chance in found.values() if chance.win.stderr)


# my hand | names my Perlaggen bear | sure tricks, L8 up: HK W S7 E7 and the trumps L7 LU LO are Perlaggen
BOUND = """
HK W S7 E10 H9 |                         | 3
HK W S7 E10 H9 | HK=LA W=LA S7=LA        | 3
HK W S7 E10 H9 | HK=L7,LA W=LA S7=LA,H7  | 3
HK W S7 E10 H9 | S7=LK                   | 2
HK W S7 E10 H9 | HK=LK                   | 2
HK W S7 E10 H9 | HK=HA W=EA S7=SA        | 0
HK W S7 E7 L7  | HK=LA W=LA S7=LA E7=LA L7=LA | 5
HK W S7 E7 L7  | HK=LA W=LA S7=LA E7=LA L7=LK | 4
HK W S7 E7 L7  | HK=LA W=LK S7=LO E7=LU L7=L10 | 1
HK W S7 E7 LA  |                         | 4
HK W S7 LA LK  | S7=LO                   | 2
HK W S7 LA LK  | W=LA S7=LK              | 2
HA LA SU E10 W | W=LA                    | 0
""".strip().splitlines()


@pytest.mark.parametrize("row", BOUND)
def test_a_bound_perlagg_is_as_sure_as_the_strongest_trump_it_may_be_named(row: str) -> None:
    hand, names, sure = cells(row)
    known = both("innsbruck-1924", "L8 up", hand)[0]
    parts = [part.partition("=") for part in names.split()]
    bound = tuple((parse_card(card), mask_of(map(parse_card, said.split(",")))) for card, _, said in parts)
    drawn = draw_at(known, None, 60, 1)
    taken = drawn.solve(slice(None), "number", bound=bound)
    assert drawn.sure(bound) == int(sure)
    assert drawn.sure(bound) <= taken.min()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("preset", ["innsbruck-1924", "suedtirol-1927", "schlanders-2023"])
def test_no_world_ever_falls_below_what_is_sure(preset: str, players: int) -> None:
    """Random hands rich in Perlaggen, at random points of a deal that goes on by random plays."""
    rng = np.random.default_rng(players)
    surest = 0
    for _ in range(25):
        known, record = played_at_random(preset, players, rng)
        odds = spiel_odds(known, record=record, worlds=40)
        assert record.taken[0] + odds.sure <= odds.minimum
        held = [card for card in cards_of(known.hand & ~record.played) if known.perlaggen >> card & 1]
        bound = tuple(
            (card, int(rng.integers(1, 1 << 32)) & int(rng.integers(1, 1 << 32)) or 1) for card in held
        )
        drawn = draw_at(known, record, 40, 1)
        least = drawn.solve(slice(None), "number", bound=bound).min()
        assert record.taken[0] + drawn.sure(bound) <= least, bound
        surest = max(surest, odds.sure)
        if record.turn == 0 and len(record.tricks) < 5:
            for chance in play_odds(known, record, worlds=40, names="all").plays:
                assert record.taken[0] + chance.sure <= chance.minimum, play_name(chance.play)
    assert surest >= 1


def played_at_random(preset: str, players: int, rng: np.random.Generator) -> tuple[Situation, Record]:
    """Return a situation of mine and a record of random legal plays."""
    rules = load_rules(preset)
    weights = np.array([4.0 if rules.perlagg_mask(1) >> card & 1 else 1.0 for card in range(33)])
    weights *= [rules.pack >> card & 1 and card != parse_card("L8") for card in range(33)]
    dealt = rng.choice(33, 5 * players, replace=False, p=weights / weights.sum())
    hands = tuple(mask_of(map(int, cards)) for cards in dealt.reshape(players, 5))
    leader = int(rng.integers(players))
    known = situation(hands[0], rules, upcard=parse_card("L8"), players=players, leader=leader)
    position, words = Position(trick_rules(rules, 1), hands, leader), []
    for _ in range(rng.integers(4 * players)):
        plays = legal_plays(position)
        play = plays[rng.integers(len(plays))]
        position = after_play(position, play)
        words += [play_name(play), *([] if position.table else ["/"])]
    return known, parse_record(" ".join(words), known)


def test_a_played_perlagg_of_theirs_makes_mine_sure() -> None:
    known = both("innsbruck-1924", "L8 up", "W S7 E9 E10 H9", players=2)[0]
    sure = [
        spiel_odds(known, record=parse_record(played, known), worlds=50).sure
        for played in ("", "H9 HK=HA", "H9 HK=HA / SA")
    ]
    assert sure == [1, 2, 2]


# Played to the end, notes, bad input -----------------------------------------------------------------


def test_a_deal_played_to_the_end() -> None:
    known = full(players=2, leader=1)
    record = parse_record("S9 SU / HA H8 / LA L9 / E10 E8 / W=HA LK", known)
    odds = spiel_odds(known, record=record, worlds=10)
    assert (odds.tricks, odds.win) == ((0, 0, 0, 0, 1, 0), exact(1, 1))


def test_notes_say_what_the_numbers_rest_on() -> None:
    known = full()
    record = parse_record("HA H8 H9 HO", known)
    plans = taufen(known.hand, known.rules, known.trump).plans
    drawn_open = ("note.open_cards", "note.each_deal")
    assert spiel_odds(known, worlds=5).notes == ("note.no_cut", *drawn_open)
    assert spiel_odds(known, record=record, worlds=5).notes == (
        "note.no_cut",
        "note.played",
        *drawn_open,
    )
    assert play_odds(known, parse_record("", known), worlds=5).notes[-2:] == (
        "note.open_cards",
        "note.fixed_play",
    )
    assert plan_odds(known, plans, worlds=5).notes[-3:] == (*drawn_open, "note.plan_bound")


# what is asked | what the sentence says
REFUSED = {
    "no worlds": (lambda: spiel_odds(full(), worlds=0), "'?0'? deals"),
    "too many worlds": (lambda: spiel_odds(full(), worlds=10**9), "1000000000"),
    "a negative seed": (lambda: spiel_odds(full(), seed=-1), "-1"),
    "not my turn": (lambda: play_odds(full(), parse_record("HA", full())), "'HA'.*left"),
    "names that are none": (lambda: play_odds(full(), parse_record("", full()), names="some"), "'some'"),
    "all played": (
        lambda: play_odds(
            full(players=2), parse_record("HA H8 / LA L9 / SU S8 / E10 E8 / W=LA LK", full(players=2))
        ),
        "all cards are played",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_questions_are_refused(name: str) -> None:
    ask, says = REFUSED[name]
    with pytest.raises(InputError, match=says):
        ask()


# Which plays are listed ------------------------------------------------------------------------------

# seats | hand | table (its first card led by the seat before me or further round) | few
CHOICES = """
2 | HA W   |                | HA W=LA W=HA W=SA W=EA
4 | HA W   |                | HA W=LA W=L7 W=HA W=SA W=EA W=H7 W=S7 W=E7
2 | HA W   | H9             | HA W=LA W=H7
2 | SA W   | H9             | SA W=LA W=H7
2 | SA W   | H7             | SA W=LA W=S7
2 | HA W   | H7             | HA W=LA
2 | HA W   | HK=LA          | HA W=L7
2 | LA W   | HK=LA          | LA W=L7
2 | LA HK  | W=LA           | LA HK=LA HK=L7
2 | LA HK  | L9             | LA HK=LA HK=L7
4 | HA S7  | LK W=LA        | HA S7=L7
4 | SA LU  | E9 EK S7=LA    | SA LU=E7
""".strip().splitlines()


@pytest.mark.parametrize("row", CHOICES)
def test_few_names_take_as_trump_ace_or_lose(row: str) -> None:
    position, few = choice(row)
    listed = choices(position, "few")
    assert sorted(map(play_name, listed)) == sorted(few.split())
    assert set(listed) <= set(legal_plays(position))
    assert set(listed) <= set(choices(position, "all"))


def choice(row: str) -> tuple[Position, str]:
    """Return the position of a row of CHOICES, the other hands of any cards, and what is listed."""
    seats, hand, table, few = cells(row)
    rules = trick_rules(full().rules, 1)
    plays = tuple(parse_play(word) for word in table.split())
    leader = -len(plays) % int(seats)
    spare = iter(parse_cards("H10 S8 S9 S10 E8 E10 EU SU"))
    hands = [mask_of(parse_cards(hand))]
    sizes = [1 if seat >= leader > 0 else 2 for seat in range(1, int(seats))]
    hands += [mask_of(next(spare) for _ in range(size)) for size in sizes]
    return Position(rules, tuple(hands), leader, plays), few


@pytest.mark.parametrize("row", CHOICES)
def test_all_names_leave_out_only_what_is_equal_in_effect(row: str) -> None:
    position, _ = choice(row)
    listed = choices(position, "all")
    named = [play for play in legal_plays(position) if play.card in position.rules.wild]
    if not position.table:
        assert set(listed) == set(legal_plays(position))
    elif len(position.table) == len(position.hands) - 1:  # it takes or it does not
        assert len([play for play in listed if play.card in position.rules.wild]) <= 2
    assert {card_name(play.card) for play in listed} == {card_name(p.card) for p in legal_plays(position)}
    assert named
