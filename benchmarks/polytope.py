"""The matching polytope on whole boards: extreme budgets, and budgets just beyond what is possible.

Usage: python benchmarks/polytope.py [ROUNDS]

Promises: a board beyond is refuted, with a proof that the checker accepts, in at most 1 s of CPU time; an extreme board
of up to eight colors is decided.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from gourds.certificates.verify import verify_certificate  # noqa: E402
from gourds.instance import Instance  # noqa: E402
from gourds.solvers import Result, Status, solve  # noqa: E402
from tests.whole_boards import extreme  # noqa: E402

BOARDS = ((12, 3), (12, 5), (12, 8), (12, 12), (18, 3), (18, 5), (18, 8))
MOST = 1.0


def main(rounds: int) -> int:
    failed = False
    solve(extreme(5, 3, 1), "polytope", isolate=False)  # compiles
    for radius, colors in BOARDS:
        for traded in (0, 1):
            instance = extreme(radius, colors, 3, traded=traded)
            seconds, result = min((timed(instance) for _ in range(rounds)), key=lambda pair: pair[0])
            row = f"{instance.board.size:>5} cells {colors:>2} colors {'beyond ' if traded else 'extreme'}"
            print(f"{row} {result.status.value:<10} {seconds:6.2f} s  {described(result)}", flush=True)
            if traded:
                is_proved = result.certificate is not None and bool(verify_certificate(instance, result.certificate))
                failed |= not is_proved or seconds > MOST
            elif colors <= 8:
                failed |= result.status is not Status.FEASIBLE
    return int(failed)


def timed(instance: Instance) -> tuple[float, Result]:
    start = time.process_time()
    result = solve(instance, "polytope", isolate=False)
    return time.process_time() - start, result


def described(result: Result) -> str:
    if result.certificate is None:
        stats = result.stats
        closed = f"{stats['closed']} of {stats['edges']} edges closed, {stats['forced']} forced"
        return f"{closed}, {stats['searches']} searches"
    if result.certificate.kind != "linear":
        return result.certificate.kind
    (step,) = result.certificate.data["steps"]
    sizes = f"{len(step['cells'])} cells, {len(step['classes'])} classes, {len(step['sets'])} odd sets"
    return f"{sizes}, {len(result.certificate.to_text()):,} bytes"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
