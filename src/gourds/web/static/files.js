/** Files in and out: by picker, by dropping, by pasting, by link; what is in a file is the server's to say. */

import { dialog, menu } from './dialog.js';
import { el, icon, saveBlob } from './dom.js';
import { bytesOf, linkOf, readStateFile, stateFile } from './share.js';

/** The text of a file, unzipped where it is gzipped. */
export async function textOf(file) {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return file.text();
  return new TextDecoder().decode(await bytesOf(file.stream().pipeThrough(new DecompressionStream('gzip'))));
}

/** Open a text of any format of the project in the view that it belongs to. */
export async function openText(app, text, name = '') {
  const kept = readStateFile(text);
  if (kept) {
    await app.openState(kept);
    return;
  }
  const { document } = await app.api.post('/api/read', { text });
  await app.openDocument(document, name.replace(/\.(json|txt|gz|1in3|cnf)\b/g, ''));
}

/** Open a file of any format of the project. */
export async function openFile(app, file) {
  await openText(app, await textOf(file), file.name);
}

/** Ask for a file and open it. */
export function pickFile(app) {
  const input = el('input', {
    type: 'file',
    'data-testid': 'file-input',
    hidden: true,
    onchange: () =>
      app.attempt(async () => {
        const [file] = input.files;
        input.remove();
        if (file) await openFile(app, file);
      }),
    oncancel: () => input.remove(),
  });
  document.body.append(input);
  input.click();
}

/** Ask for a text and open it. */
export function pasteText(app) {
  const text = el('textarea', { rows: 12, 'data-testid': 'paste-text', 'aria-label': 'Text', spellcheck: 'false' });
  const fault = el('p.verdict-line.bad', { role: 'alert', 'data-testid': 'paste-fault' });
  const box = dialog(
    'Paste a file',
    [
      el('p.soft',
        'An instance, a placement, a configuration or a plan as JSON; a drawing; a formula in words, as .1in3 or .cnf.',
      ),
      text,
      fault,
      el('div.row',
        el('button.primary', {
          'data-testid': 'paste-open',
          onclick: async () => {
            fault.textContent = '';
            try {
              await openText(app, text.value);
              box.close();
            } catch (error) {
              fault.textContent = error.message;
              text.focus();
            }
          },
        }, 'Open'),
      ),
    ],
    'paste-dialog',
  );
  text.focus();
}

/** Open files that are dropped on the page. */
export function watchDrops(root, open) {
  let depth = 0;
  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files');
  const mark = (change) => {
    depth = Math.max(0, depth + change);
    root.classList.toggle('is-dropping', depth > 0);
  };
  root.addEventListener('dragenter', (event) => {
    if (hasFiles(event)) mark(1);
  });
  root.addEventListener('dragleave', (event) => {
    if (hasFiles(event)) mark(-1);
  });
  root.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  root.addEventListener('drop', async (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    mark(0);
    for (const file of event.dataTransfer.files) await open(file);
  });
}

/** Have the server write a file and save it. */
export async function exportFile(app, body) {
  const { blob, name } = await app.api.file('/api/write', body);
  saveBlob(blob, name);
}

/**
 * The buttons Open, Export and Share of a view. `exports()` lists {label, kind, body, testid?} with bodies for
 * /api/write, or {title}; `opens()` lists more entries for Open; `puzzle()` gives what can be played, {document, start,
 * title}, or null.
 */
export function fileButtons(app, { view, exports, opens = () => [], state, puzzle = () => null }) {
  const open = menu(
    [icon('open'), 'Open'],
    () => [
      { label: 'File…', kind: 'or drop it', testid: 'open-file', action: () => pickFile(app) },
      { label: 'Pasted text…', testid: 'open-paste', action: () => pasteText(app) },
      ...opens(),
    ],
    'open-menu',
  );
  const save = menu(
    [icon('save'), 'Export'],
    () =>
      exports().map((entry) =>
        entry.title || entry.action
          ? entry
          : {
              testid: `export-${entry.body.form}`,
              ...entry,
              action: () => app.attempt(() => exportFile(app, entry.body)),
            },
      ),
    'export-menu',
  );
  const send = menu(
    [icon('link'), 'Share'],
    () => [
      {
        label: 'Copy a link',
        kind: 'with everything',
        testid: 'share-link',
        action: () => app.attempt(() => copyLink(app, view, state())),
      },
      {
        label: 'Save the state',
        kind: '.json',
        testid: 'share-file',
        action: () =>
          saveBlob(new Blob([stateFile(view, state())], { type: 'application/json' }), `gourds-${view}.json`),
      },
      ...(puzzle()
        ? [
            {
              label: 'A file that anybody can open',
              kind: '.html',
              testid: 'share-puzzle',
              action: () => app.attempt(() => savePuzzle(app, puzzle())),
            },
          ]
        : []),
    ],
    'share-menu',
  );
  return el('div.row.tight.file-buttons', open, save, send);
}

/**
 * Save the puzzle as a page to play on without a server. The server looks for a plan that hints and par come from, which
 * may take long: a dialog says so and can cancel it.
 */
async function savePuzzle(app, { document, start, title }) {
  const news = el('p', { role: 'status', 'data-testid': 'share-news' }, 'Looking for a short solution, for hints and par…');
  const fault = el('p.verdict-line.bad', { role: 'alert', 'data-testid': 'share-fault' });
  const meter = el('div.meter', el('i'));
  const stop = el('button', { 'data-testid': 'share-cancel', onclick: () => box.close() }, 'Cancel');
  const box = dialog('A file that anybody can open', [news, meter, fault, el('div.row', stop)], 'share-dialog');
  const job = app.api.job('share', { document, start, title }, (text) => {
    if (text !== 'running') news.textContent = `Looking for a short solution: ${text}`;
  });
  box.addEventListener('close', () => job.cancel());
  stop.focus();
  try {
    const { page } = await job.done;
    const name = (title || 'puzzle').replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60) || 'puzzle';
    saveBlob(new Blob([page], { type: 'text/html' }), `${name}.html`);
    box.close();
    app.toast('Saved: a page to play on, which needs no server and no network. Send it to anybody.', 'good');
  } catch (error) {
    if (error.name === 'Cancelled') return;
    news.remove();
    meter.remove();
    fault.textContent = error.message;
    stop.textContent = 'Close';
  }
}

/** Put a link with the whole state into the address bar and the clipboard. */
export async function copyLink(app, view, state) {
  const link = await linkOf(view, state);
  history.replaceState(null, '', link.slice(link.indexOf('#')));
  try {
    await navigator.clipboard.writeText(link);
    app.toast('The link is in the clipboard. It holds the whole state; nothing is sent anywhere.', 'good');
  } catch {
    app.toast('The link stands in the address bar. It holds the whole state; nothing is sent anywhere.', 'good');
  }
}
