/**
 * The picture of a position: cells, the empty cell, gourds as rigid pieces, ghosts of the ends that may pivot, arrows.
 *
 * It draws and answers where things are; what a touch means is decided in input.js.
 */

import { BEND, DISC, NECK, boundsOf, center, hexagonCorners } from '../../board/hex.js';
import { svgElement } from '../../dom.js';
import { movingPose, restingPose } from '../../board/moves.js';
import { plainTone, mix, shortLabels, toneMap } from '../../board/palette.js';

/** The width of a cell in the picture's own units. */
export const W = 60;
const round = (value) => Math.round(value * 100) / 100;

const HEXAGON = hexagonCorners(W * 0.965);
/** Boards with at most this many cells have letters on the cells. */
const LETTERED = 150;
/** Boards with at most this many cells have numbers and letters on the gourds. */
const NAMED = 1200;

/** One half of a gourd whose middle is the origin: end 0 on the left, end 1 on the right. */
function halfGourd(s) {
  const side = s ? 1 : -1;
  const share = DISC / (DISC + BEND);
  const x = round(side * 0.5 * (1 - share) * W);
  const y = round((NECK + BEND) * share * W);
  const [bend, disc, neck] = [BEND * W, DISC * W, round(NECK * W)].map(round);
  return `M0 ${-neck}A${bend} ${bend} 0 0 ${s ? 0 : 1} ${x} ${-y}A${disc} ${disc} 0 1 ${s ? 1 : 0} ${x} ${y}`
    + `A${bend} ${bend} 0 0 ${s ? 0 : 1} 0 ${neck}Z`;
}
const HALVES = [halfGourd(0), halfGourd(1)];

export class PlayBoard {
  /** `isSmall`: a picture to look at, without marks of moves. */
  constructor(container, { isSmall = false } = {}) {
    this.isSmall = isSmall;
    this.svg = svgElement('svg', { class: isSmall ? 'play-picture' : 'play-board' }, container);
    this.svg.setAttribute('role', isSmall ? 'img' : 'group');
    this.layers = {};
    for (const name of ['cells', 'letters', 'empty', 'gourds', 'astray', 'ghosts', 'arrows', 'party']) {
      this.layers[name] = svgElement('g', { class: `layer-${name}` }, this.svg);
    }
    this.gourds = [];
    this.singled = {}; // the gourds that are selected and hinted
  }

  /** Draws another puzzle; `mode` is 'colors' or 'numbers'. */
  setPuzzle(puzzle, mode, dark) {
    Object.assign(this, { puzzle, mode, dark });
    this.grid = puzzle.grid;
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.crosses = []; // by cell, made when they are first needed
    const bounds = boundsOf(this.grid.cells);
    const edge = this.isSmall ? 0.06 : 0.2;
    this.box = {
      x: (bounds.x - edge) * W, y: (bounds.y - edge) * W,
      width: (bounds.width + 2 * edge) * W, height: (bounds.height + 2 * edge) * W,
    };
    this.svg.setAttribute('viewBox', [this.box.x, this.box.y, this.box.width, this.box.height].map(round).join(' '));
    this.cellsWide = this.box.width / W;
    this.cellsHigh = this.box.height / W;
    this.#drawCells();
    this.mark = svgElement('circle', { class: 'empty-mark', r: W * 0.33 }, this.layers.empty);
    this.#drawGourds();
  }

