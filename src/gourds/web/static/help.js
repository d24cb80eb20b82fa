/** The list of keys, in a dialog. */

import { dialog } from './dialog.js';
import { el } from './dom.js';

const KEYS = [
  [
    'On the board',
    [
      [['←', '→', '↑', '↓'], 'move the cursor from cell to cell'],
      [['Enter'], 'use the tool on the cursor’s cell'],
      [['Shift', 'arrows'], 'pan'],
      [['+', '−', '0'], 'zoom in, zoom out, all in sight'],
      [['Space', 'drag'], 'pan with any tool, like the right mouse button and two fingers'],
    ],
  ],
  [
    'Place',
    [
      [['D'], 'draw cells'],
      [['E'], 'erase cells'],
      [['P'], 'paint cells'],
      [['F'], 'fill an area'],
      [['H'], 'move the board'],
      [['1', '…', '9'], 'choose a color'],
      [['S'], 'solve'],
      [['Esc'], 'cancel what runs, or show the plain board'],
      [['Ctrl', 'Z'], 'undo'],
      [['Ctrl', 'Shift', 'Z'], 'redo'],
    ],
  ],
  ['Anywhere', [[['?'], 'this list']]],
];

/** Show the keys. */
export function showHelp() {
  dialog(
    'Keys',
    KEYS.map(([title, rows]) => [
      el('h3', {}, title),
      el(
        'dl.keys',
        {},
        rows.map(([keys, text]) => [
          el(
            'dt',
            {},
            keys.map((key) => [el('kbd', {}, key), ' ']),
          ),
          el('dd', {}, text),
        ]),
      ),
    ]),
    'help-dialog',
  );
}
