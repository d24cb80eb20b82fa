"""The workbench in a browser: a server on this machine alone, and the page that it serves.

settings       the limits
guard          who may ask: Host, Origin, headers of every answer
connections    whoever sends or reads too slowly; what is not HTTP
requests       bodies in, within limits of size and time; errors as one line
launcher       the process that forks a killable process tree for every piece of work
preloading     what the launcher loads while nobody asks for anything
workers        the server's end of the launcher
jobs           long work: a queue, progress, cancelling
kinds          the kinds of work, and what the server itself must know of a job
streams        clients that may go away: events, and work that is dropped with them
documents      what the page sends, as values, and back
tasks          a function for each kind of work; runs in a forked process, never in the server
pages          the files of the page, which lie in ``static``
app            the routes
serving        the server itself: port, signals, the end
workbench      ``gourds.serve``: all of it, in one call

Nothing that depends on the data of a request is computed in the server's own process: it checks, queues and passes
bytes on. So whatever a page sends, the server can answer others, and kill the work.
"""
