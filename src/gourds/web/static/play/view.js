/** The elements of the Play view: the board with its buttons, and beside it the result, the moves, the plan and more. */

import { changeIcon, el, icon } from '../dom.js';
import { CHOICES } from './puzzles.js';

/** The number of random moves in a shuffle; 0 means enough to mix the board. */
const DEPTHS = [[4, 'a few moves'], [12, 'easy'], [30, 'medium'], [0, 'thorough']];

/** A button with sign and text. */
function buttonOf(part, key, text, name, title) {
  part[key] = el('button.play-button', { type: 'button', 'data-testid': `play-${key}`, title }, icon(name), el('span', text));
  return part[key];
}

/** A button with a sign only, labeled for pointers and screen readers. */
function smallButton(part, key, title, name, testid = `play-${key}`) {
  part[key] = el('button', { type: 'button', 'data-testid': testid, 'aria-label': title, title }, icon(name));
  return part[key];
}

/** A box to tick, by the name of a setting. */
function option(part, key, text, title) {
  part[key] = el('input', { type: 'checkbox', 'data-testid': `play-option-${key}` });
  return el('label.check', { title }, part[key], el('span', text));
}

export function buildPlayView(root) {
  const part = {};
  const figure = (value, label, kind = '') => el(`div.play-stat${kind}`, value, el('span', label));
  // What changes with every move is said by the status line; these are for the eye.
  const output = (testid) => el('output', { 'data-testid': testid, class: 'play-figure', 'aria-live': 'off' });
  part.moves = output('move-counter');
  part.clock = output('play-clock');
  part.home = output('play-home');
  part.par = el('output.play-par', { 'data-testid': 'play-par' });
  part.title = el('h2.play-title', { 'data-testid': 'play-title' });
  part.goal = el('p.play-goal', { 'data-testid': 'play-goal' });
  part.boardBox = el('div.play-board-box', { 'data-testid': 'play-board' });
  part.status = el('p.play-status', { 'data-testid': 'play-status', role: 'status', 'aria-live': 'polite' });
  part.targetBox = el('div.play-target-box', { 'data-testid': 'play-target' });
  part.target = el('section.play-target', { hidden: true }, el('h3', 'The target'), part.targetBox);
  root.classList.add('play');
  // The board comes first, so that the keyboard is there at once; the style sheet puts what describes it above.
  root.append(
    el('div.play-main',
      el('div.play-stage', part.target, part.boardBox,
        el('div.float.play-zoom', { role: 'toolbar', 'aria-label': 'Zoom' },
          smallButton(part, 'out', 'Zoom out (−)', 'minus', 'play-zoom-out'),
          smallButton(part, 'in', 'Zoom in (+)', 'plus', 'play-zoom-in'),
          smallButton(part, 'fit', 'All in sight (0)', 'fit', 'play-zoom-fit'))),
      el('div.play-top',
        buttonOf(part, 'levels', 'Puzzles', 'levels', 'Choose a puzzle (l)'),
        part.title,
        el('div.play-stats',
          figure(part.moves, 'moves'), part.par, figure(part.clock, 'time', '.time'), figure(part.home, 'ends home')),
        part.goal),
      part.status,
      el('div.play-buttons', { role: 'toolbar', 'aria-label': 'Game' },
        buttonOf(part, 'undo', 'Undo', 'undo', 'Take the last move back (u)'),
        buttonOf(part, 'redo', 'Redo', 'redo', 'Make it again (r)'),
        buttonOf(part, 'hint', 'Hint', 'hint', 'Show the next move of a plan (h)'),
        buttonOf(part, 'solve', 'Solve', 'play', 'Look for a short plan and play it (s)'),
        buttonOf(part, 'check', 'Check', 'check', 'Show which ends are misplaced (c)'),
        buttonOf(part, 'restart', 'Restart', 'restart', 'Back to where this game began'),
        buttonOf(part, 'shuffle', 'Shuffle', 'shuffle', 'Shuffle with the next seed (n)'))),
    el('aside.play-side', { 'aria-label': 'About this game' },
      part.banner = el('section.play-banner', { 'data-testid': 'play-banner', hidden: true }),
      planSection(part), movesSection(part), freeSection(part), moreSection(part)));
  return part;
}

