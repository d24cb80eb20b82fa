/**
 * Levels: packs of puzzles that the page ships as data, each with a shortest plan, and the puzzle of the day.
 *
 * A level here is {pack, number, level}: its pack {key, title, …, levels}, its place in it, and its own entry.
 */

import { once } from '../../api.js';
import { Grid, Position } from '../../board/moves.js';
import { instanceDocument } from '../puzzles.js';

const FOLDER = '/static/levels/';
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

async function fetchJson(name) {
  const response = await fetch(FOLDER + name);
  if (!response.ok) throw new Error(`the levels cannot be loaded: the server answered ${response.status}`);
  return response.json();
}

const packs = new Map();

/** What packs there are: {packs: [{key, title, description, file, levels, shortest}], daily}. */
const loadIndex = once(() => fetchJson('index.json'));

/** A pack with all its levels, by its key. */
export async function loadPack(key) {
  if (packs.has(key)) return packs.get(key);
  const entry = (await loadIndex()).packs.find((one) => one.key === key);
  if (!entry) throw new Error('there is no such pack of levels');
  const pack = { ...(await fetchJson(entry.file)), key };
  packs.set(key, pack);
  return pack;
}

/** A level by the keys of its pack and its own; null if it is not there. */
export async function findLevel(packKey, key) {
  const pack = await loadPack(packKey);
  const number = pack.levels.findIndex((level) => level.key === key);
  return number < 0 ? null : { pack, number, level: pack.levels[number] };
}

/** The first level of all; null if there are none. */
export async function firstLevel() {
  const list = await packsToChoose();
  if (!list.length) return null;
  const pack = await loadPack(list[0].key);
  return { pack, number: 0, level: pack.levels[0] };
}

/** The packs to choose from: all but that of the daily puzzles, of which there is one a day. */
export async function packsToChoose() {
  const { packs: list, daily } = await loadIndex();
  return list.filter(({ key }) => key !== daily);
}

/** The level after one: in its pack, or the first of the next pack; null after the last, and after the daily puzzle. */
export async function nextLevel({ pack, number }) {
  const list = await packsToChoose();
  if (!list.some(({ key }) => key === pack.key)) return null;
  if (number + 1 < pack.levels.length) return { pack, number: number + 1, level: pack.levels[number + 1] };
  const next = list[list.findIndex(({ key }) => key === pack.key) + 1];
  if (!next) return null;
  const following = await loadPack(next.key);
  return { pack: following, number: 0, level: following.levels[0] };
}

/** The number of a day's puzzle among so many; the date alone settles it. */
export function numberOfDay(count, date = new Date()) {
  const days = Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - FIRST_DAY) / DAY);
  return ((days % count) + count) % count;
}

/** The puzzle of the day; null if there is no pack for that. */
export async function dailyLevel(date = new Date()) {
  const { packs: list, daily } = await loadIndex();
  const entry = list.find(({ key }) => key === daily);
  if (!entry) return null;
  const pack = await loadPack(entry.key);
  const number = numberOfDay(pack.levels.length, date);
  return { pack, number, level: pack.levels[number] };
}

/** The name under which progress on a level is kept. */
export const nameOfLevel = ({ pack, level }) => `${pack.key}/${level.key}`;

/** The puzzle of a level, as Play takes it, with its start; `path`, the cells that its plan makes empty in turn. */
export function puzzleOfLevel(level) {
  const grid = new Grid(level.cells);
  const gourds = [...level.gourds].sort((a, b) => a.id - b.id);
  const cellsOf = (pair) => pair.map((cell) => grid.index(cell));
  const isColored = level.mode === 'colors';
  const cellColors = isColored ? level.cells.map((cell) => cell[2]) : null;
  const endColors = isColored ? gourds.map(({ colors }) => colors) : null;
  const start = gourds.flatMap(({ ends }) => cellsOf(ends));
  const target = isColored ? null : gourds.flatMap((gourd) => cellsOf(level.target[level.gourds.indexOf(gourd)]));
  const puzzle = {
    title: level.title, grid, cellColors, endColors, ids: gourds.map(({ id }) => id), target, start,
    document: isColored ? instanceDocument(level.title, grid, cellColors, endColors) : null,
  };
  return { puzzle, start, path: level.plan ? [new Position(grid, start).empty, ...cellsOf(level.plan)] : null };
}
