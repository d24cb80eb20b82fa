/** The Play view: levels and boards to shuffle, the line of moves, hints, plans, par and the result. */

import { fileButtons } from '../files.js';
import { listen } from './controls.js';
import { exportsOf, positionOf, puzzleOf } from './files.js';
import { Game, unsolvedStart } from './game.js';
import { isFirstVisit, keepGame, settings } from './keeping.js';
import { OWN, nameChoice, offerExamples } from './levels/boards.js';
import { puzzleOfLevel } from './levels/packs.js';
import { Par } from './levels/par.js';
import { helpOf, noteHelp } from './levels/progress.js';
import { showResult } from './levels/win.js';
import { Player } from './moves/player.js';
import { Record } from './moves/record.js';
import { Opening } from './opening.js';
import { hasColors } from './puzzles.js';
import { showClock, showGame, showPar } from './showing.js';
import { sound } from './table/sound.js';
import { bringBack, stateOf } from './state.js';
import { Table } from './table/table.js';
import { buildPlayView } from './view.js';

const KEEP_AFTER = 800; // milliseconds after the last change

export const createView = (root, app) => new PlayView(root, app);

class PlayView {
  constructor(root, app) {
    this.app = app;
    this.part = buildPlayView(root);
    this.seconds = 0;
    this.table = new Table(this.part, {
      touched: () => this.player.pause(),
      moved: (motion) => this.#moved(motion),
      solved: () => this.win(),
      note: (text) => this.note(text),
      zoomed: () => { this.part.fit.disabled = this.zoom.isFitted; },
    });
    this.par = new Par(app.api, { changed: () => this.#parChanged(), wants: () => settings.get('par') });
    this.player = new Player(this.part, app.api, this.table, this.par, (text) => this.note(text));
    this.record = new Record(this.part, { jump: (k) => this.jump(k), switchTo: (k) => this.switchTo(k) });
    this.opening = new Opening(this);
    this.level = null; // {pack, number, level} if a level is played
    this.part.files.replaceWith(
      fileButtons(app, {
        view: 'play',
        state: () => this.getState(),
        exports: () => (this.game ? exportsOf(this.game) : []),
        puzzle: () => puzzleOf(this.game),
      }),
    );
    listen(this);
    addEventListener('pagehide', () => this.#keep());
    this.ticker = setInterval(() => this.#tick(), 500);
  }

  get game() { return this.table.game; }
  get zoom() { return this.table.zoom; }
  get seed() { return Math.max(0, Math.floor(Number(this.part.seed.value) || 0)); }

  show() {
    this.isShown = true;
    const isNew = !location.hash.includes('/') && isFirstVisit();
    if (!this.opening.visit) this.app.attempt(() => this.opening.first());
    else if (this.game) this.par.seek(this.game, this.#known());
    if (!this.isOffered) offerExamples(this.part.choice, this.app.api);
    this.isOffered = true;
    if (isNew) this.app.attempt(() => this.opening.teach());
  }

  hide() {
    this.isShown = false;
    this.player.pause();
    this.player.plans.cancel();
    this.par.pause();
    this.opening.cancel();
    this.#keep();
  }

  /* -- games --------------------------------------------------------------------------------------------------------- */

  /** Begins with a puzzle; shuffled, unless a start is given. */
  begin(puzzle, { key = OWN, mode = null, start = null, level = null } = {}) {
    const usual = hasColors(puzzle) ? this.game?.mode ?? 'colors' : 'numbers';
    const wanted = mode ?? (puzzle.target ? usual : 'colors');
    this.player.stop();
    if (this.game) noteHelp(this.game);
    this.key = key;
    this.level = level;
    this.claim = null;
    this.table.setGame(new Game(puzzle, wanted, start ?? puzzle.target ?? puzzle.start));
    nameChoice(this.part.choice, key, puzzle.title);
    this.redraw();
    if (start) this.restart(start);
    else this.shuffle(this.seed);
    this.zoom.start(this.game.position.empty);
  }

  /** Begins a level; `pack` is null for a puzzle that comes from elsewhere. */
  beginLevel(level) {
    const { puzzle, start } = puzzleOfLevel(level.level);
    this.opening.visit += 1;
    this.begin(puzzle, { mode: level.level.mode, start, level: level.pack ? level : null });
    if (!level.pack) this.par.seek(this.game, this.#known(level));
  }

  /** What a level says of its shortest plan. */
  #known({ level } = this.level ?? {}) {
    if (!Number.isInteger(level?.par)) return null;
    return { par: level.par, proof: level.proof, path: puzzleOfLevel(level).path };
  }

  /** Takes up the level that a game which goes on belongs to. */
  attach(level) {
    this.level = level;
    this.claim = null;
    this.par.seek(this.game, this.#known());
    this.refresh();
    if (this.game.isSolved) this.win({ isOld: true });
  }

  /** Random moves from the target, or from where the game began; the same seed does the same. */
  shuffle(seed) {
    const { puzzle, mode } = this.game;
    this.level = null;
    this.part.seed.value = String(seed);
    const depth = Number(this.part.depth.value) || Math.min(60 * puzzle.grid.size, 60_000);
    this.restart(unsolvedStart(puzzle, mode, puzzle.target ?? puzzle.start ?? this.game.start, depth, seed));
  }

  restart(where) {
    this.player.stop();
    this.table.glider.finish();
    noteHelp(this.game);
    this.game.restart(where);
    Object.assign(this.game, helpOf(this.game));
    this.seconds = 0;
    this.isBegun = false;
    this.table.lay();
    this.par.seek(this.game, this.#known());
    this.refresh();
    this.note('');
    this.#reveal();
  }

  setMode(mode) {
    const { game } = this;
    if (!game || game.mode === mode) return;
    this.player.stop();
    game.mode = mode;
    this.level = null;
    this.redraw();
    this.par.seek(game);
    this.note('');
  }

  redraw() {
    this.table.redraw(this.app.theme.isDark());
    this.refresh();
  }

  makeTarget() {
    const { game } = this;
    this.level = null;
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
    sound(motion.kind);
    this.player.moved(motion);
    this.refresh();
    this.#reveal();
  }

  /** Goes to another position of the line. */
  jump(moves) {
    if (!this.game) return;
    this.player.stop();
    this.game.goTo(moves);
    this.#settle();
  }

  switchTo(line) {
    this.player.stop();
    this.game.switchTo(line);
    this.#settle();
  }

  /** Shows a position that was not reached by a move on the table. */
  #settle() {
    this.table.lay();
    this.refresh();
    this.#reveal();
    if (this.game.isSolved && this.game.at) this.win({ isOld: true });
    else this.note(`after ${this.game.at} of ${this.game.line.length - 1} moves`);
  }

  /** Where only a part of the board is seen, the empty cell is in it. */
  #reveal() {
    if (!this.zoom.isFitted) this.zoom.reveal(this.game.position.empty);
  }

  /** More is known of par: the result is judged by it. */
  #parChanged() {
    showPar(this.part, this.par);
    if (!this.part.banner.hidden && this.game.isSolved) this.win({ isOld: this.isOldResult, isQuiet: true });
  }

  /** Shows the result. `isOld`: it was noted before, when it was reached. */
  win({ isOld = false, isQuiet = isOld } = {}) {
    this.isOldResult = isOld;
    const { game, part, table } = this;
    this.note(showResult(part.banner, game, this.level, this.par, {
      isOld,
      onNext: () => this.app.attempt(() => this.goOn()).then(() => table.focus()),
      onAgain: () => { this.restart(game.start); table.focus(); },
    }));
    if (isQuiet || game.makers.plan) return;
    sound('win');
    table.board.celebrate();
  }

  /** The next level, or another shuffle of the board. */
  async goOn() {
    if (this.level) await this.opening.next(this.level);
    else this.shuffle(this.seed + 1);
  }

  note(text) {
    this.part.status.textContent = text || '\u00a0';
  }

  refresh() {
    showGame(this.part, this.table, this.level);
    showClock(this.part, this.seconds);
    this.record.show(this.game, this.table.board);
    clearTimeout(this.keeper);
    this.keeper = setTimeout(() => this.#keep(), KEEP_AFTER);
  }

  /** Marks misplaced ends, or not. */
  setMisplaced(isShown) {
    settings.set('misplaced', isShown);
    this.table.marksAstray = isShown;
    if (this.game) this.table.showAstray();
    this.part.check.setAttribute('aria-pressed', String(isShown));
    this.part.misplaced.checked = isShown;
  }

  #tick() {
    if (!this.isShown || !this.isBegun || this.table.wasSolved || document.hidden) return;
    this.seconds += 0.5;
    showClock(this.part, this.seconds);
  }

  /* -- state --------------------------------------------------------------------------------------------------------- */

  #keep() {
    clearTimeout(this.keeper);
    if (!this.game) return;
    keepGame(this.getState());
    noteHelp(this.game);
  }

  getState() { return stateOf(this); }
  setState(state) { bringBack(this, state); }
  load(document, name, more) { return this.opening.load(document, name, more); }

  /* -- for tests and other checks ------------------------------------------------------------------------------------ */

  /** The position as a document. */
  position() { return positionOf(this.game); }
  /** Where the middle of a cell is in the window. */
  clientOf(cell) { return this.table.board.clientOf(this.game.puzzle.grid.index(cell)); }
}
