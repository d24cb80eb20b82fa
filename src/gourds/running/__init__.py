"""Running work: in a process of its own, within limits, watched, killed with all that it started, its answer checked.

isolation          one piece of work in a killable process, within limits of time and memory
process_tree       all processes below one: measure them, kill them
scratch            folders for the files of a piece of work, gone when it is over
programs           somebody else's program, its output within bounds
pool               several processes at once that do one task after the other
racing             several searches at once; the first certain answer ends the others
outcome            what a search says: a verdict, a placement or a certificate
verifying          certificates from strangers, checked within limits
outside_checkers   the same by other people's programs: drat-trim, lrat-check, VeriPB, …
checking           the check of an answer, and the tiers of what it then rests on
"""
