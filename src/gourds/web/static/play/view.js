/** The elements of the Play view: the board with its buttons, and beside it what is played, the plan and the target. */

import { el, icon } from '../dom.js';
import { CHOICES, PAPER_PUZZLE } from './puzzles.js';

const SIGNS = {
  play: 'M7 4.5l12.5 7.5L7 19.5z',
  pause: 'M8.5 5v14M15.5 5v14',
  step: 'M5 5l9.5 7L5 19zM18.5 5v14',
  hint: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.4 10.9c.6.5.9 1.1.9 2.1h5c0-1 .3-1.6.9-2.1A6 6 0 0 0 12 3z',
  shuffle: 'M3 7h3.5l10 10H21M3 17h3.5l3-3M13.5 10l3-3H21M18 4l3 3-3 3M18 14l3 3-3 3',
  restart: 'M4.5 13a7.5 7.5 0 1 0 2.5-6.6M7.5 2.800v4h4',
};

/** A sign of the page's, or one of this view's own. */
function sign(name) {
  const svg = icon(SIGNS[name] ? 'check' : name);
  if (SIGNS[name]) svg.firstChild.setAttribute('d', SIGNS[name]);
  return svg;
}

/** The number of random moves in a shuffle; 0 means enough to mix the board. */
const DEPTHS = [[4, 'a few moves'], [12, 'easy'], [30, 'medium'], [0, 'thorough']];

export function buildPlayView(root) {
  const part = {};
  const button = (key, text, name, title) => {
    part[key] = el('button.play-button', { type: 'button', 'data-testid': `play-${key}`, title },
      sign(name), el('span', {}, text));
    return part[key];
  };

  const small = (key, title, name) => {
    part[key] = el('button', { type: 'button', 'data-testid': `play-zoom-${key}`, 'aria-label': title, title }, icon(name));
    return part[key];
  };

  part.choice = el('select', { 'data-testid': 'play-puzzle', 'aria-label': 'Board' },
    CHOICES.map(({ key, title }) => el('option', { value: key }, title)));
  part.modes = Object.fromEntries(['colors', 'numbers'].map((mode) => [mode, el('button', {
    type: 'button', class: 'play-mode', 'data-testid': `play-mode-${mode}`, 'aria-pressed': 'false',
  }, mode === 'colors' ? 'Colors' : 'Numbers')]));
  part.moves = el('output', { 'data-testid': 'move-counter', class: 'play-figure' }, '0');
  part.clock = el('output', { 'data-testid': 'play-clock', class: 'play-figure' }, '0:00');
  part.home = el('output', { 'data-testid': 'play-home', class: 'play-figure' }, '');
  part.homeLabel = el('span', {}, 'ends home');
  part.boardBox = el('div.play-board-box', { 'data-testid': 'play-board' });
  part.banner = el('div.play-banner', { 'data-testid': 'play-banner', hidden: true });
  part.status = el('p.play-status', { 'data-testid': 'play-status', role: 'status', 'aria-live': 'polite' });
  part.targetBox = el('div.play-target-box', { 'data-testid': 'play-target' });
  part.target = el('section.play-target', { hidden: true },
    el('h3', {}, 'The target'), part.targetBox);

  part.depth = el('select', { 'data-testid': 'play-depth', 'aria-label': 'How much to shuffle' },
    DEPTHS.map(([moves, text]) => el('option', { value: moves, selected: moves === 0 }, text)));
  part.seed = el('input', {
    type: 'number', min: '0', max: '4294967295', step: '1', value: '1', 'data-testid': 'play-seed', inputmode: 'numeric',
    'aria-label': 'Seed of the shuffle', title: 'The same seed shuffles the same way',
  });

  part.planText = el('p.play-plan-text', { 'data-testid': 'play-plan', 'aria-live': 'polite' });
  part.planCount = el('span.play-plan-count', { 'data-testid': 'play-plan-count' });
  part.planBar = el('progress.play-plan-bar', { max: '1', value: '0', 'aria-label': 'Moves of the plan made' });
  part.speed = el('input', {
    type: 'range', min: '0', max: '6', step: '0.5', value: '2', 'data-testid': 'play-speed', 'aria-label': 'Speed of the animation',
  });
  part.cancel = el('button', { type: 'button', class: 'play-button', 'data-testid': 'play-cancel', hidden: true }, 'Cancel');
  part.player = el('div.play-player', { hidden: true },
    button('toggle', 'Play', 'play', 'Play or pause the plan (space)'),
    button('step', 'Step', 'step', 'Make the next move of the plan'),
    el('label.play-speed', {}, 'slow', part.speed, 'fast'),
    el('div.play-plan-progress', {}, part.planBar, part.planCount));
  part.meter = el('div.meter', { hidden: true }, el('i'));
  part.plan = el('section.play-plan', { hidden: true }, part.planText, part.meter, part.cancel, part.player);

  part.files = el('div');
  part.makeTarget = el('button.link', { type: 'button', 'data-testid': 'play-make-target' }, 'Make this position the target');

  const figure = (value, label) => el('div.play-stat', {}, value,
    label instanceof Node ? label : el('span', {}, label));
  root.classList.add('play');
  root.append(
    el('div.play-main', {},
      el('div.play-top', {},
        el('label.play-choice', {}, el('span.play-caption', {}, 'Board'), part.choice),
        el('div.play-modes', { role: 'group', 'aria-label': 'What to bring together' },
          part.modes.colors, part.modes.numbers),
        el('div.play-stats', {},
          figure(part.moves, 'moves'), figure(part.clock, 'time'), figure(part.home, part.homeLabel))),
      el('div.play-stage', {}, part.target, part.boardBox, part.banner,
        el('div.float.play-zoom', { role: 'toolbar', 'aria-label': 'Zoom' },
          small('out', 'Zoom out (−)', 'minus'), small('in', 'Zoom in (+)', 'plus'), small('fit', 'All in sight (0)', 'fit'))),
      part.status,
      el('div.play-buttons', { role: 'toolbar', 'aria-label': 'Game' },
        button('undo', 'Undo', 'undo', 'Take the last move back (u)'),
        button('redo', 'Redo', 'redo', 'Make it again (r)'),
        button('hint', 'Hint', 'hint', 'Show the next move of a plan (h)'),
        button('solve', 'Solve', 'play', 'Look for a short plan and play it (s)'),
        button('shuffle', 'Shuffle', 'shuffle', 'Shuffle with the next seed (n)'),
        button('restart', 'Restart', 'restart', 'Back to where this game began'))),
    el('aside.play-side', {},
      part.plan,
      el('section.play-setup', {},
        el('h3', {}, 'Shuffle'),
        el('div.play-fields', {},
          el('label', {}, el('span', {}, 'how much'), part.depth),
          el('label', {}, el('span', {}, 'seed'), part.seed)),
        part.makeTarget),
      el('section.play-files', {}, part.files),
      el('section.play-help', {},
        el('h3', {}, 'How to play'),
        part.goal = el('p', {}),
        el('p', {}, 'Gourds with a bright rim can move into the empty cell: click or drag one. It ',
          el('b', {}, 'slides'), ' in line, ', el('b', {}, 'turns'), ' around a bend, or ',
          el('b', {}, 'pivots'), ' if both its ends touch the empty cell; then choose the end that swings.'),
        el('p.play-keys', {},
          el('kbd', {}, 'tab'), ' and arrows choose a gourd, ', el('kbd', {}, 'enter'), ' moves it, ',
          el('kbd', {}, 'u'), ' undo, ', el('kbd', {}, 'r'), ' redo, ', el('kbd', {}, 'h'), ' hint, ',
          el('kbd', {}, 's'), ' solve, ', el('kbd', {}, 'n'), ' shuffle, ',
          el('kbd', {}, '+'), ' ', el('kbd', {}, '−'), ' ', el('kbd', {}, '0'), ' zoom'))));
  return part;
}

