"""Certificates of kind ``modular`` as pseudo-Boolean proofs: equations added up, and two divisions.

The master problem's equations are derived first (:mod:`gourds.proofs.pseudo_boolean.choices`). They hold over the
integers, so their weighted sum does: Σ cᵢ·xᵢ = c. Where the cᵢ are multiples of the modulus m and c is not, dividing
both halves by m and rounding gives Σ (cᵢ/m)·xᵢ ≥ ⌈c/m⌉ and ≤ ⌊c/m⌋: a contradiction. A few unknowns may be left whose
cᵢ are no multiples. Then all their values are tried: with x = α, written by literals u that say *x is not α*, the same
two divisions leave a clause of the u's, since c less what the α's contribute is no multiple either. The 2ᵏ clauses
are resolved with each other.

So a mod m argument needs no search for a rational solution, and costs what its certificate does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product

from gourds.certificates.decomposition import start_master
from gourds.certificates.entries import rows
from gourds.certificates.puzzle import Puzzle
from gourds.errors import LimitError
from gourds.files.certificates import Certificate
from gourds.proofs.pseudo_boolean.choices.families import Addends
from gourds.proofs.pseudo_boolean.choices.joining import Refuted
from gourds.proofs.pseudo_boolean.choices.master import DerivedMaster
from gourds.proofs.pseudo_boolean.writer import Halves, ProofWriter

MAX_UNKNOWN = 12
"""The most unknowns of which all values are tried."""


def prove(writer: ProofWriter, certificate: Certificate) -> int:
    """Write the proof of a valid certificate; the id of a constraint without a solution."""
    puzzle, entries = Puzzle.of(writer.instance), certificate.data
    try:
        derived = DerivedMaster(writer, puzzle, start_master(puzzle, entries), entries)
    except Refuted as found:
        return found.number
    total = _Total(derived)
    for number, weight in rows(entries, "choices", 2):
        total.add_choice(number, weight)
    for i, j, weight in rows(entries, "classes", 3):
        total.add_class((i, j), weight)
    for variable, weight in rows(entries, "values", 2):
        total.add_value(variable, weight)
    modulus = entries["modulus"]
    total.replace(modulus)
    return _contradiction(derived, total, modulus)


class _Total:
    """A sum of weighted equations, with the coefficients of the certificate's variables."""

    def __init__(self, derived: DerivedMaster) -> None:
        self.derived = derived
        self.coefficients: Counter[int] = Counter()
        self._least, self._most = Addends(), Addends()
        self._stands = _standing(derived)

    def halves(self) -> Halves:
        """Both halves of the sum."""
        steps = self.derived.steps
        return Halves(steps.pol(self._least), steps.pol(self._most))

    # -- equations --------------------------------------------------------------------------------------------------

    def add_choice(self, number: int, weight: int) -> None:
        """Exactly one signature of a choice."""
        self._add(self.derived.choices.options[number].family.one, weight)
        self._count(number, weight)

    def add_class(self, name: tuple[int, int], weight: int) -> None:
        """The budget of a class."""
        self._add(self.derived.choices.tallies[name].equation, weight)
        for number, entry in self.derived.master.selection.items[name]:
            self._count(number, weight, entry)

    def add_value(self, variable: int, weight: int) -> None:
        """A defined variable is the sum of its signatures; that of a signature is itself."""
        if variable not in self.derived.defined:
            return
        self._add(self._equal_to_sum(variable), weight)
        number, having = self.derived.master.says[variable]
        self.coefficients[variable] -= weight
        for t in having:
            self.coefficients[self.derived.master.first[number] + t] += weight

    def _count(self, number: int, weight: int, entry: int | None = None) -> None:
        first = self.derived.master.first[number]
        for t, signature in enumerate(self.derived.master.selection.choices[number].signatures):
            self.coefficients[first + t] += weight * (1 if entry is None else signature[entry])

    def _add(self, halves: Halves, weight: int) -> None:
        over, under = halves if weight > 0 else reversed(halves)
        self._least.add(over, abs(weight))
        self._most.add(under, abs(weight))

    def _equal_to_sum(self, variable: int) -> Halves:
        """Σ signatures − variable = 0; at most one signature is taken, and each implies the variable."""
        derived = self.derived
        number, having = derived.master.says[variable]
        if not having:
            # The id says ~variable ≥ 1, that is −variable ≥ 0; the other half is an axiom.
            axiom = Addends()
            axiom.add(-derived.variable[variable])
            return Halves(derived.defined[variable].at_least, derived.steps.pol(axiom))
        family = derived.choices.options[number].family
        count = len(having)
        total = Addends(derived.defined[variable].at_most)
        total.add(family.one.at_most, count - 1)
        for t, member in enumerate(family.members.values()):
            if t not in having:
                total.add(-member, count - 1)
        return Halves(derived.defined[variable].at_least, derived.steps.pol(total, divide=count))

    # -- what is known of variables ---------------------------------------------------------------------------------

    def replace(self, modulus: int) -> None:
        """Replace variables whose coefficients are no multiples: by 0 or 1 if known, else by what stands for them."""
        derived = self.derived
        domain = {
            derived.master.first[number] + t: members
            for number, members in enumerate(derived.master.domain)
            for t in range(len(derived.master.selection.choices[number].signatures))
        }
        for variable in [v for v, c in self.coefficients.items() if c % modulus]:
            times = self.coefficients[variable]
            having = derived.master.says[variable][1]
            if variable in domain and not having & domain[variable]:
                self._fix(variable, times, False)
            elif variable in domain and domain[variable] == having:
                self._fix(variable, times, True)
            elif variable in self._stands:
                self._exchange(variable, self._stands[variable], times)

    def _fix(self, variable: int, times: int, value: bool) -> None:
        """Take away so many times an equation ``variable`` = value."""
        known = self.derived.clause([variable if value else -variable])
        name = self.derived.variable[variable]
        # One half is the clause, the other an axiom: x ≤ 1 or x ≥ 0.
        least, most = (self._least, self._most) if (times > 0) != value else (self._most, self._least)
        least.add(known, abs(times))
        most.literals.append((-name if value else name, abs(times)))
        del self.coefficients[variable]

    def _exchange(self, variable: int, literal: int, times: int) -> None:
        """Take away so many times ``variable`` and add as many times the literal that is equal to it."""
        up = self.derived.clause([-variable, literal])
        down = self.derived.clause([variable, -literal])
        self._least.add(up if times > 0 else down, abs(times))
        self._most.add(down if times > 0 else up, abs(times))
        del self.coefficients[variable]
        self.coefficients[abs(literal)] += times if literal > 0 else -times


