"""Exported files in solvers that are not ours: do they say what we say?

    python benchmarks/exports.py [--largest CELLS] [--seconds LIMIT] [--encoding reduced] [--only NAME …]

Takes the bundled instances of up to 250 cells, whose verdicts the manifest gives, and generated ones, which ``auto``
decides with evidence that is checked. Each is written in every format and given to the solvers that are installed;
their answers are decoded and placements checked. Prints a line for each solver, then for each format what nobody
decided, and exits with 1 if an answer differs from ours.

ACE and Choco come with pycsp3 and need Java; clingo is a package of PyPI, and the others are Debian's.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gourds
from gourds.decoding.decode import decode_output
from gourds.encodings.export import SUFFIXES, export
from gourds.errors import InputError
from gourds.files import load_instance
from gourds.files.manifest import read_manifest
from gourds.instance import Instance

ROOT = Path(__file__).resolve().parents[1]
GENERATED: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("hexagon", {"radius": 3, "colors": colors, "coloring": "near-miss"}) for colors in (3, 5, 7)),
    *(("hexagon", {"radius": 4, "colors": colors, "coloring": "near-miss"}) for colors in (4, 6, 8)),
    ("hexagon", {"radius": 4, "colors": 3, "coloring": "random"}),
    ("random-proper", {"size": 61, "colors": 5, "coloring": "near-miss"}),
    ("random-proper", {"size": 101, "colors": 4, "coloring": "planted"}),
    ("strip", {"size": 41, "colors": 4, "coloring": "near-miss"}),
    ("parallelogram", {"width": 7, "height": 7, "colors": 4, "coloring": "near-miss"}),
    ("reduction", {"variables": 3, "formula": "planted"}),
)


def _jar(solver: str) -> str:
    """Where pycsp3 keeps a solver. It is not imported: it would change how Python compares and adds."""
    package = find_spec("pycsp3")
    folders = (package.submodule_search_locations or []) if package else []
    return next((str(path) for folder in folders for path in Path(folder, "solvers", solver).glob("*.jar")), "")


CLINGO = (sys.executable, "-m", "clingo")
SOLVERS: dict[str, tuple[str, dict[str, str], list[str]]] = {
    "clingo": ("asp", {}, [*CLINGO, "{}"]),
    "clasp after gringo": ("asp", {}, ["sh", "-c", f"{' '.join(CLINGO)} --mode=gringo {{}} | clasp"]),
    "ACE": ("xcsp", {}, ["java", "-jar", _jar("ace"), "{}"]),
    "Choco": (
        "xcsp",
        {},
        ["java", "-cp", _jar("choco"), "org.chocosolver.parser.xcsp.ChocoXCSP", "-lvl", "COMPET", "{}"],
    ),
    "Gecode by MiniZinc": ("mzn", {}, ["minizinc", "--solver", "gecode", "{}"]),
    "clasp": ("opb", {}, ["clasp", "{}"]),
    "cbc on MPS": ("mps", {}, ["cbc", "{}", "solve", "solution", "{out}"]),
    "glpsol on MPS": ("mps", {}, ["glpsol", "--freemps", "{}", "-o", "{out}"]),
    "cbc on LP": ("lp", {}, ["cbc", "{}", "solve", "solution", "{out}"]),
    "glpsol on LP": ("lp", {}, ["glpsol", "--lp", "{}", "-o", "{out}"]),
    "cadical": ("cnf", {}, ["cadical", "{}"]),
    **{
        f"cadical, {way}": ("cnf", {"cardinality": way}, ["cadical", "{}"])
        for way in ("kmtotalizer", "cardnetwork", "seqcounter")
    },
}


@dataclass
class Score:
    """What one solver said."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)


