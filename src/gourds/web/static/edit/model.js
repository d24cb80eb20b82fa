/**
 * A puzzle while it is made. A draft is never changed, only replaced:
 * {name, mode, cells: [[q, r, color], …], gourds: [[[q, r], [q, r]], …], depth, seed}.
 *
 * `gourds` lie as in the solution, so an end has the color of its cell there. The start is some random moves away from
 * it, settled by depth and seed: it follows from the draft.
 */

import { areNeighbors, cellKey } from '../board/hex.js';
import { Grid } from '../board/moves.js';
import { Game, unsolvedStart } from '../play/game.js';
import { configurationDocument, instanceDocument } from '../play/puzzles.js';

export const MOST_CELLS = 400;

export const EMPTY_DRAFT = { name: '', mode: 'colors', cells: [], gourds: [], depth: 0, seed: 1 };

/** What a first visit begins with: seven cells, ready for gourds. */
export const FIRST_DRAFT = {
  ...EMPTY_DRAFT,
  cells: [[0, -1, 'blue'], [1, -1, 'blue'], [-1, 0, 'red'], [0, 0, 'red'], [1, 0, 'red'], [-1, 1, 'yellow'], [0, 1, 'yellow']],
};

const keyOf = (cell) => cellKey(cell[0], cell[1]);

/** The color of each cell by its key. */
export const colorsOf = (draft) => new Map(draft.cells.map((cell) => [keyOf(cell), cell[2]]));

/** The gourd on a cell, or undefined. */
export const gourdOn = (draft, cell) => draft.gourds.find((ends) => ends.some((end) => keyOf(end) === keyOf(cell)));

/** The draft with other cells; gourds that are no longer on the board are gone. */
export function withCells(draft, cells) {
  const known = new Set(cells.map(keyOf));
  return { ...draft, cells, gourds: draft.gourds.filter((ends) => ends.every((end) => known.has(keyOf(end)))) };
}

/** The draft with one more gourd, without those that were in its way. */
export function withGourd(draft, a, b) {
  if (!areNeighbors(a, b)) return draft;
  const taken = new Set([keyOf(a), keyOf(b)]);
  const rest = draft.gourds.filter((ends) => !ends.some((end) => taken.has(keyOf(end))));
  return { ...draft, gourds: [...rest, [a, b]] };
}

export const withoutGourd = (draft, gourd) => ({ ...draft, gourds: draft.gourds.filter((other) => other !== gourd) });

/** How many gourds the board needs. */
export const gourdsNeeded = (draft) => Math.floor(draft.cells.length / 2);

/** True iff gourds cover all cells but one. */
export const isLaid = (draft) =>
  draft.cells.length >= 3 && draft.cells.length % 2 === 1 && draft.gourds.length === gourdsNeeded(draft);

/** The puzzle as Play takes it, and its start: {puzzle, start, game}; null if gourds are missing or nothing can move. */
export function puzzleOf(draft) {
  if (!isLaid(draft)) return null;
  const grid = new Grid(draft.cells);
  const colors = colorsOf(draft);
  const title = draft.name || 'My puzzle';
  const isColored = draft.mode === 'colors';
  const cellColors = isColored ? draft.cells.map((cell) => cell[2]) : null;
  const endColors = isColored ? draft.gourds.map((ends) => ends.map((end) => colors.get(keyOf(end)))) : null;
  const solution = draft.gourds.flatMap((ends) => ends.map((end) => grid.index(end)));
  const puzzle = {
    title,
    grid,
    cellColors,
    endColors,
    ids: draft.gourds.map((_, k) => k + 1),
    target: isColored ? null : solution,
    document: isColored ? instanceDocument(title, grid, cellColors, endColors) : null,
  };
  const start = unsolvedStart(puzzle, draft.mode, solution, draft.depth || 20 * grid.size, draft.seed);
  const game = new Game(puzzle, draft.mode, start);
  return game.isSolved ? null : { puzzle, start: game.start, game };
}

/** The gourds of a position as cells, in colors of their own if they have some. */
export const gourdsAt = (puzzle, where) => configurationDocument(puzzle, where, true).gourds;

/** The puzzle as a level, with its par if that is proved; `path` has the cells that are empty in turn. */
export function levelOf(draft, made, { par = null, path = null } = {}) {
  const { puzzle } = made;
  return {
    key: 'own',
    title: puzzle.title,
    mode: draft.mode,
    par,
    proof: par === null ? '' : 'an exhaustive search found no shorter plan',
    cells: puzzle.grid.cells.map((cell, k) => (puzzle.cellColors ? [...cell, puzzle.cellColors[k]] : cell)),
    gourds: gourdsAt(puzzle, made.start),
    target: puzzle.target && gourdsAt(puzzle, puzzle.target).map(({ ends }) => ends),
    plan: par === null ? null : path.slice(1).map((cell) => puzzle.grid.cells[cell]),
  };
}
