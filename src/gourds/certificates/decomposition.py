"""The check of a decomposition: what every placement selects, and a proof that nothing can be selected.

Everything is worked out again from the instance in plain Python; the certificate is believed in nothing. Each step
takes the invariant of the one before and gives its own; all have the form *if a placement exists, then …*:

1. :func:`~gourds.certificates.selection.taken_apart`: … then one signature of every component can be selected so that
   the classes have their budgets.
2. :func:`~gourds.certificates.selection.joined`: … then the same holds of the joined choices, for the classes left.
3. :class:`Master`: … then the clauses have a solution: read every variable as what it says about that selection.
4. The proof shows that the clauses have no solution. So there is no placement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from gourds.certificates.clausal.drat import ProofVerdict, check_drat
from gourds.certificates.clausal.steps import MAX_VARIABLE
from gourds.certificates.entries import Entries, RejectedError, Row, expect_keys, lines, rows, tables
from gourds.certificates.puzzle import Pair, Puzzle
from gourds.certificates.selection import Selection, joined, taken_apart


class Master:
    """Clauses that every selection with the right totals satisfies.

    *Invariant*, after the constructor and after every method: if there is a selection with the totals, then it takes of
    every choice a signature in ``domain``, and all clauses are true if every variable is read as what it says of it.
    """

    def __init__(self, selection: Selection) -> None:
        """A variable for each signature of each choice, numbered from 1 on: it is taken. Exactly one is."""
        self.selection = selection
        self.domain = [set(range(len(choice.signatures))) for choice in selection.choices]
        self.first: list[int] = []
        """The variable of the first signature of each choice."""
        self.says: dict[int, tuple[int, frozenset[int]]] = {}
        """What variables say: of this choice, one of these signatures is taken."""
        self.clauses: list[list[int]] = []
        for number, choice in enumerate(selection.choices):
            self.first.append(len(self.says) + 1)
            variables = range(len(self.says) + 1, len(self.says) + len(choice.signatures) + 1)
            self.says |= {variable: (number, frozenset({t})) for t, variable in enumerate(variables)}
            self.clauses.append(list(variables))
            self.clauses += [[-a, -b] for k, a in enumerate(variables) for b in variables[:k]]
        self.implied: list[list[int]] = []
        """The clauses of :meth:`imply`."""
        self.values: dict[tuple[int, int, int], int] = {}
        """The variables of :meth:`define`, by (choice, entry, value)."""

    # -- more variables ----------------------------------------------------------------------------------------

    def define(self, definitions: Sequence[Row]) -> None:
        """New variables ``[choice, entry, value, variable]``: the signature taken has this value in this entry.

        *Invariant.* A new variable is in no clause so far, and the clauses added say no more than what it says.
        """
        for number, entry, value, variable in definitions:
            if not 0 <= number < len(self.selection.choices):
                raise RejectedError(f"there is no choice {number}")
            choice = self.selection.choices[number]
            if not 0 <= entry < len(choice.classes):
                raise RejectedError(f"choice {number} has no entry {entry}")
            self._expect_new(variable)
            having = frozenset(t for t, signature in enumerate(choice.signatures) if signature[entry] == value)
            self.says[variable] = (number, having)
            self.values[number, entry, value] = variable
            taken = [self.first[number] + t for t in range(len(choice.signatures))]
            self.clauses.append([-variable, *(taken[t] for t in sorted(having))])
            self.clauses += [[-x, variable if t in having else -variable] for t, x in enumerate(taken)]

    def _expect_new(self, variable: int, others: Set[int] = frozenset()) -> None:
        if variable < 1 or variable in self.says or variable in others:
            raise RejectedError(f"variable {variable} is not new")
        if variable > MAX_VARIABLE:
            raise RejectedError(f"a variable above {MAX_VARIABLE}")

    # -- what one class implies --------------------------------------------------------------------------------

    def imply(self, implied: Sequence[Row]) -> None:
        """Clauses ``[i, j, literal, …]``: class (i, j) cannot have its total unless one of the literals is true.

        *Invariant.* If the selection made all literals false, its signatures would be in the domains that are left when
        each literal is assumed false, and the sum of the class would be one that these domains can reach. The clause is
        taken only if the total is not among those. A clause of one literal holds for the domain of its choice as well.
        """
        for i, j, *clause in implied:
            name = self._class(i, j)
            domain: dict[int, set[int]] = {}
            for literal in clause:
                number, left = self._making_true(-literal, domain)
                domain[number] = left
            if self._is_reachable(name, domain):
                raise RejectedError(f"the budget of ({i}, {j}) does not imply {clause}")
            self.clauses.append(clause)
            self.implied.append(clause)
            if len(clause) == 1:
                number, left = self._making_true(clause[0], {})
                self.domain[number] = left

    def _class(self, i: int, j: int) -> Pair:
        if (i, j) not in self.selection.totals:
            raise RejectedError(f"there is no budget of ({i}, {j}) to meet here")
        return i, j

    def _making_true(self, literal: int, domain: Mapping[int, set[int]]) -> tuple[int, set[int]]:
        """The choice that a literal speaks of, and its signatures that make the literal true."""
        if abs(literal) not in self.says:
            raise RejectedError(f"variable {abs(literal)} says nothing about a choice")
        number, having = self.says[abs(literal)]
        before = domain.get(number, self.domain[number])
        return number, before & having if literal > 0 else before - having

    def _options(self, name: Pair, domain: Mapping[int, set[int]]) -> list[set[int]]:
        """For each item of a class what it can contribute; ``domain`` comes before the master's own."""
        choices = self.selection.choices
        return [
            {choices[number].signatures[t][entry] for t in domain.get(number, self.domain[number])}
            for number, entry in self.selection.items[name]
        ]

    def _is_reachable(self, name: Pair, domain: Mapping[int, set[int]]) -> bool:
        """Whether signatures in the domains exist and can give a class its total."""
        total = self.selection.totals[name]
        sums = {0}
        for options in self._options(name, domain):
            sums = {before + value for before in sums for value in options if before + value <= total}
        return total in sums and all(domain.values())

    # -- sums --------------------------------------------------------------------------------------------------

    def add_up(self, sums: Sequence[Row]) -> None:
        """New variables ``[i, j, k, sum, variable]``: the first k items of class (i, j) have this sum.

        *Invariant.* For each class named, the selection's sums run through the layers of :meth:`_layers`. A clause
        says: from this sum and this value comes that sum, or, if that is in no layer, not both. Where a layer has one
        sum only, or an item one value only, that is what the selection has, and nothing needs to be said.
        """
        node: dict[tuple[Pair, int, int], int] = {}
        taken: set[int] = set()
        for i, j, k, total, variable in sums:
            self._expect_new(variable, taken)
            taken.add(variable)
            node[self._class(i, j), k, total] = variable
        for name in dict.fromkeys(name for name, _, _ in node):
            options = self._options(name, {})
            layers = self._layers(options, self.selection.totals[name])
            for k, item in enumerate(self.selection.items[name]):
                for total in sorted(layers[k]):
                    for value in sorted(options[k]):
                        after = layers[k + 1]
                        if total + value in after and len(after) == 1:
                            continue
                        clause = [] if len(layers[k]) == 1 else [-_node(node, name, k, total)]
                        clause += [-literal for literal in self._literals(item, value)]
                        clause += [_node(node, name, k + 1, total + value)] if total + value in after else []
                        self.clauses.append(clause)

    @staticmethod
    def _layers(options: Sequence[set[int]], total: int) -> list[set[int]]:
        """After each number of items, the sums on some way from 0 to the total."""
        layers = [{0}]
        for values in options:
            layers.append({before + value for before in layers[-1] for value in values if before + value <= total})
        layers[-1] &= {total}
        for k in range(len(options) - 1, -1, -1):
            layers[k] = {before for before in layers[k] if any(before + v in layers[k + 1] for v in options[k])}
        return layers

    def _literals(self, item: tuple[int, int], value: int) -> list[int]:
        """The literal that says, given the domain, that an item has a value; none if it always has."""
        number, entry = item
        signatures = self.selection.choices[number].signatures
        having = {t for t in self.domain[number] if signatures[t][entry] == value}
        rest = self.domain[number] - having
        if not rest:
            return []
        if len(having) == 1:
            return [self.first[number] + min(having)]
        if len(rest) == 1:
            return [-(self.first[number] + min(rest))]
        if (number, entry, value) not in self.values:
            raise RejectedError(f"no variable for value {value} of entry {entry} of choice {number}")
        return [self.values[number, entry, value]]


