"""The forger of certificates: for a feasible instance, everything that might look like a proof that it is not.

Where the forgeries come from:

- honest certificates of infeasible twins, moved over with the digest of the target;
- the honest description of the target's own master problem (which has a solution), so that tables, joins and names are
  right and the checker gets as far as possible;
- claims made from the grammar of the format: joins, definitions, implied clauses, sums, lemmas, barriers;
- weights of linear proofs, see ``linear``; sweeps over the board and numbers of placements, see ``diagrams``.

One to five structural changes follow. The forger of decompositions is no fool: where the checker accepts its claims as
far as the clauses, a SAT solver looks for the proof. So a single unsound claim is enough to be found out.

The checksum is made by the file, so it is always fresh; :func:`accepts` goes through the file's text.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gourds.certificates.clausal.drat import ProofVerdict
from gourds.certificates.decomposition import Master, build_master
from gourds.certificates.entries import RejectedError
from gourds.certificates.selection import joined, taken_apart
from gourds.certificates.verify import verify_certificate
from gourds.errors import InputError
from gourds.files import to_text
from gourds.files.certificates import KINDS, Certificate
from gourds.matching.components.proof import decomposition_data
from gourds.matching.components.splitting import Components
from gourds.solvers.decompose import Decomposition
from tests.forging.diagrams import count, diagram
from tests.forging.linear import linear
from tests.forging.targets import Target

Data = dict[str, Any]
ABOUT_INSTANCES = [kind for kind in KINDS if kind != "shortest"]  # that one is about plans: tests.forging.shortest


@dataclass(frozen=True)
class Forged:
    """A forged certificate and what the checker said."""

    target: Target
    certificate: Certificate
    verdict: str
    """``valid`` must not be; ``checker-error`` is a crash; ``unreadable`` if the file itself is refused."""
    reason: str

    def describe(self) -> str:
        """For people: the board and the certificate."""
        text = json.dumps({"kind": self.certificate.kind, **self.certificate.data})
        return f"{to_text(self.target.instance, 'text')}\n{text}\n{self.verdict}: {self.reason}"


def forge(rng: random.Random, target: Target, kind: str | None = None) -> Forged:
    """One forged certificate for a target, of any kind."""
    kind = kind or rng.choice([*ABOUT_INSTANCES, "decomposition", "decomposition", "modular", "drat"])
    data = _MAKERS[kind](rng, target)
    return checked(target, kind, data)


def checked(target: Target, kind: str, data: Data) -> Forged:
    """What the checker says of a certificate after it went through a file."""
    certificate = Certificate(kind, target.instance.digest, data)
    try:
        certificate = Certificate.from_text(certificate.to_text())
    except InputError as error:
        return Forged(target, certificate, "unreadable", str(error))
    check = verify_certificate(target.instance, certificate)
    return Forged(target, certificate, check.verdict.value, check.reason)


def minimized(forged: Forged) -> Forged:
    """An accepted forgery with as few rows as keep it accepted."""
    best = forged
    while (smaller := next(filter(_is_accepted, _smaller(best)), None)) is not None:
        best = smaller
    return best


def _is_accepted(forged: Forged) -> bool:
    return forged.verdict == ProofVerdict.VALID.value


def _smaller(forged: Forged) -> Iterator[Forged]:
    """The same without some rows of one list: first without half of them, at last without one."""
    kind, whole = forged.certificate.kind, forged.certificate.data
    finds_proof = kind == "decomposition"
    for key, rows in whole.items():
        if not isinstance(rows, list) or key == "tables" or (key == "proof" and finds_proof):
            continue
        size = (len(rows) + 1) // 2
        while size:
            for start in range(0, len(rows), size):
                data = copy.deepcopy(dict(whole))
                del data[key][start : start + size]
                if finds_proof:
                    _find_proof(forged.target, data)
                yield checked(forged.target, kind, data)
            size //= 2


# -- decompositions ---------------------------------------------------------------------------------------------


def decomposition(rng: random.Random, target: Target) -> Data:
    """A description of the master problem with some claims changed, and the best proof that there is for them."""
    if rng.random() < 0.4:
        return guided(rng, target)
    own = _own_description(target)
    others = [c.data for c in target.relatives if c.kind == "decomposition"]
    base = rng.choice([own, own, *others]) if own else rng.choice(others) if others else _nothing()
    data = copy.deepcopy(dict(base))
    if own and rng.random() < 0.9:
        data["tables"] = copy.deepcopy(own["tables"])  # else the checker looks no further
    if rng.random() < 0.3:
        for key in rng.sample(["joins", "definitions", "implied", "sums"], rng.randrange(1, 5)):
            data[key] = []
    for _ in range(rng.randrange(1, 6)):
        _change(rng, target, data, others)
    if rng.random() < 0.9:
        _find_proof(target, data)
    return data


def guided(rng: random.Random, target: Target) -> Data:
    """Claims that the checker takes, as many as it can be made to take, and the best proof that there is for them."""
    own = _own_description(target)
    data = _nothing() | {"tables": own["tables"] if own else []}
    try:
        selection = taken_apart(target.puzzle, data["tables"])
    except RejectedError:
        return data
    if rng.random() < 0.8:
        active = list(range(len(selection.choices)))
        sizes = [len(choice.signatures) for choice in selection.choices]
        for number in range(len(active), 2 * len(active) - 1):
            a, b = rng.sample(active, 2)
            sizes.append(sizes[a] * sizes[b])
            if rng.random() < 0.1 or len(data["joins"]) > 6 or sizes[-1] > 80:
                break
            data["joins"].append([a, b])
            active = [c for c in active if c not in (a, b)] + [number]
        selection = joined(selection, data["joins"])
    master = Master(selection)
    classes = [pair for pair in target.puzzle.budget if pair[0] != pair[1]] or [(0, 1)]
    fresh = 10_000
    for _ in range(rng.choice([0, 0, 3])):
        number = rng.randrange(len(selection.choices)) if selection.choices else 0
        fresh += 1
        name = rng.choice([fresh, fresh, fresh - 1, rng.randrange(1, 12)])
        _offer(data, "definitions", [number, rng.randrange(3), rng.randrange(4), name], master.define)
    variables = list(master.says) or [1]
    for _ in range(rng.choice([0, 10, 30])):
        literals = [rng.choice(variables) * rng.choice((1, -1)) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
        _offer(data, "implied", [*rng.choice(classes), *literals], master.imply)
    if rng.random() < 0.5:
        data["sums"] = _all_sums(rng, target)
    _find_proof(target, data)
    return data


def _offer(data: Data, key: str, row: list[int], check: Callable[[list[list[int]]], None]) -> None:
    try:
        check([row])
    except RejectedError:
        return
    data[key].append(row)


def _nothing() -> Data:
    return {"tables": [], "joins": [], "definitions": [], "implied": [], "sums": [], "proof": ["0"]}


@lru_cache(maxsize=64)
def _own_description(target: Target) -> Data | None:
    """What an honest certificate of the target would say before its proof; None if it does not come so far."""
    instance = target.instance
    parts = Decomposition.of(Components(instance))
    if parts.open_edges or not parts.master.propagate():
        return None
    tables = [table.signatures for table in parts.tables if table is not None]
    return decomposition_data(tables, parts.joined, parts.master, parts.master.formula(), [], len(instance.colors))


def _find_proof(target: Target, data: Data) -> None:
    """Let a SAT solver prove that the clauses, as far as the checker takes them, have no solution."""
    from pysat.solvers import Solver

    try:
        clauses = build_master(target.puzzle, data).clauses
    except (RejectedError, TypeError, AttributeError, KeyError, ValueError, IndexError):
        return
    data["proof"] = ["0"]
    if any(not clause for clause in clauses) or max((abs(x) for c in clauses for x in c), default=0) > 10**6:
        return
    with Solver("cadical195", bootstrap_with=clauses, with_proof=True) as solver:
        if not solver.solve():
            data["proof"] = [*solver.get_proof(), "0"]


def _change(rng: random.Random, target: Target, data: Data, others: list[Any]) -> None:
    """One structural change."""
    keys = ["joins", "definitions", "implied", "sums", "proof"]
    key = rng.choice([*keys, "joins", "implied", "implied", "tables"])
    rows = data.get(key)
    if not isinstance(rows, list):
        rows = data[key] = []
    roll = rng.random()
    if roll < 0.5:
        rows.insert(rng.randrange(len(rows) + 1), _row(rng, target, key, data))
    elif roll < 0.58 and others:
        source = rng.choice(others)[key]
        rows += copy.deepcopy(rng.sample(source, min(len(source), rng.randrange(1, 4))))
    elif roll < 0.66 and key == "sums":
        data["sums"] = _all_sums(rng, target)
    elif roll < 0.72 and rows:
        del rows[rng.randrange(len(rows))]
    elif roll < 0.78 and rows:
        rows.insert(rng.randrange(len(rows) + 1), copy.deepcopy(rng.choice(rows)))
    elif roll < 0.84:
        rng.shuffle(rows)
    elif roll < 0.97 and rows:
        _alter(rng, rows)
    elif roll < 0.985:
        data[key] = rng.choice([None, 0, True, "x", {}, [[]], [[0]], [None], [["0"]], [[0, 1.5]], [[True, 1]], [1]])
    else:
        data[rng.choice([*keys, "failed", "removed", "equal", "x"])] = [_row(rng, target, "joins", data)]


def _alter(rng: random.Random, rows: list[Any]) -> None:
    k = rng.randrange(len(rows))
    row = rows[k]
    if isinstance(row, list) and row:
        m = rng.randrange(len(row))
        if isinstance(row[m], list):
            _alter(rng, row)
        elif isinstance(row[m], int):
            row[m] = rng.choice([row[m] + 1, row[m] - 1, -row[m], rng.randrange(-4, 9), rng.choice(row), True, 1.0])
    elif isinstance(row, str):
        rows[k] = _lemma(rng, 12)


def _row(rng: random.Random, target: Target, key: str, data: Data) -> Any:
    """A row from the grammar, with numbers that mean something on this board more often than not."""
    classes = [pair for pair in target.puzzle.budget if pair[0] != pair[1]] or [(0, 1)]
    i, j = rng.choice(classes)
    choices = 1 + len(data["joins"]) if isinstance(data.get("joins"), list) else 3
    top = 12
    if key == "joins":
        return [rng.randrange(-1, choices + 4), rng.randrange(choices + 4)]
    if key == "definitions":
        return [rng.randrange(-1, 4), rng.randrange(-1, 3), rng.randrange(4), rng.randrange(1, 60)]
    if key == "implied":
        return [i, j, *(rng.randrange(1, top) * rng.choice((1, -1)) for _ in range(rng.choice([0, 0, 1, 1, 2, 2, 3])))]
    if key == "sums":
        return [i, j, rng.randrange(4), rng.randrange(5), rng.randrange(1, 60)]
    if key == "tables":
        return [[rng.randrange(3) for _ in range(rng.randrange(3))] for _ in range(rng.randrange(3))]
    return _lemma(rng, top)


def _all_sums(rng: random.Random, target: Target) -> list[list[int]]:
    """Names for all sums of some classes, so that none is missing."""
    fresh = 1000
    rows: list[list[int]] = []
    for (i, j), total in target.puzzle.budget.items():
        if i != j and rng.random() < 0.7:
            for k in range(1, 8):
                for value in range(total + 1):
                    rows.append([i, j, k, value, fresh])
                    fresh += 1
    return rows


def _lemma(rng: random.Random, top: int) -> str:
    size = rng.choice([0, 1, 1, 2, 2, 3])
    literals = [str(rng.randrange(1, top) * rng.choice((1, -1))) for _ in range(size)]
    return " ".join([*(["d"] if literals and rng.random() < 0.2 else []), *literals, "0"])


# -- equations modulo a number ------------------------------------------------------------------------------------


def modular(rng: random.Random, target: Target) -> Data:
    """A twin's weights, or weights thrown together, on a description that the checker takes; small moduli."""
    others = [c.data for c in target.relatives if c.kind == "modular"]
    start = guided(rng, target) if rng.random() < 0.6 else _own_description(target) or _nothing()
    data = {key: copy.deepcopy(start[key]) for key in ("tables", "joins", "definitions", "implied")}
    data |= {"modulus": rng.choice([2, 2, 3, 5, 6, 101]), "choices": [], "classes": [], "values": []}
    if others and rng.random() < 0.4:
        data |= copy.deepcopy(dict(rng.choice(others)))
        own = _own_description(target)
        if own and rng.random() < 0.8:
            data |= {key: copy.deepcopy(own[key]) for key in ("tables", "joins", "definitions", "implied")}
    else:
        top = data["modulus"]
        classes = [pair for pair in target.puzzle.budget if pair[0] != pair[1]]
        data["choices"] = [[j, rng.randrange(-top, top)] for j in range(6) if rng.random() < 0.4]
        data["classes"] = [[i, j, rng.randrange(-top, top)] for i, j in classes if rng.random() < 0.5]
        named = [row[3] for row in data["definitions"] if len(row) == 4]
        data["values"] = [[v, rng.randrange(1, top)] for v in named if rng.random() < 0.5]
    for _ in range(rng.randrange(3)):
        key = rng.choice(["choices", "classes", "values", "implied", "joins", "modulus"])
        if key == "modulus":
            data[key] = rng.choice([0, 1, -2, 2, 4, 2.0, True, None, "2", 10**30])
        elif data[key] and rng.random() < 0.7:
            _alter(rng, data[key])
        else:
            data[key].append(_row(rng, target, "implied" if key == "implied" else "joins", data))
    return data


