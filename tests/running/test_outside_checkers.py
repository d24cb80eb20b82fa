"""Other people's checkers: a stand-in on the PATH tests how they are run and read; real ones are used where they are."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

import gourds
from gourds.api.answers import verify_file
from gourds.certificates.clausal.drat import ProofVerdict
from gourds.encodings.export import export
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.proofs.convert import convert
from gourds.running.outside_checkers import TOOLS, verify_with
from tests.encodings.small_instances import fair_shares, is_feasible
from tests.peers import at_hand, need

INFEASIBLE = [i for i in fair_shares(40) if not is_feasible(i) and gourds.Counting(i).refutation is None][:3]
FEASIBLE = next(i for i in fair_shares(4) if is_feasible(i))
EMPTY_CLAUSE = b"0\n"
SAYS = {"drat-trim": "s VERIFIED", "lrat-check": "c VERIFIED", "cake_lpr": "s VERIFIED UNSAT"}
SAYS |= {"veripb": "s VERIFIED UNSATISFIABLE", "cake_pb": "s VERIFIED UNSAT"}


def proof_of(instance: Instance, form: str) -> bytes:
    certificate = gourds.solve(instance, "sat", proof=True, presolve=False).certificate
    assert certificate is not None
    return convert(instance, certificate, form)


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """Puts a shell script of this name and content first on the PATH; it is found in the folder that is returned."""

    def make(name: str, body: str) -> Path:
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}{os.environ['PATH']}")
        return tmp_path

    return make


@pytest.mark.parametrize("tool", TOOLS)
def test_the_tool_gets_the_exported_file_and_the_proof(tool, stand_in):
    instance, form = INFEASIBLE[0], TOOLS[tool].proofs
    proof = proof_of(instance, form)
    seen = stand_in(tool, f'd=$(dirname "$0"); cp "$1" "$d/model"; cp "$2" "$d/proof"; echo "{SAYS[tool]}"') / "bin"
    check, words = verify_with(instance, proof, form, tool)
    assert check, check.reason
    assert words[tool] == SAYS[tool]
    assert f"{tool}: {SAYS[tool]}" in check.reason
    assert (seen / "model").read_text() == export(instance, TOOLS[tool].model)
    copied = (seen / "proof").read_bytes()
    lines = [line for line in proof.splitlines(keepends=True) if form == "pbp" or not line.startswith(b"c")]
    assert copied == b"".join(lines)
    assert verify_with(instance, proof, form, tool, encoding="reduced", own_check=False)[1] == {tool: SAYS[tool]}


def test_disagreements_are_told(stand_in):
    instance = INFEASIBLE[0]
    stand_in("drat-trim", "echo 's NOT VERIFIED'; exit 1")
    check, _ = verify_with(instance, proof_of(instance, "drat"), "drat", "drat-trim")
    assert check.verdict is ProofVerdict.CHECKER_ERROR
    assert check.reason.startswith("the checkers disagree; ours: valid: ")
    assert not verify_with(instance, EMPTY_CLAUSE, "drat", "drat-trim", own_check=False)[0]
    stand_in("drat-trim", "echo 's VERIFIED'")
    check, words = verify_with(FEASIBLE, EMPTY_CLAUSE, "drat", "drat-trim")
    assert check.verdict is ProofVerdict.CHECKER_ERROR
    assert "the checkers disagree; ours: invalid: " in check.reason
    assert list(words) == ["gourds", "drat-trim"]


@pytest.mark.parametrize(
    ("body", "verdict", "words"),
    [
        ("echo 's VERIFIED'; echo 's NOT VERIFIED'", "invalid", "s NOT VERIFIED"),
        ("echo 'no s VERIFIED here'; exit 3", "checker-error", "exit code 3, its last line is 'no s VERIFIED here'"),
        ("exit 0", "checker-error", "no verdict: exit code 0"),
        ("kill -9 $$", "checker-error", "no verdict: exit code -9"),
        ("sleep 60", "timeout", "the time limit of 0.3 s was reached"),
        ("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo 's VERIFIED'", "valid", "s VERIFIED"),
        ("printf 'c \\033[2J\\377\\ns VERIFIED\\n'", "valid", "s VERIFIED"),
    ],
)
def test_whatever_a_tool_does(body, verdict, words, stand_in):
    stand_in("drat-trim", body)
    limit = 0.3 if verdict == "timeout" else 30
    check, _ = verify_with(FEASIBLE, EMPTY_CLAUSE, "drat", "drat-trim", own_check=False, time_limit=limit)
    assert check.verdict.value == verdict
    assert words in check.reason


def test_missing_tools_and_other_formats(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="drat-trim is not on the PATH"):
        verify_with(FEASIBLE, EMPTY_CLAUSE, "drat", "drat-trim")
    with pytest.raises(InputError, match=r"veripb checks \.pbp proofs, not drat; drat-trim do"):
        verify_with(FEASIBLE, EMPTY_CLAUSE, "drat", "veripb")


@pytest.mark.parametrize("tool", at_hand(TOOLS))
def test_real_tools_agree(tool, tmp_path):
    need(tool)
    form = TOOLS[tool].proofs
    for instance in INFEASIBLE:
        path = tmp_path / f"proof.{form}"
        path.write_bytes(proof_of(instance, form))
        found = verify_file(instance, path, with_=tool)
        assert found.verification, found.verification.faults
        assert found.words is not None
        assert SAYS[tool].split()[1] in found.words[tool]
        assert not verify_file(FEASIBLE, path, with_=tool).verification
