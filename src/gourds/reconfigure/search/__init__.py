"""Plans by search: provably shortest ones on small boards, near-shortest ones on large boards.

poses, keys          how far each gourd is from home, a bound on every plan; random keys of positions
exact                provably shortest plans, and better lower bounds
beam, race           beam search; beam searches that race each other
polish, replanning   short windows of a plan solved again; long parts of it planned again
best                 all of it, as far as time allows
"""
