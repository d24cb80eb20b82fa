"""The checker of pseudo-Boolean proofs, in the formats of VeriPB: a part of what an answer rests on.

``check`` answers for an instance, whose exported OPB file it builds anew, or for constraints given directly;
``reading`` turns the text of a proof into steps, the same for all versions of the format; ``replay`` does the steps;
``goals`` keeps what must be shown for a step with a witness; ``inequality`` is the arithmetic; ``propagation`` says
whether unit propagation ends in a conflict, with the loops of ``kernel``.
"""
