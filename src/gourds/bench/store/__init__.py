"""The store: one SQLite file with a campaign, its instances, its plan and its results.

schema     the tables, and the views that judge
store      a store that is open: reading and writing
new        making the file
extending  adding instances and runs to it later
opening    opening the file, with or without the right to write beside it; errors of SQLite in words
checking   checks that a file is a sound store, even one from a stranger
judging    wrong answers and contradictions, in words
machine    where a run took place
task       what a run needs and what it produces
noise      how much repeated runs scatter, and below which time nothing can be told
results    what a store holds, as values
reading    a consistent snapshot of all results
"""

from gourds.bench.store.store import Store
from gourds.bench.store.task import unpack_instance

__all__ = ["Store", "unpack_instance"]
