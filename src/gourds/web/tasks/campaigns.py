"""Campaigns: the stores in the server's folder, how far one of them is, and its report."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from gourds.bench.report.page import to_page
from gourds.bench.store.reading import read_results, snapshot
from gourds.bench.store.store import Store
from gourds.errors import InputError
from gourds.web.documents import NotFoundError, Question
from gourds.web.tasks import File, Say

EXAMPLE: Final = "example"
"""The name of the campaign that comes with the package."""
_MOST_STORES: Final = 500
_LAST_RUNS: Final = 8

_SOLVERS: Final = """
SELECT solver.label, COUNT(*), COUNT(run.plan_id), COALESCE(SUM(run.wall_s), 0),
       COALESCE(SUM(judgement IN ('correct', 'unconfirmed')), 0), COALESCE(SUM(judgement IN ('error', 'wrong')), 0)
FROM solver JOIN plan ON plan.solver_id = solver.id
LEFT JOIN run ON run.plan_id = plan.id LEFT JOIN judged ON judged.plan_id = plan.id
GROUP BY solver.id ORDER BY solver.id
"""
_LAST: Final = f"""
SELECT label, instance, cells, verdict, cause, judgement, COALESCE(solve_s, wall_s)
FROM result ORDER BY ended DESC, plan_id DESC LIMIT {_LAST_RUNS}
"""


def stores(folder: str) -> dict[str, Path]:
    """The stores in a folder by name; nothing else can be opened."""
    found = sorted(path for path in Path(folder).glob("*.sqlite") if path.is_file())
    return {path.stem: path for path in found[:_MOST_STORES]}


def find_store(folder: str, name: str) -> Path:
    """The store of this name. Raises NotFoundError."""
    path = stores(folder).get(name)
    if path is None:
        raise NotFoundError("there is no campaign of this name")
    return path


def campaigns(question: Question, say: Say) -> dict[str, Any]:
    """Name, title, planned and finished runs, and time of the last change; files that are not stores are left out."""
    listed: list[dict[str, Any]] = []
    for name, path in stores(question.context["folder"]).items():
        try:
            with snapshot(path) as store:
                runs, finished = store.size()
                title = store.name
        except InputError:
            continue
        modified = max(each.stat().st_mtime for each in (path, Path(f"{path}-wal")) if each.exists())
        listed.append({"name": name, "title": title, "runs": runs, "finished": finished, "modified": modified})
    listed.sort(key=lambda row: row["modified"], reverse=True)
    return {"is_temporary": question.context["is_temporary"], "campaigns": listed}


def campaign_status(question: Question, say: Say) -> dict[str, Any]:
    """How far a campaign is: runs of each solver, and the last ones. It can be asked while somebody runs it."""
    with snapshot(find_store(question.context["folder"], question.context["name"])) as store:
        return {"name": question.context["name"], "title": store.name, **_status(store)}


def _status(store: Store) -> dict[str, Any]:
    runs, finished = store.size()
    (boards,) = store.connection.execute("SELECT COUNT(*) FROM instance").fetchone()
    counted = ("label", "runs", "finished", "seconds", "solved", "failed")
    told = ("solver", "board", "cells", "verdict", "cause", "judgement", "seconds")
    return {
        "runs": runs,
        "finished": finished,
        "boards": boards,
        "wall": store.limits.wall,
        "solvers": [dict(zip(counted, row, strict=True)) for row in store.connection.execute(_SOLVERS)],
        "last": [dict(zip(told, row, strict=True)) for row in store.connection.execute(_LAST)],
        "troubles": [trouble.text for trouble in store.troubles()][:5],
    }


def campaign_report(question: Question, say: Say) -> File:
    """The page that ``gourds bench report`` writes; only names of stores in the folder are looked up."""
    folder, name = question.context["folder"], question.context["name"]
    is_shipped = name == EXAMPLE and name not in stores(folder)
    shipped = Path(str(files("gourds.web") / "example" / "example.sqlite"))
    with snapshot(shipped if is_shipped else find_store(folder, name)) as store:
        return File(to_page(read_results(store), store).encode(), "text/html; charset=utf-8")
