import pMap from 'p-map';
import { LOG } from '#shared/contracts/telemetry';
import { assertNotReadOnly } from '#shared/domain/_core/assert-state';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { claimsOf, isMadeByPaddock } from '#shared/domain/clusters/importable-cluster';
import { importedPublicIps } from '#shared/domain/clusters/public-ips';
import type { OfCluster } from '#shared/domain/marketplace/is-of-cluster';
import type { Resource } from '#shared/domain/marketplace/resource';
import { linkedTo, serverNamed } from '#shared/domain/nodes/linked-node';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import { type Caller, placeOf } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import { NOT_RESERVED } from '#shared/domain/planning/order-attributes';
import type { Tenant } from '#shared/domain/planning/tenant';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { isWatched } from '#shared/domain/reconciliation/compare-cluster';
import { foundNodes } from '#shared/domain/reconciliation/found-nodes';
import { Invalid } from '#shared/errors';
import type { FloatingIp, OpenStack, Server } from '#shared/ports/openstack';
import type { Rancher } from '#shared/ports/rancher';
import type { ManagementCluster, ProvisioningCluster, RancherNode } from '#shared/ports/rancher/rancher-objects';
import type { Clock, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { newSlug } from '../_core/new-slug.ts';
import { referredProject } from '../_core/resolve-references.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { recordedOwnerOfCluster } from '../_core/whose-is.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { tagNode } from '../nodes/link-node.ts';
import { nameTaken } from '../planning/check-order.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { identifyRancher } from '../providers/identify-rancher.ts';
import { cachedBackends } from '../reconciliation/cached-backends.ts';
import { type ObserveDeps, observeCluster } from '../reconciliation/observe-cluster.ts';
import { meterCluster } from '../usage/meter-cluster.ts';
import { readAdoptedPools } from './adopt-pools.ts';
import { tenantIn } from './import-tenant.ts';
import { type Imported, importedRecords } from './imported-records.ts';
import { IMPORT_MS, type ImportableDeps, importingOffering, mayImport } from './list-importable.ts';

type Deps = { store: Store; clock: Clock };

/** Inserts rows for nodes without a row, and claims the names of these nodes if nobody else has claimed them. */
async function insert({ store }: Deps, cluster: Cluster, found: readonly Node[]): Promise<void> {
  const known = new Set((await store.nodes.listByCluster(cluster.uuid)).map(({ uuid }) => uuid));
  const missing = found.filter(({ uuid }) => !known.has(uuid));
  const nameOf = ({ settingsUuid, spec }: Node) => nodeNameClaim(settingsUuid, spec.name);
  const held = await store.claims.holdersOf(missing.map(nameOf));
  await commitInChunks(store, missing, (node) => [
    store.nodes.insert(node),
    ...(held.has(nameOf(node)) ? [] : [store.claims.insert(nameOf(node), node.uuid, () => new Error('taken'))]),
  ]);
}

/**
 * Records nodes that the cluster has in Rancher but not in Paddock. Rows are written in chunks. Then one transaction
 * writes the cluster's node list and the new usage. A repeated call completes an interrupted call. Throws
 * VersionConflict when a concurrent call records the same nodes.
 * @param found nodes of this cluster, with uuids derived from Rancher's ids (`foundNodes`)
 */
async function adoptNodes(deps: Deps, { uuid }: Cluster, found: readonly Node[]): Promise<Cluster> {
  const { store, clock } = deps;
  return retryOnConflict(async () => {
    await insert(deps, await store.clusters.get(uuid), found);
    const cluster = await store.clusters.get(uuid);
    const listed = new Set(cluster.nodes.map((node) => node.uuid));
    const added = found.filter((node) => !listed.has(node.uuid)).map(summaryOf);
    const next = changed(cluster, clock.now(), { nodes: [...cluster.nodes, ...added] });
    const metered = await meterCluster(deps, cluster, await store.resources.get(cluster.resourceUuid));
    await store.commit(store.clusters.replace(next), ...metered);
    return next;
  });
}

export type ImportDeps = OrderDeps &
  Pick<ImportableDeps, 'rancher'> &
  Pick<ObserveDeps, 'clusterApi'> & { log: Logger };
export type ImportRequest = {
  backendId: string;
  projectUuid: Uuid;
  planUuid?: Uuid | undefined;
  tenantUuid?: Uuid | undefined;
};
type Wanted = {
  uuidText: string;
  /** Parses the body. Called after the permission check. Throws Invalid. */
  parseRequest: () => ImportRequest;
};

/** Number of machines that are tagged at the same time. Each machine takes two requests. */
const TAGGED_AT_A_TIME = 8;

const NOT_ACTIVE = 'Cannot import K8s cluster in non-active state.';
const REGISTERED = 'Resource has been imported already.';
const NOT_IN_RANCHER = 'There is no such cluster in Rancher.';
/**
 * Rancher reserves the name `local` and names that look like its ids. Old Ranchers accepted such names, but the
 * definition of such a cluster cannot be applied again after an export.
 */
const RESERVED = 'Rancher reserves the name of this cluster, so the cluster cannot be imported.';
const NO_PLAN = 'This plan is not available for selected offering.';

const registered = () => new Invalid({ backend_id: [REGISTERED] });

type InRancher = {
  /** Settings of the provider. The provider's Rancher has the cluster. */
  settings: RancherSettings;
  remote: ManagementCluster;
  /** Name of the cluster's Kubernetes object in Rancher. If there is no such object, the name of the cluster. */
  name: string;
  nodes: RancherNode[];
  provisioned: ProvisioningCluster[];
  rancher: Rancher;
};
async function findInRancher(
  deps: ImportDeps,
  caller: Caller,
  { offering, settings: registration }: Awaited<ReturnType<typeof importingOffering>>,
  id: string,
): Promise<InRancher> {
  const rancher = await deps.rancher.open(registration);
  const settings = await identifyRancher(deps, registration, rancher);
  // The same refusal as for a missing cluster, so that nobody learns which clusters another customer has.
  if (!(await mayImport(deps, caller, offering, settings))) throw new Invalid({ backend_id: [NOT_IN_RANCHER] });
  if (await recordedOwnerOfCluster(deps.store, settings, id)) throw registered();
  // Rancher's list does not contain Rancher's own cluster, so that cluster cannot be imported.
  const remote = (await rancher.listClusters()).find((cluster) => cluster.id === id);
  if (!remote) throw new Invalid({ backend_id: [NOT_IN_RANCHER] });
  if (!NOT_RESERVED.test(remote.name)) throw new Invalid({ backend_id: [RESERVED] });
  if (remote.state !== 'active') throw new Invalid([NOT_ACTIVE]);
  const provisioned = await rancher.listProvisioningClusters({});
  if (isMadeByPaddock(remote, provisioned)) throw registered();
  const name = provisioned.find(({ managementId }) => managementId === id)?.name ?? remote.name;
  return { settings, remote, name, nodes: await rancher.listNodes({ backendId: id, name }), provisioned, rancher };
}

type InCloud = { session: OpenStack; servers: Server[]; floatingIps: FloatingIp[] };
async function readCloud({ openstack }: ImportDeps, tenant: Tenant): Promise<InCloud> {
  const session = await openstack.open(tenant);
  const [servers, floatingIps] = await Promise.all([session.listServers(), session.listFloatingIps()]);
  return { session, servers, floatingIps };
}

/**
 * Writes order, resource, cluster and claims in one transaction. The transaction also removes the record that offered
 * the cluster for import. If two imports of one cluster run at the same time, the second fails, because the claim is
 * taken.
 */
async function write({ store }: ImportDeps, records: Imported, claims: ReturnType<typeof claimsOf>): Promise<void> {
  const { order, resource, cluster } = records;
  const importable = await store.importableClusters.listByProvider(cluster.settingsUuid);
  const found = importable.filter(({ backendId }) => backendId === cluster.backendId);
  await store.commit(
    store.orders.insert(order),
    store.resources.insert(resource),
    store.clusters.insert(cluster),
    store.claims.insert(claims.imported, cluster.uuid, registered),
    ...claims.names.map((name) => store.claims.insert(name, cluster.uuid, nameTaken)),
    ...found.map(store.importableClusters.remove),
  );
}

/**
 * Records the nodes, then tags their machines as owned. Nodes come first, because the charges and the links from nodes
 * to machines must not depend on a slow cloud. If this work is interrupted, later observations of the cluster complete
 * it. They record missing nodes, and tag the machines of linked nodes. A cluster with pools has no records of nodes.
 * For such a cluster, one observation counts the machines of the pools.
 */
async function takeIn(deps: ImportDeps, cluster: Cluster, { nodes }: InRancher, { session, servers }: InCloud) {
  if (cluster.machinePools) {
    await observeCluster(deps, cachedBackends(deps, { areMany: false }), cluster, isWatched);
    return;
  }
  const observation = { rancherNodes: nodes, servers: new Map() };
  const found = foundNodes(cluster, [], observation, new Set(), deps.clock.now());
  const linked = found.map((node) => {
    const server = serverNamed(node.spec.name, servers);
    return server ? { node: linkedTo(node, server), server } : { node };
  });
  await adoptNodes(
    deps,
    cluster,
    linked.map(({ node }) => node),
  );
  await pMap(
    linked,
    async ({ node, server }) => {
      if (server) await tagNode(session, node, server);
    },
    { concurrency: TAGGED_AT_A_TIME },
  );
}

/**
 * Imports a running cluster of the provider's Rancher into a project (docs/spec/orders.md#import). Creates a finished
 * order, a resource and a cluster in state OK. Nodes are matched to the tenant's machines by name, and usage is counted
 * from now on. If Rancher makes the cluster's machines in pools, these pools are adopted. Checks for errors in this
 * order: 404, 403, 409, 405 (in read-only mode, except for staff), 400. Throws Backend* errors only before the first
 * write. Later failures are logged.
 */
export async function importCluster(deps: ImportDeps, caller: Caller, wanted: Wanted): Promise<OfCluster<Resource>> {
  const importing = await importingOffering(deps, caller, wanted.uuidText);
  const { offering } = importing;
  if (!caller.user.isStaff) assertNotReadOnly(deps.site);
  const { backendId, projectUuid, planUuid, tenantUuid } = wanted.parseRequest();
  const project = await referredProject(deps.store, caller, projectUuid);
  assertPermitted(caller, 'order.approve', placeOf(project));
  if (planUuid !== undefined && !offering.plans.some(({ uuid }) => uuid === planUuid)) {
    throw new Invalid({ plan: [NO_PLAN] });
  }
  const tenant = await tenantIn(deps.store, project, tenantUuid);
  return withTimeout(IMPORT_MS, async () => {
    const [inRancher, inCloud] = await Promise.all([
      findInRancher(deps, caller, importing, backendId),
      readCloud(deps, tenant),
    ]);
    const { settings, remote, name: provisioningName, provisioned, rancher } = inRancher;
    const claims = claimsOf(settings, remote, provisioned);
    // If another cluster holds a claim, the name is taken. If this cluster holds a claim, it has been imported already.
    const holders = await Promise.all([claims.imported, ...claims.names].map((key) => deps.store.claims.holderOf(key)));
    for (const holder of new Set(holders.filter((one) => one !== undefined))) {
      const cluster = await deps.store.clusters.find(holder);
      throw cluster?.backendId === backendId ? registered() : nameTaken();
    }

    const publicIps = importedPublicIps(tenant.uuid, inCloud.servers, inCloud.floatingIps);
    const slug = await newSlug(deps.store, remote.name);
    const poolsOf = await readAdoptedPools(deps, rancher, { tenant, provisioningName });
    const from = { offering, settings, project, planUuid, tenant, slug, remote, provisioningName, publicIps, poolsOf };
    const records = importedRecords(deps, caller, from);
    await write(deps, records, claims);
    // From here on the cluster is imported, even if its nodes cannot be recorded or tagged now.
    await takeIn(deps, records.cluster, inRancher, inCloud).catch((error: unknown) =>
      deps.log.warn(LOG.nodesNotTakenIn, { clusterUuid: records.cluster.uuid, error }),
    );
    return records.resource;
  });
}
