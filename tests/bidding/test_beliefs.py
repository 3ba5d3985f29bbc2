"""How the other side is believed to play: every form of `--opponents`, and the chances that it makes."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from searching import examples

from analyse.bidding.beliefs import Opponents, Row, read_opponents
from analyse.bidding.equilibrium import FLOOR
from analyse.bidding.ladder_game import BID, GUT, HALTEN, RAISE, WAIT, ladder, points
from analyse.bidding.laws.figures import figure_law
from analyse.bidding.laws.spiel import class_of, spiel_law
from analyse.bidding.match import allowed
from analyse.bidding.tree import ClassGame
from analyse.game.cards import parse_card
from analyse.game.figures import all_values
from analyse.game.rules import load_rules
from analyse.i18n import LANGS, InputError

KINDS = ("gleich", "hanger", "spiel")
HONEST = {"": (1.0, 0.0)}


def bet(kind: str, *, out: bool = False) -> tuple[ClassGame, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the bet of two players under L8, for points or up to Spiel aus, and the classes of both sides."""
    rules, upcard = load_rules(), parse_card("L8")
    law = spiel_law(rules, upcard, None, 2) if kind == "spiel" else figure_law(rules, upcard, None, kind, 2)
    tree = ladder(rules, out=out)
    return tree.game(law, (lambda _: 0.5) if out else points), law.values


# Reading ------------------------------------------------------------------------------------------------

# said | figure | sort | the rows: least class, bid, (halten, raise)
SAID = [
    ("any", "gleich", "any", ()),
    (" any ", "spiel", "any", ()),
    ("equilibrium", "hanger", "equilibrium", ()),
    ("honest:2K", "gleich", "honest", (Row(14, 1.0, HONEST),)),
    ("honest: 3a", "gleich", "honest", (Row(23, 1.0, HONEST),)),
    ("honest:310", "hanger", "honest", (Row(19, 1.0, HONEST),)),
    ("honest:28", "hanger", "honest", (Row(9, 1.0, HONEST),)),
    ("honest:60%", "spiel", "honest", (Row(class_of(0.6), 1.0, HONEST),)),
    ("honest:97,5 %", "spiel", "honest", (Row(class_of(0.975), 1.0, HONEST),)),
    ("honest:0%", "spiel", "honest", (Row(0, 1.0, HONEST),)),
    ("honest:100%", "spiel", "honest", (Row(11, 1.0, HONEST),)),
]


@pytest.mark.parametrize(("said", "kind", "sort", "rows"), SAID)
def test_reads_what_is_said(said: str, kind: str, sort: str, rows: tuple[Row, ...]) -> None:
    believed = read_opponents(said, kind)
    assert (believed.sort, believed.rows) == (sort, rows)


# said | figure | what it must quote
WRONG = [
    ("", "gleich", "''"),
    ("anybody", "gleich", "'anybody'"),
    ("any:2K", "gleich", "'any:2K'"),
    ("equilibrium:1", "gleich", "'equilibrium:1'"),
    ("honest", "gleich", "'honest'"),
    ("honest:", "gleich", "'honest:'"),
    ("honest:none", "gleich", "'honest:none'"),
    ("honest:1A", "gleich", "'honest:1A'"),
    ("honest:27", "hanger", "'honest:27'"),  # seven is no top of two in a row
    ("honest:60%", "gleich", "'honest:60%'"),
    ("honest:2K", "spiel", "'honest:2K'"),
    ("honest:101%", "spiel", "'honest:101%'"),
    ("honest:-1%", "spiel", "'honest:-1%'"),
    ("honest:nan%", "spiel", "'honest:nan%'"),
    ("honest:0.6", "spiel", "'honest:0.6'"),  # 60 % or 0.6 %?
    ("honest:60", "spiel", "'honest:60'"),
    ("bluffers.txt", "gleich", "'bluffers.txt'"),
    ("nowhere.toml", "gleich", "'nowhere.toml'"),
]


