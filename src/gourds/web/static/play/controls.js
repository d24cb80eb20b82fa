/** Buttons, fields and keys of the Play view. */

import { settings } from './keeping.js';
import { OWN, nameChoice } from './levels/boards.js';

const KEYS = {
  u: 'undo', r: 'redo', h: 'hint', s: 'solve', n: 'shuffle', c: 'check', l: 'levels', ' ': 'toggle', '+': 'in', '=': 'in', '-': 'out', 0: 'fit',
};

/** Connects the elements of a Play view with what they do. */
export function listen(view) {
  const { part, app, table, player, zoom, opening } = view;
  const actions = {
    undo: () => { player.pause(); table.undo(); },
    redo: () => { player.pause(); table.redo(); },
    hint: () => player.hint(),
    solve: () => player.solve(),
    check: () => view.setMisplaced(!table.marksAstray),
    shuffle: () => view.goOn(),
    restart: () => view.restart(view.game.start),
    toggle: () => (player.isPlaying ? player.pause() : player.play()),
    step: () => { player.pause(); player.step(); },
    makeTarget: () => view.makeTarget(),
    levels: () => opening.chooseLevel(),
    edit: () => opening.edit(),
    tutorial: () => opening.teach(),
    out: () => zoom.zoomBy(0.8),
    in: () => zoom.zoomBy(1.25),
    fit: () => zoom.fit(),
  };
  const whenReady = (action) => () => { if (view.game) app.attempt(action); };
  for (const [key, action] of Object.entries(actions)) part[key].addEventListener('click', whenReady(action));
  listenToFields(view, whenReady);
  app.theme.onChange(whenReady(() => view.redraw()));
  document.addEventListener('keydown', (event) => {
    if (!view.isShown || !view.game || event.altKey || event.target.closest?.('input:not([type=checkbox]), select, textarea, dialog')) return;
    const isBack = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
    if ((event.ctrlKey || event.metaKey) && !isBack) return;
    const key = isBack ? (event.shiftKey ? 'redo' : 'undo') : KEYS[event.key.toLowerCase()];
    if (!key || (event.key === ' ' && (event.target.closest?.('button, input') || !player.plans.plan))) return;
    event.preventDefault();
    app.attempt(actions[key]);
  });
}

function listenToFields(view, whenReady) {
  const { part, app, opening, par } = view;
  part.choice.addEventListener('change', () => app.attempt(async () => {
    try {
      if (part.choice.value !== OWN) await opening.choose(part.choice.value);
    } finally {
      if (view.game) nameChoice(part.choice, view.key, view.game.puzzle.title);
    }
  }));
  for (const [mode, button] of Object.entries(part.modes)) button.addEventListener('click', () => view.setMode(mode));
  for (const field of [part.seed, part.depth]) field.addEventListener('change', whenReady(() => view.shuffle(view.seed)));
  view.setMisplaced(settings.get('misplaced'));
  part.misplaced.addEventListener('change', () => view.setMisplaced(part.misplaced.checked));
  part.sound.checked = settings.get('sound');
  part.sound.addEventListener('change', () => settings.set('sound', part.sound.checked));
  part.look.checked = settings.get('par');
  part.look.addEventListener('change', () => {
    settings.set('par', part.look.checked);
    par.pause();
    if (view.game) par.seek(view.game);
  });
}