  #drawCells() {
    const { puzzle, mode, dark } = this;
    const names = [...new Set([...(puzzle.cellColors ?? []), ...(puzzle.endColors ?? []).flat()])].sort();
    this.tone = toneMap(names, dark);
    const short = shortLabels(names);
    this.short = new Map(names.map((name, k) => [name, short[k]]));
    const plain = plainTone(dark);
    const nameAt = (k) => (mode === 'colors' && puzzle.cellColors ? puzzle.cellColors[k] : null);
    // One path for all cells of a color: a large board stays light.
    const paths = new Map();
    this.grid.cells.forEach(([q, r], k) => {
      const [x, y] = center(q, r);
      const corners = HEXAGON.map(([dx, dy]) => `${round(x * W + dx)} ${round(y * W + dy)}`);
      paths.set(nameAt(k), `${paths.get(nameAt(k)) ?? ''}M${corners.join('L')}Z`);
    });
    for (const [name, d] of paths) {
      const tone = name === null ? plain : this.tone.get(name);
      svgElement('path', { d, fill: tone.cell, stroke: tone.border }, this.layers.cells);
    }
    if (this.isSmall || this.grid.size > LETTERED) return;
    this.grid.cells.forEach(([q, r], k) => {
      const name = nameAt(k);
      if (name === null) return;
      const [x, y] = center(q, r);
      const tone = this.tone.get(name);
      // In the upper corner, where the rims of gourds end.
      const at = { x: round(x * W), y: round((y - 0.502) * W), fill: tone.onCell, stroke: tone.cell };
      const letter = this.short.get(name);
      const kind = letter.length > 1 ? 'cell-letter long' : 'cell-letter';
      svgElement('text', { class: kind, ...at }, this.layers.letters).textContent = letter;
    });
  }

  #drawGourds() {
    const { puzzle, mode, dark } = this;
    const gold = plainTone(dark);
    const pale = { ...gold, disc: mix(gold.disc, dark ? '#3b3223' : '#ffffff', dark ? 0.45 : 0.3), onDisc: dark ? '#f4e6c8' : gold.onDisc };
    this.look = puzzle.ids.map((id, g) => [0, 1].map((s) => {
      const name = puzzle.endColors?.[g]?.[s];
      if (mode === 'colors') return { ...this.tone.get(name), text: this.short.get(name), name };
      if (puzzle.endColors && !puzzle.cellColors) return { ...this.tone.get(name), text: s ? '' : String(id), name };
      return { ...(s ? pale : gold), text: s ? '' : String(id), name: s ? `end ${id}′` : `end ${id}` };
    }));
    // Texts are dear to draw, and too small to read where cells are many.
    const isNamed = this.grid.size <= NAMED && (mode === 'numbers' || !this.isSmall);
    this.gourds = puzzle.ids.map((id, g) => {
      const group = svgElement('g', { class: 'gourd', 'data-gourd': g }, this.layers.gourds);
      const body = svgElement('g', { class: 'body' }, group);
      const texts = [];
      this.look[g].forEach((look, s) => {
        svgElement('path', { class: 'half', d: HALVES[s], fill: look.disc, 'data-end': s }, body);
        if (mode === 'numbers' && s) svgElement('circle', { class: 'ring', cx: W / 2, r: W * 0.25, stroke: look.onDisc }, body);
        if (look.text && isNamed) {
          const text = svgElement('text', { class: mode === 'numbers' ? 'number' : 'letter', fill: look.onDisc }, group);
          text.textContent = look.text;
          if (look.text.length > 2) text.classList.add('long');
          texts.push([s - 0.5, text]);
        }
      });
      return { group, body, texts };
    });
  }

  /** Marks a gourd that can move, and takes the mark away. */
  setMovable(g, isMovable) {
    const { group, body } = this.gourds[g];
    if (isMovable === group.classList.contains('movable')) return;
    group.classList.toggle('movable', isMovable);
    if (isMovable) body.prepend(svgElement('path', { class: 'halo', d: HALVES.join('') }));
    else body.querySelector('.halo')?.remove();
  }

  /** Singles out a gourd by a class, which is taken from the one that had it. */
  single(name, g = -1) {
    this.singled[name]?.classList.remove(name);
    this.singled[name] = this.gourds[g]?.group;
    this.singled[name]?.classList.add(name);
  }

  /** What a gourd is called: by its colors where these matter, or else by its number. */
  gourdName(g) {
    const names = this.puzzle.endColors?.[g];
    return this.mode === 'colors' && names ? `the ${names[0]}–${names[1]} gourd` : `gourd ${this.puzzle.ids[g]}`;
  }

  /** What an end is called. */
  endName(gourd, s) {
    const id = this.puzzle.ids[gourd];
    const { name } = this.look[gourd][s];
    return this.mode === 'colors' ? `its ${name} end` : s ? `its ring end (${id}′)` : `its number end (${id})`;
  }

  /** Lays a gourd with its middle at a point of the plane; the angle leads from end 0 to end 1. */
  lay(g, { x, y, angle }) {
    const { body, texts } = this.gourds[g];
    body.setAttribute('transform', `translate(${round(x * W)} ${round(y * W)}) rotate(${round((angle * 180) / Math.PI)})`);
    for (const [shift, element] of texts) {
      const [tx, ty] = [x + shift * Math.cos(angle), y + shift * Math.sin(angle)];
      element.setAttribute('transform', `translate(${round(tx * W)} ${round(ty * W)})`);
    }
  }

  layMoving(motion, part) {
    this.lay(motion.gourd, movingPose(this.grid, motion, part));
    this.setEmpty(part > 0 ? motion.left : motion.empty);
  }

  /** Lays all gourds of a position, or some, and shows its empty cell. */
  rest({ where, empty }, which = this.gourds.keys()) {
    for (const g of which) this.lay(g, restingPose(this.grid, [where[2 * g], where[2 * g + 1]]));
    this.setEmpty(empty);
  }

  setEmpty(cell) {
    const [x, y] = center(...this.grid.cells[cell]);
    this.mark.setAttribute('transform', `translate(${round(x * W)} ${round(y * W)})`);
  }

  /** Crosses on the ends that are not where they should be: one path for all, for a large board has thousands. */
  setAstray(ends, where) {
    const d = ends.map((end) => (this.crosses[where[end]] ??= this.#cross(where[end]))).join('');
    this.layers.astray.replaceChildren();
    if (d) for (const kind of ['astray-halo', 'astray-mark']) svgElement('path', { class: kind, d }, this.layers.astray);
  }

  /** A cross in the lower right of the end on a cell. */
  #cross(cell) {
    const [far, arm] = [0.24 * W, 0.085 * W];
    const [x, y] = center(...this.grid.cells[cell]);
    const long = round(2 * arm);
    return `M${round(x * W + far - arm)} ${round(y * W + far - arm)}l${long} ${long}m0 ${-long}l${-long} ${long}`;
  }

  raise(g) { this.layers.gourds.appendChild(this.gourds[g].group); }

  /** The point of the plane, in widths of a cell, under a point of the window. */
  pointAt(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.x / W, point.y / W];
  }

  /** The middle of a cell in the window. */
  clientOf(cell) {
    const [x, y] = center(...this.grid.cells[cell]);
    const point = new DOMPoint(x * W, y * W).matrixTransform(this.svg.getScreenCTM());
    return [point.x, point.y];
  }

  /* -- arrows and ghosts ------------------------------------------------------------------------------------------- */

  /** Arrows of moves; `kind` is 'preview' or 'hint'. */
  setArrows(motions, kind = 'preview') {
    this.layers.arrows.replaceChildren();
    for (const motion of motions) {
      const path = arrowPath(this.grid, motion);
      for (const name of ['halo', 'line']) svgElement('path', { class: `arrow-${name} is-${kind}`, d: path }, this.layers.arrows);
    }
  }

  /** The two ends that could swing into the empty cell, side by side in it; `chosen` is the end under consideration. */
  setGhosts(motions, chosen = null) {
    this.layers.ghosts.replaceChildren();
    if (!motions.length) return;
    const [first, second] = motions.map((motion) => center(...this.grid.cells[motion.before[motion.lead]]));
    const [ex, ey] = center(...this.grid.cells[motions[0].empty]);
    motions.forEach((motion, k) => {
      const way = k ? -1 : 1;
      const x = ex + way * 0.26 * (first[0] - second[0]);
      const y = ey + way * 0.26 * (first[1] - second[1]);
      const look = this.look[motion.gourd][motion.lead];
      const isChosen = chosen === motion.lead;
      const group = svgElement('g', {
        class: `ghost${isChosen ? ' chosen' : ''}`, 'data-ghost': motion.lead, 'data-testid': `ghost-${motion.lead}`,
        transform: `translate(${round(x * W)} ${round(y * W)})`,
      }, this.layers.ghosts);
      svgElement('circle', { class: 'ghost-disc', r: W * 0.24, fill: look.disc }, group);
      const text = svgElement('text', { class: 'ghost-text', fill: look.onDisc }, group);
      text.textContent = this.mode === 'colors' ? look.text : `${this.puzzle.ids[motion.gourd]}${motion.lead ? '′' : ''}`;
    });
  }

  /** A short party: small hexagons fly from the middle. Nothing where people ask for less motion. */
  celebrate() {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { layers, box } = this;
    const colors = [...this.tone.values()].map((tone) => tone.disc);
    if (!colors.length) colors.push('#e2b04a', '#56b4e9', '#009e73', '#cc79a7');
    const [mx, my] = [box.x + box.width / 2, box.y + box.height / 2];
    for (let k = 0; k < 42; k++) {
      const turn = k * 2.39996;
      const far = (0.25 + 0.3 * ((k * 7919) % 97) / 97) * Math.max(box.width, box.height);
      const size = W * (0.1 + 0.12 * ((k * 31) % 17) / 17);
      const points = hexagonCorners(size).map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
      const piece = svgElement('polygon', { points, fill: colors[k % colors.length], class: 'party-piece' }, layers.party);
      const [dx, dy] = [Math.cos(turn) * far, Math.sin(turn) * far];
      const flight = piece.animate([
        { transform: `translate(${mx}px, ${my}px) rotate(0deg) scale(0.2)`, opacity: 1 },
        { transform: `translate(${mx + dx}px, ${my + dy}px) rotate(200deg) scale(1)`, opacity: 1, offset: 0.55 },
        { transform: `translate(${mx + dx * 1.1}px, ${my + dy * 1.1 + W}px) rotate(380deg) scale(0.9)`, opacity: 0 },
      ], { duration: 1500 + (k % 7) * 90, easing: 'cubic-bezier(.15,.75,.35,1)' });
      flight.onfinish = () => piece.remove();
    }
    this.gourds.forEach(({ group }, g) => {
      group.animate([{ transform: 'translateY(0)' }, { transform: `translateY(${-W * 0.16}px)` }, { transform: 'translateY(0)' }],
        { duration: 420, delay: g * Math.min(60, 700 / this.gourds.length), easing: 'ease-in-out' });
    });
  }
}

