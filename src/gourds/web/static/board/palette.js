/**
 * Which color of the screen each color of an instance gets: the same choice as in the project's pictures, which
 * people who do not tell red from green can read. On dark paper the tints are mixed with it instead of with white.
 */

const OKABE_ITO = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7', '#3a3a3a'];
const NAMED = {
  red: '#cc3311',
  orange: '#ee8d1c',
  yellow: '#f0e442',
  green: '#009e73',
  blue: '#0072b2',
  purple: '#7a4aa8',
  violet: '#7a4aa8',
  pink: '#ee99c2',
  magenta: '#cc3d8c',
  cyan: '#56b4e9',
  teal: '#1f8a8a',
  brown: '#8a5a2b',
  black: '#2b2b2b',
  white: '#fafafa',
  gray: '#9a9a9a',
  grey: '#9a9a9a',
};
const INITIALS = {
  r: 'red',
  g: 'green',
  b: 'blue',
  y: 'yellow',
  o: 'orange',
  p: 'purple',
  w: 'white',
  k: 'black',
};
const FILLERS = { F: '#d3d6da', V: '#a3a9b0' };
const DISTINCT = 96;
const TOO_CLOSE = 0.085;
const WEIGHTS = [1.0, 1.8, 1.8];
const DARK_PAPER = '#14171b';

/** Where nothing is colored: gray cells, gourds of the color of gourds. */
const PLAIN = { cell: '#e6eaee', border: '#c3cbd2', disc: '#e2b04a', onCell: '#4a525a', onDisc: '#2b2b2b' };
const PLAIN_DARK = { cell: '#39424b', border: '#4b5660', disc: '#d9a741', onCell: '#c5ced6', onDisc: '#1d1d1d' };

/** The shades where nothing is colored. */
export function plainTone(dark = false) {
  return dark ? PLAIN_DARK : PLAIN;
}

/** The shades by name, {cell, border, disc, onCell, onDisc}; the same names always get the same shades. */
export function toneMap(names, dark = false) {
  const colors = colorsOf(names);
  return new Map(names.map((name, k) => [name, toneOf(colors[k], dark)]));
}

function colorsOf(names) {
  const fixed = fixedColors(names);
  const chosen = [...new Set(fixed.values())];
  const fresh = freshColors(chosen, Math.min(names.length - fixed.size, DISTINCT));
  const drawn = [];
  return names.map((name) => {
    if (fixed.has(name)) return fixed.get(name);
    drawn.push(fresh[drawn.length] ?? drawn[drawn.length % DISTINCT]);
    return drawn[drawn.length - 1];
  });
}

function fixedColors(names) {
  const fixed = new Map();
  for (const name of names) {
    const word = name.trim().toLowerCase();
    if (Object.hasOwn(FILLERS, name)) fixed.set(name, FILLERS[name]);
    if (Object.hasOwn(NAMED, word)) fixed.set(name, NAMED[word]);
  }
  const rest = names.filter((name) => !fixed.has(name));
  const letters = new Set(rest.map((name) => name.toLowerCase()));
  // Single letters mean colors only if all of them do, and red is among them: "b" alone may mean anything.
  const some = letters.has('r') && ['g', 'b', 'y'].some((letter) => letters.has(letter));
  if (some && [...letters].every((letter) => Object.hasOwn(INITIALS, letter)) && letters.size === rest.length) {
    for (const name of rest) fixed.set(name, NAMED[INITIALS[name.toLowerCase()]]);
  }
  return fixed;
}

function toneOf(color, dark) {
  if (dark) {
    const cell = mix(color, DARK_PAPER, luminance(color) > 0.5 ? 0.42 : 0.5);
    const disc = color === '#3a3a3a' || color === NAMED.black ? '#5a6067' : color;
    return { cell, border: mix(cell, '#ffffff', 0.82), disc, onCell: inkOn(cell), onDisc: inkOn(disc) };
  }
  if (color === NAMED.white) {
    return { cell: '#ffffff', border: '#c9cdd2', disc: '#ffffff', onCell: '#2b2b2b', onDisc: '#2b2b2b' };
  }
  const cell = mix(color, '#ffffff', Object.values(FILLERS).includes(color) ? 0.62 : 0.56);
  return { cell, border: mix(cell, '#000000', 0.82), disc: color, onCell: inkOn(cell), onDisc: inkOn(color) };
}

/** `part` of the first color and the rest of the other. */
export function mix(color, other, part) {
  const b = rgb(other);
  return hexOf(rgb(color).map((v, k) => Math.round(v * part + b[k] * (1 - part))));
}

const hexOf = (values) => `#${values.map((v) => v.toString(16).padStart(2, '0')).join('')}`;

/** Dark text, or white where dark text would not stand out. */
export function inkOn(background) {
  return luminance(background) < 0.19 ? '#ffffff' : '#1d1d1d';
}

function rgb(color) {
  return [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16));
}

const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

