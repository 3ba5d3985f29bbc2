"""A deal in one line: what is read, what is printed, where a fault stands."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from searching import examples

from analyse.game.cards import card_name, cards_of, mask_of
from analyse.game.plays import Play, Position, after, legal_plays, play_name, trick_rules, turn
from analyse.game.rules import PRESETS, load_rules
from analyse.i18n import LANGS, InputError
from analyse.knowledge.notation import Notation, parse_notation, print_notation

# what is read | what is printed
READ = """
L8 | HA LA SU E10 W                                      = L8 | HA LA SU E10 W
l8|w e10 SU la ha                                        = L8 | HA LA SU E10 W
Laub | Herz Ass, Laub Ass, SU, E10, Weli                 = L | HA LA SU E10 W
L | -                                                    = L | -
L8 | HA LA SU E10 W |                                    = L8 | HA LA SU E10 W
L8 | HA LA SU E10 W | HA H8 H9 HO                        = L8 | HA LA SU E10 W | HA H8 H9 HO
L8 | HA LA SU E10 W | HA H8 H9 HO /                      = L8 | HA LA SU E10 W | HA H8 H9 HO
L8 | HA LA SU E10 W | HA H8 H9 HO /0 LA                  = L8 | HA LA SU E10 W | HA H8 H9 HO / LA
L8 | HA LA SU E10 W | HA H8 H9 HO/LA                     = L8 | HA LA SU E10 W | HA H8 H9 HO / LA
L8 | HA LA SU E10 W | HA HK=HA ? ? /1                    = L8 | HA LA SU E10 W | HA HK=HA ? ? /1
L8 | HA LA SU E10 W | HA HK=ha ? ? /1 L7 ?               = L8 | HA LA SU E10 W | HA HK=HA ? ? /1 L7 ?
L8 | HA LA SU E10 W | W=HA ? ? ? /0 W8                   = column 37
L8 | HA LA SU E10 W | players=2 | HA HK / LA L9          = L8 | HA LA SU E10 W | HA HK / LA L9 | players=2
L8 | HA LA SU E10 W | leader=0 players=4                 = L8 | HA LA SU E10 W
L8 | HA LA SU E10 W | leader=3 rules=kongress-1890       = L8 | HA LA SU E10 W | leader=3 rules=kongress-1890
L8 | HA LA SU E10 W | H8 | links: W8                     = column 35
L8 | HA LA SU E10 W | links: H8; left: !S7               = L8 | HA LA SU E10 W | left: H8 !S7
L8 | HA LA SU E10 W | left: gleich>=2A | leader=1 | H8 ? = L8 | HA LA SU E10 W | H8 ? | leader=1 | left: gleich>=2A
L8 | - | ? ? ? ? /2 ? | leader=2                         = L8 | - | ? ? ? ? /2 ? | leader=2
"""


def halves(row: str, separator: str = " = ") -> tuple[str, str]:
    left, _, right = row.rpartition(separator)
    return left.strip(), right.strip()


@pytest.mark.parametrize("row", READ.strip().splitlines())
def test_what_is_read_is_printed_in_one_way(row: str) -> None:
    line, expected = halves(row)
    if expected.startswith("column"):
        with pytest.raises(InputError, match=f"^{expected}:"):
            parse_notation(line)
        return
    deal = parse_notation(line)
    assert print_notation(deal) == expected
    assert parse_notation(expected) == deal


# line | column | what the sentence quotes or expects
FAULTS = """
                                             =  1  = up-card
L8                                           =  3  = "L8 | HA LA SU E10 W"
L8 HA LA SU E10 W                            = 18  = my hand
X8 | HA LA SU E10 W                          =  1  = 'X8'
 L6 | HA LA SU E10 W                         =  2  = 'L6'
