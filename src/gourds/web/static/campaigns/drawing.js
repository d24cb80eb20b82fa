/** Boards as small pictures, and shares of a whole as bars. */

import { el, svgElement } from '../dom.js';
import { boundsOf, center, hexagonCorners } from '../board/hex.js';
import { toneMap } from '../board/palette.js';

/** A board with its colors: cells are [q, r, color]. */
export function thumbnail(cells, label, dark) {
  const { x: left, y: top, width, height } = boundsOf(cells);
  const svg = svgElement('svg', {
    viewBox: `${left} ${top} ${width} ${height}`,
    class: 'thumbnail',
    role: 'img',
    'aria-label': label,
  });
  const tones = toneMap([...new Set(cells.map(([, , color]) => color))].sort(), dark);
  const corners = hexagonCorners(0.97);
  for (const [q, r, color] of cells) {
    const [x, y] = center(q, r);
    const points = corners.map(([dx, dy]) => `${(x + dx).toFixed(3)},${(y + dy).toFixed(3)}`).join(' ');
    svgElement('polygon', { points, fill: tones.get(color).cell }, svg);
  }
  return svg;
}

/** A bar of parts [[kind, count], …]; a screen reader hears the label. */
export function bar(parts, label) {
  return el('div.share', { role: 'img', 'aria-label': label },
    parts
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => {
        const part = el(`i.${kind}`);
        part.style.flexGrow = count;
        return part;
      }),
  );
}
