"""Commands that answer: ``solve``, ``count``, ``sample``, ``verify``, ``explain``, ``maximize``, ``solvers``."""
