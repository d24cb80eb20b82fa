"""What certificates are forged for: feasible instances, and infeasible twins that differ from them in one exchange.

A certificate that passes for a target is wrong, whatever it says: a placement is known.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gourds.certificates.puzzle import Puzzle
from gourds.errors import InputError, LimitError
from gourds.files.certificates import Certificate
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.matching.components import equations
from gourds.matching.frontier.diagram import counting_diagram, refuting_diagram
from gourds.placement import placement_faults
from gourds.solvers import solve
from tests.reduction_boards import planted_cubic, reduction_board, unsatisfiable_cubic
from tests.solvers.small import small_instance

FILLER = "f"
_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True, eq=False)
class Target:
    """A feasible instance."""

    instance: Instance
    """It has a placement, which was checked."""
    relatives: tuple[Certificate, ...]
    """Honest certificates of instances that are nearly the same."""

    @cached_property
    def puzzle(self) -> Puzzle:
        """The instance as the checker sees it."""
        return Puzzle.of(self.instance)


def random_target(rng: random.Random, *, with_large: bool = True) -> Target:
    """A feasible instance of one of several sorts, with its twins' certificates."""
    while True:
        sort = rng.choice(["composed", "composed", "composed", "row", "row", "small", "reduction"])
        if sort == "reduction" and (not with_large or rng.random() < 0.8):
            continue
        if sort == "composed":
            instance = composed(rng, rng.randrange(1, 5))
        elif sort == "row":
            instance = row(rng)
        elif sort == "small":
            instance = small_instance(rng.randrange(10**6))
        else:
            board = reduction_board(unsatisfiable_cubic(rng.choice([6, 9])))
            proved = solve(board, "decompose", proof=True, isolate=False).certificate
            assert proved is not None
            n = rng.choice([3, 6, 9])
            return Target(reduction_board(planted_cubic(n, rng.randrange(20))), (proved,))
        if is_feasible(instance):
            return Target(instance, tuple(relatives(rng, instance)))


def is_feasible(instance: Instance) -> bool:
    """Whether a placement is found, and passes."""
    placement = solve(instance, "decompose", isolate=False).placement
    return placement is not None and not placement_faults(instance, placement)


def composed(rng: random.Random, parts: int) -> Instance:
    """Small mixed components above a row of filler, with the budgets of gourds that were laid on them."""
    colors = "abcde"[: rng.randrange(2, 6)]
    painted: dict[Cell, str] = {}
    budgets: Counter[tuple[str, str]] = Counter()
    right = 0
    for part in range(parts):
        gourds, single = _component(rng, rng.randrange(1, 4), has_single=part == 0)
        left = min(q for pair in (*gourds, single) for q, _ in pair)
        shift = right - left + 3
        for pair in (*gourds, single):
            for q, r in pair:
                painted[q + shift, r] = rng.choice(colors)
                right = max(right, q + shift)
        for (a, b), (c, d) in gourds:
            budgets[painted[a + shift, b], painted[c + shift, d]] += 1
    low, high = min(q for q, _ in painted) - 1, max(q for q, _ in painted) + 2
    high += (high - low + 1) % 2
    painted |= {(q, -1): FILLER for q in range(low, high + 1)}
    budgets[FILLER, FILLER] = (high - low + 1) // 2
    return build(painted, budgets)


def _component(
    rng: random.Random, gourds: int, *, has_single: bool
) -> tuple[list[tuple[Cell, Cell]], tuple[Cell, ...]]:
    """Gourds that touch each other, the first on the floor, r = 0, and perhaps one more cell."""
    taken: list[Cell] = [(0, 0)]
    laid: list[tuple[Cell, Cell]] = []

    def near(cell: Cell) -> list[Cell]:
        return [(cell[0] + q, cell[1] + r) for q, r in _STEPS if cell[1] + r >= 0 and abs(cell[0] + q) < 7]

    while len(laid) < gourds:
        first = (0, 0) if not laid else rng.choice([c for t in taken for c in near(t) if c not in taken])
        free = [c for c in near(first) if c not in taken and c != first]
        if free:
            second = rng.choice(free)
            laid.append((first, second))
            taken += [c for c in (first, second) if c not in taken]
    single = (rng.choice([c for t in taken for c in near(t) if c not in taken]),) if has_single else ()
    return laid, single


def row(rng: random.Random) -> Instance:
    """Cells in a row, with the budgets of gourds that were laid on them."""
    size = 2 * rng.randrange(2, 6) + 1
    colors = [rng.choice("abcd"[: rng.randrange(2, 5)]) for _ in range(size)]
    empty = 2 * rng.randrange(size // 2 + 1)
    firsts = [*range(0, empty, 2), *range(empty + 1, size, 2)]
    budgets = Counter((colors[k], colors[k + 1]) for k in firsts)
    return build({(q, 0): color for q, color in enumerate(colors)}, budgets)


def build(painted: dict[Cell, str], budgets: Counter[tuple[str, str]]) -> Instance:
    """The instance with these colors and budgets, however the pairs are spelled."""
    sorted_budgets: Counter[tuple[str, str]] = Counter()
    for (a, b), count in budgets.items():
        sorted_budgets[min(a, b), max(a, b)] += count
    gourds = [(a, b, count) for (a, b), count in sorted_budgets.items() if count]
    return Instance.build(list(painted), list(painted.values()), gourds)


def relatives(rng: random.Random, instance: Instance, most: int = 4) -> list[Certificate]:
    """Honest certificates of twins: two budgets exchanged, or the colors of two cells."""
    found: list[Certificate] = []
    swept: list[Certificate] = []
    for _ in range(12):
        try:
            other = twin(rng, instance)
        except InputError:
            continue
        for solver in ("decompose", "sat", "polytope"):
            with equations_from(rng.choice([1, equations.MANY])):
                certificate = solve(other, solver, proof=True, isolate=False).certificate
            if certificate is not None:
                found.append(certificate)
        swept += [Certificate(kind, other.digest, data) for kind, data in diagrams_of(other)]
        if len(found) >= most:
            break
    return [*found, *swept]


def diagrams_of(instance: Instance) -> Iterator[tuple[str, dict[str, Any]]]:
    """The data of a diagram that there is no placement, or of a count, if they are small."""
    for kind, make in (("diagram", refuting_diagram), ("count", counting_diagram)):
        with suppress(LimitError):
            data = make(instance, max_states=20_000)
            if data is not None:
                yield kind, data


@contextmanager
def equations_from(few: int) -> Iterator[None]:
    """Let ``decompose`` look at the equations of master problems with so many of them or more."""
    before = equations.FEW
    equations.FEW = few
    try:
        yield
    finally:
        equations.FEW = before


def twin(rng: random.Random, instance: Instance) -> Instance:
    """The same with two ends of gourds exchanged, or the colors of two cells; InputError where that cannot be."""
    colors = [instance.colors[k] for k in instance.cell_colors.tolist()]
    painted = dict(zip(instance.board.cell_list(), colors, strict=True))
    budgets = Counter({(a, b): count for a, b, count in instance.gourd_list()})
    if rng.random() < 0.3:
        one, two = rng.sample(list(painted), 2)
        painted[one], painted[two] = painted[two], painted[one]
    else:
        laid = [pair for pair, count in budgets.items() for _ in range(min(count, 3))]
        (a, b), (c, d) = rng.choice(laid), rng.choice(laid)
        budgets[a, b] -= 1
        budgets[c, d] -= 1
        if min(budgets.values()) < 0:
            raise InputError("no such exchange")
        budgets[a, c] += 1
        budgets[b, d] += 1
    return build(painted, budgets)
