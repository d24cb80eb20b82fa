"""What the tests of the commands for formulas and boards share: files and checks."""

from __future__ import annotations

import os
from pathlib import Path

from pysat.solvers import Solver

from gourds import files
from gourds.bundled import bundled_folder
from gourds.files.formulas import format_assignment, format_formula
from gourds.formulas.cubic import planted_cubic
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.reductions.reduction import reduce
from tests.cli.conftest import Done

CUBIC, PLANTED = planted_cubic(6, 1)
OTHER = planted_cubic(6, 4)[0]
CNF = Cnf(3, ((1, -2), (2, 3), (-1, -3)))
LOOSE = OneInThree(5, ((1, 2, 3), (3, 4, 4)))
GADGETS = bundled_folder("reductions") / "one_in_three_sat" / "gadgets"


def write_formulas(folder: Path) -> None:
    """Formulas, the board of the cubic one, and its assignment."""
    (folder / "f.1in3").write_text(format_formula(CUBIC))
    (folder / "f.cnf").write_text(format_formula(CNF))
    (folder / "loose.1in3").write_text(format_formula(LOOSE))
    (folder / "model").write_text(format_assignment(PLANTED))
    files.save(reduce(CUBIC), folder / "board.json")


def names() -> list[str]:
    """What is in the folder."""
    return sorted(os.listdir())


def refused(done: Done, start: str = "") -> None:
    """Exit code 2, one line on standard error, nothing on standard output."""
    assert done.code == 2, done
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert done.err.startswith(f"gourds: {start}"), done.err


def models(formula: Formula) -> list[tuple[bool, ...]]:
    """All models, by a SAT solver of another house."""
    cnf = formula if isinstance(formula, Cnf) else formula.to_cnf()
    with Solver("glucose4", bootstrap_with=cnf.clauses) as solver:
        return [tuple(v in model for v in range(1, formula.variables + 1)) for model in map(set, solver.enum_models())]


def own_gadgets(folder: Path, old: str, new: str, name: str = "clause") -> Path:
    """A folder with one gadget of the paper, changed."""
    text = (GADGETS / f"{name}.txt").read_text(encoding="utf-8")
    assert old in text
    (folder / "own").mkdir(exist_ok=True)
    (folder / "own" / f"{name}.txt").write_text(text.replace(old, new), encoding="utf-8")
    return folder / "own"
