"""Pictures of configurations and plans.

course        a plan that was checked, with all that can be seen of it
words, arrow  a move in words; the arrow that points it out
picture       the picture of a configuration, with the next move if there is one
frames        single frames, and contact sheets of key frames
pose          where a gourd is while it moves
animation     plans that play by themselves
page          plans to step through in a browser, with replay.js, tiles.js, page.js and page.css
moves.js      the rules in JavaScript, for these pages and for the workbench
text          plans to follow by hand
files         a plan as a file, by the ending of its name
"""
