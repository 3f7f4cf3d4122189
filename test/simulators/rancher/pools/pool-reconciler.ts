import type { RancherContext } from '../_core/rancher-context.ts';
import type { ProvisioningCluster } from '../_core/rancher-objects.ts';
import type { ClusterStatus } from '../clusters/cluster-status.ts';
import { capiUidOf } from './capi/capi-cluster-view.ts';
import { bootstrapTemplateName, replicasOf, type WantedDeployment } from './capi/machine-deployment.ts';
import { DYNAMIC_SCHEMA } from './machine-config-fields.ts';
import { hasPools, pooledSpec } from './machine-pool.ts';
import { BOOTSTRAP_TEMPLATE, CAPI_CLUSTER, HEALTH_CHECK, MACHINE_TEMPLATE, type PoolKind } from './pool-kinds.ts';
import {
  controlledBy,
  idOf,
  type MachineConfig,
  newHead,
  type OwnerReference,
  type PoolObject,
  poolKey,
  timeText,
} from './pool-objects.ts';
import { PoolProblem, type WantedPool, wantedPools } from './pool-objects-wanted.ts';

const PROVISIONING: PoolKind = {
  ...{ type: 'provisioning.cattle.io.cluster', apiVersion: 'provisioning.cattle.io/v1' },
  ...{ kind: 'Cluster', plural: 'clusters' },
};
type Given = Pick<PoolObject, 'name' | 'spec'> & Partial<Pick<PoolObject, 'labels' | 'annotations' | 'finalizers'>>;

const same = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

const ownersOf = (cluster: ProvisioningCluster): OwnerReference[] => [
  { apiVersion: CAPI_CLUSTER.apiVersion, kind: 'Cluster', name: cluster.name, uid: capiUidOf(cluster) },
];

function put(context: RancherContext, kind: PoolKind, { cluster, ...given }: Given & { cluster: ProvisioningCluster }) {
  const { store, nextRevision } = context;
  const id = `${cluster.namespace}/${given.name}`;
  const known = store.poolObjects.get(poolKey(kind, id));
  if (known && same(known.spec, given.spec)) return;
  if (known) {
    Object.assign(known, { spec: given.spec, generation: known.generation + 1, resourceVersion: nextRevision() });
    return;
  }
  const head = newHead(context, { ...given, namespace: cluster.namespace, ownerReferences: ownersOf(cluster) });
  store.poolObjects.set(poolKey(kind, id), { ...head, kind, cluster: idOf(cluster), spec: given.spec });
}

/** Replaces the values that Rancher wrote before, and keeps the values that other clients wrote. */
function merged(present: Record<string, string>, applied: object, wanted: Record<string, string>) {
  const others = Object.entries(present).filter(([key]) => !(key in applied));
  return { ...Object.fromEntries(others), ...wanted };
}

/**
 * Creates or updates a deployment. A deployment that is being deleted stays unchanged; a new one is created after it is
 * gone.
 */
function putDeployment(context: RancherContext, cluster: ProvisioningCluster, wanted: WantedDeployment): void {
  const { machineDeployments } = context.store;
  const applied = { labels: wanted.labels, annotations: wanted.annotations };
  const known = machineDeployments.get(`${cluster.namespace}/${wanted.name}`);
  const spec = { ...wanted.spec, replicas: replicasOf(wanted, known?.spec.replicas) };
  if (!known) {
    const head = newHead(context, { ...wanted, namespace: cluster.namespace, ownerReferences: ownersOf(cluster) });
    const finalizers = ['cluster.x-k8s.io/machinedeployment'];
    const made = { ...head, spec, applied, cluster: idOf(cluster), finalizers };
    machineDeployments.set(idOf(made), made);
    return;
  }
  const labels = merged(known.labels, known.applied.labels, wanted.labels);
  const annotations = merged(known.annotations, known.applied.annotations, wanted.annotations);
  const isSame = same(known.spec, spec) && same(known.labels, labels) && same(known.annotations, annotations);
  if (isSame || known.deletedAt !== undefined) return;
  if (!same(known.spec, spec)) known.generation += 1;
  Object.assign(known, { labels, annotations, applied, spec, resourceVersion: context.nextRevision() });
}

