import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RancherContext } from '../_core/rancher-context.ts';
import { behindRoutes } from '../behind/behind-routes.ts';
import { publishedCharts } from '../catalogs/catalog-routes.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { CLUSTER_TYPES, NORMAN_TYPES, PROJECT_TYPES, pluralOf } from './norman-types.ts';

/**
 * Routes that need no sign-in. Rancher's own routes show that Rancher runs, its release, and the paths of its APIs. The
 * others control the simulator.
 */
export function openRoutes(app: FastifyInstance, context: RancherContext): void {
  const { release } = context;
  publishedCharts(app, context);
  behindRoutes(app, context);
  app.get('/ping', async (_request, reply) => sendText(reply, 'pong'));
  app.get('/rancherversion', async (_request, reply) =>
    sendText(reply, JSON.stringify({ Version: release.version, GitCommit: 'local', RancherPrime: 'false' })),
  );
  app.get('/', async (request) => {
    const baseUrl = baseUrlOf(request);
    const self = `${baseUrl}/`;
    const data = ROOTS.map((root) => normanRoot(baseUrl, root));
    return {
      ...{ type: 'collection', resourceType: 'apiRoot', links: { self }, actions: {} },
      pagination: { limit: 1000, total: data.length },
      sort: { order: 'asc', reverse: `${self}?order=desc` },
      data,
    };
  });
  app.setNotFoundHandler((_request, reply) => sendText(reply.code(404), '404 page not found\n'));
}

const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.type('text/plain; charset=utf-8').send(text);

interface NormanRoot {
  group: string;
  path: string;
  version: string;
  types: string[];
}
export const MANAGEMENT: NormanRoot = {
  ...{ group: 'management.cattle.io', path: '/v3', version: 'v3' },
  types: [...NORMAN_TYPES.map(pluralOf), 'subscribe'],
};
const ROOTS: NormanRoot[] = [
  { group: 'meta.cattle.io', path: '/meta', version: 'v1', types: ['apiRoots', 'schemas', 'subscribe'] },
  MANAGEMENT,
  {
    ...{ group: 'cluster.cattle.io', path: '/v3/cluster', version: 'v3' },
    types: [...CLUSTER_TYPES.map(pluralOf), 'subscribe'],
  },
  {
    ...{ group: 'project.cattle.io', path: '/v3/project', version: 'v3' },
    types: [...PROJECT_TYPES.map(pluralOf), 'subscribe'],
  },
];

export function normanRoot(baseUrl: string, { group, path, version, types }: NormanRoot) {
  const at = `${baseUrl}${path}`;
  const links = Object.fromEntries(types.map((type) => [type, `${at}/${type.toLowerCase()}`]));
  return {
    ...{ type: 'apiRoot', baseType: 'apiRoot', apiVersion: { group, path, version } },
    links: { ...links, self: at, root: at },
  };
}
