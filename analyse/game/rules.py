"""A rule preset is data: `Rules`, read from `data/rules/*.toml`, each field with its paragraph."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from analyse.data import data_dir
from analyse.game.cards import (
    ALL_CARDS,
    RANKS,
    SUITS,
    WELI,
    card_name,
    card_of,
    mask_of,
    parse_card,
    parse_suit,
    suit_of,
)
from analyse.game.choices import squeezed, suggesting
from analyse.i18n import InputError

FILE_ENDING = ".toml"
_PATH_SIGNS = frozenset("./\\")
PRESETS = ("innsbruck-1924", "kongress-1890", "suedtirol-1927", "oberland", "schlanders-2023")
TRUMP_RANKS = {f"trump {rank}": i for i, rank in enumerate(RANKS)}


@dataclass(frozen=True)
class Rules:
    """One preset; RULES.md section 2 lists the fields and where each comes from.

    Parameters
    ----------
    name, title : key of the preset and its name for people
    deck : 33, or 32 without the Weli
    hand_size : cards a player is dealt, 1..8; `packets` adds up to it
    perlagg_order : the Perlaggen, high to low: a card code, or "trump 7", "trump U", ...
    trumps : suits 0..3 for which the rule is known
    exchange : "may" or "must" swap a turned trump Perlagg for a plain trump
    equal_figures : "stand" (nobody writes) or "spiel" (Spiel alone decides)
    named_figure : "equal": a figure made with Perlaggen is worth a natural one
    unnamed : a Perlagg not named is plain by "itself" or "on-demand" of the opponents
    false_bid : cost of bidding or holding without the figure: "figures-and-2", "3", "points-and-3"
    false_joint_bid : whether a joint unseen bid pays for a missing figure, "pays" or "exempt"
    overbid : "last-point" (a bid at target-1) or "also-together" (several at once, too)
    near_end : which rules hold near the target, "innsbruck" or "kongress"
    near_end_order : "rank-first": Gleich of three before a longer Hanger
    pledged_in_last_trick : a Perlagg pledged to a figure is "barred" from or "free" for Spiel
    raises : the steps above the bid, points of a held figure
    spiel_aus_conceded : points for the raiser when Spiel aus is let go
    target : points that win the game
    deal_passes : "left"
    sources : field -> paragraph (no part of comparisons)
    """

    name: str
    title: str
    deck: int
    hand_size: int
    packets: tuple[int, ...]
    perlagg_order: tuple[str, ...]
    trumps: tuple[int, ...]
    exchange: str
    equal_figures: str
    named_figure: str
    unnamed: str
    false_bid: str
    false_joint_bid: str
    overbid: str
    near_end: str
    near_end_order: str
    pledged_in_last_trick: str
    raises: tuple[int, ...]
    spiel_aus_conceded: int
    target: int
    deal_passes: str
    sources: Mapping[str, str] = field(compare=False, repr=False)

    @cached_property
    def pack(self) -> int:
        """Mask of all cards of the pack."""
        return ALL_CARDS if self.deck == 33 else ALL_CARDS & ~(1 << WELI)

    @cached_property
    def permanent(self) -> int:
        """Mask of the permanent Perlaggen, those the cutter may keep."""
        return mask_of(parse_card(p) for p in self.perlagg_order if p not in TRUMP_RANKS)

    def perlaggen(self, trump: int) -> tuple[int, ...]:
        """Return the Perlaggen high to low when `trump` (0..3) is trump.

        A card that is permanent and trump Perlagg counts once, at its higher place.

        >>> [card_name(c) for c in load_rules("innsbruck-1924").perlaggen(parse_suit("S"))]
        ['HK', 'W', 'S7', 'E7', 'SU', 'SO']
        """
        cards = (
            card_of(trump, TRUMP_RANKS[p]) if p in TRUMP_RANKS else parse_card(p) for p in self.perlagg_order
        )
        return tuple(dict.fromkeys(cards))

    def perlagg_mask(self, trump: int) -> int:
        """Return the mask of the Perlaggen when `trump` (0..3) is trump."""
        return mask_of(self.perlaggen(trump))

    def plain_trumps(self, trump: int) -> int:
        """Return the mask of the trumps that are no Perlaggen."""
        return (0xFF << 8 * trump) & ~self.perlagg_mask(trump)

    def check_trump(self, trump: int) -> int:
        """Return `trump`, or raise `InputError` where the preset does not know its rule."""
        if trump not in self.trumps:
            raise InputError(
                "trump_rule_unknown",
                bad=SUITS[trump],
                suit=InputError(f"suit_{SUITS[trump]}"),  # its name in the reader's language
                title=self.title,
                rules=self.name,
                allowed=", ".join(SUITS[suit] for suit in self.trumps),
            )
        return trump

    def check_card(self, card: int) -> int:
        """Return `card`, or raise `InputError` where the pack does not hold it."""
        if not self.pack >> card & 1:
            raise InputError("card_not_in_pack", bad=card_name(card), rules=self.name, deck=self.deck)
        return card

    def trump_of(self, upcard: int) -> int:
        """Return the suit that `upcard` makes trump (RULES 3; the Weli: Schell)."""
        return self.check_trump(suit_of(self.check_card(upcard)))


def _choice(*allowed: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise InputError("expected_one_of", bad=value, allowed=", ".join(allowed))
        return value

    return read


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise InputError("expected_whole", bad=value, low=low, high=high)
        return value

    return read


def _tuple_of(item: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or not value:
            raise InputError("expected_list", bad=value)
        entries = tuple(item(v) for v in value)
        for place, entry in enumerate(entries):
            if entry in entries[:place] and item is not _PACKET:
                raise InputError("listed_twice", bad=value[place])
        return entries

    return read


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError("expected_text", bad=value)
    return value


def _suit(value: Any) -> int:
    return parse_suit(_text(value))


def _perlagg(value: Any) -> str:
    entry = _text(value)
    return entry if entry in TRUMP_RANKS else card_name(parse_card(entry))


_PACKET = _whole(1, 8)
_READERS: Mapping[str, Callable[[Any], Any]] = {
    "name": _text,
    "title": _text,
    "deck": _whole(32, 33),
    "hand_size": _whole(1, 8),
    "packets": _tuple_of(_PACKET),
    "perlagg_order": _tuple_of(_perlagg),
    "trumps": _tuple_of(_suit),
    "exchange": _choice("may", "must"),
    "equal_figures": _choice("stand", "spiel"),
    "named_figure": _choice("equal"),
    "unnamed": _choice("itself", "on-demand"),
    "false_bid": _choice("figures-and-2", "3", "points-and-3"),
    "false_joint_bid": _choice("pays", "exempt"),
    "overbid": _choice("last-point", "also-together"),
    "near_end": _choice("innsbruck", "kongress"),
    "near_end_order": _choice("rank-first"),
    "pledged_in_last_trick": _choice("barred", "free"),
    "raises": _tuple_of(_whole(3, 99)),
    "spiel_aus_conceded": _whole(1, 99),
    "target": _whole(2, 99),
    "deal_passes": _choice("left"),
}
_PLAIN_FIELDS = ("name", "title")  # these carry no paragraph


def load_rules(name: str = PRESETS[0]) -> Rules:
    """Return the preset `name`, or the one in the TOML file at the path `name`, which is read each time.

    A file of one's own may say `base = "innsbruck-1924"` and then only what differs; its name is its title
    where it gives none. Raises `InputError` with file, field and reason if the preset is unknown or has a
    mistake.

    >>> load_rules("schlanders-2023").target, load_rules("Innsbruck") == load_rules()
    (24, True)
    """
    canonical = preset_name(name)
    return _preset(canonical) if canonical in PRESETS else _checked(name, _values(name))


@cache
def _preset(name: str) -> Rules:
    return _checked(name, _values(name))


def preset_name(said: str) -> str:
    """Return the preset that is meant: by its name or title in any case, or how only one begins.

    What means none, such as the path of a file, is returned as it is.

    >>> [preset_name(said) for said in ("Innsbruck 1924", "SÜDTIROL", "kongress", "my.toml")]
    ['innsbruck-1924', 'suedtirol-1927', 'kongress-1890', 'my.toml']
    """
    if said in PRESETS or not _PATH_SIGNS.isdisjoint(said):
        return said
    begins = squeezed(said) - {""}
    meant = {name for spelling, name in _preset_spellings().items() if any(map(spelling.startswith, begins))}
    return meant.pop() if len(meant) == 1 else said


@cache
def _preset_spellings() -> Mapping[str, str]:
    """Return every spelling of a name or title, squeezed, with its preset."""
    return {
        spelling: name
        for name in PRESETS
        for told in (name, str(_parsed(name)["title"]))
        for spelling in squeezed(told)
    }


def _unknown(said: str, error: InputError) -> InputError:
    """Return `error` with the preset that was probably meant, the year said or not."""
    known = _preset_spellings()
    short = {spelling.rstrip("0123456789"): name for spelling, name in known.items()}
    return suggesting(error, min(squeezed(said)), {**short, **known})


def _values(name: str) -> dict[str, Any]:
    """Return the raw fields of a preset, its own over those of its base."""
    raw = _parsed(name)
    if "name" in raw:  # without a title of its own
        raw.setdefault("title", raw["name"])
    said = raw.pop("base", None)
    if said is None:
        return raw
    base = preset_name(str(said))
    if base not in PRESETS:
        error = InputError("expected_one_of", bad=said, allowed=", ".join(PRESETS))
        raise _fault(name, "base", _unknown(str(said), error))
    return _parsed(base) | raw


def _parsed(name: str) -> dict[str, Any]:
    if name in PRESETS:
        return tomllib.loads((data_dir() / "rules" / f"{name}.toml").read_text(encoding="utf-8"))
    if not name.endswith(FILE_ENDING):
        raise _unknown(name, InputError("rules_unknown", bad=name, presets=", ".join(PRESETS)))
    try:
        return tomllib.loads(Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError("rules_unreadable", bad=name, reason=error.strerror or error) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError("rules_no_toml", bad=name, reason=error) from error
    except ValueError as error:  # a path that cannot be one, such as with a NUL in it
        raise InputError("rules_unreadable", bad=name, reason=error) from error


def _fault(name: str, where: str, reason: InputError) -> InputError:
    return InputError("rules_field", bad=name, field=where, reason=reason)


def _checked(name: str, raw: Mapping[str, Any]) -> Rules:
    unknown = sorted(raw.keys() - _READERS.keys())
    if unknown:
        raise _fault(name, unknown[0], InputError("field_unknown", fields=", ".join(_READERS)))
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for key, read in _READERS.items():
        if key not in raw:
            raise _fault(name, key, InputError("field_missing"))
        try:
            if key in _PLAIN_FIELDS:
                values[key] = read(raw[key])
            else:
                values[key], sources[key] = _sourced(raw[key], read)
        except InputError as reason:
            raise _fault(name, key, reason) from reason
    rules = Rules(**values, sources=sources)
    _check_whole(name, rules)
    return rules


def _sourced(entry: Any, read: Callable[[Any], Any]) -> tuple[Any, str]:
    """Read `{ value = ..., source = "I §4" }`."""
    if not isinstance(entry, dict) or entry.keys() != {"value", "source"}:
        raise InputError("expected_value_and_source", bad=entry)
    return read(entry["value"]), _text(entry["source"])


def _check_whole(name: str, rules: Rules) -> None:
    """Check what only several fields together can get wrong."""
    if sum(rules.packets) != rules.hand_size:
        raise _fault(
            name, "packets", InputError("packets_sum", bad=list(rules.packets), size=rules.hand_size)
        )
    for entry in rules.perlagg_order:
        if entry not in TRUMP_RANKS and not rules.pack >> parse_card(entry) & 1:
            raise _fault(name, "perlagg_order", InputError("perlagg_not_in_pack", bad=entry, deck=rules.deck))
    if rules.deck == 33 and "W" not in rules.perlagg_order:
        raise _fault(name, "perlagg_order", InputError("weli_plain", bad=list(rules.perlagg_order)))
    if list(rules.raises) != list(range(3, 3 + len(rules.raises))):
        raise _fault(name, "raises", InputError("raises_steps", bad=list(rules.raises)))


def field_names() -> tuple[str, ...]:
    """Return the names of the fields that carry a paragraph, in the order of the presets."""
    return tuple(f.name for f in fields(Rules) if f.name not in (*_PLAIN_FIELDS, "sources"))


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
