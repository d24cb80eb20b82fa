"""Other people's programs in a campaign's file: a table with a ``command`` in place of a solver's name.

The command becomes the name of a solver (:mod:`gourds.solvers.external.recipe`), and what stands beside it is its
settings. So a store holds it like every other solver; whoever resumes a store has to name its commands again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gourds.bench.campaign.toml_tables import Table
from gourds.errors import Fault, InputError, quoted
from gourds.solvers.external.recipe import SETTINGS, command_name, command_words, recipe_of_command


@dataclass(frozen=True)
class Command:
    """A program with its way to be read."""

    name: str
    """Of the solver."""
    label: str
    """What reports call it if the file does not say: the program's name."""
    settings: dict[str, str]
    """How its answer is read."""
    can_prove: bool
    """Whether it writes proofs."""


def take_command(table: Table, folder: Path) -> Command | None:
    """The command of a table and what belongs to it; None if something is wrong, which is noted."""
    before = len(table.faults)
    words = _words(table, folder)
    form = table.take("format", str, None)
    settings = {key: value for key in SETTINGS if (value := table.take(key, str, None)) is not None}
    if len(table.faults) > before:
        return None
    name = command_name(words)
    try:
        recipe = recipe_of_command(name.partition(":")[2], settings)
    except InputError as error:
        table.faults += [Fault(table.at(fault.place), fault.reason) for fault in error.faults]
        return None
    if form not in (None, recipe.format):
        table.fault("format", f"is {quoted(form)}, but the command names {{{recipe.format}}}")
    return Command(name, recipe.name, settings, recipe.can_prove)


def _words(table: Table, folder: Path) -> list[str]:
    """The words of a command: a list, or a text that is split into words as a shell does.

    ``{here}`` is the campaign's folder, and a program with a slash in its name is looked for from there.
    """
    table.known.append("command")
    given = table.data["command"]
    try:
        words = command_words(given) if isinstance(given, str) else given
    except InputError as error:
        table.fault("command", str(error))
        return []
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        table.fault("command", f"must be a text or a list of words, not {quoted(given)}")
        return []
    words = [word.replace("{here}", str(folder)) for word in words]
    return [str(folder / words[0]) if "/" in words[0] else words[0], *words[1:]]
