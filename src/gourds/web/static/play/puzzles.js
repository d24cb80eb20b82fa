/**
 * Puzzles to play: a board, gourds, perhaps colors, and a position to aim for.
 *
 * A puzzle is { title, grid, cellColors, ids, endColors, target, document }. `cellColors` (one for each
 * cell) and `endColors` (two for each gourd) are null where nothing is colored. `target` is the cell under each end in
 * the position to aim for, null if none is known. `document` is the instance of a colored puzzle, for the server.
 */

import { Grid } from '../board/moves.js';

/* -- small boards, made here so that they are there at once ------------------------------------------------------- */

function rows(first, lengths) {
  return lengths.flatMap((length, r) => Array.from({ length }, (_, k) => [first(r) + k, r]));
}

function hexagon(radius) {
  const found = [];
  for (let r = -radius; r <= radius; r++) {
    for (let q = Math.max(-radius, -radius - r); q <= Math.min(radius, radius - r); q++) found.push([q, r]);
  }
  return found;
}

const triangle = (side) => rows(() => 0, Array.from({ length: side }, (_, r) => side - r));
const strip = (size) => rows(() => 0, [Math.ceil(size / 2), Math.floor(size / 2)]);
const brick = (width, height) => rows((r) => -Math.floor(r / 2), Array.from({ length: height }, () => width));
const star = () => [...hexagon(1), [1, 1], [-1, 2], [-2, 1], [-1, -1], [1, -2], [2, -1]];

/** The bundled puzzle that is ready when the tab opens. */
export const PAPER_PUZZLE = 'drawn/nine-gourds';

/** What the list of boards offers; `example` names a bundled instance, the others are made here. */
export const CHOICES = [
  { key: 'paper', title: 'Nine gourds, 19 cells', example: PAPER_PUZZLE },
  { key: 'hexagon-7', title: 'Hexagon, 7 cells', cells: () => hexagon(1) },
  { key: 'hexagon-19', title: 'Hexagon, 19 cells', cells: () => hexagon(2) },
  { key: 'hexagon-37', title: 'Hexagon, 37 cells', cells: () => hexagon(3) },
  { key: 'triangle-15', title: 'Triangle, 15 cells', cells: () => triangle(5) },
  { key: 'triangle-21', title: 'Triangle, 21 cells', cells: () => triangle(6) },
  { key: 'strip-11', title: 'Strip, 11 cells', cells: () => strip(11) },
  { key: 'brick-25', title: 'Brick, 25 cells', cells: () => brick(5, 5) },
  { key: 'star-13', title: 'Star of David, 13 cells', cells: star },
  { key: 'hexagon-61', title: 'Hexagon, 61 cells', cells: () => hexagon(4) },
];

/** A puzzle on a board of the list: gourds in rows, colors in regions, solved as it is drawn. */
export function puzzleOfCells(title, cells) {
  const grid = new Grid(cells);
  const pairs = coverAllButOne(grid);
  if (!pairs) throw new Error('no way to lay gourds on all cells but one was found');
  const cellColors = regions(grid);
  return numberByColor({ title, grid, cellColors, pairs });
}

/** Three regions of about the same size, as sectors around the middle, so that gourds have work to do. */
function regions(grid) {
  const names = ['red', 'green', 'blue'];
  const points = grid.cells.map(([q, r]) => [q + r / 2, (r * Math.sqrt(3)) / 2]);
  const [mx, my] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const turn = (point) => (Math.atan2(point[1] - my, point[0] - mx) + 2.5 * Math.PI + 0.01) % (2 * Math.PI);
  const order = points.map((_, k) => k).sort((a, b) => turn(points[a]) - turn(points[b]) || a - b);
  const found = new Array(grid.size);
  order.forEach((cell, k) => { found[cell] = names[Math.floor((3 * k) / grid.size)]; });
  return found;
}

/** Gourds on all cells but one as pairs of cells, or null. Repeatedly covers a cell with the fewest open neighbors. */
function coverAllButOne(grid) {
  const [mq, mr] = [0, 1].map((axis) => grid.cells.reduce((sum, cell) => sum + cell[axis], 0) / grid.size);
  const far = grid.cells.map(([q, r]) => Math.max(Math.abs(q - mq), Math.abs(r - mr), Math.abs(q - mq + r - mr)));
  const middle = [...Array(grid.size).keys()].sort((a, b) => far[a] - far[b]);
  for (const empty of middle) {
    const open = new Set(Array(grid.size).keys());
    open.delete(empty);
    const budget = { steps: 4000 };
    const pairs = cover(grid, open, budget);
    if (pairs) return pairs;
  }
  return null;
}


