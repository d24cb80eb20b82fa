"""What the checker of certificates rests on: no solver, nothing that solvers work with, and as few lines as the docs say."""

from __future__ import annotations

import configparser
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from scripts import _trusted_lines
from scripts._trusted_lines import PAIR_READERS, READERS, Package

import gourds
from gourds import files
from gourds.files.certificates import KINDS, Certificate
from gourds.reconfigure.scrambles import random_configuration
from gourds.solvers import solve
from tests.forging.targets import equations_from
from tests.reduction_boards import reduction_board, unsatisfiable_cubic
from tests.solvers.small import small_instance
from tests.whole_boards import beyond

PACKAGE = _trusted_lines.gourds()

SOLVERS = {"pysat", "pysolvers", "ortools", "highspy", "pyscipopt", "networkx", "scipy", "flint", "numba"}
"""Other people's solvers and algorithms; numba compiles the check of large proofs."""


def trusted(*more: str) -> set[str]:
    return PACKAGE.closure([*PACKAGE.below("gourds.certificates"), *more])


@pytest.fixture
def forbidden(root: Path) -> set[str]:
    """The modules that the import rows forbid to the checker."""
    rows = configparser.ConfigParser()
    rows.read(root / ".importlinter")
    contract = rows["importlinter:contract:trusted-base"]
    assert contract["source_modules"].split() == ["gourds.certificates"]
    return PACKAGE.below(*contract["forbidden_modules"].split())


def test_the_checker_imports_no_solver(forbidden):
    assert {"gourds.solvers.auto", "gourds.matching.maximum", "gourds.encodings.cnf"} <= forbidden
    assert {"gourds.running.isolation", "gourds.running.verifying"} <= forbidden
    assert {"gourds.files.plans", "gourds.files.long_plans", "gourds.moves"} <= forbidden
    assert not trusted() & forbidden
    assert not trusted(*READERS, "gourds.placement") & forbidden


def test_the_checker_imports_rows_above_its_own_only():
    """Small tools, boards, the instance, files: by name, so that a new one is a decision."""
    others = trusted() - PACKAGE.below("gourds.certificates")
    assert others == {
        "gourds",
        "gourds.board",
        "gourds.compiled",
        "gourds.display",
        "gourds.errors",
        "gourds.files",
        "gourds.files.certificates",
        "gourds.files.json_values",
        "gourds.files.sizes",
        "gourds.hexgrid",
        "gourds.instance",
        "gourds.values",
    }


CHECK = """
import json, sys
from gourds.certificates.verify import verify_certificate
from gourds.files.certificates import Certificate
from gourds.files.instances import instance_of
from gourds.files.json_values import parse_json
from gourds.files.raw import read_text

kinds = []
for first, second in zip(sys.argv[1::2], sys.argv[2::2]):
    certificate = Certificate.from_text(read_text(second))
    check = verify_certificate(instance_of(parse_json(read_text(first))), certificate)
    assert check, check.reason
    kinds.append(certificate.kind)
print(json.dumps([kinds, [*sys.modules]]))
"""


def test_checking_every_kind_loads_nothing_else(tmp_path):
    """In a process of its own: what is loaded by name, and not by an import statement, would show here."""
    board, past = reduction_board(unsatisfiable_cubic(6)), beyond(3, 3, 2)
    cases = [(board, "decompose"), (board, "sat"), (past, "polytope"), (small_instance(10), "decompose")]
    cases.append((board, "frontier"))
    made = [(instance, solve(instance, solver, proof=True, isolate=False).certificate) for instance, solver in cases]
    with equations_from(0):
        made.append((board, solve(board, "decompose", proof=True, isolate=False).certificate))
    totals = gourds.Instance.build([(q, 0) for q in range(5)], list("aabbc"), [("b", "b", 2)])
    made.append((totals, Certificate("counting", totals.digest)))
    hexagon = gourds.generate("hexagon", radius=2, colors=3, seed=1)
    made.append((hexagon, gourds.certify_count(hexagon)))
    paths = []
    for k, values in enumerate(made):
        for name, value in zip(("instance", "certificate"), values, strict=True):
            paths.append(tmp_path / f"{k}.{name}.json")
            files.save(value, paths[-1])
    done = subprocess.run([sys.executable, "-c", CHECK, *paths], capture_output=True, text=True, check=True)
    kinds, loaded = json.loads(done.stdout)
    assert set(kinds) == {*KINDS} - {"claimed", "shortest"}
    assert "gourds.certificates.verify" in loaded
    assert {name for name in loaded if name.partition(".")[0] == "gourds"} <= trusted(*READERS)
    assert not SOLVERS & set(loaded)


