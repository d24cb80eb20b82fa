"""The campaigns in the folder that was given on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gourds.bench.store.reading import snapshot
from gourds.errors import InputError
from gourds.web.documents import Asked
from gourds.web.tasks import Say

_MOST = 500


def stores(folder: str | None) -> dict[str, Path]:
    """The stores in a folder by name; nothing else can be opened."""
    if folder is None:
        return {}
    found = sorted(path for path in Path(folder).glob("*.sqlite") if path.is_file())
    return {path.stem: path for path in found[:_MOST]}


def run(asked: Asked, say: Say) -> list[dict[str, Any]]:
    """Name, title, planned and finished runs, and when it changed last; files that are no stores are left out."""
    listed = []
    for name, path in stores(asked.given["folder"]).items():
        try:
            with snapshot(path) as store:
                runs, finished = store.size()
                title = store.name
        except InputError:
            continue
        modified = path.stat().st_mtime
        listed.append({"name": name, "title": title, "runs": runs, "finished": finished, "modified": modified})
    return listed
