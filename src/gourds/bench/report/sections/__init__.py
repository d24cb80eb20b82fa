"""The parts of a report's page.

setup        what was run, where and when
tables       what each competitor did; families; how much repeated runs differ
charts       solved over time; one solver against another
growth       time over cells
parameters   where hardness lies in a grid of a family
matrix       all instances and all competitors
gallery      pictures of some instances
"""
