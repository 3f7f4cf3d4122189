import { randomUUID } from 'node:crypto';
import { randomName, unusedId } from '../../_kit/random-name.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import type { ManagementCluster, ProvisioningCluster } from '../_core/rancher-objects.ts';
import { projectControllers } from '../projects/project-controllers.ts';
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
const DISPLAY_NAME = 'provisioning.cattle.io/management-cluster-display-name';

type Parts = {
  status: ClusterStatus;
  tokens: RegistrationTokens;
  /** Of a v3 cluster whose provisioning object went while it was being made. */
  orphaned: (id: string) => void;
};

/** What Rancher does with a new cluster by itself, whether or not a machine ever comes. */
export function clusterLifecycle(context: RancherContext, { status, tokens, orphaned }: Parts) {
  const { store, clock, delays, nextRevision } = context;
  const projects = projectControllers(context);
  const isThere = (cluster: ProvisioningCluster): boolean =>
    store.provisioning.get(`${cluster.namespace}/${cluster.name}`) === cluster;
  const nowText = (): string => new Date(clock.now()).toISOString();

  function finalize(cluster: ProvisioningCluster, ...finalizers: string[]): void {
    cluster.finalizers.push(...finalizers);
    cluster.resourceVersion = nextRevision();
  }

  /** The first write after the request's: defaults, and the finalizer that keeps it when it is deleted. */
  function adopt(cluster: ProvisioningCluster): void {
    if (!isThere(cluster)) return;
    finalize(cluster, FINALIZER.first);
    cluster.spec = withDefaults(cluster.spec);
    cluster.generation += 1;
  }

  function assign(cluster: ProvisioningCluster): void {
    // Deleted before the controller came by: there is nothing to name any more.
    if (cluster.deletedAt && cluster.finalizers.length > 0) return;
    const id = `c-m-${randomName(8)}`;
    store.clusters.set(id, newManagementCluster(cluster, { id, now: nowText(), revision: nextRevision() }));
    if (isThere(cluster)) follow(cluster, id);
    else orphaned(id);
  }

  function follow(cluster: ProvisioningCluster, id: string): void {
    cluster.managementId = id;
    cluster.annotations[DISPLAY_NAME] = cluster.name;
    cluster.observedGeneration = cluster.generation;
    finalize(cluster, FINALIZER.rke);
    status.write(cluster, [
      ['RKECluster', { status: 'True' }],
      ['Reconciling', { status: 'True', reason: 'Reconciling' }],
      ['Stalled', { status: 'False' }],
      ['Created', { status: 'True' }],
    ]);
    develop(id);
    whileNew(cluster);
    after(id, delays.clusterProjects / 3, () => finalize(cluster, FINALIZER.cloudConfig));
    after(id, delays.clusterProjects, () => finalize(cluster, FINALIZER.capi));
    const { infrastructureWait, registrationWait } = delays;
    after(id, infrastructureWait, () => status.beginWaiting(id));
    after(id, infrastructureWait + 0.8 * registrationWait, () => status.mark(id, ['Connected'], { status: 'False' }));
    after(id, infrastructureWait + registrationWait, (management) => {
      management.isInfrastructureReady = true;
      status.sync(id);
    });
  }

  /** Unless the v3 cluster is on its way out, or gone. */
  function after(id: string, ms: number, work: (cluster: ManagementCluster) => void): void {
    clock.after(ms, () => {
      const cluster = store.clusters.get(id);
      if (cluster && !cluster.deletedAt) work(cluster);
    });
  }

  function whileNew(cluster: ProvisioningCluster): void {
    const id = cluster.managementId ?? '';
    after(id, delays.controllerWrite, ({ isInfrastructureReady }) => {
      if (isInfrastructureReady) return;
      cluster.resourceVersion = nextRevision();
      whileNew(cluster);
    });
  }

  /** Namespace, projects, owner, default token: what a v3 cluster gets, an imported one as well. */
  function develop(id: string, ownerAt = delays.clusterOwner): void {
    const name = { name: id, uid: randomUUID(), createdAt: nowText() };
    store.clusterNamespaces.set(id, { ...name, resourceVersion: nextRevision() });
    after(id, delays.clusterProjects, ({ creatorId }) => makeProject(id, 'Default', creatorId));
    after(id, 2 * delays.clusterProjects, ({ creatorId }) => makeProject(id, 'System', creatorId));
    after(id, ownerAt, (cluster) => {
      ownCluster(cluster);
      tokens.make(id, 'default-token');
      status.mark(id, ['CreatorMadeOwner', 'InitialRolesPopulated']);
    });
    after(id, 1.3 * ownerAt, () =>
      status.mark(id, ['BackingNamespaceCreated', 'DefaultProjectCreated', 'SystemProjectCreated']),
    );
    after(id, delays.clusterReport, (cluster) => {
      cluster.isReporting = true;
      status.mark(id, ['NoDiskPressure', 'NoMemoryPressure', 'ServiceAccountSecretsMigrated']);
    });
  }

  function makeProject(clusterId: string, name: 'Default' | 'System', creatorId: string): void {
    const id = unusedId(`${clusterId}:p-`, store.projects);
    const description = `${name} project created for the cluster`;
    const labels = { [`authz.management.cattle.io/${name.toLowerCase()}-project`]: 'true' };
    const project = { id, clusterId, name, description, labels, creatorId, createdAt: nowText(), uid: randomUUID() };
    store.projects.set(id, project);
    projects.made(project);
  }

  function ownCluster({ id: placeId, creatorId: userId }: ManagementCluster): void {
    const name = 'creator-cluster-owner';
    store.roleBindings.set(`${placeId}:${name}`, {
      ...{
        id: `${placeId}:${name}`,
        kind: 'cluster',
        name,
        placeId,
        roleTemplateId: 'cluster-owner',
        groupPrincipalId: '',
      },
      ...{ userId, userPrincipalId: `local://${userId}`, createdAt: nowText(), uid: randomUUID() },
    });
  }

  return {
    created(cluster: ProvisioningCluster): void {
      clock.after(delays.clusterAssign / 10, () => adopt(cluster));
      clock.after(delays.clusterAssign, () => assign(cluster));
    },
    /** A cluster that has no provisioning object: one that runs already and is to be imported. */
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
