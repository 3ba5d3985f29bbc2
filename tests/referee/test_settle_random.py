"""The reckoning against its slow twin: a thousand random deals, and what no order of storage may change."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

import pytest
from oracle import card
from oracle_settle import PRESETS, UPWARDS, Deal, Word, best_naming, figures_of, is_open, may_say, steps

from analyse.game.cards import card_name, cards_of, mask_of
from analyse.game.figures import KINDS
from analyse.game.rules import Rules, load_rules
from analyse.i18n import InputError, catalogue
from analyse.referee.bets import FIGURES, Bets, Call, said
from analyse.referee.laid_hands import Laid, Shown, outcome, show
from analyse.referee.settling import settle
from analyse.referee.slate import Outcome, Settlement

DEALS = 1000
Values = Mapping[int, Mapping[str, int]]
SCORES = ((0, 0), (14, 14), (14, 13), (14, 12), (13, 13), (12, 14), (13, 14), (9, 13), (-3, 14), (12, 12))


@dataclass(frozen=True)
class Told:
    """A random deal in the words of both."""

    deal: Deal
    shown: tuple[Shown, ...]
    rules: Rules
    vorhand: int

    @property
    def outcomes(self) -> dict[str, Outcome]:
        """How the cards decide."""
        return {kind: outcome(kind, self.shown) for kind in KINDS} | {"spiel": Outcome(self.deal.tricks)}

    @property
    def calls(self) -> tuple[Call, ...]:
        """What was said."""
        return tuple(map(call_of, self.deal.words))

    def settled(self) -> Settlement:
        """The reckoning of the package."""
        return settle(self.outcomes, self.calls, self.deal.score, self.rules, vorhand=self.vorhand)


def call_of(word: Word) -> Call:
    seat, what, figures, unseen = word
    if isinstance(what, int):
        return Call("raise", seat, figures, what)
    return Call(str(what), seat, figures, unseen=unseen)


def random_name(rng: Random, held: list[int]) -> int | None:
    """Return a name near a card of the hand, any name, or none."""
    if rng.random() < 0.2:
        return None
    ranks = [c & 7 for c in held if c < 32] or [0]
    return rng.choice((rng.choice(ranks) + 8 * rng.randrange(4), rng.randrange(32)))


def random_hands(rng: Random, rules: Rules, players: int) -> tuple[tuple[Shown, ...], Values]:
    """Deal five cards each, name every Perlagg, and return what the hands make in the words of both."""
    pack, trump = list(cards_of(rules.pack)), rng.randrange(4)
    rng.shuffle(pack)
    shown, values, wild = [], {}, rules.perlagg_mask(trump)
    for seat in range(players):
        held = sorted(pack[5 * seat : 5 * seat + 5])
        names = tuple((c, random_name(rng, held)) for c in held if wild >> c & 1)
        shown.append(show(Laid(mask_of(held), names), wild, trump))
        said_so = {card(card_name(c)): card(card_name(name)) for c, name in names if name is not None}
        values[seat] = figures_of([card(card_name(c)) for c in held], said_so)
    return tuple(shown), values


def random_figures(rng: Random, players: int) -> tuple[tuple[Shown, ...], Values]:
    """Return figures out of so few that both sides often have the same."""
    choices = (0, 8 + 5, 16 + 7, 16 + 7, 24 + 3)
    values = {seat: {kind: rng.choice(choices) for kind in KINDS} for seat in range(players)}
    return tuple(Shown((), (), v["gleich"], v["hanger"]) for v in values.values()), values


def ladder(rng: Random) -> list[Word]:
    """Bid a figure and raise it to Spiel aus."""
    figure, first = rng.choice(FIGURES), rng.randrange(2)
    words: list[Word] = [((first + n) % 2, word, (figure,), False) for n, word in enumerate(UPWARDS)]
    return [*words, ((first + 1) % 2, rng.choice(("hold", "hold", "good")), (figure,), False)]


def all_bid(rng: Random) -> list[Word]:
    """Let one side bid all three figures, of which the other mostly lets only the last good."""
    order, side, words = rng.sample(FIGURES, k=3), rng.randrange(2), []
    for figure, answer in zip(order, ("hold", "hold", rng.choice(("good", "good", "hold"))), strict=True):
        words += [(side, "bid", (figure,), False), (1 - side, answer, (figure,), False)]
    return words


def random_word(rng: Random, told: Told, players: int) -> Word:
    """Return a word that the rules may allow or not."""
    deal = told.deal
    if deal.seen() == (deal.target - 1, deal.target - 1) and rng.random() < 0.3:
        return told.vorhand, "ask", (), False
    opened = [figure for figure in FIGURES if is_open(deal.words, figure)]
    begins = ("bid", "bid", "bid", "good", 3, 4, 5, "show", "stand", "played")
    what = rng.choice(("hold", "hold", "good", 3, 4, 5, 6, 7, "aus", "bid") if opened else begins)
    if what == "played":
        return 0, what, (), False
    if opened and isinstance(what, int) and rng.random() < 0.7:  # so that ladders are climbed
        what = UPWARDS[min(len(UPWARDS) - 1, steps(deal.words, opened[0]))]
    n = rng.choice((2, 3)) if what in {"bid", "hold", "good"} and rng.random() < 0.25 else 1
    figures = (
        rng.sample(opened, k=1) if opened and n == 1 and rng.random() < 0.8 else rng.sample(FIGURES, k=n)
    )
    return rng.randrange(players), what, tuple(figures), what == "bid" and rng.random() < 0.2


def random_deal(seed: int) -> Told:
    """Deal, name, and say about a dozen words, of which both must allow the same."""
    rng = Random(seed)  # noqa: S311  deals, not secrets
    preset = rng.choice(sorted(PRESETS))
    target = rng.choice((15, 15, 15, 9, 24))
    rules = replace(load_rules(preset), target=target)
    players = rng.choice((4, 4, 2))
    shown, values = random_hands(rng, rules, players) if rng.random() < 0.5 else random_figures(rng, players)
    ours, theirs = (points + target - 15 for points in rng.choice(SCORES))
    told = Told(
        Deal([], values, rng.randrange(2), (ours, theirs), target, preset), shown, rules, rng.randrange(2)
    )
    bets = Bets()
    for word in rng.choice(([], [], [], ladder(rng), all_bid(rng))):
        bets = say(told, bets, word)
    for _ in range(rng.choice((0, 2, 6, 16))):
        bets = say(told, bets, random_word(rng, told, players))
    for _ in range(3):  # every bid is answered
        for figure in FIGURES:
            answers = [(seat, what, (figure,), False) for seat in (0, 1) for what in ("hold", "good")]
            for word in rng.sample(answers, k=4) if is_open(told.deal.words, figure) else ():
                bets = say(told, bets, word)
    return told


def say(told: Told, bets: Bets, word: Word) -> Bets:
    """Say a word if the rules allow it, and check that both say the same of that."""
    deal = told.deal
    aus_is_held = any(bets.is_aus(figure, told.rules) for figure in FIGURES)
    again = word[1] == "played" and bets.spiel is not None  # refused by `settle`, see test_settle.py
    if again or (max(deal.seen()) >= deal.target and not aus_is_held):
        return bets
    try:
        before = replace(bets, spiel=deal.tricks) if word[1] == "played" else bets
        after = said(before, call_of(word), told.rules)
    except InputError:
        after = None
    assert (after is not None) == may_say(deal.words, word, deal.tricks), (deal.words, word)
    if after is not None:
        deal.words = [*deal.words, word]
    return bets if after is None else after


def rows(made: Settlement) -> list[tuple[int | None, str, int]]:
    return [(entry.side, entry.figure, entry.points) for entry in made.entries]


@pytest.mark.parametrize("block", range(5))
def test_a_thousand_random_deals_are_reckoned_like_the_slow_twin(block):
    for seed in range(block * DEALS // 5, (block + 1) * DEALS // 5):
        told = random_deal(seed)
        deal = told.deal
        deal.reckon()
        made = told.settled()
        assert rows(made) == deal.done, seed
        assert (made.after, made.out, made.new_deal is not None) == (tuple(deal.now), deal.out, deal.new_deal)


def test_the_random_deals_meet_every_reason():
    met = {entry.why for seed in range(DEALS) for entry in random_deal(seed).settled().entries}
    told = {key.removeprefix("settle.why_") for key in catalogue("en") if key.startswith("settle.why_")}
    assert told - met == {"equal_spiel"}  # a field that no preset sets, see test_settle.py


def test_random_deals_conserve():
    for seed in range(DEALS):
        made = random_deal(seed).settled()
        written = [entry.figure for entry in made.entries if entry.points >= 0]
        assert len(written) == len(set(written)), seed  # no figure is written twice
        for side in (0, 1):
            points = sum(entry.points for entry in made.entries if entry.side == side)
            assert made.after[side] == made.before[side] + points
        assert (made.out is None) == (max(made.after) < made.target)
        assert made.out is None or min(made.after) < made.target
        assert made.out is None or made.entries[-1].side == made.out
        assert made.out is None or made.new_deal is None


def test_random_deals_do_not_depend_on_the_order_of_storage():
    for seed in range(0, DEALS, 2):
        told = random_deal(seed)
        backwards = dict(reversed(told.outcomes.items()))
        calls = tuple(
            replace(call, figures=call.figures[::-1]) if call.what == "hold" else call for call in told.calls
        )
        made = settle(backwards, calls, told.deal.score, told.rules, vorhand=told.vorhand)
        assert made == told.settled()


def test_random_deals_are_the_same_from_the_other_side():
    for seed in range(0, DEALS, 2):
        told = random_deal(seed)
        players = len(told.shown)
        turned = replace(told, shown=(*told.shown[-1:], *told.shown[:-1]), vorhand=1 - told.vorhand)
        calls = tuple(
            call if call.what == "played" else replace(call, seat=(call.seat + 1) % players)
            for call in told.calls
        )
        outcomes = turned.outcomes | {"spiel": Outcome(1 - told.deal.tricks)}
        made = settle(outcomes, calls, told.deal.score[::-1], told.rules, vorhand=turned.vorhand)
        ours = told.settled()
        swapped = [
            (None if side is None else 1 - side, figure, points) for side, figure, points in rows(ours)
        ]
        assert rows(made) == swapped
        assert (made.after[::-1], made.new_deal) == (ours.after, ours.new_deal)
        assert made.out == (None if ours.out is None else 1 - ours.out)


# Names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("free", [0, 1, 2])
def test_names_nobody_told_make_what_was_bid_then_gleich_then_hanger(free):
    rng = Random(free)  # noqa: S311  hands, not secrets
    for _ in range(60 if free < 2 else 12):
        rules, trump = load_rules(), rng.randrange(4)
        perlaggen, wild = rules.perlaggen(trump), rules.perlagg_mask(trump)
        plain = rng.sample([c for c in cards_of(rules.pack) if not wild >> c & 1], k=4 - free)
        bound = rng.choice(perlaggen[free:])
        names = ((bound, random_name(rng, plain)),)
        hand = Laid(mask_of([*plain, bound, *perlaggen[:free]]), names)
        seen = [*plain, bound if names[0][1] is None else names[0][1]]
        cards = [card(card_name(c)) for c in seen if c < 32]
        needed = rng.choice(((), ("hanger",), ("hanger", "gleich"), ("gleich",)))
        wanted = rng.choice(({}, {}, {"gleich": 8 + 7}, {"hanger": 16 + rng.randrange(2, 8)}))
        made, slow = show(hand, wild, trump, wanted, needed), best_naming(cards, free, needed, wanted)
        assert (made is None) == (slow is None)
        if made is not None:
            assert {kind: made.figure(kind) for kind in KINDS} == slow
            assert made.assumed == tuple(sorted(perlaggen[:free]))
            told = show(Laid(hand.cards, made.names), wild, trump)  # the same once the names are told
            assert (told.gleich, told.hanger, told.assumed) == (made.gleich, made.hanger, ())
