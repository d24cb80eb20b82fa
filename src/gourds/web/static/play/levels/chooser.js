/** The dialog in which a level is chosen: the puzzle of the day, and packs with small pictures, par and stars. */

import { dialog } from '../../dialog.js';
import { el, plural } from '../../dom.js';
import { Position } from '../../board/moves.js';
import { PlayBoard } from '../table/board.js';
import { dailyLevel, loadPack, nameOfLevel, packsToChoose, puzzleOfLevel } from './packs.js';
import { starText, starsByName } from './progress.js';

/** A small picture of the start of a level. */
function thumbnail(level, dark) {
  const box = el('span.level-picture', { 'aria-hidden': 'true' });
  const { puzzle, start } = puzzleOfLevel(level);
  const board = new PlayBoard(box, { isSmall: true });
  board.setPuzzle(puzzle, level.mode, dark);
  board.rest(new Position(puzzle.grid, start));
  return box;
}

/** Opens the chooser. `current` is the level that is played, or null; `onChoose(level)`; `more` are buttons below. */
export async function openChooser({ current, dark, onChoose, more }) {
  const packs = await packsToChoose();
  const stars = starsByName();
  const list = el('div.level-cards', { 'data-testid': 'level-cards' });
  const about = el('p.soft');
  const tabs = el('div.level-packs', { role: 'group', 'aria-label': 'Packs' });
  const today = el('div');
  let box = null;

  const card = (found, title = `${found.number + 1}. ${found.level.title}`) => {
    const { level } = found;
    const earned = stars.get(nameOfLevel(found)) ?? 0;
    const isCurrent = current && nameOfLevel(current) === nameOfLevel(found);
    return el('button.level-card', {
      type: 'button', 'data-testid': `level-${level.key}`, 'aria-current': isCurrent ? 'true' : null,
      'aria-label': `${title}: shortest ${plural(level.par, 'move')}, ${earned} of 3 stars`,
      onclick: () => { box.close(); onChoose(found); },
    }, thumbnail(level, dark), el('span.level-title', title),
    el('span.level-par', `${plural(level.par, 'move')} `, el('span.level-stars', starText(earned))));
  };

  const show = async (key) => {
    const pack = await loadPack(key);
    for (const tab of tabs.children) tab.setAttribute('aria-pressed', String(tab.dataset.pack === key));
    about.textContent = pack.description ?? '';
    list.replaceChildren(...pack.levels.map((level, number) => card({ pack, number, level })));
    list.scrollTop = 0;
  };

  tabs.append(...packs.map(({ key, title, levels, shortest }) => {
    const earned = [...stars].filter(([name]) => name.startsWith(`${key}/`)).reduce((sum, [, count]) => sum + count, 0);
    const length = shortest ? `${shortest[0]}–${shortest[1]} moves` : '';
    return el('button', {
      type: 'button', 'data-pack': key, 'data-testid': `pack-${key}`, 'aria-pressed': 'false', onclick: () => show(key),
    }, el('b', title), el('span', length), el('span', `★ ${earned} of ${3 * levels}`));
  }));
  const daily = await dailyLevel();
  if (daily) {
    const day = new Date().toLocaleDateString('en', { day: 'numeric', month: 'long' });
    today.append(card(daily, `Puzzle of the day, ${day}`));
    today.firstChild.dataset.testid = 'level-daily';
    today.className = 'level-daily';
  }
  const first = packs.some(({ key }) => key === current?.pack.key) ? current.pack.key : packs[0]?.key;
  if (first) await show(first);
  else about.textContent = 'There are no levels in this installation.';
  box = dialog('Puzzles', [today, tabs, about, list, el('div.row', more.map(([text, testid, action]) =>
    el('button', { type: 'button', 'data-testid': testid, onclick: () => { box.close(); action(); } }, text)))], 'level-chooser');
  box.classList.add('chooser');
  (list.querySelector('[aria-current]') ?? list.querySelector('button'))?.focus({ preventScroll: false });
  return box;
}
