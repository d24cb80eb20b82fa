"""The script of a report's page, and its hash for content security policies.

A policy that names the hash lets this script run and no other, whatever the names in a store are.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import Final

SCRIPTS: Final = ("rows.js", "table.js", "pair.js", "plot.js", "instance.js", "main.js")
"""The parts of the script, in order."""


def part(name: str) -> str:
    """A file beside this one."""
    return files("gourds.bench.report.explorer").joinpath(name).read_text("utf-8")


@cache
def script() -> str:
    """Everything between the tags of the script."""
    return "\n" + "".join(map(part, SCRIPTS))


@cache
def script_source() -> str:
    """What a policy says after ``script-src``."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script().encode()).digest()).decode()}'"
