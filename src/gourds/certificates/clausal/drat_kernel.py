"""Unit propagation with watched literals on flat arrays: the inner loops of the proof checker in `drat`.

Every function here is plain Python that only indexes into arrays, so the same source runs in the interpreter
on lists and, compiled by numba, on numpy arrays; `drat` decides which. Nothing is imported from any solver.

Literals are coded `2 * variable + sign`, so `lit ^ 1` is the negation. Clause `c` is
`lits[start[c]:start[c + 1]]`; its watch nodes `2 * c` and `2 * c + 1` stand for its first two literals.

Invariants, between calls:

- The trail is closed under unit propagation over the living clauses, until a conflict ends the forward pass.
- A living clause of two or more literals has both nodes in the lists of its first two literals. If one of
  these is false then the other is true, and became true no later in the proof; hence cutting the trail back to
  where it stood before an event of the proof keeps this invariant without any repair.
- `seen[v]` says that the clauses from which the assigned variable `v` was derived are all marked `core`.
"""

from collections.abc import MutableSequence
from typing import NamedTuple

Ints = MutableSequence[int]

# Places in `State.scalars`.
TRAIL = 0
PLACE = 1


class State(NamedTuple):
    """Formula, lemmas and the current assignment; every field is a list or a numpy array of integers."""

    lits: Ints
    """All clauses one after the other; the order within a clause changes."""
    start: Ints
    """Where each clause starts in `lits`, and one entry more for the end."""
    alive: Ints
    """1 for clauses present at the current place of the proof."""
    core: Ints
    """1 for clauses that the refutation uses; only these must be checked."""
    heads: Ints
    """Head of the list of nodes that watch `lit`: at `2 * lit + 1` for core clauses, `2 * lit` for others."""
    following: Ints
    """Next node in the list of a node, or -1."""
    true: Ints
    """1 for literals that are true."""
    reason: Ints
    """For each assigned variable the clause that forced it, or -1 for an assumption."""
    seen: Ints
    """See the module's invariants."""
    trail: Ints
    """The true literals in the order of assignment."""
    stack: Ints
    """Scratch space for `mark`."""
    before: Ints
    """For each event of the proof, the length of the trail before it."""
    scalars: Ints
    """`TRAIL`: length of the trail; `PLACE`: how many events of the proof are replayed and not taken back."""


def assign(s: State, lit: int, why: int) -> None:
    """Make `lit` true because of clause `why`."""
    s.true[lit] = 1
    s.reason[lit >> 1] = why
    s.trail[s.scalars[TRAIL]] = lit
    s.scalars[TRAIL] += 1


def undo(s: State, length: int) -> None:
    """Cut the trail back to `length`."""
    for i in range(length, s.scalars[TRAIL]):
        lit = s.trail[i]
        s.true[lit] = 0
        s.seen[lit >> 1] = 0
    s.scalars[TRAIL] = length


def link(s: State, node: int) -> None:
    """Put a watch node into the list of the literal that it stands for."""
    clause = node >> 1
    slot = 2 * s.lits[s.start[clause] + (node & 1)] + s.core[clause]
    s.following[node] = s.heads[slot]
    s.heads[slot] = node


def attach(s: State, clause: int) -> None:
    """Watch the first two literals of a clause; units and the empty clause need no watch."""
    if s.start[clause + 1] - s.start[clause] >= 2:
        link(s, 2 * clause)
        link(s, 2 * clause + 1)


def propagate(s: State, begin: int) -> int:
    """Propagate the trail from `begin` on; return a clause that became false, or -1.

    Core clauses go first, so that refutations tend to use clauses that are needed anyway.
    """
    lits, start, heads, following, true = s.lits, s.start, s.heads, s.following, s.true
    next_core = begin
    next_rest = begin
    while next_rest < s.scalars[TRAIL]:
        if next_core < s.scalars[TRAIL]:
            slot = 2 * (s.trail[next_core] ^ 1) + 1
            next_core += 1
        else:
            slot = 2 * (s.trail[next_rest] ^ 1)
            next_rest += 1
        previous = -1
        node = heads[slot]
        while node >= 0:
            after = following[node]
            clause = node >> 1
            mine = start[clause] + (node & 1)
            other = lits[start[clause] + 1 - (node & 1)]
            keep = s.alive[clause] == 1
            if keep and true[other] == 0:
                for i in range(start[clause] + 2, start[clause + 1]):
                    if true[lits[i] ^ 1] == 0:
                        lits[mine], lits[i] = lits[i], lits[mine]
                        keep = False
                        break
                if keep:
                    if true[other ^ 1] == 1:
                        return clause
                    assign(s, other, clause)
            if keep and s.core[clause] == (slot & 1):
                previous = node
            else:
                if previous < 0:
                    heads[slot] = after
                else:
                    following[previous] = after
                if s.alive[clause] == 1:
                    link(s, node)
            node = after
    return -1


