import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { normanResource } from './norman-types.ts';
import { MANAGEMENT, normanRoot } from './open-routes.ts';
import { notFound, notSupported, RancherError } from './rancher-errors.ts';
import { baseUrlOf } from './steve-collection.ts';

/** `/v3/` itself; without the slash it is elsewhere. */
export function normanCatalogue(app: FastifyInstance): void {
  app.get('/', async (request) => normanRoot(baseUrlOf(request), MANAGEMENT));
  // The login step of older clients is a POST here; Rancher answers it with the list of its API's roots.
  app.post('/', async (request) => normanRoot(baseUrlOf(request), MANAGEMENT));
}

/** What no route answers: a type that is not there, a method that its type does not have, or what is not simulated. */
export function refuseUnknown(request: FastifyRequest): never {
  const [, , type = '', id, below] = (request.url.split('?')[0] ?? '').split('/');
  if (normanResource(type) === undefined) throw notFound(`failed to find schema ${type}`);
  if (below) throw notFound(`failed to find schema ${below}`);
  const isKnown = request.method !== 'GET' || id === undefined;
  if (request.method !== 'GET') throw notSupported(request.method);
  throw new RancherError(501, 'NotSimulated', `${type} is not simulated${isKnown ? '' : ' one by one'}`);
}

/** Without its slash the root of `/v3` is a redirection, before any key is looked at. */
export async function redirectRoot(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if ((request.url.split('?')[0] ?? '') !== '/v3') return;
  const link = '<a href="/v3/">Temporary Redirect</a>.\n\n';
  await reply.code(307).header('location', '/v3/').type('text/html; charset=utf-8').send(link);
}
