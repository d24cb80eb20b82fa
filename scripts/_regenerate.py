"""Rebuilds what can be rebuilt in ``instances`` and ``reductions``.

In ``instances``: generated files from the manifest, facts in the manifest from files.

People write ``file``, ``family``, ``parameters``, ``seed``, ``name``, ``verdict``, ``placements`` and ``why``, and draw
the files whose family is ``drawn by hand``. This script writes the other files, the same bytes each time, and fills in
``cells``, ``colors``, ``gourds`` and ``sha256``. With ``--check`` it writes nothing, names what differs, exits with 1.

In ``reductions``: the tables of coverings beside the drawings of gadgets, and the figures.

How a text is packed depends on the machine's zlib, so a ``.gz`` file that unpacks to the right text is left alone.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
import tomllib
import zlib
from pathlib import Path
from typing import Any

from gourds.errors import GourdsError
from gourds.families import FAMILIES, generate
from gourds.files import load_formula, load_instance, to_text
from gourds.files.manifest import format_manifest
from gourds.files.raw import write_bytes
from gourds.reductions.gadgets.coverings import Table
from gourds.reductions.gadgets.drawing import load_gadgets
from gourds.reductions.gadgets.tables import format_table
from gourds.reductions.reduction import Reduction
from gourds.render.figure.board import reduction_figure
from gourds.render.figure.gadgets import gadget_figure, table_figure

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "instances"
REDUCTION = ROOT / "reductions" / "one_in_three_sat"
SETS = [ROOT / "reductions" / name for name in ("compact", "three_rows")]
DRAWN = "drawn by hand"


def built(entry: dict[str, Any]) -> bytes:
    """The content of a generated file, unpacked."""
    instance = generate(FAMILIES[entry["family"]], entry["parameters"], entry["seed"], name=entry.get("name"))
    is_drawing = entry["file"].removesuffix(".gz").endswith(".txt")
    return to_text(instance, "text" if is_drawing else "json").encode()


def stored(path: Path) -> bytes | None:
    """The content of a file, unpacked; None if there is none."""
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except (OSError, EOFError, zlib.error):
        return None


def facts(path: Path) -> dict[str, Any]:
    """What the manifest says of a file and can be read off it."""
    instance = load_instance(path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    cells, colors = instance.board.size, len(instance.colors)
    return {"cells": cells, "colors": colors, "gourds": instance.size, "sha256": digest}


def regenerate(folder: Path, *, check: bool) -> list[str]:
    """Bring a folder up to date, or only compare it; the names of the files that differ."""
    manifest = folder / "MANIFEST.toml"
    text = manifest.read_text(encoding="utf-8")
    entries: list[dict[str, Any]] = tomllib.loads(text).get("instance", [])
    differing: list[str] = []
    for entry in entries:
        path = folder / entry["file"]
        if entry["family"] != DRAWN and stored(path) != (data := built(entry)):
            differing.append(entry["file"])
            if check:
                continue
            path.parent.mkdir(exist_ok=True)
            write_bytes(path, data)
        entry.update(facts(path))
    preface = text[: text.index("[[instance]]")]
    if (renewed := format_manifest(preface, entries)) != text:
        differing.append(manifest.name)
        if not check:
            write_bytes(manifest, renewed.encode())
    return differing


def reduction_files(folder: Path) -> dict[str, str]:
    """The tables and figures of a reduction, from its gadgets and formulas."""
    gadgets = load_gadgets(folder / "gadgets")
    files: dict[str, str] = {}
    for gadget in (gadgets.variable, gadgets.clause):
        files[f"gadgets/{gadget.name}.toml"] = format_table(Table.of(gadgets, gadget))
        files[f"figures/{gadget.name}.svg"] = gadget_figure(gadgets, gadget)
        files[f"figures/{gadget.name}-coverings.svg"] = table_figure(gadgets, gadget)
    reduction = Reduction.of(load_formula(folder / "formulas" / "satisfiable-3.1in3"), gadgets=gadgets)
    files["figures/board.svg"] = reduction_figure(reduction)
    files["figures/board-placed.svg"] = reduction_figure(reduction, reduction.place((False, True, False)))
    return files


def set_files(folder: Path) -> dict[str, str]:
    """The tables and figures of a set of gadgets for the same reduction."""
    gadgets = load_gadgets(folder)
    files = {}
    for gadget in (gadgets.variable, gadgets.clause):
        files[f"{gadget.name}.toml"] = format_table(Table.of(gadgets, gadget))
        files[f"figures/{gadget.name}.svg"] = gadget_figure(gadgets, gadget)
    return files


def regenerate_reduction(folder: Path, *, check: bool) -> list[str]:
    """Bring the tables and figures of a reduction up to date, or only compare them; the names of those that differ."""
    differing = []
    for name, text in (set_files if folder in SETS else reduction_files)(folder).items():
        if stored(folder / name) != text.encode():
            differing.append(name)
            if not check:
                write_bytes(folder / name, text.encode())
    return differing


def main(arguments: list[str]) -> int:
    """Run the script and give its exit code."""
    if arguments not in ([], ["--check"]):
        print("usage: scripts/regenerate [--check]", file=sys.stderr)
        return 2
    try:
        differing = [f"instances/{name}" for name in regenerate(FOLDER, check=bool(arguments))]
        for folder in (REDUCTION, *SETS):
            inside = folder.relative_to(ROOT).as_posix()
            differing += [f"{inside}/{name}" for name in regenerate_reduction(folder, check=bool(arguments))]
    except GourdsError as error:
        print(f"regenerate: {error}", file=sys.stderr)
        return 2
    for name in differing:
        print(f"{'differs' if arguments else 'written'}: {name}")
    return 1 if arguments and differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
