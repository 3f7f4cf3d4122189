import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { randomName } from '../_kit/random-name.ts';
import { provisioningView } from './provisioning-view.ts';
import type { RancherContext } from './rancher-context.ts';
import type { RancherControllers } from './rancher-controllers.ts';
import { notFound, RancherError } from './rancher-errors.ts';
import type { ProvisioningCluster } from './rancher-objects.ts';
import { baseUrlOf, metadataSchema, steveCollection } from './steve-collection.ts';

const RESOURCE = 'clusters.provisioning.cattle.io';
const body = z.object({ metadata: metadataSchema, spec: z.record(z.string(), z.unknown()).default({}) });

/** `/v1/provisioning.cattle.io.clusters`: make, list, read, replace and delete provisioning clusters. */
export function steveClusters(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  const { provisioning } = context.store;
  const view = (request: FastifyRequest) => (cluster: ProvisioningCluster) =>
    provisioningView(context.store, cluster, baseUrlOf(request));
  const get = (request: FastifyRequest): ProvisioningCluster => {
    const { namespace, name } = z.object({ namespace: z.string(), name: z.string() }).parse(request.params);
    const found = provisioning.get(`${namespace}/${name}`);
    if (!found) throw notFound(`${RESOURCE} "${name}" not found`);
    return found;
  };
  const list = async (request: FastifyRequest) =>
    steveCollection(request, context, {
      resourceType: 'provisioning.cattle.io.cluster',
      objects: provisioning,
      view: view(request),
    });

  const path = '/provisioning.cattle.io.clusters';
  app.get(path, list);
  app.get(`${path}/:namespace`, list);
  app.get(`${path}/:namespace/:name`, async (request) => view(request)(get(request)));
  app.post(path, async (request, reply) => {
    const cluster = newCluster(parse(request.body), context.clock.now());
    const key = `${cluster.namespace}/${cluster.name}`;
    if (provisioning.has(key))
      throw new RancherError(409, 'AlreadyExists', `${RESOURCE} "${cluster.name}" already exists`);
    provisioning.set(key, cluster);
    controllers.created(cluster);
    return reply.code(201).send(view(request)(cluster));
  });
  app.put(`${path}/:namespace/:name`, async (request) => {
    const cluster = get(request);
    replace(cluster, parse(request.body));
    controllers.changed(cluster);
    return view(request)(cluster);
  });
  // The object is still there while its finalizers run, so steve answers it, marked with a deletion timestamp.
  app.delete(`${path}/:namespace/:name`, async (request) => {
    const cluster = get(request);
    controllers.removed(cluster);
    return view(request)(cluster);
  });
}

function parse(given: unknown): z.infer<typeof body> {
  const parsed = body.safeParse(given);
  if (!parsed.success) throw new RancherError(422, 'InvalidBodyContent', z.prettifyError(parsed.error));
  return parsed.data;
}

function newCluster({ metadata, spec }: z.infer<typeof body>, now: number): ProvisioningCluster {
  const name = metadata.name ?? `${metadata.generateName ?? ''}${randomName(5)}`;
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name)) {
    const message = `Cluster.provisioning.cattle.io "${name}" is invalid: metadata.name: Invalid value: "${name}"`;
    throw new RancherError(422, 'Invalid', message);
  }
  const { namespace, labels, annotations } = metadata;
  return {
    name,
    namespace,
    labels,
    annotations,
    spec,
    uid: randomUUID(),
    createdAt: new Date(now).toISOString(),
    generation: 1,
    resourceVersion: 1,
  };
}

function replace(cluster: ProvisioningCluster, { metadata, spec }: z.infer<typeof body>): void {
  // Steve answers a missing version as its own failure, not as the caller's.
  if (!metadata.resourceVersion) {
    throw new RancherError(500, 'ServerError', 'metadata.resourceVersion is required for update');
  }
  if (metadata.resourceVersion !== String(cluster.resourceVersion)) {
    const message = `Operation cannot be fulfilled on ${RESOURCE} "${cluster.name}": the object has been modified; please apply your changes to the latest version and try again`;
    throw new RancherError(409, 'Conflict', message);
  }
  const { labels, annotations } = metadata;
  const { generation, resourceVersion } = cluster;
  Object.assign(cluster, {
    labels,
    annotations,
    spec,
    generation: generation + 1,
    resourceVersion: resourceVersion + 1,
  });
}
