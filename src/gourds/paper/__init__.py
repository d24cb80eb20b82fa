"""The paper, claim by claim: every observation, fact, lemma and theorem, checked as far as a computer can.

claim        a claim, how far to go, and what was found
catalogue    all claims, in the order of the paper
claims       the claims themselves, a module for each topic
checking     the run: each claim in a process of its own, within a limit
report       what a run found, as a value
page         the same as one HTML page
sweep        all small cases, size by size, until the time is up
squares      pictures of square grids
growth       the power with which something grows, fitted and drawn
named        boards of the paper that are bundled instances
cycles       a room: cycles, trees and polygons for Section 4
tracks       where the ends of gourds can get, on boards of any grid
"""
