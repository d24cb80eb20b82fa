/** The left panel of the Place view: files and examples, shapes with their parameters, and the colors to draw with. */

import { dialog } from '../dialog.js';
import { el, field, icon, plural, saveBlob } from '../dom.js';
import { fileButtons } from '../files.js';
import { shortLabels, toneMap } from '../board/palette.js';
import { chooseExample } from './examples.js';
import { FIRST_COLORS, MORE_COLORS, documentOf } from './model.js';
import { createShapes } from './shapes.js';

/** A round mark of a color with its letter. */
export function chip(place, color) {
  const { tones, labels } = place.looks();
  const tone = tones.get(color);
  const mark = el('span.chip', { title: color }, labels.get(color) ?? color.slice(0, 3));
  if (tone) {
    mark.style.background = tone.disc;
    mark.style.color = tone.onDisc;
  }
  return mark;
}

/** Replace the children of an element; the focus goes to the one that has the same name. */
export function replaceKeepingFocus(parent, children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.testid : null;
  parent.replaceChildren(...children);
  if (focused) parent.querySelector(`[data-testid="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** Shades and letters of the colors of a draft; the names in order, as in pictures. */
export function looksOf(colors, dark) {
  const names = [...colors].sort();
  const letters = shortLabels(names);
  return { tones: toneMap(names, dark), labels: new Map(names.map((name, k) => [name, letters[k]])), names, letters };
}

export function createBoardPanel(place, app) {
  const name = el('input', {
    type: 'text',
    'data-testid': 'board-name',
    placeholder: 'Untitled board',
    'aria-label': 'Name',
    maxlength: 200,
    onchange: () => place.change({ ...place.draft, name: name.value.trim() }, { keepsAnswers: true }),
  });
  const files = fileButtons(app, {
    view: 'place',
    state: () => place.getState(),
    exports: () => exportsOf(place),
    opens: () => [
      { label: 'Example…', testid: 'open-example', action: () => app.attempt(() => chooseExample(place, app)) },
    ],
  });
  const swatches = el('div.swatches', { role: 'group', 'aria-label': 'Colors', 'data-testid': 'swatches' });
  const root = el('div.side.left', { 'data-testid': 'panel-board' },
    el('div.panel',
      files,
      name,
      el('div.row',
        el('button.small', { 'data-testid': 'examples-button', onclick: () => app.attempt(() => chooseExample(place, app)) },
          'Examples',
        ),
        el('button.small', { 'data-testid': 'clear-button', onclick: () => place.clear() }, 'Clear'),
      ),
    ),
    el('div.panel',
      el('div.row.apart',
        el('h2', 'Colors'),
        el('button.small', {
          'data-testid': 'edit-color',
          title: 'Another name for the chosen color, or without it',
          onclick: () => editColor(place, place.color),
        }, 'Edit'),
        el('button.small', { 'data-testid': 'add-color', title: 'One more color', onclick: () => addColor(place) }, icon('plus'), 'Add'),
      ),
      swatches,
      el('p.soft.small.keys-only', 'Keys ', el('kbd', '1'), ' to ', el('kbd', '9'), ' choose a color.'),
    ),
    createShapes(place, app),
  );
  return {
    root,
    refresh() {
      if (document.activeElement !== name) name.value = place.draft.name;
      const used = new Map();
      for (const [, , color] of place.draft.cells) used.set(color, (used.get(color) ?? 0) + 1);
      replaceKeepingFocus(
        swatches,
        place.draft.colors.slice(0, 400).map((color) =>
          el('button.swatch', {
            'aria-pressed': String(color === place.color),
            'data-testid': `color-${color}`,
            title: `${color}: ${plural(used.get(color) ?? 0, 'cell')}`,
            onclick: () => place.chooseColor(color),
            ondblclick: () => editColor(place, color),
          }, chip(place, color), el('span.name', color)),
        ),
      );
    },
  };
}

/** Save what is seen, on paper, as a picture. */
function savePicture(board, name) {
  board.draw(true);
  const { width, height } = board.canvas;
  const sheet = el('canvas', { width, height });
  const context = sheet.getContext('2d');
  context.fillStyle = getComputedStyle(board.container).getPropertyValue('--paper');
  context.fillRect(0, 0, width, height);
  context.drawImage(board.canvas, 0, 0);
  sheet.toBlob((blob) => saveBlob(blob, name));
}

/** The files that can be made of what is shown. */
function exportsOf(place) {
  const document = documentOf(place.draft);
  const { placement } = place;
  const entry = (label, kind, form, more = {}) => ({ label, kind, body: { document, form, ...more } });
  const list = [
    { title: 'Instance' },
    entry('JSON', '.json', 'json'),
    entry('Drawing', '.txt', 'txt'),
    { title: placement ? 'Picture with the placement' : 'Picture' },
    ...[
      ['SVG', 'svg'],
      ['PNG', 'png'],
      ['Page', 'html'],
    ].map(([label, form]) => entry(label, `.${form}`, form, placement ? { placement } : {})),
  ];
  list.push({
    label: 'As it is shown',
    kind: '.png',
    testid: 'export-view',
    action: () => savePicture(place.board, `${place.draft.name || 'board'}.png`),
  });
  if (place.board.heat) {
    list.push({ title: 'Heat map' }, entry('SVG', '.svg', 'heat.svg'), entry('PNG', '.png', 'heat.png'));
  }
  if (placement) {
    list.push(
      { title: 'Placement' },
      { label: 'JSON', kind: '.json', testid: 'export-placement', body: { document: placement, form: 'json' } },
    );
  }
  if (place.proof) {
    list.push(
      { title: 'Certificate' },
      {
        label: 'Certificate',
        kind: '.json',
        testid: 'export-proof',
        body: { document, form: 'proof', proof: place.proof },
      },
    );
  }
  list.push(
    { title: 'For other solvers' },
    entry('SAT formula', '.cnf', 'cnf'),
    entry('Pseudo-Boolean', '.opb', 'opb'),
    entry('Integer program', '.lp', 'lp'),
    entry('Integer program', '.mps', 'mps'),
    entry('MiniZinc', '.mzn', 'mzn'),
    entry('XCSP3', '.xml', 'xcsp'),
    entry('Answer set program', '.asp', 'asp'),
  );
  return list;
}

/** Add the next color that is not there yet. */
function addColor(place) {
  const fresh =
    [...FIRST_COLORS, ...MORE_COLORS].find((color) => !place.draft.colors.includes(color)) ??
    `c${place.draft.colors.length + 1}`;
  place.change({ ...place.draft, colors: [...place.draft.colors, fresh] }, { keepsAnswers: true });
  place.chooseColor(fresh);
}

/** Ask for another name of a color; one that nothing has can be removed. */
function editColor(place, color) {
  const { draft } = place;
  const isUsed = draft.cells.some((cell) => cell[2] === color) || draft.gourds.some((pair) => pair.includes(color));
  const input = el('input', {
    type: 'text',
    value: color,
    maxlength: 60,
    'aria-label': 'Name',
    'data-testid': 'color-name',
    'aria-describedby': 'color-fault',
  });
  const fault = el('p.field-error', { role: 'alert', id: 'color-fault', 'data-testid': 'color-fault' });
  const apply = () => {
    const fresh = input.value.trim();
    const isTaken = fresh !== color && place.draft.colors.includes(fresh);
    if (!fresh || isTaken) {
      fault.textContent = fresh ? `There is a color named ${fresh} already.` : 'A color needs a name.';
      input.setAttribute('aria-invalid', 'true');
      input.focus();
      return;
    }
    box.close();
    if (fresh === color) return;
    const swap = (other) => (other === color ? fresh : other);
    place.change({
      ...draft,
      source: undefined,
      colors: draft.colors.map(swap),
      cells: draft.cells.map(([q, r, other]) => [q, r, swap(other)]),
      gourds: draft.gourds.map(([a, b, count]) => [swap(a), swap(b), count]),
    });
    place.chooseColor(fresh);
  };
  const remove = () => {
    box.close();
    place.change({ ...draft, colors: draft.colors.filter((other) => other !== color) }, { keepsAnswers: true });
  };
  const isNeeded = isUsed || draft.colors.length === 1;
  const box = dialog(
    `The color ${color}`,
    [
      field('Name', input),
      fault,
      el('div.row',
        el('button.primary', { 'data-testid': 'color-rename', onclick: apply }, 'Rename'),
        el('button', { 'data-testid': 'color-remove', disabled: isNeeded, onclick: remove }, 'Remove'),
        isUsed && el('span.soft.small', 'Cells or gourds have it, so it stays.'),
      ),
    ],
    'color-dialog',
  );
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // or it would press the button that has the focus next
    apply();
  });
  input.select();
}
