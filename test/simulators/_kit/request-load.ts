import type { FastifyInstance } from 'fastify';

export interface RequestLoad {
  /** The client's User-Agent up to the first slash; empty if the client sends none. */
  client: string;
  inFlight: number;
  mostInFlight: number;
}

/**
 * Measures how many requests of each client are served at the same moment. A request that hangs counts until its client
 * gives up.
 */
export function measureLoad(app: FastifyInstance) {
  const loads = new Map<string, RequestLoad>();
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/_sim/')) return;
    const client = (request.headers['user-agent'] ?? '').split('/')[0] ?? '';
    const load = loads.get(client) ?? { client, inFlight: 0, mostInFlight: 0 };
    loads.set(client, load);
    load.inFlight += 1;
    load.mostInFlight = Math.max(load.mostInFlight, load.inFlight);
    reply.raw.once('close', () => {
      load.inFlight -= 1;
    });
  });
  return {
    rows: () => [...loads].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, load]) => load),
    clear: () => loads.clear(),
  };
}

export type MeasuredLoad = ReturnType<typeof measureLoad>;
