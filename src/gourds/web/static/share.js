/**
 * The whole state of a view as text: plain JSON, compressed and in letters that survive in a link. Nothing is sent to
 * anybody; the part after # stays in the browser.
 */

const FORMAT = 'gourds-workbench';

async function through(stream, bytes) {
  const body = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

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
  return `${location.origin}${location.pathname}#${view}/${await pack(state)}`;
}

/** The state in the address, {view, state}; state is null if there is none. */
export async function readLink(hash) {
  const [view, packed] = hash.replace(/^#/, '').split('/');
  return { view, state: packed ? await unpack(packed) : null };
}

/** The state as a file, and back; null if a document is none of ours. */
export function stateFile(view, state) {
  return JSON.stringify({ format: FORMAT, version: 1, view, state }, null, 1);
}

export function readStateFile(text) {
  if (!text.includes(FORMAT)) return null;
  try {
    const found = JSON.parse(text);
    return found.format === FORMAT ? { view: found.view, state: found.state } : null;
  } catch {
    return null;
  }
}
