import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mergePatch } from '../../_kit/merge-patch.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound } from '../_core/rancher-errors.ts';
import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import type { RancherControllers } from '../clusters/rancher-controllers.ts';
import { baseUrlOf, steveCollection } from '../steve/steve-collection.ts';
import type { SteveView } from '../steve/steve-list.ts';
import { capiClusterView, rkeClusterView } from './capi/capi-cluster-view.ts';
import { deploymentView, objectView, setView } from './capi/deployment-view.ts';
import { checkVersion } from './check-version.ts';
import {
  BOOTSTRAP,
  BOOTSTRAP_TEMPLATE,
  CAPI_CLUSTER,
  ETCD_SNAPSHOT,
  HEALTH_CHECK,
  INFRA_MACHINE,
  MACHINE_DEPLOYMENT,
  MACHINE_SET,
  MACHINE_TEMPLATE,
  type PoolKind,
  RKE_CLUSTER,
} from './pool-kinds.ts';
import { idOf, type ObjectHead, type PoolObject } from './pool-objects.ts';

type Written = (ObjectHead & { spec: unknown }) | ProvisioningCluster;

interface Listed<T extends Written> {
  kind: PoolKind;
  objects: ReadonlyMap<string, T>;
  view: (object: T, baseUrl: string) => SteveView;
  select?: (object: T) => boolean;
  /** Called when a client has changed labels, annotations or the changeable part of the spec. */
  changed?: (object: T) => void;
  /** Takes the changeable part from the new spec. */
  respecify?: (object: T, spec: unknown) => void;
  /** Called when a client deletes the object. Its controllers then remove it. */
  removed?: (object: T) => void;
}

/**
 * The objects that Rancher and Cluster API create for pools. Clients can read these objects and change the labels and
 * annotations. When a client deletes a deployment or set, its machines are deleted too. The owner then creates a new
 * deployment or set.
 */
export function stevePools(app: FastifyInstance, context: RancherContext, { pools }: RancherControllers): void {
  const { store } = context;
  const kept = (object: PoolObject, baseUrl: string) => objectView(context, object, baseUrl);
  routes<PoolObject>(app, context, {
    ...{ kind: MACHINE_TEMPLATE, objects: store.poolObjects, view: kept },
    select: (object) => object.kind === MACHINE_TEMPLATE,
    changed: pools.objectChanged,
    removed: pools.templateRemoved,
  });
  for (const kind of [BOOTSTRAP_TEMPLATE, BOOTSTRAP, HEALTH_CHECK, INFRA_MACHINE, ETCD_SNAPSHOT]) {
    routes<PoolObject>(app, context, {
      ...{ kind, objects: store.poolObjects, view: kept, select: (object) => object.kind === kind },
      changed: pools.objectChanged,
    });
  }
  routes(app, context, {
    ...{ kind: MACHINE_DEPLOYMENT, objects: store.machineDeployments },
    view: (deployment, baseUrl) => deploymentView(context, deployment, baseUrl),
    changed: pools.deploymentChanged,
    removed: pools.removed,
    respecify(deployment, spec) {
      const { replicas } = scaled.parse(spec);
      Object.assign(deployment, { spec: { ...deployment.spec, replicas }, generation: deployment.generation + 1 });
    },
  });
  routes(app, context, {
    ...{ kind: MACHINE_SET, objects: store.machineSets },
    view: (set, baseUrl) => setView(context, set, baseUrl),
    changed: pools.setChanged,
    removed: pools.removed,
  });
  const isMade = ({ managementId }: ProvisioningCluster): boolean => managementId !== undefined;
  routes(app, context, {
    ...{ kind: CAPI_CLUSTER, objects: store.provisioning, select: isMade },
    view: (cluster, baseUrl) => capiClusterView(store, cluster, baseUrl),
  });
  routes(app, context, {
    ...{ kind: RKE_CLUSTER, objects: store.provisioning, select: isMade },
    view: (cluster, baseUrl) => rkeClusterView(store, cluster, baseUrl),
  });
}

/** The field of a MachineDeployment that the autoscaler changes. */
const scaled = z.object({ replicas: z.number() });
const texts = z.record(z.string(), z.string()).default({});
const written = z.object({ metadata: z.object({ labels: texts, annotations: texts }), spec: z.unknown().optional() });
const place = z.object({ namespace: z.string(), name: z.string() });

function routes<T extends Written>(
  app: FastifyInstance,
  context: RancherContext,
  { kind, objects, view, select = () => true, changed, respecify, removed }: Listed<T>,
): void {
  const path = `/${kind.type}s`;
  const resource = `${kind.plural}.${kind.apiVersion.split('/')[0]}`;
  const get = (request: FastifyRequest): T => {
    const { namespace, name } = place.parse(request.params);
    const found = [...objects.values()].find((one) => select(one) && idOf(one) === `${namespace}/${name}`);
    if (!found) throw notFound(`${resource} "${name}" not found`);
    return found;
  };
  const list = async (request: FastifyRequest) =>
    steveCollection(request, context, {
      ...{ resourceType: kind.type, objects, select },
      view: (object) => view(object, baseUrlOf(request)),
    });
  app.get(path, list);
  app.get(`${path}/:namespace`, list);
  app.get(`${path}/:namespace/:name`, async (request) => view(get(request), baseUrlOf(request)));
  if (changed) writeRoutes(app, context, { path, resource, get, view, changed, respecify });
  if (!removed) return;
  app.delete(`${path}/:namespace/:name`, async (request) => {
    const object = get(request);
    removed(object);
    return view(object, baseUrlOf(request));
  });
}

interface Writes<T> {
  path: string;
  resource: string;
  get: (request: FastifyRequest) => T;
  view: (object: T, baseUrl: string) => SteveView;
  changed: (object: T) => void;
  respecify?: ((object: T, spec: unknown) => void) | undefined;
}

function writeRoutes<T extends Written>(
  app: FastifyInstance,
  context: RancherContext,
  { path, resource, get, view, changed, respecify }: Writes<T>,
): void {
  const take = (request: FastifyRequest, object: T, body: unknown): SteveView => {
    const { metadata, spec } = written.parse(body);
    if (spec !== undefined && JSON.stringify(spec) !== JSON.stringify(object.spec)) respecify?.(object, spec);
    const { labels, annotations } = metadata;
    Object.assign(object, { labels, annotations, resourceVersion: context.nextRevision() });
    changed(object);
    return view(object, baseUrlOf(request));
  };
  app.patch(`${path}/:namespace/:name`, async (request) => {
    const object = get(request);
    const { labels, annotations, spec } = object;
    return take(request, object, mergePatch({ metadata: { labels, annotations }, spec }, request.body));
  });
  app.put(`${path}/:namespace/:name`, async (request) => {
    const object = get(request);
    checkVersion(request.body, object, resource);
    return take(request, object, request.body);
  });
}
