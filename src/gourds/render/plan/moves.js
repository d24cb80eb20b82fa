/**
 * The rules: boards as arrays, positions, motions, walks of the empty cell. Exported pages of plans hold this file, and
 * the workbench serves it, so it imports nothing.
 *
 * A position knows the cell under each end (`where`) and the end on each cell (`label`); the end 2g + s is end s of the
 * gourd with index g. With E the empty cell, a move is known by the cell w that it makes empty. If w is next to E, the
 * end on w pivots there and the other end stays; otherwise the gourd on w advances, and its other end leads. So a game
 * is the walk of the empty cell, a letter for each move in files, and the reversed walk takes it back.
 */

export const ROW = Math.sqrt(3) / 2;
/** The six neighbors in rotation order; the opposite of k is k + 3. */
export const DIRECTIONS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
export const DIRECTION_WORDS = ['right', 'down right', 'down left', 'left', 'up left', 'up right'];

/** The 18 steps of the empty cell: six of pivots, six of slides, six of turns, in the order of the letters a to r. */
export const STEPS = [
  ...DIRECTIONS,
  ...DIRECTIONS.map(([q, r]) => [2 * q, 2 * r]),
  ...DIRECTIONS.map(([q, r], d) => [q + DIRECTIONS[(d + 5) % 6][0], r + DIRECTIONS[(d + 5) % 6][1]]),
];
const KINDS = ['pivot', 'slide', 'turn'];
const nameOf = (q, r) => `${q},${r}`;

/** The center of a cell, for cells of width 1; fractional cells are fine. */
export function center(q, r) {
  return [q + r / 2, r * ROW];
}

/** The cells of a board with their neighbors, and the cell that each step leads to; −1 where there is none. */
export class Grid {
  constructor(cells) {
    this.cells = cells.map(([q, r]) => [q, r]);
    this.size = cells.length;
    this.byName = new Map(this.cells.map(([q, r], k) => [nameOf(q, r), k]));
    this.after = new Int32Array(18 * this.size).fill(-1);
    this.cells.forEach(([q, r], k) => {
      STEPS.forEach(([dq, dr], code) => { this.after[18 * k + code] = this.index([q + dq, r + dr]); });
    });
  }

  /** The index of a cell, −1 if it is not on the board. */
  index([q, r]) { return this.byName.get(nameOf(q, r)) ?? -1; }

  /** The direction from a cell to a neighbor, −1 if they are not neighbors. */
  direction(from, to) {
    for (let d = 0; d < 6; d++) if (this.after[18 * from + d] === to) return d;
    return -1;
  }

  /** The step between two cells as its code, −1 if no move makes it. */
  step(from, to) {
    for (let code = 0; code < 18; code++) if (this.after[18 * from + code] === to) return code;
    return -1;
  }

  neighbors(cell) {
    return Array.from(this.after.subarray(18 * cell, 18 * cell + 6)).filter((other) => other >= 0);
  }
}

export class Position {
  constructor(grid, where) {
    this.grid = grid;
    this.where = Int32Array.from(where);
    this.label = new Int32Array(grid.size).fill(-1);
    this.where.forEach((cell, end) => { this.label[cell] = end; });
    this.empty = this.label.indexOf(-1);
  }

  clone() { return new Position(this.grid, this.where); }

  /** What would move if that cell became empty, or null if no legal move does this. */
  motionTo(left) {
    const { grid, where, label, empty } = this;
    const end = left >= 0 ? label[left] : -1;
    if (end < 0) return null;
    const other = where[end ^ 1];
    if (grid.direction(empty, other) < 0) return null;
    const gourd = end >> 1;
    const before = [where[2 * gourd], where[2 * gourd + 1]];
    const after = before.slice();
    const isPivot = grid.direction(empty, left) >= 0;
    const lead = isPivot ? end & 1 : (end & 1) ^ 1;
    after[lead] = empty;
    if (!isPivot) after[lead ^ 1] = other;
    return { gourd, lead, kind: KINDS[Math.floor(grid.step(empty, left) / 6)], before, after, empty, left };
  }

