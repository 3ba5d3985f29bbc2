"""The presets against the tables of RULES 2 and 3, and files of one's own."""

from pathlib import Path

import pytest

from analyse.data import data_dir
from analyse.game.cards import (
    SUITS,
    card_name,
    cards_of,
    hand_name,
    mask_of,
    parse_card,
    parse_cards,
    parse_suit,
)
from analyse.game.rules import PRESETS, Rules, field_names, load_rules
from analyse.i18n import InputError

# RULES 2: preset | trump | Perlaggen high to low | how many --------------------------------------------

PERLAGGEN = """
innsbruck-1924  | H | HK W S7 E7 H7 HU HO        | 7
innsbruck-1924  | L | HK W S7 E7 L7 LU LO        | 7
innsbruck-1924  | S | HK W S7 E7 SU SO           | 6
innsbruck-1924  | E | HK W S7 E7 EU EO           | 6
kongress-1890   | H | HK W S7 E7 H7 HU HO        | 7
kongress-1890   | L | HK W S7 E7 L7 LU LO        | 7
kongress-1890   | S | HK W S7 E7 SU SO           | 6
kongress-1890   | E | HK W S7 E7 EU EO           | 6
suedtirol-1927  | H | HK W S7 E7 EO EU H7 HU HO  | 9
suedtirol-1927  | L | HK W S7 E7 EO EU L7 LU LO  | 9
suedtirol-1927  | S | HK W S7 E7 EO EU SU SO     | 8
suedtirol-1927  | E | HK W S7 E7 EO EU           | 6
oberland        | H | HK W H7 HU HO E7 EU EO     | 8
oberland        | L | HK W L7 LU LO E7 EU EO     | 8
oberland        | S | HK W S7 SU SO E7 EU EO     | 8
schlanders-2023 | H | HK S8 H7 HU HO E7 EO EU    | 8
schlanders-2023 | L | HK S8 L7 LU LO E7 EO EU    | 8
schlanders-2023 | S | HK S8 S7 SU SO E7 EO EU    | 8
schlanders-2023 | E | HK S8 E7 EU EO             | 5
"""

# RULES 2: preset | cards | permanent Perlaggen | target
PACKS = """
innsbruck-1924  | 33 | HK W S7 E7        | 15
kongress-1890   | 33 | HK W S7 E7        | 15
suedtirol-1927  | 33 | HK W S7 E7 EO EU  | 15
oberland        | 33 | HK W E7 EU EO     | 15
schlanders-2023 | 32 | HK S8 E7 EO EU    | 24
"""

# RULES 2: field | innsbruck-1924 | kongress-1890 | suedtirol-1927 | oberland, schlanders-2023
FIELDS = """
exchange              | may             | may           | must          | may
equal_figures         | stand           | stand         | stand         | stand
false_bid             | figures-and-2   | 3             | 3             | figures-and-2
overbid               | last-point      | also-together | also-together | last-point
near_end              | innsbruck       | kongress      | kongress      | innsbruck
pledged_in_last_trick | barred          | free          | free          | barred
"""

# RULES 2, "Plain trumps left (Innsbruck)"
PLAIN_TRUMPS = {"H": "HA H10 H9 H8", "L": "LA LK L10 L9 L8", "S": "SA SK S10 S9 S8", "E": "EA EK E10 E9 E8"}


def rows(table: str) -> list[tuple[str, ...]]:
    """Return the cells of a table."""
    return [tuple(cell.strip() for cell in row.split("|")) for row in table.strip().splitlines()]


def codes(cards: tuple[int, ...]) -> str:
    """Return cards by their codes."""
    return " ".join(map(card_name, cards))


@pytest.mark.parametrize(("preset", "trump", "perlaggen", "count"), rows(PERLAGGEN))
def test_rules2_perlaggen_high_to_low(preset: str, trump: str, perlaggen: str, count: str) -> None:
    rules = load_rules(preset)
    found = rules.perlaggen(parse_suit(trump))
    assert codes(found) == perlaggen
    assert len(found) == int(count) == rules.perlagg_mask(parse_suit(trump)).bit_count()
    assert set(cards_of(rules.perlagg_mask(parse_suit(trump)))) == set(found)


