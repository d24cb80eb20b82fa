"""Code from outside the package: modules that the user names, found and loaded.

A plugin is code. So a plugin is loaded only because the user's command line or campaign names it, or because the user
installed a package that announces it; never because an instance or a store does. What a plugin must define is up to
who loads it: solvers (:mod:`gourds.bench.campaign.plugins`), reductions (:mod:`gourds.reductions.registry`).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from gourds.errors import InputError


@dataclass(frozen=True)
class Plugin:
    """A module to load."""

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


def load_module(plugin: Plugin) -> ModuleType:
    """The module of a plugin, loaded. Raises InputError that says why it cannot be."""
    name = plugin.module
    if plugin.folder is not None and plugin.folder not in sys.path:
        sys.path.append(plugin.folder)
    try:
        module = import_module(name)
    except (Exception, SystemExit) as error:
        raise InputError(f"cannot be loaded: {type(error).__name__}: {error}") from None
    found = getattr(module, "__file__", None)
    if plugin.is_file and (found is None or Path(found).resolve().parent != Path(plugin.folder or ".")):
        raise InputError(f"Python finds another module {name} first: {found or 'a part of Python'}")
    return module
