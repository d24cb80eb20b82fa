"""Answers about instances: is there a placement, how many, which; and why there is none."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gourds.api.arguments import need, need_limits, need_one_of, need_whole
from gourds.configuration import Configuration
from gourds.display import brief
from gourds.errors import Fault, InputError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.placement import PartialPlacement, Placement, partial_faults, placement_faults

if TYPE_CHECKING:
    from gourds.certificates.verify import CertificateCheck
    from gourds.counts.probabilities import Probabilities
    from gourds.decoding.decode import Decoded
    from gourds.explain.explaining import Explanation
    from gourds.maximize.maximizing import Maximum
    from gourds.solvers import Result, Solver
    from gourds.solvers.external.shipped import Program


PathLike = str | os.PathLike[str]


def solve(
    instance: Instance,
    solver: str = "auto",
    time_limit: float | None = None,
    seed: int = 0,
    *,
    memory_limit: float | None = None,
    jobs: int | None = None,
    encoding: Literal["reduced", "textbook"] = "reduced",
    presolve: bool = True,
    proof: bool = False,
    settings: Mapping[str, Any] | None = None,
    error: float | None = None,
    isolate: bool | None = None,
    tell: Callable[[str], None] | None = None,
) -> Result:
    """Decide whether an instance has a placement. A feasible answer comes with one that has been checked.

    Limits are in seconds and megabytes; a limit that is reached gives the status ``unknown``. With ``proof`` an
    infeasible answer comes with a certificate that :func:`verify` can check. ``settings`` are those of one solver, and
    ``error`` is the bound that ``algebraic`` stays below. The work runs in a process of its own if a limit is set or
    the solver cannot be interrupted, unless ``isolate`` says otherwise. ``tell`` hears what is being done.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=2, colors=3, seed=1)
    >>> result = gourds.solve(puzzle)
    >>> result.status.value, bool(gourds.verify(puzzle, result.placement))
    ('feasible', True)
    """
    from gourds.solvers import solve as decide

    need(instance, Instance, "an instance")
    need(solver, str, "the name of a solver")
    need_limits(time_limit, memory_limit, seed, jobs)
    need_one_of(encoding, ("reduced", "textbook"), "the encoding")
    chosen = dict(settings or {})
    if error is not None:
        chosen["error"] = error
    told: dict[str, Any] = {} if tell is None else {"tell": tell}
    return decide(
        instance,
        solver,
        time_limit,
        seed,
        isolate=isolate,
        memory_limit=memory_limit,
        jobs=jobs,
        encoding=encoding,
        presolve=presolve,
        proof=proof,
        settings=chosen,
        **told,
    )


def solvers() -> dict[str, Solver]:
    """The solvers by name: what each can do, its variants, and the version it stands on.

    >>> import gourds
    >>> gourds.solvers()["sat"].variants[0]
    'cadical195'
    """
    from gourds.solvers import registry

    return dict(registry())


def external_solvers(*, versions: bool = False) -> list[Program]:
    """Other people's solvers that are on the PATH and known here: each has a name that :func:`solve` takes.

    With ``versions`` each program is run once to say its version. A command of your own is the name of a solver
    too: ``solve(instance, "external:kissat -q {cnf}")``.

    >>> import gourds
    >>> all(program.name.startswith("external:") for program in gourds.external_solvers())
    True
    """
    from gourds.solvers.external.shipped import found_programs

    return found_programs(versions=need(versions, bool, "True or False for versions"))


def count(
    instance: Instance, solver: str = "auto", time_limit: float | None = None, memory_limit: float | None = None
) -> int:
    """The exact number of placements. Raises LimitError if a limit is reached, or the board is too large.

    >>> import gourds
    >>> gourds.count(gourds.generate("hexagon", radius=2, colors=3, seed=1))
    60
    """
    from gourds.counts.placements import count as count_placements

    need(instance, Instance, "an instance")
    need_limits(time_limit, memory_limit)
    return count_placements(instance, solver, time_limit, memory_limit)


def certify_count(
    instance: Instance, time_limit: float | None = None, memory_limit: float | None = None
) -> Certificate:
    """A certificate of the exact number of placements, for boards of moderate width.

    The same as ``gourds count --proof``. :func:`verify` checks it and says the number. Raises LimitError if a limit is
    reached, or the board is too large.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=2, colors=3, seed=1)
    >>> certificate = gourds.certify_count(puzzle)
    >>> certificate.kind, gourds.verify(puzzle, certificate).number
    ('count', 60)
    """
    from gourds.counts.certifying import certify_count as certify

    need(instance, Instance, "an instance")
    need_limits(time_limit, memory_limit)
    return certify(instance, time_limit, memory_limit)


def edge_probabilities(
    instance: Instance, time_limit: float | None = None, memory_limit: float | None = None
) -> Probabilities:
    """In what share of all placements each edge carries a gourd and each cell stays empty; exact fractions.

    The same as ``gourds count --probabilities``. :func:`draw` makes a heat map of it.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "red", "red"], [("red", "red", 1)])
    >>> chances = gourds.edge_probabilities(row)
    >>> chances.total, str(chances.edges[(0, 0), (1, 0)])
    (2, '1/2')
    """
    from gourds.counts.probabilities import edge_probabilities as probabilities

    need(instance, Instance, "an instance")
    need_limits(time_limit, memory_limit)
    return probabilities(instance, time_limit, memory_limit)


def sample(
    instance: Instance,
    number: int = 1,
    seed: int = 0,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> list[Placement]:
    """Draw a ``number`` of placements, each exactly uniform among all and independent of the others; all are checked.

    The same seed draws the same placements, and more of them begin with the same. An instance without placements is an
    InputError.

    >>> import gourds
    >>> puzzle = gourds.generate("hexagon", radius=2, colors=3, seed=1)
    >>> [bool(gourds.verify(puzzle, drawn)) for drawn in gourds.sample(puzzle, 3, seed=7)]
    [True, True, True]
    """
    from gourds.counts.sampling import sample as draw_placements

    need(instance, Instance, "an instance")
    need_whole(number, "the number of placements")
    need_limits(time_limit, memory_limit, seed)
    return draw_placements(instance, number, seed, time_limit, memory_limit)


@dataclass(frozen=True)
class Verification:
    """What a check found. True in conditions iff nothing is wrong."""

    faults: tuple[Fault, ...]
    """Everything that is wrong."""
    number: int | None = None
    """Of a certificate that holds: how many placements there are, 0 unless it is one of a number."""

    __repr__ = brief

    def __bool__(self) -> bool:
        return not self.faults


def verify(
    instance: Instance | Configuration,
    answer: Placement | PartialPlacement | Certificate | PathLike,
    *,
    target: Configuration | None = None,
    encoding: Literal["reduced", "textbook"] | None = None,
    with_: str | None = None,
    own_check: bool = True,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> Verification:
    """Check a placement, whole or partial, or a certificate that there is none, or so many; no solver takes part.

    ``answer`` can also be the path of a file that holds one of these, or a proof that a solver wrote about the
    exported formula: ``.drat``, ``.lrat``, ``.pbp``. ``encoding`` is then that of the formula; by default what the
    proof says, else ``reduced``. ``with_`` names a checker of somebody else on the PATH, such as drat-trim, that must
    accept the proof too (or alone, if not ``own_check``). A certificate or proof is checked in a process of its own,
    within limits of seconds and megabytes. Without a limit it gets one that grows with its size and that honest
    certificates do not reach. A certificate of :func:`reconfigure` is checked against the start, in place of an
    instance, and the ``target``.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "red", "blue"], [("blue", "red", 1)])
    >>> bool(gourds.verify(row, gourds.Placement((0, 0), [((1, 0), (2, 0))])))
    True
    >>> print(gourds.verify(row, gourds.Placement((2, 0), [((0, 0), (1, 0))])).faults[0])
    0 (blue, red)-gourds are used, the budget is 1
    """
    from gourds.running.verifying import pair_of, verify_limited, verify_pair_limited

    need_limits(time_limit, memory_limit)
    if not own_check and with_ is None:
        raise InputError("own_check=False needs with_, another checker")
    if target is not None:
        if encoding is not None or with_ is not None:
            raise InputError(NO_ENCODING)
        pair = pair_of(need(instance, Configuration, "with a target, a start"), need(target, Configuration, "a target"))
        check = verify_pair_limited(pair, need(answer, Certificate, "a certificate"), time_limit, memory_limit)
        return _said(check)
    instance = need(instance, Instance, "an instance")
    if encoding is not None:
        need_one_of(encoding, ("reduced", "textbook"), "the encoding")
    if isinstance(answer, str | os.PathLike):
        return verify_file(
            instance, answer, encoding, time_limit, memory_limit, with_=with_, own_check=own_check
        ).verification
    if encoding is not None or with_ is not None:
        raise InputError(NO_ENCODING)
    if isinstance(answer, Placement):
        return Verification(tuple(placement_faults(instance, answer)))
    if isinstance(answer, PartialPlacement):
        return Verification(tuple(partial_faults(instance, answer)))
    return _said(verify_limited(instance, need(answer, Certificate, _ANSWER), time_limit, memory_limit))


_ANSWER = "a placement, a certificate, or the path of a file"
NO_ENCODING = "an encoding or another checker is chosen for proofs about exported files: .drat, .lrat, .pbp"


def _said(check: CertificateCheck) -> Verification:
    if check:
        return Verification((), check.number)
    return Verification((Fault("", f"{check.verdict.value}: {check.reason}"),))


@dataclass(frozen=True)
class VerifiedFile:
    """What the check of a file with an answer found."""

    kind: str
    """The kind of a certificate, the format of a proof, ``placement`` or ``partial-placement``."""
    placement: Placement | PartialPlacement | None = None
    """If that is what the file holds."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with it."""
    check: CertificateCheck | None = None
    """If the file holds a certificate or a proof: the verdict and its reason."""
    words: Mapping[str, str] | None = None
    """If another checker took part: what each checker says, by name."""

    @property
    def verification(self) -> Verification:
        """What is wrong, and the number of placements."""
        return Verification(self.faults) if self.check is None else _said(self.check)


