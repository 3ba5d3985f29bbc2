"""The joint laws that are shipped, those that are counted, and the recipe."""

from dataclasses import replace
from math import comb, prod
from pathlib import Path

import numpy as np
import pytest

from analyse.bidding.laws import figures as laws
from analyse.bidding.laws.figures import figure_law, law_key, law_of, shipped_frames
from analyse.data import data_dir
from analyse.deals.constraints import Frame
from analyse.deals.sides import public_frame, side_law
from analyse.game.cards import WELI, cards_of, mask_of, parse_card, parse_cards
from analyse.game.figures import KINDS, all_hands, figure_values
from analyse.game.rules import PRESETS, Rules, load_rules


def test_rules_10_hands_with_laub_trump_and_a_plain_l8_up() -> None:
    # RULES 10, last row: best Gleich, best Hanger of 1, 2, 3, 4, 5 cards
    expected = {
        "gleich": [14349, 78205, 81144, 25375, 2303],
        "hanger": [25573, 64797, 73893, 32562, 4551],
    }
    for kind, hands in expected.items():
        law = figure_law(load_rules(), parse_card("L8"), None, kind, 2)
        lengths = [value // 8 + 1 if value else 1 for value in law.values[0]]
        of_side = law.weight.sum(axis=1)
        assert [
            sum(int(n) for n, k in zip(of_side, lengths, strict=True) if k == length)
            for length in range(1, 6)
        ] == [n * comb(27, 5) for n in hands]


@pytest.mark.parametrize("name", PRESETS)
def test_two_players_each_side_has_the_law_of_all_hands(name: str) -> None:
    rules = load_rules(name)
    for trump in rules.trumps:
        for upcard in (None, next(c for c in cards_of(rules.plain_trumps(trump)))):
            pack = rules.pack & ~(0 if upcard is None else 1 << upcard)
            hands = all_hands(pack, 5)
            others = comb(pack.bit_count() - 5, 5)
            for kind in KINDS:
                law = figure_law(rules, upcard, trump, kind, 2)
                values, counts = np.unique(
                    figure_values(kind, hands, rules.perlagg_mask(trump)), return_counts=True
                )
                assert law.values == (tuple(values.tolist()),) * 2
                for axis in (0, 1):
                    assert (law.weight.sum(axis=axis) == counts * others).all()


def test_page_56_a_trump_perlagg_left_lying_leaves_the_dealers_side_no_plain_trump() -> None:
    for up, conditioned in (
        ("L7", True),
        ("LU", True),
        ("SO", True),
        ("S7", False),
        ("L8", False),
        ("EU", False),
    ):
        law = figure_law(load_rules("suedtirol-1927"), parse_card(up), None, "hanger", 4)
        swapped = law.values[0] == law.values[1] and (law.weight == law.weight.T).all()
        assert swapped != conditioned
    for name in ("innsbruck-1924", "schlanders-2023"):  # they may swap: nothing is inferred
        law = figure_law(load_rules(name), parse_card("LU"), None, "hanger", 4)
        assert (law.weight == law.weight.T).all()


# What is shipped ----------------------------------------------------------------------------


def deals_of(frame: Frame) -> int:
    """Return the number of deals; cards barred from side 1 (plain trumps, RULES 3) are handed out first."""
    n, size, sides = len(frame.places), frame.size, len(frame.seats) // 2
    free = sum(1 for _, bits in frame.places if bits >> 1 & 1)
    deals = 1
    for _ in range(sides):
        deals *= comb(free, size)
        free, n = free - size, n - size
    for _ in range(sides):
        deals *= comb(n, size)
        n -= size
    return deals


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("kind", KINDS)
def test_every_law_of_every_preset_is_shipped_and_adds_up(kind: str, players: int) -> None:
    with np.load(str(data_dir() / "laws" / f"{kind}-{players}.npz")) as stored:
        shipped = {key: laws._square(stored[key]) for key in stored.files}  # noqa: SLF001  as it is stored
    wanted = {law_key(frame, kind): frame for *_, frame in shipped_frames(players)}
    assert shipped.keys() == wanted.keys()
    for key, frame in wanted.items():
        assert shipped[key].dtype == np.int64
        assert shipped[key].min() >= 0
        assert sum(shipped[key].ravel().tolist()) == deals_of(frame)


def test_every_upcard_of_every_preset_has_its_law() -> None:
    asked = [(rules.name, upcard, trump) for rules, upcard, trump, _ in shipped_frames(4)]
    # 33 cards and 4 trumps alone; oberland: no Eichel; schlanders-2023: no Weli
    expected = {
        "innsbruck-1924": 37,
        "kongress-1890": 37,
        "suedtirol-1927": 37,
        "oberland": 28,
        "schlanders-2023": 36,
    }
    assert len(asked) == len(set(asked))
    assert {name: sum(1 for n, *_ in asked if n == name) for name in PRESETS} == expected


def sampled_frames() -> list[tuple[str, int, str]]:
    """Return some of the shipped laws: preset and up-card (or trump alone)."""
    return [
        ("innsbruck-1924", 4, "L8"),
        ("innsbruck-1924", 4, "H trump"),
        ("suedtirol-1927", 4, "LU"),
        ("suedtirol-1927", 2, "SU"),
        ("oberland", 4, "SA"),
        ("schlanders-2023", 2, "E trump"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "up"), sampled_frames())
@pytest.mark.parametrize("kind", KINDS)
def test_shipped_laws_are_what_the_recipe_counts(name: str, players: int, up: str, kind: str) -> None:
    word, _, alone = up.partition(" ")
    upcard, trump = (None, "HLSE".index(word)) if alone else (parse_card(word), None)
    frame = public_frame(load_rules(name), upcard, trump, players)
    shipped = laws._shipped(f"{kind}-{players}.npz", law_key(frame, kind))  # noqa: SLF001  nothing else
    assert (side_law(frame, kind)[1] == shipped).all()


def refuses(*_: object) -> None:
    """Fail where a law is counted that should be found."""
    raise AssertionError("counted")


def test_rules_of_ones_own_find_a_shipped_law_where_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "side_law", refuses)
    order = tuple(reversed(load_rules().perlagg_order))
    mine = replace(load_rules(), name="mine", perlagg_order=order, target=24)
    law = figure_law(mine, parse_card("L8"), None, "hanger", 4)
    assert (law.weight == figure_law(load_rules(), parse_card("L8"), None, "hanger", 4).weight).all()


