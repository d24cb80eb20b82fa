"""Gadgets: drawings that a reduction puts on its boards, and everything that they can do.

drawing      a gadget as drawn in a file; the two gadgets of a reduction; faults with their places
coverings    all coverings of a gadget by exhaustion, and the table of what they use
tables       these tables as files beside the drawings
proof        why given gadgets are right for every formula: conditions on their tables
mutations    gadgets broken on purpose, to see that the check of a reduction notices
"""
