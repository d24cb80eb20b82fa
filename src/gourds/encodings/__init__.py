"""Instances as models of 0/1 variables, for SAT solvers and integer programming."""
