import { setTimeout as pause } from 'node:timers/promises';
import { despiteDeadline } from '#shared/deadline';
import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { clusterActivity } from '#shared/domain/audit/activity-event';
import { issuedKubeconfigs } from '#shared/domain/cluster-access/cluster-access';
import { writeKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { kubeconfigTokenDescription } from '#shared/domain/planning/naming';
import { BackendContractBroken, Conflict } from '#shared/errors';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { type ClusterAccess, grantClusterAccess, revokeClusterAccess } from './cluster-access.ts';

type Deps = {
  store: Pick<Store, 'clusters' | 'settings' | 'audit'>;
  rancher: RancherSessions;
  clock: Clock;
  ids: Ids;
  site: SiteSettings;
};
type Wanted = {
  /** As in the address. */
  uuidText: string;
  /** Parses the body, after all other checks. */
  readTtlSeconds(): number;
};
type Issued = { config: string; expiresAt: string };

/** Interval for asking Rancher whether a new access works. */
const OPEN_POLL_MS = 100;
/** Leaves an API function time to answer. */
const ISSUE_MS = 10_000;
/** How many expired accounts one call deletes. A job every five minutes deletes the rest. */
const MOST_REMOVED = 10;

/** 404, 403, 409, 405, 400: the order of docs/spec/waldur-http.md#order-of-checks. */
async function assertIssuable({ store, site }: Deps, caller: Caller, uuidText: string): Promise<Cluster> {
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.kubeconfig', cluster);
  assertState(cluster, ['OK']);
  assertNotReadOnly(site);
  assertInRancher(cluster);
  return cluster;
}

/** A deletion may have looked for accounts before this one existed. */
async function assertStill({ store }: Deps, { uuid }: Cluster): Promise<void> {
  const cluster = await store.clusters.find(uuid);
  if (cluster === undefined) throw new Conflict('Valid states for operation: OK.');
  assertState(cluster, ['OK']);
}

/** Everything that must hold before the access is handed out. An access without an end is not ours. */
async function vouchFor(
  deps: Deps,
  rancher: Rancher,
  cluster: Cluster,
  { id, expiresAt }: ClusterAccess,
): Promise<string> {
  if (expiresAt === undefined) throw new BackendContractBroken('Rancher created an API key that does not expire.');
  // Counts after creating the account, so that concurrent calls cannot exceed the limit.
  const { live, over } = issuedKubeconfigs(await rancher.listAccounts(), cluster.uuid, deps.clock.now());
  await revokeClusterAccess(rancher, over.slice(0, MOST_REMOVED));
  if (live.length > deps.site.kubeconfigsPerCluster) {
    throw new Conflict(`The cluster has the maximum number of valid kubeconfigs (${deps.site.kubeconfigsPerCluster}).`);
  }

  await assertStill(deps, cluster);
  // Records who got a kubeconfig for which cluster, until when, and the id of its key in Rancher; never the key.
  await deps.store.audit.recordActivity(
    clusterActivity(cluster, 'resource_kubeconfig_issued', {
      kubeconfigToken: { after: id },
      kubeconfigExpiresAt: { after: expiresAt },
    }),
  );
  return expiresAt;
}

/**
 * A kubeconfig with an account of its own in Rancher, which has access to this cluster only and expires soon. Rancher's
 * `generateKubeconfig` would not do: its token has all rights of the provider's account. A kubeconfig generated with
 * this one has no more rights, and ends with it. It names Rancher by `server-url`, like Rancher's own kubeconfigs; the
 * certificate is that of `cacerts`. The event is recorded before the kubeconfig is returned; if that fails, the access
 * is revoked. Throws Backend* errors, and Conflict when too many are valid.
 */
export async function issueKubeconfig(deps: Deps, caller: Caller, wanted: Wanted): Promise<Issued> {
  const cluster = await assertIssuable(deps, caller, wanted.uuidText);
  const { uuid, name, settingsUuid, backendId } = cluster;
  const ttlMs = wanted.readTtlSeconds() * 1000;
  const settings = await rancherSettingsOf(deps, settingsUuid);
  const { username: user } = caller.user;
  return withTimeout(ISSUE_MS, async (isLate) => {
    const rancher = await deps.rancher.open(settings);
    const [address, caData] = await Promise.all([rancher.serverUrl(), rancher.caBundle()]);
    const description = kubeconfigTokenDescription(uuid, caller.user.uuid);
    const access = await grantClusterAccess(
      { ...deps, rancher },
      { cluster, purpose: 'kubeconfig', userUuid: caller.user.uuid, name: `${user} in ${name}`, description, ttlMs },
    );
    try {
      // Rancher's controllers need a moment for a new role, and the user may use the kubeconfig at once.
      while (!(await rancher.opensCluster(access.bearer, cluster.backendId))) {
        if (isLate()) throw new Conflict('The caller no longer waits for the answer.');
        await pause(OPEN_POLL_MS);
      }
      const expiresAt = await vouchFor(deps, rancher, cluster, access);
      if (isLate()) throw new Conflict('The caller no longer waits for the answer.');
      const server = `${address || settings.options.backendUrl}/k8s/clusters/${backendId}`;
      return { config: writeKubeconfig({ cluster: name, user, server, caData, token: access.bearer }), expiresAt };
    } catch (error) {
      await despiteDeadline(() => rancher.deleteAccount(access.accountId));
      throw error;
    }
  });
}
