"""Round trips: other people's solvers on exported files, their answers decoded, their proofs checked."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gourds.api.answers import verify_file
from gourds.counting import Counting
from gourds.decoding.decode import decode_output
from gourds.encodings.export import SUFFIXES, export
from gourds.placement import placement_faults
from tests.encodings.small_instances import fair_shares, is_feasible
from tests.peers import at_hand, need
from tests.reduction_boards import random_cubic, reduction_board, unsatisfiable_cubic

SAMPLE = 16
"""Small instances for each solver and encoding; run with 400 by hand."""


def jar_of(solver: str) -> str:
    """Where pycsp3 keeps a solver; importing pycsp3 itself would change how Python compares and adds."""
    package = find_spec("pycsp3")
    folders = package.submodule_search_locations if package else None
    return next((str(path) for folder in folders or [] for path in Path(folder, "solvers", solver).glob("*.jar")), "")


# The format of the file, the command ({} is the file, {out} a file for the answer), the format of the answer.
SOLVERS = {
    "cadical": ("cnf", "cadical {}", "sat"),
    "kissat": ("cnf", "kissat {}", "sat"),
    "picosat": ("cnf", "picosat {}", "sat"),
    "cryptominisat": ("cnf", "cryptominisat5 {}", "sat"),
    "z3": ("cnf", "z3 {}", "sat"),
    "minisat": ("cnf", "minisat -verb=0 {} {out}", "minisat"),
    "clasp on cnf": ("cnf", "clasp {}", "sat"),
    "clasp on opb": ("opb", "clasp {}", "pb"),
    "clasp in json": ("opb", "clasp --outf=2 {}", "json"),
    "minisat+": ("opb", "minisat+ {}", "pb"),
    "cbc on lp": ("lp", "cbc {} solve solution {out}", "cbc"),
    "cbc on mps": ("mps", "cbc {} printingOptions all solve solution {out}", "cbc"),
    "glpsol on lp": ("lp", "glpsol --lp {} -o {out}", "glpk"),
    "glpsol on mps": ("mps", "glpsol --freemps {} -o {out}", "glpk"),
    "glpsol raw, lp": ("lp", "glpsol --lp {} -w {out}", "glpk-raw"),
    "glpsol raw, mps": ("mps", "glpsol --mps {} -w {out}", "glpk-raw"),
    "lp_solve": ("mps", "lp_solve -fmps {}", "values"),
    "scip": ("lp", "scip -q -c", "scip"),
    "highs": ("mps", "highs --solution_file {out} {}", "highs"),
    "clingo": ("asp", "{python} -m clingo {}", "asp"),
    "clingo in json": ("asp", "{python} -m clingo --outf=2 {}", "json"),
    "clingo in competitions": ("asp", "{python} -m clingo --outf=1 {}", "asp"),
    "minizinc": ("mzn", "minizinc --solver gecode {}", "minizinc"),
    "ace": ("xcsp", "java {quick} -jar {ace} {}", "xcsp"),
    "choco": ("xcsp", "java {quick} -cp {choco} org.chocosolver.parser.xcsp.ChocoXCSP -lvl COMPET {}", "xcsp"),
}
SLOW = {"clingo": 4, "clingo in json": 2, "clingo in competitions": 2, "minizinc": 2, "ace": 2, "choco": 2}
"""Programs that take half a second to start get fewer instances."""
QUICK = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
"""What lets Java do little in a short life."""
PLACES = {"python": sys.executable, "ace": jar_of("ace"), "choco": jar_of("choco")}
PROGRAMS = {name: words.split()[0].format(**PLACES) for name, (_, words, _) in SOLVERS.items()}
AT_HAND = at_hand(PROGRAMS.values())


def run(name: str, instance, encoding: str, folder) -> str:
    form, words, _ = SOLVERS[name]
    path, out = folder / f"file{SUFFIXES[form]}", folder / "answer"
    path.write_text(export(instance, form, encoding))
    out.unlink(missing_ok=True)
    if name == "scip":
        command = [*words.split(), f"read {path} optimize write solution {out} quit"]
    else:
        command = [
            part
            for word in words.split()
            for part in (QUICK if word == "{quick}" else [word.format(path, out=out, **PLACES)])
        ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return out.read_text() if out.exists() else done.stdout


@pytest.mark.parametrize("name", [name for name in SOLVERS if PROGRAMS[name] in AT_HAND])
def test_answers_of_other_solvers_are_decoded(name, tmp_path):
    program = PROGRAMS[name]
    need(program)
    for package, names in (("clingo", ("clingo",)), ("pycsp3", ("ace", "choco"))):
        if name.split()[0] in names and find_spec(package) is None:
            pytest.skip(f"{package} is not installed; the extra 'test' installs it")
    sample = fair_shares(SAMPLE)[:: SAMPLE // SLOW.get(name, SAMPLE)]
    tasks = [(instance, encoding) for instance in sample for encoding in ("reduced", "textbook")]
    if program == "java":
        tasks = tasks[1:3]  # one in each encoding
    if name not in ("lp_solve", *SLOW):  # it takes half a minute
        tasks.append((reduction_board(random_cubic(6, 0)), "reduced"))
    for instance, encoding in tasks:
        text = run(name, instance, encoding, tmp_path)
        found = decode_output(instance, text, encoding)
        if instance.board.size < 100:
            assert found.status == ("feasible" if is_feasible(instance) else "infeasible"), text
        if found.placement is not None:
            assert found.format == SOLVERS[name][2]
            assert placement_faults(instance, found.placement) == []
        assert found.status in ("feasible", "infeasible")


@pytest.mark.parametrize("binary", [False, True])
@pytest.mark.parametrize("program", ["cadical", "kissat"])
def test_proofs_of_other_solvers_are_accepted(program, binary, tmp_path):
    """By our checker, and by drat-trim where it is installed."""
    need(program)
    path, proof = tmp_path / "file.cnf", tmp_path / "proof.drat"
    searched = [i for i in fair_shares(SAMPLE) if Counting(i).refutation is None and not is_feasible(i)]
    tasks = [(instance, "reduced") for instance in searched] + [(instance, "textbook") for instance in searched[:2]]
    for instance, encoding in (*tasks, (reduction_board(unsatisfiable_cubic(6)), "reduced")):
        proof.unlink(missing_ok=True)
        path.write_text(export(instance, "cnf", encoding))
        command = [program, "-q", *([] if binary else ["--no-binary"]), str(path), str(proof)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert decode_output(instance, done.stdout, encoding).status == "infeasible"
        tool = "drat-trim" if shutil.which("drat-trim") else None
        checked = verify_file(instance, proof, encoding, with_=tool)
        assert checked.verification, checked.verification.faults


def test_a_proof_about_another_instance_is_rejected(tmp_path):
    need("cadical")
    path, proof = tmp_path / "file.cnf", tmp_path / "proof.drat"
    path.write_text(export(reduction_board(unsatisfiable_cubic(6)), "cnf"))
    subprocess.run(["cadical", "-q", str(path), str(proof)], capture_output=True, timeout=120, check=False)
    feasible = next(instance for instance in fair_shares(SAMPLE) if is_feasible(instance))
    assert not verify_file(feasible, proof).verification
