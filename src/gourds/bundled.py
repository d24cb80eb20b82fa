"""The data folders that come with the package, ``instances`` and ``reductions``.

A wheel carries them inside the package; in a checkout (an editable install) they stand at the repository's root.
"""

from __future__ import annotations

from pathlib import Path

from gourds.errors import InputError


def bundled_folder(name: str) -> Path:
    """Where a data folder lies in this installation."""
    package = Path(__file__).resolve().parent
    for candidate in (package / "bundled_data" / name, package.parent.parent / name):
        if candidate.is_dir():
            return candidate
    raise InputError(f"the folder '{name}' that comes with gourds is not in this installation")
