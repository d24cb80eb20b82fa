"""Pictures of boards with what lies on them.

detail, compact    two ways to draw a board: cell by cell, or thousands of cells at once
picture            the picture of a board, an instance or a placement as a whole
configuration      numbered gourds with two different ends
thumbnails         small pictures for reports
heatmap            probabilities
weights, proofs    linear proofs; certificates of every kind that can be drawn
"""
