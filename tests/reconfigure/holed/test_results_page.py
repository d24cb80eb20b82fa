"""``docs/results/holes.md``: its links lead somewhere, and its tables are those of the data."""

from __future__ import annotations

import csv
import re
from collections import Counter

import pytest

from gourds.board import Board
from gourds.reconfigure.spaces.conditions import judge

COLUMNS = ("station", "odd walk", "never empty", "no pivot", "necklace", "open")


@pytest.fixture
def results(root):
    return root / "docs" / "results"


def rows_of(results, name):
    command, *lines = (results / "data" / f"holes-{name}.csv").read_text(encoding="utf-8").splitlines()
    assert command.startswith("# .venv/bin/python benchmarks/holes.py ")
    return list(csv.DictReader(lines))


def tables_of(results):
    """The rows of each table, as words without commas."""
    tables, rows = [], []
    for line in [*(results / "holes.md").read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip().replace(",", "") for cell in line.strip("|").split("|")])
        elif rows:
            tables.append(rows[2:])
            rows = []
    return tables


def test_pictures_and_files_are_there(results):
    text = (results / "holes.md").read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]*)", text) if link]
    assert len(links) > 5
    assert [link for link in links if not (results / link).exists()] == []


def test_the_census_is_that_of_the_data(results):
    counts: Counter[tuple[str, str]] = Counter()
    for row in rows_of(results, "census"):
        counts[row["cells"], row["rule"]] += int(row["boards"])
        assert row["rule"] != "open" or row["group"] == "half"
        assert row["rule"] != "open" or int(row["holes"]) > 1
    for row in tables_of(results)[0]:
        size = row[0].split()[0]
        numbers = [counts[size, rule] for rule in COLUMNS]
        assert [int(cell) for cell in row[3:]] == numbers
        assert int(row[2]) == numbers[0] + numbers[1]
        assert size == "17" or int(row[1]) == sum(numbers)
    assert len(rows_of(results, "open")) == sum(counts[size, "open"] for size, _ in set(counts) if _ == "open")


def test_the_sample_is_that_of_the_data(results):
    for row, due in zip(tables_of(results)[1], rows_of(results, "sample"), strict=True):
        assert row[1:7] == [
            due[key] for key in ("mean_cells", "boards", "station", "odd walk", "never empty", "necklace")
        ]
        assert int(row[7]) == int(due["even walks"]) + int(due["open"])
        assert row[8].split(" of ") == [due["planned"], str(int(due["station"]) + int(due["odd walk"]))]
        assert row[9] == due["moves_per_n2"]


def test_undecided_boards_are_half_reconfigurable(results):
    for row in rows_of(results, "open")[:30]:
        cells = [tuple(map(int, cell.split(":"))) for cell in row["board"].split()]
        board = Board.from_cells(cells)
        assert judge(board, 0).rule == "open"
        assert judge(board).rule == "even walks"
