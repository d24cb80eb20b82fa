"""Every kernel is compiled ahead, for the arguments that it is really called with."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import gourds
from gourds import warming
from gourds.certificates.clausal import drat
from gourds.families import FAMILIES, generate
from gourds.files.certificates import Certificate
from gourds.matching.exchange import search
from gourds.matching.polytope import separation
from gourds.running import verifying
from gourds.solvers import registry

SOURCE = Path(gourds.__file__).parent
ROOT = Path(__file__).parent.parent
WORK = """
import json, time
from gourds import warming
from gourds.compiled import KERNELS

def known():
    return {name: sorted(map(str, kernel.signatures)) for name, kernel in KERNELS.items()}

warming.load()
before = known()

import numpy as np
from gourds import files, shapes
from gourds.board import Board
from gourds.certificates.clausal.lrat import check_lrat
from gourds.certificates.clausal.drat import check_drat
from gourds.certificates.pseudo_boolean.check import check_refutation
from gourds.certificates.pseudo_boolean.inequality import Inequality
from gourds.families import FAMILIES, generate
from gourds.matching.tutte import exact_algebra
from gourds.matching.tutte.exact import exact_matching
from gourds.matching.polytope.separation import LARGE
from gourds.moves import Walk
from gourds.proofs.clausal.lrat import with_hints
from gourds.reconfigure.algorithms import ALGORITHMS
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.colored.playing import play_out
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.gods_number.surveying import survey
from gourds.reconfigure.spaces.group_connectivity import connectivity
from gourds.replaying import replay
from gourds.solvers import solve
from gourds.counts.placements import counted
from tests.whole_boards import extreme

# Solvers: a board for each kernel.
large = extreme(10, 3, 1)
assert large.board.size > LARGE
for name in ("auto", "exchange", "polytope"):
    solve(large, name, time_limit=20, isolate=False, jobs=1)
small = generate(FAMILIES["hexagon"], {"radius": 3, "colors": 2}, seed=1)
for name in ("algebraic", "pfaffian"):
    solve(small, name, isolate=False)
counted(small, "pfaffian")
exact_algebra._SMALL = 0
import networkx
square = networkx.Graph()
for a, b, color in ((0, 1, "red"), (1, 2, "blue"), (2, 3, "red"), (0, 3, "blue")):
    square.add_edge(a, b, color=color)
assert exact_matching(square, {"red": 2, "blue": 0})
# Planners, on boards that are small and large for their kernels.
for radius in (1, 3, 5):
    board = Board.from_cells(shapes.hexagon(radius))
    start, target = random_configuration(board, 1), random_configuration(board, 2)
    for algorithm in ALGORITHMS:
        found = plan_moves(start, target, algorithm, time_limit=0.5, proof=True)
survey(Board.from_cells(shapes.hexagon(1)))
connectivity(Board.from_cells(shapes.hexagon(1)))
from gourds.reductions.searching.search import find
assert find("variable", rows=4) and find("clause", rows=4)
from gourds.configuration import Configuration
from gourds.instance import Instance
puzzle = Instance.build(shapes.hexagon(2), ["a", "b"] * 9 + ["a"], [("a", "b", 9)])
laid = random_configuration(puzzle.board, 1)
colored = Configuration.from_indices(puzzle.board, laid.ids, laid.ends, (("a", "b"),) * 9)
for algorithm in ("best", "shortest"):
    play_out(puzzle, colored, algorithm, time_limit=1.0)
