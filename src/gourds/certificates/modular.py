"""The check of a modular certificate: what every placement selects, and equations that no selection satisfies modulo m.

The first steps are those of a decomposition, with the invariant of ``decomposition.Master``: if a placement exists,
then there is a selection with the totals, and every clause holds if each variable is read as what it says of it. Now
read true as 1 and false as 0. Then these equations hold, over the integers:

- of a choice: the variables of the signatures in its domain sum to 1;
- of a class: the entries of the signatures, each times its variable, sum to its total;
- of a variable that was defined: it is the sum of the variables of the signatures that it speaks of.

The certificate weights equations; what they sum to is one equation Σ cᵢ·xᵢ + c = 0. Where two implied clauses say that
two literals are equal, one stands for both. If no choice of 0 and 1 for the x makes the left-hand side 0 modulo m,
there is no selection, and so no placement.
"""

from __future__ import annotations

from collections import Counter

from gourds.certificates.decomposition import Master, start_master
from gourds.certificates.entries import Entries, RejectedError, expect_keys, rows
from gourds.certificates.puzzle import Puzzle

PREFIX = frozenset({"tables", "joins", "definitions", "implied"})


class _Sum:
    """A sum of weighted equations: ``coefficients`` · x + ``constant`` = 0 for every selection, if there is one.

    *Invariant* of ``stands``: the literal of a variable and the literal that stands for it are both true or both false
    in every selection with the totals. Two literals are merged only if two clauses together say that they are equal,
    or if they are the two signatures that are left of one choice.
    """

    def __init__(self, master: Master) -> None:
        self.master = master
        self.coefficients: Counter[int] = Counter()
        self.constant = 0
        self.stands: dict[int, int] = {}
        pairs = {tuple(sorted(clause)) for clause in master.implied if len(clause) == 2}
        for a, b in pairs:
            if tuple(sorted((-a, -b))) in pairs:
                self._merge(a, -b)
        for number, domain in enumerate(master.domain):
            if len(domain) == 2:
                s, t = domain
                self._merge(master.first[number] + s, -(master.first[number] + t))

    def standing_for(self, literal: int) -> int:
        """The literal that stands for this one."""
        up = self.stands.get(abs(literal))
        if up is None:
            return literal
        while abs(up) in self.stands:  # the next time the way is half as long
            over = self.stands[abs(up)]
            up = over if up > 0 else -over
        self.stands[abs(literal)] = up
        return up if literal > 0 else -up

    def _merge(self, a: int, b: int) -> None:
        a, b = self.standing_for(a), self.standing_for(b)
        if abs(a) != abs(b):
            self.stands[abs(b)] = a if b > 0 else -a

    def add(self, literal: int, times: int) -> None:
        """Add a literal's value, as many times."""
        standing = self.standing_for(literal)
        self.coefficients[abs(standing)] += times if standing > 0 else -times
        self.constant += 0 if standing > 0 else times

    def add_signature(self, number: int, t: int, times: int) -> None:
        """Add the value of a signature's variable: 0 outside of the domain, 1 if nothing else is left in it."""
        domain = self.master.domain[number]
        if domain == {t}:
            self.constant += times
        elif t in domain:
            self.add(self.master.first[number] + t, times)

    def is_possible(self, modulus: int) -> bool:
        """Whether zeros and ones make the sum 0 modulo m."""
        reached = {self.constant % modulus}
        for coefficient in self.coefficients.values():
            if coefficient % modulus:
                reached |= {(value + coefficient) % modulus for value in reached}
        return 0 in reached


def check_modular(puzzle: Puzzle, entries: Entries) -> None:
    """Return if the certificate proves that there is no placement, else raise RejectedError with the reason."""
    expect_keys(entries, {*PREFIX, "modulus", "choices", "classes", "values"})
    modulus = entries["modulus"]
    if type(modulus) is not int or modulus < 2:
        raise RejectedError("modulus must be an integer above 1")
    master = start_master(puzzle, entries)
    selection, total = master.selection, _Sum(master)
    for number, weight in rows(entries, "choices", 2):
        if not 0 <= number < len(selection.choices):
            raise RejectedError(f"there is no choice {number}")
        total.constant -= weight
        for t in master.domain[number]:
            total.add_signature(number, t, weight)
    for i, j, weight in rows(entries, "classes", 3):
        if (i, j) not in selection.totals:
            raise RejectedError(f"there is no budget of ({i}, {j}) to meet here")
        total.constant -= weight * selection.totals[i, j]
        for number, entry in selection.items[i, j]:
            for t in master.domain[number]:
                total.add_signature(number, t, weight * selection.choices[number].signatures[t][entry])
    for variable, weight in rows(entries, "values", 2):
        if variable not in master.says:
            raise RejectedError(f"variable {variable} says nothing about a choice")
        number, having = master.says[variable]
        total.add(variable, -weight)
        for t in having:
            total.add_signature(number, t, weight)
    if total.is_possible(modulus):
        raise RejectedError(f"zeros and ones satisfy the sum of these equations modulo {modulus}")
