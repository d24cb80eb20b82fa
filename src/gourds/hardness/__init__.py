"""The search for hard boards: between two brackets of difficulty, the smallest first.

brackets    NAME:SECONDS; the question, and the solvers that it needs
axes        lines through the parameters of the families, along which boards grow
knowledge   what is known: how runs ended, the boards made so far
frontier    the next run on one line: climb, bisect, harvest
search      the next run over all lines; what has been found
session     the search as a session on the store of a campaign
hardening   all of it, from the question to the folder
saving      the folder: instances, evidence, manifest, report
map         the map of difficulty
progress    what people see meanwhile
"""
