/** Chance that a seed settles: random numbers, random moves. */

/** Small seeded generator (a 32-bit state, multiplied and folded): the same numbers everywhere for the same seed. */
export function makeRandom(seed) {
  let state = (Number(seed) >>> 0) ^ 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The position after random moves, none of which takes back the one before. */
export function shuffled(position, moves, seed) {
  const random = makeRandom(seed);
  const found = position.clone();
  let last = -1;
  for (let k = 0; k < moves; k++) {
    let choices = found.motions();
    if (choices.length > 1) choices = choices.filter((motion) => motion.left !== last);
    if (!choices.length) break;
    last = found.empty;
    found.make(choices[Math.floor(random() * choices.length)]);
  }
  return found;
}
