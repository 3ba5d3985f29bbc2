"""One of a few words: read in any case; for a misspelt one, the word that was probably meant."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from analyse.i18n import InputError

_WRITTEN_OUT = {ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"}
NEAR = 0.7  # likeness from which on a word is suggested, 1 being the same


def chosen(word: str, words: Iterable[str]) -> str | None:
    """Return which of `words` it is, in any case and with spaces around; None if it is none.

    >>> chosen(" Gleich", ("gleich", "hanger")), chosen("hangr", ("gleich", "hanger"))
    ('gleich', None)
    """
    return next((known for known in words if known.casefold() == word.strip().casefold()), None)


def suggesting(error: InputError, word: str, meant: Iterable[str] | Mapping[str, str]) -> InputError:
    """Return `error`, which is about `word`, with what was probably meant by it, if anything was.

    `meant` are words, or spellings with what is suggested for each.

    >>> suggesting(InputError("figure_unknown", bad="hangr"), "hangr", ("gleich", "hanger")).suggestion
    'hanger'
    """
    spellings = meant if isinstance(meant, Mapping) else {known.casefold(): known for known in meant}

    def nearest() -> str:
        near = get_close_matches(word.strip().casefold(), spellings, n=1, cutoff=NEAR)
        return spellings[near[0]] if near else ""

    error.suggest = nearest
    return error


def squeezed(word: str) -> frozenset[str]:
    """Return a name without case, spaces and signs, umlauts written out and left out.

    >>> sorted(squeezed("Südtirol 1927"))
    ['sudtirol1927', 'suedtirol1927']
    """
    low = unicodedata.normalize("NFC", word).casefold()
    written_out = low.translate(_WRITTEN_OUT)
    plain = "".join(c for c in unicodedata.normalize("NFD", low) if not unicodedata.combining(c))
    return frozenset(re.sub(r"[\W_]+", "", spelling) for spelling in (written_out, plain))
