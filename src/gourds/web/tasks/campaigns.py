"""Campaigns: the stores in the folder named on the command line, and the report of one of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gourds.bench.report.page import to_page
from gourds.bench.store.reading import read_results, snapshot
from gourds.errors import InputError
from gourds.web.documents import NotFoundError, Question
from gourds.web.tasks import File, Say

_MOST_STORES = 500


def stores(folder: str | None) -> dict[str, Path]:
    """The stores in a folder by name; nothing else can be opened."""
    if folder is None:
        return {}
    found = sorted(path for path in Path(folder).glob("*.sqlite") if path.is_file())
    return {path.stem: path for path in found[:_MOST_STORES]}


def campaigns(question: Question, say: Say) -> list[dict[str, Any]]:
    """Name, title, planned and finished runs, and time of the last change; files that are not stores are left out."""
    listed = []
    for name, path in stores(question.context["folder"]).items():
        try:
            with snapshot(path) as store:
                runs, finished = store.size()
                title = store.name
        except InputError:
            continue
        modified = path.stat().st_mtime
        listed.append({"name": name, "title": title, "runs": runs, "finished": finished, "modified": modified})
    return listed


def campaign_report(question: Question, say: Say) -> File:
    """The page that ``gourds bench report`` writes; only names of stores in the folder are looked up."""
    path = stores(question.context["folder"]).get(question.context["name"])
    if path is None:
        raise NotFoundError("there is no campaign of this name")
    with snapshot(path) as store:
        return File(to_page(read_results(store), store).encode(), "text/html; charset=utf-8")
