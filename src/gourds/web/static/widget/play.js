/** Play: the board of the workbench's Play with undo and redo; Python knows every position. */

import { el, plural } from '../dom.js';
import { Game } from '../play/game.js';
import { configurationDocument, puzzleOfConfiguration } from '../play/puzzles.js';
import { Table } from '../play/table/table.js';

export class PlaySide {
  constructor({ model, stage, tools, say, isDark }) {
    Object.assign(this, { model, tools, say, isDark, table: null });
    this.part = {
      boardBox: el('div.play-board-box', { 'data-testid': 'widget-board' }),
      banner: el('div.play-banner', { hidden: true, 'data-testid': 'widget-banner' }),
    };
    stage.append(el('div.play-stage', this.part.boardBox, this.part.banner));
    const button = (text, name, onclick) => el('button.gourds-tool', { type: 'button', 'data-testid': `widget-${name}`, onclick }, text);
    this.buttons = {
      undo: button('Undo', 'undo', () => this.table?.undo()),
      redo: button('Redo', 'redo', () => this.table?.redo()),
      shuffle: button('Shuffle', 'shuffle', () => model.send({ kind: 'shuffle' })),
    };
    tools.append(...Object.values(this.buttons));
    this.changed('position');
    if (!model.get('position')) model.send({ kind: 'shuffle' });
  }

  destroy() { this.table?.glider.finish(); }

  retint() {
    if (!this.table) return;
    this.table.redraw(this.isDark());
    this.table.zoom.fit();
  }

  changed(name) {
    if (name === 'laid') return;
    const [document, position] = [this.model.get('document'), this.model.get('position')];
    this.buttons.undo.disabled = this.buttons.redo.disabled = true;
    if (!position) return;
    // What the board itself said comes back as an echo.
    if (this.game && JSON.stringify(position) === this.told) { this.#refresh(); return; }
    const isColored = Boolean(document) && position.gourds.every((gourd) => gourd.colors);
    const puzzle = puzzleOfConfiguration(position, document?.name ?? 'Board', isColored ? document : null);
    this.game = new Game(puzzle, isColored ? 'colors' : 'numbers', puzzle.start);
    if (!isColored) puzzle.target = null;
    this.table ??= new Table(this.part, {
      moved: () => this.#tell(),
      solved: () => this.#win(),
      note: (text) => this.say(text),
    });
    this.table.setGame(this.game);
    this.table.redraw(this.isDark());
    this.table.zoom.fit();
    this.say('');
    this.#refresh();
  }

  #tell() {
    const position = configurationDocument(this.game.puzzle, this.game.position.where, this.game.mode === 'colors');
    this.told = JSON.stringify(position);
    this.model.set('position', position);
    this.model.save_changes();
    this.#refresh();
  }

  #refresh() {
    const { game, buttons, part } = this;
    buttons.undo.disabled = !game.canUndo;
    buttons.redo.disabled = !game.canRedo;
    part.boardBox.dataset.moves = String(game.moves);
    part.boardBox.dataset.empty = game.puzzle.grid.cells[game.position.empty].join();
    part.boardBox.dataset.solved = String(game.isSolved);
  }

  #win() {
    if (this.game.mode !== 'colors') return;
    this.part.banner.textContent = `Solved in ${plural(this.game.moves, 'move')}`;
    this.part.banner.hidden = false;
  }
}
