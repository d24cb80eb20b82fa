"""The search for gadgets: what is wanted, layouts, colorings; what it finds and that it misses nothing."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

import gourds
from gourds.errors import InputError
from gourds.reductions.gadgets.coverings import Table, signature_of
from gourds.reductions.gadgets.drawing import bundled_gadgets, pair, parse_gadget
from gourds.reductions.gadgets.filler import stands_apart
from gourds.reductions.gadgets.proof import prove
from gourds.reductions.searching.coloring import color
from gourds.reductions.searching.layouts import Box
from gourds.reductions.searching.making import canonical, make_find, with_paper
from gourds.reductions.searching.search import Search, find
from gourds.reductions.searching.wanted import FIRST_MUST, FREE, Wanted, wishes


@pytest.mark.parametrize("filler", ["one", "two"])
def test_layouts_are_those_that_gadgets_may_have(filler):
    """All layouts of a box of eight cells, by the rule for drawings and by the rule of the search."""
    box = Box(2, 4, filler)
    for cells in (k for many in (2, 4, 6) for k in combinations(range(8), many)):
        layout = sum(1 << k for k in cells)
        rows = [["V" if layout >> (r * 4 + q) & 1 else "F" for q in range(4)] for r in range(2)]
        before, after = (["F"], []) if filler == "one" else (["F"] * 2, ["F"] * 2)
        drawn = tuple(tuple(before + row + after) for row in rows)
        is_even = all(len(run) % 2 == 0 for row in drawn for run in "".join(row).split("V"))
        assert box.is_sound(layout) == (stands_apart(drawn) if filler == "one" else is_even)
        assert box.turned(box.turned(layout)) == layout


def test_matchings_are_perfect_and_all_there():
    assert [len(Box(2, n, "one").matchings(4**n - 1)) for n in range(1, 7)] == [1, 2, 3, 5, 8, 13]
    assert len(Box(3, 4, "one").matchings(2**12 - 1)) == 15


def test_what_is_wanted_of_clauses():
    """Color totals of every wish fit the coverings that mean something; forbidden, free and wanted by definition."""
    for wanted in wishes("clause", 14):
        assert sum(wanted.totals) == 14
        for name, uses in wanted.meanings.items():
            assert wanted.fate[uses] == FIRST_MUST + "XYZ".index(name)
        assert wanted.fate[(wanted.low,) * 3] == 0
        assert wanted.fate[(wanted.low + 1,) * 3] == FREE
    assert Wanted("clause", (4, 4, 2, 2), (0, 0, 0), 0) in set(wishes("clause", 12))


def _is_right(colors, wanted, matchings):
    """Whether the coloring meets the conditions, from their definition."""
    names = [wanted.colors[c] for c in colors]
    mixed = {pair(*two) for two in combinations("XYZ", 2)}
    uses = set()
    for matching in matchings:
        used = Counter(pair(names[a], names[b]) for a, b in matching)
        if any(wanted.crossed) or not mixed & used.keys():
            uses.add((tuple(used[pair(s, "V")] for s in "XYZ"), tuple(used[k] for k in sorted(mixed))))
    low, high = wanted.low, wanted.low + 2
    numbers = {one for one, _ in uses}
    if any(not low <= n <= high for one in numbers for n in one):
        return False
    if any(set(one) <= {low, high} and one.count(high) != 1 for one in numbers):
        return False
    return all((one, wanted.crossed) in uses for one in set(permutations((high, low, low))))


def test_the_kernel_against_the_definition():
    """All colorings of the 2 × 6 box with given totals, tried one by one: the kernel finds those that are right."""
    matchings = Box(2, 6, "one").matchings(2**12 - 1)
    wanted = Wanted("clause", (5, 3, 2, 2), (1, 0, 0), 0)
    tried = []
    found = {tuple(c) for c in color(matchings, wanted, deadline=math.inf, tried=tried.append)}
    assert sum(tried) == math.factorial(12) // (math.factorial(5) * 6 * 2 * 2)
    plain = matchings.tolist()
    assert found
    assert all(_is_right(c, wanted, plain) for c in found)
    near = {
        tuple(np.array(c)[list(order)])
        for c in found
        for a, b in combinations(range(12), 2)
        for order in [[b if k == a else a if k == b else k for k in range(12)]]
    }
    assert len(near) > 200
    assert all((c in found) == _is_right(c, wanted, plain) for c in sorted(near)[::7])


def test_the_smallest_variable_gadget_of_four_rows_is_the_ring():
    found = find("variable", "one", rows=4)
    assert found.is_complete
    assert (found.cells, len(found.finds)) == (20, 2)
    paper = bundled_gadgets().variable
    rings = {canonical(one) for one in found.finds}
    ring = [paper.symbol_at[q, r] for q, r in paper.inner]
    assert any([text.split()[2] for text in one] in (ring, ring[::-1]) for one in rings)
    assert {one.coverings for one in found.finds} == {2}


def test_the_smallest_pair_with_two_columns_is_lower_than_the_paper_s():
    found = gourds.find_gadgets("pair", filler="two")
    assert found.is_complete
    assert (found.cells, found.gadgets.variable.height) == (54, 3)
    assert prove(found.gadgets)
    assert found.to_json()["pair"]["variable"] == found.gadgets.variable.text()


def test_no_variable_gadget_in_two_rows_or_columns():
    """What the docstring of the search proves, by exhaustion up to nine columns."""
    for rows, columns in ((2, 6), (2, 7), (6, 2), (2, 8)):
        search = Search("variable")
        assert search.search_box(Box(rows, columns, "one"))
        assert not search.finds
        assert search.searched[0].colorings


def test_eight_cells_are_not_enough_for_a_clause():
    search = Search("clause")
    for rows, columns in ((2, 4), (3, 3), (4, 3)):
        box = Box(rows, columns, "one")
        assert search._search(box, 8)
    assert not search.finds


def test_finds_are_gadgets_with_all_that_belongs_to_them(tmp_path):
    found = gourds.find_gadgets("clause", rows=4, output=tmp_path / "new")
    assert (found.cells, found.is_complete) == (16, True)
    written = parse_gadget((tmp_path / "new" / "clause.txt").read_text(encoding="utf-8"), "clause")
    assert written == found.finds[0].gadget
    for one in found.finds:
        assert prove(with_paper(one.gadget))
        table = Table.of(with_paper(one.gadget), one.gadget)
        assert {signature_of(used) for used in one.gadget.coverings.values()} <= table.count.keys()
        assert (one.coverings, one.signatures) == (table.total, len(table.count))
    assert len({canonical(one) for one in found.finds}) == len(found.finds)


def test_time_ends_a_search():
    found = gourds.find_gadgets("clause", rows=3, thorough=True, time_limit=0)
    assert not found.is_complete
    assert "time was up" in repr(found)
    with pytest.raises(InputError, match="nothing to search"):
        gourds.find_gadgets("variable", rows=2)
    with pytest.raises(InputError, match="columns are for a single gadget"):
        gourds.find_gadgets("pair", columns=3)


def test_a_find_that_the_proof_rejects_is_an_error():
    """Search and proof are two programs: where they disagree, one of them is wrong, and that is said."""
    box = Box(4, 3, "one")
    wanted = Wanted("clause", (4, 4, 2, 2), (0, 0, 0), 0)
    right = [wanted.colors.index(c) for c in "XVYXZYXZYXVY"]
    assert make_find(box, 2**12 - 1, right, wanted).signatures == 3
    wrong = [wanted.colors.index(c) for c in "XVYXZYXZVXYY"]
    with pytest.raises(Exception, match="disagree"):
        make_find(box, 2**12 - 1, wrong, wanted)
