"""Commands that compare: ``crosscheck`` and ``bench``.

``bench_report`` holds ``bench report`` and ``bench compare``.
"""
