/** Elements without a framework. */

/**
 * An element: el('button.primary', { 'data-testid': 'go', onclick: f, disabled: true }, 'Go'), or el('p', 'without any').
 * Attributes that begin with "on" are listeners, true and false set and leave out, null children are skipped.
 */
export function el(name, ...content) {
  const [tag, ...classes] = name.split('.');
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(' ');
  const attributes = content[0]?.constructor === Object ? content.shift() : {};
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (key === 'value') node.value = value;
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value != null) node.setAttribute(key, String(value));
  }
  node.append(...content.flat(Infinity).filter((child) => child != null && child !== false));
  return node;
}

/** An input with its label; `help` is shown when the pointer rests there. */
export const field = (label, input, help = null) => el('label.field', { title: help }, el('span', label), input);

/** An element of a picture, put into its parent if there is one. */
export function svgElement(name, attributes = {}, parent = null) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.appendChild(element);
  return element;
}

const PATHS = {
  draw: 'M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM12 9v6M9 12h6',
  erase: 'M12 3l7.8 4.5v9L12 21l-7.8-4.5v-9zM9 12h6',
  paint: 'M14.5 4.5l5 5L9 20H4v-5zM12 7l5 5',
  fill: 'M11 3l8 8-7.5 7.5a2 2 0 0 1-2.8 0L4 13.8a2 2 0 0 1 0-2.8zM4 12h14M20.5 15.5s1.5 2 1.5 3a1.5 1.5 0 0 1-3 0c0-1 1.5-3 1.5-3z',
  pan: 'M12 3v18M3 12h18M12 3l-2.5 2.5M12 3l2.5 2.5M12 21l-2.5-2.5M12 21l2.5-2.5M3 12l2.5-2.5M3 12l2.5 2.5M21 12l-2.5-2.5M21 12l-2.5 2.5',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  open: 'M4 19V5h6l2 3h8v11zM4 19l3-7h15l-3 7',
  save: 'M12 4v11M7.5 11l4.5 4.5L16.5 11M4 20h16',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.6 1.6M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.6-1.6',
  theme: 'M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z',
  help: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.01',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  dice: 'M5 5h14v14H5zM9 9v.01M15 9v.01M12 12v.01M9 15v.01M15 15v.01',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  play: 'M7 4.5l12.5 7.5L7 19.5z',
  pause: 'M8.5 5v14M15.5 5v14',
  step: 'M5 5l9.5 7L5 19zM18.5 5v14',
  hint: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.4 10.9c.6.5.9 1.1.9 2.1h5c0-1 .3-1.6.9-2.1A6 6 0 0 0 12 3z',
  shuffle: 'M3 7h3.5l10 10H21M3 17h3.5l3-3M13.5 10l3-3H21M18 4l3 3-3 3M18 14l3 3-3 3',
  restart: 'M4.5 13a7.5 7.5 0 1 0 2.5-6.6M7.5 2.8v4h4',
  next: 'M5 12h13M12.5 6.5L18 12l-5.5 5.5',
  levels: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  first: 'M18 5l-9 7 9 7zM5.5 5v14',
  last: 'M6 5l9 7-9 7zM18.5 5v14',
};

/** A small picture drawn with lines, hidden from screen readers: the button's label says what it does. */
export function icon(name) {
  const svg = svgElement('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' });
  svgElement('path', { d: PATHS[name] }, svg);
  return svg;
}

/** Another picture for a button. */
export const changeIcon = (button, name) => button.querySelector('.icon').replaceWith(icon(name));

/** The picture for good news, bad news, and what is open. */
export const SIGNS = { good: 'check', bad: 'cross', warn: 'help', open: 'more', none: 'help' };

/** A number with thin spaces between thousands, also for decimal strings of any length. */
export function grouped(value) {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u2009');
}

/** A time for people. */
export function duration(seconds) {
  if (seconds == null) return '';
  if (seconds < 0.0995) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(2)} s`;
  return seconds < 120 ? `${seconds.toFixed(0)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** One word for one, another for more. */
export function plural(count, one, many = `${one}s`) {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Hand a file to the browser to save. */
export function saveBlob(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = el('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
