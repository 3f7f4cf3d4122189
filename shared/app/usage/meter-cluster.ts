import type { Uuid } from '#shared/domain/_core/identifier';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Footprint, footprintOf, machinesOf, NOTHING } from '#shared/domain/marketplace/prices/footprint';
import { pricesUnder } from '#shared/domain/marketplace/prices/plan-prices';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { Node } from '#shared/domain/nodes/node';
import type { Placement } from '#shared/domain/organizations/placement';
import { isOverdue, type MeteredUsage, monthRollover } from '#shared/domain/usage/component-usage';
import { metered } from '#shared/domain/usage/meter';
import type { Clock } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';

type Deps = { store: Pick<Store, 'usages' | 'nodes' | 'clusterTenants' | 'offerings' | 'commit'>; clock: Clock };

/**
 * Reads the current prices of the resource's plan. Returns undefined when the offering is gone. Also returns undefined
 * when the offering has several plans and the resource names none.
 */
async function pricesOf({ offerings }: Pick<Store, 'offerings'>, { offeringUuid, planUuid }: Placement) {
  const offering = await offerings.find(offeringUuid);
  return offering && pricesUnder(offering.plans, planUuid);
}

/**
 * Continues usages of an earlier month, month by month until now. Each month is one transaction, so late, repeated and
 * concurrent runs are safe.
 * @throws VersionConflict when a concurrent run is faster
 */
export async function rollOverMonths(
  { store, clock }: Pick<Deps, 'clock'> & { store: Pick<Store, 'usages' | 'offerings' | 'commit'> },
  usages: readonly MeteredUsage[],
): Promise<void> {
  const now = clock.now();
  let overdue = usages.filter((usage) => isOverdue(usage, now));
  const [first] = overdue;
  if (!first) return;
  const prices = await pricesOf(store, first);
  while (overdue.length > 0) {
    const turns = overdue.map((usage) => monthRollover(usage, now, prices));
    await store.commit(
      ...turns.flatMap(({ ended, begun }) => [store.usages.replace(ended), store.usages.insert(begun)]),
    );
    overdue = turns.map(({ begun }) => begun).filter((usage) => isOverdue(usage, now));
  }
}

async function currentUsages(deps: Deps, resourceUuid: Uuid): Promise<MeteredUsage[]> {
  const usages = await deps.store.usages.listByResource(resourceUuid);
  if (!usages.some((usage) => isOverdue(usage, deps.clock.now()))) return usages;
  await rollOverMonths(deps, usages);
  return deps.store.usages.listByResource(resourceUuid);
}

async function meter(deps: Deps, resource: Resource, footprint: Footprint): Promise<Write[]> {
  const usages = await currentUsages(deps, resource.uuid);
  const prices = await pricesOf(deps.store, resource);
  const { replaced, inserted } = metered(usages, resource, footprint, { now: deps.clock.now(), prices });
  return [
    ...replaced.map((item) => deps.store.usages.replace(item)),
    ...inserted.map((item) => deps.store.usages.insert(item)),
  ];
}

/**
 * Returns the writes by which a cluster is charged for its machines. They belong in the transaction that makes the
 * cluster usable or changes its machines.
 * @param renewed nodes that the transaction writes
 */
export async function meterCluster(
  deps: Deps,
  cluster: Pick<Cluster, 'uuid' | 'machinePools'>,
  resource: Resource,
  renewed: readonly Node[] = [],
): Promise<Write[]> {
  const [listed, tenants] = await Promise.all([
    deps.store.nodes.listByCluster(cluster.uuid),
    deps.store.clusterTenants.listByCluster(cluster.uuid),
  ]);
  const nodes = listed.map((node) => renewed.find(({ uuid }) => uuid === node.uuid) ?? node);
  return meter(deps, resource, footprintOf(machinesOf({ nodes, tenants, pools: cluster.machinePools?.pools ?? [] })));
}

const runningIn = ({ machinePools }: Cluster) => machinePools?.pools.map(({ running }) => running);

/**
 * Returns the writes that adjust the charge of a cluster after its pools have gained or lost machines. Empty if the
 * running machines are the same as before.
 */
export async function meterPools(
  deps: Deps & { store: Pick<Store, 'resources'> },
  before: Cluster,
  after: Cluster,
): Promise<Write[]> {
  if (isSameValue(runningIn(before), runningIn(after))) return [];
  return meterCluster(deps, after, await deps.store.resources.get(after.resourceUuid));
}

export const stopMeter = (deps: Deps, resource: Resource): Promise<Write[]> => meter(deps, resource, NOTHING);
