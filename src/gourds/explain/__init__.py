"""Why an instance has no placement: the simplest reason that can be found.

``explaining`` has the function ``explain``, which tries one kind of reason after the other. Each kind has a file:
``matching`` (one class, or the whole board without its budgets), ``linear`` (weights whose sums cannot meet), ``parts``
(boards that fall apart), ``core`` (a minimal set of demands). ``problem`` says what the demands are, ``cnf`` holds the
clauses and the clock of SAT calls. ``reasons`` makes an explanation of each, and says it to people with ``sums``.
"""
