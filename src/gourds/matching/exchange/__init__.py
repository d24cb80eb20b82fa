"""Search over the near-perfect matchings of a board by alternating cycles, guided by the budgets.

================  =====================================================================================
``state``         a matching as the kernel sees it, and back
``kernel``        the inner loop: proposals, bookkeeping of the energy, acceptance; plain functions over arrays
``search``        arrays for the kernel, the schedule of temperatures, the clock, what was found
================  =====================================================================================
"""
