"""Hot loops of the open-card solver; `analyse.opencards.solver` is the door to them.

Cards are bits of one 64-bit word: four suits of nine bits, rank 7 lowest, the ninth always empty (a
guard), the trump suit last; from bit 36 on the Perlaggen, low to high. So "stronger" among trumps
and Perlaggen is "higher bit". Power of a card in a trick: `16 * (rank + 1)`, plus 256 for a trump, plus
`q + 1` where Perlagg number q bears the name; -1 where it cannot take.

The search asks "does side 0 get at least `need` of the tricks left?" and stops at the first answer.
It is a loop over an explicit stack, one row a card; what is said of names that suffice, of equal
cards and of sure tricks is argued where it is used and compared with plain minimax in the tests.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit as _njit
from numba import types
from numba.extending import intrinsic

from analyse.opencards._kept import entry

WILD = 36  # first bit of the Perlaggen
SUIT = 9  # bits of a suit, the guard included
N_WILD = 9
TRUMP_POWER = 256
ACE = 16 * 8
SEVEN = 16
LOSE = 46  # moves: bits 0..44 a card (a Perlagg as trump ace), from 46 on a Perlagg as a loser
MAJORITY, NUMBER, LAST = 0, 1, 2
WORK = 16 + 34 * 28  # words of scratch: 16, then a row for each card of the longest deal

_GUARDS = sum(1 << 9 * s + 8 for s in range(4)) | 1 << 45
_TRUMP_ACE = 1 << 34
_SEVENS = sum(1 << 9 * s for s in range(4))
_PLAIN = (1 << 36) - 1
NAMED = 1 << 50  # among the live cards: the trick began before the search, under any names
_ALL = (1 << 45) - 1
_WILDS = ((1 << N_WILD) - 1) << WILD


# LLVM puts a step where it is called: a quarter less time, for a second more to compile.
step = _njit(forceinline=True)


def _bits(name: str, *, with_flag: bool) -> Any:
    """Return an intrinsic on int64: LLVM's `name`."""

    @intrinsic
    def count(typingctx: Any, word: Any) -> Any:
        del typingctx, word

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            del context, signature
            i64, i1 = ir.IntType(64), ir.IntType(1)
            kinds = [i64, i1] if with_flag else [i64]
            called = builder.module.declare_intrinsic(name, [i64], ir.FunctionType(i64, kinds))
            return builder.call(called, [args[0], *([ir.Constant(i1, 0)] if with_flag else [])])

        return types.int64(types.int64), build

    return count


@intrinsic
def _memory(typingctx: Any, address: Any) -> Any:
    """Return an address as a pointer to int64: indexing it counts no references, unlike an array."""
    del typingctx, address

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.int64)(types.int64), build


_zeros_above = _bits("llvm.ctlz", with_flag=True)
_zeros_below = _bits("llvm.cttz", with_flag=True)
_count = _bits("llvm.ctpop", with_flag=False)


# One row of the stack, a row a card ---------------------------------------------------------------

(
    CARDS,
    ACES,
    SEVENS,
    PREFER,
    LEADER,
    PLACE,
    LED,
    BEST,
    TAKER,
    NEED,
    REST,
    MOVE,
    LIVE,
    SLOT,
    KEY,
    KEY2,
    NAMES,
) = range(17)
ROW = NAMES + N_WILD  # from NAMES on: for each bound Perlagg the names left to try


@step
def _top(mask: int) -> int:
    """Return the highest bit of a mask that is not empty."""
    return 63 - _zeros_above(mask)


@step
def _sure(mine: int, theirs: int) -> int:
    """Return how many of `mine` are sure tricks against `theirs`.

    Each card of theirs beats at most one of mine, a lower one; what the best matching, made from the
    top, leaves over takes its trick.
    """
    sure = 0
    beaters = 0
    while mine:
        top = _top(mine)
        above = theirs >> top
        if above:
            beaters += _count(above)
            theirs &= (1 << top) - 1
        mine ^= 1 << top
        if beaters:
            beaters -= 1
        else:
            sure += 1
    return sure


