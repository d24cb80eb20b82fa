/** The examples of the Place view, with small pictures. */

import { once, post } from '../api.js';
import { dialog } from '../dialog.js';
import { el, plural } from '../dom.js';
import { boundsOf } from '../board/hex.js';
import { paintTiles } from '../board/paint.js';
import { looksOf } from '../board/scene.js';

const [WIDE, HIGH] = [56, 44];

/** The cells of the small examples by name. */
const askForPictures = once(() => post('/api/thumbnails', {}));

/** A board, as large as there is room. */
function drawSmall(canvas, cells, dark) {
  const density = Math.min(window.devicePixelRatio || 1, 2.5);
  canvas.width = WIDE * density;
  canvas.height = HIGH * density;
  const bounds = boundsOf(cells);
  const scale = Math.min(canvas.width / (bounds.width + 0.4), canvas.height / (bounds.height + 0.4), 14 * density);
  const context = canvas.getContext('2d');
  const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
  context.setTransform(scale, 0, 0, scale, canvas.width / 2 - x * scale, canvas.height / 2 - y * scale);
  paintTiles(context, { cells, looks: looksOf(cells, undefined, undefined, dark) }, scale);
}

/** The instances that come with gourds, in a dialog. */
export async function chooseExample(place, app) {
  const { examples } = await app.api.hello();
  const groups = new Map();
  for (const example of examples) {
    const group = example.name.split('/')[0];
    groups.set(group, [...(groups.get(group) ?? []), example]);
  }
  const verdicts = { feasible: 'good', infeasible: 'warn' };
  const box = dialog(
    'Examples',
    el('div.examples',
      [...groups].map(([group, members]) => [
        el('h3', group),
        members.map(({ name, cells, colors, verdict }) =>
          el('button', {
            'data-testid': `example-${name}`,
            disabled: cells > place.maxCells,
            onclick: () =>
              app.attempt(async () => {
                box.close();
                const { document } = await app.api.get(
                  `/api/examples/${name.split('/').map(encodeURIComponent).join('/')}`,
                );
                await app.openDocument(document, name, document.format === 'gourds-instance' ? 'place' : undefined);
              }),
          },
            el('canvas.thumbnail', { width: WIDE, height: HIGH, 'data-example': name, 'aria-hidden': 'true' }),
            el('span.name', name.split('/').slice(1).join('/')),
            el('span.soft.small.number', `${plural(cells, 'cell')}, ${plural(colors, 'color')}`),
            verdict && el(`span.badge.${verdicts[verdict] ?? 'soft'}`, verdict),
          ),
        ),
      ]),
    ),
    'examples-dialog',
  );
  const { thumbnails: cells } = await askForPictures().catch(() => ({ thumbnails: {} }));
  for (const canvas of box.querySelectorAll('canvas')) {
    const own = cells[canvas.dataset.example];
    if (own) drawSmall(canvas, own, app.theme.isDark());
  }
}
