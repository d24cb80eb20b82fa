/** Earlier answers as a row of cards: a press shows one again, with the board that it is about. */

import { SIGNS, duration, el, icon } from '../../dom.js';
import { areSameBoards } from '../model.js';

/** More cards than this are not kept. */
const MOST = 30;

export function createCards(place, open) {
  const root = el('div.answer-cards', { role: 'group', 'aria-label': 'Earlier answers', 'data-testid': 'cards' });
  let cards = [];
  let made = new Map();

  function make(card) {
    const { tone, brief, by, evidence, time } = card.summary;
    return el('button.answer-card', { 'data-testid': 'card', onclick: () => open(card) },
      el(`b.${tone}`, icon(SIGNS[tone]), brief),
      el('span', [by, duration(time)].filter(Boolean).join(' · ') || ' '),
      el('span.evidence', evidence),
    );
  }

  /** Buttons stay the same elements, so that the focus stays too. */
  function refresh() {
    const shown = new Map(cards.map((card) => [card, made.get(card) ?? make(card)]));
    const { onBoard, inPanel } = place.history.shown;
    for (const [card, button] of shown) {
      const isOld = !areSameBoards(card.draft, place.draft);
      button.classList.toggle('is-old', isOld);
      button.setAttribute('aria-pressed', String(card === inPanel || (card === onBoard && !inPanel)));
      button.querySelector('.evidence').textContent = isOld ? 'another board' : card.summary.evidence;
      button.title = isOld ? 'About another board; press to go back to that board' : 'Show this answer again';
    }
    if (cards.some((card) => !made.has(card)) || made.size !== shown.size) root.replaceChildren(...shown.values());
    if (!cards.length) root.replaceChildren(el('span.soft.small', 'Answers are kept here.'));
    made = shown;
  }

  return {
    root,
    refresh,
    /** The newest first. */
    all: () => [...cards],
    add(card) {
      cards = [card, ...cards].slice(0, MOST);
      refresh();
      root.scrollLeft = 0;
    },
    remove(card) {
      cards = cards.filter((other) => other !== card);
      refresh();
    },
    clear() {
      cards = [];
      refresh();
    },
  };
}
