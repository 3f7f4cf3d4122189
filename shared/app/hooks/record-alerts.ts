import pMap from 'p-map';
import type { Uuid } from '#shared/domain/_core/identifier';
import { alertActivity, type ClusterAlert } from '#shared/domain/audit/activity-event';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { claimsUuidOfSettings, clusterNameClaim } from '#shared/domain/planning/naming';
import type { RancherSettings } from '#shared/domain/providers/service-settings';
import { NotAllowed, Unauthenticated } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import { rancherSettingsOf } from '../providers/settings-of.ts';

export type AlertOfCluster = { cluster: Cluster; alert: ClusterAlert };
type Deps = { store: Pick<Store, 'settings' | 'clusters' | 'claims' | 'audit'> };

/** Maximum numbers of clusters and events in one call. The rest is ignored until Alertmanager sends it again. */
const MAX_CLUSTERS = 100;
const MAX_EVENTS = 200;
const AT_ONCE = 10;

/** Finds a cluster of this provider by name. Other providers may have clusters in the same Rancher. */
async function named({ store }: Deps, settings: RancherSettings, name: string): Promise<Cluster | undefined> {
  const keys = new Set([claimsUuidOfSettings(settings), settings.uuid].map((uuid) => clusterNameClaim(uuid, name)));
  for (const holder of (await store.claims.holdersOf([...keys])).values()) {
    const cluster = await store.clusters.find(holder);
    if (cluster?.settingsUuid === settings.uuid) return cluster;
  }
  return undefined;
}

const OTHER_CLUSTER = 'This credential is for alerts about one cluster only. The message names another one: ';

/**
 * Throws NotAllowed if the alerts of one cluster's Alertmanager name another cluster. Throws Unauthenticated if the
 * provider no longer has the cluster.
 * @param names names of the clusters in the message
 */
export async function assertAboutCluster(
  { store }: { store: Pick<Store, 'clusters'> },
  { settingsUuid, clusterUuid }: { settingsUuid: Uuid; clusterUuid: Uuid },
  names: readonly string[],
): Promise<void> {
  const cluster = await store.clusters.find(clusterUuid);
  if (cluster?.settingsUuid !== settingsUuid) throw new Unauthenticated('');
  const { uuid, name, provisioningName, backendId } = cluster;
  const other = names.find((given) => ![uuid, name, provisioningName, backendId].includes(given));
  if (other !== undefined) throw new NotAllowed(OTHER_CLUSTER + other);
}

/**
 * Records alerts from a provider's monitoring as audit events, for users who see the cluster and for their web hooks
 * (S0-389). Alerts report failures that Paddock does not observe itself: of networks, of volumes, and of the scheduling
 * of pods. Each alert is recorded once. Alerts about unknown clusters are ignored.
 * @returns the recorded alerts
 */
export async function recordAlerts(
  deps: Deps,
  settingsUuid: Uuid,
  alerts: readonly ClusterAlert[],
): Promise<AlertOfCluster[]> {
  const names = [...new Set(alerts.map(({ clusterName }) => clusterName))].slice(0, MAX_CLUSTERS);
  if (names.length === 0) return [];
  const settings = await rancherSettingsOf(deps, settingsUuid);
  const found = await pMap(names, (name) => named(deps, settings, name), { concurrency: AT_ONCE });
  const clusters = new Map(names.map((name, index) => [name, found[index]]));
  const known = alerts.flatMap((alert): AlertOfCluster[] => {
    const cluster = clusters.get(alert.clusterName);
    return cluster ? [{ cluster, alert }] : [];
  });
  const recorded = known.slice(0, MAX_EVENTS);
  const record = ({ cluster, alert }: AlertOfCluster) => deps.store.audit.recordActivity(alertActivity(cluster, alert));
  await pMap(recorded, record, { concurrency: AT_ONCE });
  return recorded;
}
