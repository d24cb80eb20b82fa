"""Formulas: the types, seeded generators, classic hard CNFs, and their own verdicts, which no board takes part in."""
