"""The slow, obvious twin of the reckoning: written from RULES 6 and 7, not from the package.

A deal is a list of words (seat, word, figures, unseen); words are "bid", 3 to 7, "aus", "hold", "good",
"show", "stand", "ask" and "played". A figure's story is the list of (time, side, word) said about it, and
everything is read off these stories. Cards are the pairs of `oracle`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from oracle import NAMED, NAMES, Card, coded

FIGURES = ("gleich", "hanger", "spiel")
UPWARDS = ("bid", 3, 4, 5, 6, 7, "aus")
Word = tuple[int, object, tuple[str, ...], bool]
Row = tuple[object, str, int]  # side or None, figure, points

# RULES 2, the lines that matter here.
PRESETS = {
    "innsbruck-1924": {"false": 2, "forfeits": True, "exempt": True, "together": False, "near": "innsbruck"},
    "kongress-1890": {"false": 3, "forfeits": False, "exempt": False, "together": True, "near": "kongress"},
    "suedtirol-1927": {"false": 3, "forfeits": False, "exempt": True, "together": True, "near": "kongress"},
}


# What may be said (RULES 6) --------------------------------------------------------------------------


def story(words: Sequence[Word], figure: str) -> list[tuple[int, int, object]]:
    """Return what was said about a figure: time, side, word."""
    told = []
    for time, (seat, word, figures, _) in enumerate(words):
        if figure in figures and (word in UPWARDS or word in {"hold", "good"}):
            told.append((time, seat % 2, word))
    return told


def is_open(words: Sequence[Word], figure: str) -> bool:
    """Whether a figure's last word is a bid or raise."""
    told = story(words, figure)
    return bool(told) and told[-1][2] in UPWARDS


def is_held(words: Sequence[Word], figure: str) -> bool:
    """Whether a figure's last word is a hold."""
    told = story(words, figure)
    return bool(told) and told[-1][2] == "hold"


def conceded(words: Sequence[Word], figure: str) -> bool:
    """Whether a figure was let good."""
    told = story(words, figure)
    return bool(told) and told[-1][2] == "good"


def steps(words: Sequence[Word], figure: str) -> int:
    """Return how often a figure was bid and raised."""
    return sum(word in UPWARDS for _, _, word in story(words, figure))


def spiel_side(words: Sequence[Word], winner: int) -> int | None:
    """Return who has the Spiel if it is settled by now."""
    for seat, word, figures, _ in words:
        if word == "played":
            return winner
        if word == "good" and "spiel" in figures:
            return 1 - seat % 2
    return None


def shown(words: Sequence[Word], figure: str, winner: int) -> bool:
    """Whether the side that has the Spiel has shown a figure since."""
    for time, (seat, word, figures, _) in enumerate(words):
        if word == "show" and figure in figures and spiel_side(words[:time], winner) == seat % 2:
            return True
    return False


def may_say(words: Sequence[Word], new: Word, winner: int) -> bool:
    """Whether RULES 6 allow a word after others, apart from the score; `winner` has the Spiel by tricks."""
    seat, word, figures, _ = new
    opened = [figure for figure in FIGURES if is_open(words, figure)]
    if opened and word not in ("hold", "good", *UPWARDS[1:]):
        return False  # every bid is answered at once
    if word in ("played", "ask"):
        return word == "ask" or spiel_side(words, winner) is None
    if opened and word in ("hold", "good", *UPWARDS[1:]) and not set(figures) <= set(opened):
        return False
    return all(may_say_of(words, figure, seat % 2, word, winner) for figure in figures)


def may_say_of(words: Sequence[Word], figure: str, side: int, word: object, winner: int) -> bool:
    """Whether a side may say a word about a figure, once nothing else awaits an answer."""
    has_spiel = spiel_side(words, winner)
    # After the Spiel only the side that has it may begin anything, the other may answer (22, 24).
    may_begin = has_spiel in {None, side} or shown(words, figure, winner)
    over = conceded(words, figure) or (figure == "spiel" and has_spiel is not None)
    told = story(words, figure)
    last_up = next((who for _, who, what in reversed(told) if what in UPWARDS), None)
    answers = is_open(words, figure) and last_up != side
    n = steps(words, figure)
    if word == "stand":
        return has_spiel is not None
    if word == "show":
        return may_begin or n > 0
    if word == "bid":
        return not over and not told and may_begin
    if word == "hold":
        return not over and answers
    if word == "good":
        return not over and (answers or not told)
    later = is_held(words, figure) and last_up != side and has_spiel in {None, side}
    return not over and (answers or later) and n < len(UPWARDS) and UPWARDS[n] == word


# Figures of hands whose Perlaggen all have their names -----------------------------------------------


