"""The master problem: choose a signature for every component so that the totals of all classes are their budgets.

Every class of two different colors is an equation: the sum over its *items* (what a component contributes) is the
budget. What one class alone implies is found by its reachable sums, from both ends:

- a contribution that lies on no path from sum 0 to the budget rules signatures out;
- if exactly two ways to meet the budget remain, everything that varies between them is one and the same choice, so
  all those choices are equal or opposite: they are merged and the class is spent.

The rest is a formula: one variable per signature of a component, exactly one of them true, and for the classes that
are not spent one variable per reachable sum after each item. Classes that look alike are worked out once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

Clause = list[int]
Signature = tuple[int, ...]


@dataclass(frozen=True)
class Choice:
    """A component as the master sees it, or a single edge of a component that is too large for a table."""

    signatures: Sequence[Signature]
    """What it can contribute."""
    classes: Sequence[int]
    """The class that each entry of a signature counts for."""
    is_edge: bool = False
    """True for an edge (or an empty cell), which is used (signature 1) or not (signature 0)."""


@dataclass
class ClassFacts:
    """What one class implies by itself, for items with given possible values."""

    values: list[frozenset[int]]
    """For each item the contributions on some path to the budget."""
    pair: tuple[tuple[int, ...], tuple[int, ...]] | None
    """The two ways to meet the budget, if there are exactly two."""
    sums: list[list[int]]
    """For each number of items the sums on some path, ascending."""


def class_facts(values: Sequence[frozenset[int]], target: int) -> ClassFacts | None:
    """Reachable sums from both ends; None if the budget cannot be met."""
    forward: list[dict[int, int]] = [{0: 1}]
    for options in values:
        reached: dict[int, int] = {}
        for total, ways in forward[-1].items():
            for value in options:
                if total + value <= target:
                    reached[total + value] = min(3, reached.get(total + value, 0) + ways)
        forward.append(reached)
    if target not in forward[-1]:
        return None
    alive = {target}
    sums = [[target]]
    kept: list[frozenset[int]] = []
    for options, before in zip(reversed(values), reversed(forward[:-1]), strict=True):
        kept.append(frozenset(v for v in options if any(total - v in before for total in alive)))
        alive = {total - v for total in alive for v in options if total - v in before}
        sums.append(sorted(alive))
    kept.reverse()
    sums.reverse()
    pair = None
    if forward[-1][target] == 2:
        paths: list[tuple[int, ...]] = [()]
        for k, options in enumerate(kept):
            ends = set(sums[k + 1])
            paths = [(*path, v) for path in paths for v in sorted(options) if sum(path) + v in ends]
        pair = (paths[0], paths[1])
    return ClassFacts(kept, pair, sums)


@dataclass(frozen=True)
class Equation:
    """Σ row[v]·v = value for the variables' values 0 and 1."""

    kind: str
    """``choices``, ``classes`` or ``values``."""
    key: tuple[int, ...]
    """Which of its kind: the component, the class, or the variable."""
    row: dict[int, int]
    value: int


@dataclass
class Master:
    """The master problem of one instance; :meth:`propagate` first, then :meth:`formula`."""

    choices: Sequence[Choice]
    """The components."""
    budgets: dict[int, int]
    """The budget of every class."""
    clauses: list[Clause] = field(default_factory=list)
    """Further clauses over the variables of signatures, such as: every cell of an open component is covered."""
    domains: list[int] = field(init=False)
    """For every component the signatures that are still possible, as bits."""
    removed: list[tuple[int, int, int]] = field(default_factory=list)
    """What propagation ruled out, in order: (class, component, signature)."""
    failed_class: int | None = None
    """The class whose budget cannot be met, if propagation found one."""

    def __post_init__(self) -> None:
        self.domains = [(1 << len(choice.signatures)) - 1 for choice in self.choices]
        self.items: dict[int, list[tuple[int, int]]] = {name: [] for name in self.budgets}
        for j, choice in enumerate(self.choices):
            for k, name in enumerate(choice.classes):
                self.items[name].append((j, k))
        self._offset = [0]
        for choice in self.choices:
            self._offset.append(self._offset[-1] + len(choice.signatures))
        self.next_variable = self._offset[-1] + 1
        self._values: dict[tuple[int, int, int], dict[int, int]] = {}
        self._facts: dict[object, ClassFacts | None] = {}
        self.facts: dict[int, ClassFacts] = {}

    def variable(self, component: int, signature: int) -> int:
        """The variable that says: this component has this signature."""
        return self._offset[component] + signature + 1

    def _by_value(self, item: tuple[int, int]) -> dict[int, int]:
        """The possible contributions of an item, each with the signatures (as bits) that make it."""
        j, k = item
        choice = self.choices[j]
        key = (id(choice.signatures), k, self.domains[j])
        found = self._values.get(key)
        if found is None:
            found = {}
            for t, signature in enumerate(choice.signatures):
                if self.domains[j] >> t & 1:
                    found[signature[k]] = found.get(signature[k], 0) | 1 << t
            self._values[key] = found
        return found

    def propagate(self) -> bool:
        """Rule out signatures until no class alone rules out another; False if a budget cannot be met.

        False too if a component has no signature to begin with.
        """
        if not all(self.domains):
            return False
        waiting = deque(self.items)
        queued = set(waiting)
        while waiting:
            name = waiting.popleft()
            queued.discard(name)
            items = self.items[name]
            values = [self._by_value(item) for item in items]
            key = (tuple(map(id, values)), self.budgets[name])
            if key in self._facts:
                facts = self._facts[key]
            else:
                facts = self._facts[key] = class_facts([frozenset(v) for v in values], self.budgets[name])
            if facts is None:
                self.failed_class = name
                return False
            self.facts[name] = facts
            for (j, _), by_value, kept in zip(items, values, facts.values, strict=True):
                if len(kept) == len(by_value):
                    continue
                gone = sum(bits for value, bits in by_value.items() if value not in kept) & self.domains[j]
                self.removed += [(name, j, t) for t in range(gone.bit_length()) if gone >> t & 1]
                self.domains[j] &= ~gone
                for other in (*self.choices[j].classes, name):
                    if other not in queued:
                        queued.add(other)
                        waiting.append(other)
        return True

    # -- the formula ----------------------------------------------------------------------------------------

    def formula(self) -> MasterFormula:
        """The formula that remains after propagation."""
        return MasterFormula(self)


