import { apart } from '#shared/deadline';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import type { SeenCluster } from '#shared/domain/nodes/observe-nodes';
import type { Flavor } from '#shared/domain/planning/cloud-facts';
import { clusterTag } from '#shared/domain/planning/naming';
import type { PoolAmendments } from '#shared/domain/pools/rendering/amended-pools';
import {
  BackendThrottled,
  BackendUnauthorized,
  BackendUnavailable,
  Misconfigured,
  NotFound,
  OutOfTime,
} from '#shared/errors';
import type { ClusterApiSessions } from '#shared/ports/cluster-api';
import type { FloatingIp, OpenStack, Server } from '#shared/ports/openstack';
import type { CloudAdmin } from '#shared/ports/openstack/cloud-admin';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { ManagementCluster, RancherNode } from '#shared/ports/rancher/rancher-objects';
import type { MachineOfCluster, PoolDeployment } from '#shared/ports/rancher/rancher-pools';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { managementClusters } from './management-clusters.ts';

export type BackendDeps = {
  store: Pick<Store, 'tenants' | 'settings'>;
  openstack: Pick<OpenStackSessions, 'admin' | 'open'>;
  rancher: RancherSessions;
  clusterApi: Pick<ClusterApiSessions, 'open'>;
  clock: Clock;
};
type InRancher = Pick<Cluster, 'uuid' | 'settingsUuid' | 'backendId' | 'name' | 'provisioningName'>;

/** Reads clouds and Ranchers. A repeated read in the same run returns the first result. */
export type Backends = {
  listFloatingIps(tenant: ClusterTenant): Promise<FloatingIp[]>;
  /** Lists all servers of the tenant. With `of`, lists only servers that have the tag of this cluster. */
  listServers(tenantUuid: Uuid, of?: Pick<Cluster, 'uuid'>): Promise<Server[]>;
  openTenant(tenantUuid: Uuid): Promise<OpenStack>;
  listFlavors(tenantUuid: Uuid): Promise<Flavor[]>;
  /** Finds a cluster in Rancher. Returns undefined when Rancher does not have the cluster or is deleting it. */
  findCluster(cluster: InRancher): Promise<ManagementCluster | undefined>;
  /**
   * Lists nodes that have joined. Also reads the list of machines if a node of `hostnames` has not joined, or if a node
   * does not name its machine.
   */
  listJoined(cluster: InRancher, hostnames: readonly string[]): Promise<RancherNode[]>;
  /** Machines and MachineDeployments of a cluster with pools. */
  listPools(cluster: InRancher & Pick<Cluster, 'modified'>): Promise<PoolsInRancher>;
  /** Finds a cluster in Cluster API. Returns undefined when Cluster API does not have it or is deleting it. */
  findInClusterApi(cluster: Cluster): Promise<SeenCluster | undefined>;
  /** Changes a cluster's pools in Rancher after an observation. */
  amendPools(cluster: InRancher, amendments: PoolAmendments): Promise<void>;
  /**
   * Failures by the uuid of a cloud, tenant, provider or cluster. After a failure, every later request in this run to
   * the same cloud, tenant, provider or cluster fails at once with the same error.
   */
  failures: ReadonlyMap<Uuid, unknown>;
};

type Guarded = <T>(keys: readonly Uuid[], work: () => Promise<T>, blamed?: (error: unknown) => Uuid) => Promise<T>;
/**
 * Makes a guard that does not repeat requests after a failure. The keys of a request are the uuids of the cloud,
 * tenant, provider or cluster that it needs. A failure is recorded under the key that `blamed` returns, or else under
 * the first key. Later requests with this key fail with the same error. `OutOfTime` is not recorded, because it
 * concerns a single cluster.
 */
function failingOnce(failures: Map<Uuid, unknown>): Guarded {
  return async (keys, work, blamed) => {
    for (const key of keys) if (failures.has(key)) throw failures.get(key);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutOfTime)) failures.set(blamed?.(error) ?? keys[0] ?? '', error);
      throw error;
    }
  };
}

/** Makes a function that does its work once for each key. A later call with the same key gets the same promise. */
type Once = <T>(make: (key: Uuid) => Promise<T>) => (key: Uuid) => Promise<T>;
/**
 * If the run covers many clusters, they share the result of each request. A shared request runs without the time limit
 * of the cluster that needed it first, because the other clusters need its result, too.
 */
const once =
  (areMany: boolean): Once =>
  <T>(make: (key: Uuid) => Promise<T>) => {
    const made = new Map<Uuid, Promise<T>>();
    return (key) => {
      const known = made.get(key) ?? (areMany ? apart(() => make(key)) : make(key));
      made.set(key, known);
      return known;
    };
  };

/**
 * Whether an error concerns only the tenant and not its cloud: the tenant's credential is refused or missing, or its
 * record is missing.
 */
const isOfTenant = (error: unknown): boolean =>
  error instanceof BackendUnauthorized || error instanceof Misconfigured || error instanceof NotFound;

