/** What the player has achieved, kept in this browser: the best result of each puzzle, and its stars. */

import { read, write } from '../keeping.js';

const KEY = 'gourds progress v1';
const HELP = 'gourds help v1';
/** Results of puzzles that are no levels are dropped, the oldest first, when there are more. */
const MOST_OTHERS = 300;

const isResult = (value) => Number.isInteger(value?.moves) && value.moves >= 0
  && Number.isInteger(value.stars) && value.stars >= 0 && value.stars <= 3;

/** All results by name; whatever is damaged is left out. */
function readBest() {
  const kept = read(KEY);
  if (kept?.version !== 1 || typeof kept.best !== 'object' || kept.best === null) return {};
  return Object.fromEntries(Object.entries(kept.best).filter(([, value]) => isResult(value)));
}

/** The best result of a puzzle, {moves, stars, hints}, or null. */
export function bestOf(name) {
  const best = readBest();
  return Object.hasOwn(best, name) ? best[name] : null;
}

/** The stars of all puzzles by name. */
export function starsByName() {
  return new Map(Object.entries(readBest()).map(([name, { stars }]) => [name, stars]));
}

/** Notes a result; fewer moves are better, and stars once earned stay. The result that stood before, or null. */
export function noteResult(name, { moves, stars, hints }) {
  const best = readBest();
  const before = Object.hasOwn(best, name) ? best[name] : null;
  const isBetter = !before || moves < before.moves;
  delete best[name];
  best[name] = { ...(isBetter ? { moves, hints } : before), stars: Math.max(stars, before?.stars ?? 0) };
  const others = Object.keys(best).filter((one) => one.startsWith('#'));
  for (const one of others.slice(0, Math.max(0, others.length - MOST_OTHERS))) delete best[one];
  write(KEY, { version: 1, best });
  return before;
}

const today = () => new Date().toDateString();

/** The help of today by the name of a puzzle; tomorrow it is forgotten, and all stars can be earned again. */
function readHelp() {
  const kept = read(HELP);
  const isSound = kept?.version === 1 && kept.day === today() && typeof kept.help === 'object';
  return (isSound && kept.help) || {};
}

/** What help there was today with the puzzle of a game: {hadHints, isWatched}. */
export function helpOf(game) {
  const help = readHelp();
  const found = Object.keys(help).length ? help[nameOfGame(game)] : null;
  return { hadHints: found?.hadHints === true, isWatched: found?.isWatched === true };
}

/** Notes the help of a game, so that beginning again does not undo it. */
export function noteHelp(game) {
  const hadHints = game.hadHints || game.hints > 0;
  const { isWatched } = game;
  if (!hadHints && !isWatched) return;
  const help = { ...readHelp(), [nameOfGame(game)]: { hadHints, isWatched } };
  write(HELP, { version: 1, day: today(), help });
}

/**
 * The stars of a solved game: three for the shortest (or best known) without help, two for at most a quarter more, one for
 * any other. With hints at most two; none where the plan made moves. Help of earlier tries on the same day counts too.
 */
export function starsFor({ moves, plan }, { hints, hadHints, isWatched }, par) {
  if (plan || isWatched) return 0;
  const most = hints || hadHints ? 2 : 3;
  if (!par) return Math.min(most, 2);
  if (moves <= par) return most;
  return moves <= Math.ceil(1.25 * par) ? 2 : 1;
}

/** A name for a puzzle that is no level: a short digest of board, colors, start and aim. */
export function nameOfGame({ puzzle, mode, start }) {
  const aim = mode === 'colors' ? [puzzle.cellColors, puzzle.endColors] : puzzle.target;
  const text = JSON.stringify([puzzle.grid.cells, mode, start, aim]);
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (let k = 0; k < text.length; k++) {
    a = Math.imul(a ^ text.charCodeAt(k), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(k), 0x85ebca6b) ^ (b >>> 13);
  }
  return `#${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}

/** Stars to read. */
export const starText = (stars) => '★'.repeat(stars) + '☆'.repeat(3 - stars);