def _node(node: Mapping[tuple[Pair, int, int], int], name: Pair, k: int, total: int) -> int:
    if (name, k, total) not in node:
        raise RejectedError(f"no variable for sum {total} after {k} items of {name}")
    return node[name, k, total]


def start_master(puzzle: Puzzle, entries: Entries) -> Master:
    """The choices, variables and implied clauses that a certificate describes, after each of its claims was checked."""
    master = Master(joined(taken_apart(puzzle, tables(entries, "tables")), rows(entries, "joins", 2)))
    master.define(rows(entries, "definitions", 4))
    master.imply(rows(entries, "implied"))
    return master


def build_master(puzzle: Puzzle, entries: Entries) -> Master:
    """The clauses that a certificate is about, after each of its claims was checked."""
    expect_keys(entries, {"tables", "joins", "definitions", "implied", "sums", "proof"})
    master = start_master(puzzle, entries)
    master.add_up(rows(entries, "sums", 5))
    return master


def check_decomposition(puzzle: Puzzle, entries: Entries) -> tuple[ProofVerdict, str]:
    """Whether the certificate proves that there is no placement; the reason names what does not hold."""
    master = build_master(puzzle, entries)
    result = check_drat(master.clauses, lines(entries, "proof"))
    return result.verdict, result.reason
