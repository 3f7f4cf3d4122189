import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { machineFor } from '#shared/domain/_core/cluster-driver';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher, assertNodesIdle } from '#shared/domain/clusters/cluster-assertions';
import type { ClusterUpgrade } from '#shared/domain/clusters/cluster-upgrade';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { assertUpgradable, type UpgradeFacts } from '#shared/domain/upgrades/check-upgrade';
import { planUpgrade, type UpgradePlan } from '#shared/domain/upgrades/upgrade-plan';
import type { ProvisioningCluster } from '#shared/ports/rancher/rancher-objects';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { scheduleUpdate } from '../planning/schedule-update.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { type RunningClusterDeps, readRunningCluster } from './read-running-cluster.ts';

type Deps = RunningClusterDeps & {
  /** Time limit for Rancher. The default leaves the API function enough time to answer. */
  upgradeTimeoutMs?: number;
};
export type UpgradeRequest = Pick<ClusterUpgrade, 'to' | 'drain' | 'workerConcurrency'> & {
  /** If true, nothing is changed, and the answer only says what the upgrade would do. */
  isDryRun: boolean;
};
type Upgrade = {
  /** The text of the cluster's uuid in the URL. */
  uuidText: string;
  /** Parses the body. Called after all other checks. Throws Invalid. */
  parseRequest(): UpgradeRequest;
  correlationId: string;
};
export type Upgraded = { cluster: Cluster; plan: UpgradePlan; isAccepted: boolean };
const UPGRADE_MS = 10_000;

/** Finds the cluster and checks in this order: 404, 403, 409, 405, 400. */
async function upgradable({ store, site }: Deps, caller: Caller, { uuidText, parseRequest }: Upgrade) {
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.upgrade', cluster);
  // An interrupted upgrade can continue with the same version. It can also continue with another version, if the first
  // version was never written to Rancher.
  if (cluster.state !== 'ERRED' || !cluster.upgrade) assertState(cluster, ['OK']);
  assertNodesIdle(cluster);

  assertNotReadOnly(site);
  const request = parseRequest();
  assertInRancher(cluster);
  return { cluster, request };
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
  const scheduled = await scheduleUpdate(deps, cluster, {
    machine: machineFor('upgradeCluster', cluster),
    correlationId: input.correlationId,
    fields: { upgrade: plan.upgrade },
  });
  return { cluster: scheduled, plan, isAccepted: true };
}

/**
 * Upgrades a healthy cluster to another version of Kubernetes, or only says what the upgrade would do. First checks the
 * cluster's current state in Rancher. A cluster that is `ERRED` after a failed upgrade can continue the upgrade. Throws
 * NotFound, NotAllowed, Conflict (naming the problem), ReadOnlyMode, Invalid naming the field, and Backend* errors.
 */
export const upgradeCluster = (deps: Deps, caller: Caller, input: Upgrade): Promise<Upgraded> =>
  retryOnConflict(() => upgrade(deps, caller, input));

/**
 * The version of an interrupted upgrade. `isTaken`: this version was written to Rancher. If Rancher shows no version,
 * `isTaken` is true to be safe.
 */
const pendingOf = ({ upgrade }: Cluster, { kubernetesVersion }: ProvisioningCluster): UpgradeFacts['pending'] =>
  upgrade && { to: upgrade.to, isTaken: kubernetesVersion === '' || kubernetesVersion === upgrade.to };

/**
 * Reads the cluster, its nodes and the offered releases from Rancher. It makes five requests, whatever the number of
 * nodes. Throws the errors of `readRunningCluster`.
 * @param to the requested version
 */
async function readUpgradeFacts(deps: Deps, cluster: Cluster, to: string): Promise<UpgradeFacts> {
  const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
  const [{ written, ...running }, offered] = await Promise.all([
    readRunningCluster(deps, rancher, cluster),
    rancher.listReleases(to),
  ]);
  return { ...running, offered, pending: pendingOf(cluster, written) };
}
