"""Exact matching in any graph: a perfect matching with exactly the given number of edges of each color.

With two colors this is *red-blue matching* (Papadimitriou and Yannakakis), for which a randomized polynomial algorithm
has been known since Mulmuley, Vazirani and Vazirani, and no deterministic one. It is the same for any constant number
of colors. Here nodes may also stay uncovered, in a given number t: t new nodes are joined to all others.

**Decision.** Let T be the skew-symmetric matrix with entry Σ x_e·y_c(e) over the edges e between two nodes, x_e random
modulo a prime p, one indeterminate y_c for each color but one (the total is fixed). Pf T is the sum over all perfect
matchings of ± Π x_e · Π y_c^{number of edges of color c}. The coefficient at the budgets comes from Pfaffians at
(D_1+1)·(D_2+1)·… points, where D_c bounds the edges of color c, by interpolation. As a polynomial in the x_e it is
zero iff there is no such matching; if not, it vanishes for random x_e with probability at most (V/2)/(p−1) (Schwartz
and Zippel). So a nonzero value is a certain "yes", and zeros in independent tries are a "no" with a known bound.

**Planar graphs** need no luck: with a Pfaffian orientation (Kasteleyn) and x_e = ±1 all terms have equal signs, so that
the coefficient is ± the number of such matchings N. N² ≤ Π deg(v) (pairs of perfect matchings give different terms of
the permanent of the adjacency matrix), so N = 0 iff it is 0 modulo primes whose product exceeds that bound.

**Search** without any further decision (Rabin and Vazirani): expanding the Pfaffian at node i writes the coefficient
as a sum over the edges e = ij at i of ± x_e·y_c·Pf(T without i, j); one summand is not zero, so that edge is chosen and
what is left has a nonzero coefficient again. All these Pfaffians are Pf T·(T⁻¹)_ij, and without i and j the inverse
changes by a matrix of rank two: O(n³) per point for the whole search. The result is checked.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gourds.display import brief
from gourds.errors import InputError, InternalError, LimitError, quoted
from gourds.matching.kasteleyn.primes import primes
from gourds.matching.tutte.exact_algebra import SEARCH_PRIME, Unlucky, extract, interpolation, match_by_expansion
from gourds.values import is_whole

if TYPE_CHECKING:
    import networkx as nx

LEAST_PRIME: Final = 2147483497
"""The eighth from above below 2³¹: of a graph that is not planar no smaller one is ever taken."""
ERROR: Final = 2.0**-60
MAX_POINTS: Final = 2_000_000
"""No more Pfaffians are evaluated for one decision."""
MAX_ENTRIES: Final = 300_000_000
"""Points times matrix entries for the search, which holds all inverses at once."""
_ATTEMPTS: Final = 8

Edge = tuple[Any, ...]


@dataclass(frozen=True)
class ExactMatching:
    """The answer. True in conditions iff there is a matching."""

    edges: frozenset[Edge] | None
    """The edges of a matching as the graph lists them, (u, v) or in a multigraph (u, v, key); None if there is none."""
    error_bound: float
    """The probability that None is wrong; 0 if the answer is certain."""
    method: str
    """How it was found: counting, planar, or random."""

    __repr__ = brief

    def __bool__(self) -> bool:
        return self.edges is not None


@dataclass(frozen=True)
class _Problem:
    """The graph in numbers: nodes in a narrow order, then those for the uncovered."""

    size: int
    pairs: np.ndarray[Any, np.dtype[np.int64]]
    """Shape (M, 2): the ends i < j of each edge, parallel edges of different colors apart."""
    names: list[Edge | None]
    """What the graph calls each edge; None for edges to the new nodes."""
    classes: list[int]
    """The color of each edge, −1 for the new ones."""
    budgets: list[int]
    """How many edges of each color."""
    signs: list[int] | None
    """A Pfaffian orientation, +1 if it points from the first end in ``pairs`` to the second; None if not planar."""


def exact_matching(
    graph: nx.Graph[Any], budgets: Mapping[Any, int], color: str = "color", uncovered: int = 0, seed: int = 0
) -> ExactMatching:
    """A matching with exactly ``budgets[c]`` edges of each color c, none of other colors, ``uncovered`` nodes free.

    Colors are edge attributes of the given name. The graph may be a MultiGraph; loops are never used. A found matching
    is checked. "None" is certain for planar graphs without uncovered nodes and whenever the numbers do not fit;
    otherwise it is wrong with a probability below ``error_bound`` < 2⁻⁶⁰. Raises InputError for directed graphs,
    senseless numbers, edges without a color and colors that no edge has, LimitError for too many colors or nodes.

    >>> import networkx as nx
    >>> square = nx.Graph([(0, 1, {"color": "red"}), (1, 2, {"color": "blue"}), (2, 3, {"color": "red"}),
    ...                    (3, 0, {"color": "blue"})])
    >>> sorted(exact_matching(square, {"red": 2}).edges)
    [(0, 1), (2, 3)]
    >>> exact_matching(square, {"red": 1, "blue": 1})
    ExactMatching(edges=None, error_bound=0.0, method='planar')
    """
    budgets, uncovered = _checked(graph, budgets, color, uncovered)
    nodes = graph.number_of_nodes()
    if nodes - uncovered != 2 * sum(budgets.values()) or uncovered > nodes:
        return ExactMatching(None, 0.0, "counting")
    if nodes == uncovered:
        return ExactMatching(frozenset(), 0.0, "counting")
    problem = _problem(graph, {c: b for c, b in budgets.items() if b}, color, uncovered)
    available = Counter(problem.classes)
    if any(available[c] < budget for c, budget in enumerate(problem.budgets)):
        return ExactMatching(None, 0.0, "counting")
    rng = random.Random(f"exact matching {seed}")
    edges, bound = _solve(problem, rng)
    method = "planar" if problem.signs is not None else "random"
    if edges is None:
        return ExactMatching(None, bound, method)
    found = frozenset(name for e in edges if (name := problem.names[e]) is not None)
    _verify(graph, found, budgets, color, uncovered)
    return ExactMatching(found, 0.0, method)


def _checked(
    graph: nx.Graph[Any], budgets: Mapping[Any, int], color: str, uncovered: int
) -> tuple[dict[Any, int], int]:
    """The numbers as plain integers. Raises InputError for what would end in a certain "no" by mistake."""
    if not hasattr(graph, "is_directed") or not isinstance(budgets, Mapping):
        raise InputError("a networkx graph and a mapping of budgets are needed")
    if graph.is_directed():
        raise InputError("matchings are of undirected graphs; graph.to_undirected() makes one")
    for name, count in budgets.items():
        if not is_whole(count) or count < 0:
            raise InputError(f"budgets must be whole numbers, not negative; that of {quoted(name)} is {quoted(count)}")
    if not is_whole(uncovered) or uncovered < 0:
        raise InputError(f"the number of uncovered nodes must be a whole number, not negative, not {quoted(uncovered)}")
    _check_colors(graph, budgets, color)
    return {name: int(count) for name, count in budgets.items()}, int(uncovered)


def _check_colors(graph: nx.Graph[Any], budgets: Mapping[Any, int], color: str) -> None:
    """Raise InputError if an edge has no color, or a budget is for a color that no edge has."""
    found: set[Any] = set()
    for u, v, data in graph.edges(data=True):
        if color not in data:
            edge = f"edge ({quoted(u)}, {quoted(v)})"
            raise InputError(f"{edge} has no attribute {quoted(color)}{_suggested(color, data)}")
        try:
            found.add(data[color])
        except TypeError:  # such as a list
            edge = f"edge ({quoted(u)}, {quoted(v)})"
            raise InputError(f"the color {quoted(data[color])} of {edge} cannot be a key of budgets") from None
    for name, count in budgets.items():
        if count and found and name not in found:
            raise InputError(f"no edge has the color {quoted(name)} of the budgets{_suggested(name, found)}")


def _suggested(name: object, known: Iterable[object]) -> str:
    """The end of a sentence about a name that is not known."""
    spelled = {str(one): one for one in known}
    close = get_close_matches(str(name), spelled, 1, 0.6)
    return f"; did you mean {quoted(spelled[close[0]])}?" if close else ""


def _edge_list(graph: nx.Graph[Any], color: str) -> Iterable[tuple[Any, Any, Edge, Hashable]]:
    if graph.is_multigraph():
        for u, v, key, data in graph.edges(keys=True, data=True):
            yield u, v, (u, v, key), data.get(color)
    else:
        for u, v, data in graph.edges(data=True):
            yield u, v, (u, v), data.get(color)


def _problem(graph: nx.Graph[Any], budgets: dict[Any, int], color: str, uncovered: int) -> _Problem:
    import networkx as nx

    number = {c: k for k, c in enumerate(budgets)}
    usable = nx.Graph()
    usable.add_nodes_from(graph)
    chosen: dict[tuple[Any, Any, int], Edge] = {}
    for u, v, name, c in _edge_list(graph, color):
        if u != v and c in number:
            usable.add_edge(u, v)
            same = (v, u, number[c]) if (v, u, number[c]) in chosen else (u, v, number[c])
            chosen.setdefault(same, name)  # parallel edges of one color are as good as each other
    order = {node: k for k, node in enumerate(nx.utils.reverse_cuthill_mckee_ordering(usable))}
    pairs, names, classes = [], list[Edge | None](), []
    for (u, v, c), name in chosen.items():
        pairs.append(sorted((order[u], order[v])))
        names.append(name)
        classes.append(c)
    size = len(order)
    signs = None
    if not uncovered and nx.check_planarity(usable)[0]:
        from gourds.matching.kasteleyn.orientation import planar_orientation

        oriented: dict[tuple[int, int], int] = {}
        for (u, v), sign in planar_orientation(usable).items():
            a, b = order[u], order[v]
            oriented[min(a, b), max(a, b)] = sign if a < b else -sign
        signs = [oriented[a, b] for a, b in pairs]
    for t in range(uncovered):
        for node in range(size):
            pairs.append([node, size + t])
            names.append(None)
            classes.append(-1)
    array = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return _Problem(size + uncovered, array, names, classes, list(budgets.values()), signs)


def _degrees(problem: _Problem) -> list[int]:
    """For each color a bound on its edges in a matching."""
    bounds = []
    for c in range(len(problem.budgets)):
        ends = {v for pair, d in zip(problem.pairs.tolist(), problem.classes, strict=True) if d == c for v in pair}
        bounds.append(min(len(ends) // 2, problem.classes.count(c), sum(problem.budgets)))
    return bounds


def _solve(problem: _Problem, rng: random.Random) -> tuple[list[int] | None, float]:
    """A matching as indices of edges, or None with its error bound."""
    degrees = _degrees(problem)
    dropped = max(range(len(degrees)), key=degrees.__getitem__)
    kept = [c for c in range(len(degrees)) if c != dropped]
    points = math.prod(degrees[c] + 1 for c in kept)
    if points > MAX_POINTS:
        raise LimitError(f"{len(problem.budgets)} colors need {points:,} evaluations, more than {MAX_POINTS:,}")
    planar = problem.signs is not None
    if planar:
        every = np.bincount(problem.pairs.ravel(), minlength=problem.size).tolist()
        bits = sum(math.log2(max(degree, 1)) for degree in every) / 2 + 1
        tries = math.ceil(bits / 30.9)
    else:
        single = problem.size / 2 / (LEAST_PRIME - 1)
        tries = math.ceil(math.log2(ERROR) / math.log2(single))
    for p in islice(primes(2), tries):
        x = problem.signs or [1 + rng.randrange(p - 1) for _ in problem.classes]
        axes = [interpolation(degrees[c], problem.budgets[c], rng, p) for c in kept]
        values, weights = _weightings(problem, x, axes, kept, p)
        if extract(problem.size, problem.pairs, values, weights, p)[0]:
            return _search(problem, degrees, kept, rng), 0.0
    return None, 0.0 if planar else single**tries


def _search(problem: _Problem, degrees: list[int], kept: list[int], rng: random.Random) -> list[int]:
    """A matching that is known to exist. Random entries modulo a smaller prime fail rarely; then others are tried."""
    p = SEARCH_PRIME
    points = math.prod(degrees[c] + 1 for c in kept)
    if points * problem.size**2 > MAX_ENTRIES:
        raise LimitError(
            f"there is a matching, but to find it {points:,} inverses of size {problem.size:,} are needed at once"
        )
    for _ in range(_ATTEMPTS):
        x = [1 + rng.randrange(p - 1) for _ in problem.classes]
        axes = [interpolation(degrees[c], problem.budgets[c], rng, p) for c in kept]
        values, weights = _weightings(problem, x, axes, kept, p)
        coefficient, pfaffians = extract(problem.size, problem.pairs, values, weights, p)
        if coefficient:
            try:
                return match_by_expansion(problem.size, problem.pairs, values, weights, pfaffians, p)
            except Unlucky:
                continue
    raise InternalError("singular matrices at random points again and again")


def _weightings(
    problem: _Problem, x: list[int], axes: list[tuple[list[int], list[int]]], kept: list[int], p: int
) -> tuple[np.ndarray[Any, np.dtype[np.int64]], np.ndarray[Any, np.dtype[np.int64]]]:
    """The entries of the edges at all points, shape (points, M), and the points' shares in the coefficient."""
    points = math.prod(len(nodes) for nodes, _ in axes)
    values = np.tile(np.array(x, dtype=np.int64) % p, (points, 1))
    weights = np.ones(points, dtype=np.int64)
    classes = np.array(problem.classes, dtype=np.int64)
    repeat = 1
    for c, (nodes, shares) in zip(kept, axes, strict=True):
        index = np.arange(points) // repeat % len(nodes)
        repeat *= len(nodes)
        at = np.array(nodes, dtype=np.int64)[index]
        columns = np.flatnonzero(classes == c)
        values[:, columns] = values[:, columns] * at[:, None] % p
        weights = weights * np.array(shares, dtype=np.int64)[index] % p
    return values, weights


def _verify(
    graph: nx.Graph[Any], edges: frozenset[Edge], budgets: Mapping[Any, int], color: str, uncovered: int
) -> None:
    """Straight from the definition."""
    used = Counter(graph.edges[edge].get(color) for edge in edges)
    ends = [node for edge in edges for node in edge[:2]]
    wanted = {c: count for c, count in budgets.items() if count}
    if len(set(ends)) != len(ends) or dict(used) != wanted or len(ends) + uncovered != graph.number_of_nodes():
        raise InternalError("the matching that was found is wrong")
