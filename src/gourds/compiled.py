"""Inner loops compiled by numba, which is imported when the first of them is needed and not before.

A kernel is plain Python that only indexes into arrays, so it runs without numba too, only slowly: for few steps that
is quicker than to load the compiler.

To compile takes seconds, once on a machine: then numba has the machine code on disk. What is older than the source is
deleted before numba reads it: it may name modules that a new version has moved, and then numba would fail instead of
compiling anew. No clock that a user set may run meanwhile. So a module that uses kernels has a function ``prepare``,
which calls them on something tiny. The code that starts a clock calls it first, and :mod:`gourds.warming` calls all of
them when the package is set up.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from gourds.errors import InputError

KERNELS: Final[dict[str, Any]] = {}
"""What was compiled or read in this process, by module and name: the dispatchers of numba, for their figures."""


@cache
def compiled(function: Callable[..., Any], helpers: tuple[Callable[..., Any], ...] = ()) -> Callable[..., Any]:
    """The function as machine code, from numba's cache if there is one; ``helpers`` are the functions that it calls."""
    try:
        numba, extending = import_module("numba"), import_module("numba.extending")
    except ImportError as error:
        raise InputError("this needs numba; it comes with the package, but does not load here") from error
    for helper in helpers:
        _make_callable(helper, extending)
    try:
        ready: Callable[..., Any] = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder for the cache can be written
        ready = numba.njit(nogil=True)(function)
    KERNELS[_name(function)] = ready
    for index in _stale_indexes(ready, function):
        with suppress(OSError):  # another process was faster
            index.unlink()
    return ready


def is_loaded(function: Callable[..., Any]) -> bool:
    """Whether the function is in memory as machine code, so that to run it that way costs nothing more."""
    kernel = KERNELS.get(_name(function))
    return kernel is not None and bool(kernel.signatures)


def is_ready(function: Callable[..., Any], helpers: tuple[Callable[..., Any], ...] = ()) -> bool:
    """Whether the function runs as machine code without being compiled: it is in memory, or on disk."""
    kernel: Any = compiled(function, helpers)
    if kernel.signatures:
        return True
    return bool(_indexes(kernel, function)) and not _stale_indexes(kernel, function)


def _indexes(kernel: Any, function: Callable[..., Any]) -> dict[Path, float]:
    """The files that say what numba has on disk of a function, and when each was written."""
    folder = kernel.stats.cache_path
    if folder is None:
        return {}
    found = {}
    for index in Path(folder).glob(f"*.{function.__qualname__}-{function.__code__.co_firstlineno}.*.nbi"):
        with suppress(OSError):
            found[index] = index.stat().st_mtime
    return found


def _stale_indexes(kernel: Any, function: Callable[..., Any]) -> list[Path]:
    """Those that are older than the source."""
    try:
        changed = Path(function.__code__.co_filename).stat().st_mtime
    except OSError:  # there is no source to be seen
        return []
    return [index for index, written in _indexes(kernel, function).items() if written < changed]


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


@cache
def _make_callable(helper: Callable[..., Any], extending: Any) -> None:
    """Let compiled functions call this one; once is enough."""
    extending.register_jitable(helper)
