"""The values of variables in every format, written here as solvers write them."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby

from gourds.encodings.export import opb_model
from gourds.instance import Instance
from gourds.placement import Placement


def values_of(instance: Instance, placement: Placement, encoding: str) -> list[int]:
    """What the variables of the exported file are for this placement."""
    model = opb_model(instance, encoding)
    cells = instance.board.cell_list()
    gourds = {frozenset(gourd) for gourd in placement.gourds}
    on_edge = [frozenset((cells[a], cells[b])) in gourds for a, b in instance.board.edges[model.edges].tolist()]
    return [int(true) for true in (*on_edge, *(cells[v] == placement.empty for v in model.empties.tolist()))]


def literals(values: list[int], name: str, no: str) -> str:
    return " ".join(f"{'' if value else no}{name}{k}" for k, value in enumerate(values, start=1))


def by_name(values: list[int], line: str, *, zeros: bool = True) -> str:
    named = [(k, value) for k, value in enumerate(values, start=1) if value or zeros]
    return "".join(line.format(k=k, at=k - 1, value=value) for k, value in named)


def instantiation(values: list[int], *, runs: bool = False) -> str:
    names = by_name(values, "x{k} ")
    words = (f"{value}x{len(list(run))}" for value, run in groupby(values)) if runs else map(str, values)
    return (
        f"<instantiation type='solution'> <list> {names}</list> <values> {' '.join(words)} </values> </instantiation>\n"
    )


def cplex(values: list[int]) -> str:
    head = '<?xml version = "1.0" encoding="UTF-8"?>\n<CPLEXSolution version="1.2">\n <header\n'
    lines = by_name(values, '  <variable name="x_{k}" index="{at}" value="{value}"/>\n')
    return f'{head}  solutionStatusString="integer optimal"/>\n <variables>\n{lines} </variables>\n</CPLEXSolution>\n'


def glpk(values: list[int]) -> str:
    table = "   No. Column name       Activity     Lower bound   Upper bound\n------ ------------    -------------\n"
    lines = by_name(values, "{k:6} x_{k:<10} *  {value:13}  0  1 \n")
    return f"Problem:    \nRows:       1\nNon-zeros:  3\nStatus:     INTEGER OPTIMAL\n\n{table}{lines}\nEnd of output\n"


def highs_pretty(values: list[int]) -> str:
    head = "Columns\n    Index Status        Lower        Upper       Primal         Dual  Type        Name\n"
    lines = by_name(values, "{at:9}                   0            1{value:13}               Integer     x_{k}\n")
    return f"{head}{lines}Rows\n\nModel status: Optimal\n"


SPELLED: dict[str, Callable[[list[int]], str]] = {
    "sat": lambda v: f"c a log\ns SATISFIABLE\nv {literals(v, '', '-')} 0\n",
    "sat, many lines": lambda v: (
        "s SATISFIABLE\n" + "".join(f"v {w}\n" for w in literals(v, "", "-").split()) + "v 0\n"
    ),
    "minisat": lambda v: f"SAT\n{literals(v, '', '-')} 0\n",
    "pb": lambda v: f"v {literals(v, 'x', '-')}\ns SATISFIABLE\n",
    "pb, tilde": lambda v: f"s OPTIMUM FOUND\r\nv {literals(v, 'x', '~')}\r\n",
    "cplex": cplex,
    "scip": lambda v: (
        "solution status: optimal\nobjective value:    0\n"
        + by_name(v, "x_{k}          {value} \t(obj:0)\n", zeros=False)
    ),
    "gurobi": lambda v: "# Objective value = 0\n" + by_name(v, "x_{k} {value}\n"),
    "highs": lambda v: (
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 1\n"
        + by_name(v, "x_{k} {value}\n")
        + "# Rows 1\nc_1 1\n"
    ),
    "highs, pretty": highs_pretty,
    "highs-old": lambda v: (
        "1 1 : Number of columns and rows for primal or dual solution or basis\nColumns\n"
        + by_name(v, "{value} \n")
        + "Rows\n1 \n"
    ),
    "cbc": lambda v: "Optimal - objective value 0.00000000\n" + by_name(v, "{at:7} x_{k:<10} {value:10} {value:20}\n"),
    "cbc, infeasible marks": lambda v: (
        "Infeasible - objective value 0.0\n" + by_name(v, "** {at:7} x_{k:<10} {value:10} 0\n")
    ),
    "glpk": glpk,
    "glpk-raw": lambda v: (
        "c Status: INTEGER OPTIMAL\ns mip 1 1 o 0\ni 1 1\n" + by_name(v, "j {k} {value}\n") + "e o f\n"
    ),
    "glpk-raw, simplex": lambda v: "s bas 1 1 f f 0\n" + by_name(v, "j {k} b {value} 0\n"),
    "cpsat": lambda v: "status: OPTIMAL\n" + by_name(v, "solution: {value}\n") + 'solution_info: "lp"\n',
    "cpsat, list": lambda v: f"status: FEASIBLE\nsolution: {v}\nwall_time: 0.1\n",
    "minizinc": lambda v: by_name(v, "x_{k} = {value};\n") + "----------\n",
    "minizinc, array": lambda v: f"other = 7;\nx = {v};\n----------\n==========\n",
    "minizinc, truth": lambda v: f"x = array1d(1..{len(v)},\n {json.dumps([bool(x) for x in v])});\n----------\n",
    "asp": lambda v: f"clingo version 5\nAnswer: 1\n{by_name(v, 'x({k}) ', zeros=False)}\nSATISFIABLE\n",
    "asp, competition": lambda v: f"% a log\nANSWER\n{by_name(v, 'x({k}). ', zeros=False)}\n",
    "asp, changed program": lambda v: (
        f"Answer: 1\ncell(1) {by_name(v, 'x({k}) class({k},3) ', zeros=False)}\nUNKNOWN\n"
    ),
    "xcsp": lambda v: f"s SATISFIABLE\nv {instantiation(v)}",
    "xcsp, file": instantiation,
    "xcsp, lines": lambda v: (
        "".join(f"v {part}>\nc a log\n" for part in instantiation(v).split(">")[:-1]) * 2
        + "\x1b[92ms SATISFIABLE\x1b[0m\n"
    ),
    "xcsp, runs": lambda v: instantiation(v, runs=True),
    "json, atoms": lambda v: json.dumps(
        {"Result": "SATISFIABLE", "Call": [{"Witnesses": [{"Value": by_name(v, "x({k}) ", zeros=False).split()}]}]}
    ),
    "json": lambda v: json.dumps({"x": v}),
    "json, names": lambda v: json.dumps({f"x_{k}": bool(x) for k, x in enumerate(v, start=1)}),
    "values": lambda v: "my log\n" + by_name(v, "x_{k} {value}\n"),
    "values, equals": lambda v: by_name(v, "x[{k}] := {value}.0\n"),
    "values, commas": lambda v: by_name(v, "x{k}, {value}\n", zeros=False),
}
"""The text of an output by format, which the part before a comma names; values of zeros and ones."""
