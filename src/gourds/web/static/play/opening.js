/** Which puzzle is played: boards of the list, bundled instances, and documents of every kind. */

import { el } from '../dom.js';
import { pathOfMoves } from './moves/plans.js';
import * as puzzles from './puzzles.js';
import { legalPath } from './state.js';
import { keptGame } from './keeping.js';
import { OWN } from './levels/boards.js';
import { findLevel, firstLevel, nextLevel, puzzleOfLevel } from './levels/packs.js';

export class Opening {
  /** `view` is the Play view; it begins what is opened here. */
  constructor(view) {
    this.view = view;
    this.visit = 0; // grows with every puzzle, so that answers for an old one are ignored
    this.job = null;
  }

  /** Opens a board of the list, or a bundled instance. */
  async choose(key) {
    const choice = puzzles.CHOICES.find((one) => one.key === key);
    const visit = ++this.visit;
    if (choice?.cells) {
      this.view.begin(puzzles.puzzleOfCells(choice.title, choice.cells()), { key });
      return;
    }
    const name = choice?.example ?? key;
    const { document, placement } = await this.view.app.api.get(`/api/examples/${name}`);
    if (visit === this.visit) await this.load(document, choice?.title ?? name, { placement, key });
  }

  /** Goes on with the game that was kept, or else opens the first level; where there are none, the board of the paper. */
  async first() {
    const kept = keptGame();
    if (kept) {
      try {
        this.view.setState(kept);
        return;
      } catch {
        /* a game that cannot be read is no loss */
      }
    }
    const { visit } = this;
    const level = await firstLevel().catch(() => null);
    if (visit !== this.visit) return;
    if (level) this.view.beginLevel(level);
    else await this.choose('paper');
  }

  /** Opens the level after one; after the last, the player chooses. */
  async next(level) {
    const { visit } = this;
    const following = await nextLevel(level);
    if (visit !== this.visit) return;
    if (following) this.view.beginLevel(following);
    else await this.chooseLevel();
  }

  /** Shows the levels to choose from. */
  async chooseLevel() {
    const { openChooser } = await import('./levels/chooser.js');
    const { view } = this;
    await openChooser({
      current: view.level,
      dark: view.app.theme.isDark(),
      onChoose: (level) => view.beginLevel(level),
      more: [['Make a puzzle', 'chooser-edit', () => this.edit()]],
    });
  }

  /** Shows the tutorial; the keyboard is on the board afterwards, if it is nowhere else. */
  async teach() {
    const { showTutorial } = await import('./tutorial/tutorial.js');
    showTutorial({ onEnd: () => { if (document.activeElement === document.body) this.view.table.focus(); } });
  }

  /** Opens the editor of puzzles. */
  async edit() {
    await this.view.app.attempt(async () => {
      const { openEditor } = await import('../edit/editor.js');
      openEditor(this.view.app, (level) => this.view.beginLevel({ pack: null, number: 0, level }));
    });
  }

  /** Looks for the level that a game which goes on says it belongs to, and takes it up if that is true. */
  async attach({ pack, key }) {
    const { view, visit } = this;
    let level;
    try {
      level = await findLevel(pack, key);
    } catch {
      return; // the levels cannot be loaded now
    }
    if (visit !== this.visit || !view.game) return;
    if (!level) {
      view.claim = null;
      return;
    }
    const { puzzle, start } = puzzleOfLevel(level.level);
    const { game } = view;
    const isIt = puzzles.isSameGame(game.puzzle, puzzle) && game.mode === level.level.mode
      && start.every((cell, end) => game.puzzle.grid.index(puzzle.grid.cells[cell]) === game.start[end]);
    if (isIt) view.attach(level);
    else view.claim = null;
  }

  /** Opens an instance (perhaps with a placement), a configuration, a plan, or a placement of what is shown. */
  async load(document, name = '', { placement = null, key = OWN } = {}) {
    this.visit += 1;
    this.cancel();
    const title = name || document.name || 'Your own';
    const open = {
      'gourds-plan': () => this.#followPlan(document),
      'gourds-placement': () => this.#openPlacement(document, key),
      'gourds-configuration': () => this.#openConfiguration(document, title, key),
      'gourds-instance': () =>
        placement
          ? this.view.begin(puzzles.puzzleOfPlacement(document, placement, title), { key })
          : this.#lay(document, title, key),
    }[document.format];
    if (!open) throw new Error('Play opens instances, placements, configurations and plans');
    await open();
  }

  #followPlan({ empty, walk, moves }) {
    const { view } = this;
    if (!view.game) throw new Error('a plan needs its start: open that first');
    const { position, puzzle } = view.game;
    if (walk === undefined) {
      view.player.follow(pathOfMoves(position, puzzle.ids, moves));
      return;
    }
    const path = legalPath(position, walk);
    const isHere = !empty || puzzle.grid.index(empty) === position.empty;
    if (!isHere || path.length <= walk.length) {
      throw new Error('this plan does not begin with the position that is shown: open its start first');
    }
    view.player.follow(path);
  }

  #openPlacement(document, key) {
    const { game } = this.view;
    if (!game?.puzzle.document) throw new Error('a placement needs its instance: open that first');
    const isOnBoard = document.gourds.flat().every((cell) => game.puzzle.grid.index(cell) >= 0);
    if (!isOnBoard || 2 * document.gourds.length + 1 !== game.puzzle.grid.size) {
      throw new Error('this placement is not one of the board that is shown; open its instance first');
    }
    this.view.begin(puzzles.puzzleOfPlacement(game.puzzle.document, document, game.puzzle.title), { key });
  }

  #openConfiguration(document, title, key) {
    const { view } = this;
    const puzzle = puzzles.puzzleOfConfiguration(document, title);
    if (view.game && puzzles.isSameGame(view.game.puzzle, puzzle)) {
      const { grid } = view.game.puzzle;
      view.restart(puzzle.start.map((cell) => grid.index(puzzle.grid.cells[cell])));
    } else {
      view.begin(puzzle, { key, mode: 'numbers' });
    }
  }

  /** An instance alone: the server looks for a way to lay its gourds, which may take long. */
  async #lay(document, title, key) {
    const { view, visit } = this;
    const text = el('span', 'Laying the gourds…');
    const job = view.app.api.job('shuffle', { document, seed: view.seed }, (news) => {
      text.textContent = `Laying the gourds: ${news}`;
    });
    this.job = job;
    view.player.stop();
    view.player.showWork(text, () => job.cancel());
    try {
      const { configuration } = await job.done;
      if (visit !== this.visit) return;
      const puzzle = puzzles.puzzleOfConfiguration(configuration, title, document);
      view.begin(puzzle, { key, mode: 'colors', start: puzzle.start });
    } finally {
      if (this.job === job) {
        this.job = null;
        view.player.showWork(null);
      }
    }
  }

  cancel() {
    this.job?.cancel();
  }
}
