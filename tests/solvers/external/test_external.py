"""Other people's programs: right answers are taken, wrong and unreadable ones are told apart, limits hold, nothing stays."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.certificates.verify import verify_certificate
from gourds.placement import placement_faults
from gourds.proofs.convert import convert
from gourds.running.isolation import Limits, call_limited
from gourds.running.programs import Ran
from gourds.solvers import Options, Status, find_solver, solve
from gourds.solvers.brute import all_placements
from gourds.solvers.external.reading import Files, read_outcome
from gourds.solvers.external.recipe import recipe_of_command
from gourds.solvers.external.shipped import found_programs
from tests.solvers.external import programs
from tests.solvers.external.programs import feasible, infeasible, right_literals, sat_answer, write_program
from tests.solvers.small import small_instance

COUNT = 6
"""Instances for every program on the PATH; 300 passed once."""


def asked(command: str, instance=None, **more):
    return solve(feasible() if instance is None else instance, f"external:{command}", **more)


@pytest.mark.parametrize("program", [program.name for program in found_programs()])
def test_programs_on_the_path_agree_with_exhaustive_search(program):
    for seed in range(COUNT):
        instance = small_instance(seed)
        result = solve(instance, program, time_limit=20, encoding=("reduced", "textbook")[seed % 2], seed=seed % 3)
        exists = next(all_placements(instance), None) is not None
        assert result.status is (Status.FEASIBLE if exists else Status.INFEASIBLE), (seed, result.reason)
    result = solve(infeasible(), program, proof=True)
    assert result.status is Status.INFEASIBLE
    assert verify_certificate(infeasible(), result.certificate)
    if "prove" in find_solver(program)[0].abilities:
        assert result.certificate.kind == "drat"
        assert "its proof was checked" in result.reason


def test_a_right_answer_is_taken(tmp_path):
    (tmp_path / "answer").write_text(sat_answer(right_literals(feasible())))
    result = asked(write_program(tmp_path / "honest", f"cat {tmp_path}/answer; exit 10"))
    assert result.status is Status.FEASIBLE
    assert placement_faults(feasible(), result.placement) == []
    assert result.stats["exit_code"] == 10
    assert result.stats["program"] == str(tmp_path / "honest")
    assert result.time_s == pytest.approx(result.stats["encode_s"] + result.stats["search_s"], abs=1e-5)


@pytest.mark.parametrize(
    ("body", "begins", "words"),
    [
        (programs.RUBBISH, "error: ", "line 2: 'two' is no literal"),
        ("echo 'Dear user,'", "error: ", "its first line is 'Dear user,'"),
        ("true", "error: ", "exit code 0"),
        ("echo 's UNSATISFIABLE'; exit 10", "error: ", "exit code 10, but it says 's UNSATISFIABLE'"),
        ("echo 's SATISFIABLE'; echo 'v 1 100000 0'", "error: ", "variable 100,000 does not exist"),
        ("printf '\\377\\376\\000'", "error: ", "cannot be read"),
        (programs.CRASHES, "crashed: ", "SIGSEGV: free(): invalid pointer"),
        (programs.GIVES_UP, "crashed: ", "exit code 3: out of paper"),
        ("echo 's UNSATISFIABLE'; exit 1", "crashed: ", "exit code 1"),
        (programs.ENDLESS, "error: ", "printed more than 64 MB"),
        (programs.SAYS_YES, "wrong: ", "its values are no placement: "),
        ("echo 's SATISFIABLE'; exit 10", "program says feasible", "but gives no values"),
        ("echo 's UNKNOWN'", "program gave up", "s UNKNOWN"),
    ],
)
def test_what_is_no_answer_is_told_apart(tmp_path, body, begins, words):
    result = asked(write_program(tmp_path / "program", body))
    assert result.status is Status.UNKNOWN
    assert result.placement is None
    assert result.reason.startswith(begins)
    assert "program" in result.reason
    assert words in result.reason


def test_programs_that_cannot_be_started(tmp_path):
    with pytest.raises(Exception, match="is not on the PATH"):
        asked("no-such-program {cnf}")
    (tmp_path / "broken").write_bytes(b"\x7fELF nothing")
    (tmp_path / "broken").chmod(0o755)
    result = asked(f"{tmp_path}/broken {{cnf}}")
    assert result.reason.startswith("error: broken: cannot be started")


def test_a_no_rests_on_the_word_of_the_program(tmp_path):
    command = write_program(tmp_path / "no", programs.SAYS_NO)
    result = asked(command, infeasible())
    assert (result.status, result.certificate.kind) == (Status.INFEASIBLE, "claimed")
    result = asked(command, infeasible(), proof=True)
    assert result.certificate.is_checkable
    assert "proved once more" in result.reason
    lie = asked(command, feasible(), proof=True)
    assert lie.status is Status.UNKNOWN
    assert lie.reason.startswith("wrong: ")
    assert "found a placement" in lie.reason


@pytest.mark.parametrize("form", ["drat", "binary", "lrat"])
def test_proofs_become_certificates(tmp_path, form):
    own = solve(infeasible(), "sat", proof=True).certificate
    data = convert(infeasible(), own, "lrat" if form == "lrat" else "drat", binary=form == "binary")
    (tmp_path / "prepared").write_bytes(data)
    command = write_program(tmp_path / "prover", f"cp {tmp_path}/prepared $2; {programs.SAYS_NO}") + " {proof}"
    result = asked(command, infeasible())
    assert (result.status, result.certificate.kind) == (Status.INFEASIBLE, "drat")
    assert "its proof was checked" in result.reason
    assert verify_certificate(infeasible(), result.certificate)


@pytest.mark.parametrize(
    ("proof", "words"),
    [("1 0\n0\n", "wrong: "), ("", "wrong: "), ("one two\n", "wrong: "), ("a\\001", "its proof"), (None, "no proof")],
)
def test_bad_proofs_prove_nothing(tmp_path, proof, words):
    write = "true" if proof is None else f"printf '{proof}' > $2"
    command = write_program(tmp_path / "prover", f"{write}; {programs.SAYS_NO}") + " {proof}"
    result = asked(command, infeasible())
    assert words in result.reason
    assert result.certificate is None or result.certificate.kind == "claimed"


@pytest.mark.parametrize(
    ("settings", "body", "status"),
    [
        ({"answer": "exit-code"}, "echo whatever; exit 20", Status.INFEASIBLE),
        ({"answer": "exit-code"}, "echo whatever", Status.UNKNOWN),
        ({"unsat": "^NO WAY$"}, "echo hm; echo 'NO WAY'", Status.INFEASIBLE),
        ({"unsat": "^NO WAY$"}, "echo 'there is NO WAY'", Status.UNKNOWN),
        ({"sat": "YES", "unsat": "NO"}, "echo YES; echo NO", Status.UNKNOWN),
        ({"sat": "YES", "unsat": "NO"}, "echo YES", Status.UNKNOWN),
        ({"from": "minisat"}, "echo UNSAT", Status.INFEASIBLE),
        ({"from": "cbc"}, "echo UNSAT; echo nothing", Status.UNKNOWN),
    ],
)
def test_other_ways_to_read_answers(tmp_path, settings, body, status):
    command = write_program(tmp_path / "program", body)
    assert asked(command, infeasible(), settings=settings).status is status


def test_values_count_however_the_verdict_is_told(tmp_path):
    (tmp_path / "answer").write_text(sat_answer(right_literals(feasible())))
    command = write_program(tmp_path / "program", f"echo YES; cp {tmp_path}/answer $2") + " {output}"
    assert asked(command, settings={"sat": "YES"}).status is Status.FEASIBLE
    assert asked(command).status is Status.FEASIBLE


def test_limits_hold_for_all_that_a_program_starts_and_nothing_stays(tmp_path, monkeypatch):
    """It ignores SIGTERM, and so does what it starts; its files go too."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    body = f"touch $TMPDIR/mine; {programs.STUBBORN.replace('$2', str(tmp_path / 'begun'))}"
    command = write_program(tmp_path / "stubborn", body.replace("sleep 30", f"echo $$ > {tmp_path}/pid; sleep 30"))
    start = time.monotonic()
    result = asked(command, time_limit=0.5)
    assert time.monotonic() - start < 20
    assert result.status is Status.UNKNOWN
    assert result.reason == "time limit: 0.5 s were reached"
    assert (tmp_path / "begun").exists()
    assert os.listdir(tmp_path / "tmp") == []
    assert not any(str(tmp_path).encode() in _line(pid) for pid in os.listdir("/proc") if pid.isdigit())


