"""What decompositions and modular certificates rest on, derived from the exported OPB by cutting planes.

Everything is about *families*: variables of which exactly one is true (``families``). ``board`` gives the equations of
cells without what is always zero; ``parts`` and ``sweep`` give every choice its family of signatures, ``joining`` joins
choices, ``master`` has the equations of the classes in terms of signatures, and ``sums`` what one class implies.
"""
