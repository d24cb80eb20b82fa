"""What is loaded before any clock starts, once for all runs: packages, and compiled kernels.

The processes that solve are forked from this one, so what is here need not be loaded there. numba compiles two kernels,
that of the algebra and that of the proof checker; on a fresh machine they take about ten and five seconds, both at
once, and a fraction of a second when numba has them on disk.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

from gourds.certificates.drat import check_drat
from gourds.crosscheck.approaches import Approach
from gourds.instance import Instance
from gourds.shapes import hexagon
from gourds.solvers import process_tree, registry
from gourds.solvers.base import Options, Solver

PROOFS_GET_LONG: Final = 200
"""Proofs about boards of up to so many cells are short enough for the checker to do without its kernel."""
_OF_PACKAGE: Final = {"ortools": ("ortools.sat.python.cp_model", "ortools.math_opt.python.mathopt")}
"""What solvers on a package load when they run, beyond what they name themselves."""


def load_packages(approaches: Sequence[Approach]) -> None:
    """Import what the approaches stand on; what is not there is left for them to miss."""
    for approach in approaches:
        for module in (*approach.solver.modules, *_OF_PACKAGE.get(approach.solver.package or "", ())):
            with suppress(ImportError):
                import_module(module)


def compile_kernels(approaches: Sequence[Approach], largest: int) -> None:
    """Have numba compile what the approaches will need on boards of up to ``largest`` cells, in this process.

    If both kernels are needed, another process compiles the larger one meanwhile, and this one reads it from disk.
    """
    own = [registry()[name] for name in ("pfaffian", "algebraic") if name in registry()]
    algebra = [solver for solver in own if any(approach.solver is solver for approach in approaches)]
    for approach in approaches:
        if approach.solver.prepare is not None:
            with suppress(Exception):  # whatever is wrong with it shows in the runs
                approach.solver.prepare(None)
    has_proofs = largest > PROOFS_GET_LONG and any(approach.can_prove for approach in approaches)
    helper: Any = None
    if algebra and has_proofs:
        parent = os.getpid()
        helper = multiprocessing.get_context("fork").Process(target=_help, args=(parent, algebra), daemon=True)
        helper.start()
    try:
        if has_proofs:
            check_drat([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["1 0", "0"], engine="numba")
        if helper is not None:
            helper.join()
        _run_tiny(algebra)
    finally:
        if helper is not None:
            helper.kill()


def _help(parent: int, solvers: Sequence[Solver]) -> None:
    process_tree.die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    _run_tiny(solvers)


def _run_tiny(solvers: Sequence[Solver]) -> None:
    """Run our own solvers on a tiny board, which needs all of their kernel."""
    instance = Instance.build(hexagon(1), list("aabbabb"), [("a", "b", 2), ("b", "b", 1)])
    for solver in solvers:
        with suppress(Exception):  # whatever is wrong with it shows in the runs
            solver.run(instance, Options())
