/** Help in a dialog: what the words mean, and the keys of every view. */

import { dialog } from './dialog.js';
import { el } from './dom.js';

/** The tutorial of Play. */
async function teach() {
  const { showTutorial } = await import('./play/tutorial/tutorial.js');
  showTutorial();
}

const WORDS = [
  ['gourd', 'a piece that covers two neighboring cells; each of its two ends has a color'],
  ['placement', 'gourds on all cells but one, every end on a cell of its color'],
  ['budget', 'how many gourds there are of a pair of colors'],
  ['proper', 'a board on which the gourds can be brought from any position to any other'],
  ['certificate', 'what a “no” rests on, checked without a solver'],
  ['par', 'the fewest moves from the start: proved, or the best known'],
  ['seed', 'a number that settles what is random: the same seed gives the same'],
  ['1-in-3', 'a formula of clauses in which exactly one of three variables is true; cubic if each is in three clauses'],
  ['gadget', 'a part of a board that stands for a variable or a clause of a formula'],
  ['slide, turn, pivot', 'the moves into the empty cell: straight on, around a bend, about one end'],
];

const KEYS = [
  [
    'Play',
    [
      [['Tab'], 'to the gourds that can move'],
      [['←', '→', '↑', '↓'], 'from one to another; in a pivot, choose the end that swings'],
      [['Enter'], 'move'],
      [['U'], 'undo'],
      [['R'], 'redo'],
      [['H'], 'hint'],
      [['S'], 'solve'],
      [['N'], 'the next puzzle, or another shuffle'],
      [['C'], 'show which ends are misplaced'],
      [['L'], 'choose a puzzle'],
      [['Space'], 'play or pause the plan'],
      [['+', '−', '0'], 'zoom in, zoom out, all in sight'],
    ],
  ],
  [
    'Solve: the board',
    [
      [['←', '→', '↑', '↓'], 'move the cursor from cell to cell'],
      [['Enter'], 'use the tool on the cursor’s cell'],
      [['Shift', 'arrows'], 'pan'],
      [['+', '−', '0'], 'zoom in, zoom out, all in sight'],
      [['Space', 'drag'], 'pan with any tool, like the right mouse button and two fingers'],
    ],
  ],
  [
    'Solve',
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
  [
    'Formulas',
    [
      [['Tab'], 'to the gadgets'],
      [['←', '→'], 'from gadget to gadget'],
      [['+', '−'], 'larger, smaller'],
    ],
  ],
  ['Anywhere', [
    [['B'], 'to the board'],
    [['←', '→'], 'on the tabs: to another view'],
    [['?'], 'this help'],
  ]],
];

const keyed = (keys) => keys.map((key) => [el('kbd', key), ' ']);

/** Show words and keys. */
export function showHelp() {
  if (document.querySelector('[data-testid=help-dialog]')) return;
  const box = dialog(
    'Help',
    [
      el('button', {
        'data-testid': 'help-tutorial',
        onclick: () => {
          box.close();
          teach();
        },
      }, 'Show the tutorial: slide, turn, pivot'),
      el('h3', 'Words'),
      el('dl.keys.words', WORDS.map(([word, meaning]) => [el('dt', word), el('dd', meaning)])),
      el('div.stack.keys-only',
        KEYS.map(([title, rows]) => [
          el('h3', title),
          el('dl.keys', rows.map(([keys, text]) => [el('dt', keyed(keys)), el('dd', text)])),
        ]),
      ),
    ],
    'help-dialog',
  );
}