# -- the other kinds --------------------------------------------------------------------------------------------


def drat(rng: random.Random, target: Target) -> Data:
    """A twin's proof, or lemmas of all sorts over the formula's variables, changed a little."""
    others = [c.data for c in target.relatives if c.kind == "drat"]
    lines = list(rng.choice(others)["proof"]) if others and rng.random() < 0.7 else ["0"]
    top = 1 + max((abs(int(x)) for line in lines for x in line.split() if x not in ("d", "0")), default=20)
    for _ in range(rng.randrange(6)):
        at = rng.randrange(len(lines) + 1)
        roll = rng.random()
        if roll < 0.5:
            lines.insert(at, _lemma(rng, top + 2))
        elif roll < 0.6 and lines:
            del lines[at - 1]
        elif roll < 0.7:
            rng.shuffle(lines)
        elif roll < 0.9 and lines:
            words = lines[at - 1].split()
            rng.shuffle(words)
            lines[at - 1] = " ".join(words)
        else:
            lines.insert(at, rng.choice(["", "c x", "0 0", "d 0", "1 2", "x 0", "1e3 0", "０", "-0", "0\n0"]))
    data: Data = {"cnf": "direct-1", "proof": lines}
    if rng.random() < 0.05:
        data[rng.choice(["cnf", "proof", "solver", "x"])] = rng.choice([None, [], "", "direct-2", ["0"], [0], {}, 1])
    return data


