"""Every infeasible answer as DRAT and LRAT: accepted by our checkers, and by other people's where they are installed."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

import gourds
from gourds.certificates.clausal.drat import ProofVerdict
from gourds.certificates.proofs import check_proof
from gourds.encodings.export import export
from gourds.errors import InputError, LimitError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.proofs.clausal import pack_drat, write_drat, write_lrat
from gourds.proofs.clausal.drat import exported_clauses
from gourds.proofs.clausal.lrat import with_hints
from gourds.solvers import solve
from tests.certificates.clausal.test_drat import odd_parity, pigeonhole, prove
from tests.forging.targets import equations_from
from tests.peers import need
from tests.proofs.pseudo_boolean.samples import certified
from tests.reduction_boards import reduction_board, unsatisfiable_cubic

ENCODINGS = ("reduced", "textbook")
SAMPLES = 4
"""Of each kind; 200 take five minutes."""
BUNDLED = (
    "drawn/nine-other-gourds.txt",
    "shapes/strip-21-near-miss.txt",
    "counting/odd-parts.txt",
    "numbered/torn-apart.txt",
)


def proofs_of(instance: Instance, certificate: Certificate, encoding: str) -> dict[str, bytes]:
    """A proof in each format."""
    lines = write_drat(instance, certificate, encoding=encoding)
    hinted = write_lrat(instance, certificate, encoding=encoding)
    return {
        "drat": ("\n".join(lines) + "\n").encode(),
        "binary": pack_drat(lines),
        "lrat": ("\n".join(hinted) + "\n").encode(),
    }


@pytest.mark.parametrize("kind", ["counting", "barrier", "linear", "drat"])
def test_every_kind_in_every_format(kind):
    for instance, certificate in certified(kind, SAMPLES):
        for encoding in ENCODINGS:
            for name, data in proofs_of(instance, certificate, encoding).items():
                form = "drat" if name == "binary" else name
                check = check_proof(instance, data, form, encoding)
                assert check, check.reason
                assert name == "binary" or check_proof(instance, data, form)


def test_proofs_of_the_master_problem():
    """Of a decomposition and of equations modulo a number there is a clausal proof too, by a SAT solver."""
    board = reduction_board(unsatisfiable_cubic(6))
    found = [solve(board, "decompose", proof=True, isolate=False).certificate]
    with equations_from(0):
        found.append(solve(board, "decompose", proof=True, isolate=False).certificate)
    assert [certificate.kind for certificate in found if certificate] == ["decomposition", "modular"]
    for certificate in found:
        assert certificate is not None
        for name, data in proofs_of(board, certificate, "reduced").items():
            assert check_proof(board, data, "drat" if name == "binary" else name)


def test_the_proof_of_a_certificate_is_written_as_it_is():
    instance, certificate = next(certified("drat", 1))
    lines = write_drat(instance, certificate)
    assert [line for line in lines if not line.startswith("c ")] == certificate.data["proof"]
    odd = Certificate(
        "drat", instance.digest, {"cnf": "direct-1", "proof": ["c instance: sha256 " + "0" * 64, "0", "1 0"]}
    )
    assert write_drat(instance, odd)[3:] == ["0"]
    for data in (
        {},
        {"cnf": "direct-1", "proof": ["1 0"]},
        {"cnf": "direct-1", "proof": ["x"]},
        {"cnf": "2", "proof": []},
    ):
        with pytest.raises(InputError, match="proof"):
            write_drat(instance, Certificate("drat", instance.digest, data))
    with pytest.raises(InputError, match="does not hold: line 1: the empty clause does not follow"):
        write_lrat(instance, odd)


def test_other_instances_and_feasible_ones():
    feasible = gourds.generate("hexagon", radius=1, colors=2)
    with pytest.raises(InputError, match="another instance"):
        write_drat(feasible, Certificate("claimed", "0" * 64))
    with pytest.raises(InputError, match="has a solution, so the certificate proves nothing"):
        write_lrat(feasible, Certificate("claimed", feasible.digest))


def test_a_deadline_holds():
    instance, certificate = next(certified("linear", 1))
    for write in (write_drat, write_lrat):
        assert write(instance, certificate, deadline=time.monotonic() + 600)[-1].endswith("0")
        with pytest.raises(LimitError, match=r"no clausal proof was found \(time limit\); a .pbp or .json file holds"):
            write(instance, certificate, deadline=time.monotonic())


def test_the_clauses_are_those_of_the_file():
    for kind in ("counting", "drat"):
        for instance, _ in certified(kind, SAMPLES):
            for encoding in ENCODINGS:
                lines = export(instance, "cnf", encoding).splitlines()
                clauses = [[int(word) for word in line.split()[:-1]] for line in lines if line[0] not in "cp"]
                assert clauses == exported_clauses(instance, encoding)


@pytest.mark.parametrize("engine", ["python", "numba"])
def test_hints_for_proofs_of_solvers(engine):
    """Larger than the forger's: the buffers grow, and lemmas that are not needed are left out."""
    from gourds.certificates.clausal.lrat import check_lrat

    for clauses in (pigeonhole(5), odd_parity(16, 1)) if engine == "python" else (pigeonhole(7),):
        proof = prove(clauses)
        lines = with_hints(clauses, proof, engine)
        result = check_lrat(clauses, lines, engine=engine)
        assert result.verdict is ProofVerdict.VALID, result.reason
        lemmas = sum(" d " not in line for line in lines)
        assert lemmas <= sum(not line.startswith("d") for line in proof)