def _line(pid: str) -> bytes:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def test_files_go_after_good_ends_too(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    command = write_program(tmp_path / "no", f"touch $TMPDIR/mine; ls $1 > {tmp_path}/saw; {programs.SAYS_NO}")
    assert asked(command, infeasible()).status is Status.INFEASIBLE
    assert (tmp_path / "saw").read_text().startswith(str(tmp_path / "tmp"))
    assert os.listdir(tmp_path / "tmp") == []
    assert asked(command, infeasible(), isolate=False).status is Status.INFEASIBLE
    assert os.listdir(tmp_path / "tmp") == [] or shutil.which("sh") is None


def test_memory_is_limited(tmp_path):
    eater = write_program(tmp_path / "eater", "exec python3 -c 'x = bytearray(10**9); import time; time.sleep(30)'")
    assert asked(eater, memory_limit=400).reason.startswith("memory limit")


def test_an_outcome_keeps_what_a_campaign_judges(tmp_path):
    """A lie stays an answer, so that campaigns call it wrong."""
    command = write_program(tmp_path / "yes", programs.SAYS_YES)
    solver, variant = find_solver(f"external:{command}")
    outcome = call_limited(solver.run, feasible(), Options(variant=variant), limits=Limits(20)).value
    assert (outcome.status, outcome.placement) == (Status.FEASIBLE, None)
    crash = replace(Options(), variant=write_program(tmp_path / "crash", programs.CRASHES))
    assert call_limited(solver.run, feasible(), crash, limits=Limits(20)).value.failure == "crashed"


@given(
    output=st.one_of(
        st.binary(max_size=80),
        st.lists(
            st.sampled_from(
                [
                    "s SATISFIABLE",
                    "s UNSATISFIABLE",
                    "v 1 -2 3 0",
                    "v x1",
                    "SAT",
                    "UNSAT",
                    "x_1 = 1",
                    "{",
                    "Infeasible",
                    "",
                    "o 3",
                ]
            ),
            max_size=5,
        ).map(lambda lines: "\n".join(lines).encode()),
    ),
    code=st.sampled_from([0, 1, 10, 20, 30, 255, -9, -11, -64]),
    settings=st.sampled_from([{}, {"answer": "exit-code"}, {"sat": "SAT", "unsat": "UNS"}, {"from": "cbc"}]),
)
def test_whatever_is_printed_nothing_breaks_and_nothing_false_is_feasible(output, code, settings):
    recipe = recipe_of_command("program {cnf}", settings)
    nowhere = Files(Path("/nowhere/output"), None)
    outcome = read_outcome(feasible(), recipe, Ran(code, output, "", False, 0.0), nowhere, "reduced", {})
    if outcome.placement is not None:
        assert placement_faults(feasible(), outcome.placement) == []
    if outcome.failure is not None or outcome.status is Status.UNKNOWN:
        assert outcome.status is Status.UNKNOWN
        assert "program" in outcome.reason
    if outcome.status is Status.INFEASIBLE:
        assert outcome.certificate.kind == "claimed"
        assert code in (0, 10, 20, 30)
