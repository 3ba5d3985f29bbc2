"""Perlaggen, counted: exact odds and hand analysis for the Tyrolean card game Perlaggen.

`Deal`, `equilibrium`, `match`, `settle` and `tricks` are what Python is handed out (`analyse.api`); they are
loaded when they are first asked for.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyse.api import Chance, Deal, Result, equilibrium, match, settle, tricks

__version__ = "0.1.0"
__all__ = ["Chance", "Deal", "Result", "equilibrium", "match", "settle", "tricks"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from analyse import api  # noqa: PLC0415  that is the point: nothing is loaded before it is asked for

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