@pytest.mark.parametrize(("said", "kind", "quoted"), WRONG)
def test_refuses_what_it_cannot_read(said: str, kind: str, quoted: str) -> None:
    one_sentence(said, kind, quoted)


def one_sentence(said: str, kind: str, quoted: str) -> None:
    """Check that a belief is refused in one sentence in either language, with what was wrong and expected."""
    with pytest.raises(InputError) as refused:
        read_opponents(said, kind)
    told = [refused.value.text(lang) for lang in LANGS]
    assert len(set(told)) == len(LANGS)
    for sentence in told:
        assert quoted in sentence
        assert "\n" not in sentence
        assert not sentence.endswith(".")


# A file -------------------------------------------------------------------------------------------------

TABLE = """
[[gleich]]
from = "3A"
bid = 1
halten = 0.2
raise = 0.8
answers = { "3" = [0.5, 0.25], out = [1, 0] }

[[gleich]]
from = "2K"
bid = 0.25
halten = 0.5

[[spiel]]
from = "60%"
bid = 0.9
"""


def file(folder: Path, words: str) -> str:
    """Return the path of a file with these words."""
    path = folder / "they.toml"
    path.write_text(words, encoding="utf-8")
    return str(path)


def test_answers_of_a_file_by_the_word_of_the_level(tmp_path: Path) -> None:
    of = "answers = {{ {} = [0.5, 0.1], {} = [0.2, 0] }}"
    rows = [
        read_opponents(file(tmp_path, ROW + of.format(*words)), "gleich").rows
        for words in (("3", "out"), ("Groschen", "aus"), ("drei", '"Spiel aus"'))
    ]
    assert rows[0] == rows[1] == rows[2]


def test_chances_of_a_file_with_a_comma_and_to_the_brim(tmp_path: Path) -> None:
    point, comma = (
        read_opponents(file(tmp_path, ROW + f"bid = {bid}\nhalten = {hold}\nraise = 0.9"), "gleich").rows
        for bid, hold in (("0.25", "0.1"), ('"0,25"', '"0,1"'))
    )
    assert point == comma
    assert (point[0].bid, point[0].answers[""]) == (0.25, (0.1, 0.9))


def test_reads_a_file(tmp_path: Path) -> None:
    path = file(tmp_path, TABLE)
    believed = read_opponents(path, "gleich")
    assert (believed.sort, believed.said) == ("file", path)
    assert believed.rows == (
        Row(14, 0.25, {"": (0.5, 0.0)}),
        Row(23, 1.0, {"": (0.2, 0.8), "3": (0.5, 0.25), "out": (1.0, 0.0)}),
    )
    assert read_opponents(path, "spiel").rows == (Row(class_of(0.6), 0.9, {"": (0.0, 0.0)}),)


