/**
 * The server: requests with JSON bodies, files to download, and jobs that report progress and can be cancelled.
 *
 * const { shapes } = await api.hello();
 * const job = api.job('solve', { document, solver: 'auto' }, (text) => …);
 * const result = await job.done;   // throws Cancelled after job.cancel(), ApiError if it fails
 */

/** A refusal of the server, in one line for people. */
export class ApiError extends Error {
  constructor(message, status = 0) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** The work was cancelled, by the page or by the server. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled');
    this.name = 'Cancelled';
  }
}

async function send(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError('the server does not answer; is "gourds serve" still running?');
  }
  if (response.ok) return response;
  let message = `the server answered ${response.status}`;
  try {
    message = (await response.json()).error ?? message;
  } catch {
    /* no JSON: the status must do */
  }
  throw new ApiError(message, response.status);
}

/** The answer to a GET request, as JSON. */
export async function get(path) {
  return (await send('GET', path)).json();
}

/** The answer to a POST request, as JSON. */
export async function post(path, body) {
  return (await send('POST', path, body)).json();
}

/** A file that the server writes: {blob, name}. */
export async function file(path, body) {
  const response = await send('POST', path, body);
  const header = response.headers.get('Content-Disposition') ?? '';
  const name = /filename="?([^";]+)"?/.exec(header)?.[1] ?? 'gourds';
  return { blob: await response.blob(), name };
}

/** A question that is asked once, and again only if it failed. */
export function once(ask) {
  let answer = null;
  return () => {
    answer ??= ask().catch((error) => {
      answer = null;
      throw error;
    });
    return answer;
  };
}

/** What the server offers. */
export const hello = once(() => get('/api/hello'));

/** Start a job: {done: Promise of its result, cancel()}; `onProgress` is told what it does. Its event stream closes with the page, which cancels it. */
export function job(kind, body = {}, onProgress = () => {}) {
  let source = null;
  let id = null;
  let isOver = false;
  let giveUp;
  const stop = () => {
    isOver = true;
    source?.close();
  };
  const done = new Promise((resolve, reject) => {
    giveUp = () => reject(new Cancelled());
    const finish = (settle, value) => {
      if (isOver) return;
      stop();
      settle(value);
    };
    post('/api/jobs', { kind, ...body }).then(
      ({ id: given }) => {
        id = given;
        if (isOver) return void send('DELETE', `/api/jobs/${id}`).catch(() => {});
        source = new EventSource(`/api/jobs/${encodeURIComponent(id)}/events`);
        source.addEventListener('progress', (event) => onProgress(JSON.parse(event.data).text));
        source.addEventListener('result', (event) => finish(resolve, JSON.parse(event.data)));
        source.addEventListener('failed', (event) => finish(reject, new ApiError(JSON.parse(event.data).error)));
        source.addEventListener('cancelled', () => finish(reject, new Cancelled()));
        source.onerror = () => finish(reject, new ApiError('the connection to the server broke'));
      },
      (error) => finish(reject, error),
    );
  });
  return {
    done,
    cancel() {
      if (isOver) return;
      stop();
      if (id !== null) send('DELETE', `/api/jobs/${encodeURIComponent(id)}`).catch(() => {});
      giveUp();
    },
  };
}
