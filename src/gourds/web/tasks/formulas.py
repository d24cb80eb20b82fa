"""Formulas and their boards: the reduction, and both ways between assignments and placements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from gourds.errors import Fault, InputError
from gourds.files.formulas import format_formula
from gourds.files.table import document_of
from gourds.formulas.formula import Cnf, Formula, variable_names
from gourds.formulas.notation import format_words
from gourds.placement import placement_faults
from gourds.reductions.chain.step import Chain, UnsatisfiedError
from gourds.reductions.reduction import Reduction, chain_of, reduction_of
from gourds.web.documents import Question
from gourds.web.tasks import Say

_CELLS_PER_LITERAL = 26
"""For every literal in a clause the board has more cells than this: a variable's gadget and a clause's have 80
together, and three literals need one of each."""
_LETTERS: Final = {"CNF": "p", "3-CNF": "q", "1-in-3": "r", "monotone": "s", "cubic": "x"}
"""What variables without names are called in each form: no two forms of a formula share a name."""
_OTHER_LETTERS: Final = "yzuwvkmnghefabcdijlo"


def reduce(question: Question, say: Say) -> dict[str, Any]:
    """The instance, its gadgets from left to right, and the chain of formulas that leads to the board."""
    formula = question.formula()
    order = question.text("order", "variables-first")
    _limit(question, formula)
    chain = chain_of(formula)
    reduction = Reduction.of_chain(chain, order=order, seed=question.seed())
    question.limit_cells(reduction.board.predicted_cells, "formula")
    stages = _stages(chain)
    return {
        "document": document_of(reduction.instance()),
        "gadgets": gadgets_of(reduction, stages[-1]["names"]),
        "coverings": _coverings(reduction),
        "formula": stages[0],
        "cubic": stages[-1],
        "stages": stages,
        "images": _images(reduction),
        "texts": _texts(formula, stages[0]["names"]),
        "notation": "words" if formula.names or not chain.source.variables else "dimacs",
    }


def _limit(question: Question, formula: Formula) -> None:
    """Refuse formulas that are too large before anything is made of them."""
    question.limit_cells(formula.variables + len(formula.clauses), "formula")  # a gadget has dozens of cells
    different = (set(clause) for clause in formula.clauses)
    literals = sum(len(clause) for clause in different if not any(-literal in clause for literal in clause))
    if literals * _CELLS_PER_LITERAL > question.board_cells:
        raise InputError(
            Fault("formula", f"{literals:,} literals give a board of more than {question.board_cells:,} cells")
        )


def _stages(chain: Chain) -> list[dict[str, Any]]:
    """The formulas of the chain, first to last, with a name for every variable that no other formula has.

    ``images`` are, for every variable, the literals of the next formula that stand for it.
    """
    formulas = [chain.source, *(step.target for step in chain.steps)]
    titles = [*(step.name.partition(" to ")[0] for step in chain.steps), "cubic"]
    own = chain.source.names
    taken = {name[0] for name in own if re.fullmatch("[a-z][0-9]+", name)} | ({"t"} if own else set())
    found = []
    for k, (formula, title) in enumerate(zip(formulas, titles, strict=True)):
        letter = _LETTERS[title if k or not chain.steps else "CNF"]
        if k or not own:
            letter = next(one for one in (letter, *_OTHER_LETTERS) if one not in taken)
            taken.add(letter)
        found.append({"title": title, **_described(formula, letter)})
        if k < len(chain.steps):
            step = chain.steps[k]
            found[-1]["images"] = [step.literals_for(v) for v in range(1, formula.variables + 1)]
    return found


def _described(formula: Formula, letter: str) -> dict[str, Any]:
    """The formula; the first ``named`` variables are those of the text, others were added to make it a CNF."""
    return {
        "kind": "cnf" if isinstance(formula, Cnf) else "1in3",
        "variables": formula.variables,
        "named": len(formula.names) or formula.variables,
        "names": variable_names(formula, letter),
        "clause_count": len(formula.clauses),
        "clauses": [list(clause) for clause in formula.clauses],
    }


def _texts(formula: Formula, names: Sequence[str]) -> dict[str, str | None]:
    """The formula in both notations; DIMACS has none for 1-in-3 clauses with negative literals."""
    is_signed = not isinstance(formula, Cnf) and not formula.is_monotone
    return {"words": format_words(formula, names), "dimacs": None if is_signed else format_formula(formula)}


def gadgets_of(reduction: Reduction, names: Sequence[str]) -> list[dict[str, Any]]:
    """The gadgets from left to right; ``variables`` are those of the cubic formula, with these names."""
    board = reduction.board
    found = []
    for block in board.blocks:
        gadget = board.gadgets.variable if block > 0 else board.gadgets.clause
        column = board.columns[block]
        clause = [] if block > 0 else list(board.formula.clauses[-block - 1])
        found.append(
            {
                "kind": gadget.name,
                "name": names[block - 1] if block > 0 else f"clause {-block}",
                "cells": [[q + column, r] for q, r in gadget.symbol_at],
                "variables": [block] if block > 0 else clause,
                "clause": clause,
            }
        )
    return found


def _coverings(reduction: Reduction) -> dict[str, dict[str, Any]]:
    """For each kind of gadget the coverings that mean something, and that of its filler, as pairs of cells.

    Those of a variable are named by its value, those of a clause by the place of the variable that is true.
    """
    board = reduction.board
    of_variable, of_clause = board.coverings
    of_places = {str(k): of_clause[symbol] for k, symbol in enumerate("XYZ")}
    return {
        "variable": {"meaning": of_variable, "filler": board.gadgets.variable.filler_gourds},
        "clause": {"meaning": of_places, "filler": board.gadgets.clause.filler_gourds},
    }


def _images(reduction: Reduction) -> list[dict[str, int] | None]:
    """For every variable of the formula the gadget that holds its value, and the sign of the value there."""
    at = {reduction.board.columns[block]: k for k, block in enumerate(reduction.board.blocks)}
    return [None if image is None else {"gadget": at[image[0]], "sign": image[1]} for image in reduction.back_map()]


def place_assignment(question: Question, say: Say) -> dict[str, Any]:
    """The placement of an assignment to the variables of the original formula, None if that does not satisfy it."""
    instance = question.instance()
    reduction = reduction_of(instance)
    variables, values = reduction.formula.variables, question.items("assignment")
    if len(values) != variables or not all(isinstance(value, bool) for value in values):
        raise InputError(Fault("assignment", f"must be a list of {variables} truth values"))
    assignment = tuple(values)
    if not reduction.formula.is_satisfied(assignment):
        return {"placement": None}
    placement = reduction.place(assignment)
    if faults := placement_faults(instance, placement):
        raise UnsatisfiedError(f"the gadgets give no placement of this instance: {faults[0]}")
    return {"placement": placement.to_json()}


def extract(question: Question, say: Say) -> dict[str, Any]:
    """The assignment of the original formula, and whether it satisfies it."""
    instance, placement = question.instance(), question.placement()
    if faults := placement_faults(instance, placement):
        raise InputError(
            Fault(f"placement.{fault.place}" if fault.place else "placement", fault.reason) for fault in faults
        )
    reduction = reduction_of(instance)
    assignment = reduction.extract(placement)
    return {"assignment": list(assignment), "satisfied": reduction.formula.is_satisfied(assignment)}
