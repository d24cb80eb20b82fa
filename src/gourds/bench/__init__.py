"""Campaigns: comparing solvers on many instances, within hard limits, so that people believe the result.

campaign, tables, plugins              the TOML file, checked
planning, expected                     its instances, their known verdicts, and its runs in order
store, new_store, schema, judging      the SQLite file that everything is kept in
opening, checking                      opening it, whoever may write there; whether it is sound, whoever made it
task, performing, slot, machine        one run: its process, its limits, the check of its answer
runner, cluster, progress              all runs: on this machine, on a Dask cluster; what people see meanwhile
results, reading, statistics, growth   what a store holds, and its figures
plots, report_*                        the page of a campaign, and files for other programs
comparison, comparison_page            two campaigns side by side
"""
