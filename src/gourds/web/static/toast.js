/** Short messages at the edge of the page that go away by themselves. */

import { el, icon } from './dom.js';

let box = null;

/** Show a message; kind is 'info', 'good' or 'bad'. Bad news stays longer. */
export function toast(text, kind = 'info') {
  box ??= document.getElementById('toasts');
  const note = el(`div.toast.${kind}`, { role: kind === 'bad' ? 'alert' : 'status', 'data-testid': 'toast' },
    el('span', text),
    el('button.plain', { 'aria-label': 'Close message', onclick: () => note.remove() }, icon('close')),
  );
  for (const other of [...box.children].slice(0, -2)) other.remove();
  box.append(note);
  setTimeout(() => note.remove(), kind === 'bad' ? 9000 : 3500);
  return note;
}
