"""Loading and validating an instance of 240,001 cells against ``json.load`` of the same file.

Usage: python benchmarks/loading.py [ROUNDS]
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

import gourds

from _timing import interleaved, report

ROWS, COLUMNS, COLORS = 4, 60_000, 3_000
LIMIT = 4.0


def make() -> gourds.Instance:
    """Four rows and one more cell; colors in short runs; budgets from horizontal gourds that cover the four rows."""
    cells = [(q, r) for r in range(ROWS) for q in range(COLUMNS)]
    colors = [f"x{(q + r) // 7 % COLORS}" for q, r in cells]
    kinds = Counter(zip(colors[::2], colors[1::2], strict=True))
    budgets = [(first, second, count) for (first, second), count in kinds.items()]
    return gourds.Instance.build([*cells, (COLUMNS, ROWS - 1)], [*colors, "x0"], budgets)


def load_json(path: Path) -> object:
    """What anyone does who needs the data and checks nothing."""
    with path.open(encoding="utf-8") as file:
        return json.load(file)


def main() -> int:
    """Run the benchmark and give its exit code."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    instance = make()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.json"
        gourds.save(instance, path)
        sizes = (
            f"{instance.board.size:,} cells, {len(instance.colors):,} colors, {len(instance.budgets):,} kinds of gourds"
        )
        print(f"{sizes}, {path.stat().st_size / 1e6:.1f} MB")
        tasks = {"json.load": lambda: load_json(path), "gourds.load": lambda: gourds.load(path)}
        return report(interleaved(tasks, rounds), LIMIT)


if __name__ == "__main__":
    sys.exit(main())
