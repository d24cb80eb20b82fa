"""What the launcher loads while the server is idle, in small steps: every fork after that finds it in memory.

Kernels are compiled by numba once for a machine, which takes half a minute or so, and then read from disk, which takes
a second (:mod:`gourds.warming`). A helper process at low priority does the first, so that the launcher never waits.
"""

from __future__ import annotations

import contextlib
import os
import pkgutil
import signal
import time
from collections.abc import Generator, Iterator
from importlib import import_module
from typing import Final, Never

from gourds.solvers import process_tree
from gourds.warming import MODULES, load

PACKAGES: Final = ("pysat.solvers", "ortools.sat.python.cp_model", "networkx", "numba", "gourds.crosscheck")
QUICK: Final = 6.0
"""If a helper takes less time than this, everything is on disk."""
QUIET: Final = 1.0
"""Seconds without a request after which large packages are loaded."""
LONG_QUIET: Final = 3.0
"""Seconds without a request after which kernels are compiled or read."""
_TRIES: Final = 2
_PAUSE: Final = 0.05


def preload(in_full: bool) -> Generator[float]:
    """Load something at each step; yields how many idle seconds must pass before the next step.

    The modules of tasks and solvers are always loaded, large packages and kernels only if ``in_full``.
    """
    tasks = import_module("gourds.web.tasks")
    yield 0.0
    for module in pkgutil.iter_modules(tasks.__path__):
        _load(f"{tasks.__name__}.{module.name}")
        yield 0.0
    import_module("gourds.solvers").registry()  # the solvers' own modules, not what they are built on
    yield 0.0
    if not in_full:
        return
    yield QUIET
    for name in PACKAGES:
        _load(name)
        yield _PAUSE
    yield LONG_QUIET
    for _ in range(_TRIES):
        start = time.monotonic()
        for _ in _helper():
            yield _PAUSE
        if time.monotonic() - start < QUICK:
            for name in MODULES:
                load((name,))
                yield _PAUSE
            _plan()
            return


def _load(name: str) -> None:
    with contextlib.suppress(ImportError):  # the work that needs it reports what is missing
        import_module(name)


def _helper() -> Iterator[None]:
    """Compile kernels in a separate process, yielding while it works; closing this generator kills that process."""
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        _run_helper(parent)
    try:
        while not os.waitpid(pid, os.WNOHANG)[0]:
            yield
        pid = 0
    finally:
        if pid:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


def _run_helper(parent: int) -> Never:
    try:
        process_tree.die_with_parent(parent)
        os.nice(10)
        load()
        _plan()
    finally:
        os._exit(0)


def _plan() -> None:
    """Plan something tiny, which loads what all planning needs."""
    from gourds.board import Board
    from gourds.reconfigure.planning import plan_moves
    from gourds.reconfigure.scrambles import random_configuration
    from gourds.shapes import hexagon

    board = Board.from_cells(hexagon(1))
    with contextlib.suppress(Exception):  # the jobs will report what is wrong
        plan_moves(random_configuration(board, 1), random_configuration(board, 2), time_limit=1.0)
