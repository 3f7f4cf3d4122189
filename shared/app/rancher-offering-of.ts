import type { Uuid } from '../domain/identifier.ts';
import { isRancherOffering, type RancherOffering } from '../domain/offering.ts';
import { Misconfigured } from '../errors.ts';
import type { Store } from '../ports/store.ts';

/** The offering of a cluster. Throws NotFound when there is none, Misconfigured when it is one of something else. */
export async function rancherOfferingOf(
  { store }: { store: Pick<Store, 'offerings'> },
  offeringUuid: Uuid,
): Promise<RancherOffering> {
  const offering = await store.offerings.get(offeringUuid);
  if (!isRancherOffering(offering)) throw new Misconfigured(`offering ${offering.name} is not one of clusters`);
  return offering;
}
