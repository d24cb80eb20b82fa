/** A game as plain JSON, for links, files and reloading; what comes back is checked: it may come from a stranger. */

import { Grid, Position, lettersOfWalk } from '../board/moves.js';
import { areNeighbors } from '../board/hex.js';
import { MOST_LINES } from './game.js';
import { hasColors, instanceDocument } from './puzzles.js';

const FAR = 1_000_000;
const MOST_CELLS = 50_000;

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
    hadHints: game.hadHints,
    isWatched: game.isWatched,
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
function unpackGame(state) {
  const { cells, cellColors = null, ids, endColors = null, target = null, title, name } = state?.puzzle ?? {};
  need(Array.isArray(cells) && cells.length % 2 === 1 && cells.length >= 3, 'the number of cells must be odd');
  need(cells.length <= MOST_CELLS, `more than ${MOST_CELLS} cells`);
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
    hadHints: state.hadHints === true,
    isWatched: state.isWatched === true,
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

/* -- the state of the whole view ----------------------------------------------------------------------------------- */

/** What a Play view is like; null before its first game. */
export function stateOf(view) {
  if (!view.game) return null;
  const { key, seed, seconds, level } = view;
  return {
    ...packGame(view.game), key, seed, depth: Number(view.part.depth.value), seconds,
    level: level ? { pack: level.pack.key, key: level.level.key } : view.claim,
  };
}

/** Brings a Play view to a state. Throws in words, before it changes anything, if it cannot be read. */
export function bringBack(view, state) {
  const found = unpackGame(state);
  const { part, opening, table } = view;
  opening.visit += 1;
  part.seed.value = String(Number.isInteger(state.seed) ? state.seed : 1);
  part.depth.value = String(state.depth ?? 0);
  if (!part.depth.value) part.depth.value = '0';
  view.begin(found.puzzle, { key: state.key, mode: found.mode, start: found.start });
  const { game } = view;
  const { line, others, hints } = found;
  const isWatched = found.isWatched || [line, ...others].some((one) => one.some(({ by }) => by === 'p'));
  Object.assign(game, { line, others, hints, hadHints: game.hadHints || found.hadHints, isWatched: game.isWatched || isWatched });
  game.goTo(found.at);
  view.seconds = Number.isFinite(state.seconds) ? Math.max(0, state.seconds) : 0;
  table.lay();
  view.refresh();
  if (game.isSolved && game.at) view.win({ isOld: true });
  if (typeof state.level?.pack !== 'string' || typeof state.level.key !== 'string') return;
  // It says that it is a level; whether that is true is seen when the levels are there.
  view.claim = { pack: state.level.pack, key: state.level.key };
  void opening.attach(view.claim);
}
