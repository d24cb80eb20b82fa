"""A canonical form of monotone 1-in-3 formulas: two are isomorphic iff their forms are equal.

Isomorphic means: the same up to renaming variables, reordering clauses, and reordering within clauses.

Connected components are brought into form one by one and joined in sorted order. In a component the variables are
colored, at first all the same. *Refinement* separates variables of one color whose clauses look different, until
nothing changes; colors are numbered by sorted keys that mention colors only, so isomorphic formulas are colored alike.
If variables still share a color, one of the smallest classes is taken, and every variable of it in turn gets a color of
its own; then it goes on from there. Colors that are all different are a numbering, and the least formula over all
numberings reached is the form. Renaming variables renames this tree of choices and nothing else: hence canonical.

Two numberings that give the same formula are an automorphism. A choice that known automorphisms, which keep the earlier
choices in place, map to one already tried is skipped, and so is the rest of a branch that turned out to be the image of
one explored before. The worst case stays exponential; random cubic formulas cost about n refinements of O(n log n).

>>> canonical(OneInThree(5, ((5, 1, 2), (4, 5, 3)))).clauses
((1, 2, 5), (3, 4, 5))
"""

from __future__ import annotations

from collections.abc import Sequence

from gourds.errors import InputError
from gourds.formulas.cubic import sorted_triple
from gourds.formulas.formula import OneInThree, Triple


def canonical(formula: OneInThree) -> OneInThree:
    """The same formula for all isomorphic ones, and isomorphic to them."""
    if not formula.is_monotone:
        raise InputError("only monotone formulas have a canonical form")
    forms = sorted((part.variables, _Search(part).best) for part in components(formula))
    clauses: list[Triple] = []
    shift = 1
    for variables, form in forms:
        clauses += [(a + shift, b + shift, c + shift) for a, b, c in form]
        shift += variables
    return OneInThree(formula.variables, tuple(clauses))


def components(formula: OneInThree) -> list[OneInThree]:
    """The connected parts, in the order of their first variables; variables keep their order and are renumbered."""
    leader = list(range(formula.variables + 1))

    def find(v: int) -> int:
        while leader[v] != v:
            leader[v] = leader[leader[v]]
            v = leader[v]
        return v

    for clause in formula.clauses:
        roots = [find(abs(literal)) for literal in clause]
        for root in roots:
            leader[root] = min(roots)
    members: dict[int, list[int]] = {}
    name = [0] * (formula.variables + 1)
    for v in range(1, formula.variables + 1):
        part = members.setdefault(find(v), [])
        part.append(v)
        name[v] = len(part)
    inside: dict[int, list[Triple]] = {root: [] for root in members}
    for a, b, c in formula.clauses:
        renamed = tuple(name[literal] if literal > 0 else -name[-literal] for literal in (a, b, c))
        inside[find(abs(a))].append((renamed[0], renamed[1], renamed[2]))
    return [OneInThree(len(part), tuple(inside[root])) for root, part in members.items()]


class _Search:
    """The least numbering of a connected formula; variables count from 0 here."""

    def __init__(self, formula: OneInThree) -> None:
        self.clauses = [(a - 1, b - 1, c - 1) for a, b, c in formula.clauses]
        self.around: list[list[int]] = [[] for _ in range(formula.variables)]
        for k, clause in enumerate(self.clauses):
            for v in clause:
                self.around[v].append(k)
        self.best: tuple[Triple, ...] = ()
        self.best_path: list[int] | None = None
        self.best_colors: list[int] = []
        self.automorphisms: list[list[int]] = []
        self._explore([0] * formula.variables, [])

    def _explore(self, colors: Sequence[int], path: list[int]) -> int:
        """Try all numberings below the choices made; returns how many of the choices are still worth pursuing."""
        colors = self._refine(colors)
        choices = _smallest_class(colors)
        if not choices:
            return self._finish(colors, path)
        tried: list[int] = []
        for v in choices:
            if tried and self._is_image(v, tried, path):
                continue
            tried.append(v)
            below = [2 * color + 1 for color in colors]
            below[v] -= 1
            depth = self._explore(below, [*path, v])
            if depth < len(path):
                return depth
        return len(path)

    def _refine(self, colors: Sequence[int]) -> list[int]:
        """Separate what can be told apart; colors are numbered from 0 without gaps."""
        count = 0
        while True:
            seen = [tuple(sorted([colors[a], colors[b], colors[c]])) for a, b, c in self.clauses]
            around = [tuple(sorted([seen[k] for k in places])) for places in self.around]
            keys = list(zip(colors, around, strict=True))
            rank = {key: color for color, key in enumerate(sorted(set(keys)))}
            colors = [rank[key] for key in keys]
            if len(rank) in (count, len(colors)):
                return colors
            count = len(rank)

    def _finish(self, colors: list[int], path: list[int]) -> int:
        """Compare a numbering with the best one; equal ones are an automorphism, and send the search back."""
        form = tuple(sorted(sorted_triple(colors[v] for v in clause) for clause in self.clauses))
        if self.best_path is None or form < self.best:
            self.best, self.best_path, self.best_colors = form, path, colors
            return len(path)
        if form > self.best:
            return len(path)
        place = {color: v for v, color in enumerate(colors)}
        self.automorphisms.append([place[color] for color in self.best_colors])
        return next(k for k, (v, w) in enumerate(zip(path, self.best_path, strict=True)) if v != w)

    def _is_image(self, v: int, tried: list[int], path: list[int]) -> bool:
        """True iff known automorphisms that keep the path in place map v to a choice tried before."""
        keeping = [image for image in self.automorphisms if all(image[w] == w for w in path)]
        reached, stack = {v}, [v]
        while stack:
            w = stack.pop()
            for image in keeping:
                if image[w] not in reached:
                    reached.add(image[w])
                    stack.append(image[w])
        return not reached.isdisjoint(tried)


def _smallest_class(colors: list[int]) -> list[int]:
    """The variables of the first color among those that are shared by the fewest; none if all colors differ."""
    members: list[list[int]] = [[] for _ in range(max(colors) + 1)]
    for v, color in enumerate(colors):
        members[color].append(v)
    return min((part for part in members if len(part) > 1), key=len, default=[])
