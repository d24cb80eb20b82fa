"""All problems, reductions and paths at a glance, with the sizes along each path measured on an example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gourds.display import inline_figure
from gourds.reductions.composing import blaming, compose
from gourds.reductions.problem import PLACEMENT
from gourds.reductions.registry import AnyProblem, AnyReduction, Path, home_of, paths, problems, reductions


@dataclass(frozen=True)
class Measured:
    """A path from a problem to the board, and what becomes of a random yes-instance along it."""

    problems: tuple[str, ...]
    """The names along the path."""
    sizes: tuple[Mapping[str, int], ...]
    """The size of the instance at each of them."""

    def to_json(self) -> dict[str, Any]:
        """For ``gourds reductions --json``."""
        return {"problems": list(self.problems), "sizes": [dict(size) for size in self.sizes]}


@dataclass(frozen=True)
class Catalogue:
    """Everything that is known."""

    problems: tuple[AnyProblem, ...]
    reductions: tuple[AnyReduction, ...]
    paths: tuple[Measured, ...]

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds reductions --json`` prints."""
        return {
            "problems": [
                {"name": one.name, "title": one.title, "suffix": one.suffix, "header": one.header}
                | {"defined_in": home_of(one.name)}
                for one in self.problems
            ],
            "reductions": [
                {"source": one.source, "target": one.target, "sizes": one.sizes, "options": list(one.options)}
                | {"defined_in": home_of(one.name)}
                for one in self.reductions
            ],
            "paths": [measured.to_json() for measured in self.paths],
        }

    def _repr_svg_(self) -> str:
        return inline_figure(self, "problems", "problem_graph")


def catalogue(size: int = 3, seed: int = 0) -> Catalogue:
    """All problems and reductions, and the paths to the board; the example on each has the given size."""
    measured = tuple(_measured(path, size, seed) for path in paths(PLACEMENT))
    return Catalogue(tuple(problems().values()), reductions(), measured)


def _measured(path: Path, size: int, seed: int) -> Measured:
    problem = problems()[path[0].source]
    with blaming(problem.name, "random_yes"):
        example = problem.random_yes(size, seed)
    sizes = compose(path, example).sizes
    return Measured(tuple(name for name, _ in sizes), tuple(size for _, size in sizes))