def own_rules() -> Rules:
    """Return rules with other Perlaggen and four cards a hand."""
    return replace(
        load_rules(), name="mine", hand_size=4, packets=(4,), perlagg_order=("HK", "W", "trump O", "E9")
    )


@pytest.mark.parametrize("kind", KINDS)
def test_other_rules_of_ones_own_are_counted_once_and_say_how_far_they_are(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[tuple[int, int]] = []
    law = figure_law(own_rules(), parse_card("S8"), None, kind, 4, lambda *step: steps.append(step))
    assert law.weight.sum() == prod(comb(32 - 4 * seat, 4) for seat in range(4))
    assert [done for done, _ in steps] == list(range(1, steps[-1][1] + 1))
    monkeypatch.setattr(laws, "side_law", refuses)
    again = figure_law(own_rules(), parse_card("S8"), None, kind, 4)
    assert (again.weight == law.weight).all()


@pytest.mark.slow
def test_more_deals_than_int64_holds_are_weights_in_float64() -> None:
    rules = replace(own_rules(), hand_size=6, packets=(6,))
    law = figure_law(rules, None, 1, "gleich", 4)
    assert law.weight.dtype == np.float64
    assert law.weight.sum() == pytest.approx(prod(comb(33 - 6 * seat, 6) for seat in range(4)), rel=1e-12)


def test_a_law_leaves_out_what_does_not_occur() -> None:
    pack, shown = parse_cards("H8 L8 S8 E9 EA W"), mask_of(parse_cards("H8 L8"))
    places = tuple((card, 0b10 if shown >> card & 1 else 0b10011) for card in sorted(pack))
    law = law_of(Frame((0, 1), 2, places, 1 << WELI, 0, bottom=False), "gleich")
    # seat 1 has shown two eights; seat 0 has nothing or, with the Weli, a pair of eights, nines or aces
    assert law.values == ((0, 9, 10, 15), (9,))
    assert law.weight.shape == law.edge.shape == law.stand.shape == (4, 1)
    assert law.edge.tolist() == [[-1], [0], [1], [1]]
    assert law.stand.tolist() == [[0], [1], [0], [0]]
    assert [mask.tolist() for mask in law.may_bid] == [[False, True, True, True], [True]]


@pytest.mark.slow
def test_the_recipe_goes_on_where_it_stopped_and_gives_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Herz is trump; HU tells what H7 tells, both being Perlaggen
    some = [made for made in shipped_frames(2) if made[0].name == "oberland" and made[1] in {0, 1, 2, 4}]
    monkeypatch.setattr(laws, "shipped_frames", lambda _players: some)
    assert [done for _, done, _, _ in laws.build(tmp_path / "whole")] == [1, 2, 3] * 4
    stopped = laws.build(tmp_path / "parts")
    for _ in range(2):
        next(stopped)
    stopped.close()
    assert [done for _, done, _, _ in laws.build(tmp_path / "parts")] == [3, *[1, 2, 3] * 3]
    assert not list(laws.build(tmp_path / "parts"))
    files = sorted(path.name for path in (tmp_path / "whole").iterdir())
    assert files == ["gleich-2.npz", "gleich-4.npz", "hanger-2.npz", "hanger-4.npz"]
    for name in files:
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()


@pytest.mark.slow
def test_the_recipe_as_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = list(shipped_frames(2))[:1]
    monkeypatch.setattr(laws, "shipped_frames", lambda _players: some)
    laws.main(["build", "--cores", "2", "--folder", str(tmp_path)])
    assert len(capsys.readouterr().out.splitlines()) == 4
    frame = some[0][-1]
    with np.load(tmp_path / "hanger-2.npz") as stored:
        assert (laws._square(stored[law_key(frame, "hanger")]) == side_law(frame, "hanger")[1]).all()  # noqa: SLF001
