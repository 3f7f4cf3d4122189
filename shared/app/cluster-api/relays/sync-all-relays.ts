import { LOG } from '#shared/contracts/telemetry';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Store } from '#shared/ports/store';
import { type RelayDeps, syncRelays } from './sync-relays.ts';

type Deps = RelayDeps & { store: RelayDeps['store'] & Pick<Store, 'settings'> };

/**
 * Updates the Services through which Cluster API reaches clusters by relays. Does this on each management cluster that
 * has relays. Each report of a relay also updates these Services. But when the last relay stops reporting, only this
 * function removes it from the Services. Returns the failures.
 */
export async function syncAllRelays(deps: Deps): Promise<unknown[]> {
  const { store, log } = deps;
  const { items } = await store.settings.list({ visibility: 'all' }, WHOLE_LIST, ({ type }) => type === 'ClusterAPI');
  const failures: unknown[] = [];
  for (const settings of items) {
    if (settings.type !== 'ClusterAPI' || (await store.relays.listByProvider(settings.uuid)).length === 0) continue;
    try {
      failures.push(...(await syncRelays(deps, settings)).failures);
    } catch (error) {
      log.error(LOG.relaysNotSynced, { settingsUuid: settings.uuid, error });
      failures.push(error);
    }
  }
  return failures;
}
