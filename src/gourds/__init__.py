"""A workbench for Colored Gourd Placement and the Gourds sliding-block puzzle.

>>> import gourds
>>> board = gourds.Board.from_cells(gourds.shapes.hexagon(1))
>>> board.size, len(board.edges), board.is_proper
(7, 12, True)

Every command is a function of the same name and with the same options, see :mod:`gourds.api`. Where commands take
files, functions take values. ``-`` and spaces become ``_``: ``gourds play-out`` is ``gourds.play_out``, and ``gourds
bench run`` is ``gourds.bench_run``.

>>> puzzle = gourds.generate("hexagon", radius=2, colors=3, seed=1)
>>> gourds.count(puzzle), gourds.solve(puzzle).status.value
(60, 'feasible')

Names are imported when they are first used, so that ``import gourds`` itself costs next to nothing. A few packages have
the name of a command, such as ``gourds.solvers``: they can be called like it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_NAMES = {
    "gourds.api.answers": (
        "certificate_convert certify_count count decode edge_probabilities explain external_solvers maximize "
        "sample solve solvers Verification verify"
    ),
    "gourds.api.comparing.campaigns": (
        "bench_compare bench_export bench_import bench_plan bench_report bench_resume bench_run"
    ),
    "gourds.api.comparing.crosschecking": "crosscheck",
    "gourds.api.comparing.hardening": "harden",
    "gourds.api.comparing.packing": "check_pack pack",
    "gourds.api.drawing": "draw",
    "gourds.api.formulas.checking": "check_map_mutants check_maps check_mutants check_reduction",
    "gourds.api.formulas.gadgets": "find_gadgets gadget",
    "gourds.api.formulas.making": "formula_all formula_hard formula_info formula_planted formula_random",
    "gourds.api.formulas.reducing": "example extract place_assignment reduce reductions",
    "gourds.api.instances": "convert encode generate generate_many info",
    "gourds.api.levels": "check_levels levels",
    "gourds.api.paper": "paper paper_claims",
    "gourds.api.puzzle": "plan_moves play_out reconfigure replay share shuffle survey",
    "gourds.api.triples": "triples triples_census",
    "gourds.board": "Board",
    "gourds.configuration": "Configuration",
    "gourds.counting": "Counting",
    "gourds.errors": "GourdsError InputError LimitError",
    "gourds.files": "load save",
    "gourds.files.certificates": "Certificate",
    "gourds.formulas.formula": "Cnf OneInThree",
    "gourds.instance": "Instance",
    "gourds.matching.tutte.exact": "exact_matching",
    "gourds.moves": "Plan Walk",
    "gourds.placement": "PartialPlacement Placement",
    "gourds.reconfigure.planning": "Reconfiguration",
    "gourds.reductions.problem": "Applied Problem Reduction",
    "gourds.solvers": "Result Status",
    "gourds.triples.instance": "TripleInstance",
    "gourds.web.notebook": "widget",
    "gourds.web.workbench": "serve",
}
"""The public names by the module in which they live."""
_HOME = {name: module for module, names in _NAMES.items() for name in names.split()}

_CALLED = ("crosscheck", "explain", "maximize", "paper", "reconfigure", "reductions", "solvers", "triples")
"""Packages that have the name of a command."""

__all__ = [*_HOME, "shapes"]  # noqa: PLE0604

if TYPE_CHECKING:
    from gourds import shapes as shapes
    from gourds.api.answers import Verification as Verification
    from gourds.api.answers import certificate_convert as certificate_convert
    from gourds.api.answers import certify_count as certify_count
    from gourds.api.answers import count as count
    from gourds.api.answers import decode as decode
    from gourds.api.answers import edge_probabilities as edge_probabilities
    from gourds.api.answers import explain as explain
    from gourds.api.answers import external_solvers as external_solvers
    from gourds.api.answers import maximize as maximize
    from gourds.api.answers import sample as sample
    from gourds.api.answers import solve as solve
    from gourds.api.answers import solvers as solvers
    from gourds.api.answers import verify as verify
    from gourds.api.comparing.campaigns import bench_compare as bench_compare
    from gourds.api.comparing.campaigns import bench_export as bench_export
    from gourds.api.comparing.campaigns import bench_import as bench_import
    from gourds.api.comparing.campaigns import bench_plan as bench_plan
    from gourds.api.comparing.campaigns import bench_report as bench_report
    from gourds.api.comparing.campaigns import bench_resume as bench_resume
    from gourds.api.comparing.campaigns import bench_run as bench_run
    from gourds.api.comparing.crosschecking import crosscheck as crosscheck
    from gourds.api.comparing.hardening import harden as harden
    from gourds.api.comparing.packing import check_pack as check_pack
    from gourds.api.comparing.packing import pack as pack
    from gourds.api.drawing import draw as draw
    from gourds.api.formulas.checking import check_map_mutants as check_map_mutants
    from gourds.api.formulas.checking import check_maps as check_maps
    from gourds.api.formulas.checking import check_mutants as check_mutants
    from gourds.api.formulas.checking import check_reduction as check_reduction
    from gourds.api.formulas.gadgets import find_gadgets as find_gadgets
    from gourds.api.formulas.gadgets import gadget as gadget
    from gourds.api.formulas.making import formula_all as formula_all
    from gourds.api.formulas.making import formula_hard as formula_hard
    from gourds.api.formulas.making import formula_info as formula_info
    from gourds.api.formulas.making import formula_planted as formula_planted
    from gourds.api.formulas.making import formula_random as formula_random
    from gourds.api.formulas.reducing import example as example
    from gourds.api.formulas.reducing import extract as extract
    from gourds.api.formulas.reducing import place_assignment as place_assignment
    from gourds.api.formulas.reducing import reduce as reduce
    from gourds.api.formulas.reducing import reductions as reductions
    from gourds.api.instances import convert as convert
    from gourds.api.instances import encode as encode
    from gourds.api.instances import generate as generate
    from gourds.api.instances import generate_many as generate_many
    from gourds.api.instances import info as info
    from gourds.api.levels import check_levels as check_levels
    from gourds.api.levels import levels as levels
    from gourds.api.paper import paper as paper
    from gourds.api.paper import paper_claims as paper_claims
    from gourds.api.puzzle import plan_moves as plan_moves
    from gourds.api.puzzle import play_out as play_out
    from gourds.api.puzzle import reconfigure as reconfigure
    from gourds.api.puzzle import replay as replay
    from gourds.api.puzzle import share as share
    from gourds.api.puzzle import shuffle as shuffle
    from gourds.api.puzzle import survey as survey
    from gourds.api.triples import triples as triples
    from gourds.api.triples import triples_census as triples_census
    from gourds.board import Board as Board
    from gourds.configuration import Configuration as Configuration
    from gourds.counting import Counting as Counting
    from gourds.errors import GourdsError as GourdsError
    from gourds.errors import InputError as InputError
    from gourds.errors import LimitError as LimitError
    from gourds.files import load as load
    from gourds.files import save as save
    from gourds.files.certificates import Certificate as Certificate
    from gourds.formulas.formula import Cnf as Cnf
    from gourds.formulas.formula import OneInThree as OneInThree
    from gourds.instance import Instance as Instance
    from gourds.matching.tutte.exact import exact_matching as exact_matching
    from gourds.moves import Plan as Plan
    from gourds.moves import Walk as Walk
    from gourds.placement import PartialPlacement as PartialPlacement
    from gourds.placement import Placement as Placement
    from gourds.reconfigure.planning import Reconfiguration as Reconfiguration
    from gourds.reductions.problem import Applied as Applied
    from gourds.reductions.problem import Problem as Problem
    from gourds.reductions.problem import Reduction as Reduction
    from gourds.solvers import Result as Result
    from gourds.solvers import Status as Status
    from gourds.triples.instance import TripleInstance as TripleInstance
    from gourds.web.notebook import widget as widget
    from gourds.web.workbench import serve as serve


def __getattr__(name: str) -> object:
    if name == "shapes" or name in _CALLED:
        return import_module(f"gourds.{name}")
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'gourds' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


class _Command(ModuleType):
    """A package that can be called like the command of its name."""

    @property
    def __wrapped__(self) -> Any:
        name = self.__name__.rpartition(".")[2]
        return getattr(import_module(_HOME[name]), name)

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self.__wrapped__(*args, **options)


class _Gourds(ModuleType):
    """The package itself. When Python puts a package into it that has the name of a command, that becomes callable."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _CALLED and isinstance(value, ModuleType):
            value.__class__ = _Command
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Gourds
