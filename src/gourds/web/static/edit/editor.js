/**
 * The editor of puzzles: draw cells, paint them, lay gourds as in the solution; the start is a shuffle away.
 *
 * openEditor(app, onPlay) shows it; onPlay(level) is given a puzzle to play, in the format of the levels.
 */

import { BoardView } from '../board/view.js';
import { cellKey } from '../board/hex.js';
import { dialog } from '../dialog.js';
import { copyLink } from '../files.js';
import { chip, looksOf } from '../place/board.js';
import { FIRST_COLORS, History, MORE_COLORS } from '../place/model.js';
import { read, write } from '../play/keeping.js';
import { packGame } from '../play/state.js';
import { EMPTY_DRAFT, FIRST_DRAFT, colorsOf, gourdOn, gourdsAt, levelOf, puzzleOf } from './model.js';
import { buildEditor } from './parts.js';
import { editorStrokes } from './strokes.js';
import { Verdict } from './verdict.js';

const COLORS = [...FIRST_COLORS, ...MORE_COLORS.slice(0, 3)];
const KEPT = 'gourds editor';

export function openEditor(app, onPlay) {
  app.useStyle('edit/edit.css');
  const editor = new Editor(app, onPlay);
  editor.box = dialog('Make a puzzle', editor.part.root, 'edit-dialog');
  editor.box.classList.add('edit-dialog');
  editor.box.editor = editor; // for tests
  editor.box.addEventListener('close', () => editor.close());
  editor.begin();
  return editor;
}

class Editor {
  constructor(app, onPlay) {
    this.app = app;
    this.onPlay = onPlay;
    this.tool = 'cells';
    [this.color] = COLORS;
    this.isStart = false;
    this.history = new History(keptDraft());
    this.verdict = new Verdict(app);
    this.part = buildEditor(COLORS, this.verdict.root);
  }

  get draft() { return this.history.now; }

  /** What the chips of colors look like. */
  looks() { return looksOf(COLORS, this.app.theme.isDark()); }

  begin() {
    const { part } = this;
    this.board = new BoardView(part.holder, {
      label: 'Board of the puzzle. Arrow keys move, Enter uses the tool.',
      isDark: () => this.app.theme.isDark(),
      padding: 30,
      inset: () => ({ top: 52, bottom: 52 }),
    });
    this.board.onCell(editorStrokes(this));
    for (const [tool, button] of Object.entries(part.tools)) button.onclick = () => this.choose({ tool });
    for (const [color, button] of Object.entries(part.colors)) {
      button.prepend(chip(this, color));
      button.onclick = () => this.choose({ color, tool: this.tool === 'gourds' ? 'paint' : this.tool });
    }
    for (const [mode, button] of Object.entries(part.modes)) button.onclick = () => this.change({ ...this.draft, mode });
    part.solution.onclick = () => this.showStart(false);
    part.start.onclick = () => this.showStart(true);
    part.undo.onclick = () => this.history.undo() && this.refresh();
    part.redo.onclick = () => this.history.redo() && this.refresh();
    part.name.onchange = () => this.change({ ...this.draft, name: part.name.value.trim().slice(0, 60) });
    part.depth.onchange = () => this.change({ ...this.draft, depth: Number(part.depth.value) });
    part.shuffle.onclick = () => {
      this.change({ ...this.draft, seed: this.draft.seed + 1 });
      this.showStart(true);
    };
    part.shape.onchange = () => this.#attempt(() => this.#beginWith(part.shape.value));
    part.fill.onclick = () => this.#attempt(() => this.#layRest());
    part.clear.onclick = () => this.#clear();
    part.play.onclick = () => this.#play();
    part.share.onclick = () => this.#attempt(() => copyLink(this.app, 'play', packGame(this.made.game)));
    part.root.addEventListener('keydown', (event) => this.#key(event));
    this.choose({});
    this.refresh();
    this.board.fit();
    this.board.canvas.focus();
  }

  close() {
    this.verdict.cancel();
    this.board.destroy();
  }

  choose({ tool = this.tool, color = this.color }) {
    Object.assign(this, { tool, color });
    if (this.isStart) this.showStart(false);
    for (const [name, button] of Object.entries(this.part.tools)) button.setAttribute('aria-pressed', String(name === tool));
    for (const [name, button] of Object.entries(this.part.colors)) button.setAttribute('aria-pressed', String(name === color));
    this.mark(null);
    this.part.hint.textContent = {
      cells: 'Press a place to add a cell, a cell to remove it; or drag.',
      paint: 'Press or drag to give cells the chosen color.',
      gourds: 'Drag from a cell to a neighbor to lay a gourd; press a gourd to take it away.',
    }[tool];
  }

  /** Replace the draft: one step of the history. */
  change(draft) {
    this.history.push(draft);
    this.refresh();
  }

  refresh() {
    const { draft, part } = this;
    this.made = puzzleOf(draft);
    if (!this.made) this.isStart = false;
    this.verdict.look(draft, this.made);
    part.undo.disabled = !this.history.past.length;
    part.redo.disabled = !this.history.future.length;
    part.start.disabled = part.play.disabled = part.share.disabled = part.shuffle.disabled = !this.made;
    part.name.value = draft.name;
    part.depth.value = String(draft.depth);
    for (const [mode, button] of Object.entries(part.modes)) button.setAttribute('aria-pressed', String(mode === draft.mode));
    this.#problem('');
    this.#draw();
    write(KEPT, draft); // if there is no room, the draft is gone when the page is
  }

  showStart(isStart) {
    this.isStart = isStart && Boolean(this.made);
    this.#draw();
  }

  /** Show cells while they are drawn, before they are part of the draft. */
  preview(cells) {
    const { names, letters } = this.looks();
    const shown = this.draft.mode === 'colors' ? cells : cells.map(([q, r]) => [q, r]);
    this.board.setBoard({ cells: shown, colors: names, labels: letters, still: true });
  }

  /** Mark the cell where a gourd begins. */
  mark(cell) {
    this.board.setHighlight(cell ? new Map([[cellKey(...cell), 'barrier']]) : null);
  }

  #draw() {
    const { draft, part, made, isStart } = this;
    part.solution.setAttribute('aria-pressed', String(!isStart));
    part.start.setAttribute('aria-pressed', String(isStart));
    this.preview(draft.cells);
    const gourds = isStart ? gourdsAt(made.puzzle, made.start) : draft.gourds.map((ends) => ({ ends }));
    const isNumbered = draft.mode === 'numbers';
    this.board.setGourds(isNumbered ? gourds.map((gourd, k) => ({ ...gourd, labels: [String(k + 1), ''] })) : gourds);
    const covered = new Set(gourds.flatMap(({ ends }) => ends.map((end) => cellKey(...end))));
    const open = draft.cells.filter(([q, r]) => !covered.has(cellKey(q, r)));
    this.board.setEmpty(open.length === 1 && gourds.length ? open[0].slice(0, 2) : null);
  }

