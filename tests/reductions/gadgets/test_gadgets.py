"""The gadgets as drawn, all they can do, and the conditions that prove them right."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from gourds.bundled import bundled_folder
from gourds.errors import InputError
from gourds.hexgrid import are_adjacent
from gourds.reductions.gadgets.coverings import Table, allowed_kinds, coverings, signature_of
from gourds.reductions.gadgets.drawing import bundled_gadgets, load_gadgets, pair, parse_gadget
from gourds.reductions.gadgets.proof import prove
from gourds.reductions.gadgets.tables import differences, format_table

GADGETS = bundled_gadgets()
FOLDER = bundled_folder("reductions") / "one_in_three_sat" / "gadgets"
TABLES = {gadget.name: Table.of(GADGETS, gadget) for gadget in (GADGETS.variable, GADGETS.clause)}

RING = [(2, 0), (3, 0), (4, 0), (5, 0), (5, 1), (5, 2), (5, 3), (4, 3), (3, 3), (2, 3), (2, 2), (2, 1)]
TRIANGLE = [(2, 0), (3, 0), (4, 0), (5, 0), (4, 1), (3, 2), (2, 3), (2, 2), (2, 1)]


def test_the_variable_gadget_is_the_ring_of_the_paper():
    symbol = GADGETS.variable.symbol_at
    assert [symbol[cell] for cell in RING] == list("xxVV" * 3)
    assert {symbol[cell] for cell in symbol if cell not in RING} == {"F"}
    assert len(symbol) == 32
    assert Counter(GADGETS.variable.gourds) == {("V", "x"): 6, ("x", "x"): 3, ("V", "V"): 1, ("F", "F"): 10}


def test_the_clause_gadget_is_the_two_triangles_of_the_paper():
    symbol = GADGETS.clause.symbol_at
    assert [symbol[cell] for cell in TRIANGLE] == list("XXXYYYZZZ")
    assert symbol[3, 1] == "V"
    right = [(q, r) for r in range(4) for q in range(8 - r, 10)]
    inner = {(8, 1): "X", (7, 2): "Y", (8, 2): "Z"}
    assert all(symbol[cell] == inner.get(cell, "V") for cell in right)
    assert Counter(symbol.values()) == {"F": 24, "V": 12, "X": 4, "Y": 4, "Z": 4}


def test_budgets_are_those_of_the_theorem():
    """Three (V, V) per variable and 5m − 2n more are n + 5m: one for each variable, five for each clause."""
    for n in (3, 6, 300):
        given = n * GADGETS.variable.gourds["V", "V"] + n * GADGETS.clause.gourds["V", "V"]
        assert given == 3 * n + 5 * n - 2 * n


def test_coverings_by_exhaustion():
    assert (TABLES["variable"].total, len(TABLES["variable"].count)) == (2, 2)
    assert (TABLES["clause"].total, len(TABLES["clause"].count)) == (168, 21)
    for table in TABLES.values():
        assert {table.meaning(s) for s in table.count} - {""} == set(table.gadget.coverings)
    left = {frozenset(_part(covering, 0, 6)) for covering in _all("clause")}
    right = {frozenset(_part(covering, 5, 10)) for covering in _all("clause")}
    assert (len(left), len(right)) == (6, 4)


def _all(name):
    gadget = getattr(GADGETS, name)
    return coverings(gadget, allowed_kinds(GADGETS, gadget))


def _part(covering, first, last):
    """The signature of the gourds of one of the two triangles: their diagonals do not mix."""
    symbol = GADGETS.clause.symbol_at
    inside = [gourd for gourd in covering if (gourd[0][0] + gourd[0][1] < 7) == (first == 0)]
    return signature_of(Counter(pair(symbol[a], symbol[b]) for a, b in inside))


def test_coverings_cover():
    for name in ("variable", "clause"):
        gadget = getattr(GADGETS, name)
        for covering in _all(name):
            assert sorted(cell for gourd in covering for cell in gourd) == sorted(gadget.inner)
            assert all(are_adjacent(a, b) for a, b in covering)


def test_how_many_colorings_of_the_triangle_admit_all_three_options():
    """Of the 1,680 ways to color its ring with three X, Y and Z each; the drawn one is among them.

    The larger triangle covers its inner X with V only if Y and Z go together, and so on: what the options leave for the
    smaller triangle is one (X, V), (X, Y), (X, Z), (Y, Y), (Z, Z) for X, and likewise for Y and Z.
    """
    wanted = {
        signature_of(Counter([pair(a, "V"), pair(a, b), pair(a, c), (b, b), (c, c)]))
        for a, b, c in ("XYZ", "YXZ", "ZXY")
    }
    good = 0
    for ring in sorted(set(permutations("XXXYYYZZZ"))):
        painted = {
            **dict.fromkeys(GADGETS.clause.symbol_at, "F"),
            **dict(zip(TRIANGLE, ring, strict=True)),
            (3, 1): "V",
        }
        rows = tuple(tuple(painted[q, r] for q in range(12)) for r in range(4))
        good += wanted <= Table.of(GADGETS, replace(GADGETS.clause, rows=rows)).count.keys()
    assert good == 24


def test_the_tables_beside_the_drawings():
    for name, table in TABLES.items():
        kept = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
        assert format_table(table) == kept
        assert differences(table, kept) == []
        assert differences(table, kept.replace("coverings = 1\n", "coverings = 7\n", 1).replace("= 16", "= 15", 1))
        assert differences(table, "rubbish")[0].startswith("the table cannot be read")
        assert len(differences(table, kept.replace("5 (V, V)", "6 (V, V)").replace("3 (x, x)", "9 (x, x)"))) >= 2


def test_the_gadgets_are_proved_right():
    proof = prove(GADGETS)
    assert proof
    assert [condition.name for condition in proof.conditions] == [
        "isolated",
        "two values",
        "no excess",
        "exactly one",
        "balance",
    ]


@pytest.mark.parametrize(
    ("fails", "gadget", "old", "new"),
    [
        ("balance", "clause", "V V 5", "V V 6"),
        ("balance", "clause", "X Y 1\n", "X Y 2\n"),
        ("no excess", "variable", "x V 6\n  x x", "x V 7\n  x x"),
        ("balance", "variable", "F F 10", "F F 11"),
        ("two values", "variable", "F F x x V V F F", "F F x V x V F F"),
    ],
)
def test_each_condition_can_fail(fails, gadget, old, new):
    text = getattr(GADGETS, gadget).text()
    text = text.replace("  V x 6", "  x V 6")  # the order in which the file is written
    assert old in text
    changed = replace(GADGETS, **{gadget: parse_gadget(text.replace(old, new, 1), gadget)})
    failed = [condition.name for condition in prove(changed).conditions if not condition.holds]
    assert fails in failed


def test_gadgets_read_what_they_write():
    for gadget in (GADGETS.variable, GADGETS.clause):
        assert parse_gadget(gadget.text(), gadget.name) == gadget


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("gourds gadget 1", "gourds drawing 1", "not a gadget: a gadget starts with 'gourds gadget 1'"),
        ("name: variable", "name: clause", "name: must be 'variable'"),
        ("F F x x V V F F", "F F x X V V F F", "symbol 'X' is none of x, V, F"),
        ("F F x x V V F F", "x F x x V V F F", "the first column must be filler"),
        ("F F x x V V F F", "F F F x V V F F", "a run of it has an odd number of cells"),
        ("F F x x V V F F\n", "F F x x V V F F F\n", "must be a parallelogram"),
        ("  F F 10", "  F x 10", "would tie gadgets together"),
        ("  F F 10", "  F F -1", "must not be negative"),
        ("  false: x V 6", "  maybe: x V 6", "coverings are false, true"),
        ("  false: x V 6", "  false: x F 6", "expected 'NAME: a b COUNT, …'"),
        ("  false: x V 6\n", "", "covering 'false' is missing"),
    ],
)
def test_faults_of_gadget_files(old, new, message):
    text = (FOLDER / "variable.txt").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        parse_gadget(text.replace(old, new, 1), "variable")


def test_a_folder_with_one_gadget_takes_the_other_from_the_paper(tmp_path):
    with pytest.raises(InputError, match=r"neither variable.txt nor clause.txt"):
        load_gadgets(tmp_path)
    with pytest.raises(InputError, match="no such folder"):
        load_gadgets(tmp_path / "nowhere")
    mirrored = GADGETS.clause.text().replace("V X V", "V Z V").replace("V Y Z V", "V Y X V")
    (tmp_path / "clause.txt").write_text(mirrored, encoding="utf-8")
    gadgets = load_gadgets(tmp_path)
    assert gadgets.variable == GADGETS.variable
    assert gadgets.clause != GADGETS.clause
    assert not gadgets.is_bundled
    assert prove(gadgets)
