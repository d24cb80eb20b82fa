"""Commands on instances: ``info``, ``generate``, ``convert``, ``draw``, ``encode``; a module for each."""
