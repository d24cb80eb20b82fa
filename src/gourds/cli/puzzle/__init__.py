"""Commands on the puzzle: ``shuffle``, ``reconfigure``, ``survey``, ``replay``, ``play-out``, ``levels``, ``triples``,
``share``.

``planning`` is what ``reconfigure`` and ``play-out`` share.
"""
