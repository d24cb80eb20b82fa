"""How many gourds fit, within their budgets: a partial placement and an upper bound.

``maximizing`` has the function ``maximize``. It takes simple bounds from ``bounds`` and asks SAT level by level
(``levels``). Where the board falls apart, it chooses signatures near the budgets (``choosing``); where it does not, it
searches as many gourds as the linear program allows (``whole``).
"""
