"""Commands on formulas: ``formula``, ``reduce``, ``extract``, ``place-assignment``, ``check-reduction``.

``check_maps`` is a part of ``check-reduction``.
"""
