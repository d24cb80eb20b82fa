"""Inner loops compiled by numba, which is imported when the first of them is needed and not before.

A kernel is plain Python that only indexes into arrays, so it runs without numba too, only slowly: for few steps that
is quicker than to load the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from gourds.errors import InputError


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
    return ready


@cache
def _make_callable(helper: Callable[..., Any], extending: Any) -> None:
    """Let compiled functions call this one; once is enough."""
    extending.register_jitable(helper)
