"""How many gourds fit, within their budgets: a partial placement and an upper bound.

``maximizing`` has the function ``maximize``. It takes simple bounds from ``bounds``, asks SAT level by level
(``levels``), and on boards that do not fall apart searches as many as the linear program allows (``whole``).
"""
