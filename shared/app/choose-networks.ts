import type { Uuid } from '../domain/identifier.ts';
import { freeNetworks } from '../domain/managed/node-supernet.ts';
import { nodeNetworkClaim } from '../domain/naming.ts';
import type { RancherSettings } from '../domain/service-settings.ts';
import { Invalid } from '../errors.ts';
import type { Ids } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';
import { managedPartOf } from './plan-managed-order.ts';

type Deps = { store: Pick<Store, 'claims'>; ids: Ids };
export type ChosenNetwork = { offeringUuid: Uuid; cidr: string };

/**
 * A node network for each cloud, that nobody holds at this moment; the claims that are written with the order decide. Throws Invalid
 * when the provider's range is used up.
 */
export async function chooseNetworks(
  { store, ids }: Deps,
  settings: RancherSettings,
  offeringUuids: readonly Uuid[],
): Promise<ChosenNetwork[]> {
  const { nodeNetworkSupernet, reservedNetworks } = managedPartOf(settings);
  const chance = Number.parseInt(ids.uuid().slice(0, 8), 16) / 2 ** 32;
  const free = freeNetworks(nodeNetworkSupernet, reservedNetworks, [], chance);
  const chosen: ChosenNetwork[] = [];
  for (const cidr of free) {
    const offeringUuid = offeringUuids[chosen.length];
    if (offeringUuid === undefined) break;
    if ((await store.claims.holderOf(nodeNetworkClaim(cidr))) === undefined) chosen.push({ offeringUuid, cidr });
  }
  if (chosen.length === offeringUuids.length) return chosen;
  throw new Invalid([`The range ${nodeNetworkSupernet} of the provider has no free node network left.`]);
}
