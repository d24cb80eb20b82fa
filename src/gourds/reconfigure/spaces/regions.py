"""What part of a board a gourd can never leave: rooms, posts and frozen gourds.

Forget numbers and ends. A move takes the empty cell E over a gourd next to it: E, v–u becomes E–v, u. So a sequence of
moves is an alternating path, and the theorem of Gallai and Edmonds tells where such paths lead:

- D is the set of cells that can become empty. It is the same for every placement.
- A, the *posts*, are the other cells next to D. C are all the rest.
- Gourds on C are *frozen*: E is never next to them.
- If there are k posts, D has k + 1 connected *parts*, all odd. In every placement each post holds a gourd whose other
  end is in D. Each part has exactly one cell that is empty or under such a gourd; gourds inside cover the rest of it.

**A gourd inside a part stays inside,** and moves only while E is there. Where a part has a cut cell c, it falls into
*rooms* that share c, the blocks of its graph. A part is factor-critical, so every room is odd, and all its cells but
one are under gourds of its own. So E goes from room to room only over c, where it stops, and no gourd changes rooms.
Every room is a board of its own, with its own gourds and its own free cell.

**A gourd on a post stays there.** The post cannot become empty, so the gourd can only advance over it, from one part to
another, and then its other end is on the post. It does not pivot, as E would have to be in the part where its other end
is. Let posts and parts be the vertices of a graph, with an edge where they touch; its blocks are called *wings*.

- A post in two wings, a *door*, sends its gourd from one to the other and back: E is in the first wing, or beyond it,
  when the gourd lies in the second. So the end on the post tells in which wing the gourd lies.
- If only two parts touch a post, the end on the post tells in which of them the gourd lies.
- All parts of a wing but one hold gourds of its posts, doors aside. When one of these gourds moves, it is reversed, and
  it changes places with the free part. So an odd number of them are reversed iff they and the free part are permuted
  oddly.

**Cost**: one search for alternating paths, O(cells · log cells).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gourds.board import Board, label_components
from gourds.configuration import Configuration
from gourds.hexgrid import IndexArray
from gourds.matching.maximum import INNER, OUTER, AlternatingSearch

POST = -1
FROZEN = -2


@dataclass(frozen=True, eq=False)
class Regions:
    """The rooms, posts and frozen cells of a board. Make them with :meth:`of`."""

    part: IndexArray
    """For each cell, the part that it is in, numbered from 0, or POST or FROZEN."""
    rooms: tuple[tuple[int, ...], ...]
    """The cells of each room, in scan order; rooms may share cells."""
    room_at: dict[tuple[int, int], int]
    """The room of each two neighboring cells of a part, in either order."""
    wings: tuple[frozenset[int], ...]
    """The parts of each wing; wings may share parts."""
    wing_at: dict[int, dict[int, int]]
    """For each post, the wing in which it touches each part."""

    @classmethod
    def of(cls, configuration: Configuration) -> Regions:
        """The regions of the configuration's board, the same for all configurations of it."""
        import networkx as nx

        board = configuration.board
        edges = board.edges
        part = _parts(configuration)
        is_inside = (part[edges] >= 0).all(axis=1)
        inside = nx.Graph(edges[is_inside].tolist())
        rooms, room_at = _blocks(inside)
        # A post and a part touch where one end of an edge is POST and the other is not; parts become −1, −2, …
        touching = edges[(part[edges].min(axis=1) == POST) & (part[edges].max(axis=1) >= 0)]
        pairs = {(a, -1 - int(part[b])) if part[a] == POST else (b, -1 - int(part[a])) for a, b in touching.tolist()}
        blocks, block_at = _blocks(nx.Graph(sorted(pairs)))
        wing_at: dict[int, dict[int, int]] = {}
        for post, vertex in pairs:
            wing_at.setdefault(post, {})[-1 - vertex] = block_at[post, vertex]
        wings = tuple(frozenset(-1 - vertex for vertex in block if vertex < 0) for block in blocks)
        return cls(part, rooms, room_at, wings, wing_at)

    def is_door(self, post: int) -> bool:
        """True iff the post is in two wings."""
        return len(set(self.wing_at[post].values())) > 1


def _parts(configuration: Configuration) -> IndexArray:
    """For each cell, its part, POST or FROZEN."""
    board: Board = configuration.board
    mate = np.full(board.size, -1, dtype=np.int32)
    mate[configuration.ends] = configuration.ends[:, ::-1]
    search = AlternatingSearch(board.size, board.edges, mate.tolist())
    search.grow(configuration.empty)
    label = np.array(search.label)
    edges = board.edges[(label[board.edges] == OUTER).all(axis=1)]
    numbers = np.unique(label_components(board.size, edges)[label == OUTER], return_inverse=True)[1]
    part = np.where(label == INNER, POST, FROZEN).astype(np.int32)
    part[label == OUTER] = numbers
    return part


def _blocks(graph: Any) -> tuple[tuple[tuple[int, ...], ...], dict[tuple[int, int], int]]:
    """The vertices of each block of a graph, sorted, and the block of each edge, in either order."""
    import networkx as nx

    edges: Iterable[Iterable[tuple[int, int]]] = nx.biconnected_component_edges(graph)
    found = sorted((tuple(sorted({v for edge in block for v in edge})), sorted(block)) for block in map(list, edges))
    block_at = {}
    for k, (_, block) in enumerate(found):
        for a, b in block:
            block_at[a, b] = block_at[b, a] = k
    return tuple(vertices for vertices, _ in found), block_at
