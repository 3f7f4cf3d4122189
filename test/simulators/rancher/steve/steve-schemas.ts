import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound } from '../_core/rancher-errors.ts';
import { callerOf } from '../identity/caller.ts';
import type { Verb } from '../roles/role-rules.ts';
import { resourceOf } from './steve-asked.ts';
import { baseUrlOf } from './steve-collection.ts';

/** A kind that Rancher has only while its node driver for OpenStack is active. */
const CONFIG = 'rke-machine-config.cattle.io.openstackconfig';
const KINDS = ['provisioning.cattle.io.cluster', 'management.cattle.io.user', 'secret', CONFIG];

const METHODS: [verb: Verb, method: string][] = [
  ['delete', 'DELETE'],
  ['update', 'PUT'],
  ['update', 'PATCH'],
  ['get', 'GET'],
];

/** `/v1/schemas`: the caller's rights to each kind. */
export function steveSchemas(app: FastifyInstance, { drivers }: Pick<RancherContext, 'drivers'>): void {
  app.get('/schemas/:id', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    if (!KINDS.includes(id)) throw notFound('404 page not found');
    if (id === CONFIG && !drivers.hasKinds()) throw notFound('no such schema');
    const may = (verb: Verb) => callerOf(request).maySomewhere(resourceOf(`${id}s`), verb);
    return {
      ...{ id, type: 'schema', pluralName: `${id}s`, resourceFields: null },
      links: { collection: `${baseUrlOf(request)}/v1/${id}s`, self: `${baseUrlOf(request)}/v1/schemas/${id}` },
      resourceMethods: METHODS.filter(([verb]) => may(verb)).map(([, method]) => method),
      collectionMethods: ['GET', ...(may('create') ? ['POST'] : [])],
    };
  });
}

const RELEASES: Record<string, readonly string[]> = {
  rke2: ['v1.30.11+rke2r1', 'v1.31.7+rke2r1', 'v1.32.3+rke2r1', 'v1.33.0+rke2r1'],
  k3s: ['v1.31.7+k3s1', 'v1.32.3+k3s1'],
};

const further = z.strictObject({ version: z.string().regex(/\+rke2r\d+$/) });

/**
 * `/v1-rke2-release/releases`, and the same path for k3s: the Kubernetes versions that this Rancher can install.
 * Everybody may read them. `POST /_sim/releases` adds an RKE2 version until the next reset.
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
      ...{ type: 'collection', actions: {}, resourceType: 'releases' },
      links: { self: `${baseUrlOf(request)}${path}` },
      data: [...versions, ...(distribution === 'rke2' ? furtherReleases : [])].map((version) => ({
        ...{ id: version, type: 'release', version },
        links: { self: `${baseUrlOf(request)}${path}/${version}` },
      })),
    }));
  }
}