  /** All legal moves, ordered by the cell that becomes empty. */
  motions() {
    const found = new Set();
    const near = this.grid.neighbors(this.empty);
    for (const cell of near) {
      const other = this.where[this.label[cell] ^ 1];
      found.add(near.includes(other) ? cell : other);
    }
    return [...found].sort((a, b) => a - b).map((left) => this.motionTo(left));
  }

  motionsOf(gourd) { return this.motions().filter((motion) => motion.gourd === gourd); }

  /** Make the move with the code of a step that is known to be legal, quickly; the gourd that moved. */
  take(code) {
    const { where, label, empty } = this;
    const left = this.grid.after[18 * empty + code];
    const end = label[left];
    const lead = code < 6 ? end : end ^ 1;
    const behind = where[lead];
    label[empty] = lead;
    where[lead] = empty;
    if (lead !== end) {
      label[behind] = end;
      where[end] = behind;
    }
    label[left] = -1;
    this.empty = left;
    return end >> 1;
  }

  make(motion) {
    motion.after.forEach((cell, s) => {
      this.where[2 * motion.gourd + s] = cell;
      this.label[cell] = 2 * motion.gourd + s;
    });
    this.label[motion.left] = -1;
    this.empty = motion.left;
  }
}

/* -- walks ------------------------------------------------------------------------------------------------------ */

/** The cells that are empty in turn, from letters; stops where a step leaves the board. */
export function cellsOfWalk(grid, start, letters) {
  const path = [start];
  for (const letter of letters) {
    const next = grid.after[18 * path[path.length - 1] + letter.charCodeAt(0) - 97];
    if (next === undefined || next < 0) break;
    path.push(next);
  }
  return path;
}

export function lettersOfWalk(grid, path) {
  return path.slice(1).map((cell, k) => String.fromCharCode(97 + grid.step(path[k], cell))).join('');
}

/* -- where gourds are in the plane, as rigid pieces: the middle, and the angle from end 0 to end 1 ----------------- */

export function restingPose(grid, ends) {
  const [a, b] = ends.map((cell) => center(...grid.cells[cell]));
  return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, angle: Math.atan2(b[1] - a[1], b[0] - a[0]) };
}

/** After a part of a move, 0 to 1: straight on, around the bend, or about the end that stays. */
export function movingPose(grid, motion, part) {
  const from = restingPose(grid, motion.before);
  const to = restingPose(grid, motion.after);
  let turn = to.angle - from.angle;
  turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
  const angle = from.angle + part * turn;
  if (motion.kind !== 'pivot') return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y), angle };
  const fixed = center(...grid.cells[motion.after[motion.lead ^ 1]]);
  const half = motion.lead ? 0.5 : -0.5;
  return { x: fixed[0] + half * Math.cos(angle), y: fixed[1] + half * Math.sin(angle), angle };
}

/* -- words -------------------------------------------------------------------------------------------------------- */

/** `nameOfEnd(gourd, s)` says what an end is called; `name` what the gourd is, or its number. */
export function describeMotion(grid, motion, name, nameOfEnd) {
  const who = typeof name === 'number' ? `gourd ${name}` : name;
  const word = (s) => DIRECTION_WORDS[grid.direction(motion.before[s], motion.after[s])] ?? '';
  const { lead } = motion;
  const first = nameOfEnd(motion.gourd, lead);
  const second = nameOfEnd(motion.gourd, lead ^ 1);
  if (motion.kind === 'slide') return `${who} slides ${word(lead)}`;
  if (motion.kind === 'turn') return `${who} turns: ${first} goes ${word(lead)}, ${second} follows ${word(lead ^ 1)}`;
  return `${who} pivots: ${first} swings ${word(lead)}, ${second} stays`;
}