/** Reads clouds. Opens only one session for each tenant, and one for each cloud's account. */
function clouds({ store, openstack }: BackendDeps, guarded: Guarded, areMany: boolean) {
  const shared = once(areMany);
  const admin = shared<CloudAdmin>((settingsUuid) => openstack.admin(settingsUuid));
  const tenant = shared((uuid) => store.tenants.get(uuid));
  const openTenant = shared(async (uuid) => openstack.open(await tenant(uuid)));
  async function askTenant<T>(tenantUuid: Uuid, work: (session: OpenStack) => Promise<T>): Promise<T> {
    const { settingsUuid } = await guarded([tenantUuid], () => tenant(tenantUuid));
    const list = async () => work(await openTenant(tenantUuid));
    return guarded([tenantUuid, settingsUuid], list, (error) => (isOfTenant(error) ? tenantUuid : settingsUuid));
  }
  return {
    openTenant,
    async listFloatingIps({ settingsUuid, made: { projectId } }: ClusterTenant): Promise<FloatingIp[]> {
      if (projectId === undefined) return [];
      return guarded([settingsUuid], async () => (await admin(settingsUuid)).listFloatingIps(projectId));
    },
    listServers: (tenantUuid: Uuid, of?: Pick<Cluster, 'uuid'>): Promise<Server[]> =>
      askTenant(tenantUuid, (session) => session.listServers(of && { tag: clusterTag(of.uuid) })),
    listFlavors: (tenantUuid: Uuid): Promise<Flavor[]> => askTenant(tenantUuid, (session) => session.listFlavors()),
  };
}

/**
 * Whether an error concerns the whole provider: the provider does not answer, or it refuses the account. Every other
 * error is about one cluster.
 */
const isOfProvider = (error: unknown): boolean =>
  error instanceof BackendUnavailable ||
  error instanceof BackendThrottled ||
  (error instanceof BackendUnauthorized && error.details.status === 401);

type PoolsInRancher = { machines: MachineOfCluster[]; deployments: PoolDeployment[] };

async function poolsOf(session: Rancher, cluster: InRancher): Promise<PoolsInRancher> {
  const [machines, deployments] = await Promise.all([
    session.listPoolMachines(cluster),
    session.listPoolDeployments(cluster),
  ]);
  return { machines, deployments };
}

/**
 * Reads the pools of all clusters in a Rancher, by the name of the cluster's object. Clusters without a
 * MachineDeployment are left out.
 */
async function poolsByCluster(session: Rancher): Promise<Map<string, PoolsInRancher>> {
  const [machines, deployments] = await Promise.all([session.listAllPoolMachines(), session.listAllPoolDeployments()]);
  const byCluster = Map.groupBy(machines, ({ provisioningName }) => provisioningName);
  const found = Map.groupBy(deployments, ({ provisioningName }) => provisioningName);
  return new Map(
    [...found].map(([name, ofCluster]) => [
      name,
      {
        machines: (byCluster.get(name) ?? []).map(({ machine }) => machine),
        deployments: ofCluster.map(({ deployment }) => deployment),
      },
    ]),
  );
}

/**
 * Reads clusters and pools from Rancher. If the run covers many clusters, each Rancher gets four list requests: one for
 * all its clusters, and three for all its pools. A cluster that is missing in a list is requested alone before it counts
 * as gone.
 */
function ranchers({ store, rancher, clock }: BackendDeps, guarded: Guarded, areMany: boolean) {
  const shared = once(areMany);
  const open = shared<Rancher>(async (uuid) => rancher.open(await rancherSettingsOf({ store }, uuid)));
  const listed = shared(async (uuid) => {
    const clusters = await (await open(uuid)).listClusters();
    return new Map(clusters.map((item) => [item.id, item]));
  });
  const allPools = shared(async (uuid) => {
    const readAt = clock.now().toISOString();
    return { readAt, byCluster: await poolsByCluster(await open(uuid)) };
  });
  async function ask<T>({ uuid, settingsUuid }: InRancher, work: (session: Rancher) => Promise<T>): Promise<T> {
    const session = await guarded([settingsUuid], () => open(settingsUuid));
    return guarded(
      [uuid, settingsUuid],
      () => work(session),
      (error) => (isOfProvider(error) ? settingsUuid : uuid),
    );
  }
  return {
    async findCluster(cluster: InRancher): Promise<ManagementCluster | undefined> {
      const { settingsUuid, backendId } = cluster;
      const all = areMany ? await guarded([settingsUuid], () => listed(settingsUuid)) : undefined;
      const remote = all?.get(backendId) ?? (await ask(cluster, (session) => session.findCluster(backendId)));
      return isInRancher(remote) ? remote : undefined;
    },
    listJoined: (cluster: InRancher, hostnames: readonly string[]): Promise<RancherNode[]> =>
      ask(cluster, (session) => session.listJoined(cluster, hostnames)),
    async listPools(cluster: InRancher & Pick<Cluster, 'modified'>): Promise<PoolsInRancher> {
      const { settingsUuid, modified, name, provisioningName = name } = cluster;
      const all = areMany ? await guarded([settingsUuid], () => allPools(settingsUuid)) : undefined;
      // The shared list is used only if the cluster has not changed since the list was read. Otherwise the cluster's
      // new pools would be compared with old machines.
      const found = all && modified <= all.readAt ? all.byCluster.get(provisioningName) : undefined;
      return found ?? ask(cluster, (session) => poolsOf(session, cluster));
    },
    amendPools: (cluster: InRancher, amendments: PoolAmendments): Promise<void> =>
      ask(cluster, async (session) => {
        await session.amendPools(cluster, amendments);
      }),
  };
}

/**
 * Returns functions that read backends. Each request is made at most once.
 * @param areMany whether the run covers all clusters or only one cluster
 */
export function cachedBackends(deps: BackendDeps, { areMany }: { areMany: boolean }): Backends {
  const failures = new Map<Uuid, unknown>();
  const guarded = failingOnce(failures);
  return {
    ...clouds(deps, guarded, areMany),
    ...ranchers(deps, guarded, areMany),
    ...managementClusters(deps, guarded, once(areMany)),
    failures,
  };
}