/** From the leading end to the empty cell, on a circle where the gourd pivots. */
function arrowPath(grid, motion) {
  const at = (cell) => center(...grid.cells[cell]).map((value) => value * W);
  const from = at(motion.before[motion.lead]);
  const to = at(motion.empty);
  let along;
  let shaft;
  if (motion.kind === 'pivot') {
    const c = at(motion.after[motion.lead ^ 1]);
    const first = Math.atan2(from[1] - c[1], from[0] - c[0]);
    let turn = Math.atan2(to[1] - c[1], to[0] - c[0]) - first;
    turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
    const way = Math.sign(turn);
    along = (part, aside = 0) => {
      const radius = W * (1 - way * aside);
      return `${round(c[0] + radius * Math.cos(first + part * turn))} ${round(c[1] + radius * Math.sin(first + part * turn))}`;
    };
    shaft = `M${along(0.36)}A${W} ${W} 0 0 ${way > 0 ? 1 : 0} ${along(0.76)}`;
  } else {
    along = (part, aside = 0) => `${round(from[0] + part * (to[0] - from[0]) - aside * (to[1] - from[1]))} `
      + `${round(from[1] + part * (to[1] - from[1]) + aside * (to[0] - from[0]))}`;
    shaft = `M${along(0.36)}L${along(0.76)}`;
  }
  return `${shaft}M${along(0.98)}L${along(0.74, 0.14)}L${along(0.74, -0.14)}z`;
}
