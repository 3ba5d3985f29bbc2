"""Whether cards nobody noted can be filled in: every filling of every deal tried, and the place told (RULES 5)."""

from dataclasses import replace
from random import Random

import oracle
import oracle_known
import oracle_tricks
import pytest
from test_conditions import theirs
from test_record import pick
from test_replay import endings, small_packs

from analyse.game.cards import hand_name, mask_of, parse_card, parse_cards
from analyse.game.plays import trick_rules
from analyse.i18n import InputError
from analyse.knowledge.language import parse_known
from analyse.knowledge.notation import Notation, parse_notation
from analyse.odds.replay import replay
from analyse.odds.unnoted import Unnoted, deal_situation

__all__ = ["small_packs"]  # a fixture

# players, tricks | up | the cards in play, mine among them | what else is known
TABLES = """
2 three | L8 | HA LA W HK S7 H8 H9 EA L9         |
2 three | L8 | HA SA S9 S8 H8 H9 L9 LK S7        | other: >=1 {H8 H9 L9 LK S8}
2 three | H8 | HA H9 H7 S9 S8 L9 LK E9           | other: =1..2 {HA H9 S9 S8 L9}
4 two   | L8 | HA W H8 H9 EA L9 S9 SA HK         |
4 two   | S8 | HA HO H8 H9 S9 SA SU E9 L9        | left: >=1 {HO H9 S9 E9 SA}
4 two   | L8 | H10 HO H8 H9 L9 LK S7 SA SU       | partner: gleich=none
""".strip().splitlines()


def line(row: str, seed: int) -> str:
    """Return a line of random play in which cards are not noted and a taker may be wrong."""
    table, up, in_play, known = (cell.strip() for cell in row.split("|"))
    players, sort = table.split()
    size, seats = {"two": 2, "three": 3}[sort], int(players)
    begun = parse_notation(f"{up} | - | players={players} rules={sort}.toml")
    cards, rng = list(oracle.cards(in_play)), Random(f"{row} {seed}")  # noqa: S311  a test draws
    said = oracle.from_mask(begun.preset.pack & ~mask_of(parse_cards(in_play)) & ~(1 << parse_card(up)))
    out = "out: " + " ".join(map(oracle.code, said))
    rules = trick_rules(begun.preset, begun.trump)
    rng.shuffle(cards)
    hands = [oracle.mask(cards[i * size : (i + 1) * size]) for i in range(seats)]
    deal = oracle_tricks.deal_of(rules.trump, rules.wild, rules.ranks, hands, 0)
    record = ""
    for _ in range(size):
        words = []
        for _ in range(seats):
            seat, play = oracle_tricks.turn(deal), pick(deal, rng)
            noted = not seat or play[0] in deal.law.wild or rng.random() < 0.4
            named = oracle.code(play[0]) + (f"={oracle.code(play[1])}" if play[1] else "")
            words.append(named if noted else "?")
            deal = oracle_tricks.after(deal, play)
        told = deal.leader if rng.random() < 0.7 else rng.randrange(seats)
        record += f"{' '.join(words)} /{told if '?' in words else ''} "
        if told != deal.leader and "?" in words:
            break
    settings = f"players={players} rules={sort}.toml"
    return f"{up} | {hand_name(hands[0])} | {record}| {settings} | {out}; {known}"


def may_be(told: Notation) -> bool:
    """Return whether any deal has a filling of its gaps in which all is allowed."""
    rules = trick_rules(told.preset, told.trump)
    for dealt, _ in oracle_known.deals(theirs(deal_situation(told))):
        hands = [oracle.mask(dealt[seat]) for seat in range(told.players)]
        deal = oracle_tricks.deal_of(rules.trump, rules.wild, rules.ranks, hands, told.leader)
        if next(endings(deal, told), None):
            return True
    return False


SEEDS = 12


@pytest.mark.slow
@pytest.mark.parametrize("row", TABLES)
def test_gaps_can_be_filled_where_any_filling_is_allowed(row: str) -> None:
    found = set()
    for seed in range(SEEDS):
        told = parse_notation(line(row, seed))
        found.add(can_be := may_be(told))
        assert Unnoted(told).can_be() is can_be
        if not can_be:
            check_place(told)
    assert found == {True, False}


def check_place(told: Notation) -> None:
    """Check that the place named is the first up to which nothing agrees, by all fillings.

    Where the plays alone can have been, what is told of the cards is named instead, and all of it is needed.
    """
    with pytest.raises(InputError) as caught:
        replay(told, worlds=10)
    if caught.value.key == "error.notation_contradiction":
        named = parse_known(str(caught.value.params["said"]), told.players, told.preset)
        assert named
        assert set(named) <= set(told.known)
        assert Unnoted(replace(told, known=named)).can_be() is False
        for one in named:
            assert Unnoted(replace(told, known=tuple(s for s in named if s != one))).can_be() is not False
        return
    lines = [told.upto(n) for n in range(1, len(told.plays) + 1)]
    alone = [Unnoted(replace(line, known=())).can_be() is False for line in lines]
    n = 1 + (alone.index(True) if any(alone) else next(i for i, line in enumerate(lines) if not may_be(line)))
    assert not may_be(lines[n - 1])
    assert caught.value.key == "error.notation_impossible"
    assert caught.value.params["bad"] == told.upto(n).record
    trick, card = divmod(n - 1, told.players)
    for lang, words in (
        ("en", f"(trick {trick + 1}, card {card + 1}"),
        ("de", f"(Stich {trick + 1}, Karte {card + 1}"),
    ):
        assert words in caught.value.text(lang)
        assert "\n" not in caught.value.text(lang)


# Full deals of which a single trick, two or three of them show that it cannot have been
AT_ONCE = """
L8 | HA LA SU E10 W | HA ? ? ? /0 SU ? ? ? /0 LA ? ? ? /0 W=LA ? ? ? /2                   | trick 4, card 4
L8 | HA LA SU E10 W | HA ? ? ? /0 SU ? ? ? /3 ? LA ? ? /0 E10 ? ? ? /0 W=H7 ? ?           |
L8 | HA LA SU E10 W | HA E9 ? ? /0 SU ? ? ? /1 ? ? ? E10 /2 ? ? LA H10 /0 W=H7 H8 ? ? /1  | trick 4, card 4
L8 | - | HA ? ? ? /0 H9 ? ? ? /0 LA ? ? ? /0 SA ? ? ? /0 EA ? ? ? /2                     |
L8 | - | LA ? ? ? /1                                                                       | trick 1, card 4
""".strip().splitlines()


@pytest.mark.parametrize("row", AT_ONCE)
def test_few_steps_tell_it_of_full_deals(row: str) -> None:
    """A million fillings, and the search ends long before it gives up."""
    told_line, _, place = row.rpartition("|")
    told = parse_notation(told_line)
    assert Unnoted(told).can_be() is (not place.strip())
    if place.strip():
        with pytest.raises(InputError, match=place.strip()):
            replay(told, worlds=10)
