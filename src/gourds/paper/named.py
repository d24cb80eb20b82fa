"""The boards of the paper that have names: instances in the bundled folder ``instances/paper``, some with a start."""

from __future__ import annotations

from typing import Final

from gourds.bundled import bundled_folder
from gourds.configuration import Configuration
from gourds.files import load_configuration, load_instance
from gourds.instance import Instance

FOLDER: Final = "paper"
"""Where they are, below ``instances``."""


def named_instance(name: str) -> Instance:
    """The instance of a name."""
    return load_instance(bundled_folder("instances") / FOLDER / f"{name}.txt")


def named_start(name: str) -> Configuration:
    """The position from which the puzzle of that name is played."""
    return load_configuration(bundled_folder("instances") / FOLDER / f"{name}.start.json")
