/** The legend of a heat map: what shade and width a share of all placements has. */

import { el } from '../dom.js';
import { ramp } from '../board/palette.js';

const [WIDE, HIGH] = [360, 28];

export function createLegend() {
  const bar = el('canvas', { width: WIDE, height: HIGH });
  const root = el(
    'div.float.legend',
    { hidden: true, 'data-testid': 'heat-legend' },
    bar,
    el(
      'div.ticks',
      {},
      ['0', '¼', '½', '¾', '1'].map((text) => el('span', {}, text)),
    ),
    el('span', {}, 'share of all placements'),
  );
  return {
    root,
    draw(dark) {
      const context = bar.getContext('2d');
      context.clearRect(0, 0, WIDE, HIGH);
      for (let x = 0; x < WIDE; x += 2) {
        const share = x / WIDE;
        context.fillStyle = ramp(share, dark);
        context.fillRect(x, 22 - 20 * share - 2, 3, 4 + 22 * share);
      }
    },
  };
}
