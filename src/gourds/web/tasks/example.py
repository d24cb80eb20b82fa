"""A bundled instance by the name that the manifest gives it."""

from __future__ import annotations

import tomllib
from typing import Any

from gourds.bundled import bundled_folder
from gourds.files import load_instance, load_placement
from gourds.files.table import document_of
from gourds.web.documents import Asked, NotFoundError
from gourds.web.tasks import Say


def entries() -> list[dict[str, Any]]:
    """The tables of the manifest."""
    text = (bundled_folder("instances") / "MANIFEST.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["instance"]
    return found


def example_name(entry: dict[str, Any]) -> str:
    """The path of an instance without its endings."""
    return str(entry["file"]).removesuffix(".gz").rpartition(".")[0]


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """The instance, and its placement if one comes with it; only names in the manifest are looked up."""
    entry = next((one for one in entries() if example_name(one) == asked.given["name"]), None)
    if entry is None:
        raise NotFoundError("there is no example of this name")
    folder = bundled_folder("instances")
    instance = load_instance(folder / entry["file"])
    answer = {"document": document_of(instance), "name": example_name(entry), "verdict": entry.get("verdict")}
    if "placement" in entry:
        answer["placement"] = document_of(load_placement(folder / entry["placement"]))
    return answer
