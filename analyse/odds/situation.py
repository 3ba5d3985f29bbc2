"""What one player knows of a deal: own cards, the up-card, and where every unseen card may lie."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb

from analyse.game.cards import card_name, cards_of, hand_name, mask_of, parse_cards
from analyse.game.rules import Rules
from analyse.i18n import InputError

ME, LEFT, PARTNER, RIGHT = 0, 1, 2, 3
PACK = 4  # asleep: in nobody's hand
State = tuple[int, ...]
CUT_MAX = 4  # the cutter keeps at most four permanent Perlaggen (RULES 3)

_FOUR_SEATS = {
    **dict.fromkeys(("left", "links"), (LEFT,)),
    **dict.fromkeys(("partner",), (PARTNER,)),
    **dict.fromkeys(("right", "rechts"), (RIGHT,)),
    **dict.fromkeys(("opponents", "gegner"), (LEFT, RIGHT)),
}
_TWO_SEATS = dict.fromkeys(("other", "opponent", "opponents", "gegner"), (LEFT,))
_OUT = ("out", "aus")
_CUT = ("cut", "abgehoben")
_NONE = ("none", "keiner", "nichts", "-")


@dataclass(frozen=True)
class Situation:
    """All that is known of one deal, seen from seat 0.

    Parameters
    ----------
    rules : the preset
    hand : mask of my cards
    upcard : the card turned up (nobody's), None where only the trump suit is known
    trump : suit 0..3
    players : 2 or 4; seats 0 me, 1 left (two players: the other), 2 partner, 3 right
    leader : seat of Vorhand
    places : (card, bits) for every unseen card, ascending; bit s: may lie at seat s, bit 4: asleep
    bottom : whether the card left at the bottom by the cut is known to be no permanent Perlagg
    known : the statements, as read
    notes : keys of the remarks that belong to every answer
    """

    rules: Rules
    hand: int
    upcard: int | None
    trump: int
    players: int
    leader: int
    places: tuple[tuple[int, int], ...]
    bottom: bool
    known: str
    notes: tuple[str, ...]

    @cached_property
    def perlaggen(self) -> int:
        """Mask of the Perlaggen of this deal."""
        return self.rules.perlagg_mask(self.trump)

    @property
    def others(self) -> tuple[int, ...]:
        """The seats of the other players: opponents first, then the partner."""
        return (LEFT, RIGHT, PARTNER) if self.players == 4 else (LEFT,)

    @cached_property
    def deals(self) -> int:
        """Number of equally likely deals that agree with all that is known."""
        return count_deals(self)


def situation(  # noqa: PLR0913  the six facts a question begins with
    hand: int,
    rules: Rules,
    *,
    upcard: int | None = None,
    trump: int | None = None,
    players: int = 4,
    leader: int = 0,
    known: str = "",
) -> Situation:
    """Return the situation of a player who holds `hand` (mask).

    Either `upcard` (still lying there) or `trump` alone must be given. `known` holds statements
    separated by ";", each a seat or side, "out" or "cut", a colon, and cards; "!" before a card
    says that it is not there: "partner: W L9; opponents: HK; left: !S7; out: E8; cut: none".

    Raises `InputError` where the parts contradict each other or cannot be read.

    >>> from analyse.game.cards import parse_card
    >>> from analyse.game.rules import load_rules
    >>> mine = mask_of(parse_cards("HA LA SU E10 W"))
    >>> situation(mine, load_rules(), upcard=parse_card("L8")).deals
    13155340358160
    """
    if players not in (2, 4):
        raise InputError("players", bad=players)
    if not 0 <= leader < players:
        raise InputError("leader", bad=leader, last=players - 1)
    suit = trump_suit(rules, upcard, trump)
    _check_hand(hand, rules, upcard)
    made = Situation(
        rules, hand, upcard, suit, players, leader, (), bottom=False, known=known.strip(), notes=()
    )
    table = _Places(made)
    exchange = table.exchange()
    for where, items in _statements(known):
        table.add(where, items)
    table.check_sizes()
    notes = (*exchange, *(() if table.cut_told else ("note.no_cut",)))
    made = replace(made, places=tuple(sorted(table.bits.items())), bottom=table.bottom, notes=notes)
    if not made.deals:
        raise InputError("known_impossible", bad=known.strip())
    return made


def trump_suit(rules: Rules, upcard: int | None, trump: int | None) -> int:
    """Return the trump suit 0..3 that the up-card, or without one `trump`, makes; raises `InputError`."""
    if upcard is None:
        if trump is None:
            raise InputError("upcard_missing")
        return rules.check_trump(trump)
    turned = rules.trump_of(upcard)
    if trump not in {None, turned}:
        raise InputError("trump_disagrees", bad=card_name(upcard))
    return turned


def _check_hand(hand: int, rules: Rules, upcard: int | None) -> None:
    for card in cards_of(hand):
        rules.check_card(card)
    if upcard is not None and hand >> upcard & 1:
        raise InputError("card_in_hand_and_up", bad=card_name(upcard))
    if hand.bit_count() != rules.hand_size:
        raise InputError("hand_size", bad=hand_name(hand), n=hand.bit_count(), size=rules.hand_size)


class _Places:
    """Where each unseen card may lie, narrowed statement by statement."""

    def __init__(self, known: Situation) -> None:
        self.known = known
        self.seats = _FOUR_SEATS if known.players == 4 else _TWO_SEATS
        seen = known.hand | (0 if known.upcard is None else 1 << known.upcard)
        everywhere = _bits((*known.others, PACK))
        self.bits = dict.fromkeys(cards_of(known.rules.pack & ~seen), everywhere)
        self.cut_told = False
        self.bottom = False

    def add(self, where: str, items: str) -> None:
        """Take in one statement about the cut, a seat, a side or the sleeping cards."""
        if where in _CUT:
            self.cut(items)
            return
        if where in self.seats:
            seats = self.seats[where]
        elif where in _OUT:
            seats = (PACK,)
        else:
            allowed = (*dict.fromkeys(self.seats), _OUT[0], _CUT[0])
            raise InputError("known_where", bad=where, allowed=", ".join(allowed))
        for card, held in _cards(items, where):
            self.narrow(card, _bits(seats) if held else ~_bits(seats), where)

    def narrow(self, card: int, bits: int, where: str) -> None:
        """Allow `card` only at `bits`."""
        if self.known.hand >> card & 1:
            raise InputError("known_mine", bad=card_name(card), where=where)
        if card == self.known.upcard:
            raise InputError("known_up", bad=card_name(card), where=where)
        self.known.rules.check_card(card)
        self.bits[card] &= bits
        if not self.bits[card]:
            raise InputError("known_nowhere", bad=card_name(card), where=where)

    def check_sizes(self) -> None:
        """Check that no player is said to hold more cards than a hand has."""
        names = {seats: name for name, seats in reversed(self.seats.items())}
        for seats, name in names.items():
            sure = [c for c, bits in self.bits.items() if not bits & ~_bits(seats)]
            room = self.known.rules.hand_size * len(seats)
            if len(sure) > room:
                raise InputError("known_too_many", bad=hand_name(mask_of(sure)), where=name, n=room)

    def exchange(self) -> tuple[str, ...]:
        """Take in what a Perlagg still lying there says of the dealer's side (RULES 3)."""
        rules, hand, up = self.known.rules, self.known.hand, self.known.upcard
        if up is None or not self.known.perlaggen >> up & 1:
            return ()
        if rules.exchange == "may" or rules.permanent >> up & 1:
            return ("note.may_exchange",)
        dealer = (self.known.leader - 1) % self.known.players
        side = (dealer, (dealer + 2) % 4) if self.known.players == 4 else (dealer,)
        trumps = rules.plain_trumps(self.known.trump)
        if ME in side and hand & trumps:
            raise InputError("must_exchange", bad=hand_name(hand & trumps), up=card_name(up))
        for card in cards_of(trumps & mask_of(self.bits)):
            self.narrow(card, ~_bits(side), card_name(card))
        return ("note.must_exchange",)

    def cut(self, items: str) -> None:
        """Take in the permanent Perlaggen cut; fewer than four mean that a plain card followed."""
        if self.cut_told:
            raise InputError("cut_twice", bad=items)
        self.cut_told = True
        cards = () if items.casefold() in _NONE else parse_cards(items)
        rules = self.known.rules
        cutter = (self.known.leader - 2) % 4 if self.known.players == 4 else self.known.leader
        for card in cards:
            if not rules.permanent >> card & 1:
                raise InputError(
                    "cut_not_permanent", bad=card_name(card), permanent=hand_name(rules.permanent)
                )
            mine = bool(self.known.hand >> card & 1)
            if mine != (cutter == ME):
                raise InputError("cut_mine" if mine else "cut_not_mine", bad=card_name(card))
            if not mine:
                self.narrow(card, _bits((cutter,)), "cut")
        if len(cards) > CUT_MAX:
            raise InputError("cut_too_many", bad=items, most=CUT_MAX)
        self.bottom = len(cards) < CUT_MAX


def _bits(seats: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in seats)


def _statements(known: str) -> list[tuple[str, str]]:
    """Return the statements as (where, what)."""
    rows = []
    for part in known.split(";"):
        if not part.strip():
            continue
        where, colon, items = part.partition(":")
        if not colon or not items.strip():
            raise InputError("known_form", bad=part.strip())
        rows.append((where.strip().casefold(), items.strip()))
    return rows


def _cards(items: str, where: str) -> list[tuple[int, bool]]:
    """Return (card, whether it is there) for "W L9 !S7"."""
    rows: list[tuple[int, bool]] = []
    for i, segment in enumerate(re.split("!", items)):
        cards = parse_cards(segment)
        if i and not cards:
            raise InputError("known_form", bad=f"{where}: {items}")
        rows += [(card, i == 0 or place > 0) for place, card in enumerate(cards)]
    return rows


def count_deals(known: Situation) -> int:
    """Return how many deals agree with `known`: every way of filling the other hands.

    With the cut given, the card at the bottom is one more place, for a card that is no permanent
    Perlagg.
    """
    size = known.rules.hand_size
    classes = Counter((bits, known.rules.permanent >> card & 1) for card, bits in known.places)
    # state: cards at each of the other seats, then the plain cards asleep, any of them the bottom
    ways: Mapping[State, int] = {(0,) * (len(known.others) + 1): 1}
    for (bits, permanent), n in classes.items():
        rooms = tuple(size if bits >> seat & 1 else 0 for seat in known.others)
        ways = _spread(ways, rooms, n, asleep=bool(bits >> PACK & 1), plain=not permanent)
    full = (size,) * len(known.others)
    return sum(w * (s[-1] if known.bottom else 1) for s, w in ways.items() if s[:-1] == full)


def _spread(
    ways: Mapping[State, int], rooms: tuple[int, ...], n: int, *, asleep: bool, plain: bool
) -> Mapping[State, int]:
    """Add `n` cards of one class to every state, at most `rooms` cards in all at each seat."""
    now = Counter({(*state, n): w for state, w in ways.items()})  # the last: cards still to place
    for i, room in enumerate(rooms):
        grown: Counter[State] = Counter()
        for state, w in now.items():
            for k in range(max(0, min(state[-1], room - state[i])) + 1):
                grown[(*state[:i], state[i] + k, *state[i + 1 : -1], state[-1] - k)] += w * comb(state[-1], k)
        now = grown
    done: Counter[State] = Counter()
    for (*seats, sleeping, left), w in now.items():
        if asleep or not left:
            done[*seats, sleeping + left * plain] += w
    return done