/* -- the list of boards: those of this view, bundled instances, and whatever else was opened ---------------------- */

/** The entry for a puzzle that is not of the list. */
export const OWN = 'own';
const MOST_CELLS = 500;

/** Shows which puzzle is played; one that is not listed gets an entry of its own. */
export function nameChoice(select, key, title) {
  const isListed = key !== OWN && [...select.options].some((option) => option.value === key);
  select.querySelector(`option[value="${OWN}"]`)?.remove();
  if (!isListed) select.add(new Option(title.length > 40 ? `${title.slice(0, 39)}…` : title, OWN));
  select.value = isListed ? key : OWN;
}

/** Adds the bundled instances that can be played. */
export async function offerExamples(select, api) {
  try {
    const { examples } = await api.hello();
    const fit = examples.filter(({ name, cells, verdict }) => verdict === 'feasible' && cells > 3 && cells <= MOST_CELLS
      && name !== PAPER_PUZZLE);
    const group = Object.assign(document.createElement('optgroup'), { label: 'Bundled instances' });
    group.append(...fit.map(({ name, cells }) => new Option(`${name} (${cells} cells)`, name)));
    if (fit.length) select.append(group);
  } catch { /* the list of boards will do */ }
}

/** Changes what the play button shows. */
export function showPlaying(button, isPlaying) {
  button.querySelector('path').setAttribute('d', isPlaying ? SIGNS.pause : SIGNS.play);
  button.querySelector('span').textContent = isPlaying ? 'Pause' : 'Play';
}
