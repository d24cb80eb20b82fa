"""Commands on formulas: ``formula``, ``reduce``, ``extract``, ``place-assignment``, ``check-reduction``.

``check_mutants`` and ``check_maps`` are parts of ``check-reduction``.
"""