@step
def _sure_of_side(one: int, other: int, theirs: int, rest: int, need: int, bound: int) -> bool:
    """Return whether two partners' trumps and Perlaggen are sure of `need` of `rest` tricks.

    All power cards of one hand and the Perlaggen of the other need never fall together, if they are no
    more than the tricks left: a Perlagg is forced out only where a hand holds nothing else, and is led
    as a side ace where a trump would draw the partner's (not a bound one). Plain trumps of both may fall
    together.
    """
    first = one | (other & _WILDS & ~bound)
    if _count(first) >= need:
        while _count(first) > rest:
            first &= first - 1
        if _sure(first, theirs) >= need:
            return True
    second = other | (one & _WILDS & ~bound)
    if first == second or _count(second) < need:
        return False
    while _count(second) > rest:
        second &= second - 1
    return _sure(second, theirs) >= need


@step
def _as_named(hand: int, powers: int, bound: int, names: Any) -> int:
    """Return the trumps and Perlaggen of a hand, each bound Perlagg where its only name, a trump, stands."""
    mine = hand & powers & ~bound
    left = hand & bound
    while left:
        place = _zeros_below(left)
        left &= left - 1
        name = names[place - WILD]
        if name == _TRUMP_ACE:
            mine |= 1 << place
        elif name & powers and not name & (name - 1):
            mine |= name
    return mine