def verify_file(
    instance: Instance,
    path: PathLike,
    encoding: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    *,
    with_: str | None = None,
    own_check: bool = True,
) -> VerifiedFile:
    """The same for the answer in a file. The ending of its name says the format, or the content where it does not."""
    from gourds.files import loads, other_than
    from gourds.files.certificates import FORMAT, stated_kind
    from gourds.files.proofs import content_format, proof_format
    from gourds.files.raw import decoded, naming, read_bytes
    from gourds.running.outside_checkers import TOOLS, verify_with
    from gourds.running.verifying import verify_limited, verify_proof_limited

    if with_ is not None:
        need_one_of(with_, TOOLS, "the checker")
    with naming(path):
        data = read_bytes(path)
        form = proof_format(path) or content_format(data)
        if form is not None and with_ is not None:
            limits = {"time_limit": time_limit, "memory_limit": memory_limit}
            check, words = verify_with(instance, data, form, with_, encoding=encoding, own_check=own_check, **limits)
            return VerifiedFile(form, check=check, words=words)
        if form is not None:
            check = verify_proof_limited(instance, data, form, encoding, time_limit, memory_limit)
            return VerifiedFile(form, check=check)
        if encoding is not None or with_ is not None:
            raise InputError(NO_ENCODING)
        text = decoded(data)
        if FORMAT in text[:200]:
            check = verify_limited(instance, text, time_limit, memory_limit)
            return VerifiedFile(stated_kind(text), check=check)
        value = loads(text)
        if not isinstance(value, Placement | PartialPlacement):
            raise other_than("a placement or a certificate", value, path)
        kind = "placement" if isinstance(value, Placement) else "partial-placement"
        return VerifiedFile(kind, value, verify(instance, value).faults)


