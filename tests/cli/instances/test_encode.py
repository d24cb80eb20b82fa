from __future__ import annotations

import gzip

import pytest

from gourds import files
from gourds.encodings.cnf import FILE_CARDINALITIES
from gourds.encodings.export import FORMATS, export
from gourds.encodings.formula_files import FORMULA_FORMATS, export_formula
from gourds.formulas.formula import OneInThree
from gourds.instance import Instance
from gourds.placement import Placement

INSTANCE = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "a", 1), ("b", "b", 1)], name="a row")


@pytest.fixture
def row(tmp_path):
    files.save(INSTANCE, tmp_path / "row.json")
    return tmp_path


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("encoding", ["textbook", "reduced"])
def test_encode(run_encode, row, form, encoding):
    code, _ = run_encode(row / "row.json", "--to", form, "--encoding", encoding, "-o", row / "out")
    assert code == 0
    assert (row / "out").read_text() == export(INSTANCE, form, encoding)


def test_reduced_is_the_default_and_gz_is_packed(run_encode, row):
    assert run_encode(row / "row.json", "--to", "cnf", "-o", row / "out.cnf.gz")[0] == 0
    assert gzip.decompress((row / "out.cnf.gz").read_bytes()).decode() == export(INSTANCE, "cnf")


@pytest.mark.parametrize("cardinality", FILE_CARDINALITIES)
def test_a_cnf_counts_as_it_is_told(run_encode, row, cardinality):
    args = ["--to", "cnf", "--set", f"cardinality={cardinality}", "-o", row / "out"]
    assert run_encode(row / "row.json", *args)[0] == 0
    assert (row / "out").read_text() == export(INSTANCE, "cnf", cardinality=cardinality)


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["cnf", "--set", "cardinality=native"], "a CNF file has clauses only"),
        (["cnf", "--set", "cardinality=abacus"], "must be one of totalizer, kmtotalizer, cardnetwork, seqcounter"),
        (["cnf", "--set", "cardinality"], "--set needs KEY=VALUE"),
        (["cnf", "--set", "speed=3"], "encode has no setting 'speed'; it has cardinality"),
        (["asp", "--set", "cardinality=totalizer"], "cardinality is about CNF"),
    ],
)
def test_settings_that_cannot_be(run_encode, row, args, reason):
    code, message = run_encode(row / "row.json", "--to", *args, "-o", row / "out")
    assert code == 2
    assert reason in message
    assert not (row / "out").exists()


@pytest.mark.parametrize("form", FORMULA_FORMATS)
def test_formulas(run_encode, row, form):
    (row / "small.1in3").write_text("c a comment\np 1in3 3 1\n1 2 3 0\n")
    assert run_encode(row / "small.1in3", "--to", form, "-o", row / "out")[0] == 0
    assert (row / "out").read_text() == export_formula(OneInThree(3, ((1, 2, 3),)), form)


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["lp"], "the format of a formula must be one of cnf, opb, not 'lp'"),
        (["cnf", "--encoding", "textbook"], "a formula is written as it is"),
        (["cnf", "--set", "cardinality=seqcounter"], "a formula is written as it is"),
    ],
)
def test_what_formulas_do_not_have(run_encode, row, args, reason):
    (row / "small.cnf").write_text("p cnf 1 1\n1 0\n")
    code, message = run_encode(row / "small.cnf", "--to", *args, "-o", row / "out")
    assert (code, not (row / "out").exists()) == (2, True)
    assert reason in message


def test_other_documents_are_refused(run_encode, row):
    files.save(Placement((0, 0), ()), row / "placement.json")
    code, message = run_encode(row / "placement.json", "--to", "cnf")
    assert code == 2
    assert "an instance or a formula is needed here, this is a placement" in message


def test_standard_output(run_encode, row, capfdbinary):
    assert run_encode(row / "row.json", "--to", "opb")[0] == 0
    assert capfdbinary.readouterr().out.decode() == export(INSTANCE, "opb")


@pytest.mark.parametrize("args", [[], ["--to", "docx"], ["--to", "cnf", "--encoding", "morse"]])
def test_bad_usage(run_encode, row, args):
    assert run_encode(row / "row.json", *args)[0] == 2


def test_bad_input_is_one_line_and_no_file(run_encode, row):
    code, message = run_encode(row / "missing.json", "--to", "cnf", "-o", row / "out")
    assert code == 2
    assert "missing.json" in message
    assert not (row / "out").exists()


@pytest.fixture
def run_encode():
    """Exit code and message; the command itself, whether or not the overview lists it yet."""
    import click

    from gourds.cli.instances.encode import command
    from gourds.errors import InputError

    def run(*args: object) -> tuple[int, str]:
        try:
            command.main([str(arg) for arg in args], prog_name="gourds encode", standalone_mode=False)
        except (click.ClickException, InputError) as error:
            return 2, str(error)
        return 0, ""

    return run
