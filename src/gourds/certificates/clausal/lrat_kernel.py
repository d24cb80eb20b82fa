"""Following hints: the inner loops of the check of LRAT proofs in ``lrat``.

Every function is plain Python that only indexes into arrays, so the same source runs in the interpreter on lists and,
compiled by numba, on numpy arrays. Nothing is shared with the checker of DRAT, nor with what writes hints.

Literals are coded ``2 * variable + sign``, so ``lit ^ 1`` is the negation. Clause ``c`` is ``lits[start[c]:start[c +
1]]``. Between two lemmas no literal is true and the trail is empty.
"""

from collections.abc import MutableSequence
from typing import NamedTuple

Ints = MutableSequence[int]

# What following hints leads to.
OPEN = 0
"""To no contradiction."""
CONFLICT = 1
"""To a clause of which all literals are false."""
ASTRAY = 2
"""To a clause of which two literals or more are not false."""

# Places in `State.scalars`.
TRAIL = 0
PLACE = 1


class State(NamedTuple):
    """Clauses, hints and the current assignment; every field is a list or a numpy array of integers."""

    lits: Ints
    """All clauses one after the other."""
    start: Ints
    """Where each clause starts in ``lits``, and one entry more for the end."""
    hints: Ints
    """The hints of all lemmas one after the other, as numbers of clauses."""
    first: Ints
    """For each lemma where its hints start."""
    last: Ints
    """For each lemma where those end that do not belong to a clause to resolve with."""
    true: Ints
    """1 for literals that are true."""
    trail: Ints
    """The true literals."""
    scalars: Ints
    """``TRAIL``: length of the trail; ``PLACE``: the hint that was looked at last."""


def assign(s: State, lit: int) -> None:
    """Make a literal true."""
    s.true[lit] = 1
    s.trail[s.scalars[TRAIL]] = lit
    s.scalars[TRAIL] += 1


def undo(s: State, length: int) -> None:
    """Cut the trail back to ``length``."""
    for i in range(length, s.scalars[TRAIL]):
        s.true[s.trail[i]] = 0
    s.scalars[TRAIL] = length


def assume(s: State, clause: int, without: int) -> bool:
    """Make the literals of a clause false, but for ``without``. Return False if one is true, which is absurd."""
    for i in range(s.start[clause], s.start[clause + 1]):
        lit = s.lits[i]
        if lit != without:
            if s.true[lit] == 1:
                return False
            if s.true[lit ^ 1] == 0:
                assign(s, lit ^ 1)
    return True


def follow(s: State, begin: int, end: int) -> int:
    """Look at hints in their order: each is a clause with one literal that is not false, which is made true."""
    for h in range(begin, end):
        s.scalars[PLACE] = h
        clause = s.hints[h]
        unit = -1
        for i in range(s.start[clause], s.start[clause + 1]):
            lit = s.lits[i]
            if s.true[lit ^ 1] == 0:
                if unit >= 0:
                    return ASTRAY
                unit = lit
        if unit < 0:
            return CONFLICT
        if s.true[unit] == 0:
            assign(s, unit)
    return OPEN


def replay(s: State, formula: int, begin: int) -> int:
    """Check lemmas from ``begin`` on; return the first whose hints lead to no contradiction, or their number.

    Lemma k is clause ``formula + k``.
    """
    for k in range(begin, len(s.first)):
        found = CONFLICT
        if assume(s, formula + k, -1):
            found = follow(s, s.first[k], s.last[k])
        undo(s, 0)
        if found != CONFLICT:
            return k
    return len(s.first)


HELPERS = (assign, undo, assume, follow)
"""What the entry points call."""
