/** The lessons of the tutorial: three tiny boards, one for each kind of move, in the format of levels. */

/** The three cells of each board, the gourd that lies on two of them, and what to say. */
export const LESSONS = [
  {
    kind: 'slide',
    text: 'This is a gourd: one piece with two ends. Beside it is the empty cell. Click or tap the gourd, or drag it: it slides straight on.',
    praise: 'A slide. Now both ends lie on cells of their colors: that is the aim of the game.',
    level: {
      title: 'Slide', mode: 'colors', par: 1, target: null,
      cells: [[0, 0, 'blue'], [1, 0, 'red'], [2, 0, 'blue']],
      gourds: [{ id: 1, ends: [[0, 0], [1, 0]], colors: ['red', 'blue'] }],
    },
  },
  {
    kind: 'turn',
    text: 'A gourd bends around a corner too: its first end goes into the empty cell, the other one follows. Move it.',
    praise: 'A turn. The end that was behind is now where the first one was.',
    level: {
      title: 'Turn', mode: 'colors', par: 1, target: null,
      cells: [[0, 0, 'green'], [1, 0, 'red'], [1, 1, 'green']],
      gourds: [{ id: 1, ends: [[0, 0], [1, 0]], colors: ['red', 'green'] }],
    },
  },
  {
    kind: 'pivot',
    text: 'Here both ends touch the empty cell, so either can swing into it while the other stays. '
      + 'Choose the gourd, then the end that is to swing: red must get onto red.',
    again: 'That was a pivot, but the other end swung. Take it further: swing ends until red lies on red and blue on blue.',
    praise: 'A pivot. You know all the moves now.',
    level: {
      title: 'Pivot', mode: 'colors', par: 1, target: null,
      cells: [[0, 0, 'blue'], [1, 0, 'blue'], [0, 1, 'red']],
      gourds: [{ id: 1, ends: [[0, 0], [1, 0]], colors: ['red', 'blue'] }],
    },
  },
];
