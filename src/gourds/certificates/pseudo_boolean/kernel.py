"""Unit propagation over pseudo-Boolean constraints on flat arrays: the inner loops of ``propagation``.

Plain Python that only indexes into arrays, so the same source runs in the interpreter on lists, with numbers of any
size, and, compiled, on arrays of 64-bit numbers; ``propagation`` sees to it that they are large enough.

Constraint c is Σ coefs·lits ≥ degree[c] over the positions start[c] … start[c + 1] − 1, all coefficients positive. Its
*slack* is the sum of the coefficients of literals that are not false, less the degree. If it is negative then the
constraint is violated however the rest is chosen; a literal with a coefficient above the slack must be true. Only
``examine`` draws such conclusions, and computes the slack anew from the literals each time. All other bookkeeping only
decides which constraints are examined when: if it were wrong, a conflict could be missed, but none invented.

- A *clause* (every coefficient ≥ degree > 0, two literals or more) is looked at when one of its first two literals
  becomes false. Invariant: either both are not false, or one is true at a level that is not undone before the other.
- Any other constraint is *counted*: ``slack`` is kept up to date by the literals of the trail before QUEUE, and the
  constraint is examined when it falls below the largest coefficient.
"""

from collections.abc import MutableSequence
from typing import NamedTuple

Ints = MutableSequence[int]

TRAIL = 0
QUEUE = 1

DEAD = 0
COUNTED = 1
CLAUSE = 2


class State(NamedTuple):
    """Constraints and the current assignment."""

    lits: Ints
    """Literals 2·v + sign, all constraints one after the other; within a clause the order changes."""
    coefs: Ints
    """Their coefficients."""
    owner: Ints
    """The constraint of each position."""
    after: Ints
    """The next position in the list of occurrences of the same literal, or -1."""
    start: Ints
    """Where each constraint starts; one entry more for the end."""
    degree: Ints
    """The right sides."""
    largest: Ints
    """The largest coefficient of each constraint."""
    slack: Ints
    """Of counted constraints."""
    kind: Ints
    """DEAD, COUNTED or CLAUSE."""
    following: Ints
    """The next node in the list of a watch node, or -1; nodes 2·c and 2·c + 1 stand for the first two literals of c."""
    watches: Ints
    """For each literal the first node that watches it, or -1."""
    occurrences: Ints
    """For each literal its first position in a counted constraint, or -1."""
    true: Ints
    """1 for literals that are true."""
    reason: Ints
    """For each assigned variable the constraint that forced it."""
    trail: Ints
    """The true literals in the order of assignment."""
    scalars: Ints
    """TRAIL: length of the trail; QUEUE: how many of it are propagated."""


def examine(s: State, c: int) -> bool:
    """Make true what the constraint forces; return True if it is violated."""
    slack = -s.degree[c]
    for i in range(s.start[c], s.start[c + 1]):
        if s.true[s.lits[i] ^ 1] == 0:
            slack += s.coefs[i]
    if slack < 0:
        return True
    if slack < s.largest[c]:
        for i in range(s.start[c], s.start[c + 1]):
            lit = s.lits[i]
            if s.coefs[i] > slack and s.true[lit] == 0 and s.true[lit ^ 1] == 0:
                s.true[lit] = 1
                s.reason[lit >> 1] = c
                s.trail[s.scalars[TRAIL]] = lit
                s.scalars[TRAIL] += 1
    return False


def link(s: State, node: int) -> None:
    """Put a watch node into the list of the literal that it stands for."""
    lit = s.lits[s.start[node >> 1] + (node & 1)]
    s.following[node] = s.watches[lit]
    s.watches[lit] = node


def count(s: State, lit: int) -> bool:
    """Take account of a literal that became false in all counted constraints; True if one is violated."""
    conflict = False
    previous = -1
    i = s.occurrences[lit]
    while i >= 0:
        c = s.owner[i]
        if s.kind[c] == DEAD:
            if previous < 0:
                s.occurrences[lit] = s.after[i]
            else:
                s.after[previous] = s.after[i]
        else:
            previous = i
            s.slack[c] -= s.coefs[i]
            if s.slack[c] < s.largest[c] and not conflict:
                conflict = examine(s, c)
        i = s.after[i]
    return conflict


