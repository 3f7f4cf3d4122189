import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { Refusal } from './refusal.ts';

/** The schema's message for a value that the real service takes, but this simulator does not. */
export const NOT_SIMULATED = 'not simulated';

/** How one service answers a request that it cannot read. */
export interface ServiceManners {
  invalid(error: ZodError): Refusal;
  /** The answer to an unknown path, or to a body that is not JSON. */
  refuse(status: number, message: string): Refusal;
  /** A header that Nova sends in addition to `x-openstack-request-id`. */
  requestIdHeader?: string;
  /**
   * Matches requests that the real service knows, but that are not simulated. The pattern covers the method and the
   * path below the prefix (`POST /v2/images`).
   */
  unplayed?: RegExp;
}

/** Mounts one service under its prefix, with its own error bodies and request ids. */
export async function mountService(
  app: FastifyInstance,
  prefix: string,
  manners: ServiceManners,
  routes: (service: FastifyInstance) => void,
): Promise<void> {
  await app.register(
    async (service) => {
      service.addHook('onRequest', async (_request, reply) => {
        const id = `req-${randomUUID()}`;
        reply.header('x-openstack-request-id', id);
        if (manners.requestIdHeader) reply.header(manners.requestIdHeader, id);
      });
      service.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
        const refusal = refusalOf(error, manners);
        return reply.code(refusal.status).headers(refusal.headers).send(refusal.body);
      });
      service.setNotFoundHandler(({ method, url }) => {
        const path = url.split('?')[0] ?? '';
        if (manners.unplayed?.test(`${method} ${path.slice(prefix.length)}`)) {
          throw manners.refuse(501, `not simulated: ${method} ${path}`);
        }
        throw manners.refuse(404, 'The resource could not be found.');
      });
      routes(service);
    },
    { prefix },
  );
}

function refusalOf(error: Error & { statusCode?: number }, manners: ServiceManners): Refusal {
  if (error instanceof Refusal) return error;
  const unplayed = error instanceof ZodError && error.issues.find(({ message }) => message === NOT_SIMULATED);
  if (unplayed) return manners.refuse(501, `${NOT_SIMULATED}: ${unplayed.path.join('.')}`);
  if (error instanceof ZodError) return manners.invalid(error);
  if (error.statusCode === 400) return manners.refuse(400, error.message);
  // A defect of the simulator itself must be visible, and not look like a fault of the cloud.
  console.error(error);
  return manners.refuse(500, error.message);
}
