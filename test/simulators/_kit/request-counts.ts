import type { FastifyInstance } from 'fastify';

export interface RequestCount {
  method: string;
  /** The path without the query, so that pages and filters of one list count together. */
  path: string;
  count: number;
}

/** Counts the requests of clients, even those that end in a 404 or a fault. Requests to `/_sim` are not counted. */
export function countRequests(app: FastifyInstance) {
  const counts = new Map<string, RequestCount>();
  app.addHook('onRequest', async ({ method, url }) => {
    if (url.startsWith('/_sim/')) return;
    const path = url.split('?')[0] ?? url;
    const row = counts.get(`${path} ${method}`) ?? { method, path, count: 0 };
    counts.set(`${path} ${method}`, { ...row, count: row.count + 1 });
  });
  return {
    rows: () => [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
    clear: () => counts.clear(),
  };
}

export type RequestCounts = ReturnType<typeof countRequests>;
