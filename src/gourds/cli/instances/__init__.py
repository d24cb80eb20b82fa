"""Commands on instances: ``info``, ``generate``, ``convert``, ``draw``, ``encode``; a module for each.

``info_answers`` is what ``info`` says about answers and formulas.
"""