def _standing(derived: DerivedMaster) -> dict[int, int]:
    """For variables that clauses make equal to another literal: the one that stands for all of them."""
    near: dict[int, list[int]] = {}
    master = derived.master

    def connect(a: int, b: int) -> None:
        near.setdefault(abs(a), []).append(b if a > 0 else -b)
        near.setdefault(abs(b), []).append(a if b > 0 else -a)

    pairs = {clause for clause in derived.implied if len(clause) == 2}
    for a, b in pairs:
        if tuple(sorted((-a, -b))) in pairs:
            connect(a, -b)
    for number, domain in enumerate(master.domain):
        if len(domain) == 2:
            s, t = domain
            connect(master.first[number] + s, -(master.first[number] + t))
    stands: dict[int, int] = {}
    for root in near:
        if root in stands:
            continue
        stands[root] = root
        waiting = [root]
        while waiting:
            variable = waiting.pop()
            for literal in near[variable]:
                if abs(literal) not in stands:
                    # variable = literal, and variable stands for ±root
                    stands[abs(literal)] = stands[variable] if literal > 0 else -stands[variable]
                    waiting.append(abs(literal))
    return {variable: literal for variable, literal in stands.items() if variable != literal}


# -- the end ----------------------------------------------------------------------------------------------------------


def _contradiction(derived: DerivedMaster, total: _Total, modulus: int) -> int:
    steps, halves = derived.steps, total.halves()
    left = {derived.variable[v]: c for v, c in total.coefficients.items() if c % modulus}
    if len(left) > MAX_UNKNOWN:
        raise LimitError(
            f"{len(left)} unknowns are left in the sum of the equations, too many for a pseudo-Boolean proof; "
            "the certificate in JSON is a proof too (gourds verify)"
        )
    clauses: dict[tuple[bool, ...], int] = {}
    for values in product((False, True), repeat=len(left)):
        parts = [
            steps.pol(_otherwise(half, left, values, sign), divide=modulus)
            for half, sign in ((halves.at_least, 1), (halves.at_most, -1))
        ]
        clauses[values] = steps.pol(Addends(*parts), saturate=bool(left))
    for count in range(len(left) - 1, -1, -1):
        for values in product((False, True), repeat=count):
            both = Addends(clauses[*values, False], clauses[*values, True])
            clauses[values] = steps.pol(both, saturate=bool(count))
    return clauses[()]


def _otherwise(half: int, left: Mapping[int, int], values: Sequence[bool], sign: int) -> Addends:
    """A half in which the unknowns that are left occur as 'it does not have this value' alone."""
    total = Addends(half)
    for (variable, coefficient), value in zip(left.items(), values, strict=True):
        if (sign * coefficient > 0) == value:  # here it occurs as 'it has this value'
            total.literals.append((-variable if value else variable, abs(coefficient)))
    return total
