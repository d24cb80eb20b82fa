"""``docs/results/gods-numbers.md`` and ``how-long.md``: tables are those of the data, and the data are what is found."""

from __future__ import annotations

import csv
import re
from collections import Counter
from statistics import mean

import pytest
from benchmarks._kinds import THIN, dearest_exchange, inner_cells, kind_of

from gourds.board import Board
from gourds.reconfigure.gods_number.surveying import survey
from gourds.reconfigure.gods_number.two_bits import TwoBitSpace
from gourds.reconfigure.spaces.placement_graph import placement_graph
from tests.page_tables import table_after

SIZES = (7, 9, 11, 13)


@pytest.fixture
def results(root):
    return root / "docs" / "results"


@pytest.fixture
def page(results):
    return (results / "gods-numbers.md").read_text(encoding="utf-8")


def rows_of(results, name):
    """The lines of a table; the comments above them say what it is and how it was made."""
    text = (results / "data" / f"{name}.csv").read_text(encoding="utf-8")
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert comments[-1].startswith("# python benchmarks/")
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def board_of(row):
    numbers = [int(word) for word in row["cells"].split()]
    return Board.from_cells(list(zip(numbers[::2], numbers[1::2], strict=True)))


def numbers_of(rows, *, column="gods_number", thin=None):
    """The numbers of all boards, or only of thin ones or of others."""
    return sorted(int(row[column]) for row in rows if thin is None or (row["kind"] == THIN) == thin)


def span(values):
    return f"{min(values)}–{max(values)}" if min(values) < max(values) else str(min(values))


def spelled(counts):
    """As the page's tables have it, commas left out: '20 (4) 21 (1)'."""
    return " ".join(f"{number} ({counts[number]})" for number in sorted(counts))


def test_links_lead_somewhere(results, page):
    links = re.findall(r"\]\(([^)#]+)", page)
    assert len(links) > 8
    assert [link for link in links if not (results / link).exists()] == []


def test_all_boards(results, page):
    shown = {int(row[0]): row[1:] for row in table_after(page, "All proper boards of up to 13 cells")}
    other_page = (results.parent / "reconfiguration.md").read_text(encoding="utf-8")
    older = {int(row[0]): row[1:] for row in table_after(other_page, "State spaces")}
    for size in SIZES:
        rows = rows_of(results, f"gods-numbers-{size}")
        total = {key: sum(float(row[key]) for row in rows) for key in ("orbits", "searches", "cpu_seconds")}
        placements, states = ([int(row[key]) for row in rows] for key in ("placements", "states"))
        first = [str(len(rows)), span(placements), span(states)]
        found = spelled(Counter(numbers_of(rows)))
        searches = f"{total['searches']:.0f} of {total['orbits']:.0f}"
        assert shown[size][:5] == [*first, found, searches]
        assert older[size][:3] == first
        assert older[size][4] == found
        every = rows_of(results, "gods-distances-13") if size == 13 else rows
        assert numbers_of(every) == numbers_of(rows)
        means = [float(row["mean"]) for row in every]
        assert older[size][3] == f"{min(means):.2f}–{max(means):.2f}"


def test_boards_by_kind(results, page):
    shown = {row[0]: row[1:] for row in table_after(page, "What separates small numbers from large ones")}
    for size in SIZES:
        rows = rows_of(results, f"gods-numbers-{size}")
        kinds = Counter(row["kind"] for row in rows)
        counts = [str(kinds[kind]) for kind in ("thin", "forked", "round")]
        thin, others = numbers_of(rows, thin=True), numbers_of(rows, thin=False)
        wrong = sum(number >= min(thin) for number in others)
        assert shown[str(size)] == [*counts, span(thin), span(others), str(wrong)]
    rows = rows_of(results, "gods-depths-15")
    lower = [span(numbers_of(rows, column="depth", thin=thin)) for thin in (True, False)]
    assert shown["15 sampled"][3:5] == [f"at least {each}" for each in lower]
    assert [row["kind"] for row in rows] == [kind_of(board_of(row)) for row in rows]


def test_mean_distances(results, page):
    shown = {int(row[0]): row[1:] for row in table_after(page, "Mean distances")}
    for size in SIZES:
        rows = rows_of(results, "gods-distances-13" if size == 13 else f"gods-numbers-{size}")
        thin, others = (
            [float(row["mean"]) for row in rows if (row["kind"] == THIN) == is_thin] for is_thin in (True, False)
        )
        assert max(others) < min(thin)
        found = [span([f"{end:.2f}" for end in (min(means), max(means))]) for means in (thin, others)]
        assert shown[size] == found


