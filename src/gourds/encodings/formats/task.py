"""What a file is made of: a model, or the reason why it needs no variables; its equations as named rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gourds.encodings.model import Equation, Model
from gourds.instance import Instance


@dataclass(frozen=True)
class Task:
    """A file to be written."""

    instance: Instance
    """What it is about."""
    encoding: str
    """``reduced`` or ``textbook``."""
    model: Model | None
    """None if counting refutes the instance, and the format says just that."""
    refutation: str | None
    """What counting says then."""
    form: str
    """One of :data:`gourds.encodings.export.FORMATS`."""
    cardinality: str = "totalizer"
    """How a CNF counts, see :mod:`gourds.encodings.cnf`."""
    about: tuple[str, ...] = ()
    """Further lines of the header."""

    @property
    def variable_count(self) -> int:
        """The number of variables, at least one."""
        return max(1, self.model.variable_count if self.model else 1)

    def rows(self) -> Iterator[tuple[str, list[int], int]]:
        """Named equations: exactly so many of these variables; ``[1] = 2`` stands for one that cannot hold."""
        if self.model is None:
            yield "c_1", [1], 2
            return
        for k, equation in enumerate(self.model.cell_equations(), start=1):
            yield f"c_{k}", *self._possible(equation)
        yield "c_empty", *self._possible(self.model.empty)
        for k, equation in enumerate(self.model.classes.values(), start=1):
            yield f"b_{k}", *self._possible(equation)

    def _possible(self, equation: Equation) -> tuple[list[int], int]:
        enough = min(1, equation.total) if self.form == "opb" else equation.total
        return (equation.variables.tolist(), equation.total) if len(equation.variables) >= enough else ([1], 2)
