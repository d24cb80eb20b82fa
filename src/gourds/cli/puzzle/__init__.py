"""Commands on the puzzle: ``shuffle``, ``reconfigure``, ``survey``, ``replay``, ``play-out``, ``levels``.

``planning`` is what ``reconfigure`` and ``play-out`` share.
"""
