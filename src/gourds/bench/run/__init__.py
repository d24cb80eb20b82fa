"""Running a campaign.

runner       runs what is missing in a store, and writes each run when it ends
slot         a warm process that performs one run after the other
performing   one run: the solver within its limits, then the check of its answer
cluster      the same runs on a Dask cluster
progress     what people see while a campaign runs
"""
