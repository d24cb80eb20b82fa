"""The entry point. The overview is printed from a table alone; click and everything else wait until a command runs."""

from __future__ import annotations

import os
import sys
from typing import Final

COMMANDS: Final[dict[str, dict[str, str]]] = {
    "Instances": {
        "info": "facts about an instance, and what counting says of it; about a configuration or a plan",
        "generate": "seeded families of instances",
        "convert": "JSON to text drawing and back",
        "draw": "pictures: SVG, PNG, HTML",
        "encode": "CNF, OPB, LP or MPS for other people's solvers",
    },
    "Answers": {
        "solve": "decide whether there is a placement, and find one",
        "count": "the exact number of placements, and how likely each gourd is",
        "sample": "placements drawn uniformly among all",
        "verify": "check a placement or a certificate without any solver",
        "explain": "why there is no placement: budgets and cells that cannot go together",
        "maximize": "the largest number of gourds that fit, with a proven bound",
        "solvers": "what there is, with versions and abilities",
    },
    "Formulas": {
        "formula": "1-in-3 formulas: seeded, exhaustive, hard ones; facts",
        "reduce": "a formula (1-in-3 or CNF) to an instance that is feasible iff it is satisfiable",
        "extract": "a placement back to an assignment of the formula",
        "place-assignment": "an assignment of the formula to a placement",
        "check-reduction": "the reduction tested: gadgets, formulas, maps both ways, mutants",
    },
    "Puzzle": {
        "shuffle": "a start: a random configuration, or one some random moves away",
        "reconfigure": "a plan: moves from one configuration to another",
        "survey": "all positions of a small board: which reach each other, God's number",
        "replay": "check a plan move by move, and where it ends",
        "play-out": "the whole colored puzzle: a placement to aim for, and a plan to it",
    },
    "Comparing": {
        "crosscheck": "every applicable approach on every instance, compared; bare: the bundled suite",
        "bench": "campaigns that compare solvers, with limits and a store: run, resume, report, compare",
    },
    "Browser": {
        "serve": "the workbench in a browser: draw, solve, reduce, play, look at campaigns",
    },
    "Shell": {
        "completion": "print the completion script for bash, zsh or fish",
    },
}
"""The commands by topic, each with its one line; the module of a command is ``gourds.cli.NAME``."""

_USAGE: Final = """\
Usage: gourds COMMAND [OPTIONS] [ARGS]…

  A workbench for Colored Gourd Placement: boards of hexagonal cells, colored
  gourds of two cells each, one cell that stays empty.
"""

_CLOSING: Final = """\
Options:
  --version         print the version
  -h, --help        print this overview; after a command: its options

Examples:
  gourds generate hexagon --radius 3 --colors 3 --seed 1 -o puzzle.json
  gourds info puzzle.json
  gourds draw puzzle.json -o puzzle.svg

FILE is JSON or a text drawing, plain or gzipped; '-' is standard input.
"""


def overview() -> str:
    """The text of ``gourds --help``."""
    parts = [_USAGE]
    for topic, commands in COMMANDS.items():
        rows = "".join(f"  {name:<17} {line}\n" for name, line in commands.items())
        parts.append(f"{topic}:\n{rows}")
    return "\n".join([*parts, _CLOSING])


def main() -> None:
    """Run the command line and exit."""
    args = sys.argv[1:]
    if "_GOURDS_COMPLETE" not in os.environ:
        if args in ([], ["-h"], ["--help"]):
            sys.stdout.write(overview())
            sys.exit(0)
        if args == ["--version"]:
            from gourds import __version__

            sys.stdout.write(f"gourds {__version__}\n")
            sys.exit(0)
    from gourds.cli.app import run

    sys.exit(run(args))


if __name__ == "__main__":
    main()
