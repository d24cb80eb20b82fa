/** Edit: paints cells, adds and erases them, and shows a placement; a change takes the placement away. */

import { shortLabels, toneMap } from '../board/palette.js';
import { strokes } from '../board/strokes.js';
import { BoardView } from '../board/view.js';
import { el } from '../dom.js';

const ERASE = Symbol('erase');

export class EditSide {
  constructor({ model, stage, tools, say, isDark }) {
    Object.assign(this, { model, tools, say, isDark });
    const box = el('div.gourds-board', { 'data-testid': 'widget-board' });
    stage.append(box);
    this.view = new BoardView(box, { label: 'Board', isDark, padding: 20 });
    this.box = box;
    this.chosen = null;
    this.view.onCell(strokes({
      kindOf: ({ known, button }) => (button ? null : this.chosen !== ERASE ? 'put' : known ? 'remove' : null),
      cells: () => this.cells,
      color: () => this.chosen,
      most: () => Infinity,
      show: (cells) => this.view.setBoard({ cells, still: true }),
      change: (cells) => this.#change(cells),
    }));
    this.changed('document');
    say(model.get('faults').join('; '));
  }

  get document() { return this.model.get('document') ?? { cells: [], gourds: [] }; }
  get cells() { return this.document.cells; }

  destroy() { this.view.destroy(); }
  retint() { this.#draw(); this.#offer(); }

  changed(name) {
    if (name === 'position') return;
    this.#draw();
    this.#offer();
  }

  #draw() {
    const laid = this.model.get('laid');
    this.view.setBoard({ cells: this.cells });
    this.view.setGourds(laid ? laid.gourds.map((ends) => ({ ends })) : []);
    this.view.setEmpty(laid?.empty ?? null);
    this.view.refreshTones();
    this.box.dataset.cells = String(this.cells.length);
    this.box.dataset.gourds = String(laid?.gourds.length ?? 0);
  }

  /** The colors to paint with. */
  #offer() {
    const names = [...new Set(this.cells.map((cell) => cell[2]))].sort();
    const [letters, tones] = [shortLabels(names), toneMap(names, this.isDark())];
    if (this.chosen !== ERASE && !names.includes(this.chosen)) this.chosen = names[0] ?? 'a';
    const button = (value, label, title) => el('button.gourds-tool', {
      type: 'button', title, 'aria-label': title, 'aria-pressed': String(this.chosen === value),
      'data-testid': value === ERASE ? 'widget-erase' : `widget-color-${value}`,
      onclick: () => { this.chosen = value; this.#offer(); },
    }, label);
    this.tools.replaceChildren(
      ...names.map((name, k) => {
        const made = button(name, letters[k], `Paint ${name}`);
        Object.assign(made.style, { background: tones.get(name).disc, color: tones.get(name).onDisc });
        return made;
      }),
      el('button.gourds-tool', { type: 'button', title: 'Another color', 'aria-label': 'Another color', 'data-testid': 'widget-new',
        onclick: () => this.#name(names) }, '+'),
      button(ERASE, 'Erase', 'Take cells away'),
    );
  }

  /** A field for the name of another color, in place of the buttons. */
  #name(names) {
    const field = el('input', { type: 'text', maxlength: '40', placeholder: 'name of the color', 'aria-label': 'Name of the color' });
    const done = (isMeant) => {
      const name = field.value.trim();
      if (isMeant && name) {
        this.chosen = name;
        if (!names.includes(name)) this.say(`${name} is ready: paint a cell with it`);
      }
      this.#offerOnce(isMeant ? name : '');
    };
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') done(true);
      if (event.key === 'Escape') done(false);
    });
    this.tools.replaceChildren(field);
    field.focus();
  }

  /** The colors, and a name that no cell has yet stays chosen. */
  #offerOnce(name) {
    this.#offer();
    if (name) this.chosen = name;
  }

  /** Python hears of a stroke when it is over. */
  #change(cells) {
    const { model } = this;
    const { cells: _, source, ...rest } = this.document;
    model.set('laid', null);
    model.set('position', null);
    model.set('document', { ...rest, cells });
    model.save_changes();
  }
}
