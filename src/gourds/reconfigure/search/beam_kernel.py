"""The inner loops of :mod:`beam`: plain Python over arrays, for numba to compile.

A state is, for each cell, eight times the end on it plus the direction in which the other end of the gourd lies, EMPTY
on the empty cell. In 16 bits that is enough for 4,096 ends.

States of a level differ by their last moves only: they come from one or two states some 60 levels ago. So a level is a
*walk* through the tree of moves that leads from its *roots*, the last common ancestors of all that come from one start,
to every state and back, some three steps of a byte for each state. One array of labels is changed along the walk. It
stays in the processor's nearest cache, however wide the beam, and no state is ever copied.

While the walk is at a state that is kept, its children are *noted*, but for the one that goes back at once and for
those seen before. Every empty cell has a share of the next level. Only what is likely to be within it is noted:
children up to a *limit* for their empty cell. That is the score of the last child that was kept with this empty cell in
the level before, plus what such scores change by on average, plus a margin, which grows when too many limits turn out
to be too low. Some 1.5 times as many are noted as are kept. Of these the best are found by counting scores in groups.

Keys that were seen are in a table with one slot for each, where a later key takes the place of an earlier one: what is
forgotten is forgotten a few at a time, and the table stays in the processor's cache. A level costs some 80 ns for each
state that is kept. The processor would guess most branches wrongly that depend on a state, so there are few: what is
not wanted is written too, and the next one written over it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

whole: Any = np.int64
"""Numbers from short arrays are made this long before they are reckoned with."""
at: Any = np.uint64
"""Places in arrays that were reckoned are made this: numba need not ask then whether they are below zero."""

EMPTY: Final = 65_535
"""The label of the empty cell."""
GROUPS: Final = 64
"""Scores of children with the same empty cell are told apart in so many groups."""
COARSE: Final = 4_096
"""The same for all children together, where a level is narrower than all shares."""
UNLIMITED: Final = 1 << 60
"""The limit of empty cells whose share was not used up: any score."""
ITSELF: Final = 7
"""The side of a cell on which the cell itself is."""
LARGEST: Final = 65_535
"""The square root of what a gourd adds to the score is never larger: it has 16 bits."""
PARTS: Final = 16
"""By how much scores change from level to level is kept in parts of one."""
SHORT: Final = 8
"""One in this many limits may be too low."""
MOST: Final = 1 << 40
"""The margin is never larger."""

STAY: Final = 6
"""The direction of no move: a state of the level that is a root."""
LEAF, UP, SKIP, END = 8, 16, 17, 18
"""Steps of a walk: 0 to 5 is a move to a child, LEAF and more the same, to a state of the level and back; UP is back to
the parent, SKIP nothing, END the end of what comes from one root."""

COUNT, WIDTH, LEAST, LOWEST, STALE, NOTED, LENGTH, ROOTS, DEPTH, LOG, DROP, MARGIN, SPREAD, HOLE, LEFT, ROOT = range(16)
"""Numbers that go on from level to level, by their place in ``state``.

The states of the level, the width of the next, the least width, the lowest score so far and how many levels had none
lower; the children that are noted, the steps of the walk, the roots, how deep the tree is, and the moves made on roots;
what the last scores kept change by and the margin, both in PARTS, and how far apart the scores of a level are. Once the
goal is reached, the empty cell before the last move and after it, and the root; until then −1 for the empty cell after.
"""


class Level(NamedTuple):
    """The states of one level, and their children."""

    steps: Any
    """The walk through the tree of moves."""
    born: Any
    """How many children of each state are noted."""
    empty: Any
    """The empty cell of each child."""
    way: Any
    """From which side of the parent's empty cell the gourd came that moved."""
    score: Any
    """The score."""
    key: Any
    """The key."""
    group: Any
    """The group of the score."""
    is_kept: Any
    """Whether the child is in the next level."""


class Roots(NamedTuple):
    """The states that the walk begins with."""

    label: Any
    """What lies on each cell, a row for each."""
    empty: Any
    """The empty cell."""
    last: Any
    """The last move that was made on each, as a place in the log, −1 if there is none."""


class Log(NamedTuple):
    """All moves that were made on roots."""

    empty: Any
    """The empty cell before the move."""
    before: Any
    """The move before it on the same root."""