def decode(
    instance: Instance,
    output: str | os.PathLike[str],
    encoding: Literal["reduced", "textbook"] = "reduced",
    *,
    from_: str | None = None,
) -> Decoded:
    """The answer of another solver on a file that :func:`encode` wrote, as a placement that is checked.

    ``output`` is the text that the solver printed or wrote, or a :class:`pathlib.Path` to it; ``encoding`` is that of
    the file. The content shows the format (``v`` lines, solution files of CPLEX, SCIP, …) unless ``from_`` names it.
    A placement counts only if it passes the same check as in :func:`verify`. An output that says 'infeasible' proves
    nothing by itself: :func:`solve` with ``proof`` makes a certificate.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "red", "blue"], [("blue", "red", 1)])
    >>> gourds.encode(row, "opb").splitlines()[-1]
    '+1 x1 = 1 ;'
    >>> found = gourds.decode(row, "s SATISFIABLE\\nv x1 x2 -x3\\n")
    >>> found.status, found.placement.empty
    ('feasible', (0, 0))
    >>> print(gourds.decode(row, "s SATISFIABLE\\nv -x1 x2 -x3\\n").faults[0])
    cell (1, 0) is neither covered nor empty
    """
    from gourds.decoding.decode import decode_output
    from gourds.decoding.formats import FORMATS
    from gourds.files.raw import naming, read_text

    need(instance, Instance, "an instance")
    need_one_of(encoding, ("reduced", "textbook"), "the encoding")
    if from_ is not None:
        need_one_of(from_, FORMATS, "the format")
    if isinstance(output, str):
        return decode_output(instance, output, encoding, from_)
    need(output, (os.PathLike,), "the text of an output, or a pathlib.Path to it,")
    with naming(output):
        return decode_output(instance, read_text(output), encoding, from_)