@pytest.mark.parametrize(("preset", "deck", "permanent", "target"), rows(PACKS))
def test_rules2_pack_permanent_perlaggen_and_target(
    preset: str, deck: str, permanent: str, target: str
) -> None:
    rules = load_rules(preset)
    assert rules.pack.bit_count() == rules.deck == int(deck)
    assert rules.permanent == mask_of(parse_cards(permanent))
    assert rules.target == int(target)
    assert rules.permanent & rules.pack == rules.permanent


@pytest.mark.parametrize(("field", "innsbruck", "kongress", "suedtirol", "others"), rows(FIELDS))
def test_rules2_fields(field: str, innsbruck: str, kongress: str, suedtirol: str, others: str) -> None:
    expected = dict(zip(PRESETS, (innsbruck, kongress, suedtirol, others, others), strict=True))
    assert {name: getattr(load_rules(name), field) for name in PRESETS} == expected


def test_presets_of_the_table_and_the_default() -> None:
    assert PRESETS == ("innsbruck-1924", "kongress-1890", "suedtirol-1927", "oberland", "schlanders-2023")
    assert load_rules() == load_rules("innsbruck-1924")
    assert [load_rules(name).name for name in PRESETS] == list(PRESETS)


@pytest.mark.parametrize("name", PRESETS)
def test_rules3_hand_of_five_in_two_and_three_and_rules6_raises(name: str) -> None:
    rules = load_rules(name)
    assert rules.hand_size == sum(rules.packets) == 5
    assert rules.packets == (2, 3)
    assert rules.raises == (3, 4, 5, 6, 7)
    assert rules.spiel_aus_conceded == 7
    assert rules.deal_passes == "left"


@pytest.mark.parametrize("name", PRESETS)
def test_every_field_has_a_source(name: str) -> None:
    sources = load_rules(name).sources
    assert set(sources) == set(field_names())
    assert {"deck", "perlagg_order", "exchange", "equal_figures", "target"} <= set(field_names())
    assert all(source.strip() for source in sources.values())


@pytest.mark.parametrize("name", ["oberland", "schlanders-2023"])
@pytest.mark.parametrize("field", ["exchange", "false_bid", "overbid", "near_end", "pledged_in_last_trick"])
def test_rules2_what_was_not_read_is_marked(name: str, field: str) -> None:
    assert "unread" in load_rules(name).sources[field]


@pytest.mark.parametrize("trump", PLAIN_TRUMPS)
def test_rules2_plain_trumps_left_in_innsbruck(trump: str) -> None:
    assert hand_name(load_rules().plain_trumps(parse_suit(trump))) == PLAIN_TRUMPS[trump]


# Up-cards ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_rules3_the_up_card_makes_its_suit_trump(name: str) -> None:
    rules = load_rules(name)
    for card in cards_of(rules.pack):
        suit = "S" if card_name(card) == "W" else card_name(card)[0]
        if (name, suit) == ("oberland", "E"):
            with pytest.raises(InputError) as caught:
                rules.trump_of(card)
            assert caught.value.key == "error.trump_rule_unknown"
            assert "'E'" in str(caught.value)
        else:
            assert SUITS[rules.trump_of(card)] == suit


@pytest.mark.parametrize(
    ("lang", "suit"), [("de", "bei Eichel als Trumpf"), ("en", "with Eichel (acorns) as trump")]
)
def test_unknown_trump_names_suit_preset_and_what_is_expected(lang: str, suit: str) -> None:
    with pytest.raises(InputError) as caught:
        load_rules("oberland").check_trump(parse_suit("E"))
    for part in ("'E'", suit, "Oberland (Imst, Tarrenz)", " oberland", "H, L, S"):
        assert part in caught.value.text(lang)


