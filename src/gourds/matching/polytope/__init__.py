"""Placements as points of the matching polytope: proofs that there are none, and which edges none can use.

``model``        the linear program of an instance, as arrays
``averaging``    where the ray of the program begins
``solving``      OR-Tools: the simplex method on GLOP, an interior point method on HiGHS
``separation``   odd sets that hold too much of a solution; ``cuts_kernel`` finds small cuts for it
``rounding``     floats to integer weights, which are a proof
``packing``      how many gourds fit: the program without the demand that all cells be covered
``face``         a refutation, or the face of the polytope that holds all placements: :func:`refute_or_face`
"""

from gourds.matching.polytope.face import Face, Middle, Payment, refute_or_face

__all__ = ["Face", "Middle", "Payment", "refute_or_face"]
