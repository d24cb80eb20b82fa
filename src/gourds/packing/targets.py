"""Where a pack can go: the format, the ending and the compression that each competition takes.

What the competitions say of themselves is in ``docs/competitions.md``, with sources.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Packing = Literal["", "xz", "lzma", "gz"]
"""How a file is compressed, as the last ending of its name says; not at all if empty."""


@dataclass(frozen=True)
class Target:
    """One competition, or library of instances."""

    name: str
    """As after ``--for``."""
    title: str
    """For people."""
    form: str
    """The format of its files, one of :data:`gourds.encodings.export.FORMATS`; ``json``: the instances themselves."""
    ending: str
    """How names of its files end before they are compressed."""
    packing: Packing = ""
    """How they are compressed."""
    by_family: bool = False
    """Whether a folder for each family is wanted."""

    @property
    def suffix(self) -> str:
        """How names of its files end."""
        return self.ending + (f".{self.packing}" if self.packing else "")


TARGETS: Final = {
    target.name: target
    for target in (
        Target("satcomp", "SAT Competition", "cnf", ".cnf", "xz"),
        Target("pb", "Pseudo-Boolean Competition", "opb", ".opb", "xz", by_family=True),
        Target("xcsp", "XCSP3 Competition", "xcsp", ".xml", "lzma"),
        Target("mzn", "MiniZinc Challenge", "mzn", ".mzn"),
        Target("miplib", "MIPLIB", "mps", ".mps", "gz"),
        Target("asp", "ASP Competition", "asp", ".asp"),
        Target("benchexec", "BenchExec", "json", ".json"),
    )
}
"""All targets by name."""
