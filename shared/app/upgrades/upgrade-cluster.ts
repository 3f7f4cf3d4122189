import { assertNotReadOnly } from '#shared/domain/_core/assert-not-read-only';
import { assertState } from '#shared/domain/_core/assert-state';
import { machineFor } from '#shared/domain/_core/cluster-driver';
import { changed } from '#shared/domain/_core/record';
import { assertInRancher } from '#shared/domain/clusters/assert-in-rancher';
import { assertNodesIdle } from '#shared/domain/clusters/assert-nodes-idle';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import type { ClusterUpgrade } from '#shared/domain/clusters/cluster-upgrade';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { assertUpgradable } from '#shared/domain/upgrades/check-upgrade';
import { planUpgrade, type UpgradePlan } from '#shared/domain/upgrades/upgrade-plan';
import type { RancherSessions } from '#shared/ports/rancher';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { newOperation, type RecordDeps, underOperation } from '../planning/order-deps.ts';
import { readUpgradeFacts } from './upgrade-facts.ts';

type Deps = RecordDeps & {
  rancher: RancherSessions;
  /** Time limit for Rancher. Default: leaves an API function time to answer. */
  upgradeTimeoutMs?: number;
};
export type UpgradeRequest = Pick<ClusterUpgrade, 'to' | 'drain' | 'workerConcurrency'> & {
  /** Only reports what would be done. */
  isDryRun: boolean;
};
type Upgrade = {
  /** As in the address. */
  uuidText: string;
  /** Parses the body, after all other checks. Throws Invalid. */
  readRequest(): UpgradeRequest;
  correlationId: string;
};
export type Upgraded = { cluster: Cluster; plan: UpgradePlan; isAccepted: boolean };
const UPGRADE_MS = 10_000;

/** An interrupted upgrade continues with the same version or, if Rancher never got that one, with another. */
function assertResting(cluster: Cluster): void {
  if (cluster.state !== 'ERRED' || !cluster.upgrade) assertState(cluster, ['OK']);
  assertNodesIdle(cluster);
}

/** 404, 403, 409, 405 and 400, in this order. */
async function upgradable({ store, site }: Deps, caller: Caller, { uuidText, readRequest }: Upgrade) {
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.upgrade', cluster);
  assertResting(cluster);
  assertNotReadOnly(site);
  const request = readRequest();
  assertInRancher(cluster);
  return { cluster, request };
}

async function schedule(
  deps: Deps,
  cluster: Cluster,
  upgrade: ClusterUpgrade,
  correlationId: string,
): Promise<Cluster> {
  const { store, clock } = deps;
  const now = clock.now();
  const machine = machineFor('upgradeCluster', cluster);
  const operation = newOperation(deps, cluster.uuid, correlationId, { machine });
  const resource = await store.resources.get(cluster.resourceUuid);
  const fields = { ...underOperation(operation), upgrade, lastError: undefined, currentStep: '' };
  const scheduled = clusterMovesTo(cluster, 'UPDATE_SCHEDULED', now, fields);
  await store.commit(
    store.clusters.replace(scheduled),
    store.resources.replace(changed(resource, now, { state: 'Updating' })),
    store.outbox.insert(operation),
  );
  return scheduled;
}

async function upgrade(deps: Deps, caller: Caller, input: Upgrade): Promise<Upgraded> {
  const { cluster, request } = await upgradable(deps, caller, input);
  const { isDryRun, ...wanted } = request;
  const { upgradeTimeoutMs = UPGRADE_MS } = deps;
  const facts = await withTimeout(upgradeTimeoutMs, () => readUpgradeFacts(deps, cluster, wanted.to));
  assertUpgradable(wanted.to, facts);
  const from = cluster.upgrade?.from ?? facts.cluster.version;
  const plan = planUpgrade({ ...wanted, from, upgradedNodes: 0 }, facts);
  if (isDryRun) return { cluster, plan, isAccepted: false };
  return { cluster: await schedule(deps, cluster, plan.upgrade, input.correlationId), plan, isAccepted: true };
}

/**
 * Upgrades a healthy cluster to another version of Kubernetes, or reports what that would do. Checks Rancher's current
 * state first. A cluster that a failed upgrade left `ERRED` continues with the same version, or another if Rancher
 * never got it. Throws NotFound, NotAllowed, Conflict (naming the problem), ReadOnlyMode, Invalid naming the field, and
 * the Backend* family.
 */
export const upgradeCluster = (deps: Deps, caller: Caller, input: Upgrade): Promise<Upgraded> =>
  retryOnConflict(() => upgrade(deps, caller, input));
