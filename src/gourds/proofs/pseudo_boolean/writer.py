"""``ProofWriter``: the steps of a pseudo-Boolean proof about the OPB that ``gourds encode FILE --to opb`` writes.

A proof derives linear inequalities over 0/1 literals one after the other until one has no solution. Constraints are
known by ids, 1, 2, …: first those of the exported file in its order, an equation as two, its ``≥`` half and then its
``≤`` half; then one more for every step that derives something. The writer knows the ids of the file's constraints by
meaning (:meth:`ProofWriter.cell`, :meth:`~ProofWriter.empty`, :meth:`~ProofWriter.class_`).

*Variables* are numbers, as in :mod:`gourds.encodings.model`: k is ``xk`` in the files. A literal is a number with a
sign: −k is ``~xk``. *Terms* are pairs (coefficient, literal), and a constraint says Σ terms ≥ degree. Steps:

- :meth:`~ProofWriter.pol` adds multiples of constraints and literal axioms (literal ≥ 0), then divides and rounds up,
  or saturates. Both work on the *normal form*: positive coefficients over literals.
- :meth:`~ProofWriter.rup`: assuming the opposite, unit propagation finds a contradiction.
- :meth:`~ProofWriter.red`: a solution that misses the new constraint gives one that meets it, by the witness. So fresh
  variables get a meaning (:meth:`~ProofWriter.define`).

**Producers.** A module for a kind of certificate has ``prove(writer, certificate) -> int``: it writes the steps and
returns the id of a constraint without a solution. :meth:`~ProofWriter.conclude` gives the text of the proof then.

Version 3.0 is that of VeriPB 3 and the competitions' certified tracks; 1.2 is for older checkers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from gourds.encodings.export import opb_model
from gourds.errors import InternalError
from gourds.instance import Instance

VERSIONS: Final = ("3.0", "1.2")
"""The versions of the format that can be written; the first is the default."""

Terms = Iterable[tuple[int, int]]
"""Pairs (coefficient, literal)."""


class Halves(NamedTuple):
    """The two inequalities of an equation, by id."""

    at_least: int
    """Σ ≥ total."""
    at_most: int
    """Σ ≤ total, that is −Σ ≥ −total."""


class ProofWriter:
    """Writes a proof about the exported OPB of an instance, in one of the two encodings."""

    def __init__(self, instance: Instance, encoding: str = "reduced", version: str = VERSIONS[0]) -> None:
        if version not in VERSIONS:
            raise InternalError(f"there is no version {version} of pseudo-Boolean proofs")
        self.instance = instance
        self.encoding = encoding
        self.version = version
        self.model = opb_model(instance, encoding)
        """The model in the file; its encoding is ``textbook`` if a counting law fails, whatever was asked for."""
        self.constraint_count = 2 * (len(self.model.cells) + 1 + len(self.model.classes))
        """How many constraints the file has, equations counted twice."""
        self._edge = {edge: k for k, edge in enumerate(self.model.edges.tolist(), start=1)}
        self._empty = {cell: k for k, cell in enumerate(self.model.empties.tolist(), start=len(self._edge) + 1)}
        self._class = {pair: k for k, pair in enumerate(self.model.classes, start=len(self.model.cells) + 2)}
        self._last_id = self.constraint_count
        self._last_variable = max(1, self.model.variable_count)
        self._is_old = version == "1.2"
        self._lines = [f"pseudo-Boolean proof version {version}"]
        self.comment("Colored Gourd Placement: a proof that there is no placement")
        self.comment(f"instance: sha256 {instance.digest}")
        self.comment(f"formula: gourds encode FILE --to opb --encoding {encoding}")
        self._write(f"f {self.constraint_count}")

    # -- what the exported file says --------------------------------------------------------------------------------

    def edge_variable(self, edge: int) -> int | None:
        """The variable of an edge of the board, by index in ``board.edges``; None if the model has none."""
        return self._edge.get(edge)

    def empty_variable(self, cell: int) -> int | None:
        """The variable that says that a cell, by index, stays empty; None if the model has none."""
        return self._empty.get(cell)

    def cell(self, cell: int) -> Halves:
        """The equation of a cell, by index: its edges and its empty variable sum to 1."""
        return self._halves(cell + 1)

    def empty(self) -> Halves:
        """The equation of the empty cell: the empty variables sum to 1."""
        return self._halves(len(self.model.cells) + 1)

    def class_(self, i: int, j: int) -> Halves | None:
        """The equation of a class, colors by number, i ≤ j; None if the file has none (see ``model.classes``)."""
        place = self._class.get((i, j))
        return None if place is None else self._halves(place)

    def _halves(self, place: int) -> Halves:
        return Halves(2 * place - 1, 2 * place)

    # -- variables --------------------------------------------------------------------------------------------------

    def fresh(self) -> int:
        """A new variable; give it a meaning with :meth:`define` or :meth:`red` before it is used elsewhere."""
        self._last_variable += 1
        return self._last_variable

    # -- steps ------------------------------------------------------------------------------------------------------

    def pol(
        self,
        summands: Iterable[tuple[int, int]],
        *,
        literals: Iterable[tuple[int, int]] = (),
        divide: int = 1,
        saturate: bool = False,
    ) -> int:
        """Add constraints, pairs (id, factor), and literal axioms, pairs (literal, factor); factors are positive.

        Then divide by a number and round up, then saturate, if asked to. Returns the new constraint's id.
        """
        words: list[str] = []
        pushed = [(str(number), factor) for number, factor in summands]
        pushed += [(_literal(literal), factor) for literal, factor in literals]
        for place, (word, factor) in enumerate(pushed):
            words.append(word if factor == 1 else f"{word} {factor} *")
            if place:
                words.append("+")
        if divide != 1:
            words.append(f"{divide} d")
        if saturate:
            words.append("s")
        return self.polish(" ".join(words))

    def polish(self, text: str) -> int:
        """A line of cutting planes in reverse Polish notation, as the format has it. Returns the new id."""
        return self._derive(f"{'p' if self._is_old else 'pol'} {text}")

    def rup(self, terms: Terms, degree: int, hints: Iterable[int] | None = None) -> int:
        """Σ terms ≥ degree by reverse unit propagation.

        ``hints`` are the ids of constraints that are enough for it, the opposite of the new one aside; version 1.2
        has no way to write them.
        """
        line = f"{'u' if self._is_old else 'rup'} {_constraint(terms, degree)}"
        if self._is_old:
            return self._derive(f"{line} ;")
        return self._derive(line if hints is None else " ".join([line, ":", *map(str, hints), "~"]))

    def red(self, terms: Terms, degree: int, witness: Mapping[int, int | bool]) -> int:
        """Σ terms ≥ degree by redundancy: ``witness`` maps variables to True, False or a literal.

        Whatever the database holds must follow, with the witness applied, from the database and the opposite of
        the new constraint; so must the new constraint itself. Checkers find that out by unit propagation.
        """
        images = " ".join(f"x{variable} -> {_image(image)}" for variable, image in witness.items())
        return self._derive(f"red {_constraint(terms, degree)} {';' if self._is_old else ':'} {images}")

    def define(self, variable: int, terms: Terms, degree: int) -> Halves:
        """Let a fresh variable say that Σ terms ≥ degree, which has positive coefficients; returns both directions.

        ``at_least``: the variable implies it: degree·~variable + Σ terms ≥ degree. ``at_most``: its negation implies
        the opposite: (W − degree + 1)·variable + Σ terms over the opposite literals ≥ W − degree + 1, where W is the
        sum of the coefficients. The first is redundant since nothing else speaks of the variable; the second since
        its opposite implies what is left of the first when the variable is true.
        """
        pairs = list(terms)
        over = sum(coefficient for coefficient, _ in pairs) - degree + 1
        implies = self.red([(degree, -variable), *pairs], degree, {variable: False})
        opposite = [(coefficient, -literal) for coefficient, literal in pairs]
        implied = self.red([(over, variable), *opposite], over, {variable: True})
        return Halves(implies, implied)

    def delete(self, ids: Iterable[int]) -> None:
        """Forget derived constraints; proofs are checked faster then."""
        numbers = " ".join(map(str, ids))
        if numbers:
            self._write(f"{'d' if self._is_old else 'del id'} {numbers}")

    def comment(self, text: str) -> None:
        """A remark for people."""
        self._lines.append(f"{'*' if self._is_old else '%'} {text}")

    # -- the end ----------------------------------------------------------------------------------------------------

    def conclude(self, contradiction: int) -> str:
        """The text of the whole proof; ``contradiction`` is the id of a constraint without a solution."""
        if self._is_old:
            self._write(f"c {contradiction}")
        else:
            self._write("output NONE")
            self._write(f"conclusion UNSAT : {contradiction}")
            self._write("end pseudo-Boolean proof")
        return "\n".join(self._lines) + "\n"

    def _derive(self, line: str) -> int:
        self._write(line)
        self._last_id += 1
        return self._last_id

    def _write(self, line: str) -> None:
        self._lines.append(line if self._is_old else f"{line} ;")


def _literal(literal: int) -> str:
    return f"x{literal}" if literal > 0 else f"~x{-literal}"


def _constraint(terms: Terms, degree: int) -> str:
    return " ".join([*(f"{coefficient} {_literal(literal)}" for coefficient, literal in terms), f">= {degree}"])


def _image(image: int | bool) -> str:
    return str(int(image)) if isinstance(image, bool) else _literal(image)
