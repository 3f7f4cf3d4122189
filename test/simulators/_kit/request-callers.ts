import type { FastifyInstance } from 'fastify';
import type { Identify, RequestCaller } from './simulator-definition.ts';

export interface AnsweredRequest extends RequestCaller {
  method: string;
  /** The pattern of the path, such as `/v3/users/:id`. Empty for a path that no route has. */
  route: string;
  /** Path and query. */
  url: string;
  status: number;
}

/** The number of requests that are kept. */
const KEPT = 5_000;

/** Keeps for the latest requests who made them and what was answered. */
export function keepCallers(app: FastifyInstance, identify: Identify | undefined) {
  let answered: AnsweredRequest[] = [];
  if (identify) {
    app.addHook('onResponse', async (request, { statusCode: status }) => {
      const { method, originalUrl: url, routeOptions } = request;
      if (url.startsWith('/_sim/')) return;
      answered.push({ method, route: routeOptions.url ?? '', url, status, ...identify(request) });
      if (answered.length > 2 * KEPT) answered = answered.slice(-KEPT);
    });
  }
  return {
    rows: () => answered.slice(-KEPT),
    clear: () => {
      answered = [];
    },
  };
}

export type RequestCallers = ReturnType<typeof keepCallers>;
