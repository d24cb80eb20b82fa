/** The field of the formula: its text in either notation, and what is wrong with it, marked where it is. */

import { el } from '../dom.js';

export const NOTATIONS = [['words', 'Words'], ['dimacs', 'DIMACS']];

export class FormulaField {
  /** `onNotation(key)`: the other notation is asked for. */
  constructor(onNotation) {
    this.text = el('textarea', {
      rows: '7', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'data-testid': 'reduce-text',
      'aria-label': 'Formula, in words or as DIMACS', 'aria-describedby': 'reduce-fault',
    });
    this.marks = el('div.reduce-marks', { 'aria-hidden': 'true' });
    this.box = el('div.reduce-field', this.marks, this.text);
    this.says = el('span');
    this.show = el('button.link', { type: 'button', 'data-testid': 'reduce-fault-show', onclick: () => this.#goToFault() });
    this.fault = el('p.reduce-fault', { id: 'reduce-fault', 'data-testid': 'reduce-fault', role: 'alert', hidden: true }, this.says, ' ', this.show);
    this.buttons = new Map(NOTATIONS.map(([key, title]) => [key, el('button.small', {
      type: 'button', 'aria-pressed': 'false', 'data-testid': `notation-${key}`, onclick: () => onNotation(key),
    }, title)]));
    this.notation = el('div.reduce-notation', { role: 'group', 'aria-label': 'Notation' }, [...this.buttons.values()]);
    this.text.addEventListener('scroll', () => this.#follow());
  }

  get value() {
    return this.text.value;
  }

  set value(text) {
    this.text.value = text;
    this.#mark([]);
  }

  /** Shows which notation the text is in, and offers the other if there is one. */
  setNotation(chosen, texts) {
    for (const [key, button] of this.buttons) {
      button.setAttribute('aria-pressed', String(key === chosen));
      const isMissing = !texts || texts[key] === null;
      button.setAttribute('aria-disabled', String(isMissing));
      button.title = isMissing && texts ? 'DIMACS has no negative literals in 1-in-3 clauses' : '';
    }
  }

  /** Says what is wrong, with the lines marked that it names; null: nothing is. */
  setFault(message) {
    this.fault.hidden = message === null;
    if (message === null) {
      this.text.removeAttribute('aria-invalid');
      this.#mark([]);
      return;
    }
    this.text.setAttribute('aria-invalid', 'true');
    this.says.textContent = message;
    const places = [...message.matchAll(/\bline (\d+)(?:, column (\d+))?:/g)].map(([, line, column]) => ({ line: Number(line), column: column ? Number(column) : null }));
    this.first = places[0] ?? null;
    this.show.hidden = !this.first;
    this.show.textContent = this.first ? `Show line ${this.first.line}` : '';
    this.#mark(places);
  }

  /** The same text below the field, transparent, with the faulty lines in a color of their own. */
  #mark(places) {
    if (!places.length) {
      this.marks.replaceChildren();
      return;
    }
    const lines = this.value.split('\n');
    this.marks.replaceChildren(...lines.flatMap((text, k) => {
      const here = places.filter(({ line }) => line === k + 1);
      const end = k + 1 < lines.length ? '\n' : '';
      if (!here.length) return [text + end];
      const columns = new Set(here.map(({ column }) => column));
      // Columns count characters; an emoji is one of them.
      const chars = [...(text || ' '), columns.has([...text].length + 1) ? ' ' : ''];
      return [el('mark', { 'data-line': k + 1 }, chars.map((char, at) => (columns.has(at + 1) ? el('b', char) : char))), end];
    }));
    this.#follow();
  }

  #follow() {
    this.marks.scrollTop = this.text.scrollTop;
  }

  #goToFault() {
    const { line, column } = this.first;
    const lines = this.value.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const start = before + (column ? [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length : 0);
    this.text.focus();
    this.text.setSelectionRange(start, column ? start + 1 : before + (lines[line - 1] ?? '').length);
  }
}
