import type { FastifyInstance } from 'fastify';

export interface JournalEntry {
  /** Milliseconds since 1970 on this machine's clock. */
  at: number;
  /** The client's User-Agent; empty if the client sends none. */
  client: string;
  method: string;
  /** Path and query. */
  url: string;
}

/**
 * The number of requests that are kept. It suffices for a whole order of many machines, and needs little memory in a
 * simulator that runs for days.
 */
const KEPT = 5_000;

/** Keeps the latest requests in the order in which they came. The request counts do not show this order. */
export function keepJournal(app: FastifyInstance) {
  let entries: JournalEntry[] = [];
  app.addHook('onRequest', async ({ method, originalUrl: url, headers }) => {
    if (url.startsWith('/_sim/')) return;
    entries.push({ at: Date.now(), client: headers['user-agent'] ?? '', method, url });
    if (entries.length > 2 * KEPT) entries = entries.slice(-KEPT);
  });
  return {
    rows: () => entries.slice(-KEPT),
    clear: () => {
      entries = [];
    },
  };
}

export type RequestJournal = ReturnType<typeof keepJournal>;
