import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import { Refusal } from './refusal.ts';

/** How one service words a request it cannot read. */
export interface ServiceManners {
  invalid(error: ZodError): Refusal;
  /** An unknown path or a body that is not JSON. */
  refuse(status: number, message: string): Refusal;
  /** Sent beside `x-openstack-request-id`, for Nova. */
  requestIdHeader?: string;
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
      service.setNotFoundHandler(() => {
        throw manners.refuse(404, 'The resource could not be found.');
      });
      routes(service);
    },
    { prefix },
  );
}

function refusalOf(error: Error & { statusCode?: number }, manners: ServiceManners): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ZodError) return manners.invalid(error);
  if (error.statusCode === 400) return manners.refuse(400, error.message);
  // A defect of the simulator itself must be seen, not taken for the cloud's mood.
  console.error(error);
  return manners.refuse(500, error.message);
}
