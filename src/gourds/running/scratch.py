"""Folders for the files of a piece of work, removed when the work is over, however it ends.

A process that is killed removes nothing. So its supervisor (:mod:`gourds.running.isolation`) chooses the name of a
folder before it forks the work, and removes that folder after all processes of the work are gone. The work makes the
folder when it needs one. Work within work keeps its folder inside, so that the outermost supervisor removes it too.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_folder: str | None = None
"""The folder of this process, if it is the work of a supervisor, or below it."""


def choose_folder() -> str:
    """A name for the folder of a piece of work that is about to begin; nobody can guess it."""
    above = _folder or os.environ.get("TMPDIR") or "/tmp"
    return os.path.join(above, f"gourds-{secrets.token_hex(8)}")


def use_folder(folder: str) -> None:
    """Called in the work: from now on this is its folder."""
    global _folder
    _folder = folder


def remove_folder(folder: str) -> None:
    """Called by the supervisor when no process of the work is left."""
    if os.path.lexists(folder):
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """An empty folder that is removed in the end, even if this process is killed and has a supervisor."""
    if _folder is not None:
        with suppress(OSError):  # a TMPDIR that cannot be used: Python may know another place
            os.makedirs(_folder, mode=0o700, exist_ok=True)
    inside = _folder if _folder is not None and os.path.isdir(_folder) else None
    with tempfile.TemporaryDirectory(prefix="gourds-", dir=inside, ignore_cleanup_errors=True) as name:
        yield Path(name)
