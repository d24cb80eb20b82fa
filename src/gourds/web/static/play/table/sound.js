/** Sounds, if the player wants them: a tick for every kind of move, and a few notes for a win. Made, not recorded. */

import { settings } from '../keeping.js';

const TICKS = { slide: 330, turn: 392, pivot: 494 };
const WIN = [523, 659, 784, 1047];
let context = null;

function note(frequency, after, length, loudness) {
  const begin = context.currentTime + after;
  const tone = new OscillatorNode(context, { type: 'triangle', frequency });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
}

/** Sounds for a move of a kind, or for 'win'. */
export function sound(kind) {
  if (!settings.get('sound')) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  if (kind === 'win') WIN.forEach((frequency, k) => note(frequency, 0.12 * k, 0.35, 0.12));
  else note(TICKS[kind] ?? 330, 0, 0.09, 0.08);
}
