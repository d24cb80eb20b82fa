/**
 * The page: four views behind tabs, the address says which one. A view is a module that exports
 * createView(root, app) → {show(), hide(), getState(), setState(state), load(document, name)};
 * `app` is what they share. getKept() is for views that keep more over a reload than links hold.
 *
 * The folders place, play, reduce and campaigns hold a view each; its main module has the folder's name. board holds what
 * all boards need: cells, colors, moves, the canvas. Beside this file lies what the views share.
 */

import * as api from './api.js';
import * as share from './share.js';
import { el } from './dom.js';
import { openFile, watchDrops } from './files.js';
import { showHelp } from './help.js';
import { theme } from './theme.js';
import { toast } from './toast.js';

/** The view that opens if the address names none. */
const FIRST = 'play';
const VIEWS = {
  play: { title: 'Play', load: () => import('./play/play.js') },
  place: { title: 'Solve', style: 'place/place.css', load: () => import('./place/place.js') },
  reduce: { title: 'Formulas', style: 'reduce/reduce.css', load: () => import('./reduce/reduce.js') },
  campaigns: { title: 'Compare', style: 'campaigns/campaigns.css', load: () => import('./campaigns/campaigns.js') },
};
/** The views that open a document of a format; the one that is shown, if it is among them, or else the first. */
const HOMES = {
  'gourds-instance': ['place', 'play'],
  'gourds-placement': ['place', 'play', 'reduce'],
  'gourds-configuration': ['play'],
  'gourds-plan': ['play'],
  'gourds-formula': ['reduce'],
};

function homeOf(document) {
  const homes = [...(HOMES[document?.format] ?? [])];
  if (document?.source?.formula) homes.push('reduce');
  return homes.includes(current) ? current : homes[0];
}

const made = new Map();
let current = null;
let wanted = null;

const app = {
  api,
  share,
  toast,
  theme,
  /** Show a document in the view that it belongs to, or in the one named. */
  async openDocument(document, name = '', where = homeOf(document), more = {}) {
    if (!where) throw new Error(`no view opens ${document?.format ?? 'this'}`);
    const view = await go(where);
    await view.load(document, name, more);
  },
  /** Bring a view to a state that came in a link or a file. */
  async openState({ view: name, state }) {
    if (!Object.hasOwn(VIEWS, name)) throw new Error('this file is for a view that this page does not have');
    const view = await go(name);
    try {
      await view.setState(state, { isForeign: true });
    } catch (error) {
      throw new Error(`the state cannot be shown: ${error.message}`);
    }
  },
  /** A style sheet of a view's own. */
  useStyle(name) {
    if (!document.querySelector(`link[href="/static/${name}"]`)) {
      document.head.append(el('link', { rel: 'stylesheet', href: `/static/${name}` }));
    }
  },
  /** The view that is shown: {name, view}. */
  current: () => ({ name: current, view: made.get(current) }),
  /** Run something and tell people if it fails. */
  async attempt(action) {
    try {
      return await action();
    } catch (error) {
      if (error.name !== 'Cancelled') toast(error.message, 'bad');
      return undefined;
    }
  },
};

/** Show a view, made when it is first needed. */
async function go(name) {
  wanted = name;
  const root = document.getElementById(`view-${name}`);
  if (!made.has(name)) {
    if (VIEWS[name].style) app.useStyle(VIEWS[name].style);
    const pending = VIEWS[name].load().then(({ createView }) => createView(root, app));
    made.set(name, pending);
    try {
      made.set(name, await pending);
      void restore(name);
    } catch (error) {
      made.delete(name);
      throw error;
    }
  }
  const view = await made.get(name);
  // The user may have moved to another view while this one was made.
  if (current !== name && wanted === name) {
    if (current) {
      made.get(current)?.hide?.();
      document.getElementById(`view-${current}`).hidden = true;
    }
    current = name;
    root.hidden = false;
    for (const tab of document.querySelectorAll('[data-view]')) {
      const isShown = tab.dataset.view === name;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    }
    document.title = `${VIEWS[name].title} · Gourds`;
    // An address without a view is no page of its own to come back to.
    if (location.hash.length < 2) history.replaceState(null, '', `#${name}`);
    else if (location.hash.slice(1).split('/')[0] !== name) history.pushState(null, '', `#${name}`);
    view.show?.();
  }
  return view;
}

/** Bring the keyboard to the board of the view that is shown. */
function focusBoard() {
  const root = document.getElementById(`view-${current}`);
  const found = root?.querySelector('canvas[tabindex], svg [tabindex="0"], svg[tabindex]') ?? root?.querySelector('a, button');
  found?.focus();
}

/** What the view was like before the page was loaded again. */
async function restore(name) {
  try {
    const kept = sessionStorage.getItem(`gourds ${name}`);
    if (kept) await made.get(name).setState?.(JSON.parse(kept));
  } catch {
    /* a state that cannot be read is no loss */
  }
}

function keep() {
  for (const [name, view] of made) {
    try {
      const state = (view.getKept ?? view.getState)?.();
      if (state) sessionStorage.setItem(`gourds ${name}`, JSON.stringify(state));
    } catch {
      /* too large or not ready */
    }
  }
}

/** Follow the address: a view, perhaps with a state. */
async function follow() {
  const { hash } = location;
  let found = { view: FIRST, state: null };
  try {
    if (hash.length > 1) found = await share.readLink(hash);
  } catch (error) {
    toast(error.message, 'bad');
    found = { view: hash.slice(1).split('/')[0], state: null };
  }
  const name = Object.hasOwn(VIEWS, found.view) ? found.view : FIRST;
  const settle = () => location.hash === hash && hash.includes('/') && history.replaceState(null, '', `#${name}`);
  await app.attempt(async () => {
    if (!found.state) settle();
    await go(name);
    if (found.state) await app.openState({ view: name, state: found.state }).finally(settle);
  });
}

document.getElementById('theme-button').addEventListener('click', () => theme.toggle());
document.getElementById('help-button').addEventListener('click', () => showHelp());
document.getElementById('tabs').addEventListener('click', (event) => {
  const tab = event.target.closest('[data-view]');
  if (!tab) return;
  event.preventDefault();
  app.attempt(() => go(tab.dataset.view));
});
document.getElementById('tabs').addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const tabs = [...event.currentTarget.children];
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  next.focus();
  app.attempt(() => go(next.dataset.view));
});
document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  focusBoard();
});
addEventListener('hashchange', follow);
addEventListener('pagehide', keep);
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.('input, textarea, select, [contenteditable], dialog')) return;
  if (event.key === '?') showHelp();
  else if (event.key.toLowerCase() === 'b') focusBoard();
});
/** A service worker keeps a copy of the page for times without its server; it waits until the page has nothing to do. */
addEventListener('load', () => {
  const later = window.requestIdleCallback ?? setTimeout;
  later(() => navigator.serviceWorker?.register('/service-worker.js').catch(() => {}));
});
watchDrops(document.body, (file) => app.attempt(() => openFile(app, file)));
window.gourds = app;
follow();