def test_inner_cells(results, page):
    shown = {int(row[0]): row[1:] for row in table_after(page, "Inner cells")}
    for size in SIZES:
        found: dict[int, list[int]] = {}
        for row in rows_of(results, f"gods-numbers-{size}"):
            if row["kind"] == "round":
                found.setdefault(inner_cells(board_of(row)), []).append(int(row["gods_number"]))
        assert shown[size] == [span(found[k]) if k in found else "–" for k in (1, 2, 3)]


def test_exchanges(results, page):
    shown = {int(row[0]): row[1:] for row in table_after(page, "The dearest exchange")}
    for size in SIZES:
        rows = rows_of(results, f"gods-exchanges-{size}")
        spans = [span(numbers_of(rows, column="exchange", thin=thin)) for thin in (True, False)]
        assert shown[size] == [f"{len(rows)} of {len(rows_of(results, f'gods-numbers-{size}'))}", *spans]


def test_boards_of_15_cells(results, page):
    rows = rows_of(results, "gods-numbers-15")
    keys = ("board", "kind", "placements", "gods_number", "cpu_seconds", "megabytes")
    shown = [[row[0], row[2], *row[4:5], *row[6:]] for row in table_after(page, "Boards of 15 cells")]
    wanted = sorted(([row[key] for key in keys] for row in rows), key=lambda row: (int(row[3]), int(row[0])))
    for row in wanted:
        row[4:] = [f"{float(row[4]):.0f} s", f"{float(row[5]):.0f} MB"]
    assert shown == wanted
    depths = {row["board"]: row for row in rows_of(results, "gods-depths-15")}
    for row in rows:
        if row["board"] in depths:
            bounds = depths[row["board"]]
            assert int(bounds["depth"]) <= int(row["gods_number"]) <= int(bounds["upper"])


def test_one_search_is_at_most_two_short(results):
    numbers = {row["board"]: int(row["gods_number"]) for row in rows_of(results, "gods-numbers-13")}
    depths = {row["board"]: int(row["depth"]) for row in rows_of(results, "gods-depths-13")}
    assert numbers.keys() == depths.keys()
    assert {numbers[board] - depths[board] for board in numbers} == {0, 1, 2}


def test_strips(results, page):
    exact = {row["cells"]: row for row in rows_of(results, "how-long-exact") if row["board"].startswith("strip")}
    for cells, gourds, number, formula in table_after(page, "Strips"):
        most, n = exact[cells]["most"], int(gourds)
        assert (int(cells), int(formula)) == (2 * n + 1, n * n + 3 * n - 2)
        assert number == (most if exact[cells]["sources"] == exact[cells]["placements"] else f"≥ {most}")


@pytest.mark.parametrize("size", [7, 9])
def test_data_are_what_is_found(results, size):
    exchanges = {row["board"]: row for row in rows_of(results, f"gods-exchanges-{size}")}
    for row in rows_of(results, f"gods-numbers-{size}"):
        board = board_of(row)
        space = survey(board, every=True)
        assert (str(space.diameter), f"{space.mean:.4f}") == (row["gods_number"], row["mean"])
        assert kind_of(board) == row["kind"]
        assert str(dearest_exchange(TwoBitSpace(placement_graph(board)))) == exchanges[row["board"]]["exchange"]


def test_hexagons_on_the_page_of_mean_distances(results):
    text = (results / "how-long.md").read_text(encoding="utf-8")
    shown = {row[0]: row[1:] for row in table_after(text, "Growth on hexagons")}
    assert list(shown) == ["7", "19", "37", "61", "91"]
    some = [row for row in rows_of(results, "how-long") if row["board"] == "hexagon 3"]
    moves, bound = (mean(float(row[key]) for row in some) for key in ("moves", "bound"))
    assert {row["proved"] for row in some} == {"0"}
    assert shown["37"][1] == str(len(some))
    assert shown["37"][2].startswith(f"≤ {moves:.1f} ±")
    assert shown["37"][4:] == [f"{bound:.1f}", f"≤ {moves / bound:.2f}"]
    other_page = (results / "gaps.md").read_text(encoding="utf-8")
    there = {row[0]: row[1:] for row in table_after(other_page, "Figures")}
    for cells in ("61", "91"):
        pairs, moves, bound = there[cells][0], there[cells][2], there[cells][4]
        assert shown[cells][1:] == [
            pairs,
            f"≤ {moves}",
            "sampled plans not proved",
            bound,
            f"≤ {float(moves) / float(bound):.2f}",
        ]
