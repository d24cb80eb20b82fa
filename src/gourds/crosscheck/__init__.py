"""Cross-check: every applicable approach on every instance, compared, checked, and shrunk where they disagree.

answers      what an approach said, and what that rests on
approaches   which solvers and counters run, in which form
subjects     instances, with what is known about them in advance
running      one approach on one instance, within limits, and the checks of its answer
judging      the verdict on an instance, and every disagreement
shrinking    from a disagreement to the smallest instance that still shows it
workers      several processes at once
loading      what is loaded before any clock starts
checking     all of it together
report       the result as a value
table        the result as text for people
page, cards  the result as an HTML page
saving       files: the page, the disagreement
"""

from __future__ import annotations

from gourds.crosscheck.answers import Answer, Count, Ending, Tier
from gourds.crosscheck.approaches import Approach, Limits, select_approaches
from gourds.crosscheck.checking import Progress, crosscheck
from gourds.crosscheck.judging import Finding, Record, judge
from gourds.crosscheck.report import Disagreement, Report
from gourds.crosscheck.subjects import Known, Subject, bundled_suite, load_subjects

__all__ = [
    "Answer",
    "Approach",
    "Count",
    "Disagreement",
    "Ending",
    "Finding",
    "Known",
    "Limits",
    "Progress",
    "Record",
    "Report",
    "Subject",
    "Tier",
    "bundled_suite",
    "crosscheck",
    "judge",
    "load_subjects",
    "select_approaches",
]
