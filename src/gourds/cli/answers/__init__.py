"""Commands that answer: ``solve``, ``count``, ``sample``, ``verify``, ``decode``, ``explain``, ``maximize``,
``solvers``, ``certificate``.
"""