def figures_of(hand: Iterable[Card], names: Mapping[Card, Card | None]) -> dict[str, int]:
    """Return Gleich and Hanger of a hand, coded: a named Perlagg is the card it was named."""
    cards = [names[card] if names.get(card) else card for card in hand]
    return {kind: coded(NAMED[kind]([c for c in cards if c != ("S", -1)])) for kind in ("gleich", "hanger")}


def best_naming(
    shown_cards: Sequence[Card], free: int, needed: Sequence[str], wanted: Mapping[str, int]
) -> dict[str, int] | None:
    """Return the figures of the naming that the text of `show` describes, by trying all of them."""
    best: tuple[tuple[int, ...], dict[str, int]] | None = None
    order = [*needed, *(kind for kind in ("gleich", "hanger") if kind not in needed)]
    for names in combinations_with_replacement(NAMES, free):
        made = {kind: coded(NAMED[kind]([*shown_cards, *names])) for kind in order}
        if any(made[kind] != value for kind, value in wanted.items()):
            continue
        key = (sum(made[kind] > 0 for kind in needed), *(made[kind] for kind in order))
        if best is None or key > best[0]:
            best = (key, made)
    return best and best[1]


# Who writes what (RULES 6, 7) --------------------------------------------------------------------------

ALL_OF_IT = 1000  # points of a figure held at Spiel aus: as many as are missing
AT_ONCE, AUS, AFTER_AUS, HELD, REST = range(5)  # the order of RULES 7