ROW = '[[gleich]]\nfrom = "2K"\n'
# the file | what it must quote
WRONG_FILES = [
    ("", "they.toml"),
    ("[[hanger]]\nfrom = '2K'", "they.toml"),
    ("gleich = 3", "they.toml"),
    ("gleich = []", "they.toml"),
    ("gleich = [3]", "they.toml"),
    ("[gleich]\nfrom = '2K'", "they.toml"),
    ("[[gleich]\n", "they.toml"),
    ("[[gleich]]\nbid = 1", "''"),
    ("[[gleich]]\nfrom = '2Q'", "'2Q'"),
    ("[[gleich]]\nfrom = 'none'", "'none'"),
    (ROW + "holds = 1", "'holds'"),
    (ROW + "bid = 1.5", "1.5"),
    (ROW + "bid = -0.1", "-0.1"),
    (ROW + "bid = nan", "nan"),
    (ROW + "bid = true", "True"),
    (ROW + "bid = 'often'", "'often'"),
    (ROW + "halten = 0.7\nraise = 0.4", "'0.7 + 0.4'"),
    (ROW + "answers = 3", "3"),
    (ROW + "answers = [0.5, 0.5]", "[0.5, 0.5]"),
    (ROW + "answers = { '3' = 0.5 }", "0.5"),
    (ROW + "answers = { '3' = [0.5] }", "[0.5]"),
    (ROW + "answers = { '3' = [0.7, 0.60] }", "'0.7 + 0.60'"),
    (ROW + "halten = '0,7'\nraise = 0.6", "'0.7 + 0.6'"),
    (ROW + "bid = '1,5'", "'1,5'"),
    (ROW + "bid = 1.50", "1.50"),
    (ROW + "answers = { '3' = [0.5, 'x'] }", "'x'"),
    (ROW + "answers = { '2' = [0.5, 0.1] }", "'2'"),  # there is no Zwei to answer
    (ROW + "answers = { dri = [0.5, 0.1] }", "'dri'"),
    (ROW + "answers = { 3 = [0.5, 0.1], drei = [0.5, 0.1] }", "'drei'"),
    (ROW + ROW, "'2K'"),
]


@pytest.mark.parametrize(("words", "quoted"), WRONG_FILES)
def test_refuses_a_file_that_it_cannot_read(tmp_path: Path, words: str, quoted: str) -> None:
    one_sentence(file(tmp_path, words), "gleich", quoted)


def test_refuses_rows_that_begin_at_the_same_class_of_the_spiel(tmp_path: Path) -> None:
    one_sentence(file(tmp_path, "[[spiel]]\nfrom = '60%'\n[[spiel]]\nfrom = '65%'"), "spiel", "'65%'")
    one_sentence(file(tmp_path, "[[spiel]]\nfrom = 0.6"), "spiel", "'0.6'")


def test_refuses_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "they.toml"
    path.write_bytes(b"\xff\xfe")
    one_sentence(str(path), "gleich", "they.toml")
    one_sentence(str(tmp_path / "folder.toml"), "gleich", "folder.toml")


# Chances ------------------------------------------------------------------------------------------------


def proper(believed: Opponents, game: ClassGame, side: int, classes: tuple[int, ...]) -> None:
    """Check that every word is a chance, that they add up to one, and that nothing illegal is said."""
    policy = believed.policy(game, side, classes)
    assert policy is not None
    assert set(policy) == {at for at, point in enumerate(game.points) if point.side == side}
    for at, chances in policy.items():
        assert chances.shape == (len(classes), len(game.points[at].actions))
        assert chances.min() >= 0
        assert np.abs(chances.sum(axis=1) - 1).max() < 1e-12
        assert not chances[~game.legal[at]].any()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("to_go", [None, (1, 4), (3, 1), (1, 1)])
def test_what_they_say_are_chances(
    tmp_path: Path, kind: str, side: int, to_go: tuple[int, int] | None
) -> None:
    game, classes = bet(kind, out=to_go is not None)
    game = game if to_go is None else allowed(game, to_go)
    table = TABLE.replace("[[spiel]]\n", "[[spiel]]\nhalten = 0.32\nraise = 0.68\n")
    path = file(tmp_path, table + "[[hanger]]\nfrom = '29'\nbid = 0.07\nhalten = 0.93\nraise = 0.07")
    said = {"gleich": "2K", "hanger": "310", "spiel": "60%"}[kind]
    for words in (f"honest:{said}", path):
        proper(read_opponents(words, kind), game, side, classes[side])
    assert read_opponents("any", kind).policy(game, side, classes[side]) is None


@pytest.mark.parametrize("kind", KINDS)
def test_equilibrium_bids_are_chances_and_every_legal_word_is_said_sometimes(kind: str) -> None:
    game, classes = bet(kind)
    believed = read_opponents("equilibrium", kind)
    for side in (0, 1):
        proper(believed, game, side, classes[side])
        for at, chances in believed.policy(game, side, classes[side]).items():
            assert chances[game.legal[at]].min() >= FLOOR * (1 - 1e-9)