class MasterFormula:
    """The master as clauses, with equal literals merged."""

    def __init__(self, master: Master) -> None:
        self.master = master
        self.parent: dict[int, int] = {}
        self.definitions: dict[tuple[int, int, int], int] = {}
        """Variables for 'item contributes value' where several signatures do: (component, entry, value)."""
        self.nodes: dict[tuple[int, int, int], int] = {}
        """Variables for 'after this many items of a class the sum is': (class, items, sum)."""
        self.clauses: list[Clause] = []
        self.equal: list[tuple[int, int, int]] = []
        """Merged literals and the class that makes them equal (−1: the two signatures of one component)."""
        self.contradiction: int | None = None
        """A variable that two merges make equal to its own negation."""
        self._members = [self._signatures(j) for j in range(len(master.choices))]
        self._known = {master.variable(j, t): False for _, j, t in master.removed}
        """Variables that propagation has decided."""
        for j, members in enumerate(self._members):
            if len(members) == 1:
                self._known[master.variable(j, members[0])] = True
        self._build()

    def _signatures(self, j: int) -> list[int]:
        domain = self.master.domains[j]
        return [t for t in range(domain.bit_length()) if domain >> t & 1]

    def find(self, literal: int) -> int:
        """The literal that stands for this one."""
        parent = self.parent
        sign = 1
        v = literal
        trail = []
        while True:
            if v < 0:
                v, sign = -v, -sign
            up = parent.get(v)
            if up is None:
                break
            trail.append((v, sign))
            v = up
        for old, s in trail[:-1]:
            parent[old] = v * sign * s
        return v * sign

    def _merge(self, a: int, b: int, name: int) -> None:
        ra, rb = self.find(a), self.find(b)
        if ra == rb:
            return
        self.equal.append((a, b, name))
        if ra == -rb:
            self.contradiction = abs(ra)
            self.clauses.append([])
            return
        # The smaller variable stands for both, whatever the order of merging.
        if abs(ra) > abs(rb):
            ra, rb = rb, ra
        self.parent[abs(rb)] = ra if rb > 0 else -ra

    def literal(self, item: tuple[int, int], value: int) -> int | None:
        """The literal for 'this item contributes this value'; None if it always does."""
        j, k = item
        choice = self.master.choices[j]
        having = [t for t in self._members[j] if choice.signatures[t][k] == value]
        if len(having) == len(self._members[j]):
            return None
        if len(having) == 1:
            return self.master.variable(j, having[0])
        if len(having) == len(self._members[j]) - 1:
            return -self.master.variable(j, next(t for t in self._members[j] if t not in having))
        key = (j, k, value)
        if key not in self.definitions:
            self.definitions[key] = self.master.next_variable
            self.master.next_variable += 1
        return self.definitions[key]

    def _build(self) -> None:
        master = self.master
        for j, members in enumerate(self._members):
            if len(members) == 2:
                self._merge(master.variable(j, members[0]), -master.variable(j, members[1]), -1)
        open_classes = []
        for name, items in master.items.items():
            facts = master.facts[name]
            if facts.pair is not None:
                self._merge_pair(name, items, facts.pair)
            elif any(len(kept) > 1 for kept in facts.values):
                open_classes.append(name)
        for name in open_classes:
            self._sum_nodes(name)
        clauses = self.clauses
        self.clauses = []
        for clause in (*clauses, *master.clauses, *self._exactly_one(), *self._definition_clauses()):
            self._add(clause)

    def _merge_pair(
        self, name: int, items: list[tuple[int, int]], pair: tuple[tuple[int, ...], tuple[int, ...]]
    ) -> None:
        first: int | None = None
        for item, a, b in zip(items, *pair, strict=True):
            if a == b:
                continue
            literal = self.literal(item, b)
            assert literal is not None
            if first is None:
                first = literal
            else:
                self._merge(first, literal, name)

    def _sum_nodes(self, name: int) -> None:
        """Clauses for a class with more than two ways: sums after each item, along pruned layers."""
        master = self.master
        items, facts = master.items[name], master.facts[name]
        for k, item in enumerate(items):
            after = set(facts.sums[k + 1])
            for total in facts.sums[k]:
                node = self._node(name, k, total)
                for value in sorted(facts.values[k]):
                    literal = self.literal(item, value)
                    clause = [-x for x in (node, literal) if x is not None]
                    if total + value in after:
                        target = self._node(name, k + 1, total + value)
                        if target is None:
                            continue
                        clause.append(target)
                    self.clauses.append(clause)

    def _node(self, name: int, k: int, total: int) -> int | None:
        """The variable of a sum, None where it is the only one possible."""
        if len(self.master.facts[name].sums[k]) == 1:
            return None
        key = (name, k, total)
        if key not in self.nodes:
            self.nodes[key] = self.master.next_variable
            self.master.next_variable += 1
        return self.nodes[key]

    def _exactly_one(self) -> list[Clause]:
        found = []
        for j, members in enumerate(self._members):
            if len(members) < 3:
                continue
            literals = [self.master.variable(j, t) for t in members]
            found.append(literals)
            found += [[-a, -b] for k, a in enumerate(literals) for b in literals[:k]]
        return found

    def _definition_clauses(self) -> list[Clause]:
        found = []
        for (j, k, value), variable in self.definitions.items():
            signatures = self.master.choices[j].signatures
            having = [t for t in self._members[j] if signatures[t][k] == value]
            found.append([-variable, *(self.master.variable(j, t) for t in having)])
            for t in self._members[j]:
                sign = 1 if t in having else -1
                found.append([-self.master.variable(j, t), sign * variable])
        return found

    def _add(self, clause: Clause) -> None:
        literals = set()
        for x in clause:
            known = self._known.get(abs(x))
            if known is None:
                literals.add(self.find(x))
            elif known == (x > 0):
                return
        if not any(-x in literals for x in literals):
            self.clauses.append(sorted(literals, key=abs))

    # -- equations ------------------------------------------------------------------------------------------

    def equations(self) -> list[Equation]:
        """What holds of the values 0 and 1 of the variables, with equal literals merged; trivial ones are left out.

        Exactly one signature of a component, the total of a class, and what the variables of values say.
        """
        master = self.master
        found = []
        for j, members in enumerate(self._members):
            if len(members) > 2:
                found.append(self._equation("choices", (j,), {master.variable(j, t): 1 for t in members}, 1))
        for name, items in master.items.items():
            terms: dict[int, int] = {}
            for j, k in items:
                for t in self._members[j]:
                    variable = master.variable(j, t)
                    terms[variable] = terms.get(variable, 0) + master.choices[j].signatures[t][k]
            found.append(self._equation("classes", (name,), terms, master.budgets[name]))
        for (j, k, value), variable in self.definitions.items():
            signatures = master.choices[j].signatures
            terms = {master.variable(j, t): 1 for t in self._members[j] if signatures[t][k] == value}
            found.append(self._equation("values", (variable,), {**terms, variable: -1}, 0))
        return [equation for equation in found if equation.row or equation.value]

    def _equation(self, kind: str, key: tuple[int, ...], terms: dict[int, int], value: int) -> Equation:
        row: dict[int, int] = {}
        for variable, coefficient in terms.items():
            known = self._known.get(variable)
            if known is not None:
                value -= coefficient * known
                continue
            literal = self.find(variable)
            if literal < 0:
                value -= coefficient
                coefficient = -coefficient
            row[abs(literal)] = row.get(abs(literal), 0) + coefficient
        return Equation(kind, key, {v: c for v, c in row.items() if c}, value)

    def decode(self, model: set[int]) -> list[int]:
        """The signature of every component, from the true literals of a model; what is not mentioned is false."""

        def holds(variable: int) -> bool:
            literal = self.find(variable)
            return literal in model if literal > 0 else -literal not in model

        return [
            members[0] if len(members) == 1 else next(t for t in members if holds(self.master.variable(j, t)))
            for j, members in enumerate(self._members)
        ]
