from __future__ import annotations

import json

import pytest

from gourds import files
from gourds.errors import InputError
from gourds.files import load_instance, save
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.solvers import registry, solve
from tests.reduction_boards import planted_cubic, reduction_board, unsatisfiable_cubic
from tests.solvers.external.programs import CRASHES, feasible, write_program

KEYS = {"status", "solver", "placement", "certificate", "error_bound", "reason", "time_s", "stats"}


@pytest.fixture
def folder(tmp_path):
    """A feasible board, an infeasible one that needs a proof, and one that counting refutes."""
    files.save(reduction_board(planted_cubic(6, 1)), tmp_path / "feasible.json")
    files.save(reduction_board(unsatisfiable_cubic(6)), tmp_path / "infeasible.txt")
    wrong = Instance.build([(0, 0), (1, 0), (0, 1)], "aab", [("b", "b", 1)])
    files.save(wrong, tmp_path / "wrong.json")
    return tmp_path


def test_feasible(cli, folder):
    done = cli("solve", "feasible.json", "-o", "placement.json", "--json")
    assert done.code == 10
    report = json.loads(done.out)
    assert set(report) == KEYS
    assert (report["status"], report["solver"], report["certificate"], report["error_bound"]) == (
        "feasible",
        "auto",
        None,
        0,
    )
    assert report["placement"]["format"] == "gourds-placement"
    assert report["time_s"] > 0
    assert cli("verify", "feasible.json", "placement.json").code == 0
    (folder / "same.json").write_text(json.dumps(report["placement"]))
    assert cli("verify", "feasible.json", "same.json").code == 0
    shown = cli("solve", "feasible.json")
    assert shown.out.startswith("feasible in ")
    assert "240 gourds, checked" in shown.out


@pytest.mark.parametrize("solver", ["auto", "sat", "sat:glucose4", "decompose"])
def test_infeasible_with_certificate(cli, folder, solver):
    done = cli("solve", "infeasible.txt", "--solver", solver, "--proof", "certificate.json", "--json")
    assert done.code == 20
    report = json.loads(done.out)
    assert report["status"] == "infeasible"
    assert report["certificate"]["checkable"] is True
    assert "proof" not in report["certificate"]
    checked = cli("verify", "infeasible.txt", "certificate.json")
    assert checked.code == 0
    assert checked.out.startswith("valid: there is no placement")
    other = cli("verify", "feasible.json", "certificate.json")
    assert other.code == 1
    assert "belongs to another instance" in other.out
    text = (folder / "certificate.json").read_text()
    (folder / "damaged.json").write_text(text.replace("1", "2", 1))
    damaged = cli("verify", "infeasible.txt", "damaged.json")
    assert damaged.code == 2
    assert damaged.err.count("\n") == 1


def test_infeasible_by_counting(cli, folder):
    done = cli("solve", "wrong.json", "--proof", "certificate.json")
    assert done.code == 20
    assert "rests on  a counting law" in done.out
    report = json.loads(cli("verify", "wrong.json", "certificate.json", "--json").out)
    assert (report["valid"], report["verdict"], report["kind"]) == (True, "valid", "counting")


def test_claimed_answers_say_so(cli, folder):
    done = cli("solve", "infeasible.txt", "--solver", "cpsat")
    assert done.code == 20
    assert "the solver's word alone" in done.out
    digest = load_instance(folder / "infeasible.txt").digest
    save(Certificate("claimed", digest, {"by": "cpsat"}), folder / "certificate.json")
    checked = cli("verify", "infeasible.txt", "certificate.json")
    assert checked.code == 1
    assert "only claimed" in checked.out


def test_claims_are_proved_once_more(cli, folder):
    done = cli("solve", "infeasible.txt", "--solver", "cpsat", "--proof", "certificate.json")
    assert done.code == 20
    assert "CP-SAT found the model infeasible; proved once more by" in done.out
    assert cli("verify", "infeasible.txt", "certificate.json").code == 0


def test_limits(cli, folder):
    done = cli("solve", "infeasible.txt", "--solver", "brute", "--time-limit", 0.3, "--json")
    assert done.code == 0
    report = json.loads(done.out)
    assert report["status"] == "unknown"
    assert report["reason"].startswith("time limit")


def test_a_search_that_only_finds_says_how_far_it_came(cli, folder):
    done = cli("solve", "infeasible.txt", "--solver", "exchange", "--time-limit", 1, "--json")
    assert done.code == 0
    report = json.loads(done.out)
    assert report["status"] == "unknown"
    assert report["reason"].startswith("time limit: 1 s were reached; ")
    stats = report["stats"]
    missing = sum(count for _, _, count in stats["misses"])
    assert 0 < missing < 20
    assert stats["best_gourds"] == 240 - missing
    assert f"{stats['best_gourds']} of 240 gourds fit at best" in report["reason"]
    shown = cli("solve", "infeasible.txt", "--solver", "exchange", "--set", "steps=1e5")
    assert "gave up after 100,000 proposals" in shown.out
    assert cli("solve", "infeasible.txt", "--solver", "exchange", "--set", "steps=many").code == 2
    assert cli("solve", "wrong.json", "--solver", "exchange").code == 20


def test_solvers(cli):
    listed = json.loads(cli("solvers", "--json").out)["solvers"]
    assert {entry["name"] for entry in listed} == set(registry())
    for entry in listed:
        assert set(entry) == {
            "name",
            "summary",
            "version",
            "variants",
            "decide",
            "find",
            "count",
            "prove",
            "randomized",
        }
    shown = cli("solvers").out
    assert "python-sat 1.9" in shown
    assert "ortools 9." in shown


