"""What is loaded before any clock starts, once for all runs: packages, and compiled kernels.

The processes that solve are forked from this one, so what is here need not be loaded there. Kernels that numba does not
have on disk (:mod:`gourds.warming`) take some seconds each to compile, the others a fraction of a second to read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Final

from gourds.certificates import drat
from gourds.crosscheck.approaches import Approach

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
    """Load the kernels that the approaches will need on boards of up to ``largest`` cells."""
    preparing: list[Callable[[], object]] = [
        partial(approach.solver.prepare, None) for approach in approaches if approach.solver.prepare is not None
    ]
    if largest > PROOFS_GET_LONG and any(approach.can_prove for approach in approaches):
        preparing.append(drat.prepare)
    for prepare in preparing:
        with suppress(Exception):  # whatever is wrong with it shows in the runs
            prepare()