  /** No cells; the first place to draw at comes into the middle. */
  #clear() {
    const { board } = this;
    this.change({ ...EMPTY_DRAFT, mode: this.draft.mode });
    this.choose({ tool: 'cells' });
    Object.assign(board, { x: -board.width / 2 / board.scale, y: -board.height / 2 / board.scale });
    board.invalidate();
  }

  async #beginWith(text) {
    this.part.shape.value = '';
    if (!text) return;
    const { shape, ...parameters } = JSON.parse(text);
    const seed = Math.floor(Math.random() * 1e6);
    const { cells } = await this.app.api.post('/api/shape', { shape, parameters, seed });
    const colors = colorsOf(this.draft);
    this.change({ ...this.draft, gourds: [], cells: cells.map(([q, r]) => [q, r, colors.get(cellKey(q, r)) ?? this.color]) });
    this.board.fit();
  }

  async #layRest() {
    const { draft } = this;
    const cells = draft.cells.filter((cell) => !gourdOn(draft, cell));
    if (cells.length % 2 === 0) throw new Error('an odd number of cells is needed: one stays empty');
    const seed = Math.floor(Math.random() * 1e6);
    const { placement } = await this.app.api.post('/api/fill', { cells, seed }).catch((error) => {
      if (!draft.gourds.length || !error.status) throw error;
      throw new Error('around these gourds the rest cannot be laid: take some away');
    });
    const isStill = draft.cells === this.draft.cells && draft.gourds === this.draft.gourds;
    if (isStill) this.change({ ...this.draft, gourds: [...draft.gourds, ...placement.gourds] });
  }

  #play() {
    const level = levelOf(this.draft, this.made, this.verdict.known ?? {});
    this.box.close();
    this.onPlay(level);
  }

  async #attempt(action) {
    try {
      await action();
    } catch (error) {
      this.#problem(error.message);
    }
  }

  #problem(text) {
    this.part.problem.textContent = text;
    this.part.problem.hidden = !text;
  }

  #key(event) {
    if (event.target.closest('input, select')) return;
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
      event.preventDefault();
      (key === 'y' || event.shiftKey ? this.part.redo : this.part.undo).click();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && /^[1-6]$/.test(key)) {
      this.part.colors[COLORS[key - 1]].click();
    }
  }
}

/** The draft of the last visit, if it can be read. */
function keptDraft() {
  try {
    const kept = read(KEPT);
    const isWhole = (value) => Number.isInteger(value) && Math.abs(value) < 1e6;
    const isCell = (cell) => Array.isArray(cell) && isWhole(cell[0]) && isWhole(cell[1]);
    const isSound =
      kept.cells.every((cell) => isCell(cell) && typeof cell[2] === 'string') &&
      kept.gourds.every((ends) => ends.length === 2 && ends.every(isCell)) &&
      [kept.depth, kept.seed].every(isWhole) && typeof kept.name === 'string' && ['colors', 'numbers'].includes(kept.mode);
    return isSound ? { ...EMPTY_DRAFT, ...kept } : FIRST_DRAFT;
  } catch {
    return FIRST_DRAFT;
  }
}
