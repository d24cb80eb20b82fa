"""The notebook in ``docs/`` runs, and says what it holds."""

from __future__ import annotations

import importlib.util
import json
import re
from functools import partial

import pytest

import gourds


@pytest.fixture
def tour(root):
    return json.loads((root / "docs" / "tour.ipynb").read_text(encoding="utf-8"))


def test_the_notebook_runs_and_says_the_same(root, tour, tmp_path, monkeypatch):
    """What is printed is compared, of pictures only that they are such: solvers may find another placement."""
    spec = importlib.util.spec_from_file_location("_notebook", root / "scripts" / "_notebook.py")
    notebook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(notebook)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(gourds, "play_out", partial(gourds.play_out, time_limit=300))  # a busy machine needs longer
    outputs = notebook.run_cells(tour["cells"])
    stored = [cell["outputs"] for cell in tour["cells"] if cell["cell_type"] == "code"]
    assert [shown(cell) for cell in outputs] == [shown(cell) for cell in stored]
    assert not list(tmp_path.iterdir())


def shown(outputs: list[dict]) -> list[object]:
    return [output.get("text") or sorted(output["data"]) for output in outputs]


def test_the_notebook_is_as_notebooks_are(tour):
    assert (tour["nbformat"], tour["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in tour["cells"]}) == len(tour["cells"])
    code = [cell for cell in tour["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == [*range(1, len(code) + 1)]
    text = json.dumps(tour)
    assert not re.search(r"(?<![\w</])/(tmp|home|work|root|usr|Users)/", text)
    assert "Traceback" not in text
