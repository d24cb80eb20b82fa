/** The Play view: the puzzle itself, with undo, hints, plans that play themselves, colored and numbered. */

import { fileButtons, textOf } from './files.js';
import { Position, cellsOfWalk, lettersOfWalk, shuffled } from './moves.js';
import { OWN, nameChoice, offerExamples } from './play-choice.js';
import { exportsOf, positionOf } from './play-files.js';
import { Game } from './play-game.js';
import { pathOfMoves } from './play-plans.js';
import { Player } from './play-player.js';
import * as puzzles from './play-puzzles.js';
import { Table } from './play-table.js';
import { buildPlayView } from './play-view.js';

export function createView(root, app) {
  app.useStyle('play.css');
  return new PlayView(root, app).face;
}

class PlayView {
  constructor(root, app) {
    this.app = app;
    this.part = buildPlayView(root);
    this.visit = 0; // grows with every puzzle, so that answers for an old one are ignored
    this.seconds = 0;
    this.table = new Table(this.part, {
      touched: () => this.player.pause(),
      moved: (motion) => this.#moved(motion),
      solved: () => this.#win(),
      note: (text) => this.note(text),
    });
    this.player = new Player(this.part, app.api, this.table, (text) => this.note(text));
    this.part.files.replaceWith(fileButtons(app, {
      view: 'play', state: () => this.getState(), exports: () => (this.game ? exportsOf(this.game) : []),
      opens: () => [{ label: 'Play a file…', kind: 'here', testid: 'play-open', action: () => this.part.file.click() }],
    }));
    this.#listen();
    this.ticker = setInterval(() => this.#tick(), 500);
    this.face = {
      show: () => this.show(),
      hide: () => this.hide(),
      getState: () => this.getState(),
      setState: (state) => this.setState(state),
      load: (document, name, more) => this.load(document, name, more),
      /** The position as a document, for whoever wants to check it. */
      position: () => positionOf(this.game),
      /** Where the middle of a cell is in the window. */
      clientOf: (cell) => this.table.board.clientOf(this.game.puzzle.grid.index(cell)),
    };
  }

  get game() { return this.table.game; }
  get seed() { return Math.max(0, Math.floor(Number(this.part.seed.value) || 0)); }

  show() {
    this.isShown = true;
    if (!this.visit) this.app.attempt(() => this.choose('paper'));
    if (!this.isOffered) offerExamples(this.part.choice, this.app.api);
    this.isOffered = true;
  }

  hide() {
    this.isShown = false;
    this.player.pause();
    this.player.plans.cancel();
  }

  /* -- puzzles ----------------------------------------------------------------------------------------------------- */

  /** Opens a board of the list, or a bundled instance. */
  async choose(key) {
    const choice = puzzles.CHOICES.find((one) => one.key === key);
    const visit = ++this.visit;
    if (choice?.cells) {
      this.begin(puzzles.puzzleOfCells(choice.title, choice.cells()), { key });
      return;
    }
    const name = choice?.example ?? key;
    const { document, placement } = await this.app.api.get(`/api/examples/${name}`);
    if (visit === this.visit) await this.load(document, choice?.title ?? name, { placement, key });
  }

  /** Opens an instance (perhaps with a placement), a configuration, a plan, or a placement of what is shown. */
  async load(document, name = '', { placement = null, key = OWN } = {}) {
    const visit = ++this.visit;
    const title = name || document.name || 'Your own';
    const { game } = this;
    if (document.format === 'gourds-plan') {
      if (!game) throw new Error('a plan needs its start: open that first');
      const { grid, ids } = game.puzzle;
      this.player.follow(document.walk === undefined
        ? pathOfMoves(game.position, ids, document.moves) : cellsOfWalk(grid, game.position.empty, document.walk));
    } else if (document.format === 'gourds-placement') {
      if (!game?.puzzle.document) throw new Error('a placement needs its instance: open that first');
      this.begin(puzzles.puzzleOfPlacement(game.puzzle.document, document, game.puzzle.title), { key });
    } else if (document.format === 'gourds-configuration') {
      const puzzle = puzzles.puzzleOfConfiguration(document, title);
      if (game && puzzles.isSameGame(game.puzzle, puzzle)) {
        this.restart(puzzle.start.map((cell) => game.puzzle.grid.index(puzzle.grid.cells[cell])));
      } else {
        this.begin(puzzle, { key, mode: 'numbers' });
      }
    } else if (document.format === 'gourds-instance') {
      if (placement) {
        this.begin(puzzles.puzzleOfPlacement(document, placement, title), { key });
        return;
      }
      this.note('laying the gourds…');
      const { configuration } = await this.app.api.job('shuffle', { document, seed: this.seed }).done;
      if (visit !== this.visit) return;
      const puzzle = puzzles.puzzleOfConfiguration(configuration, title, document);
      this.begin(puzzle, { key, mode: 'colors', start: puzzle.start });
    } else {
      throw new Error('Play opens instances, placements, configurations and plans');
    }
  }

  /** Begins with a puzzle; shuffled, unless a start is given. */
  begin(puzzle, { key = OWN, mode = null, start = null } = {}) {
    const usual = puzzles.hasColors(puzzle) ? this.game?.mode ?? 'colors' : 'numbers';
    const wanted = mode ?? (puzzle.target ? usual : 'colors');
    this.player.stop();
    this.key = key;
    this.table.setGame(new Game(puzzle, wanted, start ?? puzzle.target ?? puzzle.start));
    nameChoice(this.part.choice, key, puzzle.title);
    this.redraw();
    if (start) this.restart(start);
    else this.shuffle(this.seed);
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
  }

  #win() {
    const { game, part } = this;
    const byPlan = this.player.lastByPlan;
    const moves = `${game.moves} move${game.moves === 1 ? '' : 's'}`;
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
      button.disabled = mode === 'colors' ? !puzzles.hasColors(game.puzzle) : !game.puzzle.target;
    }
    part.goal.textContent = game.mode === 'colors'
      ? 'Bring every end onto a cell of its color.'
      : 'Bring every gourd to its place in the small picture; a ring marks one of its two ends.';
    part.boardBox.dataset.moves = String(game.moves);
    part.boardBox.dataset.solved = String(game.isSolved);
    this.#showClock();
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

