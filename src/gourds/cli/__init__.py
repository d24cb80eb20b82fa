"""The command line: thin modules that parse, call and print, one for each command.

main         the entry point: the table of commands by topic, standard streams, interrupts
app          finds the module of a command, and turns every error into one line and an exit code
options      what the commands take: types of parameters, arguments and options that several have
printing     what the commands print: JSON, aligned rows, hints
paths        files to read and to write, as types of parameters
telling      a progress line for work in other processes
serve        ``gourds serve``
completion   ``gourds completion``
paper        ``gourds paper``

A topic with several commands is a folder: ``instances``, ``answers``, ``formulas``, ``puzzle``, ``comparing``.
"""
