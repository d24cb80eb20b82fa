from __future__ import annotations

import gzip

import pytest

from gourds import files
from gourds.encodings.export import FORMATS, export
from gourds.instance import Instance

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
