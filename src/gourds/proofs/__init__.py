"""Proofs for other people's checkers, made from certificates.

``clausal`` writes ``.drat`` and ``.lrat`` about the exported CNF, ``pseudo_boolean`` writes ``.pbp`` about the
exported OPB. Nothing here is trusted: a checker, ours or somebody else's, replays every proof.
"""
