import type { FastifyInstance } from 'fastify';
import { callerOf } from '../identity/caller.ts';
import { baseUrlOf } from './steve-collection.ts';
import { OPEN_TYPES } from './steve-door.ts';

/** The types that the root links to only if the caller has a right to objects of the type. */
const TYPES = ['provisioning.cattle.io.clusters', 'cluster.x-k8s.io.machines', 'secrets'];

/** `/v1` itself, with links to the types. */
export function steveRoot(app: FastifyInstance): void {
  app.get('/', async (request) => {
    const self = `${baseUrlOf(request)}/v1`;
    const types = [...OPEN_TYPES, ...TYPES.filter((type) => callerOf(request).maySomewhere(type))];
    const links = Object.fromEntries(
      types.map((type) => [type === 'apiroots' ? 'apiRoots' : type, linkOf(self, type)]),
    );
    return {
      ...{ type: 'collection', resourceType: 'apiRoot', links: { self }, actions: {} },
      data: [
        {
          ...{ id: 'v1', type: 'apiRoot', apiVersion: { version: 'v1' } },
          links: { ...links, schemas: self, root: self, self },
        },
        {
          ...{ id: 'proxy', type: 'apiRoot' },
          links: { root: `${baseUrlOf(request)}/apis`, self: `${self}/apiRoots/proxy` },
        },
      ],
    };
  });
}

const linkOf = (self: string, type: string): string => `${self}/${type === 'apiroots' ? 'apiRoots' : type}`;