/** The plan, and how it plays itself. */
function planSection(part) {
  part.planText = el('p.play-plan-text', { 'data-testid': 'play-plan', 'aria-live': 'polite' });
  part.planCount = el('span.play-plan-count', { 'data-testid': 'play-plan-count' });
  part.planBar = el('progress.play-plan-bar', { max: '1', value: '0', 'aria-label': 'Moves of the plan made' });
  part.speed = el('input', {
    type: 'range', min: '0', max: '6', step: '0.5', value: '2', 'data-testid': 'play-speed', 'aria-label': 'Speed of the animation',
  });
  part.cancel = el('button', { type: 'button', class: 'play-button', 'data-testid': 'play-cancel', hidden: true }, 'Cancel');
  part.player = el('div.play-player', { hidden: true },
    buttonOf(part, 'toggle', 'Play', 'play', 'Play or pause the plan (space)'),
    buttonOf(part, 'step', 'Step', 'step', 'Make the next move of the plan'),
    el('label.play-speed', 'slow', part.speed, 'fast'),
    el('div.play-plan-progress', part.planBar, part.planCount));
  part.meter = el('div.meter', { hidden: true }, el('i'));
  part.plan = el('section.play-plan', { hidden: true }, part.planText, part.meter, part.cancel, part.player);
  return part.plan;
}

/** The list of moves. */
function movesSection(part) {
  part.scrub = el('input', {
    type: 'range', min: '0', max: '1', step: '1', value: '0', 'data-testid': 'play-scrub', 'aria-label': 'Position in the line of moves',
  });
  part.moveList = el('div.play-moves', { 'data-testid': 'play-moves', role: 'group', 'aria-label': 'Moves' });
  part.moveKey = el('p.soft.small', { hidden: true }, el('span.by-h', 'dotted'), ': after a hint; ',
    el('span.by-p', 'slanted'), ': by the plan');
  part.lines = el('div.play-lines', { 'data-testid': 'play-lines' });
  return el('section.play-record', el('h3', 'Moves'),
    el('div.play-scrub',
      smallButton(part, 'first', 'To the start', 'first'), part.scrub, smallButton(part, 'last', 'To the end of the line', 'last')),
    part.moveList, part.moveKey, part.lines);
}

/** Boards to shuffle. */
function freeSection(part) {
  part.choice = el('select', { 'data-testid': 'play-puzzle' }, CHOICES.map(({ key, title }) => el('option', { value: key }, title)));
  part.depth = el('select', { 'data-testid': 'play-depth' },
    DEPTHS.map(([moves, text]) => el('option', { value: moves, selected: moves === 0 }, text)));
  part.seed = el('input', {
    type: 'number', min: '0', max: '4294967295', step: '1', value: '1', 'data-testid': 'play-seed', inputmode: 'numeric',
    title: 'The same seed shuffles the same way',
  });
  part.modes = Object.fromEntries(['colors', 'numbers'].map((mode) => [mode, el('button', {
    type: 'button', 'data-testid': `play-mode-${mode}`, 'aria-pressed': 'false',
  }, mode === 'colors' ? 'Colors' : 'Numbers')]));
  part.makeTarget = el('button.link', { type: 'button', 'data-testid': 'play-make-target' }, 'Make this position the target');
  const field = (text, element) => el('label', el('span', text), element);
  return el('section.play-setup', el('h3', 'Any board, shuffled'),
    el('div.play-fields', el('label.wide', el('span', 'board'), part.choice),
      field('how much', part.depth), field('seed', part.seed)),
    el('div.segments', { role: 'group', 'aria-label': 'What to bring together' }, part.modes.colors, part.modes.numbers),
    part.makeTarget);
}

/** Files, the editor, the tutorial, settings. */
function moreSection(part) {
  part.files = el('div');
  part.edit = el('button', { type: 'button', 'data-testid': 'play-edit' }, icon('draw'), 'Make a puzzle');
  part.tutorial = el('button', { type: 'button', 'data-testid': 'play-tutorial' }, icon('help'), 'How to play');
  return el('section.play-more',
    el('div.grid-2', part.edit, part.tutorial),
    part.files,
    el('h3', 'Settings'),
    option(part, 'misplaced', 'Show which ends are misplaced'),
    option(part, 'sound', 'Sound'),
    option(part, 'look', 'Look for the shortest plan in the background', 'Takes up to 3 seconds of this computer’s time for each shuffle'),
    el('p.play-keys.keys-only', 'Keys: ', el('kbd', 'b'), ' to the board, ', el('kbd', '?'), ' all others'));
}

/** Changes what the play button shows. */
export function showPlaying(button, isPlaying) {
  changeIcon(button, isPlaying ? 'pause' : 'play');
  button.querySelector('span').textContent = isPlaying ? 'Pause' : 'Play';
}

/** Changes whether the last button of the game shuffles, or goes to the next level. */
export function showGoingOn(button, isLevel) {
  const text = button.querySelector('span');
  if (text.textContent === (isLevel ? 'Next' : 'Shuffle')) return;
  text.textContent = isLevel ? 'Next' : 'Shuffle';
  changeIcon(button, isLevel ? 'next' : 'shuffle');
  button.title = isLevel ? 'The next puzzle (n)' : 'Shuffle with the next seed (n)';
}
