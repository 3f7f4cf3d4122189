import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { jsonPatch } from '#test/simulators/kubernetes/objects/json-patch';
import { mergePatch } from '../../_kit/merge-patch.ts';
import { randomName } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound, RancherError } from '../_core/rancher-errors.ts';
import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import type { RancherStore } from '../_core/rancher-store.ts';
import { callerOf } from '../identity/caller.ts';
import { admitRestore } from '../operations/restore-spec.ts';
import { withSchemas } from '../pools/pool-admission.ts';
import { baseUrlOf, steveCollection } from '../steve/steve-collection.ts';
import { type AdmissionInput, admitChange, admitNew, type Caller } from './provisioning-admission.ts';
import { readCluster, type WrittenCluster } from './provisioning-body.ts';
import { provisioningView } from './provisioning-view.ts';
import type { RancherControllers } from './rancher-controllers.ts';

const RESOURCE = 'clusters.provisioning.cattle.io';
const CREATOR = 'field.cattle.io/creatorId';
const PATH = '/provisioning.cattle.io.clusters';
const PATCHES: Record<string, (object: unknown, patch: unknown) => unknown> = {
  'application/merge-patch+json': mergePatch,
  'application/json-patch+json': jsonPatch,
};

/** `/v1/provisioning.cattle.io.clusters`: make, list, read, replace, patch and delete provisioning clusters. */
export function steveClusters(app: FastifyInstance, context: RancherContext, controllers: RancherControllers): void {
  const { store } = context;
  const { provisioning } = store;
  const view = (request: FastifyRequest) => (cluster: ProvisioningCluster) => {
    if (cluster.managementId) controllers.status.sync(cluster.managementId);
    return provisioningView(store, cluster, { baseUrl: baseUrlOf(request) });
  };
  const list = async (request: FastifyRequest) =>
    steveCollection(request, context, {
      resourceType: 'provisioning.cattle.io.cluster',
      objects: provisioning,
      view: view(request),
    });
  const written = (request: FastifyRequest, cluster: ProvisioningCluster, sent: WrittenCluster) => {
    const given = { ...sent, spec: withSchemas(sent.spec, cluster.spec, sent.annotations) };
    admitChange(admissionInput(store, given, { name: cluster.name, caller: asker(context, request) }), cluster.spec);
    admitRestore(store, cluster.namespace, { spec: given.spec, before: cluster.spec });
    replace(cluster, given, context.nextRevision());
    controllers.changed(cluster);
    return provisioningView(store, cluster, { baseUrl: baseUrlOf(request), isListed: false });
  };

  app.get(PATH, list);
  app.get(`${PATH}/:namespace`, list);
  app.get(`${PATH}/:namespace/:name`, async (request) => view(request)(get(store, request)));
  for (const path of [PATH, `${PATH}/:namespace`])
    app.post(path, async (request, reply) => {
      const given = readCluster(request.body, { namespace: namespaceOf(request) });
      const cluster = create(context, given, asker(context, request));
      provisioning.set(`${cluster.namespace}/${cluster.name}`, cluster);
      controllers.created(cluster);
      const fresh = { baseUrl: baseUrlOf(request), isFresh: true, isListed: false };
      return warn(reply.code(201), given).send(provisioningView(store, cluster, fresh));
    });
  app.post(`${PATH}/:namespace/:name`, async (request) => {
    const { action = '' } = z.object({ action: z.string().optional() }).parse(request.query);
    throw new RancherError(403, 'PermissionDenied', `no such action ${action}`);
  });
  // Only the name in the body counts, not the name in the path.
  app.put(`${PATH}/:namespace/:name`, async (request, reply) => {
    const given = readCluster(request.body, { namespace: namespaceOf(request), isUpdate: true });
    if (given.resourceVersion === undefined)
      throw new RancherError(500, 'ServerError', 'metadata.resourceVersion is required for update');
    const cluster = find(store, given.name, given.namespace);
    if (given.resourceVersion !== String(cluster.resourceVersion)) throw conflict(cluster);
    return warn(reply, given).send(written(request, cluster, given));
  });
  app.patch(`${PATH}/:namespace/:name`, async (request, reply) => {
    const cluster = get(store, request);
    const given = patched(request, view(request)(cluster));
    return warn(reply, given).send(written(request, cluster, given));
  });
  // The object still exists while its finalizers run. Steve then answers with the object, which has a deletion
  // timestamp.
  app.delete(`${PATH}/:namespace/:name`, async (request, reply) => {
    const cluster = get(store, request);
    return controllers.removed(cluster) ? reply.code(204).send() : view(request)(cluster);
  });
}

