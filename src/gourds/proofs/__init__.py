"""Proofs for other people's checkers, made from certificates: ``.pbp`` about the exported OPB.

``pseudo_boolean`` writes cutting planes and reverse unit propagation. Nothing here is trusted: a checker, ours or
somebody else's, replays every proof.
"""
