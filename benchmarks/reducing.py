"""Reducing a formula of 3,000 variables and writing its board of 240,001 cells, against ``json.dump`` of the document.

Three ways: from the formula in memory, by ``gourds reduce`` on its file within this process, and as a command of its
own, start of the interpreter and all imports included.

Usage: python benchmarks/reducing.py [ROUNDS]
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import gourds
from gourds.cli.app import run
from gourds.formulas.cubic import random_cubic

from _timing import interleaved, report

VARIABLES = 3000
LIMIT = 3.0


def main() -> int:
    """Run the benchmark and give its exit code."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    formula = random_cubic(VARIABLES, 1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source, target = folder / "f.1in3", folder / "board.json"
        gourds.save(formula, source)
        gourds.save(gourds.reduce(formula), target)
        document = json.loads(target.read_text(encoding="utf-8"))

        def dump() -> None:
            with (folder / "dumped.json").open("w", encoding="utf-8") as file:
                json.dump(document, file)

        def reduce_in_process() -> None:
            with redirect_stderr(StringIO()):
                run(["reduce", str(source), "-o", str(target)])

        def reduce_by_command() -> None:
            command = [sys.executable, "-m", "gourds", "reduce", str(source), "-o", str(target)]
            subprocess.run(command, check=True, capture_output=True)

        tasks = {
            "json.dump": dump,
            "reduce and save": lambda: gourds.save(gourds.reduce(formula), target),
            "gourds reduce, in process": reduce_in_process,
            "gourds reduce, as a command": reduce_by_command,
        }
        print(f"{VARIABLES:,} variables, {len(document['cells']):,} cells, {target.stat().st_size:,} bytes")
        return report(interleaved(tasks, rounds), LIMIT)


if __name__ == "__main__":
    sys.exit(main())
