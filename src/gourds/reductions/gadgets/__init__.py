"""Gadgets: drawings that a reduction puts on its boards, and everything that they can do.

drawing      a gadget as drawn in a file; the two gadgets of a reduction; faults with their places
drafts       a drawing that may have faults: what can be read of it
filler       what keeps gadgets apart, and how it is covered
coverings    all coverings of a gadget by exhaustion, or counted where that takes too long; the table of what they use
tables       these tables in groups, and as files beside the drawings
ledger       the books: which gourds are given, and which satisfying assignments use
proof        why given gadgets are right for every formula: conditions on their tables, and what breaks them
budgets      gourds and coverings with which drawn gadgets would work, or why there are none
witness      the smallest board on which gadgets fail, and the assignment that fails there
study        all of this about given files: what ``gourds gadget`` shows
mutations    gadgets broken on purpose, to see that the check of a reduction notices
"""
