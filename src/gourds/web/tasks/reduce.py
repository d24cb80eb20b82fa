"""From a formula to its instance, with what every gadget stands for."""

from __future__ import annotations

from typing import Any

from gourds.errors import Fault, InputError
from gourds.files.table import document_of
from gourds.formulas.formula import Formula
from gourds.reductions.reduction import Reduction, chain_of
from gourds.web.documents import Asked
from gourds.web.tasks import Say

_CELLS = 26
"""For every literal in a clause the board has more cells than this: a variable's gadget and a clause's have 80
together, and three literals need one of each."""


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """The instance, its gadgets from left to right, and the chain of formulas that leads to the board."""
    formula = asked.formula("formula", "document")
    order = asked.text("order", "variables-first")
    _limit(asked, formula)
    chain = chain_of(formula)
    reduction = Reduction.of_chain(chain, order=order, seed=asked.seed())
    asked.limit_cells(reduction.board.predicted_cells, "formula")
    return {
        "document": document_of(reduction.instance(name=asked.text("name", "") or None)),
        "gadgets": gadgets_of(reduction),
        "formula": _described(reduction.formula),
        "cubic": _described(reduction.board.formula),
        "steps": [{"name": step.name, **_described(step.target, False)} for step in chain.steps],
        "images": _images(reduction),
    }


def _limit(asked: Asked, formula: Formula) -> None:
    """Refuse formulas that are too large before anything is made of them."""
    asked.limit_cells(formula.variables + len(formula.clauses), "formula")  # a gadget has dozens of cells
    different = (set(clause) for clause in formula.clauses)
    literals = sum(len(clause) for clause in different if not any(-literal in clause for literal in clause))
    if literals * _CELLS > asked.board_cells:
        raise InputError(
            Fault("formula", f"{literals:,} literals give a board of more than {asked.board_cells:,} cells")
        )


def _described(formula: Formula, in_full: bool = True) -> dict[str, Any]:
    kind = "cnf" if type(formula).__name__ == "Cnf" else "1in3"
    clauses = {"clauses": [list(clause) for clause in formula.clauses]} if in_full else {}
    return {"kind": kind, "variables": formula.variables, "clause_count": len(formula.clauses), **clauses}


def gadgets_of(reduction: Reduction) -> list[dict[str, Any]]:
    """The gadgets from left to right; ``variables`` are those of the cubic formula."""
    board = reduction.board
    originals: dict[int, list[int]] = {}
    for v, image in enumerate(reduction.back_map(), start=1):
        if image is not None:
            originals.setdefault(image[0], []).append(v * image[1])
    found = []
    for block in board.blocks:
        gadget = board.gadgets.variable if block > 0 else board.gadgets.clause
        column = board.columns[block]
        clause = [] if block > 0 else list(board.formula.clauses[-block - 1])
        names = [f"x{v}" for v in clause]
        found.append(
            {
                "kind": gadget.name,
                "name": f"x{block}" if block > 0 else f"c{-block}",
                "label": f"variable x{block}" if block > 0 else f"exactly one of {', '.join(names)}",
                "cells": [[q + column, r] for q, r in gadget.symbol_at],
                "variables": [block] if block > 0 else clause,
                "clause": clause,
                "originals": originals.get(column, []) if block > 0 else [],
            }
        )
    return found


def _images(reduction: Reduction) -> list[dict[str, int] | None]:
    """For every variable of the formula the gadget that holds its value, and the sign of the value there."""
    at = {reduction.board.columns[block]: k for k, block in enumerate(reduction.board.blocks)}
    return [None if image is None else {"gadget": at[image[0]], "sign": image[1]} for image in reduction.back_map()]
