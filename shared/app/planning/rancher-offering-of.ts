import type { Uuid } from '#shared/domain/_core/identifier';
import { isRancherOffering, type RancherOffering } from '#shared/domain/marketplace/offering';
import { Misconfigured } from '#shared/errors';
import type { Store } from '#shared/ports/store';

/**
 * Finds the offering of a cluster. Throws NotFound when there is none, and Misconfigured when the offering does not
 * sell clusters.
 */
export async function rancherOfferingOf(
  { store }: { store: Pick<Store, 'offerings'> },
  offeringUuid: Uuid,
): Promise<RancherOffering> {
  const offering = await store.offerings.get(offeringUuid);
  if (!isRancherOffering(offering)) throw new Misconfigured(`Offering ${offering.name} does not sell clusters.`);
  return offering;
}
