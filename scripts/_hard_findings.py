"""Brings what ``gourds harden`` found into the repository.

    scripts/hard-findings FOLDER

From the folder of a search: its map to ``docs/images``, its table to ``docs/findings.md`` between two marks, and its
smallest feasible and infeasible boards with their evidence to ``instances/hard``.
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

from _regenerate import FOLDER, ROOT, regenerate

from gourds.bench.store.reading import read_results, snapshot
from gourds.errors import GourdsError, InputError
from gourds.files.manifest import VERDICTS, format_manifest
from gourds.files.raw import write_text
from gourds.hardness.hardening import STORE, open_search
from gourds.hardness.map import frontier_rows
from gourds.hardness.search import Search

BEGIN, END = "<!-- what gourds harden found -->", "<!-- until here -->"
MOST_ROWS = 24


def findings(folder: Path, search: Search) -> str:
    """The table for ``docs/findings.md``."""
    with snapshot(folder / STORE) as store:
        results = read_results(store)
    rows = [row for row in frontier_rows(search) if row.hard][:MOST_ROWS]
    runs, hours = len(results.runs), sum(run.time for run in results.runs) / 3600
    lines = [
        f"{runs:,} runs, {hours:.1f} hours in solvers; boards that are {search.known.question}.",
        "",
        "| family and parameters | verdict | smallest hard, cells | hard boards | largest solved, cells |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        easy = "" if row.easy is None else f"{row.easy:,}"
        lines.append(f"| {row.line} | {row.verdict} | {row.cells:,} | {row.hard} | {easy} |")
    for verdict in VERDICTS:
        one = next((one for one in search.found() if one.verdict == verdict), None)
        if one is not None:
            planned = search.known.board(one.candidate)
            command = (planned.instance.source or {}).get("command", "") if planned else ""
            name = f"`{command}`"
            solver = one.answered_by.partition(" ")[0]
            lines += ["", f"The smallest {verdict} one has {one.cells:,} cells, and `{solver}` decides it in"]
            lines[-1] += f" {one.answer.seconds:.2f} s: {name}."
    return "\n".join(lines)


def replace_section(path: Path, text: str) -> None:
    """Put a text between the marks of a file."""
    old = path.read_text(encoding="utf-8")
    if BEGIN not in old or END not in old:
        raise InputError(f"has no marks {BEGIN} and {END}", str(path))
    before, after = old.partition(BEGIN)[0], old.partition(END)[2]
    write_text(path, f"{before}{BEGIN}\n{text}\n{END}{after}")


def keep_smallest(folder: Path) -> None:
    """The smallest board of each verdict, with its evidence, to ``instances/hard``."""
    manifest = FOLDER / "MANIFEST.toml"
    text = manifest.read_text(encoding="utf-8")
    tables: list[dict[str, Any]] = tomllib.loads(text)["instance"]
    found: list[dict[str, Any]] = tomllib.loads((folder / "MANIFEST.toml").read_text(encoding="utf-8"))["instance"]
    kept = [table for table in tables if not table["file"].startswith("hard/")]
    for path in (FOLDER / "hard").glob("*.json.gz"):
        path.unlink()
    for verdict in VERDICTS:
        one = next((table for table in found if table["verdict"] == verdict), None)
        if one is None:
            continue
        kind = "placement" if verdict == "feasible" else "certificate"
        for key in ("file", kind):
            shutil.copyfile(folder / one[key], FOLDER / "hard" / one[key])
            one[key] = f"hard/{one[key]}"
        kept.append({key: value for key, value in one.items() if key not in ("digest", "command")})
    write_text(manifest, format_manifest(text[: text.index("[[instance]]")], kept))
    regenerate(FOLDER, check=False)


def main(arguments: list[str]) -> int:
    """Run the script and give its exit code."""
    if len(arguments) != 1:
        print("usage: scripts/hard-findings FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    try:
        search = open_search(folder)
        replace_section(ROOT / "docs" / "findings.md", findings(folder, search))
        shutil.copyfile(folder / "map.svg", ROOT / "docs" / "images" / "hardness-map.svg")
        keep_smallest(folder)
    except (GourdsError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print("docs/findings.md, docs/images/hardness-map.svg, instances/hard, instances/MANIFEST.toml")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