def certificate_convert(
    instance: Instance,
    certificate: Certificate,
    to: Literal["drat", "lrat", "pbp"] | None = None,
    *,
    encoding: Literal["reduced", "textbook"] = "reduced",
    pbp_version: Literal["3.0", "1.2"] = "3.0",
    binary: bool = False,
    time_limit: float | None = None,
    path: str | os.PathLike[str] | None = None,
) -> bytes:
    """A certificate as a proof that other people's checkers read; the bytes of the file.

    ``drat`` and ``lrat`` are about the formula ``encode(instance, "cnf", encoding)``, ``pbp`` (pseudo-Boolean, for
    VeriPB) is about ``encode(instance, "opb", encoding)``. With a ``path`` the proof is written there too; its ending
    then chooses the format unless ``to`` does.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "blue", "red"], [("red", "red", 1)])
    >>> proof = gourds.certificate_convert(row, gourds.solve(row).certificate, "pbp")
    >>> proof.decode().splitlines()[0]
    'pseudo-Boolean proof version 3.0'
    """
    from gourds.files.proofs import FORMATS, proof_format
    from gourds.files.raw import write_bytes
    from gourds.proofs.convert import convert
    from gourds.proofs.pseudo_boolean.writer import VERSIONS

    need(instance, Instance, "an instance")
    need(certificate, Certificate, "a certificate")
    need_one_of(encoding, ("reduced", "textbook"), "the encoding")
    need_one_of(pbp_version, VERSIONS, "the version")
    need_limits(time_limit, None)
    form = to or (proof_format(path) if path is not None else None)
    if form is None:
        raise InputError("the format must be drat, lrat or pbp; the ending of a path says so too")
    need_one_of(form, FORMATS, "the format")
    proof = convert(
        instance,
        certificate,
        form,
        encoding=encoding,
        version=pbp_version,
        binary=need(binary, bool, "True or False for binary"),
        time_limit=time_limit,
    )
    if path is not None:
        write_bytes(path, proof)
    return proof


def explain(
    instance: Instance, time_limit: float | None = 60.0, seed: int = 0, *, minimal: bool = False
) -> Explanation:
    """Why an instance has no placement: numbers, budgets and cells that cannot go together.

    When time ends, the reason found so far is given even if it is not minimal. With ``minimal`` there are no sums, and
    no set of budgets and cells but a minimal one. :func:`draw` marks the cells of the reason.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "blue", "red"], [("red", "red", 1)])
    >>> gourds.explain(row).status.value
    'infeasible'
    """
    from gourds.explain.explaining import explain as find_reason

    need(instance, Instance, "an instance")
    need_limits(time_limit, None, seed)
    return find_reason(instance, time_limit, seed=seed, minimal=minimal)


def maximize(instance: Instance, time_limit: float | None = 60.0, seed: int = 0) -> Maximum:
    """As many gourds as possible, none of them beyond the budgets, and a proven upper bound.

    When time ends, the best found is given. :func:`draw` shows it on the board.

    >>> import gourds
    >>> row = gourds.Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "blue", "red"], [("red", "red", 1)])
    >>> most = gourds.maximize(row)
    >>> most.placed, most.upper_bound
    (0, 0)
    """
    from gourds.maximize.maximizing import maximize as find_most

    need(instance, Instance, "an instance")
    need_limits(time_limit, None, seed)
    return find_most(instance, time_limit, seed=seed)
