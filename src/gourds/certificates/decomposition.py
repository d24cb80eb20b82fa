"""The check of a decomposition: components, their signature tables, joins, and the proof of the master problem.

Everything is worked out again from the instance in plain Python; the certificate is believed in nothing:

1. The components by usable edges, in scan order of their first cells. Those with edges of two different colors are
   *choices*; all their signatures are found by sweeping over their cells and must be the certificate's table.
2. A join replaces two choices by one. The classes (pairs of colors) that no third choice counts for are spent: only
   pairs of signatures that meet their budgets are kept.
3. A variable per signature of a choice; clauses: each choice has exactly one signature.
4. What one class alone implies: signatures that are ruled out, literals that are equal. Each is checked by the sums
   that can be reached: assume the opposite, and the budget cannot be met.
5. Variables for 'the first k items of a class sum to s', with the clauses that tie them together.
6. A DRAT proof that all these clauses together have no solution.

A placement would give a solution of all clauses, so there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gourds.certificates.drat import ProofVerdict, check_drat
from gourds.certificates.puzzle import Pair, Puzzle

Signature = tuple[int, ...]


class _RejectedError(Exception):
    """The certificate does not hold; says why."""


@dataclass
class _Choice:
    signatures: list[Signature]
    classes: list[Pair]


class _Checker:
    def __init__(self, puzzle: Puzzle, data: Mapping[str, Any]) -> None:
        self.puzzle = puzzle
        self.data = data
        self.choices: list[_Choice] = []
        self.domain: list[set[int]] = []
        self.offset: list[int] = []
        self.meaning: dict[int, tuple[int, int, int]] = {}
        """Variables defined as 'choice j contributes value v in entry k'."""
        self.clauses: list[list[int]] = []

    # -- 1. components and tables -----------------------------------------------------------------------------

    def tabulate(self) -> None:
        puzzle = self.puzzle
        empty_color, odd = puzzle.empty_color(), puzzle.odd_part()
        if empty_color is None or odd is None:
            raise _RejectedError("counting alone decides this instance; a decomposition does not apply")
        tables = self.data["tables"]
        known: dict[object, list[Signature]] = {}
        for part in puzzle.parts():
            color = [puzzle.color[cell] for cell in part]
            place = {cell: k for k, cell in enumerate(part)}
            edges = [(k, place[b]) for k, a in enumerate(part) for b in puzzle.partners[a] if place[b] > k]
            if all(color[a] == color[b] for a, b in edges):
                continue
            names = list(dict.fromkeys(color))
            rank = [names.index(c) for c in color]
            classes = sorted({_sorted(rank[a], rank[b]) for a, b in edges if rank[a] != rank[b]})
            spare = None if part != odd else names.index(empty_color) if empty_color in names else -1
            q, r = part[0]
            key = (tuple((x - q, y - r) for x, y in part), tuple(rank), tuple(sorted(edges)), spare)
            if key not in known:
                found = sorted(_signatures(rank, edges, classes, spare))
                claimed = tables[len(known)] if len(known) < len(tables) else None
                if claimed != [list(signature) for signature in found]:
                    raise _RejectedError(f"table {len(known)} is not the list of all signatures of its component")
                known[key] = found
            self.choices.append(_Choice(known[key], [_sorted(names[a], names[b]) for a, b in classes]))
        if len(tables) != len(known):
            raise _RejectedError(f"{len(tables)} tables are given, the components have {len(known)} kinds")

    # -- 2. joins ---------------------------------------------------------------------------------------------

    def join(self) -> None:
        budget = self.puzzle.budget
        active = dict(enumerate(self.choices))
        counted = Counter(name for choice in self.choices for name in choice.classes)
        for number, (a, b) in enumerate(self.data["joins"], start=len(self.choices)):
            if a not in active or b not in active or a == b:
                raise _RejectedError(f"choices {a} and {b} cannot be joined")
            first, second = active.pop(a), active.pop(b)
            shared = [name for name in first.classes if name in second.classes]
            spent = {name for name in shared if counted[name] == 2}
            classes = [name for name in first.classes if name not in spent]
            classes += [name for name in second.classes if name not in shared]
            sums: set[Signature] = set()
            for s in first.signatures:
                for t in second.signatures:
                    total = Counter(dict(zip(first.classes, s, strict=True)))
                    total.update(dict(zip(second.classes, t, strict=True)))
                    if all(total[name] == budget.get(name, 0) for name in spent):
                        sums.add(tuple(total[name] for name in classes))
            for name in shared:
                counted[name] -= 2 if name in spent else 1
            active[number] = _Choice(sorted(sums), classes)
        self.choices = [active[j] for j in sorted(active)]

    # -- 3. variables -----------------------------------------------------------------------------------------

    def number(self) -> None:
        total = 0
        for choice in self.choices:
            self.offset.append(total)
            self.domain.append(set(range(len(choice.signatures))))
            literals = list(range(total + 1, total + len(choice.signatures) + 1))
            total += len(literals)
            self.clauses.append(literals)
            self.clauses += [[-a, -b] for k, a in enumerate(literals) for b in literals[:k]]
        self.signature_of = {
            self.offset[j] + t + 1: (j, t)
            for j, choice in enumerate(self.choices)
            for t in range(len(choice.signatures))
        }
        self.items: dict[Pair, list[tuple[int, int]]] = {name: [] for name in self.puzzle.budget if name[0] != name[1]}
        for j, choice in enumerate(self.choices):
            for k, name in enumerate(choice.classes):
                self.items[name].append((j, k))
        for j, k, value, variable in self.data["definitions"]:
            if variable in self.meaning or variable <= total:
                raise _RejectedError(f"variable {variable} is defined twice")
            self.meaning[variable] = (j, k, value)
            having = {t for t, signature in enumerate(self.choices[j].signatures) if signature[k] == value}
            literals = [self.offset[j] + t + 1 for t in range(len(self.choices[j].signatures))]
            self.clauses.append([-variable, *(literals[t] for t in sorted(having))])
            self.clauses += [[-x, variable if t in having else -variable] for t, x in enumerate(literals)]

    # -- 4. what one class implies ----------------------------------------------------------------------------

    def values(self, name: Pair, domain: Mapping[int, set[int]]) -> list[set[int]]:
        """For each item of a class the contributions that are possible; ``domain`` overrides some choices."""
        return [{self.choices[j].signatures[t][k] for t in domain.get(j, self.domain[j])} for j, k in self.items[name]]

    def is_possible(self, name: Pair, literals: Sequence[int]) -> bool:
        """Whether the budget of a class can be met with the given literals true."""
        domain: dict[int, set[int]] = {}
        for literal in literals:
            variable = abs(literal)
            if variable in self.signature_of:
                j, t = self.signature_of[variable]
                having = {t}
            elif variable in self.meaning:
                j, k, value = self.meaning[variable]
                having = {t for t, signature in enumerate(self.choices[j].signatures) if signature[k] == value}
            else:
                raise _RejectedError(f"variable {variable} has no meaning")
            before = domain.get(j, self.domain[j])
            domain[j] = before & having if literal > 0 else before - having
        sums = {0}
        for options in self.values(name, domain):
            sums = {total + value for total in sums for value in options if total + value <= self.puzzle.budget[name]}
        return self.puzzle.budget[name] in sums and all(domain.values())

    def class_named(self, i: int, j: int) -> Pair:
        if (i, j) not in self.items:
            raise _RejectedError(f"({i}, {j}) is no pair of different colors with a budget")
        return i, j

    def imply(self) -> None:
        for i, j, choice, t in self.data["removed"]:
            variable = self.offset[choice] + t + 1
            if self.signature_of.get(variable) != (choice, t) or self.is_possible(self.class_named(i, j), [variable]):
                raise _RejectedError(f"budget ({i}, {j}) does not rule out signature {t} of choice {choice}")
            self.domain[choice].discard(t)
            self.clauses.append([-variable])
        for i, j, a, b in self.data["equal"]:
            name = self.class_named(i, j)
            if self.is_possible(name, [a, -b]) or self.is_possible(name, [-a, b]):
                raise _RejectedError(f"budget ({i}, {j}) does not make literals {a} and {b} equal")
            self.clauses += [[-a, b], [a, -b]]
        for i, j in self.data["failed"]:
            if self.is_possible(self.class_named(i, j), []):
                raise _RejectedError(f"budget ({i}, {j}) can be met by itself")
            self.clauses.append([])

    # -- 5. sums ----------------------------------------------------------------------------------------------

    def literal(self, item: tuple[int, int], value: int, defined: Mapping[tuple[int, int, int], int]) -> int | None:
        """The literal for 'this item contributes this value', None if it always does."""
        j, k = item
        having = {t for t in self.domain[j] if self.choices[j].signatures[t][k] == value}
        rest = self.domain[j] - having
        if not rest:
            return None
        if len(having) == 1:
            return self.offset[j] + min(having) + 1
        if len(rest) == 1:
            return -(self.offset[j] + min(rest) + 1)
        if (j, k, value) not in defined:
            raise _RejectedError(f"no variable for value {value} of entry {k} of choice {j}")
        return defined[j, k, value]

    def sum_up(self) -> None:
        node: dict[tuple[Pair, int, int], int] = {}
        taken = set(self.signature_of) | set(self.meaning)
        for i, j, k, total, variable in self.data["sums"]:
            if variable in taken or variable < 1:
                raise _RejectedError(f"variable {variable} is defined twice")
            taken.add(variable)
            node[self.class_named(i, j), k, total] = variable
        defined = {meaning: variable for variable, meaning in self.meaning.items()}
        for name in dict.fromkeys(name for name, _, _ in node):
            self._sum_clauses(name, node, defined)

    def _sum_clauses(
        self, name: Pair, node: Mapping[tuple[Pair, int, int], int], defined: Mapping[tuple[int, int, int], int]
    ) -> None:
        """A sum that leads to the budget is followed by one that does; an only possible sum needs no variable."""
        items, target = self.items[name], self.puzzle.budget[name]
        options = self.values(name, {})
        layers = [{0}]
        for values in options:
            layers.append({total + value for total in layers[-1] for value in values if total + value <= target})
        layers[-1] &= {target}
        for k in range(len(items) - 1, -1, -1):
            layers[k] = {total for total in layers[k] if any(total + value in layers[k + 1] for value in options[k])}
        for k, item in enumerate(items):
            for total in sorted(layers[k]):
                for value in sorted(options[k]):
                    clause = [] if len(layers[k]) == 1 else [-self._node(node, name, k, total)]
                    literal = self.literal(item, value, defined)
                    clause += [] if literal is None else [-literal]
                    if total + value in layers[k + 1]:
                        if len(layers[k + 1]) == 1:
                            continue
                        clause.append(self._node(node, name, k + 1, total + value))
                    self.clauses.append(clause)

    def _node(self, node: Mapping[tuple[Pair, int, int], int], name: Pair, k: int, total: int) -> int:
        if (name, k, total) not in node:
            raise _RejectedError(f"no variable for sum {total} after {k} items of budget {name}")
        return node[name, k, total]


def _sorted(a: int, b: int) -> Pair:
    return (a, b) if a <= b else (b, a)


def _signatures(
    rank: Sequence[int], edges: Sequence[tuple[int, int]], classes: Sequence[Pair], spare: int | None
) -> set[Signature]:
    """All signatures of a component by a sweep: which later cells are covered, is the empty cell left, the counts."""
    entry = {pair: k for k, pair in enumerate(classes)}
    forward: list[list[tuple[int, int]]] = [[] for _ in rank]
    for a, b in edges:
        forward[a].append((b, entry.get(_sorted(rank[a], rank[b]), -1)))
    states: set[tuple[frozenset[int], bool, Signature]] = {(frozenset(), False, (0,) * len(classes))}
    for k, color in enumerate(rank):
        reached: set[tuple[frozenset[int], bool, Signature]] = set()
        for covered, is_left, signature in states:
            if k in covered:
                reached.add((covered - {k}, is_left, signature))
                continue
            if color == spare and not is_left:
                reached.add((covered, True, signature))
            for other, counts in forward[k]:
                if other not in covered:
                    more = tuple(n + (i == counts) for i, n in enumerate(signature))
                    reached.add((covered | {other}, is_left, more))
        states = reached
    return {signature for _, is_left, signature in states if is_left == (spare is not None)}


def check_decomposition(
    puzzle: Puzzle, data: Mapping[str, Any], time_limit: float | None = None
) -> tuple[ProofVerdict, str]:
    """Whether the certificate proves that there is no placement; the reason names what does not hold."""
    checker = _Checker(puzzle, data)
    try:
        checker.tabulate()
        checker.join()
        checker.number()
        checker.imply()
        checker.sum_up()
    except _RejectedError as error:
        return ProofVerdict.INVALID, str(error)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return ProofVerdict.INVALID, f"the certificate is not well formed ({type(error).__name__}: {error})"
    result = check_drat(checker.clauses, data["proof"], time_limit=time_limit)
    return result.verdict, result.reason
