import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound, notSupported, RancherError } from '../_core/rancher-errors.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { NORMAN_TYPES, normanResource, pluralOf } from './norman-types.ts';
import { MANAGEMENT, normanRoot } from './open-routes.ts';

/** `/v3/` itself. Without the slash, some releases redirect. */
export function normanCatalogue(app: FastifyInstance): void {
  app.get('/', async (request) => normanRoot(baseUrlOf(request), MANAGEMENT));
  // Older clients log in with a POST here. Rancher answers with the list of its API roots.
  app.post('/', async (request) => normanRoot(baseUrlOf(request), MANAGEMENT));
}

/** `/v3/schemas/<type>`: shows only that the type exists, without its fields. */
export function normanSchemas(app: FastifyInstance): void {
  app.get('/schemas/:type', async (request) => {
    const { type } = z.object({ type: z.string() }).parse(request.params);
    if (!NORMAN_TYPES.includes(type)) throw notFound(`failed to find schema ${type}`);
    const at = `${baseUrlOf(request)}/v3`;
    const collection = `${at}/${pluralOf(type).toLowerCase()}`;
    return {
      ...{ id: type, type: 'schema', baseType: 'schema', pluralName: pluralOf(type) },
      ...{ version: { group: 'management.cattle.io', path: '/v3', version: 'v3' }, actions: {} },
      links: { self: `${at}/schemas/${type}`, collection },
      ...{ resourceMethods: ['GET', 'PUT', 'DELETE'], collectionMethods: ['GET', 'POST'] },
    };
  });
}

/**
 * Refuses requests that have no route: an unknown type, a method that the type does not have, or something that is not
 * simulated.
 */
export function refuseUnknown(request: FastifyRequest): never {
  const [, , type = '', id, below] = (request.url.split('?')[0] ?? '').split('/');
  if (normanResource(type) === undefined) throw notFound(`failed to find schema ${type}`);
  if (below) throw notFound(`failed to find schema ${below}`);
  const isKnown = request.method !== 'GET' || id === undefined;
  if (request.method !== 'GET') throw notSupported(request.method);
  throw new RancherError(501, 'NotSimulated', `${type} is not simulated${isKnown ? '' : ' one by one'}`);
}

/** Some releases redirect `/v3` to `/v3/`, even before any key is checked. */
export function redirectRoot({ release }: Pick<RancherContext, 'release'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!release.redirectsRoot || (request.url.split('?')[0] ?? '') !== '/v3') return;
    const link = '<a href="/v3/">Temporary Redirect</a>.\n\n';
    await reply.code(307).header('location', '/v3/').type('text/html; charset=utf-8').send(link);
  };
}