# -- other people's programs ------------------------------------------------------------------------------------------


@pytest.fixture(params=[(name, encoding) for name in BUNDLED for encoding in ENCODINGS], ids=" ".join)
def exported(request, root, tmp_path) -> tuple[Instance, str, Path]:
    """An infeasible instance, an encoding, and its file."""
    name, encoding = request.param
    instance = gourds.load(root / "instances" / name)
    path = tmp_path / "formula.cnf"
    path.write_text(export(instance, "cnf", encoding))
    return instance, encoding, path


@pytest.mark.parametrize("options", [[], ["--no-binary"]], ids=["binary", "text"])
def test_proofs_of_cadical(exported, options):
    instance, encoding, path = exported
    proof = path.with_suffix(".proof")
    need("cadical")
    done = subprocess.run(["cadical", "-q", *options, path, proof], capture_output=True, check=False)
    assert done.returncode == 20
    check = check_proof(instance, proof.read_bytes(), "drat", encoding)
    assert check, check.reason


def test_proofs_of_kissat(exported):
    instance, encoding, path = exported
    proof = path.with_suffix(".proof")
    need("kissat")
    done = subprocess.run(["kissat", "-q", path, proof], capture_output=True, check=False)
    assert done.returncode == 20
    check = check_proof(instance, proof.read_bytes(), "drat", encoding)
    assert check, check.reason


@pytest.mark.parametrize("name", ["cadical153", "cadical195", "glucose4", "lingeling", "maplechrono"])
def test_proofs_of_pysat(exported, name):
    instance, encoding, _ = exported
    clauses = exported_clauses(instance, encoding)
    if [] in clauses:
        return
    assert check_proof(instance, "\n".join(prove(clauses, name)).encode(), "drat", encoding)


def test_drat_trim_and_lrat_check_accept_ours(exported):
    instance, encoding, path = exported
    certificate = Certificate("claimed", instance.digest)
    for name, data in proofs_of(instance, certificate, encoding).items():
        proof = path.with_suffix(f".{name}")
        proof.write_bytes(data)
        program = "lrat-check" if name == "lrat" else "drat-trim"
        need(program)
        done = subprocess.run([program, path, proof], capture_output=True, text=True, check=False)
        lines = done.stdout.splitlines()
        assert any(line.strip() in ("s VERIFIED", "c VERIFIED") for line in lines), done.stdout
        assert "WARNING" not in done.stdout
