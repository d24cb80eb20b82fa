/** The Play view: the puzzle itself, with undo, hints, plans that play themselves, colored and numbered. */

import { fileButtons } from '../files.js';
import { plural } from '../dom.js';
import { shuffled } from '../board/chance.js';
import { Position } from '../board/moves.js';
import { exportsOf, positionOf, puzzleOf } from './files.js';
import { Game } from './game.js';
import { Opening } from './opening.js';
import { Player } from './player.js';
import { hasColors } from './puzzles.js';
import { packGame, unpackGame } from './state.js';
import { Table } from './table.js';
import { OWN, buildPlayView, nameChoice, offerExamples } from './view.js';
import { Zoom } from './zoom.js';

const MOST_CELLS = 50_000;

export function createView(root, app) {
  app.useStyle('play/play.css');
  return new PlayView(root, app).face;
}

class PlayView {
  constructor(root, app) {
    this.app = app;
    this.part = buildPlayView(root);
    this.seconds = 0;
    this.table = new Table(this.part, {
      touched: () => this.player.pause(),
      moved: (motion) => this.#moved(motion),
      solved: () => this.#win(),
      note: (text) => this.note(text),
      panned: (dx, dy) => this.zoom.panBy(dx, dy),
    });
    this.player = new Player(this.part, app.api, this.table, (text) => this.note(text));
    this.opening = new Opening(this);
    this.zoom = new Zoom(this.part.boardBox, this.table.board, {
      changed: () => this.#showSize(),
      pinched: () => this.table.input.release(),
    });
    this.part.files.replaceWith(
      fileButtons(app, {
        view: 'play',
        state: () => this.getState(),
        exports: () => (this.game ? exportsOf(this.game) : []),
        puzzle: () => puzzleOf(this.game),
      }),
    );
    this.#listen();
    this.ticker = setInterval(() => this.#tick(), 500);
    this.face = {
      show: () => this.show(),
      hide: () => this.hide(),
      getState: () => this.getState(),
      setState: (state) => this.setState(state),
      load: (document, name, more) => this.opening.load(document, name, more),
      /** The position as a document, for tests and other checks. */
      position: () => positionOf(this.game),
      /** Where the middle of a cell is in the window. */
      clientOf: (cell) => this.table.board.clientOf(this.game.puzzle.grid.index(cell)),
      celebrate: () => this.table.board.celebrate(),
    };
  }

  get game() { return this.table.game; }
  get seed() { return Math.max(0, Math.floor(Number(this.part.seed.value) || 0)); }

  show() {
    this.isShown = true;
    if (!this.opening.visit) this.app.attempt(() => this.opening.choose('paper'));
    if (!this.isOffered) offerExamples(this.part.choice, this.app.api);
    this.isOffered = true;
  }

  hide() {
    this.isShown = false;
    this.player.pause();
    this.player.plans.cancel();
    this.opening.cancel();
  }

  /* -- games --------------------------------------------------------------------------------------------------------- */

  /** Begins with a puzzle; shuffled, unless a start is given. */
  begin(puzzle, { key = OWN, mode = null, start = null } = {}) {
    const usual = hasColors(puzzle) ? this.game?.mode ?? 'colors' : 'numbers';
    const wanted = mode ?? (puzzle.target ? usual : 'colors');
    this.player.stop();
    this.key = key;
    this.table.setGame(new Game(puzzle, wanted, start ?? puzzle.target ?? puzzle.start));
    nameChoice(this.part.choice, key, puzzle.title);
    this.redraw();
    if (start) this.restart(start);
    else this.shuffle(this.seed);
    this.zoom.start(this.game.position.empty);
  }

  /** Random moves from the target, or from where the game began; the same seed does the same. */
  shuffle(seed) {
    const { puzzle, mode } = this.game;
    this.part.seed.value = String(seed);
    const home = new Position(puzzle.grid, puzzle.target ?? puzzle.start ?? this.game.start);
    const depth = Number(this.part.depth.value) || Math.min(60 * puzzle.grid.size, 60_000);
    let found;
    // Where the shuffle leads to a solved position by chance, a few moves more do not.
    for (let more = 0; more < 50; more++) {
      found = shuffled(home, depth + more, seed);
      if (!new Game(puzzle, mode, found.where).isSolved) break;
    }
    this.restart(found.where);
  }

  restart(where) {
    this.player.stop();
    this.table.glider.finish();
    this.game.restart(where);
    this.seconds = 0;
    this.isBegun = false;
    this.table.lay();
    this.refresh();
    this.note('');
    this.#reveal();
  }

  setMode(mode) {
    const { game } = this;
    if (!game || game.mode === mode) return;
    this.player.stop();
    game.mode = mode;
    this.redraw();
    this.note('');
  }

  redraw() {
    this.table.redraw(this.app.theme.isDark());
    if (this.zoom.isFitted) this.zoom.fit();
    this.refresh();
  }

  #makeTarget() {
    const { game } = this;
    this.player.stop();
    game.puzzle = { ...game.puzzle, target: Array.from(game.position.where) };
    game.mode = 'numbers';
    this.restart(game.position.where);
    this.redraw();
    this.note('this position is the target now: shuffle, and find the way back');
  }

  /* -- what happens -------------------------------------------------------------------------------------------------- */

