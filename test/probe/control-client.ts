import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export type ControlClient = {
  /** Asks and waits for as long as the server lets it wait; undefined when the server is gone. */
  ask(path: string, body: unknown): Promise<unknown>;
  /** Sends a row with the next batch, and waits for nothing. */
  report(row: unknown): void;
  /** Sends the rows that are still to be sent. */
  flush(): Promise<void>;
};

/** Long enough for the rows of a burst, short enough for whoever waits for the report of an end. */
const BATCH_MS = 10;

/** The address itself, or what stands in the file; undefined while there is none. */
function addressOf(url: string): string | undefined {
  if (!url.startsWith('file:')) return url;
  try {
    return readFileSync(new URL(url), 'utf8');
  } catch {
    return undefined;
  }
}

/** What the function says to the test that runs it, on connections that are kept. */
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
