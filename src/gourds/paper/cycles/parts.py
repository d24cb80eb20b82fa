"""Into which parts the tree of triangles falls without a node, and the most balanced split at a node of degree 2."""

from __future__ import annotations

from gourds.errors import InternalError
from gourds.paper.cycles.inside import Inside


def part_sizes(inside: Inside, node: int) -> dict[int, int]:
    """How many nodes the parts have into which the tree falls without a node, by the node that they begin with."""
    sizes = {}
    for first in inside.near[node]:
        stack, count = [(first, node)], 0
        while stack:
            here, before = stack.pop()
            count += 1
            stack += [(other, here) for other in inside.near[here] if other != before]
        sizes[first] = count
    return sizes


def all_sizes(inside: Inside) -> dict[tuple[int, int], int]:
    """The number of nodes beyond each edge of the tree, in each direction, by one pass from the leaves."""
    order, before = [0], {0: -1}
    for node in order:
        for other in inside.near[node]:
            if other != before[node]:
                before[other] = node
                order.append(other)
    below = dict.fromkeys(order, 1)
    for node in reversed(order[1:]):
        below[before[node]] += below[node]
    beyond = {(before[node], node): below[node] for node in order[1:]}
    return beyond | {(node, above): inside.size - count for (above, node), count in beyond.items()}


def best_split(inside: Inside) -> tuple[int, int]:
    """The degree-2 node whose smaller part is largest, and the size of that part; −1 and 0 if there is none."""
    beyond = all_sizes(inside)
    found = [(min(beyond[node, other] for other in inside.near[node]), node) for node in inside.nodes_of_degree(2)]
    size, node = max(found, default=(0, -1))
    return node, size


def centroid(inside: Inside) -> tuple[int, dict[int, int]]:
    """The node without which no part has more than half of the nodes, and its parts."""
    beyond = all_sizes(inside)
    for node, near in enumerate(inside.near):
        parts = {other: beyond[node, other] for other in near}
        if 2 * max(parts.values(), default=0) <= inside.size:
            return node, parts
    raise InternalError("a tree has no centroid")


def proof_walk(inside: Inside, start: int) -> list[int]:
    """From a node always into the largest part, until a node has not degree 3."""
    beyond = all_sizes(inside)
    path = [start]
    while inside.degree(path[-1]) == 3:
        ahead = [other for other in inside.near[path[-1]] if len(path) < 2 or other != path[-2]]
        path.append(max(ahead, key=lambda other: beyond[path[-1], other]))
    return path
