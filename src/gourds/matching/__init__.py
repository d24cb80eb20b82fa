"""Matchings: of largest size in any graph, and with budgets on the classes of edges."""
