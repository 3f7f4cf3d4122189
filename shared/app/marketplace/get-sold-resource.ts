import type { Uuid } from '#shared/domain/_core/identifier';
import type { Resource } from '#shared/domain/marketplace/resource';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';

type Deps = { store: Pick<Store, 'resources' | 'offerings'> };

/**
 * Finds a resource for its seller, and for staff and support. The seller's users are the owners of the selling
 * customer. Throws NotFound.
 */
export async function getSoldResource(deps: Deps, caller: Caller, uuidText: string): Promise<Resource> {
  const find = async (uuid: Uuid) => {
    const resource = await deps.store.resources.find(uuid);
    // A record of an old release does not name the seller. In this case, the seller is the customer of the offering.
    return (
      resource && {
        resource,
        customerUuid:
          resource.providerUuid ?? (await deps.store.offerings.find(resource.offeringUuid))?.customerUuid ?? '',
      }
    );
  };
  return (await getVisible({ find }, 'Resource', uuidText, (sold) => canSee(caller, sold))).resource;
}
