"""Campaigns: solvers compared on many instances, within hard limits, with results that people can trust.

campaign   what to run: the TOML file, its instances, the list of runs
store      the SQLite file with everything that a campaign needs and produces
run        performs the runs, on this machine or on a Dask cluster
report     reports for people and for other programs; two stores side by side
benchexec  from and to BenchExec: tasks, and its result files as a store and back

Imports go one way: ``campaign`` <- ``store`` <- ``run``, ``report`` and ``benchexec``, which know nothing of
each other. ``.importlinter`` holds this order.
"""
