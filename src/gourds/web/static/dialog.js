/** Dialogs: the browser's own, with a title and a button to close. */

import { el, icon } from './dom.js';

/** Show a dialog with some content; closed by Escape, the button or a press beside it. */
export function dialog(title, content, testid = 'dialog') {
  const box = el('dialog', { 'data-testid': testid, 'aria-label': title },
    el('div.dialog-head',
      el('h2', title),
      el('button.plain', { 'aria-label': 'Close', onclick: () => box.close() }, icon('close')),
    ),
    el('div.dialog-body', { tabindex: 0 }, content),
  );
  box.addEventListener('close', () => box.remove());
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** A button with a list of actions [{label, kind?, testid?, action} | {title}] below it. */
export function menu(label, items, testid) {
  const list = el('div.menu-list', { role: 'menu', hidden: true });
  const opener = el('button', { 'aria-haspopup': 'menu', 'aria-expanded': 'false', 'data-testid': testid }, label);
  const box = el('div.menu', opener, list);
  const outside = (event) => {
    if (!box.contains(event.target)) close();
  };
  const close = () => {
    list.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    document.removeEventListener('pointerdown', outside, true);
  };
  opener.addEventListener('click', () => {
    if (!list.hidden) return close();
    list.replaceChildren(
      ...items().map((item) =>
        item.title
          ? el('h3', { role: 'presentation' }, item.title)
          : el('button', {
              role: 'menuitem',
              'data-testid': item.testid,
              onclick: () => {
                close();
                opener.focus({ preventScroll: true }); // where the focus is again after a dialog
                item.action();
              },
            },
            el('span', item.label),
            item.kind && el('span.kind', item.kind),
          ),
      ),
    );
    list.hidden = false;
    // Fixed on the page, so that a panel that scrolls does not cut it off.
    const at = opener.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = list;
    list.style.left = `${Math.max(8, Math.min(at.left, innerWidth - wide - 8))}px`;
    list.style.top = `${at.bottom + 6 + high > innerHeight - 8 ? Math.max(8, at.top - 6 - high) : at.bottom + 6}px`;
    opener.setAttribute('aria-expanded', 'true');
    document.addEventListener('pointerdown', outside, true);
    list.querySelector('button')?.focus({ preventScroll: true });
    return undefined;
  });
  box.addEventListener('focusout', (event) => {
    if (event.relatedTarget && !box.contains(event.relatedTarget)) close();
  });
  box.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    const all = [...list.querySelectorAll('button')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      close();
      opener.focus();
    } else if (step) all[(all.indexOf(document.activeElement) + step + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return box;
}
