"""Problems that can be turned into boards, and the reductions between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gourds.api.arguments import need, need_list, need_whole

if TYPE_CHECKING:
    from gourds.reductions.catalogue import Catalogue


def reductions(plugins: Sequence[str] = (), *, size: int = 3, seed: int = 0) -> Catalogue:
    """All problems, the reductions between them, and their paths to Colored Gourd Placement.

    The sizes along each path are those of a random instance of the given size that has a solution. ``plugins`` are
    files or modules with problems and reductions of your own, see ``docs/reductions.md``.

    >>> import gourds
    >>> known = gourds.reductions()
    >>> [path.problems for path in known.paths if path.problems[0] == "x3c"]
    [('x3c', 'monotone', 'cubic', 'placement')]
    """
    from gourds.reductions.catalogue import catalogue
    from gourds.reductions.registry import load_plugins

    load_plugins(need_list(plugins, "a list of plugins"))
    return catalogue(need_whole(size, "size", 1), need_whole(seed, "seed", 0))


def example(
    problem: str, *, size: int = 3, seed: int = 0, no_solution: bool = False, plugins: Sequence[str] = ()
) -> Any:
    """A random instance of a problem, with a solution or without one; what the size counts is up to the problem.

    It is what ``gourds reductions --example`` writes.

    >>> import gourds
    >>> gourds.example("subset-sum", seed=1, no_solution=True)
    Numbers(values=(1, 6, 6), target=14)
    """
    from gourds.reductions.composing import blaming
    from gourds.reductions.registry import find_problem, load_plugins

    load_plugins(need_list(plugins, "a list of plugins"))
    found = find_problem(need(problem, str, "the name of a problem"))
    need_whole(size, "size", 1)
    need_whole(seed, "seed", 0)
    with blaming(problem, "random_no" if no_solution else "random_yes"):
        return (found.random_no if no_solution else found.random_yes)(size, seed)
