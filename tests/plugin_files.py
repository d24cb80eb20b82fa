"""Reductions from outside the package, for tests: files of their own, and a registry that is afterwards as it was."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gourds.reductions.registry import registry
from tests.conftest import ROOT

GUIDE = ROOT / "docs" / "reductions.md"


@contextmanager
def registry_restored() -> Iterator[None]:
    """What is loaded inside is forgotten afterwards."""
    known = registry()
    tables = [(table, dict(table)) for table in (known.problems, known.reductions, known.homes)]  # type: ignore[call-overload]
    path, modules = list(sys.path), set(sys.modules)
    try:
        yield
    finally:
        for table, before in tables:
            table.clear()
            table.update(before)
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            if not name.startswith("gourds"):
                del sys.modules[name]


def guide_blocks(kind: str) -> list[str]:
    """The fenced blocks of a kind in the guide."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def write_guide_plugin(folder: Path) -> Path:
    """The example of the guide, in a file of its own."""
    path = folder / "matching3d.py"
    path.write_text(guide_blocks("python")[0], encoding="utf-8")
    return path
