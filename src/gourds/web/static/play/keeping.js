/** What this browser keeps of Play: the game, so that it goes on after the tab was closed, and the player's settings. */

const GAME = 'gourds play v1';
const SETTINGS = 'gourds play settings v1';
const TUTORIAL = 'gourds tutorial v1';
const USUAL = { sound: false, misplaced: false, par: true };

/** What this browser keeps under a name; null if there is nothing that can be read. */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Keeps a value under a name; false if there is no room for it. */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // a private window, or too large
  }
}

export const keepGame = (state) => write(GAME, { version: 1, state });

/** The state that was kept, unchecked; null if there is none of this version. */
export function keptGame() {
  const kept = read(GAME);
  return kept?.version === 1 ? kept.state ?? null : null;
}

export const settings = {
  get(name) {
    const value = read(SETTINGS)?.[name];
    return typeof value === 'boolean' ? value : USUAL[name];
  },
  set(name, value) {
    write(SETTINGS, { ...read(SETTINGS), [name]: value });
  },
};

/** True once for every browser: the tutorial shows itself. Where nothing can be kept it waits to be asked for. */
export function isFirstVisit() {
  return read(TUTORIAL) === null && write(TUTORIAL, 'seen');
}
