"""Commands that compare: ``crosscheck``, ``bench``, ``harden`` and ``pack``.

``bench_report`` holds ``bench report`` and ``bench compare``.
"""
