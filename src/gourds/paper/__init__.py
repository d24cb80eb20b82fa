"""The paper, claim by claim: every observation, fact, lemma and theorem, checked as far as a computer can.

claim        a claim, how far to go, and what was found
catalogue    all claims, in the order of the paper
claims       the claims themselves, a module for each topic
named        boards of the paper that are bundled instances
tracks       where the ends of gourds can get, on boards of any grid
"""