def mark(s: State, clause: int, lit: int) -> None:
    """Mark as core a false `clause` (or none, if -1), the reason of `lit` (or none), and all behind them."""
    size = 0
    if lit >= 0 and s.seen[lit >> 1] == 0:
        s.seen[lit >> 1] = 1
        s.stack[0] = lit >> 1
        size = 1
    while clause >= 0 or size > 0:
        if clause < 0:
            size -= 1
            clause = s.reason[s.stack[size]]
        if clause >= 0:
            s.core[clause] = 1
            for i in range(s.start[clause], s.start[clause + 1]):
                variable = s.lits[i] >> 1
                if s.seen[variable] == 0:
                    s.seen[variable] = 1
                    s.stack[size] = variable
                    size += 1
        clause = -1


def implied(s: State, clause: int, without: int) -> bool:
    """Say whether assuming the negation of `clause`, minus the literal `without`, propagates to a conflict.

    If so, mark what the conflict used. The assumptions stay on the trail: the caller cuts it back.
    """
    begin = s.scalars[TRAIL]
    for i in range(s.start[clause], s.start[clause + 1]):
        lit = s.lits[i]
        if lit == without:
            continue
        if s.true[lit] == 1:
            mark(s, -1, lit)
            return True
        if s.true[lit ^ 1] == 0:
            assign(s, lit ^ 1, -1)
    conflict = propagate(s, begin)
    if conflict >= 0:
        mark(s, conflict, -1)
    return conflict >= 0


def add(s: State, clause: int) -> bool:
    """Bring a clause to life: watch it, and assign its literal if it is unit. Return False if it is false."""
    s.alive[clause] = 1
    first = s.start[clause]
    end = s.start[clause + 1]
    # Move the literals that are not false to the front.
    free = first
    for i in range(first, end):
        if s.true[s.lits[i] ^ 1] == 0:
            s.lits[free], s.lits[i] = s.lits[i], s.lits[free]
            free += 1
    attach(s, clause)
    if free == first + 1 and s.true[s.lits[first]] == 0:
        assign(s, s.lits[first], clause)
    return free > first


def load(s: State, count: int) -> bool:
    """Add the formula, the first `count` clauses, and propagate. Return True if that is a conflict."""
    conflict = -1
    for clause in range(count):
        if not add(s, clause):
            conflict = clause
            break
    if conflict < 0:
        conflict = propagate(s, 0)
    if conflict >= 0:
        mark(s, conflict, -1)
    return conflict >= 0


def is_reason(s: State, clause: int) -> bool:
    """Say whether a literal on the trail was forced by this clause."""
    for i in range(s.start[clause], s.start[clause + 1]):
        if s.true[s.lits[i]] == 1 and s.reason[s.lits[i] >> 1] == clause:
            return True
    return False


def forward(s: State, events: Ints) -> None:
    """Replay events without checking: `c` adds clause `c`, `~c` deletes it, unless it is a reason.

    Stops after the first event that gives a conflict: what it used is marked, and the watch lists are made afresh
    without the dead. Some event of every proof adds the empty clause, which is a conflict (and is then checked like
    any lemma).
    """
    for e in range(len(events)):
        s.scalars[PLACE] = e + 1
        s.before[e] = s.scalars[TRAIL]
        clause = events[e]
        if clause < 0:
            if is_reason(s, ~clause):
                s.before[e] = -1
            else:
                s.alive[~clause] = 0
            continue
        conflict = clause
        if add(s, clause):
            conflict = propagate(s, s.before[e])
        if conflict >= 0:
            mark(s, conflict, -1)
            for i in range(len(s.heads)):
                s.heads[i] = -1
            for c in range(clause + 1):
                if s.alive[c] == 1:
                    attach(s, c)
            return
    raise AssertionError("the proof does not add the empty clause")


def backward(s: State, events: Ints) -> bool:
    """Take events back, the latest first, and check every core lemma against what was alive before it.

    True: all are taken back. False: the core lemma of the event taken back last is not implied by propagation; the
    negation of its literals is still on the trail.
    """
    for e in range(s.scalars[PLACE] - 1, -1, -1):
        s.scalars[PLACE] = e
        clause = events[e]
        if clause >= 0:
            undo(s, s.before[e])
            s.alive[clause] = 0
            if s.core[clause] == 1:
                if not implied(s, clause, -1):
                    return False
                undo(s, s.before[e])
        elif s.before[e] >= 0:
            s.alive[~clause] = 1
            attach(s, ~clause)
    return True


HELPERS = (assign, undo, link, attach, propagate, mark, add, is_reason)
"""What the entry points call."""