/** A pool without a copy of the driver's schema gets the current schema, and keeps it. */
function fillSchemas({ nextRevision }: RancherContext, cluster: ProvisioningCluster): void {
  const { rkeConfig } = cluster.spec;
  if (pooledSpec(cluster.spec).pools.every(({ dynamicSchemaSpec }) => dynamicSchemaSpec !== '')) return;
  const given: unknown = Object(rkeConfig).machinePools;
  const machinePools = (Array.isArray(given) ? given : []).map((pool) => ({
    ...pool,
    dynamicSchemaSpec: Object(pool).dynamicSchemaSpec || DYNAMIC_SCHEMA,
  }));
  cluster.spec = { ...cluster.spec, rkeConfig: { ...Object(rkeConfig), machinePools } };
  Object.assign(cluster, { generation: cluster.generation + 1, resourceVersion: nextRevision() });
}

/**
 * Rancher's controller that creates Cluster API objects from a cluster's pools. It also deletes the objects of removed
 * pools.
 */
export function poolReconciler(context: RancherContext, { status }: { status: ClusterStatus }) {
  const { store, nextRevision, clock } = context;

  function own(config: MachineConfig, cluster: ProvisioningCluster): void {
    if (config.ownerReferences.length > 0) return;
    config.ownerReferences = [controlledBy(PROVISIONING, cluster)];
    config.resourceVersion = nextRevision();
  }

  function putPool(cluster: ProvisioningCluster, { config, template, deployment, healthCheck }: WantedPool): void {
    own(config, cluster);
    put(context, MACHINE_TEMPLATE, { ...template, cluster });
    putDeployment(context, cluster, deployment);
    const { name } = deployment;
    if (healthCheck) put(context, HEALTH_CHECK, { name, spec: healthCheck, cluster });
    else store.poolObjects.delete(poolKey(HEALTH_CHECK, `${cluster.namespace}/${name}`));
  }

  /** Deletes the deployments of removed pools. Templates stay, because older machines may still use them. */
  function prune(cluster: ProvisioningCluster, wanted: WantedPool[]): void {
    const names = wanted.map(({ deployment }) => deployment.name);
    for (const deployment of store.machineDeployments.values()) {
      if (deployment.cluster !== idOf(cluster) || names.includes(deployment.name)) continue;
      deployment.deletedAt ??= timeText(clock.now());
      store.poolObjects.delete(poolKey(HEALTH_CHECK, idOf(deployment)));
    }
  }

  const isPooled = (cluster: ProvisioningCluster): boolean =>
    hasPools(cluster.spec) || [...store.machineDeployments.values()].some((one) => one.cluster === idOf(cluster));

  function reconcile(cluster: ProvisioningCluster): void {
    fillSchemas(context, cluster);
    const wanted = wantedPools(context, cluster);
    const spec = { clusterName: cluster.name, template: { spec: { clusterName: cluster.name } } };
    const labels = { 'rke.cattle.io/cluster-name': cluster.name };
    put(context, BOOTSTRAP_TEMPLATE, { name: bootstrapTemplateName(cluster), spec, labels, cluster });
    for (const pool of wanted) putPool(cluster, pool);
    prune(cluster, wanted);
  }

  return {
    /** If any pool has an error, nothing is changed, and the cluster's condition shows the error. */
    reconcile(cluster: ProvisioningCluster): void {
      if (cluster.deletedAt !== undefined || cluster.managementId === undefined || !isPooled(cluster)) return;
      try {
        reconcile(cluster);
        status.write(cluster, [['RKECluster', { status: 'True' }]]);
      } catch (error) {
        if (!(error instanceof PoolProblem)) throw error;
        status.write(cluster, [['RKECluster', { status: 'False', reason: 'Error', message: error.message }]]);
      }
    },
  };
}
