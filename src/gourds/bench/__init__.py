"""Campaigns: comparing solvers on many instances, within hard limits, so that people believe the result.

campaign   what to run: the TOML file, its instances, the list of runs
store      the SQLite file with everything that a campaign needs and gives
run        the runs: on this machine or on a Dask cluster
report     what a store tells people and other programs; two stores side by side

Imports go one way: ``campaign`` <- ``store`` <- ``run`` and ``report``, which know nothing of each other.
``.importlinter`` holds this order.
"""
