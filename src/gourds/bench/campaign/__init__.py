"""What a campaign is.

definition     solvers, instances and limits, read from a TOML file and checked
toml_tables    tables of a TOML file by key and type, every fault with its place
plugins        solvers from outside the package
commands       other people's programs as solvers
planning       from a campaign to its instances and its runs, in the same order every time
expected       the verdict that an instance should get, and why it is known
"""
