import type { Uuid } from '#shared/domain/_core/identifier';
import type { Resource } from '#shared/domain/marketplace/resource';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import type { Store } from '#shared/ports/store';
import { getVisible } from '../_core/get-visible.ts';

type Deps = { store: Pick<Store, 'resources' | 'offerings'> };

/** Old records do not name their seller. Their offering does. */
async function sellerOf({ store }: Deps, { providerUuid, offeringUuid }: Resource): Promise<Uuid> {
  return providerUuid ?? (await store.offerings.find(offeringUuid))?.customerUuid ?? '';
}

/** For owners of the selling customer, staff and support. Buyers use another route. Throws NotFound. */
export async function getSold(deps: Deps, caller: Caller, uuidText: string): Promise<Resource> {
  const find = async (uuid: Uuid) => {
    const resource = await deps.store.resources.find(uuid);
    return resource && { resource, customerUuid: await sellerOf(deps, resource) };
  };
  return (await getVisible({ find }, 'Resource', uuidText, (sold) => canSee(caller, sold))).resource;
}
