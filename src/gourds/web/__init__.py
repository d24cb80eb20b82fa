"""The workbench in a browser: a server on this machine alone, and the page that it serves.

settings       the limits
guard          which requests are allowed: Host, Origin; the headers of every answer
connections    cuts off clients that send or read too slowly, and data that is not HTTP
requests       bodies in, within limits of size and time; errors as one line
launcher       the process that forks a killable process tree for every piece of work
preloading     what the launcher loads while the server is idle
workers        the server's end of the launcher
jobs           long work: a queue, progress, cancelling; what is dropped when clients disconnect
kinds          the kinds of work, and what the server itself must know about a job
documents      turns what the page sends into values, and values into what the page takes
tasks          a function for each kind of work; runs in a forked process, never in the server
pages          the files of the page, which lie in ``static``; the rules of moves come from ``render/plan``
app            the routes
serving        the server itself: port, signals, shutdown
notebook       ``gourds.widget``: a board in a notebook, made of the page's modules
workbench      ``gourds.serve``: all of it, in one call

The server's own process computes nothing from the data of a request. It checks, queues and passes on bytes. So whatever
a page sends, the server can still answer other requests, and it can kill the work.
"""
