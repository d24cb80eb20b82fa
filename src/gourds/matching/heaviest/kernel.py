"""Edmonds' algorithm for a perfect matching of the largest weight: plain functions over flat arrays, for numba.

*Nodes* are vertices, 0 … n − 1, and blossoms, from n on: odd rings of nodes, which the algorithm treats as one node.
``node`` has a row for every property of a node, ``vert`` one for every property of a vertex; ``start``, ``target`` and
``weight`` are the edges at each vertex. All weights are even.

**Duals.** Potentials p of vertices and z ≥ 0 of blossoms, such that the *slack* p_u + p_v − w_uv of every edge between
two outer nodes is at least 0, and 0 on the edges of the matching and of rings. (Inside of blossoms z helps.) A perfect
matching of edges without slack is a heaviest one, by these duals. Vertices are matched one after the other. From an
exposed vertex a tree of alternating paths grows along edges without slack: *even* nodes, where a path may go on along
any edge, and *odd* ones, where it goes on along the matching. An edge without slack leads from an even vertex

- to a node outside of the tree: it and its partner join the tree, or, if it is exposed, the matching is *augmented*;
- to another even node: the ring that it closes *shrinks* to a blossom, which is even.

If there is no such edge, the potentials of even vertices fall, and those of odd ones rise, by as much as the least
slack allows, or the least z of an odd blossom, which is then *expanded* to its ring. Along a tree all potentials have
the same parity, as weights are even, so everything stays an integer.

**The clock.** A tree's clock says by how much its even potentials have fallen. Potentials and duals are only brought up
to date when the label of their node changes; ``SINCE`` is when that was. A heap holds the moments at which edges lose
their slack and odd blossoms their z. Some come to nothing, as the tree has changed: they are passed over.
"""

from __future__ import annotations

from typing import Any, Final

# Rows of vert.
MATE: Final = 0
"""The partner, −1 if the vertex is exposed."""
POTENTIAL: Final = 1
SINCE: Final = 2
"""The moment for which the potential is right."""
GROUP: Final = 3
"""Vertices of the same outermost node have the same group: one of these vertices."""
HOLDER: Final = 4
"""The node that a group is."""
VERT: Final = 5

# Rows of node.
ABOVE: Final = 0
"""The blossom of whose ring it is a part, −1 if it is outermost."""
BASE: Final = 1
"""Its one vertex whose partner is outside."""
FIRST: Final = 2
"""The node of its ring that holds the base; −1 if there is no such blossom."""
AFTER: Final = 3
"""The next node of the ring that it is a part of,"""
LEAVE: Final = 4
"""by an edge from this vertex of its own"""
ARRIVE: Final = 5
"""to this one."""
LABEL: Final = 6
"""What it is in this tree."""
FROM: Final = 7
"""If odd: it was reached by an edge from this vertex"""
TO: Final = 8
"""to this one of its own."""
DUAL: Final = 9
"""z of a blossom, an even number."""
MOMENT: Final = 10
"""The moment for which it is right."""
STAMP: Final = 11
"""The last search for a common ancestor that passed by."""
COUNT: Final = 12
"""The number of its vertices."""
NODE: Final = 13

NONE: Final = 0
EVEN: Final = 1
ODD: Final = 2

# Rows of work: lists, with their lengths in memo.
READY: Final = 0
"""Even vertices whose edges are to be looked at."""
LABELED: Final = 1
"""Nodes that have got a label in this tree, some of them several times."""
SPARE: Final = 2
"""Numbers for new blossoms."""
FOUND: Final = 3
"""The vertices of a node."""
STACK: Final = 4
PLACES: Final = 5
"""The vertices that go with the nodes of the stack."""
KEY: Final = 6
"""The heap: moments,"""
WHO: Final = 7
"""a vertex or a blossom,"""
EDGE: Final = 8
"""and an edge at the vertex, −1 for a blossom."""
WORK: Final = 9
CLOCK: Final = 9
"""In memo: the clock of the tree,"""
STAMPS: Final = 10
"""and the number of searches for common ancestors."""
FULL: Final = 11
"""1: the lists are too short for this graph."""
MEMO: Final = 12