def subjects(largest: int) -> Iterator[tuple[str, Instance, str]]:
    """Names, instances, verdicts."""
    for entry in read_manifest(ROOT / "instances"):
        if (entry.cells or 0) <= largest and entry.verdict:
            yield entry.name, load_instance(entry.path), entry.verdict
    for seed, (family, parameters) in enumerate(GENERATED):
        instance = gourds.generate(family, seed=seed, **parameters)
        result = gourds.solve(instance, time_limit=120, proof=True)
        if result.certificate is not None and not gourds.verify(instance, result.certificate):
            raise SystemExit(f"{family} with seed {seed}: our own certificate is rejected")
        yield f"{family} {seed}", instance, result.status.value


def ask(command: list[str], path: Path, seconds: float) -> str | None:
    """What a solver prints or writes; None if it takes too long."""
    out = path.with_name("answer")
    out.unlink(missing_ok=True)
    words = [word.replace("{}", str(path)).replace("{out}", str(out)) for word in command]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
    ) as process:
        try:
            printed, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # its children too: MiniZinc and the shell have some
            return None
    return out.read_text() if out.exists() else printed


def is_there(name: str) -> bool:
    """Whether a solver is installed."""
    form, _, command = SOLVERS[name]
    if form == "asp" and find_spec("clingo") is None:
        return False
    return (
        shutil.which(command[0]) is not None
        and "" not in command
        and (name[:5] != "clasp" or bool(shutil.which("clasp")))
    )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=250, help="bundled boards of up to so many cells")
    parser.add_argument("--seconds", type=float, default=20, help="limit of a run")
    parser.add_argument("--encoding", choices=["reduced", "textbook"], action="append")
    parser.add_argument("--only", nargs="*", metavar="NAME", help=f"of {', '.join(SOLVERS)}")
    chosen = parser.parse_args()
    tasks = list(subjects(chosen.largest))
    verdicts = Counter(verdict for _, _, verdict in tasks)
    print(f"{len(tasks)} instances: {dict(verdicts)}", flush=True)
    names = [name for name in chosen.only or SOLVERS if is_there(name)]
    print(f"{'solver':>22} {'format':>6} {'encoding':>9} {'agrees':>7} {'no time':>8} {'differs':>8} {'seconds':>8}")
    decided: dict[str, set[tuple[str, str]]] = defaultdict(set)
    failed = False
    for encoding in chosen.encoding or ["reduced", "textbook"]:
        for name in names:
            form, settings, command = SOLVERS[name]
            score = Score()
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / f"file{SUFFIXES[form]}"
                for subject, instance, verdict in tasks:
                    path.write_text(export(instance, form, encoding, cardinality=settings.get("cardinality")))
                    start = time.perf_counter()
                    text = ask(command, path, chosen.seconds)
                    score.seconds += time.perf_counter() - start
                    said = _said(instance, text, encoding)
                    kind = "agrees" if said == verdict else "no time" if said == "unknown" else "differs"
                    score.counts[kind] += 1
                    if kind == "agrees":
                        decided[form].add((encoding, subject))
                    elif kind == "differs":
                        score.wrong.append(f"{subject}: {said}, not {verdict}")
            counts = " ".join(
                f"{score.counts[kind]:>{width}}" for kind, width in (("agrees", 7), ("no time", 8), ("differs", 8))
            )
            print(f"{name:>22} {form:>6} {encoding:>9} {counts} {score.seconds:>8.1f}", flush=True)
            for line in score.wrong:
                print(f"    {line}", flush=True)
            failed |= bool(score.wrong)
    wanted = {(encoding, name) for encoding in chosen.encoding or ["reduced", "textbook"] for name, _, _ in tasks}
    for form, found in decided.items():
        missing = sorted(wanted - found)
        print(
            f"{form}: {len(found)} of {len(wanted)} files decided by somebody" + (f", not {missing}" if missing else "")
        )
        failed |= bool(missing)
    return int(failed)


def _said(instance: Instance, text: str | None, encoding: str) -> str:
    """The verdict in an output; a placement that is none is 'wrong'."""
    if text is None:
        return "unknown"
    try:
        return decode_output(instance, text, encoding).status
    except InputError as error:
        return f"unreadable ({error})"


if __name__ == "__main__":
    sys.exit(main())