# Long plans: followed from a walk, from moves, from a file.
rows = [[q, 0] for q in range(3)]
line = Configuration.build([tuple(cell) for cell in rows], [1], [((0, 0), (1, 0))])
walk = Walk.from_cells(np.array([(2, 0), (0, 0)] * 20_000))
from gourds.moves import unfold
plans = list(unfold(line, walk))
assert replay(line, plans) and replay(line, plans[0]) and replay(line, walk)
moves = ",".join(['{"gourd":1,"kind":"slide","to":[[1,0],[2,0]]},{"gourd":1,"kind":"slide","to":[[0,0],[1,0]]}'] * 15_000)
text = '{"format":"gourds-plan","version":1,"moves":[' + moves + "]}"
from gourds.files import loads
assert replay(line, loads(text))
square = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
check_drat(square, ["1 0", "0"], engine="numba")
cube = [[a, b, c] for a in (1, -1) for b in (2, -2) for c in (3, -3)]
renamed = with_hints(cube, ["4 -1 0", "-4 1 0", "4 2 0", "4 0", "2 0", "0"], "numba")
assert check_lrat(cube, renamed, engine="numba")
both = [Inequality({1: 1, 2: 1}, 2), Inequality({1: -1, 2: -1}, -1)]
steps = ["pseudo-Boolean proof version 1.2", "f 2", "u 1 x1 >= 1 ;", "d 3", "u >= 1 ;", "c 4"]
assert check_refutation(both, chr(10).join(steps), engine="numba")
print(json.dumps([before, known()]))
"""


def run(script: str, **environment: str) -> str:
    """The last line that a script prints, in a process of its own."""
    command, known = [sys.executable, "-c", script], {**os.environ, **environment}
    done = subprocess.run(command, cwd=ROOT, env=known, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return (done.stdout.splitlines() or [""])[-1]


@pytest.fixture(scope="module")
def signatures() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """For each kernel, for what arguments it is known after warming, and after work of all sorts; as in one process."""
    before, after = json.loads(run(WORK))
    return before, after


def test_work_of_all_sorts_compiles_nothing_after_warming(signatures):
    before, after = signatures
    assert after == before


def test_every_kernel_is_warmed(signatures):
    """Whatever is given to ``compiled`` anywhere in the package."""
    missing = [name for name in _given_to_compiled() if not signatures[0].get(name)]
    assert missing == []


def _given_to_compiled() -> list[str]:
    """The functions that modules give to ``compiled``, by module and name."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path.name == "compiled.py" or "compiled(" not in text:
            continue
        tree = ast.parse(text)
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_compiled(node.func)]
        if calls:
            module = import_module("gourds." + ".".join(path.relative_to(SOURCE).with_suffix("").parts))
            for call in calls:
                functions = vars(module).get("INTERPRETED") or [eval(ast.unparse(call.args[0]), vars(module))]
                found |= {f"{function.__module__}.{function.__qualname__}" for function in functions}
    assert len(found) > 20
    return sorted(found)


def _is_compiled(function: ast.expr) -> bool:
    return isinstance(function, ast.Name) and function.id == "compiled"


def test_nobody_goes_past_compiled():
    users = [path for path in SOURCE.rglob("*.py") if "njit" in path.read_text(encoding="utf-8")]
    assert [path.name for path in users] == ["compiled.py"]


def test_warming_leaves_kernels_on_disk(tmp_path):
    """One small module, compiled in another process and found on disk by a third; it is ready once it is either."""
    script = (
        "from gourds import compiled, warming\n"
        "from gourds.maximize import choosing\n"
        "first = compiled.is_ready(choosing.walk)\n"
        "warming.load(['gourds.maximize.choosing'])\n"
        "(kernel,) = compiled.KERNELS.values()\n"
        "known = sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values())\n"
        "print(first, *known, compiled.is_ready(choosing.walk))"
    )
    said = [run(script, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)]
    assert said == ["False 0 1 True", "True 1 0 True"]


def test_machine_code_that_names_a_moved_module_is_compiled_anew(tmp_path):
    """As after a new version of the package, which lies where the old one lay."""
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from gourds.compiled import KERNELS, compiled\n"
        "import loops\n"
        "print(compiled(loops.first)(loops.pairs.Pair(3, 4)), *KERNELS['loops.first'].stats.cache_hits.values())"
    )
    pair = "from typing import NamedTuple\nclass Pair(NamedTuple):\n    a: int\n    b: int\n"
    loops = "import {0} as pairs\ndef first(pair):\n    return pair.a\n"
    (tmp_path / "pairs.py").write_text(pair)
    (tmp_path / "loops.py").write_text(loops.format("pairs"))
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    assert [run(script, **cache) for _ in range(2)] == ["3", "3 1"]
    (tmp_path / "pairs.py").rename(tmp_path / "couples.py")
    (tmp_path / "loops.py").write_text(loops.format("couples"))
    assert [run(script, **cache) for _ in range(2)] == ["3", "3 1"]


