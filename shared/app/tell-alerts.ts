import type { Cluster } from '../domain/cluster.ts';
import { alertHappening, type ClusterAlert } from '../domain/cluster-alert.ts';
import type { Uuid } from '../domain/identifier.ts';
import { clusterNameClaim } from '../domain/naming.ts';
import type { Store } from '../ports/store.ts';
import { inTurns } from './in-turns.ts';

type Deps = { store: Pick<Store, 'clusters' | 'claims' | 'audit'> };

/** Clusters, and events, of one call; Alertmanager says again what is left out. */
const MOST_CLUSTERS = 100;
const MOST_EVENTS = 200;
const AT_ONCE = 10;

async function named({ store }: Deps, settingsUuid: Uuid, name: string): Promise<Cluster | undefined> {
  const uuid = await store.claims.holderOf(clusterNameClaim(settingsUuid, name));
  return uuid === undefined ? undefined : store.clusters.find(uuid);
}

/**
 * Makes events of what a provider's monitoring says of its clusters, for who sees them and for their web hooks (S0-389): what Paddock
 * itself cannot see, of networks, volumes and pods that find no place. One that was told before is not told again. Alerts of
 * clusters that nobody has here are passed by.
 */
export async function tellAlerts(deps: Deps, settingsUuid: Uuid, alerts: readonly ClusterAlert[]): Promise<void> {
  const names = [...new Set(alerts.map(({ clusterName }) => clusterName))].slice(0, MOST_CLUSTERS);
  const found = await inTurns(names, AT_ONCE, (name) => named(deps, settingsUuid, name));
  const clusters = new Map(names.map((name, index) => [name, found[index]]));
  const happenings = alerts.flatMap((alert) => {
    const cluster = clusters.get(alert.clusterName);
    return cluster ? [alertHappening(cluster, alert)] : [];
  });
  await inTurns(happenings.slice(0, MOST_EVENTS), AT_ONCE, (happening) => deps.store.audit.tell(happening));
}
