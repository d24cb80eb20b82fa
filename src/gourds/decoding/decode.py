"""From an output of another solver to a placement.

The variables of an exported file are those of a model: an edge of the board that carries a gourd, or a cell that stays
empty. So the values give the placement at once, and :func:`gourds.placement.placement_faults`, which shares nothing
with models and readers, decides whether it is one. Only then the status is feasible. Words prove nothing: 'infeasible'
is passed on as what the output says; values that are no placement are faults, told by cells and budgets.

Solvers that use floating-point numbers return values such as 0.9999999. What lies within TOLERANCE of 0 or 1 is
rounded, which is safe, since what was rounded is checked; anything else is a fault.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from gourds.decoding.answer import Answer, Value, place
from gourds.decoding.formats import read_output
from gourds.encodings.cnf import build_cnf, most_variables
from gourds.encodings.export import opb_model
from gourds.encodings.model import Model, build_placement
from gourds.errors import Fault, InputError
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults

TOLERANCE: Final = 1e-4
"""Solvers promise 1e-5 or 1e-6; nothing that rests on it is believed."""
Status = Literal["feasible", "infeasible", "unknown", "wrong"]
_OTHER: Final = {"reduced": "textbook", "textbook": "reduced"}


@dataclass(frozen=True)
class Decoded:
    """What an output of another solver amounts to. True in conditions iff it holds a placement."""

    status: Status
    """feasible: with a checked placement; infeasible, unknown: what the output says, unproven; wrong: it says
    feasible, but its values are no placement."""
    placement: Placement | None
    """The placement, checked; None unless feasible."""
    format: str
    """The format of the output, one of :data:`~gourds.decoding.formats.FORMATS`."""
    encoding: str
    """The encoding of the file that it is about."""
    words: str
    """How the output itself says what was found; empty if it does not."""
    faults: tuple[Fault, ...] = ()
    """Why the values are no placement."""
    notes: tuple[str, ...] = ()
    """What was done with the values, in a sentence each."""

    def __bool__(self) -> bool:
        return self.placement is not None

    @property
    def reason(self) -> str:
        """The status in a sentence."""
        words = f"'{self.words}'" if self.words else "nothing about a verdict"
        if self.placement is not None:
            return f"{len(self.placement.gourds):,} gourds placed, {self.placement.empty} stays empty, checked"
        if self.status == "wrong":
            return f"the values are no placement: {self.faults[0]}"
        if self.status == "infeasible":
            return f"the output says {words}; words alone prove nothing"
        return f"the output says {words}, and has no values of variables that make a placement"

    def to_json(self) -> dict[str, Any]:
        """What ``gourds decode --json`` prints."""
        return {
            "status": self.status,
            "reason": self.reason,
            "placement": None if self.placement is None else self.placement.to_json(),
            "format": self.format,
            "encoding": self.encoding,
            "words": self.words,
            "faults": [{"place": fault.place, "reason": fault.reason} for fault in self.faults],
            "notes": list(self.notes),
        }


def decode_output(instance: Instance, text: str, encoding: str = "reduced", form: str | None = None) -> Decoded:
    """What an output on an exported file of the instance amounts to; ``form`` names its format if it is known.

    Raises InputError if the output cannot be read, or has variables that the file does not have.
    """
    known, answer = read_output(text, form)
    model = opb_model(instance, encoding)
    best = _decode(instance, model, answer, answer.values)
    if answer.by_column and not best and (renumbered := _by_lp(model, answer)) is not None:
        other = _decode(instance, model, answer, renumbered)
        best = other or best
    status: Status = "feasible" if best.placement is not None else "wrong"
    if status == "wrong" and (answer.verdict in ("infeasible", "unknown") or not answer.values):
        status = "infeasible" if answer.verdict == "infeasible" else "unknown"
    faults = best.faults if status == "wrong" else ()
    notes = best.notes + (_other_encoding(instance, answer, encoding) if status == "wrong" else ())
    return Decoded(status, best.placement, known.name, encoding, answer.words, faults, notes)


@dataclass(frozen=True)
class _Attempt:
    """A placement, or why the values are none."""

    placement: Placement | None
    faults: tuple[Fault, ...]
    notes: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.placement is not None


def _decode(instance: Instance, model: Model, answer: Answer, values: dict[int, Value]) -> _Attempt:
    if not values:
        return _Attempt(None, (), ())
    _check_numbers(instance, model, answer, values)
    notes = []
    faults: list[Fault] = []
    solution = np.zeros(model.variable_count, dtype=np.bool_)
    largest = 0.0
    for number, value in sorted(values.items()):
        if number <= model.variable_count:
            nearest = 1 if value.amount > 0.5 else 0
            largest = max(largest, abs(value.amount - nearest))
            solution[number - 1] = nearest
            if abs(value.amount - nearest) > TOLERANCE:
                reason = f"variable {number} is {value.amount:g}, neither 0 nor 1; was it solved without integers?"
                faults.append(Fault(place(value.line), reason))
    if largest and not faults:
        notes.append(f"values were rounded, by {largest:.3g} at most")
    if answer.further:
        notes.append(f"only the first of {answer.further + 1:,} solutions was read")
    placement: Placement | None = None
    if not faults:
        faults = list(_violations(model, solution, values))
        if not faults:
            placement = build_placement(instance, model.edges_of(solution))
            faults = placement_faults(instance, placement)
    missing = model.variable_count - sum(number <= model.variable_count for number in values)
    if faults and missing:
        notes.append(f"{missing:,} of {model.variable_count:,} variables have no value and were taken as 0")
    return _Attempt(None if faults else placement, tuple(faults), tuple(notes))


def _check_numbers(instance: Instance, model: Model, answer: Answer, values: dict[int, Value]) -> None:
    """Raise InputError if a variable does not exist in the file: the output is about another one.

    How a CNF counts need not be known, since only the variables of the model say where gourds lie.
    """
    limit = model.variable_count
    most = limit
    if answer.is_cnf and max(values) > limit:
        limit = build_cnf(model).variable_count
        most = most_variables(model) if max(values) > limit else limit
    beyond = [(value.line, number) for number, value in values.items() if not 1 <= number <= most]
    if beyond:
        line, number = min(beyond)
        hint = next(iter(_other_encoding(instance, answer, model.encoding)), "is the output about another instance?")
        reason = (
            f"variable {number:,} does not exist in the {model.encoding} model of this instance, which has {limit:,}"
        )
        raise InputError(Fault(place(line), f"{reason}; {hint}"))


def _other_encoding(instance: Instance, answer: Answer, encoding: str) -> tuple[str, ...]:
    """A hint if the output has exactly the variables of the other encoding."""
    if not answer.values:
        return ()
    other = opb_model(instance, _OTHER[encoding])
    most = max(answer.values)
    if most != other.variable_count and not (answer.is_cnf and most == build_cnf(other).variable_count):
        return ()
    if most == opb_model(instance, encoding).variable_count:
        return ()
    return (f"the {_OTHER[encoding]} model has as many variables as the output: try --encoding {_OTHER[encoding]}",)


def _by_lp(model: Model, answer: Answer) -> dict[int, Value] | None:
    """The values by variable, if columns have the order of an LP file; None if the number of columns is another."""
    seen = dict.fromkeys([1])
    for equation in model.equations():
        seen |= dict.fromkeys(equation.variables.tolist())
    order = list(seen)
    if max(answer.values, default=0) > len(order):
        return None
    return {order[column - 1]: value for column, value in answer.values.items()}


def _violations(model: Model, solution: np.ndarray[Any, Any], values: dict[int, Value]) -> Iterator[Fault]:
    """Cells and budgets that the values get wrong, in the words of the board."""
    instance = model.instance
    board, colors = instance.board, instance.colors
    cells = board.cell_list()
    covers: dict[int, list[int]] = defaultdict(list)
    for k in (np.flatnonzero(solution[: len(model.edges)]) + 1).tolist():
        for cell in board.edges[model.edges[k - 1]].tolist():
            covers[cell].append(k)
    empties = np.flatnonzero(solution[len(model.edges) :]).tolist()
    for k in empties:
        covers[int(model.empties[k])].append(len(model.edges) + k + 1)
    says_empty = any(number > len(model.edges) and number <= model.variable_count for number in values)
    bare = [cell for cell in range(board.size) if not covers[cell]]
    says_empty = says_empty or len(bare) != 1
    if not says_empty:  # the output leaves it to us which cell that is
        bare = []
    for cell in bare:
        yield Fault("", f"cell {cells[cell]} is neither covered nor empty")
    for cell, numbers in sorted(covers.items()):
        if len(numbers) > 1:
            uses = [_use(model, cells, k) for k in numbers]
            yield Fault(place(values[numbers[-1]].line), f"cell {cells[cell]} is used twice: {' and '.join(uses[:2])}")
    if not bare and not empties and says_empty:
        yield Fault("", "every cell is covered, and none stays empty")
    if len(empties) > 1:
        both = " and ".join(str(cells[int(model.empties[k])]) for k in empties[:2])
        yield Fault("", f"{len(empties)} cells stay empty, not one: {both}")
    used: dict[tuple[int, int], int] = defaultdict(int)
    for number in instance.edge_classes[model.edges_of(solution)].tolist():
        used[divmod(number, len(colors))] += 1
    for i, j in sorted(used.keys() | instance.budgets.keys()):
        budget = instance.budgets.get((i, j), 0)
        if used[i, j] != budget:
            yield Fault("", f"{used[i, j]} ({colors[i]}, {colors[j]})-gourds are used, the budget is {budget}")


def _use(model: Model, cells: list[tuple[int, int]], k: int) -> str:
    if k > len(model.edges):
        return f"variable {k} says that it stays empty"
    a, b = model.instance.board.edges[model.edges[k - 1]].tolist()
    return f"variable {k} is a gourd on {cells[a]} and {cells[b]}"
