"""What is loaded before any clock starts, once for all runs: packages, and compiled kernels.

The processes that solve are forked from this one, so what is loaded here is not loaded there. Kernels that numba does
not have on disk (:mod:`gourds.warming`) take some seconds each to compile, the others a fraction of a second to read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Final

from gourds.certificates.clausal import drat
from gourds.crosscheck.approaches import Approach

PROOFS_GET_LONG: Final = 200
"""The largest board, in cells, whose proofs are short enough for the checker to work without its kernel."""
_OF_PACKAGE: Final = {"ortools": ("ortools.sat.python.cp_model", "ortools.math_opt.python.mathopt")}
"""Modules that solvers on a package load when they run, beyond those that they name."""


def load_packages(approaches: Sequence[Approach]) -> None:
    """Import what the approaches use; if a package is missing, its approach will report that."""
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
        with suppress(Exception):  # the runs will report what is wrong
            prepare()