@step
def _settled(
    h0: int,
    h1: int,
    h2: int,
    h3: int,
    power: int,
    leader: int,
    rest: int,
    need: int,
    goal: int,
    bound: int,
    names: Any,
) -> int:
    """Return 1 or 0 where it is plain that side 0 gets or does not get `need` of `rest` tricks, else -1.

    Bound Perlaggen (mask `bound`) may beat whatever is below them, but are sure tricks only as what they
    are named.
    """
    if need <= 0:
        return 1
    if need > rest:
        return 0
    ours, theirs = h0 | h2, h1 | h3
    if rest == 1 and not bound:
        led = h0 if leader == 0 else h1 if leader == 1 else h2 if leader == 2 else h3
        live = (ours | theirs) & -power
        if not live:
            live = (ours | theirs) & (511 << SUIT * (_top(led) // SUIT))
        return 1 if (live & ours) > (live & theirs) else 0
    powers = -power & _ALL
    if goal == LAST:
        top = ours | theirs
        if top < 1 << WILD or 1 << _top(top) & bound:
            return -1
        return 1 if ours > theirs else 0
    p, q = ours & powers, theirs & powers
    lost = rest - need + 1
    if bound:
        if _count(p) >= need:
            a, c = _as_named(h0, powers, bound, names), _as_named(h2, powers, bound, names)
            if _sure_of_side(a, c, q, rest, need, bound):
                return 1
        if _count(q) >= lost:
            b, d = _as_named(h1, powers, bound, names), _as_named(h3, powers, bound, names)
            if _sure_of_side(b, d, p, rest, lost, bound):
                return 0
        return -1
    if _count(p) >= need and _sure_of_side(h0 & powers, h2 & powers, q, rest, need, 0):
        return 1
    if _count(q) >= lost and _sure_of_side(h1 & powers, h3 & powers, p, rest, lost, 0):
        return 0
    # A leader against whom nobody holds a trump or Perlagg takes what tops its suit, one after the other.
    if leader & 1:
        if p == 0:
            mine = h1 if leader == 1 else h3
            if _tops(mine, (ours | theirs) & ~mine, power) >= lost:
                return 0
    elif q == 0:
        mine = h0 if leader == 0 else h2
        if _tops(mine, (ours | theirs) & ~mine, power) >= need:
            return 1
    return -1


@step
def _tops(mine: int, others: int, power: int) -> int:
    """Return how many of `mine` are trumps, Perlaggen or higher than all of `others` in their suit."""
    tops = _count(mine & -power)
    for suit in range(4):
        mask = 511 << SUIT * suit
        if mask < power and mine & mask:
            rivals = others & mask
            tops += _count(mine & mask & -(1 << _top(rivals))) if rivals else _count(mine & mask)
    return tops


# The table of positions ------------------------------------------------------------------------


@step
def _owners(low: int, high: int, live: int) -> int:
    """Return a leading one, then for each live card of a suit, from the top, the two bits of its owner."""
    code = 1
    while live:
        top = _top(live)
        live ^= 1 << top
        code = code << 2 | (high >> top & 1) << 1 | (low >> top & 1)
    return code


@step
def _keys(hands: Any, seats: int, power: int, leader: int) -> tuple[int, int]:
    """Return two words that name the position up to what makes no difference.

    Per suit and for the Perlaggen: who holds its cards, seats counted from the leader; at most 18 bits.
    Side suits are sorted. A rank counts only by its place, but for a seven: while Perlaggen live one may be
    named below an eight and not below a seven.
    """
    one = hands[(leader + 1) & (seats - 1)]
    two = hands[(leader + 2) & 3] if seats == 4 else 0
    three = hands[(leader + 3) & 3] if seats == 4 else 0
    live = hands[leader] | one | two | three
    low, high = one | three, two | three
    sevens = live & _SEVENS if live >> WILD else 0
    a = _owners(low, high, live & 511) << 1 | (sevens & 1)
    b = _owners(low, high, live & 511 << 9) << 1 | (sevens >> 9 & 1)
    c = _owners(low, high, live & 511 << 18) << 1 | (sevens >> 18 & 1)
    d = _owners(low, high, live & 511 << 27) << 1 | (sevens >> 27 & 1)
    a, b = max(a, b), min(a, b)
    b, c = max(b, c), min(b, c)
    a, b = max(a, b), min(a, b)
    if power == 1 << WILD:  # no trump: four side suits
        c, d = max(c, d), min(c, d)
        b, c = max(b, c), min(b, c)
        a, b = max(a, b), min(a, b)
    return a << 40 | b << 20 | c, d << 20 | _owners(low, high, live & _WILDS)


@step
def _slot(key: int, key2: int, size: int) -> int:
    word = (key * 0x2545F4914F6CDD1D) ^ (key2 * 0x1B873593CC9E2D51)
    word ^= (word >> 29) & 0x7FFFFFFFF
    return (word * 0x5851F42D4C957F2D >> 24) & (size - 1)


# Plays ------------------------------------------------------------------------------------------


@step
def _touching(mine: int, live: int, apart: int) -> int:
    """Return `mine` without the cards that have an equal one of mine just below them.

    Cards between which no live card lies do the same, but for those of `apart` and what is above them:
    a natural seven while Perlaggen live, which may be named seven, and every name of a bound Perlagg.
    """
    dead = ~(live | _GUARDS) & ((1 << 46) - 1)
    above = (mine & ~apart) << 1
    landing = (above & ~dead) | (((above & dead) + dead) & ~dead)
    return mine & ~landing


@step
def _taking(best: int, led: int, power: int) -> int:
    """Return the cards, Perlaggen as trump aces, that take a trick led in `led` from power `best`."""
    suit = 511 << SUIT * led
    if best >= TRUMP_POWER:
        takes = -(1 << 27 + ((best - TRUMP_POWER) >> 4))  # a natural card must be higher
    else:
        takes = -power | (suit & -(1 << SUIT * led + (best >> 4)))
    if best >= (ACE if power == 1 << WILD else TRUMP_POWER + ACE):
        takes &= _PLAIN | -(1 << WILD + (best & 15))
    return takes & _ALL


@step
def _lead(st: Any, o: int, mine: int, partner: int, others: int, power: int, apart: int) -> None:
    """Fill in the plays of a leader: plain cards; Perlaggen as aces and, with a partner, as sevens.

    Of suits in which the others hold nothing one is as good as another; a side seven is led only to a
    partner (mask, -1 for none) who has plain cards of its suit.
    """
    kept = _touching(mine, st[o + LIVE], apart)
    aces = sevens = 0
    wild = kept >> WILD
    if wild:
        empty = False
        for suit in range(4):
            mask = 511 << SUIT * suit
            if mask >= power:
                if partner >= 0:
                    sevens |= wild << SUIT * suit
            elif others & mask or not empty:
                empty |= not others & mask
                aces |= wild << SUIT * suit
                if partner >= 0 and partner & mask:
                    sevens |= wild << SUIT * suit
        if power == 1 << WILD:
            kept &= _PLAIN  # without trump no Perlagg is a trump ace
    st[o + CARDS] = kept
    st[o + ACES] = aces
    st[o + SEVENS] = sevens
    st[o + PREFER] = -1


@step
def _follow(st: Any, o: int, mine: int, keep: int, power: int, apart: int, seat: int) -> None:
    """Fill in the plays of a follower: a Perlagg takes as trump ace or is a loser where that is legal.

    `keep`: bound Perlaggen, which are not meant here.
    """
    led, best = st[o + LED], st[o + BEST]
    suit = 511 << SUIT * led
    wild = mine & _WILDS & ~keep
    takes = _taking(best, led, power)
    follows = mine & suit
    losing = wild
    if follows:
        cards = follows | (mine & takes)
        low = SEVEN + (TRUMP_POWER if suit >= power else 0)
        losing = wild & ((1 << WILD + max(0, min(N_WILD, best - low - 1))) - 1)
    else:
        cards = mine & (_PLAIN | takes)
    cards &= ~keep
    live = st[o + LIVE]
    cards = _touching(cards, live, apart)
    st[o + CARDS] = cards | (_touching(losing, live, apart) >> WILD) << LOSE
    st[o + ACES] = st[o + SEVENS] = 0
    # What takes is tried first; where the partner has the trick, the lowest card.
    st[o + PREFER] = takes if (st[o + TAKER] ^ seat) & 1 else -1


@step
def _bind(st: Any, o: int, mine: int, names: Any, power: int) -> None:
    """Fill in, for each bound Perlagg of the seat to play, the names it may be played under now.

    `names[q]`: all names of Perlagg number q as bits of plain cards, 0 where it is free.
    """
    first = st[o + PLACE] == 0
    led, best = st[o + LED], st[o + BEST]
    follows = 0 if first else mine & (511 << SUIT * led)
    for q in range(N_WILD):
        st[o + NAMES + q] = 0
        if names[q] and mine >> WILD + q & 1:
            left = names[q]
            while left:
                bit = left & -left
                left ^= bit
                place = _zeros_below(bit)
                suit = place // SUIT
                power_of = _power(place, q + 1, led, power, first)
                if first or not follows or suit == led or power_of > best:
                    st[o + NAMES + q] |= bit


@step
def _power(place: int, perlagg: int, led: int, power: int, first: int) -> int:
    """Return the power of the plain card at bit `place`, borne by Perlagg number `perlagg` - 1 (0: by none).

    `first`: whether it is led, so that `led` does not count.
    """
    suit = place // SUIT
    value = 16 * (place % SUIT + 1) + perlagg
    if 1 << place >= power:
        return value + TRUMP_POWER
    return value if first or suit == led else -1


# The search -------------------------------------------------------------------------------------


@step
def _fill(st: Any, o: int, hands: Any, seats: int, power: int, bound: int, names: Any) -> None:
    """Fill in the plays of the seat that is to play.

    A name that a bound Perlagg may bear counts as a card there: it parts those below it from those above.
    """
    seat = (st[o + LEADER] + st[o + PLACE]) & (seats - 1)
    live, named = st[o + LIVE], names[N_WILD]
    apart = named | (_SEVENS if live >> WILD else 0)
    if live & NAMED:
        apart = -1
    mine = hands[seat]
    if bound:
        _bind(st, o, mine, names, power)
    if st[o + PLACE]:
        _follow(st, o, mine, bound, power, apart, seat)
    else:
        partner = hands[(seat + 2) & 3] | named if seats == 4 else -1
        _lead(st, o, mine & ~bound, partner, live & ~mine | named, power, apart)


@step
def _next(st: Any, o: int, power: int, bound: int) -> tuple[int, int, int]:
    """Take the next play from a row: card bit, power (-1: it loses) and suit; bit -1 when none is left."""
    cards = st[o + CARDS]
    led = st[o + LED]
    if cards:
        use = cards & st[o + PREFER]
        if not use:
            use = cards
        bit = _zeros_below(use)
        st[o + CARDS] = cards ^ 1 << bit
        if bit >= LOSE:
            return bit - LOSE + WILD, -1, led
        if bit < WILD:
            return bit, _power(bit, 0, led, power, st[o + PLACE] == 0), bit // SUIT
        value = ACE + bit - WILD + 1
        if power == 1 << WILD:
            return bit, value, led
        return bit, value + TRUMP_POWER, 3
    if st[o + ACES]:
        place = _zeros_below(st[o + ACES])
        st[o + ACES] &= st[o + ACES] - 1
        return WILD + place % N_WILD, ACE + place % N_WILD + 1, place // SUIT
    if st[o + SEVENS]:
        place = _zeros_below(st[o + SEVENS])
        st[o + SEVENS] &= st[o + SEVENS] - 1
        suit = place // SUIT
        trump = TRUMP_POWER if 1 << SUIT * suit >= power else 0
        return WILD + place % N_WILD, SEVEN + trump + place % N_WILD + 1, suit
    if bound:
        for q in range(N_WILD):
            left = st[o + NAMES + q]
            if left:
                place = _zeros_below(left)
                st[o + NAMES + q] = left & (left - 1)
                return WILD + q, _power(place, q + 1, led, power, st[o + PLACE] == 0), place // SUIT
    return -1, 0, 0


@step
def _look_up(
    st: Any,
    o: int,
    hands: Any,
    seats: int,
    power: int,
    goal: int,
    bound: int,
    table: Any,
    size: int,
    tag: int,
) -> int:
    """Return what the table knows of the position at the start of a trick: 1, 0, or -1 for nothing."""
    st[o + SLOT] = -1
    if size == 0:
        return -1
    leader = st[o + LEADER]
    if bound:
        key, key2 = hands[0] | hands[1] | hands[2] | hands[3] | leader << 46, tag
    else:
        key, key2 = _keys(hands, seats, power, leader)
    slot = 2 * _slot(key, key2, size)
    st[o + SLOT], st[o + KEY], st[o + KEY2] = slot, key, key2
    if table[slot] != key or table[slot + 1] >> 8 != key2:
        return -1
    low, high = table[slot + 1] >> 4 & 15, table[slot + 1] & 15
    total = 1 if goal == LAST else st[o + REST]
    if leader & 1:
        low, high = total - high, total - low
    if low >= st[o + NEED]:
        return 1
    return 0 if high < st[o + NEED] else -1


@step
def _keep(st: Any, o: int, value: int, goal: int, table: Any) -> None:
    """Write into the table what was found of the position of a row."""
    slot = st[o + SLOT]
    if slot < 0:
        return
    total = 1 if goal == LAST else st[o + REST]
    low, high = 0, total
    if table[slot] == st[o + KEY] and table[slot + 1] >> 8 == st[o + KEY2]:
        low, high = table[slot + 1] >> 4 & 15, table[slot + 1] & 15
    need = st[o + NEED]
    if st[o + LEADER] & 1:  # the table counts tricks of the leader's side
        need = total - need + 1
        value = 1 - value
    if value:
        low = max(low, need)
    else:
        high = min(high, need - 1)
    table[slot] = st[o + KEY]
    table[slot + 1] = st[o + KEY2] << 8 | low << 4 | high


@step
def _enter(st: Any, o: int, seat: int, strength: int, suit: int, seats: int, goal: int) -> None:
    """Fill in the row after a play of row `o`."""
    c = o + ROW
    place = st[o + PLACE]
    best, taker = st[o + BEST], st[o + TAKER]
    if place == 0 or strength > best:
        best, taker = strength, seat
    if place + 1 < seats:
        st[c + LEADER], st[c + PLACE] = st[o + LEADER], place + 1
        st[c + LED] = st[o + LED] if place else suit
        st[c + BEST], st[c + TAKER] = best, taker
        st[c + NEED], st[c + REST], st[c + LIVE] = st[o + NEED], st[o + REST], st[o + LIVE]
    else:
        st[c + LEADER], st[c + PLACE], st[c + REST] = taker, 0, st[o + REST] - 1
        st[c + NEED] = st[o + NEED]
        if not taker & 1 and (goal != LAST or st[o + REST] == 1):
            st[c + NEED] -= 1


@step
def _close(st: Any, o: int, hands: Any, seat: int, power: int, goal: int, bound: int, names: Any) -> int:
    """Look at every play that closes the trick; return the side's wish if one settles it, else -1.

    Plays after which the rest is not plain stay in the row, those that lose are dropped.
    """
    cards, best, need, rest = st[o + CARDS], st[o + BEST], st[o + NEED], st[o + REST]
    led, mine, wish, left = st[o + LED], hands[seat], 1 - (seat & 1), 0
    prefer = st[o + PREFER]
    while cards:
        use = cards & prefer
        if not use:
            use = cards
        bit = _zeros_below(use)
        cards ^= 1 << bit
        card, strength = bit, -1
        if bit >= LOSE:
            card = bit - LOSE + WILD
        elif bit < WILD:
            strength = _power(bit, 0, led, power, 0)
        else:
            strength = best + 1
        taker = seat if strength > best else st[o + TAKER]
        after = need
        if not taker & 1 and (goal != LAST or rest == 1):
            after -= 1
        hands[seat] = mine ^ 1 << card
        value = _settled(
            hands[0], hands[1], hands[2], hands[3], power, taker, rest - 1, after, goal, bound, names
        )
        if value == wish:
            hands[seat] = mine
            return value
        if value < 0:
            left |= 1 << bit
    hands[seat] = mine
    st[o + CARDS] = left
    return -1


@step
def _later(one: int, other: int, drawn_one: int, drawn_other: int, theirs: int, rest: int, need: int) -> bool:
    """Return whether two partners are sure of `need` tricks after the one that is being played.

    `one`, `other`: their trumps and Perlaggen; `drawn_*`: plain trumps of those who must still follow to
    a trump: the lowest of each may be lost. They play no card that counts to this trick if those are
    fewer than the tricks left.
    """
    if drawn_one:
        one &= ~(drawn_one & -drawn_one)
    if drawn_other:
        other &= ~(drawn_other & -drawn_other)
    first = one | (other & _WILDS)
    while _count(first) >= rest:
        first &= first - 1
    if _count(first) >= need and _sure(first, theirs) >= need:
        return True
    second = other | (one & _WILDS)
    while _count(second) >= rest:
        second &= second - 1
    return first != second and _count(second) >= need and _sure(second, theirs) >= need


@step
def _midway(st: Any, o: int, hands: Any, power: int, bound: int) -> int:
    """Return the answer where it is plain, second or third to play, that the leader's side fails, else -1."""
    place, rest, leader = st[o + PLACE], st[o + REST], st[o + LEADER]
    if place == 1 and (o == 0 or 1 << st[o - ROW + MOVE] < power):
        return -1  # a plain card of a side suit has changed nothing that counts here
    need = st[o + NEED] if leader & 1 else rest - st[o + NEED] + 1
    powers = -power & _ALL
    third = hands[leader ^ 2]
    theirs = (hands[leader] | third) & powers
    takes = _taking(st[o + BEST], st[o + LED], power) | bound
    if place == 2 and (st[o + TAKER] ^ leader) & 1 and not third & takes:
        need -= 1
        if need <= 0:
            return leader & 1
    powers &= ~bound
    second, fourth = hands[(leader + 1) & 3] & powers, hands[(leader + 3) & 3] & powers
    if _count(second | fourth) < need:
        return -1
    drawn = _PLAIN if 511 << SUIT * st[o + LED] >= power else 0
    if _later(second, fourth, second & drawn if place == 1 else 0, fourth & drawn, theirs, rest, need):
        return leader & 1
    return -1


@step
def _search(
    hands: Any,
    seats: int,
    power: int,
    goal: int,
    bound: int,
    names: Any,
    table: Any,
    size: int,
    tag: int,
    st: Any,
    nodes: Any,
) -> int:
    """Return whether side 0 reaches what row 0 of the stack asks for."""
    o = 0
    value = -1
    while True:
        seat = (st[o + LEADER] + st[o + PLACE]) & (seats - 1)
        if value < 0:  # a position met for the first time
            nodes[0] += 1
            if st[o + PLACE] == 0:
                if o == 0 or bound:
                    value = _settled(
                        hands[0],
                        hands[1],
                        hands[2],
                        hands[3],
                        power,
                        seat,
                        st[o + REST],
                        st[o + NEED],
                        goal,
                        bound,
                        names,
                    )
                if value < 0:
                    value = _look_up(st, o, hands, seats, power, goal, bound, table, size, tag)
                if value >= 0:
                    if o == 0:
                        return value
                    o -= ROW
                    continue
                st[o + LIVE] = hands[0] | hands[1] | hands[2] | hands[3] | names[N_WILD]
            elif seats == 4 and st[o + PLACE] < 3 and goal != LAST:
                value = _midway(st, o, hands, power, bound)
                if value >= 0:
                    if o == 0:
                        return value
                    o -= ROW
                    continue
            _fill(st, o, hands, seats, power, bound, names)
            if st[o + PLACE] == seats - 1:
                value = _close(st, o, hands, seat, power, goal, bound, names)
                if value >= 0:
                    if o == 0:
                        return value
                    o -= ROW
                    continue
        else:  # back from a play
            hands[seat] |= 1 << st[o + MOVE]
            if value == 1 - (seat & 1):
                if st[o + PLACE] == 0:
                    _keep(st, o, value, goal, table)
                if o == 0:
                    return value
                o -= ROW
                continue
        bit, strength, suit = _next(st, o, power, bound)
        if bit < 0:  # nothing helps the seat to play
            value = seat & 1
            if st[o + PLACE] == 0:
                _keep(st, o, value, goal, table)
            if o == 0:
                return value
            o -= ROW
            continue
        st[o + MOVE] = bit
        hands[seat] ^= 1 << bit
        _enter(st, o, seat, strength, suit, seats, goal)
        o += ROW
        value = -1


@entry
def solve_many(
    deals: Any,
    before: int,
    places: Any,
    power: int,
    start: Any,
    goal: int,
    tricks: int,
    bound: int,
    names: Any,
    table: Any,
    work: Any,
    out: Any,
) -> None:
    """Write into `out` (n,) int8 what side 0 reaches in each of `deals` (n, seats) uint64 masks.

    `before`: deals that the same table has served already. `places` (33,): the bit of each card. `power`:
    the lowest bit of a trump or Perlagg. `start` (7,): leader, cards on the table, suit led, best power,
    its seat, tricks taken by sides 0 and 1. `goal`: MAJORITY, NUMBER or LAST. `tricks`: of the whole deal.
    `bound`: the bound Perlaggen as bits. `names` (10,): the names of each as bits of plain cards, then all.
    `table` (2**k, 2) int64 zeros, or empty. `work` (WORK,): scratch; its first word counts the positions
    met.
    """
    n, seats = deals.shape
    size = len(table)
    nodes = _memory(work.ctypes.data)
    hands = _memory(work.ctypes.data + 64)
    st = _memory(work.ctypes.data + 128)
    entries = _memory(table.ctypes.data)
    bound_names = _memory(names.ctypes.data)
    leader, place = start[0], start[1]
    done = start[5] + start[6]
    rest = tricks - done
    fresh = np.zeros(4, np.int64)
    for i in range(n):
        for seat in range(seats):
            mask = np.int64(deals[i, seat])
            fresh[seat] = 0
            while mask:
                fresh[seat] |= 1 << places[_zeros_below(mask)]
                mask &= mask - 1
        h0, h1, h2, h3 = fresh[0], fresh[1], fresh[2], fresh[3]
        low, high = 0, rest
        if goal == LAST:
            high = 1 if rest else 0
        elif goal == MAJORITY:
            low = max(0, min(rest, tricks // 2 - start[5]))
            high = max(0, min(rest, tricks // 2 + 1 - start[5]))
        if place == 0 and goal != LAST:
            while (
                low < high
                and _settled(h0, h1, h2, h3, power, leader, rest, low + 1, goal, bound, bound_names) == 1
            ):
                low += 1
            while (
                low < high
                and _settled(h0, h1, h2, h3, power, leader, rest, high, goal, bound, bound_names) == 0
            ):
                high -= 1
        while low < high:
            ask = (low + high + 1) // 2
            hands[0], hands[1], hands[2], hands[3] = h0, h1, h2, h3
            st[LEADER], st[PLACE], st[LED], st[BEST], st[TAKER] = leader, place, start[2], start[3], start[4]
            st[NEED], st[REST] = ask if goal != LAST else 1, rest
            st[LIVE] = h0 | h1 | h2 | h3 | names[N_WILD] | (NAMED if place else 0)
            if _search(hands, seats, power, goal, bound, bound_names, entries, size, before + i, st, nodes):
                low = ask
            else:
                high = ask - 1
        if goal == MAJORITY:
            out[i] = 1 if 2 * (start[5] + low) > tricks else 0
        else:
            out[i] = low if goal == LAST else start[5] + low
