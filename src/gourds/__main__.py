"""``python -m gourds`` is ``gourds``."""

from gourds.cli.main import main

main()