@dataclass
class Deal:
    """A deal to be reckoned.

    `values`: seat -> figure -> coded; every seat can make the Spiel. `tricks`: who has the Spiel by tricks.
    """

    words: Sequence[Word]
    values: Mapping[int, Mapping[str, int]]
    tricks: int
    score: tuple[int, int]
    target: int
    preset: str
    now: list[int] = field(default_factory=list)
    done: list[Row] = field(default_factory=list)
    new_deal: bool = False

    @property
    def rules(self) -> Mapping[str, object]:
        """The line of the preset."""
        return PRESETS[self.preset]

    @property
    def winner(self) -> int:
        """Who has the Spiel in the end."""
        settled = spiel_side(self.words, self.tricks)
        return self.tricks if settled is None else settled

    @property
    def out(self) -> int | None:
        """Who is out by now."""
        return next((side for side in (0, 1) if self.now[side] >= self.target), None)

    def best(self, figure: str, side: int) -> int:
        """The best single hand of a side."""
        return max(self.values[seat][figure] for seat in self.values if seat % 2 == side)

    def who_wins(self, figure: str) -> int | None:
        """Who writes a figure that the cards decide."""
        if figure == "spiel":
            return self.winner
        ours, theirs = self.best(figure, 0), self.best(figure, 1)
        better = None if ours == theirs else 0 if ours > theirs else 1
        for time, (seat, word, figures, _) in enumerate(self.words):
            settled = spiel_side(self.words[:time], self.tricks)
            if word == "stand" and figure in figures and seat % 2 == settled == better:
                return None  # called standing by those who have the Spiel (23)
        return better

    def overbids(self, seen: list[int] | None = None) -> Iterator[tuple[int, int, str]]:
        """Yield time, side and figure of every bid that was too much (20); `seen` follows the slate."""
        seen = list(self.score) if seen is None else seen
        for time, (seat, word, figures, _) in enumerate(self.words):
            missing = self.target - seen[seat % 2]
            if word == "bid" and (missing == 1 or (self.rules["together"] and len(figures) >= missing)):
                seen[seat % 2] -= 2
                yield time, seat % 2, figures[0]
            if word == "good":
                for figure in figures:
                    seen[1 - seat % 2] += let_good_points(self.words[: time + 1], figure)

    def seen(self) -> tuple[int, int]:
        """The slate by now, before the cards decide anything."""
        seen = list(self.score)
        for _ in self.overbids(seen):
            pass
        return seen[0], seen[1]

    def false_words(self) -> Iterator[tuple[int, int, str]]:
        """Yield time, side and figure where a side first bid, raised or held what the speaker lacks."""
        known = set()
        for time, (seat, word, figures, unseen) in enumerate(self.words):
            exempt = word == "bid" and unseen and self.rules["exempt"]
            for figure in figures:
                lacks = figure != "spiel" and not self.values[seat][figure]
                if (word == "hold" or word in UPWARDS) and lacks and not exempt:
                    if (seat % 2, figure) not in known:
                        yield time, seat % 2, figure
                    known.add((seat % 2, figure))

    def order_bid(self) -> list[str]:
        """The figures bid, the first one first."""
        return [figure for _, word, figures, _ in self.words if word == "bid" for figure in figures]

    def rows(self) -> list[tuple[int, Row]]:
        """All that could be written, each with its place in RULES 7, in order."""
        found: list[tuple[tuple[int, int, int], Row]] = []
        for time, side, figure in self.overbids():
            found.append(((AT_ONCE, time, -1), (side, figure, -2)))
        for time, side, figure in self.false_words():
            place = self.words[time][2].index(figure)
            found.append(((AT_ONCE, time, place), (side, figure, -int(str(self.rules["false"])))))
        for time, (seat, word, figures, _) in enumerate(self.words):
            past = self.words[:time]
            for place, figure in enumerate(figures if word == "good" else ()):
                after_aus = any(steps(past, f) == len(UPWARDS) and is_held(past, f) for f in FIGURES)
                row = (1 - seat % 2, figure, let_good_points(self.words[: time + 1], figure))
                found.append(((AFTER_AUS if after_aus else AT_ONCE, time, place), row))
        for place, figure in enumerate(self.order_bid()):
            if is_held(self.words, figure):
                n = steps(self.words, figure)
                stake = {1: 2, len(UPWARDS): ALL_OF_IT}.get(n, n + 1)
                found.append(((AUS if stake == ALL_OF_IT else HELD, place, 0), self.row(figure, stake)))
        for place, figure in enumerate(FIGURES):
            if not steps(self.words, figure) and not conceded(self.words, figure):
                found.append(((REST, place, 0), self.row(figure, 1)))
        found.sort(key=lambda row: row[0])
        return [(key[0], row) for key, row in found]

    def row(self, figure: str, stake: int) -> Row:
        """The row of a figure that the cards decide."""
        side = self.who_wins(figure)
        return side, figure, 0 if side is None else stake

    def write(self, row: Row) -> None:
        """Write a row unless somebody is out."""
        side, figure, points = row
        if self.out is not None:
            return
        forfeits = {who for _, who, _ in self.false_words()} if self.rules["forfeits"] else set()
        if side in forfeits and points > 0:
            points = 0
        if side is not None:
            points = self.target - self.now[side] if points == ALL_OF_IT else points
            self.now[side] += points
        self.done.append((side, figure, points))

    def reckon(self) -> None:
        """Write all rows."""
        self.now = list(self.score)
        rows = self.rows()
        for _, row in (r for r in rows if r[0] < HELD):
            self.write(row)
        near = self.now == [self.target - 1] * 2
        held = [row for place, row in rows if place == HELD]
        trap = len(held) == 2 and self.is_25b()
        for number, row in enumerate(held):
            self.write(row)
            if self.out is None and trap and number == 0 and row[0] is None:
                self.done.append((None, held[1][1], 0))
                self.new_deal = True
                return
        if near and self.out is None:
            self.decide_near()
        else:
            for _, row in (r for r in rows if r[0] == REST):
                self.write(row)

    def is_25b(self) -> bool:
        """Whether at 14:12 the 12 bid all three and only the third was let good: now 14:13."""
        bids = self.order_bid()
        if self.rules["near"] != "innsbruck" or len(bids) < 3:
            return False
        third_good = conceded(self.words, bids[2]) and steps(self.words, bids[2]) == 1
        for twelve in (0, 1):
            before = (self.score[1 - twelve], self.score[twelve])
            if before == (self.target - 1, self.target - 3) and self.now[1 - twelve] == self.target - 1:
                return third_good and story(self.words, bids[2])[-1][1] == 1 - twelve
        return False

    def decide_near(self) -> None:
        """One point each to go (25, 25a)."""
        gone = {figure for figure in FIGURES if conceded(self.words, figure)}
        if self.rules["near"] == "innsbruck":
            asked = not gone & {"gleich", "hanger"}
        else:
            asked = any(word == "ask" for _, word, _, _ in self.words)
        for figure in ("gleich", "hanger"):
            side, held = self.who_wins(figure), is_held(self.words, figure)
            longest = max(self.best(figure, 0), self.best(figure, 1)) // 8 + 1
            if not asked or figure in gone or longest < 3 or (held and side is not None):
                continue
            if side is not None:
                self.write((side, figure, 1))
                return
            if not held:
                self.write((None, figure, 0))
            break
        if "spiel" in gone:
            self.new_deal = True
        elif not is_held(self.words, "spiel"):
            self.write((self.winner, "spiel", 1))


def let_good_points(words: Sequence[Word], figure: str) -> int:
    """Return what a figure let good is worth: bid 1, Drei 2, Vier 3 ... Spiel aus 7; unasked 1."""
    return max(1, steps(words, figure))