class Shares(NamedTuple):
    """What decides, for each empty cell, which children are kept."""

    limit: Any
    """Children up to this score are noted."""
    base: Any
    """The score at which the groups begin."""
    fine: Any
    """A group has two to the power of this many scores."""
    noted: Any
    """How many children are noted in each group, cell by cell; all zero while children are not being noted."""
    last: Any
    """The score of the last child that was kept in the level before, or UNLIMITED."""
    cut: Any
    """The last group of which some are kept."""
    room: Any
    """How many of that group are kept."""


class Work(NamedTuple):
    """Arrays that are used again and again."""

    label: Any
    """What lies on each cell of the state that the walk has come to."""
    empty: Any
    """The empty cells of its ancestors."""
    near: Any
    """The cell beside each of these from which the next gourd came."""
    old: Any
    """What lay there."""
    counts: Any
    """How many children have each score, roughly."""
    small: Any
    """Shape (4, 8): what a state's children are worked out in."""


class Tables(NamedTuple):
    """What does not change during a search."""

    neighbors: Any
    """The neighbor of each cell on each side, 0 where there is none: eight for each cell, the last of them itself."""
    first: Any
    """Where the sides with a neighbor begin, for each cell."""
    side: Any
    """These sides, in the order in which moves are made."""
    turn: Any
    """On which side of the end that moved in the other one then lies, but opposite: by the side d it came from and the
    direction a in which it lay, at 8·d + a."""
    leaves: Any
    """On which side of that end the cell becomes empty: ITSELF if the move is a pivot."""
    pose: Any
    """The pose of end 0 for each pose of end 0, then for each pose of end 1.

    A pose is six times the cell of the end plus the direction of the other end."""
    added: Any
    """The square root of what a gourd adds to the score: for each gourd, each pose of end 0."""
    unit: Any
    """What a gourd adds that is one move away from a home in the middle."""
    of_end: Any
    """A random factor for each end."""
    of_cell: Any
    """A random factor for each cell: a key is the sum over all ends of the two factors' product."""
    goal: Any
    """The key of the goal."""


def add_key(table: Any, key: Any) -> bool:
    """Note a key, in place of the one in its slot; False iff it was there. The table's length is a power of two.

    Of those with the same slot 16 bits tell keys apart: one new key in 65,536 is taken for the one that is there.
    """
    slot, part = (key >> at(20)) & at(len(table) - 1), np.uint16(key >> at(48))
    is_new = table[slot] != part
    table[slot] = part
    return bool(is_new)


def opposite(d: int) -> int:
    """The direction back."""
    return d + 3 if d < 3 else d - 3


def shift(label: Any, hole: int, d: int, tables: Any) -> Any:
    """Make the move of the gourd on side d of the empty cell: the cell that becomes empty."""
    near = whole(tables.neighbors[at(hole * 8 + d)])
    end, ahead = whole(label[at(near)]) >> 3, whole(label[at(near)]) & 7
    other, side = whole(tables.neighbors[near * 8 + ahead]), whole(tables.turn[at(d * 8 + ahead)])
    left = whole(tables.neighbors[near * 8 + tables.leaves[at(d * 8 + ahead)]])
    label[at(hole)] = end << 3 | side
    label[near ^ other ^ left] = (end ^ 1) << 3 | opposite(side)
    label[left] = EMPTY
    return left


def take_back(label: Any, hole: int, near: int, old: int, tables: Any) -> None:
    """Undo the move of the gourd that had the label ``old`` on the cell ``near`` into the empty cell."""
    label[at(hole)] = EMPTY
    label[at(near)] = old
    label[whole(tables.neighbors[at(near * 8 + (old & 7))])] = ((old >> 3) ^ 1) << 3 | opposite(old & 7)


