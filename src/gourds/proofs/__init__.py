"""Proofs for other people's checkers, made from certificates.

``clausal`` writes ``.drat`` and ``.lrat`` about the exported CNF, ``pseudo_boolean`` writes ``.pbp`` about the
exported OPB. ``convert`` calls them in a process of its own. Nothing here is trusted: a checker, ours or somebody
else's, replays every proof.
"""
