"""``docs/results/triples.md``: its Python runs, its tables are those of the data, and the data are what is found."""

from __future__ import annotations

import csv
import doctest
import re

import pytest

from gourds import shapes
from gourds.triples.answer import answer_triples
from gourds.triples.census import take_census
from gourds.triples.instance import TripleInstance
from tests.page_tables import table_after


@pytest.fixture
def results(root):
    return root / "docs" / "results"


def rows_of(results, name):
    text = (results / "data" / f"triples-{name}.csv").read_text(encoding="utf-8")
    command, *lines = text.splitlines()
    assert command == "# .venv/bin/python benchmarks/triples.py --write"
    return list(csv.DictReader(lines))


def test_the_python_of_the_page_runs(results):
    failures, tried = doctest.testfile(str(results / "triples.md"), module_relative=False)
    assert failures == 0 < tried


def test_pictures_and_files_are_there(results):
    text = (results / "triples.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)", text)
    assert len(links) > 6
    assert [link for link in links if not (results / link).exists()] == []


def test_the_census_in_the_data_is_what_is_found(results):
    for row in rows_of(results, "census")[:3]:
        found = take_census(int(row.pop("cells"))).to_json()
        sizes = " ".join(f"{k}:{n}" for k, n in found.pop("placements").items())
        assert row == {**{key: str(found[key]) for key in row if key != "placements"}, "placements": sizes}


def test_tables_are_those_of_the_data(results):
    text = (results / "triples.md").read_text(encoding="utf-8")
    keys = ("cells", "boards", "with_holes", "rigid", "joined", "apart", "gods_number")
    census = rows_of(results, "census")
    assert [[row[key] for key in keys] for row in census] == table_after(text, "All small boards")
    keys = ("cells", "placements", "hinge_sets", "components", "rigid_placements", "largest_component", "gods_number")
    wanted = {row["shape"]: [row[key] or "–" for key in keys] for row in rows_of(results, "shapes")}
    shown = table_after(text, "Large boards")
    assert len(shown) > 10
    assert shown == [[row[0], *wanted[row[0]]] for row in shown]


@pytest.mark.parametrize(("name", "cells"), [("hexagon 3", shapes.hexagon(3)), ("triangle 10", shapes.triangle(10))])
def test_shapes_in_the_data(results, name, cells):
    row = next(row for row in rows_of(results, "shapes") if row["shape"] == name)
    answer = answer_triples(TripleInstance.build(cells))
    assert (row["placements"], row["components"]) == (str(answer.placements), str(len(answer.space.components)))
    assert row["gods_number"] == str(answer.space.gods_number)
