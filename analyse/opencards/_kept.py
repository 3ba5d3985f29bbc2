"""Compiled functions kept on disk for the next process; a damaged cache is thrown away and made anew.

numba reads back whatever lies in its folder: a file cut short (the power went after the first compile) is
an error of `pickle` at every later start, and a flipped bit machine code that nobody wrote. So what is kept
carries its digest, and what cannot be read is removed.
"""

import glob
import pickle
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache, IndexDataCacheFile

SEAL = sha256().digest_size


class _Sealed(IndexDataCacheFile):
    """numba's files, those with code followed by their digest."""

    def _load_data(self, name: str) -> Any:
        kept = Path(self._data_path(name)).read_bytes()
        body, seal = kept[:-SEAL], kept[-SEAL:]
        if sha256(body).digest() != seal:
            raise pickle.UnpicklingError(f"{name!r} is damaged")
        return pickle.loads(body)  # noqa: S301  as numba does, and sealed

    def _save_data(self, name: str, data: Any) -> None:
        body = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(body + sha256(body).digest())


class _Healing(FunctionCache):
    """numba's cache of one function: what cannot be read or written never keeps it from being compiled."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        impl = self._impl
        self._cache_file = _Sealed(self.cache_path, impl.filename_base, impl.locator.get_source_stamp())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001  a damaged pickle may raise anything
            self._remove()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except Exception:  # noqa: BLE001  a full disk, a folder that is gone: it is compiled all the same
            self._remove()

    def _remove(self) -> None:
        """Remove the files of this function."""
        for file in Path(self.cache_path).glob(f"{glob.escape(self._impl.filename_base)}.*"):
            with suppress(OSError):
                file.unlink()


def entry(function: Any) -> Any:
    """Compile what Python calls, once for all processes; where nothing can be written, anew in each."""
    compiled = njit(nogil=True)(function)
    with suppress(RuntimeError):  # numba has found no folder, neither beside the file nor at home
        compiled._cache = _Healing(function)  # noqa: SLF001  what `cache=True` sets, but for the healing
    return compiled
