"""Certificates that no plan is shorter, from the command line: written, checked, looked at, and not written."""

from __future__ import annotations

import json

import pytest

import gourds
from gourds import files, shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.reconfigure import planning
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.spaces.holes import STUCK_RING


@pytest.fixture
def pair(cli):
    """A start and a target on nine cells, a shortest plan, its proof, and a plan that is two moves longer."""
    board = Board.from_cells(shapes.parallelogram(3, 3))
    for name, seed in (("start.json", 1), ("target.json", 2), ("other.json", 3)):
        files.save(random_configuration(board, seed), name)
    words = ("start.json", "target.json", "--algorithm", "shortest")
    cli.made = cli("reconfigure", *words, "-o", "plan.json", "--proof", "proof.json")
    start, walk = files.load_configuration("start.json"), gourds.reconfigure(*ends(), "shortest").walk
    cells = walk.cells()
    files.save_plan(
        start, gourds.Walk.from_cells([*cells.tolist(), cells[-2].tolist(), cells[-1].tolist()]), "long.json"
    )
    return cli


def ends() -> tuple[Configuration, Configuration]:
    return files.load_configuration("start.json"), files.load_configuration("target.json")


TO = ("--target", "target.json")


def test_a_proof_is_written_and_checked(pair):
    assert pair.made.code == 0
    assert "configurations listed" in pair.made.out
    assert "gourds replay start.json plan.json --target target.json --proof proof.json" in pair.made.err
    proof = files.load("proof.json")
    moves = len(files.load("plan.json"))
    assert (proof.kind, proof.data["moves"]) == ("shortest", moves)
    done = pair("replay", "start.json", "plan.json", *TO, "--proof", "proof.json")
    assert (done.code, done.out.splitlines()[0]) == (0, "valid: the target is reached, and no plan is shorter")
    report = json.loads(pair("replay", "start.json", "plan.json", *TO, "--proof", "proof.json", "--json").out)
    assert (report["valid"], report["shortest"], report["reaches_target"]) == (True, True, True)
    done = pair("verify", "start.json", "proof.json", *TO)
    assert done.code == 0
    assert done.out.startswith(f"valid: no plan has fewer than {moves} moves: ")
    report = json.loads(pair("verify", "start.json", "proof.json", *TO, "--json").out)
    assert (report["valid"], report["verdict"], report["kind"]) == (True, "valid", "shortest")
    answer = pair(
        "reconfigure", "start.json", "target.json", "--algorithm", "shortest", "--proof", "again.json", "--json"
    )
    assert json.loads(answer.out)["certificate"] == proof.summary()
    assert files.load("again.json") == proof


def test_a_plan_that_is_longer_is_not_shortest(pair):
    done = pair("replay", "start.json", "long.json", *TO, "--proof", "proof.json")
    assert done.code == 1
    assert done.out.startswith("invalid: the plan is not shown to be shortest\n")
    assert "target      reached" in done.out
    moves = len(files.load("plan.json"))
    assert f"proof: invalid: the plan has {moves + 2} moves, the proof says: no plan has fewer than {moves}" in done.out
    report = json.loads(pair("replay", "start.json", "long.json", *TO, "--proof", "proof.json", "--json").out)
    assert (report["valid"], report["shortest"], report["reaches_target"]) == (False, False, True)
    assert report["fault"].startswith("proof: invalid: ")
    done = pair("replay", "start.json", "plan.json", "--target", "other.json", "--proof", "proof.json")
    assert (done.code, done.out.splitlines()[0]) == (1, "invalid: the target is not reached")


def test_proofs_of_something_else(pair):
    for words in (("start.json", "proof.json", "--target", "other.json"), ("other.json", "proof.json", *TO)):
        done = pair("verify", *words)
        assert done.code == 1
        assert "the certificate belongs to another start or target" in done.out
    files.save(gourds.generate("hexagon", radius=1, colors=2), "puzzle.json")
    assert "the certificate is about a start and a target" in pair("verify", "puzzle.json", "proof.json").out
    files.save(gourds.Certificate("counting", "d"), "counting.json")
    assert "the certificate is about an instance" in pair("verify", "start.json", "counting.json", *TO).out
    text = (pair.folder / "proof.json").read_text()
    (pair.folder / "damaged.json").write_text(text.replace('"moves": ', '"moves": 1'))
    for words in (
        ("verify", "start.json", "damaged.json"),
        ("replay", "start.json", "plan.json", "--proof", "damaged.json"),
    ):
        assert "damaged.json: sha256: the certificate is damaged" in pair.refuses(*words, *TO)
    assert "plan.lrat: .lrat proofs only say that there is no placement" in pair.refuses(
        "reconfigure", "start.json", "target.json", "--proof", "plan.lrat"
    )
    files.save(random_configuration(Board.from_cells(shapes.hexagon(1)), 1), "small.json")
    line = pair.refuses("verify", "start.json", "proof.json", "--target", "small.json")
    assert "small.json: cells: the board is not that of the start" in line
    assert pair("verify", "start.json", "plan.json", *TO).code == 2