def expand(
    found: int,
    hole: int,
    before: int,
    score: int,
    key: Any,
    work: Any,
    level: Any,
    shares: Any,
    tables: Any,
    table: Any,
) -> int:
    """Note the children of the walk's state, but the one that goes back at once, after ``found`` others: all noted."""
    label, small, poses = work.label, work.small, len(tables.pose) // 2
    some = 0
    for place in range(tables.first[hole], tables.first[hole + 1]):
        d = whole(tables.side[at(place)])
        near = whole(tables.neighbors[at(hole * 8 + d)])
        end, ahead = whole(label[near]) >> 3, whole(label[near]) & 7
        move = d * 8 + ahead
        left = whole(tables.neighbors[near * 8 + tables.leaves[move]])
        flip, row = (end & 1) * poses, (end >> 1) * poses
        old = whole(tables.added[at(row + whole(tables.pose[at(flip + near * 6 + ahead)]))])
        new = whole(tables.added[at(row + whole(tables.pose[at(flip + hole * 6 + whole(tables.turn[move]))]))])
        made = score + new * new - old * old
        to = at(some)
        small[0, to], small[1, to], small[2, to], small[3, to] = d, near, left, made
        some += (made <= shares.limit[left]) & (left != before)
    for k in range(some):
        near, left, made = small[1, at(k)], at(small[2, at(k)]), small[3, at(k)]
        end = whole(label[at(near)]) >> 3
        after = key + tables.of_end[end] * (tables.of_cell[at(hole)] - tables.of_cell[at(near)])
        after += tables.of_end[end ^ 1] * (tables.of_cell[at(near)] - tables.of_cell[left])  # 0 if it is a pivot
        group = min(max((made - shares.base[left]) >> shares.fine[left], 0), GROUPS - 1)
        is_new = add_key(table, after)
        to = at(found)
        level.empty[to], level.way[to], level.group[to] = left, small[0, at(k)], group
        level.score[to], level.key[to] = made, after
        shares.noted[left * at(GROUPS) + at(group)] += is_new
        found += is_new
    return found


