"""Solvers from outside the package: modules that the user names, loaded wherever runs take place.

A plugin defines ``SOLVER`` or a list ``SOLVERS`` (:class:`gourds.solvers.Solver`). They join the registry, so that they
can be found by name like all others. A plugin is code. So plugins are loaded only if a campaign's file or the command
line names them, never because a store does.
"""

from __future__ import annotations

from collections.abc import Iterable

from gourds.errors import Fault, InputError
from gourds.plugins import Plugin as Plugin
from gourds.plugins import load_module
from gourds.plugins import plugin_of as plugin_of
from gourds.solvers import Solver, registry


def load_plugins(plugins: Iterable[Plugin]) -> list[Fault]:
    """Load modules and register their solvers; the faults that were found."""
    faults = []
    for k, plugin in enumerate(plugins):
        name, place = plugin.module, f"plugins[{k}]"
        try:
            module = load_module(plugin)
        except InputError as error:
            faults.append(Fault(place, error.faults[0].reason))
            continue
        solvers = [*getattr(module, "SOLVERS", []), *([module.SOLVER] if hasattr(module, "SOLVER") else [])]
        if not solvers:
            faults.append(Fault(place, f"the module {name} defines neither SOLVER nor SOLVERS"))
        for solver in solvers:
            if not isinstance(solver, Solver):
                faults.append(Fault(place, f"the module {name} has {solver!r} where a Solver is needed"))
            elif registry().setdefault(solver.name, solver) is not solver:
                faults.append(Fault(place, f"there is a solver '{solver.name}' already"))
    return faults
