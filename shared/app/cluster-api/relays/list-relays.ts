import { isStale, type ShownRelay } from '#shared/domain/cluster-api/relays/relay';
import { type Caller, visibilityOf } from '#shared/domain/organizations/caller';
import { may } from '#shared/domain/organizations/permission';
import type { ServiceSettings } from '#shared/domain/providers/service-settings';
import { WHOLE_LIST } from '#shared/ports/repository';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

/**
 * The relays that have reported within a day. A relay shows the names of clusters of several customers. So relays of a
 * management cluster are listed only if the caller is allowed to see all clusters there.
 */
export async function listRelays(
  { store, clock }: { store: Pick<Store, 'settings' | 'relays'>; clock: Clock },
  caller: Caller,
): Promise<ShownRelay[]> {
  const { items } = await store.settings.list(
    { visibility: visibilityOf(caller) },
    WHOLE_LIST,
    ({ type }) => type === 'ClusterAPI',
  );
  const now = clock.now();
  const maySee = ({ customerUuid }: ServiceSettings) =>
    may(caller, 'service_settings.see_clusters', customerUuid === undefined ? undefined : { customerUuid });
  const found = items
    .filter(maySee)
    .map(async ({ uuid }) =>
      (await store.relays.listByProvider(uuid)).map((relay) => ({ ...relay, isStale: isStale(relay, now) })),
    );
  return (await Promise.all(found)).flat();
}
