"""Kasteleyn orientations: signs for the edges of a planar graph under which a Pfaffian counts perfect matchings.

Give every edge a direction and let A be the skew-symmetric matrix with A[i, j] = 1, A[j, i] = −1 for an edge i → j. Its
Pfaffian is a sum over the perfect matchings, each with a sign. The orientation is *Pfaffian* if all signs are equal;
then |Pf A| is the number of perfect matchings, and with a weight on every edge Pf A is their generating polynomial.

**The rule.** Two perfect matchings form double edges and even cycles, and their signs agree if along every one of these
cycles an odd number of edges points clockwise. Such a cycle has an even number of vertices inside, as they are matched
among themselves. So it is enough that every cycle has

    (1)   (edges that point clockwise) + (vertices inside) odd.

**Faces suffice** (Kasteleyn). In a connected plane graph let every face but one, the *root*, have an odd number of
edges that point clockwise along its walk. Take a cycle C, and let its inside be the side without the root, with F
faces, V vertices and E edges strictly inside. The clockwise edges of the F faces sum up to those of C plus one for each
of the E edges, which points clockwise along exactly one of its two sides. With Euler, F = 1 + E − V, the clockwise
edges of C are F − E = 1 + V modulo 2, which is (1). Any face may be the root: on the sphere none is special. Nothing
depends on where "clockwise" is, as long as all walks keep their face on the same side; so angles are not needed either,
only the cyclic order of the edges around each vertex.

**Construction.** A breadth-first tree of the dual graph from the root; the edges that it does not cross point anywhere,
and from the leaves on every face sets the one edge to its parent. Linear time.

**Several components** are oriented each by itself, wherever they lie. The Pfaffian of a graph is the product over its
components (up to a sign that depends on the order of the vertices only), so (1) is needed only for the cycles of one
component with *its own* vertices inside; other components inside a cycle do not count, and if they have perfect
matchings they are even, so that counting them would not change (1) either.

**Fewer edges**: the cycles that remain are cycles as before, so (1) holds for any subset of the edges. **Fewer
vertices**: without v, (1) fails for the cycles around v and for no other. Turn around every edge that is crossed by a
path of faces from a face at v to the root: a cycle has v on its inside iff the path crosses it an odd number of times.
So one dual tree serves all vertices, and any set of removed vertices: their paths add up modulo 2.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gourds.errors import InputError
from gourds.hexgrid import DIRECTIONS

if TYPE_CHECKING:
    import networkx as nx

IntArray = NDArray[np.int64]
Node = TypeVar("Node", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Orientation:
    """Signs for the edges of a plane graph, with the dual tree that made them."""

    edges: IntArray
    """Shape (M, 2): the ends of each edge."""
    signs: NDArray[np.int8]
    """+1 for an edge that points from its first end to its second, −1 for the other direction."""
    face_at: IntArray
    """A face at each vertex, −1 for a vertex without edges."""
    crossed: IntArray
    """The edge between each face and its parent in the dual tree, −1 for a root."""
    parent: IntArray
    """The parent of each face, −1 for a root."""

    def without(self, vertices: Iterable[int]) -> NDArray[np.int8]:
        """Signs for the graph without some vertices; those of edges at these vertices mean nothing."""
        signs = self.signs.copy()
        for vertex in vertices:
            face = int(self.face_at[vertex])
            while face >= 0 and self.parent[face] >= 0:
                signs[self.crossed[face]] *= -1
                face = int(self.parent[face])
        return signs


def orient(size: int, edges: NDArray[np.integer[Any]], follow: NDArray[np.integer[Any]]) -> Orientation:
    """The orientation of a plane graph with ``size`` vertices, given by the walks around its faces.

    Edge e is two *darts*: 2e from its first end to its second, 2e + 1 back. ``follow`` has the dart that comes after
    each dart on the walk around the face on its one side, the same side for all.
    """
    pairs = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    face, count = _label_cycles(follow)
    # Darts by face, so that the walk of a face is a slice.
    by_face = np.argsort(face, kind="stable").tolist()
    starts = np.searchsorted(face[by_face], np.arange(count + 1)).tolist()
    faces: list[int] = face.tolist()
    parent, crossed, order = [-1] * count, [-1] * count, []
    seen = [False] * count
    for root in range(count):
        if seen[root]:
            continue
        seen[root] = True
        queue = [root]
        for here in queue:
            for dart in by_face[starts[here] : starts[here + 1]]:
                there = faces[dart ^ 1]
                if not seen[there]:
                    seen[there] = True
                    parent[there], crossed[there] = here, dart >> 1
                    queue.append(there)
        order += queue
    signs = [1] * len(pairs)
    for here in reversed(order):
        if parent[here] < 0:
            continue
        # A dart along its edge's direction counts; every face needs an odd number of those.
        walk = by_face[starts[here] : starts[here + 1]]
        along = sum((signs[dart >> 1] > 0) == (dart % 2 == 0) for dart in walk)
        if along % 2 == 0:
            signs[crossed[here]] *= -1
    face_at = np.full(size, -1, dtype=np.int64)
    face_at[pairs.ravel()] = face
    return Orientation(
        pairs,
        np.array(signs, dtype=np.int8),
        face_at,
        np.array(crossed, dtype=np.int64),
        np.array(parent, dtype=np.int64),
    )


def plane_orientation(cells: IntArray, edges: NDArray[np.integer[Any]]) -> Orientation:
    """The orientation of the graph of some edges between adjacent cells."""
    pairs = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    step = cells[pairs[:, 1]] - cells[pairs[:, 0]]
    if not step.size or int(np.abs(step).max()) <= 1:
        direction = _DIRECTION[step[:, 0] + 1, step[:, 1] + 1]
    else:
        direction = np.full(len(step), -1, dtype=np.int64)
    if (direction < 0).any():
        raise InputError("an edge joins two cells that are not adjacent")
    count = 2 * len(pairs)
    dart_at = np.full((len(cells), 6), -1, dtype=np.int64)
    dart_at[pairs[:, 0], direction] = np.arange(0, count, 2)
    dart_at[pairs[:, 1], (direction + 3) % 6] = np.arange(1, count, 2)
    head = pairs[:, ::-1].ravel()
    back = np.stack(((direction + 3) % 6, direction), axis=1).ravel()
    follow = np.full(count, -1, dtype=np.int64)
    for turn in range(1, 7):  # the next edge around the head; with turn = 6 the way back
        follow = np.where(follow < 0, dart_at[head, (back + turn) % 6], follow)
    return orient(len(cells), pairs, follow)


def planar_orientation(graph: nx.Graph[Node]) -> dict[tuple[Node, Node], int]:
    """The sign of every edge (v, w) of a planar graph, as ``graph.edges`` lists it: +1 if it points from v to w.

    Loops get +1, no matching uses them. Raises InputError if the graph is not planar.

    >>> import networkx as nx
    >>> sorted(planar_orientation(nx.path_graph(3)).items())
    [((0, 1), 1), ((1, 2), 1)]
    """
    import networkx as nx

    is_planar, embedding = nx.check_planarity(graph)
    if not is_planar:
        raise InputError("the graph is not planar, so it has no embedding to orient it by")
    listed = [(v, w) for v, w in graph.edges() if v != w]
    index = {node: k for k, node in enumerate(graph)}
    darts: dict[tuple[Node, Node], int] = {}
    for k, (v, w) in enumerate(listed):
        darts[v, w], darts[w, v] = 2 * k, 2 * k + 1
    follow = np.array([darts[embedding.next_face_half_edge(v, w)] for v, w in darts], dtype=np.int64)
    edges = np.array([(index[v], index[w]) for v, w in listed], dtype=np.int64).reshape(-1, 2)
    signs = orient(len(index), edges, follow).signs.tolist()
    return dict.fromkeys(graph.edges(), 1) | dict(zip(listed, signs, strict=True))


def _label_cycles(follow: NDArray[np.integer[Any]]) -> tuple[IntArray, int]:
    """The number of the cycle of a permutation that each element is on, and how many there are.

    The smallest element of a cycle names it: repeated squaring of the permutation reaches it in log₂ steps.
    """
    name, step = np.arange(len(follow), dtype=np.int64), np.asarray(follow, dtype=np.int64)
    while True:
        smaller = np.minimum(name, name[step])
        if np.array_equal(smaller, name):
            break
        name, step = smaller, step[step]
    names, number = np.unique(name, return_inverse=True)
    return number.reshape(-1).astype(np.int64), len(names)


_DIRECTION = np.full((3, 3), -1, dtype=np.int64)
"""The direction of a step (q, r) between adjacent cells, at [q + 1, r + 1]."""
for _d, (_q, _r) in enumerate(DIRECTIONS):
    _DIRECTION[_q + 1, _r + 1] = _d
