"""Certificates as pictures: the last step of a linear proof with its weights; a barrier and the odd parts it leaves.

Only a certificate that was checked is drawn.
"""

from __future__ import annotations

from gourds.certificates.counting import odd_parts
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.verify import verify_certificate
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.render.board.picture import to_svg
from gourds.render.board.weights import weights_svg


def certificate_svg(instance: Instance, certificate: Certificate, title: str | None = None) -> str:
    """What a certificate shows, as SVG. Raises InputError if its kind has no picture, or if it proves nothing."""
    if certificate.kind not in ("linear", "barrier"):
        raise InputError(f"there is no picture of a certificate of kind {certificate.kind}, only of linear and barrier")
    check = verify_certificate(instance, certificate)
    if not check:
        raise InputError(f"the certificate proves nothing: {check.reason}")
    if certificate.kind == "barrier":
        return _barrier_svg(instance, certificate, title)
    *before, last = certificate.data["steps"]
    if title is None:
        title = instance.name or "There is no placement"
    return weights_svg(instance, last, title, closing=len(before))


def _barrier_svg(instance: Instance, certificate: Certificate, title: str | None) -> str:
    """The cells of the barrier lined twice, every odd part a region of its own."""
    puzzle = Puzzle.of(instance)
    barrier = frozenset((q, r) for q, r in certificate.data["cells"])
    candidates = None
    if not certificate.data["apex"]:
        color = puzzle.empty_color()
        candidates = frozenset(c for c in puzzle.odd_part() or () if puzzle.color[c] == color and c not in barrier)
    parts = odd_parts(puzzle, barrier, candidates)
    index = {cell: k for k, cell in enumerate(instance.board.cell_list())}
    regions = dict.fromkeys((index[cell] for cell in barrier), -1)
    regions |= {index[cell]: number for number, part in enumerate(parts, start=1) for cell in part}
    if title is None:
        title = "No placement: the part with an odd number of cells has no cell that may stay empty"
        if barrier:
            cells = f"{len(barrier):,} cell{'' if len(barrier) == 1 else 's'}"
            title = f"No placement: {sum(map(bool, parts)):,} odd parts are left without {cells}"
    return to_svg(instance, title=title, highlight=regions)
