import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from './rancher-context.ts';
import { notFound } from './rancher-errors.ts';
import { baseUrlOf } from './steve-collection.ts';

const KINDS = ['provisioning.cattle.io.cluster', 'management.cattle.io.user', 'secret'];

/** `/v1/schemas`: what the caller may do with each kind. Whoever has the one key of this Rancher may do everything. */
export function steveSchemas(app: FastifyInstance): void {
  app.get('/schemas/:id', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    if (!KINDS.includes(id)) throw notFound('404 page not found');
    return {
      id,
      type: 'schema',
      links: { collection: `${baseUrlOf(request)}/v1/${id}s`, self: `${baseUrlOf(request)}/v1/schemas/${id}` },
      pluralName: `${id}s`,
      resourceMethods: ['GET', 'DELETE', 'PUT', 'PATCH'],
      collectionMethods: ['GET', 'POST'],
    };
  });
}

const RELEASES: Record<string, readonly string[]> = {
  rke2: ['v1.30.11+rke2r1', 'v1.31.7+rke2r1', 'v1.32.3+rke2r1', 'v1.33.0+rke2r1'],
  k3s: ['v1.31.7+k3s1', 'v1.32.3+k3s1'],
};

const further = z.strictObject({ version: z.string().regex(/\+rke2r\d+$/) });

/**
 * `/v1-rke2-release/releases` and the same of k3s: what this Rancher can install, told to everybody. `POST /_sim/releases` adds one
 * of RKE2 until a reset.
 */
export function kubernetesReleases(app: FastifyInstance, { furtherReleases }: RancherContext): void {
  app.post('/_sim/releases', async (request, reply) => {
    const given = further.safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) });
    furtherReleases.add(given.data.version);
    return reply.code(201).send([...furtherReleases]);
  });
  for (const [distribution, versions] of Object.entries(RELEASES)) {
    const path = `/v1-${distribution}-release/releases`;
    app.get(path, async (request: FastifyRequest) => ({
      type: 'collection',
      links: { self: `${baseUrlOf(request)}${path}` },
      resourceType: 'release',
      data: [...versions, ...(distribution === 'rke2' ? furtherReleases : [])].map((version) => ({
        id: version,
        type: 'release',
        version,
      })),
    }));
  }
}
