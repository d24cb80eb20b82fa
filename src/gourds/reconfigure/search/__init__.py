"""Plans by search: provably shortest ones on small boards, near-shortest ones on large boards.

poses, keys          how far each gourd is from home, a bound on every plan; random keys of positions
packing, two_sided   configurations as integers; breadth-first search from two ends
shortest, layers     provably shortest plans; the certificate that no plan is shorter
waste                a better lower bound, by ruling out plans with few moves more
beam, race           beam search; beam searches that race each other
polish, replanning   short windows of a plan solved again; long parts of it planned again
best                 all of it, as far as time allows
"""
