import { setTimeout as pause } from 'node:timers/promises';
import { despiteDeadline } from '#shared/deadline';
import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { clusterActivity } from '#shared/domain/audit/activity-event';
import { requireActingRole } from '#shared/domain/cluster-access/acting-role';
import { issuedKubeconfigs } from '#shared/domain/cluster-access/cluster-access';
import { writeKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { kubeconfigTokenDescription } from '#shared/domain/planning/naming';
import { driverOf } from '#shared/drivers/registry';
import { BackendContractBroken, Conflict } from '#shared/errors';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { Clock, Ids } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { type ClusterAccess, grantClusterAccess, revokeClusterAccess } from './cluster-access.ts';
import { type CertificateDeps, issueCertificate } from './issue-certificate.ts';

type Deps = CertificateDeps & {
  store: Pick<Store, 'clusters' | 'settings' | 'audit'>;
  rancher: RancherSessions;
  clock: Clock;
  ids: Ids;
  site: SiteSettings;
};
type Wanted = {
  uuidText: string;
  /** Parses the body. Called after all other checks. */
  readTtlSeconds(): number;
};
type Issued = { config: string; expiresAt: string };

/** Milliseconds between two checks whether Rancher accepts the new key. */
const OPEN_POLL_MS = 100;
/** Time limit for issuing a kubeconfig, in milliseconds. It leaves the API function enough time to answer. */
const ISSUE_MS = 10_000;
/** Maximum number of expired accounts that one call deletes. A job every five minutes deletes the rest. */
const MAX_REMOVED = 10;

/** Checks the request in the order of docs/spec/waldur-http.md#order-of-checks: 404, 403, 409, 405, 400. */
async function assertIssuable({ store, site }: Deps, caller: Caller, uuidText: string): Promise<Cluster> {
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.kubeconfig', cluster);
  assertState(cluster, ['OK']);
  assertNotReadOnly(site);
  assertInRancher(cluster);
  return cluster;
}

/**
 * Checks again that the cluster is not being deleted. A deletion lists accounts once, so it may have missed the new
 * account.
 */
async function assertStillOk({ store }: Deps, { uuid }: Cluster): Promise<void> {
  const cluster = await store.clusters.find(uuid);
  if (cluster === undefined) throw new Conflict('The cluster has just been deleted.');
  assertState(cluster, ['OK']);
}

/** Checks that the caller may get the new access, and records the audit event. Refuses a key that never expires. */
async function approveAccess(
  deps: Deps,
  rancher: Rancher,
  cluster: Cluster,
  { id, expiresAt }: ClusterAccess,
): Promise<string> {
  if (expiresAt === undefined) throw new BackendContractBroken('Rancher created an API key that does not expire.');
  // The kubeconfigs are counted only now, when the new account exists. So concurrent calls cannot exceed the limit.
  const { live, over } = issuedKubeconfigs(await rancher.listAccounts(), cluster.uuid, deps.clock.now());
  await revokeClusterAccess(rancher, over.slice(0, MAX_REMOVED));
  if (live.length > deps.site.kubeconfigsPerCluster) {
    throw new Conflict(
      `The cluster already has ${deps.site.kubeconfigsPerCluster} valid kubeconfigs, which is the maximum. Wait until one of them expires.`,
    );
  }

  await assertStillOk(deps, cluster);
  // The audit event has the id of the key, but never the key itself.
  await deps.store.audit.recordActivity(
    clusterActivity(cluster, 'resource_kubeconfig_issued', {
      kubeconfigToken: { after: id },
      kubeconfigExpiresAt: { after: expiresAt },
    }),
  );
  return expiresAt;
}

/**
 * Issues a kubeconfig. For a cluster of Cluster API, the kubeconfig contains a client certificate
 * (`issue-certificate.ts`). For a cluster of Rancher, Paddock creates an account in Rancher for each kubeconfig. This
 * account has access to one cluster only and expires soon. Rancher's `generateKubeconfig` is not used, because its
 * token has all rights of the provider's account. If somebody generates a kubeconfig with the new account, that
 * kubeconfig has only the rights of this account. It stops working when the account is deleted. The issued kubeconfig
 * has the address from Rancher's `server-url` and the certificate from `cacerts`. The audit event is recorded before
 * the kubeconfig is returned. If recording fails, the access is revoked. Throws Backend* errors, and Conflict when the
 * cluster has too many valid kubeconfigs.
 */
export async function issueKubeconfig(deps: Deps, caller: Caller, wanted: Wanted): Promise<Issued> {
  const cluster = await assertIssuable(deps, caller, wanted.uuidText);
  const { uuid, name, settingsUuid, backendId } = cluster;
  const ttlMs = wanted.readTtlSeconds() * 1000;
  if (driverOf(cluster).provider !== 'Rancher') return issueCertificate(deps, caller, cluster, ttlMs);
  const settings = await rancherSettingsOf(deps, settingsUuid);
  const { username: user } = caller.user;
  return withTimeout(ISSUE_MS, async (isLate) => {
    const rancher = await deps.rancher.open(settings);
    const [address, caData] = await Promise.all([rancher.serverUrl(), rancher.caBundle()]);
    const description = kubeconfigTokenDescription(uuid, caller.user.uuid);
    const access = await grantClusterAccess(
      { ...deps, rancher },
      {
        ...{ cluster, purpose: 'kubeconfig', userUuid: caller.user.uuid, name: `${user} in ${name}` },
        ...{ role: requireActingRole(caller, cluster), description, ttlMs },
      },
    );
    try {
      // The kubeconfig must work as soon as the user gets it. So wait until Rancher's controllers have applied the new
      // role.
      while (!(await rancher.opensCluster(access.bearer, cluster.backendId))) {
        if (isLate()) throw new Conflict('The caller no longer waits for the answer.');
        await pause(OPEN_POLL_MS);
      }
      const expiresAt = await approveAccess(deps, rancher, cluster, access);
      if (isLate()) throw new Conflict('The caller no longer waits for the answer.');
      const server = `${address || settings.options.backendUrl}/k8s/clusters/${backendId}`;
      return {
        config: writeKubeconfig({ cluster, user, server, caData, login: { token: access.bearer } }),
        expiresAt,
      };
    } catch (error) {
      await despiteDeadline(() => rancher.deleteAccount(access.accountId));
      throw error;
    }
  });
}
