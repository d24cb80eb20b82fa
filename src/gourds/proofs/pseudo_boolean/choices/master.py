"""The master problem of a certificate, derived: its variables, what they say, and the clauses that classes imply.

The certificate is read as its own checker reads it (:mod:`gourds.certificates.decomposition`). Every variable of the
certificate gets a variable of the proof: of a signature, its member of the family of its choice; of a definition, a
fresh one; of a sum, its member of the family of sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import repeat

from gourds.certificates.decomposition import Master
from gourds.certificates.entries import Entries, Row, rows
from gourds.certificates.puzzle import Pair, Puzzle
from gourds.errors import InternalError
from gourds.proofs.pseudo_boolean.choices.board import OpenBoard
from gourds.proofs.pseudo_boolean.choices.families import Addends, Steps
from gourds.proofs.pseudo_boolean.choices.joining import Choices, Refuted
from gourds.proofs.pseudo_boolean.choices.sums import ClassSums
from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter


class DerivedMaster:
    """The master problem with the ids and variables of a proof."""

    def __init__(self, writer: ProofWriter, puzzle: Puzzle, master: Master, entries: Entries) -> None:
        """Steps 1 to 4 of a decomposition. Raises Refuted if they already end in a contradiction."""
        self.writer = writer
        self.master = master
        self.steps = Steps(writer)
        """What later steps may use."""
        self.choices = Choices(OpenBoard(writer, puzzle))
        self.choices.join(rows(entries, "joins", 2))
        self.variable: dict[int, int] = {}
        """The proof's variable for a variable of the certificate."""
        self._name_signatures()
        self.defined: dict[int, Halves] = {}
        """For a definition: the variable implies that one of its signatures is taken, and is implied by each."""
        self._others: dict[int, int] = {}
        """For a definition: at most one of the variable and the other signatures is true."""
        self._define(rows(entries, "definitions", 4))
        self._sums: dict[Pair, ClassSums] = {}
        self.implied: dict[tuple[int, ...], int] = {}
        """The ids of implied clauses, by their literals in order."""
        self._imply(rows(entries, "implied"))

    def _name_signatures(self) -> None:
        for number, choice in enumerate(self.master.selection.choices):
            option = self.choices.options[number]
            if option.classes != choice.classes or tuple(option.family.members) != choice.signatures:
                raise InternalError(f"choice {number} of the proof is not that of the certificate")
            for t, variable in enumerate(option.family.members.values()):
                self.variable[self.master.first[number] + t] = variable

    def _define(self, definitions: Iterable[Row]) -> None:
        for _, _, _, variable in definitions:
            number, having = self.master.says[variable]
            taken = [self.variable[self.master.first[number] + t] for t in sorted(having)]
            fresh = self.variable[variable] = self.writer.fresh()
            implies = self.steps.red([(1, -fresh), *((1, s) for s in taken)], 1, fresh, False)
            if taken:
                back = self.steps.red([(len(taken), fresh), *((1, -s) for s in taken)], len(taken), fresh, True)
            self.defined[variable] = Halves(implies, back if taken else implies)
            one = self.choices.options[number].family.one
            self._others[variable] = self.steps.pol(Addends(implies, one.at_most))

    def _imply(self, implied: Iterable[Row]) -> None:
        for i, j, *clause in implied:
            self.sums((i, j))
            number = self.clause(clause)
            if not clause:
                raise Refuted(number)
            self.implied[tuple(sorted(clause))] = number

    def sums(self, name: Pair) -> ClassSums:
        """The sums of a class, derived when they are first needed."""
        if name not in self._sums:
            self._sums[name] = ClassSums(self.choices, name)
        return self._sums[name]

    def literal(self, literal: int) -> int:
        """The proof's literal for one of the certificate; a variable that was never explained is a new one."""
        if abs(literal) not in self.variable:
            self.variable[abs(literal)] = self.writer.fresh()
        variable = self.variable[abs(literal)]
        return variable if literal > 0 else -variable

    def clause(self, literals: Iterable[int]) -> int:
        """A clause of the certificate, by unit propagation."""
        return self.steps.rup([(1, literal) for literal in dict.fromkeys(map(self.literal, literals))], 1)

    def stands_for(self) -> Iterator[int]:
        """For each clause of the master problem, up to those that classes imply: what propagates as much."""
        for number, choice in enumerate(self.master.selection.choices):
            one = self.choices.options[number].family.one
            yield one.at_least
            count = len(choice.signatures)
            yield from repeat(one.at_most, count * (count - 1) // 2)
        for variable, halves in self.defined.items():
            number, having = self.master.says[variable]
            yield halves.at_least
            for t in range(len(self.master.selection.choices[number].signatures)):
                yield halves.at_most if t in having else self._others[variable]
        for clause in self.master.implied:
            yield self.implied[tuple(sorted(clause))]

    def prune(self) -> None:
        """Delete the sums of classes."""
        for sums in self._sums.values():
            sums.steps.prune(())
        self._sums = {}
