import { randomUUID } from 'node:crypto';
import { randomName } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ManagementCluster, ProvisioningCluster } from '../_core/rancher-objects.ts';
import { afterIn, clusterDevelopment } from './cluster-development.ts';
import type { ClusterStatus } from './cluster-status.ts';
import { withDefaults } from './provisioning-spec.ts';
import type { RegistrationTokens } from './registration-tokens.ts';

export const FINALIZER = {
  first: 'wrangler.cattle.io/provisioning-cluster-remove',
  rke: 'wrangler.cattle.io/rke-cluster-remove',
  cloudConfig: 'wrangler.cattle.io/cloud-config-secret-remover',
  capi: 'auth.cattle.io/capi-resources-cleanup',
  management: 'wrangler.cattle.io/mgmt-cluster-remove',
  rbac: 'controller.cattle.io/mgmt-cluster-rbac-remove',
} as const;
export const DISPLAY_NAME = 'provisioning.cattle.io/management-cluster-display-name';

type Parts = {
  status: ClusterStatus;
  tokens: RegistrationTokens;
  /** Called when infrastructure is ready. The machines that have already registered can start now. */
  infrastructureReady: (id: string) => void;
  /**
   * Called once Rancher has given the cluster its own id. After that, Rancher makes what the cluster's spec asks for.
   */
  assigned: (cluster: ProvisioningCluster) => void;
  /** Called for a new v3 cluster whose provisioning object was deleted meanwhile. */
  orphaned: (id: string) => void;
};

const isThere = ({ store }: RancherContext, cluster: ProvisioningCluster): boolean =>
  store.provisioning.get(`${cluster.namespace}/${cluster.name}`) === cluster;

function finalize({ nextRevision }: RancherContext, cluster: ProvisioningCluster, ...finalizers: string[]): void {
  cluster.finalizers.push(...finalizers);
  cluster.resourceVersion = nextRevision();
}

/**
 * The first write of a controller to a new cluster. It adds the defaults, and the finalizer that delays a later
 * deletion.
 */
function adopt(context: RancherContext, cluster: ProvisioningCluster): void {
  if (!isThere(context, cluster)) return;
  finalize(context, cluster, FINALIZER.first);
  cluster.spec = withDefaults(cluster.spec);
  cluster.generation += 1;
}

/** Controllers write to a new cluster again and again, so a client's PUT may come with an old version. */
function whileNew(context: RancherContext, cluster: ProvisioningCluster): void {
  const id = cluster.managementId ?? '';
  afterIn(context)(id, context.delays.controllerWrite, ({ isInfrastructureReady }) => {
    if (isInfrastructureReady) return;
    cluster.resourceVersion = context.nextRevision();
    whileNew(context, cluster);
  });
}

/** What Rancher does with a new cluster even if no machine registers. */
export function clusterLifecycle(context: RancherContext, parts: Parts) {
  const { store, clock, delays, nextRevision } = context;
  const { develop } = clusterDevelopment(context, parts);
  const after = afterIn(context);
  const nowText = (): string => new Date(clock.now()).toISOString();

  function assign(cluster: ProvisioningCluster): void {
    // The cluster was deleted before this controller ran, so it gets no v3 cluster.
    if (cluster.deletedAt && cluster.finalizers.length > 0) return;
    const id = `c-m-${randomName(8)}`;
    store.clusters.set(id, newManagementCluster(cluster, { id, now: nowText(), revision: nextRevision() }));
    if (isThere(context, cluster)) follow(cluster, id);
    else parts.orphaned(id);
  }

  function follow(cluster: ProvisioningCluster, id: string): void {
    cluster.managementId = id;
    cluster.annotations[DISPLAY_NAME] = cluster.name;
    cluster.observedGeneration = cluster.generation;
    finalize(context, cluster, FINALIZER.rke);
    parts.status.write(cluster, [
      ['RKECluster', { status: 'True' }],
      ['Reconciling', { status: 'True', reason: 'Reconciling' }],
      ['Stalled', { status: 'False' }],
      ['Created', { status: 'True' }],
    ]);
    develop(id);
    parts.assigned(cluster);
    whileNew(context, cluster);
    after(id, delays.clusterProjects / 3, () => finalize(context, cluster, FINALIZER.cloudConfig));
    after(id, delays.clusterProjects, () => finalize(context, cluster, FINALIZER.capi));
    const { infrastructureWait, registrationWait } = delays;
    after(id, infrastructureWait, () => parts.status.beginWaiting(id));
    after(id, infrastructureWait + 0.8 * registrationWait, ({ active }) => {
      if (!active) parts.status.mark(id, ['Connected'], { status: 'False' });
    });
    after(id, infrastructureWait + registrationWait, (management) => {
      management.isInfrastructureReady = true;
      parts.status.sync(id);
      parts.infrastructureReady(id);
    });
  }

  return {
    created(cluster: ProvisioningCluster): void {
      clock.after(delays.clusterAssign / 10, () => adopt(context, cluster));
      clock.after(delays.clusterAssign, () => assign(cluster));
    },
    imported({ name, description, creatorId }: Pick<ManagementCluster, 'name' | 'description' | 'creatorId'>) {
      const cluster: ManagementCluster = {
        ...bareManagementCluster(`c-${randomName(5)}`, nowText(), nextRevision()),
        ...{ name, description, creatorId, labels: { 'cattle.io/creator': 'norman' } },
      };
      store.clusters.set(cluster.id, cluster);
      develop(cluster.id, 2 * delays.clusterOwner);
      return cluster;
    },
  };
}

function newManagementCluster(
  from: ProvisioningCluster,
  { id, now, revision }: { id: string; now: string; revision: number },
): ManagementCluster {
  return {
    ...bareManagementCluster(id, now, revision),
    name: from.name,
    creatorId: from.creatorId,
    provisioningKey: `${from.namespace}/${from.name}`,
    origin: from,
  };
}

const bareManagementCluster = (id: string, createdAt: string, resourceVersion: number): ManagementCluster => ({
  ...{ id, name: '', description: '', uid: randomUUID(), createdAt, creatorId: '', resourceVersion },
  ...{ labels: {}, provisioningKey: '', conditions: [] },
  finalizers: [
    FINALIZER.management,
    'controller.cattle.io/cluster-agent-controller-cleanup',
    'controller.cattle.io/cluster-scoped-gc',
    'controller.cattle.io/cluster-provisioner-controller',
    FINALIZER.rbac,
  ],
  ...{ isReporting: false, isInfrastructureReady: false, contact: 'none', active: false },
});
