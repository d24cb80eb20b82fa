"""The part of a report's page that a script runs: sort, filter, compare two solvers, look at one instance.

data         all runs as columns, packed
section      the section of the page, its script, and the hash for content security policies
rows.js      the columns unpacked; filters and orders
table.js     a table of which only the visible rows exist
pair.js      two solvers: times of every instance, who is faster
plot.js      one solver against another, on a canvas
instance.js  one instance: its picture, its parameters, its runs, the commands that repeat them
main.js      the section put together; the rest of the page becomes a way into it

The script's files are put together in this order as one module; none imports another.
"""