def test_rules3_fourteen_up_cards_are_perlaggen() -> None:
    rules = load_rules()
    turned = [c for c in cards_of(rules.pack) if rules.perlagg_mask(rules.trump_of(c)) >> c & 1]
    assert len(turned) == 14


def test_rules2_no_weli_in_the_pack_of_32() -> None:
    rules = load_rules("schlanders-2023")
    for check in (rules.trump_of, rules.check_card):
        with pytest.raises(InputError) as caught:
            check(parse_card("W"))
        assert caught.value.key == "error.card_not_in_pack"
        assert "'W'" in str(caught.value)


# Files of one's own ----------------------------------------------------------------------------------------


def written(folder: Path, text: str) -> str:
    """Write a rules file and return its path."""
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_own_file_says_only_what_differs(tmp_path: Path) -> None:
    own = load_rules(
        written(
            tmp_path,
            'base = "suedtirol-1927"\nname = "dorf"\ntarget = { value = 21, source = "our table" }\n',
        )
    )
    base = load_rules("suedtirol-1927")
    assert isinstance(own, Rules)
    assert (own.name, own.target, own.sources["target"]) == ("dorf", 21, "our table")
    assert (own.exchange, own.perlagg_order) == (base.exchange, base.perlagg_order)
    assert own.sources["exchange"] == base.sources["exchange"]


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ('name = "dorf"\n', "dorf"),
        ('name = "dorf"\ntitle = "Im Dorf"\n', "Im Dorf"),
        ('title = "Im Dorf"\n', "Im Dorf"),
        ("", "Südtirol 1927"),
    ],
)
def test_own_file_is_headed_with_its_own_title_or_name(tmp_path: Path, said: str, title: str) -> None:
    assert load_rules(written(tmp_path, f'base = "suedtirol-1927"\n{said}')).title == title


def test_own_file_without_base_is_headed_with_its_name(tmp_path: Path) -> None:
    whole = (data_dir() / "rules" / "oberland.toml").read_text(encoding="utf-8")
    own = "\n".join(line for line in whole.splitlines() if not line.startswith(("title =", "name =")))
    assert load_rules(written(tmp_path, f'name = "dorf"\n{own}')).title == "dorf"


def test_own_file_with_other_perlaggen(tmp_path: Path) -> None:
    own = load_rules(
        written(
            tmp_path,
            'base = "innsbruck-1924"\n'
            'perlagg_order = { value = ["Martl", "W", "trump 7"], source = "our table" }\n',
        )
    )
    assert codes(own.perlaggen(parse_suit("L"))) == "HK W L7"
    assert own.permanent == mask_of(parse_cards("HK W"))


