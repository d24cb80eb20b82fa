"""What every lemma of a DRAT proof rests on: the inner loops of the way from DRAT to LRAT in ``lrat``.

Unit propagation is that of :mod:`gourds.certificates.clausal.drat_kernel`, with its arrays and invariants; here,
whenever it reaches a contradiction, the clauses that led there are written down in an order in which each has one
literal left when its turn comes. As there, the functions run interpreted on lists or compiled on numpy arrays.
"""

from typing import NamedTuple

from gourds.certificates.clausal.drat_kernel import PLACE, TRAIL, Ints, State, assign, attach, mark, propagate, undo

# Places in `Trace.scalars`.
LENGTH = 0
STAMP = 1

# What `take_back` ends with.
DONE = 0
NOT_RUP = 1
FULL = 2


class Trace(NamedTuple):
    """Hints as they are found, and what the search for them needs; lists or numpy arrays of integers."""

    hints: Ints
    """Numbers of clauses, for one lemma after the other."""
    first: Ints
    """For each clause that is a lemma with hints: where they start in ``hints``."""
    last: Ints
    """… and end; -1 without hints."""
    visited: Ints
    """For each variable the stamp of the search that came there last."""
    cursor: Ints
    """For each variable on the path the place in its reason from which the search goes on."""
    path: Ints
    """Variables, each in the reason of the one before."""
    scalars: Ints
    """``LENGTH``: how many hints there are; ``STAMP``: number of the search."""


def refute(s: State, clause: int, without: int) -> int:
    """Assume the negation of a clause, minus the literal ``without``, and propagate.

    Returns a clause that became false, or -2 - lit for a literal of the clause that is true anyway, or -1 for nothing.
    What the contradiction used is marked. The assumptions stay on the trail.
    """
    begin = s.scalars[TRAIL]
    for i in range(s.start[clause], s.start[clause + 1]):
        lit = s.lits[i]
        if lit == without:
            continue
        if s.true[lit] == 1:
            mark(s, -1, lit)
            return -2 - lit
        if s.true[lit ^ 1] == 0:
            assign(s, lit ^ 1, -1)
    conflict = propagate(s, begin)
    if conflict >= 0:
        mark(s, conflict, -1)
    return conflict


def spare(s: State, t: Trace, clause: int) -> None:
    """The false literals of this clause are assumed to be false: no hint needs to say why they are."""
    for i in range(s.start[clause], s.start[clause + 1]):
        if s.true[s.lits[i] ^ 1] == 1:
            t.visited[s.lits[i] >> 1] = t.scalars[STAMP]


def explain(s: State, t: Trace, clause: int) -> None:
    """Append the reasons behind the literals of a clause, depth first, and then the clause."""
    stamp = t.scalars[STAMP]
    for i in range(s.start[clause], s.start[clause + 1]):
        size = 0
        variable = s.lits[i] >> 1
        if t.visited[variable] != stamp:
            t.visited[variable] = stamp
            if s.reason[variable] >= 0:
                t.path[0] = variable
                t.cursor[variable] = s.start[s.reason[variable]]
                size = 1
        while size > 0:
            variable = t.path[size - 1]
            why = s.reason[variable]
            if t.cursor[variable] == s.start[why + 1]:
                t.hints[t.scalars[LENGTH]] = why
                t.scalars[LENGTH] += 1
                size -= 1
                continue
            other = s.lits[t.cursor[variable]] >> 1
            t.cursor[variable] += 1
            if t.visited[other] != stamp:
                t.visited[other] = stamp
                if s.reason[other] >= 0:
                    t.path[size] = other
                    t.cursor[other] = s.start[s.reason[other]]
                    size += 1
    t.hints[t.scalars[LENGTH]] = clause
    t.scalars[LENGTH] += 1


def write_down(s: State, t: Trace, found: int, lemma: int, other: int) -> None:
    """Append the hints of what ``refute`` found for a lemma, resolved with the clause ``other`` unless that is -1.

    A literal that is true because of the assumptions alone needs no hint: assuming its negation is absurd.
    """
    t.scalars[STAMP] += 1
    if lemma >= 0:
        spare(s, t, lemma)
    if other >= 0:
        spare(s, t, other)
    if found >= 0:
        explain(s, t, found)
    elif s.reason[(-2 - found) >> 1] >= 0:
        # The reason of the literal is false once the literal is assumed to be false.
        t.visited[(-2 - found) >> 1] = t.scalars[STAMP]
        explain(s, t, s.reason[(-2 - found) >> 1])


def take_back(s: State, t: Trace, events: Ints) -> int:
    """Take events back, the latest first, and write down the hints of every core lemma.

    DONE: all are taken back. NOT_RUP: the lemma of the event taken back last has no such hints; the negation of its
    literals is still on the trail. FULL: there may be no room for the hints of another lemma.
    """
    for e in range(s.scalars[PLACE] - 1, -1, -1):
        if t.scalars[LENGTH] + len(t.path) + 1 > len(t.hints):
            return FULL
        s.scalars[PLACE] = e
        clause = events[e]
        if clause >= 0:
            undo(s, s.before[e])
            s.alive[clause] = 0
            if s.core[clause] == 1:
                found = refute(s, clause, -1)
                if found == -1:
                    return NOT_RUP
                t.first[clause] = t.scalars[LENGTH]
                write_down(s, t, found, clause, -1)
                t.last[clause] = t.scalars[LENGTH]
                undo(s, s.before[e])
        elif s.before[e] >= 0:
            s.alive[~clause] = 1
            attach(s, ~clause)
    return DONE


HELPERS = (refute, spare, explain, write_down)
"""What the entry points call, besides those of the checker."""
