"""``decompose``: signature tables per component, then one small master problem.

The counting laws take the board apart (:mod:`gourds.matching.components.splitting`). Plain components are matched
without search. Every mixed component offers its signatures (:mod:`gourds.matching.components.signatures`); components
that only each other can help are joined (:mod:`gourds.matching.components.joining`); what remains is to choose
signatures that meet the budgets (:mod:`gourds.matching.components.master`), a formula for a SAT solver. The placement
is rebuilt from the choice.

On the boards of the paper's reduction the formula is the source formula itself, so the whole board costs little
more than reading it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.errors import LimitError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.matching.components.equations import Modular, decide_modular, modular_entries
from gourds.matching.components.joining import Joined
from gourds.matching.components.master import Choice, Master, MasterFormula
from gourds.matching.components.modular import PRIME
from gourds.matching.components.proof import decomposition_data
from gourds.matching.components.signatures import SignatureTable
from gourds.matching.components.splitting import Components, Group
from gourds.matching.refutation import counting_refutation
from gourds.placement import Placement
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import claimed, refuted

NAME = "decompose"
_EMPTY = -2
"""The class of the empty cell, of which there is one."""
MAX_SUMS = 3_000_000
"""The most reachable sums, over all classes, for which a formula is made."""


@dataclass
class Decomposition:
    """An instance taken apart, up to the master problem."""

    instance: Instance
    components: Components
    tables: list[SignatureTable | None]
    """For every group of components its table, None if it is too large: then its edges are choices themselves."""
    members: list[tuple[int, int]]
    """Every component with a table, in scan order of its first cell: its group and its row there."""
    open_edges: list[tuple[int, int]]
    """The edges of components without a table, as indices of cells; (v, v) means that cell v stays empty."""
    joined: Joined
    master: Master

    @classmethod
    def of(cls, components: Components, tables: list[SignatureTable | None] | None = None) -> Decomposition:
        """Tables, joins and the master. Raises LimitError where even the sums of the open edges are too many."""
        instance = components.instance
        if tables is None:
            tables = [_table(group) for group in components.groups]
        colors = len(instance.colors)
        rows: list[tuple[int, int, int]] = []
        classes: list[list[list[int]]] = []
        open_edges: list[tuple[int, int]] = []
        for g, (group, table) in enumerate(zip(components.groups, tables, strict=True)):
            pairs = np.array(group.kind.classes, dtype=np.int64).reshape(-1, 2)
            ends = group.colors[:, pairs]
            classes.append((ends.min(axis=2) * colors + ends.max(axis=2)).tolist())
            if table is None:
                open_edges += _edges_of(components, group)
            else:
                rows += [(first, g, k) for k, first in enumerate(group.cells[:, 0].tolist())]
        members = [(g, k) for _, g, k in sorted(rows)]
        signatures = [table.signatures if table else [] for table in tables]
        choices = [Choice(signatures[g], classes[g][k]) for g, k in members]
        choices += _edge_choices(instance, open_edges)
        budgets = {i * colors + j: count for (i, j), count in instance.budgets.items() if i != j}
        if any(v == w for v, w in open_edges):
            budgets[_EMPTY] = 1
        joined = Joined(choices, budgets)
        left = {name: count for name, count in budgets.items() if name not in joined.spent}
        master = Master([joined.choices[j] for j in joined.active], left)
        sums = sum(min(len(master.items[name]), count + 1) * len(master.items[name]) for name, count in left.items())
        if sums > MAX_SUMS:
            raise LimitError(f"the sums over components that are too large to tabulate are too many ({sums:,})")
        parts = cls(instance, components, tables, members, open_edges, joined, master)
        parts._cover_open_cells()
        return parts

    def _cover_open_cells(self) -> None:
        """Clauses: every cell of an open component is dealt with exactly once."""
        position = {j: k for k, j in enumerate(self.joined.active)}
        at: dict[int, list[int]] = {}
        for k, (v, w) in enumerate(self.open_edges):
            used = self.master.variable(position[len(self.members) + k], 1)
            for cell in {v, w}:
                at.setdefault(cell, []).append(used)
        for literals in at.values():
            self.master.clauses.append(literals)
            self.master.clauses += [[-a, -b] for k, a in enumerate(literals) for b in literals[:k]]

    def place(self, chosen: list[int], mate: NDArray[np.int32]) -> None:
        """Enter matchings with the chosen signatures of the active choices into the partners of the cells."""
        full = self.joined.expand(chosen)
        by_matching: dict[tuple[int, int], list[int]] = {}
        for (g, k), t in zip(self.members, full[: len(self.members)], strict=True):
            by_matching.setdefault((g, t), []).append(k)
        for (g, t), rows in by_matching.items():
            table = self.tables[g]
            assert table is not None
            edges, _ = table.matching(table.signatures[t])
            ends = self.components.groups[g].cells[rows][:, np.array(edges, dtype=np.int64).reshape(-1, 2)]
            mate[ends[:, :, 0]] = ends[:, :, 1]
            mate[ends[:, :, 1]] = ends[:, :, 0]
        for (v, w), used in zip(self.open_edges, full[len(self.members) :], strict=False):
            if used and v != w:
                mate[v], mate[w] = w, v


def _table(group: Group) -> SignatureTable | None:
    try:
        return SignatureTable(group.kind)
    except LimitError:
        return None


def _edges_of(components: Components, group: Group) -> list[tuple[int, int]]:
    edges = np.array(group.kind.edges, dtype=np.int64).reshape(-1, 2)
    found = [(v, w) for row in group.cells[:, edges].tolist() for v, w in row]
    if group.kind.empty_color is not None:
        found += [(v, v) for v in components.spare.tolist()]
    return found


def _edge_choices(instance: Instance, edges: list[tuple[int, int]]) -> list[Choice]:
    """An edge counts for its class, an empty cell for the class of its own that has budget 1."""
    inside, across = [(), ()], [(0,), (1,)]
    colors, of = len(instance.colors), instance.cell_colors.tolist()
    found = []
    for v, w in edges:
        i, j = (of[v], of[w]) if of[v] <= of[w] else (of[w], of[v])
        if v == w:
            found.append(Choice(across, [_EMPTY], is_edge=True))
        elif i == j:
            found.append(Choice(inside, [], is_edge=True))
        else:
            found.append(Choice(across, [i * colors + j], is_edge=True))
    return found


def _run(instance: Instance, options: Options) -> Outcome:
    return attempt(instance, options) or search(instance, options)


def attempt(instance: Instance, options: Options) -> Outcome | None:
    """The outcome if every component is plain or has a table; None if some component is too large for one."""
    return _decide(instance, options, with_open=False)


def search(instance: Instance, options: Options) -> Outcome:
    """The same with the edges of large components in the master problem, or as one formula of the whole board."""
    outcome = _decide(instance, options, with_open=True)
    assert outcome is not None
    return outcome


def _decide(instance: Instance, options: Options, *, with_open: bool) -> Outcome | None:
    stats: dict[str, Any] = {}
    start = time.perf_counter()

    def lap(name: str) -> None:
        nonlocal start
        now = time.perf_counter()
        stats[name] = round(now - start, 6)
        start = now

    refutation = counting_refutation(instance)
    lap("counting_s")
    if refutation is not None:
        return refuted(instance, refutation, NAME, stats)
    components = Components(instance)
    groups = components.groups
    lap("split_s")
    mate, barrier = components.match_plain()
    lap("matching_s")
    if barrier is not None:
        return refuted(instance, barrier, NAME, stats)
    tables = [_table(group) for group in groups]
    if not with_open and None in tables:
        return None
    try:
        parts = Decomposition.of(components, tables)
    except LimitError as error:
        return _by_sat(instance, options, f"{error}; decided by sat")
    if parts.open_edges and not parts.members:
        return _by_sat(instance, options, "the components are too large to tabulate; decided by sat")
    stats |= {"components": len(parts.members), "kinds": len(parts.tables), "joins": len(parts.joined.joins)}
    lap("tables_s")
    if not parts.master.propagate():
        lap("propagate_s")
        return _infeasible(parts, None, [], options, stats)
    formula = parts.master.formula()
    lap("formula_s")
    stats |= {"variables": len({abs(x) for c in formula.clauses for x in c}), "clauses": len(formula.clauses)}
    modular = decide_modular(formula) if not parts.open_edges else Modular()
    lap("modular_s")
    if modular.weights is not None:
        return _infeasible(parts, formula, [], options, stats, modular.weights)
    model, proof = (modular.model, []) if modular.model is not None else _solve(formula, options)
    lap("search_s")
    if model is None:
        return _infeasible(parts, formula, proof, options, stats)
    parts.place(formula.decode(model), mate)
    placement = Placement.from_mates(instance.board, mate.tolist())
    lap("build_s")
    return Outcome(Status.FEASIBLE, placement, stats=stats)


def _solve(formula: MasterFormula, options: Options) -> tuple[set[int] | None, list[str]]:
    """A model of the formula, or None and the proof that there is none."""
    from pysat.solvers import Solver as SatSolver

    if any(not clause for clause in formula.clauses):
        return None, ["0"]
    with SatSolver("cadical195", bootstrap_with=formula.clauses, with_proof=options.proof) as solver:
        if solver.solve():
            return set(solver.get_model()), []
        return None, solver.get_proof() if options.proof else []


def _infeasible(
    parts: Decomposition,
    formula: MasterFormula | None,
    proof: list[str],
    options: Options,
    stats: dict[str, Any],
    weights: dict[str, list[list[int]]] | None = None,
) -> Outcome:
    """No choice of signatures meets all budgets: by a proof, or by weights of equations modulo a prime."""
    instance = parts.instance
    reason = "no choice of signatures meets all budgets"
    if weights is not None:
        reason += f": its equations have no solution modulo {PRIME}"
    if options.proof and parts.open_edges:
        # A component without a table has no signatures to show, so the proof is one of the whole formula.
        return _by_sat(instance, options, reason)
    if not options.proof:
        return claimed(instance, NAME, reason, stats)
    tables = [table.signatures for table in parts.tables if table is not None]
    data = decomposition_data(tables, parts.joined, parts.master, formula, proof, len(instance.colors))
    certificate = Certificate("decomposition", instance.digest, data)
    if weights is not None:
        certificate = Certificate("modular", instance.digest, modular_entries(data, weights, len(instance.colors)))
    return Outcome(Status.INFEASIBLE, certificate=certificate, reason=reason, stats=stats)


def _by_sat(instance: Instance, options: Options, why: str) -> Outcome:
    """The same question to the SAT solver on the whole board."""
    from gourds.solvers.sat import SOLVER as SAT

    outcome = SAT.run(instance, replace(options, variant="", encoding="reduced"))
    return replace(outcome, reason=f"{outcome.reason} ({why})" if outcome.reason else why)


SOLVER = Solver(
    name=NAME,
    summary="signature tables per component and one small master problem",
    run=_run,
    modules=("pysat.solvers",),
    package="python-sat",
    settings=("cardinality", "covering"),  # of sat, which gets the boards that cannot be decomposed
    in_process=True,
    abilities=frozenset({"decide", "find", "prove"}),
)
