"""What a "no" rests on, and checkers that share no code with the solvers."""
