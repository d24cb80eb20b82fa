/**
 * The board of a notebook, in step with Python: `document` (cells, colors, budgets), `laid` (a placement), `position` (a
 * configuration) and `mode` are traits of the model, and either side may change them. Edit paints cells and shows the
 * placement, Play plays.
 */

import { el } from '../dom.js';
import { EditSide } from './edit.js';
import { PlaySide } from './play.js';

/** JupyterLab, VS Code and others say so on the body; elsewhere the system decides. */
function isDark() {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === 'false';
  if (vscodeThemeKind !== undefined) return vscodeThemeKind.includes('dark');
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

export function render({ model, el: place }) {
  const modes = Object.fromEntries(['edit', 'play'].map((mode) => [mode, el('button', {
    type: 'button', 'data-testid': `widget-${mode}`,
    onclick: () => { model.set('mode', mode); model.save_changes(); },
  }, mode === 'edit' ? 'Edit' : 'Play')]));
  const said = el('p.gourds-said', { role: 'status', 'aria-live': 'polite', 'data-testid': 'widget-status' });
  const tools = el('div.gourds-tools');
  const stage = el('div.gourds-stage');
  // Keys on the board are the board's: Lumino, which JupyterLab is made of, leaves them alone then.
  const root = el('div.gourds-widget', { 'data-lm-suppress-shortcuts': 'true' },
    el('div.gourds-bar', el('div.gourds-modes', { role: 'group', 'aria-label': 'What to do' }, modes.edit, modes.play), tools),
    stage, said);
  place.append(root);
  root.dataset.theme = isDark() ? 'dark' : 'light';

  const say = (text) => { said.textContent = text || '\u00a0'; };
  const part = { model, stage, tools, say, isDark };
  let side = null;
  const show = () => {
    const mode = model.get('mode');
    for (const [name, button] of Object.entries(modes)) button.setAttribute('aria-pressed', String(name === mode));
    side?.destroy();
    stage.replaceChildren();
    tools.replaceChildren();
    say('');
    side = mode === 'play' ? new PlaySide(part) : new EditSide(part);
  };
  const retint = () => {
    root.dataset.theme = isDark() ? 'dark' : 'light';
    side.retint();
  };
  const watch = new MutationObserver(retint);
  watch.observe(document.body, { attributes: true, attributeFilter: ['data-jp-theme-light', 'data-vscode-theme-kind'] });
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', retint);
  const changes = {
    'change:mode': show,
    'change:document': () => side.changed('document'),
    'change:laid': () => side.changed('laid'),
    'change:position': () => side.changed('position'),
    'change:faults': () => say(model.get('faults').join('; ')),
  };
  for (const [name, listen] of Object.entries(changes)) model.on(name, listen);
  show();
  return () => {
    side.destroy();
    watch.disconnect();
    system.removeEventListener('change', retint);
    for (const [name, listen] of Object.entries(changes)) model.off(name, listen);
  };
}
