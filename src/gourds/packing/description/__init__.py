"""The description of a pack: one or two pages for people.

blocks    a document as plain text in blocks, written once
draft     what the description of a pack says
figures   pictures of some boards
markdown  a document in Markdown
latex     a document in LaTeX
"""
