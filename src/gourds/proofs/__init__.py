"""Proofs for other people's checkers, made from certificates.

``clausal`` writes ``.drat`` and ``.lrat`` about the exported CNF. Nothing here is trusted: a checker, ours or
somebody else's, replays every proof.
"""
