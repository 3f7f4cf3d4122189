import type { Relay } from '#shared/domain/cluster-api/relays/relay';
import type { ClusterApiSettings } from '#shared/domain/providers/service-settings';
import { type RelayDeps, type ServedCluster, syncRelays } from './sync-relays.ts';

/**
 * Records the report of a relay. Then updates the Services through which Cluster API reaches clusters by relays.
 * Returns the clusters that the relay is allowed to serve. Throws the Backend* errors of errors.ts if the management
 * cluster does not answer. Even then, the report is recorded.
 */
export async function reportRelay(
  deps: RelayDeps,
  settings: ClusterApiSettings,
  report: Omit<Relay, 'settingsUuid' | 'reportedAt'>,
): Promise<ServedCluster[]> {
  const { store, clock } = deps;
  await store.relays.put({ ...report, settingsUuid: settings.uuid, reportedAt: clock.now().toISOString() });
  return (await syncRelays(deps, settings)).served;
}
