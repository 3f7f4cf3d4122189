import type { FastifyInstance } from 'fastify';
import { normanCollection, normanObject } from './norman-view.ts';
import type { RancherContext } from './rancher-context.ts';
import { baseUrlOf } from './steve-collection.ts';

/** `/v3` itself and projects: what a client reads about Rancher as such. */
export function normanCatalogue(app: FastifyInstance, { store }: RancherContext): void {
  // The login step of older clients is a POST here; Rancher answers it with the list of its API's roots.
  for (const method of ['GET', 'POST'] as const) {
    app.route({ method, url: '/', handler: async (request) => apiRoot(baseUrlOf(request)) });
  }
  app.get('/projects', async (request) =>
    normanCollection(
      request,
      { resourceType: 'project', filters: ['id', 'clusterId', 'name'] },
      [...store.projects.values()].map(({ uid, createdAt, ...project }) =>
        normanObject(baseUrlOf(request), {
          type: 'project',
          collection: 'projects',
          ...project,
          uuid: uid,
          created: createdAt,
        }),
      ),
    ),
  );
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
