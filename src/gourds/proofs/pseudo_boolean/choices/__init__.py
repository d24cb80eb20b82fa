"""What decompositions and modular certificates rest on, derived from the exported OPB by cutting planes.

Everything is about *families*: variables of which exactly one is true (``families``), and about families made from
others (``products``). ``board`` gives the equations of cells without what is always zero; ``parts`` and ``sweep`` give
every choice its family of signatures; ``joining`` has the equations of the classes in terms of signatures and joins
choices; ``sums`` has what one class implies; ``master`` gives all of that for a certificate.
"""
