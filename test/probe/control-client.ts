import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export type ControlClient = {
  /** Sends a request and waits until the server answers. Resolves to undefined if the server is gone. */
  ask(path: string, body: unknown): Promise<unknown>;
  /** Adds a row to the next batch and returns at once. */
  report(row: unknown): void;
  /** Sends the rows that have not been sent yet. */
  flush(): Promise<void>;
};

/**
 * This interval is long enough to collect the rows of a burst. It is short enough for a test that waits for a reported
 * row.
 */
const BATCH_MS = 10;

/** The address itself, or the content of the file at a `file:` URL. Undefined while the file does not exist. */
function addressOf(url: string): string | undefined {
  if (!url.startsWith('file:')) return url;
  try {
    return readFileSync(new URL(url), 'utf8');
  } catch {
    return undefined;
  }
}

/** The connection from a function to the test that runs the function. HTTP connections are kept alive. */
export function controlClient(url: string): ControlClient {
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string, body: unknown) => {
    const address = addressOf(url);
    return address && post(`${address}/${path}`, body);
  };
  const post = (to: string, body: unknown) =>
    new Promise<unknown>((resolve) => {
      const text = JSON.stringify(body);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      const asked = request(to, { method: 'POST', agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
        response.on('error', () => resolve(undefined));
      });
      asked.on('error', () => resolve(undefined));
      asked.end(text);
    });
  let rows: unknown[] = [];
  let planned: NodeJS.Timeout | undefined;
  const flush = async () => {
    clearTimeout(planned);
    planned = undefined;
    const batch = rows;
    rows = [];
    if (batch.length > 0) await ask('ended', batch);
  };
  const report = (row: unknown) => {
    rows.push(row);
    planned ??= setTimeout(() => void flush(), BATCH_MS);
  };
  return { ask, report, flush };
}
