/** How a band of gadgets is folded into a width, and how large its cells can be. */

/** Rows of gadgets that are no wider than `room` columns; a gadget that is wider has a row of its own. */
export function fold(widths, room) {
  const places = [];
  let [x, row, widest] = [0, 0, 0];
  for (const width of widths) {
    if (x > 0 && x + width > room) [x, row] = [0, row + 1];
    places.push({ x, row });
    x += width;
    widest = Math.max(widest, x);
  }
  return { places, rows: row + 1, widest };
}

/**
 * The size of cells in pixels. The rows fill the width; among the numbers of rows that fit into the height the largest
 * cells are chosen. A board that does not fit is scrolled, with cells just large enough to read.
 */
export function fittingSize(widths, { width, height, slant, rowHeight, readable, largest }) {
  const sizeOf = (columns) => Math.min(width / (columns + slant), largest);
  let best = 0;
  const total = widths.reduce((sum, one) => sum + one, 0);
  for (let rows = 1; rows <= 12; rows++) {
    // The narrowest fold into so many rows.
    let columns = Math.max(Math.ceil(total / rows), ...widths);
    while (fold(widths, columns).rows > rows) columns += 1;
    const size = sizeOf(columns);
    if (rows * rowHeight(size) <= height && size > best) best = size;
  }
  if (best >= readable) return best;
  const { widest } = fold(widths, Math.max(width / readable - slant, Math.max(...widths)));
  return sizeOf(widest);
}
