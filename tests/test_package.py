"""The package as a whole: what importing costs, what it exports, and that every way to install it works."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import gourds

HEAVY = [
    "ortools",
    "pysat",
    "networkx",
    "numba",
    "matplotlib",
    "numpy",
    "click",
    "pandas",
    "scipy",
    "resvg_py",
    "starlette",
    "uvicorn",
]


def modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*sorted(m for m in sys.modules if '.' not in m))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_import_pulls_in_nothing_heavy():
    assert not modules_after("import gourds") & set(HEAVY)


def test_help_pulls_in_nothing_heavy():
    code = "import gourds.cli.main as m; sys.argv = ['gourds', '--help']\ntry: m.main()\nexcept SystemExit: pass"
    assert not modules_after(code) & set(HEAVY)


def test_reading_and_facts_need_numpy_only():
    code = "import gourds, gourds.shapes as s; gourds.Board.from_cells(s.hexagon(3)).is_proper; import gourds.files"
    assert modules_after(code) & set(HEAVY) == {"numpy"}


def test_public_names():
    """Exactly these: adding or removing one is a decision."""
    assert sorted(gourds.__all__) == [
        "Applied",
        "Board",
        "Certificate",
        "Cnf",
        "Configuration",
        "Counting",
        "GourdsError",
        "InputError",
        "Instance",
        "LimitError",
        "OneInThree",
        "PartialPlacement",
        "Placement",
        "Plan",
        "Problem",
        "Reconfiguration",
        "Reduction",
        "Result",
        "Status",
        "TripleInstance",
        "Verification",
        "Walk",
        "bench_compare",
        "bench_export",
        "bench_import",
        "bench_plan",
        "bench_report",
        "bench_resume",
        "bench_run",
        "certificate_convert",
        "certify_count",
        "check_levels",
        "check_map_mutants",
        "check_maps",
        "check_mutants",
        "check_pack",
        "check_reduction",
        "convert",
        "count",
        "crosscheck",
        "decode",
        "draw",
        "edge_probabilities",
        "encode",
        "exact_matching",
        "example",
        "explain",
        "external_solvers",
        "extract",
        "find_gadgets",
        "formula_all",
        "formula_hard",
        "formula_info",
        "formula_planted",
        "formula_random",
        "gadget",
        "generate",
        "generate_many",
        "harden",
        "info",
        "levels",
        "load",
        "maximize",
        "pack",
        "paper",
        "paper_claims",
        "place_assignment",
        "plan_moves",
        "play_out",
        "reconfigure",
        "reduce",
        "reductions",
        "replay",
        "sample",
        "save",
        "serve",
        "shapes",
        "share",
        "shuffle",
        "solve",
        "solvers",
        "survey",
        "triples",
        "triples_census",
        "verify",
        "widget",
    ]
    for name in gourds.__all__:
        assert getattr(gourds, name) is not None
        assert name in dir(gourds)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        gourds.nonsense  # noqa: B018


def test_type_checkers_see_every_name_at_its_home(root):
    text = (root / "src" / "gourds" / "__init__.py").read_text(encoding="utf-8")
    seen = {name: home for home, name in re.findall(r"    from ([\w.]+) import (\w+) as \2\n", text)}
    assert seen == {**gourds._HOME, "shapes": "gourds"}


CHECK = """
import json, sys, gourds
from gourds.bundled import bundled_folder
print(json.dumps([gourds.__file__, str(bundled_folder("instances")), str(bundled_folder("reductions"))]))
"""


def check_install(folder: Path, tmp_path: Path) -> list[str]:
    """What the package in a folder says about itself, run far from the checkout."""
    command = [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(folder)!r})\n{CHECK}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    found: list[str] = json.loads(done.stdout)
    return found


def build(target: str, source: Path, out: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return next(iter(out.iterdir()))


def test_wheel_and_sdist_carry_the_data_folders(root, tmp_path):
    sdist = build("sdist", root, tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    source = next((tmp_path / "unpacked").iterdir())
    for origin, name in ((root, "wheel"), (source, "wheel-from-sdist")):
        wheel = build("wheel", origin, tmp_path / name)
        installed = tmp_path / f"{name}-installed"
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(installed)
        package, instances, reductions = check_install(installed, tmp_path)
        for path in (package, instances, reductions):
            assert Path(path).is_relative_to(installed)
        assert (Path(instances) / "MANIFEST.toml").is_file()
        assert (installed / "gourds" / "py.typed").is_file()
        page = Path("gourds", "web", "static")
        files = {path.relative_to(root / "src") for path in (root / "src" / page).rglob("*") if path.is_file()}
        assert {page / "index.html", page / "place" / "place.js"} <= files
        assert files <= {path.relative_to(installed) for path in (installed / page).rglob("*")}
    package, instances, _ = check_install(source / "src", tmp_path)
    assert Path(instances) == source / "instances"


def test_the_checkout_finds_its_data_folders(root, tmp_path):
    """The editable install that the test suite itself runs in."""
    from gourds.bundled import bundled_folder

    assert bundled_folder("instances") == root / "instances"
    assert bundled_folder("reductions") == root / "reductions"
    with pytest.raises(gourds.InputError, match="is not in this installation"):
        bundled_folder("nonsense")


def test_no_package_index_is_named(root):
    """Who installs this chooses where packages come from."""
    for name in (
        "pyproject.toml",
        "scripts/setup",
        "scripts/gourds",
        "scripts/test",
        "scripts/check",
        "scripts/docs",
        ".ci/run",
    ):
        if not (root / name).exists():  # a source distribution leaves some out
            continue
        text = (root / name).read_text()
        assert "://" not in text


def test_the_version_is_the_same_everywhere(root):
    version = gourds.__version__
    assert re.search(rf"^version: {re.escape(version)}$", (root / "CITATION.cff").read_text(), re.MULTILINE)
    releases = re.findall(r"^## \[(.+?)\](?: - (.+))?$", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert releases[0] == ("Unreleased", "")
    assert releases[1][0] == version
    assert f"date-released: {releases[1][1]}" in (root / "CITATION.cff").read_text()


def test_the_workflow_runs_on_every_python_that_is_promised(root):
    workflow = root / ".github/workflows/ci.yml"
    if not workflow.exists():
        pytest.skip("a source distribution has no workflow")
    promised = re.findall(r"Python :: (3\.\d+)", (root / "pyproject.toml").read_text())
    (listed,) = re.findall(r"python: \[(.+)\]", workflow.read_text())
    assert re.findall(r"3\.\d+", listed) == promised
    assert "run: .ci/run" in workflow.read_text()
