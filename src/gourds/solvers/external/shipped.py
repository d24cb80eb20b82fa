"""The recipes that come with the package, and which of their programs are on the PATH.

They are data, in ``recipes.toml``. Looking for the programs starts none of them; only :func:`version_of` does.
"""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from gourds.errors import InputError, one_line
from gourds.running.isolation import run_limited
from gourds.running.programs import run_program
from gourds.running.scratch import scratch_folder
from gourds.solvers.external.recipe import NAME, Recipe, command_words, is_command, recipe_of_command

VERSION_LIMIT: Final = 2.0
"""Seconds for a program to say its version."""
_SHOWN: Final = 60


@cache
def recipes() -> dict[str, Recipe]:
    """All shipped recipes by name, whether their programs are there or not."""
    tables = tomllib.loads((Path(__file__).parent / "recipes.toml").read_text(encoding="utf-8"))
    return {name: _recipe(name, table) for name, table in tables.items()}


def _recipe(name: str, table: dict[str, Any]) -> Recipe:
    return Recipe(
        name=name,
        command=tuple(command_words(table["command"])),
        form=table.get("from"),
        summary=table["summary"],
        version=tuple(table.get("version", "").split()),
    )


@dataclass(frozen=True)
class Program:
    """Somebody else's solver on this machine."""

    name: str
    """As after ``--solver``."""
    summary: str
    """One line for people."""
    path: str
    """Where it is."""
    format: str
    """Of the file that it gets, as after ``gourds encode --to``."""
    prove: bool
    """Whether it writes proofs."""
    version: str | None = None
    """What it says of its version, if it was asked."""

    def to_json(self) -> dict[str, Any]:
        """What ``gourds solvers --json`` lists of it."""
        return asdict(self)


def found_programs(*, versions: bool = False) -> list[Program]:
    """The recipes whose programs are on the PATH; with ``versions`` each program is asked for its own."""
    found = []
    for name, recipe in recipes().items():
        if (path := recipe.path) is not None:
            version = version_of(recipe) if versions else None
            shown = f"{NAME}:{name}"
            found.append(Program(shown, recipe.summary, path, recipe.format, recipe.can_prove, version))
    return found


def recipe_of(variant: str, settings: dict[str, Any] | None = None) -> Recipe:
    """The recipe for what follows ``external:``, a shipped name or a command. Raises InputError."""
    if is_command(f"{NAME}:{variant}"):
        return recipe_of_command(variant, settings)
    if variant not in recipes():
        known = ", ".join(recipes())
        raise InputError(f"there is no recipe '{variant}'; there are {known}, or a command such as 'kissat {{cnf}}'")
    return recipes()[variant]


_versions: dict[str, str | None] = {}
"""What programs said, by path."""


def version_of(recipe: Recipe) -> str | None:
    """What the program says of its version, in one line; None if it says nothing in time. It is asked once."""
    path = recipe.path
    if path is None or not recipe.version:
        return None
    if path not in _versions:
        ended = run_limited(_asked, [path, *recipe.version], time_limit=VERSION_LIMIT)
        _versions[path] = ended.value if ended.cause == "done" else None
    return _versions[path]


def known_version(recipe: Recipe) -> dict[str, str]:
    """The version among the figures of a run, if the program was asked before."""
    said = _versions.get(recipe.path or "")
    return {"version": said} if said else {}


def _asked(words: list[str]) -> str | None:
    try:
        with scratch_folder() as folder:
            printed = run_program(words, folder, most_output=2**16).output.decode("utf-8", "replace")
    except OSError:
        return None
    lines = (one_line(line.strip())[:_SHOWN] for line in printed.splitlines())
    return next((line for line in lines if any(letter.isdigit() for letter in line)), None)