chance = st.integers(0, 100).map(lambda n: n / 100)
pairs = st.tuples(st.integers(0, 100), st.integers(0, 100)).map(lambda p: (min(p) / 100, 1 - max(p) / 100))


@examples(40)
@given(st.data())
def test_any_rows_make_chances(data: st.DataObject) -> None:
    game, classes = bet("gleich", out=True)
    least = data.draw(st.lists(st.sampled_from(classes[0][1:]), min_size=1, max_size=4, unique=True))
    labels = st.sampled_from(["", "1", "3", "4", "7", "out"])
    rows = tuple(
        Row(value, data.draw(chance), data.draw(st.dictionaries(labels, pairs, max_size=4)))
        for value in sorted(least)
    )
    for side in (0, 1):
        proper(Opponents("file", "they.toml", rows), game, side, classes[side])


@pytest.mark.parametrize(
    ("kind", "value", "least"), [("gleich", "2K", 14), ("hanger", "310", 19), ("spiel", "60%", class_of(0.6))]
)
def test_honest_bids_and_holds_exactly_from_its_value_on_and_never_raises(
    kind: str, value: str, least: int
) -> None:
    game, classes = bet(kind)
    for side in (0, 1):
        policy = read_opponents(f"honest:{value}", kind).policy(game, side, classes[side])
        for at, chances in policy.items():
            yes, no = (BID, WAIT) if BID in game.points[at].actions else (HALTEN, GUT)
            said = [dict(zip(game.points[at].actions, row, strict=True)) for row in chances.tolist()]
            for row, held in zip(said, classes[side], strict=True):
                assert (row[yes], row[no]) == ((1, 0) if held >= least else (0, 1))
                assert row.get(RAISE, 0) == 0


def test_rows_count_from_their_figure_up_to_the_next_and_may_tell_each_number(tmp_path: Path) -> None:
    game, classes = bet("gleich", out=True)
    policy = read_opponents(file(tmp_path, TABLE), "gleich").policy(game, 1, classes[1])
    said = {}
    for at, chances in policy.items():
        point = game.points[at]
        for held, row in zip(classes[1], chances.tolist(), strict=True):
            said[point.label, held] = dict(zip(point.actions, row, strict=True))
    # label, figure held: the chances of waiting or gut, of bidding or halten, of raise
    for label, held, expected in [
        ("bid", 13, (1, 0, None)),
        ("bid", 14, (0.75, 0.25, None)),
        ("bid", 22, (0.75, 0.25, None)),
        ("bid", 23, (0, 1, None)),
        ("1", 0, (1, 0, 0)),
        ("1", 14, (0.5, 0.5, 0)),
        ("1", 23, (0, 0.2, 0.8)),
        ("3", 23, (0.25, 0.5, 0.25)),
        ("4", 31, (0, 0.2, 0.8)),
        ("out", 23, (0, 1, None)),
        ("out", 22, (0.5, 0.5, None)),
    ]:
        row = said[label, held]
        no, yes = (WAIT, BID) if label == "bid" else (GUT, HALTEN)
        assert (row[no], row[yes], row.get(RAISE)) == pytest.approx(expected), (label, held)


def test_who_would_raise_where_nothing_is_above_holds() -> None:
    game, classes = bet("gleich")
    raiser = Opponents("file", "they.toml", (Row(8, 1.0, {"": (0.25, 0.5)}),))
    for side in (0, 1):
        for at, chances in raiser.policy(game, side, classes[side]).items():
            if game.points[at].label == "7":
                assert chances[-1].tolist() == [0.25, 0.75]


def test_figures_beyond_every_hand_are_read_but_never_held() -> None:
    believed = read_opponents("honest:6A", "gleich")
    assert believed.rows[0].least > max(all_values("gleich", 5))