def match_all(start: Any, target: Any, weight: Any, vert: Any, node: Any, work: Any, memo: Any) -> bool:
    """Match every vertex, if that can be; whether it can. If ``memo[FULL]`` is set then, try again with longer lists.

    At first some potentials with no negative slack are given, each vertex is exposed, and there are no blossoms.
    """
    size = vert.shape[1]
    for v in range(size):
        if vert[MATE, v] < 0:
            settle(start, target, weight, vert, v)
    for root in range(size):
        if vert[MATE, root] < 0 and not grow_tree(start, target, weight, vert, node, work, memo, root):
            return False
    return True


def settle(start: Any, target: Any, weight: Any, vert: Any, v: int) -> None:
    """Lower the potential of an exposed vertex until an edge has no slack; match it if that leads to an exposed one."""
    largest, partner, is_first = 0, -1, True
    for k in range(start[v], start[v + 1]):
        w = target[k]
        bound = weight[k] - vert[POTENTIAL, w]
        if is_first or bound > largest or (bound == largest and partner < 0):
            largest, partner = bound, w if vert[MATE, w] < 0 else -1
            is_first = False
    if not is_first:
        vert[POTENTIAL, v] = largest
    if partner >= 0:
        vert[MATE, v] = partner
        vert[MATE, partner] = v


def grow_tree(start: Any, target: Any, weight: Any, vert: Any, node: Any, work: Any, memo: Any, root: int) -> bool:
    """Grow a tree from the outer node of an exposed vertex until it is matched; whether it could be."""
    memo[READY] = memo[LABELED] = memo[KEY] = memo[CLOCK] = 0
    label_even(vert, node, work, memo, outer(vert, root))
    is_done = False
    while not is_done and not memo[FULL]:
        if memo[READY] > 0:
            memo[READY] -= 1
            is_done = scan(start, target, weight, vert, node, work, memo, work[READY, memo[READY]])
        elif memo[KEY] > 0:
            who, k = work[WHO, 0], work[EDGE, 0]
            memo[CLOCK] = work[KEY, 0]
            pop(work, memo)
            if k < 0:
                if node[ABOVE, who] < 0 and node[LABEL, who] == ODD and dual(node, memo, who) == 0:
                    expand(start, target, weight, vert, node, work, memo, who)
                continue
            u, v = who, target[k]
            if node[LABEL, outer(vert, u)] != EVEN:
                u, v = v, u
            is_even = node[LABEL, outer(vert, u)] == EVEN
            if is_even and potential(vert, node, memo, u) + potential(vert, node, memo, v) == weight[k]:
                is_done = follow(vert, node, work, memo, u, v)
        else:
            return False
    if memo[FULL]:
        return False
    k = 0
    while k < memo[LABELED]:
        b = work[LABELED, k]
        if node[LABEL, b] != NONE and node[ABOVE, b] < 0:
            set_label(vert, node, work, memo, b, NONE)
            if b >= vert.shape[1] and node[DUAL, b] == 0:
                dissolve(vert, node, work, memo, b)
        node[LABEL, b] = NONE
        k += 1
    return True


def outer(vert: Any, v: int) -> Any:
    """The outermost node that holds a vertex."""
    return vert[HOLDER, vert[GROUP, v]]


def potential(vert: Any, node: Any, memo: Any, v: int) -> Any:
    """The potential of a vertex now."""
    label = node[LABEL, outer(vert, v)]
    if label == NONE:
        return vert[POTENTIAL, v]
    passed = memo[CLOCK] - vert[SINCE, v]
    return vert[POTENTIAL, v] - passed if label == EVEN else vert[POTENTIAL, v] + passed


def dual(node: Any, memo: Any, b: int) -> Any:
    """The dual of an outermost blossom now."""
    if node[LABEL, b] == NONE:
        return node[DUAL, b]
    passed = 2 * (memo[CLOCK] - node[MOMENT, b])
    return node[DUAL, b] + passed if node[LABEL, b] == EVEN else node[DUAL, b] - passed


def set_label(vert: Any, node: Any, work: Any, memo: Any, b: int, label: int) -> int:
    """Give an outermost node another label, and bring its potentials up to date; its vertices are found then."""
    count = collect(vert, node, work, b)
    for i in range(count):
        v = work[FOUND, i]
        vert[POTENTIAL, v] = potential(vert, node, memo, v)
        vert[SINCE, v] = memo[CLOCK]
    if b >= vert.shape[1]:
        node[DUAL, b] = dual(node, memo, b)
    node[MOMENT, b] = memo[CLOCK]
    node[LABEL, b] = label
    return count


