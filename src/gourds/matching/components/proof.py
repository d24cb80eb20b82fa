"""The certificate of an infeasible decomposition, as :mod:`gourds.certificates.decomposition` checks it.

The SAT solver works on the formula after equal literals were merged. Each merged clause follows by unit propagation
from its original and the equalities, so the certificate's proof is: the merged clauses, then the solver's proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gourds.matching.components.joining import Joined
from gourds.matching.components.master import Master, MasterFormula, Signature


def decomposition_data(
    tables: Sequence[Sequence[Signature]],
    joined: Joined,
    master: Master,
    formula: MasterFormula | None,
    proof: Sequence[str],
    colors: int,
) -> dict[str, Any]:
    """Everything that the checker cannot work out by itself, as plain JSON."""

    def pair(name: int) -> list[int]:
        return [name // colors, name % colors]

    implied = [[*pair(name), -master.variable(choice, t)] for name, choice, t in master.removed]
    if master.failed_class is not None:
        implied.append(pair(master.failed_class))
    lines: list[str] = []
    definitions: list[list[int]] = []
    sums: list[list[int]] = []
    if formula is not None:
        for a, b, name in formula.equal:
            if name >= 0:
                implied += [[*pair(name), -a, b], [*pair(name), a, -b]]
        definitions = [[*key, variable] for key, variable in formula.definitions.items()]
        sums = [[*pair(name), k, total, variable] for (name, k, total), variable in formula.nodes.items()]
        if formula.contradiction is not None:
            lines.append(f"{formula.contradiction} 0")
        lines += [" ".join(map(str, [*clause, 0])) for clause in formula.clauses]
    lines += proof
    if "0" not in lines:
        lines.append("0")
    return {
        "tables": [[list(signature) for signature in table] for table in tables],
        "joins": [[join.first, join.second] for join in joined.joins],
        "definitions": definitions,
        "implied": implied,
        "sums": sums,
        "proof": lines,
    }
