import type { FastifyInstance } from 'fastify';
import { baseUrlOf } from './steve-collection.ts';

/** `/v3` itself. */
export function normanCatalogue(app: FastifyInstance): void {
  // The login step of older clients is a POST here; Rancher answers it with the list of its API's roots.
  for (const method of ['GET', 'POST'] as const) {
    app.route({ method, url: '/', handler: async (request) => apiRoot(baseUrlOf(request)) });
  }
}

function apiRoot(baseUrl: string) {
  const links = Object.fromEntries(
    ['clusters', 'nodes', 'projects', 'settings'].map((name) => [name, `${baseUrl}/v3/${name}`]),
  );
  return {
    type: 'apiRoot',
    baseType: 'apiRoot',
    apiVersion: { group: 'management.cattle.io', path: '/v3', version: 'v3' },
    links: { ...links, self: `${baseUrl}/v3`, root: `${baseUrl}/v3` },
    actions: {},
  };
}
