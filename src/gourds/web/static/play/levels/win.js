/** The card of a solved game: moves beside par, stars, personal best, who helped, and what to play next. */

import { el, plural } from '../../dom.js';
import { bestOf, nameOfGame, noteResult, starText, starsFor } from './progress.js';
import { nameOfLevel } from './packs.js';

/** Whose moves these were, in words. */
function helpText({ moves, plan }, { hints, hadHints, isWatched }) {
  const parts = [];
  if (hints) parts.push(`with ${plural(hints, 'hint')}`);
  else if (hadHints) parts.push('after hints in an earlier try');
  if (plan) parts.push(plan === moves ? 'the plan made all moves' : `the plan made ${plan} of ${plural(moves, 'move')}`);
  else if (isWatched) parts.push('the plan showed moves before');
  const isAdverb = hints || hadHints || !parts.length;
  return `${isAdverb ? 'solved ' : 'solved: '}${parts.join('; ') || 'without help'}`;
}

/** The result of a solved game, noted as progress unless the plan made moves or it was noted before (`isOld`). */
function judge(game, level, par, isOld) {
  const { makers } = game;
  const name = level ? nameOfLevel(level) : nameOfGame(game);
  const stars = starsFor(makers, game, par.moves);
  const counts = makers.plan === 0 && !game.isWatched;
  const before = counts && !isOld ? noteResult(name, { moves: makers.moves, stars, hints: game.hints }) : bestOf(name);
  return { makers, stars, before, counts, isOld };
}

function bestText({ makers, before, counts, isOld }) {
  if (isOld || !counts) return before ? `Personal best: ${plural(before.moves, 'move')}.` : '';
  if (!before) return 'Solved for the first time.';
  if (makers.moves < before.moves) return `A new personal best; it was ${before.moves}.`;
  return `Personal best: ${plural(before.moves, 'move')}.`;
}

/** Fills the card with the result of a solved game and shows it; the result in one sentence. */
export function showResult(card, game, level, par, { isOld, onNext, onAgain }) {
  const result = judge(game, level, par, isOld);
  const { makers, stars } = result;
  const help = helpText(makers, game);
  const beside = par.beside();
  const moves = `${plural(makers.moves, 'move')}${beside ? `, ${beside}` : ''}`;
  const button = (kind, testid, text, action) => el(kind, { type: 'button', 'data-testid': testid, onclick: action }, text);
  card.replaceChildren(
    el('p.win-stars', { role: 'img', 'aria-label': `${stars} of 3 stars`, 'data-testid': 'win-stars' }, starText(stars)),
    el('h2', { 'data-testid': 'win-moves' }, moves),
    el('p', { 'data-testid': 'win-help' }, `${help[0].toUpperCase()}${help.slice(1)}.`),
    el('p.soft', { 'data-testid': 'win-best' }, bestText(result)),
    el('div.row',
      button('button.primary', 'win-next', level ? 'Next' : 'Another', onNext), button('button', 'win-again', 'Again', onAgain)),
  );
  card.hidden = false;
  card.parentNode.scrollTop = 0;
  return `${moves}: ${help}`;
}
