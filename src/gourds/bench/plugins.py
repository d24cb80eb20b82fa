"""Solvers from outside the package: modules that a campaign names, loaded wherever its runs take place.

A plugin defines ``SOLVER`` or a list ``SOLVERS`` (:class:`gourds.solvers.Solver`). They join the registry, so that
everything that looks for a solver by its name finds them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from gourds.errors import Fault
from gourds.solvers import Solver, registry


def load_plugins(names: Iterable[str], folder: Path) -> list[Fault]:
    """Load modules, which may lie in the folder, and register their solvers; the faults that were found."""
    faults = []
    for k, name in enumerate(names):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
        try:
            module = import_module(name)
        except Exception as error:
            faults.append(Fault(f"plugins[{k}]", f"cannot be loaded: {type(error).__name__}: {error}"))
            continue
        solvers = [*getattr(module, "SOLVERS", []), *([module.SOLVER] if hasattr(module, "SOLVER") else [])]
        if not solvers:
            faults.append(Fault(f"plugins[{k}]", f"the module {name} defines neither SOLVER nor SOLVERS"))
        for solver in solvers:
            if not isinstance(solver, Solver):
                faults.append(Fault(f"plugins[{k}]", f"the module {name} has {solver!r} where a Solver is needed"))
            elif registry().setdefault(solver.name, solver) is not solver:
                faults.append(Fault(f"plugins[{k}]", f"there is a solver '{solver.name}' already"))
    return faults