def test_solvers_on_the_path(cli, monkeypatch):
    write_program(cli.folder / "minisat", "true")
    write_program(cli.folder / "kissat", "echo 4.0.2")
    monkeypatch.setenv("PATH", str(cli.folder))
    minisat, kissat = json.loads(cli("solvers", "--json", "--versions").out)["external"]
    assert (minisat["name"], minisat["path"]) == ("external:minisat", str(cli.folder / "minisat"))
    assert (kissat["version"], kissat["format"], kissat["prove"]) == ("4.0.2", "cnf", True)
    shown = cli("solvers").out
    assert f"external:kissat   Kissat; writes proofs ({cli.folder}/kissat)" in shown
    monkeypatch.setenv("PATH", str(cli.folder / "nothing"))
    assert "on the PATH" not in cli("solvers").out


def test_a_program_that_fails_is_told(cli):
    save(feasible(), cli.folder / "f.json")
    crash = write_program(cli.folder / "crash", CRASHES)
    shown = cli("solve", "f.json", "--solver", f"external:{crash}")
    assert shown.code == 0
    assert "because  crashed: crash: SIGSEGV: free(): invalid pointer" in shown.out
    done = cli("solve", "f.json", "--solver", f"external:{crash}", "--set", "answer=guess")
    assert (done.code, done.err.count("\n")) == (2, 1)
    done = cli("solve", "f.json", "--solver", "external:no-such-program {cnf}")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "no-such-program is not on the PATH" in done.err


@pytest.mark.parametrize(
    "args",
    [
        ["--solver", "nonsense"],
        ["--solver", "sat:nonsense"],
        ["--encoding", "nonsense"],
        ["--time-limit", "-1"],
        ["--time-limit", "soon"],
        ["--set", "nonsense"],
        ["--set", "nonsense=1"],
        ["--solver", "brute", "--set", "cardinality=totalizer"],
        ["--solver", "sat", "--error", "0.1"],
        ["--solver", "sat", "--set", "cardinality=nonsense"],
        ["-o", "/no/such/folder/x.json"],
    ],
    ids=lambda args: "-".join(args).replace("/", "_"),
)
def test_bad_usage(cli, folder, args):
    done = cli("solve", "feasible.json", *args)
    assert done.code == 2
    assert done.err.count("\n") == 1
    assert done.out == ""


def test_unknown_settings_are_named_with_those_that_are_known(cli, folder):
    done = cli("solve", "feasible.json", "--solver", "sat", "--set", "cardinalty=totalizer")
    said = "cardinalty: is no setting of solver 'sat'; did you mean 'cardinality'? it has cardinality, covering"
    assert done.err == f"gourds: {said}\n"
    with pytest.raises(InputError, match="is no setting of solver 'sat'"):
        solve(load_instance(folder / "feasible.json"), "sat", settings={"nonsense": 1})


@pytest.mark.parametrize("name", ["proof.pbp", "proof.drat", "proof.lrat", "proof.pbp.gz"])
def test_the_ending_of_the_proof_chooses_its_format(cli, folder, name):
    for options in ([], ["--encoding", "textbook", "--pbp-version", "1.2"]):
        done = cli("solve", "wrong.json", "--proof", name, *options)
        assert done.code == 20
        assert cli("verify", "wrong.json", name).code == 0
    if name == "proof.pbp":
        assert (folder / name).read_text().startswith("pseudo-Boolean proof version 1.2\n")


def test_a_claim_is_no_proof_for_others(cli, folder, monkeypatch):
    """The verdict is told, nothing is written."""
    assert cli("solve", "infeasible.txt", "--solver", "cpsat", "--proof", "again.pbp").code == 20
    assert cli("verify", "infeasible.txt", "again.pbp").code == 0
    monkeypatch.setattr("gourds.solvers.auto.reproving._prove", lambda *_: None)
    done = cli("solve", "infeasible.txt", "--solver", "cpsat", "--proof", "proof.pbp")
    assert done.code == 2
    assert done.out.startswith("infeasible in ")
    assert "only claimed" in done.err
    assert not (folder / "proof.pbp").exists()


def test_certificate_convert(cli, folder):
    assert cli("solve", "wrong.json", "--proof", "certificate.json").code == 20
    for name in ("proof.pbp", "proof.drat", "proof.lrat"):
        assert cli("certificate", "convert", "wrong.json", "certificate.json", "-o", name).code == 0
        assert cli("verify", "wrong.json", name).code == 0
    done = cli("certificate", "convert", "wrong.json", "certificate.json", "--to", "pbp", "-o", "-")
    assert done.out == (folder / "proof.pbp").read_text()
    for args, words in [
        (["wrong.json", "certificate.json", "-o", "proof.txt"], "proof.txt: the name must end in"),
        (["wrong.json", "wrong.json", "-o", "new.pbp"], "wrong.json: format: a certificate is needed"),
        (["feasible.json", "certificate.json", "-o", "new.pbp"], "belongs to another instance"),
        (["wrong.json", "certificate.json", "-o", "new.lrat", "--binary"], "only .drat has a binary form"),
        (["wrong.json", "certificate.json", "-o", "certificate.json", "--to", "pbp"], "are the same file"),
    ]:
        refused = cli("certificate", "convert", *args)
        assert refused.code == 2
        assert words in refused.err
        assert not (folder / "new.pbp").exists()
