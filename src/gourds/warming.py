"""All compiled kernels of the package, compiled before anybody waits for them: ``python -m gourds.warming``.

``scripts/setup`` and ``scripts/test`` run this, and the server does in idle moments. It takes some 15 seconds on a
machine with two processors, once; then numba has everything on disk, and it takes one. A test watches that no kernel
is missing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any, Final, Never

from gourds.compiled import KERNELS
from gourds.errors import GourdsError
from gourds.running import process_tree
from gourds.terminal import echo

PARTS: Final = (
    (
        "gourds.replaying",
        "gourds.files.long_plans",
        "gourds.matching.exchange.search",
        "gourds.matching.heaviest",
        "gourds.maximize.choosing",
        "gourds.reconfigure.gods_number.surveying",
        "gourds.reconfigure.search.best",
        "gourds.reductions.searching.coloring",
    ),
    (
        "gourds.certificates.clausal.drat",
        "gourds.certificates.clausal.lrat",
        "gourds.certificates.pseudo_boolean.propagation",
        "gourds.proofs.clausal.lrat",
        "gourds.matching.polytope.separation",
        "gourds.matching.kasteleyn.banded",
        "gourds.matching.tutte.exact_algebra",
    ),
)
"""The modules with kernels, each with a function ``prepare``, in two parts that take about as long."""
MODULES: Final = tuple(name for part in PARTS for name in part)


def load(modules: Iterable[str] = MODULES) -> None:
    """Have all kernels of some modules in the memory of this process, compiled or read from disk."""
    for name in modules:
        import_module(name).prepare()


def warm() -> str | None:
    """Have all kernels on disk; two processes compile side by side. What is wrong, in words, if that cannot be."""
    try:
        load(PARTS[0][:1])
        if not _are_kept():
            return "numba finds no folder for its cache that can be written, so every start compiles again"
        first, second = PARTS
        me, child = os.getpid(), os.fork()
        if child == 0:
            _compile(second, me)
        try:
            load(first)
        finally:
            status = os.waitpid(child, 0)[1]
    except (GourdsError, OSError) as error:
        return str(error)
    return "a process that compiled kernels failed" if status else None


def _are_kept() -> bool:
    kernels: Iterable[Any] = KERNELS.values()
    return all(kernel.stats.cache_path is not None for kernel in kernels)


def _compile(modules: Iterable[str], parent: int) -> Never:
    code = 1
    try:
        process_tree.die_with_parent(parent)
        load(modules)
        code = 0
    finally:
        os._exit(code)


if __name__ == "__main__":
    if problem := warm():
        echo(f"gourds: kernels are not compiled ahead: {problem}", err=True)
    sys.exit(0)