def barrier(rng: random.Random, target: Target) -> Data:
    """A twin's barrier, or random cells."""
    others = [c.data for c in target.relatives if c.kind == "barrier"]
    cells = [list(cell) for cell in target.instance.board.cell_list()]
    chosen: list[Any] = rng.sample(cells, rng.randrange(min(len(cells), 12) + 1))
    if others and rng.random() < 0.5:
        chosen = copy.deepcopy(list(rng.choice(others)["cells"]))
        for _ in range(rng.randrange(3)):
            chosen.insert(rng.randrange(len(chosen) + 1), list(rng.choice(cells)))
    roll = rng.random()
    if chosen and roll < 0.2:
        chosen[rng.randrange(len(chosen))] = rng.choice(
            [[0.5, 0], [10**30, 0], [True, False], [0], None, "ab", [1e9, 0]]
        )
    elif roll < 0.3:
        chosen = [*chosen, *chosen]
    return {"cells": chosen, "apex": rng.choice([True, False, True, False, 0, 1, None, "x", -1, 1e9])}


def counting(rng: random.Random, target: Target) -> Data:
    """There is nothing to say, so it says anything."""
    return rng.choice([{}, {"reason": "two parts are odd"}, {"law": 1}, {"cells": [], "apex": True}, {"proof": ["0"]}])


def claimed(rng: random.Random, target: Target) -> Data:
    """Only a name, or a proof of another kind under the wrong one."""
    return rng.choice([{"by": "auto"}, {}, {"proof": ["0"], "cnf": "direct-1"}])


_MAKERS: dict[str, Callable[[random.Random, Target], Data]] = {
    "decomposition": decomposition,
    "modular": modular,
    "drat": drat,
    "barrier": barrier,
    "linear": linear,
    "diagram": diagram,
    "count": count,
    "counting": counting,
    "claimed": claimed,
}
assert set(_MAKERS) == set(ABOUT_INSTANCES), "every kind of certificate has its forger"
