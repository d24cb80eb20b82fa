/**
 * The whole state of a view as text: plain JSON, compressed and in letters that survive in a link. Nothing is sent over
 * the network; the part after # stays in the browser.
 */

const FORMAT = 'gourds-workbench';
const VERSION = 1;
/** A text that unpacks to more bytes is refused: a few letters can stand for any number of them. */
const MOST_BYTES = 48 * 2 ** 20;

/** All bytes of a stream; throws if they are too many. */
export async function bytesOf(stream) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error('there is more in it than this page opens');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const through = (stream, bytes) => bytesOf(new Blob([bytes]).stream().pipeThrough(stream));

/** JSON to letters. */
export async function pack(value) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(value)));
  let text = '';
  for (let k = 0; k < bytes.length; k += 0x8000) text += String.fromCharCode(...bytes.subarray(k, k + 0x8000));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Letters back to JSON; throws if they are not what `pack` made. */
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes)));
}

/** The address that brings a view back to a state. */
export async function linkOf(view, state) {
  return `${location.origin}${location.pathname}#${view}/${await pack({ version: VERSION, ...state })}`;
}

/** The state in the address, {view, state}; state is null if there is none. Throws, with the reason, if it is damaged. */
export async function readLink(hash) {
  const [view, packed] = hash.replace(/^#/, '').split('/');
  if (!packed) return { view, state: null };
  let state;
  try {
    state = await unpack(packed);
  } catch {
    throw new Error('the link is damaged: its state cannot be read');
  }
  if (typeof state !== 'object' || state === null) throw new Error('the link is damaged: there is no state in it');
  checkVersion(state.version ?? VERSION);
  return { view, state };
}

function checkVersion(version) {
  if (version !== VERSION) throw new Error(`this was made by another version of the page (${String(version).slice(0, 20)})`);
}

/** The state as a file. */
export function stateFile(view, state) {
  return JSON.stringify({ format: FORMAT, version: VERSION, view, state }, null, 1);
}

/** The state in a file, {view, state}; null if it is not one of our documents. */
export function readStateFile(text) {
  if (!text.includes(FORMAT)) return null;
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  if (found?.format !== FORMAT) return null;
  checkVersion(found.version);
  return { view: found.view, state: found.state };
}