L8 | HA LA SU E10                            =  6  = 'HA LA SU E10'
L8 |                                         =  5  = 5
L8 | HA LA SU E10 L8                         =  6  = 'L8'
L8 | HA LA SU E10 HA                         =  6  = 'HA'
L8 | HA LA SU E10 Spitz                      =  6  = 'Spitz'
L8 | HA LA SU E10 W | HA H8 H8               = 29  = 'H8'
L8 | HA LA SU E10 W | HA L8                  = 26  = 'L8'
L8 | HA LA SU E10 W | HA SU                  = 26  = 'SU'
L8 | HA LA SU E10 W | H9                     = 23  = 'H9'
L8 | HA LA SU E10 W | ?                      = 23  = '?'
L8 | HA LA SU E10 W | HA H8=H9               = 26  = 'H8=H9'
L8 | HA LA SU E10 W | W=W                    = 23  = 'W=W'
L8 | HA LA SU E10 W | W=?                    = 23  = '?'
L8 | HA LA SU E10 W | HA H8 / SU             = 29  = 4
L8 | HA LA SU E10 W | / HA                   = 23  = 4
L8 | HA LA SU E10 W | HA H8 H9 HO LA         = 35  = 'LA'
L8 | HA LA SU E10 W | HA H8 H9 HO /2 LA      = 35  = '/2'
L8 | HA LA SU E10 W | HA H8 H9 ? / LA        = 34  = /0
L8 | HA LA SU E10 W | HA H8 H9 ?             = 33  = /0
L8 | HA LA SU E10 W | HA H8 H9 ? /4 LA       = 34  = '/4'
L8 | HA LA SU E10 W | HA H8 H9 ? /1 LA       = 37  = 'LA'
L8 | HA LA SU E10 W | HA H8 | SU             = 31  = 'SU'
L8 | HA LA SU E10 W | players=3              = 31  = '3'
L8 | HA LA SU E10 W | players=               = 23  = 'players='
L8 | HA LA SU E10 W | players=2 seats=1      = 33  = 'seats=1'
L8 | HA LA SU E10 W | players=2 leader=2     = 40  = 2
L8 | HA LA SU E10 W | leader=1 leader=1      = 32  = 'leader=1'
L8 | HA LA SU E10 W | leader=x               = 30  = 'x'
L8 | HA LA SU E10 W | rules=meran            = 29  = 'meran'
L8 | HA LA SU E10 W | rules=schlanders-2023  =  6  = 'W'
E8 | HA LA SU E10 W | rules=oberland         =  1  = 'E'
L8 | HA LA SU E10 W | uncle: HK              = 23  = 'uncle'
L8 | HA LA SU E10 W | left: H8 E11           = 32  = 'E11'
L8 | HA LA SU E10 W | left: H8 | left: H9    = 34  = 'left: H9'
L8 | HA LA SU E10 W | HA E9 H9 HO / SU H8    = 40  = 'H8'
L8 | HA LA SU E10 W | H8 E10 | players=2 leader=1 = 26 = 'E10'
L8 | HA LA SU E10 W | HA HK / E10 E9 / SU S8 / LA L9 / W=LA LO / EK | players=2 = 66 = 'EK'
"""


@pytest.mark.parametrize("row", FAULTS.strip("\n").splitlines())
@pytest.mark.parametrize("lang", LANGS)
def test_a_fault_is_told_with_its_column(row: str, lang: str) -> None:
    line, column, quoted = (cell.rstrip() for cell in row.rsplit(" = ", 2))
    with pytest.raises(InputError) as caught:
        parse_notation(line.rstrip())
    sentence = caught.value.text(lang)
    assert sentence.startswith(f"{'Spalte' if lang == 'de' else 'column'} {column.strip()}: ")
    assert "\n" not in sentence
    if lang == "en" or "'" in quoted:
        assert quoted.strip() in sentence


def random_deal(random: Random) -> Notation:
    """Return a deal played by chance, some of the plain cards of others not noted."""
    name = random.choice(PRESETS)
    rules, players = load_rules(name), random.choice((2, 4))
    cards = list(cards_of(rules.pack))
    random.shuffle(cards)
    trump = random.choice(rules.trumps)
    hands = [mask_of(cards[5 * i : 5 * i + 5]) for i in range(players)]
    leader = random.randrange(players)
    position = Position(trick_rules(rules, trump), tuple(hands), leader)
    told = random.random() < 0.7
    plays, takers, unnoted = [], [], False
    for _ in range(random.randrange(5 * players + 1)):
        play = random.choice(legal_plays(position))
        mine = told and turn(position) == 0
        hide = play.card not in position.rules.wild and not mine and random.random() < 0.2
        plays.append(None if hide else play)
        position, unnoted = after(position, play), unnoted or hide
        if not position.table:
            takers.append(position.leader if unnoted else None)
            unnoted = False
    return Notation(
        None, trump, hands[0] if told else None, tuple(plays), tuple(takers), players, leader, name
    )


@examples(200)
@given(st.randoms(use_true_random=False))
def test_parse_of_print_is_the_deal(random: Random) -> None:
    deal = random_deal(random)
    line = print_notation(deal)
    assert parse_notation(line) == deal
    assert [deal.upto(n).plays for n in range(3)] == [deal.plays[:n] for n in range(3)]
    assert parse_notation(print_notation(deal.upto(len(deal.plays) // 2))) == deal.upto(len(deal.plays) // 2)


@examples(400)
@given(st.text(alphabet="L8|HA WSUE10=?/-:;players=leader2 49", max_size=60))
def test_any_line_is_read_or_refused_in_a_sentence(line: str) -> None:
    try:
        deal = parse_notation(line)
    except InputError as error:
        assert all("\n" not in error.text(lang) for lang in LANGS)
    else:
        assert parse_notation(print_notation(deal)) == deal


@examples(300)
@given(st.randoms(use_true_random=False), st.text(alphabet="H8 =?/|:1-W", min_size=1, max_size=2), st.data())
def test_a_line_with_one_slip_is_read_or_refused(random: Random, slip: str, data: st.DataObject) -> None:
    line = print_notation(random_deal(random))
    at = data.draw(st.integers(0, len(line)))
    slipped = line[:at] + slip + line[at + data.draw(st.integers(0, 2)) :]
    try:
        deal = parse_notation(slipped)
    except InputError as error:
        assert error.text("de") != error.text("en")
    else:
        assert parse_notation(print_notation(deal)) == deal


def test_a_rules_file_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_text('base = "innsbruck-1924"\nname = "house"\n', encoding="utf-8")
    line = "L8 | HA LA SU E10 W | rules=house.toml"
    assert print_notation(parse_notation(line)) == line


def test_the_example_at_the_top_of_the_module_is_read() -> None:
    import analyse.knowledge.notation as module

    lines = [line.strip() for line in (module.__doc__ or "").splitlines() if line.startswith("    L")]
    assert len(lines) == 2
    for line in lines:
        assert print_notation(parse_notation(line)) == line
    assert card_name(parse_notation(lines[0]).upcard) == "L8"
    assert play_name(parse_notation(lines[0]).plays[1]) == "HK=HA"
    assert parse_notation(lines[1]).plays[1] is None
    assert isinstance(parse_notation(lines[1]).plays[-1], Play)