function luminance(color) {
  const [r, g, b] = rgb(color).map((v) => linear(v / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/* Oklab (Ottosson 2020) under normal, red-blind and green-blind vision (Machado, Oliveira, Fernandes 2009). */
const TO_CONES = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const VISIONS = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
];

const times = (matrix, v) => matrix.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);

function seen(color) {
  const light = rgb(color).map((v) => linear(v / 255));
  return VISIONS.map((vision) => {
    const clipped = times(vision, light).map((v) => Math.min(Math.max(v, 0), 1));
    return times(TO_LAB, times(TO_CONES, clipped).map(Math.cbrt));
  });
}

const norm = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const apart = (a, b) => Math.min(...WEIGHTS.map((weight, k) => weight * norm(a[k], b[k])));

let grid = null;

function candidates() {
  if (grid) return grid;
  grid = [];
  for (let r = 0x20; r < 0x100; r += 0x1c) {
    for (let g = 0x20; g < 0x100; g += 0x1c) {
      for (let b = 0x20; b < 0x100; b += 0x1c) {
        const color = hexOf([r, g, b]);
        const view = seen(color);
        const chroma = Math.hypot(view[0][1], view[0][2]);
        if (view[0][0] > 0.38 && view[0][0] < 0.9 && chroma > 0.05 && chroma < 0.19) grid.push({ color, view });
      }
    }
  }
  return grid;
}

const known = new Map();

/** `count` colors apart from those in use and from each other: Okabe and Ito's, then the farthest ones. */
function freshColors(used, count) {
  const key = `${used.join()} ${count}`;
  if (known.has(key)) return known.get(key);
  const views = used.map(seen);
  const found = [];
  for (const color of OKABE_ITO) {
    const view = seen(color);
    if (views.every((other) => norm(other[0], view[0]) > TOO_CLOSE)) {
      found.push(color);
      views.push(view);
    }
  }
  if (found.length < count) {
    const many = candidates();
    const away = many.map(({ view }) => Math.min(...views.map((other) => apart(view, other))));
    while (found.length < count) {
      let best = 0;
      for (let k = 1; k < away.length; k++) if (away[k] > away[best]) best = k;
      found.push(many[best].color);
      many.forEach(({ view }, k) => {
        away[k] = Math.min(away[k], apart(view, many[best].view));
      });
    }
  }
  known.set(key, found.slice(0, count));
  return known.get(key);
}

const MAX_LABEL = 3;

/** A label of at most a few characters for each name, all different: the name itself if it is short. */
export function shortLabels(names) {
  const labels = new Array(names.length);
  const taken = new Set();
  const clean = names.map((name) => name.trim());
  const whole = clean.every((name) => name.length <= MAX_LABEL);
  const shared = new Map();
  for (const name of clean) {
    for (let size = 1; size <= MAX_LABEL; size++) {
      const start = name.slice(0, size);
      shared.set(start, (shared.get(start) ?? 0) + 1);
    }
  }
  const order = names
    .map((_, k) => k)
    .sort((a, b) => (clean[a].length > MAX_LABEL) - (clean[b].length > MAX_LABEL) || a - b);
  let number = 1;
  for (const k of order) {
    let label = labelCandidates(clean[k], shared, whole).find((text) => text && !taken.has(text));
    while (!label || taken.has(label)) label = `#${number++}`;
    labels[k] = label;
    taken.add(label);
  }
  return labels;
}

/** Labels to try for one name, the best first; `shared` counts the names with each beginning. */
function labelCandidates(name, shared, whole) {
  const found = [];
  const isWord = /^\p{L}+$/u.test(name);
  if (name.length <= MAX_LABEL && (whole || name.length <= 1 || !isWord)) {
    found.push(name);
  } else {
    for (let size = 1; size <= MAX_LABEL; size++) {
      const start = name.slice(0, size);
      if (shared.get(start) === 1 && !start.includes(' ')) found.push(start);
    }
  }
  const digits = /\d*$/.exec(name)[0];
  if (digits && digits.length <= MAX_LABEL) found.push(digits.length < MAX_LABEL ? name[0] + digits : digits);
  const words = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word[0])
    .join('');
  if (words.length > 1) found.push(words.slice(0, MAX_LABEL));
  found.push(name.slice(0, MAX_LABEL));
  for (const char of name.slice(1)) if (/[\p{L}\p{N}]/u.test(char)) found.push(name[0] + char);
  return found;
}

const RAMP = [
  '#fde725',
  '#bddf26',
  '#7ad151',
  '#44bf70',
  '#22a884',
  '#21918c',
  '#2a788e',
  '#355f8d',
  '#414487',
  '#482475',
  '#440154',
];

/** The color of a probability: viridis, so that the likely stands out from the paper, light or dark. */
export function ramp(share, dark = false) {
  const value = Math.min(Math.max(share, 0), 1);
  const at = (dark ? 1 - value : value) * (RAMP.length - 1);
  const low = Math.min(Math.floor(at), RAMP.length - 2);
  return mix(RAMP[low], RAMP[low + 1], low + 1 - at);
}
