"""A campaign's file: every fault named and placed; its runs: the same every time, and interleaved."""

from __future__ import annotations

import random
from itertools import groupby
from pathlib import Path

import pytest

from gourds import files
from gourds.bench.campaign.definition import load_campaign, parse_campaign
from gourds.bench.campaign.expected import expect
from gourds.bench.campaign.planning import plan_runs, prepare_instances, upper_bound
from gourds.errors import InputError
from gourds.families import FAMILIES, generate
from tests.bench.campaigns import TINY, campaign
from tests.conftest import ROOT

SAT = '[[solvers]]\nname = "sat"\n'


def faults_of(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        prepare_instances(parse_campaign(text, Path()))
    return [str(fault) for fault in caught.value.faults]


GOOD = 'name = "x"\n' + TINY + SAT

FAULTS = [
    ("name = x\n", "TOML: Invalid value (at line 1, column 8)"),
    ("name = 3\n" + TINY + SAT, "name: must be a text, not 3"),
    (TINY + SAT, "name: is missing; it must be a text"),
    ('name = "x"\n' + SAT, "instances: there must be one or more tables [[instances]]"),
    ('name = "x"\n' + TINY, "solvers: there must be one or more tables [[solvers]]"),
    ("repetition = 2\n" + GOOD, "repetition: is not known here; there are name, description, repetitions"),
    ("repetitions = 0\n" + GOOD, "repetitions: must be positive, not 0"),
    ("seeds = [1, -1]\n" + GOOD, "seeds: a seed must not be negative"),
    ("seeds = { from = 3, to = 1 }\n" + GOOD, "seeds: there is nothing from 3 to 1"),
    ("seeds = { first = 3 }\n" + GOOD, "seeds.from: is missing"),
    ('seeds = "3..1"\n' + GOOD, "seeds: there is nothing from 3 to 1"),
    ('seeds = ["1..x"]\n' + GOOD, "seeds: '1..x' is not a whole number, a range"),
    (GOOD + "[limits]\nwall = -1\n", "limits.wall: must be positive, not -1.0"),
    (GOOD + f"[limits]\nwall = 1{'0' * 400}\n", "limits.wall: must be at most 1,000,000,000, not inf"),
    (GOOD + f"[limits]\nwall = 1{'0' * 5000}\n", "TOML: Exceeds the limit (4300 digits)"),
    (f"x = {'[' * 5000}\n" + GOOD, "TOML: maximum recursion depth exceeded"),
    (
        GOOD + '[[solvers]]\nname = "sat"\nlabel = "x"\nsettings = { nonsense = 1 }\n',
        "solvers[1].settings.nonsense: is no",
    ),
    (GOOD + '[limits]\nwall = "1"\n', "limits.wall: must be a number, not '1'"),
    (GOOD + "[limits]\nmemory = true\n", "limits.memory: must be a number, not True"),
    (GOOD + "[limits]\ntime = 1\n", "limits.time: is not known here; there are wall, cpu, memory"),
    (GOOD + "[[instances]]\nseeds = [1]\n", "instances[1]: needs either 'files' or 'family'"),
    (GOOD + '[[instances]]\nfiles = ["none*.txt"]\n', "instances[1].files[0]: no instance matches 'none*.txt'"),
    (GOOD + '[[instances]]\nfamily = "hex"\n', "instances[1].family: there is no family 'hex'"),
    (
        GOOD + '[[instances]]\nfamily = "hexagon"\nparameters = { radius = [2, "3"] }\n',
        "instances[1].parameters.radius[1]: must be a whole number, not '3'",
    ),
    (
        GOOD + '[[instances]]\nfamily = "hexagon"\nparameters = { coloring = "nice" }\n',
        "instances[1].parameters.coloring: must be one of planted, near-miss",
    ),
    (
        GOOD + '[[instances]]\nfamily = "hexagon"\nparameters = { size = 5 }\n',
        "instances[1].parameters.size: is not known here; there are radius",
    ),
    (
        GOOD + '[[instances]]\nfamily = "brick"\nseeds = 7\nparameters = { width = 4 }\n',
        "instances[1], brick width=4 seed=7: this board has 20 cells",
    ),
    (GOOD + '[[solvers]]\nname = "sta"\n', "solvers[1].name: there is no solver 'sta'"),
    (GOOD + '[[solvers]]\nname = "sat:none"\n', "solvers[1].name: solver 'sat' has no variant 'none'"),
    (GOOD + '[[solvers]]\nlabel = "a"\n', "solvers[1].name: is missing"),
    (GOOD + '[[solvers]]\nname = "sat:cadical195"\n', "solvers[1]: is the same as solvers[0]: sat:cadical195"),
    (GOOD + '[[solvers]]\nname = ["cpsat", "ilp"]\nlabel = "a"\n', "solvers[1]: has the label 'a' of solvers[1]"),
    (GOOD + '[[solvers]]\nname = "cpsat"\nencoding = "x"\n', "solvers[1].encoding: must be one of reduced, textbook"),
    (GOOD + '[[solvers]]\nname = "cpsat"\npresolve = 1\n', "solvers[1].presolve: must be true or false, not 1"),
    (GOOD + '[[solvers]]\nname = "cpsat"\nsettings = { a = {} }\n', "solvers[1].settings.a: must be a text, a number"),
    ('plugins = ["no_such_module"]\n' + GOOD, "plugins[0]: cannot be loaded: ModuleNotFoundError"),
    ('plugins = ["json"]\n' + GOOD, "plugins[0]: the module json defines neither SOLVER nor SOLVERS"),
]


@pytest.mark.parametrize(("text", "fault"), FAULTS, ids=[fault[:40] for _, fault in FAULTS])
def test_faults_are_named_and_placed(text, fault):
    assert any(found.startswith(fault) for found in faults_of(text)), faults_of(text)


def test_all_faults_are_reported_at_once():
    text = "repetitions = 0\nextra = 1\n" + '[[instances]]\nfamily = "x"\n[[solvers]]\nname = "y"\n'
    places = [fault.partition(":")[0] for fault in faults_of(text)]
    assert sorted(places) == ["extra", "instances[0].family", "name", "repetitions", "solvers[0].name"]


def test_grids_seeds_and_labels():
    parsed = campaign(
        'seeds = [3, 4]\nrepetitions = 2\n[[instances]]\nfamily = "hexagon"\nseeds = { from = 1, to = 3 }\n'
        'parameters = { radius = [2, 3], colors = [2, 3], coloring = "near-miss" }\n'
        '[[solvers]]\nname = ["sat:glucose4", "sat:cadical195"]\nencoding = ["reduced", "textbook"]\n'
        'settings = { cardinality = ["totalizer", "seqcounter"] }\n[[solvers]]\nname = "brute"\nmax_cells = 20\n'
    )
    assert len(parsed.solvers) == 9
    assert parsed.solvers[3].label == "sat:glucose4 textbook cardinality=seqcounter"
    instances = prepare_instances(parsed)
    assert len(instances) == 12
    assert {planned.instance.board.size for planned in instances} == {19, 37}
    assert instances[0].name == "hexagon radius=2 colors=2 coloring=near-miss seed=1"
    runs = plan_runs(parsed, instances)
    assert len(runs) == 12 * 8 * 2 * 2 + 6 * 2 * 2
    assert len({run.key for run in runs}) == len(runs)
    assert upper_bound(len(runs), parsed.limits, 2) == pytest.approx(len(runs) / 2 * 10.2)


def test_the_same_file_gives_the_same_runs_and_equal_runs_have_equal_keys():
    text = 'name = "x"\nseeds = "1..2"\n' + TINY + '[[instances]]\nfamily = "strip"\nseeds = [1, 2]\n' + SAT
    first, second = (parse_campaign(text, Path()) for _ in range(2))
    runs = plan_runs(first, prepare_instances(first))
    assert runs == plan_runs(second, prepare_instances(second))
    longer = parse_campaign(text + '[[solvers]]\nname = "cpsat"\nlabel = "another"\n', Path())
    keys = {run.key for run in plan_runs(longer, prepare_instances(longer))}
    assert {run.key for run in runs} < keys
    slower = first.with_wall_limit(11)
    assert not {run.key for run in plan_runs(slower, prepare_instances(slower))} & keys


def test_solvers_take_turns_on_every_instance():
    """Within a repetition an instance is visited once, by all solvers, in orders that differ."""
    parsed = campaign(
        'repetitions = 3\n[[instances]]\nfamily = "strip"\nseeds = { from = 1, to = 20 }\n'
        '[[solvers]]\nname = ["sat", "cpsat", "ilp", "brute"]\n'
    )
    runs = plan_runs(parsed, prepare_instances(parsed))
    visits = [list(group) for _, group in groupby(runs, lambda run: (run.repetition, run.instance))]
    assert len(visits) == 60
    assert all(sorted(run.solver for run in visit) == [0, 1, 2, 3] for visit in visits)
    assert len({tuple(run.solver for run in visit) for visit in visits}) > 10
    orders = {tuple(run.instance for run in runs if run.repetition == k and run.solver == 0) for k in (1, 2, 3)}
    assert len(orders) == 3
    firsts = [visit[0].solver for visit in visits]
    assert all(firsts.count(k) >= 5 for k in range(4))


def test_equal_puzzles_are_run_once():
    parsed = campaign(TINY + TINY + '[[instances]]\nfamily = "strip"\nseeds = [1, 1]\n' + SAT)
    assert len(prepare_instances(parsed)) == 2


# -- expected verdicts ----------------------------------------------------------------------------------------


def test_bundled_instances_are_expected_to_be_what_the_manifest_says():
    parsed = campaign('[[instances]]\nfiles = ["bundled:drawn/*", "bundled:counting/*"]\n' + SAT)
    for planned in prepare_instances(parsed):
        assert planned.expected is not None
        assert planned.expected.why.startswith("manifest: ")
    names = {planned.name: planned.expected.verdict for planned in prepare_instances(parsed)}
    assert names["bundled:drawn/nine-other-gourds.txt"] == "infeasible"
    assert names["bundled:drawn/nine-gourds.txt"] == "feasible"


def test_a_changed_file_is_not_what_the_manifest_speaks_of(tmp_path):
    (tmp_path / "MANIFEST.toml").write_text((ROOT / "instances/MANIFEST.toml").read_text())
    (tmp_path / "drawn").mkdir()
    path = tmp_path / "drawn/spectacles.txt"
    path.write_text((ROOT / "instances/drawn/spectacles.txt").read_text())
    assert expect(files.load_instance(path), path) is not None
    path.write_text(path.read_text() + "\n")
    assert expect(files.load_instance(path), path) is None


@pytest.mark.parametrize(
    ("family", "parameters", "verdict", "word"),
    [
        ("hexagon", {"coloring": "planted"}, "feasible", "family"),
        ("hexagon", {"coloring": "numbered"}, "feasible", "family"),
        ("hexagon", {"coloring": "random", "radius": 4, "colors": 6, "pattern": "patches"}, "infeasible", "counting"),
        ("unique", {"colors": 5, "tries": 2000}, "feasible", "family"),
        ("ring-sum", {"rings": 6, "length": 4}, "infeasible", "family"),
        ("ring-sum", {"rings": 6, "length": 4, "sum": "met"}, "feasible", "family"),
        ("reduction", {"variables": 6, "formula": "planted"}, "feasible", "formula"),
        ("reduction", {"variables": 30}, "infeasible", "formula"),
    ],
)
def test_families_say_what_they_made(family, parameters, verdict, word):
    expected = expect(generate(FAMILIES[family], parameters, seed=2))
    assert expected is not None
    assert expected.verdict == verdict
    assert expected.why.startswith(f"{word}: ")


def test_a_near_miss_is_not_known(tmp_path):
    assert expect(generate(FAMILIES["hexagon"], {"coloring": "near-miss"}, seed=1)) is None


def test_a_file_that_lies_about_its_family_is_not_believed(tmp_path):
    made = generate(FAMILIES["hexagon"], {}, seed=1)
    path = tmp_path / "a.json"
    files.save(made, path)
    assert expect(files.load_instance(path), path).verdict == "feasible"
    path.write_text(path.read_text().replace('"seed": 1', '"seed": 2'))
    assert expect(files.load_instance(path), path) is None


def test_shipped_campaigns_are_sound():
    folder = ROOT / "benchmarks/campaigns"
    names = sorted(path.name for path in folder.glob("*.toml"))
    assert names == [
        *("cardinality.toml", "colors.toml", "encodings.toml", "external.toml"),
        *("hardness_formulas.toml", "hardness_threshold.toml"),
    ]
    for name in names:
        parsed = load_campaign(folder / name)
        assert parsed.description
        assert parsed.name == name.removesuffix(".toml").replace("_", "-")
        assert parsed.limits.wall <= 10
        assert parsed.limits.memory


def test_the_example_in_the_docs_is_sound():
    page = (ROOT / "docs/campaigns.md").read_text()
    parsed = parse_campaign(page.partition("```toml\n")[2].partition("```")[0], ROOT)
    assert len(parsed.solvers) == 10
    assert [solver.label for solver in parsed.solvers[-2:]] == ["backtracking", "decompose proof"]


def test_random_texts_give_faults_not_tracebacks():
    rng = random.Random(1)
    pieces = ["name", "=", '"x"', "[[instances]]", "[limits]", "files", "3", "[1]", "{}", "\n", "seeds", "true", "wall"]
    for _ in range(500):
        text = " ".join(rng.choice(pieces) for _ in range(rng.randrange(12)))
        with pytest.raises(InputError):
            prepare_instances(parse_campaign(text, Path()))