def watch(s: State, lit: int) -> bool:
    """Visit the clauses that watch a literal that became false; True if one is violated."""
    previous = -1
    node = s.watches[lit]
    while node >= 0:
        after = s.following[node]
        c = node >> 1
        first = s.start[c]
        other = s.lits[first + 1 - (node & 1)]
        keep = s.kind[c] == CLAUSE
        moved = False
        if keep and s.true[other] == 0:
            for i in range(first + 2, s.start[c + 1]):
                if s.true[s.lits[i] ^ 1] == 0:
                    mine = first + (node & 1)
                    s.lits[mine], s.lits[i] = s.lits[i], s.lits[mine]
                    s.coefs[mine], s.coefs[i] = s.coefs[i], s.coefs[mine]
                    keep = False
                    moved = True
                    break
            if keep and examine(s, c):
                return True
        if keep:
            previous = node
        else:
            if previous < 0:
                s.watches[lit] = after
            else:
                s.following[previous] = after
            if moved:
                link(s, node)
        node = after
    return False


def propagate(s: State) -> bool:
    """Propagate what is new on the trail; True if that ends in a conflict."""
    while s.scalars[QUEUE] < s.scalars[TRAIL]:
        lit = s.trail[s.scalars[QUEUE]] ^ 1
        s.scalars[QUEUE] += 1
        if count(s, lit) or watch(s, lit):
            return True
    return False


def undo(s: State, length: int) -> None:
    """Cut the trail back to a length."""
    for k in range(s.scalars[TRAIL] - 1, length - 1, -1):
        lit = s.trail[k]
        s.true[lit] = 0
        if k < s.scalars[QUEUE]:
            i = s.occurrences[lit ^ 1]
            while i >= 0:
                s.slack[s.owner[i]] += s.coefs[i]
                i = s.after[i]
    s.scalars[TRAIL] = length
    s.scalars[QUEUE] = min(length, s.scalars[QUEUE])


def attach(s: State, c: int, lasting: bool) -> bool:
    """Bring a constraint to life and propagate; True if that ends in a conflict.

    The trail must be propagated. A constraint that is not ``lasting`` is counted: ``detach`` takes it back.
    """
    first, end = s.start[c], s.start[c + 1]
    smallest = s.degree[c]
    slack = -s.degree[c]
    s.largest[c] = 0
    for i in range(first, end):
        s.owner[i] = c
        smallest = min(smallest, s.coefs[i])
        s.largest[c] = max(s.largest[c], s.coefs[i])
        if s.true[s.lits[i] ^ 1] == 0:
            slack += s.coefs[i]
    if lasting and smallest == s.degree[c] and smallest > 0 and end - first >= 2:
        s.kind[c] = CLAUSE
        free = first
        for i in range(first, end):
            if s.true[s.lits[i] ^ 1] == 0 and free < first + 2:
                s.lits[free], s.lits[i] = s.lits[i], s.lits[free]
                s.coefs[free], s.coefs[i] = s.coefs[i], s.coefs[free]
                free += 1
        link(s, 2 * c)
        link(s, 2 * c + 1)
    else:
        s.kind[c] = COUNTED
        s.slack[c] = slack
        for i in range(first, end):
            s.after[i] = s.occurrences[s.lits[i]]
            s.occurrences[s.lits[i]] = i
    return examine(s, c) or propagate(s)


def detach(s: State, c: int, length: int) -> None:
    """Take back the constraint attached last, and what is on the trail beyond a length."""
    undo(s, length)
    for i in range(s.start[c + 1] - 1, s.start[c] - 1, -1):
        s.occurrences[s.lits[i]] = s.after[i]
    s.kind[c] = DEAD


def attach_all(s: State, begin: int, end: int) -> bool:
    """Attach constraints for good; True if that ends in a conflict, and then the rest is not attached."""
    conflict = False
    for c in range(begin, end):
        if s.kind[c] != DEAD and not conflict:
            conflict = attach(s, c, True)
    return conflict


HELPERS = (examine, link, count, watch, propagate, undo, attach)
"""What the entry points call."""