def test_info_tells_what_it_says(pair):
    done = pair("info", "proof.json")
    assert "proof.json, a certificate that there is no shorter plan\n" in done.out
    for word in ("shortest", "start, target", "moves", "configurations"):
        assert word in done.out
    assert "gourds verify START proof.json --target TARGET" in done.err
    facts = json.loads(pair("info", "proof.json", "--json").out)
    assert facts["moves"] == len(files.load("plan.json"))


def test_usage(pair):
    assert pair("replay", "start.json", "plan.json", "--proof", "proof.json").code == 2
    assert pair("reconfigure", "start.json", "target.json", "-o", "-", "--proof", "-").code == 2
    assert pair("reconfigure", "start.json", "target.json", "--proof", "-", "--json").code == 2
    assert "same file" in pair.refuses("reconfigure", "start.json", "target.json", "--proof", "start.json")
    done = pair("reconfigure", "start.json", "target.json", "--algorithm", "shortest", "--proof", "-")
    assert files.loads(done.out) == files.load("proof.json")
    assert done.err.startswith("found: ")


def test_a_proof_that_there_is_no_plan(cli):
    board = STUCK_RING
    start, other = (random_configuration(board, seed) for seed in (1, 2))
    targets = [Configuration.from_indices(board, start.ids, other.ends[list(k)]) for k in ((0, 1, 2), (1, 0, 2))]
    files.save(start, "start.json")
    codes = []
    for k, target in enumerate(targets):
        files.save(target, "target.json")
        done = cli("reconfigure", "start.json", "target.json", "--proof", f"{k}.json")
        codes.append(done.code)
        check = cli("verify", "start.json", f"{k}.json", *TO)
        assert check.code == 0
        if done.code:
            assert "valid: there is no plan: the target is none of 192 configurations" in check.out
            assert f"gourds verify start.json {k}.json --target target.json" in done.err
            told = cli("info", f"{k}.json")
            assert (told.code, "a certificate that there is no plan" in told.out) == (0, True)
    assert sorted(codes) == [0, 1]


def test_what_is_not_proved_gets_no_proof(pair, monkeypatch):
    words = ("reconfigure", "start.json", "target.json")
    done = pair(*words, "--algorithm", "cubic", "--no-polish", "--proof", "none.json")
    assert done.code == 0
    assert "certificate  not written: it is not known whether a shorter plan exists\n" in done.out
    from gourds.errors import LimitError
    from gourds.reconfigure.search.exact import layers

    def out_of_time(*_: object) -> None:
        raise LimitError("out of time before the certificate was complete")

    monkeypatch.setattr(layers, "certify", out_of_time)
    done = pair(*words, "--proof", "none.json")
    assert "certificate  not written: out of time before the certificate was complete\n" in done.out
    assert "none.json" not in pair.names()
    found = planning.plan_moves(*ends(), "shortest", proof=True)
    assert found.certificate is None
    assert found.is_shortest


def test_from_python(pair):
    start, target = ends()
    found = gourds.reconfigure(start, target, "shortest", proof=True)
    assert found.certificate == gourds.load("proof.json")
    assert gourds.verify(start, found.certificate, target=target)
    assert not gourds.verify(target, found.certificate, target=start)
    assert gourds.replay(start, found.walk, target, proof=found.certificate)
    replayed = gourds.replay(start, gourds.load("long.json"), target, proof=found.certificate)
    assert [fault.place for fault in replayed.faults] == ["proof"]
    for wrong in (
        lambda: gourds.replay(start, found.walk, proof=found.certificate),
        lambda: gourds.verify(start, found.certificate),
    ):
        with pytest.raises(gourds.InputError):
            wrong()