def label_even(vert: Any, node: Any, work: Any, memo: Any, b: int) -> None:
    """A node becomes even; its vertices are ready."""
    count = set_label(vert, node, work, memo, b, EVEN)
    append(work, memo, LABELED, b)
    for i in range(count):
        append(work, memo, READY, work[FOUND, i])


def label_odd(vert: Any, node: Any, work: Any, memo: Any, b: int, source: int, entry: int) -> None:
    """A node becomes odd, reached by this edge."""
    set_label(vert, node, work, memo, b, ODD)
    stay_odd(vert, node, work, memo, b, source, entry)


def collect(vert: Any, node: Any, work: Any, b: int) -> int:
    """List the vertices of a node in ``work[FOUND]``; how many."""
    size, count, depth = vert.shape[1], 0, 1
    work[STACK, 0] = b
    while depth:
        depth -= 1
        k = work[STACK, depth]
        if k < size:
            work[FOUND, count] = k
            count += 1
            continue
        child = node[FIRST, k]
        while True:
            work[STACK, depth] = child
            depth += 1
            child = node[AFTER, child]
            if child == node[FIRST, k]:
                break
    return count


def scan(start: Any, target: Any, weight: Any, vert: Any, node: Any, work: Any, memo: Any, u: int) -> bool:
    """Follow the edges without slack at an even vertex, and note when others lose it; whether that augmented."""
    for k in range(start[u], start[u + 1]):
        v = target[k]
        b = outer(vert, v)
        if b == outer(vert, u) or node[LABEL, b] == ODD:
            continue
        slack = potential(vert, node, memo, u) + potential(vert, node, memo, v) - weight[k]
        if slack:
            push(work, memo, memo[CLOCK] + (slack // 2 if node[LABEL, b] == EVEN else slack), u, k)
        elif follow(vert, node, work, memo, u, v):
            return True
    return False


def follow(vert: Any, node: Any, work: Any, memo: Any, u: int, v: int) -> bool:
    """Follow an edge without slack from an even vertex; whether that augmented the matching."""
    b = outer(vert, v)
    if b == outer(vert, u) or node[LABEL, b] == ODD:
        return False
    if node[LABEL, b] == EVEN:
        shrink(vert, node, work, memo, u, v)
        return False
    partner = vert[MATE, node[BASE, b]]
    if partner < 0:
        augment(vert, node, work, u, v)
        return True
    label_odd(vert, node, work, memo, b, u, v)
    label_even(vert, node, work, memo, outer(vert, partner))
    return False


def shrink(vert: Any, node: Any, work: Any, memo: Any, u: int, v: int) -> None:
    """The ring that the edge from u to v closes, both of them even, becomes a blossom."""
    memo[STAMPS] += 1
    a, b = outer(vert, u), outer(vert, v)
    k = a
    while True:
        node[STAMP, k] = memo[STAMPS]
        partner = vert[MATE, node[BASE, k]]
        if partner < 0:
            break
        k = outer(vert, node[FROM, outer(vert, partner)])
    top = b
    while node[STAMP, top] != memo[STAMPS]:
        top = outer(vert, node[FROM, outer(vert, vert[MATE, node[BASE, top]])])

    node[AFTER, a] = b
    node[LEAVE, a] = u
    node[ARRIVE, a] = v
    k = a
    while k != top:  # the ring leads from the top down to a, then over to b,
        out = node[BASE, k]
        t = outer(vert, vert[MATE, out])
        node[AFTER, t] = k
        node[LEAVE, t] = vert[MATE, out]
        node[ARRIVE, t] = out
        k = outer(vert, node[FROM, t])
        node[AFTER, k] = t
        node[LEAVE, k] = node[FROM, t]
        node[ARRIVE, k] = node[TO, t]
    k = b
    while k != top:  # and from there up again
        out = node[BASE, k]
        t = outer(vert, vert[MATE, out])
        node[AFTER, k] = t
        node[LEAVE, k] = out
        node[ARRIVE, k] = vert[MATE, out]
        k = outer(vert, node[FROM, t])
        node[AFTER, t] = k
        node[LEAVE, t] = node[TO, t]
        node[ARRIVE, t] = node[FROM, t]

    memo[SPARE] -= 1
    new = work[SPARE, memo[SPARE]]
    node[FIRST, new] = top
    node[BASE, new] = node[BASE, top]
    node[ABOVE, new] = -1
    node[DUAL, new] = 0
    node[COUNT, new] = 0
    largest, k = top, top
    while True:
        if node[LABEL, k] == ODD:
            label_even(vert, node, work, memo, k)
        node[DUAL, k] = dual(node, memo, k)
        node[ABOVE, k] = new
        node[COUNT, new] += node[COUNT, k]
        if node[COUNT, k] > node[COUNT, largest]:
            largest = k
        k = node[AFTER, k]
        if k == top:
            break
    node[LABEL, new] = EVEN
    node[MOMENT, new] = memo[CLOCK]
    append(work, memo, LABELED, new)
    group = vert[GROUP, node[BASE, largest]]
    vert[HOLDER, group] = new
    k = top
    while True:
        if k != largest:
            regroup(vert, node, work, k, group)
        k = node[AFTER, k]
        if k == top:
            break


def regroup(vert: Any, node: Any, work: Any, b: int, group: int) -> None:
    """All vertices of a node get this group."""
    count = collect(vert, node, work, b)
    for i in range(count):
        vert[GROUP, work[FOUND, i]] = group


def dissolve(vert: Any, node: Any, work: Any, memo: Any, b: int) -> None:
    """An outermost blossom falls apart into the nodes of its ring, which have the label that it had."""
    first, group = node[FIRST, b], vert[GROUP, node[BASE, b]]
    heir = group
    while node[ABOVE, heir] != b:
        heir = node[ABOVE, heir]
    vert[HOLDER, group] = heir
    k = first
    while True:
        node[ABOVE, k] = -1
        node[LABEL, k] = node[LABEL, b]
        node[MOMENT, k] = memo[CLOCK]
        if k != heir:
            own = node[BASE, k]
            regroup(vert, node, work, k, own)
            vert[HOLDER, own] = k
        k = node[AFTER, k]
        if k == first:
            break
    node[FIRST, b] = -1
    node[LABEL, b] = NONE
    append(work, memo, SPARE, b)


def expand(start: Any, target: Any, weight: Any, vert: Any, node: Any, work: Any, memo: Any, b: int) -> None:
    """An odd blossom falls apart; what the path through it needs stays in the tree.

    Partners in the ring are its nodes 1 and 2, 3 and 4, … from the base on. The path leads from the entry over its
    partner to the base, which is forwards from an odd place and backwards from an even one.
    """
    source, entry, first = node[FROM, b], node[TO, b], node[FIRST, b]
    dissolve(vert, node, work, memo, b)
    here = outer(vert, entry)
    place, k = 0, first
    while k != here:
        place += 1
        k = node[AFTER, k]
    stay_odd(vert, node, work, memo, here, source, entry)
    if place % 2:
        off, end = node[AFTER, first], here
        while k != first:
            even = node[AFTER, k]
            k = node[AFTER, even]
            label_even(vert, node, work, memo, even)
            stay_odd(vert, node, work, memo, k, node[LEAVE, even], node[ARRIVE, even])
    else:
        off, end = node[AFTER, here], first
        k = first
        while k != here:
            even = node[AFTER, k]
            stay_odd(vert, node, work, memo, k, node[ARRIVE, k], node[LEAVE, k])
            label_even(vert, node, work, memo, even)
            k = node[AFTER, even]
    while off != end:
        count = set_label(vert, node, work, memo, off, NONE)
        for i in range(count):
            await_edges(start, target, weight, vert, node, work, memo, work[FOUND, i])
        off = node[AFTER, off]


def stay_odd(vert: Any, node: Any, work: Any, memo: Any, b: int, source: int, entry: int) -> None:
    """A node of a ring that fell apart is odd as its blossom was, reached by this edge."""
    node[FROM, b] = source
    node[TO, b] = entry
    append(work, memo, LABELED, b)
    if b >= vert.shape[1]:
        push(work, memo, memo[CLOCK] + node[DUAL, b] // 2, b, -1)


def await_edges(start: Any, target: Any, weight: Any, vert: Any, node: Any, work: Any, memo: Any, v: int) -> None:
    """Note when the edges from even vertices to one that has left the tree lose their slack."""
    for k in range(start[v], start[v + 1]):
        u = target[k]
        if node[LABEL, outer(vert, u)] == EVEN:
            slack = potential(vert, node, memo, u) + potential(vert, node, memo, v) - weight[k]
            push(work, memo, memo[CLOCK] + slack, v, k)


def augment(vert: Any, node: Any, work: Any, u: int, v: int) -> None:
    """Match the even vertex u with v, whose node is exposed, and change partners along the path to the root."""
    rebase(vert, node, work, outer(vert, v), v)
    vert[MATE, v] = u
    while True:
        b = outer(vert, u)
        partner = vert[MATE, node[BASE, b]]
        rebase(vert, node, work, b, u)
        vert[MATE, u] = v
        if partner < 0:
            return
        t = outer(vert, partner)
        u, v = node[FROM, t], node[TO, t]
        rebase(vert, node, work, t, v)
        vert[MATE, v] = u


def rebase(vert: Any, node: Any, work: Any, b: int, v: int) -> None:
    """Make a vertex of a node its base: change partners along the ring between it and the old base."""
    size, depth = vert.shape[1], 1
    work[STACK, 0] = b
    work[PLACES, 0] = v
    while depth:
        depth -= 1
        b, v = work[STACK, depth], work[PLACES, depth]
        node[BASE, b] = v
        if b < size:
            continue
        child = v
        while node[ABOVE, child] != b:
            child = node[ABOVE, child]
        work[STACK, depth] = child
        work[PLACES, depth] = v
        depth += 1
        first = node[FIRST, b]
        place, k = 0, first
        while k != child:
            place += 1
            k = node[AFTER, k]
        # Neighbors that become partners: nodes 0 and 1, 2 and 3, … before an even place; those after an odd one.
        k, end = (node[AFTER, child], node[AFTER, first]) if place % 2 else (first, child)
        while k != end:
            other = node[AFTER, k]
            x, y = node[LEAVE, k], node[ARRIVE, k]
            vert[MATE, x] = y
            vert[MATE, y] = x
            work[STACK, depth] = k
            work[PLACES, depth] = x
            work[STACK, depth + 1] = other
            work[PLACES, depth + 1] = y
            depth += 2
            k = node[AFTER, other]
        node[FIRST, b] = child


def append(work: Any, memo: Any, row: int, value: int) -> None:
    """Add a number to a list."""
    if memo[row] == work.shape[1]:
        memo[FULL] = 1
        return
    work[row, memo[row]] = value
    memo[row] += 1


def push(work: Any, memo: Any, key: int, who: int, edge: int) -> None:
    """Add a moment to the heap."""
    k = memo[KEY]
    append(work, memo, KEY, key)
    if memo[FULL]:
        return
    while k > 0 and work[KEY, (k - 1) // 2] > key:
        above = (k - 1) // 2
        for row in (KEY, WHO, EDGE):
            work[row, k] = work[row, above]
        k = above
    work[KEY, k] = key
    work[WHO, k] = who
    work[EDGE, k] = edge


def pop(work: Any, memo: Any) -> None:
    """Take the first moment from the heap."""
    memo[KEY] -= 1
    last = memo[KEY]
    key, who, edge = work[KEY, last], work[WHO, last], work[EDGE, last]
    k = 0
    while 2 * k + 1 < last:
        below = 2 * k + 1
        if below + 1 < last and work[KEY, below + 1] < work[KEY, below]:
            below += 1
        if work[KEY, below] >= key:
            break
        for row in (KEY, WHO, EDGE):
            work[row, k] = work[row, below]
        k = below
    work[KEY, k] = key
    work[WHO, k] = who
    work[EDGE, k] = edge


HELPERS: Final = (
    settle,
    grow_tree,
    potential,
    dual,
    set_label,
    label_even,
    label_odd,
    collect,
    scan,
    follow,
    shrink,
    dissolve,
    expand,
    await_edges,
    augment,
    rebase,
    outer,
    regroup,
    stay_odd,
    append,
    push,
    pop,
)
