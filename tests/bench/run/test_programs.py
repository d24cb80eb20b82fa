"""Other people's programs in campaigns: from TOML alone, told apart however they fail; a store does not get them run."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing

import pytest

from gourds.bench.campaign.definition import load_campaign, parse_campaign
from gourds.bench.store.store import Store
from gourds.cli.app import run
from gourds.errors import InputError
from gourds.files import save
from tests.bench.campaigns import results
from tests.conftest import ROOT
from tests.solvers.external import programs
from tests.solvers.external.programs import feasible, infeasible, right_literals, sat_answer, write_program

BODIES = {
    "honest": "cat {here}/answer; exit 10",
    "rubbish": programs.RUBBISH,
    "crashes": programs.CRASHES,
    "gives up": programs.GIVES_UP,
    "says yes": programs.SAYS_YES,
    "says no": programs.SAYS_NO,
    "endless": programs.ENDLESS,
}
TABLE = '[[solvers]]\nlabel = "{label}"\ncommand = ["./{label}", "{{cnf}}"]\nformat = "cnf"\n'
HEAD = 'name = "programs"\nlimits = {wall = 60.0}\n[[instances]]\nfiles = ["*.json"]\n'


@pytest.fixture
def folder(tmp_path):
    """A folder with one program of each kind, a feasible instance, and a campaign ``c.toml``."""
    for label, body in BODIES.items():
        write_program(tmp_path / label, body.replace("{here}", str(tmp_path)))
    (tmp_path / "answer").write_text(sat_answer(right_literals(feasible())))
    save(feasible(), tmp_path / "feasible.json")
    (tmp_path / "c.toml").write_text(HEAD + "".join(TABLE.format(label=label) for label in BODIES))
    return tmp_path


def test_failures_and_lies_are_told_apart(folder, gourds, monkeypatch):
    (folder / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(folder / "tmp"))
    done = gourds("bench", "run", "c.toml", "--jobs", "2", cwd=folder)
    assert done.returncode == 1, done.stderr
    with closing(Store.open(folder / "c.sqlite", read_only=True)) as store:
        found = results(store)
    said = {label: (row["cause"], row["judgement"]) for label, row in found.items()}
    assert said == {
        "honest": ("done", "correct"),
        "rubbish": ("error", "error"),
        "crashes": ("crashed", "error"),
        "gives up": ("crashed", "error"),
        "says yes": ("done", "wrong"),
        "says no": ("done", "wrong"),
        "endless": ("error", "error"),
    }
    assert "its values are no placement" in found["says yes"]["detail"]
    assert found["says no"]["certificate"] == "claimed"
    stats = json.loads(found["honest"]["stats"])
    assert stats["program"] == str(folder / "honest")
    assert found["honest"]["solve_s"] == pytest.approx(stats["encode_s"] + stats["search_s"], abs=1e-5)
    assert "4 failed runs:" in done.stdout
    assert "  rubbish error on feasible.json: rubbish: exit code 0, but its answer" in done.stdout
    assert "  crashes crashed on feasible.json: crashes: SIGSEGV: free(): invalid pointer" in done.stdout
    assert "2 wrong answers:" in done.stdout
    assert "  says no says infeasible on feasible.json, which is feasible (a checked placement)" in done.stdout
    assert [name for name in os.listdir(folder / "tmp") if name.startswith("gourds-")] == []


def test_a_program_that_ignores_signals_is_stopped(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    write_program(folder / "stubborn", programs.STUBBORN.replace("$2", "/dev/null"))
    (folder / "c.toml").write_text(HEAD.replace("60.0", "0.5") + TABLE.format(label="stubborn"))
    assert run(["bench", "run", "c.toml", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["causes"], summary["failures"]) == ({"time limit": 1}, [])


def test_failures_of_many_runs_are_one_line(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    (folder / "c.toml").write_text("seeds = [1, 2, 3]\n" + HEAD + TABLE.format(label="gives up"))
    assert run(["bench", "run", "c.toml", "--json"]) == 0
    (failure,) = json.loads(capsys.readouterr().out)["failures"]
    assert (failure["solver"], failure["cause"], failure["runs"]) == ("gives up", "crashed", 3)
    assert failure["reason"] == "gives up: exit code 3: out of paper"


# -- trust ----------------------------------------------------------------------------------------------------


def test_a_store_does_not_run_commands(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    write_program(folder / "spy", f"touch {folder}/ran; echo s UNKNOWN")
    (folder / "c.toml").write_text(HEAD + '[[solvers]]\nlabel = "spy"\ncommand = ["./spy", "-x", "{cnf}"]\n')
    assert run(["bench", "run", "c.toml"]) == 0
    (folder / "ran").unlink()
    with closing(sqlite3.connect(folder / "c.sqlite", isolation_level=None)) as connection:
        connection.execute("DELETE FROM run")
    line = f"{folder}/spy -x {{cnf}}"
    capsys.readouterr()
    for more in ([], ["--command", f"{folder}/spy {{cnf}}"]):
        assert run(["bench", "resume", "c.sqlite", *more]) == 2
        (said,) = capsys.readouterr().err.splitlines()
        assert "a command is not run because a store names it" in said
        assert f"--command '{line}'" in said
    assert run(["bench", "report", "c.sqlite"]) == 0
    assert not (folder / "ran").exists()
    assert run(["bench", "resume", "c.sqlite", "--command", line]) == 0
    assert (folder / "ran").exists()


# -- what the file may say ------------------------------------------------------------------------------------


def parsed(table: str):
    text = f'name = "x"\n[[instances]]\nfamily = "hexagon"\n[[solvers]]\n{table}\n'
    return parse_campaign(text, ROOT).solvers


def test_commands_in_a_file():
    (config,) = parsed('command = ["kissat", "-q", "{cnf}"]')
    assert (config.label, config.name, config.settings) == ("kissat", "external:kissat -q {cnf}", {})
    (config,) = parsed('command = "bin/my {opb} {here}/x"\nlabel = "mine"\nunsat = "NO"')
    assert (config.label, config.name) == ("mine", f"external:{ROOT}/bin/my {{opb}} {ROOT}/x")
    assert config.settings == {"unsat": "NO"}
    both = parsed('command = "cadical {cnf} [ {proof} ]"\nproof = [true, false]\nencoding = ["reduced", "textbook"]')
    assert [config.label for config in both] == [
        "cadical proof",
        "cadical",
        "cadical textbook proof",
        "cadical textbook",
    ]


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("command = []", "must be a text or a list of words"),
        ("command = 3", "must be a text or a list of words"),
        ('command = ["kissat", 3]', "must be a text or a list of words"),
        ('command = "kissat \'{cnf}"', "cannot be split"),
        ('command = "kissat"', "names no file"),
        ('command = "kissat {cnf}"\nformat = "opb"', "solvers[0].format: is 'opb'"),
        ('command = "kissat {cnf}"\nproof = true', "names no {proof}"),
        ('command = "kissat {cnf}"\nname = "sat"', "is not known here"),
        ('command = "kissat {cnf}"\nsat = "("', "solvers[0].sat: is no regular expression"),
        ('command = "kissat {cnf}"\nencoding = "short"', "must be one of reduced, textbook"),
        ('name = "external:nonsense"', "there is no recipe 'nonsense'"),
    ],
)
def test_faults_in_a_file(table, reason):
    with pytest.raises(InputError) as caught:
        parsed(table)
    assert reason in str(caught.value)


def test_the_shipped_campaign(folder, monkeypatch, capsys):
    """Three programs or more from TOML alone, one of them with proofs."""
    path = ROOT / "benchmarks" / "campaigns" / "external.toml"
    campaign = load_campaign(path)
    assert len(campaign.commands) == 3
    assert sum(config.proof for config in campaign.solvers) == 1
    if not all(map(shutil.which, ("minisat", "cadical", "clasp", "glpsol"))):
        pytest.skip("not all of its programs are here")
    save(infeasible(), folder / "infeasible.json")
    head, _, solvers = path.read_text().partition("\n# A recipe")
    (folder / "c.toml").write_text(
        head[: head.index("[[instances]]")] + '[[instances]]\nfiles = ["*.json"]\n#' + solvers
    )
    monkeypatch.chdir(folder)
    assert run(["bench", "run", "c.toml", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["judgements"] == {"correct": 10}
    with closing(sqlite3.connect(folder / "c.sqlite")) as connection:
        rows = connection.execute("SELECT label, certificate_check FROM result WHERE verdict = 'infeasible'")
        assert dict(rows.fetchall())["cadical with proof"] == "valid"
