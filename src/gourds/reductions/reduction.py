"""From a formula to an instance and back: the chain that its form needs, then the board.

The instance carries what the back map needs in its ``source``: the formula, and for every variable the column of the
gadget that holds its value (with sign −1 if it holds the opposite; null if the value does not matter). Gadgets that are
not the paper's are kept there too. So a placement can be read with no more than the instance. The forward map builds
the reduction again from the formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gourds.errors import Fault, InputError
from gourds.formulas.formula import Assignment, Cnf, Formula, OneInThree
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.reductions.chain.cnf_to_three_cnf import cnf_to_three_cnf
from gourds.reductions.chain.cubic_to_board import BoardReduction, arrange, columns_for_exponent, read_values
from gourds.reductions.chain.monotone_to_cubic import monotone_to_cubic
from gourds.reductions.chain.one_in_three_to_monotone import one_in_three_to_monotone
from gourds.reductions.chain.step import Chain, Step, UnsatisfiedError, compose
from gourds.reductions.chain.three_cnf_to_one_in_three import three_cnf_to_one_in_three
from gourds.reductions.gadgets.drawing import Gadget, GadgetSet, bundled_gadgets, load_gadgets, parse_gadget

NAME: Final = "one-in-three-sat"


def load_usable_gadgets(folder: Path) -> GadgetSet:
    """The gadgets in a folder, tried on the smallest formula. Raises InputError if they give no instance.

    Numbers of cells and of gourds grow alike with the formula, so gadgets that give one instance give all.
    """
    gadgets = load_gadgets(folder)
    try:
        reduce(OneInThree(3, ((1, 2, 3),) * 3), gadgets=gadgets)
    except InputError as error:
        reason = f"{error.faults[0].reason}; 'gourds gadget {folder}' shows why"
        raise InputError(Fault("the smallest board", reason), str(folder)) from None
    return gadgets


def chain_of(formula: Formula) -> Chain:
    """The steps that make a formula cubic; none if it is cubic already."""
    steps: list[Callable[[Formula], Step]] = []
    if isinstance(formula, Cnf):
        steps = [cnf_to_three_cnf, three_cnf_to_one_in_three, one_in_three_to_monotone, monotone_to_cubic]
    elif not formula.is_monotone:
        steps = [one_in_three_to_monotone, monotone_to_cubic]
    elif not formula.is_cubic:
        steps = [monotone_to_cubic]
    return compose(formula, steps)


@dataclass(frozen=True, eq=False)
class Reduction:
    """A formula, the chain to its cubic form, and the board of that."""

    chain: Chain
    board: BoardReduction
    order: str
    seed: int

    @classmethod
    def of(
        cls,
        formula: Formula,
        *,
        order: str = "variables-first",
        seed: int = 0,
        color_exponent: float | None = None,
        gadgets: GadgetSet | None = None,
    ) -> Reduction:
        """The reduction of any formula."""
        return cls.of_chain(chain_of(formula), order=order, seed=seed, color_exponent=color_exponent, gadgets=gadgets)

    @classmethod
    def of_chain(
        cls,
        chain: Chain,
        *,
        order: str = "variables-first",
        seed: int = 0,
        color_exponent: float | None = None,
        extra_columns: int = 0,
        gadgets: GadgetSet | None = None,
    ) -> Reduction:
        """The reduction at the end of a chain."""
        cubic = chain.target
        assert isinstance(cubic, OneInThree)
        gadgets = gadgets or bundled_gadgets()
        blocks = arrange(cubic.variables, len(cubic.clauses), order, seed)
        board = BoardReduction(cubic, gadgets, blocks, extra_columns)
        if color_exponent is not None:
            extra = columns_for_exponent(board.predicted_cells, cubic.variables + 2, board.height, color_exponent)
            board = BoardReduction(cubic, gadgets, blocks, extra)
        return cls(chain, board, order, seed)

    @property
    def formula(self) -> Formula:
        """The formula that it all starts from."""
        return self.chain.source

    def instance(self, *, name: str | None = None, command: str | None = None) -> Instance:
        """The instance, with what the back map needs as its source."""
        return self.board.instance(name=name, source=self.source(command))

    def source(self, command: str | None = None) -> dict[str, Any]:
        """What the instance says of where it came from."""
        kind = "cnf" if isinstance(self.formula, Cnf) else "1in3"
        clauses = [list(clause) for clause in self.formula.clauses]
        found: dict[str, Any] = {"reduction": NAME}
        if command is not None:
            found["command"] = command
        found["formula"] = {"kind": kind, "variables": self.formula.variables, "clauses": clauses}
        if self.formula.names:
            found["formula"]["names"] = list(self.formula.names)
        found["order"] = self.order
        if self.order == "shuffled":
            found["order_seed"] = self.seed
        if self.board.extra_columns:
            found["extra_columns"] = self.board.extra_columns
        if not self.board.gadgets.is_bundled:
            gadgets = (self.board.gadgets.variable, self.board.gadgets.clause)
            found["gadgets"] = {gadget.name: gadget.text() for gadget in gadgets}
        found["back_map"] = self.back_map()
        return found

    def back_map(self) -> list[list[int] | None]:
        """For every variable of the formula the column of a gadget and the sign of its value there, or None."""
        images = range(1, self.formula.variables + 1)
        signed: Sequence[int] = list(images)
        for step in self.chain.steps:
            signed = [0 if i == 0 else int(math.copysign(1, i)) * step.images[abs(i) - 1] for i in signed]
        columns = self.board.columns
        return [None if i == 0 else [columns[abs(i)], 1 if i > 0 else -1] for i in signed]

    def place(self, assignment: Assignment) -> Placement:
        """The placement that belongs to a satisfying assignment. Raises UnsatisfiedError for any other one."""
        if not self.chain.steps and (failures := self.formula.failures(assignment)):
            raise UnsatisfiedError(f"the assignment does not satisfy clause {failures[0] + 1}")
        return self.board.place(self.chain.forward(assignment))

    def extract(self, placement: Placement) -> Assignment:
        """The assignment that a placement stands for, over the variables of the formula."""
        return _read(placement, self.board.gadgets.variable, self.back_map())


def reduce(formula: Formula, **options: Any) -> Instance:
    """The instance of Colored Gourd Placement that is feasible iff the formula is satisfiable.

    A cubic formula gives exactly the paper's board; a CNF or any other monotone 1-in-3 formula goes through the chain.
    Options are those of :meth:`Reduction.of`, and ``name``.
    """
    name = options.pop("name", None)
    return Reduction.of(formula, **options).instance(name=name)


def extract(instance: Instance, placement: Placement) -> Assignment:
    """The assignment of the original formula that a placement of a reduced instance stands for.

    The placement is checked first, then the assignment on the formula. Raises UnsatisfiedError if either fails.
    """
    source = _source(instance)
    faults = placement_faults(instance, placement)
    if faults:
        raise UnsatisfiedError(f"this is no placement of the instance: {faults[0]}")
    try:
        assignment = _read(placement, _gadgets(source).variable, source["back_map"])
        failures = formula_of(instance).failures(assignment)
        if failures:
            clause = f"clause {failures[0] + 1} of the formula"
            raise UnsatisfiedError(f"the assignment that was read does not satisfy {clause}")
    except UnsatisfiedError:
        reduction_of(instance)  # if the source was damaged, that is the reason, and not the gadgets
        raise
    return assignment


def place_assignment(instance: Instance, assignment: Assignment) -> Placement:
    """The placement of a reduced instance that a satisfying assignment of its formula gives, checked.

    Raises UnsatisfiedError if the assignment does not satisfy the formula.
    """
    placement = reduction_of(instance).place(assignment)
    faults = placement_faults(instance, placement)
    if faults:
        raise UnsatisfiedError(f"the gadgets give no placement of this instance: {faults[0]}")
    return placement


def reduction_of(instance: Instance) -> Reduction:
    """The reduction that made an instance, built again. Raises InputError if the instance is another one."""
    source = _source(instance)
    gadgets = _gadgets(source)
    try:
        reduction = Reduction.of_chain(
            chain_of(formula_of(instance)),
            order=source["order"],
            seed=source.get("order_seed", 0),
            extra_columns=source.get("extra_columns", 0),
            gadgets=gadgets,
        )
        again = reduction.board.instance()
    except InputError as error:
        reason = error.faults[0].reason
        raise InputError(Fault("source", f"the formula in it does not give this board: {reason}")) from None
    if again.digest != instance.digest:
        raise InputError(Fault("source", "the formula in it does not give this board"))
    if reduction.back_map() != source["back_map"]:
        raise InputError(Fault("source.back_map", "does not belong to this board"))
    return reduction


def formula_of(instance: Instance) -> Formula:
    """The formula that an instance was made from."""
    formula = _source(instance)["formula"]
    clauses = tuple(tuple(clause) for clause in formula["clauses"])
    kind = Cnf if formula["kind"] == "cnf" else OneInThree
    made: Formula = kind(formula["variables"], clauses, tuple(formula.get("names", ())))
    return made


def is_reduced(instance: Instance) -> bool:
    """True iff the instance says that it came from a formula."""
    return bool(instance.source) and "formula" in (instance.source or {})


def _source(instance: Instance) -> Mapping[str, Any]:
    """The source of a reduced instance, checked as far as the maps rely on it."""
    if not is_reduced(instance) or instance.source is None:
        raise InputError(Fault("source", "holds no formula: this instance was not made by 'gourds reduce'"))
    source = instance.source
    faults = []
    formula = source["formula"]
    sound = (
        isinstance(formula, dict)
        and formula.get("kind") in ("cnf", "1in3")
        and _is_count(formula.get("variables"))
        and isinstance(formula.get("clauses"), list)
        and all(_is_clause(clause, formula) for clause in formula["clauses"])
    )
    if not sound:
        faults.append(Fault("source.formula", "must be an object with kind, variables and clauses that fit together"))
    elif not _are_names(formula.get("names", []), formula["variables"]):
        faults.append(Fault("source.formula.names", "must be different texts, one for each variable at most"))
    if source.get("reduction") != NAME:
        faults.append(Fault("source.reduction", f"must be '{NAME}'"))
    if not isinstance(source.get("order"), str) or not _is_count(source.get("order_seed", 0)):
        faults.append(Fault("source.order", "must say how the gadgets are ordered"))
    if not _is_count(source.get("extra_columns", 0)) or source.get("extra_columns", 0) > instance.board.size:
        faults.append(Fault("source.extra_columns", "must be a number of columns"))
    back = source.get("back_map")
    variables = formula.get("variables") if sound else None
    if not (isinstance(back, list) and len(back) == variables and all(map(_is_image, back))):
        faults.append(Fault("source.back_map", "must give a column and a sign, or null, for every variable"))
    if not are_drawings(source.get("gadgets")):
        faults.append(Fault("source.gadgets", "must hold the drawings 'variable' and 'clause'"))
    if faults:
        raise InputError(faults)
    return source


def are_drawings(gadgets: object) -> bool:
    """Whether a source names no gadgets, or holds the drawings of both."""
    return gadgets is None or (
        isinstance(gadgets, dict) and all(isinstance(gadgets.get(name), str) for name in ("variable", "clause"))
    )


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_clause(clause: object, formula: Mapping[str, Any]) -> bool:
    if not isinstance(clause, list) or (formula["kind"] == "1in3" and len(clause) != 3):
        return False
    return all(type(v) is int and 0 < abs(v) <= formula["variables"] for v in clause)


def _are_names(names: object, variables: int) -> bool:
    if not isinstance(names, list) or len(names) > variables:
        return False
    return all(isinstance(name, str) and name for name in names) and len(set(names)) == len(names)


def _is_image(image: object) -> bool:
    if image is None:
        return True
    return isinstance(image, list) and [*map(type, image)] == [int, int] and image[1] in (1, -1)


def _gadgets(source: Mapping[str, Any]) -> GadgetSet:
    if source.get("gadgets") is None:
        return bundled_gadgets()
    drawn: dict[str, Gadget] = {}
    for name in ("variable", "clause"):
        try:
            drawn[name] = parse_gadget(source["gadgets"][name], name)
        except InputError as error:
            raise InputError(Fault(f"source.gadgets.{name}", str(error))) from None
    return GadgetSet(drawn["variable"], drawn["clause"])


def _read(placement: Placement, gadget: Gadget, back_map: Sequence[Sequence[int] | None]) -> Assignment:
    columns = sorted({image[0] for image in back_map if image is not None})
    values = dict(zip(columns, read_values(placement, gadget, columns), strict=True))
    unread = [column for column, value in values.items() if value is None]
    if unread:
        raise UnsatisfiedError(f"the variable gadget at column {unread[0]} is covered neither as true nor as false")
    return tuple(image is not None and values[image[0]] == (image[1] > 0) for image in back_map)
