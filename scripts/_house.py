"""Prints a table: files, lines and median lines of every folder that holds Python or JavaScript.

A folder counts its own files, not those of the folders inside it. Empty ``__init__`` files count like all others.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median_low

ENDINGS = (".py", ".js")


def folder_lines(root: Path) -> dict[str, list[int]]:
    """For every folder below the root, the root included, the number of lines of each of its files."""
    found: dict[str, list[int]] = {}
    for path in sorted(root.rglob("*")):
        if path.suffix in ENDINGS and path.is_file():
            lines = len(path.read_text(encoding="utf-8").splitlines())
            found.setdefault(path.parent.relative_to(root).as_posix(), []).append(lines)
    return dict(sorted(found.items()))


def table(folders: dict[str, list[int]]) -> str:
    """The table in Markdown, with a row for everything at its end."""
    everything = [lines for sizes in folders.values() for lines in sizes]
    rows = ["| folder | files | lines | median |", "|---|--:|--:|--:|"]
    for name, sizes in [*folders.items(), ("all", everything)]:
        rows.append(f"| {name} | {len(sizes)} | {sum(sizes):,} | {median_low(sizes)} |")
    return "\n".join(rows)


def main(arguments: list[str]) -> int:
    """Run the script and give its exit code."""
    root = Path(arguments[0]) if len(arguments) == 1 else None
    if root is None or not (folders := folder_lines(root)):
        print("usage: scripts/house [CHECKOUT]", file=sys.stderr)
        return 2
    print(table(folders))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
