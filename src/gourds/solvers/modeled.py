"""What the solvers on the matching model share: presolve first, then the model, then a search on it.

``sat``, ``cpsat`` and ``ilp`` differ only in the search. A search takes a model and says which edges a solution uses,
or that there is none; what that means for the instance is settled here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gourds.encodings.model import Model, build_model, build_placement, reduced_model
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.matching.components.presolve import presolve
from gourds.matching.refutation import Refutation, counting_refutation
from gourds.solvers.base import Options, Outcome, Status


@dataclass(frozen=True)
class Found:
    """What a search on a model found."""

    status: Status
    edges: IndexArray | None = None
    """If feasible: the edges of the board in the model's part of the placement."""
    reason: str | None = None
    """In words: why infeasible, why unknown."""
    proof: Mapping[str, Any] | None = None
    """If infeasible and proved: the data of a certificate of kind 'drat'."""
    stats: Mapping[str, Any] = field(default_factory=dict)
    """Figures of the search."""


Search = Callable[[Model, Options], Found]


def refuted(instance: Instance, refutation: Refutation, name: str, stats: Mapping[str, Any] | None = None) -> Outcome:
    """The outcome that an argument without search gives."""
    if refutation.kind == "claimed":
        return claimed(instance, name, refutation.reason, stats)
    certificate = Certificate(refutation.kind, instance.digest, {"reason": refutation.reason, **refutation.data})
    return Outcome(Status.INFEASIBLE, certificate=certificate, reason=refutation.reason, stats=stats or {})


def decide(
    instance: Instance,
    options: Options,
    name: str,
    search: Search,
    build: Callable[[Instance], Model] | None = None,
) -> Outcome:
    """The outcome of a search on the model of an instance, in the encoding that the options ask for.

    ``reduced`` gets what presolve leaves, or without presolve the whole board after the counting laws; ``textbook``
    is always the whole board, and without presolve not even the counting laws come first. ``build`` makes another
    model of the whole board instead, for a search that has to prove what it says. The setting ``covering`` = True
    adds variables for the empty cell to ``textbook``, see :mod:`gourds.encodings.model`.
    """
    if options.encoding not in ("textbook", "reduced"):
        raise InputError(f"there is no encoding '{options.encoding}'; there are textbook, reduced")
    if build is None and options.presolve and options.encoding == "reduced":
        return _decide_presolved(instance, options, name, search)
    if options.presolve or options.encoding == "reduced":
        refutation = counting_refutation(instance)
        if refutation is not None:
            return refuted(instance, refutation, name)
    covering = choice(options, "covering", False, (True, False))
    model = build(instance) if build is not None else build_model(instance, options.encoding, covering=covering)
    options.tell(f"{name}: searching a model of {model.variable_count:,} variables")
    return _outcome(instance, search(model, options), name, [], {})


def _decide_presolved(instance: Instance, options: Options, name: str, search: Search) -> Outcome:
    start = time.perf_counter()
    options.tell(f"{name}: presolving")
    left = presolve(instance)
    stats = {**left.stats(), "presolve_s": round(time.perf_counter() - start, 6)}
    if left.refutation is not None:
        return refuted(instance, left.refutation, name, stats)
    model = reduced_model(
        instance, cells=left.cells, usable=left.usable, budgets=left.budgets, empty_cells=left.candidates
    )
    if not model.variable_count and not model.is_trivially_infeasible():
        return Outcome(
            Status.FEASIBLE, build_placement(instance, left.fixed), reason="settled by presolve", stats=stats
        )
    options.tell(f"{name}: searching a model of {model.variable_count:,} variables")
    return _outcome(instance, search(model, options), name, left.fixed, stats)


def _outcome(instance: Instance, found: Found, name: str, fixed: list[int], stats: Mapping[str, Any]) -> Outcome:
    """What a search on a model means for the instance."""
    figures = {**stats, **found.stats}
    if found.status is Status.FEASIBLE:
        assert found.edges is not None
        return Outcome(found.status, build_placement(instance, [*fixed, *found.edges.tolist()]), stats=figures)
    if found.status is Status.UNKNOWN:
        return Outcome(found.status, reason=found.reason, stats=figures)
    if found.proof is None:
        return claimed(instance, name, found.reason, figures)
    certificate = Certificate("drat", instance.digest, found.proof)
    return Outcome(found.status, certificate=certificate, reason=found.reason, stats=figures)


def choice(options: Options, name: str, default: Any, allowed: tuple[Any, ...]) -> Any:
    """One of the solver's own settings, checked."""
    value = options.settings.get(name, default)
    if value not in allowed:
        raise InputError(f"{name} cannot be {value!r}; it can be {', '.join(map(str, allowed))}")
    return value


def number(options: Options, name: str, default: float | None, what: str, is_right: Callable[[float], bool]) -> Any:
    """A number among the solver's own settings, or its default; ``what`` it must be is said if it is not right."""
    value = options.settings.get(name, default)
    if value is None and default is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not is_right(value):
        raise InputError(f"{name} must be {what}, not {value!r}")
    return value


def claimed(instance: Instance, name: str, reason: str | None, stats: Mapping[str, Any] | None = None) -> Outcome:
    """An infeasible outcome that rests on a solver's word."""
    certificate = Certificate("claimed", instance.digest, {"by": name})
    return Outcome(Status.INFEASIBLE, certificate=certificate, reason=reason, stats=stats or {})


def out_of_time(options: Options) -> str:
    """The reason of a search that stopped by itself at the time limit."""
    limit = options.time_limit or 0.0
    return f"time limit: {round(limit, 1) if limit > 1 else limit:.3g} s were reached"
