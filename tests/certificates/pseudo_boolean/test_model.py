"""The constraints that the checker builds are those of the exported file, read with a reader of its own."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from gourds import files
from gourds.certificates.equations import ENCODINGS
from gourds.certificates.pseudo_boolean.check import exported_constraints
from gourds.certificates.pseudo_boolean.inequality import Inequality
from gourds.certificates.puzzle import Puzzle
from gourds.counting import Counting
from gourds.encodings.export import export
from gourds.instance import Instance
from tests.solvers.small import small_instance
from tests.strategies import instances

SEEDS = 250


def read_opb(text: str) -> list[Inequality]:
    """The inequalities of a file of equations; an equation is two."""
    found = []
    lines = text.splitlines()
    count = int(re.match(r"\* #variable= (\d+) #constraint= (\d+)$", lines[0])[2])
    for line in lines:
        if not line.startswith("*"):
            left, total = re.fullmatch(r"(.*) = (\d+) ;", line).groups()
            terms = {int(k): int(a) for a, k in re.findall(r"([+-]\d+) x(\d+)", left)}
            found.append(Inequality(terms, int(total)))
            found.append(Inequality({k: -a for k, a in terms.items()}, -int(total)))
    assert len(found) == 2 * count
    return found


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_small_instances(encoding):
    refuted = 0
    for seed in range(SEEDS):
        instance = small_instance(seed)
        refuted += Counting(instance).refutation is not None
        assert exported_constraints(Puzzle.of(instance), encoding) == read_opb(export(instance, "opb", encoding)), seed
    assert SEEDS // 10 < refuted < SEEDS - SEEDS // 10


@given(instances())
def test_any_instance(instance):
    for encoding in ENCODINGS:
        assert exported_constraints(Puzzle.of(instance), encoding) == read_opb(export(instance, "opb", encoding))


def test_bundled_instances(root):
    listed = [files.load(path) for path in sorted((root / "instances").rglob("*.json"))]
    small = [value for value in listed if isinstance(value, Instance) and value.board.size < 300]
    assert len(small) > 10
    for instance in small:
        assert exported_constraints(Puzzle.of(instance), "reduced") == read_opb(export(instance, "opb"))