BROKEN = {
    "unknown base": ('base = "wien"', "base", "'wien'"),
    "unknown field": ('base = "innsbruck-1924"\nwelli = 3', "welli", "perlagg_order"),
    "missing field": ('name = "x"\ntitle = "x"', "deck", "missing"),
    "no source": ('base = "innsbruck-1924"\ntarget = 21', "target", "21"),
    "empty source": ('base = "innsbruck-1924"\ntarget = { value = 21, source = " " }', "target", "' '"),
    "target of text": (
        'base = "innsbruck-1924"\ntarget = { value = "21", source = "x" }', "target", "'21'"),
    "target too low": ('base = "innsbruck-1924"\ntarget = { value = 0, source = "x" }', "target", "0"),
    "target a truth value": (
        'base = "innsbruck-1924"\ntarget = { value = true, source = "x" }', "target", "True"),
    "pack of 36": ('base = "innsbruck-1924"\ndeck = { value = 36, source = "x" }', "deck", "36"),
    "exchange unknown": (
        'base = "innsbruck-1924"\nexchange = { value = "never", source = "x" }', "exchange", "'never'"),
    "exchange a number": (
        'base = "innsbruck-1924"\nexchange = { value = 3, source = "x" }', "exchange", "may, must"),
    "packets short": (
        'base = "innsbruck-1924"\npackets = { value = [2, 2], source = "x" }', "packets", "[2, 2]"),
    "packets empty": ('base = "innsbruck-1924"\npackets = { value = [], source = "x" }', "packets", "[]"),
    "Perlagg unknown": (
        'base = "innsbruck-1924"\nperlagg_order = { value = ["HK", "W", "Q7"], source = "x" }',
        "perlagg_order", "'Q7'"),
    "Perlagg twice": (
        'base = "innsbruck-1924"\nperlagg_order = { value = ["HK", "W", "HK"], source = "x" }',
        "perlagg_order", "'HK'"),
    "nickname": (
        'base = "innsbruck-1924"\nperlagg_order = { value = ["HK", "W", "Spitz"], source = "x" }',
        "perlagg_order", "'Spitz'"),
    "Weli plain": (
        'base = "innsbruck-1924"\nperlagg_order = { value = ["HK", "S7"], source = "x" }',
        "perlagg_order", "Weli"),
    "Weli not in the pack": (
        'base = "schlanders-2023"\nperlagg_order = { value = ["HK", "W"], source = "x" }',
        "perlagg_order", "'W'"),
    "suit unknown": (
        'base = "innsbruck-1924"\ntrumps = { value = ["H", "K"], source = "x" }', "trumps", "'K'"),
    "suit twice": (
        'base = "innsbruck-1924"\ntrumps = { value = ["H", "H"], source = "x" }', "trumps", "'H'"),
    "ladder with a gap": (
        'base = "innsbruck-1924"\nraises = { value = [3, 5], source = "x" }', "raises", "[3, 5]"),
    "title empty": ('base = "innsbruck-1924"\ntitle = ""', "title", "''"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_file_is_refused_with_file_field_and_reason(tmp_path: Path, kind: str) -> None:
    text, field, reason = BROKEN[kind]
    path = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        load_rules(path)
    assert caught.value.key == "error.rules_field"
    for lang in ("de", "en"):
        assert repr(path) in caught.value.text(lang)
        assert repr(field) in caught.value.text(lang)
        assert "\n" not in caught.value.text(lang)
    assert reason in str(caught.value)


def test_perlagg_twice_in_two_spellings_is_refused(tmp_path: Path) -> None:
    text = 'base = "innsbruck-1924"\nperlagg_order = { value = ["HK", "W", "Martl"], source = "x" }'
    with pytest.raises(InputError, match=r"HK|Martl"):
        load_rules(written(tmp_path, text))


@pytest.mark.parametrize(
    ("content", "key"),
    [(b"target = = 3", "error.rules_no_toml"), (b'name = "\xff"', "error.rules_no_toml")],
    ids=["no_toml", "no_utf8"],
)
def test_unreadable_content_is_refused(tmp_path: Path, content: bytes, key: str) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        load_rules(str(path))
    assert caught.value.key == key
    assert repr(str(path)) in str(caught.value)


def test_missing_file_and_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    for path in (tmp_path / "none.toml", tmp_path / "folder.toml"):
        with pytest.raises(InputError) as caught:
            load_rules(str(path))
        assert caught.value.key == "error.rules_unreadable"
        assert repr(str(path)) in str(caught.value)


@pytest.mark.parametrize("name", ["", "s", "innsbruck-1925", "../innsbruck-1924", "nul\0.toml"])
def test_unknown_preset_is_refused_with_the_presets(name: str) -> None:
    with pytest.raises(InputError) as caught:
        load_rules(name)
    assert repr(name) in str(caught.value)


def test_a_file_of_ones_own_is_read_each_time(tmp_path, monkeypatch):
    """Another folder, or a change on disk, is another preset under the same name."""
    targets = []
    for folder, target in (("one", 21), ("other", 18), ("one", 24)):
        home = tmp_path / folder
        home.mkdir(exist_ok=True)
        own = f'base = "innsbruck-1924"\nname = "own"\ntarget = {{ value = {target}, source = "us" }}\n'
        (home / "own.toml").write_text(own, encoding="utf-8")
        monkeypatch.chdir(home)
        targets.append(load_rules("own.toml").target)
    assert targets == [21, 18, 24]