function cover(grid, open, budget) {
  if (!open.size) return [];
  if (budget.steps-- < 0) return null;
  let best = -1;
  let least = 7;
  for (const cell of open) {
    const many = grid.neighbors(cell).filter((other) => open.has(other)).length;
    if (many < least) [best, least] = [cell, many];
  }
  for (const other of grid.neighbors(best).filter((cell) => open.has(cell))) {
    open.delete(best);
    open.delete(other);
    const rest = cover(grid, open, budget);
    if (rest) return [[best, other], ...rest];
    open.add(best);
    open.add(other);
  }
  return null;
}

/* -- from documents ------------------------------------------------------------------------------------------------ */

/** Numbers the gourds of a solved position by kind, as `gourds shuffle` does, smaller colors first. */
function numberByColor({ title, grid, cellColors, pairs, document = null }) {
  const color = (cell) => cellColors[cell];
  const turned = pairs.map(([a, b]) => (color(a) > color(b) ? [b, a] : [a, b]));
  const kind = ([a, b]) => [color(a), color(b)];
  const before = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  const scan = (a, b) => grid.cells[a][1] - grid.cells[b][1] || grid.cells[a][0] - grid.cells[b][0];
  turned.sort((a, b) => before(kind(a)[0], kind(b)[0]) || before(kind(a)[1], kind(b)[1]) || scan(a[0], b[0]));
  const endColors = turned.map(kind);
  return {
    title, grid, cellColors, endColors, ids: turned.map((_, k) => k + 1), target: turned.flat(),
    document: document ?? instanceDocument(title, grid, cellColors, endColors),
  };
}

/** The instance of a colored puzzle. */
export function instanceDocument(title, grid, cellColors, endColors) {
  const counts = new Map();
  for (const kind of endColors) {
    const name = JSON.stringify(kind);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return {
    format: 'gourds-instance', version: 1, name: title,
    cells: grid.cells.map(([q, r], k) => [q, r, cellColors[k]]),
    gourds: [...counts].map(([kind, count]) => [...JSON.parse(kind), count]),
  };
}

/** A puzzle from an instance and a placement of it. */
export function puzzleOfPlacement(document, placement, title) {
  const grid = new Grid(document.cells);
  const cellColors = document.cells.map((cell) => cell[2]);
  const pairs = placement.gourds.map((pair) => pair.map((cell) => grid.index(cell)));
  return numberByColor({ title: title ?? document.name ?? 'A puzzle', grid, cellColors, pairs, document });
}

/** A puzzle from a configuration; with an instance, its ends are to go to cells of their colors. */
export function puzzleOfConfiguration(configuration, title, instance = null) {
  const grid = new Grid(instance ? instance.cells : configuration.cells);
  const gourds = [...configuration.gourds].sort((a, b) => a.id - b.id);
  const where = gourds.flatMap((gourd) => gourd.ends.map((cell) => grid.index(cell)));
  return {
    title: title ?? instance?.name ?? 'A configuration', grid, ids: gourds.map((gourd) => gourd.id),
    cellColors: instance ? instance.cells.map((cell) => cell[2]) : null,
    endColors: gourds.every((gourd) => gourd.colors) ? gourds.map((gourd) => gourd.colors) : null,
    target: instance ? null : where, document: instance, start: where,
  };
}

/* -- what a position means ----------------------------------------------------------------------------------------- */

/** The document of a position, with the colors of the gourds if these matter. */
export function configurationDocument(puzzle, where, isColored) {
  const gourds = puzzle.ids.map((id, g) => ({
    id,
    ends: [puzzle.grid.cells[where[2 * g]], puzzle.grid.cells[where[2 * g + 1]]],
    ...(isColored && puzzle.endColors ? { colors: puzzle.endColors[g] } : {}),
  }));
  return { format: 'gourds-configuration', version: 1, cells: puzzle.grid.cells, gourds };
}

/** The ends that do not lie where they should, as numbers 2g + s. */
export function endsAstray(puzzle, where, mode) {
  const astray = [];
  for (let end = 0; end < where.length; end++) {
    const fits = mode === 'colors'
      ? puzzle.cellColors[where[end]] === puzzle.endColors[end >> 1][end & 1]
      : puzzle.target && puzzle.target[end] === where[end];
    if (!fits) astray.push(end);
  }
  return astray;
}

export const hasColors = (puzzle) => Boolean(puzzle.cellColors && puzzle.endColors);

/** True iff two puzzles have the same cells and gourds, so that a position of one is a position of the other. */
export function isSameGame(one, other) {
  return one.grid.size === other.grid.size && one.ids.join() === other.ids.join()
    && other.grid.cells.every((cell) => one.grid.index(cell) >= 0)
    && (!one.endColors || !other.endColors || JSON.stringify(one.endColors) === JSON.stringify(other.endColors));
}
