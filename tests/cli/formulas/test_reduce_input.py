"""Inputs of reduce, extract and place-assignment that cannot be used."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from gourds.files.formulas import format_assignment
from gourds.reductions.reduction import reduce
from tests.cli.reduction_commands import (
    OTHER,
    PLANTED,
    names,
    refused,
)

# -- inputs that cannot be used -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "start"),
    [
        ("reduce", "reduce: Missing argument 'FORMULA'"),
        ("reduce none -o b", "none: No such file or directory"),
        ("reduce sub -o b", "sub: Is a directory"),
        ("reduce empty -o b", "empty: "),
        ("reduce rubbish -o b", "rubbish: byte 0: not UTF-8 text"),
        ("reduce cut -o b", "cut: gzip data: damaged or cut short"),
        ("reduce board.json -o b", "board.json: format: a formula is needed here, this is an instance"),
        ("reduce model -o b", "model: "),
        ("reduce short -o b", "short: line 2: the number of clauses is 1, not 2 as announced"),
        ("reduce f.1in3 -o no/b", "no/b: cannot be written: No such file or directory"),
        ("reduce f.1in3 -o sub", "sub: cannot be written: Is a directory"),
        ("reduce f.1in3 --to nonsense", "reduce: Invalid value for '--to'"),
        ("reduce f.1in3 --seed -1", "reduce: Invalid value for '--seed'"),
        ("reduce f.1in3 --gadgets none -o b", "none: no such folder of gadgets"),
        ("reduce f.1in3 --gadgets sub -o b", "sub: neither variable.txt nor clause.txt is there"),
        ("reduce f.1in3 --gadgets model -o b", "model: no such folder of gadgets"),
        ("extract board.json", "extract: Missing argument 'PLACEMENT'"),
        ("extract board.json none", "none: No such file"),
        ("extract none model", "none: No such file"),
        ("extract board.json board.json", "board.json: format: a placement is needed here, this is an instance"),
        ("extract board.json f.1in3", "f.1in3: format: a placement is needed here, this is a formula"),
        ("extract f.1in3 board.json", "f.1in3: format: an instance is needed here, this is a formula"),
        ("extract plain.json plain.p.json", "plain.json: source: holds no formula"),
        ("extract - -", "standard input: "),
        ("place-assignment board.json none -o b", "none: No such file"),
        ("place-assignment board.json sub -o b", "sub: Is a directory"),
        ("place-assignment board.json empty -o b", "empty: variable 1 and 5 more of 6 without a value"),
        ("place-assignment board.json both -o b", "both: line 2: variable 6 is both true and false"),
        ("place-assignment board.json far -o b", "far: line 1: variable 7 is larger than 6"),
        ("place-assignment board.json board.json -o b", "board.json: line 1: '{\"format\":' is not a whole number"),
        ("place-assignment f.1in3 model -o b", "f.1in3: format: an instance is needed here, this is a formula"),
        ("place-assignment plain.json model -o b", "plain.json: source: holds no formula"),
        ("place-assignment board.json model -o no/b", "no/b: cannot be written"),
        ("formula info none", "none: No such file"),
        ("formula info board.json", "board.json: format: a formula is needed here"),
        ("formula random", "formula random: Missing option '--variables'"),
        ("formula random --variables 2", "formula random: Invalid value for '--variables'"),
        ("formula random --variables 4 -o no/b", "no/b: cannot be written"),
        ("formula planted --variables 4 -o b", "a satisfiable cubic formula has 3, 6, 9, … variables, not 4"),
        ("formula hard --base 9 --ratio nan -o b", "formula hard: Invalid value for '--ratio': 'nan' is not a number"),
        ("formula all --variables 3 -o model", "model: cannot be made: File exists"),
        ("formula all --variables 3 -o model/b", "model/b: cannot be made: Not a directory"),
        ("generate reduction --variables 2 -o b", "a cubic formula has at least 3 variables, not 2"),
        ("generate reduction --order x1 -o b", "generate reduction: Invalid value for '--order'"),
        ("generate chain --size -1 -o b", "the numbers of holes and pigeons must not be negative"),
        ("check-reduction none", "none: No such file"),
        ("check-reduction f.1in3 short", "short: line 2: the number of clauses"),
        ("check-reduction board.json --json", "board.json: format: a formula is needed here"),
        ("check-reduction --exhaustive 11", "check-reduction: Invalid value for '--exhaustive'"),
        ("check-reduction --gadgets none", "none: no such folder of gadgets"),
        ("check-reduction --mutations nonsense", "check-reduction: Invalid value for '--mutations'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(cli, folder, args, start):
    (folder / "sub").mkdir()
    (folder / "empty").write_text("")
    (folder / "rubbish").write_bytes(b"\xff\xfe")
    (folder / "cut").write_bytes(gzip.compress(b"p cnf 0 0\n")[:-9])
    (folder / "short").write_text("p cnf 1 2\n1 0\n")
    (folder / "both").write_text("v 1 2 3 4 5 6\nv -6 0\n")
    (folder / "far").write_text("v 7 0\n")
    (folder / "plain.json").write_text(
        '{"format": "gourds-instance", "version": 1, "cells": [[0, 0, "a"]], "gourds": []}'
    )
    (folder / "plain.p.json").write_text('{"format": "gourds-placement", "version": 1, "empty": [0, 0], "gourds": []}')
    before = names()
    refused(cli(*args.split()), start)
    assert names() == before


def test_boards_that_would_be_too_large(cli, folder, monkeypatch):
    monkeypatch.setattr("gourds.reductions.chain.cubic_to_board.MAX_CELLS", 480)
    done = cli("reduce", "f.1in3", "-o", "b.json")
    refused(done, "f.1in3: the board would have 481 cells, more than 480")
    assert not Path("b.json").exists()


SOURCES = {
    "no formula": (lambda s: s.pop("formula"), "source: holds no formula"),
    "formula null": (lambda s: s.update(formula=None), "source.formula: must be"),
    "formula a list": (lambda s: s.update(formula=[]), "source.formula: must be"),
    "kind": (lambda s: s["formula"].update(kind=["1in3"]), "source.formula: must be"),
    "kind missing": (lambda s: s["formula"].pop("kind"), "source.formula: must be"),
    "negative variables": (lambda s: s["formula"].update(variables=-6), "source.formula: must be"),
    "true variables": (lambda s: s["formula"].update(variables=True), "source.formula: must be"),
    "fewer variables": (lambda s: s["formula"].update(variables=5), "source.formula: must be"),
    "more variables": (lambda s: s["formula"].update(variables=7), "source.back_map: must give"),
    "huge variables": (lambda s: s["formula"].update(variables=10**40), "source.back_map: must give"),
    "clauses missing": (lambda s: s["formula"].pop("clauses"), "source.formula: must be"),
    "clauses a string": (lambda s: s["formula"].update(clauses="123"), "source.formula: must be"),
    "a short clause": (lambda s: s["formula"]["clauses"].append([1, 2]), "source.formula: must be"),
    "a clause with 0": (lambda s: s["formula"]["clauses"].append([1, 2, 0]), "source.formula: must be"),
    "a clause of floats": (lambda s: s["formula"]["clauses"].append([1.0, 2, 3]), "source.formula: must be"),
    "another formula": (lambda s: s.update(formula=reduce(OTHER).source["formula"]), "source: the f"),
    "another clause": (lambda s: s["formula"]["clauses"].append([-1, 2, 3]), "source: the formula in it does not give"),
    "reduction": (lambda s: s.update(reduction="another"), "source.reduction: must be"),
    "order missing": (lambda s: s.pop("order"), "source.order: must say"),
    "order a list": (lambda s: s.update(order=["x1"]), "source.order: must say"),
    "order seed": (lambda s: s.update(order_seed="1"), "source.order: must say"),
    "extra negative": (lambda s: s.update(extra_columns=-2), "source.extra_columns: must be"),
    "extra huge": (lambda s: s.update(extra_columns=10**40), "source.extra_columns: must be"),
    "extra null": (lambda s: s.update(extra_columns=None), "source.extra_columns: must be"),
    "back map missing": (lambda s: s.pop("back_map"), "source.back_map: must give"),
    "back map short": (lambda s: s["back_map"].pop(), "source.back_map: must give"),
    "back map strings": (lambda s: s["back_map"].__setitem__(0, ["0", 1]), "source.back_map: must give"),
    "back map sign 0": (lambda s: s["back_map"].__setitem__(0, [0, 0]), "source.back_map: must give"),
    "back map sign true": (lambda s: s["back_map"].__setitem__(0, [0, True]), "source.back_map: must give"),
    "negative column": (lambda s: s["back_map"].__setitem__(0, [-5, 1]), "source.back_map: does not belong"),
    "huge column": (lambda s: s["back_map"].__setitem__(0, [10**40, 1]), "source.back_map: does not belong"),
    "column of a clause": (lambda s: s["back_map"].__setitem__(0, [48, 1]), "source.back_map: does not belong"),
    "columns exchanged": (lambda s: s["back_map"].reverse(), "source.back_map: does not belong"),
    "signs": (lambda s: [image.__setitem__(1, -1) for image in s["back_map"]], "source.back_map: does not belong"),
    "null for all": (lambda s: s.update(back_map=[None] * 6), "source.back_map: does not belong"),
    "gadgets empty": (lambda s: s.update(gadgets={}), "source.gadgets: must hold"),
    "gadgets a list": (lambda s: s.update(gadgets=["variable", "clause"]), "source.gadgets: must hold"),
    "gadgets rubbish": (
        lambda s: s.update(gadgets={"variable": "x", "clause": ""}),
        "source.gadgets.variable: line 1: ",
    ),
}


@pytest.mark.parametrize("change", SOURCES, ids=lambda key: key.replace(" ", "-"))
def test_damaged_sources(cli, folder, change):
    damage, message = SOURCES[change]
    assert not OTHER.is_satisfied(PLANTED)
    assert cli("place-assignment", "board.json", "model", "-o", "p.json").code == 0
    document = json.loads((folder / "board.json").read_text())
    damage(document["source"])
    (folder / "bad.json").write_text(json.dumps(document))
    before = names()
    refused(cli("extract", "bad.json", "p.json"), f"bad.json: {message}")
    refused(cli("place-assignment", "bad.json", "model", "-o", "q.json"), f"bad.json: {message}")
    assert names() == before


@pytest.mark.parametrize(
    "change",
    [{"order": "nonsense"}, {"order": "x1"}, {"order": "alternating"}, {"extra_columns": 1}, {"extra_columns": 2}],
)
def test_sources_that_only_the_forward_map_minds(cli, folder, change):
    """The back map needs columns alone; the forward map builds the board again and compares."""
    document = json.loads((folder / "board.json").read_text())
    document["source"] |= change
    (folder / "bad.json").write_text(json.dumps(document))
    start = "bad.json: source: the formula in it does not give this board"
    refused(cli("place-assignment", "bad.json", "model", "-o", "q.json"), start)
    assert cli("place-assignment", "board.json", "model", "-o", "p.json").code == 0
    assert cli("extract", "bad.json", "p.json").out == format_assignment(PLANTED)


def test_gadgets_null_means_those_of_the_paper(cli, folder):
    document = json.loads((folder / "board.json").read_text())
    document["source"] |= {"gadgets": None}
    (folder / "b.json").write_text(json.dumps(document))
    assert cli("place-assignment", "b.json", "model", "-o", "p.json").code == 0
    assert cli("extract", "b.json", "p.json").out == format_assignment(PLANTED)


def test_an_interrupted_command_leaves_nothing_behind(cli, folder, monkeypatch):
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gourds.files.raw.os.fsync", interrupted)
    before = names()
    for args in (
        ["reduce", "f.1in3", "-o", "b.json"],
        ["reduce", "f.1in3", "--to", "cubic", "-o", "b.1in3"],
        ["place-assignment", "board.json", "model", "-o", "p.json"],
        ["formula", "random", "--variables", "9", "-o", "r.1in3"],
    ):
        done = cli(*args)
        assert done.code == 130
        assert done.err.strip() == "gourds: interrupted"
        assert names() == before
