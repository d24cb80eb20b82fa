"""Reports on a store, for people and for other programs.

statistics        solved, PAR2, the virtual best solver, what answers rest on
paired            is a difference one? a paired test, and the noise of repetitions
standing          who is best, judged on what was hard
growth            how times grow with the size of the board
comparison        two campaigns side by side
words             numbers, times and verdicts in words, for the terminal and the page
plots             axes, lines and marks as SVG
style             the style sheet of the pages
sections          the parts of a report's page
explorer          the part of the page that a script runs
page              the page of a campaign
comparison_page   the page of a comparison
files             CSV, JSON and mkplot's JSON
"""
