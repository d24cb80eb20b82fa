"""``check_pb_proof``: does a pseudo-Boolean proof show that an instance has no placement?

The proof is about the OPB file that ``gourds encode`` writes: the equations of
:mod:`gourds.certificates.equations`, each as two inequalities, ≥ and then ≤. One without variables, 'nothing = 1', is
written as x_1 = 2, since not every reader takes a sum without terms; nothing satisfies either. An instance that
counting refutes is written as ``textbook`` in both encodings, so that a proof has something to be about.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import Literal

from gourds.certificates.entries import RejectedError
from gourds.certificates.equations import equations
from gourds.certificates.pseudo_boolean.inequality import Inequality, negate
from gourds.certificates.pseudo_boolean.propagation import Engine, Propagator
from gourds.certificates.pseudo_boolean.reading import read_steps, read_version
from gourds.certificates.pseudo_boolean.replay import Replay
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.verdict import CertificateCheck, ProofVerdict
from gourds.instance import Instance

LARGE = 300_000
"""From so many characters on, loading a compiler is worth it."""


def check_pb_proof(instance: Instance, text: str, encoding: str = "reduced") -> CertificateCheck:
    """Check a proof about the OPB file that ``gourds encode --to opb`` writes in an encoding; never raises.

    Every placement is a solution of that file's constraints; the proof shows that there is none.
    """
    try:
        formula = exported_constraints(Puzzle.of(instance), encoding)
    except RejectedError as error:
        return CertificateCheck(ProofVerdict.INVALID, str(error))
    return check_refutation(formula, text)


def check_refutation(
    formula: Sequence[Inequality], text: str, *, engine: Literal["auto", "python", "numba"] = "auto"
) -> CertificateCheck:
    """Check that a proof shows that no 0/1 point satisfies all inequalities; variable k is called ``xk``.

    >>> both = [Inequality({1: 1, 2: 1}, 2), Inequality({1: -1, 2: -1}, -1)]
    >>> steps = ["pseudo-Boolean proof version 1.2", "f 2", "p 1 2 +", "c 3"]
    >>> check_refutation(both, "\\n".join(steps)).reason
    'the proof derives a contradiction from the constraints'
    """
    line = 1
    try:
        version = read_version(text)
        replay = Replay(formula, version, Propagator(_engine(text) if engine == "auto" else engine))
        for line, words in read_steps(text, version):  # noqa: B007 - said of a step that fails
            replay.do(words)
        replay.finish()
    except RejectedError as error:
        reason = str(error)
        return CertificateCheck(
            ProofVerdict.INVALID, reason if reason.startswith("line ") else f"line {line}: {reason}"
        )
    except MemoryError:
        raise
    except Exception as error:  # a checker that fails must say so, and must not pass for a verdict
        return CertificateCheck(ProofVerdict.CHECKER_ERROR, f"line {line}: {type(error).__name__}: {error}")
    return CertificateCheck(ProofVerdict.VALID, "the proof derives a contradiction from the constraints")


def exported_constraints(puzzle: Puzzle, encoding: str) -> list[Inequality]:
    """The inequalities in the order of the file; variable k of the file is number k here."""
    found = equations(puzzle, "textbook" if encoding == "reduced" and puzzle.fails_to_count else encoding)
    rows = [*((variables, 1) for variables in found.cells), (found.empties, 1), *found.classes]
    return [inequality for variables, total in rows for inequality in _equation(variables, total)]


def _equation(variables: list[int], total: int) -> tuple[Inequality, Inequality]:
    if not variables:
        variables, total = [1], 2
    at_least = Inequality(dict.fromkeys(variables, 1), total)
    return at_least, negate(at_least._replace(bound=total + 1))


def _engine(text: str) -> Engine:
    return "numba" if len(text) >= LARGE and importlib.util.find_spec("numba") is not None else "python"
