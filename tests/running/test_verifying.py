"""Certificates that ask for endless work end at a limit, whatever their kind; honest ones are far from it."""

from __future__ import annotations

import gzip
import random
import time

import pytest

import gourds
from gourds import shapes
from gourds.board import Board
from gourds.certificates.clausal.drat import ProofVerdict
from gourds.errors import InputError
from gourds.families.colorings import color_board
from gourds.files import save
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.running.verifying import default_limits, verify_limited
from tests.solvers.small import small_instance


@pytest.fixture(scope="module")
def endless() -> tuple[Instance, Certificate]:
    """A hexagon of 169 cells in six colors, and a certificate without tables: to find them takes minutes and gigabytes."""
    board = Board.from_cells(shapes.hexagon(7))
    instance = color_board(board, coloring="planted", pattern="uniform", colors=6, rng=random.Random(1))
    lists = {"joins": [], "definitions": [], "implied": [], "sums": [], "proof": ["0"]}
    return instance, Certificate("decomposition", instance.digest, {"tables": [[]], **lists})


def test_the_time_limit_holds_outside_of_proofs_too(endless):
    start = time.monotonic()
    check = verify_limited(*endless, time_limit=1.0)
    assert check.verdict is ProofVerdict.TIMEOUT
    assert "1 s" in check.reason
    assert time.monotonic() - start < 30  # without a limit of its own it would take minutes


def test_the_memory_limit_holds(endless):
    check = verify_limited(*endless, time_limit=60.0, memory_limit=300.0)
    assert check.verdict is ProofVerdict.CHECKER_ERROR
    assert "300 MB" in check.reason


def test_limits_of_the_library_and_the_command(endless, gourds_command, tmp_path):
    instance, certificate = endless
    assert "time limit" in str(gourds.verify(instance, certificate, time_limit=0.5).faults[0])
    board, file = tmp_path / "board.json", tmp_path / "certificate.json"
    save(instance, board)
    file.write_text(certificate.to_text())
    assert file.stat().st_size < 400
    done = gourds_command("verify", board, file, "--time-limit", "0.5")
    assert (done.returncode, done.stdout.split(":")[0]) == (1, "timeout")


@pytest.fixture
def gourds_command(gourds):
    return gourds


def test_there_is_always_a_limit(endless):
    seconds, megabytes = default_limits(*endless)
    assert 60 <= seconds < 62
    assert 2000 <= megabytes < 2010


def test_within_limits_the_verdict_is_the_checkers():
    tried = 0
    for seed in range(60):
        instance = small_instance(seed)
        certificate = gourds.solve(instance, "decompose", proof=True).certificate
        if certificate is not None:
            assert verify_limited(instance, certificate)
            assert not verify_limited(instance, Certificate("claimed", instance.digest))
            tried += 1
    assert tried > 10


def test_the_limits_hold_while_a_certificate_is_read(gourds_command, tmp_path):
    """A packed file of less than 200 kB can hold five million empty lists, which take more than 300 MB when they are read."""
    instance = small_instance(1)
    text = Certificate("counting", instance.digest, {"cells": []}).to_text()
    board, file = tmp_path / "board.json", tmp_path / "certificate.json.gz"
    save(instance, board)
    file.write_bytes(gzip.compress(text.replace("[]", "[" + "[], " * 5_000_000 + "[]]").encode(), 1))
    assert file.stat().st_size < 200_000
    done = gourds_command("verify", board, file, "--memory-limit", "300", "--json")
    assert done.returncode == 1
    assert '"checker-error"' in done.stdout
    assert "300 MB" in done.stdout
    done = gourds_command("verify", board, file, "--time-limit", "0.3")
    assert (done.returncode, done.stdout.split(":")[0]) == (1, "timeout")
    file.write_bytes(gzip.compress(text.replace("[]", "[" + "[], " * 500_000 + "[]]").encode(), 1))
    done = gourds_command("verify", board, file)  # within its limits it is read to the end
    assert (done.returncode, "is damaged" in done.stderr) == (2, True)


def test_files_that_are_read_within_limits():
    instance = small_instance(1)
    with pytest.raises(InputError, match="must be 1"):
        verify_limited(instance, '{"format": "gourds-certificate"}')
    text = Certificate("claimed", instance.digest).to_text()
    assert "only claimed" in verify_limited(instance, text).reason