def choose(level: Any, shares: Any, work: Any, tables: Any, state: Any) -> int:
    """Mark which of the children that are noted make up the next level: how many. Set the limits of their children."""
    cells, noted = len(shares.cut), state[NOTED]
    share = -(-state[WIDTH] // cells)
    both = limited = short = change = 0
    highest = whole(-UNLIMITED)
    for cell in range(cells):
        group, count, first = 0, whole(0), cell * GROUPS
        while group < GROUPS and count + shares.noted[first + group] < share:
            count += shares.noted[first + group]
            group += 1
        shares.cut[cell], shares.room[cell] = group, share - count
        last, kept = shares.last[cell], whole(UNLIMITED)
        if group < GROUPS:
            part = ((share - count) << shares.fine[cell]) // shares.noted[first + group]
            kept = shares.base[cell] + (group << shares.fine[cell]) + part
            highest = max(highest, kept)
        elif shares.limit[cell] < UNLIMITED:  # the limit was too low
            short += 1
            kept = shares.limit[cell] + state[MARGIN] // PARTS + 1
        limited += shares.limit[cell] < UNLIMITED
        if last < UNLIMITED and kept < UNLIMITED:
            both, change = both + 1, change + kept - last
        shares.last[cell] = kept if 2 * count >= share or group < GROUPS else UNLIMITED
        for k in range(first, first + GROUPS):
            shares.noted[k] = 0
    if both:
        state[DROP] += (PARTS * change // both - state[DROP]) // 4
    if SHORT * short > limited:
        state[MARGIN] = min(state[MARGIN] + state[MARGIN] // 8 + tables.unit, MOST)
    else:
        state[MARGIN] -= state[MARGIN] // 32
    chosen = 0
    lowest = UNLIMITED
    for k in range(noted):
        cell, beyond = whole(level.empty[k]), whole(level.group[k]) - shares.cut[whole(level.empty[k])]
        is_kept = (beyond < 0) | ((beyond == 0) & (shares.room[cell] > 0))
        shares.room[cell] -= beyond == 0
        level.is_kept[k] = is_kept
        chosen += is_kept
        lowest = min(lowest, level.score[k])
    if chosen > state[WIDTH]:
        chosen = narrow(level, lowest, work.counts, state)
    if highest > lowest:
        state[SPREAD] = highest - lowest
    set_limits(lowest, shares, tables, state)
    return chosen


def narrow(level: Any, lowest: int, counts: Any, state: Any) -> int:
    """Keep only the best of the children that are kept, as many as the level is wide: how many."""
    noted, highest = state[NOTED], lowest
    for k in range(noted):
        if level.is_kept[k]:
            highest = max(highest, level.score[k])
    coarse = 0
    while (highest - lowest) >> coarse >= COARSE:
        coarse += 1
    for group in range(COARSE):
        counts[group] = 0
    for k in range(noted):
        counts[(level.score[k] - lowest) >> coarse if level.is_kept[k] else COARSE] += 1
    chosen = cut = 0
    while chosen + counts[cut] <= state[WIDTH]:
        chosen += counts[cut]
        cut += 1
    room = state[WIDTH] - chosen
    for k in range(noted):
        if level.is_kept[k]:
            beyond = ((level.score[k] - lowest) >> coarse) - cut
            level.is_kept[k] = (beyond < 0) | ((beyond == 0) & (room > 0))
            room -= beyond == 0
    return int(state[WIDTH])


def set_limits(lowest: int, shares: Any, tables: Any, state: Any) -> None:
    """The limits and groups for the children of the next level, whose lowest score is given."""
    drop, margin, spread = state[DROP] // PARTS, state[MARGIN] // PARTS, state[SPREAD]
    fine = coarse = 0
    while GROUPS << fine < 8 * max(margin, tables.unit):
        fine += 1
    while GROUPS << coarse < spread + spread // 2:
        coarse += 1
    for cell in range(len(shares.limit)):
        if shares.last[cell] < UNLIMITED:
            shares.limit[cell] = shares.last[cell] + drop + margin
            shares.base[cell], shares.fine[cell] = shares.limit[cell] + 1 - (GROUPS << fine), fine
        else:
            shares.limit[cell] = UNLIMITED
            shares.base[cell], shares.fine[cell] = lowest + drop - spread // 4, coarse


def follow(
    level: Any, following: Any, roots: Any, log: Any, work: Any, shares: Any, tables: Any, table: Any, state: Any
) -> int:
    """Walk through the tree of moves, and on to the children that are kept: the lowest of their scores.

    The walk of the following level and the children of its states are noted. On the way back the walk forgets the
    branches without a child that is kept. Moves that all states of a root have in common are made on the root itself.
    """
    label, steps = work.label, following.steps
    kept = np.empty(8, whole)
    position = length = leaf = child = count = found = alive = deepest = 0
    lowest = whole(UNLIMITED)
    for root in range(state[ROOTS]):
        for cell in range(len(label)):
            label[cell] = roots.label[root, cell]
        hole, depth, begun, first = whole(roots.empty[root]), 0, count, length
        common = low = 0  # how deep all states so far are alike, and the least depth since the last of them
        while True:
            step = whole(level.steps[at(position)])
            position += 1
            if step < STAY:
                work.empty[at(depth)], work.near[at(depth)] = hole, tables.neighbors[at(hole * 8 + step)]
                work.old[at(depth)] = label[whole(tables.neighbors[at(hole * 8 + step)])]
                hole = shift(label, hole, step, tables)
                steps[at(length)] = step
                length += 1
                depth += 1
            elif step == UP:
                depth -= 1
                low = min(low, depth)
                hole = whole(work.empty[at(depth)])
                take_back(label, hole, whole(work.near[at(depth)]), whole(work.old[at(depth)]), tables)
                if length > first and steps[at(length - 1)] < STAY:
                    length -= 1
                else:
                    steps[at(length)] = UP
                    length += 1
            elif step < UP:
                some = 0
                for k in range(child, child + whole(level.born[at(leaf)])):
                    kept[at(some)] = k
                    some += level.is_kept[at(k)]
                child += whole(level.born[at(leaf)])
                leaf += 1
                if some == 0:
                    continue
                d = step - LEAF
                if d != STAY:
                    work.empty[at(depth)], work.near[at(depth)] = hole, tables.neighbors[at(hole * 8 + d)]
                    work.old[at(depth)] = label[whole(tables.neighbors[at(hole * 8 + d)])]
                    hole = shift(label, hole, d, tables)
                    steps[at(length)] = d
                    length += 1
                    depth += 1
                common = min(common, low) if count > begun else depth
                low, deepest = depth, max(deepest, depth)
                for place in range(some):
                    k = at(kept[at(place)])
                    way, score, key, born = whole(level.way[k]), level.score[k], level.key[k], found
                    near = whole(tables.neighbors[at(hole * 8 + way)])
                    old = whole(label[near])
                    left = shift(label, hole, way, tables)
                    lowest = min(lowest, score)
                    if key == tables.goal:
                        state[DEPTH], state[HOLE], state[LEFT], state[ROOT] = depth, hole, left, root
                        return int(lowest)
                    found = expand(found, left, hole, score, key, work, following, shares, tables, table)
                    following.born[at(count)] = found - born
                    take_back(label, hole, near, old, tables)
                    steps[at(length)] = LEAF + way
                    length += 1
                    count += 1
                if d != STAY:
                    depth -= 1
                    low = min(low, depth)
                    hole = whole(work.empty[at(depth)])
                    take_back(label, hole, whole(work.near[at(depth)]), whole(work.old[at(depth)]), tables)
                    steps[at(length)] = UP
                    length += 1
            elif step == END:
                break
        if count == begun:
            length = first
            continue
        last = roots.last[root]
        for place in range(first, first + common):
            log.empty[state[LOG]], log.before[state[LOG]] = hole, last
            last = state[LOG]
            state[LOG] += 1
            hole = shift(label, hole, whole(steps[place]), tables)
            steps[place] = SKIP
        length -= common
        steps[at(length)] = END
        length += 1
        for cell in range(len(label)):
            roots.label[alive, cell] = label[cell]
        roots.empty[alive], roots.last[alive] = hole, last
        alive += 1
    state[COUNT], state[NOTED], state[LENGTH], state[ROOTS], state[DEPTH] = count, found, length, alive, deepest
    return int(lowest)


def begin(
    score: Any, key: Any, level: Any, roots: Any, work: Any, shares: Any, tables: Any, table: Any, state: Any
) -> None:
    """Make the roots the first level, whose scores and keys are given, and note their children."""
    lowest, highest = score[0], score[0]
    shares.limit[:] = shares.last[:] = UNLIMITED
    for root in range(len(key)):
        add_key(table, key[root])
        lowest, highest = min(lowest, score[root]), max(highest, score[root])
    state[COUNT] = state[ROOTS] = len(key)
    state[LENGTH] = 2 * len(key)
    state[LOWEST], state[SPREAD] = lowest, highest - lowest + LARGEST * LARGEST
    set_limits(lowest, shares, tables, state)
    found = 0
    for root in range(len(key)):
        level.steps[2 * root], level.steps[2 * root + 1] = LEAF + STAY, END
        for cell in range(len(work.label)):
            work.label[cell] = roots.label[root, cell]
        hole, born = whole(roots.empty[root]), found
        found = expand(found, hole, -1, score[root], key[root], work, level, shares, tables, table)
        level.born[root] = found - born
    state[NOTED] = found


def has_room(level: Any, following: Any, log: Any, work: Any, shares: Any, state: Any) -> bool:
    """Whether the arrays are long enough for what the next level can need."""
    most = -(-state[WIDTH] // len(shares.cut)) * len(shares.cut)
    return bool(
        state[LENGTH] + 3 * most + 2 <= len(following.steps)
        and 6 * most <= len(following.key)
        and state[DEPTH] + 2 <= len(work.near)
        and state[LOG] + (state[DEPTH] + 2) * state[ROOTS] <= len(log.empty)
    )


def advance(
    levels: int,
    patience: int,
    level: Any,
    following: Any,
    roots: Any,
    log: Any,
    work: Any,
    shares: Any,
    tables: Any,
    table: Any,
    counts: Any,
    state: Any,
) -> int:
    """Search this many levels, fewer if the goal is reached or children, patience or room run out: how many it were.

    Afterwards ``level`` is the last one if their number is even, else ``following``. ``counts`` tells how many states
    each of them has.
    """
    for number in range(levels):
        if state[STALE] >= patience or not has_room(level, following, log, work, shares, state):
            return number
        counts[number] = choose(level, shares, work, tables, state) if state[NOTED] else 0
        if counts[number] == 0:
            state[COUNT] = 0
            return number
        lowest = follow(level, following, roots, log, work, shares, tables, table, state)
        if state[LEFT] >= 0:
            return number + 1
        level, following = following, level
        state[STALE] += 1
        if lowest < state[LOWEST]:
            state[WIDTH], state[LOWEST], state[STALE] = max(state[LEAST], state[WIDTH] // 2), lowest, 0
    return levels


HELPERS = (add_key, opposite, shift, take_back, expand, narrow, set_limits, choose, follow, has_room)
"""What the others call."""
