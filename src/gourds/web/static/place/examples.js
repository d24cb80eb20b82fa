/** The examples of the Place view. */

import { dialog } from '../dialog.js';
import { el, plural } from '../dom.js';

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
    el(
      'div.examples',
      {},
      [...groups].map(([group, members]) => [
        el('h3', {}, group),
        members.map(({ name, cells, colors, verdict }) =>
          el(
            'button',
            {
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
            el('span.name', {}, name.split('/').slice(1).join('/')),
            el('span.soft.small.number', {}, `${plural(cells, 'cell')}, ${plural(colors, 'color')}`),
            verdict && el(`span.badge.${verdicts[verdict] ?? 'soft'}`, {}, verdict),
          ),
        ),
      ]),
    ),
    'examples-dialog',
  );
}