  #moved(motion) {
    this.isBegun = true;
    this.player.moved(motion);
    this.refresh();
    this.#reveal();
  }

  /** Where only a part of the board is seen, the empty cell is in it. */
  #reveal() {
    if (!this.zoom.isFitted) this.zoom.reveal(this.game.position.empty);
  }

  #win() {
    const { game, part } = this;
    const byPlan = this.player.lastByPlan;
    const moves = plural(game.moves, 'move');
    part.banner.textContent = byPlan ? `Solved by the plan: ${moves}` : `Solved in ${moves}!`;
    part.banner.classList.toggle('quiet', byPlan);
    part.banner.hidden = false;
    this.note(part.banner.textContent);
    if (!byPlan) this.table.board.celebrate();
  }

  note(text) {
    this.part.status.textContent = text || '\u00a0';
  }

  refresh() {
    const { game, part } = this;
    const astray = game.astray();
    const ends = game.position.where.length;
    part.moves.textContent = String(game.moves);
    part.home.textContent = astray ? `${ends - astray.length}/${ends}` : '–';
    part.undo.disabled = part.restart.disabled = !game.canUndo;
    part.redo.disabled = !game.canRedo;
    for (const [mode, button] of Object.entries(part.modes)) {
      button.setAttribute('aria-pressed', String(game.mode === mode));
      button.disabled = mode === 'colors' ? !hasColors(game.puzzle) : !game.puzzle.target;
    }
    part.goal.textContent = game.mode === 'colors'
      ? 'Bring every end onto a cell of its color.'
      : 'Bring every gourd to its place in the small picture; a ring marks one of its two ends.';
    part.boardBox.dataset.moves = String(game.moves);
    part.boardBox.dataset.solved = String(game.isSolved);
    this.#showClock();
  }

  #showSize() {
    this.part.fit.disabled = this.zoom.isFitted;
  }

  #tick() {
    if (!this.isShown || !this.isBegun || this.table.wasSolved || document.hidden) return;
    this.seconds += 0.5;
    this.#showClock();
  }

  #showClock() {
    const whole = Math.floor(this.seconds);
    this.part.clock.textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  }

  /* -- state --------------------------------------------------------------------------------------------------------- */

  getState() {
    if (!this.game) return null;
    const { key, seed, seconds } = this;
    return { ...packGame(this.game), key, seed, depth: Number(this.part.depth.value), seconds };
  }

  setState(state) {
    const found = unpackGame(state, MOST_CELLS);
    this.opening.visit += 1;
    this.part.seed.value = String(Number.isInteger(state.seed) ? state.seed : 1);
    this.part.depth.value = String(state.depth ?? 0);
    if (!this.part.depth.value) this.part.depth.value = '0';
    this.begin(found.puzzle, { key: state.key, mode: found.mode, start: found.start });
    const { game } = this;
    game.path = found.path;
    while (game.at < found.at && game.redo());
    game.helped = found.helped;
    this.seconds = Number.isFinite(state.seconds) ? Math.max(0, state.seconds) : 0;
    this.table.lay();
    this.refresh();
  }

  /* -- controls ------------------------------------------------------------------------------------------------------- */

  #listen() {
    const { part, app, table, player, zoom } = this;
    const actions = {
      undo: () => { player.pause(); table.undo(); },
      redo: () => { player.pause(); table.redo(); },
      hint: () => player.hint(),
      solve: () => player.solve(),
      shuffle: () => this.shuffle(this.seed + 1),
      restart: () => this.restart(this.game.start),
      toggle: () => (player.isPlaying ? player.pause() : player.play()),
      step: () => { player.pause(); player.step(); },
      makeTarget: () => this.#makeTarget(),
      out: () => zoom.zoomBy(0.8),
      in: () => zoom.zoomBy(1.25),
      fit: () => zoom.fit(),
    };
    const whenReady = (action) => () => { if (this.game) app.attempt(action); };
    for (const [key, action] of Object.entries(actions)) part[key].addEventListener('click', whenReady(action));
    part.choice.addEventListener('change', () => app.attempt(async () => {
      try {
        if (part.choice.value !== OWN) await this.opening.choose(part.choice.value);
      } finally {
        if (this.game) nameChoice(part.choice, this.key, this.game.puzzle.title);
      }
    }));
    for (const [mode, button] of Object.entries(part.modes)) button.addEventListener('click', () => this.setMode(mode));
    for (const field of [part.seed, part.depth]) field.addEventListener('change', whenReady(() => this.shuffle(this.seed)));
    app.theme.onChange(whenReady(() => this.redraw()));
    const keys = {
      u: 'undo', r: 'redo', h: 'hint', s: 'solve', n: 'shuffle', ' ': 'toggle', '+': 'in', '=': 'in', '-': 'out', 0: 'fit',
    };
    document.addEventListener('keydown', (event) => {
      if (!this.isShown || !this.game || event.altKey || event.target.closest?.('input, select, textarea, dialog')) return;
      const isBack = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
      if ((event.ctrlKey || event.metaKey) && !isBack) return;
      const key = isBack ? (event.shiftKey ? 'redo' : 'undo') : keys[event.key.toLowerCase()];
      if (!key || (event.key === ' ' && (event.target.closest?.('button') || !player.plans.plan))) return;
      event.preventDefault();
      app.attempt(actions[key]);
    });
  }
}
