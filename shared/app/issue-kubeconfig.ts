import { clusterHappening } from '../domain/audit/happening.ts';
import type { Caller } from '../domain/caller.ts';
import type { Cluster } from '../domain/cluster.ts';
import { demandInRancher } from '../domain/demand-in-rancher.ts';
import { demandState } from '../domain/demand-state.ts';
import { demandWritable } from '../domain/demand-writable.ts';
import { issuedKubeconfigs } from '../domain/issued-kubeconfigs.ts';
import { writeKubeconfig } from '../domain/kubeconfig.ts';
import { kubeconfigTokenDescription } from '../domain/naming.ts';
import { demand } from '../domain/permission.ts';
import type { SiteSettings } from '../domain/site-settings.ts';
import { BackendContractBroken, Conflict } from '../errors.ts';
import type { Rancher, RancherSessions } from '../ports/rancher.ts';
import type { Clock } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { getVisible, seenBy } from './get-visible.ts';
import { inTime } from './in-time.ts';
import { rancherSettingsOf } from './rancher-settings-of.ts';

type Deps = {
  store: Pick<Store, 'clusters' | 'settings' | 'audit'>;
  rancher: RancherSessions;
  clock: Clock;
  site: SiteSettings;
};
type Wanted = {
  /** As the address has it. */
  uuidText: string;
  /** Reads the body, once everything else is settled. */
  readTtlSeconds(): number;
};
type Key = Awaited<ReturnType<Rancher['createClusterToken']>>;
type Issued = { config: string; expiresAt: string };

/** As an API function lives, with time left to answer. */
const ISSUE_MS = 10_000;
/** Expired keys that one call takes away: Rancher removes them in its own time, too. */
const MOST_REMOVED = 10;

/** 404, 403, 409, 405, 400: the order of checks of waldur-http.md. */
async function demandIssuable({ store, site }: Deps, caller: Caller, uuidText: string): Promise<Cluster> {
  const cluster = await getVisible(store.clusters, 'Cluster', uuidText, seenBy(caller));
  demand(caller, 'cluster.kubeconfig', cluster);
  demandState(cluster, ['OK']);
  demandWritable(site);
  demandInRancher(cluster);
  return cluster;
}

/** Counted with the new key among them: of several calls at the same moment none can be one too many. */
async function demandFew({ clock, site }: Deps, rancher: Rancher, { uuid, backendId }: Cluster): Promise<void> {
  const { live, over } = issuedKubeconfigs(await rancher.listClusterTokens(backendId), uuid, clock.now());
  await Promise.all(over.slice(0, MOST_REMOVED).map(({ id }) => rancher.deleteClusterToken(id)));
  if (live.length > site.kubeconfigsPerCluster) {
    throw new Conflict(`The cluster has as many live kubeconfigs as it may have (${site.kubeconfigsPerCluster}).`);
  }
}

/** A deletion takes away the keys that there are when it comes to them: one that began before this key was there may have missed it. */
async function demandStill({ store }: Deps, { uuid }: Cluster): Promise<void> {
  const cluster = await store.clusters.find(uuid);
  if (cluster === undefined) throw new Conflict('Valid states for operation: OK.');
  demandState(cluster, ['OK']);
}

/** Who has got one for which cluster, until when and under which of Rancher's keys; never what opens it. */
const tell = ({ store }: Deps, cluster: Cluster, { id, expiresAt }: { id: string; expiresAt: string }) =>
  store.audit.tell(
    clusterHappening(cluster, 'resource_kubeconfig_issued', {
      kubeconfigToken: { after: id },
      kubeconfigExpiresAt: { after: expiresAt },
    }),
  );

/** Everything that has to be true of a key before somebody gets it; whose life has no end is none of ours. */
async function vouchFor(deps: Deps, rancher: Rancher, cluster: Cluster, { id, expiresAt }: Key): Promise<string> {
  if (expiresAt === undefined) throw new BackendContractBroken('Rancher made an API key that never ends');
  await demandFew(deps, rancher, cluster);
  await demandStill(deps, cluster);
  await tell(deps, cluster, { id, expiresAt });
  return expiresAt;
}

/**
 * A kubeconfig with an API key of its own, which opens this cluster through Rancher and nothing else, and ends soon. Not Rancher's
 * `generateKubeconfig`: its token is for all of Rancher. The key is the provider's account's, so it lets do everything in the cluster.
 * It is told of before anybody gets it; one that cannot be is revoked. Throws Backend* errors, Conflict when too many are alive.
 */
export async function issueKubeconfig(deps: Deps, caller: Caller, wanted: Wanted): Promise<Issued> {
  const cluster = await demandIssuable(deps, caller, wanted.uuidText);
  const { uuid, name, settingsUuid, backendId } = cluster;
  const ttlMs = wanted.readTtlSeconds() * 1000;
  const settings = await rancherSettingsOf(deps, settingsUuid);
  return inTime(ISSUE_MS, async (isLate) => {
    const rancher = await deps.rancher.open(settings);
    const caData = await rancher.caBundle();
    const description = kubeconfigTokenDescription(uuid, caller.user.uuid);
    const key = await rancher.createClusterToken({ clusterId: backendId, description, ttlMs });
    try {
      if (isLate()) throw new Conflict('nobody waits for the answer any more');
      const expiresAt = await vouchFor(deps, rancher, cluster, key);
      const server = `${settings.options.backendUrl}/k8s/clusters/${backendId}`;
      const { username: user } = caller.user;
      return { config: writeKubeconfig({ cluster: name, user, server, caData, token: key.bearer }), expiresAt };
    } catch (error) {
      await rancher.deleteClusterToken(key.id);
      throw error;
    }
  });
}
