"""The puzzle itself in one file that needs no server and no network.

bundle   modules of the workbench's page put together as one script
page     an instance, a position to start from and a plan as a page to play on

The page is that of Play, with fewer buttons: its board, its touch and keys, its rules come from the same modules, which
lie in ``web/static``; ``web/static/alone`` has what is its own.
"""
