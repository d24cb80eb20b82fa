"""Inner loops compiled by numba, which is imported when the first of them is needed and not before.

A kernel is plain Python that only indexes into arrays, so it runs without numba too, only slowly: for few steps that
is quicker than to load the compiler.

To compile takes seconds, once on a machine: then numba has the machine code on disk. No clock that a user set may run
meanwhile. So a module that uses kernels has a function ``prepare``, which calls them on something tiny. The code that
starts a clock calls it first, and :mod:`gourds.warming` calls all of them when the package is set up.
"""

from __future__ import annotations

from collections.abc import Callable
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
    folder, code = kernel.stats.cache_path, function.__code__
    if folder is None:
        return False
    pattern = f"*.{function.__qualname__}-{code.co_firstlineno}.*.nbi"
    try:
        written = max((index.stat().st_mtime for index in Path(folder).glob(pattern)), default=0.0)
        return written >= Path(code.co_filename).stat().st_mtime
    except OSError:
        return False


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


@cache
def _make_callable(helper: Callable[..., Any], extending: Any) -> None:
    """Let compiled functions call this one; once is enough."""
    extending.register_jitable(helper)
