"""Commands on formulas: ``formula``, ``reduce``, ``extract``, ``place-assignment``, ``check-reduction``,
``gadget``, ``find-gadgets``, ``reductions``.

``check_maps`` is a part of ``check-reduction``; ``gadget_words`` is what it and ``gadget`` show.
"""
