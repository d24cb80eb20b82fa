"""Boards that fall apart: the placement, or the budgets and cells that a refutation by ``decompose`` speaks of.

A certificate of kind ``decomposition`` or ``modular`` says nothing about a class of gourds that it does not name, in a
clause, an equation or a join, and nothing about a component none of whose classes it names. So the budgets of the
classes named, and the cells of the components where such gourds can lie, cannot be met together. Often fewer would
do: :mod:`~gourds.explain.core` looks for those, which takes a hundred times as long on boards of 24,001 cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gourds.explain.problem import Bound
from gourds.files.certificates import Certificate
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.solvers import decompose
from gourds.solvers.base import Options, Status


@dataclass(frozen=True)
class Refuted:
    """Demands that cannot be met together, and a certificate of that."""

    bounds: tuple[Bound, ...]
    """Both bounds of every class that the certificate names."""
    cells: tuple[int, ...]
    """The cells of all components with such an edge."""
    parts: int
    """How many components these are."""
    certificate: Certificate


def placement_or_refuted(instance: Instance) -> Placement | Refuted | None:
    """The verdict on an instance whose counting laws hold; None if it does not fall into small components."""
    outcome = decompose.attempt(instance, Options(proof=True))
    if outcome is None or outcome.status is Status.UNKNOWN:
        return None
    if outcome.placement is not None:
        return outcome.placement
    certificate = outcome.certificate
    if certificate is None or certificate.kind not in ("decomposition", "modular"):
        return None
    pairs = _named_classes(instance, certificate)
    labels = instance.usable_parts
    touched = np.unique(labels[_edges_of(instance, pairs)])
    cells = np.flatnonzero(np.isin(labels, touched))
    bounds = [Bound(pair, way, instance.budgets[pair]) for pair in pairs for way in (True, False)]
    return Refuted(tuple(sorted(bounds)), tuple(cells.tolist()), len(touched), certificate)


def _edges_of(instance: Instance, pairs: list[tuple[int, int]]) -> IndexArray:
    numbers = [i * len(instance.colors) + j for i, j in pairs]
    found: IndexArray = instance.board.edges[np.isin(instance.edge_classes, numbers)]
    return found


def _named_classes(instance: Instance, certificate: Certificate) -> list[tuple[int, int]]:
    """The classes that a certificate may rest on; all of two colors if it joins choices or has a proof by clauses."""
    data: Any = certificate.data
    everything = [(i, j) for i, j in instance.budgets if i != j]
    if certificate.kind == "decomposition" and not (data["sums"] or data["joins"] or data["definitions"]):
        # Only what single classes imply: each clause names its class, and the last one has no literal.
        named = {(row[0], row[1]) for row in data["implied"]}
        return [pair for pair in everything if pair in named]
    return everything
