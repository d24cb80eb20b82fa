"""Commands on formulas: ``formula``, ``reduce``, ``extract``, ``place-assignment``, ``check-reduction``.

``check_mutants`` is a part of ``check-reduction``.
"""
