"""The report of a campaign as an HTML page."""

from __future__ import annotations

from gourds.bench.report.page import to_page
from gourds.bench.store.reading import read_results, snapshot
from gourds.web.documents import Asked, NotFoundError
from gourds.web.tasks import File, Say
from gourds.web.tasks.campaigns import stores


def run(asked: Asked, say: Say) -> File:
    """The page that ``gourds bench report`` writes; only names of stores in the folder are looked up."""
    path = stores(asked.given["folder"]).get(asked.given["name"])
    if path is None:
        raise NotFoundError("there is no campaign of this name")
    with snapshot(path) as store:
        return File(to_page(read_results(store), store).encode(), "text/html; charset=utf-8")