const asker = ({ store }: RancherContext, request: FastifyRequest): Caller => {
  const { userId, token } = callerOf(request);
  const username = store.users.get(userId)?.username ?? '';
  return { userId, username, tokenId: token?.id ?? '', host: request.host };
};

function patched(request: FastifyRequest, { metadata, spec }: ReturnType<typeof provisioningView>): WrittenCluster {
  const patch = PATCHES[(request.headers['content-type'] ?? '').split(';')[0] ?? ''];
  if (!patch) throw new RancherError(415, 'UnsupportedMediaType', 'the body of the request was in an unknown format');
  const { resourceVersion: _, ...rest } = metadata;
  return readCluster(patch({ metadata: rest, spec }, request.body), { isUpdate: true });
}

const find = ({ provisioning }: RancherStore, name: string, namespace: string): ProvisioningCluster => {
  const found = provisioning.get(`${namespace}/${name}`);
  if (!found) throw notFound(`${RESOURCE} "${name}" not found`);
  return found;
};
const get = (store: RancherStore, request: FastifyRequest): ProvisioningCluster => {
  const { namespace, name } = z.object({ namespace: z.string(), name: z.string() }).parse(request.params);
  return find(store, name, namespace);
};

const namespaceOf = (request: FastifyRequest): string | undefined =>
  z.object({ namespace: z.string().optional() }).parse(request.params ?? {}).namespace;

function warn(reply: FastifyReply, { unknown }: WrittenCluster): FastifyReply {
  const warnings = unknown.toSorted().map((field) => `299 - unknown field "${field}"`);
  return warnings.length > 0 ? reply.header('warning', warnings.join(', ')) : reply;
}

const conflict = ({ name }: ProvisioningCluster): RancherError =>
  new RancherError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${RESOURCE} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
  );

const admissionInput = (
  { secrets }: RancherStore,
  given: WrittenCluster,
  { name, caller }: Pick<AdmissionInput, 'name' | 'caller'>,
): AdmissionInput => {
  const { namespace, labels, spec } = given;
  const object = { apiVersion: 'provisioning.cattle.io/v1', kind: 'Cluster', metadata: { name, namespace }, spec };
  return { name, namespace, labels, spec, object, caller, hasSecret: (id) => secrets.has(id) };
};

/** The namespaces of Rancher's own cluster in which there can be clusters. */
const WORKSPACES = ['fleet-default', 'fleet-local', 'default'];

function create(
  { store, clock, nextRevision }: RancherContext,
  given: WrittenCluster,
  caller: Caller,
): ProvisioningCluster {
  const { namespace, labels, annotations, spec } = given;
  // A cluster with neither `name` nor `generateName` gets a random name that begins with `p`, the first letter of its
  // type.
  const generateName = given.name === '' ? given.generateName || 'p-' : '';
  const name = given.name || `${generateName}${randomName(5)}`;
  const isNamespace = WORKSPACES.includes(namespace) || store.clusterNamespaces.has(namespace);
  if (!isNamespace) throw notFound(`namespaces "${namespace}" not found`);
  admitNew(admissionInput(store, given, { name, caller }));
  if (store.provisioning.has(`${namespace}/${name}`))
    throw new RancherError(409, 'AlreadyExists', `${RESOURCE} "${name}" already exists`);
  return {
    ...{ name, namespace, generateName, labels, spec },
    annotations: { [CREATOR]: caller.userId, ...annotations },
    creatorId: caller.userId,
    uid: randomUUID(),
    createdAt: `${new Date(clock.now()).toISOString().slice(0, 19)}Z`,
    ...{ generation: 1, observedGeneration: 0 },
    resourceVersion: nextRevision(),
    ...{ finalizers: [], conditions: [] },
  };
}

function replace(cluster: ProvisioningCluster, given: WrittenCluster, revision: number): void {
  const { labels, annotations, spec } = given;
  const generation = cluster.generation + (isDeepStrictEqual(spec, cluster.spec) ? 0 : 1);
  Object.assign(cluster, { labels, annotations, spec, generation, resourceVersion: revision });
}
