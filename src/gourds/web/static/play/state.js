/** A game as plain JSON, for links, files and reloading; what comes back is checked: it may come from a stranger. */

import { Grid, Position, lettersOfWalk } from '../board/moves.js';
import { areNeighbors } from '../board/hex.js';
import { MOST_LINES } from './game.js';
import { hasColors, instanceDocument } from './puzzles.js';

const FAR = 1_000_000;

const packLine = (grid, line) => ({
  walk: lettersOfWalk(grid, line.map(({ left }) => left)),
  by: line.slice(1).map(({ by }) => by).join(''),
});

/** The state of a game. */
export function packGame(game) {
  const { title, grid, cellColors, ids, endColors, target, document } = game.puzzle;
  return {
    puzzle: { title, cells: grid.cells, cellColors, ids, endColors, target, name: document?.name },
    mode: game.mode,
    start: game.start,
    ...packLine(grid, game.line),
    at: game.at,
    hints: game.hints,
    others: game.others.map((line) => packLine(grid, line)),
  };
}

const isList = (value, length) => Array.isArray(value) && value.length === length;
const isName = (value) => typeof value === 'string' && value.length <= 200;
const isCoordinate = (value) => Number.isInteger(value) && Math.abs(value) <= FAR;
const isCell = (value) => isList(value, 2) && value.every(isCoordinate);

/** True iff these are cells for all ends, two neighbors for each gourd, none of them twice. */
function isPosition(grid, where) {
  if (!isList(where, grid.size - 1) || new Set(where).size < where.length) return false;
  if (!where.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < grid.size)) return false;
  return where.every((cell, end) => end % 2 === 1 || areNeighbors(grid.cells[cell], grid.cells[where[end + 1]]));
}

function need(holds, what) {
  if (!holds) throw new Error(`it holds no game that can be read: ${what}`);
}

/** The puzzle, start and walk of a state. Throws in words if it is not what `packGame` makes. */
export function unpackGame(state, mostCells) {
  const { cells, cellColors = null, ids, endColors = null, target = null, title, name } = state?.puzzle ?? {};
  need(Array.isArray(cells) && cells.length % 2 === 1 && cells.length >= 3, 'the number of cells must be odd');
  need(cells.length <= mostCells, `more than ${mostCells} cells`);
  need(cells.every(isCell), 'cells must be pairs of numbers');
  const grid = new Grid(cells);
  need(grid.byName.size === grid.size, 'a cell is there twice');
  const gourds = (grid.size - 1) / 2;
  need(isList(ids, gourds) && ids.every(isCoordinate) && new Set(ids).size === gourds, 'the numbers of the gourds');
  need(cellColors === null || (isList(cellColors, grid.size) && cellColors.every(isName)), 'the colors of cells');
  const arePairs = (list) => isList(list, gourds) && list.every((pair) => isList(pair, 2) && pair.every(isName));
  need(endColors === null || arePairs(endColors), 'the colors of gourds');
  need(target === null || isPosition(grid, target), 'the target');
  need(isPosition(grid, state.start), 'the position');
  const puzzle = { title: isName(title) ? title : 'A puzzle', grid, cellColors, ids, endColors, target, document: null };
  need(hasColors(puzzle) || target !== null, 'nothing to aim for');
  if (hasColors(puzzle)) {
    puzzle.document = instanceDocument(isName(name) ? name : puzzle.title, grid, cellColors, endColors);
  }
  const wanted = state.mode === 'numbers' && target !== null ? 'numbers' : 'colors';
  return {
    puzzle,
    mode: wanted,
    start: state.start,
    line: legalLine(new Position(grid, state.start), state),
    others: (Array.isArray(state.others) ? state.others : [])
      .slice(-MOST_LINES)
      .map((other) => legalLine(new Position(grid, state.start), other ?? {})),
    at: Number.isInteger(state.at) ? state.at : 0,
    hints: Number.isInteger(state.hints) ? Math.max(0, state.hints) : 0,
  };
}

/** A line of moves, up to its first step that is not legal; where it is not said who made a move, the player did. */
function legalLine(position, { walk, by }) {
  const trial = position.clone();
  return legalPath(position, walk).map((left, k) => {
    if (!k) return { left };
    const motion = trial.motionTo(left);
    trial.make(motion);
    const who = typeof by === 'string' && 'hp'.includes(by[k - 1] || '-') ? by[k - 1] : 'y';
    return { left, gourd: motion.gourd, kind: motion.kind, by: who };
  });
}

/** The cells that are empty in turn on a walk, up to its first step that is no legal move. */
export function legalPath(position, letters) {
  const trial = position.clone();
  const path = [trial.empty];
  if (typeof letters !== 'string') return path;
  for (const letter of letters) {
    const code = letter.charCodeAt(0) - 97;
    const left = code >= 0 && code < 18 ? trial.grid.after[18 * trial.empty + code] : -1;
    const motion = trial.motionTo(left);
    if (!motion) break;
    trial.make(motion);
    path.push(left);
  }
  return path;
}
