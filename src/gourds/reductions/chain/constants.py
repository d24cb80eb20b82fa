"""Variables that are false in every solution, for 1-in-3 formulas.

R(p, q, r) R(p, q, s) R(p, r, s), where R means that exactly one is true: subtracting any two clauses gives q = r = s,
and p + 2q = 1 leaves q = 0, p = 1. So four variables and three clauses give three constants, and each of them has
been used twice: one occurrence of three is left.
"""

from __future__ import annotations

from gourds.formulas.formula import Assignment, Triple


class Constants:
    """A supply of false variables, each to be used once; it grows by three when it is empty."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        """The number of variables so far."""
        self.clauses: list[Triple] = []
        """What makes the constants false."""
        self.true: list[int] = []
        """The variables p, which are always true."""
        self._free: list[int] = []

    def false(self) -> int:
        """A variable that is false and has one occurrence left."""
        if not self._free:
            p, q, r, s = range(self.variables + 1, self.variables + 5)
            self.variables += 4
            self.clauses += [(p, q, r), (p, q, s), (p, r, s)]
            self.true.append(p)
            self._free = [s, r, q]
        return self._free.pop()

    def complete(self, values: list[bool]) -> Assignment:
        """Values of the other variables with those of the constants."""
        values += [False] * (self.variables - len(values))
        for p in self.true:
            values[p - 1] = True
        return tuple(values)


def sizes(constants: int) -> tuple[int, int]:
    """How many variables and clauses this many constants take."""
    groups = -(-constants // 3)
    return 4 * groups, 3 * groups