  /* -- state and files ------------------------------------------------------------------------------------------------- */

  getState() {
    const { game } = this;
    if (!game) return null;
    return {
      puzzle: puzzles.packPuzzle(game.puzzle), key: this.key, mode: game.mode, seed: this.seed,
      depth: Number(this.part.depth.value), start: game.start, walk: lettersOfWalk(game.puzzle.grid, game.path),
      at: game.at, helped: game.helped, seconds: this.seconds,
    };
  }

  setState(state) {
    if (!state?.puzzle) return;
    this.visit += 1;
    this.part.seed.value = String(state.seed ?? 1);
    this.part.depth.value = String(state.depth ?? 0);
    this.begin(puzzles.unpackPuzzle(state.puzzle), { key: state.key, mode: state.mode, start: state.start });
    const { game } = this;
    game.path = cellsOfWalk(game.puzzle.grid, game.position.empty, state.walk);
    while (game.at < state.at && game.redo());
    game.helped = state.helped ?? 0;
    this.seconds = state.seconds ?? 0;
    this.table.lay();
    this.refresh();
  }

  async #openFile() {
    const { file } = this.part;
    const [chosen] = file.files;
    if (!chosen) return;
    const text = await textOf(chosen);
    file.value = '';
    const { document } = await this.app.api.post('/api/read', { text });
    await this.load(document, chosen.name.replace(/\.(json|txt)$/, ''));
  }

  /* -- controls ------------------------------------------------------------------------------------------------------- */

  #listen() {
    const { part, app, table, player } = this;
    const actions = {
      undo: () => { player.pause(); table.undo(); },
      redo: () => { player.pause(); table.redo(); },
      hint: () => player.hint(),
      solve: () => player.solve(),
      shuffle: () => this.shuffle(this.seed + 1),
      restart: () => this.restart(this.game.start),
      toggle: () => (player.isPlaying ? player.pause() : player.play()),
      step: () => { player.pause(); player.step(); },
      cancel: () => player.plans.cancel(),
      makeTarget: () => this.#makeTarget(),
    };
    const whenReady = (action) => () => { if (this.game) action(); };
    for (const [key, action] of Object.entries(actions)) part[key].addEventListener('click', whenReady(action));
    part.choice.addEventListener('change', () => app.attempt(async () => {
      try {
        if (part.choice.value !== OWN) await this.choose(part.choice.value);
      } finally {
        if (this.game) nameChoice(part.choice, this.key, this.game.puzzle.title);
      }
    }));
    for (const [mode, button] of Object.entries(part.modes)) button.addEventListener('click', () => this.setMode(mode));
    for (const field of [part.seed, part.depth]) field.addEventListener('change', whenReady(() => this.shuffle(this.seed)));
    part.file.addEventListener('change', () => app.attempt(() => this.#openFile()));
    app.theme.onChange(whenReady(() => this.redraw()));
    const keys = { u: 'undo', r: 'redo', h: 'hint', s: 'solve', n: 'shuffle', ' ': 'toggle' };
    document.addEventListener('keydown', (event) => {
      if (!this.isShown || !this.game || event.altKey || event.target.closest?.('input, select, textarea, dialog')) return;
      const isBack = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
      if ((event.ctrlKey || event.metaKey) && !isBack) return;
      const key = isBack ? (event.shiftKey ? 'redo' : 'undo') : keys[event.key.toLowerCase()];
      if (!key || (event.key === ' ' && (event.target.closest?.('button') || !player.plans.plan))) return;
      event.preventDefault();
      actions[key]();
    });
  }
}
