/** The files of a game: its position, and the moves made so far. */

import { lettersOfWalk } from '../board/moves.js';
import { configurationDocument } from './puzzles.js';

/** The position of a game as a document, or another one of its gourds. */
export function positionOf(game, where = game.position.where) {
  return configurationDocument(game.puzzle, where, game.mode === 'colors');
}

/** What can be played elsewhere: the puzzle from where the game began; null where there are no colors to aim for. */
export function puzzleOf(game) {
  const { document, title } = game?.puzzle ?? {};
  return document && game.mode === 'colors' ? { document, start: positionOf(game, game.start), title } : null;
}

/** What the menu Export offers, with bodies for /api/write. */
export function exportsOf(game) {
  const { grid, document: instance } = game.puzzle;
  const position = positionOf(game);
  const path = game.path.slice(0, game.at + 1);
  const plan = { format: 'gourds-plan', version: 1, empty: grid.cells[path[0]], walk: lettersOfWalk(grid, path) };
  // A position knows the colors of its gourds alone; those of the cells are the puzzle's.
  const played = game.mode === 'colors' && instance ? { instance } : {};
  const moves = { document: positionOf(game, game.start), plan, ...played };
  const found = [
    { title: 'This position' },
    ...['json', 'svg', 'png'].map((form) => ({ label: 'Position', kind: `.${form}`, body: { document: position, form, ...played } })),
    { title: 'The moves so far' },
    { label: 'Page to step through', kind: '.html', body: { ...moves, form: 'plan.html' } },
    { label: 'Animation', kind: '.svg', body: { ...moves, form: 'plan.svg' } },
    { label: 'Contact sheet', kind: '.png', body: { ...moves, form: 'plan.png' } },
    { label: 'Plan', kind: '.json', body: { ...moves, form: 'plan.json' } },
    { label: 'Plan in words', kind: '.txt', body: { ...moves, form: 'plan.txt' } },
  ];
  if (instance) {
    found.push({ title: 'The puzzle' });
    found.push({ label: 'Instance', kind: '.json', testid: 'export-instance', body: { document: instance, form: 'json' } });
  }
  return found;
}
