"""The search for gadgets: all colorings of small parallelograms, and which of them are gadgets.

wanted       what a variable or clause gadget with so many cells must be able to do, and must not
layouts      where its filler can lie, and all coverings of the other cells
coloring     all colorings of a layout that do what is wanted: the kernel
making       a coloring as a gadget, with the gourds that come with it; proved
search       smallest first: sizes, layouts, colorings; the smallest pair of equally high gadgets
"""
