"""The entry point. The overview is printed from a table alone; click and everything else wait until a command runs.

Whatever happens to the process from here on, it ends with one line and an exit code: an interrupt while modules are
being imported, closed standard streams, a reader that has gone, a full disk.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, NoReturn

INTERRUPTED: Final = 130
"""The exit code after an interrupt."""

COMMANDS: Final[dict[str, dict[str, str]]] = {
    "Instances": {
        "info": "facts about an instance, and what counting says of it; about a file of any other kind",
        "generate": "seeded families of instances",
        "convert": "JSON to text drawing and back",
        "draw": "pictures: SVG, PNG, HTML",
        "encode": "CNF, OPB, LP, MPS, MiniZinc, XCSP3 or ASP for other people's solvers",
    },
    "Answers": {
        "solve": "decide whether there is a placement, and find one",
        "count": "the exact number of placements, and how likely each gourd is",
        "sample": "placements drawn uniformly among all",
        "verify": "check a placement or a certificate without any solver",
        "decode": "another solver's answer on an exported file, as a checked placement",
        "certificate": "a certificate as a proof for other people's checkers: DRAT, LRAT, pseudo-Boolean",
        "explain": "why there is no placement: budgets and cells that cannot go together",
        "maximize": "the largest number of gourds that fit, with a proven bound",
        "solvers": "what there is, with versions and abilities",
    },
    "Formulas": {
        "formula": "1-in-3 formulas: seeded, exhaustive, hard ones; facts",
        "reduce": "a formula (1-in-3 or CNF) to an instance that is feasible iff it is satisfiable; other problems too",
        "extract": "a placement back to an assignment of the formula",
        "place-assignment": "an assignment of the formula to a placement",
        "reductions": "problems, the reductions between them, and their paths to the board; of your own too",
        "gadget": "a gadget of your own: drawn, all it can do, what is off, what would make it work",
        "find-gadgets": "the smallest gadgets there are: a search over all colorings",
        "check-reduction": "the reduction tested: gadgets, formulas, maps both ways, mutants",
    },
    "Puzzle": {
        "shuffle": "a start: a random configuration, or one some random moves away",
        "reconfigure": "a plan: moves from one configuration to another",
        "survey": "all positions of a small board: which reach each other, God's number",
        "replay": "check a plan move by move, and where it ends",
        "play-out": "the whole colored puzzle: a placement to aim for, and a plan to it",
        "triples": "boards of triples, pieces of three cells that only pivot: placements, which reach each other",
        "share": "a puzzle to play as one HTML file: no server, no network, with hints",
        "levels": "packs of puzzles to play, with the proved length of their shortest solutions",
    },
    "Comparing": {
        "crosscheck": "every applicable approach on every instance, compared; bare: the bundled suite",
        "harden": "search for boards between two brackets of difficulty: too hard for one solver, solved by another",
        "bench": "campaigns that compare solvers: run, resume, report, compare; from and to BenchExec",
        "pack": "a folder to submit to a competition: files, verdicts with evidence, description",
    },
    "Paper": {
        "paper": "the paper's claims, checked one by one: statement, how far, outcome, pictures",
    },
    "Browser": {
        "serve": "the workbench in a browser: play, draw, solve, reduce, compare solvers",
    },
    "Shell": {
        "completion": "print the completion script for bash, zsh or fish",
    },
}
"""The commands by topic, each with its one line."""

_WITHOUT_FOLDER: Final = ("Paper", "Browser", "Shell")
"""Topics of a single command, whose module lies beside this one."""

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


def module_of(name: str) -> str | None:
    """The module of a command, ``gourds.cli.TOPIC.NAME``; None if there is no such command."""
    for topic, commands in COMMANDS.items():
        if name in commands:
            folder = "" if topic in _WITHOUT_FOLDER else f"{topic.lower()}."
            return f"gourds.cli.{folder}{name.replace('-', '_')}"
    return None


def main() -> None:
    """Run the command line and exit."""
    try:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else the caller wants it ignored
            signal.signal(signal.SIGINT, _interrupt)
        _open_streams()
        code = _run(sys.argv[1:])
    except KeyboardInterrupt:
        _end()
    if code == INTERRUPTED:
        _leave()
    sys.exit(code)


def _run(args: list[str]) -> int:
    if "_GOURDS_COMPLETE" not in os.environ:
        if args in ([], ["-h"], ["--help"]):
            return _print(overview())
        if args == ["--version"]:
            from gourds import __version__

            return _print(f"gourds {__version__}\n")
    from gourds.cli.app import run

    return run(args)


def _print(text: str) -> int:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        if is_lost_output(error):
            return lose_output(error)
        raise
    return 0


# -- standard streams -----------------------------------------------------------------------------------------


def _open_streams() -> None:
    """Replace standard streams that the caller closed by empty ones, and make every name printable in some way."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # In this order, so that no other file takes the number of a standard stream.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if sys.stdout.errors == "strict" and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def is_lost_output(error: OSError) -> bool:
    """True iff the error comes from a standard stream that takes no more data; errors of files name the file."""
    known = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
    return error.filename is None and error.errno in known


def lose_output(error: OSError) -> int:
    """The exit code if standard output takes no more data; the rest is discarded, so that no further error follows."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    if error.errno == errno.EPIPE:
        return 0  # the reader of our output has enough
    with suppress(OSError):
        sys.stderr.write(f"gourds: standard output: cannot be written: {error.strerror}\n")
    return 2


# -- interrupts -----------------------------------------------------------------------------------------------


_lines: list[tuple[Callable[[], None], bool]] = []
"""What removes the progress line, if there is one, and whether an interrupt ends the process at once."""


@contextmanager
def clears_line(clear: Callable[[], None], *, at_once: bool = False) -> Iterator[None]:
    """Inside, an interrupt that ends the process first removes the progress line.

    With ``at_once`` the first interrupt does so; for searches with no open files, but with running threads.
    """
    _lines.append((clear, at_once))
    try:
        yield
    finally:
        _lines.pop()


def _interrupt(number: int, frame: FrameType | None) -> None:
    """The first interrupt stops the current work, which cleans up after itself; a second one does not wait for that."""
    signal.signal(signal.SIGINT, _end)
    if _is_importing(frame) or any(at_once for _, at_once in _lines):
        _end()
    raise KeyboardInterrupt


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: some packages mistake an interrupt for a missing module, and continue."""
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


def _end(number: int = 0, frame: FrameType | None = None) -> NoReturn:
    """Print that the command was interrupted, and end."""
    for clear, _ in _lines:
        with suppress(Exception):  # the interrupt may have come while that line was being written
            clear()
    with suppress(OSError):
        os.write(2, b"gourds: interrupted\n")
    _leave()


def _leave() -> NoReturn:
    """End at once after an interrupt; otherwise Python would wait for threads that are still searching."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
