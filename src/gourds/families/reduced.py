"""Boards of the paper's reduction: from cubic 1-in-3 formulas, and from classic hard CNFs through the chain.

``reduction`` takes formulas from :mod:`gourds.formulas.cubic` and :mod:`gourds.formulas.threshold`; ``chain`` takes
CNFs from :mod:`gourds.formulas.classic`. The instance carries its formula, so its verdict can be checked against the
formula's own, and a placement read back as an assignment. ``gadgets`` composes boards of other gadgets.
``few-colors`` takes the formulas of ``reduction`` and makes boards of rings (:mod:`gourds.reductions.rings`) with as
few colors as wanted; a hard formula need not be cubic for it.

>>> from gourds.families import FAMILIES, generate
>>> generate(FAMILIES["reduction"], {"variables": 3, "formula": "planted"}).board.size
241
>>> board = generate(FAMILIES["few-colors"], {"variables": 6, "colors": 5})
>>> board.board.size, len(board.colors)
(217, 5)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gourds.errors import InputError
from gourds.families.base import Family, Known, Parameter
from gourds.formulas import classic
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.formulas.threshold import balanced_formula
from gourds.instance import Instance
from gourds.reductions.chain.cubic_to_board import ORDERS
from gourds.reductions.gadgets.drawing import SETS, bundled_gadgets
from gourds.reductions.reduction import Reduction
from gourds.reductions.rings.board import RingBoard

FORMULAS: Final = ("random", "planted", "hard", "hard-planted")
CNFS: Final = ("pigeonhole", "parity", "tseitin", "ordering", "pebbling", "random-3cnf", "planted-3cnf")
RATIO: Final = 4.26
"""Clauses per variable of a random 3-CNF, where about half of them are satisfiable."""
MAX_SIZE: Final = 100_000
_OTHERS_FIRST: Final = tuple(sorted(SETS, key=lambda name: name == "paper"))

_SIZE: Final = Parameter("size", "holes, points, vertices, elements, height or variables", 2)
_ORDER: Final = Parameter("order", "the gadgets from left to right", "variables-first", str, ORDERS)


def _triples(values: dict[str, Any], seed: int) -> OneInThree:
    n, kind = values["variables"], values["formula"]
    if n > MAX_SIZE:
        raise InputError(f"at most {MAX_SIZE:,} variables")
    if kind == "random":
        return random_cubic(n, seed)
    if kind == "planted":
        return planted_cubic(n, seed)[0]
    return balanced_formula(n, seed, planted=kind == "hard-planted")


def _cnf(values: dict[str, Any], seed: int) -> Cnf:
    size = values["size"]
    if size > 1000:
        raise InputError("at most size 1,000")
    clauses = round(RATIO * size)
    makers = {
        "pigeonhole": lambda: classic.pigeonhole(size),
        "parity": lambda: classic.parity(size),
        "tseitin": lambda: classic.tseitin(size, seed),
        "ordering": lambda: classic.ordering(size),
        "pebbling": lambda: classic.pebbling(size),
        "random-3cnf": lambda: classic.random_cnf(size, clauses, 3, seed),
        "planted-3cnf": lambda: classic.planted_cnf(size, clauses, 3, seed)[0],
    }
    return makers[values["cnf"]]()


def _known_cubic(values: Mapping[str, Any]) -> Known | None:
    is_planted = values.get("formula") in ("planted", "hard-planted")
    return Known("feasible", "the formula has a planted solution") if is_planted else None


def _known_cnf(values: Mapping[str, Any]) -> Known | None:
    kind = values.get("cnf", CNFS[0])
    if kind == "random-3cnf":
        return None
    if kind == "planted-3cnf":
        return Known("feasible", "the formula has a planted solution")
    if kind == "parity" and values.get("size", _SIZE.default) % 2 == 0:
        return Known("feasible", "an even number of points can be paired")
    return Known("infeasible", "the formula is unsatisfiable by construction")


def _reduced(formula: Formula, values: Mapping[str, Any], seed: int) -> Instance:
    gadgets = bundled_gadgets(values.get("gadgets", "paper"))
    return Reduction.of(formula, order=values["order"], seed=max(seed, 0), gadgets=gadgets).instance()


_FORMULA: Final = Parameter(
    "formula", "random, with a planted solution, or hard for CDCL solvers", "random", str, FORMULAS
)

REDUCTION = Family(
    name="reduction",
    summary="the paper's reduction from cubic 1-in-3 formulas: 80 cells for each variable",
    parameters=(
        Parameter("variables", "number of variables; of a hard formula: before it is made cubic", 6),
        _FORMULA,
        _ORDER,
    ),
    make=lambda values, seed: _reduced(_triples(values, seed), values, seed),
    known=_known_cubic,
)

GADGETS = Family(
    name="gadgets",
    summary="the same with other gadgets: 36 cells for each variable, or boards three rows high",
    parameters=(
        *REDUCTION.parameters,
        Parameter("gadgets", "the smallest ones, ones three rows high, or the paper's", "compact", str, _OTHERS_FIRST),
    ),
    make=lambda values, seed: _reduced(_triples(values, seed), values, seed),
    known=_known_cubic,
)

CHAIN = Family(
    name="chain",
    summary="classic hard CNFs through the chain CNF, 3-CNF, 1-in-3, monotone, cubic, board",
    parameters=(
        Parameter("cnf", "which CNF", "pigeonhole", str, CNFS),
        _SIZE,
        _ORDER,
    ),
    make=lambda values, seed: _reduced(_cnf(values, seed), values, seed),
    known=_known_cnf,
)

FEW_COLORS = Family(
    name="few-colors",
    summary="rings for variables and pairs of colors for clauses of 1-in-3 formulas: three rows, few colors",
    parameters=(
        Parameter("variables", "number of variables", 6),
        _FORMULA,
        Parameter("colors", "number of colors, from 4 on; 0: as few as take no larger board", 0),
    ),
    make=lambda values, seed: RingBoard.of(_triples(values, seed), values["colors"] or None).instance(),
    known=_known_cubic,
)
