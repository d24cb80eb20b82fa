"""From and to BenchExec, the framework that many competitions measure with.

words        what a run ended with, in the words of both sides
competitors  a solver with its options, as attributes of a result file, and back
tool_info    gourds as a tool of BenchExec; BenchExec imports it, we do not
tasks        task definitions, a set, a property and a benchmark definition for a folder of instances
xml_reading  result files as values, safely
records      one run of a result file as a record
importing    the runs of several result files, put together
filling      the store of an import
exporting    a store as result files that table-generator reads

None of this imports BenchExec but ``tool_info``, which nothing here imports.
"""

from gourds.bench.benchexec.tasks import BenchTask, task_files

__all__ = ["BenchTask", "task_files"]
