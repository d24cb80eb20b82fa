"""Solvers from outside the package: modules that the user names, loaded wherever runs take place.

A plugin defines ``SOLVER`` or a list ``SOLVERS`` (:class:`gourds.solvers.Solver`). They join the registry, so that they
can be found by name like all others. A plugin is code. So plugins are loaded only if a campaign's file or the command
line names them, never because a store does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from gourds.errors import Fault, InputError
from gourds.solvers import Solver, registry


@dataclass(frozen=True)
class Plugin:
    """A module with solvers."""

    module: str
    folder: str | None = None
    """A folder to look in, besides the places where Python looks."""
    is_file: bool = False
    """Whether it must be in that folder."""


def plugin_of(text: str) -> Plugin:
    """What ``--plugin`` names: a file ``FILE.py``, or a module that Python finds."""
    if not text.endswith(".py"):
        return Plugin(text)
    path = Path(text)
    try:
        with path.open("rb"):
            return Plugin(path.stem, str(path.resolve().parent), is_file=True)
    except (OSError, ValueError) as error:
        raise InputError(getattr(error, "strerror", None) or str(error), text) from None


def load_plugins(plugins: Iterable[Plugin]) -> list[Fault]:
    """Load modules and register their solvers; the faults that were found."""
    faults = []
    for k, plugin in enumerate(plugins):
        name, place = plugin.module, f"plugins[{k}]"
        if plugin.folder is not None and plugin.folder not in sys.path:
            sys.path.append(plugin.folder)
        try:
            module = import_module(name)
        except Exception as error:
            faults.append(Fault(place, f"cannot be loaded: {type(error).__name__}: {error}"))
            continue
        found = getattr(module, "__file__", None)
        if plugin.is_file and (found is None or Path(found).resolve().parent != Path(plugin.folder or ".")):
            faults.append(Fault(place, f"Python finds another module {name} first: {found or 'a part of Python'}"))
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
