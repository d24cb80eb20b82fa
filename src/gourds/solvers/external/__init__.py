"""Other people's solvers as programs: an exported file in, an answer out, no Python between.

recipe     what to call and how to read the answer; checked
shipped    the recipes that come with the package, from recipes.toml, and which of them are on the PATH
solving    one run: write the file, run the program, read its answer
reading    from what a program printed and wrote to an outcome
proofs     the proof that a program wrote, as a certificate
judging    what an outcome is worth after its check; a wrong answer is their error, not ours
"""
