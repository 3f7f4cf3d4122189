import { assertNotReadOnly } from '#shared/domain/_core/assert-state';
import { assertSupported, machineFor } from '#shared/domain/_core/cluster-driver';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher, assertNodesIdle } from '#shared/domain/clusters/cluster-assertions';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { assertCanHibernate, assertCanWake } from '#shared/domain/timetable/hibernation';
import type { HibernationAction } from '#shared/domain/timetable/hibernation-schedule';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import type { RecordDeps } from '../planning/order-deps.ts';
import { scheduleUpdate } from '../planning/schedule-update.ts';

const WORK = {
  hibernate: { work: 'hibernateCluster', status: 'HIBERNATING' },
  wake: { work: 'wakeCluster', status: 'WAKING' },
} as const;

/** Throws Conflict, with the reason, when the cluster cannot be hibernated or woken now. */
export async function assertPossible(
  { store }: Pick<RecordDeps, 'store'>,
  cluster: Cluster,
  action: HibernationAction,
): Promise<void> {
  if (action === 'wake') return assertCanWake(cluster);
  assertSupported('hibernateCluster', cluster);
  const nodes = await store.nodes.listByCluster(cluster.uuid);
  assertCanHibernate(
    cluster,
    nodes.map(({ spec, state, instanceId }) => ({ name: spec.name, state, instanceId })),
  );
  assertNodesIdle(cluster);
}

type Wanted = { action: HibernationAction; correlationId: string; fields?: Partial<Cluster> };
/**
 * Writes the operation, together with `fields` of the cluster. Keeps the list of agents that an interrupted operation
 * has drained, because these agents must be uncordoned in the end.
 */
export function scheduleHibernation(deps: RecordDeps, cluster: Cluster, wanted: Wanted): Promise<Cluster> {
  const { work, status } = WORK[wanted.action];
  const hibernation = {
    status,
    since: deps.clock.now().toISOString(),
    drained: cluster.hibernation?.drained ?? [],
  };
  return scheduleUpdate(deps, cluster, {
    machine: machineFor(work, cluster),
    correlationId: wanted.correlationId,
    fields: { ...wanted.fields, hibernation },
  });
}

type Asked = {
  /** The text of the cluster's uuid in the URL. */
  uuidText: string;
  action: HibernationAction;
  correlationId: string;
};

/**
 * Stops all machines of a cluster, or starts them again, at the request of a user. After a failure, a user can request
 * either action. Throws NotFound, NotAllowed, Conflict with the reason, ReadOnlyMode and Invalid, in this order.
 */
export const hibernateCluster = (deps: RecordDeps, caller: Caller, asked: Asked): Promise<Cluster> =>
  retryOnConflict(async () => {
    const { uuidText, action, correlationId } = asked;
    const cluster = await getVisible(deps.store.clusters, 'Cluster', uuidText, seenBy(caller));
    assertPermitted(caller, 'cluster.hibernate', cluster);
    await assertPossible(deps, cluster, action);
    assertNotReadOnly(deps.site);
    assertInRancher(cluster);
    return scheduleHibernation(deps, cluster, { action, correlationId });
  });