def test_a_cache_that_cannot_be_written_is_said(monkeypatch):
    monkeypatch.setattr(warming, "load", lambda modules: None)
    monkeypatch.setattr(warming, "_are_kept", lambda: False)
    assert "no folder" in (warming.warm() or "")


def test_a_failing_process_is_said(monkeypatch):
    def load(modules):
        if len(modules) > 1 and modules is warming.PARTS[1]:
            raise SystemExit(3)

    monkeypatch.setattr(warming, "load", load)
    assert warming.warm() == "a process that compiled kernels failed"


# -- before the clock ---------------------------------------------------------------------------------------------


def test_small_boards_do_without_kernels_that_are_not_on_disk(monkeypatch):
    monkeypatch.setattr(separation, "is_ready", lambda *_: False)
    monkeypatch.setattr(separation, "is_loaded", lambda *_: False)
    monkeypatch.setattr(search, "is_ready", lambda *_: False)
    assert separation._kernel(separation.LARGE) is separation.cut_tree
    assert separation._kernel(separation.LARGE + 1) is not separation.cut_tree
    monkeypatch.setattr(separation, "is_loaded", lambda *_: True)
    assert separation._kernel(3) is not separation.cut_tree
    assert not search._can_load(1000.0)
    assert search._can_load(float("inf"))
    monkeypatch.setattr(search, "is_ready", lambda *_: True)
    assert search._can_load(1000.0)
    assert not search._can_load(1.0)


CLOCKED = """
import json
from gourds.compiled import KERNELS
from gourds.families import FAMILIES, generate
from gourds.solvers import Options, registry
from tests.whole_boards import extreme

def known():
    return {name: sorted(map(str, kernel.signatures)) for name, kernel in KERNELS.items()}

large = extreme(10, 3, 1)
small = generate(FAMILIES["hexagon"], {"radius": 3, "colors": 2}, seed=1)
for name, instance in (("exchange", large), ("polytope", large), ("pfaffian", small), ("algebraic", small)):
    solver = registry()[name]
    solver.prepare(instance)
    before = known()
    solver.run(instance, Options(time_limit=5))
    assert known() == before, name
"""


def test_solvers_load_their_kernels_before_the_clock_starts():
    run(CLOCKED)


def test_auto_sees_to_the_kernels_of_large_boards(monkeypatch):
    asked = []
    monkeypatch.setattr(search, "prepare", lambda instance: asked.append("exchange"))
    monkeypatch.setattr(separation, "prepare", lambda *, if_new: asked.append("cut tree"))
    prepare = registry()["auto"].prepare
    assert prepare is not None
    for radius, expected in ((8, ["exchange"]), (10, ["exchange", "cut tree"])):
        asked.clear()
        prepare(generate(FAMILIES["hexagon"], {"radius": radius, "colors": 4}, seed=1))
        assert asked == expected


def test_checking_a_long_proof_loads_its_kernel_first(monkeypatch):
    asked = []
    monkeypatch.setattr(drat, "prepare", lambda: asked.append("drat"))
    instance = generate(FAMILIES["hexagon"], {"radius": 3, "colors": 2}, seed=1)
    for kind, size in (
        ("drat", 10),
        ("linear", verifying.LONG),
        ("drat", verifying.LONG),
        ("decomposition", verifying.LONG),
    ):
        verifying.prepare_check(instance, Certificate(kind, instance.digest, {"proof": ["1 0"] * size}).to_text())
    assert asked == ["drat", "drat"]