CHECK_PAIR = """
import json, sys
from gourds.certificates.pair import Pair
from gourds.certificates.shortest import check_shortest
from gourds.files.certificates import Certificate
from gourds.files.configurations import configuration_of
from gourds.files.json_values import parse_json
from gourds.files.raw import read_text

start, target = (configuration_of(parse_json(read_text(name))) for name in sys.argv[1:3])
pair = Pair(tuple(start.board.cell_list()), start.ids, tuple(start.end_cells()), tuple(target.end_cells()))
certificate = Certificate.from_text(read_text(sys.argv[3]))
assert certificate.digest == pair.digest
assert check_shortest(pair, certificate.data).startswith("no plan has fewer than")
print(json.dumps([*sys.modules]))
"""


def test_checking_that_no_plan_is_shorter_loads_nothing_else(tmp_path, forbidden):
    assert not PACKAGE.closure(["gourds.certificates.shortest"]) & forbidden
    board = gourds.Board.from_cells(gourds.shapes.random_proper(11, 5))
    start, target = (random_configuration(board, seed) for seed in (1, 2))
    found = gourds.reconfigure(start, target, "shortest", proof=True)
    assert found.certificate is not None
    assert found.certificate.data["configurations"] > 5
    paths = [tmp_path / name for name in ("start.json", "target.json", "shortest.json")]
    for value, path in zip((start, target, found.certificate), paths, strict=True):
        files.save(value, path)
    done = subprocess.run([sys.executable, "-c", CHECK_PAIR, *paths], capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout)
    assert {name for name in loaded if name.partition(".")[0] == "gourds"} <= PACKAGE.closure(PAIR_READERS)
    assert not SOLVERS & set(loaded)


def test_the_docs_say_how_many_lines_there_are_to_trust():
    assert _trusted_lines.main(["--check"]) == 0, "run scripts/regenerate"


def test_the_numbers_are_written_anew(tmp_path, capsys):
    text = _trusted_lines.PAPER.read_text(encoding="utf-8")
    wrong = re.sub(r"\| [0-9,]+ lines \|", "| 1 lines |", text)
    assert wrong.count("| 1 lines |") == len(_trusted_lines.BASES)
    paper = tmp_path / "certificates.md"
    paper.write_text(wrong, encoding="utf-8")
    assert _trusted_lines.main(["--check"], paper) == 1
    assert paper.read_text(encoding="utf-8") == wrong
    assert _trusted_lines.main([], paper) == 0
    assert paper.read_text(encoding="utf-8") == text
    assert _trusted_lines.main(["--check"], paper) == 0
    assert _trusted_lines.main(["nonsense"], paper) == 2
    assert "usage" in capsys.readouterr().err


def test_a_row_that_nothing_counts_is_noticed():
    text = _trusted_lines.PAPER.read_text(encoding="utf-8")
    with pytest.raises(SystemExit, match="the rows of the table"):
        _trusted_lines.stated(text.replace("| a placement |", "| a plan |"))


# -- the test of the test -----------------------------------------------------------------------------------------

SOURCES = {
    "__init__.py": "",
    "checker.py": "import json\nfrom house import tool\n",
    "tool.py": "def later():\n    from house.room import piece\n",
    "room/__init__.py": "from . import lamp\n",
    "room/piece.py": "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from house import solver\n",
    "room/lamp.py": "from ..wire import copper as thread\n",
    "wire.py": "copper = 1\n",
    "solver.py": "",
    "alone.py": "if not TYPE_CHECKING:\n    import house.solver\n",
}


def test_the_closure_sees_every_import(tmp_path):
    for name, text in SOURCES.items():
        path = tmp_path / "house" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    house = Package(tmp_path / "house")
    below = {"house", "house.checker", "house.tool", "house.room", "house.room.piece", "house.room.lamp", "house.wire"}
    assert house.closure(["house.checker"]) == below
    assert "house.solver" in house.closure(["house.alone"])


def test_lines_that_hold_code(tmp_path):
    text = '"""Says what\nit does."""\n\nimport json  # why not\n\n# a remark\nx = """two\nlines"""\n"""what x is"""\n'
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "a.py").write_text(text)
    assert Package(tmp_path / "house").code_lines("house.a") == 3
