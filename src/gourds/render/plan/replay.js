"use strict";
/* Replays a plan from the walk of the empty cell, a letter for each move, forwards and backwards.

   data.cells   q and r of every cell, one after the other
   data.ends    the cells of end 0 and end 1 of every gourd, one after the other, as indices into the cells
   data.ids     the numbers of the gourds
   data.colors  names of the colors; data.color_of: the color of every end; both missing where nothing is colored
   data.walk    the letters, a to r: six steps of pivots, six of slides, six of turns
   data.steps   the 18 steps as pairs (q, r)
   data.words   the six directions in words
   data.width   the width of a cell

   A move is known by the cell that it makes empty. If that is next to the empty cell, the end on it pivots there;
   otherwise the gourd on it advances, and its other end leads. The end 2g + s is end s of the gourd with index g. */
function makeReplay(data) {
  const { cells, walk } = data;
  const size = cells.length / 2;
  const where = Int32Array.from(data.ends);
  const label = new Int32Array(size).fill(-1);
  where.forEach((cell, end) => { label[cell] = end; });
  let empty = label.indexOf(-1);
  let done = 0;

  const key = (q, r) => q + "," + r;
  const index = new Map();
  for (let k = 0; k < size; k++) index.set(key(cells[2 * k], cells[2 * k + 1]), k);
  const after = new Int32Array(18 * size).fill(-1);
  for (let k = 0; k < size; k++) {
    data.steps.forEach(([q, r], code) => {
      const found = index.get(key(cells[2 * k] + q, cells[2 * k + 1] + r));
      if (found !== undefined) after[18 * k + code] = found;
    });
  }
  const opposite = (code) => code - (code % 6) + ((code + 3) % 6);
  const codeOf = (move) => walk.charCodeAt(move) - 97;

  /* Makes a cell empty; the index of the gourd that moved. */
  const vacate = (code) => {
    const cell = after[18 * empty + code];
    const end = label[cell];
    if (code < 6) {
      label[empty] = end;
      where[end] = empty;
    } else {
      const other = where[end ^ 1];
      label[empty] = end ^ 1;
      where[end ^ 1] = empty;
      label[other] = end;
      where[end] = other;
    }
    label[cell] = -1;
    empty = cell;
    return end >> 1;
  };

  const forward = () => vacate(codeOf(done++));
  const backward = () => vacate(opposite(codeOf(--done)));

  /* Everything that can be seen of the next move, without making it. */
  const next = () => {
    if (done >= walk.length) return null;
    const code = codeOf(done);
    const left = after[18 * empty + code];
    const end = label[left];
    const gourd = end >> 1;
    const before = [where[2 * gourd], where[2 * gourd + 1]];
    const now = before.slice();
    const lead = code < 6 ? end & 1 : (end & 1) ^ 1;
    now[lead] = empty;
    if (code >= 6) now[lead ^ 1] = before[lead];
    return { gourd, lead, before, after: now, empty, left, kind: ["pivot", "slide", "turn"][Math.floor(code / 6)] };
  };

  const endName = (gourd, end) => {
    const name = data.ids[gourd] + (end ? "′" : "");
    return data.colors ? `${name} (${data.colors[data.color_of[2 * gourd + end]]})` : name;
  };
  const directionOf = (motion, end) => {
    const from = motion.before[end];
    for (let d = 0; d < 6; d++) if (after[18 * from + d] === motion.after[end]) return data.words[d];
    return "";
  };
  const sentence = (motion) => {
    const first = endName(motion.gourd, motion.lead);
    const second = endName(motion.gourd, motion.lead ^ 1);
    const ahead = directionOf(motion, motion.lead);
    const behind = directionOf(motion, motion.lead ^ 1);
    const what = {
      slide: `slides ${ahead}`,
      turn: `turns: end ${first} goes ${ahead}, end ${second} follows ${behind}`,
      pivot: `pivots: end ${first} swings ${ahead}, end ${second} stays`,
    }[motion.kind];
    return `gourd ${data.ids[motion.gourd]} ${what}`;
  };

  // Where gourds are in the plane, as rigid pieces: the middle, and the angle from end 0 to end 1.
  const center = (cell) => ({
    x: data.width * (cells[2 * cell] + cells[2 * cell + 1] / 2),
    y: data.width * cells[2 * cell + 1] * Math.sqrt(3) / 2,
  });
  const restingPose = (ends) => {
    const [a, b] = ends.map(center);
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, angle: Math.atan2(b.y - a.y, b.x - a.x) };
  };
  /* After a part of a move: straight on, around the bend, or about the end that stays. */
  const movingPose = (motion, part) => {
    const from = restingPose(motion.before);
    const to = restingPose(motion.after);
    let turn = to.angle - from.angle;
    turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    const angle = from.angle + part * turn;
    if (motion.kind !== "pivot") return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y), angle };
    const fixed = center(motion.after[motion.lead ^ 1]);
    const half = (motion.lead ? 1 : -1) * data.width / 2;
    return { x: fixed.x + half * Math.cos(angle), y: fixed.y + half * Math.sin(angle), angle };
  };

  return {
    center, restingPose, movingPose,
    where, forward, backward, next, sentence,
    total: walk.length,
    get done() { return done; },
    get empty() { return empty; },
  };
}
