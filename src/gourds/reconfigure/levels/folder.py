"""Packs in a folder: written whole, and read with every fault."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from gourds.errors import Fault, Faults, InputError
from gourds.files.json_values import parse_json
from gourds.files.raw import check_folder, make_folder, naming, read_text, write_text
from gourds.reconfigure.levels.packs import PACKS, index_document, pack_document, recipe_of, spell

INDEX: Final = "index.json"
"""The file that lists the packs."""

SHIPPED: Final = Path(__file__).resolve().parents[2] / "web" / "static" / "levels"
"""The packs that come with the package; the page plays them."""

PathLike = str | os.PathLike[str]


def make_packs(
    output: PathLike, keys: Sequence[str] = (), seed: int = 0, tell: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Make packs, all if none is named, and write them to a folder with their list; gives the list."""
    recipes = [recipe_of(key) for key in dict.fromkeys(keys or PACKS)]
    check_folder(output, [INDEX, *(recipe.file for recipe in recipes)])
    made = {recipe.key: pack_document(recipe.key, seed, tell) for recipe in recipes}
    index = index_document(made)
    make_folder(output)
    for recipe in recipes:
        write_text(Path(output) / recipe.file, spell(made[recipe.key]))
    write_text(Path(output) / INDEX, spell(index))
    return index


def read_index(folder: PathLike | None = None) -> dict[str, Any]:
    """The list of the packs in a folder. Raises InputError."""
    place = Path(folder or SHIPPED) / INDEX
    with naming(place):
        value = _object(parse_json(read_text(place)), ("version", "packs", "daily"))
        faults = Faults()
        for k, row in enumerate(value["packs"] if isinstance(value["packs"], list) else []):
            file = row.get("file") if isinstance(row, dict) else None
            if not isinstance(file, str) or file != os.path.basename(file) or not file.endswith(".json"):
                faults.add(f"packs[{k}].file", "must be the name of a JSON file in this folder")
        if not isinstance(value["packs"], list) or not value["packs"]:
            faults.add("packs", "must be a list of packs")
        faults.check()
        return value


def read_pack(folder: PathLike | None, file: str) -> dict[str, Any]:
    """A pack as plain JSON; of the levels nothing is known but that they are a list. Raises InputError."""
    place = Path(folder or SHIPPED) / file
    with naming(place):
        value = _object(parse_json(read_text(place)), ("version", "key", "title", "description", "command", "levels"))
        if not isinstance(value["levels"], list):
            raise InputError(Fault("levels", "must be a list"))
        return value


def _object(value: Any, keys: Sequence[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InputError("must be a JSON object")
    for key in keys:
        if key not in value:
            raise InputError(Fault(key, "is missing"))
    if value["version"] != 1:
        raise InputError(Fault("version", "must be 1"))
    return value
