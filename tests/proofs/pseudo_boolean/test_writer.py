"""The steps as both versions of the format spell them, and the ids by which the writer knows the file."""

from __future__ import annotations

import re

import pytest

from gourds.encodings.export import export
from gourds.errors import InternalError
from gourds.instance import Instance
from gourds.proofs.pseudo_boolean.sums import Equality, Sum
from gourds.proofs.pseudo_boolean.writer import ProofWriter
from tests.encodings.small_instances import fair_shares

ROW = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "b", 1), ("a", "a", 1)])


def written(version: str) -> list[str]:
    writer = ProofWriter(ROW, version=version)
    first = writer.pol([(1, 2), (3, 1)], literals=[(2, 1), (-1, 3)], divide=2, saturate=True)
    second = writer.rup([(1, 2), (1, -3)], 1, [first, 2])
    writer.rup([(2, 1)], 1)
    writer.define(writer.fresh(), [(1, 1), (1, -2), (1, 3)], 2)
    writer.red([(1, 1)], 1, {1: -2})
    writer.delete([first, second])
    writer.delete([])
    return writer.conclude(second).splitlines()


def test_version_3():
    head, body = written("3.0")[:4], written("3.0")[4:]
    assert head == [
        "pseudo-Boolean proof version 3.0",
        "% Colored Gourd Placement: a proof that there is no placement",
        f"% instance: sha256 {ROW.digest}",
        "% formula: gourds encode FILE --to opb --encoding reduced",
    ]
    assert body == [
        "f 14 ;",
        "pol 1 2 * 3 + x2 + ~x1 3 * + 2 d s ;",
        "rup 1 x2 1 ~x3 >= 1 : 15 2 ~ ;",
        "rup 2 x1 >= 1 ;",
        "red 2 ~x6 1 x1 1 ~x2 1 x3 >= 2 : x6 -> 0 ;",
        "red 2 x6 1 ~x1 1 x2 1 ~x3 >= 2 : x6 -> 1 ;",
        "red 1 x1 >= 1 : x1 -> ~x2 ;",
        "del id 15 16 ;",
        "output NONE ;",
        "conclusion UNSAT : 16 ;",
        "end pseudo-Boolean proof ;",
    ]


def test_version_1_2():
    lines = written("1.2")
    assert lines[0] == "pseudo-Boolean proof version 1.2"
    assert all(line.startswith("* ") for line in lines[1:4])
    assert lines[4:] == [
        "f 14",
        "p 1 2 * 3 + x2 + ~x1 3 * + 2 d s",
        "u 1 x2 1 ~x3 >= 1 ;",
        "u 2 x1 >= 1 ;",
        "red 2 ~x6 1 x1 1 ~x2 1 x3 >= 2 ; x6 -> 0",
        "red 2 x6 1 ~x1 1 x2 1 ~x3 >= 2 ; x6 -> 1",
        "red 1 x1 >= 1 ; x1 -> ~x2",
        "d 15 16",
        "c 16",
    ]


def test_no_other_version():
    with pytest.raises(InternalError):
        ProofWriter(ROW, version="2.0")


@pytest.mark.parametrize("encoding", ["reduced", "textbook"])
def test_ids_are_those_of_the_file(encoding):
    for instance in fair_shares(24):
        text = export(instance, "opb", encoding)
        rows = [line for line in text.splitlines() if not line.startswith("*")]
        comments = dict(re.findall(r"\* variable (\d+): (.*)", text))
        writer = ProofWriter(instance, encoding)
        assert writer.constraint_count == 2 * len(rows)
        assert writer.fresh() == 1 + int(re.findall(r"#variable= (\d+)", text)[0])

        def row(number: int, rows: list[str] = rows) -> set[str]:
            return set(re.findall(r"x\d+", rows[(number - 1) // 2]))

        cells = instance.board.cell_list()
        assert row(writer.empty().at_least) == {f"x{k}" for k, what in comments.items() if "empty" in what}
        for v, cell in enumerate(cells):
            at_least, at_most = writer.cell(v)
            assert (at_least % 2, at_most) == (1, at_least + 1)
            mine = {f"x{k}" for k, what in comments.items() if f"({cell[0]}, {cell[1]})" in what}
            assert row(at_least) == mine or not mine
            variable = writer.empty_variable(v)
            assert variable is None or comments[str(variable)] == f"cell ({cell[0]}, {cell[1]}) stays empty"
        for e, (a, b) in enumerate(instance.board.edges.tolist()):
            variable = writer.edge_variable(e)
            place = "a gourd on ({}, {}) and ({}, {})".format(*cells[a], *cells[b])
            assert variable is None or comments[str(variable)] == place
        for pair, equation in writer.model.classes.items():
            halves = writer.class_(*pair)
            assert halves is not None
            assert row(halves.at_most) == {f"x{k}" for k in equation.variables} or not len(equation.variables)


def test_a_sum_that_is_no_contradiction_is_refused():
    writer = ProofWriter(ROW)
    total = Sum(writer)
    total.weigh(Equality.of(writer.cell(0), [1], 1), 3)
    assert (total.coefficients, total.bound, total.most()) == ({1: 3}, 3, 3)
    with pytest.raises(InternalError):
        total.refute()
    with pytest.raises(InternalError):
        total.derive(divide=2)
    total.weigh(Equality.of(writer.cell(0), [1], 1), -3)
    assert (total.coefficients, total.bound) == ({}, 0)
