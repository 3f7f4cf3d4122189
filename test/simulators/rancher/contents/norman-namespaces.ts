import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { randomName } from '../../_kit/random-name.ts';
import { NAMESPACES } from '../../kubernetes/core-resources.ts';
import type { Admission } from '../../kubernetes/kubernetes-context.ts';
import { KubernetesError } from '../../kubernetes/kubernetes-error.ts';
import type { ObjectMeta } from '../../kubernetes/objects/kubernetes-objects.ts';
import { type Amounts, exceeding } from '../_core/quota-amounts.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound, RancherError } from '../_core/rancher-errors.ts';
import type { ContentObject, RancherProject } from '../_core/rancher-objects.ts';
import { isConnected } from '../_core/rancher-store.ts';
import { normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { kubernetesObject } from './content-shelf.ts';
import { CREATOR, PROJECT, QUOTA } from './content-types.ts';
import { limitsOf, namespaceLimits, sumOf } from './namespace-quota.ts';
import { NEW_STATUS, STATUS } from './namespace-status.ts';
import { CONTAINER_LIMIT, namespaceView } from './namespace-view.ts';
import { givenLimits } from './quota-controller.ts';

const texts = z.record(z.string(), z.string()).default({});
const given = z.object({
  name: z.string().default(''),
  description: z.string().optional(),
  projectId: z.string().nullish(),
  labels: texts,
  annotations: texts,
  resourceQuota: z.unknown().optional(),
});
type Given = z.infer<typeof given>;
const place = z.object({ id: z.string(), name: z.string().default('') });
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

export interface NamespaceCaller {
  userId: string;
  may(verb: 'get' | 'update' | 'delete', namespace: Pick<ContentObject, 'name'>): boolean;
  canMove: boolean;
  canSeeProject(projectId: string): boolean;
  canMake: boolean;
  /** Rancher's webhook in the cluster. */
  admit: Admission;
}
type CallerOf = (request: FastifyRequest, clusterId: string) => NamespaceCaller;

/** Namespaces are read and changed in the cluster itself, so its agent has to be connected. */
function connectedCluster({ store }: RancherContext, id: string): void {
  const cluster = store.clusters.get(id);
  const message = cluster
    ? 'ClusterUnavailable 503: cluster not found'
    : `clusters.management.cattle.io "${id}" not found`;
  if (!isConnected(store, id)) throw new RancherError(503, 'ClusterUnavailable', message);
}

/**
 * Refuses a namespace quota for which the project's quota has no room.
 * @throws RancherError 422
 */
function checkRoom(context: RancherContext, project: RancherProject, limits: Amounts, without: string): void {
  const most = limitsOf(project.resourceQuota);
  const over = most && exceeding(sumOf([givenLimits(context, project, without), limits]), most);
  if (over === undefined) return;
  const message = `exceeds projectLimit on fields: ${over}`;
  throw new RancherError(422, 'MaxLimitExceeded', message, 'resourceQuota');
}

/** `/v3/clusters/<id>/namespaces`, also under `/v3/cluster/<id>`. */
export function normanNamespaces(app: FastifyInstance, context: RancherContext, callerOf: CallerOf): void {
  for (const path of ['/clusters/:id/namespaces', '/cluster/:id/namespaces']) {
    listAndMake(app, path, context, callerOf);
    oneNamespace(app, `${path}/:name`, context, callerOf);
  }
}

function listAndMake(app: FastifyInstance, path: string, context: RancherContext, callerOf: CallerOf): void {
  const { contents } = context;
  app.get(path, async (request) => {
    const { id } = place.parse(request.params);
    connectedCluster(context, id);
    const caller = callerOf(request, id);
    const views = contents
      .listOf(id, 'namespace')
      .filter((it) => caller.may('get', it))
      .map((it) => namespaceView(it, { baseUrl: baseUrlOf(request), canMove: caller.canMove }));
    return normanCollection(request, { resourceType: 'namespace', createPath: `cluster/${id}/namespaces` }, views);
  });
  app.post(path, async (request, reply) => {
    const { id } = place.parse(request.params);
    connectedCluster(context, id);
    const caller = callerOf(request, id);
    const made = makeNamespace(context, id, caller, given.parse(request.body ?? {}));
    return reply.code(201).send(namespaceView(made, { baseUrl: baseUrlOf(request), canMove: caller.canMove }));
  });
}

/**
 * Makes a namespace as norman does. Controllers do the rest later. The namespace is refused if it would exceed the
 * quota of its project.
 */
export function makeNamespace(context: RancherContext, id: string, caller: NamespaceCaller, wanted: Given) {
  const { contents, store } = context;
  const {
    name = '',
    projectId,
    description,
    labels,
    annotations,
  } = { ...wanted, name: wanted.name || `n-${randomName(5)}` };
  if (name.length > 63 || !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name)) {
    throw new RancherError(422, 'InvalidFormat', `InvalidFormat 422: invalid value ${name}: ${LABEL_RULE}`, 'name');
  }
  const project = projectId ? store.projects.get(projectId) : undefined;
  checkProject(id, caller, projectId ?? undefined, project);
  admitted(context, id, caller, {
    name,
    metadata: { labels, annotations: { ...annotations, ...(projectId && { [PROJECT]: projectId }) } },
  });
  const own = limitsOf(wanted.resourceQuota);
  const usual = limitsOf(project?.namespaceDefaultResourceQuota);
  if (project && usual) checkRoom(context, project, { ...usual, ...own }, name);
  if (contents.find(id, 'namespace', name)) {
    throw new RancherError(409, 'AlreadyExists', `namespaces "${name}" already exists`);
  }
  return contents.add(id, 'namespace', {
    name,
    labels: { ...labels, 'cattle.io/creator': 'norman', 'kubernetes.io/metadata.name': name },
    annotations: {
      ...annotations,
      ...{ [STATUS]: NEW_STATUS, [CREATOR]: caller.userId },
      ...(projectId && { [PROJECT]: projectId }),
      ...(description !== undefined && { 'field.cattle.io/description': description }),
      ...(own && { [QUOTA]: JSON.stringify({ limit: own }) }),
      ...(usual && { [CONTAINER_LIMIT]: '{}' }),
    },
    body: { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
  });
}

function checkProject(
  clusterId: string,
  caller: NamespaceCaller,
  projectId: string | undefined,
  project: RancherProject | undefined,
): void {
  const name = projectId?.split(':')[1] ?? '';
  const forbidden = (what: string, how: string) =>
    new RancherError(403, 'Forbidden', `${what} is forbidden: User "${caller.userId}" cannot ${how}`);
  if (projectId !== undefined && !caller.canSeeProject(projectId)) {
    const how = `get resource "projects" in API group "management.cattle.io" in the namespace "${clusterId}"`;
    throw forbidden(`projects.management.cattle.io "${name}"`, how);
  }
  if (!caller.canMake) {
    throw forbidden('namespaces', 'create resource "namespaces" in API group "" at the cluster scope');
  }
  if (projectId !== undefined && !project) throw notFound(`projects.management.cattle.io "${name}" not found`);
}

/** @throws RancherError 403 */
export function checkMay(
  verb: 'get' | 'update' | 'delete',
  { name }: Pick<ContentObject, 'name'>,
  caller: Pick<NamespaceCaller, 'may' | 'userId'>,
): void {
  if (caller.may(verb, { name })) return;
  const message = `namespaces "${name}" is forbidden: User "${caller.userId}" cannot ${verb} resource "namespaces" in API group "" in the namespace "${name}"`;
  throw new RancherError(403, 'Forbidden', message);
}

/**
 * Norman writes through the cluster's API server, so Rancher's webhook there decides, too.
 * @throws RancherError 403
 */
function admitted(
  { contents }: Pick<RancherContext, 'contents'>,
  id: string,
  { admit }: NamespaceCaller,
  { name, metadata, old }: { name: string; metadata: Pick<ObjectMeta, 'labels' | 'annotations'>; old?: ContentObject },
): void {
  const before = old && kubernetesObject(NAMESPACES, old);
  try {
    admit({ resource: NAMESPACES, namespace: '', name, metadata, body: {}, old: before }, contents.inside(id).shelf);
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    throw new RancherError(error.code, error.reason, error.message);
  }
}

function oneNamespace(app: FastifyInstance, path: string, context: RancherContext, callerOf: CallerOf): void {
  const { contents } = context;
  const at = (request: FastifyRequest, ...verbs: ('update' | 'delete')[]) => {
    const { id, name } = place.parse(request.params);
    connectedCluster(context, id);
    const caller = callerOf(request, id);
    const found = contents.find(id, 'namespace', name);
    if (!found) throw notFound(`namespaces "${name}" not found`);
    for (const verb of ['get', ...verbs] as const) checkMay(verb, found, caller);
    const view = () => namespaceView(found, { baseUrl: baseUrlOf(request), canMove: caller.canMove });
    return { id, found, view, caller };
  };
  app.get(path, async (request) => at(request).view());
  app.put(path, async (request) => {
    const { id, found, view, caller } = at(request, 'update');
    const wanted = given.parse(request.body ?? {});
    const [labels, annotations] = [
      { ...found.labels, ...wanted.labels },
      { ...found.annotations, ...wanted.annotations },
    ];
    admitted(context, id, caller, { name: found.name, metadata: { labels, annotations }, old: found });
    putNamespace(context, found, wanted);
    return view();
  });
  app.delete(path, async (request) => {
    const { id, found, view } = at(request, 'delete');
    contents.delete(id, 'namespace', found);
    return view();
  });
  app.post(path, async (request, reply) => {
    const { found } = at(request, 'update');
    const { action = '' } = z.object({ action: z.string().optional() }).parse(request.query);
    if (action !== 'move') throw new RancherError(422, 'InvalidAction', `Invalid action: ${action}`);
    return moveNamespace(context, found, request, reply);
  });
}

/** Adds labels and annotations to the existing ones. Only `move` changes the project. */
function putNamespace(context: RancherContext, found: ContentObject, wanted: Given): void {
  const { contents, store } = context;
  const own = limitsOf(wanted.resourceQuota);
  const project = store.projects.get(found.annotations[PROJECT] ?? '');
  const usual = limitsOf(project?.namespaceDefaultResourceQuota);
  const limit = own && { ...usual, ...namespaceLimits(found), ...own };
  if (project && usual && limit) checkRoom(context, project, limit, found.name);
  contents.change(found, {
    labels: { ...found.labels, ...wanted.labels },
    annotations: {
      ...{ ...found.annotations, ...wanted.annotations },
      ...(wanted.description !== undefined && { 'field.cattle.io/description': wanted.description }),
      ...(limit && { [QUOTA]: JSON.stringify({ limit }) }),
    },
    body: found.body,
  });
}

/** The cluster's webhook does not see a move, so whoever may change the namespace moves it into any project. */
async function moveNamespace(
  context: RancherContext,
  found: ContentObject,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { contents, store } = context;
  const { projectId } = z.object({ projectId: z.string().nullish() }).parse(request.body ?? {});
  if (projectId && !store.projects.has(projectId)) {
    const message = `projects.management.cattle.io "${projectId.split(':')[1]}" not found`;
    throw new RancherError(500, 'ServerError', message);
  }
  const { [PROJECT]: _old, ...annotations } = found.annotations;
  contents.change(found, {
    ...{ labels: found.labels, body: found.body },
    annotations: projectId ? { ...annotations, [PROJECT]: projectId } : annotations,
  });
  return reply.code(200).send();
}
