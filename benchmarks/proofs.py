"""Pseudo-Boolean proofs: how large they are, how long they take to write and to check, by kind and size of the board.

    python benchmarks/proofs.py [--encoding textbook] [--largest CELLS]

Prints a table, and exits with 1 if a proof is rejected or a linear one on up to 1,027 cells takes more than 100 kB, or
more than a second to write and check. The checker is ours; it shares no code with what writes the proofs.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from gourds import shapes
from gourds.board import Board
from gourds.certificates.pseudo_boolean.check import check_pb_proof
from gourds.encodings.model import Encoding
from gourds.errors import GourdsError
from gourds.files import load_instance
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.proofs.convert import pseudo_boolean_proof
from gourds.solvers import solve

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
LINEAR_BYTES, LINEAR_SECONDS, LINEAR_CELLS = 100_000, 1.0, 1_027
BUNDLED = {
    "sat": (
        "shapes/random-25-near-miss.json",
        "ring-sum/missed-177.json",
        "reduction/random-4.json",
        "reduction/random-7-shuffled.json",
    ),
    "auto": (
        "drawn/nine-other-gourds.txt",
        "ring-sum/missed-177.json",
        "reduction/random-7-shuffled.json",
        "reduction/random-4.json",
        "reduction/random-30.json.gz",
    ),
}
"""Instances for DRAT, and for decompositions and modular certificates."""


def random_budgets(radius: int) -> Instance:
    """A hexagon in three colors with budgets that nobody checked: color totals are wrong."""
    rng = random.Random(radius)
    cells = Board.from_cells(shapes.hexagon(radius)).cell_list()
    colors = [rng.choice("abc") for _ in cells]
    gourds = [(rng.choice("abc"), rng.choice("abc"), 1) for _ in range(len(cells) // 2)]
    return Instance.build(cells, colors, gourds)


def cases() -> Iterator[tuple[Instance, str]]:
    """Instances, each with a solver that certifies it."""
    from tests.encodings.small_instances import near_miss
    from tests.whole_boards import beyond

    for radius in (3, 8, 18):
        yield random_budgets(radius), "auto"
    for seed, size in ((11, 37), (363, 217), (598, 1027)):
        yield near_miss(seed, size), "auto"
    for radius in (3, 8, 12, 18):
        yield beyond(radius, 3, 2), "polytope"
    for solver, names in BUNDLED.items():
        for name in names:
            yield load_instance(ROOT / "instances" / name), solver


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encoding", choices=["reduced", "textbook"], default="reduced")
    parser.add_argument("--largest", type=int, default=3_000, help="boards of up to so many cells")
    chosen = parser.parse_args()
    print(f"{'kind':>14} {'cells':>6} {'certificate':>12} {'proof':>12} {'write':>10} {'check':>10}")
    failed = False
    for instance, solver in cases():
        if instance.board.size > chosen.largest:
            continue
        result = solve(instance, solver, proof=True, presolve=solver != "sat", time_limit=120)
        if result.certificate is None:
            print(f"{'-':>14} {instance.board.size:>6} {result.status.value}")
            continue
        failed |= not _row(instance, result.certificate, chosen.encoding)
    return int(failed)


def _row(instance: Instance, certificate: Certificate, encoding: Encoding) -> bool:
    kind, cells = certificate.kind, instance.board.size
    start = time.perf_counter()
    try:
        text = pseudo_boolean_proof(instance, certificate, encoding)
    except GourdsError as error:
        print(f"{kind:>14} {cells:>6} {error}")
        return True
    written = time.perf_counter()
    check = check_pb_proof(instance, text, encoding)
    checked = time.perf_counter()
    size = len(text.encode())
    spelled = f"{len(certificate.to_text()):>10,} B {size:>10,} B"
    print(f"{kind:>14} {cells:>6} {spelled} {written - start:>8.3f} s {checked - written:>8.3f} s", end="")
    print("" if check else f"  REJECTED: {check.reason}", flush=True)
    kept = kind != "linear" or cells > LINEAR_CELLS or (size <= LINEAR_BYTES and checked - start <= LINEAR_SECONDS)
    return bool(check) and kept


if __name__ == "__main__":
    sys.exit(main())
