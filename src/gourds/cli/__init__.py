"""The command line: thin modules that parse, call and print, one for each command."""
