/**
 * A table of any length. Only the rows that can be seen exist; two empty rows stand for those above and below, so that the
 * scroll bar is right. Readers of the screen learn the whole length and the number of each row.
 */

/** An element: el('button.primary', { onclick: f }, 'Go'). Attributes that begin with "on" are listeners. */
function el(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const node = document.createElement(tag || 'div');
  if (classes.length) node.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value != null) node.setAttribute(key, String(value));
  }
  node.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return node;
}

const ROW_HEIGHT = 31;
const SPARE = 12;

/**
 * Columns are {title, width, number, key(row), cell(row)}: `key` sorts, `cell` gives a text, a node, or [text, class]. The
 * first column of a row is a button that opens it.
 */
function createTable({ label, columns, open, testid }) {
  let order = new Uint32Array(0);
  let sorted = null;
  let shown = [0, 0];
  const above = el('td', { colspan: columns.length });
  const below = el('td', { colspan: columns.length });
  const spacers = [above, below].map((cell) => el('tr.space', { 'aria-hidden': 'true' }, cell));
  const body = el('tbody');
  const heads = columns.map((column, k) =>
    el(`th${column.number ? '.n' : ''}`, { scope: 'col', 'aria-sort': 'none' },
      el('button', { type: 'button', onclick: () => toggle(k) }, el('i', {}, column.title), el('span', { 'aria-hidden': 'true' }))));
  const isNarrow = matchMedia('(max-width: 640px)').matches;
  const widthOf = (column, k) => (isNarrow && !k ? Math.min(190, column.width) : column.width);
  const widths = columns.map((column, k) => {
    const col = el('col');
    col.style.width = `${widthOf(column, k)}px`;
    return col;
  });
  const table = el('table', { 'aria-label': label },
    el('colgroup', {}, widths), el('thead', {}, el('tr', { 'aria-rowindex': 1 }, heads)), body);
  table.style.minWidth = `${columns.reduce((sum, column, k) => sum + widthOf(column, k), 0)}px`;
  const view = el('div.scroll.rows', { tabindex: 0, role: 'region', 'aria-label': label, 'data-testid': testid }, table);
  view.addEventListener('scroll', () => draw(false), { passive: true });
  body.addEventListener('keydown', step);
  new ResizeObserver(() => draw(true)).observe(view);

  function toggle(k) {
    const isDescending = sorted?.column === k ? !sorted.isDescending : Boolean(columns[k].isDescendingFirst);
    sort(k, isDescending);
  }

  function sort(k, isDescending) {
    sorted = { column: k, isDescending };
    heads.forEach((head, j) => {
      head.setAttribute('aria-sort', j !== k ? 'none' : isDescending ? 'descending' : 'ascending');
      head.querySelector('span').textContent = j !== k ? '' : isDescending ? ' ▼' : ' ▲';
    });
    order = sortBy(order, columns[k].key, isDescending);
    view.scrollTop = 0;
    draw(true);
  }

  function draw(isNew) {
    const first = Math.max(0, Math.floor(view.scrollTop / ROW_HEIGHT) - SPARE);
    const last = Math.min(order.length, Math.ceil((view.scrollTop + view.clientHeight) / ROW_HEIGHT) + SPARE);
    if (!isNew && first >= shown[0] && last <= shown[1] && Math.abs(first - shown[0]) < SPARE) return;
    const focused = body.contains(document.activeElement) ? Number(document.activeElement.closest('tr').dataset.place) : -1;
    shown = [first, last];
    above.style.height = `${first * ROW_HEIGHT}px`;
    below.style.height = `${(order.length - last) * ROW_HEIGHT}px`;
    const rows = [];
    for (let place = first; place < last; place++) rows.push(line(place));
    body.replaceChildren(spacers[0], ...rows, spacers[1]);
    if (focused >= first && focused < last) button(focused)?.focus({ preventScroll: true });
  }

  function line(place) {
    const row = order[place];
    const cells = columns.map((column, k) => {
      const given = column.cell(row);
      const [content, look] = Array.isArray(given) ? given : [given, ''];
      const classes = [column.number ? '.n' : '', look ? `.${look}` : ''].join('');
      if (k) return el(`td${classes}`, {}, content);
      return el('th', { scope: 'row' }, el('button', { type: 'button', title: content, onclick: () => open(row) }, content));
    });
    return el('tr', { 'aria-rowindex': place + 2, 'data-place': place }, cells);
  }

  const button = (place) => body.querySelector(`tr[data-place="${place}"] button`);

  /** The arrow keys go from row to row. */
  function step(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const place = Number(event.target.closest('tr')?.dataset.place ?? -1) + (by ?? 0);
    if (!by || place < 0 || place >= order.length) return;
    event.preventDefault();
    const head = table.tHead.offsetHeight;
    const top = place * ROW_HEIGHT;
    if (top < view.scrollTop) view.scrollTop = top;
    if (top + ROW_HEIGHT + head > view.scrollTop + view.clientHeight) view.scrollTop = top + ROW_HEIGHT + head - view.clientHeight;
    draw(true);
    button(place)?.focus({ preventScroll: true });
  }

  return {
    element: view,
    sort,
    /** Another title for a column. */
    rename(k, title) {
      heads[k].querySelector('i').textContent = title;
      heads[k].title = title;
    },
    /** Show these rows, in the order that was chosen. */
    show(rows) {
      order = rows;
      table.setAttribute('aria-rowcount', String(rows.length + 1));
      if (sorted) sort(sorted.column, sorted.isDescending);
      else {
        view.scrollTop = 0;
        draw(true);
      }
    },
  };
}
